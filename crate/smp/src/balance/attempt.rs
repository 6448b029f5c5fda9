//! What one attempt to balance sees: the machine, the domain, and for whom.

use crate::cpuset::CpuSet;
use crate::facts::CpuFacts;
use crate::kernel::SmpRules;
use crate::topology::{Domain, Group, Topology};

use super::root::RootFacts;

/// What the CPU is doing for which tasks are looked for (`enum cpu_idle_type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// It runs a task.
    Busy,
    /// It is idle, and has been.
    Idle,
    /// It has just run out of work, and still could go on with what it pulls.
    Newly,
}

impl Idle {
    /// Whether it has nothing to run.
    pub fn is_idle(self) -> bool {
        self != Idle::Busy
    }
}

/// The machine at the moment of a balance.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Which CPUs share what.
    pub topology: &'a Topology,
    /// Every CPU.
    pub cpus: &'a [CpuFacts],
    /// What the version does.
    pub rules: &'a SmpRules,
    /// What is known of the machine as a whole.
    pub root: RootFacts,
    /// Of each domain, whether affinity left it uneven, which the domain above evens out (`sgc->imbalance`).
    pub pinned: &'a [bool],
    /// Somebody has used clamps since boot (`uclamp_is_used`).
    pub clamps_used: bool,
}

/// One attempt to pull tasks to a CPU within one of its domains (`struct lb_env`).
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// The machine.
    pub view: View<'a>,
    /// The domain, by its index in the topology; one of `dst`'s.
    pub domain: usize,
    /// The CPU to pull to.
    pub dst: usize,
    /// What that CPU is doing.
    pub idle: Idle,
    /// The CPUs to look at: the domain's, without those that turned out to have nothing that may be moved.
    pub cpus: CpuSet,
    /// One of the CPUs left out had only tasks that may not go to `dst` (`LBF_ALL_PINNED`).
    pub found_pinned: bool,
}

impl<'a> Attempt<'a> {
    /// A first attempt in a domain, in which all its CPUs are looked at.
    pub fn new(view: View<'a>, domain: usize, dst: usize, idle: Idle) -> Attempt<'a> {
        let cpus = view.topology.domains[domain].span;
        Attempt { view, domain, dst, idle, cpus, found_pinned: false }
    }

    /// The same without a CPU from which nothing may be moved here; none if only the own group would be left.
    pub fn without(&self, src: usize) -> Option<Attempt<'a>> {
        let mut cpus = self.cpus;
        cpus.remove(src);
        (!cpus.is_within(&self.local().span)).then_some(Attempt { cpus, found_pinned: true, ..*self })
    }

    /// The same for another CPU of the own group, to which a task may go that may not go to this one (`LBF_DST_PINNED`).
    pub fn towards(&self, dst: usize) -> Attempt<'a> {
        let mut cpus = self.cpus;
        cpus.remove(self.dst);
        Attempt { dst, cpus, ..*self }
    }

    /// The domain.
    pub fn domain(&self) -> &'a Domain {
        &self.view.topology.domains[self.domain]
    }

    /// The group that `dst` is in.
    pub fn local(&self) -> &'a Group {
        self.domain().groups_from(self.dst).next().expect("a domain has groups")
    }

    /// The CPU to pull to.
    pub fn dst_facts(&self) -> &'a CpuFacts {
        &self.view.cpus[self.dst]
    }

    /// Whether every thread of a CPU's core but itself is idle (`is_core_idle`).
    pub fn is_core_idle(&self, cpu: usize) -> bool {
        let siblings = &self.view.topology.siblings[cpu];
        siblings.iter().all(|sibling| sibling == cpu || self.view.cpus[sibling].is_idle())
    }

    /// Whether it is the machine's highest domain, of which the root domain's facts are renewed.
    pub fn is_top(&self) -> bool {
        self.view.topology.chains[self.dst].last() == Some(&self.domain)
    }

    /// Whether affinity left the domain uneven that a group is made of.
    pub fn is_pinned(&self, group: &Group) -> bool {
        is_pinned(self.view.topology, self.view.pinned, group)
    }
}

/// Whether affinity left the domain uneven that a group is made of; `pinned` says it of each domain.
pub fn is_pinned(topology: &Topology, pinned: &[bool], group: &Group) -> bool {
    let first = group.span.lowest().expect("a group has CPUs");
    let below = topology.chains[first].iter().find(|domain| topology.domains[**domain].span == group.span);
    below.is_some_and(|domain| pinned[*domain])
}
