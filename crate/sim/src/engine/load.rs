//! Load tracking of several CPUs: what their tasks did is accounted for before it changes.
//!
//! Each function stands before a change of queue or CPU and reads what was until then from the entity and its queue, which have
//! not changed yet (`update_load_avg` in `enqueue_entity`, `dequeue_entity`, `put_prev_entity`, `set_next_entity` and
//! `entity_tick`). One CPU alone decides nothing by load, and tracks none.

use sched::Dequeued;
use sched::pelt::Doing;
use smp::SmpFeature;
use smp::load::{CpuLoad, TaskLoad};

use super::Sim;

impl Sim {
    /// Nothing is known of the tasks, and the CPUs were idle.
    pub(super) fn begin_loads(&mut self) {
        self.loads = vec![CpuLoad::default(); self.plan.tracked_cpus()];
        for (cpu, facts) in self.facts.iter_mut().enumerate() {
            let capacity = self.plan.topology.capacities[cpu];
            (facts.capacity_orig, facts.capacity) = (capacity, capacity);
        }
    }

    /// Whether load is tracked.
    #[inline]
    fn tracks(&self) -> bool {
        self.plan.tracks_load
    }

    /// Whether it is tracked here, and not level by level by the class.
    #[inline]
    fn tracks_here(&self) -> bool {
        self.tracks() && !self.plan.levels
    }

    /// How much of the biggest CPU a task needed lately, of 1024 and as last brought up to date; `None` where no load is tracked here.
    pub fn util(&self, task: u16) -> Option<u64> {
        self.tracks_here().then(|| self.tasks[usize::from(task)].load.avg.util_avg)
    }

    /// What the fair queue of a CPU does.
    fn queue_doing(&self, cpu: usize) -> Doing {
        let fair = &self.cpus[cpu].fair;
        Doing::queue(fair.table_weight(), u64::from(fair.nr_runnable()), fair.curr().is_some())
    }

    /// What a task does.
    fn task_doing(&self, cpu: usize, task: u16) -> Doing {
        let id = self.tasks[usize::from(task)].id;
        let entity = &self.pool[id];
        Doing::task(entity.on_rq, entity.delayed, self.cpus[cpu].fair.curr() == Some(id))
    }

    pub(super) fn weight(&self, task: u16) -> u64 {
        self.pool[self.tasks[usize::from(task)].id].table_weight()
    }

    /// The clock of load tracking of a CPU is brought to the present.
    pub(super) fn advance_load(&mut self, cpu: usize) {
        self.loads[cpu].advance(self.now_ns, self.cpus[cpu].speed);
        self.tell_load_clock(cpu);
    }

    /// A task that belongs to a CPU is going to change.
    #[inline]
    pub(super) fn track(&mut self, cpu: usize, task: u16) {
        if self.tracks_here() {
            self.track_task(cpu, task, self.task_doing(cpu, task));
        }
    }

    fn track_task(&mut self, cpu: usize, task: u16, doing: Doing) {
        self.advance_load(cpu);
        let (queue, weight) = (self.queue_doing(cpu), self.weight(task));
        let load = &mut self.tasks[usize::from(task)].load;
        let changed = if load.is_attached() {
            self.loads[cpu].update_task(load, weight, doing, queue)
        } else {
            self.loads[cpu].update(queue)
        };
        if changed {
            self.ask_clock(cpu);
        }
    }

    /// A CPU's averages are brought to the present, for who balances by them (`update_blocked_averages`).
    pub(super) fn age_load(&mut self, cpu: usize) {
        self.advance_load(cpu);
        if self.plan.levels {
            self.cpus[cpu].fair.age_levels(&mut self.pool, self.now_ns);
            self.mirror_load(cpu);
        } else {
            let queue = self.queue_doing(cpu);
            self.loads[cpu].update(queue);
        }
        self.loads[cpu].tell(&mut self.facts[cpu]);
    }

    /// The running task sees a tick.
    #[inline]
    pub(super) fn track_tick(&mut self, cpu: usize) {
        if let Some(curr) = self.cpus[cpu].curr.filter(|_| self.tracks()) {
            self.track(cpu, curr);
        }
    }

    /// A task is going to be enqueued.
    #[inline]
    pub(super) fn track_enqueue(&mut self, cpu: usize, task: u16) {
        self.join_clamps(cpu, task);
        if self.tracks() {
            self.note_recent(task);
            self.advance_load(cpu);
            self.loads[cpu].add_estimate(&self.tasks[usize::from(task)].load);
        }
        if self.tracks_here() {
            let (queue, weight) = (self.queue_doing(cpu), self.weight(task));
            if self.loads[cpu].enqueue(&mut self.tasks[usize::from(task)].load, weight, queue) {
                self.ask_clock(cpu);
            }
        }
    }

    /// A delayed task is going to count as awake where it is.
    #[inline]
    pub(super) fn track_requeue(&mut self, cpu: usize, task: u16) {
        self.join_clamps(cpu, task);
        if self.tracks() {
            self.loads[cpu].add_estimate(&self.tasks[usize::from(task)].load);
            self.track(cpu, task);
        }
    }

