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
//! are one interrupt. Last, a pending request is served. Before all of that come the changes that
//! the scenario makes from elsewhere at that instant.

mod agenda;
mod balance;
mod begin;
mod change;
mod clamps;
mod classes;
mod clocks;
mod cpu;
mod exec;
mod facts;
mod held;
mod idle;
mod interrupt;
mod levels;
mod load;
mod migrate;
mod observer;
mod place;
mod progress;
mod quota;
mod realtime;
mod reclass;
mod refill;
mod regroup;
mod remote;
mod schedule;
mod wake;

use std::sync::Arc;

use sched::{
    Contender, DlPool, Entity, EntityId, FairQueue, Policy as FairPolicy, Pool, Reason, Resched, RtPool,
};

use crate::channel::Channel;
use crate::limits::STEPS_AT_INSTANT_MAX;
use crate::plan::Plan;
use crate::rng::Rng;
use crate::task::{State, Task, Work};
use crate::trace::{Event, IDLE, Kind};

use agenda::{Agenda, Turn};
use balance::Balancing;
use clamps::Counted;
use clocks::Clocks;
use cpu::{Cpu, Due};
use realtime::Urgent;
use smp::balance::RootFacts;
use smp::load::CpuLoad;
use smp::placement::idle_llcs;
use smp::{CpuFacts, LlcFacts, Ready, SmpReason};

pub use balance::{Looked, Looking, Pulling};
pub(crate) use migrate::Why;
pub use observer::Observer;
pub(crate) use place::Habits;
pub use place::Placing;
pub use progress::Progress;
pub(crate) use refill::Warmth;

