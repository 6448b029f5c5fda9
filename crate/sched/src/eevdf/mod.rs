//! EEVDF: the fair policy from 6.6 on, here as of 6.12 and later.
//!
//! 1. **Lag.** V is the weighted mean of vruntime over all queued. An entity with
//!    vruntime ≤ V has received no more than its share: it is *eligible*.
//! 2. **Deadline.** Each request of `slice_ns` has a virtual deadline, vruntime plus slice
//!    by weight. Served, it is renewed from where vruntime stands ([`charge`]).
//! 3. **Pick.** Of the eligible, the earliest deadline; equal deadlines in the order of
//!    insertion, the tree before the running entity ([`pick`]).
//! 4. **Protection.** The picked entity keeps the CPU until its request is served, or from
//!    6.17 until it has run as long as the shortest slice queued ([`protect`]).
//! 5. **Placement.** Who comes back gets the lag it left with, inflated so that it still
//!    has it once counted in V; a moved one keeps the rest of its request ([`place`]).
//! 6. **Delayed dequeue.** Who blocks with negative lag stays queued until the others have
//!    caught up, so that sleeping does not wipe out the debt ([`delay`]).
//! 7. **Wakeup.** The wakee takes the CPU if the pick would choose it; a shorter slice
//!    ends the protection of the running entity ([`wakeup`]).
//! 8. **Another weight** while queued keeps what is left of lag and request in CPU time ([`reweight`]).
//! 9. **Yield** gives up the rest of the request, if eligible.

mod charge;
mod delay;
mod pick;
mod place;
mod protect;
mod reweight;
mod wakeup;

pub(crate) use charge::{charged, explain_tick, yield_task};
pub(crate) use delay::{delays, finish_delayed, mark_delayed, note_lag, requeue_delayed};
pub(crate) use pick::pick_next_entity;
pub(crate) use place::place_entity;
pub(crate) use protect::{is_protected, protects, set_protect, shortest_slice_ns};
pub(crate) use reweight::{reweight_off_queue, reweight_queued};
pub(crate) use wakeup::{check_preempt_wakeup, marks_wakee};
