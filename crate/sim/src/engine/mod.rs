//! The machine at one instant, and how it gets to the next.
//!
//! [`Sim::step`] does one small thing: lets time pass up to the next event of a
//! CPU, then handles an interrupt, asks the scheduler, or carries a task's program
//! on. What it did goes to an [`Observer`]. A `Sim` is a plain value: a clone of it
//! continues in exactly the same way.
//!
//! At one instant a task first finishes what it was doing, with all steps that take no
//! time: a task whose run ends at a tick blocks before the tick. Then come the
//! interrupts, all of them before the scheduler is asked: timers that expire together
//! are one interrupt. Last, a pending request is served.

mod cpu;
mod exec;
mod interrupt;
mod schedule;
mod wake;

use std::sync::Arc;

use sched::{Entity, EntityId, FairQueue, Policy as FairPolicy, Pool, Reason, Resched};

use crate::channel::Channel;
use crate::event::Timers;
use crate::limits::STEPS_AT_INSTANT_MAX;
use crate::plan::Plan;
use crate::rng::Rng;
use crate::task::{State, Task, Work};
use crate::trace::{Event, IDLE, Kind};

use cpu::{Cpu, Due};

/// Hears what happens, with the machine as it is right after.
pub trait Observer {
    /// Something happened. `sim` may be in the middle of an instant: look, do not continue.
    fn event(&mut self, sim: &Sim, event: &Event);

    /// A decision is about to fall: the queue is as the scheduler is going to see it,
    /// except that the running task is not charged yet.
    fn deciding(&mut self, sim: &Sim) {
        let _ = sim;
    }
}

impl Observer for crate::trace::Trace {
    #[inline]
    fn event(&mut self, _: &Sim, event: &Event) {
        self.push(*event);
    }
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more.
    Going,
    /// The scenario's end is reached.
    Ended,
    /// Steps follow each other without any time passing: this task at this step.
    Stuck {
        /// Index of the task.
        task: u16,
        /// Index of the step in its script.
        step: u32,
    },
    /// The task at this step creates a thread that still lives.
    SpawnedTwice {
        /// Index of the task.
        task: u16,
        /// Index of the step in its script.
        step: u32,
    },
}

/// The machine and its tasks at one instant.
#[derive(Clone, Debug)]
pub struct Sim {
    plan: Arc<Plan>,
    now_ns: u64,
    pool: Pool,
    cpus: Vec<Cpu>,
    tasks: Vec<Task>,
    timers: Timers,
    channels: Vec<Channel>,
    events: usize,
    /// Program steps since time last passed.
    steps_here: u32,
    /// Set when the run cannot go on.
    halt: Option<Progress>,
}

impl Sim {
    /// The machine before time 0: everybody asleep, first wakeups set.
    pub(crate) fn new(plan: Arc<Plan>) -> Sim {
        let mut pool = Pool::new();
        let mut tasks = Vec::with_capacity(plan.tasks.len());
        for (index, _) in plan.tasks.iter().enumerate() {
            let id = pool.add(Entity::new(FairPolicy::Normal, 0));
            tasks.push(Task::new(id, Rng::stream(plan.seed, index)));
        }
        let cpus = (0..plan.cpus).map(|_| Cpu::new(&plan)).collect();
        let channels = vec![Channel::default(); plan.channels];
        let mut sim = Sim {
            plan,
            now_ns: 0,
            pool,
            cpus,
            tasks,
            timers: Timers::default(),
            channels,
            events: 0,
            steps_here: 0,
            halt: None,
        };
        for index in 0..sim.tasks.len() {
            sim.prepare(index);
        }
        sim
    }

    /// Give a task its attributes and, unless another creates it, its first wakeup.
    fn prepare(&mut self, index: usize) {
        self.reset_entity(index);
        if let Some(at_ns) = self.plan.tasks[index].first_wakeup_ns {
            self.tasks[index].alive = true;
            self.timers.set(at_ns, index as u16);
        }
    }

    fn reset_entity(&mut self, index: usize) {
        let info = &self.plan.tasks[index];
        let id = self.tasks[index].id;
        self.pool[id] = Entity::new(info.policy, info.nice);
        let slice = sched::Change::Slice(info.slice_ns);
        self.cpus[0].fair.change(&mut self.pool, id, slice, false, self.now_ns);
    }

    /// Do the next small thing; up to a few events go to `out`.
    pub fn step<O: Observer>(&mut self, out: &mut O) -> Progress {
        let (cpu, due, at_ns) = self.next_due();
        if at_ns >= self.plan.end_ns {
            self.pass_time(self.plan.end_ns);
            return Progress::Ended;
        }
        self.pass_time(at_ns);
        match due {
            Due::Interrupt => self.interrupt(cpu, out),
            Due::Schedule => self.preempt(cpu, out),
            Due::Work => self.carry_on(cpu, out),
        }
        self.halt.unwrap_or(Progress::Going)
    }

