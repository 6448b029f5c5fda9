//! What balancing does to small machines, step by step.

use smp::{CheckRule, SmpReason};

use crate::between::Finding;
use crate::scenario::{Knob, Machine};
use crate::trace::{Event, IDLE, Kind};
use crate::{Duration, Run, Scenario, Side, Step, Thread};

const MS: u64 = 1_000;

/// Tasks on a machine by name, all on CPU 0 until they are let go.
struct Case {
    scenario: Scenario,
    side: Side,
}

impl Case {
    /// Each thread does its steps over and over.
    fn new(machine: &str, kernel: &str, scripts: &[Vec<Step>]) -> Case {
        let preset = smp::topology::machine(machine).expect("a machine of that name");
        Case::on(Machine::preset(preset), kernel, scripts)
    }

    fn on(machine: Machine, kernel: &str, scripts: &[Vec<Step>]) -> Case {
        let mut scenario = Scenario { machine, duration_us: 100 * MS, ..Scenario::default() };
        scenario.threads = scripts
            .iter()
            .enumerate()
            .map(|(i, steps)| {
                let script = [&[Step::Loop(0)][..], steps, &[Step::End]].concat();
                Thread { affinity: Some(vec![0]), ..Thread::new(format!("t{i}"), script) }
            })
            .collect();
        Case { scenario, side: Side::new(kernel) }
    }

    /// From then on a thread may run on these CPUs.
    fn allow(mut self, at_us: u64, thread: usize, cpus: &[u32]) -> Case {
        let step = Step::Affinity(format!("t{thread}"), cpus.to_vec());
        self.scenario.changes.push(crate::TimedChange { at_us, step });
        self
    }

    fn run(&self) -> Run {
        let mut run = Run::start(&self.scenario, &self.side).expect("a valid case");
        assert!(run.advance(100_000), "it comes to its end");
        run
    }
}

fn run(us: u64) -> Step {
    Step::Run(Duration::Fixed(us))
}

fn sleep(us: u64) -> Step {
    Step::Sleep(Duration::Fixed(us))
}

/// Moves by balancing: when in us, the task, from where to where, and why.
fn pulls(run: &Run) -> Vec<(u64, u16, [u16; 2], SmpReason)> {
    let pulled = |event: &&Event| event.kind() == Kind::Pulled;
    let row =
        |event: &Event| Some((event.t_ns / 1_000, event.task, [event.other, event.cpu], event.smp_reason()?));
    run.trace().events.iter().filter(pulled).filter_map(row).collect()
}

fn hogs(count: usize) -> Vec<Vec<Step>> {
    vec![vec![run(1_000)]; count]
}

/// The kernels of the table whose balancing of a single cache is alike.
const KERNELS: [&str; 4] = ["5.10", "6.1", "6.12.y", "7.2"];

#[test]
fn idle_cpus_are_asked_to_take_what_waits() {
    for kernel in KERNELS {
        let mut case = Case::new("graviton3-16", kernel, &hogs(4));
        for thread in 0..4 {
            case = case.allow(10 * MS, thread, &[0, 1, 2, 3]);
        }
        let run = case.run();
        let end = run.state_at_event(run.trace().events.len());
        let running: Vec<bool> = (0..5).map(|cpu| end.running(cpu) != IDLE).collect();
        assert_eq!(running, [true, true, true, true, false], "{kernel}");
        let [(at_us, _, [from, _], why), ..] = pulls(&run)[..] else {
            panic!("{kernel}: nothing was pulled")
        };
        assert_eq!((at_us % (4 * MS), from, why), (0, 0, SmpReason::PullTasks { imbalance: 2, queued: 4 }));
    }
}

#[test]
fn who_runs_out_of_work_takes_one_that_waits_and_is_not_hot() {
    let scripts = [hogs(2), vec![vec![run(500), sleep(3_000)]]].concat();
    let case = Case::on(Machine::of_cpus(2), "6.12.0", &scripts);
    let run = case.allow(1, 0, &[0, 1]).allow(1, 1, &[0, 1]).allow(1, 2, &[1]).run();
    let (at_us, task, places, why) = pulls(&run).into_iter().find(|row| row.1 != 2).expect("a pull");
    assert_eq!((places, why), ([0, 1], SmpReason::PullTasks { imbalance: 1, queued: 2 }));
    let sleeps = |event: &&Event| event.t_ns == at_us * 1_000 && event.kind() == Kind::SwitchBlocked;
    let sleep = run.trace().events.iter().find(sleeps).expect("it was pulled as another went to sleep");
    assert_eq!((sleep.cpu, sleep.task, sleep.other), (1, 2, task));
}

#[test]
fn who_found_nothing_is_asked_again_while_idle() {
    for kernel in KERNELS {
        let once = vec![vec![run(5 * MS), sleep(1_000 * MS)]];
        let case = Case::on(Machine::of_cpus(2), kernel, &[hogs(2), once].concat()).allow(1, 2, &[1]);
        let found = pulls(&case.allow(50 * MS, 0, &[0, 1]).run());
        let late = found.iter().find(|(at_us, ..)| *at_us > 50 * MS).expect("CPU 1 gets a hog");
        assert_eq!((late.1, late.2), (0, [0, 1]), "{kernel}");
    }
}

