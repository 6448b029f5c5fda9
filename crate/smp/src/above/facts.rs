//! What is seen of CPUs and tasks above the fair class.

use crate::cpuset::CpuSet;
use crate::kernel::SmpRules;
use crate::topology::Topology;

/// What the classes above fair have on a CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AboveFacts {
    /// Priority of the most urgent realtime task queued, running or not; 0 if there is none (`rt.highest_prio.curr`).
    pub queued: u8,
    /// A DEADLINE task is queued.
    pub has_deadline: bool,
    /// Priority of what runs: 0 of a fair task or nobody, [`AboveFacts::DEADLINE`] of a DEADLINE task.
    pub running: u8,
    /// What runs may run nowhere else.
    pub is_pinned: bool,
}

impl AboveFacts {
    /// A DEADLINE task is above all priorities.
    pub const DEADLINE: u8 = 100;

    /// What the CPU counts for: the less, the sooner it gets somebody (`cpupri_set`).
    #[inline]
    pub fn rank(&self) -> u8 {
        if self.has_deadline { AboveFacts::DEADLINE } else { self.queued }
    }
}

/// What is looked at.
#[derive(Clone, Copy)]
pub struct AboveView<'a> {
    /// The machine.
    pub topology: &'a Topology,
    /// Its CPUs.
    pub cpus: &'a [AboveFacts],
    /// What the kernel does between them.
    pub rules: &'a SmpRules,
}

/// A realtime task that is looked for a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RtTask {
    /// The CPU that it is or was on.
    pub cpu: usize,
    /// 1..=99, 99 the most urgent.
    pub priority: u8,
    /// Where it may run.
    pub allowed: CpuSet,
    /// What a CPU has to be able to do for it, where CPUs differ: the less of its clamps (`rt_task_fits_capacity`).
    pub capacity: u64,
}
