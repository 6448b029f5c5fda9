//! Changes of policy: inside a class, and from one class to another.

use sched::{
    ArmAt, Change, Class, Enqueue, EntityId, GroupId, Reason, Resched, RtEntity, RtPolicy, Verdict, Wake,
};

use super::{Observer, Sim};
use crate::scheduling::Scheduling;
use crate::task::State;
use crate::trace::{IDLE, Kind};

impl Sim {
    /// `task` gets another policy (`__sched_setscheduler`); returns whether that asks for a reschedule.
    pub(super) fn set_policy<O: Observer>(
        &mut self,
        cpu: usize,
        task: u16,
        to: Scheduling,
        out: &mut O,
    ) -> Verdict {
        let known = &self.tasks[usize::from(task)];
        let (from, id) = (known.class, known.id);
        if let Some(refused) = self.refusal(cpu, id, to) {
            return Verdict::stay(refused);
        }
        let priority = (from == Class::Realtime).then(|| self.rt[id].priority);
        let verdict = self.give_policy(cpu, task, to, out);
        self.urgency_changed(cpu, task, priority, out);
        verdict
    }

    fn give_policy<O: Observer>(&mut self, cpu: usize, task: u16, to: Scheduling, out: &mut O) -> Verdict {
        let known = &self.tasks[usize::from(task)];
        let (from, id, now_ns) = (known.class, known.id, self.now_ns);
        let here = &mut self.cpus[cpu];
        match to {
            _ if from != to.class() => self.change_class(cpu, task, to, out),
            Scheduling::Deadline(_) => self.change_class(cpu, task, to, out),
            Scheduling::Fair(policy) => {
                let hard = here.pending == Resched::Hard;
                here.fair.change(&mut self.pool, id, Change::Policy(policy), hard, now_ns)
            }
            Scheduling::Realtime(policy, priority) => {
                let verdict = here.rt.change(&mut self.pool, &mut self.rt, id, (policy, priority), now_ns);
                self.note_throttled(cpu, verdict, out);
                verdict
            }
        }
    }

    /// A reservation may be more than there is.
    fn refusal(&self, cpu: usize, id: EntityId, to: Scheduling) -> Option<Reason> {
        let Scheduling::Deadline(params) = to else { return None };
        let overbooked = self.cpus[cpu].deadline.fits(&self.deadline, id, &params).err()?;
        Some(Reason::DlRefused { sum: overbooked.sum as i64, limit: overbooked.limit as i64 })
    }

    /// Out of one class and into another, in the kernel's order: off the queue, put, changed, onto the queue, set.
    fn change_class<O: Observer>(&mut self, cpu: usize, task: u16, to: Scheduling, out: &mut O) -> Verdict {
        let from = self.tasks[usize::from(task)].class;
        let running = self.cpus[cpu].curr == Some(task);
        let held = self.state(task) == State::Throttled;
        let queued = self.leave_class(cpu, task, out);
        self.join_class(cpu, task, to, queued);
        if held && !self.is_held_back(task) {
            let why = Reason::ClassChanged { from: from.rank(), to: to.class().rank() };
            self.emit(out, cpu, Kind::Unthrottled, [task, IDLE], why);
        }
        let mut charge = Verdict::stay(Reason::Nothing {});
        if queued {
            charge = self.enqueue(cpu, task, Enqueue::Restore, out);
        }
        if running && queued {
            self.set_next(cpu, task, false);
        }
        let verdict = match (queued, running) {
            (false, _) => Verdict::stay(Reason::ClassChanged { from: from.rank(), to: to.class().rank() }),
            (true, true) => class_changed(from, to.class()),
            (true, false) => self.wakeup_preempt(cpu, task, Wake::default()),
        };
        Verdict { resched: verdict.resched.max(charge.resched), ..verdict }
    }

    /// Whether it was queued, and so goes onto the queue of its new class.
    fn leave_class<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) -> bool {
        let (known, here) = (&self.tasks[usize::from(task)], &mut self.cpus[cpu]);
        let (id, now_ns) = (known.id, self.now_ns);
        if known.class == Class::Fair {
            let queued = here.fair.leave_class(&mut self.pool, id, now_ns);
            self.arm_hrtick(cpu, ArmAt::QueueChange);
            return queued;
        }
        let is_deadline = known.class == Class::Deadline;
        let queued = self.is_queued(task);
        if queued && is_deadline {
            self.dequeue_deadline(cpu, id, false);
        } else if queued {
            let verdict = self.cpus[cpu].rt.dequeue(&mut self.pool, &mut self.rt, id, now_ns);
            self.note_throttled(cpu, verdict, out);
        }
        if self.cpus[cpu].curr == Some(task) {
            self.put_prev(cpu);
        }
        if is_deadline {
            self.cpus[cpu].deadline.leave(&mut self.deadline, id);
        }
        queued
    }

    /// The task is of its new class from here on, with the parameters of that.
    fn join_class(&mut self, cpu: usize, task: u16, to: Scheduling, queued: bool) {
        let known = &mut self.tasks[usize::from(task)];
        known.class = to.class();
        let (id, here) = (known.id, &mut self.cpus[cpu]);
        match to {
            Scheduling::Fair(policy) => here.fair.join_class(&mut self.pool, id, policy, queued),
            Scheduling::Realtime(policy, priority) => self.join_realtime(cpu, task, policy, priority),
            Scheduling::Deadline(params) => here.deadline.join(&mut self.deadline, id, params),
        }
    }

    /// An exiting task is moved out of its autogroup, which asks for a reschedule. A realtime one goes behind its equals.
    pub(super) fn exit_move(&mut self, cpu: usize, task: u16) -> Verdict {
        let (known, here) = (&self.tasks[usize::from(task)], &mut self.cpus[cpu]);
        if known.class != Class::Fair {
            here.rt.yield_curr(&mut self.rt);
            return Verdict::hard(Reason::ExitMoved {});
        }
        let hard = here.pending == Resched::Hard;
        let leaves = self.plan.groups.is_autogroup(self.pool[known.id].group);
        let change = if leaves { Change::Group(GroupId::ROOT) } else { Change::ExitMove };
        let moved = here.fair.change(&mut self.pool, known.id, change, hard, self.now_ns);
        Verdict { why: Reason::ExitMoved {}, ..moved }
    }

    /// A deadline task yields: its job is done, and the rest of its budget given up.
    pub(super) fn yield_budget<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) {
        self.end_job(cpu, task, out);
        let here = &mut self.cpus[cpu];
        let verdict = here.deadline.yield_curr(&mut self.pool, &mut self.deadline, here.clock_ns);
        here.count_deadline();
        self.note_deadline(cpu, verdict, out);
    }

    /// What the realtime class has to know of a task; the rest of an RR quantum is kept from the last time.
    pub(super) fn join_realtime(&mut self, cpu: usize, task: u16, policy: RtPolicy, priority: u8) {
        let id = self.tasks[usize::from(task)].id;
        let left_ticks = self.rt.get(id).map(|entity| entity.time_slice_ticks);
        let ticks = left_ticks.unwrap_or(self.cpus[cpu].rt.quantum_ticks());
        self.rt.set(id, RtEntity::new(policy, priority, ticks));
    }
}

/// A running task that goes down to a lower class has to compete at once; one that goes up runs on.
fn class_changed(from: Class, to: Class) -> Verdict {
    let why = Reason::ClassChanged { from: from.rank(), to: to.rank() };
    if to < from { Verdict::hard(why) } else { Verdict::stay(why) }
}
