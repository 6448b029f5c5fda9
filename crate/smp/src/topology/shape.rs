//! Machines whose parts are all alike, told by numbers.

use super::machine::{CpuKind, LOCAL_DISTANCE, Machine, Style};
use crate::cpuset::CpuSet;

/// How threads are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// First threads of all cores, then the second ones: siblings are `i` and `i + cores`.
    CoresFirst,
    /// All threads of a core, then those of the next.
    ThreadsFirst,
}

/// How many of each part are in the one above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// By whose rules levels are found.
    pub style: Style,
    /// Packages of the machine.
    pub sockets: usize,
    /// NUMA nodes of a package.
    pub nodes: usize,
    /// Last-level caches of a node.
    pub llcs: usize,
    /// Clusters of a last-level cache; 1 is none.
    pub clusters: usize,
    /// Cores of a cluster.
    pub cores: usize,
    /// Threads of a core.
    pub threads: usize,
    /// How threads are numbered.
    pub numbering: Numbering,
}

/// Distance between nodes of different packages.
pub const REMOTE_DISTANCE: u64 = 20;
/// Distance between nodes of one package.
pub const NEAR_DISTANCE: u64 = 12;

impl Shape {
    /// One of everything.
    pub const ONE: Shape = Shape {
        style: Style::X86,
        sockets: 1,
        nodes: 1,
        llcs: 1,
        clusters: 1,
        cores: 1,
        threads: 1,
        numbering: Numbering::CoresFirst,
    };

    /// Number of CPUs of the machine; at its bound if it is beyond all bounds.
    pub fn cpu_count(&self) -> usize {
        self.core_count().saturating_mul(self.threads)
    }

    /// Number of cores of the machine, likewise.
    pub fn core_count(&self) -> usize {
        let parts = [self.sockets, self.nodes, self.llcs, self.clusters, self.cores];
        parts.into_iter().fold(1, usize::saturating_mul)
    }

    /// The machine, all CPUs of one kind and with one clock for each cache; panics if it has more than a machine can have.
    pub fn machine(&self, kind: CpuKind) -> Machine {
        let cores: Vec<CpuSet> = (0..self.core_count()).map(|core| self.core(core)).collect();
        let of_llc = self.clusters * self.cores;
        let of_node = self.llcs * of_llc;
        let (packages, nodes) = (join(&cores, self.nodes * of_node), join(&cores, of_node));
        Machine {
            style: self.style,
            kinds: vec![kind],
            kind_of: vec![0; cores.len() * self.threads],
            distances: distances_between(&nodes, &packages),
            packages,
            nodes,
            llcs: join(&cores, of_llc),
            clusters: if self.clusters == 1 { Vec::new() } else { join(&cores, self.cores) },
            policies: join(&cores, of_llc),
            cores,
        }
    }

    fn core(&self, core: usize) -> CpuSet {
        let cpu = |thread| match self.numbering {
            Numbering::CoresFirst => core + thread * self.core_count(),
            Numbering::ThreadsFirst => core * self.threads + thread,
        };
        (0..self.threads).map(cpu).collect()
    }
}

/// How far nodes are from each other, if nobody says it: less within a package.
pub fn distances_between(nodes: &[CpuSet], packages: &[CpuSet]) -> Vec<Vec<u64>> {
    let together =
        |a: &CpuSet, b: &CpuSet| packages.iter().any(|package| package.meets(a) && package.meets(b));
    let distance = |a: &CpuSet, b: &CpuSet| match (a == b, together(a, b)) {
        (true, _) => LOCAL_DISTANCE,
        (_, true) => NEAR_DISTANCE,
        _ => REMOTE_DISTANCE,
    };
    nodes.iter().map(|a| nodes.iter().map(|b| distance(a, b)).collect()).collect()
}

/// Sets of as many cores each.
fn join(cores: &[CpuSet], each: usize) -> Vec<CpuSet> {
    let all = |cores: &[CpuSet]| cores.iter().fold(CpuSet::EMPTY, |all, core| all.or(core));
    cores.chunks(each).map(all).collect()
}
