//! The calls that the engine makes on the fair class, in the order of a task's life.
//!
//! Both policies share the frame (`enqueue_entity`, `dequeue_entity`, `put_prev_entity`,
//! `set_next_entity` of `kernel/sched/fair.c`); where they differ, the call goes to
//! [`crate::cfs`] or [`crate::eevdf`].

use crate::call::{Dequeue, Dequeued, Enqueue, Pick, Resched, Verdict, Wake};
use crate::entity::{EntityId, Pool};
use crate::kernel::Preemption;
use crate::queue::FairQueue;
use crate::reason::Reason;
use crate::rules::{Family, ProtectWhen, Requeue, YieldRule};
use crate::{cfs, eevdf};

impl FairQueue {
    /// A request of the fair class: lazy where the preemption model is (`resched_curr_lazy`).
    #[inline]
    pub(crate) fn ask(&self, why: Reason) -> Verdict {
        let resched = if self.params.preemption == Preemption::Lazy { Resched::Lazy } else { Resched::Hard };
        Verdict { resched, why }
    }

    /// Charges the running entity up to `now_ns` (`update_curr`), and says whether the
    /// charge itself asks for a reschedule. Nothing happens if no time has passed or the
    /// running entity is not queued any more.
    pub fn update_curr(&mut self, pool: &mut Pool, now_ns: u64) -> Verdict {
        let Some(curr) = self.curr else { return Verdict::stay(Reason::Nothing {}) };
        let Some(delta_ns) = now_ns.checked_sub(pool[curr].exec_start_ns).filter(|delta| *delta > 0) else {
            return Verdict::stay(Reason::Nothing {});
        };
        let weight = pool[curr].weight;
        let virtual_ns = self.calc_delta_fair(delta_ns, weight);
        let entity = &mut pool[curr];
        entity.exec_start_ns = now_ns;
        entity.sum_exec_ns += delta_ns;
        entity.vruntime = entity.vruntime.plus(virtual_ns as i64);
        match self.params.family {
            Family::Cfs => {
                cfs::update_min_vruntime(self, pool);
                Verdict::stay(Reason::Nothing {})
            }
            Family::Eevdf => eevdf::charged(self, pool, curr),
        }
    }

    /// Puts an entity onto the queue; a request that its charge of the running entity
    /// raised is returned. It must not be queued yet.
    pub fn enqueue(&mut self, pool: &mut Pool, id: EntityId, how: Enqueue, now_ns: u64) -> Verdict {
        debug_assert!(!pool[id].on_rq, "enqueued twice: {id:?}");
        let verdict = self.update_curr(pool, now_ns);
        match self.params.family {
            Family::Cfs => cfs::place_on_enqueue(self, pool, id, how, now_ns),
            Family::Eevdf => eevdf::place_entity(self, pool, id, how == Enqueue::Fork),
        }
        self.account_enqueue(pool, id);
        pool[id].on_rq = true;
        self.nr_delayed += u32::from(pool[id].delayed);
        self.tree_insert(pool, id);
        verdict
    }

    /// Wakes an entity that is still queued, delayed (`requeue_delayed_entity`).
    pub fn requeue_delayed(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) -> Verdict {
        debug_assert!(pool[id].delayed, "only a delayed entity is requeued: {id:?}");
        let verdict = match self.params.rules.requeue {
            Requeue::BeforeCharge => Verdict::stay(Reason::Nothing {}),
            Requeue::AfterCharge => self.update_curr(pool, now_ns),
        };
        eevdf::requeue_delayed(self, pool, id);
        verdict
    }

    /// Takes an entity off the queue, or lets it linger delayed.
    pub fn dequeue(&mut self, pool: &mut Pool, id: EntityId, how: Dequeue, now_ns: u64) -> Dequeued {
        debug_assert!(pool[id].on_rq, "dequeued, but not queued: {id:?}");
        self.update_curr(pool, now_ns);
        self.clear_buddies(id);
        if how == Dequeue::Sleep && eevdf::delays(self, pool, id) {
            return Dequeued::Delayed;
        }
        if self.params.family == Family::Eevdf {
            eevdf::note_lag(self, pool, id, matches!(how, Dequeue::Save | Dequeue::Move));
        }
        self.take_off(pool, id);
        if self.params.family == Family::Cfs {
            cfs::after_dequeue(self, pool, id, how);
        }
        Dequeued::Left
    }

