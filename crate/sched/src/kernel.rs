//! Kernel versions as values: one row of rules, features and tunables each.
//!
//! Read [`KERNELS`] top to bottom as the table *feature × version*.

use crate::cgroup_mode::CgroupMode;
use crate::features::Feature::*;
use crate::features::Features;
use crate::preemption::Preemption;
use crate::rules::*;
use crate::silent::*;
use crate::tunables::{self, ChoiceInfo, TunableInfo, Tunables};

/// A kernel version: its rules and its defaults.
#[derive(Debug)]
pub struct Kernel {
    /// The preset's name: `6.1`, `6.12.y`, …
    pub name: &'static str,
    /// CFS or EEVDF.
    pub family: Family,
    /// What this version brought, in a line.
    pub note: &'static str,
    /// Rule variants.
    pub rules: Rules,
    /// Features with their defaults.
    pub features: Features,
    /// Further features of its own line that change nothing here.
    pub silent: SilentNames,
    /// Tunables of a one-CPU machine.
    pub tunables: Tunables,
    /// The tunables that it has, with their ranges and meanings.
    pub tunable_infos: &'static [TunableInfo],
    /// The tunables that are a choice between words.
    pub choice_infos: &'static [ChoiceInfo],
    /// The preemption model distributions boot with.
    pub preemption: Preemption,
    /// Whether the lazy model exists.
    pub has_lazy: bool,
}

impl Kernel {
    /// The preemption models that it can be booted with. One that is lazy by default has neither none nor voluntary any more.
    pub fn preemption_models(&self) -> Vec<Preemption> {
        let offered = |model: &Preemption| match model {
            Preemption::None | Preemption::Voluntary => self.preemption != Preemption::Lazy,
            Preemption::Full => true,
            Preemption::Lazy => self.has_lazy,
        };
        Preemption::ALL.into_iter().filter(offered).collect()
    }
}

/// A CFS kernel never consults the rules of EEVDF; they stand here with the values of the
/// oldest EEVDF row, which builds on this one.
const RULES_5_10: Rules = Rules {
    delta: DeltaRule::Inverse,
    ideal_cap: IdealCap::None,
    cfs_idle: CfsIdle::AsOthers,
    nr_latency: NrLatency::Counted,
    tree_order: TreeOrder::Vruntime,
    mean_weights: MeanWeights::ScaledDown,
    protection: Protection::StashedDeadline,
    protect_when: ProtectWhen::Set,
    charge: ChargeRule::Served,
    lag_clamp: LagClamp::TwiceOwnSlice,
    delayed_lag: DelayedLag::ClippedAtEnd,
    requeue: Requeue::BeforeCharge,
    wakeup: WakeupRule::Pick,
    wakeup_pick: WakeupPick::Looks,
    idle_curr: IdleCurr::KeepProtection,
    preempted_buddy: PreemptedBuddy::Kept,
    buddy_pick: BuddyPick::WithNextBuddy,
    yields: YieldRule::Skip,
    first_request: FirstRequest::Whole,
    own_slice: OwnSlice::Ignored,
    lag_inflation: LagInflation::Scaled,
    relative_deadline: RelativeDeadline::Unscaled,
    hrtick: HrtickRule::IdealSlice,
    throttling: Throttling::Group,
    refill: Refill::Reset,
    group_pick: GroupPick::Hierarchical,
    group_slice: GroupSlice::Base,
    group_idle: GroupIdle::Absent,
    reweight: Reweight::DeadlineOnly,
    rt_throttling: RtThrottling::Always,
    wake_class: WakeClass::Running,
    fair_server: FairServer::Absent,
    ext_server: ExtServer::Absent,
    reclaim: Reclaim::WholeCpu,
};
const RULES_6_1: Rules = Rules {
    cfs_idle: CfsIdle::MinGranularity,
    nr_latency: NrLatency::Kept,
    refill: Refill::Saved,
    group_idle: GroupIdle::Kept,
    ..RULES_5_10
};
const RULES_6_5: Rules = Rules { ideal_cap: IdealCap::Latency, reclaim: Reclaim::Limit, ..RULES_6_1 };
const RULES_6_6: Rules = Rules { yields: YieldRule::Postpone, hrtick: HrtickRule::SliceLeft, ..RULES_6_5 };
const RULES_6_8: Rules =
    Rules { tree_order: TreeOrder::Deadline, reweight: Reweight::AroundMean, ..RULES_6_6 };
