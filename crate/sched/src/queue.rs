//! One fair queue of one level: who is queued in it, who runs, and the sums over them.
//!
//! Without task groups it is the only one of its CPU ([`crate::FairQueue`]). `curr`, the running entity, is queued but never in the tree. The sums for V cover the
//! tree only and are kept relative to a reference `v0`, which is moved near V now and then
//! so that products stay small; V does not depend on where `v0` is.

use std::collections::VecDeque;

use crate::bandwidth::Account;
use crate::buddies::{Buddies, Buddy};
use crate::entity::{Entity, EntityId, Pool};
use crate::params::Params;
use crate::rules::{Family, MeanWeights, TreeOrder};
use crate::time::Vtime;
use crate::tree::Tree;
use crate::weight::{Weight, calc_delta_fair, floor_div, scale_down, weighted};

/// A fair queue, the root's or that of a task group (`struct cfs_rq`). Cloning it copies the state whole.
#[derive(Clone, Debug)]
pub struct CfsRq {
    /// Rules, features and tunables in force: those of the whole class.
    pub(crate) params: Params,
    pub(crate) tree: Tree,
    pub(crate) curr: Option<EntityId>,
    /// Sum of the loads of all queued entities, the running one included.
    pub(crate) load: u64,
    pub(crate) nr_queued: u32,
    pub(crate) nr_idle: u32,
    /// Tasks queued here and in all queues below.
    pub(crate) h_nr_queued: u32,
    /// Those of them that are delayed.
    pub(crate) h_nr_delayed: u32,
    /// Σ w over the tree, in the units of the mean.
    sum_weight: i64,
    /// Σ w · (v − v0) over the tree.
    sum_weighted: i128,
    v0: Vtime,
    pub(crate) min_vruntime: Vtime,
    pub(crate) buddies: Buddies,
    /// What it has of its group's quota; `None` if that has none.
    pub(crate) account: Option<Account>,
    /// Tasks of it that are parked, in the order in which they were.
    pub(crate) limbo: Vec<EntityId>,
    /// Delayed entities that a wakeup test let go, until the class has dealt with what follows.
    pub(crate) removed: VecDeque<EntityId>,
}

impl CfsRq {
    /// An empty queue.
    pub(crate) fn new(params: Params) -> CfsRq {
        CfsRq {
            params,
            tree: Tree::new(params.family == Family::Eevdf),
            curr: None,
            load: 0,
            nr_queued: 0,
            nr_idle: 0,
            h_nr_queued: 0,
            h_nr_delayed: 0,
            sum_weight: 0,
            sum_weighted: 0,
            v0: Vtime(0),
            min_vruntime: Vtime(0),
            buddies: Buddies::default(),
            account: None,
            limbo: Vec::new(),
            removed: VecDeque::new(),
        }
    }

    /// All queued entities: the running one first, then in tree order.
    pub(crate) fn queued(&self, pool: &Pool) -> Vec<EntityId> {
        let waiting = std::iter::successors(self.tree.first(), |at| self.tree.next(pool, *at));
        self.queued_curr(pool).into_iter().chain(waiting).collect()
    }

    /// The running entity if it is still queued (it is not any more once it blocked).
    #[inline]
    pub(crate) fn queued_curr(&self, pool: &Pool) -> Option<EntityId> {
        self.curr.filter(|curr| pool[*curr].on_rq)
    }

    /// δ ns in virtual time of `weight`.
    #[inline]
    pub(crate) fn calc_delta_fair(&self, delta_ns: u64, weight: Weight) -> u64 {
        calc_delta_fair(self.params.rules.delta, delta_ns, weight)
    }

    /// A load in the units of the mean.
    #[inline]
    pub(crate) fn mean_weight(&self, load: u64) -> i64 {
        match self.params.rules.mean_weights {
            MeanWeights::ScaledDown => scale_down(load) as i64,
            MeanWeights::Full => load as i64,
        }
    }

    /// Σ w and Σ w · (v − v0) over all queued, the running one included.
    #[inline]
    pub(crate) fn totals(&self, pool: &Pool) -> (i64, i128) {
        match self.queued_curr(pool) {
            None => (self.sum_weight, self.sum_weighted),
            Some(curr) => {
                let weight = self.mean_weight(pool[curr].weight.load);
                let distance = pool[curr].vruntime.since(self.v0);
                (self.sum_weight + weight, self.sum_weighted + weighted(weight, distance))
            }
        }
    }

