//! What the page asks about a run, against a plain reading of its trace, over random scenarios.

use chart::{Filter, Group, Log, Prepared, Span, SpanKind, span};
use proptest::prelude::*;
use sim::State;
use sim::trace::{Event, IDLE, Kind};
use sim::tracks::Tracks;
use sim::values::{Cursor, Values};

use crate::random::case;
use crate::run;

/// So many points are enough for every instant of one.
const POINTS_MAX: usize = 100_000_000;

/// A stretch as it is read from the trace, row by row: kind, beginning and end, and the row that ends it.
type Stretch = (SpanKind, u64, u64, Option<usize>);

/// What a row makes of a task, `Some(None)` if it goes away; `None` if nothing.
fn becomes(events: &[Event], row: usize, task: u16) -> Option<Option<SpanKind>> {
    let (event, kind) = (&events[row], events[row].kind());
    match kind {
        _ if kind.is_switch() && event.other == task => Some(Some(SpanKind::Run)),
        _ if kind.is_preemption() && event.task == task => Some(Some(SpanKind::Wait)),
        Kind::SwitchDelayed if event.task == task && let_go(&events[..row], event) => Some(None),
        Kind::SwitchDelayed if event.task == task => Some(Some(SpanKind::Delayed)),
        _ if kind.is_switch() && event.task == task => Some(None),
        Kind::DelayedOut if event.task == task => Some(None),
        Kind::DelayedWake | Kind::Fork if event.task == task => Some(Some(SpanKind::Wait)),
        _ if kind.is_wakeup() && event.task == task => Some(Some(SpanKind::Wait)),
        _ => None,
    }
}

/// The pick that ends with this switch has let its task go already.
fn let_go(before: &[Event], switch: &Event) -> bool {
    let picked = before.iter().rev().take_while(|event| event.kind() == Kind::DelayedOut);
    picked.into_iter().any(|event| event.t_ns == switch.t_ns && event.task == switch.task)
}

/// All stretches of a task in order; of those without length only runs.
fn stretches(events: &[Event], task: u16, end_ns: u64) -> Vec<Stretch> {
    let (mut found, mut open): (Vec<Stretch>, Option<(SpanKind, u64)>) = (Vec::new(), None);
    let close = |found: &mut Vec<Stretch>, open: Option<(SpanKind, u64)>, t_ns, row| {
        if let Some((kind, from_ns)) =
            open.filter(|(kind, from_ns)| *kind == SpanKind::Run || *from_ns < t_ns)
        {
            found.push((kind, from_ns, t_ns, row));
        }
    };
    for (row, event) in events.iter().enumerate() {
        match becomes(events, row, task) {
            // It was delayed for no time, and the switch is still to come.
            Some(None)
                if !event.kind().is_switch() && open.is_some_and(|(kind, _)| kind == SpanKind::Run) => {}
            Some(next) if next != open.map(|(kind, _)| kind) => {
                close(&mut found, open, event.t_ns, Some(row));
                open = next.map(|kind| (kind, event.t_ns));
            }
            _ => {}
        }
    }
    close(&mut found, open, end_ns, None);
    found
}

fn as_stretch(span: &Span) -> Stretch {
    (span.kind, span.from_ns, span.to_ns, span.ends)
}