    /// Which CPU acts next, what it does, and when; of several at once, the first.
    fn next_due(&self) -> (usize, Due, u64) {
        // Timers of sleeping tasks expire on the first CPU until tasks are placed on others.
        let mut first = (0, self.due_of(0, self.timers.next_ns()));
        for cpu in 1..self.cpus.len() {
            let due = self.due_of(cpu, None);
            if due.1 < first.1.1 {
                first = (cpu, due);
            }
        }
        let (cpu, (due, at_ns)) = first;
        (cpu, due, at_ns)
    }

    #[inline]
    fn due_of(&self, cpu: usize, timer_ns: Option<u64>) -> (Due, u64) {
        let (due, at_ns) = self.cpus[cpu].next_due(&self.tasks, timer_ns, self.plan.params.preemption);
        (due, at_ns.max(self.now_ns))
    }

    /// Let all CPUs work up to `to_ns`.
    fn pass_time(&mut self, to_ns: u64) {
        if to_ns == self.now_ns {
            return;
        }
        for cpu in &mut self.cpus {
            cpu.work_until(&mut self.tasks, to_ns);
        }
        self.now_ns = to_ns;
        self.steps_here = 0;
    }

    /// Count a program step, and stop the run if time stands still.
    fn count_step(&mut self, task: u16) {
        self.steps_here += 1;
        if self.steps_here > STEPS_AT_INSTANT_MAX {
            self.halt = Some(Progress::Stuck { task, step: self.tasks[usize::from(task)].at });
        }
    }

    fn emit<O: Observer>(&mut self, out: &mut O, cpu: usize, kind: Kind, who: [u16; 2], why: Reason) {
        let [a, b] = why.operands();
        let [task, other] = who;
        let (kind, code) = (kind as u8, why.code());
        self.events += 1;
        out.event(self, &Event { t_ns: self.now_ns, a, b, cpu: cpu as u16, task, other, kind, code });
    }

    /// The present, ns since the beginning.
    pub fn now_ns(&self) -> u64 {
        self.now_ns
    }

    /// Number of events so far.
    pub fn events(&self) -> usize {
        self.events
    }

    /// Number of tasks, also those that are muted or not created yet.
    pub fn task_count(&self) -> usize {
        self.tasks.len()
    }

    /// Number of CPUs.
    pub fn cpu_count(&self) -> usize {
        self.cpus.len()
    }

    /// What the scheduler knows of a task; panics if there is no such task.
    pub fn entity(&self, task: u16) -> &Entity {
        &self.pool[self.tasks[usize::from(task)].id]
    }

    /// All entities, for the questions that a [`FairQueue`] answers.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The queue of a CPU; panics if there is no such CPU.
    pub fn queue(&self, cpu: u16) -> &FairQueue {
        &self.cpus[usize::from(cpu)].fair
    }

    /// Who has the CPU, or [`IDLE`].
    pub fn running(&self, cpu: u16) -> u16 {
        self.cpus[usize::from(cpu)].curr.unwrap_or(IDLE)
    }

    /// Which request to reschedule is pending on a CPU.
    pub fn pending(&self, cpu: u16) -> Resched {
        self.cpus[usize::from(cpu)].pending
    }

    /// The queue clock of a CPU: when the scheduler last read the time there.
    pub fn clock_ns(&self, cpu: u16) -> u64 {
        self.cpus[usize::from(cpu)].clock_ns
    }

    /// How a task stands to the scheduler; panics if there is no such task.
    pub fn state(&self, task: u16) -> State {
        let known = &self.tasks[usize::from(task)];
        let entity = &self.pool[known.id];
        match (entity.on_rq, entity.delayed) {
            (true, true) => State::Delayed,
            (true, false) if self.running(known.cpu) == task => State::Running,
            (true, false) => State::Runnable,
            (false, _) if !known.alive && matches!(known.work, Work::Dying { .. }) => State::Dead,
            (false, _) => State::Sleeping,
        }
    }

    /// The queued tasks of a CPU: the running one first, then in tree order.
    pub fn queued(&self, cpu: u16) -> Vec<u16> {
        self.queue(cpu).queued(&self.pool).into_iter().map(task_of).collect()
    }

    /// The queue and the entities as they are once the running task is charged up to `at_ns`.
    pub fn charged(&self, cpu: u16, at_ns: u64) -> (FairQueue, Pool) {
        let (mut queue, mut pool) = (self.queue(cpu).clone(), self.pool.clone());
        queue.update_curr(&mut pool, at_ns);
        (queue, pool)
    }

    /// When something is going to happen next; the end of the scenario if nothing is.
    pub(crate) fn next_ns(&self) -> u64 {
        self.next_due().2.min(self.plan.end_ns)
    }

    /// The entity of a task, as a [`FairQueue`] knows it; panics if there is no such task.
    pub fn entity_id(&self, task: u16) -> EntityId {
        self.tasks[usize::from(task)].id
    }
}

/// Entities are made in the order of the tasks and never removed.
fn task_of(id: EntityId) -> u16 {
    id.0 as u16
}
