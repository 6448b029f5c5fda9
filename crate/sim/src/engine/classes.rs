//! The calls on the classes: each goes to the class of the task that it is about.
//!
//! A machine whose tasks are all fair asks only the fair class, as the kernel does.

use sched::{
    ArmAt, Class, Contender, Dequeue, Dequeued, DlQueue, Enqueue, EntityId, Pick, Pool, Reason, Resched,
    Verdict, Wake, WakeClass,
};

use super::cpu::Cpu;
use super::{Observer, Sim};
use crate::trace::{IDLE, Kind};

impl Sim {
    /// The class of what a CPU runs.
    pub(super) fn running_class(&self, cpu: usize) -> Class {
        self.cpus[cpu].curr.map_or(Class::Idle, |curr| self.tasks[usize::from(curr)].class)
    }

    /// Whether a task stands in a queue: running, waiting, delayed or held back.
    pub(super) fn is_queued(&self, task: u16) -> bool {
        let known = &self.tasks[usize::from(task)];
        match known.class {
            Class::Deadline => self.deadline.is_queued(known.id),
            Class::Realtime => self.rt.is_queued(known.id),
            Class::Idle | Class::Fair => self.pool[known.id].on_rq,
        }
    }

    /// Whether a task may not run, because it, its class or its group has used up what it may.
    #[inline]
    pub(super) fn is_held_back(&self, task: u16) -> bool {
        let known = &self.tasks[usize::from(task)];
        let here = &self.cpus[usize::from(known.cpu)];
        match known.class {
            Class::Deadline => self.deadline.get(known.id).is_some_and(|entity| entity.throttled),
            Class::Realtime => here.rt.is_throttled(),
            Class::Idle | Class::Fair => here.fair.is_throttled(&self.pool, known.id),
        }
    }

    /// A task comes onto the queue of its class.
    pub(super) fn enqueue<O: Observer>(
        &mut self,
        cpu: usize,
        task: u16,
        how: Enqueue,
        out: &mut O,
    ) -> Verdict {
        let (now_ns, known) = (self.now_ns, &self.tasks[usize::from(task)]);
        let (id, here) = (known.id, &mut self.cpus[cpu]);
        match known.class {
            Class::Deadline => {
                let why = match how {
                    Enqueue::Wakeup | Enqueue::Migrated => here.deadline.wake(&mut self.deadline, id, now_ns),
                    Enqueue::Fork | Enqueue::Restore => here.deadline.enter(&mut self.deadline, id, now_ns),
                };
                self.note_budget(cpu, task, why, out);
                Verdict::stay(Reason::Nothing {})
            }
            Class::Realtime => {
                self.enqueue_realtime(cpu, task);
                Verdict::stay(Reason::Nothing {})
            }
            Class::Idle | Class::Fair => {
                self.track_enqueue(cpu, task);
                let verdict = self.cpus[cpu].fair.enqueue(&mut self.pool, id, how, now_ns);
                self.serve_joined(cpu, out);
                verdict
            }
        }
    }

    /// The running task leaves the queue of its class, or lingers there.
    pub(super) fn dequeue<O: Observer>(
        &mut self,
        cpu: usize,
        task: u16,
        how: Dequeue,
        out: &mut O,
    ) -> Dequeued {
        let (id, class) = (self.tasks[usize::from(task)].id, self.tasks[usize::from(task)].class);
        let here = &mut self.cpus[cpu];
        match class {
            Class::Deadline => {
                self.end_job(cpu, task, out);
                self.dequeue_deadline(cpu, id, how == Dequeue::Exit);
                Dequeued::Left
            }
            Class::Realtime => {
                let verdict = here.rt.dequeue(&mut self.pool, &mut self.rt, id, here.clock_ns);
                self.note_throttled(cpu, verdict, out);
                Dequeued::Left
            }
            Class::Idle | Class::Fair => {
                self.track_dequeue(cpu, task);
                let here = &mut self.cpus[cpu];
                let dequeued = here.fair.dequeue(&mut self.pool, id, how, here.clock_ns);
                self.tracked_dequeue(cpu, task, how == Dequeue::Sleep, dequeued);
                self.arm_hrtick(cpu, ArmAt::QueueChange);
                self.charge_server(cpu, out);
                dequeued
            }
        }
    }

