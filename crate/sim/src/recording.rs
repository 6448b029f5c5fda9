//! A recording of a real kernel, as plain data.
//!
//! `formats` reads the files (`kernel-sched-trace/1`) into these types, `replay` drives the policy
//! with them. Names are resolved once: a task is a [`TaskRef`], an index into
//! [`Recording::tasks`]. All times are nanoseconds relative to the recording's time 0, so events of the
//! lead-in are negative; virtual times are signed, as the kernel prints them.

use std::collections::BTreeMap;

mod event;
mod trace;

pub use event::{Context, Event, Flags, Kind, PrevState, Switch, Wakeup, Waking};

pub use trace::{end_ns, task_count, trace_of};

use crate::scenario::Scenario;

/// One recorded run of a small workload under one kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// Short name of the kernel and how it was booted: `6.12`, `7.2+preempt_full`.
    pub kernel_tag: String,
    /// Release as the kernel itself names it.
    pub kernel: String,
    /// The preemption models it offers, the active one in parentheses: `none (voluntary) full`.
    pub preempt: String,
    /// Periodic ticks per second (`CONFIG_HZ`).
    pub hz: u32,
    /// CPUs of the machine. The order of events is only reliable for 1.
    pub cpus: u32,
    /// The workload that ran.
    pub scenario: Scenario,
    /// The scheduler's settings as read back while it ran.
    pub knobs: Knobs,
    /// The fair run queues about 50 ms before time 0, by CPU and group path (`/`, `/A`).
    pub queues_at_start: BTreeMap<(u32, String), QueueStart>,
    /// Everybody who occurs: [`TaskRef::IDLE`] first, then the scenario's threads in their order, then
    /// the others in order of first appearance.
    pub tasks: Vec<TaskInfo>,
    /// What the recorder itself counted per scenario thread, by name.
    pub summary: BTreeMap<String, ThreadSummary>,
    /// Measured costs of kernel paths, by name (`traced.yield_alone_ns`). Empty on several CPUs.
    pub overhead_ns: BTreeMap<String, u64>,
    /// What happened, in the order of the file.
    pub events: Vec<Event>,
}

impl Recording {
    /// The preemption model in force, the word in parentheses of [`Recording::preempt`].
    pub fn active_preemption(&self) -> &str {
        active(&self.preempt)
    }

    /// Who a reference means. Panics if it was not made for this recording.
    pub fn task(&self, task: TaskRef) -> &TaskInfo {
        &self.tasks[task.0 as usize]
    }

    /// The reference of the scenario's thread with this place in its list.
    pub fn thread(&self, index: usize) -> TaskRef {
        TaskRef(index as u32 + 1)
    }
}

/// The word in force of a choice as the kernel prints it, the one in parentheses; the whole text if there are none.
pub fn active(choice: &str) -> &str {
    let inside = choice.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    inside.map_or(choice, |(word, _)| word)
}

/// The scheduler's settings as the kernel reported them; absent ones do not exist in that kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knobs {
    /// Every feature, with `NO_` in front if it is off.
    pub features: Vec<String>,
    /// EEVDF: the default request.
    pub base_slice_ns: Option<u64>,
    /// CFS: the period in which every task should run once.
    pub latency_ns: Option<u64>,
    /// CFS: the shortest slice.
    pub min_granularity_ns: Option<u64>,
    /// CFS: the shortest slice of a `SCHED_IDLE` entity.
    pub idle_min_granularity_ns: Option<u64>,
    /// CFS: how far ahead a waking task must be to preempt.
    pub wakeup_granularity_ns: Option<u64>,
    /// Cache-hot time; 0 changes what a buddy may do.
    pub migration_cost_ns: Option<u64>,
    /// How tunables grow with the number of CPUs: 0 none, 1 logarithmic, 2 linear.
    pub tunable_scaling: Option<u64>,
    /// CFS: a forked child runs before its parent.
    pub child_runs_first: Option<u64>,
    /// Period of realtime throttling, µs.
    pub rt_period_us: Option<u64>,
    /// What realtime tasks may use of it, µs.
    pub rt_runtime_us: Option<u64>,
    /// RR quantum, ms.
    pub rr_timeslice_ms: Option<u64>,
    /// What the fair server keeps of each period, ns.
    pub fair_server_runtime_ns: Option<u64>,
    /// The fair server's period, ns.
    pub fair_server_period_ns: Option<u64>,
    /// The words that `cgroup_mode` takes, the one in force in parentheses.
    pub cgroup_mode: Option<String>,
}

