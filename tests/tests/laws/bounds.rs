//! How far anything may stray: lag, shares, waits; and what scaling all times must not change.
//!
//! The theory's bounds are for a scheduler that acts at any instant; the kernel acts at ticks, so one tick
//! past each request is allowed.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sim::measure::measure;
use sim::trace::{Event, IDLE, Kind};
use sim::{Duration, Observer, Run, Scenario, Side, Sim, Step, Thread, simulate};

const EEVDF: [&str; 2] = ["6.12.y", "7.2"];

fn hog(i: usize, nice: i8, slice_ns: Option<u64>) -> Thread {
    Thread { nice, slice_ns, ..Thread::new(format!("h{i}"), vec![Step::Run(Duration::Fixed(0))]) }
}

fn side(kernel: &str, hz: u32) -> Side {
    let features = if kernel == "7.2" { vec!["NO_HRTICK".into()] } else { vec![] };
    Side { hz: Some(hz), features, ..Side::new(kernel) }
}

/// The greatest lag to either side, in service time, and the greatest slice.
#[derive(Debug, Default)]
struct Lags {
    most_ns: i128,
    slice_ns: u64,
}

impl Observer for Lags {
    fn event(&mut self, sim: &Sim, event: &Event) {
        // While a task is placed, the others' lags are of no instant.
        if !event.kind().is_switch() && event.kind() != Kind::Keep {
            return;
        }
        let (queue, pool) = (sim.queue(0), sim.pool());
        let slices = (0..sim.task_count() as u16).map(|task| sim.entity(task).slice_ns);
        self.slice_ns = slices.fold(self.slice_ns, u64::max);
        for id in queue.queued(pool) {
            let weight = i128::from(pool[id].weight.load);
            let lag_ns = i128::from(queue.lag_ns(pool, id)) * weight / i128::from(sched::NICE_0_LOAD);
            self.most_ns = self.most_ns.max(lag_ns.abs());
        }
    }
}

impl Lags {
    fn within_bound(&self, run: &Run) -> bool {
        self.most_ns <= i128::from(sim::lags::bound_ns(run.params(), self.slice_ns))
    }
}

fn lags(run: &Run) -> Lags {
    let mut lags = Lags::default();
    run.observe(0, run.end_ns(), &mut lags);
    lags
}

