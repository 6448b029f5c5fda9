//! The words of decisions between CPUs: where a task wakes, what is pulled, and why nothing is.

use smp::SmpReason;

use super::clocks;

/// Why, for each reason.
#[rustfmt::skip]
pub fn because(reason: SmpReason) -> &'static str {
    use SmpReason::*;
    match reason {
        PlacedPinned { .. } => "it may run nowhere else",
        PlacedPreviousIdle { .. } => "CPU {prev}, where it was, is idle, and the search starts there; its waker is on CPU {waker}",
        PlacedWakerIdle { .. } => "CPU {waker}, its waker's, is idle, and the search starts there; it was on CPU {prev}",
        PlacedPreviousNear { .. } => "CPU {prev}, where it was, is idle and shares the cache with CPU {target}, where the search starts",
        PlacedKthread { .. } => "a kernel thread of CPU {prev} woke it, and {nr_running} task runs there, none but the thread",
        PlacedRecent { .. } => "CPU {recent}, which it used before, is idle and shares the cache with CPU {target}",
        PlacedFits { .. } => "it is idle, and its capacity of {capacity} is enough for {task}'s utilisation of {util}",
        PlacedClosest { .. } => "no idle CPU is enough for {task}'s utilisation of {util}, and its capacity of {capacity} comes closest",
        PlacedIdleThread { .. } => "it is an idle thread of the core of CPU {sibling}; the search started at CPU {target}",
        PlacedIdleCore { .. } => "its whole core is idle, in the cache of CPU {target}, found after {looked} looks",
        PlacedIdleCpu { .. } => "it is idle, in the cache of CPU {target}, found after {looked} looks",
        PlacedPreviousFar { .. } => "nothing nearer to CPU {target} is idle, but CPU {prev}, where it was, is, in another cluster",
        PlacedRecentFar { .. } => "nothing nearer to CPU {target} is idle, but CPU {recent}, which it used before, is, in another cluster",
        PlacedBusyPrevious { .. } => "none of {looked} CPUs looked at is idle, and it was on CPU {prev}",
        PlacedSyncWaker { .. } => "none of {looked} CPUs looked at is idle, and its waker on CPU {waker} is about to sleep",
        PlacedLighterWaker { .. } => "no CPU is idle, and with it the waker's has less load, {waker_load} against {prev_load} where it was",
        PlacedUnsearched { .. } => "the cache of CPU {target} is too busy to be searched; its waker is on CPU {waker}",
        PlacedAlone { .. } => "CPU {target} shares its cache with no other; its waker is on CPU {waker}",
        PlacedHere { .. } => "no group of CPUs is less busy than that of CPU {cpu}, after {looked} looks",
        PlacedShallowest { .. } => "of the idle CPUs of the least busy group it wakes fastest, in {exit_latency_ns}, and is idle since {idle_stamp_ns}",
        PlacedLeastLoaded { .. } => "of the least busy group, where none is idle, it has the least load, {load}; the next has {next_load}",
        PlacedOverIdlePolicy { .. } => "in the least busy group CPU {cpu} has only tasks of SCHED_IDLE, {nr_running} of them",
        PlacedOnlyOfGroup { .. } => "the least busy group of a domain of {weight} CPUs is this CPU, after {looked} looks",
        PlacedOutside { .. } => "it may run nowhere in the domain, and is left on CPU {prev}",
        PlacedNoDomain { .. } => "no domain places such tasks, and it is left on CPU {prev}",
        PlacedNeedless { .. } => "its utilisation is nothing yet, so no CPU costs less than CPU {prev}, where it was",
        PlacedCheapest { .. } => "there it costs least energy, {delta} more than without it, against {prev_delta} where it was",
        PlacedNoCheaper { .. } => "where it was it costs {prev_delta} more than without it, and the best other CPU {delta}",
        PlacedFitsBetter { .. } => "where it was is too small for it, and this one, of capacity {capacity}, costs {delta} more than without it",
        RtPlacedHere { running: 0, .. } => "no realtime task runs where it was, so that it can run there at once, idle or not",
        RtPlacedHere { .. } => "where it was a task of priority {running} runs, and makes way for its {priority}",
        RtPlacedLowest { queued: 0, .. } => "where it was it would have to wait, and this is the first near CPU without a realtime task",
        RtPlacedLowest { .. } => "where it was it would have to wait, and of all CPUs this one has the least urgent: priority {queued}, below its {priority}",
        RtPlacedNowhere { .. } => "no CPU has only tasks below its priority {priority}: it waits where it was, behind one of {running}",
        RtPushed { queued: 0, .. } => "it waited behind one that is as urgent or more, and is pushed to a near CPU without a realtime task",
        RtPushed { .. } => "it waited behind one that is as urgent or more, and is pushed to the CPU with the least urgent: priority {queued}, below its {priority}",
        RtPulled { .. } => "its priority {priority} is above all that this CPU has ({queued}), and it waited where it was",
        PlacedFallback { wanted, prev } if wanted == prev => "it may not run on CPU {prev} any more, and this is the first on which it may",
        PlacedFallback { .. } => "it may not run on CPU {wanted}, which was chosen, and this is the first on which it may; it was on CPU {prev}",
        PullTasks { .. } => "{imbalance} tasks are to be moved from the CPU that has most, {queued}",
        PullUtil { .. } => "utilisation of {imbalance} is to be moved from the CPU that has most, {util}",
        PullLoad { .. } => "load of {imbalance} is to be moved from the CPU that has most for its capacity, {load}",
        PullMisfit { .. } => "its load of {load} is too big for a CPU of capacity {capacity}",
        PushFailed { .. } => "it is pushed while it runs, as {failed} balances failed, more than the {tries} that are tolerated",
        PushReduced { .. } => "it is pushed while it runs, as its CPU has only {capacity} of its capacity left, and this one {dst_capacity}",
        PushMisfit { .. } => "it is pushed while it runs, as its load of {load} is too big for a CPU of capacity {capacity}",
        StealSibling { .. } => "it is stolen from a thread of the own core with {queued} tasks; idle times last {avg_idle} on average",
        StealLlc { .. } => "it is stolen from a CPU of the own cache with {queued} tasks; idle times last {avg_idle} on average",
        KickTasks { .. } => "an idle CPU is kicked to balance, as {nr_running} tasks are on the CPU that kicks",
        KickReduced { .. } => "an idle CPU is kicked to balance, as {capacity} of its capacity of {capacity_orig} is left to the CPU that kicks",
        KickMisfit { .. } => "an idle CPU is kicked to balance, as a task of load {load} is too big for the CPU that kicks",
        KickLlc { .. } => "an idle CPU is kicked to balance, as {busy} CPUs of the cache are busy",
        KickBlocked { .. } => "an idle CPU is kicked only to age averages, due for {due_ticks} ticks",
        _ => declined(reason),
    }
}

