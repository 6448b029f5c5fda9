//! One decision of a run: found in its trace, and told with everything that counted in it.

use sched::Reason;
use sim::Run;
use sim::explain;
use sim::trace::{Event, IDLE, Kind};

use crate::sentence::{self, Actors};
use crate::words;

/// From where to look for a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seek {
    /// The last one at or before an instant.
    At(u64),
    /// The next one after an instant.
    AfterTime(u64),
    /// The last one before an instant.
    BeforeTime(u64),
    /// The next one after this row of the trace.
    AfterRow(usize),
    /// The last one before this row.
    BeforeRow(usize),
}

/// A decision in words and numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Its row in the trace.
    pub index: usize,
    /// When.
    pub t_ns: u64,
    /// What happened.
    pub kind: Kind,
    /// Name of the event's task; empty for none.
    pub task: String,
    /// Name of its other task; empty for none.
    pub other: String,
    /// What was decided and why.
    pub sentence: String,
    /// The rule as an inequality.
    pub rule: &'static str,
    /// Where the rule stands in the kernel: file and function.
    pub source: &'static str,
    /// The rule's operands by name.
    pub operands: Vec<(&'static str, String)>,
    /// Who could have been chosen, as the scheduler saw them; `None` for what decides nothing.
    pub seen: Option<explain::Decision>,
}

/// The row that `seek` leads to; `None` if there is none.
///
/// `deciding` leaves out rows that decide nothing, such as a tick that changes nothing.
pub fn find(events: &[Event], seek: Seek, deciding: bool) -> Option<usize> {
    let counts = |index: &usize| !deciding || events[*index].kind().is_decision();
    let until = |t_ns: u64| events.partition_point(|event| event.t_ns < t_ns);
    let last_before = |end: usize| (0..end.min(events.len())).rev().find(counts);
    let first_from = |begin: usize| (begin..events.len()).find(counts);
    match seek {
        Seek::At(t_ns) => last_before(until(t_ns.saturating_add(1))),
        Seek::BeforeTime(t_ns) => last_before(until(t_ns)),
        Seek::AfterTime(t_ns) => first_from(until(t_ns.saturating_add(1))),
        Seek::BeforeRow(index) => last_before(index),
        Seek::AfterRow(index) => first_from(index.saturating_add(1)),
    }
}

/// Tells row `index` of a run; `None` if there is no such row.
pub fn tell(run: &Run, index: usize) -> Option<Told> {
    let events = &run.trace().events;
    let event = events.get(index)?;
    let reason = event.reason().unwrap_or(Reason::Nothing {});
    let name = |task: u16| run.task_names().get(usize::from(task)).map(String::as_str);
    let actors = Actors {
        task: name(event.task).unwrap_or("nobody"),
        other: name(event.other),
        curr: name(running_at(&events[..index], event.cpu)),
    };
    Some(Told {
        index,
        t_ns: event.t_ns,
        kind: event.kind(),
        task: name(event.task).unwrap_or_default().to_owned(),
        other: name(event.other).unwrap_or_default().to_owned(),
        sentence: departed(events, index)
            .filter_map(name)
            .fold(sentence::sentence(event.kind(), reason, &actors), |sentence, left| {
                format!("{left}, delayed, is picked first and leaves the queue. {sentence}")
            }),
        rule: words::rule(reason),
        source: if reason == (Reason::Nothing {}) { "" } else { reason.source() },
        operands: sentence::operands(reason),
        seen: run.explain(index),
    })
}

/// The delayed tasks that this pick met and let go, the last one first: they stand right before it.
fn departed(events: &[Event], index: usize) -> impl Iterator<Item = u16> {
    let pick = events[index];
    let before = if pick.kind() == Kind::Keep || pick.kind().is_switch() { &events[..index] } else { &[] };
    let at_once = move |event: &&Event| {
        event.kind() == Kind::DelayedOut && event.t_ns == pick.t_ns && event.cpu == pick.cpu
    };
    before.iter().rev().take_while(at_once).map(|event| event.task)
}

/// Who has the CPU after these events.
fn running_at(events: &[Event], cpu: u16) -> u16 {
    let switch = events.iter().rev().find(|event| event.cpu == cpu && event.kind().is_switch());
    switch.map_or(IDLE, |event| event.other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events() -> Vec<Event> {
        let event = |t_ns, kind, task, other| Event {
            t_ns,
            a: 0,
            b: 0,
            cpu: 0,
            task,
            other,
            kind: kind as u8,
            code: 0,
        };
        vec![
            event(10, Kind::SwitchIdle, IDLE, 0),
            event(20, Kind::Tick, 0, IDLE),
            event(30, Kind::WakeupPreempts, 1, IDLE),
            event(30, Kind::SwitchPreempted, 0, 1),
            event(40, Kind::SwitchBlocked, 1, 0),
        ]
    }

    #[track_caller]
    fn check(seek: Seek, deciding: bool, expected: Option<usize>) {
        assert_eq!(find(&events(), seek, deciding), expected);
    }

    #[test]
    fn at_an_instant_the_last_of_it_is_found() {
        check(Seek::At(30), true, Some(3));
        check(Seek::At(29), true, Some(0));
        check(Seek::At(29), false, Some(1));
        check(Seek::At(9), true, None);
    }

    #[test]
    fn steps_by_row_visit_every_decision_of_an_instant() {
        check(Seek::AfterRow(0), true, Some(2));
        check(Seek::AfterRow(2), true, Some(3));
        check(Seek::BeforeRow(3), true, Some(2));
        check(Seek::BeforeRow(2), true, Some(0));
        check(Seek::AfterRow(4), true, None);
        check(Seek::AfterRow(usize::MAX), true, None);
    }

    #[test]
    fn steps_by_time_leave_the_instant() {
        check(Seek::AfterTime(30), true, Some(4));
        check(Seek::BeforeTime(30), true, Some(0));
        check(Seek::AfterTime(u64::MAX), true, None);
    }

    #[test]
    fn who_left_at_a_pick_stands_before_it() {
        let mut events = events();
        events.insert(3, Event { kind: Kind::DelayedOut as u8, task: 7, ..events[3] });
        let left = |index| departed(&events, index).collect::<Vec<_>>();
        assert_eq!(left(4), [7], "the pick right after it");
        assert!(left(3).is_empty() && left(2).is_empty() && left(5).is_empty(), "nobody else");
    }

    #[test]
    fn the_running_task_is_the_last_switched_in() {
        assert_eq!(running_at(&events()[..3], 0), 0);
        assert_eq!(running_at(&events()[..4], 0), 1);
        assert_eq!(running_at(&[], 0), IDLE);
    }
}
