//! What no test against reality can tell: each thing once, in plain words, beside the change that proves it silent.
//!
//! The page and `tests/README.md` send readers here; `tests/conformance.rs` and `tests/neighbours.rs` hold the lists: a rule
//! that does show belongs no longer on them.

use sched::{
    BuddyPick, DelayedLag, ExtServer, FairServer, Feature, GroupSlice, IdealCap, LagInflation, MeanWeights,
    NrLatency, Params, PreemptedBuddy, ProtectWhen, Reclaim, Refill, Reweight, WakeClass, WakeupRule,
};

/// A rule that can be broken without any recording of a kernel noticing.
pub struct Silent {
    /// The kernel tag of the recordings.
    pub kernel: &'static str,
    /// What cannot be told, as a sentence.
    pub words: &'static str,
    /// Breaks the rule.
    pub breaks: fn(&mut Params),
}

const fn silent(kernel: &'static str, words: &'static str, breaks: fn(&mut Params)) -> Silent {
    Silent { kernel, words, breaks }
}

/// Rules that the recordings cannot tell apart.
pub const IN_RECORDINGS: &[Silent] = &[
    silent("5.10", "Whether writing the latency or the minimum granularity counts nr_latency anew.", |p| {
        p.rules.nr_latency = NrLatency::Kept
    }),
    silent("5.10", "Whether what is left over of a quota is kept: no group there leaves anything.", |p| {
        p.rules.refill = Refill::Saved
    }),
    silent("6.1", "Whether what is left over of a quota is kept: no group there leaves anything.", |p| {
        p.rules.refill = Refill::Reset
    }),
    silent("6.1", "Whether the tick keeps its test while the slice timer is armed (DOUBLE_TICK).", |p| {
        p.features.switch(Feature::DoubleTick, true)
    }),
    silent("6.1", "What a reclaiming DEADLINE task is charged by: none was recorded.", |p| {
        p.rules.reclaim = Reclaim::Limit
    }),
    silent("6.1", "Whether slices are capped at the latency, as they are from 6.3 on.", |p| {
        p.rules.ideal_cap = IdealCap::Latency
    }),
    silent(
        "6.12",
        "Whether a group asks for the shortest slice in its queue; no task of a group has its own.",
        |p| p.rules.group_slice = GroupSlice::Base,
    ),
    silent("6.12", "How a group moves on its queue when its weight changes.", |p| {
        p.rules.reweight = Reweight::PlacedAnew
    }),
    silent(
        "6.12",
        "Whether the lag of a delayed task may get worse; here it is only clipped at zero.",
        |p| p.rules.delayed_lag = DelayedLag::NeverWorse,
    ),
    silent(
        "6.12",
        "Whether a wakeup with a shorter slice compares deadlines or picks without protection, as from 6.17 on.",
        |p| p.rules.wakeup = WakeupRule::PickShort,
    ),
    silent("6.12", "Whether NEXT_BUDDY or PICK_BUDDY switches the preference of a marked task.", |p| {
        p.rules.buddy_pick = BuddyPick::WithNextBuddy
    }),
    silent("7.2", "Whether putting a running task back after a change arms its protection anew.", |p| {
        p.rules.protect_when = ProtectWhen::Set
    }),
    silent("7.2", "Whether the mean V takes full weights or weights divided by 1024.", |p| {
        p.rules.mean_weights = MeanWeights::ScaledDown
    }),
    silent("7.2", "How the lag is inflated at placement: both forms give the same integers.", |p| {
        p.rules.lag_inflation = LagInflation::Added
    }),
    silent("7.2", "Whether the fair server stops where fair tasks are gone or where it finds none.", |p| {
        p.rules.fair_server = FairServer::StopsWhenEmpty
    }),
    silent("7.2", "Whether sched_ext's server has bandwidth reserved.", |p| {
        p.rules.ext_server = ExtServer::Absent
    }),
    silent(
        "7.2",
        "Whether a woken task's class is compared with the one that runs or that is to run.",
        |p| p.rules.wake_class = WakeClass::Running,
    ),
    silent("7.2", "Whether a task that a wakeup preempts keeps its buddy mark.", |p| {
        p.rules.preempted_buddy = PreemptedBuddy::Kept
    }),
    silent(
        "7.2",
        "Whether a group asks for the shortest slice in its queue; no task of a group has its own.",
        |p| p.rules.group_slice = GroupSlice::Base,
    ),
    silent("7.2", "How a group moves on its queue when its weight changes.", |p| {
        p.rules.reweight = Reweight::PlacedAnew
    }),
    silent("7.2", "Whether a buddy is looked for before the pick or inside of it.", |p| {
        p.rules.buddy_pick = BuddyPick::BeforePick
    }),
    silent(
        "7.3",
        "Whether a woken task's class is compared with the one that runs or that is to run.",
        |p| p.rules.wake_class = WakeClass::Running,
    ),
    silent("7.3", "Whether slice protection follows where a task's weight changes while it runs.", |p| {
        p.rules.reweight = Reweight::AroundMean
    }),
    silent("7.3", "How the lag is inflated at placement: both forms give the same integers.", |p| {
        p.rules.lag_inflation = LagInflation::Scaled
    }),
];

