//! From 6.18 on: tasks of a throttled group, parked one by one where they return to user mode.

use super::QuotaOutcome;
use crate::call::{Dequeue, Enqueue, Verdict};
use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};
use crate::reason::Reason;
use crate::rules::Throttling;

impl FairQueue {
    /// Parks the running task, which returns to user mode, and says why; `None` if nothing holds it any more and it goes on
    /// (`throttle_cfs_rq_work`). After a parking schedule() has to follow.
    pub fn park(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) -> Option<Reason> {
        pool[id].must_park = false;
        let level = pool[id].group;
        self.held_by(pool, level)?;
        self.dequeue(pool, id, Dequeue::Park, now_ns);
        pool[id].parked = true;
        self.queue_mut(level).limbo.push(id);
        Some(self.why_throttled(pool, level))
    }

    /// Parked tasks of a queue and of those below come back where nothing holds them any more: of each queue the one parked last
    /// first.
    pub(super) fn unpark_below(
        &mut self,
        pool: &mut Pool,
        level: GroupId,
        why: Reason,
        outcome: &mut QuotaOutcome,
        now_ns: u64,
    ) {
        for child in self.children_of(pool, level) {
            self.unpark_below(pool, child, why, outcome, now_ns);
        }
        if self.held_by(pool, level).is_some() {
            return;
        }
        self.track_unthrottled(level, now_ns);
        for id in std::mem::take(&mut self.queue_mut(level).limbo).into_iter().rev() {
            pool[id].parked = false;
            outcome.ask(self.enqueue(pool, id, Enqueue::Wakeup, now_ns));
            outcome.free([id], why);
        }
    }

    /// A parked task leaves the fair class: its group holds it no more.
    pub(crate) fn unpark(&mut self, pool: &mut Pool, id: EntityId) {
        pool[id].parked = false;
        self.queue_mut(pool[id].group).limbo.retain(|parked| *parked != id);
    }

    /// A parked task moves to another group, and comes back if that is not throttled.
    pub(crate) fn move_parked(&mut self, pool: &mut Pool, id: EntityId, to: GroupId, now_ns: u64) -> Verdict {
        self.unpark(pool, id);
        self.regroup(pool, id, to, now_ns);
        if self.held_by(pool, to).is_none() {
            return self.enqueue(pool, id, Enqueue::Restore, now_ns);
        }
        pool[id].parked = true;
        self.queue_mut(to).limbo.push(id);
        Verdict::stay(Reason::Nothing {})
    }

    /// Whether a running task that was put into its group is to be parked when it returns to user mode.
    pub(crate) fn waits_in_user_mode(&self, pool: &Pool, id: EntityId) -> bool {
        self.params().rules.throttling != Throttling::Group && self.held_by(pool, pool[id].group).is_some()
    }

    /// A parked task was changed: from now on it counts as the one parked last.
    pub(crate) fn park_anew(&mut self, pool: &Pool, id: EntityId) {
        let limbo = &mut self.queue_mut(pool[id].group).limbo;
        limbo.retain(|parked| *parked != id);
        limbo.push(id);
    }
}
