//! Tasks move between CPUs: asleep before they wake, waiting, or off the CPU on which they run.

use sched::{ArmAt, Class, Reason, Resched, Wake};
use smp::CpuSet;

use super::{Observer, Sim};
use crate::trace::Kind;

/// A task that was taken off its CPU and is not on another one yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pushed {
    task: u16,
    from: usize,
    to: usize,
    why: Why,
}

/// Code and operands of a reason, be it one of the policy or one between CPUs.
pub(crate) type Why = (u8, [i64; 2]);

/// The reason of a move that nobody decided for its own sake: affinity leaves no choice.
const NO_CHOICE: Why = (0, [0; 2]);

impl Sim {
    /// Whether the running task of a CPU is to be moved to another one; panics if there is no such CPU.
    pub fn is_pushing(&self, cpu: u16) -> bool {
        let curr = self.cpus[usize::from(cpu)].curr;
        curr.is_some_and(|curr| self.tasks[usize::from(curr)].leaves_to.is_some())
    }

    /// A sleeping task is going to wake on another CPU.
    pub(super) fn move_asleep(&mut self, task: u16, to: usize) {
        let known = &mut self.tasks[usize::from(task)];
        let from = usize::from(known.cpu);
        (known.cpu, known.migrated) = (to as u16, true);
        if known.class == Class::Fair {
            self.cpus[from].fair.leave_asleep(&mut self.pool, known.id);
            self.track_departure(from, task);
        }
    }

    /// A waiting task goes to another CPU, and may preempt there if that is in question (`tests`).
    pub(super) fn move_waiting<O: Observer>(
        &mut self,
        task: u16,
        to: usize,
        why: Why,
        tests: bool,
        out: &mut O,
    ) {
        let pushed = self.take_off(task, to, why, out);
        self.put_on(pushed, tests, out);
    }

    fn take_off<O: Observer>(&mut self, task: u16, to: usize, why: Why, out: &mut O) -> Pushed {
        let from = self.home(task);
        self.reach(from);
        self.cpus[from].clock_ns = self.now_ns;
        match self.tasks[usize::from(task)].class {
            Class::Realtime => self.detach_realtime(from, task, out),
            _ => self.detach_fair(from, task),
        }
        self.look(from);
        Pushed { task, from, to, why }
    }

    fn detach_fair(&mut self, from: usize, task: u16) {
        let id = self.entity_id(task);
        self.track_detach(from, task);
        let charge = self.cpus[from].fair.detach(&mut self.pool, id, self.now_ns);
        self.cpus[from].request(charge.resched, Kind::SwitchTick);
        self.arm_hrtick(from, ArmAt::QueueChange);
        if self.cpus[from].above && self.cpus[from].fair.nr_runnable() == 0 {
            self.cpus[from].deadline.server_stop(false);
        }
    }

    fn attach_fair<O: Observer>(&mut self, to: usize, task: u16, out: &mut O) {
        let id = self.entity_id(task);
        self.track_attach(to, task);
        let charge = self.cpus[to].fair.attach(&mut self.pool, id, self.now_ns);
        self.cpus[to].request(charge.resched, Kind::SwitchPreempted);
        self.arm_hrtick(to, ArmAt::QueueChange);
        self.serve_joined(to, out);
    }

    fn detach_realtime<O: Observer>(&mut self, from: usize, task: u16, out: &mut O) {
        let id = self.entity_id(task);
        let verdict = self.cpus[from].rt.dequeue(&mut self.pool, &mut self.rt, id, self.now_ns);
        self.note_throttled(from, verdict, out);
    }

    fn put_on<O: Observer>(&mut self, pushed: Pushed, tests: bool, out: &mut O) {
        let Pushed { task, from, to, why } = pushed;
        self.reach(to);
        self.tasks[usize::from(task)].cpu = to as u16;
        self.cpus[to].spend(self.now_ns, self.plan.costs.between.migrate_ns);
        match self.tasks[usize::from(task)].class {
            Class::Realtime => self.enqueue_realtime(to, task),
            _ => self.attach_fair(to, task, out),
        }
        self.report(out, to, Kind::Pulled, [task, from as u16], why);
        if tests {
            self.test_preemption(to, task, Wake::default(), out);
        }
        self.report_removed(to, out);
        self.look(to);
    }

    /// The running task is to leave its CPU, if it has to: off the queue it goes, and is put elsewhere once another has the CPU.
    fn push_away<O: Observer>(&mut self, cpu: usize, out: &mut O) -> Option<Pushed> {
        let curr = self.cpus[cpu].curr?;
        let (to, why) = self.tasks[usize::from(curr)].leaves_to.take()?;
        if !self.is_queued(curr) {
            return None;
        }
        self.track(cpu, curr);
        self.put_prev(cpu);
        Some(self.take_off(curr, usize::from(to), why, out))
    }

    /// Before a pick on one of several CPUs, which serves requests that are still on their way to it: who has to leave does, and a CPU
    /// that becomes less urgent looks for more.
    pub(super) fn make_way<O: Observer>(&mut self, cpu: usize, out: &mut O) -> Option<Pushed> {
        self.cpus[cpu].forget_requests();
        let pushed = self.push_away(cpu, out);
        self.look_for_urgent(cpu, out);
        pushed
    }

    /// After it: what was pushed away comes to its CPU, and so do urgent tasks that have to wait here.
    pub(super) fn settle_others<O: Observer>(&mut self, cpu: usize, pushed: Option<Pushed>, out: &mut O) {
        if let Some(pushed) = pushed {
            self.put_on(pushed, true, out);
        }
        self.push_after_pick(cpu, out);
    }

    /// `target` may run on other CPUs from now on (`__set_cpus_allowed_ptr`): where it is not allowed any more it leaves at once,
    /// and where it sleeps it wakes elsewhere.
    pub(super) fn change_affinity<O: Observer>(
        &mut self,
        by: u16,
        target: u16,
        allowed: CpuSet,
        out: &mut O,
    ) {
        let cpu = self.home(target);
        self.tasks[usize::from(target)].allowed = allowed;
        self.reach(cpu);
        self.emit(out, cpu, Kind::Change, [target, by], Reason::Nothing {});
        let Some(to) = self.fallback(target).filter(|_| self.is_queued(target)) else { return };
        if self.cpus[cpu].curr != Some(target) {
            return self.move_waiting(target, to, NO_CHOICE, true, out);
        }
        self.tasks[usize::from(target)].leaves_to = Some((to as u16, NO_CHOICE));
        self.cpus[cpu].request(Resched::Hard, Kind::SwitchMigrated);
    }
}
