//! Accounting updates: which part of the kernel charged, and what follows from it.
//!
//! An update inside a wakeup is part of it, one after a tick or slice timer is its
//! handler's. Any other is the charge of a schedule() if a switch follows at once; else of
//! an exit, of a schedule() that kept the task if a request was pending, of a fork, of a
//! yield, or of an attribute change, in this order of evidence.

use sched::{Change, Vtime};

use crate::recording::{Flags, PrevState, TaskRef};

use super::ahead::{self, Shown};
use super::flow::{Flow, Interrupt};
use super::report::Aspect;

/// Who charged.
#[derive(Clone, Copy)]
enum Role {
    /// A wakeup that is under way.
    Wakeup,
    /// A tick or slice timer.
    Interrupt(Interrupt),
    /// A schedule() that switches right after.
    Schedule,
    /// sched_yield.
    Yield,
    /// The move of an exiting task.
    ExitMove,
    /// A schedule() that keeps the task.
    Keep,
    /// A fork.
    Fork,
    /// A change that the task makes, or nothing that can be known.
    Own,
}

impl Flow<'_> {
    /// An update of the running task, `ran_ns` after the last; CFS kernels say which
    /// vruntime it led to.
    pub(super) fn update(&mut self, index: usize, task: TaskRef, ran_ns: i64, vruntime: Option<i64>) {
        let Some(id) = self.model.entity(task).filter(|id| self.model.queue.curr() == Some(*id)) else {
            return;
        };
        let role = self.role(index, task);
        match role {
            Role::Interrupt(interrupt) => self.interrupt_update(index, task, ran_ns, interrupt),
            _ => {
                self.model.charge(ran_ns);
            }
        }
        if let Some(recorded) = vruntime {
            self.compare_vruntime(task, id, recorded);
        }
        if let Some(child) = self.forks[index] {
            self.model.fork(child);
        }
        self.consequence(index, task, role);
    }

    fn role(&self, index: usize, task: TaskRef) -> Role {
        let pending = self.model.pending.any();
        if self.waking.is_some() {
            return Role::Wakeup;
        }
        if let Some(interrupt) = self.interrupt {
            return Role::Interrupt(interrupt);
        }
        let yields = !pending && ahead::yields(self.recording, task);
        match ahead::adjacent_switch(self.recording, index, task) {
            Some(switch) if yields && switch.prev_state == PrevState::Runnable => Role::Yield,
            Some(_) => Role::Schedule,
            None if self.exiting == Some(task) => Role::ExitMove,
            None if pending => Role::Keep,
            None if self.is_fork(index) => Role::Fork,
            None if yields => Role::Yield,
            None => Role::Own,
        }
    }

    /// Whether an update belongs to the creation of a thread.
    fn is_fork(&self, index: usize) -> bool {
        self.forks[index].is_some() || ahead::creates(self.recording, index)
    }

    fn consequence(&mut self, index: usize, task: TaskRef, role: Role) {
        match role {
            Role::Wakeup | Role::Interrupt(_) | Role::Schedule | Role::Fork => {}
            Role::Keep => self.keep(),
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
                if let Some((target, change)) = self.changes.next_of(task) {
                    self.change(target, change);
                }
            }
        }
    }

    pub(super) fn change(&mut self, target: TaskRef, change: Change) {
        if let Some(id) = self.model.entity(target) {
            self.model.change(id, change);
        }
    }

    /// A tick's or slice timer's charge and test.
    fn interrupt_update(&mut self, index: usize, task: TaskRef, ran_ns: i64, interrupt: Interrupt) {
        self.interrupt = None;
        let already = self.model.pending.any();
        let verdict = if interrupt.hrtick { self.model.hrtick(ran_ns) } else { self.model.tick(ran_ns) };
        if already {
            return;
        }
        let asks = verdict.resched > sched::Resched::No;
        let aspect = if interrupt.hrtick { Aspect::Hrtick } else { Aspect::Tick };
        let kernel = match ahead::request_after(self.recording, index, interrupt.began_ns, task) {
            Shown::Unclear => return self.score.unclear(),
            Shown::Requested => true,
            Shown::NotRequested => false,
        };
        if !self.score.yes(aspect, task, kernel, asks, verdict.why) {
            self.model.pending = Flags { hard: kernel, lazy: false };
        }
    }

    fn compare_vruntime(&mut self, task: TaskRef, id: sched::EntityId, recorded: i64) {
        let modelled = self.model.pool[id].vruntime.raw();
        if !self.score.number(Aspect::Vruntime, task, recorded, modelled) {
            self.model.pool[id].vruntime = Vtime::from_raw(recorded);
        }
    }
}
