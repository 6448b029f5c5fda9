//! Several CPUs: tasks with random affinities, in groups or not, that wake each other, move, and are moved.

use proptest::prelude::*;
use sim::engine::{Observer, Sim};
use sim::measure::measure;
use sim::scenario::machine::Machine;
use sim::trace::{Event, IDLE, Kind};
use sim::{
    Cgroup, CostChoice, Duration, Policy, Preemption, Run, Scenario, Side, State, Step, Thread, TimedChange,
};
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

const GROUPS: [&str; 3] = ["out", "in", "side"];

/// Groups of random weights, one of them in another and one SCHED_IDLE now and then.
fn groups() -> impl Strategy<Value = Vec<Cgroup>> {
    (prop::collection::vec(1..400_u32, GROUPS.len()), prop::bool::weighted(0.2)).prop_map(
        |(weights, idle)| {
            let group = |(name, weight): (&&str, u32)| Cgroup {
                weight,
                parent: (*name == "in").then(|| "out".to_owned()),
                idle: idle && *name == "side",
                ..Cgroup::new(*name)
            };
            GROUPS.iter().zip(weights).map(group).collect()
        },
    )
}

/// The first task moves between groups, and one that is never idle counts for more or less.
fn change() -> impl Strategy<Value = TimedChange> {
    let step = prop_oneof![
        prop::sample::select(vec!["", "out", "in", "side"])
            .prop_map(|to| Step::Group("t0".into(), to.into())),
        (0..2_usize, 1..900_u32).prop_map(|(group, weight)| Step::Weight(GROUPS[group].into(), weight)),
    ];
    (0..30_000_u64, step).prop_map(|(at_us, step)| TimedChange { at_us, step })
}

/// Half of them with groups.
fn scenario() -> impl Strategy<Value = Scenario> {
    let places = prop::collection::vec(prop::option::weighted(0.8, prop::sample::select(GROUPS.to_vec())), 8);
    let in_groups = (groups(), places, prop::collection::vec(change(), 0..6));
    (of_the_root(), prop::option::of(in_groups)).prop_map(|(mut scenario, in_groups)| {
        if let Some((cgroups, places, changes)) = in_groups {
            for (thread, place) in scenario.threads.iter_mut().zip(places) {
                thread.cgroup = place.map(str::to_owned);
            }
            scenario = Scenario { cgroups, changes, ..scenario };
        }
        scenario
    })
}

/// Each thread loops over its steps and a run, and waits for a semaphore of its own now and then.
pub(super) fn of_the_root() -> impl Strategy<Value = Scenario> {
    (2..6_u32, 2..8_usize).prop_flat_map(|(count, threads)| {
        let rtprio = prop::option::weighted(0.2, 1..=5_u8);
        let thread = (steps(threads), cpus(count), any::<bool>(), -5..5_i8, rtprio);
        prop::collection::vec(thread, threads).prop_map(move |parts| {
            let threads = parts.into_iter().enumerate().map(|(i, (steps, affinity, waits, nice, rtprio))| {
                let mut script = vec![Step::Loop(0), Step::Run(Duration::Fixed(100))];
                script.extend(steps);
                script.extend(waits.then_some([Step::Post(i), Step::Wait(i)]).into_iter().flatten());
                script.push(Step::End);
                let policy = rtprio.map_or(Policy::Normal, |_| Policy::Fifo);
                Thread {
                    affinity: Some(affinity),
                    nice,
                    policy,
                    rtprio,
                    ..Thread::new(format!("t{i}"), script)
                }
            });
            let threads: Vec<Thread> = threads.collect();
            let mut scenario =
                Scenario { channels: threads.len(), threads, duration_us: 30_000, ..Scenario::default() };
            scenario.machine.cpus = count;
            scenario
        })
    })
}

pub(super) fn kernel() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["5.10", "6.1", "6.6", "6.12.y", "7.2", "7.3"])
}

