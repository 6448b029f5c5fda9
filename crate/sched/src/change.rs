//! Attribute changes while a task sleeps, waits or runs.
//!
//! A queued task goes dequeue → (put) → change → enqueue → (set), so its vruntime may move
//! by the rounding of the placement even when nothing changes.

use crate::call::{Dequeue, Enqueue, Resched, Verdict, Wake};
use crate::entity::{EntityId, Policy, Pool};
use crate::queue::FairQueue;
use crate::reason::Reason;
use crate::rules::{Family, RelativeDeadline};
use crate::weight::{Weight, mul_div};

/// What changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Another nice value, −20..=19.
    Nice(i8),
    /// Another fair policy.
    Policy(Policy),
    /// Another slice in ns, 100 000..=100 000 000; `None` follows base_slice again.
    Slice(Option<u64>),
    /// An exiting task is moved out of its autogroup: nothing changes but its place.
    ExitMove,
}

/// Least and greatest slice that a task can choose, ns (`__setparam_fair`).
pub const CUSTOM_SLICE_RANGE_NS: (u64, u64) = (100_000, 100_000_000);

impl FairQueue {
    /// Changes an attribute of a task of this CPU and says whether that asks for a
    /// reschedule. `pending_hard`: a hard request is pending.
    pub fn change(
        &mut self,
        pool: &mut Pool,
        id: EntityId,
        change: Change,
        pending_hard: bool,
        now_ns: u64,
    ) -> Verdict {
        if self.is_void(pool, id, change) {
            return Verdict::stay(Reason::Nothing {});
        }
        let old_nice = pool[id].nice;
        if !pool[id].on_rq {
            self.apply(pool, id, change);
            return Verdict::stay(Reason::Nothing {});
        }
        let running = self.curr == Some(id);
        let how = if change == Change::ExitMove { Dequeue::Move } else { Dequeue::Save };
        self.dequeue(pool, id, how, now_ns);
        if running {
            self.put_prev(pool, now_ns);
        }
        self.apply(pool, id, change);
        self.enqueue(pool, id, Enqueue::Restore, now_ns);
        if running {
            self.set_next(pool, id, now_ns, false);
        }
        match change {
            Change::ExitMove => Verdict::hard(Reason::ExitMoved {}),
            _ => self.priority_changed(pool, id, old_nice, pending_hard, now_ns),
        }
    }

    /// Whether the kernel would return before it touches the queue. EEVDF kernels requeue
    /// for a policy call that changes nothing, as their slice counts as given anew.
    fn is_void(&self, pool: &Pool, id: EntityId, change: Change) -> bool {
        let is_cfs = self.params.family == Family::Cfs;
        match change {
            Change::Nice(nice) => nice == pool[id].nice,
            Change::Policy(policy) => is_cfs && policy == pool[id].policy,
            Change::Slice(slice_ns) => is_cfs || slice_ns == Some(pool[id].slice_ns),
            Change::ExitMove => false,
        }
    }

    fn apply(&mut self, pool: &mut Pool, id: EntityId, change: Change) {
        match change {
            Change::Nice(nice) => {
                pool[id].nice = nice;
                self.reweight(pool, id);
            }
            Change::Policy(policy) => {
                pool[id].policy = policy;
                self.reweight(pool, id);
            }
            Change::Slice(slice_ns) => {
                let (least_ns, greatest_ns) = CUSTOM_SLICE_RANGE_NS;
                pool[id].custom_slice = slice_ns.is_some();
                pool[id].slice_ns = slice_ns.map_or(self.params.tunables.base_slice_ns, |slice_ns| {
                    slice_ns.clamp(least_ns, greatest_ns)
                });
            }
            Change::ExitMove => {}
        }
    }

    /// Gives an entity off the queue the weight of its policy and nice value: its lag, and
    /// from 6.13 its relative deadline, keep their length in CPU time (`reweight_entity`).
    fn reweight(&self, pool: &mut Pool, id: EntityId) {
        let entity = &mut pool[id];
        let old = entity.weight;
        entity.weight = entity.policy.weight(entity.nice);
        if self.params.family == Family::Eevdf {
            entity.vlag = rescale(entity.vlag, old, entity.weight);
            let scales = self.params.rules.relative_deadline == RelativeDeadline::Scaled;
            if scales && entity.rel_deadline {
                let rest = rescale(entity.deadline.raw(), old, entity.weight);
                entity.deadline = crate::Vtime::from_raw(rest);
            }
        }
    }

    /// A running task that became less urgent goes; a waiting one may preempt.
    fn priority_changed(
        &mut self,
        pool: &mut Pool,
        id: EntityId,
        old_nice: i8,
        pending_hard: bool,
        now_ns: u64,
    ) -> Verdict {
        let (from, to) = (i64::from(old_nice), i64::from(pool[id].nice));
        if from == to || self.nr_queued == 1 || pool[id].delayed {
            return Verdict::stay(Reason::Nothing {});
        }
        if self.curr != Some(id) {
            return self.wakeup_preempt(pool, id, Wake::default(), pending_hard, now_ns);
        }
        let resched = if to > from { Resched::Hard } else { Resched::No };
        Verdict { resched, why: Reason::PriorityLowered { from, to } }
    }
}

fn rescale(length: i64, old: Weight, new: Weight) -> i64 {
    mul_div(length, old.load, new.load)
}
