//! What each CPU ran and how long each task waited, read from a trace once, so that a frame can look it up.

use sim::trace::{Event, IDLE, Kind};

use crate::decimate::Interval;

/// A task on a CPU, from switch to switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// When it was switched in.
    pub from_ns: u64,
    /// When it was switched out, or the end of what was simulated.
    pub to_ns: u64,
    /// Who ran.
    pub task: u16,
}

/// A task in a queue without running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// When it came to wait.
    pub from_ns: u64,
    /// When it ran, or left, or the end of what was simulated.
    pub to_ns: u64,
    /// It has blocked and is only paying its debt; it does not want the CPU.
    pub delayed: bool,
}

/// Something to mark on a lane: how a run ended, or a wakeup that took no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// When.
    pub t_ns: u64,
    /// What.
    pub kind: Kind,
    /// The task whose run ended, or who woke.
    pub task: u16,
}

/// The runs and marks of one CPU, in order of time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lane {
    /// They do not overlap; where there is none the CPU was idle.
    pub runs: Vec<Run>,
    /// Ends of runs, and wakeups that changed nothing.
    pub marks: Vec<Mark>,
}

/// All lanes and waits of a trace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// By CPU.
    pub lanes: Vec<Lane>,
    /// By task; of one task they do not overlap.
    pub waits: Vec<Vec<Wait>>,
}

impl Interval for Run {
    fn begin_ns(&self) -> u64 {
        self.from_ns
    }

    fn end_ns(&self) -> u64 {
        self.to_ns
    }
}

impl Interval for Wait {
    fn begin_ns(&self) -> u64 {
        self.from_ns
    }

    fn end_ns(&self) -> u64 {
        self.to_ns
    }
}

impl History {
    /// The history of these events, with what is still open ending at `end_ns`.
    ///
    /// Costs one pass; every task up to `tasks` has its waits, even if there are none.
    pub fn of(events: &[Event], tasks: usize, end_ns: u64) -> History {
        let mut reader = Reader::new(tasks);
        events.iter().for_each(|event| reader.read(event));
        reader.finish(end_ns)
    }
}

/// A task's place between two events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Away,
    Waiting { since_ns: u64, delayed: bool },
}

struct Reader {
    history: History,
    running: Vec<Option<Run>>,
    places: Vec<Place>,
}

impl Reader {
    fn new(tasks: usize) -> Reader {
        let history = History { lanes: Vec::new(), waits: vec![Vec::new(); tasks] };
        Reader { history, running: Vec::new(), places: vec![Place::Away; tasks] }
    }

    fn read(&mut self, event: &Event) {
        self.make_room(event);
        let kind = event.kind();
        match kind {
            Kind::Wakeup | Kind::Fork => {
                self.queue(event.task, event.t_ns, false);
                self.mark(event);
            }
            Kind::WakeupPreempts | Kind::WakeupIdle | Kind::DelayedWake => {
                self.queue(event.task, event.t_ns, false)
            }
            Kind::DelayedOut => self.leave(event.task, event.t_ns),
            _ if kind.is_switch() => self.switch(event),
            Kind::Tick
            | Kind::TickResched
            | Kind::Hrtick
            | Kind::Yield
            | Kind::Keep
            | Kind::Change
            | Kind::Exit => {}
            _ => unreachable!("{kind:?} is a switch"),
        }
    }

    /// Lanes and tasks appear as the trace names them: a spawned task has no place in the scenario.
    fn make_room(&mut self, event: &Event) {
        let cpus = usize::from(event.cpu) + 1;
        if self.history.lanes.len() < cpus {
            self.history.lanes.resize(cpus, Lane::default());
            self.running.resize(cpus, None);
        }
        let named = [event.task, event.other].into_iter().filter(|&task| task != IDLE);
        let tasks = named.map(|task| usize::from(task) + 1).max().unwrap_or(0);
        if self.places.len() < tasks {
            self.places.resize(tasks, Place::Away);
            self.history.waits.resize(tasks, Vec::new());
        }
    }

    fn switch(&mut self, event: &Event) {
        let cpu = usize::from(event.cpu);
        if let Some(run) = self.running[cpu].take() {
            self.history.lanes[cpu].runs.push(Run { to_ns: event.t_ns, ..run });
            self.mark(event);
        }
        if event.task != IDLE && (event.kind().is_preemption() || event.kind() == Kind::SwitchDelayed) {
            self.queue(event.task, event.t_ns, event.kind() == Kind::SwitchDelayed);
        }
        if event.other != IDLE {
            self.leave(event.other, event.t_ns);
            self.running[cpu] = Some(Run { from_ns: event.t_ns, to_ns: event.t_ns, task: event.other });
        }
    }