/// Why nothing was moved, for each reason.
#[rustfmt::skip]
fn declined(reason: SmpReason) -> &'static str {
    use SmpReason::*;
    match reason {
        NotBalancer { .. } => "for its group CPU {cpu} balances",
        NewidleWork { .. } => "it was about to be idle and has work now, {nr_running} tasks or one on its way",
        NewidleQuiet {} => "no CPU of the machine had a task to give when that was last looked at",
        NewidleShort { .. } => "its idle times last {avg_idle} on average, less than looking for work takes, {cost}",
        DomainDear { .. } => "its idle times last {avg_idle} on average, less than the {cost} that were spent and that this domain takes",
        LotteryLost { .. } => "of 1024 it drew {draw}, above {weight}, as often as searches here succeed",
        Serialized {} => "another CPU is balancing between nodes",
        NoBusyGroup {} => "no group has a task that could be moved",
        EnergyAware {} => "tasks are placed by energy, and no CPU is overutilized",
        LocalTypeHigher { .. } => "its own group is {type local}, and the busiest other one only {type busiest}",
        LocalLoadHigher { .. } => "the load of its own group for its capacity, {local}, is not below the busiest's, {busiest}",
        LocalAboveAverage { .. } => "the load of its own group for its capacity, {local}, is not below the domain's average, {average}",
        WithinPercent { .. } => "the busiest group's load, {busiest}, is within the domain's percentage of its own, {local}",
        DstBusy {} => "it is not idle, and the busiest group is not overloaded",
        IdleClose { .. } => "{local_idle} CPUs of its own group are idle, at most one more than of the busiest, {busiest_idle}",
        SingleTask {} => "the busiest group has a single fair task",
        DifferenceAllowed { .. } => "{local} tasks against {busiest}: half of what is beyond the allowed difference is nothing",
        NoBusyQueue {} => "no CPU of the busiest group has what is to be moved",
        SourceAlone { .. } => "the busiest CPU has {nr_running} task, the one that it runs",
        AllPinned {} => "no task of the busiest CPUs may run here",
        NoneMoved { .. } => "of {looked} tasks looked at none could be moved, with an imbalance of {imbalance}",
        CurrPinned {} => "the task that runs there, and was to be pushed, may not run here",
        StealShort { .. } => "its idle times last {avg_idle} on average, less than {bound}, and stealing is not tried",
        StealNobody {} => "no CPU of its cache has two tasks of which one may be stolen",
        StealNodes { .. } => "the machine has {nodes} nodes, more than the {limit} up to which tasks are stolen",
        SkipSmall { .. } => "the candidate's load of {amount} is hardly worth a move, with an imbalance of {imbalance}",
        SkipDelayed {} => "the candidate sleeps, delayed, and what is moved is not load",
        SkipThrottled {} => "the candidate's group may not run here",
        SkipIneligible {} => "the candidate has had more than its share, and would have to wait here too",
        SkipKthread {} => "the candidate is a kernel thread of its CPU",
        SkipPinned {} => "the candidate may not run here",
        SkipRunning {} => "the candidate runs",
        SkipHot { .. } => "the candidate ran {ago} ago, less than migration_cost {cost}",
        SkipBuddy {} => "the candidate was asked to run next",
        SkipBig { .. } => "the candidate's {amount}, halved for each failure, is above the imbalance of {imbalance}",
        SkipFits { .. } => "the candidate's utilisation of {util} fits a CPU of capacity {capacity}",
        _ => clocks::because(reason),
    }
}

