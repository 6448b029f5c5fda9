//! One decision of a run: found in its trace, and told with everything that counted in it.

use sim::Run;
use sim::Why;
use sim::explain::{self, LevelPick, Who};
use sim::trace::{Event, IDLE, Kind};

use crate::between::{self, BetweenTold};
use crate::sentence::{self, Actors};
use crate::words;

/// Which rows of a trace count when one is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// Those in which the scheduler chose.
    Decisions,
    /// Periodic ticks, whatever came of them.
    Ticks,
    /// All.
    All,
}

impl Rows {
    /// The rows of that name: `decision`, `tick` or `row`; `None` for any other word.
    pub fn parse(name: &str) -> Option<Rows> {
        match name {
            "decision" => Some(Rows::Decisions),
            "tick" => Some(Rows::Ticks),
            "row" => Some(Rows::All),
            _ => None,
        }
    }

    fn count(self, kind: Kind) -> bool {
        match self {
            Rows::Decisions => kind.is_decision(),
            Rows::Ticks => matches!(kind, Kind::Tick | Kind::TickResched),
            Rows::All => true,
        }
    }
}

/// From where to look for a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seek {
    /// This very row, whether or not it counts.
    Row(usize),
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
    /// On which CPU.
    pub cpu: u16,
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
    /// What each level of a pick in groups chose, from the root down; empty where there is one level only.
    pub levels: Vec<LevelTold>,
    /// What was looked at, of a decision between CPUs.
    pub between: Option<BetweenTold>,
}

/// What one level of a pick chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelTold {
    /// The task or group; a group as the directory that it is.
    pub chosen: String,
    /// Why, in half a sentence.
    pub because: String,
    /// It is the first level at which somebody else runs than before.
    pub decides: bool,
}

/// The row that `seek` leads to among those that count; `None` if there is none.
pub fn find(events: &[Event], seek: Seek, rows: Rows) -> Option<usize> {
    let counts = |index: &usize| rows.count(events[*index].kind());
    let until = |t_ns: u64| events.partition_point(|event| event.t_ns < t_ns);
    let last_before = |end: usize| (0..end.min(events.len())).rev().find(counts);
    let first_from = |begin: usize| (begin..events.len()).find(counts);
    match seek {
        Seek::Row(index) => (index < events.len()).then_some(index),
        Seek::At(t_ns) => last_before(until(t_ns.saturating_add(1))),
        Seek::BeforeTime(t_ns) => last_before(until(t_ns)),
        Seek::AfterTime(t_ns) => first_from(until(t_ns.saturating_add(1))),
        Seek::BeforeRow(index) => last_before(index),
        Seek::AfterRow(index) => first_from(index.saturating_add(1)),
    }
}

/// What was decided in row `index` of a run and why, in one sentence or two; `None` if there is no such row.
///
/// Costs no running again, unlike [`tell`].
pub fn say(run: &Run, index: usize) -> Option<String> {
    let events = &run.trace().events;
    let event = events.get(index)?;
    let name = |task: u16| run.task_names().get(usize::from(task)).map(String::as_str);
    let [task, other] = run.names_in(event);
    // A budget that is no task's is that of the fair server.
    let nobody = if event.kind() == Kind::Replenished { "the fair server" } else { "nobody" };
    let curr = name(running_at(&events[..index], event.cpu));
    let from = event.other_cpu().filter(|from| *from != event.cpu);
    let actors = Actors { task: task.unwrap_or(nobody), other, curr, cpu: event.cpu, from };
    let outcome = sentence::sentence(event.kind(), event.why(), &actors);
    Some(departed(events, index).filter_map(name).fold(outcome, |sentence, left| {
        format!("{left}, delayed, is picked first and leaves the queue. {sentence}")
    }))
}

/// Tells row `index` of a run; `None` if there is no such row.
pub fn tell(run: &Run, index: usize) -> Option<Told> {
    let event = run.trace().events.get(index)?;
    let why = event.why();
    let [task, other] = run.names_in(event).map(|name| name.unwrap_or_default().to_owned());
    let seen = run.explain(index);
    Some(Told {
        index,
        t_ns: event.t_ns,
        cpu: event.cpu,
        kind: event.kind(),
        task,
        other,
        sentence: say(run, index)?,
        rule: words::rule(why),
        source: if why == Why::NOTHING { "" } else { why.source() },
        operands: sentence::operands(why),
        levels: seen.as_ref().map_or(Vec::new(), |seen| levels(run, &seen.levels)),
        seen,
        between: between::tell(run, index),
    })
}

fn levels(run: &Run, picks: &[LevelPick]) -> Vec<LevelTold> {
    let name = |who| match who {
        Who::Task(task) => run.task_names()[usize::from(task)].clone(),
        Who::Group(group) => directory(run.group_name(group)),
    };
    let decides = picks.iter().position(|pick| pick.curr != Some(pick.chosen));
    let told = picks.iter().enumerate().map(|(at, pick)| {
        let (chosen, curr) = (name(pick.chosen), pick.curr.map(name));
        let because = sentence::because(Why::Here(pick.why), &chosen, curr.as_deref());
        LevelTold { because, chosen, decides: decides == Some(at) }
    });
    told.collect()
}

/// A group as the directory that it is; an autogroup has a name that tells it already.
fn directory(group: &str) -> String {
    if group.starts_with('/') { group.to_owned() } else { format!("{group}/") }
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
    fn check(seek: Seek, rows: Rows, expected: Option<usize>) {
        assert_eq!(find(&events(), seek, rows), expected);
    }

    #[test]
    fn at_an_instant_the_last_of_it_is_found() {
        check(Seek::At(30), Rows::Decisions, Some(3));
        check(Seek::At(29), Rows::Decisions, Some(0));
        check(Seek::At(29), Rows::All, Some(1));
        check(Seek::At(9), Rows::Decisions, None);
    }

    #[test]
    fn steps_by_row_visit_every_decision_of_an_instant() {
        check(Seek::AfterRow(0), Rows::Decisions, Some(2));
        check(Seek::AfterRow(2), Rows::Decisions, Some(3));
        check(Seek::BeforeRow(3), Rows::Decisions, Some(2));
        check(Seek::BeforeRow(2), Rows::Decisions, Some(0));
        check(Seek::AfterRow(4), Rows::Decisions, None);
        check(Seek::AfterRow(usize::MAX), Rows::Decisions, None);
    }

    #[test]
    fn steps_by_time_leave_the_instant() {
        check(Seek::AfterTime(30), Rows::Decisions, Some(4));
        check(Seek::BeforeTime(30), Rows::Decisions, Some(0));
        check(Seek::AfterTime(u64::MAX), Rows::Decisions, None);
    }

    #[test]
    fn ticks_are_found_among_themselves() {
        check(Seek::AfterRow(0), Rows::Ticks, Some(1));
        check(Seek::AfterTime(20), Rows::Ticks, None);
        check(Seek::BeforeRow(4), Rows::Ticks, Some(1));
    }

    #[test]
    fn a_row_is_had_by_its_number() {
        check(Seek::Row(1), Rows::Decisions, Some(1));
        check(Seek::Row(5), Rows::All, None);
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
