//! The realtime class: FIFO and RR, above the fair class and below DEADLINE.
//!
//! 1. **Pick.** The first of the highest priority that anybody has. The running task keeps its place in the
//!    list of its priority, so one that a higher task preempts is the first to go on (`queue`).
//! 2. **Onto the list.** A task that wakes goes to the tail of its priority. So does one that yields, one whose
//!    RR quantum ends, and one whose priority rises; one whose priority falls goes to the head (`queue`, `change`).
//! 3. **Wakeup.** A higher priority preempts at once, an equal one waits (`queue`).
//! 4. **Quantum.** An RR task has `sched_rr_timeslice_ms`, counted in ticks that hit it while it runs. It begins a new one
//!    when it is used up, and makes way if another of its priority waits (`tick`). FIFO tasks have none.
//! 5. **Throttling.** Up to 6.11 realtime tasks together get `sched_rt_runtime_us` of each `sched_rt_period_us`.
//!    What ran is counted at each charge; above the limit the class is passed over, until a period's end takes a
//!    runtime off the count (`bandwidth`). From 6.12 on the fair server does that job; see [`crate::deadline`].
//!
//! CPU time is charged to the same fields of [`crate::Entity`] as in the fair class; vruntime stands still.

mod bandwidth;
mod change;
mod entity;
mod queue;
mod tick;

pub use bandwidth::PeriodEnd;
pub use entity::{RtEntity, RtPolicy, RtPool};
pub use queue::RtQueue;
