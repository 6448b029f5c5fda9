//! The decisions of a run as a list that can be narrowed to a task and to groups of kinds.

use sim::trace::{Event, Kind};

/// What leads to a decision, as people look for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// A task became runnable, and what came of it; and a run on an idle CPU.
    Wakeup,
    /// A task made way to one that woke.
    Preemption,
    /// The periodic tick.
    Tick,
    /// The slice timer.
    SliceTimer,
    /// A task blocked.
    Block,
    /// A task yielded.
    Yield,
    /// A task ended.
    Exit,
    /// The scheduler was asked and the task kept the CPU.
    Keep,
    /// Nice, policy or slice of a task changed.
    Change,
    /// Quotas, budgets and deadlines.
    Throttle,
    /// On which CPU a task wakes or begins.
    Placement,
    /// A task is moved to another CPU, or none is.
    Balance,
}

impl Group {
    /// Every group.
    pub const ALL: [Group; 12] = [
        Group::Wakeup,
        Group::Preemption,
        Group::Tick,
        Group::SliceTimer,
        Group::Block,
        Group::Yield,
        Group::Exit,
        Group::Keep,
        Group::Change,
        Group::Throttle,
        Group::Placement,
        Group::Balance,
    ];

    /// Its name on the page.
    pub fn name(self) -> &'static str {
        match self {
            Group::Wakeup => "wakeup",
            Group::Preemption => "preemption",
            Group::Tick => "tick",
            Group::SliceTimer => "slice timer",
            Group::Block => "block",
            Group::Yield => "yield",
            Group::Exit => "exit",
            Group::Keep => "keep",
            Group::Change => "change",
            Group::Throttle => "throttle",
            Group::Placement => "placement",
            Group::Balance => "balance",
        }
    }

    /// The group of that name; `None` for any other word.
    pub fn parse(name: &str) -> Option<Group> {
        Group::ALL.into_iter().find(|group| group.name() == name)
    }

    /// The group that a kind of event is in.
    pub fn of(kind: Kind) -> Group {
        match kind {
            Kind::Wakeup | Kind::WakeupPreempts | Kind::WakeupIdle => Group::Wakeup,
            Kind::Fork | Kind::DelayedWake | Kind::SwitchIdle => Group::Wakeup,
            Kind::SwitchPreempted => Group::Preemption,
            Kind::Tick | Kind::TickResched | Kind::SwitchTick => Group::Tick,
            Kind::Hrtick | Kind::SwitchHrtick => Group::SliceTimer,
            Kind::SwitchBlocked | Kind::SwitchDelayed | Kind::DelayedOut => Group::Block,
            Kind::Yield | Kind::SwitchYielded => Group::Yield,
            Kind::Exit | Kind::SwitchExited => Group::Exit,
            Kind::Keep => Group::Keep,
            Kind::Change | Kind::GroupChanged | Kind::SwitchChanged => Group::Change,
            Kind::Throttled | Kind::Unthrottled | Kind::SwitchThrottled => Group::Throttle,
            Kind::Replenished | Kind::DeadlineMissed | Kind::QuotaRefilled => Group::Throttle,
            Kind::Placed => Group::Placement,
            Kind::Pulled | Kind::NothingPulled | Kind::SwitchMigrated => Group::Balance,
            Kind::ClockSet => Group::Change,
        }
    }
}

/// Which decisions are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Those that name this task; any without it.
    pub task: Option<u16>,
    /// Those in one of these groups; any if there is none.
    pub groups: Vec<Group>,
    /// Those on this CPU, or that move a task off it; any without it.
    pub cpu: Option<u16>,
}

impl Filter {
    fn takes(&self, event: &Event) -> bool {
        let kind = event.kind();
        let named = self.task.is_none_or(|task| event.tasks().any(|named| named == task));
        let on_cpu = |cpu| event.cpu == cpu || event.other_cpu() == Some(cpu);
        kind.is_decision()
            && self.cpu.is_none_or(on_cpu)
            && named
            && (self.groups.is_empty() || self.groups.contains(&Group::of(kind)))
    }
}

