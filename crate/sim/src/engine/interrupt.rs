//! Ticks and timers.

use sched::{Reason, Resched};

use super::{Observer, Sim};
use crate::trace::{IDLE, Kind};

impl Sim {
    /// Whether a CPU handles an interrupt; panics if there is no such CPU.
    pub fn in_interrupt(&self, cpu: u16) -> bool {
        self.cpus[usize::from(cpu)].in_interrupt
    }

    /// Enter an interrupt, or handle the next thing that is due in it.
    pub(super) fn interrupt<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let quota_is_due = self.quota_timer_ns() <= self.now_ns;
        if !self.cpus[cpu].in_interrupt {
            let woke = self.leaves_idle_state(cpu);
            let here = &mut self.cpus[cpu];
            here.in_interrupt = true;
            here.spend(self.now_ns, self.plan.costs.timer_interrupt_ns);
            if woke || self.plan.costs.timer_interrupt_ns > 0 {
                return;
            }
        }
        let here = &mut self.cpus[cpu];
        let busy = here.curr.is_some();
        if let Some(task) = here.waking.take() {
            self.finish_wakeup(cpu, task, out);
        } else if here.message_ns <= self.now_ns {
            self.handle_message(cpu, out);
        } else if quota_is_due {
            self.quota_timer(cpu, out);
        } else if busy && here.hrtick_fires_ns() <= self.now_ns {
            self.hrtick(cpu, out);
        } else if busy && here.tick_at_ns <= self.now_ns {
            self.tick(cpu, out);
        } else if here.class_timer_ns() <= self.now_ns {
            self.class_timer(cpu, out);
        } else if here.timers.next_ns().is_some_and(|at_ns| at_ns <= self.now_ns) {
            self.begin_wakeup(cpu, out);
        }
    }

    fn begin_wakeup<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let Some(task) = self.cpus[cpu].timers.pop() else { return };
        match self.plan.costs.wakeup_ns {
            0 => self.finish_wakeup(cpu, task, out),
            ns => {
                self.cpus[cpu].waking = Some(task);
                self.cpus[cpu].spend(self.now_ns, ns);
            }
        }
    }

    fn finish_wakeup<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) {
        self.cpus[cpu].spend(self.now_ns, self.plan.costs.after_wakeup_ns);
        self.wake(cpu, task, IDLE, false, out);
    }

    fn tick<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let now_ns = self.now_ns;
        self.cpus[cpu].clock_ns = now_ns;
        out.deciding(self);
        self.track_tick(cpu);
        let here = &mut self.cpus[cpu];
        here.tick_at_ns += here.tick_ns;
        here.spend(now_ns, self.plan.costs.tick_ns);
        // A lazy request that the last tick or a wakeup left becomes a hard one.
        if here.pending == Resched::Lazy {
            here.pending = Resched::Hard;
        }
        let verdict = self.class_tick(cpu, out);
        self.mirror_load(cpu);
        let here = &mut self.cpus[cpu];
        here.request(verdict.resched, Kind::SwitchTick);
        let kind = if verdict.resched == Resched::No { Kind::Tick } else { Kind::TickResched };
        let curr = here.curr.unwrap_or(IDLE);
        self.emit(out, cpu, kind, [curr, IDLE], verdict.why);
        if self.cpus.len() > 1 {
            self.balance_at_tick(cpu, out);
        }
    }

    fn hrtick<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let now_ns = self.now_ns;
        self.cpus[cpu].clock_ns = now_ns;
        out.deciding(self);
        let here = &mut self.cpus[cpu];
        here.spend(now_ns, self.plan.costs.hrtick_ns);
        let verdict = self.class_hrtick(cpu, out);
        let here = &mut self.cpus[cpu];
        here.request(verdict.resched, Kind::SwitchHrtick);
        let curr = here.curr.unwrap_or(IDLE);
        self.emit(out, cpu, Kind::Hrtick, [curr, IDLE], verdict.why);
    }

    /// Ask whether the slice timer has to be set anew.
    pub(super) fn arm_hrtick(&mut self, cpu: usize, at: sched::ArmAt) {
        let here = &mut self.cpus[cpu];
        if let sched::HrtickArm::Overdue(verdict) = here.fair.hrtick_arm(&self.pool, at, self.now_ns) {
            here.request(verdict.resched, Kind::SwitchHrtick);
        }
    }

    /// Report delayed entities that the last call into the policy let go.
    #[inline]
    pub(super) fn report_removed<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        while let Some(id) = self.cpus[cpu].fair.next_removed() {
            self.track_removed(cpu, super::task_of(id));
            self.emit(out, cpu, Kind::DelayedOut, [super::task_of(id), IDLE], Reason::Nothing {});
        }
    }
}
