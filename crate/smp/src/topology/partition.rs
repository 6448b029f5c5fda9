//! Each list of sets holds every CPU once, and what is within something else is within one of it.

use super::fault::{Fault, Part, across};
use super::machine::Machine;
use crate::cpuset::CpuSet;

/// Whether all lists of a machine are partitions that fit into each other.
pub(super) fn all(machine: &Machine) -> Result<(), Fault> {
    let count = machine.cpu_count();
    let parts = [Part::Packages, Part::Nodes, Part::Llcs, Part::Clusters, Part::Cores, Part::Policies];
    for part in parts {
        let sets = sets(machine, part);
        if part != Part::Clusters || !sets.is_empty() {
            partition(sets, part, count)?;
        }
    }
    within(machine, Part::Cores, Part::Clusters)?;
    within(machine, Part::Cores, Part::Llcs)?;
    within(machine, Part::Cores, Part::Policies)?;
    within(machine, Part::Clusters, Part::Llcs)?;
    within(machine, Part::Llcs, Part::Nodes)?;
    within(machine, Part::Llcs, Part::Packages)?;
    nodes_and_packages(machine)
}

fn sets(machine: &Machine, part: Part) -> &[CpuSet] {
    match part {
        Part::Packages => &machine.packages,
        Part::Nodes => &machine.nodes,
        Part::Llcs => &machine.llcs,
        Part::Clusters => &machine.clusters,
        Part::Cores => &machine.cores,
        Part::Policies => &machine.policies,
        Part::Distances | Part::Kinds | Part::Cpus => &[],
    }
}

fn partition(sets: &[CpuSet], part: Part, count: usize) -> Result<(), Fault> {
    let (all, noun) = (CpuSet::first(count), part.noun());
    let mut seen = CpuSet::EMPTY;
    for (index, set) in sets.iter().enumerate() {
        let wrong = |wrong: String, remedy: &str| Err(Fault::new(part, index, wrong, remedy));
        if set.is_empty() {
            return wrong(format!("a {noun} without a CPU"), "leave it out");
        }
        if let Some(cpu) = set.without(&all).lowest() {
            return wrong(format!("CPU {cpu} is not of this machine, which has {all}"), "leave it out");
        }
        if let Some(cpu) = set.and(&seen).lowest() {
            let first = sets.iter().position(|set| set.contains(cpu)).unwrap_or(0);
            return wrong(format!("CPU {cpu} is in {noun} {first} too"), "name each CPU once");
        }
        seen = seen.or(set);
    }
    let missing = all.without(&seen);
    if missing.is_empty() {
        return Ok(());
    }
    let remedy = format!("name every CPU in a {noun}");
    Err(Fault::new(part, sets.len(), format!("CPUs {missing} are in no {noun}"), remedy))
}

fn within(machine: &Machine, inner: Part, outer: Part) -> Result<(), Fault> {
    let (inner_sets, outer_sets) = (sets(machine, inner), sets(machine, outer));
    let fits = |set: &CpuSet| outer_sets.is_empty() || outer_sets.iter().any(|outer| set.is_within(outer));
    match inner_sets.iter().position(|set| !fits(set)) {
        Some(index) => Err(across(inner, index, &inner_sets[index], outer)),
        None => Ok(()),
    }
}

/// A node is in a package, or packages are in it.
fn nodes_and_packages(machine: &Machine) -> Result<(), Fault> {
    let apart = |node: &CpuSet| {
        let crosses =
            |package: &&CpuSet| node.meets(package) && !node.is_within(package) && !package.is_within(node);
        machine.packages.iter().find(crosses).is_some()
    };
    match machine.nodes.iter().position(apart) {
        Some(index) => Err(across(Part::Nodes, index, &machine.nodes[index], Part::Packages)),
        None => Ok(()),
    }
}
