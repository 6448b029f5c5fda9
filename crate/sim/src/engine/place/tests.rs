//! Placements of small scenarios.

use smp::frequency::Governor;
use smp::placement::Call;
use smp::{Check, CheckRule, SmpReason, topology};

use super::Placing;
use crate::costs::Costs;
use crate::engine::{Observer, Sim};
use crate::run::{Run, simulate};
use crate::scenario::machine::Told;
use crate::scenario::{CostChoice, Duration, Machine, Scenario, Side, Step, Thread};
use crate::trace::{Event, Kind};

const KERNELS: [&str; 5] = ["5.10", "6.1", "6.6", "6.12.0", "7.2"];

fn machine_of(cpus: u32, threads: Vec<Thread>) -> Scenario {
    let mut scenario = Scenario { channels: 4, threads, duration_us: 20_000, ..Scenario::default() };
    scenario.machine.cpus = cpus;
    scenario
}

fn run(cpus: u32, threads: Vec<Thread>, kernel: &str) -> Run {
    simulate(&machine_of(cpus, threads), &Side::new(kernel)).expect("a valid scenario")
}

/// CPU and reason of each placement of a task.
fn placements(run: &Run, task: u16) -> Vec<(u16, SmpReason)> {
    let events = run.trace().events.iter();
    let placed = events.filter(|event| event.kind() == Kind::Placed && event.task == task);
    placed.map(|event| (event.cpu, event.smp_reason().expect("a placement has its reason"))).collect()
}

fn hog(name: &str) -> Thread {
    Thread::new(name, vec![Step::Loop(0), Step::Run(Duration::Fixed(1_000_000)), Step::End])
}

fn sleeper(name: &str) -> Thread {
    let steps = [Step::Run(Duration::Fixed(300)), Step::Sleep(Duration::Fixed(700))];
    Thread::new(name, looped(&steps))
}

/// Waits for a semaphore and works for a while.
fn worker(name: &str, channel: usize) -> Thread {
    Thread::new(name, looped(&[Step::Wait(channel), Step::Run(Duration::Fixed(50))]))
}

fn looped(steps: &[Step]) -> Vec<Step> {
    [&[Step::Loop(0)], steps, &[Step::End]].concat()
}

/// Where hogs wake that slept on CPU 0, one right after the other: as recorded with three kernels in `l2-3hogs`, `l2-hogs-nice`,
/// `l4-5hogs`, `l4-8sleepers`, `l4-numa-5hogs` and `l4-smt-3hogs`.
#[test]
fn tasks_begin_where_recorded_ones_did() {
    let recorded: [(u32, &str, &[u16]); 6] = [
        (2, "2", &[0, 1, 0]),
        (2, "2", &[0, 1, 0, 0]),
        (4, "4", &[0, 1, 2, 3, 0]),
        (4, "4", &[0, 1, 2, 3, 0, 0, 0, 0]),
        (4, "4:numa", &[0, 1, 0, 0, 0]),
        (4, "4,sockets=1,cores=2,threads=2", &[0, 2, 1]),
    ];
    for kernel in ["6.1", "6.12.y", "7.2"] {
        for (cpus, words, expected) in recorded {
            let hogs = (0..expected.len()).map(|i| hog(&format!("h{i}"))).collect();
            let machine = Machine { cpus, told: Told::Smp(words.to_owned()) };
            let scenario = Scenario { machine, ..machine_of(cpus, hogs) };
            let run = simulate(&scenario, &Side::new(kernel)).expect("a valid scenario");
            let first = |task| placements(&run, task as u16)[0].0;
            let placed: Vec<u16> = (0..expected.len()).map(first).collect();
            assert_eq!(placed, expected, "{words} on {kernel}");
        }
    }
}

#[test]
fn a_task_that_wakes_alone_stays_where_it_was() {
    for kernel in KERNELS {
        let run = run(4, vec![sleeper("a")], kernel);
        let placed = placements(&run, 0);
        assert!(placed.len() > 15, "{kernel}");
        let (cpu, _) = placed[0];
        let prev = i64::from(cpu);
        let again = |(to, why): &(u16, SmpReason)| {
            (*to, *why) == (cpu, SmpReason::PlacedPreviousIdle { prev, waker: prev })
        };
        assert!(placed[1..].iter().all(again), "{kernel}: {placed:?}");
    }
}

#[test]
fn a_wakee_leaves_a_busy_cpu_for_an_idle_one() {
    for kernel in KERNELS {
        let script =
            looped(&[Step::Run(Duration::Fixed(200)), Step::Post(0), Step::Run(Duration::Fixed(800))]);
        let pinned = Thread { affinity: Some(vec![0]), ..worker("b", 0) };
        let free = Thread { affinity: Some(vec![0, 1]), ..pinned.clone() };
        let poster = Thread { affinity: Some(vec![0]), ..Thread::new("a", script) };
        let stays = run(2, vec![poster.clone(), pinned], kernel);
        assert!(placements(&stays, 1).iter().all(|(cpu, _)| *cpu == 0), "{kernel}");
        let leaves = run(2, vec![poster, free], kernel);
        assert!(placements(&leaves, 1)[1..].iter().all(|(cpu, _)| *cpu == 1), "{kernel}");
    }
}

