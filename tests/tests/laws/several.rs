//! Several CPUs: tasks with random affinities that wake each other, move, and are moved.

use proptest::prelude::*;
use sim::engine::{Observer, Sim};
use sim::measure::measure;
use sim::scenario::machine::Machine;
use sim::trace::{Event, IDLE, Kind};
use sim::{Duration, Run, Scenario, Side, Step, Thread};
use smp::SmpReason;
use smp::topology::machines;

const EVENTS_MAX: usize = 200_000;

/// After each event: every task is in one place, and there it may be.
struct Watch {
    allowed: Vec<Vec<u32>>,
}

impl Observer for Watch {
    fn event(&mut self, sim: &Sim, event: &Event) {
        let mut seen = vec![0; sim.task_count()];
        for cpu in 0..sim.cpu_count() as u16 {
            for task in sim.queued(cpu) {
                seen[usize::from(task)] += 1;
            }
            let running = sim.running(cpu);
            assert!(
                running == IDLE || self.may_run(running, cpu),
                "task {running} on CPU {cpu} at {event:?}"
            );
            assert!(sim.queue(cpu).sums_are_exact(sim.pool()));
        }
        assert!(seen.iter().all(|count| *count <= 1), "a task stands on two queues at {event:?}: {seen:?}");
    }
}

impl Watch {
    fn may_run(&self, task: u16, cpu: u16) -> bool {
        self.allowed[usize::from(task)].contains(&u32::from(cpu))
    }
}

fn cpus(count: u32) -> impl Strategy<Value = Vec<u32>> {
    prop::collection::btree_set(0..count, 1..=count as usize).prop_map(|cpus| cpus.into_iter().collect())
}

fn steps(threads: usize) -> impl Strategy<Value = Vec<Step>> {
    let own = prop_oneof![
        (20..900_u64).prop_map(|us| Step::Run(Duration::Fixed(us))),
        (10..2_000_u64).prop_map(|us| Step::Sleep(Duration::Fixed(us))),
        (0..threads).prop_map(Step::Post),
        Just(Step::Yield),
        Just(Step::Exec),
    ];
    prop::collection::vec(own, 1..5)
}

/// Each thread loops over its steps and a run, and waits for a semaphore of its own now and then.
fn scenario() -> impl Strategy<Value = Scenario> {
    (2..6_u32, 2..8_usize).prop_flat_map(|(count, threads)| {
        let thread = (steps(threads), cpus(count), any::<bool>(), -5..5_i8);
        prop::collection::vec(thread, threads).prop_map(move |parts| {
            let threads = parts.into_iter().enumerate().map(|(i, (steps, affinity, waits, nice))| {
                let mut script = vec![Step::Loop(0), Step::Run(Duration::Fixed(100))];
                script.extend(steps);
                script.extend(waits.then_some([Step::Post(i), Step::Wait(i)]).into_iter().flatten());
                script.push(Step::End);
                Thread { affinity: Some(affinity), nice, ..Thread::new(format!("t{i}"), script) }
            });
            let threads: Vec<Thread> = threads.collect();
            let mut scenario =
                Scenario { channels: threads.len(), threads, duration_us: 30_000, ..Scenario::default() };
            scenario.machine.cpus = count;
            scenario
        })
    })
}

fn kernel() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["5.10", "6.1", "6.6", "6.12.y", "7.2", "7.3"])
}

fn run(scenario: &Scenario, kernel: &str) -> Run {
    let mut run = Run::start(scenario, &Side::new(kernel)).expect("random cases are valid");
    assert!(run.advance(EVENTS_MAX), "more than {EVENTS_MAX} events");
    run
}

/// The fair queue of a CPU of two after so long, of tasks that are pinned there: load and util.
#[track_caller]
fn check_load(script: Vec<Step>, nice: i8, duration_us: u64, expected: [u64; 2]) {
    let pinned = |name: &str| Thread { affinity: Some(vec![1]), nice, ..Thread::new(name, script.clone()) };
    let mut scenario = Scenario { threads: vec![pinned("t")], duration_us, ..Scenario::default() };
    scenario.machine.cpus = 2;
    for kernel in ["5.10", "6.12.y", "7.2"] {
        let run = run(&scenario, kernel);
        let end = run.state_at_event(run.trace().events.len());
        let avg = end.load(1).avg();
        assert_eq!([avg.load_avg, avg.util_avg], expected, "{kernel}");
        assert_eq!(end.load(0).avg().load_avg, 0);
    }
}

