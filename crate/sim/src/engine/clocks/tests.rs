//! Speeds, clocks, energy and heat of small scenarios on named machines.

use smp::frequency::Governor;
use smp::{SmpReason, topology};

use crate::costs::{Between, Costs};
use crate::engine::Sim;
use crate::run::{Run, simulate};
use crate::scenario::{CostChoice, Duration, Machine, Scenario, Side, Step, Thermal, Thread};
use crate::trace::{Event, Kind};

/// 100 ms on a machine of this name.
fn on(machine: &str, threads: Vec<Thread>) -> Scenario {
    let machine = Machine::preset(topology::machine(machine).expect("a preset"));
    Scenario { machine, threads, ..Scenario::default() }
}

/// A thread on one CPU that works for 10 ms and exits.
fn job(name: &str, cpu: u32) -> Thread {
    Thread { affinity: Some(vec![cpu]), ..Thread::new(name, vec![Step::Run(Duration::Fixed(10_000))]) }
}

/// A thread on one CPU that works 2 of 10 ms.
fn light(cpu: u32) -> Thread {
    let steps = vec![
        Step::Loop(0),
        Step::Run(Duration::Fixed(500)),
        Step::Periodic { period_us: 10_000, offset_us: 0 },
        Step::End,
    ];
    Thread { affinity: Some(vec![cpu]), ..Thread::new("light", steps) }
}

fn hog(cpu: u32) -> Thread {
    Thread {
        affinity: Some(vec![cpu]),
        ..Thread::new(format!("hog{cpu}"), vec![Step::Run(Duration::Fixed(0))])
    }
}

fn run(scenario: &Scenario, side: &Side) -> Run {
    simulate(scenario, side).expect("a valid scenario")
}

/// When a task ends, ns.
fn ends_ns(run: &Run, task: u16) -> u64 {
    let ends = run.trace().events.iter().find(|event| event.kind() == Kind::Exit && event.task == task);
    ends.expect("it ends").t_ns
}

/// The machine at the end.
fn last(run: &Run) -> Sim {
    run.state_at_event(run.trace().events.len())
}

/// What all CPUs have used, µJ.
fn all_uj(sim: &Sim) -> u64 {
    (0..sim.cpu_count() as u16).filter_map(|cpu| sim.energy_uj(cpu)).sum()
}

fn schedutil(kernel: &str) -> Side {
    Side { governor: Governor::Schedutil, ..Side::new(kernel) }
}

fn between(between: Between) -> CostChoice {
    CostChoice::Custom(Costs { between, ..Costs::default() })
}

#[test]
fn a_little_cpu_works_as_much_longer_as_it_is_smaller() {
    let run = run(&on("hikey960", vec![job("little", 0), job("big", 4)]), &Side::new("7.2"));
    assert_eq!(ends_ns(&run, 1), 10_000_000);
    // Each tick in between rounds down once.
    assert!((22_164_503..22_164_513).contains(&ends_ns(&run, 0)), "{}", ends_ns(&run, 0));
}

#[test]
fn threads_of_a_core_hold_each_other_up() {
    let side =
        Side { costs: between(Between { smt_loss_per_mille: 400, ..Between::FREE }), ..Side::new("7.2") };
    let apart = run(&on("laptop", vec![job("a", 0), job("b", 1)]), &side);
    assert_eq!((ends_ns(&apart, 0), ends_ns(&apart, 1)), (10_000_000, 10_000_000));
    let together = run(&on("laptop", vec![job("a", 0), job("b", 4)]), &side);
    assert!((16_660_000..16_670_000).contains(&ends_ns(&together, 0)), "{}", ends_ns(&together, 0));
    let unseen = run(&on("laptop", vec![job("a", 0), job("b", 4)]), &Side::new("7.2"));
    assert_eq!(ends_ns(&unseen, 0), 10_000_000);
}

#[test]
fn a_clock_follows_what_its_cpus_do() {
    let scenario = Scenario { duration_us: 300_000, ..on("hikey960", vec![hog(4)]) };
    let run = run(&scenario, &schedutil("7.2"));
    assert_eq!((last(&run).clock_khz(4), last(&run).clock_khz(0)), (Some(2_362_000), Some(533_000)));
    let changes = run.trace().events.iter().filter(|event| event.kind() == Kind::ClockSet);
    let whys: Vec<_> = changes.map(|event| (event.cpu, event.smp_reason())).collect();
    assert!(!whys.is_empty());
    for (cpu, why) in whys {
        assert_eq!(cpu, 4);
        assert!(matches!(why, Some(SmpReason::ClockForUtil { .. })), "{why:?}");
    }
}

