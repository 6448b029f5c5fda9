//! One or two runs of the same scenario: simulated in turn, then looked at.

use chart::{DisplayList, Figure, Prepared, Scene, Seek, Told};
use sim::measure::{self, TaskStats};
use sim::{Error, Run, Scenario, Side};

use crate::view::View;

/// The most sides that a figure has room for.
const SIDES_MAX: usize = 2;

/// Simulating takes about this part of the work; the rest is the survey of long runs.
const SIMULATING: f64 = 0.7;

/// A comparison on its way: simulated, then surveyed where a run is long.
pub struct Opening {
    sides: Vec<Simulated>,
    prepared: Vec<Prepared>,
}

/// A run and whether it has reached its end: its last events can share its last instant.
struct Simulated {
    run: Run,
    finished: bool,
}

impl Simulated {
    fn part_done(&self) -> f64 {
        if self.finished {
            1.0
        } else {
            (self.run.now_ns() as f64 / self.run.end_ns().max(1) as f64).min(0.999_999)
        }
    }
}

impl Opening {
    /// Checks scenario and sides; nothing is simulated yet.
    ///
    /// The error names the place that is wrong.
    pub fn new(scenario: &Scenario, sides: &[Side]) -> Result<Opening, Error> {
        if sides.is_empty() || sides.len() > SIDES_MAX {
            return Err(Error::new("sides", format!("{} sides", sides.len()), "give one or two"));
        }
        let start = |side| Ok(Simulated { run: Run::start(scenario, side)?, finished: false });
        Ok(Opening { sides: sides.iter().map(start).collect::<Result<_, Error>>()?, prepared: Vec::new() })
    }

    /// Does some more, about `max_events` on the side that is behind; the part done so far, 1 at the end.
    ///
    /// An error if a side cannot reach its end, as with a loop in which no time passes.
    pub fn advance(&mut self, max_events: usize) -> Result<f64, Error> {
        if !self.prepared.is_empty() {
            return Ok(SIMULATING + (1.0 - SIMULATING) * self.survey());
        }
        let unfinished = self.sides.iter_mut().filter(|side| !side.finished);
        if let Some(behind) = unfinished.min_by(|a, b| a.part_done().total_cmp(&b.part_done())) {
            behind.finished = behind.run.advance(max_events);
            behind.run.stopped().cloned().map_or(Ok(()), Err)?;
        }
        let simulated = mean(self.sides.iter().map(Simulated::part_done));
        if self.sides.iter().all(|side| side.finished) {
            self.prepared = self.sides.drain(..).map(|side| Prepared::new(side.run)).collect();
        }
        Ok(SIMULATING * simulated)
    }

    /// One step of the side that is behind.
    fn survey(&mut self) -> f64 {
        let mut parts = Vec::new();
        for side in &mut self.prepared {
            let behind = parts.last().is_none_or(|&part| part >= 1.0);
            parts.push(if behind { side.survey() } else { 0.0 });
        }
        mean(parts.into_iter())
    }

    /// What can be looked at, of a comparison that has reached its end.
    pub fn finish(self) -> Comparison {
        let stats = self.prepared.iter().map(|side| stats(side.run())).collect();
        Comparison { sides: self.prepared, stats }
    }
}

fn mean(parts: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = parts.len().max(1) as f64;
    parts.sum::<f64>() / count
}

fn stats(run: &Run) -> Vec<TaskStats> {
    measure::measure(&run.trace().events, run.task_names().len(), run.end_ns()).tasks
}

/// Finished runs with everything that is asked about them.
pub struct Comparison {
    /// A, and B unless it is closed.
    pub sides: Vec<Prepared>,
    /// By side and task.
    pub stats: Vec<Vec<TaskStats>>,
}

impl Comparison {
    /// Records the view into `list`.
    pub fn record(&mut self, view: &View, list: &mut DisplayList) -> Figure {
        self.draw(view, |scene| chart::record(list, scene))
    }

