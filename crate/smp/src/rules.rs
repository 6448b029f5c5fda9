//! The rules between CPUs in which kernel versions differ: one enum each. Which version has which is in `kernel.rs`.
//!
//! Four kernels were read (5.10, 6.1, 6.12, 7.2); the versions between them take the column of the one before, as nobody
//! changed the rule or the border is not known. What is known of a border stands at the variant.

pub use sched::EmptyGroup;
use sched::described;
pub use sched::pelt::TellRule;

described! {

/// What a wakeup does when the CPU that the task was on is idle and shares no cache with the waker (`wake_affine_idle`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdlePrev {
    /// Nothing: loads are compared.
    Ignored,
    /// The task stays there (6.1).
    Kept,
}

/// What else may be on the waker's CPU when it is about to sleep (`wake_affine_idle`, sync).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncCount {
    /// Nothing: every queued task counts.
    Queued,
    /// Delayed tasks, as they do not want to run (6.12).
    Runnable,
}

/// How many CPUs of a cache a search for an idle one looks at, and in which order (`select_idle_sibling`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleScan {
    /// Idle core, then CPU, then a thread of the target's core, each search of its own; from the target on; as many as the
    /// average idle time pays for (SIS_PROP).
    Proportional,
    /// A thread of the previous core, or one search for core or CPU; from the CPU after the target on; as many as utilisation leaves
    /// (SIS_UTIL, 6.0).
    Utilisation,
}

/// Whether the CPUs of the target's cluster are looked at first (`select_idle_cpu`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterScan {
    /// No.
    No,
    /// Yes, where clusters are (6.7).
    First,
}

/// Which of several CPUs that count for the same a realtime task gets (`find_lowest_rq`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RtSpread {
    /// The first.
    First,
    /// Each time another one (5.11).
    Next,
}

/// Whether a realtime task that wakes minds a DEADLINE task that runs where it was (`rt_task`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadlineRanks {
    /// As one of realtime that is above all.
    AsRealtime,
    /// No: it waits there until it is pushed (6.12).
    Apart,
}

/// When a task remembers its CPU as the one that it used recently (`recent_used_cpu`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecentCpu {
    /// The waker at a wakeup towards it; the wakee when its own is used.
    WhenUsed,
    /// The wakee at every search (5.16).
    Always,
}

/// How CPUs of different capacity are searched (`select_idle_capacity`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapacityScan {
    /// All idle ones; of those that do not fit the largest.
    Largest,
    /// All idle ones; of those that do not fit, first the ones that only miss a clamp (6.2).
    Ranked,
    /// As many as the search for an idle CPU looks at, whole idle cores first (7.2).
    Limited,
}

/// How much cheaper another CPU must be for a task that is placed by energy (`find_energy_efficient_cpu`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnergyChoice {
    /// By a sixteenth of what everything takes.
    ByMargin,
    /// By anything (6.0).
    Cheapest,
}

/// For whom a CPU is as good as idle that has tasks of SCHED_IDLE only (`choose_idle_cpu`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdlePolicyCpus {
    /// For every task.
    ForAll,
    /// For tasks of another policy (7.1).
    ForOthers,
}

/// Which CPUs of a group are looked at when a new task is placed (`update_sg_wakeup_stats`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DstGroupStats {
    /// All.
    WholeGroup,
    /// Those that the task may run on (6.19, and stable kernels since).
    AllowedCpus,
}

/// When a CPU that runs out of work looks for some (`newidle_balance`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewidleGate {
    /// When it is idle for at least the migration cost on average.
    MigrationCost,
    /// When it is idle for at least what the search of its lowest domain has cost (5.16).
    DomainCost,
}

/// Whether searches that seldom succeed are left to chance (NI_RANDOM).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewidleLottery {
    /// The feature does not exist.
    Never,
    /// In proportion to their success (6.19, and stable kernels since).
    BySuccess,
    /// In proportion to their success, and more often if searches are rare (NI_RATE, 7.2).
    BySuccessAndRate,
}

/// When it is counted how long a CPU was idle (`rq->avg_idle`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleAverage {
    /// At the next wakeup there, unless a balance has brought a task before (`ttwu_do_activate`).
    AtWakeup,
    /// When the idle task makes way, whoever brought the next one (7.2; `update_rq_avg_idle`).
    AtSwitch,
}

/// What a search of a CPU that ran out of work is held to have taken (`sched_balance_newidle`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewidleCost {
    /// What it took.
    Measured,
    /// If it found nothing, half again the longest; at most the migration cost and a little (6.17, taken back in 6.19).
    BumpedByFailure,
}

