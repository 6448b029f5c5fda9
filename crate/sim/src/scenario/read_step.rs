//! From a tree of values to a step of a script.

use super::clamps::clamp;
use super::read::{KNOB_MAX, NS_MAX, US_MAX, cpus, nice, period_us, policy, quota_us, weight};
use super::{Duration, Step};
use crate::error::{Error, suggestion};
use crate::limits::*;
use crate::value::{At, Value};

/// One step of a script, from its array.
pub(super) fn step(at: &At) -> Result<Step, Error> {
    const WORDS: [&str; 22] = [
        "run", "sleep", "periodic", "until", "write", "read", "post", "wait", "yield", "loop", "end", "nice",
        "affinity", "policy", "slice", "uclamp", "group", "weight", "quota", "exec", "spawn", "exit",
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
        ("uclamp", [t, min, max]) => {
            Step::Uclamp { thread: t.text()?.to_owned(), min: clamp(min)?, max: clamp(max)? }
        }
        ("group", [t, g]) => Step::Group(t.text()?.to_owned(), g.text()?.to_owned()),
        ("weight", [g, w]) => Step::Weight(g.text()?.to_owned(), weight(w)?),
        ("quota", [g, q, p]) => quota(g, q, p)?,
        ("spawn", [t]) => Step::Spawn(t.text()?.to_owned()),
        ("exec", []) => Step::Exec,
        ("exit", []) => Step::Exit,
        ("run" | "sleep", _) => return wrong(&format!("[\"{word}\", µs]")),
        ("periodic", _) => return wrong("[\"periodic\", period µs, offset µs]"),
        ("until", _) => return wrong("[\"until\", µs]"),
        ("write" | "read" | "post" | "wait", _) => return wrong(&format!("[\"{word}\", channel]")),
        ("loop", _) => return wrong("[\"loop\", times]"),
        ("yield" | "end" | "exec" | "exit", _) => return wrong(&format!("[\"{word}\"]")),
        ("nice", _) => return wrong("[\"nice\", thread, value]"),
        ("affinity", _) => return wrong("[\"affinity\", thread, [CPUs]]"),
        ("policy", _) => return wrong("[\"policy\", thread, policy]"),
        ("slice", _) => return wrong("[\"slice\", thread, ns]"),
        ("uclamp", _) => return wrong("[\"uclamp\", thread, minimum, maximum]"),
        ("group", _) => return wrong("[\"group\", thread, group]"),
        ("weight", _) => return wrong("[\"weight\", group, weight]"),
        ("quota", _) => return wrong("[\"quota\", group, quota µs, period µs]"),
        ("spawn", _) => return wrong("[\"spawn\", thread]"),
        _ => return Err(head.error("is no step", suggestion(word, &WORDS))),
    })
}

fn quota(group: &At, quota: &At, period: &At) -> Result<Step, Error> {
    let none = matches!(quota.value, Value::Integer(0));
    Ok(Step::Quota {
        group: group.text()?.to_owned(),
        quota_us: if none { 0 } else { quota_us(quota)? },
        period_us: period_us(period)?,
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
