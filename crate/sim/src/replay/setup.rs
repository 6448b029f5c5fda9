//! Which rules a recording is replayed under, and whether it can be.

use sched::bandwidth::KEPT_NS;
use sched::{
    Entity, EntityId, FairQueue, GroupId, Kernel, OwnSlice, Params, Policy, Pool, Preemption, kernel,
};

use crate::Error;
use crate::groups::Groups;
use crate::limits::CPUS_MAX;
use crate::recording::{Recording, TaskInfo, TaskKind, TaskRef, active};
use crate::scenario::{Step, Thread};

/// Kernel tags of recordings and the preset that models each.
const PRESETS: &[(&str, &str)] =
    &[("5.10", "5.10"), ("6.1", "6.1"), ("6.12", "6.12.y"), ("7.2", "7.2"), ("7.3", "7.3")];

/// A thread runs so long in its group before it sleeps until it starts, ns: 7 to 12 µs by `exec_clock` of its queue.
const COMING_NS: i64 = 10_000;

/// Why a recording cannot be replayed; `None` if it can.
pub fn not_modelled(recording: &Recording) -> Option<String> {
    let base = base_tag(recording);
    if preset_of(base).is_none() {
        return Some(format!("no preset for kernel {}", recording.kernel_tag));
    }
    if let Some(reason) = not_modelled_between(recording) {
        return Some(reason);
    }
    let scenario = &recording.scenario;
    let scripts = scenario.threads.iter().flat_map(|thread| &thread.script);
    let steps = scripts.chain(scenario.changes.iter().map(|change| &change.step));
    let rises = steps.filter(|step| matches!(step, Step::Policy(_, policy, _) if policy.fair().is_none()));
    rises.map(|_| "a task that rises to a higher class".to_owned()).next()
}

/// Why a recording of several CPUs cannot be replayed: only what happens to single tasks, that change nothing but where they may
/// run, can be followed from one CPU to another.
fn not_modelled_between(recording: &Recording) -> Option<String> {
    let (cpus, scenario) = (recording.cpus, &recording.scenario);
    let scripts = || scenario.threads.iter().flat_map(|thread| &thread.script);
    let changes = |step: &Step| step.is_change() && !matches!(step, Step::Affinity(..));
    let what = match cpus {
        1 => return None,
        0 | CPUS_MAX.. => "",
        _ if !scenario.cgroups.is_empty() => " with task groups",
        _ if scenario.threads.iter().any(|thread| thread.spawned) => " with threads that are created",
        _ if scripts().any(changes) || !scenario.changes.is_empty() => " with attributes that change",
        _ => return None,
    };
    Some(format!("{cpus} CPUs{what}"))
}

/// The preset of a tag: a simulation may be of one that no recorded kernel has.
fn preset_of(tag: &str) -> Option<&'static Kernel> {
    let recorded = PRESETS.iter().find(|(known, _)| *known == tag);
    kernel(recorded.map_or(tag, |(_, preset)| *preset))
}

fn base_tag(recording: &Recording) -> &str {
    recording.kernel_tag.split('+').next().unwrap_or_default()
}

/// The rules, features and tunables that were in force in a recording.
///
/// An error names a kernel without a preset or a feature that the preset lacks.
pub fn params_of(recording: &Recording) -> Result<Params, Error> {
    let base = base_tag(recording);
    let preset = preset_of(base).ok_or_else(|| {
        let known: Vec<&str> = PRESETS.iter().map(|(tag, _)| *tag).collect();
        Error::new(
            "kernel_tag",
            format!("{:?} has no preset", recording.kernel_tag),
            format!("use {}", known.join(", ")),
        )
    })?;
    let mut params = Params::new(preset, recording.hz, recording.cpus);
    params.preemption = Preemption::parse(recording.active_preemption()).unwrap_or(Preemption::Voluntary);
    for word in &recording.knobs.features {
        params.set_feature(word).map_err(|unknown| {
            Error::new("knobs.features", unknown.to_string(), "use a feature of that kernel")
        })?;
    }
    set_tunables(&mut params, recording);
    set_cgroup_mode(&mut params, recording)?;
    Ok(params)
}

fn set_cgroup_mode(params: &mut Params, recording: &Recording) -> Result<(), Error> {
    let Some(line) = &recording.knobs.cgroup_mode else { return Ok(()) };
    params.set_choice("cgroup_mode", active(line)).map_err(|unknown| {
        Error::new("knobs.cgroup_mode", unknown.to_string(), "use a mode of that kernel, in parentheses")
    })
}

