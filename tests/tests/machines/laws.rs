//! What is true of the domains of any machine.

use std::collections::BTreeSet;

use proptest::prelude::*;
use smp::topology::{Domain, Level};
use smp::{CpuSet, Topology};

use super::random::machine;

/// Domains grow from a CPU's smallest to one that spans the machine, each level below NUMA once.
fn chains(topology: &Topology) {
    let count = topology.cpu_count();
    for cpu in 0..count {
        let chain: Vec<&Domain> = topology.domains_of(cpu).collect();
        assert_eq!(chain.is_empty(), count == 1, "CPU {cpu}");
        assert!(chain.iter().all(|domain| domain.span.contains(cpu)), "CPU {cpu}");
        for pair in chain.windows(2) {
            assert!(pair[0].span.is_within(&pair[1].span) && pair[0].span != pair[1].span, "CPU {cpu}");
            assert!(pair[0].level < pair[1].level || pair[0].level == Level::Numa, "CPU {cpu}");
        }
        assert!(chain.last().is_none_or(|top| top.span == CpuSet::first(count)), "CPU {cpu}");
    }
}

/// Below NUMA every CPU of a domain has it, and its groups part it; between nodes groups cover it.
fn groups(topology: &Topology) {
    for (index, domain) in topology.domains.iter().enumerate() {
        let all = domain.groups.iter().fold(CpuSet::EMPTY, |all, group| all.or(&group.span));
        assert_eq!(all, domain.span, "{domain:?}");
        assert!(domain.groups.len() > 1, "{domain:?}");
        if domain.level < Level::Numa {
            assert_eq!(domain.groups.iter().map(|group| group.span.len()).sum::<usize>(), domain.weight());
            assert!(domain.span.iter().all(|cpu| topology.chains[cpu].contains(&index)), "{domain:?}");
        }
        for cpu in domain.span.iter().filter(|cpu| topology.chains[*cpu].contains(&index)) {
            let own = domain.groups_from(cpu).next().expect("a CPU has a group").span;
            assert_eq!(own, topology.child_of(cpu, index).map_or(CpuSet::one(cpu), |child| child.span));
        }
    }
}

fn sums(topology: &Topology) {
    for group in topology.domains.iter().flat_map(|domain| &domain.groups) {
        let capacities: Vec<u64> = group.span.iter().map(|cpu| topology.capacities[cpu]).collect();
        assert_eq!(group.capacity, capacities.iter().sum::<u64>());
        assert_eq!(Some(group.min_capacity), capacities.iter().copied().min());
        assert_eq!(Some(group.max_capacity), capacities.iter().copied().max());
        let cores: BTreeSet<_> = group.span.iter().map(|cpu| topology.siblings[cpu].lowest()).collect();
        assert_eq!(group.cores as usize, cores.len());
        let same = |domain: &&Domain| domain.span == group.span;
        let flags =
            group.span.lowest().and_then(|cpu| topology.domains_of(cpu).find(same)).map(|same| same.flags);
        assert_eq!(group.flags, flags.unwrap_or_default());
    }
}

fn flags(topology: &Topology) {
    let values =
        |span: &CpuSet| span.iter().map(|cpu| topology.capacities[cpu]).collect::<BTreeSet<_>>().len();
    let all = values(&CpuSet::first(topology.cpu_count()));
    for domain in &topology.domains {
        let (flags, level) = (&domain.flags, domain.level);
        assert_eq!(flags.share_capacity, level == Level::Smt);
        assert_eq!(flags.cluster, level == Level::Cls);
        assert_eq!(flags.share_llc, level <= Level::Mc);
        assert_eq!((flags.numa, flags.serialize), (level == Level::Numa, level == Level::Numa));
        assert_eq!(flags.asym_capacity, values(&domain.span) > 1);
        assert_eq!(flags.asym_capacity_full, values(&domain.span) > 1 && values(&domain.span) == all);
        assert!(flags.balance_newidle && !(flags.numa && flags.prefer_sibling));
        assert_eq!(flags.balance_exec, flags.balance_fork);
        assert!(flags.wake_affine || flags.numa);
        assert_eq!(domain.imbalance_pct, if level == Level::Smt { 110 } else { 117 });
        assert!(domain.imb_numa_nr > 0 || flags.share_llc);
    }
    // Where no level fell away between them; one that did took the loss on itself. Of NUMA there may be several.
    for cpu in 0..topology.cpu_count() {
        let chain: Vec<&Domain> = topology.domains_of(cpu).collect();
        let neighbours = |pair: &&[&Domain]| {
            pair[1].level != Level::Numa && pair[1].level as u8 == pair[0].level as u8 + 1
        };
        let spread = |pair: &[&Domain]| pair[1].flags.asym_capacity && pair[0].flags.prefer_sibling;
        assert!(!chain.windows(2).filter(neighbours).any(spread), "CPU {cpu}");
    }
}

/// What is looked up says what the domains say.
fn shortcuts(topology: &Topology) {
    for cpu in 0..topology.cpu_count() {
        let llc = topology.llcs[topology.llc_of[cpu]];
        assert_eq!(llc, topology.llc_domain(cpu).map_or(CpuSet::one(cpu), |domain| domain.span));
        let cluster = topology.domains_of(cpu).rev().find(|domain| domain.flags.cluster);
        assert_eq!(topology.clusters[cpu], cluster.map_or(llc, |domain| domain.span));
        let full = |index: &&usize| topology.domains[**index].flags.asym_capacity_full;
        assert_eq!(topology.asym_of[cpu], topology.chains[cpu].iter().find(full).copied());
        assert!(topology.nodes[topology.node_of[cpu]].contains(cpu));
    }
    assert_eq!(topology.capacities.iter().max(), Some(&1024));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn domains_of_any_machine_keep_the_laws(machine in machine()) {
        let topology = machine.topology().expect("random machines can be");
        chains(&topology);
        groups(&topology);
        sums(&topology);
        flags(&topology);
        shortcuts(&topology);
    }
}

/// The largest machine is built, and quickly enough that no test notices.
#[test]
fn the_largest_machine_has_its_domains() {
    use smp::topology::{CpuKind, Shape};
    let shape = Shape { sockets: 8, nodes: 2, llcs: 4, cores: 4, threads: 2, ..Shape::ONE };
    let topology = Topology::new(&shape.machine(CpuKind::plain()));
    chains(&topology);
    let weights: Vec<usize> = topology.domains_of(511).map(Domain::weight).collect();
    assert_eq!(weights, [2, 8, 32, 64, 512]);
}
