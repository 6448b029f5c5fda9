//! What a domain is: its CPUs, its groups, and what is done in it.

use crate::cpuset::CpuSet;

/// What the CPUs of a domain share, smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Threads of a core.
    Smt,
    /// Cores with a cache of their own below the last level.
    Cls,
    /// The last-level cache.
    Mc,
    /// The package.
    Pkg,
    /// A NUMA node whose CPUs no package spans.
    Node,
    /// NUMA nodes up to a distance.
    Numa,
}

impl Level {
    /// As the kernel calls its domains: `SMT`, `CLS`, `MC`, `PKG`, `NODE`, `NUMA`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Smt => "SMT",
            Level::Cls => "CLS",
            Level::Mc => "MC",
            Level::Pkg => "PKG",
            Level::Node => "NODE",
            Level::Numa => "NUMA",
        }
    }
}

/// What a domain does and has (`SD_*`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// A CPU that runs out of work looks here (`SD_BALANCE_NEWIDLE`).
    pub balance_newidle: bool,
    /// A task that executes a program is placed here (`SD_BALANCE_EXEC`).
    pub balance_exec: bool,
    /// A new task is placed here (`SD_BALANCE_FORK`).
    pub balance_fork: bool,
    /// A wakeup may bring a task to its waker (`SD_WAKE_AFFINE`).
    pub wake_affine: bool,
    /// Capacities differ (`SD_ASYM_CPUCAPACITY`).
    pub asym_capacity: bool,
    /// Every capacity of the machine is here (`SD_ASYM_CPUCAPACITY_FULL`).
    pub asym_capacity_full: bool,
    /// CPUs are threads of one core (`SD_SHARE_CPUCAPACITY`).
    pub share_capacity: bool,
    /// CPUs share a cluster (`SD_CLUSTER`).
    pub cluster: bool,
    /// CPUs share the last-level cache (`SD_SHARE_LLC`).
    pub share_llc: bool,
    /// One CPU of the machine balances here at a time (`SD_SERIALIZE`).
    pub serialize: bool,
    /// Some CPUs are preferred (`SD_ASYM_PACKING`).
    pub asym_packing: bool,
    /// Tasks are spread over the groups of the domain above (`SD_PREFER_SIBLING`).
    pub prefer_sibling: bool,
    /// Memory is not equally far (`SD_NUMA`).
    pub numa: bool,
}

/// CPUs that balancing looks at as one (`struct sched_group`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its CPUs.
    pub span: CpuSet,
    /// Number of cores in it, at least 1.
    pub cores: u32,
    /// Flags of the domain below; none at the lowest level.
    pub flags: Flags,
    /// Sum of its CPUs' capacities; as long as nothing reduces one.
    pub capacity: u64,
    /// The least of them.
    pub min_capacity: u64,
    /// The greatest of them.
    pub max_capacity: u64,
}

/// CPUs between which tasks are balanced (`struct sched_domain`), as all its CPUs see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// What the CPUs share.
    pub level: Level,
    /// Its CPUs.
    pub span: CpuSet,
    /// Its groups, by their lowest CPU; where they overlap, as the node sees them that the domain was made for.
    pub groups: Vec<Group>,
    /// What it does and has.
    pub flags: Flags,
    /// How much busier a group must be than another, in percent (110 or 117).
    pub imbalance_pct: u64,
    /// Failures before tasks are moved that are still hot (`cache_nice_tries`).
    pub cache_nice_tries: u32,
    /// Between two balances, at least, ms; that many CPUs.
    pub min_interval_ms: u64,
    /// Between two balances, at most, ms; twice that.
    pub max_interval_ms: u64,
    /// Tasks on a NUMA node up to which an imbalance is allowed.
    pub imb_numa_nr: u32,
}

impl Domain {
    /// Number of its CPUs (`span_weight`).
    pub fn weight(&self) -> usize {
        self.span.len()
    }

    /// Its groups as a CPU in it sees them: its own first, then the others in order, wrapping.
    pub fn groups_from(&self, cpu: usize) -> impl Iterator<Item = &Group> {
        let own = self.groups.iter().position(|group| group.span.contains(cpu));
        let own = own.expect("the CPU is in the domain");
        self.groups[own..].iter().chain(&self.groups[..own])
    }
}