/// The machine and its tasks at one instant.
#[derive(Clone, Debug)]
pub struct Sim {
    plan: Arc<Plan>,
    now_ns: u64,
    pool: Pool,
    rt: RtPool,
    deadline: DlPool,
    cpus: Vec<Cpu>,
    tasks: Vec<Task>,
    /// What is seen of each CPU, where load is tracked.
    facts: Vec<CpuFacts>,
    /// Which of these CPUs would run a task at once.
    ready: Ready,
    /// What is tracked of each CPU's load, where it is.
    loads: Vec<CpuLoad>,
    /// What the CPUs of each last-level cache share, where there are several.
    llcs: Vec<LlcFacts>,
    /// What is known of the machine as a whole.
    root: RootFacts,
    /// Of each domain, whether affinity left it uneven.
    pinned: Vec<bool>,
    /// What balancing remembers.
    balancing: Balancing,
    /// Realtime tasks of several CPUs.
    urgent: Urgent,
    /// Which CPU acts next, where there are several.
    turn: Turn,
    /// When the others act.
    agenda: Agenda,
    /// CPUs that this step has changed, beside the one that acts.
    touched: Vec<u16>,
    channels: Vec<Channel>,
    /// Clocks, and what they took.
    clocks: Clocks,
    /// Clamps that count.
    clamps: Counted,
    /// Changes from elsewhere that were made already.
    changes_made: usize,
    /// When the next change from elsewhere or of the hardware is due; `u64::MAX` if none is left.
    next_change_ns: u64,
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
        for (index, task) in plan.tasks.iter().enumerate() {
            let id = pool.add(Entity::new(FairPolicy::Normal, 0));
            tasks.push(Task::new(id, task.allowed, Rng::stream(plan.seed, index as u64)));
        }
        let cpus = (0..plan.cpus).map(|_| Cpu::new(&plan)).collect();
        let facts = vec![CpuFacts::default(); plan.tracked_cpus()];
        let agenda = if plan.cpus > 1 { Agenda::new(plan.cpus) } else { Agenda::default() };
        let root = RootFacts { energy_aware: plan.energy_aware, ..RootFacts::default() };
        let llcs = if plan.cpus > 1 { idle_llcs(&plan.topology, plan.smp) } else { Vec::new() };
        let (balancing, pinned) = (Balancing::new(&plan), vec![false; plan.topology.domains.len()]);
        let urgent = Urgent::new(if plan.above && plan.cpus > 1 { plan.cpus } else { 0 });
        let channels = vec![Channel::default(); plan.channels];
        let (clocks, clamps) = (Clocks::new(&plan), Counted::new(&plan));
        let mut sim = Sim {
            plan,
            now_ns: 0,
            pool,
            rt: RtPool::new(),
            deadline: DlPool::new(),
            cpus,
            tasks,
            ready: Ready::of(&facts),
            facts,
            loads: Vec::new(),
            llcs,
            root,
            pinned,
            balancing,
            urgent,
            turn: Turn::FIRST,
            agenda,
            touched: Vec::new(),
            channels,
            clocks,
            clamps,
            changes_made: 0,
            next_change_ns: u64::MAX,
            events: 0,
            steps_here: 0,
            halt: None,
        };
        sim.begin_loads();
        sim.begin_clocks();
        sim.make_groups();
        sim.set_next_change();
        (0..sim.tasks.len()).for_each(|index| sim.prepare(index));
        sim.begin_idle();
        if sim.cpus.len() > 1 {
            sim.note_due();
        }
        sim
    }

    /// Do the next small thing; up to a few events go to `out`.
    pub fn step<O: Observer>(&mut self, out: &mut O) -> Progress {
        let Turn { cpu, due, due_ns } = self.next_turn();
        let change_ns = self.next_change_ns;
        let at_ns = due_ns.min(change_ns);
        if at_ns >= self.plan.end_ns {
            self.end_time();
            return Progress::Ended;
        }
        self.pass_time(cpu, at_ns);
        match due {
            _ if change_ns <= due_ns => self.change_from_elsewhere(out),
            Due::Interrupt => self.interrupt(cpu, out),
            Due::Schedule => self.preempt(cpu, out),
            Due::Park => self.park(cpu, out),
            Due::Work => self.carry_on(cpu, out),
        }
        if self.cpus.len() > 1 {
            self.note_due();
        }
        self.halt.unwrap_or(Progress::Going)
    }

    /// Let time pass up to `to_ns`, and the CPU that acts then work; the others are seen to when somebody reaches them.
    #[inline(always)]
    fn pass_time(&mut self, cpu: usize, to_ns: u64) {
        if to_ns > self.now_ns {
            self.now_ns = to_ns;
            self.steps_here = 0;
        }
        self.cpus[cpu].work_until(&mut self.tasks, to_ns);
        self.follow_load_clock(cpu);
    }

    /// Let all CPUs work up to the end.
    fn end_time(&mut self) {
        for cpu in 0..self.cpus.len() {
            self.pass_time(cpu, self.plan.end_ns);
        }
    }

    /// Count a program step, and stop the run if time stands still.
    fn count_step(&mut self, task: u16) {
        self.steps_here += 1;
        if self.steps_here > STEPS_AT_INSTANT_MAX {
            self.halt = Some(Progress::Stuck { task, step: self.tasks[usize::from(task)].at });
        }
    }

    fn emit<O: Observer>(&mut self, out: &mut O, cpu: usize, kind: Kind, who: [u16; 2], why: Reason) {
        self.report(out, cpu, kind, who, (why.code(), why.operands()));
    }

    /// The same for a decision between CPUs.
    fn emit_smp<O: Observer>(&mut self, out: &mut O, cpu: usize, kind: Kind, who: [u16; 2], why: SmpReason) {
        self.report(out, cpu, kind, who, (why.code(), why.operands()));
    }

    #[inline(always)]
    fn report<O: Observer>(
        &mut self,
        out: &mut O,
        cpu: usize,
        kind: Kind,
        [task, other]: [u16; 2],
        (code, [a, b]): (u8, [i64; 2]),
    ) {
        let kind = kind as u8;
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

    /// What a copy takes at least, bytes: that of the tasks and CPUs.
    pub(crate) fn copied_bytes(&self) -> usize {
        let (task, cpu) = (size_of::<Task>() + size_of::<Entity>(), size_of::<Cpu>());
        size_of::<Sim>() + self.tasks.len() * task + self.cpus.len() * cpu
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
        match (self.is_queued(task), entity.delayed) {
            (true, true) => State::Delayed,
            _ if entity.parked && self.running(known.cpu) != task => State::Throttled,
            (true, false) if self.running(known.cpu) == task => State::Running,
            (true, false) if self.is_held_back(task) => State::Throttled,
            (true, false) => State::Runnable,
            (false, _) if !known.alive && matches!(known.work, Work::Dying { .. }) => State::Dead,
            (false, _) => State::Sleeping,
        }
    }

    /// The queued tasks of a CPU: those of higher classes in their order, then the fair ones, the running one
    /// first, the others in tree order.
    pub fn queued(&self, cpu: u16) -> Vec<u16> {
        let here = &self.cpus[usize::from(cpu)];
        let by_deadline = here.deadline.queued().filter_map(|contender| match contender {
            Contender::Task(id) => Some(id),
            Contender::FairServer => None,
        });
        by_deadline.chain(here.rt.queued()).chain(here.fair.queued(&self.pool)).map(task_of).collect()
    }

    /// The queue and the entities as they are once the running task is charged up to `at_ns`.
    pub fn charged(&self, cpu: u16, at_ns: u64) -> (FairQueue, Pool) {
        let (mut queue, mut pool) = (self.queue(cpu).clone(), self.pool.clone());
        queue.update_all(&mut pool, at_ns);
        (queue, pool)
    }

    /// When something is going to happen next; the end of the scenario if nothing is.
    pub(crate) fn next_ns(&self) -> u64 {
        self.next_turn().due_ns.min(self.next_change_ns).min(self.plan.end_ns)
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
