//! The fair class of one CPU: who is queued, who runs, and the sums over them.
//!
//! `curr`, the running entity, is queued but never in the tree. The sums for V cover the
//! tree only and are kept relative to a reference `v0`, which is moved near V now and then
//! so that products stay small; V does not depend on where `v0` is.

use crate::entity::{EntityId, Pool};
use crate::params::Params;
use crate::rules::{Family, MeanWeights};
use crate::time::Vtime;
use crate::tree::Tree;
use crate::weight::{Weight, calc_delta_fair, floor_div, scale_down, weighted};

/// The fair runqueue of one CPU (`struct cfs_rq`). Cloning it copies the state whole.
#[derive(Clone, Debug)]
pub struct FairQueue {
    /// Rules, features and tunables in force; may be changed between calls.
    pub params: Params,
    pub(crate) tree: Tree,
    pub(crate) curr: Option<EntityId>,
    /// Sum of the loads of all queued entities, the running one included.
    pub(crate) load: u64,
    pub(crate) nr_queued: u32,
    pub(crate) nr_delayed: u32,
    pub(crate) nr_idle: u32,
    /// Σ w over the tree, in the units of the mean.
    sum_weight: i64,
    /// Σ w · (v − v0) over the tree.
    sum_weighted: i128,
    v0: Vtime,
    pub(crate) min_vruntime: Vtime,
    pub(crate) next: Option<EntityId>,
    pub(crate) last: Option<EntityId>,
    pub(crate) skip: Option<EntityId>,
    /// Queue clock at which the armed slice timer fires.
    pub(crate) hrtick_at_ns: Option<u64>,
    pub(crate) removed: Vec<EntityId>,
}

impl FairQueue {
    /// An empty queue.
    pub fn new(params: Params) -> FairQueue {
        FairQueue {
            params,
            tree: Tree::new(),
            curr: None,
            load: 0,
            nr_queued: 0,
            nr_delayed: 0,
            nr_idle: 0,
            sum_weight: 0,
            sum_weighted: 0,
            v0: Vtime(0),
            min_vruntime: Vtime(0),
            next: None,
            last: None,
            skip: None,
            hrtick_at_ns: None,
            removed: Vec::new(),
        }
    }

    /// The running entity; `None` while no fair task runs here.
    pub fn curr(&self) -> Option<EntityId> {
        self.curr
    }

    /// Entities queued: running, waiting and delayed.
    pub fn nr_queued(&self) -> u32 {
        self.nr_queued
    }

    /// Entities that want to run: queued without the delayed.
    pub fn nr_runnable(&self) -> u32 {
        self.nr_queued - self.nr_delayed
    }

    /// The buddies next, last and skip, where one is marked.
    pub fn buddies(&self) -> [Option<EntityId>; 3] {
        [self.next, self.last, self.skip]
    }