    /// The view as SVG text.
    pub fn svg(&mut self, view: &View) -> String {
        self.draw(view, chart::svg)
    }

    fn draw<T>(&mut self, view: &View, draw: impl FnOnce(&Scene) -> T) -> T {
        let (from_ns, to_ns) = view.window_ns();
        self.sides.iter_mut().for_each(|side| side.cover(from_ns, to_ns));
        let sides: Vec<_> = self.sides.iter().map(Prepared::scene).collect();
        let names = self.sides[0].run().task_names();
        draw(&Scene {
            sides: &sides,
            names,
            hidden: &view.hidden(names),
            window_ns: (from_ns, to_ns),
            size: view.size(),
            theme: view.theme(),
            absolute: view.is_absolute(),
        })
    }

    /// The decision of a side that `seek` leads to; `None` if there is none, or no such side.
    pub fn decision(&self, side: usize, seek: Seek, deciding: bool) -> Option<Told> {
        let run = self.sides.get(side)?.run();
        let index = chart::find(&run.trace().events, seek, deciding)?;
        chart::tell(run, index)
    }
}

#[cfg(test)]
mod tests {
    use sim::{Duration, Step, Thread};

    use super::*;

    fn scenario(steps: Vec<Step>) -> Scenario {
        let hog = Thread::new("hog", vec![Step::Run(Duration::Fixed(0))]);
        Scenario { threads: vec![hog, Thread::new("other", steps)], ..Scenario::default() }
    }

    fn opened() -> Comparison {
        let sides = [Side::new("6.5"), Side::new("7.2")];
        let mut opening =
            Opening::new(&scenario(vec![Step::Run(Duration::Fixed(0))]), &sides).expect("valid");
        while opening.advance(10).expect("time passes") < 1.0 {}
        opening.finish()
    }

    #[test]
    fn progress_grows_to_the_end() {
        let sides = [Side::new("6.5"), Side::new("7.2")];
        let mut opening =
            Opening::new(&scenario(vec![Step::Run(Duration::Fixed(0))]), &sides).expect("valid");
        let mut parts = vec![0.0];
        while parts.last() != Some(&1.0) {
            parts.push(opening.advance(10).expect("time passes"));
        }
        assert!(parts.is_sorted() && parts.len() > 5, "{parts:?}");
    }

    #[test]
    fn both_sides_are_drawn_and_explained() {
        let mut comparison = opened();
        let mut list = DisplayList::default();
        let figure = comparison.record(&View::of(0, 20_000_000, (900, 600)), &mut list);
        assert!(list.texts.iter().any(|text| text == "hog") && !figure.thinned);
        let told = comparison.decision(1, Seek::At(20_000_000), true).expect("a decision");
        assert!(told.t_ns <= 20_000_000 && !told.sentence.is_empty());
        assert_eq!(comparison.decision(2, Seek::At(0), true), None);
    }

    #[test]
    fn a_play_without_time_is_refused_with_its_place() {
        let forever =
            |steps: [Step; 2]| [Step::Loop(0)].into_iter().chain(steps).chain([Step::End]).collect();
        let threads = vec![
            Thread::new("ping", forever([Step::Write(0), Step::Read(1)])),
            Thread::new("pong", forever([Step::Read(0), Step::Write(1)])),
        ];
        let scenario = Scenario { threads, channels: 2, ..Scenario::default() };
        let mut opening =
            Opening::new(&scenario, &[Side::new("7.2")]).expect("each loop may wait for the other");
        let error = loop {
            match opening.advance(10_000) {
                Ok(part) => assert!(part < 1.0, "it ended"),
                Err(error) => break error,
            }
        };
        assert!(error.place.starts_with("threads["), "{error}");
    }

    #[test]
    fn no_side_is_no_comparison() {
        assert!(Opening::new(&scenario(Vec::new()), &[]).is_err());
    }
}
