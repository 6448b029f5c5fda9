//! Why a decision between CPUs fell: a small value that carries its numbers, made where the rule is.
//!
//! A reason has at most two operands, so that it fits a trace row; text is made at the edge. CPUs are numbers, times ns,
//! loads and utilisations as load tracking has them. Codes continue those of [`sched::Reason`]: placement has 128–169,
//! pulls and pushes 170–199, balances that moved nothing 200–239, clamps and clocks 240–249, idle states 250–254.

sched::reasons! {
    /// A rule between CPUs that decided, with the operands it compared.
    SmpReason;

    /// Placement: the task may run on this CPU alone.
    128 PlacedPinned { cpu } in "kernel/sched/core.c: select_task_rq";
    /// Wakeup: the CPU that it was on is idle, and where the search starts; the waker is on `waker`.
    129 PlacedPreviousIdle { prev, waker } in "kernel/sched/fair.c: select_idle_sibling";
    /// Wakeup: the `waker`'s CPU is idle, and where the search starts; it was on `prev`.
    130 PlacedWakerIdle { waker, prev } in "kernel/sched/fair.c: select_idle_sibling";
    /// Wakeup: `prev` is idle and shares the cache with `target`, where the search starts.
    131 PlacedPreviousNear { prev, target } in "kernel/sched/fair.c: select_idle_sibling";
    /// Wakeup: a kernel thread of `prev` finished work for it, and has at most itself (`nr_running`) there.
    132 PlacedKthread { prev, nr_running } in "kernel/sched/fair.c: select_idle_sibling";
    /// Wakeup: the CPU that it used before, `recent`, is idle and shares the cache with `target`.
    133 PlacedRecent { recent, target } in "kernel/sched/fair.c: select_idle_sibling";
    /// Wakeup, unequal CPUs: the first idle one whose `capacity` is enough for its `util`.
    134 PlacedFits { util, capacity } in "kernel/sched/fair.c: select_idle_capacity";
    /// Wakeup, unequal CPUs: no idle one is enough for its `util`; this one, of `capacity`, comes closest.
    135 PlacedClosest { util, capacity } in "kernel/sched/fair.c: select_idle_capacity";
    /// Wakeup: an idle thread of the core of `sibling`; the search started at `target`.
    136 PlacedIdleThread { sibling, target } in "kernel/sched/fair.c: select_idle_smt";
    /// Wakeup: a core of `target`'s cache that is idle as a whole; so many CPUs were `looked` at.
    137 PlacedIdleCore { target, looked } in "kernel/sched/fair.c: select_idle_core";
    /// Wakeup: an idle CPU of `target`'s cache; so many CPUs were `looked` at.
    138 PlacedIdleCpu { target, looked } in "kernel/sched/fair.c: select_idle_cpu";
    /// Wakeup: no CPU closer to `target` is idle, but `prev`, of another cluster, is.
    139 PlacedPreviousFar { prev, target } in "kernel/sched/fair.c: select_idle_sibling";
    /// Wakeup: no CPU closer to `target` is idle, but `recent`, of another cluster, is.
    140 PlacedRecentFar { recent, target } in "kernel/sched/fair.c: select_idle_sibling";
    /// Wakeup: none of the CPUs `looked` at is idle: it stays on `prev`.
    141 PlacedBusyPrevious { prev, looked } in "kernel/sched/fair.c: select_idle_sibling";
    /// Wakeup: none of the CPUs `looked` at is idle, but the `waker` is about to sleep: its CPU.
    142 PlacedSyncWaker { waker, looked } in "kernel/sched/fair.c: wake_affine_idle";
    /// Wakeup: no CPU is idle, and with the task the waker's would have less load: `waker_load` against `prev_load`.
    143 PlacedLighterWaker { waker_load, prev_load } in "kernel/sched/fair.c: wake_affine_weight";
    /// Wakeup: `target`'s cache is so busy that it is not searched; the waker is on `waker`.
    144 PlacedUnsearched { target, waker } in "kernel/sched/fair.c: select_idle_cpu";
    /// Wakeup: `target` shares its cache with no other CPU; the waker is on `waker`.
    145 PlacedAlone { target, waker } in "kernel/sched/fair.c: select_idle_sibling";

    /// Realtime: it wakes where it was, where what runs is of priority `running`, 0 if that is not realtime, and less urgent.
    146 RtPlacedHere { priority, running } in "kernel/sched/rt.c: select_task_rq_rt";
    /// Realtime: where it was it would have to wait; of all CPUs this one's most urgent task, of priority `queued`, is least so.
    147 RtPlacedLowest { priority, queued } in "kernel/sched/rt.c: find_lowest_rq";
    /// Realtime: it has to wait behind one of priority `running`: no CPU has only less urgent ones than its `priority`.
    148 RtPlacedNowhere { priority, running } in "kernel/sched/rt.c: find_lowest_rq";

    /// Fork, exec: no group of any domain is less busy than the one that it is in; so many CPUs were `looked` at.
    150 PlacedHere { cpu, looked } in "kernel/sched/fair.c: sched_balance_find_dst_cpu";
    /// Fork, exec: of the idle CPUs of the least busy group it wakes fastest (`exit_latency_ns`), idle since `idle_stamp_ns`.
    151 PlacedShallowest { exit_latency_ns, idle_stamp_ns } in "kernel/sched/fair.c: sched_balance_find_dst_group_cpu";
    /// Fork, exec: no CPU of the least busy group is idle, and this one has the least `load`; the next has `next_load`.
    152 PlacedLeastLoaded { load, next_load } in "kernel/sched/fair.c: sched_balance_find_dst_group_cpu";
    /// Fork, exec: the least busy group has a CPU with `nr_running` tasks of SCHED_IDLE and no other.
    153 PlacedOverIdlePolicy { cpu, nr_running } in "kernel/sched/fair.c: sched_balance_find_dst_group_cpu";
    /// Fork, exec: the least busy group of a domain of `weight` CPUs is one CPU; so many were `looked` at.
    154 PlacedOnlyOfGroup { weight, looked } in "kernel/sched/fair.c: sched_balance_find_dst_group_cpu";
    /// Fork, exec: it may run nowhere in the domain, and is left on `prev`.
    155 PlacedOutside { prev } in "kernel/sched/fair.c: sched_balance_find_dst_cpu";
    /// Fork, exec: no domain places such tasks: it stays on `prev`.
    156 PlacedNoDomain { prev } in "kernel/sched/fair.c: select_task_rq_fair";

    /// Energy: the task needs nothing yet: it stays on `prev`.
    160 PlacedNeedless { prev } in "kernel/sched/fair.c: find_energy_efficient_cpu";
    /// Energy: it costs least here: `delta` more than without it, `prev_delta` where it was.
    161 PlacedCheapest { delta, prev_delta } in "kernel/sched/fair.c: find_energy_efficient_cpu";
    /// Energy: it stays: `prev_delta` more than without it, and the best other CPU would be `delta`.
    162 PlacedNoCheaper { prev_delta, delta } in "kernel/sched/fair.c: find_energy_efficient_cpu";
    /// Energy: its CPU is too small for it, or forbidden; this one, of `capacity`, costs `delta`.
    163 PlacedFitsBetter { capacity, delta } in "kernel/sched/fair.c: find_energy_efficient_cpu";

    /// Placement: it may not run on `wanted`: the first CPU that it may run on, in the node where it was if there is one.
    168 PlacedFallback { wanted, prev } in "kernel/sched/core.c: select_fallback_rq";

    /// Pull: `imbalance` tasks are to be moved from the CPU that has most, `queued`.
    170 PullTasks { imbalance, queued } in "kernel/sched/fair.c: sched_balance_find_src_rq";
    /// Pull: utilisation of `imbalance` is to be moved from the CPU that has most, `util`.
    171 PullUtil { imbalance, util } in "kernel/sched/fair.c: sched_balance_find_src_rq";
    /// Pull: load of `imbalance` is to be moved from the CPU that has most for its capacity, `load`.
    172 PullLoad { imbalance, load } in "kernel/sched/fair.c: sched_balance_find_src_rq";
    /// Pull: a task of `load` is too big for its CPU of this `capacity`.
    173 PullMisfit { load, capacity } in "kernel/sched/fair.c: sched_balance_find_src_rq";
    /// Push of the running task: balances have `failed` more than `tries` times.
    174 PushFailed { failed, tries } in "kernel/sched/fair.c: need_active_balance";
    /// Push of the running task: it is alone on a CPU that has only so much `capacity` left, less than `dst_capacity`.
    175 PushReduced { capacity, dst_capacity } in "kernel/sched/fair.c: need_active_balance";
    /// Push of the running task: its `load` is too big for its CPU of this `capacity`.
    176 PushMisfit { load, capacity } in "kernel/sched/fair.c: need_active_balance";
    /// Steal from a thread of the own core that has so many fair tasks `queued`.
    180 StealSibling { queued, avg_idle } in "kernel/sched/fair.c: try_steal";
    /// Steal from a CPU of the same last-level cache that has so many fair tasks `queued`.
    181 StealLlc { queued, avg_idle } in "kernel/sched/fair.c: try_steal";
    /// Push of a waiting realtime task of this `priority`: the most urgent one here is only of priority `queued`.
    182 RtPushed { priority, queued } in "kernel/sched/rt.c: push_rt_task";
    /// Pull of a waiting realtime task of this `priority`, above all that is here, of which the most urgent is `queued`.
    183 RtPulled { priority, queued } in "kernel/sched/rt.c: pull_rt_task";
    /// Kick of an idle CPU: the kicking one has `nr_running` tasks, two or more.
    190 KickTasks { nr_running } in "kernel/sched/fair.c: nohz_balancer_kick";
    /// Kick of an idle CPU: the kicking one has only `capacity` of its `capacity_orig` left.
    191 KickReduced { capacity, capacity_orig } in "kernel/sched/fair.c: nohz_balancer_kick";
    /// Kick of an idle CPU: a task of `load` is too big for the kicking one.
    192 KickMisfit { load } in "kernel/sched/fair.c: nohz_balancer_kick";
    /// Kick of an idle CPU: so many CPUs of the last-level cache are `busy`.
    193 KickLlc { busy } in "kernel/sched/fair.c: nohz_balancer_kick";
    /// Kick of an idle CPU only to age the averages of the idle ones, due since `due_ticks`.
    194 KickBlocked { due_ticks } in "kernel/sched/fair.c: nohz_balancer_kick";

    /// Declined: `cpu` balances for this group, not the one that asks.
    200 NotBalancer { cpu } in "kernel/sched/fair.c: should_we_balance";
    /// Declined: the CPU that had nothing has got `nr_running` tasks, or one is on its way.
    201 NewidleWork { nr_running } in "kernel/sched/fair.c: should_we_balance";
    /// Declined: no CPU of the machine had a task to give when that was last looked at.
    202 NewidleQuiet {} in "kernel/sched/fair.c: sched_balance_newidle";
    /// Declined: idle times last `avg_idle` on average, less than looking for work has taken, `cost`.
    203 NewidleShort { avg_idle, cost } in "kernel/sched/fair.c: sched_balance_newidle";
    /// Declined: `avg_idle` is less than what was spent and what this domain is going to take, `cost` together.
    204 DomainDear { avg_idle, cost } in "kernel/sched/fair.c: sched_balance_newidle";
    /// Declined: of 1024, `draw` was above `weight`, as often as searches here succeed.
    205 LotteryLost { draw, weight } in "kernel/sched/fair.c: sched_balance_newidle";
    /// Declined: another CPU is balancing between nodes.
    206 Serialized {} in "kernel/sched/fair.c: sched_balance_domains";
    /// Balanced: no group has a task that could be moved.
    207 NoBusyGroup {} in "kernel/sched/fair.c: sched_balance_find_src_group";
    /// Balanced: tasks are placed by energy, and no CPU is overutilized.
    208 EnergyAware {} in "kernel/sched/fair.c: sched_balance_find_src_group";
    /// Balanced: the own group is of type `local`, busier than the type of the `busiest` other one.
    209 LocalTypeHigher { local, busiest } in "kernel/sched/fair.c: sched_balance_find_src_group";
    /// Balanced: the load of the own group for its capacity, `local`, is not below that of the `busiest`.
    210 LocalLoadHigher { local, busiest } in "kernel/sched/fair.c: sched_balance_find_src_group";
    /// Balanced: the load of the own group for its capacity, `local`, is not below the `average` of the domain.
    211 LocalAboveAverage { local, average } in "kernel/sched/fair.c: sched_balance_find_src_group";
    /// Balanced: the load of the `busiest` is not more than the domain's percentage of `local`.
    212 WithinPercent { local, busiest } in "kernel/sched/fair.c: sched_balance_find_src_group";
    /// Balanced: the CPU is not idle, and the busiest group is not overloaded.
    213 DstBusy {} in "kernel/sched/fair.c: sched_balance_find_src_group";
    /// Balanced: the own group has `local_idle` CPUs idle, at most one more than the busiest.
    214 IdleClose { local_idle, busiest_idle } in "kernel/sched/fair.c: sched_balance_find_src_group";
    /// Balanced: the busiest group has a single fair task.
    215 SingleTask {} in "kernel/sched/fair.c: sched_balance_find_src_group";
    /// Balanced: half of the difference between `local` and `busiest` tasks, as far as it is not allowed, is nothing.
    216 DifferenceAllowed { local, busiest } in "kernel/sched/fair.c: calculate_imbalance";
    /// Balanced: no CPU of the busiest group has what is to be moved.
    217 NoBusyQueue {} in "kernel/sched/fair.c: sched_balance_find_src_rq";
    /// Failed: the busiest CPU has only the task that it runs.
    218 SourceAlone { nr_running } in "kernel/sched/fair.c: sched_balance_rq";
    /// Failed: no task of the busiest CPUs may run here.
    219 AllPinned {} in "kernel/sched/fair.c: sched_balance_rq";
    /// Failed: of the tasks `looked` at none could be moved; the imbalance is `imbalance`.
    220 NoneMoved { looked, imbalance } in "kernel/sched/fair.c: detach_tasks";
    /// Failed: the task that runs on the busiest CPU, and was to be pushed, may not run here.
    221 CurrPinned {} in "kernel/sched/fair.c: sched_balance_rq";
    /// Not stolen: idle times last `avg_idle` on average, less than `bound`.
    224 StealShort { avg_idle, bound } in "kernel/sched/fair.c: try_steal";
    /// Not stolen: no CPU of the last-level cache has two tasks, one of which may be moved.
    225 StealNobody {} in "kernel/sched/fair.c: try_steal";
    /// Not stolen: the machine has more `nodes` than `limit`.
    226 StealNodes { nodes, limit } in "kernel/sched/fair.c: try_steal";
    /// Candidate left: its load of `amount` is hardly worth a move; the imbalance is `imbalance`.
    229 SkipSmall { amount, imbalance } in "kernel/sched/fair.c: detach_tasks";
    /// Candidate left: it sleeps, and what is moved is not load.
    230 SkipDelayed {} in "kernel/sched/fair.c: can_migrate_task";
    /// Candidate left: its group may not run there.
    231 SkipThrottled {} in "kernel/sched/fair.c: can_migrate_task";
    /// Candidate left: it has had more than its share, and would have to wait there too.
    232 SkipIneligible {} in "kernel/sched/fair.c: can_migrate_task";
    /// Candidate left: it may not run there.
    233 SkipPinned {} in "kernel/sched/fair.c: can_migrate_task";
    /// Candidate left: it runs.
    234 SkipRunning {} in "kernel/sched/fair.c: can_migrate_task";
    /// Candidate left: it ran `ago` ns ago, less than the `cost` of a migration.
    235 SkipHot { ago, cost } in "kernel/sched/fair.c: task_hot";
    /// Candidate left: it was asked to run next.
    236 SkipBuddy {} in "kernel/sched/fair.c: task_hot";
    /// Candidate left: its `amount`, halved for each failure, is above the `imbalance`.
    237 SkipBig { amount, imbalance } in "kernel/sched/fair.c: detach_tasks";
    /// Candidate left: its `util` fits where it is, of this `capacity`.
    238 SkipFits { util, capacity } in "kernel/sched/fair.c: detach_tasks";
    /// Candidate left: it is a kernel thread of its CPU.
    239 SkipKthread {} in "kernel/sched/fair.c: can_migrate_task";

    /// Clock: `util` with its margin makes it `performance`, of 1024.
    240 ClockForUtil { util, performance } in "kernel/sched/cpufreq_schedutil.c: sugov_effective_cpu_perf";
    /// Clock: `util`, since 6.8 with its margin, is below the minimum that is asked for, `min`.
    241 ClockForMinimum { util, min } in "kernel/sched/cpufreq_schedutil.c: sugov_effective_cpu_perf";
    /// Clock: `util`, since 6.8 with its margin, is above the maximum, `max`.
    242 ClockForMaximum { util, max } in "kernel/sched/cpufreq_schedutil.c: sugov_effective_cpu_perf";
    /// Clock: a realtime task wants to run, and clamps are not counted: all of the `capacity`.
    243 ClockForRealtime { capacity } in "kernel/sched/syscalls.c: effective_cpu_util";
    /// Clock: the governor knows only the fastest point, `khz`.
    244 ClockFastest { khz } in "drivers/cpufreq/cpufreq_performance.c: cpufreq_gov_performance_limits";
    /// Clock: `khz` is asked for, but heat or a limit allows only `limit_khz`.
    245 ClockForHeat { khz, limit_khz } in "kernel/sched/cpufreq_schedutil.c: sugov_limits";
    /// Clock stays: `khz` would do, but the CPU has not been idle since it was set to `kept_khz`.
    246 ClockHeld { khz, kept_khz } in "kernel/sched/cpufreq_schedutil.c: sugov_hold_freq";
    /// Clock stays: the last change is only `since_ns` ago, less than the limit.
    247 ClockTooSoon { since_ns, limit_ns } in "kernel/sched/cpufreq_schedutil.c: sugov_should_update_freq";

    /// Clamps: `min` and `max` are in force for it from now on.
    248 ClampsChanged { min, max } in "kernel/sched/syscalls.c: __setscheduler_uclamp";
    /// Clamps: `min` and `max` were asked for, and the kernel was built without clamps.
    249 ClampsRefused { min, max } in "kernel/sched/sched.h: uclamp_validate";

    /// Wakeup on a CPU that was idle for `idle_ns`, and takes `exit_ns` to leave its idle state.
    250 WakeFromSleep { exit_ns, idle_ns } in "drivers/cpuidle/cpuidle.c: cpuidle_enter_state";
    /// Wakeup on a CPU that was idle for `idle_ns`, polled, and sees after `wake_ns` that it has work.
    251 WakePolling { wake_ns, idle_ns } in "kernel/sched/core.c: set_nr_if_polling";
}

impl SmpReason {
    /// Whether it says why a task was placed where it is.
    pub fn is_placement(self) -> bool {
        (128..170).contains(&self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_give_the_reason_back() {
        for reason in SmpReason::ALL {
            let operands = [7, -9];
            let again = SmpReason::from_parts(reason.code(), operands).expect("a code of the table");
            assert_eq!(again.name(), reason.name());
            let count = reason.operand_names().len();
            assert_eq!(again.operands()[..count], operands[..count]);
        }
        assert_eq!(SmpReason::from_parts(255, [0, 0]), None);
    }

    #[test]
    fn codes_rise_above_those_of_one_cpu_and_reasons_are_small() {
        let codes: Vec<u8> = SmpReason::ALL.iter().map(|reason| reason.code()).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
        let taken = |reason: &sched::Reason| codes.contains(&reason.code());
        assert!(!sched::Reason::ALL.iter().any(taken));
        assert!(size_of::<SmpReason>() <= 24);
    }
}
