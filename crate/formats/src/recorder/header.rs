//! The header of a simulated recording.

use std::collections::BTreeMap;

use sched::{Entity, Family, Params, Preemption};
use sim::recording::{Knobs, QueueStart, Recording, TaskInfo, TaskKind, TaskRef, TaskStart};
use sim::{Policy, Run, Scenario, Scheduling};

use super::between::stoppers;

/// Everything but events and summary.
pub(super) fn header(scenario: &Scenario, run: &Run) -> Recording {
    let params = run.params();
    Recording {
        kernel_tag: tag(params),
        kernel: format!("{} as simulated by schedlens {}", params.kernel.name, env!("CARGO_PKG_VERSION")),
        preempt: models(params),
        hz: u32::try_from(1_000_000_000 / params.tick_ns).expect("a tick rate was asked for"),
        cpus: scenario.machine.cpus,
        scenario: named(scenario),
        knobs: knobs(params),
        queues_at_start: queue_starts(params, run, scenario.machine.cpus),
        tasks: tasks(scenario, run),
        summary: BTreeMap::new(),
        overhead_ns: BTreeMap::new(),
        events: Vec::new(),
    }
}

/// The short name as recordings have it: no suffix for a long-term series, one for another preemption.
fn tag(params: &Params) -> String {
    let kernel = params.kernel;
    let base = kernel.name.strip_suffix(".y").unwrap_or(kernel.name);
    match params.preemption {
        model if model == kernel.preemption => base.to_string(),
        model => format!("{base}+preempt_{}", model.name()),
    }
}

/// The models of this kernel, the one in force in parentheses.
fn models(params: &Params) -> String {
    let models: Vec<&str> = params.kernel.preemption_models().into_iter().map(Preemption::name).collect();
    marked(&models, params.preemption.name())
}

/// What a group can weigh, the choice in force in parentheses; `None` where there is no choice.
fn cgroup_mode(params: &Params) -> Option<String> {
    let info = params.kernel.choice_infos.iter().find(|info| info.name == "cgroup_mode")?;
    Some(marked(info.values, params.tunables.choice(info.name)?))
}

/// The words of a choice as the kernel prints them.
fn marked(words: &[&str], active: &str) -> String {
    let mark = |word: &&str| if *word == active { format!("({word})") } else { word.to_string() };
    words.iter().map(mark).collect::<Vec<_>>().join(" ")
}

/// The scenario, with a name if it has none: tools print it.
fn named(scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    if scenario.name.is_empty() {
        scenario.name = "scenario".into();
    }
    scenario
}

fn knobs(params: &Params) -> Knobs {
    let word = |(name, on): (&str, bool)| if on { name.to_string() } else { format!("NO_{name}") };
    let tunables: BTreeMap<&str, u64> = params.tunable_list().into_iter().collect();
    let tunable = |name: &str| tunables.get(name).copied();
    Knobs {
        features: params.feature_names().map(word).collect(),
        base_slice_ns: tunable("base_slice_ns"),
        latency_ns: tunable("latency_ns"),
        min_granularity_ns: tunable("min_granularity_ns"),
        idle_min_granularity_ns: tunable("idle_min_granularity_ns"),
        wakeup_granularity_ns: tunable("wakeup_granularity_ns"),
        migration_cost_ns: tunable("migration_cost_ns"),
        tunable_scaling: Some(1),
        child_runs_first: (params.family == Family::Cfs).then_some(params.tunables.child_runs_first),
        rt_period_us: tunable("sched_rt_period_us"),
        rt_runtime_us: tunable("sched_rt_runtime_us"),
        rr_timeslice_ms: tunable("sched_rr_timeslice_ms"),
        fair_server_runtime_ns: tunable("fair_server_runtime_ns"),
        fair_server_period_ns: tunable("fair_server_period_ns"),
        cgroup_mode: cgroup_mode(params),
    }
}

/// The root's queue, and what the queues of groups have of their quotas.
fn queue_starts(params: &Params, run: &Run, cpus: u32) -> BTreeMap<(u32, String), QueueStart> {
    let of_group = |(path, left_ns)| {
        ((0, path), QueueStart { runtime_remaining_ns: Some(left_ns), ..QueueStart::default() })
    };
    let root = |cpu| ((cpu, "/".to_string()), queue_start(params, run));
    (0..cpus).map(root).chain(run.quotas_left_at_start().map(of_group)).collect()
}

/// The queue as it began: the first event is a wakeup, before which nobody was charged.
fn queue_start(params: &Params, run: &Run) -> QueueStart {
    let start = Some(run.state_at_event(0).queue(0).min_vruntime().raw());
    match params.family {
        Family::Cfs => QueueStart { min_vruntime: start, ..QueueStart::default() },
        Family::Eevdf => QueueStart { zero_vruntime: start, avg_vruntime: start, ..QueueStart::default() },
    }
}

/// Idle, then the scenario's threads, with the state of those that exist at time 0, then the stoppers that run.
fn tasks(scenario: &Scenario, run: &Run) -> Vec<TaskInfo> {
    let idle = TaskInfo { name: "idle".into(), kind: TaskKind::Idle, identity: "idle".into(), start: None };
    let threads =
        run.tasks().iter().zip(&scenario.threads).enumerate().map(|(index, (task, thread))| TaskInfo {
            name: task.name.clone(),
            kind: TaskKind::Scenario(index),
            identity: task.name.clone(),
            start: (!thread.spawned).then(|| start(run.params(), task)),
        });
    debug_assert_eq!(TaskRef::IDLE, TaskRef(0));
    let stoppers = stoppers(&run.trace().events).into_iter().map(stopper);
    std::iter::once(idle).chain(threads).chain(stoppers).collect()
}

/// The thread of a CPU that moves running tasks: above everybody.
fn stopper(cpu: u16) -> TaskInfo {
    let start = TaskStart { sum_exec_ns: Some(0), policy: Some(1), ..TaskStart::default() };
    let (kind, identity) = (TaskKind::OtherRt, format!("migration/{cpu}"));
    TaskInfo { name: "other_rt".into(), kind, identity, start: Some(start) }
}

/// The state of a task that never ran.
fn start(params: &Params, task: &sim::TaskInfo) -> TaskStart {
    let entity = Entity::new(task.scheduling.fair(), task.nice);
    let eevdf = params.family == Family::Eevdf;
    TaskStart {
        vruntime: Some(entity.vruntime.raw()),
        sum_exec_ns: Some(0),
        slice_ns: eevdf.then(|| task.slice_ns.unwrap_or(params.tunables.base_slice_ns)),
        weight: Some(entity.weight.load),
        policy: Some(number(task.policy)),
        prio: priority(task),
        nice: matches!(task.scheduling, Scheduling::Fair(_)).then_some(task.nice),
        last: None,
    }
}

/// A policy's number in `sched(7)`.
fn number(policy: Policy) -> u32 {
    match policy {
        Policy::Normal => 0,
        Policy::Fifo => 1,
        Policy::Rr => 2,
        Policy::Batch => 3,
        Policy::Idle => 5,
        Policy::Deadline => 6,
    }
}

/// A task's priority as the kernel counts: less is more urgent, and fair tasks begin at 100.
fn priority(task: &sim::TaskInfo) -> i32 {
    match task.scheduling {
        Scheduling::Fair(_) => 120 + i32::from(task.nice),
        Scheduling::Realtime(_, priority) => 99 - i32::from(priority),
        Scheduling::Deadline(_) => -1,
    }
}
