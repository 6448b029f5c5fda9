//! Load tracking of several CPUs where there are groups: the fair class does it, level by level, and here is what it has to be
//! told and what others see of it.
//!
//! The class keeps the averages of all queues, the root's among them, and of all tasks; `load.rs` keeps the clocks and the
//! estimates, and copies of what is asked for often: the root's averages, and those of a task that falls asleep.

use sched::pelt::SchedAvg;
use smp::load::TaskLoad;

use super::Sim;

impl Sim {
    /// A CPU's clock of load tracking is brought to the present, before anything happens on it.
    #[inline]
    pub(super) fn follow_load_clock(&mut self, cpu: usize) {
        if self.plan.levels {
            self.advance_load(cpu);
        }
    }

    /// The class is told what that clock is.
    #[inline]
    pub(super) fn tell_load_clock(&mut self, cpu: usize) {
        if self.plan.levels {
            let clock_ns = self.loads[cpu].clock_ns();
            self.cpus[cpu].fair.set_load_clock(clock_ns);
        }
    }

    /// What the root's queue adds up to is copied; if it changed, the clock of the CPU may have to.
    pub(super) fn mirror_load(&mut self, cpu: usize) {
        let Some(avg) = self.cpus[cpu].fair.root_avg().filter(|_| self.plan.levels) else { return };
        self.loads[cpu].mirror(avg);
        if self.cpus[cpu].fair.take_root_changed() {
            self.ask_clock(cpu);
        }
    }

    /// So is what a task does.
    pub(super) fn mirror_task(&mut self, task: u16) {
        let known = &mut self.tasks[usize::from(task)];
        let fair = &self.cpus[usize::from(known.cpu)].fair;
        if let Some((avg, changed)) =
            fair.take_task_avg(&mut self.pool, known.id).filter(|_| self.plan.levels)
        {
            known.load.mirror(&avg, changed);
        }
    }

    /// A task that is off the queue wakes elsewhere: the load of its CPU loses it with the next update.
    pub(super) fn depart_from_levels(&mut self, cpu: usize, task: u16) {
        let idle_ns = self.loads[cpu].missed_clock_ns(self.now_ns, self.plan.smp.idle_decay);
        let id = self.entity_id(task);
        self.cpus[cpu].fair.track_departure(&mut self.pool, id, idle_ns);
    }

    /// A new task begins on a CPU.
    pub(super) fn begin_in_levels(&mut self, cpu: usize, task: u16) {
        let (id, weight) = (self.entity_id(task), self.weight(task));
        self.tasks[usize::from(task)].load = TaskLoad::of_new_task(weight);
        let fair = &mut self.cpus[cpu].fair;
        fair.track_new(&mut self.pool, id);
        fair.track_birth(&mut self.pool, id, self.now_ns);
    }

    /// Signals of a task, as of its last update.
    pub(super) fn task_avg(&self, task: u16) -> SchedAvg {
        let known = &self.tasks[usize::from(task)];
        let by_levels = || self.cpus[usize::from(known.cpu)].fair.task_avg(&self.pool, known.id);
        self.plan.levels.then(by_levels).flatten().unwrap_or(known.load.avg)
    }

    /// The same of a task that sleeps, as of its queue's last update.
    pub(super) fn avg_asleep(&self, task: u16) -> SchedAvg {
        let known = &self.tasks[usize::from(task)];
        let cpu = usize::from(known.cpu);
        let by_levels = || self.cpus[cpu].fair.task_avg_asleep(&self.pool, known.id);
        let here = || self.loads[cpu].asleep(&known.load, self.weight(task));
        self.plan.levels.then(by_levels).flatten().unwrap_or_else(here)
    }

    /// What a task's load counts for beside all others of its CPU.
    pub(super) fn h_load(&self, task: u16) -> u64 {
        let known = &self.tasks[usize::from(task)];
        let by_levels = || self.cpus[usize::from(known.cpu)].fair.task_h_load(&self.pool, known.id);
        self.plan.levels.then(by_levels).flatten().unwrap_or(known.load.avg.load_avg)
    }
}
