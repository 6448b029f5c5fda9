//! What placement and balancing see of CPUs and tasks: plain numbers that the machine keeps up to date.

use crate::cpuset::CpuSet;
use crate::rules::FairCount;

/// A CPU at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuFacts {
    /// Tasks of all classes on its queue, the running and delayed ones among them (`rq->nr_running`).
    pub nr_running: u32,
    /// Fair tasks on its queue, down to the last level, delayed ones among them (`cfs.h_nr_queued`).
    pub h_nr_queued: u32,
    /// Of these, delayed ones: they sleep, and leave when their lag is paid.
    pub h_nr_delayed: u32,
    /// Of the fair tasks, those that are SCHED_IDLE all the way up (`cfs.h_nr_idle`).
    pub h_nr_idle: u32,
    /// It runs the idle task.
    pub runs_idle: bool,
    /// A wakeup from elsewhere is on its way to it (`rq->ttwu_pending`).
    pub wakeup_pending: bool,
    /// Since when it is idle, ns; kept after that only if a balance did not find it work (`rq->idle_stamp`, 0 is none).
    pub idle_stamp_ns: u64,
    /// How long the idle state that it is in takes to leave, ns.
    pub exit_latency_ns: u64,
    /// How long it is idle at a time, on average, ns (`rq->avg_idle`).
    pub avg_idle_ns: u64,
    /// How long a search of its cache for an idle CPU takes on average, ns; kept before 6.0 (`sd->avg_scan_cost`).
    pub avg_scan_cost_ns: u64,
    /// Load of its fair queue (`cfs_rq->avg.load_avg`).
    pub load_avg: u64,
    /// Runnable average of its fair queue, 1024 a task.
    pub runnable_avg: u64,
    /// Utilisation of its fair queue, 0..=1024.
    pub util_avg: u64,
    /// Sum of the estimates of the queued tasks (`cfs_rq->avg.util_est`).
    pub util_est: u64,
    /// What it could do alone, 1024 is the biggest CPU of the machine (`arch_scale_cpu_capacity`).
    pub capacity_orig: u64,
    /// What of that is left for fair tasks, at least 1 (`capacity_of`).
    pub capacity: u64,
    /// How much of what it could do its heat or a limit of its clock takes (`hw_load_avg`, `cpufreq_pressure`).
    pub capacity_pressure: u64,
    /// Load of the task on it that needs a bigger CPU, or 0 (`rq->misfit_task_load`).
    pub misfit_load: u64,
    /// Clamps of what runs on it, 0..=1024 (`rq->uclamp[].value`).
    pub uclamp_min: u64,
    /// See [`CpuFacts::uclamp_min`].
    pub uclamp_max: u64,
}

impl Default for CpuFacts {
    /// Idle, of full capacity, nothing known of its past.
    fn default() -> CpuFacts {
        CpuFacts {
            nr_running: 0,
            h_nr_queued: 0,
            h_nr_delayed: 0,
            h_nr_idle: 0,
            runs_idle: true,
            wakeup_pending: false,
            idle_stamp_ns: 0,
            exit_latency_ns: 0,
            avg_idle_ns: 1_000_000,
            avg_scan_cost_ns: 0,
            load_avg: 0,
            runnable_avg: 0,
            util_avg: 0,
            util_est: 0,
            capacity_orig: 1024,
            capacity: 1024,
            capacity_pressure: 0,
            misfit_load: 0,
            uclamp_min: 0,
            uclamp_max: 1024,
        }
    }
}

impl CpuFacts {
    /// Whether it has nothing to do and nothing on its way (`idle_cpu`).
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.runs_idle && self.nr_running == 0 && !self.wakeup_pending
    }

    /// Whether all that it has is of SCHED_IDLE policy, and something is (`sched_idle_cpu`).
    #[inline]
    pub fn is_sched_idle(&self) -> bool {
        self.nr_running > 0 && self.nr_running == self.h_nr_idle
    }

    /// Fair tasks that want to run (`cfs.h_nr_runnable`).
    #[inline]
    pub fn h_nr_runnable(&self) -> u32 {
        self.h_nr_queued - self.h_nr_delayed
    }

    /// Fair tasks as balancing counts them.
    #[inline]
    pub fn h_nr(&self, count: FairCount) -> u32 {
        match count {
            FairCount::Queued => self.h_nr_queued,
            FairCount::Runnable => self.h_nr_runnable(),
        }
    }
}

/// Which CPUs would run a task at once: kept for all of them together, so that a search among many looks at them word by word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ready {
    /// They have nothing to do ([`CpuFacts::is_idle`]).
    pub idle: CpuSet,
    /// All that they have is of SCHED_IDLE policy ([`CpuFacts::is_sched_idle`]).
    pub sched_idle: CpuSet,
}

impl Ready {
    /// Those of a whole machine.
    pub fn of(cpus: &[CpuFacts]) -> Ready {
        let mut ready = Ready::default();
        cpus.iter().enumerate().for_each(|(cpu, facts)| ready.note(cpu, facts));
        ready
    }

    /// A CPU has changed.
    #[inline]
    pub fn note(&mut self, cpu: usize, facts: &CpuFacts) {
        self.idle.set(cpu, facts.is_idle());
        self.sched_idle.set(cpu, facts.is_sched_idle());
    }
}

/// A task that is looked for a CPU, or looked at as one to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskFacts {
    /// The CPU that it is or was on (`task_cpu`).
    pub cpu: usize,
    /// Where it may run.
    pub allowed: CpuSet,
    /// It is of SCHED_IDLE policy.
    pub is_sched_idle: bool,
    /// It wants to run on its CPU now, and is looked at for a move; false of one that wakes.
    pub is_queued: bool,
    /// Load that it puts on a queue (`task_h_load`).
    pub load_avg: u64,
    /// Share of the time that it wants to run, 1024 is all.
    pub runnable_avg: u64,
    /// Share of the time that it runs, 1024 is all.
    pub util_avg: u64,
    /// What it is going to need when it wakes (`_task_util_est`).
    pub util_est: u64,
    /// Clamps in force for it, 0..=1024 (`uclamp_eff_value`).
    pub uclamp_min: u64,
    /// See [`TaskFacts::uclamp_min`].
    pub uclamp_max: u64,
    /// How often it wakes others than the last one (`wakee_flips`).
    pub wakee_flips: u64,
    /// The CPU that it was on before the last move (`recent_used_cpu`).
    pub recent_used_cpu: usize,
}

impl Default for TaskFacts {
    /// A task on CPU 0 that may run anywhere and of which nothing is known.
    fn default() -> TaskFacts {
        TaskFacts {
            cpu: 0,
            allowed: CpuSet::ALL,
            is_sched_idle: false,
            is_queued: false,
            load_avg: 0,
            runnable_avg: 0,
            util_avg: 0,
            util_est: 0,
            uclamp_min: 0,
            uclamp_max: 1024,
            wakee_flips: 0,
            recent_used_cpu: 0,
        }
    }
}

/// What the CPUs of a last-level cache share (`struct sched_domain_shared`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LlcFacts {
    /// CPUs of it that are not idle.
    pub nr_busy_cpus: u32,
    /// A whole core of it may be idle.
    pub has_idle_cores: bool,
    /// CPUs that a search for an idle one looks at; 0 until a periodic balance has run (6.1).
    pub nr_idle_scan: u32,
}
