//! A task while it runs: where it stands in its program, and what it is doing.

use sched::{Class, EntityId};
use smp::CpuSet;
use smp::load::TaskLoad;

use crate::engine::{Habits, Warmth, Why};
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
    /// Has work and may not run: a quota or a budget is used up.
    Throttled,
    /// Sleeps, or was not created yet.
    Sleeping,
    /// Has ended.
    Dead,
}

impl State {
    /// The state in a word.
    pub fn name(self) -> &'static str {
        match self {
            State::Running => "running",
            State::Runnable => "runnable",
            State::Delayed => "delayed",
            State::Throttled => "throttled",
            State::Sleeping => "sleeping",
            State::Dead => "dead",
        }
    }

    /// Whether it stands in the queue, the running one included.
    pub fn is_queued(self) -> bool {
        matches!(self, State::Running | State::Runnable | State::Delayed)
    }
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
    /// The CPU that it is on or was on.
    pub cpu: u16,
    /// What is tracked of its load, where there are several CPUs.
    pub load: TaskLoad,
    /// What placement remembers of it.
    pub habits: Habits,
    /// Where its memory was used last.
    pub warmth: Warmth,
    /// Where it may run.
    pub allowed: CpuSet,
    /// It is going to wake on another CPU than it slept on.
    pub migrated: bool,
    /// A message that wakes it is on its way.
    pub arriving: bool,
    /// Where it goes as soon as it is off its CPU.
    pub leaves_to: Option<(u16, Why)>,
    /// The higher, the more recently it ran or was looked at, where there are several CPUs.
    pub order: u64,
    pub class: Class,
    /// It was woken or created and has not exited.
    pub alive: bool,
    /// Index of its step.
    pub at: u32,
    pub work: Work,
    pub counters: Counters,
    pub rng: Rng,
}

impl Task {
    pub fn new(id: EntityId, allowed: CpuSet, rng: Rng) -> Task {
        Task {
            id,
            cpu: allowed.lowest().map_or(0, |cpu| cpu as u16),
            load: TaskLoad::of_new_task(1024),
            habits: Habits::default(),
            warmth: Warmth::default(),
            allowed,
            migrated: false,
            arriving: false,
            leaves_to: None,
            order: 0,
            class: Class::Fair,
            alive: false,
            at: 0,
            work: Work::Next,
            counters: [0; NESTING_MAX],
            rng,
        }
    }

    /// Begin the program anew, as a created thread does.
    pub fn restart(&mut self) {
        self.alive = true;
        self.at = 0;
        self.work = Work::Next;
    }
}
