//! Named machines against the specification's table.

use super::*;

/// A domain of CPU 0: level, CPUs, groups, CPUs of the first group, whether its groups prefer siblings, whether capacities
/// differ, what imbalance is allowed between nodes.
type Row = (Level, usize, usize, usize, bool, bool, u32);

fn row(topology: &Topology, domain: &Domain) -> Row {
    let group = domain.groups_from(0).next().expect("a domain has groups");
    assert_eq!(domain.min_interval_ms, domain.weight() as u64);
    assert_eq!(domain.max_interval_ms, 2 * domain.weight() as u64);
    assert_eq!(domain.flags.asym_capacity, domain.flags.asym_capacity_full, "{}", topology.cpu_count());
    (
        domain.level,
        domain.weight(),
        domain.groups.len(),
        group.span.len(),
        group.flags.prefer_sibling,
        domain.flags.asym_capacity,
        domain.imb_numa_nr,
    )
}

#[track_caller]
fn check(name: &str, cpus: usize, expected: &[Row], llcs: &[usize]) {
    let topology = Topology::new(&machine(name).expect("a preset").machine());
    let found: Vec<Row> = topology.domains_of(0).map(|domain| row(&topology, domain)).collect();
    assert_eq!(found, expected, "{name}");
    assert_eq!(topology.cpu_count(), cpus, "{name}");
    assert_eq!(topology.llcs.iter().map(CpuSet::len).collect::<Vec<_>>(), llcs, "{name}");
}

#[test]
fn presets_have_the_domains_of_the_specification() {
    use Level::{Mc, Numa, Pkg, Smt};
    let smt = (Smt, 2, 2, 1, false, false, 0);
    check("laptop", 8, &[smt, (Mc, 8, 4, 2, true, false, 0)], &[8]);
    let mc = (Mc, 4, 4, 1, false, false, 0);
    check("hikey", 8, &[mc, (Pkg, 8, 2, 4, true, false, 2)], &[4, 4]);
    check("hikey960", 8, &[mc, (Pkg, 8, 2, 4, false, true, 2)], &[4, 4]);
    check("rk3588", 8, &[(Mc, 8, 8, 1, false, true, 0)], &[8]);
    check("m1", 8, &[mc, (Pkg, 8, 2, 4, false, true, 2)], &[4, 4]);
    check("graviton3-16", 16, &[(Mc, 16, 16, 1, false, false, 0)], &[16]);
    check("graviton3-64", 64, &[(Mc, 64, 64, 1, false, false, 0)], &[64]);
    check("epyc-16", 16, &[(Mc, 8, 8, 1, false, false, 0), (Pkg, 16, 2, 8, true, false, 2)], &[8, 8]);
    let ccd = (Mc, 16, 8, 2, true, false, 0);
    check("epyc-128", 128, &[smt, ccd, (Pkg, 128, 8, 16, true, false, 8)], &[16; 8]);
    let socket = (Mc, 20, 10, 2, true, false, 0);
    check("xeon-2s", 40, &[smt, socket, (Numa, 40, 2, 20, true, false, 2)], &[20, 20]);
}

#[test]
fn capacities_follow_work_and_clock() {
    let capacities = |name: &str| {
        let topology = Topology::new(&machine(name).expect("a preset").machine());
        (topology.capacities[0], topology.capacities[topology.cpu_count() - 1])
    };
    assert_eq!(capacities("laptop"), (1024, 1024));
    assert_eq!(capacities("hikey960"), (462, 1024));
    assert_eq!(capacities("rk3588"), (397, 1024));
    assert_eq!(capacities("m1"), (493, 1024));
}

#[test]
fn names_of_machines_are_told_once() {
    for (at, preset) in machines().iter().enumerate() {
        let first = machines().iter().position(|other| other.name == preset.name);
        assert_eq!(first, Some(at), "{}", preset.name);
        assert!(machine(preset.name).is_some());
    }
    assert!(machine("abacus").is_none());
}

/// The sound machine with a change that makes it impossible, and what is said of it.
#[track_caller]
fn refused(change: impl Fn(&mut Machine), expected: &str) {
    let mut machine = machine("epyc-16").expect("a preset").machine();
    change(&mut machine);
    let fault = machine.check().expect_err("it cannot be");
    assert_eq!(fault.to_string(), expected);
}

fn set(cpus: &[usize]) -> CpuSet {
    cpus.iter().copied().collect()
}