/// Which kinds of groups a balance knows beside the common ones (`enum group_type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupTypes {
    /// No other.
    Common,
    /// A busy core with two threads is relieved by an idle one (`group_smt_balance`, 6.6).
    WithSmt,
}

/// Which fair tasks balancing counts (`sum_h_nr_running`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FairCount {
    /// All that are queued.
    Queued,
    /// Those that want to run: not delayed ones (6.14).
    Runnable,
}

/// When a group counts as overloaded on a machine where tasks are placed by energy (`group_is_overloaded`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupOverload {
    /// As everywhere, by tasks and load.
    ByLoad,
    /// Only if a CPU of it is overutilized (7.0).
    ByOverutilized,
}

/// Whether a balance relieves a CPU that has one task, and of whose capacity others take much (`sched_reduced_capacity`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReducedCapacity {
    /// No.
    Ignored,
    /// Yes, from an idle CPU (6.0).
    Relieved,
}

/// What counts as unequal between siblings (`sibling_imbalance`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiblingImbalance {
    /// The difference of the numbers of tasks.
    Difference,
    /// The same in proportion to the number of cores (6.6).
    ByCores,
}

/// Whose groups prefer siblings (`SD_PREFER_SIBLING`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreferSibling {
    /// Those of a domain whose child has the flag.
    OfDomain,
    /// The busiest group, if it has the flag (6.6).
    OfGroup,
}

/// Which CPU of a group balances for it (`should_we_balance`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BalanceCpu {
    /// The first idle one.
    FirstIdle,
    /// The first of a core that is idle as a whole, or else the first idle one (6.6).
    FirstIdleCore,
}

/// How unequal NUMA nodes may be (`adjust_numa_imbalance`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumaImbalance {
    /// By two tasks while the busier one has at most two.
    TwoTasks,
    /// By two tasks while the busier one has at most `imb_numa_nr` (5.18).
    ByDomain,
}

/// Which tasks are too big to be moved for utilisation (`detach_tasks`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UtilSkip {
    /// Those above the imbalance.
    Plain,
    /// Those above it after halving for each failure (6.1).
    HalvedByFailures,
}

/// Of two fully busy groups of equal load, which is the busiest (`update_sd_pick_busiest`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FullyBusyTie {
    /// The one seen first.
    First,
    /// The later one, unless the one before is of threads of a core (6.6).
    LaterUnlessThreads,
}

/// Whether a task that is not eligible may be pulled (`can_migrate_task`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IneligiblePull {
    /// It may.
    Allowed,
    /// Not onto a queue with tasks, unless a balance has failed before (6.14).
    Refused,
}

/// Whether a delayed task may be pulled (`can_migrate_task`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelayedPull {
    /// Like any other.
    Allowed,
    /// Only for its load (6.14).
    ForLoad,
}

/// Which clamps of the queue decide whether a CPU is too small for it (`cpu_overutilized`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overutilized {
    /// Both.
    WithClamps,
    /// The maximum alone (7.0).
    WithMaximum,
}

/// What a CPU is for a task whose minimum it cannot give (`util_fits_cpu`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClampFit {
    /// Too small, unless it is the biggest.
    Refused,
    /// Big enough, but after those that can give it (6.2, and 6.1.y).
    Ranked,
}

/// Where the margin of a quarter is added to what a clock is to give (`sugov_effective_cpu_perf`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrequencyMargin {
    /// After the clamps.
    AfterClamps,
    /// Before the clamps, so that they are exact (6.8).
    BeforeClamps,
}

/// Whether a busy CPU that has a clock for itself is never made slower (`sugov_hold_freq`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusyHold {
    /// Never.
    Always,
    /// Unless a maximum holds its tasks down (5.18).
    UnlessCapped,
}

/// What stands for a waking task's utilisation (`util_est`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UtilEstimate {
    /// The last value and a slow average: the larger one.
    Pair,
    /// One value that rises at once and falls slowly (6.8).
    One,
}

/// Whether waiting counts when a CPU's need is estimated (`cpu_util` with boost).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UtilBoost {
    /// Utilisation alone.
    Util,
    /// The larger of utilisation and runnable average (6.6).
    Runnable,
}

/// When a wakeup for another CPU is left to that one (`ttwu_queue_cond`, feature TTWU_QUEUE).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueuedWakeup {
    /// It shares no cache, or the task is just leaving it and it has nothing else.
    WhileLeaving,
    /// It shares no cache, or it has nothing to do (5.19).
    ToIdle,
}

/// Whether idle time that the load average of a task has missed is made up when it moves (`migrate_se_pelt_lag`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleDecay {
    /// No.
    No,
    /// Yes (6.1).
    Estimated,
}

}
