//! Switches: the block of the previous task, the pick, and the numbers shown with them.

use sched::{Dequeue, EntityId, Family, Feature, Protection};

use crate::recording::{Numbers, PrevState, Switch, TaskRef};

use super::flow::Flow;
use super::report::Aspect;

impl Flow<'_> {
    pub(super) fn switch(&mut self, switch: &Switch) {
        let (prev, next) = (self.model.entity(switch.prev), self.model.entity(switch.next));
        let prev = prev.filter(|prev| self.model.queue.curr() == Some(*prev));
        let blocks = !switch.prev_state.is_runnable();
        if blocks {
            self.changes_until_block(switch.prev);
        }
        if let Some(prev) = prev.filter(|_| blocks) {
            self.model.block(prev, dequeue_of(switch.prev_state));
        }
        if next.is_some() || switch.next == TaskRef::IDLE {
            self.compare_pick(switch, next);
        }
        if let Some((prev, numbers)) = prev.zip(switch.prev_numbers) {
            self.compare_prev(switch, prev, numbers, blocks);
        }
        self.model.switch_to(next);
        if let Some((next, numbers)) = next.zip(switch.next_numbers) {
            self.compare_numbers(switch.next, next, numbers);
        }
        (self.running, self.interrupt, self.waking, self.exiting) = (switch.next, None, None, None);
    }

    /// A thread has made its changes before it blocks.
    fn changes_until_block(&mut self, task: TaskRef) {
        for (target, change) in self.changes.until_block(task, self.score.t_ns) {
            self.change(target, change);
        }
    }

    fn compare_pick(&mut self, switch: &Switch, next: Option<EntityId>) {
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

    /// Whether the blocking task lingers, and the lag it has.
    fn compare_block(&mut self, task: TaskRef, id: EntityId, numbers: Numbers, may_linger: bool) {
        let params = &self.model.queue.params;
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

    /// Up to 6.16 the field of the lag holds the protection marker while the task is
    /// queued, a copy of a deadline; later a delayed task has its negative lag there.
    fn shows_delayed(&self, id: EntityId, numbers: Numbers) -> bool {
        if self.marker_hides_lag() {
            numbers.vlag == self.model.pool[id].protect.raw()
        } else {
            numbers.vlag < 0
        }
    }

    fn marker_hides_lag(&self) -> bool {
        self.model.queue.params.rules.protection == Protection::StashedDeadline
    }
}

fn dequeue_of(state: PrevState) -> Dequeue {
    match state {
        PrevState::Sleeping | PrevState::Uninterruptible | PrevState::IdleThread => Dequeue::Sleep,
        _ => Dequeue::Exit,
    }
}
