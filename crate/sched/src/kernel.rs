//! Kernel versions as values: one row of rules, features and tunables each.
//!
//! Read [`KERNELS`] top to bottom as the table *feature × version*. A rule that differs
//! between versions is one small enum here and one `match` where it matters; the variant's
//! doc says which version brought it.

use crate::UnknownName;
use crate::features::Feature::*;
use crate::features::Features;
use crate::tunables::{Tunables, scaling_factor};

/// Which policy a kernel's fair class follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Up to 6.5: least vruntime first.
    Cfs,
    /// From 6.6: earliest eligible virtual deadline first.
    Eevdf,
}

impl Family {
    /// `CFS` or `EEVDF`.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Cfs => "CFS",
            Family::Eevdf => "EEVDF",
        }
    }
}

/// How δ is divided by a weight (`__calc_delta`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeltaRule {
    /// A 32-bit inverse and a shift: up to 7.0.
    Inverse,
    /// An exact division with full weights: 7.1, 64 bit.
    Exact,
}

/// Weights used in the mean V.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeanWeights {
    /// Loads divided by 1024: 6.6.
    ScaledDown,
    /// Full loads: 7.1.
    Full,
}

/// How the running entity is protected from being preempted before its request ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protection {
    /// A copy of the deadline made at the pick; a renewal ends it: 6.6.
    StashedDeadline,
    /// A limit in vruntime, after the shortest slice queued: 6.17.
    ShortestSlice,
}

/// Whether putting the running entity back after a change arms its protection anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProtectWhen {
    /// Whenever it becomes the running entity: 6.6.
    Set,
    /// Only by a real pick: 7.0.
    Picked,
}

/// When a charge asks for a reschedule (`update_curr`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChargeRule {
    /// The request is served, or the entity is unprotected and not eligible: 6.12.
    ServedOrShortIneligible,
    /// The request is served, or the entity is not protected: 6.17.
    ServedOrUnprotected,
}

/// Bound of the stored lag (`entity_lag`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LagClamp {
    /// Twice the own slice, at least a tick: 6.6.
    TwiceOwnSlice,
    /// The greatest slice queued plus a tick: 7.0.
    GreatestSliceAndTick,
}

/// What becomes of the lag of a delayed entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DelayedLag {
    /// Only positive lag is clipped, when it wakes or leaves: 6.12.
    ClippedAtEnd,
    /// It is noted when the task blocks and may not get worse: 7.1.
    NeverWorse,
}

/// When a delayed entity that wakes is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Requeue {
    /// Before the running entity is charged: 6.12.
    BeforeCharge,
    /// After it: 7.1.
    AfterCharge,
}

/// The wakeup preemption test of EEVDF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WakeupRule {
    /// A shorter slice cancels protection if eligible and earlier: 6.12.
    CancelShort,
    /// A shorter slice picks without protection, a new task never preempts, the rest
    /// shortens protection: 6.19.
    PickUnprotected,
}

/// What else happens when a SCHED_IDLE task is preempted by a wakeup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdleCurr {
    /// Its protection is cancelled: 6.15 and 6.12.y.
    CancelProtection,
    /// Its buddy mark goes too: 7.1.
    CancelProtectionAndBuddy,
}

/// What sched_yield does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum YieldRule {
    /// The next pick skips the task if another is near: up to 6.5.
    Skip,
    /// An eligible task gives up the rest of its request: 6.19, 6.18.2, 6.12.y.
    Forfeit,
}

/// Whether a relative deadline is scaled when the weight changes off the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelativeDeadline {
    /// It keeps its virtual length: 6.12.
    Unscaled,
    /// It keeps its length in CPU time: 6.13.
    Scaled,
}

/// What the slice timer measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HrtickRule {
    /// CFS slice minus time run, while few tasks are queued: up to 6.5.
    IdealSlice,
    /// Request minus time run since the pick: 6.6.
    SliceLeft,
    /// Virtual time to the deadline, as CPU time, at least 10 µs: 7.1.
    DeadlineLeft,
}

