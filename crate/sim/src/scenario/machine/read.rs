//! Reads a machine; every refusal names its place.

use smp::CpuSet;
use smp::topology::{CpuKind, Numbering, Opp, Shape, Style};

use super::cpulist::cpulist;
use super::{Kind, Machine, Parts, Told, preset};
use crate::error::Error;
use crate::limits::{CPUS_MAX, NAME_MAX, PROSE_MAX};
use crate::scenario::read::{each, prose};
use crate::value::{At, Fields};

const NUMBERS: [&str; 6] = ["sockets", "nodes", "llcs", "clusters", "cores", "threads"];
const LISTS: [&str; 10] = [
    "style",
    "numbering",
    "package_cpus",
    "node_cpus",
    "distances",
    "llc_cpus",
    "cluster_cpus",
    "core_cpus",
    "policy_cpus",
    "kinds",
];
/// More operating points than any device has.
const OPPS_MAX: usize = 64;
const IDLE_STATES_MAX: usize = 16;
const KHZ_MAX: i128 = 10_000_000;
const UV_MAX: i128 = 5_000_000;
const IDLE_EXIT_US_MAX: i128 = 1_000_000;
/// 16 GiB.
const KIB_MAX: i128 = 1 << 24;

/// The machine, from its object; that it can be is checked later.
pub(in crate::scenario) fn machine(at: &At) -> Result<Machine, Error> {
    let fields = at.fields(&[&["cpus", "smp", "preset"][..], &NUMBERS, &LISTS].concat())?;
    let has = |key: &str| fields.get(key).is_some();
    let parts = || NUMBERS.iter().chain(&LISTS).copied().find(|key| has(key));
    let cpus = fields.map("cpus", |at| at.number(1, CPUS_MAX.into()))?;
    if let Some(name) = fields.get("preset") {
        alone(name, "preset", parts().or(["cpus", "smp"].into_iter().find(|key| has(key))))?;
        return preset(name.text()?).map(Machine::preset);
    }
    if let Some(words) = fields.get("smp") {
        alone(words, "smp", parts())?;
        return Ok(Machine { cpus: cpus.unwrap_or(1), told: Told::Smp(prose(words, PROSE_MAX)?) });
    }
    if let Some(at) = fields.get("cpus") {
        alone(at, "cpus", NUMBERS.into_iter().find(|key| has(key)))?;
    }
    if parts().is_none() {
        return Ok(Machine::of_cpus(cpus.unwrap_or(1)));
    }
    self::parts(&fields, cpus).map(Machine::of_parts)
}

/// Two ways of saying the same would have to agree.
fn alone(at: &At, key: &str, other: Option<&str>) -> Result<(), Error> {
    let Some(other) = other else { return Ok(()) };
    Err(at.error(
        &format!("stands beside `{other}`, which says it too"),
        format!("leave out `{key}` or `{other}`"),
    ))
}

fn parts(fields: &Fields, cpus: Option<u32>) -> Result<Parts, Error> {
    let sets = |key: &str| fields.map(key, cpu_sets).map(Option::unwrap_or_default);
    Ok(Parts {
        shape: shape(fields, cpus)?,
        packages: sets("package_cpus")?,
        nodes: sets("node_cpus")?,
        distances: fields.map("distances", distances)?.unwrap_or_default(),
        llcs: sets("llc_cpus")?,
        clusters: sets("cluster_cpus")?,
        cores: sets("core_cpus")?,
        policies: sets("policy_cpus")?,
        kinds: fields.map("kinds", |at| filled(at, kind))?.unwrap_or_default(),
    })
}

fn shape(fields: &Fields, cpus: Option<u32>) -> Result<Shape, Error> {
    let number =
        |key: &str| fields.map(key, |at| at.number(1, CPUS_MAX.into())).map(|count| count.unwrap_or(1));
    let cores = number("cores")?;
    Ok(Shape {
        style: fields.map("style", |at| word(at, &STYLES))?.unwrap_or(Style::X86),
        sockets: number("sockets")?,
        nodes: number("nodes")?,
        llcs: number("llcs")?,
        clusters: number("clusters")?,
        cores: cpus.map_or(cores, |cpus| cpus as usize),
        threads: number("threads")?,
        numbering: fields.map("numbering", |at| word(at, &NUMBERINGS))?.unwrap_or(Numbering::CoresFirst),
    })
}