    /// Takes a deadline task off its queue.
    pub(super) fn dequeue_deadline(&mut self, cpu: usize, id: EntityId, gone: bool) {
        let here = &mut self.cpus[cpu];
        here.deadline.dequeue(&mut self.pool, &mut self.deadline, id, gone, here.clock_ns);
        here.count_deadline();
    }

    /// A deadline task has done a job: late, if its deadline is past.
    pub(super) fn end_job<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) {
        let id = self.tasks[usize::from(task)].id;
        if let Some(why) = DlQueue::missed(&self.deadline, id, self.now_ns) {
            self.emit(out, cpu, Kind::DeadlineMissed, [task, IDLE], why);
        }
    }

    /// Who runs next: the highest class that has somebody to run.
    pub(super) fn pick<O: Observer>(&mut self, cpu: usize, out: &mut O) -> Option<Pick> {
        if !self.cpus[cpu].above {
            let here = &mut self.cpus[cpu];
            return here.fair.pick(&mut self.pool, here.clock_ns);
        }
        self.pick_among_classes(cpu, out)
    }

    /// Where a fair task makes way, its server is charged only with the pick: what that uses up is not seen before the next.
    fn pick_among_classes<O: Observer>(&mut self, cpu: usize, out: &mut O) -> Option<Pick> {
        self.charge_running(cpu, out);
        let pick = self.cpus[cpu].pick(&mut self.pool);
        let here = &mut self.cpus[cpu];
        if here.deadline.has_server() && here.fair.curr().is_some() {
            here.fair.update_curr(&mut self.pool, here.clock_ns);
            self.charge_server(cpu, out);
        }
        pick
    }

    /// The tick of the running task's class.
    #[inline]
    pub(super) fn class_tick<O: Observer>(&mut self, cpu: usize, out: &mut O) -> Verdict {
        if !self.cpus[cpu].above {
            return self.cpus[cpu].fair.tick(&mut self.pool, self.now_ns);
        }
        let (class, now_ns) = (self.running_class(cpu), self.now_ns);
        let here = &mut self.cpus[cpu];
        let verdict = match class {
            Class::Deadline => here.deadline.tick(&mut self.pool, &mut self.deadline, now_ns),
            Class::Realtime => here.rt.tick(&mut self.pool, &mut self.rt, now_ns),
            Class::Idle | Class::Fair => here.fair.tick(&mut self.pool, now_ns),
        };
        self.note_charge(cpu, class, verdict, out);
        verdict
    }

    /// The slice timer expired; of another class than fair it counts as a tick.
    #[inline]
    pub(super) fn class_hrtick<O: Observer>(&mut self, cpu: usize, out: &mut O) -> Verdict {
        let now_ns = self.now_ns;
        let fair = self.cpus[cpu].fair.hrtick(&mut self.pool, now_ns);
        if !self.cpus[cpu].above {
            return fair;
        }
        let class = self.running_class(cpu);
        let here = &mut self.cpus[cpu];
        let verdict = match class {
            Class::Deadline => here.deadline.hrtick(&mut self.pool, &mut self.deadline, now_ns),
            Class::Realtime => here.rt.tick(&mut self.pool, &mut self.rt, now_ns),
            Class::Idle | Class::Fair => fair,
        };
        self.note_charge(cpu, class, verdict, out);
        verdict
    }

    /// Whether a woken task takes the CPU: first by class, then by the test of the class.
    pub(super) fn wakeup_preempt(&mut self, cpu: usize, task: u16, wake: Wake) -> Verdict {
        let id = self.tasks[usize::from(task)].id;
        let here = &mut self.cpus[cpu];
        if !here.above {
            return here.wakeup_fair(&mut self.pool, id, wake, self.now_ns);
        }
        self.wakeup_among_classes(cpu, task, wake)
    }

    fn wakeup_among_classes(&mut self, cpu: usize, task: u16, wake: Wake) -> Verdict {
        let (class, curr_class) = (self.tasks[usize::from(task)].class, self.running_class(cpu));
        let id = self.tasks[usize::from(task)].id;
        let here = &mut self.cpus[cpu];
        let compared = match here.fair.params().rules.wake_class {
            WakeClass::Running => curr_class,
            WakeClass::Next => curr_class.max(here.next_class),
        };
        if let Some(verdict) = class.preempts(compared).filter(|_| curr_class != Class::Idle) {
            if verdict.resched == Resched::Hard {
                here.next_class = class;
            }
            return verdict;
        }
        match class {
            _ if curr_class == Class::Idle => Verdict::hard(Reason::WakeIdleCpu {}),
            _ if curr_class != class => Verdict::stay(Reason::WakePending {}),
            Class::Deadline => here.deadline.wakeup_preempt(&self.deadline, id),
            Class::Realtime => here.rt.wakeup_preempt(&self.rt, id),
            Class::Idle | Class::Fair => here.wakeup_fair(&mut self.pool, id, wake, self.now_ns),
        }
    }

    /// The CPU goes to a task that was picked.
    pub(super) fn switch_to(&mut self, cpu: usize, task: u16) {
        let known = &self.tasks[usize::from(task)];
        let here = &mut self.cpus[cpu];
        if !here.above {
            return here.fair.switch_to(&mut self.pool, known.id, here.clock_ns);
        }
        if known.class == Class::Fair && here.runs_fair_only() {
            here.fair.switch_to(&mut self.pool, known.id, here.clock_ns);
            here.served_ns = self.pool[known.id].sum_exec_ns;
            return;
        }
        self.put_prev(cpu);
        self.set_next(cpu, task, true);
    }

    /// The running task leaves the CPU.
    pub(super) fn put_prev(&mut self, cpu: usize) {
        let here = &mut self.cpus[cpu];
        if here.fair.curr().is_some() {
            here.fair.put_prev(&mut self.pool, here.clock_ns);
        } else if let Some(prev) = here.rt.curr() {
            here.rt.put_prev(&mut self.pool, here.clock_ns);
            self.note_waiting(super::task_of(prev));
        } else if here.deadline.curr().is_some() {
            here.deadline.put_prev(&mut self.pool, &mut self.deadline, here.clock_ns);
            here.count_deadline();
        }
    }

    /// A task gets the CPU: by a pick, or because it was running before a change.
    pub(super) fn set_next(&mut self, cpu: usize, task: u16, from_pick: bool) {
        let known = &self.tasks[usize::from(task)];
        let here = &mut self.cpus[cpu];
        match known.class {
            Class::Deadline => {
                here.deadline.set_next(&mut self.pool, &self.deadline, known.id, here.clock_ns);
            }
            Class::Realtime => here.rt.set_next(&mut self.pool, known.id, here.clock_ns),
            Class::Idle | Class::Fair => {
                here.fair.set_next(&mut self.pool, known.id, here.clock_ns, from_pick);
                here.served_ns = self.pool[known.id].sum_exec_ns;
            }
        }
    }
}

