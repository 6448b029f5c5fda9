//! Quotas of groups worked out on paper: when a hog is throttled, and by how much too late.

use sched::{KERNELS, Kernel, Reason, Refill, Throttling};
use sim::trace::Kind;
use sim::{Cgroup, Duration, Run, Scenario, Side, Step, Thread, TimedChange, simulate};

const MS: u64 = 1_000_000;

fn hog() -> Vec<Step> {
    vec![Step::Run(Duration::Fixed(0))]
}

/// One thread in one group, ticks every 1000/`hz` ms, nothing costs anything.
fn alone(hz: u32, group: Cgroup, script: Vec<Step>) -> Scenario {
    let thread = Thread { cgroup: Some(group.name.clone()), ..Thread::new("hog", script) };
    Scenario {
        hz: Some(hz),
        duration_us: 400_000,
        cgroups: vec![group],
        threads: vec![thread],
        ..Scenario::default()
    }
}

fn group(quota_ms: u64, burst_ms: u64) -> Cgroup {
    Cgroup { quota_us: Some(quota_ms * 1000), burst_us: burst_ms * 1000, ..Cgroup::new("web") }
}

/// When tasks were throttled, ms, and how far their group had overrun its quota by then, ns.
fn throttled(run: &Run) -> Vec<(u64, i64)> {
    let over = |why: Option<Reason>| match why {
        Some(Reason::QuotaThrottled { over, .. }) => over,
        other => panic!("throttled for another reason: {other:?}"),
    };
    let rows = run.trace().events.iter().filter(|event| event.kind() == Kind::Throttled);
    rows.map(|event| (event.t_ns / MS, over(event.reason()))).collect()
}

fn freed_ms(run: &Run) -> Vec<u64> {
    let rows = run.trace().events.iter().filter(|event| event.kind() == Kind::Unthrottled);
    rows.map(|event| event.t_ns / MS).collect()
}

#[track_caller]
fn check(scenario: &Scenario, kernels: impl Fn(&Kernel) -> bool, expected: &[(u64, i64)]) {
    let asked: Vec<&Kernel> = KERNELS.iter().filter(|kernel| kernels(kernel)).collect();
    assert!(!asked.is_empty());
    for kernel in asked {
        let run = simulate(scenario, &Side::new(kernel.name)).expect("the scenario is valid");
        assert_eq!(throttled(&run), expected, "{}", kernel.name);
    }
}

fn any(_: &Kernel) -> bool {
    true
}

/// 5 ticks of 4 ms are 20 ms: it is used up to the nanosecond, and a refill later the same again.
#[test]
fn a_quota_of_whole_ticks_leaves_no_debt() {
    let scenario = alone(250, group(20, 0), hog());
    check(&scenario, any, &[(20, 0), (120, 0), (220, 0), (320, 0)]);
    for kernel in KERNELS {
        let run = simulate(&scenario, &Side::new(kernel.name)).expect("the scenario is valid");
        assert_eq!(freed_ms(&run), [100, 200, 300], "{}", kernel.name);
    }
}

/// Ticks of 10 ms: the third one finds 30 ms of 25 ms run, and the 5 ms are missing in the next period.
#[test]
fn what_was_run_too_long_is_paid_back() {
    let debt = 5 * MS as i64;
    check(&alone(100, group(25, 0), hog()), any, &[(30, debt), (120, 0), (230, debt), (320, 0)]);
}

/// It runs 5 ms and rests until 350 ms. Its queue keeps 1 ms; from 5.14 on the pool has the burst beside the quota then, and
/// 31 ms are used up at the tick of 384 ms. Without a burst they are 21 ms.
#[test]
fn a_burst_is_saved_up_while_nothing_runs() {
    let script = [vec![Step::Run(Duration::Fixed(5000)), Step::Until(350_000)], hog()].concat();
    let saves = |kernel: &Kernel| kernel.rules.refill == Refill::Saved;
    check(&alone(250, group(20, 10), script.clone()), saves, &[(384, 3 * MS as i64)]);
    check(&alone(250, group(20, 10), script.clone()), |kernel| !saves(kernel), &[(372, MS as i64)]);
    check(&alone(250, group(20, 0), script), any, &[(372, MS as i64)]);
}

/// At 10 ms 5 ms are written: the pool has them at once and the queue begins with nothing, from 6.18 on with 1 ns. What ran since the
/// tick of 8 ms is charged to them.
#[test]
fn a_written_quota_counts_at_once() {
    let mut scenario = alone(250, group(20, 0), hog());
    let step = Step::Quota { group: "web".into(), quota_us: 5000, period_us: 100_000 };
    scenario.changes = vec![TimedChange { at_us: 10_000, step }];
    scenario.duration_us = 100_000;
    let whole = |kernel: &Kernel| kernel.rules.throttling == Throttling::Group;
    check(&scenario, whole, &[(16, 3 * MS as i64)]);
    check(&scenario, |kernel| !whole(kernel), &[(16, 3 * MS as i64 - 1)]);
}

/// A removed quota lets go at once. A new one holds again, and is charged what ran since the tick before it: 52 ms at 348 ms.
#[test]
fn without_a_quota_nothing_holds() {
    let mut scenario = alone(250, group(20, 0), hog());
    let quota = |at_us, quota_us| TimedChange {
        at_us,
        step: Step::Quota { group: "web".into(), quota_us, period_us: 100_000 },
    };
    scenario.changes = vec![quota(30_000, 0), quota(300_000, 50_000)];
    for kernel in KERNELS {
        let run = simulate(&scenario, &Side::new(kernel.name)).expect("the scenario is valid");
        let at_ms: Vec<u64> = throttled(&run).into_iter().map(|(ms, _)| ms).collect();
        assert_eq!((at_ms, freed_ms(&run)), (vec![20, 348], vec![30]), "{}", kernel.name);
    }
}

/// A sleeper that wakes in a throttled group waits for the refill like the rest.
#[test]
fn who_wakes_in_a_throttled_group_waits_too() {
    let mut scenario = alone(250, group(20, 0), hog());
    let script = vec![Step::Until(50_000), Step::Run(Duration::Fixed(1000)), Step::Exit];
    scenario.threads.push(Thread { cgroup: Some("web".into()), ..Thread::new("late", script) });
    scenario.duration_us = 101_000;
    for kernel in KERNELS {
        let run = simulate(&scenario, &Side::new(kernel.name)).expect("the scenario is valid");
        let rows =
            run.trace().events.iter().filter(|event| event.task == 1 && event.kind() == Kind::Throttled);
        assert_eq!(rows.map(|event| event.t_ns).collect::<Vec<_>>(), [50 * MS], "{}", kernel.name);
        assert_eq!(freed_ms(&run), [100, 100], "{}", kernel.name);
    }
}
