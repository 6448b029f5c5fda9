//! Accounting updates: which part of the kernel charged, and what follows from it.
//!
//! An update inside a wakeup is part of it, one after a tick or slice timer is its
//! handler's. Any other is the charge of a schedule() if a switch follows at once; else of
//! an exit, of a schedule() that kept the task if a request was pending, of a fork, of a
//! yield, or of an attribute change, in this order of evidence.

use sched::{Change, Family, Vtime};

use crate::program::Op;
use crate::recording::{Flags, Kind, PrevState, TaskRef};

use super::ahead::{self, Shown};
use super::flow::{Flow, Interrupt};
use super::report::Aspect;

/// Who charged.
#[derive(Clone, Copy)]
enum Role {
    /// A wakeup that is under way.
    Wakeup,
    /// A period that begins, and lets tasks go on.
    Period,
    /// A tick or slice timer.
    Interrupt(Interrupt),
    /// A schedule() that switches right after.
    Schedule,
    /// sched_yield.
    Yield,
    /// The move of an exiting task.
    ExitMove,
    /// A schedule() that finds nobody; before the CPU goes idle the clock is read again, and the task is charged once more.
    Idle,
    /// A schedule() that keeps the task.
    Keep,
    /// A fork.
    Fork,
    /// The task is parked, and interrupts come before the switch.
    Park,
    /// A change that the task makes, or nothing that can be known.
    Own,
}

