//! What changes while the machine runs: by a step of a task, or from elsewhere at a given time.
//!
//! A change from elsewhere is made by an administrator whom this machine does not see: it costs no time and nobody of
//! this machine makes it. At its instant it comes before everything else, so that a tick, a wakeup or the end of a
//! step at the same time finds it made; of several at one instant the order is that of the scenario. It waits for
//! nothing, not even for the end of an interrupt: what it takes in the kernel is the queue's lock, on another CPU.

use sched::{ArmAt, Change, Resched, Verdict};

use super::{Observer, Sim};
use crate::program::Op;
use crate::trace::{IDLE, Kind};

impl Sim {
    /// Make the next change from elsewhere, or one of the hardware that is due earlier.
    pub(super) fn change_from_elsewhere<O: Observer>(&mut self, out: &mut O) {
        let next = self.plan.changes.get(self.changes_made).filter(|change| change.at_ns <= self.now_ns);
        let Some(op) = next.map(|change| change.op) else {
            return self.hardware_changes(out);
        };
        self.changes_made += 1;
        self.set_next_change();
        self.change(0, IDLE, op, out);
    }

    /// Note when the next change from elsewhere, or of the hardware, is due.
    pub(super) fn set_next_change(&mut self) {
        let next = self.plan.changes.get(self.changes_made);
        self.next_change_ns = next.map_or(u64::MAX, |change| change.at_ns).min(self.clocks.next_ns());
    }

    /// Make a change; `by` whom, [`IDLE`] for nobody of this machine.
    pub(super) fn change<O: Observer>(&mut self, cpu: usize, by: u16, op: Op, out: &mut O) {
        match op {
            Op::Change(target, change) => self.change_at_home(by, target as u16, change, out),
            Op::Policy(target, to) => {
                let target = target as u16;
                let cpu = self.home(target);
                self.reach(cpu);
                self.cpus[cpu].clock_ns = self.now_ns;
                let verdict = self.set_policy(cpu, target, to, out);
                self.changed(cpu, [target, by], verdict, out);
                self.look(cpu);
            }
            Op::Affinity(target, mask) => {
                self.change_affinity(by, target as u16, self.plan.masks.get(mask), out);
            }
            Op::Uclamp(target, to) => self.change_clamps(target as u16, by, to, out),
            Op::Group(target, to) => self.move_task(cpu, [target as u16, by], to, out),
            Op::Weight(group, shares) => self.change_weight(cpu, by, group, shares, out),
            Op::Quota(group, quota) => self.change_quota(cpu, by, (group, quota), out),
            _ => unreachable!("this step changes nothing: {op:?}"),
        }
    }

    /// On the CPU of the task, whose load follows its weight.
    fn change_at_home<O: Observer>(&mut self, by: u16, target: u16, change: Change, out: &mut O) {
        let (cpu, weight) = (self.home(target), self.weight(target));
        self.reach(cpu);
        self.track(cpu, target);
        self.change_task(cpu, by, target, change, out);
        self.track_reweight(cpu, target, weight);
        self.look(cpu);
    }

    pub(super) fn change_task<O: Observer>(
        &mut self,
        cpu: usize,
        by: u16,
        target: u16,
        change: Change,
        out: &mut O,
    ) {
        let verdict = self.change_queued(cpu, target, change);
        self.changed(cpu, [target, by], verdict, out);
    }

    fn change_queued(&mut self, cpu: usize, target: u16, change: Change) -> Verdict {
        let id = self.tasks[usize::from(target)].id;
        let here = &mut self.cpus[cpu];
        let hard = here.pending == Resched::Hard;
        here.clock_ns = self.now_ns;
        here.fair.change(&mut self.pool, id, change, hard, self.now_ns)
    }

    /// The same for what is told by the caller.
    pub(super) fn requeue_for<O: Observer>(&mut self, cpu: usize, target: u16, change: Change, out: &mut O) {
        let verdict = self.change_queued(cpu, target, change);
        self.honour(cpu, verdict, out);
    }

    fn honour<O: Observer>(&mut self, cpu: usize, verdict: Verdict, out: &mut O) {
        self.cpus[cpu].request(verdict.resched, Kind::SwitchChanged);
        self.arm_hrtick(cpu, ArmAt::QueueChange);
        self.report_removed(cpu, out);
    }

    /// An attribute was changed: what that asked for, and the event.
    pub(super) fn changed<O: Observer>(&mut self, cpu: usize, who: [u16; 2], verdict: Verdict, out: &mut O) {
        self.honour(cpu, verdict, out);
        self.emit(out, cpu, Kind::Change, who, verdict.why);
    }
}
