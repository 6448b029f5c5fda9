//! Tasks carry out their programs.

use sched::Resched;

use super::{Observer, Sim};
use crate::channel::Answer;
use crate::limits::STEP_US_MAX;
use crate::program::Op;
use crate::task::Work;
use crate::trace::Kind;

/// No drawn duration is longer than a written one may be.
const DRAW_NS_MAX: u64 = STEP_US_MAX * 1000;

impl Sim {
    /// The running task has finished what it was doing: go on to what comes next, as long as nothing can come between.
    ///
    /// In user mode nothing comes between two steps: a request would have been served before the first.
    pub(super) fn carry_on<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let Some(task) = self.cpus[cpu].curr else { return };
        while (self.goes_on(cpu, task, out) || self.is_next(cpu, task)) && self.halt.is_none() {}
    }

    /// Whether a task that was in the kernel goes on at once: at this instant, before anything else on any CPU.
    fn is_next(&self, cpu: usize, task: u16) -> bool {
        let here = &self.cpus[cpu];
        here.curr == Some(task)
            && here.pending == Resched::No
            && here.busy_until_ns <= self.now_ns
            && self.tasks[usize::from(task)].work == Work::Next
            && !self.must_park(here)
            && self.next_change_ns > self.now_ns
            && (self.cpus.len() == 1 || self.keeps_turn(self.now_ns))
    }

    /// Carries out one step, or a part of it; says whether the next one begins at once, in user mode.
    fn goes_on<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) -> bool {
        self.count_step(task);
        match self.tasks[usize::from(task)].work {
            Work::Next => return self.begin(cpu, task, out),
            Work::User { .. } => {
                self.finish(task);
                return true;
            }
            Work::Kernel { .. } => self.effect(cpu, task, out),
            Work::Dying { .. } => {
                self.tasks[usize::from(task)].alive = false;
                self.bury(cpu, out);
            }
        }
        false
    }

    /// The step is over; the next begins at the return to user mode.
    fn finish(&mut self, task: u16) {
        let task = &mut self.tasks[usize::from(task)];
        task.at += 1;
        task.work = Work::Next;
    }

    /// Begin the step at which the task stands; says whether it is over already.
    fn begin<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) -> bool {
        let index = usize::from(task);
        let state = &mut self.tasks[index];
        match self.plan.programs[index][state.at as usize] {
            Op::RunForever => state.work = Work::User { left_ns: u64::MAX },
            Op::Run(draw) => {
                let owed_ns = std::mem::take(&mut state.warmth.owed_ns);
                state.work = Work::User { left_ns: draw.draw(&mut state.rng, DRAW_NS_MAX) + owed_ns };
            }
            Op::Loop { times, depth } => {
                state.counters[depth] = times;
                self.finish(task);
                return true;
            }
            Op::End { body, depth } => {
                self.repeat(task, body, depth);
                return true;
            }
            Op::Exit => self.exit(cpu, task, out),
            op => {
                let left_ns = self.cost_ns(op) * self.cpus[cpu].crowd;
                self.tasks[index].work = Work::Kernel { left_ns };
                if left_ns == 0 {
                    self.effect(cpu, task, out);
                }
            }
        }
        false
    }

    /// What the step takes up to its effect: more if it is going to wake somebody or to block.
    fn cost_ns(&self, op: Op) -> u64 {
        let costs = &self.plan.costs;
        let more_ns = match op {
            Op::Write(c) | Op::Post(c) if self.channels[c].has_takers() => costs.task_wakeup_ns,
            Op::Read(c) | Op::Wait(c) if self.channels[c].is_empty() => costs.block_ns,
            _ => 0,
        };
        op.cost_ns(costs) + more_ns
    }

    fn repeat(&mut self, task: u16, body: usize, depth: usize) {
        let state = &mut self.tasks[usize::from(task)];
        let left = &mut state.counters[depth];
        if *left == 1 {
            return self.finish(task);
        }
        *left = left.saturating_sub(1);
        state.at = body as u32;
        state.work = Work::Next;
    }

    /// What the step does, at the end of its time in the kernel.
    fn effect<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) {
        let index = usize::from(task);
        match self.plan.programs[index][self.tasks[index].at as usize] {
            Op::Sleep(draw) => {
                let ns = draw.draw(&mut self.tasks[index].rng, DRAW_NS_MAX);
                self.sleep_until(cpu, task, self.now_ns + ns, out);
            }
            Op::Periodic { period_ns, offset_ns } => {
                self.sleep_until(cpu, task, next_instant(self.now_ns, period_ns, offset_ns), out);
            }
            Op::Until { at_ns } => self.sleep_until(cpu, task, at_ns, out),
            Op::Write(c) => self.give(cpu, task, c, true, out),
            Op::Post(c) => self.give(cpu, task, c, false, out),
            Op::Read(c) | Op::Wait(c) => self.take(cpu, task, c, out),
            Op::Yield => self.yield_cpu(cpu, task, out),
            op @ (Op::Change(..)
            | Op::Group(..)
            | Op::Weight(..)
            | Op::Policy(..)
            | Op::Affinity(..)
            | Op::Uclamp(..)
            | Op::Quota(..)) => {
                self.finish(task);
                self.change(cpu, task, op, out);
            }
            Op::Exec => {
                self.finish(task);
                self.exec(cpu, task, out);
            }
            Op::Spawn(child) => {
                self.spawn(cpu, task, child as u16, out);
                self.finish(task);
            }
            Op::RunForever | Op::Run(_) | Op::Loop { .. } | Op::End { .. } | Op::Exit => {
                unreachable!("these steps have no effect in the kernel")
            }
        }
    }

    fn sleep_until<O: Observer>(&mut self, cpu: usize, task: u16, at_ns: u64, out: &mut O) {
        self.finish(task);
        if at_ns > self.now_ns {
            self.cpus[cpu].timers.set(at_ns, task);
            self.block(cpu, out);
        }
    }

    fn give<O: Observer>(&mut self, cpu: usize, task: u16, channel: usize, sync: bool, out: &mut O) {
        match self.channels[channel].give(task) {
            Answer::Done(woken) => {
                self.finish(task);
                self.wake_from_task(cpu, task, woken, sync, out);
            }
            Answer::Block => self.wait_again(cpu, task, out),
        }
    }

    fn take<O: Observer>(&mut self, cpu: usize, task: u16, channel: usize, out: &mut O) {
        match self.channels[channel].take(task) {
            Answer::Done(woken) => {
                self.finish(task);
                self.wake_from_task(cpu, task, woken, false, out);
            }
            Answer::Block => self.wait_again(cpu, task, out),
        }
    }

    /// Block in the middle of a step: it is tried again after the wakeup.
    fn wait_again<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) {
        self.tasks[usize::from(task)].work = Work::Kernel { left_ns: 0 };
        self.block(cpu, out);
    }

    fn wake_from_task<O: Observer>(
        &mut self,
        cpu: usize,
        by: u16,
        woken: Option<u16>,
        sync: bool,
        out: &mut O,
    ) {
        if let Some(woken) = woken {
            self.cpus[cpu].spend(self.now_ns, self.plan.costs.after_wakeup_ns);
            self.wake(cpu, woken, by, sync, out);
        }
    }

    fn yield_cpu<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) {
        self.finish(task);
        self.cpus[cpu].clock_ns = self.now_ns;
        let here = &mut self.cpus[cpu];
        here.fair.yield_curr(&mut self.pool, self.now_ns);
        here.rt.yield_curr(&mut self.rt);
        self.emit(out, cpu, Kind::Yield, [task, crate::trace::IDLE], sched::Reason::Nothing {});
        if self.running_class(cpu) == sched::Class::Deadline {
            self.yield_budget(cpu, task, out);
        }
        self.schedule(cpu, Kind::SwitchYielded, out);
    }

    /// Begin to exit. With costs the task is first moved out of its autogroup, which asks
    /// for a reschedule, and then competes for the time that its end takes.
    fn exit<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) {
        let exit_ns = self.plan.costs.exit_ns;
        self.tasks[usize::from(task)].work = Work::Dying { left_ns: exit_ns };
        let mut why = sched::Reason::Nothing {};
        if exit_ns > 0 {
            let verdict = self.exit_move(cpu, task);
            self.cpus[cpu].request(verdict.resched, Kind::SwitchChanged);
            why = verdict.why;
        }
        self.emit(out, cpu, Kind::Exit, [task, crate::trace::IDLE], why);
    }
}

/// The first of `offset + k·period` that is after `now_ns`.
fn next_instant(now_ns: u64, period_ns: u64, offset_ns: u64) -> u64 {
    match now_ns.checked_sub(offset_ns) {
        None => offset_ns,
        Some(since_ns) => offset_ns + (since_ns / period_ns + 1) * period_ns,
    }
}

#[cfg(test)]
mod tests {
    use super::next_instant;

    #[test]
    fn periodic_instants_are_strictly_ahead() {
        assert_eq!(next_instant(0, 10, 3), 3);
        assert_eq!(next_instant(3, 10, 3), 13);
        assert_eq!(next_instant(12, 10, 3), 13);
        assert_eq!(next_instant(0, 10, 0), 10);
    }
}
