//! CFS: the fair policy up to 6.5.
//!
//! 1. **Order.** The queue is a tree by vruntime; the pick takes the leftmost, or the
//!    running entity if it is further left ([`pick`]).
//! 2. **min_vruntime.** A point that only moves forward: the least vruntime queued. New
//!    arrivals are placed by it ([`place`]).
//! 3. **Slice.** A period (latency, or min_granularity times the number of tasks) is shared
//!    by weight; nobody gets less than the minimum granularity ([`slice`]).
//! 4. **Tick.** The running entity goes when it has had its slice, or when it is ahead of
//!    the leftmost by more than a slice ([`tick`]). The test is strict and made only at
//!    ticks, so a slice that is a multiple of the tick is overrun by one tick.
//! 5. **Wakeup.** A sleeper is placed half a latency before min_vruntime, its credit, and
//!    preempts if it is behind the running entity by more than wakeup_granularity in its
//!    own virtual time ([`wakeup`]).
//! 6. **Buddies.** *next* is the last wakee that preempted, *last* the task it preempted,
//!    *skip* a task that yielded; the pick prefers or avoids them within
//!    wakeup_granularity.
//! 7. **Yield** only marks skip.

mod pick;
mod place;
mod slice;
mod tick;
mod wakeup;

pub(crate) use pick::{pick_next_entity, yield_task};
pub(crate) use place::{after_dequeue, fork, leave_asleep, place_on_enqueue, update_min_vruntime};
pub(crate) use slice::sched_slice_ns;
pub(crate) use tick::tick;
pub(crate) use wakeup::{are_many, check_preempt_wakeup, marks_wakee};
