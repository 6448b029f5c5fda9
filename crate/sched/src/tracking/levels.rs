//! What happens to a task, at its own level and those above.

use super::{Averages, Then, Tracking};
use crate::entity::{EntityId, GroupId};
use crate::pelt::Doing;
use crate::weight::scale_down;

impl Tracking {
    /// An entity is about to come onto the queue of `level`, or somebody onto one below it; says whether it came itself.
    pub(super) fn come(&mut self, all: &mut Averages, level: GroupId, id: EntityId, now_ns: u64) -> bool {
        let known = *all.entity(id);
        if known.moved {
            // It has its averages from another CPU, and nothing of them is told before they are here.
            if self.age_queue(level, now_ns) {
                self.changed(level);
            }
        } else if known.avg.is_some() {
            self.update(all, level, id, Then::Tell, now_ns);
        } else {
            self.age(all, level, id, now_ns);
        }
        if !known.attached {
            if !known.moved {
                self.catch_up(all, level, id, now_ns);
            }
            self.attach(all, level, id, now_ns);
        }
        self.count_below(all, id);
        !known.on_rq
    }

    /// What a task did before it was attached, it did elsewhere: here it slept.
    fn catch_up(&mut self, all: &mut Averages, level: GroupId, id: EntityId, now_ns: u64) {
        let clock_ns = self.clock_ns(level, now_ns);
        let entity = all.entity(id);
        let weight = scale_down(entity.load);
        if let Some(avg) = &mut entity.avg {
            avg.update(clock_ns, Doing::default(), weight);
        }
    }

    /// A group's entity counts the tasks below it (`se_update_runnable`).
    fn count_below(&mut self, all: &mut Averages, id: EntityId) {
        if let Some(below) = all.entity(id).my_q {
            all.entity(id).runnable = self.level(below).runnable;
        }
    }

    /// Counts a task, which is `runnable` or sleeps, and if it `came` the entity at this level, in.
    pub(super) fn count_in(
        &mut self,
        all: &mut Averages,
        level: GroupId,
        id: EntityId,
        (came, runnable): (bool, bool),
        now_ns: u64,
    ) {
        let clock_ns = if self.others.is_some() { self.clock_ns } else { now_ns };
        let (queue, entity) = (self.level_mut(level), all.entity(id));
        queue.runnable += u64::from(runnable);
        if came {
            entity.on_rq = true;
            entity.delayed = entity.my_q.is_none() && !runnable;
            (queue.load, queue.nr_queued) = (queue.load + entity.load, queue.nr_queued + 1);
            queue.start_clock(clock_ns);
        }
    }

    /// An entity is about to leave the queue of `level`, or somebody one below it.
    pub(super) fn leave(&mut self, all: &mut Averages, level: GroupId, id: EntityId, now_ns: u64) {
        self.update(all, level, id, Then::Tell, now_ns);
        self.count_below(all, id);
    }

    /// A task goes to another CPU: nothing of it stays.
    pub(super) fn leave_for_good(&mut self, all: &mut Averages, level: GroupId, id: EntityId, now_ns: u64) {
        self.update(all, level, id, Then::Nothing, now_ns);
        self.detach(all, level, id, now_ns);
        all.entity(id).moved = true;
    }

    /// A group of which nobody wants to run any more stays where it stands, delayed, or wakes there.
    pub(super) fn linger(&mut self, all: &mut Averages, level: GroupId, id: EntityId, now_ns: u64) {
        self.update(all, level, id, Then::Nothing, now_ns);
    }

    /// Counts a task, and if it `left` the entity at this level, out; says whether the queue is empty.
    pub(super) fn count_out(
        &mut self,
        all: &mut Averages,
        level: GroupId,
        id: EntityId,
        left: bool,
        runnable: bool,
    ) -> bool {
        let (queue, entity) = (self.level_mut(level), all.entity(id));
        queue.runnable -= u64::from(runnable);
        if left {
            (entity.on_rq, entity.delayed) = (false, false);
            (queue.load, queue.nr_queued) = (queue.load - entity.load, queue.nr_queued - 1);
        }
        queue.nr_queued == 0
    }