/// Wakeups of mixed tasks: run for a while, sleep for a while.
fn mixed() -> impl Strategy<Value = Scenario> {
    let hogs = (1..3usize, -5..=10i8, 500_000..6_000_000u64);
    let sleeper = (-5..=10i8, 500_000..6_000_000u64, 100..8000u64, 200..12_000u64);
    (hogs, vec(sleeper, 1..6)).prop_map(|((count, nice, slice_ns), sleepers)| {
        let mut threads: Vec<Thread> = (0..count).map(|i| hog(i, nice, Some(slice_ns))).collect();
        threads.extend(sleepers.into_iter().enumerate().map(|(i, (nice, slice_ns, run_us, sleep_us))| {
            let (run, sleep) =
                (Step::Run(Duration::Exponential(run_us)), Step::Sleep(Duration::Exponential(sleep_us)));
            let script = vec![Step::Loop(0), run, sleep, Step::End];
            Thread { nice, slice_ns: Some(slice_ns), ..Thread::new(format!("s{i}"), script) }
        }));
        Scenario { duration_us: 400_000, threads, ..Scenario::default() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_time: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Laws 13 and 15: hogs stay within a request and a tick of their due, so their shares converge.
    #[test]
    fn hogs_get_their_due(
        nices in vec(-5..=10i8, 2..6),
        slice_ns in 2_000_000..6_000_000u64,
        hz in select(vec![250u32, 1000]),
        kernel in select(EEVDF.to_vec()),
    ) {
        let threads = nices.iter().enumerate().map(|(i, nice)| hog(i, *nice, Some(slice_ns))).collect();
        let scenario = Scenario { duration_us: 1_000_000, threads, ..Scenario::default() };
        let run = simulate(&scenario, &side(kernel, hz)).expect("valid");
        let lags = lags(&run);
        prop_assert!(lags.within_bound(&run), "{:?}", lags);
        let stats = measure(&run.trace().events, nices.len(), run.end_ns());
        let weights: Vec<u64> = nices.iter().map(|nice| sched::Weight::of_nice(*nice).load).collect();
        let total: u64 = weights.iter().sum();
        for (task, weight) in stats.tasks.iter().zip(weights) {
            let due_ns = (u128::from(run.end_ns()) * u128::from(weight) / u128::from(total)) as u64;
            let bound_ns = 2 * (slice_ns + run.params().tick_ns);
            prop_assert!(task.cpu_ns.abs_diff(due_ns) <= bound_ns, "{} of {}", task.cpu_ns, due_ns);
        }
    }

    /// Law 14: the same with wakeups of other tasks.
    #[test]
    fn lag_stays_bounded(scenario in mixed(), kernel in select(EEVDF.to_vec())) {
        let run = simulate(&scenario, &side(kernel, 1000)).expect("valid");
        let lags = lags(&run);
        prop_assert!(lags.within_bound(&run), "{:?}", lags);
    }

    /// The lags that a run is watched for are those of its switches, and stay within the bound that is told with them.
    #[test]
    fn watched_lags_stay_within_their_bound(scenario in mixed(), kernel in select(EEVDF.to_vec())) {
        let mut run = Run::start(&scenario, &side(kernel, 1000)).expect("valid");
        let mut watched = sim::lags::Lags::default();
        while !run.advance_watched(1000, &mut watched) {}
        let bound_ns = watched.bound_ns(run.params()) as i64;
        for task in 0..scenario.threads.len() {
            let (least_ns, greatest_ns) = watched.extremes_ns(task);
            prop_assert!(-bound_ns <= least_ns && least_ns <= greatest_ns && greatest_ns <= bound_ns, "{} {} {}", least_ns, greatest_ns, bound_ns);
        }
    }

    /// Law 16: under CFS the vruntimes of hogs stay together.
    #[test]
    fn cfs_keeps_hogs_together(count in 2..9usize, hz in select(vec![100u32, 250, 1000]), kernel in select(vec!["6.1", "6.5"])) {
        let threads = (0..count).map(|i| hog(i, 0, None)).collect();
        let scenario = Scenario { duration_us: 500_000, threads, ..Scenario::default() };
        let run = simulate(&scenario, &side(kernel, hz)).expect("valid");
        let mut spread = Spread::default();
        run.observe(0, run.end_ns(), &mut spread);
        let tunables = run.params().tunables;
        let ideal_ns = (tunables.latency_ns / count as u64).max(tunables.min_granularity_ns);
        prop_assert!(spread.0 <= ideal_ns + run.params().tick_ns, "{}", spread.0);
    }
}

/// When each switch of a run came, in units of `times` ns with what is left over, and whom it concerned.
fn starts(
    (work, hogs, kernel): &(Vec<(u64, u64)>, usize, &str),
    times: u64,
    hz: u32,
) -> Vec<(u64, u64, u16, u16)> {
    let run = simulate(&scaled(work, *hogs, times), &scaled_side(kernel, times, hz)).expect("valid");
    let switches = run.trace().events.iter().filter(|event| event.kind().is_switch());
    switches.map(|event| (event.t_ns / times, event.t_ns % times, event.task, event.other)).collect()
}

/// Law 18: four times the slices, times and ticks give four times the schedule. V is in whole ns, so once in many thousand
/// workloads two times that nearly tie fall the other way.
#[test]
fn scaling_all_times_scales_the_schedule() {
    let work =
        (vec((100..5000u64, 100..9000u64), 1..5), 1..3usize, select(vec!["6.1", "6.5", "6.12.y", "7.2"]));
    let mut runner = TestRunner::deterministic();
    let draw = |_| work.new_tree(&mut runner).expect("nothing is filtered").current();
    let parted: Vec<_> =
        (0..256).map(draw).filter(|work| starts(work, 1, 1000) != starts(work, 4, 250)).collect();
    assert!(parted.len() <= 1, "{parted:?}");
}

fn scaled(work: &[(u64, u64)], hogs: usize, times: u64) -> Scenario {
    let sleeper = |(i, (run_us, sleep_us)): (usize, &(u64, u64))| {
        let (run, sleep) = (Duration::Fixed(run_us * times), Duration::Fixed(sleep_us * times));
        Thread::new(format!("s{i}"), vec![Step::Loop(0), Step::Run(run), Step::Sleep(sleep), Step::End])
    };
    let threads = (0..hogs).map(|i| hog(i, 0, None)).chain(work.iter().enumerate().map(sleeper)).collect();
    Scenario { duration_us: 60_000 * times, threads, ..Scenario::default() }
}

fn scaled_side(kernel: &str, times: u64, hz: u32) -> Side {
    let mut side = side(kernel, hz);
    let cfs =
        [("latency_ns", 6_000_000), ("min_granularity_ns", 750_000), ("wakeup_granularity_ns", 1_000_000)];
    let eevdf = [("base_slice_ns", 2_800_000)];
    let knobs: &[(&str, u64)] = if EEVDF.contains(&kernel) { &eevdf } else { &cfs };
    side.knobs = knobs.iter().map(|(name, ns)| (name.to_string(), (ns * times).into())).collect();
    side
}

/// Greatest distance between the vruntimes of queued tasks.
#[derive(Default)]
struct Spread(u64);

impl Observer for Spread {
    fn event(&mut self, sim: &Sim, _: &Event) {
        let queued = sim.queued(0);
        let values = queued.iter().map(|task| sim.entity(*task).vruntime.raw());
        if let (Some(least), Some(most)) = (values.clone().min(), values.max()) {
            self.0 = self.0.max(most.abs_diff(least));
        }
    }
}

fn against_a_hog(kernel: &str, hz: u32, run_us: u64, sleep_us: u64) -> Run {
    let (run, sleep) = (Step::Run(Duration::Fixed(run_us)), Step::Sleep(Duration::Fixed(sleep_us)));
    let script = vec![Step::Loop(0), run, sleep, Step::End];
    let sleeper = Thread { start_us: sleep_us, ..Thread::new("s", script) };
    let scenario =
        Scenario { duration_us: 400_000, threads: vec![hog(0, 0, None), sleeper], ..Scenario::default() };
    simulate(&scenario, &side(kernel, hz)).expect("valid")
}

/// Law 16, second half: a nice-0 sleeper never waits for a nice-0 hog while its credit exceeds the
/// wakeup granularity.
#[test]
fn cfs_runs_a_sleeper_at_once() {
    for sleep_us in [20_000, 33_000] {
        let run = against_a_hog("6.5", 250, 500, sleep_us);
        let stats = measure(&run.trace().events, 2, run.end_ns());
        assert!(stats.tasks[1].wakeups > 5);
        assert_eq!(stats.tasks[1].waits.max_ns, 0);
    }
}

/// Law 17: a wakee without lag and with an equal slice waits until the running request ends, rounded up
/// to a tick; with the slice timer, exactly until then.
#[test]
fn eevdf_makes_a_sleeper_wait_for_the_running_request() {
    for kernel in EEVDF {
        let run = against_a_hog(kernel, 250, 300, 33_000);
        let stats = measure(&run.trace().events, 2, run.end_ns());
        let bound_ns = run.params().tunables.base_slice_ns + run.params().tick_ns;
        assert!(stats.tasks[1].wakeups > 5);
        let longest_ns = stats.tasks[1].waits.max_ns;
        assert!(longest_ns <= bound_ns, "{kernel}: {longest_ns}");
    }
    let mut with_timer = side("7.2", 250);
    with_timer.features.clear();
    let scenario = Scenario {
        duration_us: 200_000,
        threads: (0..3).map(|i| hog(i, 0, None)).collect(),
        ..Scenario::default()
    };
    let run = simulate(&scenario, &with_timer).expect("valid");
    let switches = run.trace().events.iter().filter(|event| event.kind().is_switch() && event.task != IDLE);
    let lengths: Vec<u64> =
        switches.map(|event| event.t_ns).scan(0, |last, t| Some(t - std::mem::replace(last, t))).collect();
    assert!(lengths.iter().all(|ns| *ns == run.params().tunables.base_slice_ns), "{lengths:?}");
}
