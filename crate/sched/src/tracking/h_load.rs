//! What a task in groups counts for beside all others of its CPU (`task_h_load`, `update_cfs_rq_h_load`).
//!
//! The load of the root's queue is shared by those who stand in it, a group's part by those who stand in that, and so on down.
//! The kernel keeps each queue's part for a tick; here it is as of now.

use super::{Averages, Tracking};
use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};
use crate::pelt::SchedAvg;

/// Of `load`, which a queue of these averages is worth, what belongs to one of its entities of `load_avg`.
fn part(load: u64, load_avg: u64, queue: &SchedAvg) -> u64 {
    load * load_avg / (queue.load_avg + 1)
}

impl Tracking {
    /// What a queue's load is worth in the root's.
    fn h_load(&self, all: &Averages, level: GroupId) -> u64 {
        match self.above(level) {
            None => self.level(level).avg.load_avg,
            Some((entity, parent)) => {
                let load_avg = all.known(entity).avg.unwrap_or_default().load_avg;
                part(self.h_load(all, parent), load_avg, &self.level(parent).avg)
            }
        }
    }
}

impl FairQueue {
    /// The load of a task as part of its CPU's; `None` where no load of levels is tracked.
    pub fn task_h_load(&self, pool: &Pool, task: EntityId) -> Option<u64> {
        let tracking = self.tracking.as_ref()?;
        let (level, avg) = (pool[task].group, pool.averages.known(task).avg?);
        Some(part(tracking.h_load(&pool.averages, level), avg.load_avg, &tracking.level(level).avg))
    }
}
