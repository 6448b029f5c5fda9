//! Reading the order of recorded events.

use sched::{ArmAt, Params, Reason};

use crate::recording::{Flags, Kind, Recording, TaskRef};

use super::above::Above;
use super::ahead;
use super::changes::Changes;
use super::compare::Score;
use super::model::{FirstCharge, Model};
use super::periods::Periods;
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
    /// The CPU that is followed, and how many of its events were.
    pub(super) cpu: u32,
    pub(super) at: usize,
    pub(super) first_charge: Option<FirstCharge>,
    pub(super) model: Model,
    pub(super) above: Above,
    pub(super) score: Score<'r>,
    pub(super) changes: Changes<'r>,
    pub(super) forks: Vec<Option<TaskRef>>,
    pub(super) running: TaskRef,
    pub(super) interrupt: Option<Interrupt>,
    pub(super) waking: Option<TaskRef>,
    /// When the wakeup that is under way read the clock, if it charges no task.
    pub(super) wakeup_clock_ns: Option<u64>,
    /// When a task was charged last, if the CPU was not idle since.
    pub(super) charged_at_ns: Option<i64>,
    pub(super) exiting: Option<TaskRef>,
    /// A woken task of a higher class has asked for the CPU that a fair one has.
    pub(super) claimed: bool,
    /// The running task has blocked, and its CPU looked for work before the switch.
    pub(super) blocked: bool,
    /// What the running task was charged of its next recorded charge already.
    pub(super) early_ns: i64,
    /// Charges are only nearly known since numbers were last shown.
    pub(super) rough: bool,
    /// What the running fair task was charged by the schedule() that is under way; its server is charged after the pick.
    pub(super) unserved_ns: i64,
    pub(super) periods: Periods,
}

impl<'r> Flow<'r> {
    pub(super) fn new(
        recording: &'r Recording,
        (cpu, first_charge): (u32, Option<FirstCharge>),
        params: Params,
    ) -> Flow<'r> {
        Flow {
            recording,
            cpu,
            first_charge,
            at: 0,
            above: Above::new(recording, &params),
            model: Model::new(recording, (cpu, first_charge), params),
            periods: Periods::new(recording),
            score: Score::new(recording),
            changes: Changes::new(recording),
            forks: ahead::forks(recording),
            running: TaskRef::IDLE,
            interrupt: None,
            waking: None,
            wakeup_clock_ns: None,
            charged_at_ns: None,
            exiting: None,
            unserved_ns: 0,
            claimed: false,
            blocked: false,
            early_ns: 0,
            rough: false,
        }
    }

    pub(super) fn run(mut self) -> Report {
        for index in 0..self.recording.events.len() {
            self.step(index);
        }
        self.score.report
    }

    pub(super) fn step(&mut self, index: usize) {
        let event = &self.recording.events[index];
        self.score.t_ns = event.t_ns;
        self.advance_above();
        self.end_empty_interrupt(event.t_ns);
        self.end_periods(index);
        if self.changes_from_elsewhere(index) {
            return;
        }
        match &event.kind {
            Kind::Switch(switch) => self.switch(index, switch),
            Kind::Waking(waking) => self.begin_wakeup(index, waking),
            Kind::Wakeup(wakeup) => self.wakeup(wakeup, false, true),
            Kind::WakeupNew(wakeup) => self.wakeup(wakeup, true, true),
            Kind::Runtime { task, ran_ns, vruntime } => {
                self.update(index, *task, *ran_ns, *vruntime);
                self.charged_at_ns = Some(event.t_ns);
            }
            Kind::Tick { resched, .. } => {
                self.begin_interrupt(*resched, event.t_ns, false);
                self.tick_above(index, event.t_ns);
            }
            Kind::Hrtick { resched, .. } => self.begin_interrupt(*resched, event.t_ns, true),
            Kind::Exit { task } => self.exiting = self.model.entity(*task).map(|_| *task),
            Kind::Hrtimer { function } => {
                self.hrtimer(function);
                self.timer_above(function);
            }
            Kind::Migrate { .. } => {}
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
        self.above.pending = resched.hard;
        self.interrupt = Some(Interrupt { began_ns, hrtick });
    }

    /// A handler that charged nothing leaves no update: one that comes later is not its own. Right after a switch
    /// there is nothing to charge where kernel paths take no time.
    fn end_empty_interrupt(&mut self, now_ns: i64) {
        let over = |interrupt: &Interrupt| {
            now_ns > interrupt.began_ns.saturating_add(ahead::served_within_ns(self.recording))
        };
        self.interrupt = self.interrupt.filter(|interrupt| !over(interrupt));
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
        if let Some((chosen, why)) = self.above.pick() {
            self.score.pick(Aspect::Keep, Some(self.running), Some(chosen), why);
        } else if let Some(pick) = self.model.pick() {
            let chosen = self.model.task(pick.next);
            self.score.pick(Aspect::Keep, Some(self.running), Some(chosen), pick.why);
        }
        self.above.serve(std::mem::take(&mut self.unserved_ns));
        self.model.pending = Flags::default();
        self.claimed = false;
        self.model.arm(ArmAt::Pick);
    }

    /// The same where the charges of a handler and of schedule() are recorded as one: if nothing shows how long each was, a pick
    /// that would be another one is unclear.
    pub(super) fn keep_unseen(&mut self) {
        let pick = self.model.pick().map(|pick| self.model.task(pick.next));
        if self.rough && pick != Some(self.running) {
            self.model.pending = Flags::default();
            return self.score.unclear();
        }
        self.keep();
    }

    /// A reason for comparisons in which no rule of the policy decides.
    pub(super) const NO_RULE: Reason = Reason::Nothing {};
}
