//! Open-loop replay: the policy driven by a recording of a real kernel.
//!
//! 1. **Inputs.** From the recording come the times at which things happen: wakeups,
//!    blocks, ticks, slice timers, yields, attribute changes, and the exact run time that
//!    each accounting update charged. The model charges nothing between them and never
//!    chooses the next event, so kernel overheads need no model.
//! 2. **Compared.** Who is picked at each switch, or that the running task is kept; whether
//!    each wakeup, tick and slice timer asks for a reschedule; whether a blocking task is
//!    delayed; and vruntime, deadline, slice and lag wherever they are recorded. There is
//!    no tolerance.
//! 3. **After a disagreement** the model takes the recorded state, so that one cause is
//!    not counted twice.
//! 4. **Unclear** is what a recording cannot show: a tick or slice timer so short before
//!    the task stops by itself that a request would have left no trace.
//!
//! [`replay`] is the whole of it: `flow` walks the events and hands them to `update`,
//! `wakeup` and `switch`; `model` holds the queue beside them, `compare` counts.

mod ahead;
mod changes;
mod compare;
mod flow;
mod model;
mod report;
mod setup;
mod switch;
mod update;
mod wakeup;

pub use report::{Aspect, Miss, Report};
pub use setup::{not_modelled, params_of};

use crate::recording::Recording;

/// Replays a recording under the given rules and scores every decision and number.
///
/// The recording must be one that [`not_modelled`] lets pass; of others only the events
/// that are understood are scored.
pub fn replay(recording: &Recording, params: sched::Params) -> Report {
    flow::Flow::new(recording, params).run()
}
