//! The table of presets: what each kernel version does between CPUs.

use sched::described_rules;

use crate::rules::*;

described_rules! {
    /// What a kernel version does between CPUs: a row of the table.
    pub struct SmpRules {
        idle_prev: IdlePrev,
        sync_count: SyncCount,
        idle_scan: IdleScan,
        cluster_scan: ClusterScan,
        recent_cpu: RecentCpu,
        capacity_scan: CapacityScan,
        energy_choice: EnergyChoice,
        idle_policy_cpus: IdlePolicyCpus,
        dst_group_stats: DstGroupStats,
        newidle_gate: NewidleGate,
        newidle_lottery: NewidleLottery,
        newidle_cost: NewidleCost,
        idle_average: IdleAverage,
        group_types: GroupTypes,
        fair_count: FairCount with DelayDequeue,
        group_overload: GroupOverload,
        reduced_capacity: ReducedCapacity,
        sibling_imbalance: SiblingImbalance,
        prefer_sibling: PreferSibling,
        balance_cpu: BalanceCpu,
        numa_imbalance: NumaImbalance,
        util_skip: UtilSkip,
        fully_busy_tie: FullyBusyTie,
        ineligible_pull: IneligiblePull in Eevdf,
        delayed_pull: DelayedPull with DelayDequeue,
        overutilized: Overutilized,
        clamp_fit: ClampFit,
        frequency_margin: FrequencyMargin,
        busy_hold: BusyHold,
        util_estimate: UtilEstimate,
        util_boost: UtilBoost,
        queued_wakeup: QueuedWakeup,
        idle_decay: IdleDecay,
        rt_spread: RtSpread,
        deadline_ranks: DeadlineRanks,
        group_tells: TellRule,
        empty_group: EmptyGroup,
    }
}

const V5_10: SmpRules = SmpRules {
    idle_prev: IdlePrev::Ignored,
    sync_count: SyncCount::Queued,
    idle_scan: IdleScan::Proportional,
    cluster_scan: ClusterScan::No,
    recent_cpu: RecentCpu::WhenUsed,
    capacity_scan: CapacityScan::Largest,
    energy_choice: EnergyChoice::ByMargin,
    idle_policy_cpus: IdlePolicyCpus::ForAll,
    dst_group_stats: DstGroupStats::WholeGroup,
    newidle_gate: NewidleGate::MigrationCost,
    newidle_lottery: NewidleLottery::Never,
    newidle_cost: NewidleCost::Measured,
    idle_average: IdleAverage::AtWakeup,
    group_types: GroupTypes::Common,
    fair_count: FairCount::Queued,
    group_overload: GroupOverload::ByLoad,
    reduced_capacity: ReducedCapacity::Ignored,
    sibling_imbalance: SiblingImbalance::Difference,
    prefer_sibling: PreferSibling::OfDomain,
    balance_cpu: BalanceCpu::FirstIdle,
    numa_imbalance: NumaImbalance::TwoTasks,
    util_skip: UtilSkip::Plain,
    fully_busy_tie: FullyBusyTie::First,
    ineligible_pull: IneligiblePull::Allowed,
    delayed_pull: DelayedPull::Allowed,
    overutilized: Overutilized::WithClamps,
    clamp_fit: ClampFit::Refused,
    frequency_margin: FrequencyMargin::AfterClamps,
    busy_hold: BusyHold::Always,
    util_estimate: UtilEstimate::Pair,
    util_boost: UtilBoost::Util,
    queued_wakeup: QueuedWakeup::WhileLeaving,
    idle_decay: IdleDecay::No,
    rt_spread: RtSpread::First,
    deadline_ranks: DeadlineRanks::AsRealtime,
    group_tells: TellRule::AtOnce,
    empty_group: EmptyGroup::Weighed,
};

const V6_1: SmpRules = SmpRules {
    idle_prev: IdlePrev::Kept,
    idle_scan: IdleScan::Utilisation,
    recent_cpu: RecentCpu::Always,
    rt_spread: RtSpread::Next,
    capacity_scan: CapacityScan::Ranked,
    energy_choice: EnergyChoice::Cheapest,
    newidle_gate: NewidleGate::DomainCost,
    newidle_lottery: NewidleLottery::BySuccess,
    reduced_capacity: ReducedCapacity::Relieved,
    numa_imbalance: NumaImbalance::ByDomain,
    util_skip: UtilSkip::HalvedByFailures,
    clamp_fit: ClampFit::Ranked,
    busy_hold: BusyHold::UnlessCapped,
    queued_wakeup: QueuedWakeup::ToIdle,
    idle_decay: IdleDecay::Estimated,
    ..V5_10
};

