//! Which CPUs share what: domains, built from a machine by the kernel's rules.
//!
//! 1. A machine is a description: partitions of its CPUs, and what each CPU is (`machine.rs`). Alike parts are told by numbers
//!    (`shape.rs`); known machines have names (`presets.rs`, their CPUs in `kinds.rs`).
//!    What cannot be is refused with its place (`fault.rs`, `partition.rs`).
//! 2. A CPU's capacity is its work in a cycle times its fastest clock, 1024 for the biggest of the machine (`capacity.rs`).
//! 3. Levels are SMT, CLS, MC, PKG, NODE and a NUMA for each distance; each CPU has a domain at each level, up to the first
//!    that spans the machine (`level.rs`, `build.rs`). What a domain does follows from its level (`flags.rs`).
//! 4. Its groups are what the level below spans; between nodes they may overlap (`group.rs`).
//! 5. Where capacities differ, the domain says so, and the one below no longer prefers siblings (`asymmetry.rs`).
//! 6. Above the cache some imbalance between nodes is allowed (`numa_imbalance.rs`).
//! 7. A domain with the CPUs of the one below falls away, and so does a lowest one of one CPU; groups then have the flags of
//!    the domain that spans them (`degenerate.rs`).
//! 8. What is asked often is looked up once: caches, clusters, the smallest domain of every capacity (`shortcuts.rs`).
//! 9. Between balances a domain waits for as many ms as it has CPUs, up to twice that (`interval.rs`).

mod asymmetry;
mod build;
mod capacity;
mod degenerate;
mod domain;
mod fault;
mod flags;
mod group;
mod interval;
mod kinds;
mod level;
mod machine;
mod numa_imbalance;
mod partition;
mod presets;
mod shape;
mod shortcuts;
#[cfg(test)]
mod tests;

pub use capacity::FULL_CAPACITY;
pub use domain::{Domain, Flags, Group, Level};
pub use fault::{Fault, Part};
pub use interval::interval_ticks;
pub use machine::{CpuKind, LOCAL_DISTANCE, Machine, Opp, Style};
pub use presets::{Preset, machine, machines};
pub use shape::{NEAR_DISTANCE, Numbering, REMOTE_DISTANCE, Shape, distances_between};

use crate::cpuset::CpuSet;

/// A machine's CPUs and domains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// Every domain once, smaller ones before those that hold them.
    pub domains: Vec<Domain>,
    /// Of each CPU, the indices of its domains, smallest first; none on a machine of one CPU.
    pub chains: Vec<Vec<usize>>,
    /// Of each CPU, its capacity: 1024 is the biggest CPU of the machine.
    pub capacities: Vec<u64>,
    /// Of each CPU, the threads of its core, itself among them.
    pub siblings: Vec<CpuSet>,
    /// Of each CPU, the CPUs of its cluster; those of its last-level cache where clusters are none.
    pub clusters: Vec<CpuSet>,
    /// Of each CPU, which last-level cache it has.
    pub llc_of: Vec<usize>,
    /// Of each last-level cache, its CPUs.
    pub llcs: Vec<CpuSet>,
    /// Of each CPU, its NUMA node.
    pub node_of: Vec<usize>,
    /// Of each NUMA node, its CPUs.
    pub nodes: Vec<CpuSet>,
    /// Of each CPU, the lowest domain that spans every capacity, on a machine with several (`sd_asym_cpucapacity`).
    pub asym_of: Vec<Option<usize>>,
    /// Cores of the machine have several threads.
    pub has_smt: bool,
    /// The machine has clusters below the last-level cache.
    pub has_clusters: bool,
}

impl Topology {
    /// The domains of a machine; panics on one that cannot be, as descriptions are checked before ([`Machine::check`]).
    pub fn new(machine: &Machine) -> Topology {
        assert_eq!(machine.check(), Ok(()), "descriptions are checked before");
        let capacities = capacity::capacities(machine);
        let mut built = build::build(machine, &capacities);
        asymmetry::mark(&mut built, &capacities);
        numa_imbalance::set(&mut built);
        shortcuts::topology(machine, degenerate::degenerate(built), capacities)
    }

    /// Number of CPUs.
    pub fn cpu_count(&self) -> usize {
        self.chains.len()
    }

    /// The domains of a CPU, smallest first.
    pub fn domains_of(&self, cpu: usize) -> impl DoubleEndedIterator<Item = &Domain> {
        self.chains[cpu].iter().map(|domain| &self.domains[*domain])
    }

    /// The domain below one of a CPU's domains; none below the lowest (`sd->child`).
    pub fn child_of(&self, cpu: usize, domain: usize) -> Option<&Domain> {
        let at = self.chains[cpu].iter().position(|own| *own == domain)?;
        at.checked_sub(1).map(|below| &self.domains[self.chains[cpu][below]])
    }

    /// The smallest domain of several nodes (`sd_numa`).
    pub fn numa_domain(&self, cpu: usize) -> Option<&Domain> {
        self.domains_of(cpu).find(|domain| domain.flags.numa)
    }

    /// The domain of a CPU's last-level cache; none where each CPU has its own.
    pub fn llc_domain(&self, cpu: usize) -> Option<&Domain> {
        self.domains_of(cpu).rev().find(|domain| domain.flags.share_llc)
    }

    /// Whether two CPUs share the last-level cache (`cpus_share_cache`).
    pub fn shares_llc(&self, a: usize, b: usize) -> bool {
        self.llc_of[a] == self.llc_of[b]
    }
}