fn set_tunables(params: &mut Params, recording: &Recording) {
    let knobs = &recording.knobs;
    let tunables = &mut params.tunables;
    let pairs = [
        (knobs.base_slice_ns, &mut tunables.base_slice_ns),
        (knobs.latency_ns, &mut tunables.latency_ns),
        (knobs.min_granularity_ns, &mut tunables.min_granularity_ns),
        (knobs.idle_min_granularity_ns, &mut tunables.idle_min_granularity_ns),
        (knobs.wakeup_granularity_ns, &mut tunables.wakeup_granularity_ns),
        (knobs.migration_cost_ns, &mut tunables.migration_cost_ns),
        (knobs.child_runs_first, &mut tunables.child_runs_first),
        (knobs.rt_period_us, &mut tunables.sched_rt_period_us),
        (knobs.rt_runtime_us, &mut tunables.sched_rt_runtime_us),
        (knobs.rr_timeslice_ms, &mut tunables.sched_rr_timeslice_ms),
        (knobs.fair_server_runtime_ns, &mut tunables.fair_server_runtime_ns),
        (knobs.fair_server_period_ns, &mut tunables.fair_server_period_ns),
    ];
    for (value, slot) in pairs {
        if let Some(value) = value {
            *slot = value;
        }
    }
    params.tunables_written();
}

/// The entity of a task of the fair class as it stands before the first event; `None`
/// for idle and higher classes.
pub(super) fn entity_of(recording: &Recording, info: &TaskInfo, params: &Params) -> Option<Entity> {
    let mut entity = match info.kind {
        TaskKind::Idle | TaskKind::Main | TaskKind::OtherRt => return None,
        TaskKind::Scenario(index) => {
            let thread = &recording.scenario.threads[index];
            let mut entity = Entity::new(thread.policy.fair()?, thread.nice);
            let own_ns = thread.slice_ns.filter(|_| params.rules.own_slice == OwnSlice::Kept);
            entity.custom_slice = own_ns.is_some();
            entity.slice_ns = own_ns.unwrap_or(0);
            entity
        }
        TaskKind::Other => other_entity(info)?,
    };
    if let Some(start) = info.start {
        entity.vruntime = sched::Vtime::from_raw(start.vruntime.unwrap_or(0));
    }
    Some(entity)
}

/// Adds the scenario's groups and puts its threads into them; each queue starts where it was noted to stand.
///
/// `tasks` says whose the entities in the pool are.
pub(super) fn add_groups(recording: &Recording, queue: &mut FairQueue, pool: &mut Pool, tasks: &[TaskRef]) {
    let groups = Groups::of(&recording.scenario);
    groups.add_to(queue, pool);
    for id in groups.ids() {
        if let Some(start) = noted_start(recording, 0, &groups.path(*id)) {
            queue.start_group_at(*id, sched::Vtime::from_raw(start));
        }
    }
    for (id, quota) in groups.quotas() {
        queue.start_quota(pool, id, quota, 0, left_at_start(recording, &groups, id));
    }
    for (index, task) in tasks.iter().enumerate() {
        let TaskKind::Scenario(thread) = recording.task(*task).kind else { continue };
        let thread = &recording.scenario.threads[thread];
        let group = groups.of_thread(thread.session.as_deref(), thread.cgroup.as_deref());
        queue.assign(pool, EntityId(index as u32), group);
    }
}

/// What a group's queue has of its quota at time 0. Its threads came into it one by one, and slept: after the first it had what an
/// empty queue keeps, and the others ran on that. A simulation says what it has.
fn left_at_start(recording: &Recording, groups: &Groups, id: GroupId) -> i64 {
    let noted = recording.queues_at_start.get(&(0, groups.path(id)));
    if let Some(left_ns) = noted.and_then(|start| start.runtime_remaining_ns) {
        return left_ns;
    }
    let is_inside = |thread: &&Thread| thread.cgroup.as_deref() == Some(groups.name(id));
    let others = recording.scenario.threads.iter().filter(is_inside).count().saturating_sub(1);
    KEPT_NS as i64 - others as i64 * COMING_NS
}

/// Where the queue of a group stood some time before the recording: min_vruntime, or EEVDF's mean.
pub(super) fn noted_start(recording: &Recording, cpu: u32, path: &str) -> Option<i64> {
    let noted = recording.queues_at_start.get(&(cpu, path.to_owned()))?;
    noted.avg_vruntime.or(noted.min_vruntime)
}

/// SCHED_BATCH and SCHED_IDLE as `sched(7)` numbers them.
const POLICY_NUMBERS: [(u32, Policy); 3] = [(0, Policy::Normal), (3, Policy::Batch), (5, Policy::Idle)];

fn other_entity(info: &TaskInfo) -> Option<Entity> {
    let start = info.start.unwrap_or_default();
    let number = start.policy.unwrap_or(0);
    let policy = POLICY_NUMBERS.iter().find(|(n, _)| *n == number)?.1;
    Some(Entity::new(policy, start.nice.unwrap_or(0)))
}
