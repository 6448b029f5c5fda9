//! Properties that hold in every run, over random scenarios. A failure prints the scenario, shrunk to
//! the smallest that fails. `PROPTEST_CASES=20000` looks longer than the default 256 cases.

#[path = "laws/above.rs"]
mod above;
#[path = "laws/bounds.rs"]
mod bounds;
#[path = "laws/groups.rs"]
mod groups;
#[path = "laws/pick.rs"]
mod pick;
#[path = "laws/questions.rs"]
mod questions;
#[path = "laws/quotas.rs"]
mod quotas;
#[path = "laws/random.rs"]
mod random;
#[path = "laws/replayed.rs"]
mod replayed;
#[path = "laws/several.rs"]
mod several;
#[path = "laws/watch.rs"]
mod watch;

use proptest::prelude::*;
use sim::measure::measure;
use sim::{CostChoice, Run};

use random::{Case, case, hostile};
use watch::Watch;

/// The busiest random cases have a tenth of it.
const EVENTS_MAX: usize = 300_000;

fn run(case: &Case) -> Run {
    let mut run = Run::start(&case.scenario, &case.side).expect("random cases are valid");
    assert!(run.advance(EVENTS_MAX), "more than {EVENTS_MAX} events in 150 ms");
    // A child that gets no CPU for long may still live when its parent wants the next.
    let early = run.stopped().filter(|error| error.value != "the thread to create still lives");
    assert_eq!(early, None);
    run
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_time: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Sums, eligibility, picks, placement, lag, protection and delay: see [`Watch`].
    #[test]
    fn invariants_hold_after_every_event(case in case()) {
        let run = run(&case);
        let mut watch = Watch::new(&run, case.side.costs == CostChoice::Zero);
        run.observe(0, run.end_ns(), &mut watch);
        prop_assert_eq!(watch.events, run.trace().events.len());
    }

    /// All time is somebody's: the tasks' or the idle CPU's. And tasks are charged what they ran.
    #[test]
    fn time_is_conserved(case in case()) {
        let run = run(&case);
        let events = &run.trace().events;
        let stats = measure(events, run.tasks().len(), run.end_ns());
        let busy_ns: u64 = stats.tasks.iter().map(|task| task.cpu_ns).sum();
        prop_assert_eq!(busy_ns + stats.idle_ns, run.end_ns());
        if case.side.costs == CostChoice::Zero && !events.is_empty() {
            let end = run.state_at_event(events.len() - 1);
            let (queue, pool) = end.charged(0, run.end_ns());
            prop_assert!(queue.sums_are_exact(&pool));
            for (task, stats) in stats.tasks.iter().enumerate().filter(|(task, _)| !case.is_reborn(*task)) {
                prop_assert_eq!(pool[end.entity_id(task as u16)].sum_exec_ns, stats.cpu_ns, "task {}", task);
            }
        }
    }

    /// Waits end: nobody is forgotten while others run.
    #[test]
    fn every_wait_is_counted_once(case in case()) {
        let run = run(&case);
        let stats = measure(&run.trace().events, run.tasks().len(), run.end_ns());
        for task in &stats.tasks {
            prop_assert!(task.waits.count <= task.wakeups + task.preempted);
            prop_assert!(task.switches <= task.wakeups + task.preempted);
            prop_assert!(task.waits.p50_ns <= task.waits.p99_ns && task.waits.p99_ns <= task.waits.max_ns);
            prop_assert!(task.waits.mean_ns <= task.waits.max_ns);
        }
    }

    /// Anything that can be typed is refused with a place, or runs within bounds.
    #[test]
    fn hostile_scenarios_get_an_answer(scenario in hostile()) {
        for kernel in ["6.1", "7.2"] {
            match sim::Run::start(&scenario, &sim::Side::new(kernel)) {
                Err(error) => prop_assert!(!error.place.is_empty() && !error.remedy.is_empty(), "{}", error),
                Ok(mut run) => {
                    run.advance(20_000);
                    prop_assert!(run.trace().events.len() <= 20_010);
                }
            }
        }
    }
}
