//! Looking ahead in a recording: what the following events say about this one.

use crate::recording::{Event, Flags, Kind, PrevState, Recording, Switch, TaskRef};
use crate::timer::Timer;

/// A request that a tick or slice timer raised is served within this time, ns: longer
/// than its interrupt takes, shorter than anything else.
pub(super) const SERVED_WITHIN_NS: i64 = 15_000;

/// Several CPUs are emulated in turns of so long, ns.
pub(super) const TURN_NS: i64 = 10_000;

/// The same on so many CPUs: it takes a CPU two turns at most, with those of the others before, between and after them.
pub(super) fn served_within_ns(recording: &Recording) -> i64 {
    SERVED_WITHIN_NS + 3 * TURN_NS * (i64::from(recording.cpus) - 1)
}

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

/// The switch that follows an update at `index` without anything in between but what comes from other CPUs, if it is
/// away from `task`: then the update was the charge of that schedule().
pub(super) fn adjacent_switch(recording: &Recording, index: usize, task: TaskRef) -> Option<&Switch> {
    let mut after = recording.events.get(index + 1..)?.iter();
    match after.find(|event| !comes_from_elsewhere(event)).map(|event| &event.kind) {
        Some(Kind::Switch(switch)) if switch.prev == task => Some(switch),
        _ => None,
    }
}

/// Whether the task is charged once more after the update at `index`, and the CPU then goes idle though it is runnable.
pub(super) fn goes_idle(recording: &Recording, index: usize, task: TaskRef) -> bool {
    let again = recording.events.get(index + 1).is_some_and(|event| is_update_of(event, task));
    let switch = adjacent_switch(recording, index + 1, task).filter(|_| again);
    switch.is_some_and(|switch| switch.next == TaskRef::IDLE && switch.prev_state.is_runnable())
}

/// Whether the switch that follows an update at `index` leaves `task` runnable.
pub(super) fn goes_on(recording: &Recording, index: usize, task: TaskRef) -> bool {
    adjacent_switch(recording, index, task).is_some_and(|switch| switch.prev_state.is_runnable())
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
/// reschedule. One that `parks` goes without having been asked to; and where another timer of the scheduler's expires before
/// the request shows, it may be that one's.
pub(super) fn request_after(
    recording: &Recording,
    index: usize,
    began_ns: i64,
    (task, parks): (TaskRef, bool),
) -> Shown {
    for at in index + 1..recording.events.len() {
        let Some(shown) = shown_by(recording, at, began_ns, (task, parks)) else { continue };
        let is_shared =
            recording.events[index..at].iter().any(|event| is_timer(event) || comes_from_elsewhere(event));
        return if is_shared && shown == Shown::Requested { Shown::Unclear } else { shown };
    }
    Shown::Unclear
}

fn is_timer(event: &Event) -> bool {
    matches!(&event.kind, Kind::Hrtimer { function } if Timer::of_function(function).is_some())
}

fn comes_from_elsewhere(event: &Event) -> bool {
    matches!(event.kind, Kind::Migrate { .. })
}

/// What one event says of a request that would have been made at `began_ns`; `None` for nothing.
fn shown_by(
    recording: &Recording,
    at: usize,
    began_ns: i64,
    (task, parks): (TaskRef, bool),
) -> Option<Shown> {
    let event = &recording.events[at];
    if event.t_ns > began_ns.saturating_add(served_within_ns(recording)) {
        return Some(Shown::NotRequested);
    }
    let by_flag = |resched: Flags| if resched.any() { Shown::Requested } else { Shown::NotRequested };
    match &event.kind {
        Kind::Waking(begun) => Some(by_flag(begun.resched)),
        Kind::Tick { resched, .. } | Kind::Hrtick { resched, .. } if event.t_ns > began_ns => {
            Some(by_flag(*resched))
        }
        Kind::Runtime { task: charged, .. } if *charged == task => {
            Some(served_by(recording, at, (task, parks)))
        }
        Kind::Switch(switch) if switch.prev == task => Some(by_switch(recording, switch, (task, parks))),
        Kind::Exit { .. } => Some(Shown::Unclear),
        _ => None,
    }
}

/// An update outside interrupts: the charge of a schedule(), unless the task itself
/// called for it.
fn served_by(recording: &Recording, at: usize, (task, parks): (TaskRef, bool)) -> Shown {
    match adjacent_switch(recording, at, task) {
        Some(switch) => by_switch(recording, switch, (task, parks)),
        None if parks || yields(recording, task) || creates(recording, at) => Shown::Unclear,
        None => Shown::Requested,
    }
}

/// Whether the update is the last charge of a thread's creation.
pub(super) fn creates(recording: &Recording, at: usize) -> bool {
    matches!(recording.events.get(at + 1).map(|event| &event.kind), Some(Kind::WakeupNew(_)))
}

fn by_switch(recording: &Recording, switch: &Switch, (task, parks): (TaskRef, bool)) -> Shown {
    if parks && switch.prev_state == PrevState::Preempted {
        Shown::NotRequested
    } else if switch.prev_state.is_runnable() && !yields(recording, task) {
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
        if event.t_ns > recording.events[index].t_ns.saturating_add(served_within_ns(recording)) {
            return false;
        }
    }
    false
}
