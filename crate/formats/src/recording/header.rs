//! The first line of a recording.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use sim::recording::{Knobs, QueueStart, Recording, TaskStart, ThreadSummary};
use sim::{Error, Scenario, Value};

use super::FORMAT;
use super::event::numbers;
use super::names::{Names, check_names};
use super::raw::{RawFormat, RawHeader, RawOtherStart, RawSummary, RawThreadStart};
use crate::decimal::ms_to_ns;
use crate::error::{self, excerpt};

/// A recording without its events and tasks, and the names to resolve those with.
pub(super) fn read(line: &str) -> Result<(Recording, Names), Error> {
    check_format(line)?;
    let raw: RawHeader = serde_json::from_str(line).map_err(|error| error::json_on_line(1, &error))?;
    let scenario = scenario(&raw.scenario).map_err(|problem| error::within("line 1, scenario", problem))?;
    let starts = thread_starts(raw.threads_at_start)?;
    let others = raw.other_threads.into_iter().map(|(name, start)| (name, other_start(start))).collect();
    let names = Names::new(&scenario.threads, starts, others);
    let recording = Recording {
        kernel_tag: raw.kernel_tag,
        kernel: raw.kernel,
        preempt: raw.preempt,
        hz: hz(&raw.config)?,
        cpus: raw.machine.cpus,
        scenario,
        knobs: knobs(&raw.knobs)?,
        queues_at_start: queue_starts(raw.cfs_rq_at_start)?,
        tasks: Vec::new(),
        summary: raw.summary.into_iter().map(|(name, raw)| (name, summary(&raw))).collect(),
        overhead_ns: raw.overhead_ns.unwrap_or_default(),
        events: Vec::new(),
    };
    Ok((recording, names))
}

/// Whether the line is an object that says of which format it is.
pub(super) fn has_format(line: &str) -> bool {
    serde_json::from_str(line).is_ok_and(|raw: RawFormat| raw.format.is_some())
}

/// Says early what a file of another kind is missing.
fn check_format(line: &str) -> Result<(), Error> {
    let raw: RawFormat = serde_json::from_str(line).map_err(|error| error::json_on_line(1, &error))?;
    match raw.format {
        Some(format) if format == FORMAT => Ok(()),
        Some(format) => Err(wrong("format", format!("\"{}\" is not known", excerpt(&format)), FORMAT)),
        None => Err(wrong("format", "it is missing".into(), FORMAT)),
    }
}

#[cold]
fn wrong(field: &str, value: String, use_this: &str) -> Error {
    Error::new(format!("line 1, field \"{field}\""), value, format!("use {use_this}"))
}

fn hz(config: &BTreeMap<String, String>) -> Result<u32, Error> {
    let Some(text) = config.get("CONFIG_HZ") else {
        return Err(wrong("config.CONFIG_HZ", "it is missing".into(), "the kernel's tick rate, such as 250"));
    };
    match text.parse() {
        Ok(hz @ 1..=10_000) => Ok(hz),
        _ => Err(wrong("config.CONFIG_HZ", format!("\"{}\" is no tick rate", excerpt(text)), "1 to 10000")),
    }
}

fn knobs(raw: &BTreeMap<String, String>) -> Result<Knobs, Error> {
    Ok(Knobs {
        features: raw
            .get("features")
            .map_or(Vec::new(), |text| text.split_whitespace().map(str::to_string).collect()),
        base_slice_ns: knob(raw, "base_slice_ns")?,
        latency_ns: knob(raw, "latency_ns")?,
        min_granularity_ns: knob(raw, "min_granularity_ns")?,
        idle_min_granularity_ns: knob(raw, "idle_min_granularity_ns")?,
        wakeup_granularity_ns: knob(raw, "wakeup_granularity_ns")?,
        migration_cost_ns: knob(raw, "migration_cost_ns")?,
        tunable_scaling: knob(raw, "tunable_scaling")?,
        child_runs_first: knob(raw, "sysctl.sched_child_runs_first")?,
        rt_period_us: knob(raw, "sysctl.sched_rt_period_us")?,
        rt_runtime_us: rt_runtime(raw)?,
        rr_timeslice_ms: knob(raw, "sysctl.sched_rr_timeslice_ms")?,
        fair_server_runtime_ns: knob(raw, "fair_server.cpu0.runtime")?,
        fair_server_period_ns: knob(raw, "fair_server.cpu0.period")?,
        cgroup_mode: raw.get("cgroup_mode").cloned(),
    })
}

/// −1 stands for no limit, as a whole period does.
fn rt_runtime(raw: &BTreeMap<String, String>) -> Result<Option<u64>, Error> {
    let name = "sysctl.sched_rt_runtime_us";
    match raw.get(name).is_some_and(|text| text == "-1") {
        true => knob(raw, "sysctl.sched_rt_period_us"),
        false => knob(raw, name),
    }
}