impl Cpu {
    /// Who runs next: the highest class that has somebody to run.
    fn pick(&mut self, pool: &mut Pool) -> Option<Pick> {
        while let Some(pick) = self.deadline.pick() {
            match pick.next {
                Contender::Task(next) => return Some(Pick { next, why: pick.why }),
                Contender::FairServer => match self.fair.pick(pool, self.clock_ns) {
                    None => self.deadline.server_stop(true),
                    served => return served,
                },
            }
        }
        let higher = self.rt.pick();
        higher.or_else(|| self.fair.pick(pool, self.clock_ns))
    }

    /// The wakeup test of the fair class.
    #[inline]
    fn wakeup_fair(&mut self, pool: &mut Pool, id: EntityId, wake: Wake, now_ns: u64) -> Verdict {
        let pending_hard = self.pending == Resched::Hard;
        self.fair.wakeup_preempt(pool, id, wake, pending_hard, now_ns)
    }

    /// Whether no task of a higher class has the CPU.
    fn runs_fair_only(&self) -> bool {
        self.rt.curr().is_none() && self.deadline.curr().is_none()
    }

    /// What deadline tasks ran counts for realtime throttling.
    pub(super) fn count_deadline(&mut self) {
        self.rt.account_deadline(self.deadline.take_ran_ns());
    }
}
