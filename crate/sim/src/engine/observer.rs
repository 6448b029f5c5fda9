//! Who hears what happens.

use super::{Looking, Placing, Sim};
use crate::timer::Timer;
use crate::trace::{Event, Trace};

/// Hears what happens, with the machine as it is right after.
pub trait Observer {
    /// Something happened. `sim` may be in the middle of an instant: look, do not continue.
    fn event(&mut self, sim: &Sim, event: &Event);

    /// A decision is about to fall: the queue is as the scheduler is going to see it,
    /// except that the running task is not charged yet.
    fn deciding(&mut self, sim: &Sim) {
        let _ = sim;
    }

    /// A task is about to be placed on one of several CPUs.
    fn placing(&mut self, sim: &Sim, placing: Placing) {
        let _ = (sim, placing);
    }

    /// A CPU is about to look for tasks of others, itself or another one on its behalf, or to give one away.
    fn looking(&mut self, sim: &Sim, looking: Looking) {
        let _ = (sim, looking);
    }

    /// A timer of the scheduler's expired and its handler is about to run, which may find nothing to do.
    fn timer(&mut self, sim: &Sim, timer: Timer) {
        let _ = (sim, timer);
    }
}

impl Observer for Trace {
    #[inline]
    fn event(&mut self, _: &Sim, event: &Event) {
        self.push(*event);
    }
}
