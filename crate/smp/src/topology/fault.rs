//! What is wrong with a machine that cannot be, in the words that the kernel has for it.

use std::fmt;

use super::machine::{CpuKind, LOCAL_DISTANCE, Machine};
use super::{FULL_CAPACITY, partition};
use crate::cpuset::{CPUS_MAX, CpuSet};

/// A list of a machine's description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What is plugged into sockets.
    Packages,
    /// NUMA nodes.
    Nodes,
    /// Last-level caches.
    Llcs,
    /// Clusters below the last-level cache.
    Clusters,
    /// Cores.
    Cores,
    /// Sets of CPUs with one clock.
    Policies,
    /// Distances between nodes.
    Distances,
    /// Designs of CPUs.
    Kinds,
    /// The CPUs themselves.
    Cpus,
}

impl Part {
    /// What one of it is called.
    pub fn noun(self) -> &'static str {
        match self {
            Part::Packages => "package",
            Part::Nodes => "node",
            Part::Llcs => "last-level cache",
            Part::Clusters => "cluster",
            Part::Cores => "core",
            Part::Policies => "frequency policy",
            Part::Distances => "row of distances",
            Part::Kinds => "kind of CPU",
            Part::Cpus => "CPU",
        }
    }
}

/// What is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The list that is wrong.
    pub part: Part,
    /// Which of it.
    pub index: usize,
    /// What is wrong.
    pub wrong: String,
    /// What to do about it.
    pub remedy: String,
}

impl Fault {
    pub(super) fn new(
        part: Part,
        index: usize,
        wrong: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Fault {
        Fault { part, index, wrong: wrong.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}; {}", self.part.noun(), self.index, self.wrong, self.remedy)
    }
}

impl Machine {
    /// Whether there can be such a machine; the error says the first thing that is wrong.
    pub fn check(&self) -> Result<(), Fault> {
        count(self.cpu_count())?;
        partition::all(self)?;
        kinds(self)?;
        distances(&self.distances, self.nodes.len())
    }
}

fn count(cpus: usize) -> Result<(), Fault> {
    if (1..=CPUS_MAX).contains(&cpus) {
        return Ok(());
    }
    let remedy = format!("a machine has 1 to {CPUS_MAX} (NR_CPUS)");
    Err(Fault::new(Part::Cpus, cpus, format!("there are {cpus} CPUs"), remedy))
}

fn kinds(machine: &Machine) -> Result<(), Fault> {
    let clocked = machine.kinds.iter().any(|kind| !kind.opps.is_empty());
    machine.kinds.iter().enumerate().try_for_each(|(index, kind)| one_kind(kind, index, clocked))?;
    for (index, core) in machine.cores.iter().enumerate() {
        let first = core.lowest().map(|cpu| machine.kind_of[cpu]);
        if core.iter().any(|cpu| Some(machine.kind_of[cpu]) != first) {
            let wrong =
                format!("CPU capacity asymmetry not supported on SMT: CPUs {core} are of several kinds");
            return Err(Fault::new(Part::Cores, index, wrong, "make the threads of a core one kind"));
        }
    }
    Ok(())
}

fn one_kind(kind: &CpuKind, index: usize, clocked: bool) -> Result<(), Fault> {
    let wrong = |wrong: String, remedy: &str| Err(Fault::new(Part::Kinds, index, wrong, remedy));
    if !(1..=FULL_CAPACITY).contains(&kind.capacity_dmips_mhz) {
        let capacity = kind.capacity_dmips_mhz;
        return wrong(
            format!("capacity-dmips-mhz of {capacity}"),
            "write 1 to 1024; 1024 is the biggest CPU",
        );
    }
    if clocked && kind.opps.is_empty() {
        let what = "it has no clocks, others have: capacities cannot be compared (partial information)";
        return wrong(what.into(), "give every kind its operating points, or none");
    }
    let clocks = || kind.opps.iter().map(|opp| opp.frequency_khz);
    if clocks().any(|khz| khz == 0) || clocks().zip(clocks().skip(1)).any(|(slow, fast)| slow >= fast) {
        return wrong(
            "its clocks do not rise".into(),
            "write them from the slowest to the fastest, each once",
        );
    }
    Ok(())
}

/// A table of distances is square and symmetric, a node is 10 from itself and farther from others (`slit_valid`).
fn distances(rows: &[Vec<u64>], nodes: usize) -> Result<(), Fault> {
    let wrong = |index, wrong: String, remedy: String| Err(Fault::new(Part::Distances, index, wrong, remedy));
    if rows.len() != nodes {
        let count = format!("{} rows for {nodes} nodes", rows.len());
        return wrong(rows.len().min(nodes), count, "write a row and a column for each node".into());
    }
    for (from, row) in rows.iter().enumerate() {
        if row.len() != nodes {
            let count = format!("{} distances for {nodes} nodes", row.len());
            return wrong(from, count, "write one to each node".into());
        }
        for (to, distance) in row.iter().copied().enumerate() {
            if (from == to) != (distance == LOCAL_DISTANCE) || !(LOCAL_DISTANCE..256).contains(&distance) {
                let what = format!("Invalid distance value {distance} from node {from} to node {to}");
                return wrong(from, what, "a node is 10 from itself and 11 to 255 from others".into());
            }
            if rows[to].get(from).is_some_and(|back| *back != distance) {
                let what = format!(
                    "Node-distance not symmetric: {from} to {to} is {distance}, back {}",
                    rows[to][from]
                );
                return wrong(from, what, "write the same both ways".into());
            }
        }
    }
    Ok(())
}

/// What is wrong with sets of CPUs is told with the CPUs.
pub(super) fn across(part: Part, index: usize, set: &CpuSet, outer: Part) -> Fault {
    let wrong = format!("{} {set} is in more than one {}", part.noun(), outer.noun());
    Fault::new(part, index, wrong, format!("keep each {} within one {}", part.noun(), outer.noun()))
}