#[test]
fn a_clock_is_there_after_its_latency() {
    let scenario = on("hikey960", vec![hog(4)]);
    let first_ns = |clock_change_ns| {
        let costs = between(Between { clock_change_ns, ..Between::FREE });
        let run = run(&scenario, &Side { costs, ..schedutil("7.2") });
        run.trace().events.iter().find(|event| event.kind() == Kind::ClockSet).expect("it follows").t_ns
    };
    assert_eq!(first_ns(300_000), first_ns(0) + 300_000);
}

#[test]
fn slower_takes_longer_and_less_energy() {
    let scenario = on("hikey960", vec![light(4)]);
    let (fast, slow) = (run(&scenario, &Side::new("7.2")), run(&scenario, &schedutil("7.2")));
    let (fast, slow) = (last(&fast), last(&slow));
    assert!(fast.entity(0).sum_exec_ns < slow.entity(0).sum_exec_ns);
    assert!(all_uj(&slow) > 0 && all_uj(&slow) < all_uj(&fast), "{} {}", all_uj(&slow), all_uj(&fast));
}

#[test]
fn energy_is_power_times_busy_time() {
    let run = run(&on("hikey960", vec![job("big", 4), hog(0)]), &Side::new("7.2"));
    // The job is busy for 10 ms, the hog for 100.
    let (end, by) = (last(&run), |power_uw: u64, ms: u64| Some(power_uw * ms / 1000));
    assert_eq!((end.energy_uj(4), end.energy_uj(0)), (by(1_571_911, 10), by(245_436, 100)));
    assert_eq!(all_uj(&end), 15_719 + 24_543);
}

#[test]
fn a_minimum_sets_the_clock_at_once() {
    let lazy = on("hikey960", vec![light(4)]);
    let boosted = on("hikey960", vec![Thread { uclamp_min: Some(1024), ..light(4) }]);
    let exec_ns = |scenario| last(&run(scenario, &schedutil("7.2"))).entity(0).sum_exec_ns;
    assert!(exec_ns(&boosted) < exec_ns(&lazy));
    let run = run(&boosted, &schedutil("7.2"));
    let first = run.trace().events.iter().find(|event| event.kind() == Kind::ClockSet).expect("it follows");
    assert!(matches!(first.smp_reason(), Some(SmpReason::ClockForMinimum { min: 1024, .. })), "{first:?}");
}

/// A task that asks for a minimum while it runs has its clock with the next look at its load.
#[test]
fn a_clamp_that_a_task_asks_for_while_it_runs_sets_the_clock() {
    let ask = Step::Uclamp { thread: "light".to_owned(), min: 1024, max: 1024 };
    let asking = Thread {
        script: [vec![Step::Sleep(Duration::Fixed(50_000)), ask], light(4).script].concat(),
        ..light(4)
    };
    let run = run(&on("hikey960", vec![asking]), &schedutil("6.12.y"));
    let changes = run.trace().events.iter().filter(|event| event.kind() == Kind::ClockSet && event.cpu == 4);
    let asked =
        |event: &Event| matches!(event.smp_reason(), Some(SmpReason::ClockForMinimum { min: 1024, .. }));
    let (before, after): (Vec<&Event>, Vec<&Event>) = changes.partition(|event| event.t_ns < 50_000_000);
    assert!(!before.into_iter().any(asked) && after.into_iter().any(asked));
}

#[test]
fn the_second_run_of_a_hot_board_is_slower() {
    let threads = (4..8).map(|cpu| Thread { affinity: Some(vec![cpu]), ..job(&format!("j{cpu}"), cpu) });
    let long = |thread: Thread| Thread { script: vec![Step::Run(Duration::Fixed(800_000))], ..thread };
    let scenario = Scenario { duration_us: 3_000_000, ..on("hikey960", threads.map(long).collect()) };
    let ends = |heat_mw| {
        let thermal = Some(Thermal { sustainable_mw: 4_500, time_constant_ms: 10_000, heat_mw });
        ends_ns(&run(&scenario, &Side { thermal, ..Side::new("6.5") }), 0)
    };
    assert_eq!(ends(0), 800_000_000);
    assert!(ends(4_600) > 850_000_000, "{}", ends(4_600));
}

#[test]
fn one_cpu_has_a_clock_too() {
    let mut scenario = on("hikey960", vec![hog(0)]);
    scenario.machine = Machine::of_cpus(1);
    assert_eq!(last(&run(&scenario, &schedutil("7.2"))).clock_khz(0), None);
}

#[test]
fn the_same_run_is_the_same() {
    let scenario = on("hikey960", vec![light(4), hog(0), job("a", 5), job("b", 1)]);
    let side = Side { costs: CostChoice::Machine, ..schedutil("6.12.0") };
    assert_eq!(run(&scenario, &side).trace().hash(), run(&scenario, &side).trace().hash());
}
