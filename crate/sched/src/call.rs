//! What the calls of the fair class take and return.

use crate::entity::EntityId;
use crate::reason::Reason;

/// Why an entity comes onto the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enqueue {
    /// It wakes from sleep.
    Wakeup,
    /// It wakes on another CPU than before.
    Migrated,
    /// It is new.
    Fork,
    /// It was taken off for a change and comes back.
    Restore,
}

/// Why an entity leaves the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dequeue {
    /// It sleeps; EEVDF may keep it, delayed.
    Sleep,
    /// It exits, or stops in a state that cannot be delayed.
    Exit,
    /// For a change: it comes back at once.
    Save,
    /// For a move to another group or CPU: as `Save`, and min_vruntime follows.
    Move,
    /// It is parked until its group has quota again: as `Sleep`, but neither it nor its group lingers.
    Park,
}

/// What became of a dequeued entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dequeued {
    /// It is off the queue.
    Left,
    /// It stays queued until its lag is served.
    Delayed,
}

/// A request for a reschedule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Resched {
    /// None.
    No,
    /// Served at the return to user space, at the latest after the next tick.
    Lazy,
    /// Served at the next preemption point.
    Hard,
}

/// A test's outcome and the rule that decided it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether a reschedule is requested.
    pub resched: Resched,
    /// Why, or why not.
    pub why: Reason,
}

impl Verdict {
    /// No request.
    #[inline]
    pub const fn stay(why: Reason) -> Verdict {
        Verdict { resched: Resched::No, why }
    }

    /// A hard request.
    #[inline]
    pub const fn hard(why: Reason) -> Verdict {
        Verdict { resched: Resched::Hard, why }
    }

    /// This one if it asks for a reschedule; else `other`, whether that asks or not.
    #[inline]
    pub fn before(self, other: Verdict) -> Verdict {
        if self.resched == Resched::No { other } else { self }
    }

    /// This one, or `later` if only that asks for a reschedule.
    #[inline]
    pub fn or(self, later: Verdict) -> Verdict {
        if later.resched > self.resched { later } else { self }
    }
}

/// The chosen entity and the rule that chose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pick {
    /// Who runs next.
    pub next: EntityId,
    /// Why.
    pub why: Reason,
}

/// How a task was woken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wake {
    /// It is a new task.
    pub fork: bool,
    /// The waker promised to sleep at once (WF_SYNC).
    pub sync: bool,
}

/// A wakee and the running task, and the two that compete for them: themselves, or the ancestors that share a queue.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contest {
    /// The task that was woken.
    pub(crate) task: EntityId,
    /// The running task.
    pub(crate) curr_task: EntityId,
    /// Who competes for the woken task.
    pub(crate) id: EntityId,
    /// Who competes for the running task.
    pub(crate) curr: EntityId,
    pub(crate) wake: Wake,
    /// A hard request is pending.
    pub(crate) pending_hard: bool,
    /// NEXT_BUDDY has marked the wakee already.
    pub(crate) marked: bool,
    /// CFS: at least nr_latency are queued beside the running task.
    pub(crate) many: bool,
}