/// A fair run queue's virtual times before the recording; absent ones do not exist in that kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueStart {
    /// CFS: the monotonic floor.
    pub min_vruntime: Option<i64>,
    /// EEVDF: the reference point of the sums.
    pub zero_vruntime: Option<i64>,
    /// EEVDF: the weighted mean.
    pub avg_vruntime: Option<i64>,
    /// What the queue of a group has left of its quota; no kernel says so, a simulation does.
    pub runtime_remaining_ns: Option<i64>,
}

/// Index into [`Recording::tasks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskRef(pub u32);

impl TaskRef {
    /// The idle task, of whichever CPU.
    pub const IDLE: TaskRef = TaskRef(0);
}

/// Somebody who occurs in a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskInfo {
    /// Name in the file: `idle`, a thread's name, `main`, `other` or `other_rt`.
    pub name: String,
    /// Which of these it is.
    pub kind: TaskKind,
    /// `comm-pid` of a task outside the scenario, where the file has it; else the name.
    pub identity: String,
    /// Its state before the first event; `None` for idle and for threads that did not exist yet.
    pub start: Option<TaskStart>,
}

/// Where a task of a recording comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskKind {
    /// The idle task.
    Idle,
    /// The scenario's thread of this index.
    Scenario(usize),
    /// The real-time thread that starts and stops the recording.
    Main,
    /// A task of the fair classes outside the scenario, nearly always a kernel thread.
    Other,
    /// A task outside the scenario with a real-time priority.
    OtherRt,
}

/// A task's scheduling state before the first event; absent values were not recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskStart {
    /// Virtual time.
    pub vruntime: Option<i64>,
    /// CPU time so far.
    pub sum_exec_ns: Option<i64>,
    /// EEVDF: its request.
    pub slice_ns: Option<u64>,
    /// Load weight, with the kernel's extra 10 bits (nice 0 is 1048576).
    pub weight: Option<u64>,
    /// Number of its policy as `sched(7)` has it.
    pub policy: Option<u32>,
    /// Priority as the kernel counts: 120 is nice 0, below 100 is real-time.
    pub prio: i32,
    /// Nice value of a fair task.
    pub nice: Option<i8>,
    /// EEVDF: its numbers at its last switch.
    pub last: Option<Numbers>,
}

/// The numbers of an entity at one instant, as recorded on EEVDF kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Virtual time.
    pub vruntime: i64,
    /// Virtual deadline.
    pub deadline: i64,
    /// Request.
    pub slice_ns: i64,
    /// The `vlag` field: a lag only while the entity is off the queue.
    pub vlag: i64,
    /// CPU time so far.
    pub sum_exec_ns: i64,
}

/// The numbers of a group's entity at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupNumbers {
    /// The same five values as of a task.
    pub numbers: Numbers,
    /// The entity's load weight.
    pub weight: i64,
}

/// What the recorder counted for one scenario thread; delays end when the thread runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadSummary {
    /// Time from switch-in to switch-out, summed.
    pub runtime_ns: i64,
    /// Times it was switched to.
    pub switches_in: u64,
    /// Times it was switched out not runnable.
    pub voluntary: u64,
    /// Times it was switched out still runnable.
    pub involuntary: u64,
    /// Every delay between becoming runnable and running, summed.
    pub wait_sum_ns: i64,
    /// The longest of them.
    pub wait_max_ns: i64,
    /// How many there were.
    pub wait_count: u64,
    /// Delays after a wake-up only, summed.
    pub wake_wait_sum_ns: i64,
    /// The longest of them.
    pub wake_wait_max_ns: i64,
    /// How many there were.
    pub wake_count: u64,
    /// How many uninterrupted runs ended.
    pub run_stretch_count: u64,
    /// Times it changed its CPU.
    pub migrations: u64,
}
