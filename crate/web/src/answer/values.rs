//! Every entity at an instant.

use sched::Family;
use serde::Serialize;
use sim::Run;
use sim::values::{TaskValues, Values};
use smp::clamp::Clamps;

/// A side at an instant.
#[derive(Serialize)]
pub struct SideValues {
    cpu: u16,
    running: String,
    avg_vruntime_ns: String,
    min_vruntime_ns: String,
    lag_sum: String,
    weight_sum: f64,
    clamp_key: &'static str,
    clamps: ClampPair,
    clocks: Vec<ClockNow>,
    tasks: Vec<Entity>,
}

/// A minimum and a maximum of utilisation, of 1024.
#[derive(Serialize)]
struct ClampPair {
    min: f64,
    max: f64,
}

/// A clock by its lowest CPU.
#[derive(Serialize)]
struct ClockNow {
    cpu: u16,
    khz: f64,
}

#[derive(Serialize)]
struct Entity {
    name: String,
    state: &'static str,
    cpu: u16,
    weight: f64,
    vruntime_ns: String,
    lag_ns: String,
    reference_ns: String,
    deadline_ns: String,
    eligible: bool,
    protect_ns: String,
    clamps: ClampPair,
    util: Option<f64>,
}

/// The values of a run.
pub fn values(run: &Run, values: &Values) -> SideValues {
    let (names, is_cfs) = (run.task_names(), run.params().family == Family::Cfs);
    SideValues {
        cpu: values.cpu,
        running: names.get(usize::from(values.running)).cloned().unwrap_or_default(),
        avg_vruntime_ns: values.avg_vruntime.to_string(),
        min_vruntime_ns: if is_cfs { values.min_vruntime.to_string() } else { String::new() },
        lag_sum: values.lag_sum.to_string(),
        weight_sum: values.weight_sum as f64,
        clamp_key: values.clamp_key.name(),
        clamps: clamps(values.clamps),
        clocks: values.clocks.iter().map(|&(cpu, khz)| ClockNow { cpu, khz: khz as f64 }).collect(),
        tasks: names.iter().zip(&values.tasks).map(|(name, task)| entity(name, task)).collect(),
    }
}

fn entity(name: &str, task: &TaskValues) -> Entity {
    Entity {
        name: name.to_owned(),
        state: task.state.name(),
        cpu: task.cpu,
        weight: task.weight as f64,
        vruntime_ns: task.vruntime.to_string(),
        lag_ns: task.lag_ns.to_string(),
        reference_ns: task.reference.map_or_else(String::new, |reference| reference.to_string()),
        deadline_ns: task.deadline.to_string(),
        eligible: task.eligible,
        protect_ns: task.protect.map_or_else(String::new, |until| until.to_string()),
        clamps: clamps(task.clamps),
        util: task.util.map(|util| util as f64),
    }
}

fn clamps(Clamps { min, max }: Clamps) -> ClampPair {
    ClampPair { min: min as f64, max: max as f64 }
}