/// As the worked examples of load tracking have it: all of the time, and 2 of 10 ms.
#[test]
fn what_a_task_does_loads_its_cpu() {
    let run = |us| Step::Run(Duration::Fixed(us));
    check_load(vec![run(0)], 0, 600_000, [1024, 1024]);
    check_load(vec![run(0)], 5, 600_000, [335, 1024]);
    let sleeper = vec![Step::Loop(0), run(2_000), Step::Sleep(Duration::Fixed(8_000)), Step::End];
    check_load(sleeper, 0, 600_000, [222, 222]);
}

/// Machines with threads, clusters of caches, and unequal CPUs.
fn machine() -> impl Strategy<Value = Machine> {
    prop::sample::select(vec!["laptop", "hikey", "hikey960", "rk3588", "graviton3-16"]).prop_map(|name| {
        let known = machines().iter().find(|preset| preset.name == name);
        Machine::preset(known.expect("a machine with this name"))
    })
}

#[track_caller]
fn check_explained(run: &Run, index: usize) {
    let event = run.trace().events[index];
    let (Some(told), Some(why)) = (run.explain_between(index), event.smp_reason()) else {
        panic!("{event:?} is decided between CPUs, and not explained")
    };
    assert_eq!(told.again, (event.cpu, why), "{event:?}");
    let pinned = matches!(why, SmpReason::PlacedPinned { .. });
    assert!(!told.findings.is_empty() || pinned, "{event:?}");
    let elsewhere = !pinned && event.cpu != event.other && !matches!(why, SmpReason::PlacedFallback { .. });
    let found = event.kind() != Kind::NothingPulled && elsewhere;
    assert!(!found || told.decisive().is_some(), "{event:?} {why:?}: {:?}", told.findings);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_task_is_in_one_place_where_it_may_be(scenario in scenario(), kernel in kernel()) {
        let run = run(&scenario, kernel);
        let allowed = scenario.threads.iter().map(|thread| thread.affinity.clone().expect("all have one"));
        run.observe(0, run.end_ns(), &mut Watch { allowed: allowed.collect() });
    }

    /// All time of all CPUs is somebody's.
    #[test]
    fn time_is_conserved_on_every_cpu(scenario in scenario(), kernel in kernel()) {
        let run = run(&scenario, kernel);
        let end = run.state_at_event(run.trace().events.len());
        let stats = measure(&run.trace().events, run.tasks().len(), run.end_ns());
        for (task, stats) in stats.tasks.iter().enumerate() {
            let cpu = (0..end.cpu_count() as u16).find(|cpu| end.running(*cpu) == task as u16);
            let since_ns = cpu.map_or(0, |cpu| {
                let (_, pool) = end.charged(cpu, run.end_ns());
                pool[end.entity_id(task as u16)].sum_exec_ns - end.entity(task as u16).sum_exec_ns
            });
            prop_assert_eq!(end.entity(task as u16).sum_exec_ns + since_ns, stats.cpu_ns, "task {}", task);
        }
    }

    /// Asked for again, a decision between CPUs comes to what happened, and the test that settled it is found.
    #[test]
    fn decisions_between_cpus_are_explained_as_they_fell(
        scenario in scenario(),
        machine in machine(),
        kernel in kernel(),
    ) {
        let scenario = Scenario { machine, ..scenario };
        let run = run(&scenario, kernel);
        let events = &run.trace().events;
        let is_move = |event: &Event, why: SmpReason| event.kind() == Kind::Pulled && why.is_placement();
        let decided = |index: &usize| {
            let event = &events[*index];
            event.kind().names_cpu() && event.smp_reason().is_some_and(|why| !is_move(event, why))
        };
        for index in (0..events.len()).filter(decided).step_by(7) {
            check_explained(&run, index);
        }
    }

    #[test]
    fn the_same_scenario_gives_the_same_trace(scenario in scenario(), kernel in kernel()) {
        prop_assert_eq!(run(&scenario, kernel).trace().hash(), run(&scenario, kernel).trace().hash());
    }
}
