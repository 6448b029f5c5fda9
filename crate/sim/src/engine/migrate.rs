//! Tasks move between CPUs: asleep before they wake, waiting, or off the CPU on which they run.

use sched::{ArmAt, Reason, Resched, Wake};
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
    /// A sleeping task is going to wake on another CPU.
    pub(super) fn move_asleep(&mut self, task: u16, to: usize) {
        let known = &mut self.tasks[usize::from(task)];
        let from = usize::from(known.cpu);
        (known.cpu, known.migrated) = (to as u16, true);
        self.cpus[from].fair.leave_asleep(&mut self.pool, known.id);
        self.track_departure(from, task);
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
        let pushed = self.take_off(task, to, why);
        self.put_on(pushed, tests, out);
    }

    fn take_off(&mut self, task: u16, to: usize, why: Why) -> Pushed {
        let (from, id) = (self.home(task), self.tasks[usize::from(task)].id);
        self.reach(from);
        let here = &mut self.cpus[from];
        here.clock_ns = self.now_ns;
        self.track_detach(from, task);
        self.cpus[from].fair.detach(&mut self.pool, id, self.now_ns);
        self.arm_hrtick(from, ArmAt::QueueChange);
        self.look(from);
        Pushed { task, from, to, why }
    }

    fn put_on<O: Observer>(&mut self, pushed: Pushed, tests: bool, out: &mut O) {
        let Pushed { task, from, to, why } = pushed;
        let id = self.tasks[usize::from(task)].id;
        self.reach(to);
        self.tasks[usize::from(task)].cpu = to as u16;
        self.cpus[to].spend(self.now_ns, self.plan.costs.between.migrate_ns);
        self.track_attach(to, task);
        let charge = self.cpus[to].fair.attach(&mut self.pool, id, self.now_ns);
        self.cpus[to].request(charge.resched, Kind::SwitchPreempted);
        self.arm_hrtick(to, ArmAt::QueueChange);
        self.report(out, to, Kind::Pulled, [task, from as u16], why);
        if tests {
            self.test_preemption(to, task, Wake::default(), out);
        }
        self.report_removed(to, out);
        self.look(to);
    }

    /// The running task is to leave its CPU, if it has to: off the queue it goes, and is put elsewhere once another has the CPU.
    pub(super) fn push_away(&mut self, cpu: usize) -> Option<Pushed> {
        let curr = self.cpus[cpu].curr?;
        let (to, why) = self.tasks[usize::from(curr)].leaves_to.take()?;
        if !self.pool[self.tasks[usize::from(curr)].id].on_rq {
            return None;
        }
        self.track(cpu, curr);
        self.put_prev(cpu);
        Some(self.take_off(curr, usize::from(to), why))
    }

    /// What was pushed away comes to its CPU.
    pub(super) fn push_on<O: Observer>(&mut self, pushed: Pushed, out: &mut O) {
        self.put_on(pushed, true, out);
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