/// Upper bound of the CFS slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdealCap {
    /// None.
    None,
    /// sched_latency: 6.3.
    Latency,
}

/// Where PICK_BUDDY looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuddyPick {
    /// Before the pick, even if one entity is queued: 6.14 and 6.12.y.
    BeforePick,
    /// Inside the pick, only where protection counts: 7.1.
    InProtectedPick,
}

/// The rules in which kernel versions differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each type's doc says what the rule is")]
pub struct Rules {
    pub delta: DeltaRule,
    pub ideal_cap: IdealCap,
    pub mean_weights: MeanWeights,
    pub protection: Protection,
    pub protect_when: ProtectWhen,
    pub charge: ChargeRule,
    pub lag_clamp: LagClamp,
    pub delayed_lag: DelayedLag,
    pub requeue: Requeue,
    pub wakeup: WakeupRule,
    pub idle_curr: IdleCurr,
    pub buddy_pick: BuddyPick,
    pub yields: YieldRule,
    pub relative_deadline: RelativeDeadline,
    pub hrtick: HrtickRule,
}

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

const FEATURES_6_12_Y: Features = Features::of(
    &[
        PlaceLag,
        PlaceDeadlineInitial,
        PlaceRelDeadline,
        RunToParity,
        PreemptShort,
        PickBuddy,
        DelayDequeue,
        DelayZero,
        WakeupPreemption,
    ],
    &[NextBuddy, Hrtick, DoubleTick],
);

const FEATURES_7_2: Features = Features::of(
    &[
        PlaceLag,
        PlaceDeadlineInitial,
        PlaceRelDeadline,
        RunToParity,
        PreemptShort,
        PickBuddy,
        DelayDequeue,
        DelayZero,
        WakeupPreemption,
        Hrtick,
    ],
    &[NextBuddy],
);

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

/// The rules and settings of one run.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// The preset they began with.
    pub kernel: &'static Kernel,
    /// CFS or EEVDF.
    pub family: Family,
    /// Rule variants in force.
    pub rules: Rules,
    /// Features in force.
    pub features: Features,
    /// Tunables in force.
    pub tunables: Tunables,
    /// Preemption model in force.
    pub preemption: Preemption,
    /// Length of a tick, ns.
    pub tick_ns: u64,
}

impl Params {
    /// A kernel's defaults at `hz` ticks a second on a machine of `assumed_cpus`, which
    /// decides the scaling of its slices (1 gives the normalized values).
    pub fn new(kernel: &'static Kernel, hz: u32, assumed_cpus: u32) -> Params {
        let factor = scaling_factor(assumed_cpus);
        let mut tunables = kernel.tunables;
        tunables.base_slice_ns *= factor;
        tunables.latency_ns *= factor;
        tunables.min_granularity_ns *= factor;
        tunables.wakeup_granularity_ns *= factor;
        Params {
            kernel,
            family: kernel.family,
            rules: kernel.rules,
            features: kernel.features,
            tunables,
            preemption: kernel.preemption,
            tick_ns: 1_000_000_000 / u64::from(hz),
        }
    }

    /// Switches a feature by kernel name; an error for one that this kernel does not have.
    pub fn set_feature(&mut self, word: &str) -> Result<(), UnknownName> {
        self.features.set(word)
    }

    /// Writes a tunable by kernel name; an error for one that this kernel does not have.
    pub fn set_tunable(&mut self, name: &str, value: u64) -> Result<(), UnknownName> {
        self.tunables.set(self.family, name, value)
    }

    /// Features of this kernel with their state.
    pub fn feature_names(&self) -> impl Iterator<Item = (&'static str, bool)> {
        self.features.list().map(|(feature, on)| (feature.name(), on))
    }

    /// Tunables of this kernel with their values.
    pub fn tunable_list(&self) -> Vec<(&'static str, u64)> {
        let value = |name| self.tunables.get(name).expect("every listed tunable has a value");
        crate::tunables::tunables_of(self.family).iter().map(|info| (info.name, value(info.name))).collect()
    }
}