/// The rule itself.
#[rustfmt::skip]
pub fn rule(reason: SmpReason) -> &'static str {
    use SmpReason::*;
    match reason {
        PlacedPinned { .. } => "nr_cpus_allowed = 1",
        PlacedPreviousIdle { .. } | PlacedWakerIdle { .. } => "target is idle (or runs only SCHED_IDLE), and fits",
        PlacedPreviousNear { .. } => "prev shares the cache with target, is idle, and fits",
        PlacedKthread { .. } => "per-CPU kthread wakes, prev = its CPU, nr_running ≤ 1, and prev fits",
        PlacedRecent { .. } => "recent_used_cpu shares the cache with target, is idle, and is allowed",
        PlacedFits { .. } => "asymmetric capacity: idle, and util fits capacity",
        PlacedClosest { .. } => "asymmetric capacity: of the idle, the one that comes closest",
        PlacedIdleThread { .. } => "SMT: a sibling is idle, and is allowed",
        PlacedIdleCore { .. } => "all threads of a core of the LLC are idle",
        PlacedIdleCpu { .. } => "a CPU of the LLC is idle, within the limit of SIS_PROP or SIS_UTIL",
        PlacedPreviousFar { .. } => "clusters: prev is idle and shares the LLC only",
        PlacedRecentFar { .. } => "clusters: recent_used_cpu is idle and shares the LLC only",
        PlacedBusyPrevious { .. } | PlacedUnsearched { .. } | PlacedAlone { .. } => "no idle CPU: target",
        PlacedSyncWaker { .. } => "WF_SYNC, and the waker is alone on its CPU: target = this CPU",
        PlacedLighterWaker { .. } => "WA_WEIGHT: waker_load < prev_load, for their capacities",
        PlacedHere { .. } => "the idlest group is the local one",
        PlacedShallowest { .. } => "idle, least exit latency; of equals the one idle most recently",
        PlacedLeastLoaded { .. } => "least load",
        PlacedOverIdlePolicy { .. } => "sched_idle_cpu",
        PlacedOnlyOfGroup { .. } => "group_weight = 1",
        PlacedOutside { .. } => "allowed ∩ span = ∅",
        PlacedNoDomain { .. } => "no domain with SD_BALANCE_FORK or SD_BALANCE_EXEC",
        PlacedNeedless { .. } => "util = 0, and uclamp_min = 0",
        PlacedCheapest { .. } => "delta < prev_delta",
        PlacedNoCheaper { .. } => "prev_delta ≤ delta",
        PlacedFitsBetter { .. } => "prev does not fit, and this fits (better)",
        RtPlacedHere { .. } => "the running task is not realtime, or running < priority and it may run elsewhere",
        RtPlacedLowest { .. } => "cpupri: the lowest of all ranks with an allowed CPU; queued < priority",
        RtPlacedNowhere { .. } => "cpupri: no rank below priority with an allowed CPU",
        RtPushed { .. } => "running ≥ priority here, queued < priority there",
        RtPulled { .. } => "queued < priority ≤ that of what runs there",
        PlacedFallback { .. } => "not allowed: the first allowed CPU, in its node first",
        PullTasks { .. } => "migrate_task: most h_nr_running, above 1",
        PullUtil { .. } => "migrate_util: most util, of those with more than one task",
        PullLoad { .. } => "migrate_load: most load / capacity",
        PullMisfit { .. } => "migrate_misfit: most misfit_task_load",
        PushFailed { .. } => "nr_balance_failed > cache_nice_tries + 2 (failed > tries)",
        PushReduced { .. } => "capacity · imbalance_pct < dst_capacity · 100, and one task there",
        PushMisfit { .. } => "migrate_misfit of the running task",
        StealSibling { .. } | StealLlc { .. } => "the CPU is in the LLC's set of overloaded CPUs: queued ≥ 2",
        KickTasks { .. } => "nr_running ≥ 2",
        KickReduced { .. } => "h_nr_running ≥ 1, and capacity · imbalance_pct < capacity_orig · 100",
        KickMisfit { .. } => "a misfit task here, and a bigger CPU in the domain",
        KickLlc { .. } => "busy > 1",
        KickBlocked { .. } => "due_ticks ≥ 0, and some idle CPU has blocked load",
        _ => declined_rule(reason),
    }
}