    /// A task sleeps and stays on its queue (`set_delayed`), or wakes there (`clear_delayed`). Of the queues only its own is
    /// brought up to date; from 7.3 on it stands in the root's, and that only when it falls asleep.
    pub(super) fn set_delayed(
        &mut self,
        all: &mut Averages,
        level: GroupId,
        id: EntityId,
        delayed: bool,
        now_ns: u64,
    ) {
        if all.entity(id).delayed == delayed || !all.entity(id).on_rq {
            return;
        }
        let updated = if delayed || !self.flat { level } else { GroupId::ROOT };
        self.update(all, updated, id, Then::Nothing, now_ns);
        all.entity(id).delayed = delayed;
        let mut at = Some(level);
        while let Some(level) = at {
            let queue = self.level_mut(level);
            queue.runnable = if delayed { queue.runnable - 1 } else { queue.runnable + 1 };
            at = self.above(level).map(|(_, parent)| parent);
        }
    }

    /// The running task leaves the CPU to `next`, whose group is given, or to nobody of the fair class: up to the level that
    /// both share nobody runs.
    pub(super) fn put(&mut self, all: &mut Averages, next: Option<GroupId>, now_ns: u64) {
        if let Some((prev, group)) = self.running.take() {
            let shared = next.map(|next| self.shared(group, next));
            let (mut at, mut level) = (prev, group);
            loop {
                if all.entity(at).on_rq {
                    self.update(all, level, at, Then::Nothing, now_ns);
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
    pub(super) fn set(&mut self, all: &mut Averages, task: EntityId, group: GroupId, now_ns: u64) {
        let mut next = Some((task, group));
        while let Some((at, level)) = next {
            if self.level(level).curr.is_none() {
                if all.entity(at).on_rq {
                    self.update(all, level, at, Then::Tell, now_ns);
                }
                self.level_mut(level).curr = Some(at);
            }
            next = self.above(level);
        }
        self.running = Some((task, group));
    }

    /// A tick while somebody at this level runs.
    pub(super) fn tick(&mut self, all: &mut Averages, level: GroupId, id: EntityId, now_ns: u64) {
        self.update(all, level, id, Then::Tell, now_ns);
    }

    /// A task of a group exits: once the CPU has left it, its part is taken off.
    pub(super) fn die(&mut self, id: EntityId, group: GroupId) {
        self.dead = Some((id, group));
    }

    /// The part of who exited is taken off its queue with the next update there (`remove_entity_load_avg`).
    pub(super) fn bury(&mut self, all: &mut Averages) {
        let Some((id, group)) = self.dead.take() else { return };
        let gone = std::mem::take(all.entity(id));
        let level = self.level_mut(group);
        let mut avg = gone.avg.unwrap_or_default();
        avg.update(level.avg.last_update_ns, Doing::default(), scale_down(gone.load));
        level.removed.add(&avg);
    }

    /// A task that is off the queue leaves a group, and all levels above learn of it.
    pub(super) fn part(&mut self, all: &mut Averages, level: GroupId, id: EntityId, now_ns: u64) {
        if all.entity(id).attached {
            self.update(all, level, id, Then::Nothing, now_ns);
            self.detach(all, level, id, now_ns);
            self.pass_up(all, level, now_ns);
        }
    }

    /// A task that is off the queue comes into a group.
    pub(super) fn join(&mut self, all: &mut Averages, level: GroupId, id: EntityId, now_ns: u64) {
        if all.entity(id).avg.is_some() {
            self.age(all, level, id, now_ns);
            self.attach(all, level, id, now_ns);
            self.pass_up(all, level, now_ns);
        }
    }

    fn pass_up(&mut self, all: &mut Averages, level: GroupId, now_ns: u64) {
        let mut next = self.above(level);
        while let Some((at, level)) = next {
            self.update(all, level, at, Then::Tell, now_ns);
            next = self.above(level);
        }
    }
}
