//! One or two finished runs of the same scenario, to be looked at.

use chart::{Face, Filter, Log, Prepared, Recording, Rows, Scene, Seek, Told};
use formats::{csv, delays, perf_table};
use sim::Run;
use sim::lags::Lags;
use sim::measure::Stats;
use sim::spent::Spent;
use sim::trace::IDLE;
use sim::values::{Cursor, Values};

use crate::view::View;

/// Finished runs with everything that is asked about them.
pub struct Comparison {
    /// A, and B unless it is closed.
    pub sides: Vec<Prepared>,
    /// By side.
    pub measured: Vec<Measured>,
    asked: Vec<Asked>,
}

/// A run in numbers.
pub struct Measured {
    /// What each task got.
    pub stats: Stats,
    /// How far their lag went.
    pub lags: Lags,
    /// What kernel paths took.
    pub spent: Vec<Spent>,
}

/// What was asked of a side last, from which the next question of the kind is answered soon.
#[derive(Default)]
struct Asked {
    cursor: Cursor,
    log: Option<Log>,
}

impl Comparison {
    /// A comparison of finished runs, with the numbers of each.
    pub fn new(sides: Vec<Prepared>, measured: Vec<Measured>) -> Comparison {
        debug_assert_eq!(sides.len(), measured.len(), "each side has its numbers");
        let asked = sides.iter().map(|_| Asked::default()).collect();
        Comparison { sides, measured, asked }
    }

    /// What the tasks look like, the same on every side.
    pub fn faces(&self) -> &[Face] {
        self.sides[0].faces()
    }

    /// Has `draw` draw the view, with a recording below the sides.
    pub fn draw<T>(
        &mut self,
        view: &View,
        recording: Option<&Recording>,
        draw: impl FnOnce(&Scene) -> T,
    ) -> T {
        let (from_ns, to_ns) = view.window_ns();
        for side in &mut self.sides {
            side.look_at(view.cpu());
            side.cover(from_ns, to_ns);
        }
        let sides: Vec<_> = self.sides.iter().map(Prepared::scene).collect();
        let faces = self.sides[0].faces();
        draw(&Scene {
            sides: &sides,
            recording,
            faces,
            hidden: &view.hidden(faces),
            highlight: view.highlight(faces),
            window_ns: (from_ns, to_ns),
            size: view.size(),
            theme: view.theme(),
            lines: view.lines(),
            closed: view.closed(),
            first_row: view.first_row(),
        })
    }

    /// The decision of a side that `seek` leads to; `None` if there is none, or no such side.
    pub fn decision(&self, side: usize, seek: Seek, rows: Rows) -> Option<Told> {
        let run = self.sides.get(side)?.run();
        let index = chart::find(&run.trace().events, seek, rows)?;
        chart::tell(run, index)
    }

    /// Every side at an instant, with the queue of one CPU.
    pub fn values(&mut self, t_ns: u64, cpu: usize) -> Vec<Values> {
        let sides = self.sides.iter().zip(&mut self.asked);
        sides
            .map(|(side, asked)| {
                let last = side.machine().cpus.len().saturating_sub(1);
                asked.cursor.values_of(side.run(), cpu.min(last) as u16, t_ns)
            })
            .collect()
    }

    /// The run of a side and its log under a filter, the same one as long as the filter stays. `None` if there is no such side.
    pub fn log(&mut self, side: usize, filter: Filter) -> Option<(&Run, &Log)> {
        let (run, asked) = (self.sides.get(side)?.run(), &mut self.asked[side]);
        let kept = asked.log.take().filter(|log| log.filter == filter);
        let log = asked.log.insert(kept.unwrap_or_else(|| Log::new(&run.trace().events, filter)));
        Some((run, log))
    }

    /// The trace of a side as CSV; `None` if there is no such side. A long run has a long text.
    pub fn csv(&self, side: usize) -> Option<String> {
        let mut bytes = Vec::new();
        csv::write(self.sides.get(side)?.run(), &mut bytes).expect("memory takes every byte");
        Some(String::from_utf8(bytes).expect("all that is written is text"))
    }

    /// The numbers of a side as `perf sched latency` lays them out; `None` if there is no such side.
    pub fn table(&self, side: usize) -> Option<String> {
        let (run, measured) = (self.sides.get(side)?.run(), &self.measured[side]);
        Some(perf_table::text(&delays::of_stats(run.task_names(), &measured.stats)))
    }

    /// The task of this name on a side; [`IDLE`] for the empty name. `None` if there is none.
    pub fn task(&self, side: usize, name: &str) -> Option<u16> {
        let names = self.sides.get(side)?.run().task_names();
        let found = names.iter().position(|own| own == name).map(|task| task as u16);
        if name.is_empty() { Some(IDLE) } else { found }
    }
}

#[cfg(test)]
mod tests {
    use chart::DisplayList;
    use sim::{Duration, Scenario, Side, Step, Thread};

    use super::*;
    use crate::opening::Opening;

    fn opened() -> Comparison {
        let hog = |name: &str| Thread::new(name, vec![Step::Run(Duration::Fixed(0))]);
        let scenario = Scenario { threads: vec![hog("hog"), hog("other")], ..Scenario::default() };
        let sides = [Side::new("6.5"), Side::new("7.2")];
        let mut opening = Opening::new(&scenario, &sides).expect("valid");
        while opening.advance(10).expect("time passes") < 1.0 {}
        opening.finish()
    }

    #[test]
    fn both_sides_are_drawn_and_explained() {
        let mut comparison = opened();
        let mut list = DisplayList::default();
        let view = View::of(0, 20_000_000, (900, 600));
        let figure = comparison.draw(&view, None, |scene| chart::record(&mut list, scene));
        assert!(list.texts.iter().any(|text| text == "hog") && !figure.thinned);
        let told = comparison.decision(1, Seek::At(20_000_000), Rows::Decisions).expect("a decision");
        assert!(told.t_ns <= 20_000_000 && !told.sentence.is_empty());
        assert_eq!(comparison.decision(2, Seek::At(0), Rows::Decisions), None);
    }

    #[test]
    fn a_log_is_kept_until_another_is_asked_for() {
        let mut comparison = opened();
        let hogs = Filter { task: comparison.task(1, "hog"), ..Filter::default() };
        let mut length = |filter: &Filter| comparison.log(1, filter.clone()).map(|(_, log)| log.rows.len());
        let (own, all) = (length(&hogs), length(&Filter::default()));
        assert!(Some(0) < own && own < all, "{own:?} of {all:?}");
        assert_eq!(length(&hogs), own);
        assert!(comparison.log(2, Filter::default()).is_none());
    }

    #[test]
    fn texts_are_of_the_side_that_was_asked_for() {
        let comparison = opened();
        let lines = |side| comparison.csv(side).map(|text| text.lines().count());
        assert_eq!(lines(1), Some(comparison.sides[1].run().trace().events.len() + 1));
        assert!(comparison.table(0).is_some_and(|text| text.contains("hog")));
        assert_eq!((comparison.csv(2), comparison.table(2)), (None, None));
    }

    #[test]
    fn values_come_from_every_side() {
        let values = opened().values(20_000_000, 0);
        assert_eq!(values.len(), 2);
        assert!(values.iter().all(|side| side.weight_sum == 2048), "{values:?}");
    }
}