const RULES_6_12: Rules = Rules {
    charge: ChargeRule::ServedOrShortIneligible,
    wakeup: WakeupRule::CancelShort,
    first_request: FirstRequest::Half,
    own_slice: OwnSlice::Kept,
    group_slice: GroupSlice::Shortest,
    rt_throttling: RtThrottling::Never,
    fair_server: FairServer::StopsWhenEmpty,
    ..RULES_6_8
};
const RULES_6_12_Y: Rules = Rules {
    fair_server: FairServer::StopsWhenFoundEmpty,
    idle_curr: IdleCurr::CancelProtection,
    buddy_pick: BuddyPick::BeforePick,
    yields: YieldRule::Forfeit,
    ..RULES_6_12
};
const RULES_6_16: Rules = Rules {
    idle_curr: IdleCurr::CancelProtection,
    buddy_pick: BuddyPick::BeforePick,
    relative_deadline: RelativeDeadline::Scaled,
    reweight: Reweight::PlacedAnew,
    ..RULES_6_12
};
const RULES_6_17: Rules = Rules {
    protection: Protection::ShortestSlice,
    charge: ChargeRule::ServedOrUnprotected,
    wakeup: WakeupRule::PickShort,
    fair_server: FairServer::StopsWhenFoundEmpty,
    ..RULES_6_16
};
const RULES_6_19: Rules = Rules {
    wakeup: WakeupRule::PickUnprotected,
    buddy_pick: BuddyPick::InPick,
    yields: YieldRule::Forfeit,
    throttling: Throttling::Task,
    ..RULES_6_17
};
const RULES_7_0: Rules = Rules {
    protect_when: ProtectWhen::Picked,
    lag_clamp: LagClamp::GreatestSliceAndTick,
    wake_class: WakeClass::Next,
    ext_server: ExtServer::Reserved,
    ..RULES_6_19
};
const RULES_7_1: Rules = Rules {
    delta: DeltaRule::Exact,
    mean_weights: MeanWeights::Full,
    delayed_lag: DelayedLag::NeverWorse,
    requeue: Requeue::AfterCharge,
    wakeup_pick: WakeupPick::Dequeues,
    preempted_buddy: PreemptedBuddy::Cleared,
    buddy_pick: BuddyPick::InProtectedPick,
    hrtick: HrtickRule::DeadlineLeft,
    reweight: Reweight::AroundMeanProtected,
    ..RULES_7_0
};
const RULES_7_3: Rules = Rules {
    protection: Protection::FirstIneligible,
    wakeup: WakeupRule::ShortIfEligible,
    lag_inflation: LagInflation::Added,
    group_pick: GroupPick::Flat,
    throttling: Throttling::Charged,
    ..RULES_7_1
};

const CFS_FEATURES: Features = Features::of(
    &[GentleFairSleepers, StartDebit, LastBuddy, AltPeriod, BaseSlice, WakeupPreemption],
    &[NextBuddy, Hrtick, DoubleTick],
);

const FEATURES_6_1: Features = CFS_FEATURES.offering(HrtickDl);

const FEATURES_6_6: Features = Features::of(
    &[PlaceLag, PlaceDeadlineInitial, RunToParity, WakeupPreemption],
    &[NextBuddy, Hrtick, HrtickDl, DoubleTick],
);

const FEATURES_6_12: Features = FEATURES_6_6.and(&[PlaceRelDeadline, PreemptShort, DelayDequeue, DelayZero]);

const FEATURES_6_16: Features = FEATURES_6_12.and(&[PickBuddy]);

/// DOUBLE_TICK is gone and the slice timer on.
const FEATURES_7_1: Features = FEATURES_6_16.without(DoubleTick).and(&[Hrtick, HrtickDl]);

/// Values of a one-CPU machine; slices grow with the assumed CPU count.
const TUNABLES: Tunables = Tunables {
    base_slice_ns: 700_000,
    normalized_base_slice_ns: 700_000,
    latency_ns: 6_000_000,
    min_granularity_ns: 750_000,
    idle_min_granularity_ns: 750_000,
    wakeup_granularity_ns: 1_000_000,
    nr_latency: 8,
    child_runs_first: 0,
    migration_cost_ns: 500_000,
    sched_cfs_bandwidth_slice_us: 5000,
    sched_rt_period_us: 1_000_000,
    sched_rt_runtime_us: 950_000,
    sched_rr_timeslice_ms: 100,
    fair_server_runtime_ns: 50_000_000,
    fair_server_period_ns: 1_000_000_000,
    cgroup_mode: CgroupMode::Smp,
};

/// The base slice was 0.75 ms until 6.14, and stays so in 6.12.0; the 6.12 long-term series has 6.15's.
const TUNABLES_6_6: Tunables =
    Tunables { base_slice_ns: 750_000, normalized_base_slice_ns: 750_000, ..TUNABLES };

const TUNABLES_7_3: Tunables = Tunables { cgroup_mode: CgroupMode::Concur, ..TUNABLES };

/// What the rows have in common.
const CFS: Kernel = Kernel {
    name: "",
    family: Family::Cfs,
    note: "",
    rules: RULES_5_10,
    features: CFS_FEATURES,
    silent: SILENT_5_10,
    tunables: TUNABLES,
    tunable_infos: tunables::CFS,
    choice_infos: tunables::NO_CHOICES,
    preemption: Preemption::Voluntary,
    has_lazy: false,
};
const EEVDF: Kernel = Kernel { family: Family::Eevdf, tunable_infos: tunables::EEVDF, ..CFS };
const EEVDF_6_12: Kernel = Kernel { tunable_infos: tunables::EEVDF_6_12, ..EEVDF };

