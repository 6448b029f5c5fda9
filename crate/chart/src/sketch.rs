//! The beginning of a scenario, simulated as far as a thumbnail can show it.

use sim::Run;

use crate::history::History;
use crate::scene::Face;

/// More runs could not be told apart in a thumbnail.
const RUNS_MAX: usize = 60;
/// Events that are simulated for a side at most: some ten milliseconds of computing.
const EVENTS_MAX: usize = 20_000;
/// Events between two looks at how far it is.
const EVENTS_PER_LOOK: usize = 500;

/// The beginning of some runs of one scenario.
#[derive(Debug)]
pub struct Sketch {
    /// By side.
    pub histories: Vec<History>,
    /// Of every task.
    pub faces: Vec<Face>,
    /// How far all of them were simulated.
    pub end_ns: u64,
}

/// Simulates just started runs, each until it has enough to show. What stops a run early ends its sketch too.
pub fn sketch(runs: &mut [Run]) -> Sketch {
    let end_ns = runs.iter_mut().map(begin).min().unwrap_or(0);
    let history = |run: &Run| History::of(&run.trace().events, run.task_names().len(), end_ns);
    Sketch {
        histories: runs.iter().map(history).collect(),
        faces: runs.first().map_or_else(Vec::new, Face::of),
        end_ns,
    }
}

/// Simulates until there are enough runs: until when.
fn begin(run: &mut Run) -> u64 {
    loop {
        let ended = run.advance(EVENTS_PER_LOOK);
        let events = &run.trace().events;
        let last = events.iter().filter(|event| event.kind().is_switch()).nth(RUNS_MAX);
        if let Some(last) = last {
            return last.t_ns;
        }
        if ended || events.len() >= EVENTS_MAX {
            return run.now_ns();
        }
    }
}

#[cfg(test)]
mod tests {
    use sim::{Duration, Scenario, Side, Step, Thread};

    use super::*;

    fn sketched(duration_us: u64, names: &[&str]) -> (Sketch, usize) {
        let hog = |name: &&str| Thread::new(*name, vec![Step::Run(Duration::Fixed(0))]);
        let threads = names.iter().map(hog).collect();
        let scenario = Scenario { duration_us, threads, ..Scenario::default() };
        let start = |kernel: &str| Run::start(&scenario, &Side::new(kernel)).expect("a sound scenario");
        let mut runs = ["6.5", "7.2"].map(start);
        let sketch = sketch(&mut runs);
        (sketch, runs.iter().map(|run| run.trace().events.len()).max().unwrap_or(0))
    }

    #[test]
    fn a_short_scenario_is_shown_whole() {
        let (sketch, _) = sketched(20_000, &["a", "b"]);
        assert_eq!(sketch.end_ns, 20_000_000);
        assert_eq!(sketch.histories.len(), 2);
    }

    #[test]
    fn a_long_one_stops_when_there_is_enough_to_see() {
        let (sketch, events) = sketched(3_600_000_000, &["a", "b"]);
        assert!(sketch.end_ns < 1_000_000_000, "{}", sketch.end_ns);
        assert!(events < 2_000, "{events}");
        let runs =
            |history: &History| history.lanes[0].runs.iter().filter(|r| r.from_ns < sketch.end_ns).count();
        assert!(sketch.histories.iter().all(|history| runs(history) <= RUNS_MAX + 1));
    }

    #[test]
    fn a_task_that_is_alone_for_an_hour_does_not_take_that_long() {
        let (_, events) = sketched(3_600_000_000, &["a"]);
        assert!(events < 2 * EVENTS_MAX, "{events}");
    }
}
