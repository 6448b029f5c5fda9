//! From a tree of values to a scenario; every refusal names its place.

use std::collections::BTreeMap;

use super::VERSION;
use super::clamps::{clamp, uclamp};
use super::hardware::{footprint_kib, governor, thermal};
use super::knob::knobs;
use super::machine::machine;
use super::read_step::step;
use super::{Cgroup, CostChoice, CostTable, Policy, Preemption, Scenario, Side, Thread, TimedChange};
use crate::costs::{Between, Costs};
use crate::error::{Error, suggestion};
use crate::limits::*;
use crate::value::{At, Value};
use smp::cost::Unit;

pub(super) const US_MAX: i128 = STEP_US_MAX as i128;
pub(super) const NS_MAX: i128 = US_MAX * 1000;
pub(super) const KNOB_MAX: i128 = u64::MAX as i128;
/// A quota, and its period, is at least a millisecond (`kernel/sched/core.c: tg_set_cfs_bandwidth`).
const QUOTA_US_MIN: i128 = 1000;
const PERIOD_US_MAX: i128 = 1_000_000;

pub(super) fn scenario(value: &Value) -> Result<Scenario, Error> {
    const FIELDS: [&str; 25] = [
        "schedlens",
        "name",
        "title",
        "lesson",
        "caption",
        "family",
        "machine",
        "kernels",
        "boot",
        "seed",
        "hz",
        "duration_us",
        "phase_us",
        "knobs",
        "knobs_cfs",
        "knobs_eevdf",
        "features",
        "channels",
        "cgroups",
        "autogroup",
        "threads",
        "changes",
        "a",
        "b",
        // The page's own; nothing of it is simulated.
        "view",
    ];
    let root = At::root(value);
    let fields = root.fields(&FIELDS)?;
    let number = |key: &str, max: i128| fields.map(key, |at| at.number(0, max));
    Ok(Scenario {
        schedlens: fields.map("schedlens", version)?,
        name: fields.map("name", |at| prose(at, NAME_MAX))?.unwrap_or_default(),
        title: fields.map("title", |at| prose(at, PROSE_MAX))?,
        lesson: fields.map("lesson", |at| prose(at, PROSE_MAX))?,
        caption: fields.map("caption", |at| prose(at, PROSE_MAX))?,
        family: fields.map("family", |at| prose(at, NAME_MAX))?,
        machine: fields.map("machine", machine)?.unwrap_or_default(),
        kernels: fields.map("kernels", texts)?.unwrap_or_default(),
        boot: fields.map("boot", |at| at.number(0, 1000))?,
        seed: number("seed", KNOB_MAX)?.unwrap_or(0),
        hz: fields.map("hz", |at| at.number(1, 10_000))?,
        duration_us: fields.need("duration_us")?.number(0, US_MAX)?,
        phase_us: number("phase_us", US_MAX)?.unwrap_or(0),
        knobs: fields.map("knobs", knobs)?.unwrap_or_default(),
        knobs_cfs: fields.map("knobs_cfs", knobs)?.unwrap_or_default(),
        knobs_eevdf: fields.map("knobs_eevdf", knobs)?.unwrap_or_default(),
        features: fields.map("features", texts)?.unwrap_or_default(),
        channels: fields.map("channels", |at| at.number(0, CHANNELS_MAX as i128))?.unwrap_or(0),
        cgroups: fields.map("cgroups", |at| each(at, THREADS_MAX, cgroup))?.unwrap_or_default(),
        autogroup: fields.map("autogroup", At::bool)?.unwrap_or(false),
        threads: each(fields.need("threads")?, THREADS_MAX, thread)?,
        changes: fields.map("changes", |at| each(at, STEPS_MAX, timed_change))?.unwrap_or_default(),
        a: fields.map("a", side)?,
        b: fields.map("b", side)?,
    })
}

fn version(at: &At) -> Result<u32, Error> {
    match at.number(0, u32::MAX.into())? {
        VERSION => Ok(VERSION),
        newer => Err(at.error(
            "is a format version that this program does not know",
            if newer > VERSION { "use a newer program, or write 1" } else { "write 1" },
        )),
    }
}

const CGROUP_FIELDS: [&str; 10] = [
    "name",
    "parent",
    "weight",
    "idle",
    "uclamp_min",
    "uclamp_max",
    "quota_us",
    "period_us",
    "burst_us",
    "phase_us",
];

