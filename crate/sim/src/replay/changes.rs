//! Attribute changes, taken from the scripts of the threads that make them.
//!
//! A change is not an event of its own. A thread makes its changes while it runs, up to
//! the step at which it blocks. A fair one is charged by each change of a queued task,
//! which shows as an update that nothing else explains; all others are taken as made
//! when the thread blocks.

use sched::Change;

use crate::recording::{Recording, TaskKind, TaskRef};
use crate::scenario::Step;

/// A change that a script makes: of whom, and what.
pub(super) type Made = (TaskRef, Change);

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

/// The scripts of all threads that change attributes, by task.
pub(super) struct Changes<'r> {
    recording: &'r Recording,
    scripts: Vec<Option<Script<'r>>>,
}

impl<'r> Changes<'r> {
    pub(super) fn new(recording: &'r Recording) -> Changes<'r> {
        let script_of = |kind| match kind {
            TaskKind::Scenario(index) => {
                let steps: &[Step] = &recording.scenario.threads[index].script;
                steps.iter().any(is_change).then_some(Script { steps, at: 0, loops: Vec::new() })
            }
            _ => None,
        };
        let scripts = recording.tasks.iter().map(|info| script_of(info.kind)).collect();
        Changes { recording, scripts }
    }

    /// The changes that `task` makes until it blocks at `t_ns`.
    pub(super) fn until_block(&mut self, task: TaskRef, t_ns: i64) -> Vec<Made> {
        let recording = self.recording;
        let Some(script) = &mut self.scripts[task.0 as usize] else { return Vec::new() };
        let mut made = Vec::new();
        for step in std::iter::from_fn(|| script.next()).take(STEPS_MAX) {
            made.extend(change_of(recording, step));
            if blocks(step, t_ns) {
                break;
            }
        }
        made
    }

    /// The next change in the script of `task`, for an update that nothing else explains.
    pub(super) fn next_of(&mut self, task: TaskRef) -> Option<Made> {
        let recording = self.recording;
        let script = self.scripts[task.0 as usize].as_mut()?;
        std::iter::from_fn(|| script.next()).take(STEPS_MAX).find_map(|step| change_of(recording, step))
    }
}

const fn is_change(step: &Step) -> bool {
    matches!(step, Step::Nice(..) | Step::Policy(..) | Step::Slice(..))
}

/// Whether a step blocks its thread; waiting for an instant that is past does not.
fn blocks(step: &Step, t_ns: i64) -> bool {
    match step {
        Step::Until(until_us) => i128::from(*until_us) * 1000 > i128::from(t_ns),
        Step::Sleep(_) | Step::Periodic { .. } | Step::Read(_) | Step::Wait(_) | Step::Exit => true,
        _ => false,
    }
}

fn change_of(recording: &Recording, step: &Step) -> Option<Made> {
    let change = match step {
        Step::Nice(_, nice) => Change::Nice(*nice),
        Step::Policy(_, policy, _) => Change::Policy(policy.fair()?),
        Step::Slice(_, 0) => Change::Slice(None),
        Step::Slice(_, slice_ns) => Change::Slice(Some(*slice_ns)),
        _ => return None,
    };
    let name = step.target()?;
    let target = recording.tasks.iter().position(|info| info.name == name)?;
    Some((TaskRef(target as u32), change))
}
