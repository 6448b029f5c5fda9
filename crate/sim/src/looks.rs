//! Every look of a CPU for tasks of others, also of those that the trace leaves out.
//!
//! Most balances by the clock move nothing, and find nobody to move anything from: they are counted, and not written down. Here
//! the machine is run again, and what each came to is asked for, with everything that was looked at.

use smp::Topology;
use smp::topology::Level;

use crate::between::{Between, Findings, parts};
use crate::engine::{Looked, Looking, Observer, Sim};
use crate::measure::Stats;
use crate::run::Run;
use crate::trace::{Event, IDLE, Kind};

/// A look of a CPU for tasks of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The domain that was looked through, and how many CPUs it has; `None` where the CPU did not get so far.
    pub domain: Option<(Level, usize)>,
    /// How many tasks it moved.
    pub moved: usize,
    /// The trace has it.
    pub is_told: bool,
    /// What was looked at, and, as an event, what it came to: of several tasks that were moved the first.
    pub between: Between,
}

impl Run {
    /// The looks for a CPU from `from_ns` to `to_ns`, at most so many, oldest first. None on a machine of one CPU.
    pub fn looks(&self, cpu: u16, from_ns: u64, to_ns: u64, most: usize) -> Vec<Look> {
        let mut watch = Watch { topology: self.topology(), cpu, from_ns, to_ns, most, looks: Vec::new() };
        self.observe(from_ns, to_ns, &mut watch);
        watch.looks
    }

    /// Adds to the numbers of the trace the looks that are only counted; the run is over.
    pub fn count_quiet_looks(&self, stats: &mut Stats) {
        if self.topology().cpu_count() == 1 {
            return;
        }
        for (cpu, row) in stats.cpus.iter_mut().enumerate() {
            let counts = self.end_state().quiet_looks(cpu);
            row.quiet = counts.iter().sum();
            for (domain, count) in self.topology().domains_of(cpu).zip(counts) {
                let level = stats.levels.iter_mut().find(|known| known.level == domain.level);
                level.expect("each level is listed").quiet += count;
            }
        }
    }
}

struct Watch<'a> {
    topology: &'a Topology,
    cpu: u16,
    from_ns: u64,
    to_ns: u64,
    most: usize,
    looks: Vec<Look>,
}

impl Observer for Watch<'_> {
    fn event(&mut self, _: &Sim, _: &Event) {}

    fn looking(&mut self, sim: &Sim, looking: Looking) {
        let (_, dst, _) = parts(looking);
        let is_push = matches!(looking, Looking::Pushes { .. } | Looking::PushesUrgent { .. });
        let is_pull = !is_push && !matches!(looking, Looking::Steals { .. } | Looking::TakesUrgent { .. });
        let is_asked_for = dst == self.cpu && (self.from_ns..=self.to_ns).contains(&sim.now_ns());
        if is_pull && is_asked_for && self.looks.len() < self.most {
            let mut findings = Findings::new(sim);
            let looked = sim.looked(looking, &mut findings);
            self.looks.extend(self.look(sim, looking, &looked, findings));
        }
    }
}

impl Watch<'_> {
    /// What a look came to; `None` if it went on.
    fn look(&self, sim: &Sim, looking: Looking, looked: &Looked, findings: Findings) -> Option<Look> {
        let (on, cpu, asked) = parts(looking);
        let moved = looked.moves.first().map(|(task, to, why)| (Kind::Pulled, *task, *to, *why));
        let nothing = |why| (Kind::NothingPulled, IDLE, cpu, why);
        let pushed = looked.push.map(|(_, why)| nothing(why));
        let (kind, task, to, why) = moved.or(pushed).or(looked.declined.map(nothing))?;
        let [a, b] = why.operands();
        let other = looked.source.unwrap_or(IDLE);
        let event =
            Event { t_ns: sim.now_ns(), a, b, cpu: to, task, other, kind: kind as u8, code: why.code() };
        let domain = match looking {
            Looking::Domain(pulling) => self.topology.domains_of(pulling.dst).nth(pulling.level),
            _ => None,
        };
        Some(Look {
            domain: domain.map(|domain| (domain.level, domain.weight())),
            moved: looked.moves.len(),
            is_told: looked.is_told,
            between: Between { event, asked, on, findings: findings.list, again: (to, why) },
        })
    }
}

#[cfg(test)]
mod tests {
    use smp::balance::Idle;

    use super::*;
    use crate::between::Asked;
    use crate::run::simulate;
    use crate::scenario::{Duration, Machine, Scenario, Side, Step, Thread};

    /// Three hogs on two caches of two CPUs each, and nothing else: what there is to balance is balanced soon.
    fn run() -> Run {
        let hog = |name: &str| Thread::new(name, vec![Step::Run(Duration::Fixed(0))]);
        let threads = ["a", "b", "c"].map(hog).to_vec();
        let machine = Machine::preset(smp::topology::machine("hikey").expect("a preset"));
        let scenario = Scenario { machine, threads, duration_us: 200_000, ..Scenario::default() };
        simulate(&scenario, &Side::new("7.2")).expect("a valid scenario")
    }

    #[test]
    fn looks_that_the_trace_leaves_out_have_their_reason() {
        let run = run();
        let looks = (0..8).flat_map(|cpu| run.looks(cpu, 0, run.end_ns(), usize::MAX));
        let quiet: Vec<Look> = looks.filter(|look| !look.is_told).collect();
        assert!(!quiet.is_empty());
        for look in quiet {
            let Asked::Pull { to, idle } = look.between.asked else { panic!("{look:?}") };
            assert!(idle != Idle::Newly && look.moved == 0 && look.domain.is_some(), "{look:?}");
            assert_eq!(look.between.event.cpu, to);
            assert_eq!(look.between.event.kind(), Kind::NothingPulled);
            assert!(look.between.event.smp_reason().is_some() && !look.between.findings.is_empty());
        }
    }

    #[test]
    fn they_are_counted_by_cpu_and_by_level() {
        let (run, mut by_level) = (run(), 0);
        let stats = run.stats();
        for (cpu, row) in stats.cpus.iter().enumerate() {
            let looks = run.looks(cpu as u16, 0, run.end_ns(), usize::MAX);
            let quiet =
                looks.iter().filter(|look| !look.is_told && look.between.event.smp_reason().is_some());
            assert_eq!(quiet.count() as u64, row.quiet, "CPU {cpu}");
            by_level += row.quiet;
        }
        assert_eq!(stats.levels.iter().map(|level| level.quiet).sum::<u64>(), by_level);
    }

    #[test]
    fn what_the_trace_tells_is_among_them() {
        let run = run();
        let told = run.trace().events.iter().filter(|event| event.kind() == Kind::NothingPulled);
        let mut told: Vec<Event> = told.filter(|event| event.cpu == 1).copied().collect();
        let looks = run.looks(1, 0, run.end_ns(), usize::MAX);
        let mut found: Vec<Event> =
            looks.iter().filter(|look| look.is_told).map(|look| look.between.event).collect();
        found.retain(|event| event.kind() == Kind::NothingPulled);
        told.sort_by_key(|event| event.t_ns);
        assert_eq!(found, told);
        assert!(run.looks(1, 0, run.end_ns(), 2).len() <= 2);
    }
}
