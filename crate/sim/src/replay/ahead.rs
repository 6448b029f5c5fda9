//! Looking ahead in a recording: what the following events say about this one.

use crate::recording::{Event, Kind, Recording, Switch, TaskRef};

/// A request that a tick or slice timer raised is served within this time, ns: longer
/// than its interrupt takes, shorter than anything else.
const SERVED_WITHIN_NS: i64 = 15_000;

/// What the recording shows of a reschedule request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shown {
    /// It was made.
    Requested,
    /// It was not.
    NotRequested,
    /// The task stopped by itself before it could show.
    Unclear,
}

/// The switch that follows an update at `index` without anything in between, if it is
/// away from `task`: then the update was the charge of that schedule().
pub(super) fn adjacent_switch(recording: &Recording, index: usize, task: TaskRef) -> Option<&Switch> {
    match recording.events.get(index + 1).map(|event| &event.kind) {
        Some(Kind::Switch(switch)) if switch.prev == task => Some(switch),
        _ => None,
    }
}

/// Whether the task yields somewhere in its script.
pub(super) fn yields(recording: &Recording, task: TaskRef) -> bool {
    use crate::recording::TaskKind;
    use crate::scenario::Step;
    match recording.task(task).kind {
        TaskKind::Scenario(index) => recording.scenario.threads[index].script.contains(&Step::Yield),
        _ => false,
    }
}

/// Whether the tick or slice timer that charged `task` at `index` was followed by a
/// reschedule.
pub(super) fn request_after(recording: &Recording, index: usize, began_ns: i64, task: TaskRef) -> Shown {
    for (at, event) in recording.events.iter().enumerate().skip(index + 1) {
        if event.t_ns > began_ns.saturating_add(SERVED_WITHIN_NS) {
            return Shown::NotRequested;
        }
        match &event.kind {
            Kind::Waking(begun) => {
                return if begun.resched.any() { Shown::Requested } else { Shown::NotRequested };
            }
            Kind::Tick { resched, .. } | Kind::Hrtick { resched, .. } if event.t_ns > began_ns => {
                return if resched.any() { Shown::Requested } else { Shown::NotRequested };
            }
            Kind::Runtime { task: charged, .. } if *charged == task => {
                return served_by(recording, at, task);
            }
            Kind::Switch(switch) if switch.prev == task => return by_switch(recording, switch, task),
            Kind::Exit { .. } => return Shown::Unclear,
            _ => {}
        }
    }
    Shown::Unclear
}

/// An update outside interrupts: the charge of a schedule(), unless the task itself
/// called for it.
fn served_by(recording: &Recording, at: usize, task: TaskRef) -> Shown {
    match adjacent_switch(recording, at, task) {
        Some(switch) => by_switch(recording, switch, task),
        None if yields(recording, task) || creates(recording, at) => Shown::Unclear,
        None => Shown::Requested,
    }
}

/// Whether the update is the last charge of a thread's creation.
pub(super) fn creates(recording: &Recording, at: usize) -> bool {
    matches!(recording.events.get(at + 1).map(|event| &event.kind), Some(Kind::WakeupNew(_)))
}

fn by_switch(recording: &Recording, switch: &Switch, task: TaskRef) -> Shown {
    if switch.prev_state.is_runnable() && !yields(recording, task) {
        Shown::Requested
    } else {
        Shown::Unclear
    }
}

/// For each event: the new thread that must be placed right after it, which CFS does at
/// the last update but one before the thread's first wakeup.
pub(super) fn forks(recording: &Recording) -> Vec<Option<TaskRef>> {
    let mut placed_after = vec![None; recording.events.len()];
    for (index, event) in recording.events.iter().enumerate() {
        let Kind::WakeupNew(new) = &event.kind else { continue };
        let updates = recording.events[..index]
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, event)| is_update_of(event, new.by));
        if let Some((at, _)) = updates.take(2).last() {
            placed_after[at] = Some(new.task);
        }
    }
    placed_after
}

fn is_update_of(event: &Event, task: TaskRef) -> bool {
    matches!(event.kind, Kind::Runtime { task: charged, .. } if charged == task)
}

/// Whether the running task's yield at `index` leads to a later switch away from it, with
/// only interrupts in between.
pub(super) fn switch_after_yield(recording: &Recording, index: usize, task: TaskRef) -> bool {
    let mut in_interrupt = false;
    for event in &recording.events[index + 1..] {
        match &event.kind {
            Kind::Switch(switch) => return switch.prev == task && switch.prev_state.is_runnable(),
            Kind::Tick { .. } | Kind::Hrtick { .. } | Kind::Waking(_) => in_interrupt = true,
            Kind::Runtime { .. } if in_interrupt => in_interrupt = false,
            Kind::Runtime { .. } => return false,
            _ => {}
        }
        if event.t_ns > recording.events[index].t_ns.saturating_add(SERVED_WITHIN_NS) {
            return false;
        }
    }
    false
}
