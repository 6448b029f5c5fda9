//! How a task comes onto the queue: by waking up or by being created.

use sched::{ArmAt, Class, Enqueue, Reason, Resched, Verdict, Wake};

use super::remote::Message;
use super::{Observer, Progress, Sim};
use crate::trace::{IDLE, Kind};

impl Sim {
    /// `task` wakes: `by` a running task, or a timer if [`IDLE`]. Waking one that does
    /// not sleep is nothing, as in the kernel.
    ///
    /// `on` is the CPU that executes the wakeup; the task may wake on another.
    pub(super) fn wake<O: Observer>(&mut self, on: usize, task: u16, by: u16, sync: bool, out: &mut O) {
        if self.cpus.len() > 1 {
            self.wake_among(on, task, by, sync, out);
        } else {
            self.wake_here([on, on], task, by, sync, out);
        }
    }

    /// Of several CPUs one is chosen first, unless the task never left its queue.
    fn wake_among<O: Observer>(&mut self, on: usize, task: u16, by: u16, sync: bool, out: &mut O) {
        if self.tasks[usize::from(task)].arriving {
            return;
        }
        if !self.is_queued(task) {
            self.place(on, task, sync, out);
            let to = self.home(task);
            if self.leaves_wakeup(on, to) {
                self.tasks[usize::from(task)].arriving = true;
                return self.send(on, to, Message::Wake { task, by, sync });
            }
        }
        let to = self.home(task);
        self.reach(to);
        self.wake_here([on, to], task, by, sync, out);
    }

    /// `on` wakes a task on a CPU that was chosen.
    pub(super) fn wake_here<O: Observer>(
        &mut self,
        [on, cpu]: [usize; 2],
        task: u16,
        by: u16,
        sync: bool,
        out: &mut O,
    ) {
        let id = self.tasks[usize::from(task)].id;
        let (now_ns, before) = (self.now_ns, self.cpus[cpu].pending);
        let charge = if self.pool[id].delayed {
            self.track_requeue(cpu, task);
            let fair = &mut self.cpus[cpu].fair;
            let verdict = fair.requeue_delayed(&mut self.pool, id, now_ns);
            self.emit(out, cpu, Kind::DelayedWake, [task, by], Reason::Nothing {});
            self.serve_joined(cpu, out);
            verdict
        } else if self.is_queued(task) {
            return;
        } else {
            let migrated = std::mem::take(&mut self.tasks[usize::from(task)].migrated);
            let how = if migrated { Enqueue::Migrated } else { Enqueue::Wakeup };
            self.note_wakeup(cpu);
            self.enqueue(cpu, task, how, out)
        };
        self.cpus[cpu].request(charge.resched, Kind::SwitchPreempted);
        self.arm_hrtick(cpu, ArmAt::QueueChange);
        let verdict = self.test_preemption(cpu, task, Wake { fork: false, sync }, out);
        self.report_removed(cpu, out);
        let kind = match (self.cpus[cpu].curr, verdict.resched) {
            (None, _) => Kind::WakeupIdle,
            (_, Resched::No) => Kind::Wakeup,
            _ => Kind::WakeupPreempts,
        };
        self.emit_arrival([on, cpu], kind, [task, by], verdict.why, out);
        self.report_throttled(cpu, out);
        self.hold_back(cpu, task, out);
        self.look(cpu);
        self.push_woken(on, task, out);
        self.send_request(on, cpu, before);
    }

    /// Create `child` by a task that runs `on` a CPU; the run stops if it still lives.
    pub(super) fn spawn<O: Observer>(&mut self, on: usize, parent: u16, child: u16, out: &mut O) {
        let index = usize::from(child);
        if self.plan.tasks[index].muted {
            return;
        }
        if self.tasks[index].alive {
            let step = self.tasks[usize::from(parent)].at;
            self.halt = Some(Progress::SpawnedTwice { task: parent, step });
            return;
        }
        self.reset_entity(index);
        self.reset_clamps(index);
        self.tasks[index].restart();
        let (id, now_ns) = (self.tasks[index].id, self.now_ns);
        let placed = match self.tasks[index].class {
            Class::Fair => self.cpus[on].fair.fork(&mut self.pool, id, now_ns),
            _ => Verdict::stay(Reason::Nothing {}),
        };
        self.tasks[index].cpu = on as u16;
        if self.cpus.len() > 1 {
            self.place_new(on, parent, child, out);
        }
        let (cpu, before) = (self.home(child), self.cpus[self.home(child)].pending);
        self.reach(cpu);
        if self.cpus.len() > 1 {
            self.track_birth(cpu, child);
        }
        let charge = self.enqueue(cpu, child, Enqueue::Fork, out).or(placed);
        self.cpus[cpu].request(charge.resched, Kind::SwitchPreempted);
        self.arm_hrtick(cpu, ArmAt::QueueChange);
        let verdict = self.test_preemption(cpu, child, Wake { fork: true, sync: false }, out);
        self.report_removed(cpu, out);
        self.emit_arrival([on, cpu], Kind::Fork, [child, parent], verdict.why, out);
        self.report_throttled(cpu, out);
        self.hold_back(cpu, child, out);
        self.look(cpu);
        self.push_woken(on, child, out);
        self.send_request(on, cpu, before);
    }

    pub(super) fn test_preemption<O: Observer>(
        &mut self,
        cpu: usize,
        task: u16,
        wake: Wake,
        out: &mut O,
    ) -> Verdict {
        self.cpus[cpu].clock_ns = self.now_ns;
        out.deciding(self);
        let verdict = self.wakeup_preempt(cpu, task, wake);
        let here = &mut self.cpus[cpu];
        here.request(verdict.resched, Kind::SwitchPreempted);
        here.skip_clock = here.pending == Resched::Hard;
        verdict
    }

    /// The CPU that a task is on, was on, or is going to wake on.
    pub fn home(&self, task: u16) -> usize {
        debug_assert_ne!(task, IDLE, "the idle task never sleeps");
        usize::from(self.tasks[usize::from(task)].cpu)
    }
}
