//! The rules in which kernel versions differ.
//!
//! Each is one small enum here and one `match` where it matters; a variant's doc says
//! which version brought it.

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
