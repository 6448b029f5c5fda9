//! Which levels a machine has, and the CPUs that one shares each with.

use super::domain::Level;
use super::machine::{Machine, Style, set_of};
use crate::cpuset::CpuSet;

/// A level that a machine may have; of NUMA there is one for each distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rung {
    pub level: Level,
    /// Nodes up to here belong to it; 0 below NUMA.
    pub distance: u64,
}

/// The levels of a machine, smallest first.
pub(super) fn rungs(machine: &Machine) -> Vec<Rung> {
    let levels = [Level::Smt, Level::Cls, Level::Mc, Level::Pkg, Level::Node];
    let plain = levels.into_iter().filter(|level| has_level(machine, *level));
    let plain = plain.map(|level| Rung { level, distance: 0 });
    let numa = far_distances(machine).into_iter().map(|distance| Rung { level: Level::Numa, distance });
    plain.chain(numa).collect()
}

fn has_level(machine: &Machine, level: Level) -> bool {
    match (machine.style, level) {
        (Style::X86, Level::Smt) => machine.cores.len() < machine.cpu_count(),
        (Style::X86, Level::Pkg) => !package_holds_nodes(machine),
        _ => true,
    }
}

/// Whether a package has several nodes, and so is no level between cache and node (`x86_has_numa_in_package`).
fn package_holds_nodes(machine: &Machine) -> bool {
    let holds = |package: &CpuSet| machine.nodes.iter().filter(|node| node.meets(package)).count() > 1;
    machine.packages.iter().any(holds)
}

/// The distances between nodes, nearest first, without a node's own.
fn far_distances(machine: &Machine) -> Vec<u64> {
    let mut distances: Vec<u64> = machine.distances.iter().flatten().copied().collect();
    distances.sort_unstable();
    distances.dedup();
    distances.split_off(1.min(distances.len()))
}

/// Of each CPU, what each level spans, up to the first that spans the machine.
pub(super) fn spans(machine: &Machine, rungs: &[Rung]) -> Vec<Vec<CpuSet>> {
    let all = CpuSet::first(machine.cpu_count());
    let chain = |cpu| {
        let mut chain: Vec<CpuSet> = rungs.iter().map(|rung| span(machine, *rung, cpu)).collect();
        let top = chain.iter().position(|span| *span == all).expect("the farthest level spans the machine");
        chain.truncate(top + 1);
        chain
    };
    (0..machine.cpu_count()).map(chain).collect()
}

fn span(machine: &Machine, rung: Rung, cpu: usize) -> CpuSet {
    match rung.level {
        Level::Smt => set_of(&machine.cores, cpu),
        Level::Cls => cluster_span(machine, cpu),
        Level::Mc => cache_span(machine, cpu),
        Level::Pkg | Level::Node => set_of(&machine.nodes, cpu),
        Level::Numa => reach(machine, cpu, rung.distance),
    }
}

/// A cluster that is as large as the level of the cache is that level, and no other below it (`cpu_clustergroup_mask`).
fn cluster_span(machine: &Machine, cpu: usize) -> CpuSet {
    let core = set_of(&machine.cores, cpu);
    if machine.clusters.is_empty() {
        return core;
    }
    let cluster = set_of(&machine.clusters, cpu);
    let is_cache = machine.style == Style::Arm && cache_span(machine, cpu).is_within(&cluster);
    if is_cache { core } else { cluster }
}

/// The CPUs of the last-level cache that are of one node; on Arm narrowed from node over package to cache
/// (`cpu_coregroup_mask`).
fn cache_span(machine: &Machine, cpu: usize) -> CpuSet {
    let (node, llc) = (set_of(&machine.nodes, cpu), set_of(&machine.llcs, cpu));
    if machine.style == Style::X86 {
        return llc.and(&node);
    }
    let package = set_of(&machine.packages, cpu);
    let narrowed =
        [package, llc].into_iter().fold(node, |span, next| if next.is_within(&span) { next } else { span });
    let cluster = (!machine.clusters.is_empty()).then(|| set_of(&machine.clusters, cpu));
    cluster.filter(|cluster| narrowed.is_within(cluster)).unwrap_or(narrowed)
}

/// CPUs of nodes that are not farther.
fn reach(machine: &Machine, cpu: usize, distance: u64) -> CpuSet {
    let own = machine.nodes.iter().position(|node| node.contains(cpu)).expect("every CPU is of a node");
    let near = machine.nodes.iter().zip(&machine.distances[own]).filter(|(_, far)| **far <= distance);
    near.fold(CpuSet::EMPTY, |span, (node, _)| span.or(node))
}
