//! One decision laid open: who could have been chosen, with the numbers that counted.
//!
//! Plain data, no text; the rule itself and its operands are in the event.

use crate::engine::{Observer, Sim};
use crate::run::Run;
use crate::task::State;
use crate::trace::{Event, IDLE, Kind};
use crate::tracks::average_vruntime;

/// The queue as a decision saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The event that tells the outcome.
    pub event: Event,
    /// V of the queue; see [`average_vruntime`].
    pub avg_vruntime: i64,
    /// CFS's floor; the reference point of V under EEVDF.
    pub min_vruntime: i64,
    /// Everybody queued: the running task first, then in tree order.
    pub candidates: Vec<Candidate>,
}

/// A queued task at a decision, charged up to that instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Which task.
    pub task: u16,
    /// Its weight; 1024 is nice 0.
    pub weight: u64,
    /// Weighted time received.
    pub vruntime: i64,
    /// V − vruntime.
    pub lag_ns: i64,
    /// Its lag is not negative.
    pub eligible: bool,
    /// Virtual deadline (EEVDF).
    pub deadline: i64,
    /// Requested service (EEVDF).
    pub slice_ns: u64,
    /// It is the running one and its request still protects it.
    pub protected: bool,
    /// How it stood to the scheduler.
    pub state: State,
}

impl Run {
    /// What the scheduler saw when it decided event `index`; `None` if there is no such
    /// event or it decides nothing ([`Kind::is_decision`]).
    pub fn explain(&self, index: usize) -> Option<Decision> {
        let event = *self.trace().events.get(index)?;
        if !event.kind().is_decision() {
            return None;
        }
        let mut watch = Watch { first: self.first_of_decision(index), seen: None };
        let mut sim = self.checkpoint_before(watch.first);
        while sim.events() <= index {
            sim.step(&mut watch);
        }
        watch.seen.map(|seen| lay_open(&seen, event))
    }

    /// Delayed entities that the policy let go while it decided are reported just before
    /// the outcome.
    fn first_of_decision(&self, index: usize) -> usize {
        let before = self.trace().events[..index].iter().rev();
        index - before.take_while(|event| event.kind() == Kind::DelayedOut).count()
    }
}

/// Keeps the machine as it was before the decision whose first event is `first`.
struct Watch {
    first: usize,
    seen: Option<Sim>,
}

impl Observer for Watch {
    fn event(&mut self, _: &Sim, _: &Event) {}

    fn deciding(&mut self, sim: &Sim) {
        if sim.events() == self.first {
            self.seen = Some(sim.clone());
        }
    }
}

fn lay_open(sim: &Sim, event: Event) -> Decision {
    let (queue, pool) = sim.charged(event.cpu, sim.clock_ns(event.cpu));
    let mean = average_vruntime(&queue, &pool);
    let candidate = |id: sched::EntityId| {
        let entity = &pool[id];
        let task = id.0 as u16;
        Candidate {
            task,
            weight: sched::scale_down(entity.weight.load),
            vruntime: entity.vruntime.raw(),
            lag_ns: mean.since(entity.vruntime),
            eligible: mean.since(entity.vruntime) >= 0,
            deadline: entity.deadline.raw(),
            slice_ns: entity.slice_ns,
            protected: queue.protected(&pool, id),
            state: sim.state(task),
        }
    };
    debug_assert_ne!(event.cpu, IDLE, "every decision has a CPU");
    Decision {
        event,
        avg_vruntime: mean.raw(),
        min_vruntime: queue.min_vruntime().raw(),
        candidates: queue.queued(&pool).into_iter().map(candidate).collect(),
    }
}