/// The rows of a trace that a filter takes: read once, so that a part of a long list costs by the part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Log {
    /// What it was made with.
    pub filter: Filter,
    /// Rows of the trace, in order.
    pub rows: Vec<u32>,
}

impl Log {
    /// The log of a trace under a filter. Costs one pass.
    pub fn new(events: &[Event], filter: Filter) -> Log {
        let taken = events.iter().enumerate().filter(|(_, event)| filter.takes(event));
        let rows = taken.map(|(row, _)| row as u32).collect();
        Log { filter, rows }
    }

    /// So many rows from a position on; fewer at the end.
    pub fn part(&self, from: usize, count: usize) -> &[u32] {
        let from = from.min(self.rows.len());
        &self.rows[from..from.saturating_add(count).min(self.rows.len())]
    }

    /// The position of a row of the trace, or of the last one in the log before it; `None` if there is none.
    pub fn position(&self, row: usize) -> Option<usize> {
        self.rows.partition_point(|&own| own as usize <= row).checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use sim::trace::IDLE;

    use super::*;

    fn events() -> Vec<Event> {
        let event = |kind: Kind, task, other| Event {
            t_ns: 0,
            a: 0,
            b: 0,
            cpu: 0,
            task,
            other,
            kind: kind as u8,
            code: 0,
        };
        vec![
            event(Kind::SwitchIdle, IDLE, 0),
            event(Kind::Tick, 0, IDLE),
            event(Kind::WakeupPreempts, 1, IDLE),
            event(Kind::SwitchPreempted, 0, 1),
            event(Kind::SwitchBlocked, 1, 0),
        ]
    }

    #[track_caller]
    fn check(task: Option<u16>, groups: &[Group], expected: &[u32]) {
        assert_eq!(Log::new(&events(), Filter { task, groups: groups.to_vec(), cpu: None }).rows, expected);
    }

    #[test]
    fn a_log_has_decisions_only() {
        check(None, &[], &[0, 2, 3, 4]);
    }

    #[test]
    fn it_narrows_to_a_task_and_to_groups() {
        check(Some(1), &[], &[2, 3, 4]);
        check(None, &[Group::Wakeup], &[0, 2]);
        check(Some(1), &[Group::Preemption, Group::Block], &[3, 4]);
        check(Some(7), &[], &[]);
        check(None, &[Group::Tick], &[]);
    }

    #[test]
    fn a_change_of_a_clock_is_a_decision() {
        let event = Event { kind: Kind::ClockSet as u8, task: IDLE, other: IDLE, ..events()[0] };
        let taken = |groups: &[Group]| {
            Log::new(&[event], Filter { groups: groups.to_vec(), ..Filter::default() }).rows.len()
        };
        assert_eq!([taken(&[]), taken(&[Group::Change]), taken(&[Group::Tick])], [1, 1, 0]);
    }

    #[test]
    fn a_row_has_a_position_or_the_one_before_it() {
        let log = Log::new(&events(), Filter { task: Some(1), ..Filter::default() });
        assert_eq!([1, 2, 3, 9].map(|row| log.position(row)), [None, Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn parts_end_with_the_log() {
        let log = Log::new(&events(), Filter::default());
        assert_eq!(log.part(2, 100), [3, 4]);
        assert!(log.part(9, usize::MAX).is_empty());
    }

    #[test]
    fn it_narrows_to_a_cpu_and_what_leaves_it() {
        let on = |cpu, kind: Kind, other| Event { cpu, kind: kind as u8, other, ..events()[2] };
        let events = [on(0, Kind::Placed, 1), on(1, Kind::WakeupIdle, IDLE), on(2, Kind::Pulled, 0)];
        let rows = |cpu| Log::new(&events, Filter { cpu: Some(cpu), ..Filter::default() }).rows;
        assert_eq!([rows(0), rows(1), rows(2), rows(3)], [vec![0, 2], vec![0, 1], vec![2], vec![]]);
    }

    #[test]
    fn names_are_read_again() {
        assert!(Group::ALL.iter().all(|group| Group::parse(group.name()) == Some(*group)));
    }
}