fn knob(raw: &BTreeMap<String, String>, name: &str) -> Result<Option<u64>, Error> {
    let Some(text) = raw.get(name) else { return Ok(None) };
    match text.parse() {
        Ok(value) => Ok(Some(value)),
        Err(_) => Err(wrong(
            &format!("knobs.{name}"),
            format!("\"{}\" is no whole number", excerpt(text)),
            "a whole number",
        )),
    }
}

/// The fair queues by CPU and group path; others than `cfs_rq[CPU]:PATH` are not kept.
fn queue_starts(
    raw: BTreeMap<String, BTreeMap<String, String>>,
) -> Result<BTreeMap<(u32, String), QueueStart>, Error> {
    let mut queues = BTreeMap::new();
    for (name, values) in raw {
        let Some(of) = queue_of(&name) else { continue };
        let value = |key: &str| queue_value(&name, key, values.get(key));
        let start = QueueStart {
            min_vruntime: value("min_vruntime")?,
            zero_vruntime: value("zero_vruntime")?,
            avg_vruntime: value("avg_vruntime")?,
            runtime_remaining_ns: value("runtime_remaining")?,
        };
        queues.insert(of, start);
    }
    Ok(queues)
}

/// CPU and path of a name.
fn queue_of(name: &str) -> Option<(u32, String)> {
    let (cpu, path) = name.strip_prefix("cfs_rq[")?.split_once("]:")?;
    Some((cpu.parse().ok()?, path.to_owned()))
}

fn queue_value(queue: &str, key: &str, text: Option<&String>) -> Result<Option<i64>, Error> {
    text.map(|text| ms(&format!("cfs_rq_at_start.{queue}.{key}"), text)).transpose()
}

fn ms(field: &str, text: &str) -> Result<i64, Error> {
    ms_to_ns(text).ok_or_else(|| {
        let value = format!("\"{}\" is no number of milliseconds", excerpt(text));
        wrong(field, value, "a decimal number with at most six places")
    })
}

fn thread_starts(raw: BTreeMap<String, RawThreadStart>) -> Result<BTreeMap<String, TaskStart>, Error> {
    let read = |(name, raw): (String, RawThreadStart)| {
        let start = thread_start(&name, &raw)?;
        Ok((name, start))
    };
    raw.into_iter().map(read).collect()
}

fn thread_start(name: &str, raw: &RawThreadStart) -> Result<TaskStart, Error> {
    let field = |key: &str| format!("threads_at_start.{name}.{key}");
    Ok(TaskStart {
        vruntime: Some(ms(&field("se.vruntime"), raw.vruntime_ms.get())?),
        sum_exec_ns: Some(ms(&field("se.sum_exec_runtime"), raw.sum_exec_ms.get())?),
        slice_ns: raw.slice_ns,
        weight: raw.weight,
        policy: raw.policy,
        prio: raw.prio,
        nice: nice_of_prio(raw.prio),
        last: None,
    })
}

/// The nice value that a priority means; `None` for a real-time one.
fn nice_of_prio(prio: i32) -> Option<i8> {
    (100..140).contains(&prio).then(|| (prio - 120) as i8)
}

fn other_start(raw: RawOtherStart) -> TaskStart {
    TaskStart {
        vruntime: raw.v,
        sum_exec_ns: raw.sum_exec_ns,
        slice_ns: None,
        weight: None,
        policy: raw.policy,
        prio: raw.prio,
        nice: raw.nice,
        last: raw.sv.map(numbers),
    }
}

fn summary(raw: &RawSummary) -> ThreadSummary {
    ThreadSummary {
        runtime_ns: raw.runtime_ns,
        switches_in: raw.switches_in,
        voluntary: raw.voluntary,
        involuntary: raw.involuntary,
        wait_sum_ns: raw.wait_sum_ns,
        wait_max_ns: raw.wait_max_ns,
        wait_count: raw.wait_count,
        wake_wait_sum_ns: raw.wake_wait_sum_ns,
        wake_wait_max_ns: raw.wake_wait_max_ns,
        wake_count: raw.wake_count,
        run_stretch_count: raw.run_stretch_count,
        migrations: raw.migrations,
    }
}

/// The workload, in our own scenario language.
fn scenario(raw: &RawValue) -> Result<Scenario, Error> {
    let value: Value = serde_json::from_str(raw.get()).map_err(|problem| error::json(&problem))?;
    let scenario = Scenario::from_value(&value)?;
    check_names(&scenario)?;
    Ok(scenario)
}