fn run(scenario: &Scenario, kernel: &str) -> Run {
    run_side(scenario, &Side::new(kernel))
}

pub(super) fn run_side(scenario: &Scenario, side: &Side) -> Run {
    let mut run = Run::start(scenario, side).expect("random cases are valid");
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

/// What groups with these weights and so many hogs each get of four CPUs in five seconds, in percent. They begin on
/// one CPU, and it takes some tenths of a second until balancing has spread them.
fn shares(kernel: &str, groups: &[(u32, usize)]) -> Vec<f64> {
    let name = |group: usize| format!("g{group}");
    let hog = |group: usize, i: usize| Thread {
        cgroup: Some(name(group)),
        ..Thread::new(format!("g{group}-{i}"), vec![Step::Run(Duration::Fixed(0))])
    };
    let threads = groups.iter().enumerate().flat_map(|(g, (_, hogs))| (0..*hogs).map(move |i| hog(g, i)));
    let cgroups =
        groups.iter().enumerate().map(|(g, (weight, _))| Cgroup { weight: *weight, ..Cgroup::new(name(g)) });
    let mut scenario = Scenario {
        threads: threads.collect(),
        cgroups: cgroups.collect(),
        duration_us: 5_000_000,
        ..Scenario::default()
    };
    scenario.machine.cpus = 4;
    let run = run(&scenario, kernel);
    let stats = measure(&run.trace().events, run.tasks().len(), run.end_ns());
    let of_group = |g: usize| {
        let tasks =
            scenario.threads.iter().zip(&stats.tasks).filter(|(thread, _)| thread.cgroup == Some(name(g)));
        tasks.map(|(_, task)| task.cpu_ns).sum::<u64>() as f64 * 25.0 / run.end_ns() as f64
    };
    (0..groups.len()).map(of_group).collect()
}

/// Groups of equal weight get as much of the machine as each other, be it by as many hogs or by more. From 7.3 on a weight is
/// multiplied by the tasks, up to the CPUs, and of four hogs on average a little less than four want to run: they count as three.
#[test]
fn equal_groups_get_equal_parts_of_four_cpus() {
    for kernel in ["5.10", "6.1", "6.6", "6.12.y", "7.2", "7.3"] {
        for (hogs, later) in [([4, 4], 50.0), ([4, 8], 300.0 / 7.0)] {
            let got = shares(kernel, &[(100, hogs[0]), (100, hogs[1])]);
            let expected = if kernel == "7.3" { later } else { 50.0 };
            assert!((got[0] - expected).abs() < 1.5, "{kernel} {hogs:?}: {got:?}");
        }
    }
}

/// Twice the weight is twice the time.
#[test]
fn a_weight_is_a_part_of_all_cpus() {
    for kernel in ["5.10", "6.1", "6.6", "6.12.y", "7.2", "7.3"] {
        let got = shares(kernel, &[(200, 4), (100, 4)]);
        assert!((got[0] - 200.0 / 3.0).abs() < 3.0, "{kernel}: {got:?}");
    }
}

/// Works and sleeps, over and over, as a realtime thread of a priority.
fn urgent(i: usize, (work_us, sleep_us, priority, is_rr): (u64, u64, u8, bool)) -> Thread {
    let (run, sleep) = (Step::Run(Duration::Fixed(work_us)), Step::Sleep(Duration::Fixed(sleep_us)));
    Thread {
        policy: if is_rr { Policy::Rr } else { Policy::Fifo },
        rtprio: Some(priority),
        ..Thread::new(format!("t{i}"), vec![Step::Loop(0), run, sleep, Step::End])
    }
}

/// At the end of each instant, of the realtime threads that want to run none waits that is more urgent than one that runs, or while
/// a CPU runs none.
struct MostUrgentRun {
    priorities: Vec<u8>,
    /// The last event, and whether somebody waits who should not.
    last: (u64, Option<Event>),
}

impl MostUrgentRun {
    fn is_wrong(&self, sim: &Sim) -> bool {
        let of = |task: u16| if task == IDLE { 0 } else { self.priorities[usize::from(task)] };
        let least = (0..sim.cpu_count() as u16).map(|cpu| of(sim.running(cpu))).min().unwrap_or(0);
        (0..self.priorities.len() as u16).any(|task| sim.state(task) == State::Runnable && of(task) > least)
    }
}

impl Observer for MostUrgentRun {
    fn event(&mut self, sim: &Sim, event: &Event) {
        let (last_ns, wrong) = self.last;
        assert!(wrong.is_none() || event.t_ns == last_ns, "since {wrong:?} somebody waits below another");
        self.last = (event.t_ns, self.is_wrong(sim).then_some(*event));
    }
}

/// Machines with threads, clusters of caches, and unequal CPUs.
pub(super) fn machine() -> impl Strategy<Value = Machine> {
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
            let since_ns = cpu.map_or(0, |cpu| match scenario.threads[task].rtprio {
                Some(_) => run.end_ns() - end.entity(task as u16).exec_start_ns,
                None => {
                    let (_, pool) = end.charged(cpu, run.end_ns());
                    pool[end.entity_id(task as u16)].sum_exec_ns - end.entity(task as u16).sum_exec_ns
                }
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

    /// With messages on their way, and CPUs that sleep, poll and wake late.
    #[test]
    fn what_takes_time_loses_nobody(scenario in scenario(), machine in machine(), kernel in kernel()) {
        let scenario = Scenario { machine, ..scenario };
        let side = Side { costs: CostChoice::Machine, ..Side::new(kernel) };
        let run = run_side(&scenario, &side);
        let allowed = scenario.threads.iter().map(|thread| thread.affinity.clone().expect("all have one"));
        run.observe(0, run.end_ns(), &mut Watch { allowed: allowed.collect() });
        let stats = run.stats();
        let ran_ns: u64 = stats.tasks.iter().map(|task| task.cpu_ns).sum();
        let idle_ns: u64 = stats.cpus.iter().map(|cpu| cpu.idle_ns).sum();
        prop_assert_eq!(ran_ns + idle_ns, run.end_ns() * stats.cpus.len() as u64);
        prop_assert_eq!(run_side(&scenario, &side).trace().hash(), run.trace().hash());
    }

    /// With free choice of CPUs the most urgent threads run, as many as there are CPUs, whether a CPU pulls or is pushed to.
    #[test]
    fn the_most_urgent_run_on_all_cpus(
        works in prop::collection::vec((50..3_000_u64, 50..3_000_u64, 1..=6_u8, any::<bool>()), 1..9),
        fair in 0..4_usize,
        cpus in 2..5_u32,
        kernel in kernel(),
        pulls in any::<bool>(),
    ) {
        let priorities = works.iter().map(|work| work.2).chain(std::iter::repeat_n(0, fair)).collect();
        let mut threads: Vec<Thread> = works.into_iter().enumerate().map(|(i, work)| urgent(i, work)).collect();
        threads.extend((0..fair).map(|i| Thread::new(format!("fair{i}"), vec![Step::Run(Duration::Fixed(0))])));
        let mut scenario = Scenario { threads, duration_us: 60_000, ..Scenario::default() };
        scenario.machine.cpus = cpus;
        let features = if pulls { vec!["NO_RT_PUSH_IPI".to_owned()] } else { Vec::new() };
        let side = Side { preemption: Some(Preemption::Full), features, ..Side::new(kernel) };
        let mut run = Run::start(&scenario, &side).expect("random cases are valid");
        prop_assert!(run.advance(EVENTS_MAX));
        run.observe(0, run.end_ns(), &mut MostUrgentRun { priorities, last: (0, None) });
    }

    #[test]
    fn the_same_scenario_gives_the_same_trace(scenario in scenario(), kernel in kernel()) {
        prop_assert_eq!(run(&scenario, kernel).trace().hash(), run(&scenario, kernel).trace().hash());
    }
}