#[test]
fn impossible_machines_are_refused() {
    refused(
        |m| m.llcs[1].insert(3),
        "last-level cache 1: CPU 3 is in last-level cache 0 too; name each CPU once",
    );
    refused(
        |m| m.llcs[1].remove(9),
        "last-level cache 2: CPUs 9 are in no last-level cache; name every CPU in a last-level cache",
    );
    refused(
        |m| m.cores[15] = set(&[16]),
        "core 15: CPU 16 is not of this machine, which has 0-15; leave it out",
    );
    refused(
        |m| m.policies.push(CpuSet::EMPTY),
        "frequency policy 2: a frequency policy without a CPU; leave it out",
    );
    refused(
        |m| m.clusters = vec![set(&[0, 8]), CpuSet::first(16).without(&set(&[0, 8]))],
        "cluster 0: cluster 0,8 is in more than one last-level cache; keep each cluster within one last-level cache",
    );
    refused(
        |m| {
            m.nodes = vec![CpuSet::first(4), CpuSet::first(16).without(&CpuSet::first(4))];
            m.distances = vec![vec![10, 20], vec![20, 10]];
        },
        "last-level cache 0: last-level cache 0-7 is in more than one node; keep each last-level cache within one node",
    );
    refused(
        |m| {
            m.cores = (0..8).map(|core| set(&[core, core + 8])).collect();
            m.llcs = vec![CpuSet::first(16)];
            m.kind_of[9] = 1;
            m.kinds.push(m.kinds[0].clone());
            m.policies = vec![CpuSet::first(16)];
        },
        "core 1: CPU capacity asymmetry not supported on SMT: CPUs 1,9 are of several kinds; make the threads of a core one kind",
    );
}

#[test]
fn impossible_numbers_are_refused() {
    refused(|m| m.kind_of.clear(), "CPU 0: there are 0 CPUs; a machine has 1 to 512 (NR_CPUS)");
    refused(|m| m.kind_of = vec![0; 513], "CPU 513: there are 513 CPUs; a machine has 1 to 512 (NR_CPUS)");
    let capacity = "write 1 to 1024; 1024 is the biggest CPU";
    refused(
        |m| m.kinds[0].capacity_dmips_mhz = 0,
        &format!("kind of CPU 0: capacity-dmips-mhz of 0; {capacity}"),
    );
    refused(
        |m| m.kinds[0].capacity_dmips_mhz = 1025,
        &format!("kind of CPU 0: capacity-dmips-mhz of 1025; {capacity}"),
    );
    refused(
        |m| {
            m.kinds
                .push(CpuKind { opps: vec![Opp { frequency_khz: 1, voltage_uv: 0 }], ..m.kinds[0].clone() })
        },
        "kind of CPU 0: it has no clocks, others have: capacities cannot be compared (partial information); \
         give every kind its operating points, or none",
    );
    refused(
        |m| m.kinds[0].opps = vec![Opp { frequency_khz: 5, voltage_uv: 0 }; 2],
        "kind of CPU 0: its clocks do not rise; write them from the slowest to the fastest, each once",
    );
}

#[test]
fn impossible_distances_are_refused() {
    let two = |m: &mut Machine, distances: &[&[u64]]| {
        m.nodes = m.llcs.clone();
        m.distances = distances.iter().map(|row| row.to_vec()).collect();
    };
    let far = "a node is 10 from itself and 11 to 255 from others";
    refused(
        |m| two(m, &[&[10]]),
        "row of distances 1: 1 rows for 2 nodes; write a row and a column for each node",
    );
    refused(
        |m| two(m, &[&[10, 20], &[20]]),
        "row of distances 1: 1 distances for 2 nodes; write one to each node",
    );
    for (distance, row) in [(9, [9, 20]), (10, [10, 10]), (256, [10, 256])] {
        let to = usize::from(distance != 9);
        let what =
            format!("row of distances 0: Invalid distance value {distance} from node 0 to node {to}; {far}");
        refused(|m| two(m, &[&row, &[20, 10]]), &what);
    }
    refused(
        |m| two(m, &[&[10, 20], &[21, 10]]),
        "row of distances 0: Node-distance not symmetric: 0 to 1 is 20, back 21; write the same both ways",
    );
    refused(
        |m| {
            two(m, &[&[10, 20], &[20, 10]]);
            m.packages = vec![CpuSet::first(8).or(&set(&[8, 9])), set(&[10, 11, 12, 13, 14, 15])];
            m.llcs = (0..8).map(|pair| set(&[2 * pair, 2 * pair + 1])).collect();
        },
        "node 1: node 8-15 is in more than one package; keep each node within one package",
    );
}

#[test]
fn power_follows_clock_and_voltage() {
    let of = |name: &str, cpu: usize| {
        let machine = machine(name).expect("a preset").machine();
        let kind = machine.kind(cpu);
        kind.opps.iter().map(|opp| opp.power_uw(kind.power_coefficient)).collect::<Vec<_>>()
    };
    assert_eq!(of("hikey960", 0), [28_728, 70_329, 124_918, 187_990, 245_436]);
    assert_eq!(of("hikey960", 4), [243_358, 500_192, 804_127, 1_161_600, 1_571_911]);
    assert_eq!(of("m1", 0), [0; 5]);
}
