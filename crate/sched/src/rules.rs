//! The rules in which kernel versions differ.
//!
//! Each is one small enum here and one `match` where it matters; a variant's doc says
//! which version brought it. The table of versions is made of these very docs, so that
//! what a rule is stands in one place.

mod above;

use crate::{described, described_rules};

pub use above::{ExtServer, FairServer, Reclaim, RtThrottling, WakeClass};

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

impl LagClamp {
    /// The most that an entity leaves a queue with, as service in ns, for its slice or the greatest queued, as the rule says.
    pub fn bound_ns(self, slice_ns: u64, tick_ns: u64) -> u64 {
        match self {
            LagClamp::TwiceOwnSlice => slice_ns.saturating_mul(2).max(tick_ns),
            LagClamp::GreatestSliceAndTick => slice_ns.saturating_add(tick_ns),
        }
    }
}

described! {

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

/// How the tree of waiting entities is ordered, and what a walk in it can look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeOrder {
    /// By vruntime, with the least deadline of each subtree: CFS, and EEVDF of 6.6. Of equal
    /// deadlines the shape of the tree decides.
    Vruntime,
    /// By deadline, with the least vruntime of each subtree: 6.8.
    Deadline,
}

/// How the running entity is protected from being preempted before its request ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protection {
    /// A copy of the deadline made at the pick; a renewal ends it: 6.6.
    StashedDeadline,
    /// A limit in vruntime, after the shortest slice queued: 6.17.
    ShortestSlice,
    /// A limit in vruntime, where it stops being eligible beside a shorter slice: 7.3.
    FirstIneligible,
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
    /// The request is served: 6.6.
    Served,
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
    /// The wakee preempts if the pick, protection included, is the wakee: 6.6.
    Pick,
    /// A shorter slice cancels protection if eligible and earlier: 6.12.
    CancelShort,
    /// A shorter slice picks without protection, and shortens it if it does not win: 6.17.
    PickShort,
    /// As before, but a new task never preempts, and every wakee shortens protection: 6.19.
    PickUnprotected,
    /// A shorter slice preempts as soon as it is eligible, and is picked next: 7.3.
    ShortIfEligible,
}

/// Whether the pick of the wakeup test lets delayed entities go that it meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WakeupPick {
    /// It only looks: 6.6.
    Looks,
    /// They leave the queue and the pick starts anew: 7.1.
    Dequeues,
}

/// What else happens when a SCHED_IDLE task is preempted by a wakeup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdleCurr {
    /// Nothing: protected and eligible, it is picked again: 6.6.
    KeepProtection,
    /// Its protection is cancelled: 6.15 and 6.12.y.
    CancelProtection,
}

/// What becomes of the buddy mark of a task that a wakeup preempts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PreemptedBuddy {
    /// It stays: 6.6.
    Kept,
    /// It goes: 7.1.
    Cleared,
}

/// What sched_yield does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum YieldRule {
    /// The next pick skips the task if another is near: up to 6.5.
    Skip,
    /// The deadline moves by a request: 6.6.
    Postpone,
    /// An eligible task gives up the rest of its request: 6.19, 6.18.2, 6.12.y.
    Forfeit,
}

/// The first request of a new task, with PLACE_DEADLINE_INITIAL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstRequest {
    /// A whole one: the half that the fork placed is lost when the task is enqueued: 6.6.
    Whole,
    /// Half of one: 6.12.
    Half,
}

/// Whether a task can ask for a slice of its own (`sched_setattr`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnSlice {
    /// What it asks for has no effect.
    Ignored,
    /// It is kept, within bounds: 6.12.
    Kept,
}

/// How the stored lag is inflated at placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LagInflation {
    /// lag · (W + w) / W: 6.6.
    Scaled,
    /// lag + lag · w / W: 7.3.
    Added,
}

/// What CFS does otherwise for a SCHED_IDLE task, besides its weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CfsIdle {
    /// Nothing: it is credited for sleep and has a least slice as any other task.
    AsOthers,
    /// It is credited the minimum granularity and has a least slice of its own: 5.15, and so 6.1.
    MinGranularity,
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

