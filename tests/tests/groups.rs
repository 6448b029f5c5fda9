//! Task groups in a run: shares by weights, on every level; and what changes them on the way.

use sim::measure::measure;
use sim::trace::{IDLE, Kind};
use sim::{Cgroup, Duration, Run, Scenario, Side, Step, Thread, TimedChange, simulate};

fn group(name: &str, parent: Option<&str>, weight: u32) -> Cgroup {
    Cgroup { parent: parent.map(str::to_owned), weight, ..Cgroup::new(name) }
}

fn hog(name: &str, cgroup: Option<&str>) -> Thread {
    Thread { cgroup: cgroup.map(str::to_owned), ..Thread::new(name, vec![Step::Run(Duration::Fixed(0))]) }
}

/// Hogs for two seconds at 1000 Hz.
fn scenario(cgroups: Vec<Cgroup>, threads: Vec<Thread>) -> Scenario {
    Scenario { hz: Some(1000), duration_us: 2_000_000, cgroups, threads, ..Scenario::default() }
}

fn run(scenario: &Scenario, kernel: &str) -> Run {
    simulate(scenario, &Side::new(kernel)).expect("the scenario is valid")
}

/// Shares of the CPU from an instant to the end, in percent.
fn shares_from(run: &Run, from_us: u64) -> Vec<f64> {
    let tasks = run.tasks().len();
    let cpu_ns = |to_ns: u64| {
        let seen: Vec<_> = run.trace().events.iter().filter(|event| event.t_ns < to_ns).copied().collect();
        measure(&seen, tasks, to_ns).tasks.into_iter().map(|task| task.cpu_ns).collect::<Vec<_>>()
    };
    let (before, after) = (cpu_ns(from_us * 1000), cpu_ns(run.end_ns()));
    let all_ns = (run.end_ns() - from_us * 1000) as f64;
    before.iter().zip(after).map(|(before, after)| (after - before) as f64 * 100.0 / all_ns).collect()
}

/// The shares on every kernel, a point and a half off at most: a slice and a tick at each end.
#[track_caller]
fn check_from(scenario: &Scenario, from_us: u64, expected: &[f64]) {
    for kernel in sched::KERNELS {
        let shares = shares_from(&run(scenario, kernel.name), from_us);
        let off = shares.iter().zip(expected).map(|(share, expected)| (share - expected).abs());
        assert!(off.fold(0.0, f64::max) < 1.5, "{}: {shares:?} instead of {expected:?}", kernel.name);
    }
}

#[test]
fn groups_share_by_their_weights_however_many_tasks_they_have() {
    let threads =
        vec![hog("a0", Some("A")), hog("b0", Some("B")), hog("b1", Some("B")), hog("b2", Some("B"))];
    let cgroups = vec![group("A", None, 100), group("B", None, 300)];
    check_from(&scenario(cgroups, threads), 0, &[25.0, 25.0, 25.0, 25.0]);
}

/// 1 : 3 at the root, 1 : 1 below it, and 1 : 4 one level further down.
#[test]
fn each_level_shares_what_the_one_above_gives_it() {
    let cgroups = vec![
        group("left", Some("apps"), 100),
        group("apps", None, 300),
        group("inner", Some("left"), 400),
        group("right", Some("apps"), 100),
    ];
    let threads = vec![
        hog("root", None),
        hog("left", Some("left")),
        hog("inner", Some("inner")),
        hog("right", Some("right")),
    ];
    check_from(&scenario(cgroups, threads), 0, &[25.0, 7.5, 30.0, 37.5]);
}

#[test]
fn nice_counts_inside_of_a_group() {
    let threads = vec![
        hog("a0", Some("A")),
        Thread { nice: 5, ..hog("a1", Some("A")) },
        Thread { nice: 19, ..hog("b0", Some("B")) },
    ];
    let cgroups = vec![group("A", None, 100), group("B", None, 100)];
    check_from(&scenario(cgroups, threads), 0, &[37.7, 12.3, 50.0]);
}

#[test]
fn an_autogroup_is_one_for_each_session() {
    let session =
        |name: &str, session: Option<&str>| Thread { session: session.map(str::to_owned), ..hog(name, None) };
    let threads = vec![session("a", None), session("b", Some("build")), session("c", Some("build"))];
    let without = scenario(Vec::new(), threads);
    check_from(&without, 0, &[33.3, 33.3, 33.3]);
    check_from(&Scenario { autogroup: true, ..without }, 0, &[50.0, 25.0, 25.0]);
}

