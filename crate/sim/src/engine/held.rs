//! What holds tasks of the classes above fair back, and what keeps them from starving the fair class.

use sched::{Class, EntityId, PeriodEnd, Reason, Resched, Verdict};

use super::{Observer, Sim, task_of};
use crate::timer::Timer;
use crate::trace::{IDLE, Kind};

impl Sim {
    /// Charges the running task of a class above fair before a pick, as what that leads to decides who may run.
    pub(super) fn charge_running<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let class = self.running_class(cpu);
        let here = &mut self.cpus[cpu];
        let verdict = match class {
            Class::Deadline => here.deadline.update_curr(&mut self.pool, &mut self.deadline, here.clock_ns),
            Class::Realtime => here.rt.update_curr(&mut self.pool, here.clock_ns),
            Class::Idle | Class::Fair => return,
        };
        self.note_charge(cpu, class, verdict, out);
    }

    /// The running task of a class was charged: what that led to.
    pub(super) fn note_charge<O: Observer>(
        &mut self,
        cpu: usize,
        class: Class,
        verdict: Verdict,
        out: &mut O,
    ) {
        match class {
            Class::Deadline => {
                self.cpus[cpu].count_deadline();
                self.note_deadline(cpu, verdict, out);
            }
            Class::Realtime => self.note_throttled(cpu, verdict, out),
            Class::Idle | Class::Fair => self.charge_server(cpu, out),
        }
    }

    /// A charge used up what the realtime class may have: each of its tasks is held back.
    pub(super) fn note_throttled<O: Observer>(&mut self, cpu: usize, verdict: Verdict, out: &mut O) {
        if let Reason::RtThrottled { .. } = verdict.why {
            self.cpus[cpu].request(verdict.resched, Kind::SwitchThrottled);
            self.tell_queued(cpu, Kind::Throttled, verdict.why, out);
        }
    }

    /// A charge used up the running deadline task's budget: it is held back, or has a new one at once.
    pub(super) fn note_deadline<O: Observer>(&mut self, cpu: usize, verdict: Verdict, out: &mut O) {
        let Some(curr) = self.cpus[cpu].curr else { return };
        match verdict.why {
            Reason::DlThrottled { .. } | Reason::DlYielded { .. } => {
                self.cpus[cpu].request(verdict.resched, Kind::SwitchThrottled);
                self.emit(out, cpu, Kind::Throttled, [curr, IDLE], verdict.why);
            }
            why => self.note_budget(cpu, curr, why, out),
        }
    }

    /// A deadline task was given a budget, if that is what the reason says.
    pub(super) fn note_budget<O: Observer>(&mut self, cpu: usize, task: u16, why: Reason, out: &mut O) {
        if let Reason::DlFresh { .. } | Reason::DlCut { .. } | Reason::DlReplenished { .. } = why {
            self.emit(out, cpu, Kind::Replenished, [task, IDLE], why);
        }
    }

    /// A timer of a class above fair expired.
    pub(super) fn class_timer<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let here = &mut self.cpus[cpu];
        here.clock_ns = self.now_ns;
        if here.rt.period_ends_ns().is_some_and(|at_ns| at_ns <= self.now_ns) {
            out.timer(self, Timer::RtPeriod);
            return self.end_rt_period(cpu, out);
        }
        let zero_lag = here.deadline.next_is_zero_lag();
        out.timer(self, if zero_lag { Timer::ZeroLag } else { Timer::Deadline });
        let here = &mut self.cpus[cpu];
        let has_fair = here.fair.nr_runnable() > 0;
        let expired = here.deadline.expire(&mut self.deadline, has_fair, self.now_ns);
        here.request(expired.verdict.resched, Kind::SwitchPreempted);
        let task = expired.task.map_or(IDLE, task_of);
        if expired.verdict.why != (Reason::Nothing {}) {
            self.emit(out, cpu, Kind::Replenished, [task, IDLE], expired.verdict.why);
        }
        if expired.task.is_some_and(|id| self.deadline.is_queued(id)) {
            self.emit(out, cpu, Kind::Unthrottled, [task, IDLE], expired.verdict.why);
        }
    }

    /// The period of realtime throttling ends.
    fn end_rt_period<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let PeriodEnd::Unthrottled(why) = self.cpus[cpu].rt.end_period(self.now_ns) else { return };
        if self.running_class(cpu) < Class::Realtime && !self.cpus[cpu].rt.is_empty() {
            self.cpus[cpu].request(Resched::Hard, Kind::SwitchPreempted);
        }
        self.tell_queued(cpu, Kind::Unthrottled, why, out);
    }

    /// A realtime task that came onto the queue waits if the class is held back, and a deadline task without budget.
    #[inline]
    pub(super) fn hold_back<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) {
        if self.cpus[cpu].above {
            self.hold_back_above_fair(cpu, task, out);
        }
    }

    fn hold_back_above_fair<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) {
        let (class, id) = (self.tasks[usize::from(task)].class, self.tasks[usize::from(task)].id);
        if class < Class::Realtime || !self.is_held_back(task) {
            return;
        }
        let rt = &self.cpus[cpu].rt;
        let why = match self.deadline.get(id).filter(|_| class == Class::Deadline) {
            None => Reason::RtThrottled { used: rt.used_ns() as i64, runtime: rt.runtime_ns() as i64 },
            Some(entity) => {
                let deadline = entity.budget.deadline_at_ns as i64;
                Reason::DlWakeThrottled { runtime: entity.budget.left_ns, deadline }
            }
        };
        self.emit(out, cpu, Kind::Throttled, [task, IDLE], why);
    }

    fn tell_queued<O: Observer>(&mut self, cpu: usize, kind: Kind, why: Reason, out: &mut O) {
        let queued: Vec<EntityId> = self.cpus[cpu].rt.queued().collect();
        for id in queued {
            self.emit(out, cpu, kind, [task_of(id), IDLE], why);
        }
    }

    /// A fair task came onto the queue, which charges the running one, and so its server. The class has somebody to run: its server
    /// starts, if it did not already.
    #[inline]
    pub(super) fn serve_joined<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        if self.cpus[cpu].above && self.cpus[cpu].fair.nr_runnable() > 0 {
            self.server_joined(cpu, out);
        }
    }

    // Out of line, so that the test alone stands in the way of machines whose tasks are all fair.
    #[inline(never)]
    fn server_joined<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        self.cpus[cpu].clock_ns = self.now_ns;
        self.server_charged(cpu, out);
        self.server_starts(cpu, out);
    }

    fn server_starts<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let here = &mut self.cpus[cpu];
        let idle_ns = here.idle_since_ns.map_or(0, |since_ns| self.now_ns - since_ns);
        let verdict = here.deadline.server_start(&self.deadline, idle_ns, self.now_ns);
        here.request(verdict.resched, Kind::SwitchPreempted);
        if let Reason::ServerLiesBack { .. } | Reason::ServerCompetes { .. } = verdict.why {
            self.emit(out, cpu, Kind::Replenished, [IDLE, IDLE], verdict.why);
        }
    }

    /// The fair task that runs was charged: its server is too.
    #[inline]
    pub(super) fn charge_server<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        if self.cpus[cpu].above {
            self.server_charged(cpu, out);
        }
    }

    fn server_charged<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let here = &mut self.cpus[cpu];
        let Some(curr) = here.fair.curr() else { return };
        let sum_ns = self.pool[curr].sum_exec_ns;
        let delta_ns = sum_ns - std::mem::replace(&mut here.served_ns, sum_ns);
        let verdict = here.deadline.server_charge(delta_ns, here.clock_ns);
        here.request(verdict.resched, Kind::SwitchTick);
        if here.fair.nr_runnable() == 0 {
            here.deadline.server_stop(false);
        }
        if let Reason::ServerSpent { .. } = verdict.why {
            self.emit(out, cpu, Kind::Replenished, [IDLE, IDLE], verdict.why);
        }
    }
}
