//! The rules in which kernel versions differ above the fair class.

use crate::described;

described! {

/// Whether realtime tasks may use up a CPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RtThrottling {
    /// Above their share of a period they are held back.
    Always,
    /// They may; the fair server sees that others get some time: 6.12.
    Never,
}

/// Whether a deadline server keeps time for the fair class, and when it stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FairServer {
    /// There is none.
    Absent,
    /// As soon as the fair class has nobody to run: 6.12.
    StopsWhenEmpty,
    /// Only where it was to run and found nobody: 6.17.
    StopsWhenFoundEmpty,
}

/// Whether a second server, for sched_ext, has bandwidth reserved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExtServer {
    /// There is none.
    Absent,
    /// As much as the fair server's: 7.0.
    Reserved,
}

/// What a reclaiming DEADLINE task is charged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reclaim {
    /// What is left of a whole CPU without what nobody uses, at least its own share scaled up.
    WholeCpu,
    /// What is left of the limit without what nobody uses, at least its own share, scaled up: 6.5.
    Limit,
}

/// With what a woken task is compared first, to see which class's test applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WakeClass {
    /// The class of the running task.
    Running,
    /// The class that is going to run next: while a task of a higher class has asked for the CPU, lower ones are not tested: 7.0.
    Next,
}

}
