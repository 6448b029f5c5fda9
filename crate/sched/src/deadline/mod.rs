//! The DEADLINE class: reservations, earliest deadline first, above realtime and fair.
//!
//! A task asks for `runtime` in each `period`, to be had within `deadline` of the period's begin (`entity`).
//!
//! 1. **Admission.** Σ runtime/period of all DEADLINE tasks, and of the servers, may not be above
//!    `sched_rt_runtime_us` of `sched_rt_period_us`; both in units of 2⁻²⁰ (`bandwidth`). A task that leaves for another
//!    class keeps its reservation, and what is left of its budget should it come back, up to its zero-lag time (`membership`).
//! 2. **Pick.** The earliest absolute deadline; of equals the one that came first. A wakeup preempts if its deadline
//!    is strictly earlier (`queue`).
//! 3. **Wakeup.** A task goes on with what it has, unless its deadline is past or what it has is more than its share
//!    of the time up to the deadline: then it begins a new instance from now on. One whose deadline is less than its period gets less budget
//!    instead, and waits for its next period if that has not begun (`budget`, `queue`).
//! 4. **Budget.** CPU time is taken off it. With none left the task is throttled until its next period begins, where the
//!    deadline moves on by a period for each runtime that it is given (`charge`). The budget is looked at when the task is charged, which is at
//!    ticks; HRTICK_DL sets a timer for its end.
//! 5. **Yield.** Gives up what is left: the instance is over (`charge`).
//! 6. **Reclaiming.** A task that asks for it (`SCHED_FLAG_RECLAIM`) is charged less while others do not use what they
//!    reserved. A reservation counts as used until its zero-lag time, when what is left of its budget would have been used up at its
//!    own pace (`bandwidth`).
//! 7. **The fair server.** From 6.12 on a reservation of 50 ms in a second for the fair class, which lies back as long as fair
//!    tasks get that much anyway (`server`).
//!
//! A miss is a job that ends after its absolute deadline; nothing else follows from it. The kernel's servers for
//! sched_ext, 7.0, run nobody here and are only counted in admission.

mod bandwidth;
mod budget;
mod charge;
mod entity;
mod membership;
mod queue;
mod server;
mod timer;

pub use bandwidth::Overbooked;
pub use entity::{DlEntity, DlParams, DlPool};
pub use queue::{Contender, DlPick, DlQueue};
pub use timer::Expired;
