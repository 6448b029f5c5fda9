//! Load tracking along the walks up to 7.2, where groups stand in queues: each level is brought up to date as the walk comes
//! to it.
//!
//! 1. **Coming** (`enqueue_entity`). Averages first, then the group's weight, so that its entity is placed with that; then it counts.
//! 2. **Leaving** (`dequeue_entity`). What is tracked counts for itself, so it may be told after the queue. A task that goes to another
//!    CPU takes its averages off at once.
//! 3. **Levels above** the last one that somebody came onto or left are brought up to date too, and weighed: below them the load has
//!    changed. A group that stays queued takes its weight over where it stands.
//! 4. **Delayed.** A group that empties and lingers, or is woken where it lingers, is brought up to date without telling anybody.

use crate::call::Verdict;
use crate::class::FairQueue;
use crate::entity::{EntityId, Pool};
use crate::reason::Reason;

use super::EmptyGroup;

impl FairQueue {
    /// An entity is about to come onto its queue: a task, or a group that was empty. `runnable`: the task of the walk wants to run.
    #[inline]
    pub(crate) fn track_in(&mut self, pool: &mut Pool, at: EntityId, runnable: bool, now_ns: u64) {
        if self.tracking.as_ref().is_some_and(|tracking| !tracking.flat) {
            self.step_in(pool, at, runnable, now_ns);
        }
    }

    #[cold]
    fn step_in(&mut self, pool: &mut Pool, at: EntityId, runnable: bool, now_ns: u64) {
        if pool[at].my_q.is_none() {
            self.track_load(pool, at);
        }
        let level = pool[at].group;
        let Some(tracking) = &mut self.tracking else { return };
        let came = tracking.come(&mut pool.averages, level, at, now_ns);
        self.track_weight(pool, at, now_ns);
        let Some(tracking) = &mut self.tracking else { return };
        tracking.count_in(&mut pool.averages, level, at, (came, runnable), now_ns);
    }

    /// A group stays on its queue, and so do those above, though below it somebody came or left: by `change` more want to run there.
    /// `slept`: it was delayed until now, or is from now on.
    #[inline]
    pub(crate) fn track_above(
        &mut self,
        pool: &mut Pool,
        group: EntityId,
        (change, slept): (i64, bool),
        now_ns: u64,
    ) -> Verdict {
        if self.tracking.as_ref().is_some_and(|tracking| !tracking.flat) {
            return self.steps_above(pool, group, (change, slept), now_ns);
        }
        Verdict::stay(Reason::Nothing {})
    }

    #[cold]
    fn steps_above(
        &mut self,
        pool: &mut Pool,
        group: EntityId,
        (change, slept): (i64, bool),
        now_ns: u64,
    ) -> Verdict {
        let (mut at, mut verdict) = (Some(group), Verdict::stay(Reason::Nothing {}));
        while let Some(entity) = at {
            let level = pool[entity].group;
            let Some(tracking) = &mut self.tracking else { break };
            if slept && entity == group {
                tracking.linger(&mut pool.averages, level, entity, now_ns);
            }
            tracking.leave(&mut pool.averages, level, entity, now_ns);
            self.track_weight(pool, entity, now_ns);
            let Some(tracking) = &mut self.tracking else { break };
            let runnable = &mut tracking.level_mut(level).runnable;
            *runnable = runnable.wrapping_add_signed(change);
            verdict = verdict.or(self.follow_shares(pool, entity, now_ns));
            at = if self.ends_at(level) { None } else { self.parent(level) };
        }
        verdict
    }

    /// An entity has left its queue: a task, or a group that is empty now.
    #[inline]
    pub(crate) fn track_out(&mut self, pool: &mut Pool, at: EntityId, runnable: bool, now_ns: u64) {
        if self.tracking.as_ref().is_some_and(|tracking| !tracking.flat) {
            self.step_out(pool, at, runnable, now_ns);
        }
    }

    #[cold]
    fn step_out(&mut self, pool: &mut Pool, at: EntityId, runnable: bool, now_ns: u64) {
        let level = pool[at].group;
        let held = self.held_by(pool, level).is_some();
        let Some(tracking) = &mut self.tracking else { return };
        match std::mem::take(&mut tracking.moves) {
            true => tracking.leave_for_good(&mut pool.averages, level, at, now_ns),
            false => tracking.leave(&mut pool.averages, level, at, now_ns),
        }
        tracking.count_out(&mut pool.averages, level, at, true, runnable);
        if held {
            tracking.stop_clock(level, now_ns);
        }
        let weighs = tracking.others.is_some_and(|others| others.empty == EmptyGroup::Weighed);
        if weighs && pool[at].my_q.is_some() {
            self.track_weight(pool, at, now_ns);
            self.weigh_group(pool, at);
        }
    }
}