/// The rule by which nothing was moved.
#[rustfmt::skip]
fn declined_rule(reason: SmpReason) -> &'static str {
    use SmpReason::*;
    match reason {
        NotBalancer { .. } => "the first idle CPU of the local group, else its first",
        NewidleWork { .. } => "nr_running > 0, or ttwu_pending",
        NewidleQuiet {} => "rd->overload = 0",
        NewidleShort { .. } => "avg_idle < max_newidle_lb_cost (cost)",
        DomainDear { .. } => "avg_idle < curr_cost + max_newidle_lb_cost (cost)",
        LotteryLost { .. } => "NI_RANDOM: draw > weight",
        Serialized {} => "SD_SERIALIZE, and the lock is taken",
        NoBusyGroup {} => "busiest = none",
        EnergyAware {} => "sched_energy_present, and not overutilized",
        LocalTypeHigher { .. } => "local type > busiest type",
        LocalLoadHigher { .. } => "local ≥ busiest",
        LocalAboveAverage { .. } => "local ≥ average",
        WithinPercent { .. } => "100 · busiest ≤ imbalance_pct · local",
        DstBusy {} => "busy balance, and busiest type < overloaded",
        IdleClose { .. } => "local_idle ≤ busiest_idle + 1",
        SingleTask {} => "busiest h_nr_running = 1",
        DifferenceAllowed { .. } => "imbalance = 0 after adjust_numa_imbalance",
        NoBusyQueue {} => "no queue to pull from",
        SourceAlone { .. } => "nr_running ≤ 1",
        AllPinned {} => "LBF_ALL_PINNED",
        NoneMoved { .. } => "can_migrate_task = 0, or beyond the imbalance, for each",
        CurrPinned {} => "curr may not run on this CPU",
        StealShort { .. } => "avg_idle < bound",
        StealNobody {} => "no overloaded CPU in the LLC",
        StealNodes { .. } => "nodes > limit",
        SkipSmall { .. } => "LB_MIN: load < 16, and no balance has failed",
        SkipDelayed {} => "sched_delayed, and not migrate_load",
        SkipThrottled {} => "throttled_lb_pair",
        SkipIneligible {} => "PLACE_LAG: not eligible on its queue, and others queued here",
        SkipKthread {} => "kthread_is_per_cpu",
        SkipPinned {} => "not in cpus_ptr",
        SkipRunning {} => "task_on_cpu",
        SkipHot { .. } => "ago < cost",
        SkipBuddy {} => "CACHE_HOT_BUDDY: next, or last",
        SkipBig { .. } => "amount > imbalance",
        SkipFits { .. } => "util fits capacity",
        _ => clocks::rule(reason),
    }
}

/// What balancing calls a group of this type.
pub fn group_type(number: i64) -> &'static str {
    match number {
        0 => "has_spare",
        1 => "fully_busy",
        2 => "misfit_task",
        3 => "smt_balance",
        4 => "asym_packing",
        5 => "imbalanced",
        _ => "overloaded",
    }
}

/// Operands that are times; all others are counts, CPUs and loads.
pub fn is_time(name: &str) -> bool {
    name.ends_with("_ns") || matches!(name, "avg_idle" | "cost" | "bound" | "ago")
}
