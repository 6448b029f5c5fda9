//! A task as it is written.

use serde::{Serialize, Serializer};

use super::Step;

/// A task: its class, its attributes and its program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thread {
    /// Unique within the scenario.
    pub name: String,
    /// Scheduling policy.
    #[serde(skip_serializing_if = "Policy::is_normal")]
    pub policy: Policy,
    /// Nice value, -20 to 19.
    #[serde(skip_serializing_if = "is_zero")]
    pub nice: i8,
    /// Priority of FIFO and RR, 1 to 99.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rtprio: Option<u8>,
    /// CPUs that it may use; all without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub affinity: Option<Vec<u32>>,
    /// Not to be taken for less than this utilisation, 0 to 1024 (`UCLAMP_MIN`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uclamp_min: Option<u16>,
    /// Not to be taken for more than this utilisation, 0 to 1024 (`UCLAMP_MAX`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uclamp_max: Option<u16>,
    /// What it uses of memory again and again, KiB: missing from a cache, it has to come from farther away.
    #[serde(skip_serializing_if = "is_zero_u32")]
    pub footprint_kib: u32,
    /// Which part of what is missing holds it up, in thousandths; all without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub miss_sensitivity_per_mille: Option<u16>,
    /// Its own slice (EEVDF kernels).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slice_ns: Option<u64>,
    /// Runtime of DEADLINE.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dl_runtime_ns: Option<u64>,
    /// Relative deadline of DEADLINE.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dl_deadline_ns: Option<u64>,
    /// Period of DEADLINE.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dl_period_ns: Option<u64>,
    /// DEADLINE: it may use what other deadline tasks leave (`SCHED_FLAG_RECLAIM`).
    #[serde(skip_serializing_if = "is_false")]
    pub reclaim: bool,
    /// When its first wakeup comes.
    #[serde(skip_serializing_if = "is_zero_u64")]
    pub start_us: u64,
    /// The group it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cgroup: Option<String>,
    /// The session it belongs to, for autogroup; all that name none share one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Created by another thread's `spawn` step.
    #[serde(skip_serializing_if = "is_false")]
    pub spawned: bool,
    /// Left out of the run, without leaving the scenario.
    #[serde(skip_serializing_if = "is_false")]
    pub muted: bool,
    /// Its colour in pictures, counted from 0; without one, its place among the threads decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<u8>,
    /// What it does.
    pub script: Vec<Step>,
}

impl Thread {
    /// A thread of normal policy and nice 0 that starts at time 0.
    pub fn new(name: impl Into<String>, script: Vec<Step>) -> Thread {
        Thread {
            name: name.into(),
            policy: Policy::Normal,
            nice: 0,
            rtprio: None,
            affinity: None,
            uclamp_min: None,
            uclamp_max: None,
            footprint_kib: 0,
            miss_sensitivity_per_mille: None,
            slice_ns: None,
            dl_runtime_ns: None,
            dl_deadline_ns: None,
            dl_period_ns: None,
            reclaim: false,
            start_us: 0,
            cgroup: None,
            session: None,
            spawned: false,
            muted: false,
            color: None,
            script,
        }
    }

    /// Runtime, relative deadline and period of a DEADLINE thread; the period is the deadline where it names none.
    /// `None` without a runtime or a deadline.
    pub fn deadline_ns(&self) -> Option<(u64, u64, u64)> {
        let (runtime_ns, deadline_ns) = (self.dl_runtime_ns?, self.dl_deadline_ns.or(self.dl_period_ns)?);
        Some((runtime_ns, deadline_ns, self.dl_period_ns.unwrap_or(deadline_ns)))
    }
}

/// Scheduling policy, named as in `sched(7)` without the prefix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// `SCHED_NORMAL`, also called `OTHER`.
    #[default]
    Normal,
    /// `SCHED_BATCH`.
    Batch,
    /// `SCHED_IDLE`.
    Idle,
    /// `SCHED_FIFO`.
    Fifo,
    /// `SCHED_RR`.
    Rr,
    /// `SCHED_DEADLINE`.
    Deadline,
}

impl Policy {
    /// Every policy, for messages and lists.
    pub const ALL: [Policy; 6] =
        [Policy::Normal, Policy::Batch, Policy::Idle, Policy::Fifo, Policy::Rr, Policy::Deadline];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Normal => "NORMAL",
            Policy::Batch => "BATCH",
            Policy::Idle => "IDLE",
            Policy::Fifo => "FIFO",
            Policy::Rr => "RR",
            Policy::Deadline => "DEADLINE",
        }
    }

    /// The policy with this name.
    pub fn parse(name: &str) -> Option<Policy> {
        Policy::ALL.into_iter().find(|p| p.name() == name)
    }

    /// The policy as the fair class has it; `None` for the classes above it.
    pub fn fair(self) -> Option<sched::Policy> {
        match self {
            Policy::Normal => Some(sched::Policy::Normal),
            Policy::Batch => Some(sched::Policy::Batch),
            Policy::Idle => Some(sched::Policy::Idle),
            Policy::Fifo | Policy::Rr | Policy::Deadline => None,
        }
    }

    fn is_normal(&self) -> bool {
        *self == Policy::Normal
    }
}

impl Serialize for Policy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

fn is_zero(n: &i8) -> bool {
    *n == 0
}

fn is_zero_u32(n: &u32) -> bool {
    *n == 0
}

fn is_zero_u64(n: &u64) -> bool {
    *n == 0
}

fn is_false(b: &bool) -> bool {
    !*b
}
