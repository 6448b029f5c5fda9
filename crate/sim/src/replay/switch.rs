//! Switches: the block of the previous task, the pick, and the numbers shown with them.

use sched::{DelayedLag, Dequeue, EntityId, Family, Feature};

use crate::recording::{Numbers, PrevState, Switch, TaskRef};

use super::flow::Flow;
use super::report::Aspect;
use super::wakeup::UNSURE_NS;

impl Flow<'_> {
    pub(super) fn switch(&mut self, index: usize, switch: &Switch) {
        let (prev, next) = (self.model.entity(switch.prev), self.model.entity(switch.next));
        let prev = prev.filter(|prev| self.model.queue.curr() == Some(*prev));
        let blocks = !switch.prev_state.is_runnable();
        let blocks_now = blocks && !std::mem::take(&mut self.blocked);
        if blocks_now {
            self.changes_until_block(switch.prev);
        }
        match prev {
            Some(prev) if blocks_now => self.model.block(prev, dequeue_of(switch.prev_state)),
            Some(_) if blocks => {}
            Some(prev) if switch.prev_state == PrevState::Preempted => self.park(index, prev),
            _ => {}
        }
        if blocks {
            self.above.block(switch.prev, dequeue_of(switch.prev_state) == Dequeue::Exit);
        }
        if next.is_some() || switch.next == TaskRef::IDLE || self.above.has(switch.next) {
            self.compare_pick(switch, next);
        }
        if let Some((prev, numbers)) = prev.zip(switch.prev_numbers) {
            self.compare_prev(switch, prev, numbers, blocks);
        }
        if next.is_none() {
            self.model.charge_groups();
        }
        let prev_group = prev.zip(switch.prev_group);
        let is_inner = prev_group.is_some_and(|(prev, _)| self.model.is_nested(prev));
        if let Some((prev, numbers)) = prev_group.filter(|_| !is_inner) {
            self.compare_group(switch.prev, prev, numbers.numbers);
        }
        if let Some((next, numbers)) = next.zip(switch.next_group) {
            self.compare_group(switch.next, next, numbers.numbers);
        }
        self.above.serve(std::mem::take(&mut self.unserved_ns));
        self.above.switch_to(switch.next);
        self.model.switch_to(next);
        if let Some((prev, numbers)) = prev_group.filter(|_| is_inner) {
            // A group in a group is charged when its task is put, where the pick ended at a level above.
            self.compare_group(switch.prev, prev, numbers.numbers);
        }
        if let Some((next, numbers)) = next.zip(switch.next_numbers) {
            self.compare_numbers(switch.next, next, numbers);
        }
        if self.model.queue.nr_runnable() == 0 {
            self.above.forget_server();
        }
        (self.early_ns, self.rough) = (0, false);
        (self.running, self.interrupt, self.waking, self.exiting) = (switch.next, None, None, None);
        self.charged_at_ns = self.charged_at_ns.filter(|_| switch.prev != TaskRef::IDLE);
        self.claimed = false;
    }

    /// The task is parked if it is to be; the schedule() that follows reads the clock anew.
    fn park(&mut self, index: usize, id: EntityId) {
        if self.model.park(id) {
            self.model.advance(self.until_schedule_after_park(index).unwrap_or(0));
        }
    }

    /// The running task blocks before its CPU looks for work elsewhere; whoever lingers there leaves.
    pub(super) fn block_early(&mut self, switch: &Switch, id: EntityId) {
        if !std::mem::replace(&mut self.blocked, true) {
            self.changes_until_block(switch.prev);
            self.model.block(id, dequeue_of(switch.prev_state));
            self.model.pick();
        }
    }

    /// A thread has made its changes before it blocks.
    fn changes_until_block(&mut self, task: TaskRef) {
        for op in self.changes.until_block(task, self.score.t_ns) {
            self.make(op);
        }
    }

    fn compare_pick(&mut self, switch: &Switch, next: Option<EntityId>) {
        if self.compare_pick_above(switch.next) {
            return;
        }
        let pick = self.model.pick();
        let why = pick.map_or(Self::NO_RULE, |pick| pick.why);
        let modelled = pick.map(|pick| self.model.task(pick.next));
        self.score.pick(Aspect::Pick, next.map(|_| switch.next), modelled, why);
    }

    fn compare_prev(&mut self, switch: &Switch, prev: EntityId, numbers: Numbers, blocks: bool) {
        if blocks {
            let may_linger = dequeue_of(switch.prev_state) == Dequeue::Sleep;
            self.compare_block(switch.prev, prev, numbers, may_linger);
        }
        self.compare_numbers(switch.prev, prev, numbers);
    }

    /// The numbers of the group of a task, which then replace the model's: how much a group was charged at a wakeup is known to
    /// 1 µs only, and what is off by less than that is not counted. A group that its exiting task left is not looked at.
    fn compare_group(&mut self, task: TaskRef, id: EntityId, recorded: Numbers) {
        let Some(group) = self.model.queue.group_entity(&self.model.pool, id) else { return };
        let entity = &self.model.pool[group];
        let (v, d, slice) = (entity.vruntime.raw(), entity.deadline.raw(), entity.slice_ns as i64);
        let off_ns = v.abs_diff(recorded.vruntime).max(d.abs_diff(recorded.deadline));
        if entity.on_rq && !(1..UNSURE_NS).contains(&off_ns) {
            self.score.number(Aspect::Vruntime, task, recorded.vruntime, v);
            self.score.number(Aspect::Deadline, task, recorded.deadline, d);
            self.score.number(Aspect::Slice, task, recorded.slice_ns, slice);
        }
        self.model.adopt(group, recorded);
    }

    /// Whether the blocking task lingers, and the lag it has.
    fn compare_block(&mut self, task: TaskRef, id: EntityId, numbers: Numbers, may_linger: bool) {
        let params = self.model.queue.params();
        if params.family == Family::Cfs {
            return;
        }
        let may_linger = may_linger && params.features.has(Feature::DelayDequeue);
        let recorded = may_linger && self.shows_delayed(id, numbers);
        let modelled = self.model.pool[id].delayed;
        if !self.score.yes(Aspect::Delayed, task, recorded, modelled, Self::NO_RULE) {
            self.model.adopt_delayed(id, recorded);
            self.model.pool[id].vlag = numbers.vlag;
        } else if !(recorded && self.marker_hides_lag()) {
            let lag = self.model.pool[id].vlag;
            if !self.score.number(Aspect::Lag, task, numbers.vlag, lag) {
                self.model.pool[id].vlag = numbers.vlag;
            }
        }
    }

    /// Up to 7.0 the field of the lag holds the protection while the task is queued, up to 6.16 a copy
    /// of a deadline; later a delayed task has its negative lag there. If both are the same number, it is the lag.
    fn shows_delayed(&self, id: EntityId, numbers: Numbers) -> bool {
        let entity = &self.model.pool[id];
        if self.marker_hides_lag() {
            let has_that_lag = !entity.delayed && numbers.vlag == entity.vlag;
            numbers.vlag == entity.protect.raw() && !has_that_lag
        } else {
            numbers.vlag < 0
        }
    }

    fn marker_hides_lag(&self) -> bool {
        self.model.queue.params().kernel.rules.delayed_lag == DelayedLag::ClippedAtEnd
    }
}

fn dequeue_of(state: PrevState) -> Dequeue {
    match state {
        PrevState::Sleeping | PrevState::Uninterruptible | PrevState::IdleThread => Dequeue::Sleep,
        _ => Dequeue::Exit,
    }
}
