//! Realtime threads on several CPUs, as a whole.

use crate::engine::{Observer, Sim};
use crate::scenario::{Duration, Machine, Policy, Scenario, Side, Step, Thread};
use crate::trace::{Event, IDLE, Kind};
use crate::{Preemption, Run};

fn run_us(us: u64) -> Step {
    Step::Run(Duration::Fixed(us))
}

fn fifo(name: &str, priority: u8, script: Vec<Step>) -> Thread {
    Thread { policy: Policy::Fifo, rtprio: Some(priority), ..Thread::new(name, script) }
}

fn simulated(machine: &str, kernel: &str, threads: Vec<Thread>, features: &[&str]) -> Run {
    let machine = Machine::preset(smp::topology::machine(machine).expect("a preset"));
    let channels = threads.len();
    let scenario = Scenario { machine, threads, channels, duration_us: 40_000, ..Scenario::default() };
    let features = features.iter().map(|word| (*word).to_owned()).collect();
    let side = Side { preemption: Some(Preemption::Full), features, ..Side::new(kernel) };
    let mut run = Run::start(&scenario, &side).expect("a valid scenario");
    assert!(run.advance(300_000));
    run
}

/// The moves of a run: when, who, from where, to where, and why.
fn moves(run: &Run) -> Vec<(u64, u16, u16, u16, &'static str)> {
    let pulled = run.trace().events.iter().filter(|event| event.kind() == Kind::Pulled);
    let told = |event: &Event| {
        let why = event.smp_reason().map_or("", |why| why.name());
        (event.t_ns, event.task, event.other, event.cpu, why)
    };
    pulled.map(told).collect()
}

/// One of 20 runs on CPU 0 of an HiKey. At 1 ms one of 10 wakes there and would have to wait: it wakes on the next CPU instead. One
/// of 30 comes to CPU 0 at 2 ms and preempts; the one of 20 is pushed to the next.
#[test]
fn who_would_wait_wakes_elsewhere_and_who_is_preempted_is_pushed() {
    let first = fifo("first", 20, vec![run_us(5_000), Step::Exit]);
    let second = Thread { start_us: 1_000, ..fifo("second", 10, vec![run_us(5_000), Step::Exit]) };
    let third = Thread { start_us: 2_000, ..fifo("third", 30, vec![run_us(5_000), Step::Exit]) };
    let run = simulated("hikey", "7.2", vec![first, second, third], &[]);
    let placed: Vec<_> = run.trace().events.iter().filter(|event| event.kind() == Kind::Placed).collect();
    assert_eq!(placed.iter().map(|event| event.cpu).collect::<Vec<_>>(), [0, 1, 0]);
    assert_eq!(moves(&run), [(2_000_000, 0, 0, 2, "RtPushed")]);
}

/// Two CPUs are busy for good. On the other two one of 60 runs and one of 30, which has to wait from 1 ms on, as one of 40 that may
/// run nowhere else wakes there. At 4 ms that of 60 is done, and its CPU asks for more, or takes it.
#[test]
fn a_cpu_that_becomes_less_urgent_gets_more() {
    for (feature, why) in [("RT_PUSH_IPI", "RtPushed"), ("NO_RT_PUSH_IPI", "RtPulled")] {
        let on = |cpus: Vec<u32>, thread: Thread| Thread { affinity: Some(cpus), ..thread };
        let hog = || vec![run_us(0)];
        let threads = vec![
            on(vec![0], fifo("a", 50, hog())),
            on(vec![1], fifo("b", 50, hog())),
            on(vec![2], fifo("c", 60, vec![run_us(4_000), Step::Exit])),
            on(vec![2, 3], fifo("d", 30, hog())),
            Thread { start_us: 1_000, ..on(vec![3], fifo("e", 40, hog())) },
        ];
        let run = simulated("hikey", "7.2", threads, &[feature]);
        // It came onto the first of the two, where it could not stay.
        let first = (0, 3, 2, 3, "RtPushed");
        assert_eq!(moves(&run), [first, (4_000_000, 3, 3, 2, why)], "{feature}");
    }
}

/// At the end of an instant nobody waits who is more urgent than one that runs.
struct Watch {
    priorities: Vec<u8>,
    last: (u64, bool),
}

impl Observer for Watch {
    fn event(&mut self, sim: &Sim, event: &Event) {
        assert!(!self.last.1 || event.t_ns == self.last.0, "somebody waits since {} ns", self.last.0);
        let of = |task: u16| if task == IDLE { 0 } else { self.priorities[usize::from(task)] };
        let least = (0..sim.cpu_count() as u16).map(|cpu| of(sim.running(cpu))).min().unwrap_or(0);
        let waits = |task: u16| sim.state(task) == crate::State::Runnable && of(task) > least;
        self.last = (event.t_ns, (0..self.priorities.len() as u16).any(waits));
    }
}

/// Ten threads of changing urgency beside fair ones, under every rule set, asked to push or pulled.
#[test]
fn the_most_urgent_run() {
    for kernel in ["5.10", "6.1", "6.8", "6.12.y", "7.2", "7.3"] {
        for (round, feature) in (0..6_u64).zip(["RT_PUSH_IPI", "NO_RT_PUSH_IPI"].into_iter().cycle()) {
            let period = |i: u64| (i * 7 + round * 5) % 11 * 130 + 90;
            let thread = |i: u64| {
                let script = vec![
                    Step::Loop(0),
                    run_us(period(i)),
                    Step::Sleep(Duration::Fixed(period(i + 3))),
                    Step::End,
                ];
                match (i + round) % 5 {
                    0 => Thread::new(format!("t{i}"), script),
                    priority => fifo(&format!("t{i}"), priority as u8 * 10, script),
                }
            };
            let threads: Vec<Thread> = (0..14).map(thread).collect();
            let priorities = threads.iter().map(|thread| thread.rtprio.unwrap_or(0)).collect();
            let run = simulated("hikey", kernel, threads, &[feature]);
            run.observe(0, run.end_ns(), &mut Watch { priorities, last: (0, false) });
            let told =
                (0..run.trace().events.len()).filter(|i| run.trace().events[*i].smp_reason().is_some());
            for index in told.step_by(23) {
                assert!(run.explain_between(index).is_some(), "{kernel}: {:?}", run.trace().events[index]);
            }
        }
    }
}
