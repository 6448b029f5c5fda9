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
//! 5. **Quotas.** When a period begins is an input too, and compared: the first expiry of a group's timer shows its phase, all
//!    later ones must come a period apart, unless the timer stopped. Who is throttled shows in the picks.
//! 6. **Higher classes.** Picks among all classes, wakeups across them, ticks that end a quantum or use up a budget, and
//!    the timers of throttling, of deadline tasks and of the fair server are compared too.
//!
//! 7. **Changes.** What threads change comes from their scripts, what is changed from elsewhere from the scenario's list.
//!
//! [`replay`] is the whole of it: `flow` walks the events and hands them to `update`, `wakeup`, `switch` and `higher`; `model`
//! holds the fair queue beside them and `above` those of higher classes, `compare` counts.

mod above;
mod ahead;
mod changes;
mod clock;
mod compare;
mod flow;
mod higher;
mod lanes;
mod merged;
mod model;
mod moves;
mod periods;
mod report;
mod setup;
mod switch;
mod update;
mod wakeup;

pub(crate) use periods::quota_phase_ns;
pub use report::{Aspect, Miss, Report};
pub use setup::{not_modelled, params_of};

use crate::recording::Recording;

/// Replays a recording under the given rules and scores every decision and number.
///
/// The recording must be one that [`not_modelled`] lets pass; of others only the events
/// that are understood are scored.
pub fn replay(recording: &Recording, params: sched::Params) -> Report {
    match recording.cpus {
        1 => {
            let first_charge =
                recording.events.iter().find_map(|event| model::charge_of(recording, &params, event));
            flow::Flow::new(recording, (0, first_charge), params).run()
        }
        _ => moves::replay(recording, params),
    }
}