fn cgroup(at: &At) -> Result<Cgroup, Error> {
    let fields = at.fields(&CGROUP_FIELDS)?;
    Ok(Cgroup {
        name: prose(fields.need("name")?, NAME_MAX)?,
        parent: fields.map("parent", |at| prose(at, NAME_MAX))?,
        weight: fields.map("weight", weight)?.unwrap_or(100),
        idle: fields.map("idle", At::bool)?.unwrap_or(false),
        uclamp_min: fields.map("uclamp_min", clamp)?,
        uclamp_max: fields.map("uclamp_max", clamp)?,
        quota_us: fields.map("quota_us", quota_us)?,
        period_us: fields.map("period_us", period_us)?,
        burst_us: fields.map("burst_us", |at| at.number(0, US_MAX))?.unwrap_or(0),
        phase_us: fields.map("phase_us", |at| at.number(0, US_MAX))?.unwrap_or(0),
    })
}

/// `cpu.weight`.
pub(super) fn weight(at: &At) -> Result<u32, Error> {
    at.number(1, 10_000)
}

/// CPU time of each period.
pub(super) fn quota_us(at: &At) -> Result<u64, Error> {
    not_below_least(at, "quota")?;
    at.number(QUOTA_US_MIN, US_MAX)
}

/// The period of a quota.
pub(super) fn period_us(at: &At) -> Result<u64, Error> {
    not_below_least(at, "period")?;
    match at.value {
        Value::Integer(us) if *us > PERIOD_US_MAX => {
            let wrong = "µs is above the longest period, 1 s (max_cfs_quota_period)";
            Err(at.error(wrong, format!("write {PERIOD_US_MAX} or less")))
        }
        _ => at.number(QUOTA_US_MIN, PERIOD_US_MAX),
    }
}

fn not_below_least(at: &At, what: &str) -> Result<(), Error> {
    match at.value {
        Value::Integer(us) if *us < QUOTA_US_MIN => {
            let wrong = format!("µs is below the least {what}, 1 ms (min_cfs_quota_period)");
            Err(at.error(&wrong, format!("write {QUOTA_US_MIN} or more")))
        }
        _ => Ok(()),
    }
}

fn timed_change(at: &At) -> Result<TimedChange, Error> {
    let fields = at.fields(&["at_us", "step"])?;
    Ok(TimedChange { at_us: fields.need("at_us")?.number(0, US_MAX)?, step: step(fields.need("step")?)? })
}

fn thread(at: &At) -> Result<Thread, Error> {
    const FIELDS: [&str; 20] = [
        "name",
        "policy",
        "nice",
        "rtprio",
        "affinity",
        "uclamp_min",
        "uclamp_max",
        "footprint_kib",
        "miss_sensitivity_per_mille",
        "slice_ns",
        "dl_runtime_ns",
        "dl_deadline_ns",
        "dl_period_ns",
        "reclaim",
        "start_us",
        "cgroup",
        "session",
        "spawned",
        "muted",
        "color",
    ];
    let fields = at.fields(&[&FIELDS[..], &["script"]].concat())?;
    let ns = |key: &str| fields.map(key, |at| at.number(0, NS_MAX));
    let name = prose(fields.need("name")?, NAME_MAX)?;
    Ok(Thread {
        policy: fields.map("policy", policy)?.unwrap_or_default(),
        nice: fields.map("nice", nice)?.unwrap_or(0),
        rtprio: fields.map("rtprio", |at| at.number(0, 99))?,
        affinity: fields.map("affinity", cpus)?,
        uclamp_min: fields.map("uclamp_min", clamp)?,
        uclamp_max: fields.map("uclamp_max", clamp)?,
        footprint_kib: fields.map("footprint_kib", footprint_kib)?.unwrap_or(0),
        miss_sensitivity_per_mille: fields.map("miss_sensitivity_per_mille", |at| at.number(0, 1000))?,
        slice_ns: ns("slice_ns")?,
        dl_runtime_ns: ns("dl_runtime_ns")?,
        dl_deadline_ns: ns("dl_deadline_ns")?,
        dl_period_ns: ns("dl_period_ns")?,
        reclaim: fields.map("reclaim", At::bool)?.unwrap_or(false),
        start_us: fields.map("start_us", |at| at.number(0, US_MAX))?.unwrap_or(0),
        cgroup: fields.map("cgroup", |at| prose(at, NAME_MAX))?,
        session: fields.map("session", |at| prose(at, NAME_MAX))?,
        spawned: fields.map("spawned", At::bool)?.unwrap_or(false),
        muted: fields.map("muted", At::bool)?.unwrap_or(false),
        color: fields.map("color", |at| at.number(0, i128::from(COLORS_MAX) - 1))?,
        script: each(fields.need("script")?, STEPS_MAX, step)?,
        name,
    })
}

