//! A whole run: simulated to its end first, looked at afterwards.

use std::sync::Arc;

use crate::checkpoint::Checkpoints;
use crate::engine::{Observer, Progress, Sim};
use crate::error::Error;
use crate::limits::{ENGINE_STEPS_MAX, EVENTS_MAX};
use crate::plan::{Plan, TaskInfo};
use crate::scenario::{Scenario, Side};
use crate::trace::{Event, Trace};

/// A simulation, its trace, and checkpoints from which any part of it can be run again.
#[derive(Debug)]
pub struct Run {
    plan: Arc<Plan>,
    sim: Sim,
    trace: Trace,
    checkpoints: Checkpoints,
    steps: usize,
    finished: bool,
    stopped: Option<Error>,
}

/// Engine steps that one call of [`Run::advance`] takes for each event it may make: enough for any
/// usual script, and a bound for one that makes no events.
const STEPS_PER_EVENT: usize = 16;

impl Run {
    /// Check everything and stand before time 0.
    ///
    /// The error says what is wrong in the scenario or the side, or not modelled yet.
    pub fn start(scenario: &Scenario, side: &Side) -> Result<Run, Error> {
        Plan::new(scenario, side).map(Run::of_plan)
    }

    pub(crate) fn of_plan(plan: Plan) -> Run {
        let plan = Arc::new(plan);
        let sim = Sim::new(Arc::clone(&plan));
        let checkpoints = Checkpoints::new(&sim);
        Run { plan, sim, trace: Trace::default(), checkpoints, steps: 0, finished: false, stopped: None }
    }

    /// Simulate until about `max_events` more happened, or fewer where events are rare, so that a call
    /// takes a bounded time; true once the end is reached.
    pub fn advance(&mut self, max_events: usize) -> bool {
        let until = self.trace.events.len().saturating_add(max_events);
        let steps_until = self.steps.saturating_add(max_events.saturating_mul(STEPS_PER_EVENT));
        while !self.finished && self.trace.events.len() < until && self.steps < steps_until {
            self.checkpoints.consider(&self.sim);
            let progress = self.sim.step(&mut self.trace);
            self.steps += 1;
            self.note(progress);
        }
        self.finished
    }

    fn note(&mut self, progress: Progress) {
        self.stopped = match progress {
            Progress::Going if self.trace.events.len() >= EVENTS_MAX => {
                Some(too_much(EVENTS_MAX, "events happen", self.sim.now_ns()))
            }
            Progress::Going if self.steps >= ENGINE_STEPS_MAX => {
                Some(too_much(ENGINE_STEPS_MAX, "steps are taken", self.sim.now_ns()))
            }
            Progress::Going => return,
            Progress::Ended => None,
            Progress::Stuck { task, step } => Some(Error::new(
                step_place(task, step),
                "no time passes from here on",
                "add a run or a sleep, or choose costs",
            )),
            Progress::SpawnedTwice { task, step } => Some(Error::new(
                step_place(task, step),
                "the thread to create still lives",
                "let it exit before, or create another one",
            )),
        };
        self.finished = true;
    }

    /// Why the run ended before the scenario's end; `None` if it did not.
    ///
    /// What was simulated up to there can be looked at like any run.
    pub fn stopped(&self) -> Option<&Error> {
        self.stopped.as_ref()
    }

    /// Everything that happened so far.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Where the simulation stands.
    pub fn now_ns(&self) -> u64 {
        self.sim.now_ns()
    }

    /// Where it ends: at the scenario's duration, unless it was stopped.
    pub fn end_ns(&self) -> u64 {
        if self.finished { self.sim.now_ns() } else { self.plan.end_ns }
    }

    /// The kernel and its settings that this run follows.
    pub fn params(&self) -> &sched::Params {
        &self.plan.params
    }

    /// Names of the tasks; an event's `task` is an index into it.
    pub fn task_names(&self) -> &[String] {
        &self.plan.names
    }

    /// The tasks as they are at the start.
    pub fn tasks(&self) -> &[TaskInfo] {
        &self.plan.tasks
    }

    /// The machine as it was right after event `index`, to look at.
    ///
    /// At the end of the run for an index that no event has. It runs again from the
    /// nearest checkpoint, a few thousand events at most in a run of a million.
    pub fn state_at_event(&self, index: usize) -> Sim {
        let mut watch = StateAt { index, state: None };
        let mut sim = self.checkpoint_before(index);
        while watch.state.is_none() && sim.events() <= index && sim.step(&mut watch) == Progress::Going {}
        watch.state.unwrap_or(sim)
    }

    /// Run again from the last checkpoint at or before `from_ns` up to `to_ns`, telling
    /// `observer`. Events before `from_ns` are told too; their index is `sim.events() - 1`.
    pub fn observe<O: Observer>(&self, from_ns: u64, to_ns: u64, observer: &mut O) {
        let mut sim = self.checkpoint_at(from_ns);
        let last = self.trace.events.len();
        while sim.now_ns() <= to_ns && sim.events() < last && sim.step(observer) == Progress::Going {}
    }

    /// Index of the first event at or after `t_ns`; the number of events if there is none.
    pub fn first_event_at(&self, t_ns: u64) -> usize {
        self.trace.events.partition_point(|event| event.t_ns < t_ns)
    }

    /// The machine at the last checkpoint before `t_ns`.
    pub(crate) fn checkpoint_at(&self, t_ns: u64) -> Sim {
        self.checkpoints.before_time(t_ns).clone()
    }

    /// The machine at the last checkpoint that has event `index` still to come.
    pub(crate) fn checkpoint_before(&self, index: usize) -> Sim {
        self.checkpoints.before_event(index).clone()
    }
}

/// Simulate a scenario to its end.
pub fn simulate(scenario: &Scenario, side: &Side) -> Result<Run, Error> {
    let mut run = Run::start(scenario, side)?;
    while !run.advance(usize::MAX) {}
    Ok(run)
}

fn step_place(task: u16, step: u32) -> String {
    format!("threads[{task}].script[{step}]")
}

fn too_much(most: usize, what: &str, now_ns: u64) -> Error {
    let value = format!("more than {most} {what} up to {} ms", now_ns / 1_000_000);
    Error::new("duration_us", value, "watch for a shorter time, or let tasks run longer between events")
}

/// Keeps the machine as it is after one event.
struct StateAt {
    index: usize,
    state: Option<Sim>,
}

impl Observer for StateAt {
    fn event(&mut self, sim: &Sim, _: &Event) {
        if sim.events() == self.index + 1 {
            self.state = Some(sim.clone());
        }
    }
}