/// Every preset, oldest first.
pub const KERNELS: &[Kernel] = &[
    Kernel {
        name: "5.10",
        note: "CFS of the 5.10 long-term series",
        tunable_infos: tunables::CFS_5_10,
        ..CFS
    },
    Kernel {
        name: "6.1",
        note: "CFS with minimum slices for SCHED_IDLE",
        rules: RULES_6_1,
        features: FEATURES_6_1,
        silent: SILENT_6_1,
        ..CFS
    },
    Kernel {
        name: "6.5",
        note: "the last CFS: slices capped at the latency",
        rules: RULES_6_5,
        features: FEATURES_6_1,
        silent: SILENT_6_5,
        ..CFS
    },
    Kernel {
        name: "6.6",
        note: "the first EEVDF: lag, eligibility, virtual deadlines; the tree still ordered by vruntime",
        rules: RULES_6_6,
        features: FEATURES_6_6,
        silent: SILENT_6_6,
        tunables: TUNABLES_6_6,
        ..EEVDF
    },
    Kernel {
        name: "6.8",
        note: "6.8 to 6.11: the tree ordered by deadline",
        rules: RULES_6_8,
        features: FEATURES_6_6,
        silent: SILENT_6_8,
        tunables: TUNABLES_6_6,
        ..EEVDF
    },
    Kernel {
        name: "6.12.0",
        note: "delayed dequeue, custom slices that preempt when shorter, half a first request",
        rules: RULES_6_12,
        features: FEATURES_6_12,
        silent: SILENT_6_12,
        tunables: TUNABLES_6_6,
        ..EEVDF_6_12
    },
    Kernel {
        name: "6.12.y",
        note: "EEVDF with delayed dequeue and custom slices, as in the long-term series",
        rules: RULES_6_12_Y,
        features: FEATURES_6_16,
        silent: SILENT_6_12_Y,
        tunables: TUNABLES,
        ..EEVDF_6_12
    },
    Kernel {
        name: "6.16",
        note: "6.15 and 6.16: base slice 0.7 ms, lazy preemption to choose, SCHED_IDLE loses its protection",
        rules: RULES_6_16,
        features: FEATURES_6_16,
        silent: SILENT_6_12,
        tunables: TUNABLES,
        has_lazy: true,
        ..EEVDF_6_12
    },
    Kernel {
        name: "6.17",
        note: "6.17, and 6.18 but for its quotas: protection only as long as the shortest slice queued",
        rules: RULES_6_17,
        features: FEATURES_6_16,
        silent: SILENT_6_12,
        tunables: TUNABLES,
        has_lazy: true,
        ..EEVDF_6_12
    },
    Kernel {
        name: "6.19",
        note: "a yield gives up the request, a new task never preempts, wakeups shorten protection",
        rules: RULES_6_19,
        features: FEATURES_6_16,
        silent: SILENT_6_12_Y,
        tunables: TUNABLES,
        has_lazy: true,
        ..EEVDF_6_12
    },
    Kernel {
        name: "7.0",
        note: "lazy preemption by default; lag bounded by the greatest slice queued and a tick",
        rules: RULES_7_0,
        features: FEATURES_6_16,
        silent: SILENT_6_12_Y,
        preemption: Preemption::Lazy,
        has_lazy: true,
        ..EEVDF_6_12
    },
    Kernel {
        name: "7.1",
        note: "exact division, full weights, debts that may not grow while delayed, slice timer on",
        rules: RULES_7_1,
        features: FEATURES_7_1,
        silent: SILENT_7_1,
        preemption: Preemption::Lazy,
        has_lazy: true,
        ..EEVDF_6_12
    },
    Kernel {
        name: "7.2",
        note: "EEVDF with protection after the shortest slice, exact division, lazy preemption, slice timer",
        rules: RULES_7_1,
        features: FEATURES_7_1,
        silent: SILENT_7_2,
        preemption: Preemption::Lazy,
        has_lazy: true,
        ..EEVDF_6_12
    },
    Kernel {
        name: "7.3",
        note: "a shorter slice preempts as soon as it is eligible; protection ends where eligibility does",
        rules: RULES_7_3,
        features: FEATURES_7_1,
        silent: SILENT_7_2,
        tunables: TUNABLES_7_3,
        choice_infos: tunables::CHOICES_7_3,
        preemption: Preemption::Lazy,
        has_lazy: true,
        ..EEVDF_6_12
    },
];

/// The preset of that name.
pub fn kernel(name: &str) -> Option<&'static Kernel> {
    KERNELS.iter().find(|kernel| kernel.name == name)
}