/// What nothing is compared with, by the kernel tags it is said of (none: all of them); it rests on the sources alone.
pub const UNSEEN: &[(&[&str], &str)] = &[
    (&[], "Group weights that depend on other CPUs: no recording of several CPUs has groups."),
    (
        &["5.10", "6.12+preempt_full", "7.2+preempt_full", "7.3"],
        "Several CPUs: there is no recording of them.",
    ),
    (
        &["6.12", "7.2", "7.3"],
        "Where the sums of the mean are anchored, at min_vruntime or zero_vruntime: V does not depend on it.",
    ),
    (
        &["7.2", "7.2+preempt_full", "7.3"],
        "When the slice timer fires is taken from the recording; only that it is not overdue is compared.",
    ),
    (
        &["5.10"],
        "What realtime and deadline tasks are charged is not recorded: it is taken from when they ran, to a few µs.",
    ),
    (
        &["6.12", "7.2", "7.3"],
        "When the fair server competes for the first time hangs on what ran before; from there on it is compared.",
    ),
];

/// What recordings of several CPUs do not tell, or what is off in them, by the kernel tags it is said of (none: all of them).
pub const ON_SEVERAL: &[(&[&str], &str)] = &[
    (
        &[],
        "Where a task wakes and what is pulled from where is taken from the recording; whether the model does the same shows only in the \
         closed loop, in shares, migrations and waits.",
    ),
    (
        &[],
        "No recording of it: task groups, threads that are created, tasks above the fair class that compete, more than four CPUs.",
    ),
    (
        &[],
        "The emulator runs its CPUs in turns of some 10 µs: what messages, caches and clocks cost, and the order of what two CPUs do \
         within a turn, cannot be told.",
    ),
    (
        &[],
        "When each CPU balanced last before a recording began: of 24 starts drawn by chance it is told how far outside all of them a share \
         is. Hogs then lie within 5 points; which of them is moved hangs on who ran within the last 0.5 ms.",
    ),
    (
        &[],
        "Locks of pipes, for which several writers wait (l4-hackbench: up to 7 points of share), and kernel threads are not simulated.",
    ),
    (
        &[],
        "Of charges that follow each other on a CPU the recorder keeps the last: what falls between them is unclear, or off by a turn.",
    ),
    (
        &[],
        "Not modelled, and as if it were off: preferred CPUs (ITMT, asym packing), and NUMA balancing, by which tasks follow their memory.",
    ),
    (&["7.2"], "Not modelled, and as if it were off: balancing by who shares caches (SCHED_CACHE)."),
    (
        &["6.1"],
        "Pipe pairs that hand over every 50 µs (l4-pairs): a charge that is missing shifts vruntimes, and picks with them.",
    ),
    (
        &["6.12", "7.2"],
        "Most of what is off is in workloads whose tasks hand over within a few turns (l4-8sleepers, l4-pairs, l4-hackbench) or where \
         kernel threads come between hogs (l4-numa-5hogs).",
    ),
];

/// Differences between neighbouring versions that tasks and groups on one CPU do not show: newer kernel, rule, and why.
pub const BETWEEN_NEIGHBOURS: &[(&str, &str, &str)] = &[
    ("6.1", "features", "HRTICK_DL, which it brought, is off."),
    ("6.1", "nr_latency", "It counts only once latency or minimum granularity are written."),
    ("6.8", "reweight", "It shows only when the weight of a group changes."),
    ("6.16", "reweight", "It shows only when the weight of a group changes."),
    ("7.1", "mean_weights", "Weights of tasks are multiples of 1024: scaling them down loses nothing."),
    ("7.1", "reweight", "It shows only when the weight of a group changes."),
    ("7.3", "lag_inflation", "Both forms give the same integers."),
    ("7.3", "tunables", "On one CPU a group weighs the same by cgroup_mode concur and by 7.2's only way."),
];