#[test]
fn a_new_task_is_placed_on_an_idle_cpu() {
    for kernel in KERNELS {
        let child = Thread { spawned: true, ..hog("child") };
        let parent = Thread::new(
            "parent",
            vec![Step::Spawn("child".to_owned()), Step::Loop(0), Step::Run(Duration::Fixed(900)), Step::End],
        );
        let run = run(2, vec![parent, child], kernel);
        let (parent_cpu, _) = placements(&run, 0)[0];
        assert_ne!(placements(&run, 1)[0].0, parent_cpu, "{kernel}");
    }
}

#[test]
fn who_wakes_others_in_turn_is_known_for_it() {
    let script = looped(&[
        Step::Post(0),
        Step::Run(Duration::Fixed(100)),
        Step::Post(1),
        Step::Run(Duration::Fixed(100)),
    ]);
    let run = run(4, vec![Thread::new("a", script), worker("b", 0), worker("c", 1)], "6.12.0");
    let end = run.state_at_event(run.trace().events.len());
    let posts = placements(&run, 1).len() + placements(&run, 2).len() - 2;
    let flips = end.tasks[0].habits.wakees.flips;
    assert!(flips > 90 && flips as usize <= posts, "{flips} flips, {posts} wakeups");
    assert_eq!(end.tasks[1].habits.wakees.flips, 0);
}

#[test]
fn looking_at_cpus_takes_time() {
    let costs = CostChoice::Custom(Costs { scan_cpu_ns: 100, ..Costs::default() });
    let side = Side { costs, ..Side::new("6.12.0") };
    let run = simulate(&machine_of(4, vec![sleeper("a")]), &side).expect("a valid scenario");
    let mut events = run.trace().events.iter().skip_while(|event| event.kind() != Kind::SwitchBlocked);
    let mut next = |kind| events.find(|event| event.kind() == kind).expect("it happens").t_ns;
    let woken_ns = next(Kind::WakeupIdle);
    assert_eq!(next(Kind::SwitchIdle) - woken_ns, 100, "only the CPU on which it slept is looked at");
}

fn on_preset(name: &str, threads: Vec<Thread>, side: &Side) -> Run {
    let machine = Machine::preset(topology::machine(name).expect("a preset"));
    let scenario = Scenario { machine, ..machine_of(1, threads) };
    simulate(&scenario, side).expect("a valid scenario")
}

#[test]
fn a_small_task_wakes_on_a_little_cpu_where_energy_counts() {
    let side = |governor| Side { governor, ..Side::new("6.12.0") };
    let small = || vec![sleeper("a")];
    let thrifty = placements(&on_preset("hikey960", small(), &side(Governor::Schedutil)), 0);
    let (cpu, why) = thrifty[thrifty.len() - 1];
    assert!(cpu < 4 && matches!(why, SmpReason::PlacedNoCheaper { .. }), "{cpu} {why:?}");
    let fast = placements(&on_preset("hikey960", small(), &side(Governor::Performance)), 0);
    let prev = i64::from(fast[0].0);
    assert_eq!(fast[fast.len() - 1].1, SmpReason::PlacedPreviousIdle { prev, waker: prev });
}

#[test]
fn idle_cores_are_taken_first_and_known_until_a_search_is_vain() {
    let hogs = |count| (0..count).map(|i| hog(&format!("hog {i}"))).collect::<Vec<_>>();
    let side = Side::new("6.12.0");
    let four = on_preset("laptop", hogs(4), &side);
    let mut cores: Vec<u16> = (0..4).map(|task| placements(&four, task)[0].0 % 4).collect();
    cores.sort_unstable();
    assert_eq!(cores, [0, 1, 2, 3], "each has a core");
    let idle_cores = |run: &Run| run.state_at_event(run.trace().events.len()).llcs[0].has_idle_cores;
    assert!(idle_cores(&four));
    let nine = on_preset("laptop", [hogs(8), vec![sleeper("a")]].concat(), &side);
    assert!(!idle_cores(&nine), "the sleeper wakes on a busy machine");
}

/// Explains each placement before it happens.
#[derive(Default)]
struct Explained {
    expected: Vec<(Placing, u16, SmpReason, Vec<Check>)>,
    happened: Vec<(u16, u16, SmpReason)>,
}

impl Observer for Explained {
    fn event(&mut self, _: &Sim, event: &Event) {
        if let (Kind::Placed, Some(why)) = (event.kind(), event.smp_reason()) {
            self.happened.push((event.task, event.cpu, why));
        }
    }

