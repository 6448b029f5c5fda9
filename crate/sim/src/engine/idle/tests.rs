//! When sleeping CPUs wake.

use smp::SmpReason;

use crate::costs::{Between, Costs};
use crate::run::{Run, simulate};
use crate::scenario::{CostChoice, Duration, Machine, Parts, Scenario, Side, Step, Thread};
use crate::trace::{Event, Kind};

/// Messages take 1.1 µs, 0.4 µs to send; a CPU that polls sees its work after 0.1 µs, and idle states take a part of their times.
fn costs(idle_exit_per_mille: u64) -> Costs {
    let between = Between { ipi_send_ns: 400, polling_wake_ns: 100, idle_exit_per_mille, ..Between::FREE };
    Costs { ipi_ns: 1_100, between, ..Costs::default() }
}

fn run_for(us: u64) -> Step {
    Step::Run(Duration::Fixed(us))
}

fn sleep(us: u64) -> Step {
    Step::Sleep(Duration::Fixed(us))
}

fn on(cpu: u32, name: &str, script: Vec<Step>) -> Thread {
    Thread { affinity: Some(vec![cpu]), ..Thread::new(name, script) }
}

fn run(machine: &str, threads: Vec<Thread>, costs: Costs) -> Run {
    run_on(Machine::preset(smp::topology::machine(machine).expect("a preset")), threads, costs)
}

fn run_on(machine: Machine, threads: Vec<Thread>, costs: Costs) -> Run {
    let scenario = Scenario { machine, threads, channels: 1, ..Scenario::default() };
    let side = Side { costs: CostChoice::Custom(costs), ..Side::new("6.5") };
    simulate(&scenario, &side).expect("a valid scenario")
}

/// The last wakeup of a task.
fn last_wakeup(run: &Run, task: u16) -> Event {
    let mut wakeups = run.trace().events.iter().rev();
    *wakeups.find(|event| event.kind() == Kind::WakeupIdle && event.task == task).expect("it wakes")
}

/// A thread sleeps for so long: how much later than that its CPU has woken.
#[track_caller]
fn check_timer(machine: &str, sleep_us: u64, per_mille: u64, expected_late_ns: u64) {
    let run = run(machine, vec![on(1, "t", vec![run_for(100), sleep(sleep_us)])], costs(per_mille));
    let woken = last_wakeup(&run, 0);
    assert_eq!(woken.t_ns, (100 + sleep_us) * 1_000 + expected_late_ns);
    let idle_ns = (woken.t_ns - 100_000) as i64;
    let expected = (expected_late_ns > 0)
        .then_some(SmpReason::WakeFromSleep { exit_ns: expected_late_ns as i64, idle_ns });
    assert_eq!(woken.smp_reason(), expected);
}

#[test]
fn the_longer_the_sleep_the_later_the_wakeup() {
    check_timer("xeon-2s", 5, 1_000, 0);
    check_timer("xeon-2s", 20, 1_000, 2_000);
    check_timer("xeon-2s", 398, 1_000, 10_000);
    check_timer("xeon-2s", 399, 1_000, 133_000);
    check_timer("hikey", 1_000, 1_000, 250_000);
}

#[test]
fn a_part_of_the_time_can_count_or_none() {
    check_timer("xeon-2s", 399, 500, 66_500);
    check_timer("xeon-2s", 399, 0, 0);
    check_timer("graviton3-16", 399, 1_000, 0);
}

/// After these steps on CPU 1 a thread waits for one on CPU 0, which wakes it at 1 ms.
fn wakes_at_1_ms(machine: &str, mut script: Vec<Step>) -> Event {
    script.push(Step::Wait(0));
    let waker = on(0, "waker", vec![run_for(1_000), Step::Post(0)]);
    last_wakeup(&run(machine, vec![waker, on(1, "wakee", script)], costs(1_000)), 1)
}

#[test]
fn a_message_wakes_a_cpu_before_it_is_read() {
    let woken = wakes_at_1_ms("xeon-2s", vec![run_for(100)]);
    assert_eq!(woken.t_ns, 1_000_000 + 1_100 + 133_000);
    let why = SmpReason::WakeFromSleep { exit_ns: 133_000, idle_ns: 1_034_100 };
    assert_eq!(woken.smp_reason(), Some(why));
}

/// A CPU that was idle for 5 µs before expects no more, and polls, where x86 does.
#[test]
fn one_that_polls_needs_no_message() {
    let short = vec![run_for(10), sleep(5), run_for(10)];
    let polled = wakes_at_1_ms("xeon-2s", short.clone());
    assert_eq!(polled.t_ns, 1_000_000 + 100);
    assert_eq!(polled.smp_reason(), Some(SmpReason::WakePolling { wake_ns: 100, idle_ns: 975_100 }));
    let waited = wakes_at_1_ms("hikey", short);
    assert_eq!((waited.t_ns, waited.smp_reason()), (1_000_000 + 1_100, None));
}

/// Of one CPU alone nobody looks at the others' idle states, and it sleeps all the same.
#[test]
fn a_cpu_alone_sleeps_too() {
    let mut kinds = Parts::of_preset(smp::topology::machine("hikey").expect("a preset")).kinds;
    kinds.truncate(1);
    kinds[0].cpus = smp::CpuSet::one(0);
    let machine = Machine::of_parts(Parts { kinds, ..Parts::of_cpus(1) });
    let run = run_on(machine, vec![on(0, "t", vec![run_for(100), sleep(1_000)])], costs(1_000));
    assert_eq!(last_wakeup(&run, 0).t_ns, 1_100_000 + 250_000);
}

/// With messages that take no time another CPU enqueues the task itself, and the sleeping one wakes to it.
#[test]
fn a_request_without_a_message_wakes_it_too() {
    let waker = on(0, "waker", vec![run_for(1_000), Step::Post(0)]);
    let wakee = on(1, "wakee", vec![run_for(100), Step::Wait(0), run_for(1)]);
    let run = run("xeon-2s", vec![waker, wakee], Costs { ipi_ns: 0, ..costs(1_000) });
    let woken = last_wakeup(&run, 1);
    let why = SmpReason::WakeFromSleep { exit_ns: 133_000, idle_ns: 900_000 };
    assert_eq!((woken.t_ns, woken.smp_reason()), (1_000_000, Some(why)));
    let mut runs = run.trace().events.iter().rev();
    let runs = runs.find(|event| event.kind() == Kind::SwitchIdle && event.other == 1).expect("it runs");
    assert_eq!(runs.t_ns, 1_133_000);
}

/// Of four idle CPUs of the other cache three have slept deeply since the beginning, and one naps.
#[test]
fn a_new_task_goes_to_the_cpu_that_wakes_fastest() {
    let placed = |per_mille| {
        let parent = on(0, "parent", vec![run_for(10_500), Step::Spawn("child".to_owned()), run_for(0)]);
        let napper = on(6, "napper", vec![Step::Loop(0), run_for(100), sleep(1_000), Step::End]);
        let child = Thread { spawned: true, ..Thread::new("child", vec![run_for(0)]) };
        let run = run("hikey", vec![parent, napper, child], costs(per_mille));
        let mut events = run.trace().events.iter().filter(|event| event.kind() == Kind::Placed);
        let placed = events.find(|event| event.task == 2).expect("it is placed");
        (placed.cpu, placed.a)
    };
    assert_eq!(placed(1_000), (6, 250_000));
}
