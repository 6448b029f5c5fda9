//! Wakeups and forks: placement, and the preemption test.

use sched::{Enqueue, EntityId, Reason, Verdict, Wake};

use crate::recording::{Context, Kind, Numbers, TaskKind, TaskRef, Wakeup, Waking};
use crate::scenario::Step;

use super::ahead;
use super::flow::Flow;
use super::report::Aspect;

/// The clock of a wakeup that charges no task is known better than this, ns.
pub(super) const UNSURE_NS: u64 = 1000;

impl Flow<'_> {
    /// A wakeup begins: the flags before it and whether the task is still queued are shown.
    pub(super) fn begin_wakeup(&mut self, index: usize, waking: &Waking) {
        self.sync_pending(waking.resched);
        self.above.pending = waking.resched.hard;
        if self.is_here(waking) {
            self.waking = Some(waking.task);
            self.wakeup_clock_ns = self.clock_of_wakeup(index);
            self.place_waking(waking);
        }
    }

    /// What a wakeup begins with on the CPU of its task.
    pub(super) fn place_waking(&mut self, waking: &Waking) {
        let Some(id) = self.model.entity(waking.task) else { return };
        if let Some(queued) = waking.queued.filter(|_| waking.task != self.running) {
            let modelled = self.model.pool[id].on_rq;
            if !self.score.yes(Aspect::Queued, waking.task, queued, modelled, Self::NO_RULE) {
                self.model.adopt_delayed(id, queued);
            }
        }
        self.model.waking(id, waking.lag);
    }

    /// The task is runnable and the preemption test is made; `shown`: the flags are those of this CPU.
    pub(super) fn wakeup(&mut self, wakeup: &Wakeup, fork: bool, shown: bool) {
        self.waking = None;
        if wakeup.task == self.running {
            return;
        }
        let Some(id) = self.model.entity(wakeup.task) else {
            return if shown { self.wakeup_above(wakeup) } else { self.wakeup_above_unseen(wakeup.task) };
        };
        self.start_with_woken(wakeup.task, id);
        let how = if fork { Enqueue::Fork } else { self.model.moving.how_woken(id) };
        self.place(id, wakeup, how);
        if self.runs_fair() {
            let wake = Wake { fork, sync: self.is_sync(wakeup) };
            let verdict = if self.is_claimed() {
                Verdict::stay(Reason::HigherClass {})
            } else {
                self.model.at_clock(self.wakeup_clock_ns, |model| model.wakeup_preempt(id, wake))
            };
            if !shown {
                self.score.unclear();
            } else if !self.score.flags(wakeup.task, wakeup.resched, self.model.pending, verdict.why) {
                self.model.pending = wakeup.resched;
            }
        } else if shown && self.above.runs() {
            self.wakeup_below(wakeup);
        }
    }

    pub(super) fn place(&mut self, id: EntityId, wakeup: &Wakeup, how: Enqueue) {
        let is_first = self.model.is_first(id);
        self.model.start_beside(id, wakeup.numbers.map(|numbers| numbers.vruntime));
        self.model.at_clock(self.wakeup_clock_ns, |model| model.wake(id, how));
        if is_first {
            self.adopt_first_group(id);
        }
        if self.wakeup_clock_ns.is_some() {
            self.model.placed_unsurely(id);
        }
        self.note_if_rough(id);
        if let Some(numbers) = wakeup.numbers {
            self.compare_numbers(wakeup.task, id, numbers);
        }
    }

    /// Where a group stood before the recording is not known, nor its lag; it is shown when the group is first switched to.
    fn adopt_first_group(&mut self, id: EntityId) {
        let Some(group) = self.model.queue.group_entity(&self.model.pool, id) else { return };
        let is_of_group = |task| {
            let id = self.model.entity(task)?;
            Some(self.model.queue.group_entity(&self.model.pool, id)? == group)
        };
        let shown = self.recording.events.iter().find_map(|event| match &event.kind {
            Kind::Switch(switch) if is_of_group(switch.next) == Some(true) => switch.next_group,
            _ => None,
        });
        if let Some(shown) = shown {
            self.model.adopt(group, shown.numbers);
        }
    }

    /// vruntime, deadline and slice; recorded values replace the model's where they differ.
    pub(super) fn compare_numbers(&mut self, task: TaskRef, id: EntityId, recorded: Numbers) {
        if self.settles_placement(id, recorded.vruntime) {
            return self.model.adopt(id, recorded);
        }
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

    /// Whether this is the first vruntime shown of an entity that was placed beside a group charged up to an instant that is
    /// only nearly known, and the difference is no more than that: it counts as unclear.
    pub(super) fn settles_placement(&mut self, id: EntityId, recorded: i64) -> bool {
        let unsure = self.model.settle_placement(id);
        let off_ns = self.model.pool[id].vruntime.raw().abs_diff(recorded);
        let unclear = unsure && (1..self.unsure_ns()).contains(&off_ns);
        if unclear {
            self.score.unclear();
        }
        unclear
    }

    /// How near something that is only nearly known is.
    fn unsure_ns(&self) -> u64 {
        match self.recording.cpus {
            1 => UNSURE_NS,
            cpus => u64::from(cpus) * ahead::TURN_NS as u64,
        }
    }

    /// A byte through a pipe wakes synchronously: the writer promises to sleep.
    fn is_sync(&self, wakeup: &Wakeup) -> bool {
        let TaskKind::Scenario(index) = self.recording.task(wakeup.task).kind else { return false };
        let script = &self.recording.scenario.threads[index].script;
        wakeup.context == Context::Thread && script.iter().any(|step| matches!(step, Step::Read(_)))
    }
}
