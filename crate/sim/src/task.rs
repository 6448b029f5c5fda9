//! A task while it runs: where it stands in its program, and what it is doing.

use sched::EntityId;

use crate::limits::NESTING_MAX;
use crate::program::Counters;
use crate::rng::Rng;

/// How a task stands to the scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Has the CPU.
    Running,
    /// Waits for the CPU.
    Runnable,
    /// Sleeps, but still stands in the queue.
    Delayed,
    /// Sleeps, or was not created yet.
    Sleeping,
    /// Has ended.
    Dead,
}

/// Where in a step the task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Between two steps, at the return to user mode.
    Next,
    /// Executing its `run`; `u64::MAX` is forever.
    User { left_ns: u64 },
    /// In the kernel, before the effect of its step.
    Kernel { left_ns: u64 },
    /// Behind its exit, cleaning up.
    Dying { left_ns: u64 },
}

impl Work {
    /// How long until it is done; `u64::MAX` if never.
    pub fn left_ns(self) -> u64 {
        match self {
            Work::Next => 0,
            Work::User { left_ns } | Work::Kernel { left_ns } | Work::Dying { left_ns } => left_ns,
        }
    }

    /// Count `ns` of it as done.
    pub fn progress(&mut self, ns: u64) {
        if let Work::User { left_ns } | Work::Kernel { left_ns } | Work::Dying { left_ns } = self
            && *left_ns != u64::MAX
        {
            debug_assert!(*left_ns >= ns, "worked beyond the end of a step");
            *left_ns -= ns;
        }
    }
}

/// A task of a run.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub id: EntityId,
    pub cpu: u16,
    /// It was woken or created and has not exited.
    pub alive: bool,
    /// Index of its step.
    pub at: u32,
    pub work: Work,
    pub counters: Counters,
    pub rng: Rng,
}

impl Task {
    pub fn new(id: EntityId, rng: Rng) -> Task {
        Task { id, cpu: 0, alive: false, at: 0, work: Work::Next, counters: [0; NESTING_MAX], rng }
    }

    /// Begin the program anew, as a created thread does.
    pub fn restart(&mut self) {
        self.alive = true;
        self.at = 0;
        self.work = Work::Next;
    }
}
