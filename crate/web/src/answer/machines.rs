//! Machines: those that have names, and what one is, for its map.

use serde::Serialize;
use sim::Error;
use sim::costs::Costs;
use sim::scenario::machine::Machine;
use smp::CpuSet;
use smp::frequency::{PerfDomain, perf_domains};
use smp::topology::Level;

use super::costs::{Cost, costs};

/// A machine that has a name.
#[derive(Serialize)]
pub struct NamedMachine {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    cpus: usize,
}

/// Every machine that has a name.
pub fn machines() -> Vec<NamedMachine> {
    let named = |preset: &smp::topology::Preset| NamedMachine {
        name: preset.name,
        title: preset.title,
        about: preset.about,
        cpus: preset.shape.cpu_count(),
    };
    smp::topology::machines().iter().map(named).collect()
}

/// What a machine is.
#[derive(Serialize)]
pub struct MachineMap {
    cpus: Vec<Cpu>,
    domains: Vec<Domain>,
    clocks: Vec<Clock>,
    /// What kernel paths are likely to cost on it.
    costs: Vec<Cost>,
    /// The same machine by its parts.
    parts: Machine,
}

/// CPUs with one clock whose points are told.
#[derive(Serialize)]
struct Clock {
    cpus: String,
    max_khz: f64,
    /// It is known what its points take.
    powered: bool,
}

/// A CPU, and which of the parts of each kind it is in.
#[derive(Serialize)]
struct Cpu {
    capacity: f64,
    kind: String,
    max_khz: f64,
    node: usize,
    llc: usize,
    cluster: usize,
    core: usize,
    /// Its domains, smallest first.
    domains: Vec<usize>,
}

/// CPUs between which tasks are balanced.
#[derive(Serialize)]
struct Domain {
    level: &'static str,
    cpus: String,
    groups: usize,
    prefer_sibling: bool,
    asym_capacity: bool,
    imbalance_pct: f64,
    min_interval_ms: f64,
    max_interval_ms: f64,
}

/// The map of a machine; the error names what cannot be.
pub fn machine_map(machine: &Machine) -> Result<MachineMap, Error> {
    let described = machine.description()?;
    let topology = smp::Topology::new(&described);
    let at = |sets: &[CpuSet], cpu| sets.iter().position(|set| set.contains(cpu)).unwrap_or(0);
    let cpu = |cpu| Cpu {
        capacity: topology.capacities[cpu] as f64,
        kind: described.kind(cpu).name.clone(),
        max_khz: described.kind(cpu).opps.last().map_or(0.0, |opp| opp.frequency_khz as f64),
        node: at(&described.nodes, cpu),
        llc: at(&described.llcs, cpu),
        cluster: at(&described.clusters, cpu),
        core: at(&described.cores, cpu),
        domains: topology.chains[cpu].clone(),
    };
    Ok(MachineMap {
        cpus: (0..topology.cpu_count()).map(cpu).collect(),
        domains: topology.domains.iter().map(domain).collect(),
        clocks: perf_domains(&described, &topology.capacities).iter().filter_map(clock).collect(),
        costs: costs(&Costs::of_machine(&described)),
        parts: Machine::of_parts(machine.parts()?),
    })
}

/// Nothing where no point is told.
fn clock(domain: &PerfDomain) -> Option<Clock> {
    let last = domain.points.last()?;
    Some(Clock {
        cpus: domain.cpus.to_string(),
        max_khz: last.frequency_khz as f64,
        powered: domain.is_energy_known(),
    })
}

fn domain(domain: &smp::topology::Domain) -> Domain {
    Domain {
        level: level(domain.level),
        cpus: domain.span.to_string(),
        groups: domain.groups.len(),
        prefer_sibling: domain.groups.iter().any(|group| group.flags.prefer_sibling),
        asym_capacity: domain.flags.asym_capacity,
        imbalance_pct: domain.imbalance_pct as f64,
        min_interval_ms: domain.min_interval_ms as f64,
        max_interval_ms: domain.max_interval_ms as f64,
    }
}

/// The kernel's name of a level.
fn level(level: Level) -> &'static str {
    match level {
        Level::Smt => "SMT",
        Level::Cls => "CLS",
        Level::Mc => "MC",
        Level::Pkg => "PKG",
        Level::Node => "NODE",
        Level::Numa => "NUMA",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_machine_has_a_map() {
        for preset in smp::topology::machines() {
            let map = machine_map(&Machine::preset(preset)).expect("it can be");
            assert_eq!(map.cpus.len(), preset.shape.cpu_count(), "{}", preset.name);
            assert!(map.cpus.iter().all(|cpu| !cpu.domains.is_empty()), "{}", preset.name);
        }
    }

    #[test]
    fn a_big_cpu_says_its_clock_and_capacity() {
        let preset = smp::topology::machine("hikey960").expect("a preset");
        let map = machine_map(&Machine::preset(preset)).expect("it can be");
        let of = |cpu: usize| (map.cpus[cpu].capacity, map.cpus[cpu].max_khz, map.cpus[cpu].llc);
        assert_eq!((of(0), of(7)), ((462.0, 1_844_000.0, 0), (1024.0, 2_362_000.0, 1)));
    }
}
