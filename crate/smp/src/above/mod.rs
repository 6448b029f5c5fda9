//! Realtime tasks between CPUs: so many CPUs as there are run the most urgent tasks that may run there.
//!
//! Fair tasks are balanced now and then; realtime tasks are brought where they can run as soon as something changes.
//!
//! 1. **What a CPU counts for** (`cpupri`). The priority of the most urgent realtime task queued on it, whether that runs or waits;
//!    nothing if there is none, be the CPU idle or busy with fair tasks; more than any if it has a DEADLINE task.
//! 2. **The lowest CPU** (`lowest`). Of the CPUs that count for least, and for less than the task, one that it may run on: where it was,
//!    if that is one of them; or the CPU that asks; or one near to where it was, the nearest domain first. On a machine of
//!    unequal CPUs one that is big enough, if there is any (5.6).
//! 3. **Wakeup** ([`place`]). A task wakes where it was, unless a realtime task that is at least as urgent, or that can run nowhere else,
//!    runs there: then on the lowest CPU, if it is more urgent than all that are queued there. Idle CPUs are not preferred.
//! 4. **Push** ([`push`]). A CPU with a realtime task that waits gives the most urgent one to the lowest CPU: after a wakeup that had
//!    to wait, when it picks a realtime task, and when a pull asks for it; one after another, until one has nowhere to go. One that
//!    is more urgent than what runs is left: its CPU is about to run it.
//! 5. **Pull** ([`takes`]). A CPU that is about to run something less urgent than it ran asks all that have tasks waiting to push, one
//!    after the other (RT_PUSH_IPI). Without that feature it takes for itself what is more urgent than what it has.
//!
//! Not modelled: that a CPU whose realtime tasks take much of its time has less capacity for fair ones (`scale_rt_capacity`).

mod cpupri;
mod facts;
mod lowest;
mod realtime;
#[cfg(test)]
mod tests;

pub use facts::{AboveFacts, AboveView, RtTask};
pub use lowest::Spread;
pub use realtime::{Pushed, RtChoice, place, push, takes, waits};