    /// A running task is going to leave the queue, or to linger in it.
    #[inline]
    pub(super) fn track_dequeue(&mut self, cpu: usize, task: u16) {
        self.leave_clamps(cpu, task);
        if self.tracks() {
            self.loads[cpu].take_estimate(&self.tasks[usize::from(task)].load);
            self.track(cpu, task);
        }
    }

    /// It has: what it needed is remembered if it `sleeps`; one that is gone leaves its CPU's load.
    #[inline]
    pub(super) fn tracked_dequeue(&mut self, cpu: usize, task: u16, sleeps: bool, dequeued: Dequeued) {
        if !self.tracks() {
            return;
        }
        if sleeps && self.plan.smp_features.has(SmpFeature::UtilEst) {
            let (capacity, rule) = (self.plan.topology.capacities[cpu], self.plan.smp.util_estimate);
            self.mirror_task(task);
            self.tasks[usize::from(task)].load.sleeps(capacity, rule);
        }
        if !sleeps && dequeued == Dequeued::Left && self.tracks_here() {
            self.track_departure(cpu, task);
        }
    }

    /// A delayed task has left the queue of a CPU.
    #[inline]
    pub(super) fn track_removed(&mut self, cpu: usize, task: u16) {
        if self.tracks_here() {
            self.track_task(cpu, task, Doing::task(true, true, false));
        }
    }

    /// A task that is off the queue leaves the load of a CPU: it wakes elsewhere, or is gone.
    pub(super) fn track_departure(&mut self, cpu: usize, task: u16) {
        let (weight, now_ns, rule) = (self.weight(task), self.now_ns, self.plan.smp.idle_decay);
        if self.plan.levels {
            return self.depart_from_levels(cpu, task);
        }
        let load = &mut self.tasks[usize::from(task)].load;
        self.loads[cpu].remove(load, weight, now_ns, rule);
    }

    /// A waiting task is going to be taken off for another CPU.
    pub(super) fn track_detach(&mut self, cpu: usize, task: u16) {
        let (delayed, weight) = (self.entity(task).delayed, self.weight(task));
        self.track(cpu, task);
        let load = &mut self.tasks[usize::from(task)].load;
        if !delayed {
            self.loads[cpu].take_estimate(load);
        }
        if !self.plan.levels {
            self.loads[cpu].detach(load, weight);
        }
        if !delayed {
            self.leave_clamps(cpu, task);
        }
    }

    /// It is going to come onto another.
    pub(super) fn track_attach(&mut self, cpu: usize, task: u16) {
        let delayed = self.entity(task).delayed;
        self.track_enqueue(cpu, task);
        if delayed {
            self.loads[cpu].take_estimate(&self.tasks[usize::from(task)].load);
            self.leave_clamps(cpu, task);
        }
    }

    /// A new task begins on a CPU.
    pub(super) fn track_birth(&mut self, cpu: usize, task: u16) {
        self.advance_load(cpu);
        if self.plan.levels {
            return self.begin_in_levels(cpu, task);
        }
        let (queue, weight) = (self.queue_doing(cpu), self.weight(task));
        self.loads[cpu].update(queue);
        let load = &mut self.tasks[usize::from(task)].load;
        *load = TaskLoad::of_new_task(weight);
        self.loads[cpu].begin(load, weight, self.plan.topology.capacities[cpu]);
    }

    /// The running task was picked again.
    #[inline]
    pub(super) fn track_keep(&mut self, task: u16) {
        if self.tracks() {
            self.note_recent(task);
        }
    }

    /// The CPU is going to go from one task to another, or to or from idle.
    #[inline]
    pub(super) fn track_switch(&mut self, cpu: usize, from: Option<u16>, to: Option<u16>) {
        if self.tracks() {
            self.track_both(cpu, from, to);
        }
    }

    fn track_both(&mut self, cpu: usize, from: Option<u16>, to: Option<u16>) {
        if let Some(from) = from {
            self.track(cpu, from);
        }
        if let Some(to) = to {
            self.note_recent(to);
        }
        self.mirror_load(cpu);
        match (from, to) {
            (_, None) => self.loads[cpu].becomes_idle(0),
            (None, Some(_)) => {
                self.note_busy(cpu);
                self.advance_load(cpu);
                self.loads[cpu].becomes_busy();
            }
            _ => {}
        }
        self.tell_load_clock(cpu);
        if let Some(to) = to {
            self.track(cpu, to);
        }
    }

    /// A task's weight has changed `from` another.
    pub(super) fn track_reweight(&mut self, cpu: usize, task: u16, from: u64) {
        let to = self.weight(task);
        if self.tracks_here() && from != to {
            self.loads[cpu].reweight(&mut self.tasks[usize::from(task)].load, from, to);
        }
    }

    /// Signals of a CPU's load tracking; panics where none is tracked: on one CPU whose clock stays.
    pub fn load(&self, cpu: u16) -> &CpuLoad {
        &self.loads[usize::from(cpu)]
    }
}