    /// Removes an entity from tree, sums and counts.
    pub(crate) fn take_off(&mut self, pool: &mut Pool, id: EntityId) {
        if self.curr != Some(id) {
            self.tree_remove(pool, id);
        }
        pool[id].on_rq = false;
        self.nr_delayed -= u32::from(pool[id].delayed);
        self.account_dequeue(pool, id);
    }

    /// Charges the running entity, then chooses who runs next; `None` if nobody is
    /// queued. Delayed entities that the choice meets leave the queue
    /// ([`FairQueue::take_removed`]). The caller puts and sets where the choice differs
    /// from the running entity.
    pub fn pick(&mut self, pool: &mut Pool, now_ns: u64) -> Option<Pick> {
        self.update_curr(pool, now_ns);
        match self.params.family {
            Family::Cfs => cfs::pick_next_entity(self, pool),
            Family::Eevdf => eevdf::pick_next_entity(self, pool, true),
        }
    }

    /// The running entity leaves the CPU; if still queued, it waits in the tree.
    pub fn put_prev(&mut self, pool: &mut Pool, now_ns: u64) {
        if let Some(prev) = self.queued_curr(pool) {
            self.update_curr(pool, now_ns);
            self.tree_insert(pool, prev);
        }
        self.curr = None;
    }

    /// An entity gets the CPU: by a pick, or because it was running before a change.
    pub fn set_next(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64, from_pick: bool) {
        debug_assert!(self.curr.is_none(), "the previous entity was not put");
        debug_assert!(pool[id].on_rq && !pool[id].delayed, "only a runnable entity runs: {id:?}");
        self.clear_buddies(id);
        self.tree_remove(pool, id);
        self.curr = Some(id);
        let entity = &mut pool[id];
        entity.exec_start_ns = now_ns;
        entity.prev_sum_exec_ns = entity.sum_exec_ns;
        let arms = from_pick || self.params.rules.protect_when == ProtectWhen::Set;
        if arms && self.params.family == Family::Eevdf {
            eevdf::set_protect(self, pool, id);
        }
    }

    /// The periodic tick: charge, then this version's test.
    pub fn tick(&mut self, pool: &mut Pool, now_ns: u64) -> Verdict {
        let charge = self.update_curr(pool, now_ns);
        match (self.params.family, self.curr) {
            (_, None) => charge,
            (Family::Cfs, Some(curr)) => cfs::tick(self, pool, curr),
            (Family::Eevdf, Some(curr)) => eevdf::explain_tick(self, pool, curr, charge),
        }
    }

    /// Whether a waking task takes the CPU from the running one; the task is already
    /// queued. `pending_hard`: a hard reschedule request is pending.
    pub fn wakeup_preempt(
        &mut self,
        pool: &mut Pool,
        id: EntityId,
        wake: Wake,
        pending_hard: bool,
        now_ns: u64,
    ) -> Verdict {
        match self.curr {
            None => Verdict::hard(Reason::WakeIdleCpu {}),
            Some(curr) if curr == id => Verdict::stay(Reason::WakeIsCurr {}),
            Some(curr) => match self.params.family {
                Family::Cfs => cfs::check_preempt_wakeup(self, pool, curr, id, wake, pending_hard, now_ns),
                Family::Eevdf => {
                    eevdf::check_preempt_wakeup(self, pool, curr, id, wake, pending_hard, now_ns)
                }
            },
        }
    }

    /// Places a new task by its parent, the running entity, before it is enqueued.
    /// Under EEVDF nothing happens: it is placed when it is enqueued.
    pub fn fork(&mut self, pool: &mut Pool, child: EntityId, now_ns: u64) -> Verdict {
        let verdict = self.update_curr(pool, now_ns);
        if self.params.family == Family::Cfs {
            cfs::fork(self, pool, child);
        }
        verdict
    }

    /// The running task yields. The schedule() that follows must use the same `now_ns`:
    /// the kernel does not read the clock again.
    pub fn yield_curr(&mut self, pool: &mut Pool, now_ns: u64) {
        let Some(curr) = self.curr.filter(|_| self.nr_queued > 1) else { return };
        self.clear_buddies(curr);
        match self.params.rules.yields {
            YieldRule::Skip => cfs::yield_task(self, pool, curr, now_ns),
            YieldRule::Forfeit => {
                self.update_curr(pool, now_ns);
                eevdf::yield_task(self, pool, curr);
            }
        }
    }
}
