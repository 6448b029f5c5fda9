//! Changes from elsewhere at given times: what they do, in which order, and what is refused.

use sim::trace::{Event, IDLE, Kind};
use sim::{Duration, Policy, Run, Scenario, Side, Step, Thread, TimedChange, simulate};

const HOGS: [&str; 2] = ["a", "b"];

fn at(at_us: u64, step: Step) -> TimedChange {
    TimedChange { at_us, step }
}

fn nice(name: &str, nice: i8) -> Step {
    Step::Nice(name.to_owned(), nice)
}

/// Two hogs at 1000 Hz for 20 ms.
fn scenario(changes: Vec<TimedChange>) -> Scenario {
    let hog = |name: &str| Thread::new(name, vec![Step::Run(Duration::Fixed(0))]);
    let threads = HOGS.map(hog).to_vec();
    Scenario { hz: Some(1000), duration_us: 20_000, threads, changes, ..Scenario::default() }
}

fn run(kernel: &str, changes: Vec<TimedChange>) -> Run {
    simulate(&scenario(changes), &Side::new(kernel)).expect("the scenario is valid")
}

fn changes(run: &Run) -> Vec<&Event> {
    run.trace().events.iter().filter(|event| event.kind() == Kind::Change).collect()
}

/// How the changes of a run look: when, whom, by whom.
#[track_caller]
fn check(given: Vec<TimedChange>, expected: &[(u64, u16, u16)]) {
    for kernel in sched::KERNELS {
        let run = run(kernel.name, given.clone());
        let made: Vec<_> =
            changes(&run).into_iter().map(|event| (event.t_ns, event.task, event.other)).collect();
        assert_eq!(made, expected, "{}", kernel.name);
    }
}

#[test]
fn they_come_by_time_and_nobody_makes_them() {
    check(
        vec![at(7_000, nice("a", 5)), at(3_210, nice("b", -5)), at(0, nice("b", 1))],
        &[(0, 1, IDLE), (3_210_000, 1, IDLE), (7_000_000, 0, IDLE)],
    );
}

#[test]
fn of_equal_times_the_order_is_that_of_the_scenario() {
    let slice = Step::Slice("a".into(), 1_000_000);
    check(
        vec![at(5_000, nice("b", 5)), at(5_000, slice), at(5_000, nice("b", 0))],
        &[(5_000_000, 1, IDLE), (5_000_000, 0, IDLE), (5_000_000, 1, IDLE)],
    );
}

/// At its instant a change comes before the tick, and before tasks wake.
#[test]
fn a_change_comes_first_at_its_instant() {
    let run = run("7.2", vec![at(0, nice("a", 5)), at(4_000, nice("b", 5))]);
    let first_at = |t_ns: u64| run.trace().events[run.first_event_at(t_ns)].kind();
    assert_eq!(first_at(0), Kind::Change);
    assert_eq!(first_at(4_000_000), Kind::Change);
}

/// At recorded costs a step takes time, a change from elsewhere none: the CPU time is the tasks' as without it.
#[test]
fn a_change_takes_no_time() {
    let side = Side { costs: sim::CostChoice::Recorded, ..Side::new("7.2") };
    let ends = |changes| {
        let run = simulate(&scenario(changes), &side).expect("the scenario is valid");
        let worked = |task: u16| run.state_at_event(usize::MAX).entity(task).sum_exec_ns;
        HOGS.iter().enumerate().map(|(task, _)| worked(task as u16)).sum::<u64>()
    };
    let affinity = |us| at(us, Step::Affinity("a".into(), vec![0]));
    assert_eq!(ends(vec![]), ends((1..2000).map(|i| affinity(i * 10)).collect()));
}

/// A running task whose priority is lowered goes at once.
#[test]
fn a_lowered_running_task_competes_again() {
    for kernel in ["6.1", "6.12.y", "7.2"] {
        let before = run(kernel, vec![]);
        let running = before.state_at_event(before.first_event_at(2_500_000) - 1).running(0);
        let name = HOGS[usize::from(running)];
        let run = run(kernel, vec![at(2_500, nice(name, 19))]);
        let after = &run.trace().events[run.first_event_at(2_500_000)..];
        assert_eq!(after[0].kind(), Kind::Change, "{kernel}");
        assert!(matches!(after[1].kind(), Kind::Keep | Kind::SwitchChanged), "{kernel}: {:?}", after[1]);
        assert_eq!(after[1].t_ns, 2_500_000, "{kernel}");
    }
}

