//! What can be asked of the fair class of a CPU, and what tests and recordings may set.

use crate::call::Enqueue;
use crate::class::FairQueue;
use crate::eevdf;
use crate::entity::{EntityId, GroupId, Pool};
use crate::params::Params;
use crate::rules::GroupPick;
use crate::time::Vtime;
use crate::weight::scale_down;

impl FairQueue {
    /// Rules, features and tunables in force.
    pub fn params(&self) -> &Params {
        &self.root.params
    }

    /// The running task; `None` while no fair task runs here.
    pub fn curr(&self) -> Option<EntityId> {
        self.curr
    }

    /// Tasks queued: running, waiting and delayed.
    #[expect(clippy::misnamed_getters, reason = "the root's own count has its groups in it, not their tasks")]
    pub fn nr_queued(&self) -> u32 {
        self.root.h_nr_queued
    }

    /// Tasks that want to run: queued without the delayed.
    pub fn nr_runnable(&self) -> u32 {
        self.root.h_nr_queued - self.root.h_nr_delayed
    }

    /// Sum of the weights of all in the root's queue, the running one included, in units of the table (nice 0 is 1024).
    pub fn table_weight(&self) -> u64 {
        scale_down(self.root.load)
    }

    /// Tasks queued that are SCHED_IDLE, or in a group that is, at any level (`h_nr_idle`).
    pub fn nr_idle(&self, pool: &Pool) -> u32 {
        match self.root.params.rules.group_pick {
            _ if self.groups.is_empty() => self.root.nr_idle,
            GroupPick::Hierarchical => self.nr_idle_below(pool, GroupId::ROOT),
            GroupPick::Flat => self.nr_idle_in_tree(pool),
        }
    }

    /// The buddies next, last and skip of the queue in which an entity stands, where one is marked.
    pub fn buddies_beside(&self, pool: &Pool, id: EntityId) -> [Option<EntityId>; 3] {
        self.queue_of(pool, id).buddies.all()
    }

    /// All queued tasks, each group's at the place where the group stands: the running one of a queue first, then in tree
    /// order.
    pub fn queued(&self, pool: &Pool) -> Vec<EntityId> {
        let mut tasks = Vec::new();
        self.collect(pool, GroupId::ROOT, &mut tasks);
        tasks
    }

    pub(crate) fn collect(&self, pool: &Pool, level: GroupId, tasks: &mut Vec<EntityId>) {
        for id in self.queue(level).queued(pool) {
            match pool[id].my_q {
                None => tasks.push(id),
                Some(group) => self.collect(pool, group, tasks),
            }
        }
    }

    /// Everybody who stands in a group's own queue, tasks and groups: the running one first, then in tree order.
    pub fn queued_at(&self, pool: &Pool, level: GroupId) -> Vec<EntityId> {
        self.queue(level).queued(pool)
    }

    /// How many, tasks and groups, stand in a group's own queue.
    pub fn nr_queued_at(&self, level: GroupId) -> u32 {
        self.queue(level).nr_queued
    }

    /// V of a group's own queue ([`FairQueue::avg_vruntime_of`]).
    pub fn avg_vruntime_at(&self, pool: &Pool, level: GroupId) -> Vtime {
        self.queue(level).avg_vruntime(pool)
    }

    /// As [`FairQueue::min_vruntime`], of a group's own queue.
    pub fn min_vruntime_at(&self, level: GroupId) -> Vtime {
        self.queue(level).min_vruntime()
    }

    /// With how much an entity of this load counts in V.
    pub fn mean_weight(&self, load: u64) -> i64 {
        self.root.mean_weight(load)
    }

    /// V of the root's queue ([`FairQueue::avg_vruntime_of`]).
    pub fn avg_vruntime(&self, pool: &Pool) -> Vtime {
        self.root.avg_vruntime(pool)
    }

    /// V: the weighted mean of vruntime over all queued beside an entity, rounded down
    /// (`kernel/sched/fair.c: avg_vruntime`). The reference point if none is queued.
    pub fn avg_vruntime_of(&self, pool: &Pool, id: EntityId) -> Vtime {
        self.queue_of(pool, id).avg_vruntime(pool)
    }

    /// Whether an entity is eligible: its lag is not negative.
    pub fn eligible(&self, pool: &Pool, id: EntityId) -> bool {
        self.queue_of(pool, id).eligible(pool, id)
    }