    /// Total weight of all queued, in the units of the mean.
    pub(crate) fn total_weight(&self, pool: &Pool) -> i64 {
        self.totals(pool).0
    }

    /// V: the weighted mean of vruntime over all queued, rounded down
    /// (`kernel/sched/fair.c: avg_vruntime`). The reference point if none is queued.
    pub(crate) fn avg_vruntime(&self, pool: &Pool) -> Vtime {
        self.mean_of(self.totals(pool))
    }

    /// V of these totals.
    pub(crate) fn mean_of(&self, totals: (i64, i128)) -> Vtime {
        match totals {
            (0, _) => self.v0,
            (weight, sum) => self.v0.plus(floor_div(sum, weight)),
        }
    }

    /// Whether a vruntime is not past the exact mean (`vruntime_eligible`).
    #[inline]
    pub(crate) fn vruntime_eligible(&self, totals: (i64, i128), vruntime: Vtime) -> bool {
        totals.1 >= weighted(totals.0, vruntime.since(self.v0))
    }

    /// Whether an entity is eligible: its lag is not negative.
    pub(crate) fn eligible(&self, pool: &Pool, id: EntityId) -> bool {
        self.vruntime_eligible(self.totals(pool), pool[id].vruntime)
    }

    /// The waiting entity with the earliest deadline among the eligible; `None` if none is.
    pub(crate) fn first_eligible(&self, pool: &Pool, totals: (i64, i128)) -> Option<EntityId> {
        let eligible = |vruntime| self.vruntime_eligible(totals, vruntime);
        match self.params.rules.tree_order {
            TreeOrder::Deadline => self.tree.first_eligible(pool, eligible),
            TreeOrder::Vruntime => self.tree.least_eligible(pool, None, eligible),
        }
    }

    /// Whether `first`, the first of the eligible, outdoes a running entity with this deadline: who does, if so.
    ///
    /// Of equal deadlines the waiting one wins; in a tree ordered by vruntime that depends on its shape.
    pub(crate) fn outdoing(&self, pool: &Pool, first: EntityId, deadline: Vtime) -> Option<EntityId> {
        match self.params.rules.tree_order {
            TreeOrder::Deadline => (!deadline.before(pool[first].deadline)).then_some(first),
            TreeOrder::Vruntime => {
                let totals = self.totals(pool);
                let eligible = |vruntime| self.vruntime_eligible(totals, vruntime);
                self.tree.least_eligible(pool, Some(deadline), eligible)
            }
        }
    }

    /// Where the running entity, queued or not, stops being eligible beside those that wait: the first such vruntime.
    /// `None` if nobody waits.
    pub(crate) fn first_ineligible(&self) -> Option<Vtime> {
        let mean = |sum| self.v0.plus(floor_div(sum, self.sum_weight) + 1);
        (self.sum_weight > 0).then(|| mean(self.sum_weighted))
    }

    /// V − vruntime of an entity, in virtual ns.
    pub(crate) fn lag_ns(&self, pool: &Pool, id: EntityId) -> i64 {
        self.avg_vruntime(pool).since(pool[id].vruntime)
    }

    /// vruntime − V of an entity, in virtual ns: how far it is from being eligible.
    pub(crate) fn ahead_ns(&self, pool: &Pool, id: EntityId) -> i64 {
        pool[id].vruntime.since(self.avg_vruntime(pool))
    }

    /// min_vruntime under CFS; under EEVDF the point around which the sums are kept.
    pub(crate) fn min_vruntime(&self) -> Vtime {
        match self.params.family {
            Family::Cfs => self.min_vruntime,
            Family::Eevdf => self.v0,
        }
    }

    /// Starts an empty queue at a vruntime: CFS min_vruntime, or EEVDF's reference point.
    pub(crate) fn start_at(&mut self, vruntime: Vtime) {
        debug_assert_eq!(self.nr_queued, 0, "only an empty queue has a free reference");
        (self.min_vruntime, self.v0) = (vruntime, vruntime);
    }

    /// Moves the reference point to V (`zero_vruntime`): V itself stays.
    pub(crate) fn refresh_reference(&mut self, pool: &Pool) -> Vtime {
        let mean = self.avg_vruntime(pool);
        self.sum_weighted -= weighted(self.sum_weight, mean.since(self.v0));
        self.v0 = mean;
        mean
    }

