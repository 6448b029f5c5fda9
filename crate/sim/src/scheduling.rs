//! To which class a task belongs, and with which parameters.

use sched::{Class, DlParams, Policy as FairPolicy, RtPolicy};

use crate::scenario::{Policy, Thread};

/// What `sched_setattr` sets of a task, apart from nice and slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduling {
    /// NORMAL, BATCH or IDLE.
    Fair(FairPolicy),
    /// FIFO or RR, with its priority.
    Realtime(RtPolicy, u8),
    /// DEADLINE, with what it reserves.
    Deadline(DlParams),
}

impl Scheduling {
    /// A policy as a checked thread has it, with the parameters that stand with the thread. `rtprio` is that of a step
    /// that changes the policy; without one the thread's own counts.
    pub(crate) fn of(policy: Policy, rtprio: Option<u8>, thread: &Thread) -> Scheduling {
        let priority = rtprio.or(thread.rtprio).unwrap_or(1);
        match policy {
            Policy::Normal => Scheduling::Fair(FairPolicy::Normal),
            Policy::Batch => Scheduling::Fair(FairPolicy::Batch),
            Policy::Idle => Scheduling::Fair(FairPolicy::Idle),
            Policy::Fifo => Scheduling::Realtime(RtPolicy::Fifo, priority),
            Policy::Rr => Scheduling::Realtime(RtPolicy::Rr, priority),
            Policy::Deadline => Scheduling::Deadline(reservation(thread)),
        }
    }

    /// The class.
    pub fn class(self) -> Class {
        match self {
            Scheduling::Fair(_) => Class::Fair,
            Scheduling::Realtime(..) => Class::Realtime,
            Scheduling::Deadline(_) => Class::Deadline,
        }
    }

    /// The fair policy; that of a task without one is NORMAL, which it has once it is fair again.
    pub fn fair(self) -> FairPolicy {
        match self {
            Scheduling::Fair(policy) => policy,
            Scheduling::Realtime(..) | Scheduling::Deadline(_) => FairPolicy::Normal,
        }
    }
}

fn reservation(thread: &Thread) -> DlParams {
    let (runtime_ns, deadline_ns, period_ns) = thread.deadline_ns().expect("the scenario was checked");
    DlParams { runtime_ns, deadline_ns, period_ns, reclaim: thread.reclaim }
}
