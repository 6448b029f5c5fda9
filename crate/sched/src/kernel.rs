//! Kernel versions as values: one row of rules, features and tunables each.
//!
//! Read [`KERNELS`] top to bottom as the table *feature × version*.

use crate::features::Feature::*;
use crate::features::{Feature, Features};
use crate::rules::*;
use crate::tunables::Tunables;

/// How a reschedule request takes effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preemption {
    /// At the return to user space or a voluntary point in the kernel.
    Voluntary,
    /// Also when leaving any kernel section that cannot be preempted.
    Full,
    /// As full, but the fair class asks gently: served at the return to user space, at
    /// the latest from the next tick on (6.13).
    Lazy,
}

impl Preemption {
    /// `voluntary`, `full` or `lazy`.
    pub const fn name(self) -> &'static str {
        match self {
            Preemption::Voluntary => "voluntary",
            Preemption::Full => "full",
            Preemption::Lazy => "lazy",
        }
    }

    /// The model of that name.
    pub fn parse(name: &str) -> Option<Preemption> {
        [Preemption::Voluntary, Preemption::Full, Preemption::Lazy]
            .into_iter()
            .find(|model| model.name() == name)
    }
}

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
    /// Tunables of a one-CPU machine.
    pub tunables: Tunables,
    /// The preemption model distributions boot with.
    pub preemption: Preemption,
    /// Whether the lazy model exists.
    pub has_lazy: bool,
}

/// A CFS kernel never consults the rules of EEVDF; they stand here with the values of the
/// oldest EEVDF row, which builds on this one.
const CFS_RULES: Rules = Rules {
    delta: DeltaRule::Inverse,
    ideal_cap: IdealCap::None,
    mean_weights: MeanWeights::ScaledDown,
    protection: Protection::StashedDeadline,
    protect_when: ProtectWhen::Set,
    charge: ChargeRule::ServedOrShortIneligible,
    lag_clamp: LagClamp::TwiceOwnSlice,
    delayed_lag: DelayedLag::ClippedAtEnd,
    requeue: Requeue::BeforeCharge,
    wakeup: WakeupRule::CancelShort,
    idle_curr: IdleCurr::CancelProtection,
    buddy_pick: BuddyPick::BeforePick,
    yields: YieldRule::Skip,
    relative_deadline: RelativeDeadline::Unscaled,
    hrtick: HrtickRule::IdealSlice,
};

const RULES_6_12_Y: Rules = Rules { yields: YieldRule::Forfeit, hrtick: HrtickRule::SliceLeft, ..CFS_RULES };

const RULES_7_2: Rules = Rules {
    delta: DeltaRule::Exact,
    ideal_cap: IdealCap::None,
    mean_weights: MeanWeights::Full,
    protection: Protection::ShortestSlice,
    protect_when: ProtectWhen::Picked,
    charge: ChargeRule::ServedOrUnprotected,
    lag_clamp: LagClamp::GreatestSliceAndTick,
    delayed_lag: DelayedLag::NeverWorse,
    requeue: Requeue::AfterCharge,
    wakeup: WakeupRule::PickUnprotected,
    idle_curr: IdleCurr::CancelProtectionAndBuddy,
    buddy_pick: BuddyPick::InProtectedPick,
    yields: YieldRule::Forfeit,
    relative_deadline: RelativeDeadline::Scaled,
    hrtick: HrtickRule::DeadlineLeft,
};

const CFS_FEATURES: Features = Features::of(
    &[GentleFairSleepers, StartDebit, LastBuddy, AltPeriod, BaseSlice, WakeupPreemption],
    &[NextBuddy, Hrtick, DoubleTick],
);

/// On in every EEVDF kernel from 6.12 on.
const EEVDF_ON: &[Feature] = &[
    PlaceLag,
    PlaceDeadlineInitial,
    PlaceRelDeadline,
    RunToParity,
    PreemptShort,
    PickBuddy,
    DelayDequeue,
    DelayZero,
    WakeupPreemption,
];

const FEATURES_6_12_Y: Features = Features::of(EEVDF_ON, &[NextBuddy, Hrtick, DoubleTick]);

/// DOUBLE_TICK is gone and the slice timer on.
const FEATURES_7_2: Features = {
    let mut features = Features::of(EEVDF_ON, &[NextBuddy, Hrtick]);
    features.switch(Hrtick, true);
    features
};

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
};

/// Every preset, oldest first.
pub const KERNELS: &[Kernel] = &[
    Kernel {
        name: "6.1",
        family: Family::Cfs,
        note: "CFS with minimum slices for SCHED_IDLE",
        rules: CFS_RULES,
        features: CFS_FEATURES,
        tunables: TUNABLES,
        preemption: Preemption::Voluntary,
        has_lazy: false,
    },
    Kernel {
        name: "6.5",
        family: Family::Cfs,
        note: "the last CFS: slices capped at the latency",
        rules: Rules { ideal_cap: IdealCap::Latency, ..CFS_RULES },
        features: CFS_FEATURES,
        tunables: TUNABLES,
        preemption: Preemption::Voluntary,
        has_lazy: false,
    },
    Kernel {
        name: "6.12.y",
        family: Family::Eevdf,
        note: "EEVDF with delayed dequeue and custom slices, as in the long-term series",
        rules: RULES_6_12_Y,
        features: FEATURES_6_12_Y,
        tunables: TUNABLES,
        preemption: Preemption::Voluntary,
        has_lazy: false,
    },
    Kernel {
        name: "7.2",
        family: Family::Eevdf,
        note: "EEVDF with protection after the shortest slice, exact division, lazy preemption, slice timer",
        rules: RULES_7_2,
        features: FEATURES_7_2,
        tunables: TUNABLES,
        preemption: Preemption::Lazy,
        has_lazy: true,
    },
];

/// The preset of that name.
pub fn kernel(name: &str) -> Option<&'static Kernel> {
    KERNELS.iter().find(|kernel| kernel.name == name)
}
