//! Changes, taken from the scripts of the threads that make them and from the scenario's list.
//!
//! A change is not an event of its own. A thread makes its changes while it runs, up to
//! the step at which it blocks. A fair one is charged by each change of a queued task,
//! which shows as an update that nothing else explains; all others are taken as made
//! when the thread blocks. Changes from elsewhere have their instants, and come before all other events of them.

use sched::Change;

use crate::groups::Groups;
use crate::masks::Masks;
use crate::program::{self, Meaning, Op, TimedOp};
use crate::recording::{Kind, Recording, TaskKind, TaskRef};
use crate::scenario::Step;

use super::flow::Flow;

/// Steps taken at most between two blocks: more is a loop in which no time passes.
const STEPS_MAX: usize = 10_000;

/// Where one thread is in its script.
struct Script<'r> {
    steps: &'r [Step],
    at: usize,
    /// The open loops: index of the first step inside, and rounds left, 0 for endless.
    loops: Vec<(usize, u64)>,
}

impl<'r> Script<'r> {
    /// The step to be taken now; loops are followed, `None` at the end.
    fn next(&mut self) -> Option<&'r Step> {
        let step = self.steps.get(self.at)?;
        self.at += 1;
        match step {
            Step::Loop(rounds) => self.loops.push((self.at, *rounds)),
            Step::End => self.turn(),
            _ => {}
        }
        Some(step)
    }

    /// The end of a loop: back to its start unless this was the last round.
    fn turn(&mut self) {
        match self.loops.last_mut() {
            Some((_, 1)) => drop(self.loops.pop()),
            Some((start, rounds)) => {
                *rounds = rounds.saturating_sub(1);
                self.at = *start;
            }
            None => {}
        }
    }
}

/// The scripts of all threads that change something, by task, and the changes from elsewhere.
pub(super) struct Changes<'r> {
    recording: &'r Recording,
    groups: Groups,
    masks: Masks,
    scripts: Vec<Option<Script<'r>>>,
    /// The changes from elsewhere that are still to come, the next one last.
    timed: Vec<TimedOp>,
}

impl<'r> Changes<'r> {
    pub(super) fn new(recording: &'r Recording) -> Changes<'r> {
        let script_of = |kind| match kind {
            TaskKind::Scenario(index) => {
                let steps: &[Step] = &recording.scenario.threads[index].script;
                steps.iter().any(Step::is_change).then_some(Script { steps, at: 0, loops: Vec::new() })
            }
            _ => None,
        };
        let scripts = recording.tasks.iter().map(|info| script_of(info.kind)).collect();
        let scenario = &recording.scenario;
        let (groups, masks) = (Groups::of(scenario), Masks::of(scenario));
        let meaning = Meaning { scenario, groups: &groups, masks: &masks };
        let mut timed = program::timed(meaning).unwrap_or_default();
        timed.reverse();
        Changes { recording, groups, masks, scripts, timed }
    }

    /// The next change from elsewhere that is made up to `t_ns`, and when.
    fn next_until(&mut self, t_ns: i64) -> Option<(i64, Op)> {
        let is_due = |change: &TimedOp| i128::from(change.at_ns) <= i128::from(t_ns);
        self.timed.last().filter(|change| is_due(change))?;
        self.timed.pop().map(|change| (change.at_ns as i64, change.op))
    }

    /// The changes that `task` makes until it blocks at `t_ns`.
    pub(super) fn until_block(&mut self, task: TaskRef, t_ns: i64) -> Vec<Op> {
        let scenario = &self.recording.scenario;
        let meaning = Meaning { scenario, groups: &self.groups, masks: &self.masks };
        let Some(script) = &mut self.scripts[task.0 as usize] else { return Vec::new() };
        let mut made = Vec::new();
        for step in std::iter::from_fn(|| script.next()).take(STEPS_MAX) {
            made.extend(program::change(meaning, step));
            if blocks(step, t_ns) {
                break;
            }
        }
        made
    }

    /// The next change in the script of `task`, for an update that nothing else explains.
    pub(super) fn next_of(&mut self, task: TaskRef) -> Option<Op> {
        let scenario = &self.recording.scenario;
        let meaning = Meaning { scenario, groups: &self.groups, masks: &self.masks };
        let script = self.scripts[task.0 as usize].as_mut()?;
        let mut steps = std::iter::from_fn(|| script.next()).take(STEPS_MAX);
        steps.find_map(|step| program::change(meaning, step))
    }
}

impl Flow<'_> {
    /// Makes the changes from elsewhere up to the event at `index`. Says whether that event is the charge that one of them makes.
    pub(super) fn changes_from_elsewhere(&mut self, index: usize) -> bool {
        let t_ns = self.recording.events[index].t_ns;
        let mut charged = false;
        while let Some((at_ns, op)) = self.changes.next_until(t_ns) {
            charged |= self.change_from_elsewhere(index + usize::from(charged), at_ns, op);
        }
        let charges = |kind: &Kind| matches!(kind, Kind::Runtime { task, .. } if *task == self.running);
        charged && charges(&self.recording.events[index].kind)
    }

    /// Makes a change of an instant, before the event at `index`; says whether it charged the running task.
    fn change_from_elsewhere(&mut self, index: usize, at_ns: i64, op: Op) -> bool {
        let clock_ns = self.clock_at(index, at_ns);
        let curr = self.model.queue.curr();
        let ran_ns = |flow: &Self| curr.map(|id| flow.model.pool[id].sum_exec_ns);
        let before_ns = ran_ns(self);
        let charged_ns = self.model.clock_ns;
        self.model.clock_ns = clock_ns;
        self.make(op);
        let charged = ran_ns(self) != before_ns;
        if !charged {
            self.model.clock_ns = charged_ns;
        }
        charged
    }

    /// Makes a change of a task or a group.
    pub(super) fn make(&mut self, op: Op) {
        match op {
            Op::Change(target, change) => self.change(self.recording.thread(target), change),
            Op::Group(target, group) => self.change(self.recording.thread(target), Change::Group(group)),
            Op::Policy(target, to) => {
                self.change(self.recording.thread(target), Change::Policy(to.fair()));
            }
            Op::Affinity(target, _) => self.requeue(self.recording.thread(target)),
            Op::Weight(group, shares) => self.model.set_shares(group, shares),
            Op::Quota(group, quota) => {
                self.model.set_quota(group, quota);
                self.periods.write(group, quota);
            }
            _ => {}
        }
    }
}

impl Flow<'_> {
    /// Where a task may run is changed off the queue: it leaves and comes back. Of one on another CPU that is only nearly known.
    fn requeue(&mut self, task: TaskRef) {
        let Some(id) = self.model.entity(task) else { return };
        if !self.model.requeue(id) {
            self.model.placed_unsurely(id);
        }
    }
}

/// Whether a step blocks its thread; waiting for an instant that is past does not.
fn blocks(step: &Step, t_ns: i64) -> bool {
    match step {
        Step::Until(until_us) => i128::from(*until_us) * 1000 > i128::from(t_ns),
        Step::Sleep(_) | Step::Periodic { .. } | Step::Read(_) | Step::Wait(_) | Step::Exit => true,
        _ => false,
    }
}
