//! The order of the scheduling classes.

use std::cmp::Ordering;

use crate::call::Verdict;
use crate::reason::Reason;

/// A scheduling class: the greater one is asked first, and its tasks preempt those of the others at once.
///
/// The kernel's stop class stands above all of these. Its only task moves others between CPUs, so on
/// one CPU it never runs, and it is not here. Tasks of policy SCHED_IDLE are of the fair class; the
/// class below it has only the task that runs when there is nothing to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Nobody wants the CPU.
    Idle,
    /// NORMAL, BATCH and IDLE.
    Fair,
    /// FIFO and RR.
    Realtime,
    /// DEADLINE, and the server that keeps some time for the fair class.
    Deadline,
}

impl Class {
    /// Every class, lowest first.
    pub const ALL: [Class; 4] = [Class::Idle, Class::Fair, Class::Realtime, Class::Deadline];

    /// The class in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Idle => "idle",
            Class::Fair => "fair",
            Class::Realtime => "realtime",
            Class::Deadline => "deadline",
        }
    }

    /// Whether a task of this class that wakes takes the CPU from one of class `curr`; `None` of equals, which the test of
    /// their class decides.
    pub fn preempts(self, curr: Class) -> Option<Verdict> {
        match self.cmp(&curr) {
            Ordering::Less => Some(Verdict::stay(Reason::HigherClass {})),
            Ordering::Equal => None,
            Ordering::Greater => {
                let why = Reason::WakeHigherClass { class: self.rank(), curr_class: curr.rank() };
                Some(Verdict::hard(why))
            }
        }
    }

    /// Its place in [`Class::ALL`], as operands of reasons have it.
    pub const fn rank(self) -> i64 {
        self as i64
    }
}