impl Flow<'_> {
    /// An update of the running task, `ran_ns` after the last; CFS kernels say which
    /// vruntime it led to.
    pub(super) fn update(&mut self, index: usize, task: TaskRef, ran_ns: i64, vruntime: Option<i64>) {
        let Some(id) = self.model.entity(task).filter(|id| self.model.queue.curr() == Some(*id)) else {
            return self.update_above(index, task, ran_ns);
        };
        let ran_ns = ran_ns - std::mem::take(&mut self.early_ns);
        let role = self.role(index, task);
        let served = self.charge_server(index, task, role, ran_ns);
        match role {
            Role::Interrupt(interrupt) => self.interrupt_update(index, task, ran_ns, (interrupt, served)),
            _ => {
                let own_ns = self.own_of_merged(index, task, ran_ns).unwrap_or(0);
                self.model.charge(own_ns);
                self.model.charge(ran_ns - own_ns);
            }
        }
        self.rough |= self.recording.cpus > 1 && vruntime.is_none() && self.is_cfs();
        self.note_if_rough(id);
        if let Some(recorded) = vruntime {
            self.compare_vruntime(task, id, recorded);
        }
        if let Some(child) = self.forks[index] {
            self.model.fork(child);
        }
        self.model.pending.hard |= served;
        self.consequence(index, task, role);
    }

    /// Charges the fair server and says whether that uses up its budget; schedule() does so only with its pick.
    fn charge_server(&mut self, index: usize, task: TaskRef, role: Role, ran_ns: i64) -> bool {
        let with_pick = match role {
            Role::Schedule => ahead::goes_on(self.recording, index, task),
            Role::Keep => true,
            _ => false,
        };
        if with_pick {
            self.unserved_ns = ran_ns;
        }
        !with_pick && self.above.serve(ran_ns)
    }

    fn role(&self, index: usize, task: TaskRef) -> Role {
        let pending = self.model.pending.any();
        if self.waking.is_some() {
            return Role::Wakeup;
        }
        if self.periods.begins() {
            return Role::Period;
        }
        if let Some(interrupt) = self.interrupt {
            return Role::Interrupt(interrupt);
        }
        let yields = !pending && ahead::yields(self.recording, task);
        match ahead::adjacent_switch(self.recording, index, task) {
            Some(switch) if yields && switch.prev_state == PrevState::Runnable => Role::Yield,
            Some(_) => Role::Schedule,
            None if self.exiting == Some(task) => Role::ExitMove,
            None if pending && ahead::goes_idle(self.recording, index, task) => Role::Idle,
            None if pending => Role::Keep,
            None if self.is_fork(index) => Role::Fork,
            None if yields => Role::Yield,
            None if self.model.must_park(task) => Role::Park,
            None => Role::Own,
        }
    }

    /// Whether an update belongs to the creation of a thread.
    fn is_fork(&self, index: usize) -> bool {
        self.forks[index].is_some() || ahead::creates(self.recording, index)
    }

    fn is_cfs(&self) -> bool {
        self.model.queue.params().family == Family::Cfs
    }

    fn consequence(&mut self, index: usize, task: TaskRef, role: Role) {
        match role {
            Role::Wakeup | Role::Interrupt(_) | Role::Schedule | Role::Fork => {}
            Role::Period => self.begin_period(),
            Role::Keep => self.keep(),
            Role::Park => drop(self.model.entity(task).map(|id| self.model.park(id))),
            Role::Idle => drop(self.model.pick()),
            Role::ExitMove => {
                self.exiting = None;
                self.change(task, Change::ExitMove);
            }
            Role::Yield => {
                self.model.yield_curr();
                if !ahead::switch_after_yield(self.recording, index, task) {
                    self.keep();
                }
            }
            Role::Own => {
                if let Some(op) = self.changes.next_of(task) {
                    self.make_own(index, op);
                }
            }
        }
    }

    /// A change that the running task makes, which this update was charged for. One of 0 only marks it: then groups around the task
    /// may be charged, and at what time is said by the next update.
    fn make_own(&mut self, index: usize, op: Op) {
        let (charged_ns, t_ns) = (self.model.clock_ns, self.recording.events[index].t_ns);
        let marks = matches!(self.recording.events[index].kind, Kind::Runtime { ran_ns: 0, .. });
        if marks && self.runs_in_group() {
            self.model.clock_ns = self.clock_at(index + 1, t_ns);
        }
        self.make(op);
        self.model.clock_ns = charged_ns;
    }

    pub(super) fn change(&mut self, target: TaskRef, change: Change) {
        if let Some(id) = self.model.entity(target) {
            self.model.change(id, change);
        }
    }

    /// A tick's or slice timer's charge and test. `served`: the charge used up the fair server.
    fn interrupt_update(
        &mut self,
        index: usize,
        task: TaskRef,
        ran_ns: i64,
        (interrupt, served): (Interrupt, bool),
    ) {
        self.interrupt = None;
        let already = self.model.pending.any();
        let within_ns = ahead::served_within_ns(self.recording);
        let own_ns = self.own_of_merged(index, task, ran_ns).filter(|own_ns| ran_ns - own_ns <= within_ns);
        self.rough |= own_ns.is_none() && self.recording.cpus > 1;
        let own_ns = own_ns.unwrap_or(ran_ns);
        let verdict = if interrupt.hrtick { self.model.hrtick(own_ns) } else { self.model.tick(own_ns) };
        if !already {
            self.compare_interrupt(index, task, (interrupt, served), verdict);
        }
        if own_ns < ran_ns {
            self.model.charge(ran_ns - own_ns);
        }
    }

    /// Whether a tick or slice timer asks for a reschedule.
    pub(super) fn compare_interrupt(
        &mut self,
        index: usize,
        task: TaskRef,
        (interrupt, served): (Interrupt, bool),
        verdict: sched::Verdict,
    ) {
        let asks = served || verdict.resched > sched::Resched::No;
        let aspect = if interrupt.hrtick { Aspect::Hrtick } else { Aspect::Tick };
        let parks = self.model.must_park(task);
        let kernel = match ahead::request_after(self.recording, index, interrupt.began_ns, (task, parks)) {
            Shown::Unclear => return self.score.unclear(),
            Shown::Requested => true,
            Shown::NotRequested if asks && self.recording.cpus > 1 => return self.keep_unseen(),
            Shown::NotRequested => false,
        };
        if !self.score.yes(aspect, task, kernel, asks, verdict.why) {
            self.model.pending = Flags { hard: kernel, lazy: false };
        }
    }

    pub(super) fn compare_vruntime(&mut self, task: TaskRef, id: sched::EntityId, recorded: i64) {
        let modelled = self.model.pool[id].vruntime.raw();
        let unclear = self.settles_placement(id, recorded);
        if unclear || !self.score.number(Aspect::Vruntime, task, recorded, modelled) {
            self.model.pool[id].vruntime = Vtime::from_raw(recorded);
        }
    }
}
