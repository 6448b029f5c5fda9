//! Load tracking of one CPU's fair queue.

use sched::pelt::{Doing, PeltClock, Removed, SchedAvg};

use super::task::TaskLoad;
use crate::facts::CpuFacts;
use crate::rules::IdleDecay;

/// How fast a CPU works: its size and its clock, each 1024 at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed {
    /// What it could do at its best, 1024 is the biggest CPU (`arch_scale_cpu_capacity`).
    pub capacity: u64,
    /// Its clock now, 1024 is its fastest (`arch_scale_freq_capacity`).
    pub frequency: u64,
}

impl Speed {
    /// That of the biggest CPU at its best.
    pub const FULL: Speed = Speed { capacity: 1024, frequency: 1024 };
}

/// A CPU's clock of load tracking and what its fair queue adds up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuLoad {
    clock: PeltClock,
    /// Up to where the clock has been brought, in time without interrupts (`rq->clock_task`).
    clock_task_ns: u64,
    is_idle: bool,
    cfs: SchedAvg,
    util_est: u64,
    removed: Removed,
}

impl Default for CpuLoad {
    /// Idle since time 0.
    fn default() -> CpuLoad {
        CpuLoad {
            clock: PeltClock::default(),
            clock_task_ns: 0,
            is_idle: true,
            cfs: SchedAvg::default(),
            util_est: 0,
            removed: Removed::default(),
        }
    }
}

impl CpuLoad {
    /// Signals of the fair queue, as of its last update.
    pub fn avg(&self) -> &SchedAvg {
        &self.cfs
    }

    /// The CPU's time of load tracking, ns (`cfs_rq_clock_pelt`).
    pub fn clock_ns(&self) -> u64 {
        self.clock.now_ns()
    }

    /// Time went on to `clock_task_ns`, at this speed (`update_rq_clock_pelt`). An idle CPU is as fast as any.
    pub fn advance(&mut self, clock_task_ns: u64, speed: Speed) {
        debug_assert!(clock_task_ns >= self.clock_task_ns, "the clock of tasks goes on");
        if self.is_idle {
            self.clock.idle(clock_task_ns);
        } else {
            self.clock.run(clock_task_ns - self.clock_task_ns, speed.capacity, speed.frequency);
        }
        self.clock_task_ns = clock_task_ns;
    }

    /// The idle task is picked; `higher_util_sum` is what realtime and DEADLINE tasks have run, as a sum like `util_sum`. What a
    /// saturated CPU is behind is lost, otherwise it is made up (`update_idle_rq_clock_pelt`).
    pub fn becomes_idle(&mut self, higher_util_sum: u64) {
        self.clock.becomes_idle(self.clock_task_ns, self.cfs.util_sum + higher_util_sum);
        self.is_idle = true;
    }

    /// A task is picked after the idle task.
    pub fn becomes_busy(&mut self) {
        self.is_idle = false;
    }

    /// Accounts for what the queue did; true if its averages changed, by that or because tasks left that woke elsewhere
    /// (`update_cfs_rq_load_avg`). Then the clock of the CPU may have to change too.
    pub fn update(&mut self, queue: Doing) -> bool {
        let removed = std::mem::take(&mut self.removed);
        let has_shrunk = removed.take_off(&mut self.cfs);
        self.cfs.update(self.clock.now_ns(), queue, 1) || has_shrunk
    }

    /// Accounts for what a task of the queue and the queue did.
    pub fn update_task(&mut self, task: &mut TaskLoad, weight: u64, doing: Doing, queue: Doing) -> bool {
        debug_assert!(task.is_attached(), "a task of this queue");
        task.update(self.clock.now_ns(), doing, weight);
        self.update(queue)
    }

    /// A task comes onto the queue: if it comes from elsewhere the averages take it in (`enqueue_entity`). True if they changed.
    pub fn enqueue(&mut self, task: &mut TaskLoad, weight: u64, queue: Doing) -> bool {
        if task.is_attached() {
            return self.update_task(task, weight, Doing::default(), queue);
        }
        self.update(queue);
        task.avg.attach(&mut self.cfs, weight);
        task.set_attached(true);
        true
    }

    /// A task leaves for another CPU: the averages no longer contain it (`detach_entity_load_avg`). Both are up to date.
    pub fn detach(&mut self, task: &mut TaskLoad, weight: u64) {
        debug_assert!(task.is_attached(), "a task of this queue");
        task.avg.detach(&mut self.cfs, weight);
        task.set_attached(false);
    }

    /// A sleeping task wakes elsewhere, or is gone; it is `clock_task_ns` on this CPU, whose clock stays as it is
    /// (`remove_entity_load_avg`, `migrate_se_pelt_lag`).
    ///
    /// The next update takes it off. A task that was never enqueued has nothing to take off.
    pub fn remove(&mut self, task: &mut TaskLoad, weight: u64, clock_task_ns: u64, rule: IdleDecay) {
        if !task.is_attached() {
            return;
        }
        task.age(self.cfs.last_update_ns, weight);
        self.removed.add(&task.avg);
        task.set_attached(false);
        if let Some(clock_ns) = self.missed_clock_ns(clock_task_ns, rule) {
            task.age(clock_ns, weight);
        }
    }

    /// Where the clock of an idle CPU would be, had anybody looked after it (`migrate_se_pelt_lag`); `None` of a busy one, and
    /// where nobody asks.
    pub fn missed_clock_ns(&self, clock_task_ns: u64, rule: IdleDecay) -> Option<u64> {
        let missed_ns = clock_task_ns.saturating_sub(self.clock_task_ns);
        (self.is_idle && rule == IdleDecay::Estimated).then(|| self.clock.now_ns() + missed_ns)
    }

    /// The signals are kept elsewhere, level by level: those of the root are these.
    pub fn mirror(&mut self, root: &SchedAvg) {
        self.cfs = *root;
    }

    /// Signals of a task that sleeps here, as of the queue's last update (`sync_entity_load_avg`).
    pub fn asleep(&self, task: &TaskLoad, weight: u64) -> SchedAvg {
        let mut task = *task;
        if task.is_attached() {
            task.age(self.cfs.last_update_ns, weight);
        }
        task.avg
    }

    /// What a new task begins with on this CPU (`post_init_entity_util_avg`); the queue is up to date.
    pub fn begin(&self, task: &mut TaskLoad, weight: u64, capacity: u64) {
        task.avg.init_util(&self.cfs, capacity, weight);
    }

    /// The weight of a task changes; both are up to date (`reweight_entity`).
    pub fn reweight(&mut self, task: &mut TaskLoad, from: u64, to: u64) {
        let queue = if task.is_attached() { Some(&mut self.cfs) } else { None };
        task.avg.reweight(queue, from, to);
    }

    /// A task begins to want to run: its estimate counts (`util_est_enqueue`).
    pub fn add_estimate(&mut self, task: &TaskLoad) {
        self.util_est += task.util_est();
    }

    /// A task no longer wants to run here (`util_est_dequeue`).
    pub fn take_estimate(&mut self, task: &TaskLoad) {
        self.util_est = self.util_est.saturating_sub(task.util_est());
    }

    /// Writes what others see of it.
    pub fn tell(&self, facts: &mut CpuFacts) {
        facts.load_avg = self.cfs.load_avg;
        facts.runnable_avg = self.cfs.runnable_avg;
        facts.util_avg = self.cfs.util_avg;
        facts.util_est = self.util_est;
    }
}
