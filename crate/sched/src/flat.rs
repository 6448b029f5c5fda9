//! Task groups of 7.3: tasks alone stand in the tree, with a weight that all their groups have part in.
//!
//! 1. **Count.** A group's queue only counts the loads of its tasks and of the groups in it, and a group counts in its
//!    parent's as long as it has anybody.
//! 2. **Weight.** A task's weight in the tree is its part of its group's load, times that of the group in its parent's,
//!    and so on up to the root ([`FairQueue::hierarchical_load`]).
//!    It is at least 2 at each step.
//! 3. **Stale.** It is computed anew for one task at a time: when the task is queued, picked, or interrupted by a tick or
//!    slice timer while it runs. A waiting task keeps what it had when others of its group come and go.
//! 4. **Charge.** What the running task is charged, all of its groups are charged for their quotas ([`FairQueue::settle`]).

use crate::class::FairQueue;
use crate::eevdf;
use crate::entity::{EntityId, GroupId, Pool};
use crate::weight::{NICE_0_LOAD, Weight};

/// The least weight in the tree, however small the part of a task is (`__calc_prop_weight`).
const LEAST_LOAD: u64 = 2;

impl FairQueue {
    /// Counts a task into its group, and groups that it finds empty into theirs; then gives it its weight, off the queue.
    pub(crate) fn count_in(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        let (mut level, mut load) = (pool[task].group, pool[task].own_weight().load);
        while let Some(group) = self.parent(level) {
            let queue = self.queue_mut(level);
            (queue.load, queue.nr_queued) = (queue.load + load, queue.nr_queued + 1);
            self.check_first(pool, level, now_ns);
            if pool[group].on_rq {
                break;
            }
            pool[group].on_rq = true;
            self.prepare_group(pool, group, level);
            (level, load) = (pool[group].group, pool[group].weight.load);
        }
        let weight = self.weight_in_tree(pool, task);
        eevdf::reweight_off_queue(&self.root, pool, task, weight);
    }

    /// Counts a task out of its group, and a group that it leaves empty out of its parent's.
    pub(crate) fn count_out(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        let (mut level, mut load) = (pool[task].group, pool[task].own_weight().load);
        while let Some(group) = self.parent(level) {
            let queue = self.queue_mut(level);
            (queue.load, queue.nr_queued) = (queue.load - load, queue.nr_queued - 1);
            queue.return_slack(pool, now_ns);
            let queue = self.queue(level);
            if queue.nr_queued > 0 {
                break;
            }
            pool[group].on_rq = false;
            (level, load) = (pool[group].group, pool[group].weight.load);
        }
    }

    /// Computes the weight of a queued task anew; if it has changed, the task is rescaled around V.
    pub(crate) fn refresh_weight(&mut self, pool: &mut Pool, task: EntityId) {
        if !pool[task].on_rq {
            return;
        }
        let weight = self.weight_in_tree(pool, task);
        if weight.load != pool[task].weight.load {
            eevdf::reweight_queued(&mut self.root, pool, task, weight);
        }
    }

    /// A task in the root group keeps its own weight, with the inverse that the table has.
    fn weight_in_tree(&self, pool: &Pool, task: EntityId) -> Weight {
        match pool[task].group {
            GroupId::ROOT => pool[task].own_weight(),
            _ => Weight::of_queue(self.hierarchical_load(pool, task)),
        }
    }

    /// The load of a counted task as part of the CPU's (`h_load`): at each level its part of the queue's, down from a nice-0
    /// task's.
    pub fn hierarchical_load(&self, pool: &Pool, task: EntityId) -> u64 {
        let (mut at, mut load) = (task, NICE_0_LOAD);
        loop {
            let own = pool[at].own_weight().load;
            let Some(group) = self.parent(pool[at].group) else {
                return (load * own / NICE_0_LOAD).max(LEAST_LOAD);
            };
            load = (load * own / self.queue(pool[at].group).load).max(LEAST_LOAD);
            at = group;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Enqueue, Entity, Params, Policy, Shares, kernel};

    /// Two groups beside each other and the root: one task, three tasks (the last of `nice`), and one in the root.
    fn loads(nice: i8) -> Vec<u64> {
        let (mut pool, mut queue) =
            (Pool::new(), FairQueue::new(Params::new(kernel("7.3").expect("a preset"), 250, 1)));
        let shares = Shares { cpu_weight: 100, idle: false };
        let groups = [0; 2].map(|_| queue.add_group(&mut pool, GroupId::ROOT, shares));
        let places =
            [(groups[0], 0), (groups[1], 0), (groups[1], 0), (groups[1], nice), (GroupId::ROOT, nice)];
        let tasks = places.map(|(group, nice)| {
            let task = pool.add(Entity::new(Policy::Normal, nice));
            queue.assign(&mut pool, task, group);
            queue.enqueue(&mut pool, task, Enqueue::Wakeup, 0);
            task
        });
        tasks.map(|task| queue.hierarchical_load(&pool, task)).to_vec()
    }

    /// Example E13 of the specification.
    #[test]
    fn a_weight_is_a_part_of_a_part() {
        assert_eq!(loads(0), [1_048_576, 349_525, 349_525, 349_525, 1_048_576]);
        let mixed = loads(5);
        assert_eq!((mixed[3], mixed[4]), (147_407, 343_040));
    }
}
