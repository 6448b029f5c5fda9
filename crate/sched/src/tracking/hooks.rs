//! Where the calls on a [`FairQueue`] reach load tracking; without it each ends at its first test.

use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};

impl FairQueue {
    /// A task comes onto its queue: each of its groups is weighed anew.
    #[inline]
    pub(crate) fn track_enqueue(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        if self.tracking.is_some() {
            self.track_coming(pool, task, now_ns);
        }
    }

    #[cold]
    fn track_coming(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        self.track_load(pool, task);
        let (mut at, mut level, runnable) = (task, pool[task].group, !pool[task].delayed);
        loop {
            let Some(tracking) = &mut self.tracking else { return };
            let came = tracking.come(level, at, now_ns);
            self.track_weight(pool, at, now_ns);
            let Some(tracking) = &mut self.tracking else { return };
            tracking.count_in(level, at, came, runnable, now_ns);
            let Some(above) = tracking.above(level) else { return };
            (at, level) = above;
        }
    }

    /// A task has left its queue; one that exits, for good.
    #[inline]
    pub(crate) fn track_dequeue(&mut self, pool: &mut Pool, task: EntityId, exits: bool, now_ns: u64) {
        if self.tracking.is_some() {
            self.track_leaving(pool, task, now_ns);
            if let Some(tracking) = self.tracking.as_mut().filter(|_| exits) {
                tracking.die(task);
            }
        }
    }

    #[cold]
    fn track_leaving(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        let (mut at, mut level, mut leaves) = (task, pool[task].group, true);
        let runnable = self.tracking.as_mut().is_some_and(|tracking| tracking.is_runnable(task));
        loop {
            let held = self.held_by(pool, level).is_some();
            let Some(tracking) = &mut self.tracking else { return };
            tracking.leave(level, at, now_ns);
            if !leaves {
                self.track_weight(pool, at, now_ns);
            }
            let Some(tracking) = &mut self.tracking else { return };
            leaves &= tracking.count_out(level, at, leaves, runnable);
            if held {
                tracking.level_mut(level).stop_clock(now_ns);
            }
            let Some(above) = tracking.above(level) else { return };
            (at, level) = above;
        }
    }

    /// A task falls asleep on its queue, or wakes there.
    #[inline]
    pub(crate) fn track_delayed(&mut self, pool: &Pool, task: EntityId, delayed: bool, now_ns: u64) {
        if let Some(tracking) = &mut self.tracking {
            tracking.set_delayed(pool[task].group, task, delayed, now_ns);
        }
    }

    /// The running task is interrupted by a tick or by the slice timer: each of its groups is weighed anew.
    #[inline]
    pub(crate) fn track_tick(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        if self.tracking.is_some() && pool[task].on_rq {
            self.track_levels(pool, Some((task, pool[task].group)), now_ns);
        }
    }

    #[cold]
    fn track_levels(&mut self, pool: &mut Pool, from: Option<(EntityId, GroupId)>, now_ns: u64) {
        let mut next = from;
        while let Some((at, level)) = next {
            let Some(tracking) = &mut self.tracking else { return };
            tracking.tick(level, at, now_ns);
            next = tracking.above(level);
            self.track_weight(pool, at, now_ns);
        }
    }

    /// The running task has left the CPU, and nobody of the fair class has got it.
    #[inline]
    pub(crate) fn track_put(&mut self, pool: &Pool, now_ns: u64) {
        if let Some(tracking) = &mut self.tracking {
            tracking.put(|id| pool[id].group, None, now_ns);
            tracking.bury(|id| pool[id].group);
        }
    }

    /// A task has got the CPU.
    #[inline]
    pub(crate) fn track_set(&mut self, pool: &Pool, task: EntityId, now_ns: u64) {
        if let Some(tracking) = &mut self.tracking {
            tracking.put(|id| pool[id].group, Some(pool[task].group), now_ns);
            tracking.set(task, pool[task].group, now_ns);
            tracking.bury(|id| pool[id].group);
        }
    }

    /// The shares of a group were written.
    #[inline]
    pub(crate) fn track_shares(&mut self, pool: &mut Pool, group: GroupId, now_ns: u64) {
        if let Some(tracking) = &self.tracking {
            let from = tracking.above(group);
            self.track_levels(pool, from, now_ns);
        }
    }

    /// A task off the queue goes to another group, or with `None` to another class.
    #[inline]
    pub(crate) fn track_move(&mut self, pool: &Pool, task: EntityId, to: Option<GroupId>, now_ns: u64) {
        if let Some(tracking) = &mut self.tracking {
            tracking.part(pool[task].group, task, now_ns);
            if let Some(to) = to {
                tracking.join(to, task, now_ns);
            }
        }
    }

    /// A task may have another weight than before.
    #[inline]
    pub(crate) fn track_load(&mut self, pool: &Pool, task: EntityId) {
        if let Some(tracking) = &mut self.tracking {
            tracking.reweigh(pool[task].group, task, pool[task].own_weight().load);
        }
    }

    /// A group is throttled: the clocks of all queues stop that nobody is on and that may not run.
    #[inline]
    pub(crate) fn track_throttled(&mut self, pool: &Pool, now_ns: u64) {
        if self.tracking.is_some() {
            for level in (1..=self.groups.len()).map(|level| GroupId(level as u16)) {
                let held = self.held_by(pool, level).is_some();
                if let Some(tracking) = self.tracking.as_mut().filter(|_| held) {
                    tracking.level_mut(level).stop_clock(now_ns);
                }
            }
        }
    }

    /// Nothing holds a queue back any more.
    #[inline]
    pub(crate) fn track_unthrottled(&mut self, level: GroupId, now_ns: u64) {
        if let Some(tracking) = &mut self.tracking {
            tracking.level_mut(level).start_clock(now_ns);
        }
    }

    /// Weighs a group with tasks (`update_cfs_group`); the weight of a task is its own affair.
    fn track_weight(&mut self, pool: &mut Pool, entity: EntityId, now_ns: u64) {
        let (Some(group), Some(tracking)) = (pool[entity].my_q, &mut self.tracking) else { return };
        if tracking.level(group).load == 0 {
            return;
        }
        let tasks = tracking.tasks(group);
        let weight = self.in_mode(self.groups[usize::from(group.0) - 1].shares, tasks);
        let level = pool[entity].group;
        if let Some(tracking) = &mut self.tracking {
            tracking.reweigh(level, entity, weight.load);
        }
        self.groups[usize::from(group.0) - 1].weight = weight;
        self.follow_shares(pool, entity, now_ns);
    }
}