    fn mark(&mut self, event: &Event) {
        let mark = Mark { t_ns: event.t_ns, kind: event.kind(), task: event.task };
        self.history.lanes[usize::from(event.cpu)].marks.push(mark);
    }

    fn queue(&mut self, task: u16, t_ns: u64, delayed: bool) {
        self.leave(task, t_ns);
        self.places[usize::from(task)] = Place::Waiting { since_ns: t_ns, delayed };
    }

    fn leave(&mut self, task: u16, t_ns: u64) {
        let task = usize::from(task);
        if let Place::Waiting { since_ns: from_ns, delayed } =
            std::mem::replace(&mut self.places[task], Place::Away)
            && from_ns < t_ns
        {
            self.history.waits[task].push(Wait { from_ns, to_ns: t_ns, delayed });
        }
    }

    fn finish(mut self, end_ns: u64) -> History {
        for (cpu, run) in std::mem::take(&mut self.running).into_iter().enumerate() {
            let open = run.map(|run| Run { to_ns: end_ns.max(run.from_ns), ..run });
            self.history.lanes[cpu].runs.extend(open);
        }
        (0..self.places.len()).for_each(|task| self.leave(task as u16, end_ns));
        self.history
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(t_us: u64, kind: Kind, task: u16, other: u16) -> Event {
        Event { t_ns: t_us * 1_000, a: 0, b: 0, cpu: 0, task, other, kind: kind as u8, code: 0 }
    }

    fn wait(from_us: u64, to_us: u64, delayed: bool) -> Wait {
        Wait { from_ns: from_us * 1_000, to_ns: to_us * 1_000, delayed }
    }

    #[test]
    fn a_preempted_task_waits_until_it_runs_again() {
        let events = [
            event(0, Kind::SwitchIdle, IDLE, 0),
            event(3, Kind::WakeupPreempts, 1, IDLE),
            event(3, Kind::SwitchPreempted, 0, 1),
            event(5, Kind::SwitchBlocked, 1, 0),
        ];
        let history = History::of(&events, 2, 9_000);
        let runs: Vec<_> = history.lanes[0].runs.iter().map(|r| (r.from_ns, r.to_ns, r.task)).collect();
        assert_eq!(runs, [(0, 3_000, 0), (3_000, 5_000, 1), (5_000, 9_000, 0)]);
        assert_eq!(history.waits, [vec![wait(3, 5, false)], vec![]]);
        let kinds: Vec<_> = history.lanes[0].marks.iter().map(|m| m.kind).collect();
        assert_eq!(kinds, [Kind::SwitchPreempted, Kind::SwitchBlocked]);
    }

    #[test]
    fn a_delayed_task_is_not_said_to_wait() {
        let events = [
            event(0, Kind::SwitchIdle, IDLE, 1),
            event(2, Kind::SwitchDelayed, 1, 0),
            event(4, Kind::DelayedOut, 1, IDLE),
            event(6, Kind::Wakeup, 1, IDLE),
        ];
        let history = History::of(&events, 2, 8_000);
        assert_eq!(history.waits[1], [wait(2, 4, true), wait(6, 8, false)]);
    }

    #[test]
    fn a_delayed_task_that_wakes_begins_to_wait() {
        let events = [
            event(0, Kind::SwitchIdle, IDLE, 1),
            event(2, Kind::SwitchDelayed, 1, 0),
            event(3, Kind::DelayedWake, 1, IDLE),
            event(3, Kind::Wakeup, 1, IDLE),
            event(7, Kind::SwitchTick, 0, 1),
        ];
        let history = History::of(&events, 2, 8_000);
        assert_eq!(history.waits[1], [wait(2, 3, true), wait(3, 7, false)]);
    }

    #[test]
    fn an_idle_cpu_has_no_run() {
        let events = [event(0, Kind::SwitchIdle, IDLE, 0), event(2, Kind::SwitchBlocked, 0, IDLE)];
        let history = History::of(&events, 1, 10_000);
        assert_eq!(history.lanes[0].runs.len(), 1);
        assert_eq!(history.lanes[0].runs[0].to_ns, 2_000);
    }

    #[test]
    fn a_spawned_task_gets_its_place() {
        let history = History::of(&[event(1, Kind::Fork, 7, 0)], 1, 2_000);
        assert_eq!(history.waits[7], [wait(1, 2, false)]);
    }
}
