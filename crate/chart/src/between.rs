//! A decision between CPUs told test by test, as the inspector lists it.

use sim::Run;
use sim::between::{Asked, Between, Finding};
use sim::trace::IDLE;
use smp::{Check, CheckRule, SmpReason, Topology};

use crate::sentence::{self, amount, grouped};
use crate::words;

/// A decision between CPUs in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BetweenTold {
    /// What was asked for, and by which CPU.
    pub asked: String,
    /// Every test, in the order of the kernel.
    pub tests: Vec<TestTold>,
}

/// A test in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestTold {
    /// The CPU that was looked at.
    pub cpu: usize,
    /// What was found.
    pub finding: String,
    /// Whether it is so.
    pub holds: bool,
    /// It settled the decision.
    pub decides: bool,
    /// Name of the rule: tests of one rule that follow each other are one search.
    pub rule: &'static str,
    /// Where the test stands in the kernel: file and function.
    pub source: &'static str,
    /// What was compared, by name.
    pub operands: Vec<(&'static str, String)>,
}

/// What was looked at before event `index` of a run; `None` if it was not decided between CPUs.
pub fn tell(run: &Run, index: usize) -> Option<BetweenTold> {
    Some(told(run, &run.explain_between(index)?))
}

/// Everything that was looked at, in words.
pub fn told(run: &Run, between: &Between) -> BetweenTold {
    let decisive = between.decisive();
    let told = |(place, finding): (usize, &Finding)| {
        let test = match finding {
            Finding::Test(check, running) => tell_test(run, check, *running),
            Finding::Offer(task, left) => tell_offer(run, between, *task, *left),
        };
        TestTold { decides: decisive == Some(place), ..test }
    };
    let tests = between.findings.iter().enumerate().map(told).collect();
    BetweenTold { asked: asked(run, between), tests }
}

fn asked(run: &Run, between: &Between) -> String {
    sentence::filled(words::asked(between.asked), |hole| match hole {
        "task" => name(run, between.event.task).to_owned(),
        "to" => match between.asked {
            Asked::Pull { to, .. } | Asked::Push { to } | Asked::PullUrgent { to } => to.to_string(),
            Asked::Place(_) | Asked::Steal | Asked::PushUrgent { .. } => between.event.cpu.to_string(),
        },
        _ => between.on.to_string(),
    })
}

fn tell_test(run: &Run, check: &Check, running: u16) -> TestTold {
    let names = check.rule.operand_names().iter().copied();
    let operands: Vec<(&str, i64)> = names.zip(check.operands).collect();
    let value = |hole: &str| match hole {
        "cpu" => check.cpu.to_string(),
        "domain" => domain(run.topology(), check.cpu, check.operands[0]),
        "migration" => words::migration(check.operands[1]).to_owned(),
        _ if hole.starts_with("type ") => words::group_type(check.operands[0]).to_owned(),
        _ => operands
            .iter()
            .find(|(name, _)| *name == hole)
            .map_or(String::new(), |(_, value)| grouped(*value)),
    };
    let mut finding = sentence::filled(words::finding(check.rule, check.holds), value);
    if running != IDLE && !check.holds && check.rule == CheckRule::Idle {
        finding += &format!(": {} runs there", name(run, running));
    }
    TestTold {
        cpu: check.cpu,
        finding,
        holds: check.holds,
        decides: false,
        rule: check.rule.name(),
        source: check.rule.source(),
        operands: operands.iter().map(|(name, value)| (*name, text(name, *value))).collect(),
    }
}

/// A task that could be moved from the CPU that the event names.
fn tell_offer(run: &Run, between: &Between, task: u16, left: Option<SmpReason>) -> TestTold {
    let task = name(run, task);
    let (finding, operands) = match left {
        None => (format!("{task} may go"), Vec::new()),
        Some(reason) => {
            let why = sim::Why::Between(reason);
            let because = sentence::because(why, task, None).replace("the candidate", "it");
            (format!("{task} is left: {because}"), sentence::operands(why))
        }
    };
    TestTold {
        cpu: usize::from(between.event.other_cpu().unwrap_or(between.event.cpu)),
        finding,
        holds: left.is_none(),
        decides: false,
        rule: "Candidate",
        source: left.map_or("kernel/sched/fair.c: detach_tasks", SmpReason::source),
        operands,
    }
}

