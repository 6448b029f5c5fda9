//! What the calls of the fair class take and return.

use crate::entity::EntityId;
use crate::reason::Reason;

/// Why an entity comes onto the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enqueue {
    /// It wakes from sleep.
    Wakeup,
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
    /// For a move to another group: as `Save`, and min_vruntime follows.
    Move,
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
