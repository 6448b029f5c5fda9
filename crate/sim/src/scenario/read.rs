//! From a tree of values to a scenario; every refusal names its place.

use super::VERSION;
use super::{Cgroup, CostChoice, Duration, Knobs, Machine, Policy, Preemption, Scenario, Side, Step, Thread};
use crate::costs::Costs;
use crate::error::{Error, suggestion};
use crate::limits::*;
use crate::value::{At, Value};

const US_MAX: i128 = STEP_US_MAX as i128;
const NS_MAX: i128 = US_MAX * 1000;
const KNOB_MAX: i128 = u64::MAX as i128;

pub(super) fn scenario(value: &Value) -> Result<Scenario, Error> {
    const FIELDS: [&str; 21] = [
        "schedlens",
        "name",
        "title",
        "lesson",
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
        "threads",
        "a",
        "b",
    ];
    let root = At::root(value);
    let fields = root.fields(&FIELDS)?;
    let number = |key: &str, max: i128| fields.map(key, |at| at.number(0, max));
    Ok(Scenario {
        schedlens: fields.map("schedlens", version)?,
        name: fields.map("name", |at| prose(at, NAME_MAX))?.unwrap_or_default(),
        title: fields.map("title", |at| prose(at, PROSE_MAX))?,
        lesson: fields.map("lesson", |at| prose(at, PROSE_MAX))?,
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
        threads: each(fields.need("threads")?, THREADS_MAX, thread)?,
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

fn machine(at: &At) -> Result<Machine, Error> {
    let fields = at.fields(&["cpus", "smp"])?;
    Ok(Machine {
        cpus: fields.map("cpus", |at| at.number(1, CPUS_MAX.into()))?.unwrap_or(1),
        smp: fields.map("smp", |at| prose(at, PROSE_MAX))?,
    })
}

fn cgroup(at: &At) -> Result<Cgroup, Error> {
    let fields = at.fields(&["name", "weight", "quota_us", "period_us"])?;
    Ok(Cgroup {
        name: prose(fields.need("name")?, NAME_MAX)?,
        weight: fields.map("weight", |at| at.number(1, 10_000))?.unwrap_or(100),
        quota_us: fields.map("quota_us", |at| at.number(1000, US_MAX))?,
        period_us: fields.map("period_us", |at| at.number(1000, 1_000_000))?,
    })
}

fn thread(at: &At) -> Result<Thread, Error> {
    const FIELDS: [&str; 13] = [
        "name",
        "policy",
        "nice",
        "rtprio",
        "affinity",
        "slice_ns",
        "dl_runtime_ns",
        "dl_deadline_ns",
        "dl_period_ns",
        "start_us",
        "cgroup",
        "spawned",
        "muted",
    ];
    let fields = at.fields(&[&FIELDS[..], &["script"]].concat())?;
    let ns = |key: &str| fields.map(key, |at| at.number(0, NS_MAX));
    let name = prose(fields.need("name")?, NAME_MAX)?;
    Ok(Thread {
        policy: fields.map("policy", policy)?.unwrap_or_default(),
        nice: fields.map("nice", nice)?.unwrap_or(0),
        rtprio: fields.map("rtprio", |at| at.number(0, 99))?,
        affinity: fields.map("affinity", cpus)?,
        slice_ns: ns("slice_ns")?,
        dl_runtime_ns: ns("dl_runtime_ns")?,
        dl_deadline_ns: ns("dl_deadline_ns")?,
        dl_period_ns: ns("dl_period_ns")?,
        start_us: fields.map("start_us", |at| at.number(0, US_MAX))?.unwrap_or(0),
        cgroup: fields.map("cgroup", |at| prose(at, NAME_MAX))?,
        spawned: fields.map("spawned", At::bool)?.unwrap_or(false),
        muted: fields.map("muted", At::bool)?.unwrap_or(false),
        script: each(fields.need("script")?, STEPS_MAX, step)?,
        name,
    })
}

/// One step of a script, from its array.
pub(super) fn step(at: &At) -> Result<Step, Error> {
    const WORDS: [&str; 17] = [
        "run", "sleep", "periodic", "until", "write", "read", "post", "wait", "yield", "loop", "end", "nice",
        "affinity", "policy", "slice", "spawn", "exit",
    ];
    let parts = at.list(4)?;
    let Some((head, rest)) = parts.split_first() else {
        return Err(at.error("is no step", "begin with a word such as [\"run\", 1000]"));
    };
    let word = head.text()?;
    let us = |at: &At| at.number(0, US_MAX);
    let channel = |at: &At| at.number(0, CHANNELS_MAX as i128 - 1);
    let wrong = |form: &str| Err(at.error("is not how this step is written", format!("write {form}")));
    Ok(match (word, rest) {
        ("run", [d]) => Step::Run(duration(d)?),
        ("sleep", [d]) => Step::Sleep(duration(d)?),
        ("periodic", [p, o]) => Step::Periodic { period_us: p.number(1, US_MAX)?, offset_us: us(o)? },
        ("until", [t]) => Step::Until(us(t)?),
        ("write", [c]) => Step::Write(channel(c)?),
        ("read", [c]) => Step::Read(channel(c)?),
        ("post", [c]) => Step::Post(channel(c)?),
        ("wait", [c]) => Step::Wait(channel(c)?),
        ("yield", []) => Step::Yield,
        ("loop", [n]) => Step::Loop(n.number(0, KNOB_MAX)?),
        ("end", []) => Step::End,
        ("nice", [t, n]) => Step::Nice(t.text()?.to_owned(), nice(n)?),
        ("affinity", [t, c]) => Step::Affinity(t.text()?.to_owned(), cpus(c)?),
        ("policy", [t, p]) => Step::Policy(t.text()?.to_owned(), policy(p)?, None),
        ("policy", [t, p, prio]) => Step::Policy(t.text()?.to_owned(), policy(p)?, Some(prio.number(0, 99)?)),
        ("slice", [t, ns]) => Step::Slice(t.text()?.to_owned(), ns.number(0, NS_MAX)?),
        ("spawn", [t]) => Step::Spawn(t.text()?.to_owned()),
        ("exit", []) => Step::Exit,
        ("run" | "sleep", _) => return wrong(&format!("[\"{word}\", µs]")),
        ("periodic", _) => return wrong("[\"periodic\", period µs, offset µs]"),
        ("until", _) => return wrong("[\"until\", µs]"),
        ("write" | "read" | "post" | "wait", _) => return wrong(&format!("[\"{word}\", channel]")),
        ("loop", _) => return wrong("[\"loop\", times]"),
        ("yield" | "end" | "exit", _) => return wrong(&format!("[\"{word}\"]")),
        ("nice", _) => return wrong("[\"nice\", thread, value]"),
        ("affinity", _) => return wrong("[\"affinity\", thread, [CPUs]]"),
        ("policy", _) => return wrong("[\"policy\", thread, policy]"),
        ("slice", _) => return wrong("[\"slice\", thread, ns]"),
        ("spawn", _) => return wrong("[\"spawn\", thread]"),
        _ => return Err(head.error("is no step", suggestion(word, &WORDS))),
    })
}

fn duration(at: &At) -> Result<Duration, Error> {
    if !matches!(at.value, Value::Map(_)) {
        return Ok(Duration::Fixed(at.number(0, US_MAX)?));
    }
    let fields = at.fields(&["uniform", "exponential", "lognormal"])?;
    let entries = at.entries()?;
    let [(kind, shape)] = entries.as_slice() else {
        return Err(at.error("names not exactly one distribution", "write one, as {\"exponential\": mean}"));
    };
    fields.need(kind)?;
    match *kind {
        "uniform" => uniform(shape),
        "exponential" => Ok(Duration::Exponential(shape.number(1, US_MAX)?)),
        _ => lognormal(shape),
    }
}

fn uniform(at: &At) -> Result<Duration, Error> {
    let [low, high] = &at.list(2)?[..] else {
        return Err(at.error("is not two numbers", "write [least, most]"));
    };
    let low_us = low.number(0, US_MAX)?;
    let high_us: u64 = high.number(0, US_MAX)?;
    if high_us < low_us {
        return Err(at.error("begins above its end", format!("write [{high_us}, {low_us}]")));
    }
    Ok(Duration::Uniform(low_us, high_us))
}

fn lognormal(at: &At) -> Result<Duration, Error> {
    let fields = at.fields(&["median", "sigma_permille"])?;
    Ok(Duration::Lognormal {
        median: fields.need("median")?.number(1, US_MAX)?,
        sigma_permille: fields.need("sigma_permille")?.number(0, 3000)?,
    })
}

/// A side, from its object.
pub(super) fn side(at: &At) -> Result<Side, Error> {
    let fields = at.fields(&["kernel", "hz", "assumed_cpus", "preemption", "knobs", "features", "costs"])?;
    Ok(Side {
        kernel: prose(fields.need("kernel")?, NAME_MAX)?,
        hz: fields.map("hz", |at| at.number(1, 10_000))?,
        assumed_cpus: fields.map("assumed_cpus", |at| at.number(1, CPUS_MAX.into()))?.unwrap_or(1),
        preemption: fields.map("preemption", preemption)?,
        knobs: fields.map("knobs", knobs)?.unwrap_or_default(),
        features: fields.map("features", texts)?.unwrap_or_default(),
        costs: fields.map("costs", costs)?.unwrap_or_default(),
    })
}

fn preemption(at: &At) -> Result<Preemption, Error> {
    let name = at.text()?;
    let found = Preemption::ALL.iter().find(|(n, _)| *n == name);
    found.map(|(_, p)| *p).ok_or_else(|| at.error("is no preemption model", "write voluntary, full or lazy"))
}

fn costs(at: &At) -> Result<CostChoice, Error> {
    match at.value {
        Value::Text(name) if name == "zero" => Ok(CostChoice::Zero),
        Value::Text(name) if name == "recorded" => Ok(CostChoice::Recorded),
        Value::Map(_) => {
            at.fields(Costs::NAMES)?;
            let mut costs = Costs::default();
            for (name, value) in at.entries()? {
                let ns = value.number(0, COST_NS_MAX.into())?;
                *costs.parameter(name).expect("the name was just found among NAMES") = ns;
            }
            Ok(CostChoice::Custom(costs))
        }
        _ => Err(at.error("is no choice of costs", "write \"zero\", \"recorded\" or { name: ns }")),
    }
}

fn policy(at: &At) -> Result<Policy, Error> {
    let name = at.text()?;
    let names = Policy::ALL.map(Policy::name);
    Policy::parse(name).ok_or_else(|| at.error("is no policy", suggestion(name, &names)))
}

fn nice(at: &At) -> Result<i8, Error> {
    at.number(-20, 19)
}

fn cpus(at: &At) -> Result<Vec<u32>, Error> {
    each(at, CPUS_MAX as usize, |at| at.number(0, i128::from(CPUS_MAX) - 1))
}

fn knobs(at: &At) -> Result<Knobs, Error> {
    at.entries()?.into_iter().map(|(name, at)| Ok((name.to_owned(), at.number(0, KNOB_MAX)?))).collect()
}

fn texts(at: &At) -> Result<Vec<String>, Error> {
    each(at, THREADS_MAX, |at| prose(at, PROSE_MAX))
}

fn prose(at: &At, max: usize) -> Result<String, Error> {
    let text = at.text()?;
    if text.chars().count() > max {
        return Err(at.error("is too long", format!("at most {max} characters fit")));
    }
    Ok(text.to_owned())
}

fn each<T>(at: &At, max: usize, read: impl Fn(&At) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    at.list(max)?.iter().map(read).collect()
}
