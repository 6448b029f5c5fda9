//! A task leaves the fair class, or comes to it from another one.

use crate::call::Dequeue;
use crate::cfs;
use crate::class::FairQueue;
use crate::entity::{EntityId, Policy, Pool};
use crate::rules::Family;

impl FairQueue {
    /// A task is about to belong to another class; returns whether it was queued, and so goes onto that one's queue.
    ///
    /// Its lag and the rest of its request wait for its return. One that is delayed leaves for good: it sleeps
    /// (`switching_from_fair`). The vruntime of a CFS task that sleeps is made relative, as that of a queued one is
    /// anyway (`detach_task_cfs_rq`).
    pub fn leave_class(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) -> bool {
        let running = self.curr == Some(id);
        let queued = pool[id].on_rq && !pool[id].delayed;
        pool[id].must_park = false;
        if pool[id].parked {
            self.unpark(pool, id);
            self.track_move(pool, id, None, now_ns);
            return true;
        }
        if queued {
            self.dequeue(pool, id, Dequeue::Save, now_ns);
        } else if pool[id].delayed {
            self.update_curr(pool, now_ns);
            self.finish_delayed(pool, id, now_ns);
        } else if self.params().family == Family::Cfs {
            cfs::leave_asleep(self.queue_mut(pool[id].cfs_rq), pool, id, now_ns);
        }
        if running {
            self.put_prev(pool, now_ns);
        }
        self.track_move(pool, id, None, now_ns);
        queued
    }

    /// A task comes from another class, with the weight of its policy and nice value; `queued` says whether it is about
    /// to be enqueued (`attach_task_cfs_rq`).
    pub fn join_class(&mut self, pool: &mut Pool, id: EntityId, policy: Policy, queued: bool) {
        let entity = &mut pool[id];
        (entity.policy, entity.weight) = (policy, policy.weight(entity.nice));
        if !queued && self.params().family == Family::Cfs {
            let start = self.queue_of(pool, id).min_vruntime;
            pool[id].vruntime = pool[id].vruntime.plus(start.raw());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Enqueue, Entity, Params, kernel};

    /// A task beside a running one; both have run for a while.
    fn pair(kernel_name: &str) -> (FairQueue, Pool, EntityId) {
        let params = Params::new(kernel(kernel_name).expect("a preset"), 250, 1);
        let (mut queue, mut pool) = (FairQueue::new(params), Pool::new());
        let [running, other] = [0, 0].map(|nice| pool.add(Entity::new(Policy::Normal, nice)));
        for task in [running, other] {
            queue.enqueue(&mut pool, task, Enqueue::Wakeup, 0);
        }
        queue.set_next(&mut pool, running, 0, true);
        queue.update_curr(&mut pool, 3_000_000);
        (queue, pool, other)
    }

    #[test]
    fn a_visit_to_another_class_costs_no_lag() {
        for kernel_name in ["6.1", "6.12.y", "7.2"] {
            let (mut queue, mut pool, other) = pair(kernel_name);
            let behind = pool[other].vruntime.since(queue.min_vruntime());
            let lag_ns = queue.lag_ns(&pool, other);
            assert!(queue.leave_class(&mut pool, other, 3_000_000));
            queue.join_class(&mut pool, other, Policy::Normal, true);
            queue.enqueue(&mut pool, other, Enqueue::Restore, 3_000_000);
            match queue.params().family {
                Family::Cfs => assert_eq!(pool[other].vruntime.since(queue.min_vruntime()), behind),
                Family::Eevdf => assert!((queue.lag_ns(&pool, other) - lag_ns).abs() <= 3, "{kernel_name}"),
            }
        }
    }

    #[test]
    fn a_delayed_task_leaves_for_good() {
        let (mut queue, mut pool, other) = pair("7.2");
        queue.linger(&mut pool, other, 3_000_000);
        assert!(!queue.leave_class(&mut pool, other, 3_000_000));
        assert!(!pool[other].on_rq && !pool[other].delayed);
        assert_eq!(queue.next_removed(), Some(other));
    }
}