    /// V − vruntime of an entity, in virtual ns.
    pub fn lag_ns(&self, pool: &Pool, id: EntityId) -> i64 {
        self.queue_of(pool, id).lag_ns(pool, id)
    }

    /// Of the root's queue: min_vruntime under CFS; under EEVDF the point around which the sums are kept.
    pub fn min_vruntime(&self) -> Vtime {
        self.root.min_vruntime()
    }

    /// Whether an entity is the running one of its queue, and protected from being outbid.
    pub fn protected(&self, pool: &Pool, id: EntityId) -> bool {
        eevdf::protects(self.queue_of(pool, id), pool, id)
    }

    /// CFS: how far behind min_vruntime a sleeper may come in, ns: a latency, for
    /// SCHED_IDLE the minimum granularity; half of it with GENTLE_FAIR_SLEEPERS.
    pub fn sleeper_credit_ns(&self, pool: &Pool, id: EntityId) -> u64 {
        self.queue_of(pool, id).sleeper_credit_ns(pool, id)
    }

    /// The next delayed task that left the queue for good and was not reported yet; `None` once all are.
    #[inline]
    pub fn next_removed(&mut self) -> Option<EntityId> {
        self.removed.pop_front()
    }

    /// Starts the root's empty queue at a vruntime ([`FairQueue::start_group_at`]).
    pub fn start_at(&mut self, vruntime: Vtime) {
        self.root.start_at(vruntime);
    }

    /// Starts a group's empty queue at a vruntime: CFS min_vruntime, or EEVDF's reference point.
    pub fn start_group_at(&mut self, group: GroupId, vruntime: Vtime) {
        self.queue_mut(group).start_at(vruntime);
    }

    /// How many, tasks and groups, stand in the queue in which an entity stands, or will; itself included.
    pub fn nr_queued_beside(&self, pool: &Pool, id: EntityId) -> u32 {
        self.queue_of(pool, id).nr_queued
    }

    /// The group in whose queue an entity stands, or will.
    pub fn level(&self, pool: &Pool, id: EntityId) -> GroupId {
        pool[id].cfs_rq
    }

    /// The entity that stands for an entity's group in the queue above; `None` of one in the root, and for tasks where groups
    /// have none that competes (7.3).
    pub fn group_entity(&self, pool: &Pool, id: EntityId) -> Option<EntityId> {
        self.parent(pool[id].cfs_rq)
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
        self.queue_mut(pool[id].cfs_rq).overwrite(pool, id, vruntime, deadline, slice_ns);
    }

    /// Makes a sleeping task stay queued, delayed, as a recording shows it, whatever the
    /// rules say. Nothing happens to one that is delayed already.
    pub fn linger(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) {
        if !pool[id].on_rq && self.curr == Some(id) {
            self.keep_curr(pool, id, now_ns);
        } else if !pool[id].on_rq {
            self.enqueue(pool, id, Enqueue::Restore, now_ns);
        }
        if !pool[id].delayed {
            let level = pool[id].cfs_rq;
            eevdf::mark_delayed(self.queue_mut(level), pool, id);
            self.track_delayed(pool, id, true, now_ns);
            self.count_delayed(pool, id, 1);
        }
    }

    /// The running task, off the queue already, stays on it after all.
    fn keep_curr(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) {
        self.track_enqueue(pool, id, now_ns);
        if pool[id].group != pool[id].cfs_rq {
            self.count_in(pool, id, now_ns);
        }
        let (off, on): (Vec<EntityId>, _) = self.upwards(pool, id).partition(|id| !pool[*id].on_rq);
        for id in off {
            self.queue_mut(pool[id].cfs_rq).account_enqueue(pool, id);
            pool[id].on_rq = true;
        }
        for group in on {
            self.wake_group(pool, group, now_ns);
        }
        self.count(pool, id, 1);
    }

    /// Recomputes the sums of all queues from scratch and compares, with what load tracking counts too: for tests and
    /// assertions.
    pub fn sums_are_exact(&self, pool: &Pool) -> bool {
        let levels = (0..=self.groups.len()).map(|level| GroupId(level as u16));
        let tracked =
            |level| self.tracking.as_ref().is_none_or(|known| known.agrees(level, self.queue(level)));
        levels.into_iter().all(|level| self.queue(level).sums_are_exact(pool) && tracked(level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entity, Policy, kernel};

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
            assert_eq!(queue.root.refresh_reference(&pool), mean);
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