/// How many tasks are many (nr_latency) once latency or minimum granularity were written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NrLatency {
    /// Counted anew from both, rounded up, as they are sysctls: up to 5.12.
    Counted,
    /// As at boot, as they are plain files: 5.13.
    Kept,
}

/// Where the tasks of a group wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupPick {
    /// In a queue of the group, which stands in its parent's as one entity: up to 7.2.
    Hierarchical,
    /// In the one queue of the CPU, with a weight that all their groups have part in: 7.3.
    Flat,
}

/// The slice for which a group asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupSlice {
    /// base_slice: 6.6.
    Base,
    /// The shortest in its queue: 6.12.
    Shortest,
}

/// Whether a group can be idle as a whole (`cpu.idle`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupIdle {
    /// There is no such thing.
    Absent,
    /// It counts as one SCHED_IDLE task beside its siblings: 5.15, and so 6.1.
    Kept,
}

/// What another weight does to an entity that is queued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reweight {
    /// The rest of its request keeps its length in CPU time, vruntime stays: 6.6.
    DeadlineOnly,
    /// Lag and deadline, seen from V, keep their length in CPU time: 6.7.
    AroundMean,
    /// They are scaled, and it is placed anew: 6.13.
    PlacedAnew,
    /// As before 6.13, and so does the protection: 7.1.
    AroundMeanProtected,
}

/// Where PICK_BUDDY looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuddyPick {
    /// As the next, but switched by NEXT_BUDDY: there is no PICK_BUDDY: 6.6.
    WithNextBuddy,
    /// Before the pick, even if one entity is queued: 6.14 and 6.12.y.
    BeforePick,
    /// Inside the pick: 6.19.
    InPick,
    /// Inside the pick, only where protection counts: 7.1.
    InProtectedPick,
}

/// What becomes of the tasks of a group whose quota is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Throttling {
    /// The group's entity leaves the queue above, and all of its tasks with it: up to 6.17.
    Group,
    /// Each task is parked by itself when it is about to return to user mode, if the pick found its group used up: 6.18, and so
    /// the preset 6.19; that of 6.17 stands for 6.18 in all other things.
    Task,
    /// The same, but the charge that uses up the quota throttles at once, and no reschedule is requested: 7.3.
    Charged,
}

/// How the pool of a quota is refilled when a period begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refill {
    /// To the quota; what was left over is lost, and there is no burst: up to 5.13.
    Reset,
    /// By the quota, up to quota and burst: 5.14.
    Saved,
}

}

described_rules! {
    /// The rules in which kernel versions differ.
    pub struct Rules {
        delta: DeltaRule,
        ideal_cap: IdealCap in Cfs,
        cfs_idle: CfsIdle in Cfs,
        nr_latency: NrLatency in Cfs,
        tree_order: TreeOrder,
        mean_weights: MeanWeights in Eevdf,
        protection: Protection in Eevdf,
        protect_when: ProtectWhen in Eevdf,
        charge: ChargeRule in Eevdf,
        lag_clamp: LagClamp in Eevdf,
        delayed_lag: DelayedLag with DelayDequeue,
        requeue: Requeue with DelayDequeue,
        wakeup: WakeupRule in Eevdf,
        wakeup_pick: WakeupPick in Eevdf,
        idle_curr: IdleCurr in Eevdf,
        preempted_buddy: PreemptedBuddy in Eevdf,
        buddy_pick: BuddyPick in Eevdf,
        yields: YieldRule,
        first_request: FirstRequest with PlaceDeadlineInitial,
        own_slice: OwnSlice in Eevdf,
        lag_inflation: LagInflation with PlaceLag,
        relative_deadline: RelativeDeadline with PlaceRelDeadline,
        hrtick: HrtickRule,
        throttling: Throttling,
        refill: Refill,
        group_pick: GroupPick,
        group_slice: GroupSlice in Eevdf,
        group_idle: GroupIdle,
        reweight: Reweight in Eevdf,
        rt_throttling: RtThrottling,
        wake_class: WakeClass,
        fair_server: FairServer,
        ext_server: ExtServer,
        reclaim: Reclaim,
    }
}
