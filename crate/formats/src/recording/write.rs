//! From typed events back to the text of the format.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::value::RawValue;
use sim::recording::{
    Context, Event, Flags, GroupNumbers, Kind, Knobs, Numbers, PrevState, QueueStart, Recording, Switch,
    TaskInfo, TaskKind, TaskRef, TaskStart, ThreadSummary, Wakeup, Waking,
};

use super::FORMAT;
use super::raw::{RawEvent, RawHeader, RawMachine, RawOtherStart, RawSummary, RawThreadStart, Text};
use crate::decimal::ns_to_ms;
use crate::delays::mean_ns;

/// Why serialising cannot fail here: every key is text and no writer stands behind it.
const IN_MEMORY: &str = "plain data in memory always has a JSON form";

/// A recording as the text of a file, a line for the header and one for each event.
///
/// Reading it gives the same recording.
pub fn write(recording: &Recording) -> String {
    let mut text = serde_json::to_string(&header(recording)).expect(IN_MEMORY);
    text.push('\n');
    for event in &recording.events {
        text.push_str(&serde_json::to_string(&raw_event(&recording.tasks, event)).expect(IN_MEMORY));
        text.push('\n');
    }
    text
}

fn header(recording: &Recording) -> RawHeader {
    RawHeader {
        format: FORMAT.into(),
        kernel: recording.kernel.clone(),
        kernel_tag: recording.kernel_tag.clone(),
        preempt: recording.preempt.clone(),
        config: BTreeMap::from([("CONFIG_HZ".into(), recording.hz.to_string())]),
        machine: RawMachine { cpus: recording.cpus },
        overhead_ns: Some(recording.overhead_ns.clone()),
        scenario: serde_json::value::to_raw_value(&recording.scenario).expect(IN_MEMORY),
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
    ];
    let present =
        numbers.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?.to_string())));
    present.chain([("features".to_string(), knobs.features.join(" "))]).collect()
}

fn queue_start((path, start): (&String, &QueueStart)) -> (String, BTreeMap<String, String>) {
    let values = [
        ("min_vruntime", start.min_vruntime),
        ("zero_vruntime", start.zero_vruntime),
        ("avg_vruntime", start.avg_vruntime),
    ];
    let present = values.into_iter().filter_map(|(name, ns)| Some((name.to_string(), ns_to_ms(ns?))));
    (format!("cfs_rq[0]:{path}"), present.collect())
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

fn raw_event<'a>(tasks: &'a [TaskInfo], event: &'a Event) -> RawEvent<'a> {
    let raw = RawEvent { t: event.t_ns, c: event.cpu, ..RawEvent::default() };
    match &event.kind {
        Kind::Switch(switch) => raw_switch(tasks, raw, switch),
        Kind::Waking(waking) => raw_waking(tasks, raw, waking),
        Kind::Wakeup(wakeup) => raw_wakeup(tasks, RawEvent { e: "wakeup".into(), ..raw }, wakeup),
        Kind::WakeupNew(wakeup) => raw_wakeup(tasks, RawEvent { e: "wakeup_new".into(), ..raw }, wakeup),
        Kind::Migrate { task, from, to } => {
            let raw = RawEvent { e: "migrate".into(), from: Some(*from), to: Some(*to), ..raw };
            about(tasks, raw, *task)
        }
        Kind::Runtime { task, ran_ns, vruntime } => {
            about(tasks, RawEvent { e: "runtime".into(), r: Some(*ran_ns), v: *vruntime, ..raw }, *task)
        }
        Kind::Tick { task, resched } => {
            about(tasks, RawEvent { e: "tick".into(), rs: letter(*resched), ..raw }, *task)
        }
        Kind::Hrtick { task, resched } => {
            about(tasks, RawEvent { e: "hrtick".into(), rs: letter(*resched), ..raw }, *task)
        }
        Kind::Hrtimer { function } => {
            RawEvent { e: "hrtimer".into(), function: Some(function.as_str().into()), ..raw }
        }
        Kind::Exit { task } => about(tasks, RawEvent { e: "exit".into(), ..raw }, *task),
    }
}

fn raw_switch<'a>(tasks: &'a [TaskInfo], raw: RawEvent<'a>, switch: &Switch) -> RawEvent<'a> {
    let (p, pk) = name(tasks, switch.prev);
    let (n, nk) = name(tasks, switch.next);
    RawEvent {
        e: "switch".into(),
        p,
        pk,
        n,
        nk,
        s: Some(state(switch.prev_state).into()),
        pv: switch.prev_numbers.map(five),
        nv: switch.next_numbers.map(five),
        pg: switch.prev_group.map(six),
        ng: switch.next_group.map(six),
        ..raw
    }
}

fn raw_waking<'a>(tasks: &'a [TaskInfo], raw: RawEvent<'a>, waking: &Waking) -> RawEvent<'a> {
    let (by, bk) = name(tasks, waking.by);
    let raw = RawEvent {
        e: "waking".into(),
        to: Some(waking.to),
        by,
        bk,
        irq: Some(level(waking.context)),
        rs: letter(waking.resched),
        lag: waking.lag,
        q: waking.queued.map(u8::from),
        ..raw
    };
    about(tasks, raw, waking.task)
}

fn raw_wakeup<'a>(tasks: &'a [TaskInfo], raw: RawEvent<'a>, wakeup: &Wakeup) -> RawEvent<'a> {
    let (by, bk) = name(tasks, wakeup.by);
    let raw = RawEvent {
        to: Some(wakeup.to),
        by,
        bk,
        irq: Some(level(wakeup.context)),
        rs: letter(wakeup.resched),
        xv: wakeup.numbers.map(five),
        ..raw
    };
    about(tasks, raw, wakeup.task)
}

/// The event with its subject.
fn about<'a>(tasks: &'a [TaskInfo], raw: RawEvent<'a>, task: TaskRef) -> RawEvent<'a> {
    let (x, k) = name(tasks, task);
    RawEvent { x, k, ..raw }
}

/// A task's name, and its identity if the name does not say enough.
fn name(tasks: &[TaskInfo], task: TaskRef) -> (Text<'_>, Text<'_>) {
    let task = &tasks[task.0 as usize];
    let outside = matches!(task.kind, TaskKind::Main | TaskKind::Other | TaskKind::OtherRt);
    (Some(task.name.as_str().into()), outside.then(|| task.identity.as_str().into()))
}

fn five(numbers: Numbers) -> [i64; 5] {
    [numbers.vruntime, numbers.deadline, numbers.slice_ns, numbers.vlag, numbers.sum_exec_ns]
}

fn six(group: GroupNumbers) -> [i64; 6] {
    let [vruntime, deadline, slice_ns, vlag, sum_exec_ns] = five(group.numbers);
    [vruntime, deadline, slice_ns, vlag, sum_exec_ns, group.weight]
}

fn level(context: Context) -> u8 {
    match context {
        Context::Thread => 0,
        Context::Hard => 1,
        Context::Soft => 2,
    }
}

fn letter(flags: Flags) -> Text<'static> {
    Some(Cow::Borrowed(match (flags.hard, flags.lazy) {
        (false, false) => ".",
        (true, false) => "N",
        (false, true) => "l",
        (true, true) => "B",
    }))
}

fn state(state: PrevState) -> &'static str {
    match state {
        PrevState::Runnable => "R",
        PrevState::Preempted => "R+",
        PrevState::Sleeping => "S",
        PrevState::Uninterruptible => "D",
        PrevState::Dead => "X",
        PrevState::IdleThread => "I",
        PrevState::Other => "?",
    }
}
