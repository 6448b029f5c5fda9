//! The domains of named machines, capacities and allowed imbalances of `vectors/smp.json`.

use serde_json::Value;
use smp::Topology;
use smp::topology::{CpuKind, Domain, Machine, Opp, Shape, machine};

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../vectors/smp.json")).expect("the vectors are JSON")
}

/// A row as the vectors have it. Their `prefer_sibling` is that of the groups, and `llc` marks the highest domain within a
/// cache.
fn row(topology: &Topology, domain: &Domain) -> Value {
    let group = domain.groups_from(0).next().expect("a domain has groups");
    serde_json::json!({
        "name": format!("{:?}", domain.level).to_uppercase(),
        "weight": domain.weight(),
        "ngroups": domain.groups.len(),
        "gweight": group.span.len(),
        "pct": domain.imbalance_pct,
        "nice": domain.cache_nice_tries,
        "min_ms": domain.min_interval_ms,
        "max_ms": domain.max_interval_ms,
        "prefer_sibling": group.flags.prefer_sibling,
        "asym": domain.flags.asym_capacity,
        "numa": domain.flags.numa,
        "imb_numa_nr": domain.imb_numa_nr,
        "llc": topology.llc_domain(0) == Some(domain),
    })
}

#[test]
fn named_machines_have_the_domains_of_the_vectors() {
    let names = [
        ("laptop", "laptop 4c/8t"),
        ("hikey", "HiKey 2x4 A53"),
        ("hikey960", "HiKey960"),
        ("rk3588", "RK3588"),
        ("m1", "M1 4E+4P"),
        ("graviton3-16", "Graviton3 c7g.4xlarge"),
        ("graviton3-64", "Graviton3 c7g.16xlarge"),
        ("epyc-16", "EPYC c7a.4xlarge 2xCCD8"),
        ("epyc-128", "EPYC 64c/128t 8xCCD NPS1"),
        ("xeon-2s", "Xeon 2S 2x10c/20t"),
    ];
    let vectors = vectors();
    let tables = vectors.as_object().expect("an object").keys().filter(|key| key.starts_with("domains."));
    assert_eq!(tables.count(), names.len());
    for (name, title) in names {
        let topology = Topology::new(&machine(name).expect("a preset").machine());
        let found: Vec<Value> = topology.domains_of(0).map(|domain| row(&topology, domain)).collect();
        assert_eq!(Value::from(found), vectors[format!("domains.{title}")], "{name}");
    }
}

fn kind(capacity_dmips_mhz: u64, mhz: u64) -> CpuKind {
    let opps = vec![Opp { frequency_khz: mhz * 1000, voltage_uv: 0 }];
    CpuKind { capacity_dmips_mhz, opps, ..CpuKind::plain() }
}

#[test]
fn capacities_are_those_of_the_vectors() {
    let vectors = vectors();
    let table = vectors["capacity"].as_object().expect("a table");
    for (what, capacity) in table {
        let numbers: Vec<u64> =
            what.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        let at = numbers.windows(4).position(|four| four[2] == 1024).expect("little@MHz of 1024@MHz");
        let [little, little_mhz, big, big_mhz] = numbers[at..at + 4] else { panic!("{what}") };
        let two = Shape { cores: 2, ..Shape::ONE }.machine(kind(big, big_mhz));
        let topology = Topology::new(&two.with_kind(0..1, kind(little, little_mhz)));
        assert_eq!(Some(topology.capacities[0]), capacity.as_u64(), "{what}");
    }
}

/// The imbalance that the first domain above the cache allows, and the highest one.
fn allowed(machine: Machine) -> [u32; 2] {
    let topology = Topology::new(&machine);
    let above: Vec<u32> =
        topology.domains_of(0).map(|domain| domain.imb_numa_nr).filter(|nr| *nr > 0).collect();
    [above[0], above[above.len() - 1]]
}

#[test]
fn imbalances_between_nodes_are_those_of_the_vectors() {
    let xeon = Shape { sockets: 2, cores: 20, ..Shape::ONE };
    let epyc = Shape { llcs: 8, cores: 8, threads: 2, ..Shape::ONE };
    let shapes = [
        ("2x20 Xeon, 1 LLC/node", xeon),
        ("2x40 Xeon SMT", Shape { threads: 2, ..xeon }),
        ("EPYC 1S 128 cpus LLC 16", epyc),
        ("EPYC 2S 2x128 LLC 16", Shape { sockets: 2, ..epyc }),
        ("EPYC c7a.4xlarge 16 cpus LLC 8", Shape { llcs: 2, cores: 8, ..Shape::ONE }),
    ];
    let vectors = vectors();
    for (what, shape) in shapes {
        let expected = &vectors["imb_numa_nr"][what];
        let expected = ["pkg", "numa"].map(|level| expected[level].as_u64().expect("a number") as u32);
        assert_eq!(allowed(shape.machine(CpuKind::plain())), expected, "{what}");
    }
}
