//! schedule(): the running task blocks or makes way, and the policy picks.

use sched::{ArmAt, Dequeue, Dequeued, Family, Pick, Reason, Resched};

use super::{Observer, Sim, task_of};
use crate::trace::{IDLE, Kind};

impl Sim {
    /// Serve a pending request: the running task competes with the others.
    pub(super) fn preempt<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        if !self.cpus[cpu].in_interrupt && self.leaves_idle_state(cpu) {
            self.cpus[cpu].in_interrupt = true;
            return;
        }
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
        let kind = match self.dequeue_running(cpu, Dequeue::Sleep, out) {
            Dequeued::Left => Kind::SwitchBlocked,
            Dequeued::Delayed => Kind::SwitchDelayed,
        };
        self.schedule(cpu, kind, out);
    }

    /// The running task is gone for good.
    pub(super) fn bury<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        self.dequeue_running(cpu, Dequeue::Exit, out);
        self.schedule(cpu, Kind::SwitchExited, out);
    }

    fn dequeue_running<O: Observer>(&mut self, cpu: usize, how: Dequeue, out: &mut O) -> Dequeued {
        let here = &mut self.cpus[cpu];
        let curr = here.curr.expect("only a running task can leave by itself");
        here.read_clock(self.now_ns);
        here.fair.hrtick_schedule();
        self.dequeue(cpu, curr, how, out)
    }

    /// Pick, and switch if another was picked. All of it sees the clock as it was last read.
    pub(super) fn schedule<O: Observer>(&mut self, cpu: usize, kind: Kind, out: &mut O) {
        out.deciding(self);
        self.cpus[cpu].fair.hrtick_schedule();
        let pushed = if self.cpus.len() > 1 { self.make_way(cpu, out) } else { None };
        let pick = self.pick_or_pull(cpu, out);
        let here = &mut self.cpus[cpu];
        (here.in_interrupt, here.scheduling, here.skip_clock) = (false, false, false);
        self.report_removed(cpu, out);
        self.report_throttled(cpu, out);
        let (prev, kind) = (self.cpus[cpu].curr, if pushed.is_some() { Kind::SwitchMigrated } else { kind });
        match (prev, pick) {
            (Some(curr), Some(pick)) if task_of(pick.next) == curr => self.keep(cpu, curr, pick, out),
            (None, None) => self.settle(cpu, false),
            _ => self.switch(cpu, kind, pick, out),
        }
        self.look(cpu);
        if self.cpus.len() > 1 {
            self.settle_others(cpu, pushed, out);
        }
    }

    /// Pick; of several CPUs one that has nobody looks for somebody elsewhere first.
    #[inline(always)]
    fn pick_or_pull<O: Observer>(&mut self, cpu: usize, out: &mut O) -> Option<Pick> {
        let pick = self.pick(cpu, out);
        if pick.is_none() && self.cpus.len() > 1 && self.look_for_work(cpu, out) {
            return self.pick(cpu, out);
        }
        pick
    }

    /// Set the slice timer for what was picked. The flag is cleared after the pick: a
    /// request that setting the timer made is lost, as in the kernel.
    #[inline(always)]
    fn settle(&mut self, cpu: usize, arms: bool) {
        if arms {
            self.arm_hrtick(cpu, ArmAt::Pick);
        }
        self.cpus[cpu].pending = Resched::No;
        if self.cpus[cpu].above {
            self.cpus[cpu].next_class = self.running_class(cpu);
        }
    }

    /// What a switch takes: more, the more tasks there were to pick from.
    fn switch_ns(&self, cpu: usize) -> u64 {
        let costs = &self.plan.costs;
        match costs.between.pick_doubling_ns {
            0 => costs.context_switch_ns,
            ns => costs.context_switch_ns + ns * u64::from(self.cpus[cpu].fair.nr_queued().max(1).ilog2()),
        }
    }

    fn keep<O: Observer>(&mut self, cpu: usize, curr: u16, pick: Pick, out: &mut O) {
        // CFS sets the slice timer at every pick, EEVDF only when another task is picked.
        let is_cfs = self.cpus[cpu].fair.params().family == Family::Cfs;
        self.settle(cpu, is_cfs);
        self.track_keep(curr);
        self.emit(out, cpu, Kind::Keep, [curr, IDLE], pick.why);
    }

    fn switch<O: Observer>(&mut self, cpu: usize, kind: Kind, pick: Option<Pick>, out: &mut O) {
        let now_ns = self.now_ns;
        let here = &mut self.cpus[cpu];
        let prev = here.curr;
        if prev.is_none() {
            here.end_idle(&mut self.pool, now_ns);
        }
        let next = pick.map(|pick| task_of(pick.next));
        self.track_switch(cpu, prev, next);
        self.cpus[cpu].curr = next;
        self.clock_switch(cpu, prev.is_some(), next.is_some());
        if let Some(next) = next {
            self.warm_up(cpu, next);
        }
        let here = &mut self.cpus[cpu];
        here.idle_since_ns = pick.is_none().then_some(now_ns);
        match pick {
            None => self.put_prev(cpu),
            Some(pick) => {
                self.switch_to(cpu, task_of(pick.next));
                let switch_ns = self.switch_ns(cpu);
                self.cpus[cpu].spend(now_ns, switch_ns);
            }
        }
        self.settle(cpu, pick.is_some());
        self.report_throttled(cpu, out);
        let kind = prev.map_or(Kind::SwitchIdle, |prev| self.kind_of_leaving(cpu, prev, kind));
        let next = pick.map_or(IDLE, |pick| task_of(pick.next));
        let why = pick.map_or(Reason::Nothing {}, |pick| pick.why);
        self.emit(out, cpu, kind, [prev.unwrap_or(IDLE), next], why);
    }
}
