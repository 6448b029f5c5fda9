//! The looks of a CPU for tasks of others, each in a sentence and test by test.

use sim::Run;
use sim::looks::Look;

use crate::between::{self, BetweenTold};
use crate::sentence::{Actors, sentence};

/// A look in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookTold {
    /// When.
    pub t_ns: u64,
    /// The domain that was looked through, with its CPUs; empty where the CPU did not get so far.
    pub domain: String,
    /// What came of it and why.
    pub sentence: String,
    /// How many tasks it moved.
    pub moved: usize,
    /// The log of decisions has it too.
    pub is_told: bool,
    /// Everything that was looked at.
    pub between: BetweenTold,
}

/// The looks for a CPU in a stretch of a run, at most so many, oldest first.
pub fn looks(run: &Run, cpu: u16, from_ns: u64, to_ns: u64, most: usize) -> Vec<LookTold> {
    run.looks(cpu, from_ns, to_ns, most).iter().map(|look| tell(run, cpu, look)).collect()
}

fn tell(run: &Run, cpu: u16, look: &Look) -> LookTold {
    let event = &look.between.event;
    let [task, _] = run.names_in(event);
    let from = event.other_cpu().filter(|from| *from != event.cpu);
    let actors = Actors { task: task.unwrap_or("nobody"), other: None, curr: None, cpu: event.cpu, from };
    let weight = look.domain.map(|(_, weight)| weight as i64);
    LookTold {
        t_ns: event.t_ns,
        domain: weight.map_or(String::new(), |weight| between::domain(run.topology(), cpu.into(), weight)),
        sentence: sentence(event.kind(), event.why(), &actors),
        moved: look.moved,
        is_told: look.is_told,
        between: between::told(run, &look.between),
    }
}

#[cfg(test)]
mod tests {
    use sim::scenario::Machine;
    use sim::{Duration, Scenario, Side, Step, Thread, simulate};

    use super::*;

    #[test]
    fn a_quiet_balance_says_where_it_looked_and_why_it_moved_nothing() {
        let hog = |name: &str| Thread::new(name, vec![Step::Run(Duration::Fixed(0))]);
        let machine = Machine::preset(smp::topology::machine("hikey").expect("a preset"));
        let scenario =
            Scenario { machine, threads: vec![hog("a"), hog("b"), hog("c")], ..Scenario::default() };
        let scenario = Scenario { duration_us: 200_000, ..scenario };
        let run = simulate(&scenario, &Side::new("6.1")).expect("a valid scenario");
        let told: Vec<LookTold> = (0..8).flat_map(|cpu| looks(&run, cpu, 0, run.end_ns(), 1_000)).collect();
        let quiet = told.iter().find(|look| !look.is_told).expect("there are some");
        assert!(quiet.domain.starts_with("the MC domain (CPUs "), "{quiet:?}");
        assert!(quiet.sentence.contains(" looks for tasks and pulls none: "), "{quiet:?}");
        assert!(quiet.between.asked.contains("balances") && !quiet.between.tests.is_empty());
    }
}
