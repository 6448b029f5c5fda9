//! What happens to a task, at its own level and those above.

use super::{Then, Tracked, Tracking};
use crate::entity::{EntityId, GroupId};
use crate::pelt::Doing;
use crate::weight::scale_down;

impl Tracking {
    /// An entity is about to come onto the queue of `level`, or somebody onto one below it; says whether it came itself.
    pub(super) fn come(&mut self, level: GroupId, id: EntityId, now_ns: u64) -> bool {
        if self.entity(id).avg.is_some() {
            self.update(level, id, Then::Tell, now_ns);
        } else {
            self.age(level, id, now_ns);
        }
        if !self.entity(id).attached {
            self.catch_up(level, id, now_ns);
            self.attach(level, id, now_ns);
        }
        self.count_below(id);
        !self.entity(id).on_rq
    }

    /// What a task did before it was attached, it did elsewhere: here it slept.
    fn catch_up(&mut self, level: GroupId, id: EntityId, now_ns: u64) {
        let clock_ns = self.level(level).clock_ns(now_ns);
        let Tracked { avg, load, .. } = self.entity(id);
        let weight = scale_down(*load);
        if let Some(avg) = avg {
            avg.update(clock_ns, Doing::default(), weight);
        }
    }

    /// A group's entity counts the tasks below it (`se_update_runnable`).
    fn count_below(&mut self, id: EntityId) {
        if let Some(below) = self.entity(id).my_q {
            self.entity(id).runnable = self.level(below).runnable;
        }
    }

    /// Counts a task, which is `runnable` or sleeps, and if it `came` the entity at this level, in.
    pub(super) fn count_in(&mut self, level: GroupId, id: EntityId, came: bool, runnable: bool, now_ns: u64) {
        let (queue, entity) = self.both(level, id);
        queue.runnable += u64::from(runnable);
        if came {
            entity.on_rq = true;
            entity.delayed = entity.my_q.is_none() && !runnable;
            (queue.load, queue.nr_queued) = (queue.load + entity.load, queue.nr_queued + 1);
            queue.start_clock(now_ns);
        }
    }

    /// Whether a task on its queue wants to run.
    pub(super) fn is_runnable(&mut self, task: EntityId) -> bool {
        !self.entity(task).delayed
    }

    /// An entity is about to leave the queue of `level`, or somebody one below it.
    pub(super) fn leave(&mut self, level: GroupId, id: EntityId, now_ns: u64) {
        self.update(level, id, Then::Tell, now_ns);
        self.count_below(id);
    }

    /// Counts a task, and if it `left` the entity at this level, out; says whether the queue is empty.
    pub(super) fn count_out(&mut self, level: GroupId, id: EntityId, left: bool, runnable: bool) -> bool {
        let (queue, entity) = self.both(level, id);
        queue.runnable -= u64::from(runnable);
        if left {
            (entity.on_rq, entity.delayed) = (false, false);
            (queue.load, queue.nr_queued) = (queue.load - entity.load, queue.nr_queued - 1);
        }
        queue.nr_queued == 0
    }

    /// A task sleeps and stays on its queue (`set_delayed`), or wakes there (`clear_delayed`). Of the queues only its own is
    /// brought up to date, and that only when it falls asleep.
    pub(super) fn set_delayed(&mut self, level: GroupId, id: EntityId, delayed: bool, now_ns: u64) {
        if self.entity(id).delayed == delayed || !self.entity(id).on_rq {
            return;
        }
        let updated = if delayed { level } else { GroupId::ROOT };
        self.update(updated, id, Then::Nothing, now_ns);
        self.entity(id).delayed = delayed;
        let mut at = Some(level);
        while let Some(level) = at {
            let queue = self.level_mut(level);
            queue.runnable = if delayed { queue.runnable - 1 } else { queue.runnable + 1 };
            at = self.above(level).map(|(_, parent)| parent);
        }
    }

    /// The running task leaves the CPU to `next`, whose group is given, or to nobody of the fair class: up to the level that
    /// both share nobody runs.
    pub(super) fn put(&mut self, group_of: impl Fn(EntityId) -> GroupId, next: Option<GroupId>, now_ns: u64) {
        if let Some(prev) = self.running.take() {
            let shared = next.map(|next| self.shared(group_of(prev), next));
            let (mut at, mut level) = (prev, group_of(prev));
            loop {
                if self.entity(at).on_rq {
                    self.update(level, at, Then::Nothing, now_ns);
                }
                self.level_mut(level).curr = None;
                match self.above(level).filter(|_| shared != Some(level)) {
                    Some(above) => (at, level) = above,
                    None => break,
                }
            }
        }
    }

    /// The innermost level that is around two.
    fn shared(&self, a: GroupId, b: GroupId) -> GroupId {
        let around = |level| std::iter::successors(Some(level), |level| Some(self.above(*level)?.1));
        around(a).find(|level| around(b).any(|other| other == *level)).unwrap_or(GroupId::ROOT)
    }

    /// A task gets the CPU: at every level where nobody runs, it or its group does.
    pub(super) fn set(&mut self, task: EntityId, group: GroupId, now_ns: u64) {
        let mut next = Some((task, group));
        while let Some((at, level)) = next {
            if self.level(level).curr.is_none() {
                if self.entity(at).on_rq {
                    self.update(level, at, Then::Tell, now_ns);
                }
                self.level_mut(level).curr = Some(at);
            }
            next = self.above(level);
        }
        self.running = Some(task);
    }

    /// A tick while somebody at this level runs.
    pub(super) fn tick(&mut self, level: GroupId, id: EntityId, now_ns: u64) {
        self.update(level, id, Then::Tell, now_ns);
    }

    /// A task exits: once the CPU has left it, its part is taken off.
    pub(super) fn die(&mut self, id: EntityId) {
        self.dead = Some(id);
    }

    /// The part of who exited is taken off its queue with the next update there (`remove_entity_load_avg`).
    pub(super) fn bury(&mut self, group_of: impl Fn(EntityId) -> GroupId) {
        let Some(id) = self.dead.take() else { return };
        let gone = std::mem::take(self.entity(id));
        let level = self.level_mut(group_of(id));
        let mut avg = gone.avg.unwrap_or_default();
        avg.update(level.avg.last_update_ns, Doing::default(), scale_down(gone.load));
        level.removed.add(&avg);
    }

    /// A task that is off the queue leaves a group, and all levels above learn of it.
    pub(super) fn part(&mut self, level: GroupId, id: EntityId, now_ns: u64) {
        if self.entity(id).attached {
            self.update(level, id, Then::Nothing, now_ns);
            self.detach(level, id, now_ns);
            self.pass_up(level, now_ns);
        }
    }

    /// A task that is off the queue comes into a group.
    pub(super) fn join(&mut self, level: GroupId, id: EntityId, now_ns: u64) {
        if self.entity(id).avg.is_some() {
            self.age(level, id, now_ns);
            self.attach(level, id, now_ns);
            self.pass_up(level, now_ns);
        }
    }

    fn pass_up(&mut self, level: GroupId, now_ns: u64) {
        let mut next = self.above(level);
        while let Some((at, level)) = next {
            self.update(level, at, Then::Tell, now_ns);
            next = self.above(level);
        }
    }
}
