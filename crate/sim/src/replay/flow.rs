//! Reading the order of recorded events.

use sched::{ArmAt, Family, Params, Reason};

use crate::recording::{Flags, Kind, Recording, TaskRef};

use super::ahead;
use super::changes::Changes;
use super::compare::Score;
use super::model::Model;
use super::report::{Aspect, Report};

/// A handler that has begun and not yet charged.
#[derive(Clone, Copy)]
pub(super) struct Interrupt {
    pub(super) began_ns: i64,
    pub(super) hrtick: bool,
}

/// A replay in progress.
pub(super) struct Flow<'r> {
    pub(super) recording: &'r Recording,
    pub(super) model: Model,
    pub(super) score: Score<'r>,
    pub(super) changes: Changes<'r>,
    pub(super) forks: Vec<Option<TaskRef>>,
    pub(super) running: TaskRef,
    pub(super) interrupt: Option<Interrupt>,
    pub(super) waking: Option<TaskRef>,
    pub(super) exiting: Option<TaskRef>,
    pub(super) started: bool,
}

impl<'r> Flow<'r> {
    pub(super) fn new(recording: &'r Recording, params: Params) -> Flow<'r> {
        Flow {
            recording,
            model: Model::new(recording, params),
            score: Score::new(recording),
            changes: Changes::new(recording),
            forks: ahead::forks(recording),
            running: TaskRef::IDLE,
            interrupt: None,
            waking: None,
            exiting: None,
            started: params.family == Family::Cfs,
        }
    }

    pub(super) fn run(mut self) -> Report {
        for index in 0..self.recording.events.len() {
            self.step(index);
        }
        self.score.report
    }

    fn step(&mut self, index: usize) {
        let event = &self.recording.events[index];
        self.score.t_ns = event.t_ns;
        match &event.kind {
            Kind::Switch(switch) => self.switch(switch),
            Kind::Waking(waking) => self.begin_wakeup(waking),
            Kind::Wakeup(wakeup) => self.wakeup(wakeup, false),
            Kind::WakeupNew(wakeup) => self.wakeup(wakeup, true),
            Kind::Runtime { task, ran_ns, vruntime } => self.update(index, *task, *ran_ns, *vruntime),
            Kind::Tick { resched, .. } => self.begin_interrupt(*resched, event.t_ns, false),
            Kind::Hrtick { resched, .. } => self.begin_interrupt(*resched, event.t_ns, true),
            Kind::Exit { task } => self.exiting = self.model.entity(*task).map(|_| *task),
            Kind::Migrate { .. } | Kind::Hrtimer { .. } => {}
        }
    }

    /// Whether a task of the fair class is running.
    pub(super) fn runs_fair(&self) -> bool {
        self.model.queue.curr().is_some()
    }

    /// A handler begins; a lazy request that is still pending becomes a hard one at a tick.
    fn begin_interrupt(&mut self, resched: Flags, began_ns: i64, hrtick: bool) {
        self.sync_pending(resched);
        if self.model.pending.lazy && !hrtick {
            self.model.pending.hard = true;
        }
        self.interrupt = Some(Interrupt { began_ns, hrtick });
    }

    /// The recording shows the flags. If they are clear though a request was pending, a
    /// schedule() kept the task at the instant of the request, which leaves no event.
    pub(super) fn sync_pending(&mut self, shown: Flags) {
        if self.runs_fair() && self.model.pending.any() && !shown.any() {
            self.keep();
        }
        if shown.any() != self.model.pending.any() {
            self.model.pending = shown;
        }
    }

    /// schedule() kept the running task: the pick must be it.
    pub(super) fn keep(&mut self) {
        if let Some(pick) = self.model.pick() {
            let chosen = self.model.task(pick.next);
            self.score.pick(Aspect::Keep, Some(self.running), Some(chosen), pick.why);
        }
        self.model.pending = Flags::default();
        self.model.arm(ArmAt::Pick);
    }

    /// A reason for comparisons in which no rule of the policy decides.
    pub(super) const NO_RULE: Reason = Reason::Nothing {};
}
