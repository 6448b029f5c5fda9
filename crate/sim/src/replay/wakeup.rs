//! Wakeups and forks: placement, and the preemption test.

use sched::{Enqueue, EntityId, Vtime, Wake};

use crate::recording::{Context, Numbers, TaskKind, TaskRef, Wakeup, Waking};
use crate::scenario::Step;

use super::flow::Flow;
use super::report::Aspect;

impl Flow<'_> {
    /// A wakeup begins: the flags before it and whether the task is still queued are shown.
    pub(super) fn begin_wakeup(&mut self, waking: &Waking) {
        self.sync_pending(waking.resched);
        self.waking = Some(waking.task);
        let Some(id) = self.model.entity(waking.task) else { return };
        if let Some(queued) = waking.queued.filter(|_| waking.task != self.running) {
            let modelled = self.model.pool[id].on_rq;
            if !self.score.yes(Aspect::Queued, waking.task, queued, modelled, Self::NO_RULE) {
                self.model.adopt_delayed(id, queued);
            }
        }
        self.model.waking(id, waking.lag);
    }

    /// The task is runnable and the preemption test is made.
    pub(super) fn wakeup(&mut self, wakeup: &Wakeup, fork: bool) {
        self.waking = None;
        if wakeup.task == self.running {
            return;
        }
        let Some(id) = self.model.entity(wakeup.task) else {
            // A task of a higher class takes the CPU from any fair one.
            self.model.pending.hard |= self.runs_fair();
            return;
        };
        self.place(id, wakeup, if fork { Enqueue::Fork } else { Enqueue::Wakeup });
        if self.runs_fair() {
            let wake = Wake { fork, sync: self.is_sync(wakeup) };
            let verdict = self.model.wakeup_preempt(id, wake);
            if !self.score.flags(wakeup.task, wakeup.resched, self.model.pending, verdict.why) {
                self.model.pending = wakeup.resched;
            }
        }
    }

    fn place(&mut self, id: EntityId, wakeup: &Wakeup, how: Enqueue) {
        if let Some(first) = wakeup.numbers.filter(|_| !self.started && self.model.queue.nr_queued() == 0) {
            self.model.queue.start_at(Vtime::from_raw(first.vruntime));
        }
        self.started = true;
        self.model.wake(id, how);
        if let Some(numbers) = wakeup.numbers {
            self.compare_numbers(wakeup.task, id, numbers);
        }
    }

    /// vruntime, deadline and slice; recorded values replace the model's where they differ.
    pub(super) fn compare_numbers(&mut self, task: TaskRef, id: EntityId, recorded: Numbers) {
        let entity = &self.model.pool[id];
        let (v, d, slice) = (entity.vruntime.raw(), entity.deadline.raw(), entity.slice_ns as i64);
        let exact = [
            self.score.number(Aspect::Vruntime, task, recorded.vruntime, v),
            self.score.number(Aspect::Deadline, task, recorded.deadline, d),
            self.score.number(Aspect::Slice, task, recorded.slice_ns, slice),
        ];
        if exact != [true; 3] {
            self.model.adopt(id, recorded);
        }
    }

    /// A byte through a pipe wakes synchronously: the writer promises to sleep.
    fn is_sync(&self, wakeup: &Wakeup) -> bool {
        let TaskKind::Scenario(index) = self.recording.task(wakeup.task).kind else { return false };
        let script = &self.recording.scenario.threads[index].script;
        wakeup.context == Context::Thread && script.iter().any(|step| matches!(step, Step::Read(_)))
    }
}
