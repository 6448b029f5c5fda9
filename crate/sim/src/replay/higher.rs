//! Events of the classes above fair: what the model of them says, and what the recording shows.

use sched::{Reason, Resched, Verdict, WakeClass};

use crate::recording::{Flags, TaskRef, Wakeup};

use super::ahead::{self, Shown};
use super::flow::Flow;
use super::report::Aspect;

impl Flow<'_> {
    /// A task of these classes is runnable: the flag after the test that a higher class passes at once.
    pub(super) fn wakeup_above(&mut self, wakeup: &Wakeup) {
        let runs_fair = self.runs_fair();
        self.claimed |= runs_fair;
        let Some(verdict) = self.above.wake(wakeup.task, runs_fair) else {
            self.model.pending.hard |= runs_fair && !self.above.has(wakeup.task);
            return;
        };
        let asks = verdict.resched == Resched::Hard;
        if runs_fair {
            self.model.pending.hard |= asks;
            let modelled = self.model.pending;
            if !self.score.flags(wakeup.task, wakeup.resched, modelled, verdict.why) {
                self.model.pending = wakeup.resched;
            }
        } else if self.above.runs() {
            self.above.pending |= asks;
            let modelled = Flags { hard: self.above.pending, lazy: wakeup.resched.lazy };
            self.score.flags(wakeup.task, wakeup.resched, modelled, verdict.why);
            self.above.pending = wakeup.resched.hard;
        }
    }

    /// An update of a running task of these classes.
    pub(super) fn update_above(&mut self, index: usize, task: TaskRef, ran_ns: i64) {
        let interrupt = self.interrupt.take().filter(|_| self.waking.is_none());
        let already = self.above.pending;
        let Some(verdict) = self.above.charge(task, ran_ns, interrupt.is_some()) else { return };
        if let Some(interrupt) = interrupt.filter(|_| !already) {
            let aspect = if interrupt.hrtick { Aspect::Hrtick } else { Aspect::Tick };
            self.compare_request(aspect, index, interrupt.began_ns, (task, verdict));
        }
        let switch = ahead::adjacent_switch(self.recording, index, task);
        if switch.is_some_and(|switch| switch.prev_state.is_runnable()) && ahead::yields(self.recording, task)
        {
            self.above.yield_curr();
        }
    }

    /// A tick that hits a task of these classes whose charges are not recorded.
    pub(super) fn tick_above(&mut self, index: usize, t_ns: i64) {
        let (task, already) = (self.running, self.above.pending);
        let Some(verdict) = self.above.uncharged_tick() else { return };
        if !already {
            self.compare_request(Aspect::Tick, index, t_ns, (task, verdict));
        }
    }

    fn compare_request(
        &mut self,
        aspect: Aspect,
        index: usize,
        began_ns: i64,
        (task, verdict): (TaskRef, Verdict),
    ) {
        let kernel = match ahead::request_after(self.recording, index, began_ns, (task, false)) {
            Shown::Unclear => return self.score.unclear(),
            Shown::Requested => true,
            Shown::NotRequested => false,
        };
        let asks = verdict.resched == Resched::Hard;
        self.score.yes(aspect, task, kernel, asks, verdict.why);
        self.above.pending = kernel;
    }

    /// Time goes on to an event: timers that should have expired before it count as wrong.
    pub(super) fn advance_above(&mut self) {
        for _ in 0..self.above.advance(self.score.t_ns) {
            self.score.yes(Aspect::Timer, self.running, false, true, Self::NO_RULE);
        }
    }

    /// Whether a woken fair task is not tested, as the CPU is to go to a higher class.
    pub(super) fn is_claimed(&self) -> bool {
        self.claimed && self.model.queue.params().rules.wake_class == WakeClass::Next
    }

    /// A fair task woke beside a running one of these classes: it asks for nothing.
    pub(super) fn wakeup_below(&mut self, wakeup: &Wakeup) {
        let modelled = Flags { hard: self.above.pending, lazy: false };
        self.score.flags(wakeup.task, wakeup.resched, modelled, Reason::HigherClass {});
        self.above.pending = wakeup.resched.hard;
    }

    /// A timer of these classes.
    pub(super) fn timer_above(&mut self, function: &str) {
        let due = self.above.expire(function, self.score.t_ns);
        if self.runs_fair() {
            self.model.pending.hard |= std::mem::take(&mut self.above.pending);
        }
        if let Some(due) = due {
            self.score.yes(Aspect::Timer, self.running, true, due, Self::NO_RULE);
        }
    }

    /// Whether the pick was one of these classes, by the model or by the recording; then it is compared.
    pub(super) fn compare_pick_above(&mut self, next: TaskRef) -> bool {
        let modelled = self.above.pick();
        if modelled.is_none() && !self.above.has(next) {
            return false;
        }
        let why = modelled.map_or(Self::NO_RULE, |(_, why)| why);
        self.score.pick(Aspect::Pick, Some(next), modelled.map(|(task, _)| task), why);
        true
    }
}
