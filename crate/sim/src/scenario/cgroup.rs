//! Control groups as they are written.

use serde::Serialize;

/// A control group of the `cpu` controller, named by its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cgroup {
    /// What threads and other groups refer to.
    pub name: String,
    /// The group that it is in; the root group without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// `cpu.weight`, 1 to 10 000; 100 is the default.
    pub weight: u32,
    /// `cpu.idle`: the whole group counts as SCHED_IDLE beside its siblings.
    #[serde(skip_serializing_if = "is_false")]
    pub idle: bool,
    /// The minimum of its threads is at least this, 0 to 1024, as far as its maximum allows (`cpu.uclamp.min`, there in percent).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uclamp_min: Option<u16>,
    /// No clamp of its threads is above this, 0 to 1024 (`cpu.uclamp.max`, there in percent).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uclamp_max: Option<u16>,
    /// `cpu.max`: CPU time of each period, µs; as much as there is without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota_us: Option<u64>,
    /// `cpu.max`: the quota's period, µs; 100 000 is the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_us: Option<u64>,
    /// `cpu.max.burst`: unused quota that may be saved up, µs; at most the quota.
    #[serde(skip_serializing_if = "is_zero")]
    pub burst_us: u64,
    /// When periods of the quota begin: at this and whole periods before and after, µs. A real group's first period
    /// begins when the group first runs, at any time before this one.
    #[serde(skip_serializing_if = "is_zero")]
    pub phase_us: u64,
}

impl Cgroup {
    /// A group under the root, of default weight and without a quota.
    pub fn new(name: impl Into<String>) -> Cgroup {
        Cgroup {
            name: name.into(),
            parent: None,
            weight: 100,
            idle: false,
            uclamp_min: None,
            uclamp_max: None,
            quota_us: None,
            period_us: None,
            burst_us: 0,
            phase_us: 0,
        }
    }
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

fn is_false(b: &bool) -> bool {
    !*b
}
