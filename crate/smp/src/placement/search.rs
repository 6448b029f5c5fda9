//! A placement under way: who is placed, what was looked at until now.

use crate::checks::{Check, CheckRule, Checks};
use crate::clamp::{Clamps, Fit, util_fits_cpu};
use crate::cpuset::CpuSet;
use crate::facts::{CpuFacts, TaskFacts};
use crate::load::task_util_est;
use crate::reason::SmpReason;
use crate::rules::{CapacityScan, IdlePolicyCpus};
use crate::topology::Domain;

use super::select::{Remembered, Waker};
use super::view::View;

/// A CPU, and why it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub cpu: usize,
    pub why: SmpReason,
}

/// A placement under way.
pub(super) struct Search<'a, C> {
    pub view: &'a View<'a>,
    pub waker: &'a Waker,
    pub task: &'a TaskFacts,
    checks: &'a mut C,
    /// How often a CPU was looked at.
    pub looked: u32,
    /// What is to be kept of it.
    pub remembered: Remembered,
    /// The target's cache is too busy to be searched.
    pub unsearched: bool,
}

impl<'a, C: Checks> Search<'a, C> {
    pub fn new(view: &'a View<'a>, waker: &'a Waker, task: &'a TaskFacts, checks: &'a mut C) -> Self {
        let remembered = Remembered::default();
        Search { view, waker, task, checks, looked: 0, remembered, unsearched: false }
    }

    /// Tells of a test, and hands back how it came out.
    #[inline(always)]
    pub fn tell(&mut self, rule: CheckRule, cpu: usize, operands: [u64; 2], holds: bool) -> bool {
        self.checks.check(Check { rule, cpu, operands: operands.map(|operand| operand as i64), holds });
        holds
    }

    /// Tells through which of a CPU's domains it goes.
    #[inline(always)]
    pub fn tell_domain(&mut self, cpu: usize, domain: &Domain) {
        if C::LISTEN {
            self.tell(CheckRule::Domain, cpu, [domain.weight() as u64, 0], true);
        }
    }

    /// A CPU without looking at it: what is known of it anyway.
    pub fn facts(&self, cpu: usize) -> &'a CpuFacts {
        &self.view.cpus[cpu]
    }

    /// A CPU, looked at.
    fn look(&mut self, cpu: usize) -> &'a CpuFacts {
        self.looked += 1;
        self.facts(cpu)
    }

    /// Whether a CPU has nothing to do (`available_idle_cpu`).
    pub fn is_idle(&mut self, cpu: usize) -> bool {
        let facts = self.look(cpu);
        self.tell(CheckRule::Idle, cpu, idleness(facts), facts.is_idle())
    }

    /// Whether a CPU would run the task at once: idle, or busy with tasks of SCHED_IDLE only (`choose_idle_cpu`).
    pub fn would_run(&mut self, cpu: usize) -> bool {
        let facts = self.look(cpu);
        let holds = facts.is_idle() || self.yields(facts);
        self.tell(CheckRule::Idle, cpu, idleness(facts), holds)
    }

    /// The first of some CPUs, from `start` on and wrapping, that would run the task at once, and whether all of them were looked at
    /// before `most` were.
    ///
    /// That is [`Search::would_run`] of each in turn, all at once.
    pub fn first_that_would_run(&mut self, cpus: &CpuSet, start: usize, most: u32) -> (Option<usize>, bool) {
        let takers = match self.view.rules.idle_policy_cpus {
            IdlePolicyCpus::ForOthers if self.task.is_sched_idle => self.view.ready.idle,
            IdlePolicyCpus::ForAll | IdlePolicyCpus::ForOthers => {
                self.view.ready.idle.or(&self.view.ready.sched_idle)
            }
        };
        let first = cpus.and(&takers).iter_from(start).next();
        let wanted = first.map_or_else(|| cpus.len(), |cpu| cpus.len_up_to(start, cpu));
        let (looked, suffices) = (wanted.min(most as usize), wanted <= most as usize);
        let found = first.filter(|_| suffices);
        self.looked += looked as u32;
        if C::LISTEN {
            for cpu in cpus.iter_from(start).take(looked) {
                self.tell(CheckRule::Idle, cpu, idleness(self.facts(cpu)), found == Some(cpu));
            }
        }
        (found, suffices)
    }

    /// Whether a CPU has tasks of SCHED_IDLE only, and would leave them for the task (`sched_idle_cpu`).
    pub fn yields(&self, facts: &CpuFacts) -> bool {
        facts.is_sched_idle()
            && match self.view.rules.idle_policy_cpus {
                IdlePolicyCpus::ForAll => true,
                IdlePolicyCpus::ForOthers => !self.task.is_sched_idle,
            }
    }

    /// Whether the task may run on a CPU.
    pub fn is_allowed(&mut self, rule: CheckRule, cpu: usize) -> bool {
        self.tell(rule, cpu, [0; 2], self.task.allowed.contains(cpu))
    }

    /// Whether a CPU is big enough for the task; where all are equal, each is (`asym_fits_cpu`).
    ///
    /// Threads of big cores are not as big while others of the core run: 7.2 asks for a core that is idle.
    pub fn fits(&mut self, cpu: usize) -> bool {
        if self.view.asymmetric_domain(cpu).is_none() {
            return true;
        }
        let alone = self.view.rules.capacity_scan != CapacityScan::Limited || self.siblings_idle(cpu);
        alone && self.fit(cpu) == Fit::Yes
    }

    /// How a CPU's capacity compares with what the task needs.
    pub fn fit(&mut self, cpu: usize) -> Fit {
        let facts = self.facts(cpu);
        let (view, util) = (self.view, task_util_est(self.task));
        let clamps = Clamps { min: self.task.uclamp_min, max: self.task.uclamp_max };
        let fit = util_fits_cpu(util, clamps, facts, view.rules.clamp_fit, view.clamps_used);
        self.tell(CheckRule::Fits, cpu, [util, facts.capacity], fit == Fit::Yes);
        fit
    }

    /// Whether the other threads of a CPU's core have nothing to do (`is_core_idle`).
    pub fn siblings_idle(&mut self, cpu: usize) -> bool {
        let siblings = self.view.topology.siblings[cpu];
        siblings.iter().filter(|sibling| *sibling != cpu).all(|sibling| self.is_idle(sibling))
    }

    /// Whether two CPUs share the last-level cache.
    pub fn shares_cache(&mut self, cpu: usize, with: usize) -> bool {
        let shares = self.view.topology.shares_llc(cpu, with);
        self.tell(CheckRule::SharesCache, cpu, [with as u64, 0], shares)
    }

    /// Whether a whole core of a CPU's cache may be idle, on a machine whose cores have threads (`test_idle_cores`).
    pub fn has_idle_cores(&mut self, cpu: usize) -> bool {
        let topology = self.view.topology;
        let has = topology.has_smt && self.view.llcs[self.view.record_of(cpu)].has_idle_cores;
        self.tell(CheckRule::HasIdleCores, cpu, [0; 2], has)
    }

    /// Remembers that no whole core of a CPU's cache is idle (`set_idle_cores`).
    pub fn no_idle_cores(&mut self, cpu: usize) {
        self.remembered.no_idle_cores = Some(self.view.record_of(cpu));
    }
}

fn idleness(facts: &CpuFacts) -> [u64; 2] {
    [u64::from(facts.nr_running), u64::from(facts.h_nr_idle)]
}