/// How files call the styles of levels.
pub(super) const STYLES: [(&str, Style); 2] = [("x86", Style::X86), ("arm", Style::Arm)];
/// How files call the ways of numbering threads.
pub(super) const NUMBERINGS: [(&str, Numbering); 2] =
    [("cores-first", Numbering::CoresFirst), ("threads-first", Numbering::ThreadsFirst)];

fn word<T: Copy>(at: &At, words: &[(&str, T)]) -> Result<T, Error> {
    let text = at.text()?;
    let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let found = words.iter().find(|(word, _)| *word == text);
    found
        .map(|(_, value)| *value)
        .ok_or_else(|| at.error("is not known here", format!("write {}", known.join(" or "))))
}

/// A list that says something: an empty one would be as none.
fn filled<T>(at: &At, read: impl Fn(&At) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    let list = each(at, CPUS_MAX as usize, read)?;
    if list.is_empty() { Err(at.error("says nothing", "leave it out")) } else { Ok(list) }
}

fn cpu_sets(at: &At) -> Result<Vec<CpuSet>, Error> {
    filled(at, cpulist)
}

fn distances(at: &At) -> Result<Vec<Vec<u64>>, Error> {
    filled(at, |row| filled(row, |at| at.number(0, 255)))
}

fn kind(at: &At) -> Result<Kind, Error> {
    let fields = at.fields(&[
        "cpus",
        "name",
        "capacity_dmips_mhz",
        "opps_khz_uv",
        "power_uw_mhz_v2",
        "idle_exit_us",
        "l2_kib",
        "llc_kib",
    ])?;
    let plain = CpuKind::plain();
    let kib = |key: &str| fields.map(key, |at| at.number(1, KIB_MAX));
    let idle_exit_us =
        fields.map("idle_exit_us", |at| each(at, IDLE_STATES_MAX, idle_exit_us))?.unwrap_or_default();
    Ok(Kind {
        cpus: cpulist(fields.need("cpus")?)?,
        kind: CpuKind {
            name: fields.map("name", |at| prose(at, NAME_MAX))?.unwrap_or(plain.name),
            capacity_dmips_mhz: fields
                .map("capacity_dmips_mhz", capacity)?
                .unwrap_or(plain.capacity_dmips_mhz),
            opps: fields.map("opps_khz_uv", |at| each(at, OPPS_MAX, opp))?.unwrap_or_default(),
            power_coefficient: fields.map("power_uw_mhz_v2", |at| at.number(0, 1_000_000))?.unwrap_or(0),
            idle_exit_ns: idle_exit_us.into_iter().map(|us: u64| us * 1000).collect(),
            l2_kib: kib("l2_kib")?.unwrap_or(plain.l2_kib),
            llc_kib: kib("llc_kib")?.unwrap_or(plain.llc_kib),
        },
    })
}

fn capacity(at: &At) -> Result<u64, Error> {
    at.number(0, u64::MAX.into())
}

fn idle_exit_us(at: &At) -> Result<u64, Error> {
    at.number(0, IDLE_EXIT_US_MAX)
}

/// A clock and, where it is known, its voltage: `[533000, 700000]` or `[533000]`.
fn opp(at: &At) -> Result<Opp, Error> {
    match at.list(2)?.as_slice() {
        [khz] => Ok(Opp { frequency_khz: khz.number(1, KHZ_MAX)?, voltage_uv: 0 }),
        [khz, uv] => Ok(Opp { frequency_khz: khz.number(1, KHZ_MAX)?, voltage_uv: uv.number(1, UV_MAX)? }),
        _ => Err(at.error("is no operating point", "write [kHz, µV] or [kHz]")),
    }
}
