//! The CPUs of a machine as a figure lists them: neighbours beside each other, in groups that can be closed.

use sim::Run;
use smp::topology::Level;
use smp::{CpuSet, Topology};

/// One CPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneCpu {
    /// Its number.
    pub cpu: usize,
    /// Its capacity, where those of the machine differ.
    pub capacity: Option<u64>,
    /// It begins another core than the one before it, on a machine whose cores have several threads.
    pub begins_core: bool,
}

/// CPUs that share something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneGroup {
    /// Its name, as in `LLC 1`, by which the page knows it.
    pub name: String,
    /// The name and what is in it, as in `LLC 1 · CPUs 4–7`.
    pub label: String,
    /// Its CPUs, in the order of the lanes: first place and one past the last.
    pub lanes: (usize, usize),
    /// How many groups it is in.
    pub depth: usize,
}

/// The CPUs of a machine in the order of their lanes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Machine {
    /// From top to bottom.
    pub cpus: Vec<LaneCpu>,
    /// Groups that are worth a name, each before those in it. None on a machine that has only one of everything.
    pub groups: Vec<LaneGroup>,
}

impl Machine {
    /// The machine of a run.
    pub fn of(run: &Run) -> Machine {
        Machine::of_topology(run.topology())
    }

    /// A machine of so many CPUs of which nothing else is known.
    pub fn plain(cpus: usize) -> Machine {
        let cpu = |cpu| LaneCpu { cpu, capacity: None, begins_core: false };
        Machine { cpus: (0..cpus).map(cpu).collect(), groups: Vec::new() }
    }

    /// The machine with these domains.
    pub fn of_topology(topology: &Topology) -> Machine {
        let partitions = partitions(topology);
        let mut order: Vec<usize> = (0..topology.cpu_count()).collect();
        let core = |cpu: usize| topology.siblings[cpu].lowest();
        order.sort_by_key(|&cpu| {
            let parts = partitions.iter().map(|(_, parts)| part_of(parts, cpu));
            (parts.collect::<Vec<_>>(), core(cpu), cpu)
        });
        let differ = topology.capacities.iter().any(|capacity| *capacity != topology.capacities[0]);
        let lane = |(place, &cpu): (usize, &usize)| LaneCpu {
            cpu,
            capacity: differ.then_some(topology.capacities[cpu]),
            begins_core: topology.has_smt && place > 0 && core(cpu) != core(order[place - 1]),
        };
        let cpus: Vec<LaneCpu> = order.iter().enumerate().map(lane).collect();
        let groups = groups(&partitions, &cpus);
        Machine { cpus, groups }
    }

    /// It has one CPU, or nothing is known of it.
    pub fn is_single(&self) -> bool {
        self.cpus.len() <= 1
    }

    /// The CPUs of a group.
    pub fn cpus_of(&self, group: &LaneGroup) -> &[LaneCpu] {
        &self.cpus[group.lanes.0..group.lanes.1]
    }
}

