//! A machine as it is described: which CPUs share what, how fast each can be, and what is known of clocks and caches.

use crate::cpuset::CpuSet;

/// By whose rules the levels are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A package stands for its node, or falls away where it holds several; caches say the rest.
    X86,
    /// The smallest of package, node, cache and cluster is the level of the cache.
    Arm,
}

/// A clock that a CPU can be set to (an operating performance point).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opp {
    /// Cycles a millisecond.
    pub frequency_khz: u64,
    /// Voltage that this takes; 0 where it is not told, and then there is no power to compute.
    pub voltage_uv: u64,
}

impl Opp {
    /// Power of a busy CPU of this coefficient: coefficient · MHz · V², in µW.
    pub fn power_uw(&self, power_coefficient: u64) -> u64 {
        let (mhz, mv) = (self.frequency_khz / 1000, self.voltage_uv / 1000);
        power_coefficient * mhz * mv * mv / 1_000_000
    }
}

/// A design of CPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CpuKind {
    /// What people call it.
    pub name: String,
    /// Work it does in a cycle, beside other kinds of the machine, 1..=1024 (`capacity-dmips-mhz`).
    pub capacity_dmips_mhz: u64,
    /// Its clocks, slowest first; none where it has one only that is not told.
    pub opps: Vec<Opp>,
    /// µW a MHz and V² (`dynamic-power-coefficient`); 0 where it is not told.
    pub power_coefficient: u64,
    /// How long it takes to leave each of its idle states, shallowest first, ns.
    pub idle_exit_ns: Vec<u64>,
    /// Size of the cache of a core, KiB.
    pub l2_kib: u64,
    /// Size of the last-level cache, KiB.
    pub llc_kib: u64,
}

impl CpuKind {
    /// A CPU of full capacity of which nothing is told but the caches that servers have.
    pub fn plain() -> CpuKind {
        CpuKind {
            name: "CPU".to_owned(),
            capacity_dmips_mhz: 1024,
            opps: Vec::new(),
            power_coefficient: 0,
            idle_exit_ns: Vec::new(),
            l2_kib: 1 << 10,
            llc_kib: 32 << 10,
        }
    }

    /// Its fastest clock; 1 where none is told, so that clocks do not tell kinds apart.
    pub fn max_frequency_khz(&self) -> u64 {
        self.opps.iter().map(|opp| opp.frequency_khz).max().unwrap_or(1)
    }
}

/// A machine: each list of sets is a partition of its CPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// By whose rules the levels are found.
    pub style: Style,
    /// The designs of its CPUs.
    pub kinds: Vec<CpuKind>,
    /// Of each CPU, its kind.
    pub kind_of: Vec<usize>,
    /// What is plugged into a socket.
    pub packages: Vec<CpuSet>,
    /// CPUs with memory equally near.
    pub nodes: Vec<CpuSet>,
    /// From each node to each node, 10 is its own (the table SLIT).
    pub distances: Vec<Vec<u64>>,
    /// CPUs that share the last-level cache.
    pub llcs: Vec<CpuSet>,
    /// CPUs that share a cache or a bus below the last level; empty where there are no clusters.
    pub clusters: Vec<CpuSet>,
    /// CPUs that are threads of one core.
    pub cores: Vec<CpuSet>,
    /// CPUs that have one clock together (`cpufreq` policies).
    pub policies: Vec<CpuSet>,
}

/// Distance of a node to itself.
pub const LOCAL_DISTANCE: u64 = 10;

impl Machine {
    /// Number of its CPUs.
    pub fn cpu_count(&self) -> usize {
        self.kind_of.len()
    }

    /// What a CPU is.
    pub fn kind(&self, cpu: usize) -> &CpuKind {
        &self.kinds[self.kind_of[cpu]]
    }

    /// Makes CPUs another kind.
    pub fn with_kind(mut self, cpus: std::ops::Range<usize>, kind: CpuKind) -> Machine {
        self.kinds.push(kind);
        let last = self.kinds.len() - 1;
        self.kind_of[cpus].fill(last);
        self
    }
}

/// The set of a partition that a CPU is in; panics if none has it, as machines are checked before.
pub(super) fn set_of(sets: &[CpuSet], cpu: usize) -> CpuSet {
    *sets.iter().find(|set| set.contains(cpu)).expect("every CPU is in a set of each partition")
}
