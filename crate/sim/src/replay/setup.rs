//! Which rules a recording is replayed under, and whether it can be.

use sched::{Entity, Params, Policy, Preemption, kernel};

use crate::Error;
use crate::recording::{Recording, TaskInfo, TaskKind};

/// Kernel tags of recordings and the preset that models each.
const PRESETS: &[(&str, &str)] = &[("6.1", "6.1"), ("6.12", "6.12.y"), ("7.2", "7.2")];

/// Why a recording cannot be replayed; `None` if it can.
pub fn not_modelled(recording: &Recording) -> Option<String> {
    let base = base_tag(recording);
    if !PRESETS.iter().any(|(tag, _)| *tag == base) {
        return Some(format!("no preset for kernel {}", recording.kernel_tag));
    }
    if recording.cpus != 1 {
        return Some(format!("{} CPUs", recording.cpus));
    }
    if !recording.scenario.cgroups.is_empty() {
        return Some("task groups".to_owned());
    }
    let higher = recording.scenario.threads.iter().find(|thread| is_load_above_fair(thread));
    higher.map(|thread| format!("a {} task as load", thread.policy.name()))
}

/// A thread of a higher class that does more than change the attributes of others.
fn is_load_above_fair(thread: &crate::scenario::Thread) -> bool {
    use crate::scenario::Step;
    let runs = |step: &Step| matches!(step, Step::Run(_));
    thread.policy.fair().is_none() && thread.script.iter().any(runs)
}

fn base_tag(recording: &Recording) -> &str {
    recording.kernel_tag.split('+').next().unwrap_or_default()
}

/// The rules, features and tunables that were in force in a recording.
///
/// An error names a kernel without a preset or a feature that the preset lacks.
pub fn params_of(recording: &Recording) -> Result<Params, Error> {
    let base = base_tag(recording);
    let preset = PRESETS.iter().find(|(tag, _)| *tag == base).and_then(|(_, name)| kernel(name));
    let preset = preset.ok_or_else(|| {
        let known: Vec<&str> = PRESETS.iter().map(|(tag, _)| *tag).collect();
        Error::new(
            "kernel_tag",
            format!("{:?} has no preset", recording.kernel_tag),
            format!("use {}", known.join(", ")),
        )
    })?;
    let mut params = Params::new(preset, recording.hz, 1);
    params.preemption = Preemption::parse(recording.active_preemption()).unwrap_or(Preemption::Voluntary);
    for word in &recording.knobs.features {
        params.set_feature(word).map_err(|unknown| {
            Error::new("knobs.features", unknown.to_string(), "use a feature of that kernel")
        })?;
    }
    set_tunables(&mut params, recording);
    Ok(params)
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
    ];
    for (value, slot) in pairs {
        if let Some(value) = value {
            *slot = value;
        }
    }
}

/// The entity of a task of the fair class as it stands before the first event; `None`
/// for idle and higher classes.
pub(super) fn entity_of(recording: &Recording, info: &TaskInfo) -> Option<Entity> {
    let mut entity = match info.kind {
        TaskKind::Idle | TaskKind::Main | TaskKind::OtherRt => return None,
        TaskKind::Scenario(index) => {
            let thread = &recording.scenario.threads[index];
            let mut entity = Entity::new(thread.policy.fair()?, thread.nice);
            entity.custom_slice = thread.slice_ns.is_some();
            entity.slice_ns = thread.slice_ns.unwrap_or(0);
            entity
        }
        TaskKind::Other => other_entity(info)?,
    };
    if let Some(start) = info.start {
        entity.vruntime = sched::Vtime::from_raw(start.vruntime.unwrap_or(0));
    }
    Some(entity)
}

/// SCHED_BATCH and SCHED_IDLE as `sched(7)` numbers them.
const POLICY_NUMBERS: [(u32, Policy); 3] = [(0, Policy::Normal), (3, Policy::Batch), (5, Policy::Idle)];

fn other_entity(info: &TaskInfo) -> Option<Entity> {
    let start = info.start.unwrap_or_default();
    let number = start.policy.unwrap_or(0);
    let policy = POLICY_NUMBERS.iter().find(|(n, _)| *n == number)?.1;
    Some(Entity::new(policy, start.nice.unwrap_or(0)))
}
