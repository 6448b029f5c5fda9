//! The header line of a recording, from its typed form.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use sim::recording::{Knobs, QueueStart, Recording, TaskInfo, TaskKind, TaskStart, ThreadSummary};

use super::FORMAT;
use super::raw::{RawHeader, RawMachine, RawOtherStart, RawSummary, RawThreadStart};
use super::write::five;
use crate::decimal::ns_to_ms;
use crate::delays::mean_ns;

pub(super) fn header(recording: &Recording) -> RawHeader {
    RawHeader {
        format: FORMAT.into(),
        kernel: recording.kernel.clone(),
        kernel_tag: recording.kernel_tag.clone(),
        preempt: recording.preempt.clone(),
        config: BTreeMap::from([("CONFIG_HZ".into(), recording.hz.to_string())]),
        machine: RawMachine { cpus: recording.cpus },
        overhead_ns: Some(recording.overhead_ns.clone()),
        scenario: serde_json::value::to_raw_value(&recording.scenario)
            .expect("a scenario has only text keys"),
        knobs: knobs(&recording.knobs),
        cfs_rq_at_start: recording.queues_at_start.iter().map(queue_start).collect(),
        threads_at_start: starts(&recording.tasks, true)
            .map(|(task, start)| thread_start(task, start))
            .collect(),
        other_threads: starts(&recording.tasks, false)
            .map(|(task, start)| other_start(task, start))
            .collect(),
        trace_lines_lost: 0,
        summary: recording.summary.iter().map(|(name, counts)| (name.clone(), summary(counts))).collect(),
    }
}

fn knobs(knobs: &Knobs) -> BTreeMap<String, String> {
    let numbers = [
        ("base_slice_ns", knobs.base_slice_ns),
        ("latency_ns", knobs.latency_ns),
        ("min_granularity_ns", knobs.min_granularity_ns),
        ("idle_min_granularity_ns", knobs.idle_min_granularity_ns),
        ("wakeup_granularity_ns", knobs.wakeup_granularity_ns),
        ("migration_cost_ns", knobs.migration_cost_ns),
        ("tunable_scaling", knobs.tunable_scaling),
        ("sysctl.sched_child_runs_first", knobs.child_runs_first),
        ("sysctl.sched_rt_period_us", knobs.rt_period_us),
        ("sysctl.sched_rt_runtime_us", knobs.rt_runtime_us),
        ("sysctl.sched_rr_timeslice_ms", knobs.rr_timeslice_ms),
        ("fair_server.cpu0.runtime", knobs.fair_server_runtime_ns),
        ("fair_server.cpu0.period", knobs.fair_server_period_ns),
    ];
    let present =
        numbers.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?.to_string())));
    let mode = knobs.cgroup_mode.iter().map(|line| ("cgroup_mode".to_string(), line.clone()));
    present.chain(mode).chain([("features".to_string(), knobs.features.join(" "))]).collect()
}

fn queue_start(((cpu, path), start): (&(u32, String), &QueueStart)) -> (String, BTreeMap<String, String>) {
    let values = [
        ("min_vruntime", start.min_vruntime),
        ("zero_vruntime", start.zero_vruntime),
        ("avg_vruntime", start.avg_vruntime),
        ("runtime_remaining", start.runtime_remaining_ns),
    ];
    let present = values.into_iter().filter_map(|(name, ns)| Some((name.to_string(), ns_to_ms(ns?))));
    (format!("cfs_rq[{cpu}]:{path}"), present.collect())
}

/// Tasks with a state before the first event, those of the scenario or the others.
fn starts(tasks: &[TaskInfo], of_scenario: bool) -> impl Iterator<Item = (&TaskInfo, &TaskStart)> {
    let wanted = move |task: &&TaskInfo| matches!(task.kind, TaskKind::Scenario(_)) == of_scenario;
    tasks.iter().filter(wanted).filter_map(|task| Some((task, task.start.as_ref()?)))
}

fn thread_start(task: &TaskInfo, start: &TaskStart) -> (String, RawThreadStart) {
    let raw = RawThreadStart {
        vruntime_ms: raw_ms(start.vruntime),
        sum_exec_ms: raw_ms(start.sum_exec_ns),
        slice_ns: start.slice_ns,
        weight: start.weight,
        policy: start.policy,
        prio: start.prio,
    };
    (task.name.clone(), raw)
}

/// A number of milliseconds; what is not known is 0, as in the kernel's own listing.
fn raw_ms(ns: Option<i64>) -> Box<RawValue> {
    RawValue::from_string(ns_to_ms(ns.unwrap_or(0))).expect("a decimal number is valid JSON")
}

fn other_start(task: &TaskInfo, start: &TaskStart) -> (String, RawOtherStart) {
    let raw = RawOtherStart {
        policy: start.policy,
        prio: start.prio,
        nice: start.nice,
        v: start.vruntime,
        sum_exec_ns: start.sum_exec_ns,
        sv: start.last.map(five),
    };
    (task.identity.clone(), raw)
}

fn summary(counts: &ThreadSummary) -> RawSummary {
    RawSummary {
        runtime_ns: counts.runtime_ns,
        switches_in: counts.switches_in,
        voluntary: counts.voluntary,
        involuntary: counts.involuntary,
        wait_sum_ns: counts.wait_sum_ns,
        wait_max_ns: counts.wait_max_ns,
        wait_count: counts.wait_count,
        wake_wait_sum_ns: counts.wake_wait_sum_ns,
        wake_wait_max_ns: counts.wake_wait_max_ns,
        wake_count: counts.wake_count,
        run_stretch_count: counts.run_stretch_count,
        migrations: counts.migrations,
        wait_avg_ns: mean_ns(counts.wait_sum_ns, counts.wait_count),
        wake_wait_avg_ns: mean_ns(counts.wake_wait_sum_ns, counts.wake_count),
        run_stretch_avg_ns: mean_ns(counts.runtime_ns, counts.run_stretch_count),
    }
}