    /// Puts an entity into the tree and its terms into the sums.
    pub(crate) fn tree_insert(&mut self, pool: &mut Pool, id: EntityId) {
        if self.params.family == Family::Eevdf {
            self.add_terms(pool, id, 1);
        }
        let Entity { vruntime, deadline, .. } = pool[id];
        match self.params.rules.tree_order {
            TreeOrder::Vruntime => self.tree.insert(pool, id, vruntime, deadline),
            TreeOrder::Deadline => self.tree.insert(pool, id, deadline, vruntime),
        }
    }

    /// Takes an entity out of the tree and its terms out of the sums.
    pub(crate) fn tree_remove(&mut self, pool: &mut Pool, id: EntityId) {
        self.tree.remove(pool, id);
        if self.params.family == Family::Eevdf {
            self.add_terms(pool, id, -1);
        }
    }

    fn add_terms(&mut self, pool: &Pool, id: EntityId, sign: i64) {
        let weight = sign * self.mean_weight(pool[id].weight.load);
        self.sum_weight += weight;
        self.sum_weighted += weighted(weight, pool[id].vruntime.since(self.v0));
    }

    /// Counts an entity in (`account_entity_enqueue`).
    pub(crate) fn account_enqueue(&mut self, pool: &Pool, id: EntityId) {
        self.load += pool[id].weight.load;
        self.nr_queued += 1;
        self.nr_idle += u32::from(pool[id].is_idle());
    }

    /// Counts an entity out (`account_entity_dequeue`).
    pub(crate) fn account_dequeue(&mut self, pool: &Pool, id: EntityId) {
        debug_assert!(self.nr_queued > 0, "dequeued twice: {id:?}");
        self.load -= pool[id].weight.load;
        self.nr_queued -= 1;
        self.nr_idle -= u32::from(pool[id].is_idle());
    }

    /// Counts a task of this queue or of one below in or out.
    #[inline]
    pub(crate) fn count(&mut self, task: &Entity, change: i32) {
        self.h_nr_queued = self.h_nr_queued.wrapping_add_signed(change);
        if task.delayed {
            self.count_delayed(change);
        }
    }

    /// Counts a task of this queue or of one below as delayed, or not any more.
    #[inline]
    pub(crate) fn count_delayed(&mut self, change: i32) {
        self.h_nr_delayed = self.h_nr_delayed.wrapping_add_signed(change);
    }

    /// Gives an entity another slice, wherever it stands.
    pub(crate) fn set_slice(&mut self, pool: &mut Pool, id: EntityId, slice_ns: u64) {
        if pool[id].slice_ns == slice_ns {
            return;
        }
        pool[id].slice_ns = slice_ns;
        if pool[id].on_rq && self.curr != Some(id) {
            self.tree.refresh_slice(pool, id);
        }
    }

    /// Replaces values of an entity by those of a recording, queued or not.
    pub(crate) fn overwrite(
        &mut self,
        pool: &mut Pool,
        id: EntityId,
        vruntime: Vtime,
        deadline: Vtime,
        slice_ns: u64,
    ) {
        let in_tree = pool[id].on_rq && self.curr != Some(id);
        if in_tree {
            self.tree_remove(pool, id);
        }
        (pool[id].vruntime, pool[id].deadline, pool[id].slice_ns) = (vruntime, deadline, slice_ns);
        if in_tree {
            self.tree_insert(pool, id);
        }
    }

    /// Forgets an entity as buddy (`clear_buddies`).
    #[inline]
    pub(crate) fn clear_buddies(&mut self, id: EntityId) {
        self.buddies.forget_all(id);
    }

    /// Marks an entity as buddy, if it may be one (`set_next_buddy`, `set_last_buddy`).
    pub(crate) fn mark(&mut self, pool: &Pool, buddy: Buddy, id: EntityId) {
        if buddy == Buddy::Skip || self.may_be_buddy(pool, id) {
            self.buddies.mark(buddy, id);
        }
    }

    /// Whether an entity may be preferred as buddy: queued, awake, not SCHED_IDLE.
    pub(crate) fn may_be_buddy(&self, pool: &Pool, id: EntityId) -> bool {
        pool[id].on_rq && !pool[id].delayed && !pool[id].is_idle()
    }

    /// Recomputes the sums from scratch and compares: for tests and assertions.
    pub(crate) fn sums_are_exact(&self, pool: &Pool) -> bool {
        let terms = self.queued(pool).into_iter().map(|id| {
            let weight = self.mean_weight(pool[id].weight.load);
            (weight, weighted(weight, pool[id].vruntime.since(self.v0)))
        });
        let direct = terms.fold((0, 0), |sum, term| (sum.0 + term.0, sum.1 + term.1));
        self.params.family == Family::Cfs || direct == self.totals(pool)
    }
}