    fn placing(&mut self, sim: &Sim, placing: Placing) {
        let (placed, checks) = sim.placement(placing);
        self.expected.push((placing, placed.cpu as u16, placed.why, checks));
    }
}

#[test]
fn a_placement_can_be_explained() {
    let run = run(4, vec![hog("a"), sleeper("b"), sleeper("c"), worker("d", 0)], "7.2");
    let mut explained = Explained::default();
    run.observe(0, run.end_ns(), &mut explained);
    let expected: Vec<_> =
        explained.expected.iter().map(|(placing, cpu, why, _)| (placing.task, *cpu, *why)).collect();
    assert!(expected.len() > 30);
    assert_eq!(expected, explained.happened);
    let wakeups = explained.expected.iter().filter(|(placing, ..)| placing.call != Call::Fork);
    for (placing, cpu, why, checks) in wakeups {
        assert_eq!(checks[0].rule, CheckRule::WakesWide, "{placing:?}");
        let last = checks.last().expect("a wakeup looks at a CPU");
        assert!(last.cpu == usize::from(*cpu) && last.holds, "{placing:?} {why:?} {checks:?}");
    }
}

/// Two hogs on CPU 0, one of which executes another program after 2 ms: CPUs 1 to 3 are idle.
#[test]
fn a_task_that_executes_another_program_goes_to_the_least_busy_cpu() {
    for kernel in ["5.10", "6.1", "7.2"] {
        let stays = Thread { affinity: Some(vec![0]), ..hog("stays") };
        let freed = Step::Affinity("execs".to_owned(), vec![0, 1, 2, 3]);
        let steps = [vec![Step::Run(Duration::Fixed(2_000)), freed, Step::Exec], hog("").script].concat();
        let execs = Thread { affinity: Some(vec![0]), ..Thread::new("execs", steps) };
        let run = run(4, vec![execs, stays], kernel);
        let of = |kind: Kind| {
            let mut events = run.trace().events.iter().rev();
            *events.find(|event| event.kind() == kind && event.task == 0).expect("it happens")
        };
        let (placed, pulled) = (of(Kind::Placed), of(Kind::Pulled));
        assert!(placed.smp_reason().is_some_and(SmpReason::is_placement), "{kernel} {placed:?}");
        assert_eq!((placed.other, placed.cpu == 0), (0, false), "{kernel} {placed:?}");
        assert_eq!((pulled.t_ns, pulled.cpu, pulled.other), (placed.t_ns, placed.cpu, 0), "{kernel}");
        assert_eq!((pulled.code, pulled.a, pulled.b), (placed.code, placed.a, placed.b), "{kernel}");
        let index = run.trace().events.iter().position(|event| *event == placed).expect("it is there");
        let told = run.explain_between(index).expect("it is explained");
        assert_eq!((told.asked, told.again.0), (crate::between::Asked::Place(Call::Exec), placed.cpu));
        let stats = crate::measure::measure(&run.trace().events, 2, run.end_ns());
        assert_eq!(
            stats.tasks[0].cpu_ns,
            2_000_000 + run.end_ns() - placed.t_ns,
            "{kernel}: it waits no more"
        );
    }
}

#[test]
fn on_one_cpu_exec_takes_its_time_and_nothing_else() {
    let script = |step: Step| [vec![Step::Run(Duration::Fixed(500)), step], hog("").script].concat();
    let hash = |step| run(1, vec![Thread::new("a", script(step)), hog("b")], "7.2").trace().hash();
    assert_eq!(hash(Step::Exec), hash(Step::Until(0)));
}

/// In 6.1 SIS_PROP is off, and beside SIS_UTIL changes nothing; alone it ends the searches of a CPU that is seldom idle.
#[test]
fn sis_prop_limits_searches_where_sis_util_is_off() {
    let hash = |features: &[&str]| {
        let poster = |i: usize| looped(&[Step::Run(Duration::Fixed(300)), Step::Post(i % 4)]);
        let posters = (0..13).map(|i| Thread::new(format!("p{i}"), poster(i)));
        let workers = (0..12).map(|i| worker(&format!("w{i}"), i % 4));
        let scenario = machine_of(16, posters.chain(workers).collect());
        let scenario = Scenario { duration_us: 80_000, ..scenario };
        let features = features.iter().map(|feature| (*feature).to_owned()).collect();
        let costs = Costs { scan_cpu_ns: 2_000, ..Costs::default() };
        let side = Side { features, costs: CostChoice::Custom(costs), ..Side::new("6.1") };
        simulate(&scenario, &side).expect("a valid scenario").trace().hash()
    };
    assert_eq!(hash(&["SIS_PROP"]), hash(&[]));
    assert_eq!(hash(&["NO_SIS_PROP"]), hash(&[]));
    assert_ne!(hash(&["SIS_PROP", "NO_SIS_UTIL"]), hash(&["NO_SIS_UTIL"]));
}
