//! What searches ask for on every wakeup, looked up once (`update_top_cache_domain`).

use super::Topology;
use super::build::Built;
use super::domain::{Domain, Flags};
use super::machine::{Machine, set_of};
use crate::cpuset::CpuSet;

/// The domains with all that is looked up in them.
pub(super) fn topology(machine: &Machine, built: Built, capacities: Vec<u64>) -> Topology {
    let cpus = 0..machine.cpu_count();
    let llc: Vec<CpuSet> = cpus.clone().map(|cpu| widest(&built, cpu, |flags| flags.share_llc)).collect();
    let cluster = |cpu| widest(&built, cpu, |flags| flags.cluster);
    let has_clusters = built.domains.iter().any(|domain| domain.flags.cluster);
    let clusters = cpus.clone().map(|cpu| match own(&built, cpu).any(|domain| domain.flags.cluster) {
        true => cluster(cpu),
        false => llc[cpu],
    });
    let (llc_of, llcs) = numbered(&llc);
    let (node_of, nodes) = numbered(&cpus.clone().map(|cpu| set_of(&machine.nodes, cpu)).collect::<Vec<_>>());
    Topology {
        clusters: clusters.collect(),
        siblings: cpus.clone().map(|cpu| set_of(&machine.cores, cpu)).collect(),
        asym_of: cpus.map(|cpu| asymmetric(&built, cpu)).collect(),
        has_smt: machine.cores.len() < machine.cpu_count(),
        has_clusters,
        llc_of,
        llcs,
        node_of,
        nodes,
        capacities,
        domains: built.domains,
        chains: built.chains,
    }
}

fn own(built: &Built, cpu: usize) -> impl DoubleEndedIterator<Item = &Domain> {
    built.chains[cpu].iter().map(|domain| &built.domains[*domain])
}

/// What the highest domain with a flag spans; the CPU alone if none has it (`highest_flag_domain`).
fn widest(built: &Built, cpu: usize, has: impl Fn(&Flags) -> bool) -> CpuSet {
    let domain = own(built, cpu).rev().find(|domain| has(&domain.flags));
    domain.map_or(CpuSet::one(cpu), |domain| domain.span)
}

/// The lowest domain that spans every capacity (`sd_asym_cpucapacity`).
fn asymmetric(built: &Built, cpu: usize) -> Option<usize> {
    built.chains[cpu].iter().copied().find(|domain| built.domains[*domain].flags.asym_capacity_full)
}

/// Sets by number in the order of their first CPUs, and the number of each CPU's.
fn numbered(set_of: &[CpuSet]) -> (Vec<usize>, Vec<CpuSet>) {
    let mut sets: Vec<CpuSet> = Vec::new();
    let mut number = |set: &CpuSet| {
        sets.iter().position(|known| known == set).unwrap_or_else(|| {
            sets.push(*set);
            sets.len() - 1
        })
    };
    let numbers = set_of.iter().map(&mut number).collect();
    (numbers, sets)
}
