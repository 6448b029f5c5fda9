//! Machines that were recorded: the domains and flags that real kernels told of them.

use sim::Scenario;
use smp::topology::Domain;

/// The flags that ours has, as kernels of 6.12 call them; those of overlapping groups and of balancing on wakeup have no
/// counterpart.
fn flags(domain: &Domain) -> String {
    let flags = &domain.flags;
    let names = [
        (flags.balance_newidle, "SD_BALANCE_NEWIDLE"),
        (flags.balance_exec, "SD_BALANCE_EXEC"),
        (flags.balance_fork, "SD_BALANCE_FORK"),
        (flags.wake_affine, "SD_WAKE_AFFINE"),
        (flags.asym_capacity, "SD_ASYM_CPUCAPACITY"),
        (flags.asym_capacity_full, "SD_ASYM_CPUCAPACITY_FULL"),
        (flags.share_capacity, "SD_SHARE_CPUCAPACITY"),
        (flags.cluster, "SD_CLUSTER"),
        (flags.share_llc, "SD_SHARE_LLC"),
        (flags.serialize, "SD_SERIALIZE"),
        (flags.asym_packing, "SD_ASYM_PACKING"),
        (flags.prefer_sibling, "SD_PREFER_SIBLING"),
        (flags.numa, "SD_NUMA"),
    ];
    names.into_iter().filter(|(set, _)| *set).map(|(_, name)| name).collect::<Vec<_>>().join(" ")
}

/// The machine of a recording's scenario, and of each of its CPUs the threads of its core and the domains.
#[track_caller]
fn check(machine: &str, siblings: &[&str], domains: &[(&str, &[usize], &str)]) {
    let text =
        format!(r#"{{"machine": {machine}, "duration_us": 1, "threads": [{{"name": "a", "script": []}}]}}"#);
    let scenario: Scenario = serde_json::from_str(&text).expect("recordings are scenarios");
    let topology = scenario.machine.topology().expect("it was recorded");
    let found: Vec<String> = topology.siblings.iter().map(ToString::to_string).collect();
    assert_eq!(found, siblings, "{machine}");
    for cpu in 0..topology.cpu_count() {
        let found: Vec<(String, usize, String)> = topology
            .domains_of(cpu)
            .map(|domain| (format!("{:?}", domain.level).to_uppercase(), domain.weight(), flags(domain)))
            .collect();
        let expected: Vec<(String, usize, String)> = domains
            .iter()
            .map(|(level, weights, flags)| ((*level).to_owned(), weights[cpu], (*flags).to_owned()))
            .collect();
        assert_eq!(found, expected, "CPU {cpu} of {machine}");
    }
}

const COMMON: &str = "SD_BALANCE_NEWIDLE SD_BALANCE_EXEC SD_BALANCE_FORK SD_WAKE_AFFINE";

#[test]
fn recorded_machines_are_built_again() {
    let mc = format!("{COMMON} SD_SHARE_LLC SD_PREFER_SIBLING");
    let smt = format!("{COMMON} SD_SHARE_CPUCAPACITY SD_SHARE_LLC SD_PREFER_SIBLING");
    let numa = format!("{COMMON} SD_SERIALIZE SD_NUMA");
    check(r#"{"cpus": 1, "smp": "1"}"#, &["0"], &[]);
    check(r#"{"cpus": 2, "smp": "2"}"#, &["0", "1"], &[("MC", &[2; 2], &mc)]);
    check(r#"{"cpus": 4, "smp": "4"}"#, &["0", "1", "2", "3"], &[("MC", &[4; 4], &mc)]);
    check(
        r#"{"cpus": 4, "smp": "4,sockets=1,cores=2,threads=2"}"#,
        &["0-1", "0-1", "2-3", "2-3"],
        &[("SMT", &[2; 4], &smt), ("MC", &[4; 4], &mc)],
    );
    check(
        r#"{"cpus": 4, "smp": "4:numa"}"#,
        &["0", "1", "2", "3"],
        &[("MC", &[2; 4], &mc), ("NUMA", &[4; 4], &numa)],
    );
}
