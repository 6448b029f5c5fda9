//! Laws of the classes above fair, over random sets of tasks without costs.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sim::measure::measure;
use sim::trace::{Event, IDLE, Kind};
use sim::{
    Duration, Observer, Policy, Preemption, Run, Scenario, Scheduling, Side, Sim, State, Step, Thread,
};

const KERNELS: [&str; 5] = ["5.10", "6.8", "6.12.0", "6.12.y", "7.3"];

fn run(kernel: &str, threads: Vec<Thread>) -> Run {
    let scenario = Scenario { threads, duration_us: 200_000, ..Scenario::default() };
    let side = Side { preemption: Some(Preemption::Full), ..Side::new(kernel) };
    sim::simulate(&scenario, &side).expect("it fits")
}

/// Works for so long in each period.
fn periodic(name: String, work_us: u64, period_us: u64) -> Thread {
    let wait = Step::Periodic { period_us, offset_us: 0 };
    Thread::new(name, vec![Step::Loop(0), wait, Step::Run(Duration::Fixed(work_us)), Step::End])
}

/// A DEADLINE task of so much in each period.
fn reserve(runtime_us: u64, period_us: u64, thread: Thread) -> Thread {
    let (dl_runtime_ns, dl_deadline_ns) = (Some(runtime_us * 1000), Some(period_us * 1000));
    Thread { policy: Policy::Deadline, dl_runtime_ns, dl_deadline_ns, ..thread }
}

fn hog(name: &str) -> Thread {
    Thread::new(name, vec![Step::Run(Duration::Fixed(0))])
}

/// Up to four reservations that sum up to 80 % at most: share in percent, period in ms.
fn reservations() -> impl Strategy<Value = Vec<(u64, u64)>> {
    vec((2_u64..=20, select(vec![5_u64, 8, 10, 20, 50])), 1..=4)
}

fn runtime_us(share: u64, period_ms: u64) -> u64 {
    share * period_ms * 10
}

/// Sees that nobody waits who is above the one that runs.
struct Order {
    ranks: Vec<i32>,
    violations: Vec<Event>,
}

impl Order {
    fn of(run: &Run) -> Order {
        let rank = |scheduling| match scheduling {
            Scheduling::Fair(_) => 0,
            Scheduling::Realtime(_, priority) => i32::from(priority),
            Scheduling::Deadline(_) => 100,
        };
        let ranks = run.tasks().iter().map(|task| rank(task.scheduling)).collect();
        Order { ranks, violations: Vec::new() }
    }
}

impl Observer for Order {
    fn event(&mut self, sim: &Sim, event: &Event) {
        if !(event.kind().is_switch() || event.kind() == Kind::Keep) {
            return;
        }
        let rank_of = |task: u16| self.ranks[usize::from(task)];
        let running = Some(sim.running(0)).filter(|task| *task != IDLE).map_or(-1, rank_of);
        let waits = |task: &u16| sim.state(*task) == State::Runnable && rank_of(*task) > running;
        if (0..self.ranks.len() as u16).any(|task| waits(&task)) {
            self.violations.push(*event);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Earliest deadline first: who stays within what it reserved is never late, whatever else there is.
    #[test]
    fn deadlines_are_kept_within_reservations(set in reservations(), kernel in select(KERNELS.to_vec())) {
        let task = |(i, (share, period_ms)): (usize, &(u64, u64))| {
            let runtime_us = runtime_us(*share, *period_ms);
            reserve(runtime_us, period_ms * 1000, periodic(format!("t{i}"), runtime_us, period_ms * 1000))
        };
        let mut threads: Vec<_> = set.iter().enumerate().map(task).collect();
        threads.push(Thread { policy: Policy::Fifo, rtprio: Some(50), ..hog("fifo") });
        threads.push(hog("fair"));
        let run = run(kernel, threads);
        let missed = run.trace().events.iter().filter(|event| event.kind() == Kind::DeadlineMissed).count();
        prop_assert_eq!(missed, 0);
    }

    /// The constant bandwidth server: who wants more than it reserved gets no more than a runtime a period, and two ticks.
    ///
    /// Without HRTICK_DL a tick ends a budget late. What is over moves the deadline on at once, but the new budget
    /// is there with the next period, so that a second one can be late before the first is paid.
    #[test]
    fn nobody_gets_more_than_it_reserved(set in reservations(), kernel in select(KERNELS.to_vec())) {
        let task = |(i, (share, period_ms)): (usize, &(u64, u64))| {
            reserve(runtime_us(*share, *period_ms), period_ms * 1000, hog(&format!("t{i}")))
        };
        let mut threads: Vec<_> = set.iter().enumerate().map(task).collect();
        threads.push(hog("fair"));
        let run = run(kernel, threads);
        let stats = measure(&run.trace().events, run.tasks().len(), run.end_ns());
        for ((share, period_ms), task) in set.iter().zip(&stats.tasks) {
            let budgets = run.end_ns().div_ceil(period_ms * 1_000_000) + 1;
            let bound_ns = budgets * runtime_us(*share, *period_ms) * 1000 + 2 * run.params().tick_ns;
            prop_assert!(task.cpu_ns <= bound_ns, "{} of {}", task.cpu_ns, bound_ns);
        }
        let fair_ns = stats.tasks.last().map_or(0, |task| task.cpu_ns);
        prop_assert!(fair_ns > 0, "what is not reserved is left");
    }

    /// The classes in their order, priorities in theirs, and nobody waits while the CPU idles. The fair server is not
    /// seen within its first period.
    #[test]
    fn who_runs_is_not_below_who_waits(
        works in vec((0_usize..4, 1_u8..=99, 50_u64..4000, 3_u64..40), 1..6),
        kernel in select(KERNELS.to_vec()),
    ) {
        let task = |(i, (kind, priority, work_us, period_ms)): (usize, &(usize, u8, u64, u64))| {
            let body = periodic(format!("t{i}"), *work_us, period_ms * 1000);
            let rtprio = Some(*priority);
            match kind {
                0 => Thread { policy: Policy::Fifo, rtprio, ..body },
                1 => Thread { policy: Policy::Rr, rtprio, ..body },
                2 => reserve(period_ms * 100, period_ms * 1000, body),
                _ => body,
            }
        };
        let run = run(kernel, works.iter().enumerate().map(task).collect());
        let mut order = Order::of(&run);
        run.observe(0, run.end_ns(), &mut order);
        prop_assert!(order.violations.is_empty(), "{:?}", order.violations);
    }
}
