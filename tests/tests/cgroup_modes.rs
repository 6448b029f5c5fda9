//! The modes of 7.3 in which a task group is weighed: where each differs from the default on one CPU, and that the others
//! cannot.

use sched::CgroupMode;
use sim::measure::measure;
use sim::{Cgroup, Duration, Knob, Run, Scenario, Side, Step, Thread, simulate};

fn hog(name: &str, cgroup: Option<&str>) -> Thread {
    Thread { cgroup: cgroup.map(str::to_owned), ..Thread::new(name, vec![Step::Run(Duration::Fixed(0))]) }
}

fn sleeper(name: &str, cgroup: &str, us: u64) -> Thread {
    let script =
        [Step::Loop(0), Step::Run(Duration::Fixed(us)), Step::Sleep(Duration::Fixed(7 * us)), Step::End];
    Thread { cgroup: Some(cgroup.to_owned()), ..Thread::new(name, script.to_vec()) }
}

/// Two seconds at 1000 Hz.
fn scenario(cgroups: Vec<Cgroup>, threads: Vec<Thread>) -> Scenario {
    Scenario { hz: Some(1000), duration_us: 2_000_000, cgroups, threads, ..Scenario::default() }
}

fn run(scenario: &Scenario, mode: CgroupMode) -> Run {
    let knobs = [("cgroup_mode".to_owned(), Knob::from(mode.name()))].into();
    simulate(scenario, &Side { knobs, ..Side::new("7.3") }).expect("the scenario is valid")
}

/// Which modes make another trace than the default.
fn differing(scenario: &Scenario) -> Vec<&'static str> {
    let hash = |mode| run(scenario, mode).trace().hash();
    let default = hash(CgroupMode::Concur);
    let others = CgroupMode::ALL.into_iter().filter(|mode| hash(*mode) != default);
    others.map(CgroupMode::name).collect()
}

/// Shares of the CPU in the second half, in percent; a point and a half off at most.
#[track_caller]
fn check(scenario: &Scenario, mode: CgroupMode, expected: &[f64]) {
    let run = run(scenario, mode);
    let half_ns = run.end_ns() / 2;
    let cpu_ns = |to_ns: u64| {
        let seen: Vec<_> = run.trace().events.iter().filter(|event| event.t_ns < to_ns).copied().collect();
        measure(&seen, expected.len(), to_ns).tasks.into_iter().map(|task| task.cpu_ns).collect::<Vec<_>>()
    };
    let (before, after) = (cpu_ns(half_ns), cpu_ns(run.end_ns()));
    let shares =
        before.iter().zip(after).map(|(before, after)| (after - before) as f64 * 100.0 / half_ns as f64);
    let shares: Vec<f64> = shares.collect();
    let off = shares.iter().zip(expected).map(|(share, expected)| (share - expected).abs());
    assert!(off.fold(0.0, f64::max) < 1.5, "{}: {shares:?} instead of {expected:?}", mode.name());
}

/// Three hogs in a group and one beside it. By tasks the group counts twice: three that always want to run are 3069 of 3072.
fn crowd() -> Scenario {
    let threads = vec![hog("g0", Some("g")), hog("g1", Some("g")), hog("g2", Some("g")), hog("alone", None)];
    scenario(vec![Cgroup::new("g")], threads)
}

#[test]
fn by_tasks_a_crowd_counts_for_more() {
    assert_eq!(differing(&crowd()), ["tasks"]);
    check(&crowd(), CgroupMode::Concur, &[100.0 / 6.0, 100.0 / 6.0, 100.0 / 6.0, 50.0]);
    check(&crowd(), CgroupMode::Tasks, &[200.0 / 9.0, 200.0 / 9.0, 200.0 / 9.0, 100.0 / 3.0]);
}

/// The greatest cpu.weight is more than a task of nice −20 has; with max it is as much.
#[test]
fn at_most_nice_minus_20_where_cpus_count() {
    let heavy = Cgroup { weight: 10_000, ..Cgroup::new("g") };
    let urgent = Thread { nice: -20, ..hog("urgent", None) };
    let scenario = scenario(vec![heavy], vec![hog("g0", Some("g")), urgent]);
    assert_eq!(differing(&scenario), ["max"]);
    check(&scenario, CgroupMode::Max, &[50.0, 50.0]);
    check(&scenario, CgroupMode::Smp, &[53.6, 46.4]);
}

/// Tasks that mostly sleep are less than one on average, however many there are: the mode changes nothing.
#[test]
fn sleepers_are_no_crowd() {
    let threads = (0..5).map(|i| sleeper(&format!("s{i}"), "g", 200 + 10 * i)).chain([hog("alone", None)]);
    assert_eq!(differing(&scenario(vec![Cgroup::new("g")], threads.collect())), [""; 0]);
}

/// Without groups there is nothing to weigh.
#[test]
fn without_groups_no_mode_matters() {
    let threads = vec![hog("a", None), hog("b", None)];
    assert_eq!(differing(&scenario(Vec::new(), threads)), [""; 0]);
}

/// A group in a group, a task that moves, quotas and another weight, at any time: what was counted in is counted out.
#[test]
fn a_crowd_in_a_group_counts_at_each_level() {
    let inside = Cgroup { parent: Some("out".to_owned()), ..Cgroup::new("in") };
    let limited = Cgroup { quota_us: Some(40_000), period_us: Some(50_000), ..Cgroup::new("out") };
    let mut threads: Vec<Thread> = (0..3).map(|i| hog(&format!("i{i}"), Some("in"))).collect();
    threads.push(hog("o", Some("out")));
    threads.push(hog("alone", None));
    let scenario = scenario(vec![limited, inside], threads);
    assert_eq!(differing(&scenario), ["tasks"]);
    // Of out, which counts three times, in has two thirds.
    check(&scenario, CgroupMode::Tasks, &[100.0 / 6.0, 100.0 / 6.0, 100.0 / 6.0, 25.0, 25.0]);
}
