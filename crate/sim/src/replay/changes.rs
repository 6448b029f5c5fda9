//! Attribute changes, taken from the scripts of the threads that make them.
//!
//! A change is not an event of its own. A thread of a higher class makes its changes
//! while it runs, up to the step at which it blocks; a fair thread is charged by each
//! change it makes, which shows as an update that nothing else explains.

use sched::Change;

use crate::recording::{Recording, TaskKind, TaskRef};
use crate::scenario::{Policy, Step};

/// A change that a script makes: of whom, and what.
pub(super) type Made = (TaskRef, Change);

/// Where one thread is in its script.
struct Script<'r> {
    steps: &'r [Step],
    at: usize,
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
                steps.iter().any(is_change).then_some(Script { steps, at: 0 })
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
        while let Some(step) = script.steps.get(script.at) {
            script.at += 1;
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
        while let Some(step) = script.steps.get(script.at) {
            script.at += 1;
            if let Some(made) = change_of(recording, step) {
                return Some(made);
            }
        }
        None
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
        Step::Policy(_, policy, _) => Change::Policy(fair(*policy)?),
        Step::Slice(_, 0) => Change::Slice(None),
        Step::Slice(_, slice_ns) => Change::Slice(Some(*slice_ns)),
        _ => return None,
    };
    let name = step.target()?;
    let target = recording.tasks.iter().position(|info| info.name == name)?;
    Some((TaskRef(target as u32), change))
}

fn fair(policy: Policy) -> Option<sched::Policy> {
    policy.fair()
}