/// The last values that the lines have at an instant, next to those of the cursor.
fn check_values(tracks: &Tracks, values: &Values, t_ns: u64) -> Result<(), TestCaseError> {
    let until = tracks.queue.partition_point(|point| point.t_ns <= t_ns);
    let point = tracks.queue[until - 1];
    let queue = (point.t_ns, point.avg_vruntime, point.min_vruntime);
    prop_assert_eq!(queue, (t_ns, values.avg_vruntime, values.min_vruntime));
    for (line, task) in tracks.entities.iter().zip(&values.tasks) {
        let Some(point) = line[..line.partition_point(|point| point.t_ns <= t_ns)].last() else { continue };
        // A line rests while its task is off the queue, whether that sleeps, is held back or has ended.
        let rests = point.state == State::Sleeping && !task.state.is_queued();
        prop_assert!(
            rests || point.state == task.state,
            "{:?}, not {:?}, at {}",
            point.state,
            task.state,
            t_ns
        );
        // A line that rests has no further points, and the fields of its entity may still change.
        if point.t_ns == t_ns && task.state.is_queued() {
            let line = (point.vruntime, point.deadline, point.lag_ns, point.protect);
            let own = (task.vruntime, task.deadline, task.lag_ns, task.protect.unwrap_or(task.vruntime));
            prop_assert_eq!(line, own, "at {}", t_ns);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_time: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// The values at an instant are where the lines are then, in whatever order instants are asked for.
    #[test]
    fn values_are_where_the_lines_are(case in case()) {
        let run = run(&case);
        let tracks = run.tracks(0, run.end_ns(), POINTS_MAX);
        let (mut cursor, mut instants) = (Cursor::default(), Vec::new());
        instants.extend(tracks.queue.iter().map(|point| point.t_ns).step_by(7));
        instants.extend(tracks.queue.iter().rev().map(|point| point.t_ns).step_by(31));
        for t_ns in instants {
            check_values(&tracks, &cursor.values(&run, t_ns), t_ns)?;
        }
    }

    /// Every stretch of the trace is found at its instants, with its rows, and steps go from each to the next.
    #[test]
    fn spans_are_what_the_trace_says(case in case()) {
        let prepared = Prepared::new(run(&case));
        let events = &prepared.run().trace().events;
        for task in 0..prepared.run().tasks().len() as u16 {
            let all = stretches(events, task, prepared.run().end_ns());
            for (before, (kind, from_ns, to_ns, ends)) in all.iter().enumerate().filter(|(_, s)| s.1 < s.2) {
                let middle_ns = from_ns.midpoint(*to_ns);
                let found = span(&prepared, *kind, task, middle_ns, 0).expect("the trace has it");
                prop_assert_eq!(as_stretch(&found), (*kind, *from_ns, *to_ns, *ends));
                let begins = found.begins.expect("a task has to come first");
                prop_assert!(becomes(events, begins, task) == Some(Some(*kind)) && events[begins].t_ns == *from_ns);
                let next = span(&prepared, *kind, task, middle_ns, 1).map(|span| as_stretch(&span));
                prop_assert_eq!(next, all.get(before + 1).copied());
                let last = span(&prepared, *kind, task, middle_ns, -1).map(|span| as_stretch(&span));
                prop_assert_eq!(last, before.checked_sub(1).map(|before| all[before]));
            }
        }
    }

    /// What is nobody's run is idle.
    #[test]
    fn idle_spans_fill_the_gaps(case in case()) {
        let prepared = Prepared::new(run(&case));
        let lane = prepared.history().lanes.first().map_or(&[][..], |lane| &lane.runs);
        let busy_ns: u64 = lane.iter().map(|run| run.to_ns - run.from_ns).sum();
        let (mut idle_ns, mut at_ns) = (0, 0);
        let first = span(&prepared, SpanKind::Idle, IDLE, 0, 0);
        let mut next = first.or_else(|| span(&prepared, SpanKind::Idle, IDLE, 0, 1));
        while let Some(gap) = next {
            prop_assert!(gap.from_ns >= at_ns && gap.to_ns > gap.from_ns);
            prop_assert!(gap.begins.is_some() || gap.from_ns == 0, "{:?}", gap);
            prop_assert!(gap.ends.is_some() || gap.to_ns == prepared.run().end_ns(), "{:?}", gap);
            (idle_ns, at_ns) = (idle_ns + gap.to_ns - gap.from_ns, gap.to_ns);
            next = span(&prepared, SpanKind::Idle, IDLE, gap.from_ns, 1);
        }
        prop_assert_eq!(idle_ns + busy_ns, prepared.run().end_ns());
    }

    /// The log has the decisions that the filter takes, in order, and finds each.
    #[test]
    fn logs_are_what_the_trace_says(case in case(), task in 0..3u16, chosen in 0..512usize) {
        let run = run(&case);
        let events = &run.trace().events;
        let groups: Vec<Group> = Group::ALL.into_iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, g)| g).collect();
        let log = Log::new(events, Filter { task: Some(task), groups: groups.clone(), cpu: None });
        let mut position = None;
        for (row, event) in events.iter().enumerate() {
            let wanted = groups.is_empty() || groups.contains(&Group::of(event.kind()));
            if event.kind().is_decision() && [event.task, event.other].contains(&task) && wanted {
                let at = position.map_or(0, |at| at + 1);
                prop_assert_eq!(log.part(at, 1), [row as u32]);
                prop_assert!(chart::say(&run, row).is_some_and(|sentence| sentence.ends_with('.')));
                position = Some(at);
            }
            prop_assert_eq!(log.position(row), position);
        }
        prop_assert_eq!(log.rows.len(), position.map_or(0, |at| at + 1));
    }
}
