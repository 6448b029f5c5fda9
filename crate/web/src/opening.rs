//! A comparison on its way: the sides simulated in turn, read, then surveyed.

use std::collections::VecDeque;

use chart::Prepared;
use sim::clocks::ClockWatch;
use sim::lags::Lags;
use sim::measure::Meter;
use sim::trace::Event;
use sim::{Error, Observer, Run, Scenario, Side, Sim, Value};

use crate::comparison::{Comparison, Measured};

/// The most sides that a figure has room for.
const SIDES_MAX: usize = 2;

/// Simulating takes about this part of the work, reading the traces another; the rest is the survey of long runs.
const SIMULATING: f64 = 0.7;
const READING: f64 = 0.1;

/// A run of each side, just started.
///
/// The error names side and place of what is wrong.
pub fn start(scenario: &Scenario, sides: &[Side]) -> Result<Vec<Run>, Error> {
    if sides.is_empty() || sides.len() > SIDES_MAX {
        return Err(Error::new("sides", format!("{} sides", sides.len()), "give one or two"));
    }
    let start = |(index, side)| Run::start(scenario, side).map_err(|error| of_side(index, error));
    sides.iter().enumerate().map(start).collect()
}

/// A comparison on its way: simulated, read, then surveyed where a run is long.
pub struct Opening {
    simulating: VecDeque<Simulated>,
    prepared: Vec<Prepared>,
    measured: Vec<Measured>,
}

/// A run and whether it has reached its end: its last events can share its last instant.
struct Simulated {
    run: Run,
    watch: Watch,
    finished: bool,
}

/// Measures a run while it is simulated, so that nothing long is left to do at its end.
struct Watch {
    lags: Lags,
    meter: Meter,
    clocks: ClockWatch,
}

impl Observer for Watch {
    fn event(&mut self, sim: &Sim, event: &Event) {
        self.lags.event(sim, event);
        self.meter.event(sim, event);
        self.clocks.event(sim, event);
    }
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
        let simulated = |run: Run| {
            let watch = Watch {
                lags: Lags::default(),
                meter: Meter::on(run.topology(), run.tasks().len()),
                clocks: ClockWatch::on(run.machine_now()),
            };
            Simulated { run, watch, finished: false }
        };
        let simulating = start(scenario, sides)?.into_iter().map(simulated).collect();
        Ok(Opening { simulating, prepared: Vec::new(), measured: Vec::new() })
    }

    /// Does some more, about `max_events` on the side that is behind; the part done so far, 1 at the end.
    ///
    /// An error if a side cannot reach its end, as with a loop in which no time passes.
    pub fn advance(&mut self, max_events: usize) -> Result<f64, Error> {
        if self.simulating.iter().any(|side| !side.finished) {
            return Ok(SIMULATING * self.simulate(max_events)?);
        }
        if let Some(side) = self.simulating.pop_front() {
            self.read(side);
            let (read, unread) = (self.prepared.len() as f64, self.simulating.len() as f64);
            return Ok(SIMULATING + READING * read / (read + unread));
        }
        let before = SIMULATING + READING;
        Ok(before + (1.0 - before) * self.survey())
    }

    /// Some more of the side that is behind.
    fn simulate(&mut self, max_events: usize) -> Result<f64, Error> {
        let unfinished = self.simulating.iter_mut().filter(|side| !side.finished);
        if let Some(behind) = unfinished.min_by(|a, b| a.part_done().total_cmp(&b.part_done())) {
            behind.finished = behind.run.advance_watched(max_events, &mut behind.watch);
            behind.run.stopped().cloned().map_or(Ok(()), Err)?;
        }
        Ok(mean(self.simulating.iter().map(Simulated::part_done)))
    }

    /// Reads the trace of a finished run for its pictures and its numbers.
    fn read(&mut self, Simulated { run, watch: Watch { lags, meter, clocks }, .. }: Simulated) {
        let spent = sim::spent::spent(&run.trace().events, run.costs());
        let mut stats = meter.finish(run.end_ns());
        run.count_quiet_looks(&mut stats);
        self.measured.push(Measured { stats, lags, spent });
        self.prepared.push(Prepared::watched(run, clocks));
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
        Comparison::new(self.prepared, self.measured)
    }
}

/// The error with the name of the side, where the engine only says that it is in a side.
fn of_side(index: usize, error: Error) -> Error {
    match error.place.strip_prefix("side.") {
        Some(rest) => in_side(index, Error { place: rest.to_owned(), ..error }),
        None => error,
    }
}

/// What the page calls a side.
fn side_name(index: usize) -> &'static str {
    if index == 0 { "side A" } else { "side B" }
}

/// The sides of a comparison, from a list as the page writes it; an error names the side, A or B, and the place in it.
pub fn sides(value: &Value) -> Result<Vec<Side>, Error> {
    let Value::List(sides) = value else {
        return Err(Error::new("sides", "they are no list", "give a list of one or two sides"));
    };
    let read = |(index, side)| Side::from_value(side).map_err(|error| in_side(index, error));
    sides.iter().enumerate().map(read).collect()
}

fn in_side(index: usize, error: Error) -> Error {
    let name = side_name(index);
    let place = if error.place.is_empty() { name.to_owned() } else { format!("{name}: {}", error.place) };
    Error { place, ..error }
}

fn mean(parts: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = parts.len().max(1) as f64;
    parts.sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use sim::{Duration, Step, Thread};

    use super::*;

    fn scenario(steps: Vec<Step>) -> Scenario {
        let hog = Thread::new("hog", vec![Step::Run(Duration::Fixed(0))]);
        Scenario { threads: vec![hog, Thread::new("other", steps)], ..Scenario::default() }
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
    fn a_refusal_names_its_side() {
        let entry = |key: &str, value| (key.to_owned(), value);
        let side = |knob: i128| {
            let knobs = Value::Map(vec![entry("base_slice_ns", Value::Integer(knob))]);
            Value::Map(vec![entry("kernel", Value::Text("7.2".to_owned())), entry("knobs", knobs)])
        };
        let check = |second, expected: &str| {
            let list = Value::List(vec![side(3_000_000), side(second)]);
            let opening = sides(&list).and_then(|sides| Opening::new(&scenario(Vec::new()), &sides));
            assert_eq!(opening.err().expect("a refusal").place, expected);
        };
        check(-1, "side B: knobs.base_slice_ns");
        check(1, "side B: knobs.base_slice_ns");
    }

    #[test]
    fn no_side_is_no_comparison() {
        assert!(Opening::new(&scenario(Vec::new()), &[]).is_err());
    }
}
