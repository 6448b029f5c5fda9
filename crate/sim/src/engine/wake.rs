//! How a task comes onto the queue: by waking up or by being created.

use sched::{ArmAt, Enqueue, EntityId, Reason, Resched, Verdict, Wake};

use super::{Observer, Progress, Sim};
use crate::trace::{IDLE, Kind};

impl Sim {
    /// `task` wakes: `by` a running task, or a timer if [`IDLE`]. Waking one that does
    /// not sleep is nothing, as in the kernel.
    pub(super) fn wake<O: Observer>(&mut self, task: u16, by: u16, sync: bool, out: &mut O) {
        let (id, cpu) = (self.tasks[usize::from(task)].id, self.home(task));
        let now_ns = self.now_ns;
        let fair = &mut self.cpus[cpu].fair;
        let charge = if self.pool[id].delayed {
            let verdict = fair.requeue_delayed(&mut self.pool, id, now_ns);
            self.emit(out, cpu, Kind::DelayedWake, [task, by], Reason::Nothing {});
            verdict
        } else if self.pool[id].on_rq {
            return;
        } else {
            fair.enqueue(&mut self.pool, id, Enqueue::Wakeup, now_ns)
        };
        self.cpus[cpu].request(charge.resched, Kind::SwitchPreempted);
        self.arm_hrtick(cpu, ArmAt::QueueChange);
        let verdict = self.test_preemption(cpu, id, Wake { fork: false, sync }, out);
        self.report_removed(cpu, out);
        let kind = match (self.cpus[cpu].curr, verdict.resched) {
            (None, _) => Kind::WakeupIdle,
            (_, Resched::No) => Kind::Wakeup,
            _ => Kind::WakeupPreempts,
        };
        self.emit(out, cpu, kind, [task, by], verdict.why);
    }

    /// Create `child`; false if it still lives.
    pub(super) fn spawn<O: Observer>(&mut self, parent: u16, child: u16, out: &mut O) {
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
        self.tasks[index].restart();
        let (id, cpu, now_ns) = (self.tasks[index].id, self.home(child), self.now_ns);
        let fair = &mut self.cpus[cpu].fair;
        let placed = fair.fork(&mut self.pool, id, now_ns);
        let charge = fair.enqueue(&mut self.pool, id, Enqueue::Fork, now_ns).or(placed);
        self.cpus[cpu].request(charge.resched, Kind::SwitchPreempted);
        self.arm_hrtick(cpu, ArmAt::QueueChange);
        let verdict = self.test_preemption(cpu, id, Wake { fork: true, sync: false }, out);
        self.report_removed(cpu, out);
        self.emit(out, cpu, Kind::Fork, [child, parent], verdict.why);
    }

    fn test_preemption<O: Observer>(&mut self, cpu: usize, id: EntityId, wake: Wake, out: &mut O) -> Verdict {
        self.cpus[cpu].clock_ns = self.now_ns;
        out.deciding(self);
        let here = &mut self.cpus[cpu];
        let pending_hard = here.pending == Resched::Hard;
        let verdict = here.fair.wakeup_preempt(&mut self.pool, id, wake, pending_hard, self.now_ns);
        here.request(verdict.resched, Kind::SwitchPreempted);
        here.skip_clock = here.pending == Resched::Hard;
        verdict
    }

    /// The CPU on which a task wakes: the one it was on, until placement chooses.
    fn home(&self, task: u16) -> usize {
        debug_assert_ne!(task, IDLE, "the idle task never sleeps");
        usize::from(self.tasks[usize::from(task)].cpu)
    }
}
