//! The steps of one level: an entity, a task's or a group's, and the queue that it is in.
//!
//! Both policies share the frame (`enqueue_entity`, `dequeue_entity`, `put_prev_entity`, `set_next_entity` of
//! `kernel/sched/fair.c`); where they differ, the call goes to [`crate::cfs`] or [`crate::eevdf`]. Who is called
//! when, from the task up to the root, is in [`crate::class`].

use crate::call::{Dequeue, Dequeued, Enqueue, Pick, Resched, Verdict};
use crate::entity::{EntityId, Pool};
use crate::preemption::Preemption;
use crate::queue::CfsRq;
use crate::reason::Reason;
use crate::rules::{Family, ProtectWhen, Requeue};
use crate::{cfs, eevdf};

/// How an entity leaves its queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leave {
    /// EEVDF may keep it, delayed.
    pub(crate) may_linger: bool,
    /// It comes back at once: its numbers become relative.
    pub(crate) returns: bool,
    /// min_vruntime follows its going (CFS).
    pub(crate) min_follows: bool,
    /// A quota sends it away: groups that it empties do not linger either.
    pub(crate) parks: bool,
}

impl Leave {
    pub(crate) const fn of(how: Dequeue) -> Leave {
        Leave {
            may_linger: matches!(how, Dequeue::Sleep),
            returns: matches!(how, Dequeue::Save | Dequeue::Move),
            min_follows: !matches!(how, Dequeue::Save),
            parks: matches!(how, Dequeue::Park),
        }
    }

    /// How the entity of an emptied group leaves: it sleeps, whatever its task does.
    pub(crate) const fn above(self) -> Leave {
        Leave { may_linger: !self.parks, returns: false, ..self }
    }
}

impl CfsRq {
    /// A request of the fair class: lazy where the preemption model is (`resched_curr_lazy`).
    #[inline]
    pub(crate) fn ask(&self, why: Reason) -> Verdict {
        let resched = if self.params.preemption == Preemption::Lazy { Resched::Lazy } else { Resched::Hard };
        Verdict { resched, why }
    }

    /// Charges the running entity up to `now_ns` (`update_curr`), and says whether the
    /// charge itself asks for a reschedule. Nothing happens if no time has passed or the
    /// running entity is not queued any more.
    #[inline]
    pub(crate) fn update_curr(&mut self, pool: &mut Pool, now_ns: u64) -> Verdict {
        match self.queued_curr(pool) {
            Some(curr) if pool[curr].exec_start_ns < now_ns => self.charge(pool, curr, now_ns),
            _ => Verdict::stay(Reason::Nothing {}),
        }
    }

    /// Charges who runs though it has blocked, up to `now_ns`; nothing happens if it has not.
    pub(crate) fn charge_blocked(&mut self, pool: &mut Pool, now_ns: u64) {
        let has_blocked = |curr: &EntityId| !pool[*curr].on_rq && pool[*curr].exec_start_ns < now_ns;
        if let Some(curr) = self.curr.filter(has_blocked) {
            self.charge(pool, curr, now_ns);
        }
    }

    #[inline(never)]
    fn charge(&mut self, pool: &mut Pool, curr: EntityId, now_ns: u64) -> Verdict {
        let entity = &mut pool[curr];
        let delta_ns = now_ns - entity.exec_start_ns;
        let virtual_ns = self.calc_delta_fair(delta_ns, entity.weight);
        entity.exec_start_ns = now_ns;
        entity.sum_exec_ns += delta_ns;
        entity.vruntime = entity.vruntime.plus(virtual_ns as i64);
        let verdict = match self.params.family {
            Family::Cfs => {
                cfs::update_min_vruntime(self, pool);
                Verdict::stay(Reason::Nothing {})
            }
            Family::Eevdf => eevdf::charged(self, pool, curr),
        };
        if self.account.is_some() { self.charge_quota(pool, delta_ns, now_ns).or(verdict) } else { verdict }
    }