/// The same change does the same as a step of a task that costs nothing.
#[test]
fn it_does_what_a_step_does() {
    let by_step = |kernel: &str| {
        let steps = vec![Step::Until(6_300), nice("a", -10), Step::Exit];
        let mut scenario = scenario(vec![]);
        scenario.threads.push(Thread::new("admin", steps));
        let run = simulate(&scenario, &Side::new(kernel)).expect("the scenario is valid");
        run.state_at_event(usize::MAX).entity(0).weight
    };
    for kernel in ["6.1", "7.2"] {
        let run = run(kernel, vec![at(6_300, nice("a", -10))]);
        assert_eq!(run.state_at_event(usize::MAX).entity(0).weight, by_step(kernel));
    }
}

#[test]
fn threads_that_are_left_out_are_not_changed() {
    let mut scenario = scenario(vec![at(1_000, nice("a", 5)), at(2_000, nice("b", 5))]);
    scenario.threads[0].muted = true;
    let run = simulate(&scenario, &Side::new("7.2")).expect("the scenario is valid");
    assert_eq!(changes(&run).into_iter().map(|event| event.task).collect::<Vec<_>>(), [1]);
}

/// A run that is looked at from a checkpoint has the changes too, each once.
#[test]
fn a_checkpoint_knows_what_was_changed() {
    let run = run("7.2", (0..200).map(|i| at(i * 100, nice("b", (i % 20) as i8))).collect());
    for t_ns in [50_000, 5_050_000, 19_999_999] {
        let state = run.state_at_event(run.first_event_at(t_ns) - 1);
        let want = sched::Weight::of_nice((t_ns / 100_000 % 20) as i8);
        assert_eq!(state.entity(1).weight, want, "{t_ns}");
    }
}

#[track_caller]
fn check_refused(step: Step, place: &str) {
    let given = vec![at(0, nice("a", 0)), at(5, step)];
    let error = simulate(&scenario(given), &Side::new("7.2")).map(|_| ()).expect_err("it is refused");
    assert_eq!(error.place, place, "{error}");
    assert!(!error.remedy.is_empty());
}

#[test]
fn what_cannot_be_done_is_refused_with_its_place() {
    check_refused(Step::Yield, "changes[1].step");
    check_refused(Step::Run(Duration::Fixed(5)), "changes[1].step");
    check_refused(nice("nobody", 5), "changes[1].step");
    check_refused(Step::Affinity("a".into(), vec![3]), "changes[1].step");
    check_refused(Step::Weight("nothing".into(), 5), "changes[1].step");
}

#[test]
fn a_policy_can_change_too() {
    let run = run("6.12.y", vec![at(3_000, Step::Policy("b".into(), Policy::Idle, None))]);
    assert_eq!(run.state_at_event(usize::MAX).entity(1).weight, sched::Weight::IDLE);
}

/// A task that is moved to another group charges who runs there. What that asks for is not forgotten until the next tick: a's request
/// is served after 0.75 ms, which nobody sees before.
#[test]
fn a_move_charges_who_runs_in_the_group_that_it_goes_to() {
    let member = |name: &str, group: &str| Thread {
        cgroup: Some(group.to_owned()),
        ..Thread::new(name, vec![Step::Run(Duration::Fixed(0))])
    };
    let threads = vec![member("a", "to"), member("b", "to"), member("x", "from"), member("y", "from")];
    let cgroups = ["to", "from"].map(sim::Cgroup::new).to_vec();
    let changes = vec![at(2_500, Step::Group("x".into(), "to".into()))];
    let scenario =
        Scenario { hz: Some(250), duration_us: 20_000, threads, cgroups, changes, ..Scenario::default() };
    for kernel in ["6.6", "6.8", "6.12.y", "6.19", "7.0"] {
        let run = simulate(&scenario, &Side::new(kernel)).expect("the scenario is valid");
        let events = &run.trace().events;
        let decided = |event: &&Event| event.kind() == Kind::Keep || event.kind() == Kind::SwitchChanged;
        let first = events.iter().find(decided).map(|event| event.t_ns);
        assert_eq!(first, Some(2_500_000), "{kernel}");
    }
}
