//! Clamps of small scenarios: who turns the key on, what counts, and what that takes.

use smp::SmpReason;
use smp::clamp::{ClampKey, Clamps};

use crate::costs::{Between, Costs};
use crate::engine::Sim;
use crate::run::simulate;
use crate::scenario::{Cgroup, CostChoice, Duration, Scenario, Side, Step, Thread, TimedChange, Uclamp};
use crate::trace::Kind;

fn sleeper(name: &str, start_us: u64, uclamp_min: Option<u16>) -> Thread {
    let steps = [
        Step::Loop(0),
        Step::Run(Duration::Fixed(100)),
        Step::Periodic { period_us: 1_000, offset_us: 0 },
        Step::End,
    ];
    Thread { start_us, uclamp_min, ..Thread::new(name, steps.to_vec()) }
}

/// The machine at the end of 20 ms, and what the first thread has run.
fn last(threads: Vec<Thread>, side: &Side) -> Sim {
    let scenario = Scenario { threads, duration_us: 20_000, ..Scenario::default() };
    last_of(&scenario, side)
}

fn last_of(scenario: &Scenario, side: &Side) -> Sim {
    let run = simulate(scenario, side).expect("a valid scenario");
    run.state_at_event(run.trace().events.len())
}

fn with_key(key: ClampKey) -> Side {
    let between = Between {
        clamp_enqueue_ns: 200,
        clamp_dequeue_ns: 300,
        clamp_keyless_enqueue_ns: 100,
        clamp_keyless_dequeue_ns: 150,
        ..Between::FREE
    };
    let uclamp = Some(Uclamp { key, ..Uclamp::default() });
    Side { uclamp, costs: CostChoice::Custom(Costs { between, ..Costs::default() }), ..Side::new("7.2") }
}

#[test]
fn the_first_request_turns_the_key_on() {
    let key = |request, start| last(vec![sleeper("a", start, request)], &Side::new("7.2")).clamp_key();
    assert_eq!(
        (key(None, 0), key(Some(300), 0), key(Some(300), 30_000)),
        (ClampKey::Off, ClampKey::Used, ClampKey::Off)
    );
    let without = last(vec![sleeper("a", 0, Some(300))], &with_key(ClampKey::CompiledOut));
    assert_eq!(without.clamp_key(), ClampKey::CompiledOut);
}

#[test]
fn a_queue_has_the_clamps_of_who_wants_to_run() {
    let hog = Thread { uclamp_min: Some(300), ..Thread::new("hog", vec![Step::Run(Duration::Fixed(0))]) };
    let clamps = |side: &Side| last(vec![hog.clone()], side).clamps(0);
    assert_eq!(clamps(&with_key(ClampKey::Off)), Clamps { min: 300, max: 1024 });
    assert_eq!(clamps(&with_key(ClampKey::CompiledOut)), Clamps::NONE);
    let capped = Uclamp { util_clamp_min: 100, util_clamp_max: 800, ..Uclamp::default() };
    let side = Side { uclamp: Some(capped), ..Side::new("7.2") };
    assert_eq!(clamps(&side), Clamps { min: 100, max: 800 });
}

#[test]
fn a_group_restricts_its_threads() {
    let hog =
        Thread { cgroup: Some("g".to_owned()), ..Thread::new("hog", vec![Step::Run(Duration::Fixed(0))]) };
    let group = Cgroup { uclamp_min: Some(200), uclamp_max: Some(512), ..Cgroup::new("g") };
    let clamps = |kernel, uclamp_min| {
        let threads = vec![Thread { uclamp_min, ..hog.clone() }];
        let cgroups = vec![group.clone()];
        let scenario = Scenario { threads, cgroups, duration_us: 20_000, ..Scenario::default() };
        last_of(&scenario, &Side::new(kernel)).clamps(0)
    };
    // 5.10 too: its stable kernels have it since 5.10.50, and mainline since 5.14.
    for kernel in ["5.10", "6.1", "6.12.y", "7.2"] {
        let minima = [None, Some(100), Some(300), Some(800)].map(|request| clamps(kernel, request).min);
        assert_eq!(minima, [200, 200, 300, 512], "{kernel}: the minimum protects, the maximum limits");
        assert_eq!(clamps(kernel, None).max, 512, "{kernel}");
    }
}

/// Twenty wakeups and sleeps: what they take falls on whoever runs, and the CPU.
#[test]
fn counting_takes_time_by_the_state_of_the_key() {
    let exec_ns = |key| last(vec![sleeper("a", 0, None)], &with_key(key)).entity(0).sum_exec_ns;
    let free_ns = exec_ns(ClampKey::CompiledOut);
    assert_eq!(exec_ns(ClampKey::Off), free_ns);
    assert_ne!(exec_ns(ClampKey::Used), free_ns);
    assert_ne!(exec_ns(ClampKey::Always), exec_ns(ClampKey::Used));
}

/// Runs, then asks for clamps, and runs on.
fn asking(min: u16, max: u16) -> Thread {
    let ask = Step::Uclamp { thread: "hog".to_owned(), min, max };
    let run = |us| Step::Run(Duration::Fixed(us));
    Thread::new("hog", vec![run(5_000), ask, run(0)])
}

#[test]
fn a_running_task_changes_its_own_clamps() {
    let last = last(vec![asking(300, 800)], &Side::new("7.2"));
    assert_eq!((last.clamp_key(), last.clamps(0)), (ClampKey::Used, Clamps { min: 300, max: 800 }));
}

#[test]
fn what_is_in_force_is_told_and_a_kernel_without_clamps_refuses() {
    let told = |side: &Side| {
        let scenario = Scenario { threads: vec![asking(300, 800)], ..Scenario::default() };
        let run = simulate(&scenario, side).expect("a valid scenario");
        let events = run.trace().events.iter().filter(|event| event.kind() == Kind::Change);
        events.map(|event| (event.t_ns, event.smp_reason())).collect::<Vec<_>>()
    };
    let capped = Some(Uclamp { util_clamp_min: 200, ..Uclamp::default() });
    let changed = Some(SmpReason::ClampsChanged { min: 200, max: 800 });
    assert_eq!(told(&Side { uclamp: capped, ..Side::new("6.12.0") }), [(5_000_000, changed)]);
    let refused = Some(SmpReason::ClampsRefused { min: 300, max: 800 });
    let without = Side { costs: CostChoice::Zero, ..with_key(ClampKey::CompiledOut) };
    assert_eq!(told(&without), [(5_000_000, refused)]);
}

/// A clamp from elsewhere for a task that sleeps counts when it wakes; one for a task that waits at once.
#[test]
fn clamps_can_be_changed_from_elsewhere() {
    let hog = |name: &str| Thread::new(name, vec![Step::Run(Duration::Fixed(0))]);
    let min_at_the_end = |target: &str, at_us| {
        let step = Step::Uclamp { thread: target.to_owned(), min: 700, max: 1024 };
        let scenario = Scenario {
            threads: vec![hog("a"), hog("b"), Thread { start_us: 15_000, ..hog("late") }],
            changes: vec![TimedChange { at_us, step }],
            duration_us: 20_000,
            ..Scenario::default()
        };
        last_of(&scenario, &Side::new("6.1")).clamps(0).min
    };
    assert_eq!([min_at_the_end("a", 9_000), min_at_the_end("b", 9_000)], [700; 2]);
    assert_eq!([min_at_the_end("late", 9_000), min_at_the_end("late", 21_000)], [700, 0]);
}