/// The domain of a CPU that has so many CPUs, with those.
pub fn domain(topology: &Topology, cpu: usize, weight: i64) -> String {
    let found = topology.domains_of(cpu).find(|domain| domain.weight() as i64 == weight);
    found.map_or(String::new(), |domain| format!("the {} domain (CPUs {})", domain.level.name(), domain.span))
}

fn text(name: &str, value: i64) -> String {
    if words::is_time(name) { amount(value) } else { grouped(value) }
}

fn name(run: &Run, task: u16) -> &str {
    run.task_names().get(usize::from(task)).map_or("nobody", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim::trace::Kind;
    use sim::{Duration, Scenario, Side, Step, Thread, simulate};

    /// A hog on each of two CPUs, and a sleeper between them that may use three.
    fn run(kernel: &str) -> Run {
        let hog = |name: &str, cpu| Thread {
            affinity: Some(vec![cpu]),
            ..Thread::new(name, vec![Step::Run(Duration::Fixed(0))])
        };
        let nap = vec![
            Step::Loop(0),
            Step::Run(Duration::Fixed(300)),
            Step::Sleep(Duration::Fixed(700)),
            Step::End,
        ];
        let sleeper = Thread { affinity: Some(vec![0, 1, 2]), ..Thread::new("sleeper", nap) };
        let threads = vec![hog("hog", 0), hog("other", 1), sleeper];
        let mut scenario = Scenario { threads, duration_us: 10_000, ..Scenario::default() };
        scenario.machine.cpus = 4;
        simulate(&scenario, &Side::new(kernel)).expect("a valid scenario")
    }

    #[test]
    fn a_placement_is_told_in_the_order_of_its_tests() {
        for kernel in ["5.10", "6.12.y", "7.2"] {
            let run = run(kernel);
            let events = &run.trace().events;
            let of_sleeper =
                |index: &usize| events[*index].kind() == Kind::Placed && events[*index].task == 2;
            let last = (0..events.len()).rfind(of_sleeper).expect("it wakes");
            let told = tell(&run, last).expect("a placement");
            assert!(told.asked.starts_with("sleeper is woken by CPU "), "{}", told.asked);
            assert_eq!(told.tests[0].rule, "WakesWide");
            assert_eq!(told.tests.iter().filter(|test| test.decides).count(), 1, "{kernel}: {told:?}");
            let settles = told.tests.last().expect("tests");
            let expected = format!("CPU {} is idle", events[last].cpu);
            assert!(settles.decides && settles.finding == expected, "{kernel}: {settles:?}");
            assert_eq!(settles.operands, [("nr_running", "0".to_owned()), ("idle_policy", "0".to_owned())]);
        }
    }

    #[test]
    fn a_domain_has_its_cpus_and_a_group_its_type() {
        let run = run("7.2");
        let found: Vec<String> = (0..run.trace().events.len())
            .filter_map(|index| tell(&run, index))
            .flat_map(|told| told.tests.into_iter().map(|test| test.finding))
            .collect();
        let has = |text: &str| assert!(found.iter().any(|finding| finding == text), "{text}: {found:?}");
        has("the search goes through the MC domain (CPUs 0-3) of CPU 0");
        has("the group of CPU 2, the own one, has_spare");
    }

    #[test]
    fn only_decisions_between_cpus_are_told_so() {
        let run = run("7.2");
        let events = &run.trace().events;
        let switch = events.iter().position(|event| event.kind().is_switch()).expect("a switch");
        assert_eq!(tell(&run, switch), None);
        assert_eq!(tell(&run, usize::MAX), None);
    }

    #[test]
    fn every_test_says_something_with_the_operands_that_it_has() {
        for rule in CheckRule::ALL {
            for holds in [true, false] {
                sentence::filled(words::finding(*rule, holds), |hole| {
                    let named = hole.strip_prefix("type ").unwrap_or(hole);
                    let known = rule.operand_names().contains(&named) || ["cpu", "domain"].contains(&named);
                    assert!(known, "{} has no operand {hole}", rule.name());
                    String::new()
                });
            }
        }
    }
}
