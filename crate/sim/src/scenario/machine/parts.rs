//! A machine by its parts.

use smp::topology::{CpuKind, Machine, Part, Preset, Shape, distances_between};
use smp::{CPUS_MAX, CpuSet};

use crate::error::Error;

/// CPUs and what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The CPUs.
    pub cpus: CpuSet,
    /// What they are.
    pub kind: CpuKind,
}

/// A machine by the numbers of its parts, and lists for what numbers cannot say; an empty list says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// How many of each part are in the one above it.
    pub shape: Shape,
    /// What is plugged into each socket.
    pub packages: Vec<CpuSet>,
    /// The CPUs of each NUMA node.
    pub nodes: Vec<CpuSet>,
    /// From each node to each, 10 is its own.
    pub distances: Vec<Vec<u64>>,
    /// The CPUs of each last-level cache.
    pub llcs: Vec<CpuSet>,
    /// The CPUs of each cluster.
    pub clusters: Vec<CpuSet>,
    /// The CPUs of each core.
    pub cores: Vec<CpuSet>,
    /// The CPUs of each clock.
    pub policies: Vec<CpuSet>,
    /// What the CPUs are; all alike if none is told.
    pub kinds: Vec<Kind>,
}

/// How the scenario calls the list of a part.
pub(super) fn key(part: Part) -> &'static str {
    match part {
        Part::Packages => "package_cpus",
        Part::Nodes => "node_cpus",
        Part::Llcs => "llc_cpus",
        Part::Clusters => "cluster_cpus",
        Part::Cores => "core_cpus",
        Part::Policies => "policy_cpus",
        Part::Distances => "distances",
        Part::Kinds => "kinds",
        Part::Cpus => "cpus",
    }
}

impl Parts {
    /// So many CPUs under one cache.
    pub fn of_cpus(cores: usize) -> Parts {
        Parts::of_shape(Shape { cores, ..Shape::ONE })
    }

    /// Parts that are all alike.
    pub fn of_shape(shape: Shape) -> Parts {
        Parts {
            shape,
            packages: Vec::new(),
            nodes: Vec::new(),
            distances: Vec::new(),
            llcs: Vec::new(),
            clusters: Vec::new(),
            cores: Vec::new(),
            policies: Vec::new(),
            kinds: Vec::new(),
        }
    }

    /// The parts of a machine that has a name.
    pub fn of_preset(preset: &Preset) -> Parts {
        let kind = |(cpus, kind): (std::ops::Range<usize>, CpuKind)| Kind { cpus: cpus.collect(), kind };
        let kinds = preset.kinds().into_iter().map(kind).collect();
        Parts { policies: preset.policies(), kinds, ..Parts::of_shape(preset.shape) }
    }

    /// Entries of the list of a part.
    pub(super) fn len_of(&self, part: Part) -> usize {
        match part {
            Part::Packages => self.packages.len(),
            Part::Nodes => self.nodes.len(),
            Part::Llcs => self.llcs.len(),
            Part::Clusters => self.clusters.len(),
            Part::Cores => self.cores.len(),
            Part::Policies => self.policies.len(),
            Part::Distances => self.distances.len(),
            Part::Kinds => self.kinds.len(),
            Part::Cpus => 0,
        }
    }

    /// The machine: what the numbers say, and the lists where they say something else. Not checked, but for what there is no
    /// machine without.
    pub(super) fn machine(&self) -> Result<Machine, Error> {
        let count = self.shape.cpu_count();
        if count > CPUS_MAX {
            let remedy = format!("a machine has at most {CPUS_MAX} (NR_CPUS)");
            return Err(Error::new("machine", format!("its parts make {count} CPUs"), remedy));
        }
        let mut machine = self.shape.machine(CpuKind::plain());
        replace(&mut machine.packages, &self.packages);
        replace(&mut machine.nodes, &self.nodes);
        replace(&mut machine.llcs, &self.llcs);
        replace(&mut machine.clusters, &self.clusters);
        replace(&mut machine.cores, &self.cores);
        replace(&mut machine.policies, if self.policies.is_empty() { &self.llcs } else { &self.policies });
        machine.distances = match self.distances.is_empty() {
            true => distances_between(&machine.nodes, &machine.packages),
            false => self.distances.clone(),
        };
        if !self.kinds.is_empty() {
            machine.kind_of = self.kind_of(machine.cpu_count())?;
            machine.kinds = self.kinds.iter().map(|kind| kind.kind.clone()).collect();
        }
        Ok(machine)
    }

    /// Of each CPU, which of the kinds it is.
    fn kind_of(&self, cpus: usize) -> Result<Vec<usize>, Error> {
        let all = CpuSet::first(cpus);
        let mut seen = CpuSet::EMPTY;
        for (index, Kind { cpus, .. }) in self.kinds.iter().enumerate() {
            let place = format!("machine.kinds[{index}].cpus");
            if let Some(cpu) = cpus.without(&all).lowest() {
                let wrong = format!("CPU {cpu} is not of this machine, which has {all}");
                return Err(Error::new(place, wrong, "leave it out"));
            }
            if let Some(cpu) = cpus.and(&seen).lowest() {
                return Err(Error::new(place, format!("CPU {cpu} has a kind already"), "name each CPU once"));
            }
            seen = seen.or(cpus);
        }
        let missing = all.without(&seen);
        if !missing.is_empty() {
            let wrong = format!("CPUs {missing} have no kind");
            return Err(Error::new("machine.kinds", wrong, "give every CPU one, or leave kinds out"));
        }
        let kind = |cpu| self.kinds.iter().position(|kind| kind.cpus.contains(cpu)).unwrap_or(0);
        Ok((0..cpus).map(kind).collect())
    }
}

fn replace(sets: &mut Vec<CpuSet>, told: &[CpuSet]) {
    if !told.is_empty() {
        *sets = told.to_vec();
    }
}