/// Why CPU 1 did not pull when it ran out of work: each reason once.
fn declined(case: &Case) -> Vec<&'static str> {
    let run = case.run();
    let told =
        run.trace().events.iter().filter(|event| event.kind() == Kind::NothingPulled && event.cpu == 1);
    let mut names: Vec<_> = told.filter_map(|event| Some(event.smp_reason()?.name())).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn who_pulls_nothing_says_why() {
    let sleeper = vec![run(500), sleep(3_000)];
    let lone = Case::new("graviton3-16", "6.12.0", std::slice::from_ref(&sleeper)).allow(1, 0, &[1]);
    assert_eq!(declined(&lone), ["NewidleQuiet"]);
    let pinned = Case::new("graviton3-16", "6.12.0", &[hogs(2), vec![sleeper.clone()]].concat());
    assert_eq!(declined(&pinned.allow(1, 2, &[1])), ["AllPinned", "NewidleQuiet"]);
    let hot = vec![run(100), sleep(1_000)];
    let mut hot = Case::new("graviton3-16", "6.12.0", &[vec![hot], hogs(2)].concat()).allow(1, 0, &[1]);
    hot.scenario.knobs.insert("migration_cost_ns".to_owned(), Knob::Number(1_000_000_000));
    assert!(declined(&hot.allow(1, 1, &[0, 1])).contains(&"NoneMoved"));
}

#[test]
fn an_attempt_explains_itself_without_being_made() {
    let mut case = Case::new("hikey", "6.12.y", &hogs(6));
    for thread in 0..6 {
        case = case.allow(10 * MS, thread, &[0, 1, 2, 3, 4, 5, 6, 7]);
    }
    let run = case.run();
    let events = &run.trace().events;
    let pulled =
        |index: &usize| events[*index].kind() == Kind::Pulled && events[*index].smp_reason().is_some();
    let pulls: Vec<usize> = (0..events.len()).filter(pulled).collect();
    assert!(pulls.len() >= 3, "{}", pulls.len());
    for index in pulls {
        let (event, told) = (events[index], run.explain_between(index).expect("it is explained"));
        let busiest = told.findings.iter().rev().find_map(|finding| match finding {
            Finding::Test(check, _) if check.rule == CheckRule::QueueBusiest && check.holds => {
                Some(check.cpu)
            }
            _ => None,
        });
        assert_eq!(busiest, Some(usize::from(event.other)));
        let taken = told.decisive().map(|place| told.findings[place]);
        assert_eq!(taken, Some(Finding::Offer(event.task, None)));
    }
}

#[test]
fn a_task_too_big_for_its_cpu_is_pushed_to_a_bigger_one() {
    for kernel in ["6.12.y", "7.2"] {
        let run = Case::new("hikey960", kernel, &hogs(1)).allow(30 * MS, 0, &[0, 1, 4, 5]).run();
        let found = pulls(&run);
        let [(at_us, 0, [0, 4], SmpReason::PushMisfit { capacity: 462, .. })] = found[..] else {
            panic!("{kernel}: {found:?}");
        };
        assert!((30 * MS..60 * MS).contains(&at_us), "{kernel}: {at_us}");
        let leaves = |event: &Event| event.kind() == Kind::SwitchMigrated && event.task == 0;
        assert!(run.trace().events.iter().any(leaves), "{kernel}");
    }
}

#[test]
fn after_many_failures_the_running_task_is_pushed() {
    let run = Case::new("graviton3-16", "6.12.y", &hogs(2)).allow(10 * MS, 0, &[0, 1]).run();
    let found: Vec<_> = pulls(&run).into_iter().map(|(_, task, places, why)| (task, places, why)).collect();
    assert_eq!(found, [(0, [0, 1], SmpReason::PushFailed { failed: 4, tries: 3 })]);
}

#[test]
fn a_thief_takes_what_is_hot() {
    let scripts = [vec![vec![run(100), sleep(400)]], hogs(2)].concat();
    let mut case = Case::new("graviton3-16", "6.5", &scripts);
    case = case.allow(1, 0, &[1]).allow(1, 1, &[0, 1]).allow(1, 2, &[0, 1]);
    case.scenario.duration_us = 4 * MS;
    case.scenario.knobs.insert("migration_cost_ns".to_owned(), Knob::Number(1_000_000_000));
    assert!(pulls(&case.run()).iter().all(|row| row.1 == 0), "all are hot");
    case.side.features.push("STEAL".to_owned());
    let found = pulls(&case.run());
    let steals = |why: &SmpReason| matches!(why, SmpReason::StealLlc { queued: 2, .. });
    assert!(found.iter().any(|(_, _, places, why)| *places == [0, 1] && steals(why)), "{found:?}");
}

#[test]
fn idle_times_are_averaged_by_eighths() {
    for kernel in KERNELS {
        let sleeper = vec![run(500), sleep(100)];
        let mut case = Case::on(Machine::of_cpus(2), kernel, &[sleeper]).allow(1, 0, &[1]);
        case.scenario.duration_us = MS;
        let run = case.run();
        let end = run.state_at_event(run.trace().events.len());
        assert_eq!(end.facts[1].avg_idle_ns, 887_500, "{kernel}");
    }
}