/// The ways in which the machine is divided, coarsest first; one that divides nothing, or as the one before, is left out.
fn partitions(topology: &Topology) -> Vec<(&'static str, Vec<CpuSet>)> {
    let packages = topology.domains.iter().filter(|domain| domain.level == Level::Pkg);
    let all = [
        ("node", topology.nodes.clone()),
        ("package", apart(packages.map(|domain| domain.span).collect())),
        ("LLC", topology.llcs.clone()),
        ("cluster", apart(topology.clusters.clone())),
    ];
    let mut kept: Vec<(&'static str, Vec<CpuSet>)> = Vec::new();
    for (name, parts) in all {
        let divides = parts.len() > kept.last().map_or(1, |(_, before)| before.len());
        let useful = parts.iter().any(|part| part.len() > 1);
        if divides && useful {
            kept.push((name, parts));
        }
    }
    kept
}

/// Each set once.
fn apart(sets: Vec<CpuSet>) -> Vec<CpuSet> {
    let mut once: Vec<CpuSet> = Vec::new();
    for set in sets {
        if !once.contains(&set) {
            once.push(set);
        }
    }
    once
}

fn part_of(parts: &[CpuSet], cpu: usize) -> usize {
    parts.iter().position(|part| part.contains(cpu)).unwrap_or(parts.len())
}

/// Every group with the place of its lanes, each before those in it.
fn groups(partitions: &[(&'static str, Vec<CpuSet>)], cpus: &[LaneCpu]) -> Vec<LaneGroup> {
    let mut groups: Vec<LaneGroup> = Vec::new();
    for (depth, (name, parts)) in partitions.iter().enumerate() {
        for (number, part) in parts.iter().enumerate() {
            let inside = |lane: &LaneCpu| part.contains(lane.cpu);
            let Some(first) = cpus.iter().position(inside) else { continue };
            let lanes = (first, first + part.len());
            let name = format!("{name} {number}");
            let label = label(&name, &cpus[lanes.0..lanes.1]);
            groups.push(LaneGroup { name, label, lanes, depth });
        }
    }
    groups.sort_by_key(|group| (group.lanes.0, group.depth));
    groups
}

/// The name with the CPUs, and with their capacity where all have the same.
fn label(name: &str, cpus: &[LaneCpu]) -> String {
    let mut numbers: Vec<usize> = cpus.iter().map(|lane| lane.cpu).collect();
    numbers.sort_unstable();
    let capacity = cpus.first().and_then(|lane| lane.capacity);
    let capacity = capacity.filter(|_| cpus.iter().all(|lane| lane.capacity == capacity));
    let capacity = capacity.map_or_else(String::new, |capacity| format!(" · capacity {capacity}"));
    format!("{name} · CPU {}{capacity}", ranges(&numbers))
}

/// Numbers as ranges: `0–3, 8–11`.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let text = runs.map(|run| match run {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}–{last}"),
        [] => String::new(),
    });
    text.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use smp::topology::{CpuKind, Shape, machine};

    use super::*;

    fn plain() -> CpuKind {
        CpuKind {
            name: "CPU".to_owned(),
            capacity_dmips_mhz: 1024,
            opps: Vec::new(),
            power_coefficient: 0,
            idle_exit_ns: Vec::new(),
            l2_kib: 0,
            llc_kib: 0,
        }
    }

    fn of(shape: Shape) -> Machine {
        Machine::of_topology(&Topology::new(&shape.machine(plain())))
    }

    fn labels(machine: &Machine) -> Vec<(usize, &str)> {
        machine.groups.iter().map(|group| (group.depth, group.label.as_str())).collect()
    }

    #[test]
    fn a_machine_of_one_of_everything_has_no_groups() {
        let machine = of(Shape { cores: 4, ..Shape::ONE });
        assert_eq!((machine.cpus.len(), machine.groups.len()), (4, 0));
        assert!(of(Shape::ONE).is_single());
    }

    #[test]
    fn siblings_are_neighbours_and_begin_a_core() {
        let machine = of(Shape { cores: 2, threads: 2, ..Shape::ONE });
        let lanes: Vec<_> = machine.cpus.iter().map(|lane| (lane.cpu, lane.begins_core)).collect();
        assert_eq!(lanes, [(0, false), (2, false), (1, true), (3, false)]);
    }

    #[test]
    fn caches_stand_in_their_nodes() {
        let machine = of(Shape { sockets: 2, llcs: 2, cores: 2, ..Shape::ONE });
        let expected = [
            (0, "node 0 · CPU 0–3"),
            (1, "LLC 0 · CPU 0–1"),
            (1, "LLC 1 · CPU 2–3"),
            (0, "node 1 · CPU 4–7"),
            (1, "LLC 2 · CPU 4–5"),
            (1, "LLC 3 · CPU 6–7"),
        ];
        assert_eq!(labels(&machine), expected);
    }

    #[test]
    fn unequal_cpus_tell_their_capacity() {
        let preset = machine("hikey960").expect("it is a preset");
        let lanes = Machine::of_topology(&Topology::new(&preset.machine()));
        assert!(lanes.cpus.iter().all(|lane| lane.capacity.is_some()), "{lanes:?}");
    }

    #[test]
    fn every_group_is_a_stretch_of_lanes_inside_the_one_above() {
        for shape in
            [Shape { sockets: 2, nodes: 2, llcs: 2, clusters: 2, cores: 4, threads: 2, ..Shape::ONE }]
        {
            let machine = of(shape);
            for group in &machine.groups {
                let inside =
                    |other: &&LaneGroup| other.lanes.0 <= group.lanes.0 && group.lanes.1 <= other.lanes.1;
                assert_eq!(machine.groups.iter().filter(inside).count(), group.depth + 1, "{}", group.name);
            }
        }
    }
}
