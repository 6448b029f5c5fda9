//! Writes a machine as it is read.

use serde::ser::{Serialize, SerializeMap, Serializer};
use smp::CpuSet;
use smp::topology::{CpuKind, Opp, Shape};

use super::parts::key;
use super::read::{NUMBERINGS, STYLES};
use super::{Kind, Machine, Parts, Told};
use smp::topology::Part;

impl Serialize for Machine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.told {
            Told::Nothing => map.serialize_entry("cpus", &self.cpus)?,
            Told::Smp(words) => {
                map.serialize_entry("cpus", &self.cpus)?;
                map.serialize_entry("smp", words)?;
            }
            Told::Preset(name) => map.serialize_entry("preset", name)?,
            Told::Parts(parts) => parts_entries(parts, &mut map)?,
        }
        map.end()
    }
}

fn parts_entries<M: SerializeMap>(parts: &Parts, map: &mut M) -> Result<(), M::Error> {
    shape(&parts.shape, map)?;
    let lists = [
        (Part::Packages, &parts.packages),
        (Part::Nodes, &parts.nodes),
        (Part::Llcs, &parts.llcs),
        (Part::Clusters, &parts.clusters),
        (Part::Cores, &parts.cores),
        (Part::Policies, &parts.policies),
    ];
    for (part, sets) in lists.into_iter().filter(|(_, sets)| !sets.is_empty()) {
        map.serialize_entry(key(part), &sets.iter().map(CpuSet::to_string).collect::<Vec<_>>())?;
    }
    if !parts.distances.is_empty() {
        map.serialize_entry(key(Part::Distances), &parts.distances)?;
    }
    if !parts.kinds.is_empty() {
        map.serialize_entry(key(Part::Kinds), &parts.kinds)?;
    }
    Ok(())
}

/// Numbers that are not one; a machine that is cores alone says how many CPUs it has.
fn shape<M: SerializeMap>(shape: &Shape, map: &mut M) -> Result<(), M::Error> {
    let word = STYLES.iter().find(|(_, style)| *style == shape.style && shape.style != Shape::ONE.style);
    word.map_or(Ok(()), |(word, _)| map.serialize_entry("style", word))?;
    let above = [
        ("sockets", shape.sockets),
        ("nodes", shape.nodes),
        ("llcs", shape.llcs),
        ("clusters", shape.clusters),
    ];
    if above.iter().all(|(_, count)| *count == 1) && shape.threads == 1 {
        map.serialize_entry("cpus", &shape.cores)?;
    } else {
        let numbers = above.into_iter().chain([("cores", shape.cores), ("threads", shape.threads)]);
        numbers
            .filter(|(_, count)| *count != 1)
            .try_for_each(|(key, count)| map.serialize_entry(key, &count))?;
    }
    let word = NUMBERINGS.iter().find(|(_, way)| *way == shape.numbering && *way != Shape::ONE.numbering);
    word.map_or(Ok(()), |(word, _)| map.serialize_entry("numbering", word))
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, plain) = (&self.kind, CpuKind::plain());
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("cpus", &self.cpus.to_string())?;
        if kind.name != plain.name {
            map.serialize_entry("name", &kind.name)?;
        }
        if kind.capacity_dmips_mhz != plain.capacity_dmips_mhz {
            map.serialize_entry("capacity_dmips_mhz", &kind.capacity_dmips_mhz)?;
        }
        if !kind.opps.is_empty() {
            map.serialize_entry("opps_khz_uv", &kind.opps.iter().map(opp).collect::<Vec<_>>())?;
        }
        if kind.power_coefficient != 0 {
            map.serialize_entry("power_uw_mhz_v2", &kind.power_coefficient)?;
        }
        if !kind.idle_exit_ns.is_empty() {
            let idle_exit_us: Vec<u64> = kind.idle_exit_ns.iter().map(|ns| ns / 1000).collect();
            map.serialize_entry("idle_exit_us", &idle_exit_us)?;
        }
        for (key, kib, usual) in
            [("l2_kib", kind.l2_kib, plain.l2_kib), ("llc_kib", kind.llc_kib, plain.llc_kib)]
        {
            if kib != usual {
                map.serialize_entry(key, &kib)?;
            }
        }
        map.end()
    }
}

fn opp(opp: &Opp) -> Vec<u64> {
    match opp.voltage_uv {
        0 => vec![opp.frequency_khz],
        uv => vec![opp.frequency_khz, uv],
    }
}