    /// All queued entities: the running one first, then in tree order.
    pub fn queued(&self, pool: &Pool) -> Vec<EntityId> {
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
    fn totals(&self, pool: &Pool) -> (i64, i128) {
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
    pub fn avg_vruntime(&self, pool: &Pool) -> Vtime {
        match self.totals(pool) {
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
    pub fn eligible(&self, pool: &Pool, id: EntityId) -> bool {
        self.vruntime_eligible(self.totals(pool), pool[id].vruntime)
    }

    /// The first entity in tree order that is eligible.
    pub(crate) fn first_eligible(&self, pool: &Pool) -> Option<EntityId> {
        let totals = self.totals(pool);
        self.tree.first_eligible(pool, |vruntime| self.vruntime_eligible(totals, vruntime))
    }

    /// V − vruntime of an entity, in virtual ns.
    pub fn lag_ns(&self, pool: &Pool, id: EntityId) -> i64 {
        self.avg_vruntime(pool).since(pool[id].vruntime)
    }

    /// vruntime − V of an entity, in virtual ns: how far it is from being eligible.
    pub(crate) fn ahead_ns(&self, pool: &Pool, id: EntityId) -> i64 {
        pool[id].vruntime.since(self.avg_vruntime(pool))
    }

    /// min_vruntime under CFS; under EEVDF the point around which the sums are kept.
    pub fn min_vruntime(&self) -> Vtime {
        match self.params.family {
            Family::Cfs => self.min_vruntime,
            Family::Eevdf => self.v0,
        }
    }

    /// Starts an empty queue at a vruntime: CFS min_vruntime, or EEVDF's reference point.
    pub fn start_at(&mut self, vruntime: Vtime) {
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
        let key = self.key(pool, id);
        self.tree.insert(pool, id, key);
    }

    /// Takes an entity out of the tree and its terms out of the sums.
    pub(crate) fn tree_remove(&mut self, pool: &mut Pool, id: EntityId) {
        self.tree.remove(pool, id);
        if self.params.family == Family::Eevdf {
            self.add_terms(pool, id, -1);
        }
    }

    fn key(&self, pool: &Pool, id: EntityId) -> Vtime {
        match self.params.family {
            Family::Cfs => pool[id].vruntime,
            Family::Eevdf => pool[id].deadline,
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

    /// Forgets an entity as buddy (`clear_buddies`).
    pub(crate) fn clear_buddies(&mut self, id: EntityId) {
        for buddy in [&mut self.next, &mut self.last, &mut self.skip] {
            if *buddy == Some(id) {
                *buddy = None;
            }
        }
    }

    /// Prefers an entity at the next pick, if it may be a buddy (`set_next_buddy`).
    pub(crate) fn mark_next(&mut self, pool: &Pool, id: EntityId) {
        if self.may_be_buddy(pool, id) {
            self.next = Some(id);
        }
    }

    /// Whether an entity may become a buddy: queued, awake, not SCHED_IDLE.
    pub(crate) fn may_be_buddy(&self, pool: &Pool, id: EntityId) -> bool {
        pool[id].on_rq && !pool[id].delayed && !pool[id].is_idle()
    }

    /// Delayed entities that left the queue for good since the last call, in order.
    pub fn take_removed(&mut self) -> Vec<EntityId> {
        std::mem::take(&mut self.removed)
    }

    /// Replaces values of an entity by those of a recording, queued or not.
    pub fn overwrite(
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

    /// Recomputes the sums from scratch and compares: for tests and assertions.
    pub fn sums_are_exact(&self, pool: &Pool) -> bool {
        let terms = self.queued(pool).into_iter().map(|id| {
            let weight = self.mean_weight(pool[id].weight.load);
            (weight, weighted(weight, pool[id].vruntime.since(self.v0)))
        });
        let direct = terms.fold((0, 0), |sum, term| (sum.0 + term.0, sum.1 + term.1));
        self.params.family == Family::Cfs || direct == self.totals(pool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Enqueue, Entity, Policy, kernel};

    /// Tasks of several weights at several lags, the last one running.
    fn some_queue(kernel_name: &str, offset: u64) -> (FairQueue, Pool) {
        let params = Params::new(kernel(kernel_name).expect("a preset"), 250, 1);
        let (mut queue, mut pool) = (FairQueue::new(params), Pool::new());
        queue.start_at(Vtime(offset));
        for (nice, vlag) in [(0, 0), (5, 700_000), (-3, -400_000), (19, 90_000), (0, -1)] {
            let id = pool.add(Entity { vlag, ..Entity::new(Policy::Normal, nice) });
            queue.enqueue(&mut pool, id, Enqueue::Wakeup, 0);
        }
        let pick = queue.pick(&mut pool, 0).expect("five are queued");
        queue.set_next(&mut pool, pick.next, 0, true);
        queue.update_curr(&mut pool, 1_234_567);
        (queue, pool)
    }

    fn lags(queue: &FairQueue, pool: &Pool) -> Vec<(i64, bool)> {
        queue.queued(pool).into_iter().map(|id| (queue.lag_ns(pool, id), queue.eligible(pool, id))).collect()
    }

    /// V, lag and eligibility do not depend on where the sums are anchored.
    #[test]
    fn the_reference_point_changes_nothing() {
        for kernel_name in ["6.12.y", "7.2"] {
            let (mut queue, pool) = some_queue(kernel_name, 0);
            let before = lags(&queue, &pool);
            let mean = queue.avg_vruntime(&pool);
            assert_eq!(queue.refresh_reference(&pool), mean);
            assert!(queue.sums_are_exact(&pool));
            assert_eq!((lags(&queue, &pool), queue.avg_vruntime(&pool)), (before, mean));
        }
    }

    /// Adding a constant to every vruntime changes nothing either, across the wrap too.
    #[test]
    fn only_distances_count() {
        for kernel_name in ["6.1", "6.12.y", "7.2"] {
            let (queue, pool) = some_queue(kernel_name, 1 << 40);
            let expected = lags(&queue, &pool);
            for offset in [0, u64::MAX - 500_000, 1 << 63] {
                let (queue, pool) = some_queue(kernel_name, offset);
                assert_eq!(lags(&queue, &pool), expected, "{kernel_name} from {offset}");
            }
        }
    }

    #[test]
    fn somebody_is_always_eligible() {
        let (queue, pool) = some_queue("7.2", 0);
        assert!(lags(&queue, &pool).iter().any(|(lag_ns, eligible)| *eligible && *lag_ns >= 0));
    }
}
