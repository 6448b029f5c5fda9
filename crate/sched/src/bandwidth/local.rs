//! What one queue of a group has taken from the pool.

use super::Bandwidth;
use crate::rules::Throttling;

/// The account of one queue (`runtime_remaining` of `struct cfs_rq`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Local {
    /// ns that it may still run; below 0, what it ran too long.
    pub(super) remaining_ns: i64,
    pub(super) throttled: bool,
}

impl Local {
    /// A queue whose group was just given a quota.
    pub fn new(rule: Throttling) -> Local {
        let remaining_ns = match rule {
            Throttling::Group => 0,
            Throttling::Task | Throttling::Charged => 1,
        };
        Local { remaining_ns, throttled: false }
    }

    /// The same, but with `remaining_ns` left: how a queue stands that has been in use.
    pub fn with_remaining(remaining_ns: i64) -> Local {
        Local { remaining_ns, throttled: false }
    }

    /// ns that it may still run; below 0, what it ran too long.
    pub fn remaining_ns(&self) -> i64 {
        self.remaining_ns
    }

    /// What it ran too long, ns.
    pub fn deficit_ns(&self) -> u64 {
        self.remaining_ns.min(0).unsigned_abs()
    }

    /// Whether it is throttled by its own group's pool.
    pub fn is_throttled(&self) -> bool {
        self.throttled
    }

    /// Whether its next pick has to throttle it, or it is throttled already.
    pub fn is_used_up(&self) -> bool {
        self.remaining_ns <= 0
    }

    /// Charges `delta_ns` and fills up if that used it up; false if it stays used up and is not throttled yet: then a
    /// reschedule is due (`__account_cfs_rq_runtime`).
    pub fn charge(&mut self, pool: &mut Bandwidth, delta_ns: u64, slice_ns: u64, now_ns: u64) -> bool {
        self.remaining_ns -= delta_ns as i64;
        self.remaining_ns > 0 || self.throttled || pool.assign(self, slice_ns, now_ns)
    }

    /// Throttles a used-up queue unless the pool has something by now; says whether it is throttled (`throttle_cfs_rq`).
    pub fn throttle(&mut self, pool: &mut Bandwidth, now_ns: u64) -> bool {
        if !self.throttled && !pool.assign(self, 1, now_ns) {
            self.throttled = true;
            pool.throttled += 1;
        }
        self.throttled
    }

    /// The group's quota was written: the account begins anew. Says whether it was throttled, and may go on now.
    pub fn begin_anew(&mut self, pool: &mut Bandwidth, rule: Throttling) -> bool {
        let was_throttled = self.throttled;
        if was_throttled {
            pool.release(self);
        }
        *self = Local::new(rule);
        was_throttled
    }
}