/// From 5.15 on.
#[test]
fn an_idle_group_gets_what_one_idle_task_would() {
    let cgroups = vec![Cgroup { idle: true, ..group("A", None, 100) }, group("B", None, 100)];
    let threads = vec![hog("a0", Some("A")), hog("a1", Some("A")), hog("b0", Some("B"))];
    let scenario = scenario(cgroups, threads);
    for kernel in sched::KERNELS {
        let shares = shares_from(&run(&scenario, kernel.name), 0);
        let expected = if kernel.name == "5.10" { 50.0 } else { 99.7 };
        assert!((shares[2] - expected).abs() < 1.5, "{}: {shares:?}", kernel.name);
    }
}

#[test]
fn a_weight_can_change_by_a_step_and_from_elsewhere() {
    let cgroups = vec![group("A", None, 100), group("B", None, 100)];
    let threads = vec![hog("a0", Some("A")), hog("b0", Some("B"))];
    let mut elsewhere = scenario(cgroups, threads);
    let step = Step::Weight("B".into(), 900);
    elsewhere.changes = vec![TimedChange { at_us: 500_000, step: step.clone() }];
    check_from(&elsewhere, 500_000, &[10.0, 90.0]);
    let mut by_step = Scenario { changes: Vec::new(), ..elsewhere };
    by_step.threads.push(Thread::new("admin", vec![Step::Until(500_000), step, Step::Exit]));
    check_from(&by_step, 500_000, &[10.0, 90.0, 0.0]);
}

/// B has two tasks until one of them goes over to A; then the root takes the other.
#[test]
fn a_task_can_move_from_group_to_group() {
    let cgroups = vec![group("A", None, 100), group("B", None, 100)];
    let threads = vec![hog("a0", Some("A")), hog("b0", Some("B")), hog("b1", Some("B"))];
    let mut scenario = scenario(cgroups, threads);
    let to =
        |at_us, name: &str, group: &str| TimedChange { at_us, step: Step::Group(name.into(), group.into()) };
    scenario.changes = vec![to(500_000, "b1", "A")];
    check_from(&scenario, 500_000, &[25.0, 50.0, 25.0]);
    scenario.changes.push(to(1_000_000, "b1", ""));
    check_from(&scenario, 1_000_000, &[33.3, 33.3, 33.3]);
}

/// Up to 6.17 the whole group is held back, later its tasks one by one; whoever leaves it may run.
#[test]
fn a_task_that_leaves_a_throttled_group_runs() {
    let cgroups = vec![Cgroup { quota_us: Some(5_000), ..group("A", None, 100) }];
    let mut scenario = scenario(cgroups, vec![hog("a0", Some("A")), hog("a1", Some("A"))]);
    scenario.changes = vec![TimedChange { at_us: 50_000, step: Step::Group("a1".into(), String::new()) }];
    for kernel in sched::KERNELS {
        let run = run(&scenario, kernel.name);
        let events = &run.trace().events[run.first_event_at(50_000_000)..];
        let freed = events.iter().find(|event| event.kind() == Kind::Unthrottled).expect("it is freed");
        assert_eq!((freed.t_ns, freed.task), (50_000_000, 1), "{}", kernel.name);
        let switch = events.iter().find(|event| event.kind().is_switch()).expect("it gets the CPU");
        assert_eq!((switch.t_ns, switch.task, switch.other), (50_000_000, IDLE, 1), "{}", kernel.name);
    }
}

#[test]
fn the_weight_of_an_idle_group_cannot_be_written() {
    let cgroups = vec![Cgroup { idle: true, ..group("A", None, 100) }];
    let mut scenario = scenario(cgroups, vec![hog("a0", Some("A"))]);
    scenario.changes = vec![TimedChange { at_us: 5, step: Step::Weight("A".into(), 200) }];
    let error = simulate(&scenario, &Side::new("7.2")).map(|_| ()).expect_err("the kernel refuses it too");
    assert_eq!(error.place, "changes[0].step");
    assert_eq!(error.value, "cpu.weight of `A` cannot be written, its cpu.idle is set");
}