    /// Puts an entity onto the queue. One that runs, though its quota took it off, waits nowhere.
    pub(crate) fn enqueue_entity(
        &mut self,
        pool: &mut Pool,
        id: EntityId,
        how: Enqueue,
        now_ns: u64,
    ) -> Verdict {
        debug_assert!(!pool[id].on_rq, "enqueued twice: {id:?}");
        let verdict = self.update_curr(pool, now_ns);
        match self.params.family {
            Family::Cfs => cfs::place_on_enqueue(self, pool, id, how, now_ns),
            Family::Eevdf => eevdf::place_entity(self, pool, id, how == Enqueue::Fork),
        }
        self.account_enqueue(pool, id);
        pool[id].on_rq = true;
        if self.curr != Some(id) {
            self.tree_insert(pool, id);
        }
        verdict
    }

    /// Wakes an entity that is still queued, delayed (`requeue_delayed_entity`).
    pub(crate) fn requeue_delayed(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) -> Verdict {
        debug_assert!(pool[id].delayed, "only a delayed entity is requeued: {id:?}");
        let verdict = match self.params.rules.requeue {
            Requeue::BeforeCharge => Verdict::stay(Reason::Nothing {}),
            Requeue::AfterCharge => self.update_curr(pool, now_ns),
        };
        eevdf::requeue_delayed(self, pool, id);
        verdict
    }

    /// Takes an entity off the queue, or lets it linger delayed.
    pub(crate) fn dequeue_entity(
        &mut self,
        pool: &mut Pool,
        id: EntityId,
        how: Leave,
        now_ns: u64,
    ) -> Dequeued {
        debug_assert!(pool[id].on_rq, "dequeued, but not queued: {id:?}");
        self.update_curr(pool, now_ns);
        self.clear_buddies(id);
        if how.may_linger && eevdf::delays(self, pool, id) {
            return Dequeued::Delayed;
        }
        if self.params.family == Family::Eevdf {
            eevdf::note_lag(self, pool, id, how.returns);
        }
        self.take_off(pool, id);
        if self.params.family == Family::Cfs {
            cfs::after_dequeue(self, pool, id, how);
        }
        self.return_slack(pool, now_ns);
        Dequeued::Left
    }

    /// Who runs next of those queued here; somebody delayed may be chosen.
    #[inline]
    pub(crate) fn pick(&mut self, pool: &mut Pool) -> Option<Pick> {
        match self.params.family {
            Family::Cfs => cfs::pick_next_entity(self, pool),
            Family::Eevdf => eevdf::pick_next_entity(self, pool, true),
        }
    }

    /// Removes an entity from tree, sums and counts.
    pub(crate) fn take_off(&mut self, pool: &mut Pool, id: EntityId) {
        if self.curr != Some(id) {
            self.tree_remove(pool, id);
        }
        pool[id].on_rq = false;
        self.account_dequeue(pool, id);
    }

    /// The running entity is not running any more; if still queued, it waits in the tree.
    pub(crate) fn put_prev_entity(&mut self, pool: &mut Pool, now_ns: u64) {
        if let Some(prev) = self.queued_curr(pool) {
            self.update_curr(pool, now_ns);
            self.tree_insert(pool, prev);
        }
        self.curr = None;
    }

    /// An entity gets the CPU: by a pick, or because it was running before a change.
    pub(crate) fn set_next_entity(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64, from_pick: bool) {
        debug_assert!(self.curr.is_none(), "the previous entity was not put");
        debug_assert!(!pool[id].delayed || pool[id].my_q.is_some(), "only a runnable task runs: {id:?}");
        self.clear_buddies(id);
        self.curr = Some(id);
        let entity = &mut pool[id];
        entity.exec_start_ns = now_ns;
        entity.prev_sum_exec_ns = entity.sum_exec_ns;
        // Charged for a change, the running task may have used up its group's quota: the group has left the queue, or lingers in
        // it because one inside of it has. The task runs on until it is rescheduled.
        if !entity.on_rq {
            return;
        }
        self.tree_remove(pool, id);
        let arms = from_pick || self.params.rules.protect_when == ProtectWhen::Set;
        if arms && self.params.family == Family::Eevdf {
            eevdf::set_protect(self, pool, id);
        }
    }
}
