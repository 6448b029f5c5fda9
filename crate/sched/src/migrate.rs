//! A task moves to another CPU: waiting, or asleep and about to wake there.
//!
//! Virtual times of two CPUs have nothing to do with each other, so a task takes along a distance. Under CFS that is
//! its vruntime less min_vruntime (`migrate_task_rq_fair`, `dequeue_entity`). Under EEVDF it is its lag, and if it was waiting the rest of its
//! request: both are noted whenever an entity leaves a queue (`update_entity_lag`), so a sleeping task has them already.

use crate::call::{Dequeue, Enqueue, Verdict};
use crate::class::FairQueue;
use crate::entity::{EntityId, Pool};
use crate::rules::Family;

impl FairQueue {
    /// A waiting task, delayed or not, leaves for another CPU (`detach_task`). Who runs here is charged, and may have to make way.
    pub fn detach(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) -> Verdict {
        assert!(self.curr != Some(id), "the running task is not moved: {id:?}");
        let charge = self.charge_beside(pool, id, now_ns);
        self.track_migration();
        self.dequeue(pool, id, Dequeue::Move, now_ns);
        pool[id].exec_start_ns = 0;
        charge
    }

    /// A task that was waiting elsewhere comes onto this CPU (`attach_task`). One that has blocked here is charged until then.
    pub fn attach(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) -> Verdict {
        self.charge_blocked_around(pool, id, now_ns);
        self.enqueue(pool, id, Enqueue::Restore, now_ns)
    }

    /// Charges who has blocked, be it a task or a group, in the queues that somebody is going to come onto.
    fn charge_blocked_around(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) {
        let mut level = pool[id].cfs_rq;
        self.queue_mut(level).charge_blocked(pool, now_ns);
        while let Some(group) = self.parent(level).filter(|group| !pool[*group].on_rq) {
            level = pool[group].cfs_rq;
            self.queue_mut(level).charge_blocked(pool, now_ns);
        }
    }

    /// The running task has blocked, and its CPU looks for work elsewhere before it goes: until it has found some, that is charged
    /// to the task.
    pub fn charge_blocked(&mut self, pool: &mut Pool, now_ns: u64) {
        if let Some(curr) = self.curr {
            let level = pool[curr].cfs_rq;
            self.queue_mut(level).charge_blocked(pool, now_ns);
        }
    }

    /// A sleeping task is going to wake on another CPU; [`Enqueue::Migrated`] brings it onto that.
    pub fn leave_asleep(&self, pool: &mut Pool, id: EntityId) {
        debug_assert!(!pool[id].on_rq, "only a task that is off the queue leaves asleep: {id:?}");
        if self.params().family == Family::Cfs {
            let from = self.queue_of(pool, id).min_vruntime();
            pool[id].vruntime = pool[id].vruntime.minus(from.raw());
        }
        pool[id].exec_start_ns = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entity, Params, Policy, Vtime, kernel};

    fn queue(kernel_name: &str, start: u64) -> FairQueue {
        let mut queue = FairQueue::new(Params::new(kernel(kernel_name).expect("a preset"), 250, 1));
        queue.start_at(Vtime(start));
        queue
    }

    fn task(pool: &mut Pool, nice: i8) -> EntityId {
        pool.add(Entity { slice_ns: 2_000_000, custom_slice: true, ..Entity::new(Policy::Normal, nice) })
    }

    /// 103 ms where min_vruntime is 100 ms is 43 ms where it is 40 ms.
    #[test]
    fn cfs_keeps_the_distance_from_min_vruntime() {
        let (mut from, mut to, mut pool) = (queue("6.1", 100_000_000), queue("6.1", 40_000_000), Pool::new());
        let [stays, moved, there] = [0, 0, 0].map(|nice| task(&mut pool, nice));
        pool[moved].vruntime = Vtime(3_000_000);
        from.enqueue(&mut pool, stays, Enqueue::Fork, 0);
        from.enqueue(&mut pool, moved, Enqueue::Fork, 0);
        to.enqueue(&mut pool, there, Enqueue::Fork, 0);
        assert_eq!(pool[moved].vruntime, Vtime(103_000_000));
        from.detach(&mut pool, moved, 0);
        to.attach(&mut pool, moved, 0);
        assert_eq!(pool[moved].vruntime, Vtime(43_000_000));
        assert_eq!((from.nr_queued(), to.nr_queued()), (1, 2));
    }

    /// A CPU looks for work for 30 µs after its task has blocked, and finds some.
    #[test]
    fn who_has_blocked_is_charged_until_work_is_found() {
        for kernel_name in ["6.1", "6.12.y", "7.2"] {
            let (mut to, mut pool) = (queue(kernel_name, 50_000_000), Pool::new());
            let [blocks, comes] = [0, 0].map(|nice| task(&mut pool, nice));
            to.enqueue(&mut pool, blocks, Enqueue::Wakeup, 0);
            to.switch_to(&mut pool, blocks, 0);
            to.dequeue(&mut pool, blocks, Dequeue::Sleep, 100_000);
            assert!(to.pick(&mut pool, 100_000).is_none() && !pool[blocks].on_rq);
            let blocked_at = pool[blocks].vruntime;
            to.attach(&mut pool, comes, 130_000);
            assert_eq!(pool[blocks].vruntime, blocked_at.plus(30_000), "{kernel_name}");
        }
    }

    /// A sleeper is credited where it wakes, from its distance where it slept.
    #[test]
    fn cfs_credits_a_sleeper_where_it_wakes() {
        let (from, mut to, mut pool) = (queue("6.1", 100_000_000), queue("6.1", 40_000_000), Pool::new());
        let moved = task(&mut pool, 0);
        pool[moved].vruntime = Vtime(60_000_000);
        pool[moved].exec_start_ns = 5;
        from.leave_asleep(&mut pool, moved);
        assert_eq!(pool[moved].exec_start_ns, 0);
        to.enqueue(&mut pool, moved, Enqueue::Migrated, 9);
        let credit_ns = to.sleeper_credit_ns(&pool, moved);
        assert_eq!(pool[moved].vruntime, Vtime(40_000_000 - credit_ns));
    }

    /// Alone with V = 50 ms, another of the same weight comes with a lag of −1 ms and 2 ms of its request left.
    #[test]
    fn eevdf_keeps_lag_and_request() {
        for kernel_name in ["6.12.y", "7.2"] {
            let (mut to, mut pool) = (queue(kernel_name, 50_000_000), Pool::new());
            let [there, moved] = [0, 0].map(|nice| task(&mut pool, nice));
            to.enqueue(&mut pool, there, Enqueue::Wakeup, 0);
            let entity = &mut pool[moved];
            (entity.vlag, entity.deadline, entity.rel_deadline) = (-1_000_000, Vtime(2_000_000), true);
            to.attach(&mut pool, moved, 0);
            let entity = &pool[moved];
            assert_eq!((entity.vruntime, entity.deadline), (Vtime(52_000_000), Vtime(54_000_000)));
        }
    }
}
