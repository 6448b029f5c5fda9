//! What a user writes, saves and links: the tasks, and the two kernels to compare.
//!
//! A superset of the `scenario` object of the recordings: such an object, as it
//! stands, is a scenario. Reading is in [`read`](self), validity across fields in
//! [`check`](self); what is valid but not modelled yet is refused when a run starts.

mod cgroup;
mod check;
mod check_classes;
mod check_groups;
mod clamps;
mod hardware;
mod knob;
pub mod machine;
mod read;
mod read_step;
mod side;
mod step;
mod thread;

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

pub use cgroup::Cgroup;
pub(crate) use check_classes::thread as check_policy;
pub use clamps::{CLAMP_MAX, Uclamp};
pub use hardware::Thermal;
pub use knob::{Knob, Knobs};
pub use machine::Machine;
#[cfg(test)]
pub(crate) use machine::Parts;
pub use sched::Preemption;
pub use side::{CostChoice, CostTable, Side};
pub use step::{Duration, Step};
pub use thread::{Policy, Thread};

use crate::error::Error;
use crate::value::Value;

/// The format version that `schedlens` of a scenario names.
pub const VERSION: u32 = 1;

/// A set of tasks, how long to watch them, and what the machine is set to.
///
/// [`Scenario::from_value`] gives only valid ones; one built by hand is checked
/// when a run starts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scenario {
    /// The format version of our own files; recordings have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedlens: Option<u32>,
    /// Short name, as of a file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// One line for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to see in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<String>,
    /// What came of it, with places for numbers of the run: `{A.moves.pulled}` or `{B.editor.wait_max}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// Which family of the recordings it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The machine.
    pub machine: Machine,
    /// Kernels that a recording was made with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kernels: Vec<String>,
    /// In which boot it was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boot: Option<u32>,
    /// Where all chance comes from.
    #[serde(skip_serializing_if = "is_zero")]
    pub seed: u64,
    /// Ticks a second; a side may differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hz: Option<u32>,
    /// How long to watch.
    pub duration_us: u64,
    /// Time 0 is this long after a tick.
    #[serde(skip_serializing_if = "is_zero")]
    pub phase_us: u64,
    /// Knobs of both families.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub knobs: Knobs,
    /// Knobs of CFS kernels only.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub knobs_cfs: Knobs,
    /// Knobs of EEVDF kernels only.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub knobs_eevdf: Knobs,
    /// Scheduler features in the kernel's form, `NO_` before what is off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Number of pipes and semaphores.
    #[serde(skip_serializing_if = "is_zero_usize")]
    pub channels: usize,
    /// Control groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cgroups: Vec<Cgroup>,
    /// Threads of the root group are grouped by their sessions (`kernel.sched_autogroup_enabled`).
    #[serde(skip_serializing_if = "is_false")]
    pub autogroup: bool,
    /// The tasks, in the order in which they wake at time 0.
    pub threads: Vec<Thread>,
    /// What an administrator changes from elsewhere, at given times.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<TimedChange>,
    /// The first kernel of a comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<Side>,
    /// The second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<Side>,
}

impl Default for Scenario {
    /// No tasks, one CPU, 100 ms.
    fn default() -> Scenario {
        Scenario {
            schedlens: None,
            name: String::new(),
            title: None,
            lesson: None,
            caption: None,
            family: None,
            machine: Machine::default(),
            kernels: Vec::new(),
            boot: None,
            seed: 0,
            hz: None,
            duration_us: 100_000,
            phase_us: 0,
            knobs: Knobs::new(),
            knobs_cfs: Knobs::new(),
            knobs_eevdf: Knobs::new(),
            features: Vec::new(),
            channels: 0,
            cgroups: Vec::new(),
            autogroup: false,
            threads: Vec::new(),
            changes: Vec::new(),
            a: None,
            b: None,
        }
    }
}

impl Scenario {
    /// Read and check a scenario. The error names the first place that is wrong.
    pub fn from_value(value: &Value) -> Result<Scenario, Error> {
        let scenario = read::scenario(value)?;
        scenario.check()?;
        Ok(scenario)
    }

    /// Whether everything in it fits together, apart from what is not modelled.
    ///
    /// The error names the first place that does not.
    pub fn check(&self) -> Result<(), Error> {
        check::scenario(self)
    }
}

impl<'de> Deserialize<'de> for Scenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scenario, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Scenario::from_value(&value).map_err(D::Error::custom)
    }
}

/// A change at a given time, made by nobody of this machine: it costs no task anything.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TimedChange {
    /// When.
    pub at_us: u64,
    /// What: a step that changes a thread or a group, such as `["nice", "A", 5]`.
    pub step: Step,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

fn is_zero_usize(n: &usize) -> bool {
    *n == 0
}

fn is_false(b: &bool) -> bool {
    !*b
}