const SIDE_FIELDS: [&str; 10] = [
    "kernel",
    "hz",
    "assumed_cpus",
    "preemption",
    "knobs",
    "features",
    "costs",
    "uclamp",
    "governor",
    "thermal",
];

/// A side, from its object.
pub(super) fn side(at: &At) -> Result<Side, Error> {
    let fields = at.fields(&SIDE_FIELDS)?;
    Ok(Side {
        kernel: prose(fields.need("kernel")?, NAME_MAX)?,
        hz: fields.map("hz", |at| at.number(1, 10_000))?,
        assumed_cpus: fields.map("assumed_cpus", |at| at.number(1, CPUS_MAX.into()))?.unwrap_or(1),
        preemption: fields.map("preemption", preemption)?,
        knobs: fields.map("knobs", knobs)?.unwrap_or_default(),
        features: fields.map("features", texts)?.unwrap_or_default(),
        costs: fields.map("costs", costs)?.unwrap_or_default(),
        uclamp: fields.map("uclamp", uclamp)?,
        governor: fields.map("governor", governor)?.unwrap_or_default(),
        thermal: fields.map("thermal", thermal)?,
    })
}

/// The most that a cost may be; a share may be what its table says.
fn cost_max(name: &str) -> i128 {
    let known = smp::cost::PARAMETERS.iter().find(|parameter| parameter.name == name);
    let share = known.filter(|parameter| parameter.unit == Unit::PerMille);
    share.map_or(COST_NS_MAX.into(), |parameter| parameter.range.1.into())
}

fn preemption(at: &At) -> Result<Preemption, Error> {
    Preemption::parse(at.text()?)
        .ok_or_else(|| at.error("is no preemption model", "write none, voluntary, full or lazy"))
}

fn costs(at: &At) -> Result<CostChoice, Error> {
    match at.value {
        Value::Text(name) if name == "zero" => Ok(CostChoice::Zero),
        Value::Text(name) if name == "recorded" => Ok(CostChoice::Recorded),
        Value::Text(name) if name == "machine" => Ok(CostChoice::Machine),
        Value::Map(_) => own_costs(at),
        _ => {
            Err(at
                .error("is no choice of costs", "write \"zero\", \"recorded\", \"machine\" or { name: ns }"))
        }
    }
}

/// Costs by name, over the table that `base` names.
fn own_costs(at: &At) -> Result<CostChoice, Error> {
    let fields = at.fields(&[&["base"], Costs::NAMES, Between::NAMES].concat())?;
    let base = fields.map("base", cost_base)?.flatten();
    let mut own = BTreeMap::new();
    for (name, value) in at.entries()?.into_iter().filter(|(name, _)| *name != "base") {
        own.insert(name.to_owned(), value.number(0, cost_max(name))?);
    }
    if let Some(table) = base {
        return Ok(CostChoice::Changed(table, own));
    }
    let mut costs = Costs::default();
    costs.set(&own).map_err(|name| at.error(&format!("has no `{name}`"), "leave it out"))?;
    Ok(CostChoice::Custom(costs))
}

/// The table under one's own costs; `None` for the one in which nothing costs anything.
fn cost_base(at: &At) -> Result<Option<CostTable>, Error> {
    match at.text()? {
        "zero" => Ok(None),
        "recorded" => Ok(Some(CostTable::Recorded)),
        "machine" => Ok(Some(CostTable::Machine)),
        name => Err(at.error("is no table of costs", suggestion(name, &["zero", "recorded", "machine"]))),
    }
}

pub(super) fn policy(at: &At) -> Result<Policy, Error> {
    let name = at.text()?;
    let names = Policy::ALL.map(Policy::name);
    Policy::parse(name).ok_or_else(|| at.error("is no policy", suggestion(name, &names)))
}

pub(super) fn nice(at: &At) -> Result<i8, Error> {
    at.number(-20, 19)
}

pub(super) fn cpus(at: &At) -> Result<Vec<u32>, Error> {
    each(at, CPUS_MAX as usize, |at| at.number(0, i128::from(CPUS_MAX) - 1))
}

fn texts(at: &At) -> Result<Vec<String>, Error> {
    each(at, THREADS_MAX, |at| prose(at, PROSE_MAX))
}

pub(super) fn prose(at: &At, max: usize) -> Result<String, Error> {
    let text = at.text()?;
    if text.chars().count() > max {
        return Err(at.error("is too long", format!("at most {max} characters fit")));
    }
    Ok(text.to_owned())
}

pub(super) fn each<T>(at: &At, max: usize, read: impl Fn(&At) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    at.list(max)?.iter().map(read).collect()
}