/// The rules for cores with several threads came between 6.1 and 6.6.
const V6_5: SmpRules = SmpRules {
    newidle_lottery: NewidleLottery::Never,
    group_types: GroupTypes::WithSmt,
    sibling_imbalance: SiblingImbalance::ByCores,
    prefer_sibling: PreferSibling::OfGroup,
    balance_cpu: BalanceCpu::FirstIdleCore,
    fully_busy_tie: FullyBusyTie::LaterUnlessThreads,
    ..V6_1
};

const V6_8: SmpRules = SmpRules {
    cluster_scan: ClusterScan::First,
    frequency_margin: FrequencyMargin::BeforeClamps,
    util_estimate: UtilEstimate::One,
    util_boost: UtilBoost::Runnable,
    group_tells: TellRule::Seldom,
    ..V6_5
};

const V6_12: SmpRules =
    SmpRules { sync_count: SyncCount::Runnable, deadline_ranks: DeadlineRanks::Apart, ..V6_8 };

/// Stable kernels of 6.12 have what 6.19 has of the lottery, and of new tasks.
const V6_12_Y: SmpRules = SmpRules {
    newidle_lottery: NewidleLottery::BySuccess,
    dst_group_stats: DstGroupStats::AllowedCpus,
    empty_group: EmptyGroup::Kept,
    ..V6_12
};

/// The rules for delayed and ineligible tasks are of 6.14.
const V6_16: SmpRules = SmpRules {
    fair_count: FairCount::Runnable,
    ineligible_pull: IneligiblePull::Refused,
    delayed_pull: DelayedPull::ForLoad,
    empty_group: EmptyGroup::Kept,
    ..V6_12
};

const V6_17: SmpRules = SmpRules { newidle_cost: NewidleCost::BumpedByFailure, ..V6_16 };

const V6_19: SmpRules = SmpRules {
    newidle_lottery: NewidleLottery::BySuccess,
    dst_group_stats: DstGroupStats::AllowedCpus,
    ..V6_16
};

const V7_0: SmpRules = SmpRules {
    group_overload: GroupOverload::ByOverutilized,
    overutilized: Overutilized::WithMaximum,
    ..V6_19
};

const V7_1: SmpRules = SmpRules { idle_policy_cpus: IdlePolicyCpus::ForOthers, ..V7_0 };

const V7_2: SmpRules = SmpRules {
    capacity_scan: CapacityScan::Limited,
    newidle_lottery: NewidleLottery::BySuccessAndRate,
    idle_average: IdleAverage::AtSwitch,
    ..V7_1
};

const V7_3: SmpRules = SmpRules { group_tells: TellRule::WithTasks, ..V7_2 };

/// The rules of each preset of [`sched::KERNELS`], by its name.
pub const SMP_RULES: [(&str, SmpRules); 14] = [
    ("5.10", V5_10),
    ("6.1", V6_1),
    ("6.5", V6_5),
    ("6.6", V6_5),
    ("6.8", V6_8),
    ("6.12.0", V6_12),
    ("6.12.y", V6_12_Y),
    ("6.16", V6_16),
    ("6.17", V6_17),
    ("6.19", V6_19),
    ("7.0", V7_0),
    ("7.1", V7_1),
    ("7.2", V7_2),
    ("7.3", V7_3),
];

/// The rules of a preset; panics for a name that is none, as kernels are checked at the door.
pub fn smp_rules(kernel: &str) -> &'static SmpRules {
    let found = SMP_RULES.iter().find(|(name, _)| *name == kernel);
    found.map(|(_, rules)| rules).expect("every preset has its rules")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_has_its_rules() {
        let presets: Vec<&str> = sched::KERNELS.iter().map(|kernel| kernel.name).collect();
        let rows: Vec<&str> = SMP_RULES.iter().map(|(name, _)| *name).collect();
        assert_eq!(rows, presets);
    }
}
