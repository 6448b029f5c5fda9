//! schedule(): the running task blocks or makes way, and the policy picks.

use sched::{ArmAt, Dequeue, Dequeued, Family, Pick, Reason, Resched};

use super::{Observer, Sim, task_of};
use crate::trace::{IDLE, Kind};

impl Sim {
    /// Serve a pending request: the running task competes with the others.
    pub(super) fn preempt<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let (schedule_ns, here) = (self.plan.costs.schedule_ns, &mut self.cpus[cpu]);
        if !here.scheduling {
            here.scheduling = true;
            here.read_clock(self.now_ns);
            here.spend(self.now_ns, schedule_ns);
            if schedule_ns > 0 {
                return;
            }
        }
        let cause = here.cause;
        self.schedule(cpu, cause, out);
    }

    /// The running task goes to sleep.
    pub(super) fn block<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let kind = match self.dequeue_running(cpu, Dequeue::Sleep) {
            Dequeued::Left => Kind::SwitchBlocked,
            Dequeued::Delayed => Kind::SwitchDelayed,
        };
        self.schedule(cpu, kind, out);
    }

    /// The running task is gone for good.
    pub(super) fn bury<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        self.dequeue_running(cpu, Dequeue::Exit);
        self.schedule(cpu, Kind::SwitchExited, out);
    }

    fn dequeue_running(&mut self, cpu: usize, how: Dequeue) -> Dequeued {
        let here = &mut self.cpus[cpu];
        let curr = here.curr.expect("only a running task can leave by itself");
        let id = self.tasks[usize::from(curr)].id;
        here.read_clock(self.now_ns);
        here.fair.hrtick_schedule();
        let dequeued = here.fair.dequeue(&mut self.pool, id, how, here.clock_ns);
        self.arm_hrtick(cpu, ArmAt::QueueChange);
        dequeued
    }

    /// Pick, and switch if another was picked. All of it sees the clock as it was last read.
    pub(super) fn schedule<O: Observer>(&mut self, cpu: usize, kind: Kind, out: &mut O) {
        out.deciding(self);
        let here = &mut self.cpus[cpu];
        here.fair.hrtick_schedule();
        let pick = here.fair.pick(&mut self.pool, here.clock_ns);
        (here.in_interrupt, here.scheduling, here.skip_clock) = (false, false, false);
        self.report_removed(cpu, out);
        let prev = self.cpus[cpu].curr;
        match (prev, pick) {
            (Some(curr), Some(pick)) if task_of(pick.next) == curr => self.keep(cpu, curr, pick, out),
            _ => self.switch(cpu, kind, pick, out),
        }
    }

    /// Set the slice timer for what was picked. The flag is cleared after the pick: a
    /// request that setting the timer made is lost, as in the kernel.
    fn settle(&mut self, cpu: usize, arms: bool) {
        if arms {
            self.arm_hrtick(cpu, ArmAt::Pick);
        }
        self.cpus[cpu].pending = Resched::No;
    }

    fn keep<O: Observer>(&mut self, cpu: usize, curr: u16, pick: Pick, out: &mut O) {
        // CFS sets the slice timer at every pick, EEVDF only when another task is picked.
        let is_cfs = self.cpus[cpu].fair.params.family == Family::Cfs;
        self.settle(cpu, is_cfs);
        self.emit(out, cpu, Kind::Keep, [curr, IDLE], pick.why);
    }

    fn switch<O: Observer>(&mut self, cpu: usize, kind: Kind, pick: Option<Pick>, out: &mut O) {
        let now_ns = self.now_ns;
        let here = &mut self.cpus[cpu];
        let prev = here.curr;
        if here.fair.curr().is_some() {
            here.fair.put_prev(&mut self.pool, here.clock_ns);
        }
        if prev.is_none() {
            here.end_idle(&mut self.pool, now_ns);
        }
        here.curr = pick.map(|pick| task_of(pick.next));
        if let Some(pick) = pick {
            here.fair.set_next(&mut self.pool, pick.next, here.clock_ns, true);
            here.spend(now_ns, self.plan.costs.context_switch_ns);
        }
        self.settle(cpu, pick.is_some());
        let kind = if prev.is_none() { Kind::SwitchIdle } else { kind };
        let next = pick.map_or(IDLE, |pick| task_of(pick.next));
        let why = pick.map_or(Reason::Nothing {}, |pick| pick.why);
        self.emit(out, cpu, kind, [prev.unwrap_or(IDLE), next], why);
    }
}
