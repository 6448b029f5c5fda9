//! Where the calls on a [`FairQueue`] reach load tracking; without it each ends at its first test.
//!
//! Those of coming and leaving are of 7.3, which walks all levels at once; those of a walk that goes level by level are in
//! `walks`.

use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};

impl FairQueue {
    /// Load tracking of tasks that stand in the root's tree, whatever their group.
    fn tracks_flat(&self) -> bool {
        self.tracking.as_ref().is_some_and(|tracking| tracking.flat)
    }

    /// A task comes onto its queue under 7.3: each of its groups is weighed anew.
    #[inline]
    pub(crate) fn track_enqueue(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        if self.tracks_flat() {
            self.track_coming(pool, task, now_ns);
        }
    }

    #[cold]
    fn track_coming(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        self.track_load(pool, task);
        let (mut at, mut level, runnable) = (task, pool[task].group, !pool[task].delayed);
        loop {
            let Some(tracking) = &mut self.tracking else { return };
            let came = tracking.come(&mut pool.averages, level, at, now_ns);
            self.track_weight(pool, at, now_ns);
            let Some(tracking) = &mut self.tracking else { return };
            tracking.count_in(&mut pool.averages, level, at, (came, runnable), now_ns);
            let Some(above) = tracking.above(level) else { return };
            (at, level) = above;
        }
    }

    /// A task has left its queue under 7.3.
    #[inline]
    pub(crate) fn track_dequeue(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        if self.tracks_flat() {
            self.track_leaving(pool, task, now_ns);
        }
    }

    /// A task that has left its queue exits, if it `does`.
    #[inline]
    pub(crate) fn track_exit(&mut self, pool: &Pool, task: EntityId, does: bool) {
        if let Some(tracking) = self.tracking.as_mut().filter(|_| does) {
            tracking.die(task, pool[task].group);
        }
    }

    #[cold]
    fn track_leaving(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        let (mut at, mut level, mut leaves) = (task, pool[task].group, true);
        let runnable = !pool.averages.known(task).delayed;
        let moves = self.tracking.as_mut().is_some_and(|tracking| std::mem::take(&mut tracking.moves));
        loop {
            let held = self.held_by(pool, level).is_some();
            let Some(tracking) = &mut self.tracking else { return };
            match moves && at == task {
                true => tracking.leave_for_good(&mut pool.averages, level, at, now_ns),
                false => tracking.leave(&mut pool.averages, level, at, now_ns),
            }
            if !leaves {
                self.track_weight(pool, at, now_ns);
            }
            let Some(tracking) = &mut self.tracking else { return };
            leaves &= tracking.count_out(&mut pool.averages, level, at, leaves, runnable);
            if held {
                tracking.stop_clock(level, now_ns);
            }
            let Some(above) = tracking.above(level) else { return };
            (at, level) = above;
        }
    }

    /// A task falls asleep on its queue, or wakes there.
    #[inline]
    pub(crate) fn track_delayed(&mut self, pool: &mut Pool, task: EntityId, delayed: bool, now_ns: u64) {
        if let Some(tracking) = &mut self.tracking {
            let group = pool[task].group;
            tracking.set_delayed(&mut pool.averages, group, task, delayed, now_ns);
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
            tracking.tick(&mut pool.averages, level, at, now_ns);
            next = tracking.above(level);
            self.track_weight(pool, at, now_ns);
        }
    }

    /// The running task has left the CPU, and nobody of the fair class has got it.
    #[inline]
    pub(crate) fn track_put(&mut self, pool: &mut Pool, now_ns: u64) {
        if let Some(tracking) = &mut self.tracking {
            tracking.put(&mut pool.averages, None, now_ns);
            tracking.bury(&mut pool.averages);
        }
    }

    /// A task has got the CPU.
    #[inline]
    pub(crate) fn track_set(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        if let Some(tracking) = &mut self.tracking {
            let group = pool[task].group;
            tracking.put(&mut pool.averages, Some(group), now_ns);
            tracking.set(&mut pool.averages, task, group, now_ns);
            tracking.bury(&mut pool.averages);
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
    pub(crate) fn track_move(&mut self, pool: &mut Pool, task: EntityId, to: Option<GroupId>, now_ns: u64) {
        if let Some(tracking) = &mut self.tracking {
            let from = pool[task].group;
            tracking.part(&mut pool.averages, from, task, now_ns);
            if let Some(to) = to {
                tracking.join(&mut pool.averages, to, task, now_ns);
            }
        }
    }

    /// A task may have another weight than before.
    #[inline]
    pub(crate) fn track_load(&mut self, pool: &mut Pool, task: EntityId) {
        if let Some(tracking) = &mut self.tracking {
            let (group, load) = (pool[task].group, pool[task].own_weight().load);
            tracking.reweigh(&mut pool.averages, group, task, load);
        }
    }

    /// A group is throttled: the clocks of all queues stop that nobody is on and that may not run.
    #[inline]
    pub(crate) fn track_throttled(&mut self, pool: &Pool, now_ns: u64) {
        if self.tracking.is_some() {
            for level in (1..=self.groups.len()).map(|level| GroupId(level as u16)) {
                let held = self.held_by(pool, level).is_some();
                if let Some(tracking) = self.tracking.as_mut().filter(|_| held) {
                    tracking.stop_clock(level, now_ns);
                }
            }
        }
    }

    /// Nothing holds a queue back any more.
    #[inline]
    pub(crate) fn track_unthrottled(&mut self, level: GroupId, now_ns: u64) {
        if let Some(tracking) = &mut self.tracking {
            tracking.start_clock(level, now_ns);
        }
    }
}
