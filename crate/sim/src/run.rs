//! A whole run: simulated to its end first, looked at afterwards.

use std::sync::Arc;

use sched::GroupId;
use smp::Topology;

use crate::checkpoint::Checkpoints;
use crate::costs::Costs;
use crate::engine::{Observer, Progress, Sim};
use crate::error::Error;
use crate::limits::{ENGINE_STEPS_MAX, EVENTS_MAX};
use crate::measure::{Stats, measure_on};
use crate::plan::{Conditions, Plan, TaskInfo};
use crate::program::Op;
use crate::scenario::{Policy, Scenario, Side};
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

    /// The same under rules and settings of one's own: what a side's kernel would do if it were otherwise.
    ///
    /// The error is as for [`Run::start`].
    pub fn start_otherwise(
        scenario: &Scenario,
        side: &Side,
        change: impl FnOnce(&mut sched::Params),
    ) -> Result<Run, Error> {
        let mut conditions = Conditions::of(scenario, side)?;
        change(&mut conditions.params);
        Plan::under(scenario, conditions).map(Run::of_plan)
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
        self.advance_watched(max_events, &mut Nobody)
    }

    /// The same with somebody who watches each event as it happens, which is cheaper than running again for it.
    pub fn advance_watched<O: Observer>(&mut self, max_events: usize, watcher: &mut O) -> bool {
        let until = self.trace.events.len().saturating_add(max_events).min(EVENTS_MAX);
        let steps = max_events.saturating_mul(STEPS_PER_EVENT);
        let steps_until = self.steps.saturating_add(steps).min(ENGINE_STEPS_MAX);
        while !self.finished && self.trace.events.len() < until && self.steps < steps_until {
            self.checkpoints.consider(&self.sim);
            let progress = self.sim.step(&mut Both { trace: &mut self.trace, watcher });
            self.steps += 1;
            if progress != Progress::Going {
                self.note(progress);
            }
        }
        if !self.finished {
            self.note(Progress::Going);
        }
        self.finished
    }

    /// Notes what ends the run, if anything does.
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

    /// The path of each group that has a quota from the start on, and what its queue has of it at time 0, ns.
    pub fn quotas_left_at_start(&self) -> impl Iterator<Item = (String, i64)> {
        let (groups, left_ns) = (&self.plan.groups, self.plan.start.quota_left_ns);
        groups.quotas().map(move |(id, _)| (groups.path(id), left_ns))
    }

    /// The CPUs of its machine and their domains.
    pub fn topology(&self) -> &Topology {
        &self.plan.topology
    }

    /// Its numbers, measured from the trace so far.
    pub fn stats(&self) -> Stats {
        let names = self.plan.names.len();
        let mut stats = measure_on(self.topology(), &self.trace.events, names, self.end_ns());
        self.count_quiet_looks(&mut stats);
        stats
    }

    /// The machine as it stands.
    pub(crate) fn end_state(&self) -> &Sim {
        &self.sim
    }

    /// What kernel paths take in it.
    pub fn costs(&self) -> &Costs {
        &self.plan.costs
    }

    /// The machine where the simulation stands.
    pub fn machine_now(&self) -> &Sim {
        &self.sim
    }

    /// Names of the tasks; an event's `task` is an index into it.
    pub fn task_names(&self) -> &[String] {
        &self.plan.names
    }

    /// Names of an event's `task` and `other`, which may be a group; `None` for idle and nobody.
    pub fn names_in(&self, event: &Event) -> [Option<&str>; 2] {
        let names = &self.plan.names[..];
        let others = match event.kind() {
            kind if kind.names_group() => self.plan.groups.names(),
            kind if kind.names_cpu() => &[],
            _ => names,
        };
        [(names, event.task), (others, event.other)]
            .map(|(names, index)| names.get(usize::from(index)).map(String::as_str))
    }

    /// The name of a group; empty for the root.
    pub fn group_name(&self, id: GroupId) -> &str {
        self.plan.groups.name(id)
    }

    /// The tasks as they are at the start.
    pub fn tasks(&self) -> &[TaskInfo] {
        &self.plan.tasks
    }

    /// The policy that a task has from beginning to end; `None` if some step or change gives it another.
    pub fn lasting_policy(&self, task: usize) -> Option<Policy> {
        let ops =
            self.plan.programs.iter().flatten().chain(self.plan.changes.iter().map(|change| &change.op));
        let mut changed = ops.filter_map(|op| match op {
            Op::Policy(whose, _) => Some(*whose),
            _ => None,
        });
        let info = self.plan.tasks.get(task)?;
        (!changed.any(|whose| whose == task)).then_some(info.policy)
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

    /// The last checkpoint before `t_ns`.
    pub(crate) fn nearest_checkpoint(&self, t_ns: u64) -> &Sim {
        self.checkpoints.before_time(t_ns)
    }

    /// Run `sim` on until everything that happens up to `t_ns` has happened, that instant included.
    pub(crate) fn go_on_to(&self, sim: &mut Sim, t_ns: u64) {
        while sim.events() < self.trace.events.len() && sim.next_ns() <= t_ns {
            sim.step(&mut Nobody);
        }
    }

    /// The machine at the last checkpoint before `t_ns`.
    pub(crate) fn checkpoint_at(&self, t_ns: u64) -> Sim {
        self.nearest_checkpoint(t_ns).clone()
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

/// Writes the trace and tells somebody else.
struct Both<'a, O> {
    trace: &'a mut Trace,
    watcher: &'a mut O,
}

impl<O: Observer> Observer for Both<'_, O> {
    #[inline]
    fn event(&mut self, sim: &Sim, event: &Event) {
        self.trace.event(sim, event);
        self.watcher.event(sim, event);
    }

    #[inline]
    fn deciding(&mut self, sim: &Sim) {
        self.watcher.deciding(sim);
    }
}

/// Only wants the machine to go on.
struct Nobody;

impl Observer for Nobody {
    fn event(&mut self, _: &Sim, _: &Event) {}
}

/// Keeps the machine as it is after one event.
struct StateAt {
    index: usize,
    state: Option<Sim>,
}

impl Observer for StateAt {
    fn event(&mut self, sim: &Sim, _: &Event) {
        if sim.events().checked_sub(1) == Some(self.index) {
            self.state = Some(sim.clone());
        }
    }
}
