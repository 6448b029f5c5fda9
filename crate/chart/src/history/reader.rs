//! A history is made by reading events in order.

use sim::trace::{Event, IDLE, Kind};

use super::{Held, History, Lane, Mark, Move, Run, Wait, queues};
use crate::flags::Flags;

/// A task's place between two events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Away,
    Waiting {
        since_ns: u64,
        held: Held,
        cpu: u16,
    },
    /// It blocked, was to stay queued, and left in the very pick that followed: that stands before the switch.
    LetGo,
}

/// Reads events in order.
pub struct Reader {
    history: History,
    running: Vec<Option<Run>>,
    places: Vec<Place>,
}

impl Reader {
    /// So many tasks are all asleep, and so many CPUs idle.
    pub fn new(tasks: usize, cpus: usize) -> Reader {
        let history = History {
            lanes: vec![Lane::default(); cpus],
            waits: vec![Vec::new(); tasks],
            delays: vec![Vec::new(); tasks],
            flags: vec![Flags::default(); tasks],
            at_once: vec![0; tasks],
            ..History::default()
        };
        Reader { history, running: vec![None; cpus], places: vec![Place::Away; tasks] }
    }

    /// Reads the next event, which stands in this row of the trace.
    pub fn read(&mut self, event: &Event, row: u32) {
        let kind = event.kind();
        self.make_room(event);
        match kind {
            Kind::Wakeup | Kind::Fork => {
                self.queue(event, Held::Runnable);
                self.mark(event, row);
            }
            Kind::WakeupPreempts | Kind::WakeupIdle => self.queue(event, Held::Runnable),
            Kind::DelayedWake => {
                self.queue(event, Held::Runnable);
                self.mark_delay(event, row);
            }
            Kind::DelayedOut => {
                self.let_go(event);
                self.mark_delay(event, row);
            }
            Kind::DeadlineMissed => {
                self.flag(event);
                self.mark(event, row);
            }
            Kind::Replenished => self.flag(event),
            // Until the switch it still runs.
            Kind::Throttled | Kind::Unthrottled if self.is_running(event) => {}
            Kind::Throttled => self.queue(event, Held::Throttled),
            Kind::Unthrottled => self.queue(event, Held::Runnable),
            Kind::Placed => self.note_move(event, row),
            Kind::Pulled => {
                self.note_move(event, row);
                self.mark(event, row);
                self.pull(event);
            }
            _ if kind.is_switch() => self.switch(event, row),
            Kind::QuotaRefilled => self.mark(event, row),
            // Nobody comes or goes.
            _ => {}
        }
    }

    /// Lanes and tasks appear as the trace names them: a spawned task has no place in the scenario.
    fn make_room(&mut self, event: &Event) {
        let cpus = usize::from(event.cpu) + 1;
        if self.history.lanes.len() < cpus {
            self.history.lanes.resize(cpus, Lane::default());
            self.running.resize(cpus, None);
        }
        let tasks = event.tasks().map(|task| usize::from(task) + 1).max().unwrap_or(0);
        if self.places.len() < tasks {
            self.places.resize(tasks, Place::Away);
            self.history.waits.resize(tasks, Vec::new());
            self.history.delays.resize(tasks, Vec::new());
            self.history.flags.resize(tasks, Flags::default());
            self.history.at_once.resize(tasks, 0);
        }
    }

    fn switch(&mut self, event: &Event, row: u32) {
        let cpu = usize::from(event.cpu);
        if let Some(run) = self.running[cpu].take() {
            self.history.lanes[cpu].runs.push(Run { to_ns: event.t_ns, ..run });
            self.mark(event, row);
        }
        match self.after_switch(event) {
            Some(held) => self.queue(event, held),
            None if event.task != IDLE => self.leave(event.task, event.t_ns),
            None => {}
        }
        if event.other != IDLE {
            let next = usize::from(event.other);
            self.history.at_once[next] += u32::from(self.begins_to_wait(next, event.t_ns));
            self.leave(event.other, event.t_ns);
            self.running[cpu] = Some(Run { from_ns: event.t_ns, to_ns: event.t_ns, task: event.other });
        }
    }

    /// Whether a task wants to run since this very instant, and was not throttled before it.
    fn begins_to_wait(&self, task: usize, t_ns: u64) -> bool {
        let since = |place| matches!(place, Place::Waiting { since_ns, held: Held::Runnable, .. } if since_ns == t_ns);
        let throttled = |wait: &Wait| wait.to_ns == t_ns && wait.held == Held::Throttled;
        since(self.places[task]) && !self.history.waits[task].last().is_some_and(throttled)
    }

    /// What holds the task that was switched out; `None` if it sleeps from here on.
    fn after_switch(&self, event: &Event) -> Option<Held> {
        match event.kind() {
            Kind::SwitchThrottled => Some(Held::Throttled),
            Kind::SwitchDelayed if self.places[usize::from(event.task)] != Place::LetGo => {
                Some(Held::Delayed)
            }
            kind => kind.is_preemption().then_some(Held::Runnable),
        }
    }

    fn is_running(&self, event: &Event) -> bool {
        self.running[usize::from(event.cpu)].is_some_and(|run| run.task == event.task)
    }

    fn let_go(&mut self, event: &Event) {
        self.leave(event.task, event.t_ns);
        if self.is_running(event) {
            self.places[usize::from(event.task)] = Place::LetGo;
        }
    }

    fn mark(&mut self, event: &Event, row: u32) {
        self.history.lanes[usize::from(event.cpu)].marks.push(Mark::of(event, row));
    }

    fn mark_delay(&mut self, event: &Event, row: u32) {
        self.history.delays[usize::from(event.task)].push(Mark::of(event, row));
    }

    fn flag(&mut self, event: &Event) {
        let flags = self.history.flags.get_mut(usize::from(event.task));
        flags.into_iter().for_each(|flags| flags.read(event));
    }

    fn queue(&mut self, event: &Event, held: Held) {
        self.leave(event.task, event.t_ns);
        let place = Place::Waiting { since_ns: event.t_ns, held, cpu: event.cpu };
        self.places[usize::from(event.task)] = place;
    }

    /// Who waits goes on waiting on another queue.
    fn pull(&mut self, event: &Event) {
        if let Place::Waiting { held, .. } = self.places[usize::from(event.task)] {
            self.queue(event, held);
        }
    }

    fn note_move(&mut self, event: &Event, row: u32) {
        let Event { t_ns, task, other: from, cpu: to, .. } = *event;
        if from != to {
            self.history.moves.push(Move { t_ns, row, task, from, to });
        }
    }

    fn leave(&mut self, task: u16, t_ns: u64) {
        let task = usize::from(task);
        if let Place::Waiting { since_ns: from_ns, held, cpu } =
            std::mem::replace(&mut self.places[task], Place::Away)
            && from_ns < t_ns
        {
            self.history.throttles |= held == Held::Throttled;
            self.history.waits[task].push(Wait { from_ns, to_ns: t_ns, held, cpu });
        }
    }

    /// The history up to an end that is not before the last event.
    pub fn finish(mut self, end_ns: u64) -> History {
        for (cpu, run) in std::mem::take(&mut self.running).into_iter().enumerate() {
            let open = run.map(|run| Run { to_ns: end_ns.max(run.from_ns), ..run });
            self.history.lanes[cpu].runs.extend(open);
        }
        (0..self.places.len()).for_each(|task| self.leave(task as u16, end_ns));
        if self.history.lanes.len() > 1 {
            queues::fill(&mut self.history);
        }
        self.history
    }
}

#[cfg(test)]
mod tests {
    use super::Held::*;
    use super::*;

    fn event(t_us: u64, kind: Kind, task: u16, other: u16) -> Event {
        Event { t_ns: t_us * 1_000, a: 0, b: 0, cpu: 0, task, other, kind: kind as u8, code: 0 }
    }

    fn wait(from_us: u64, to_us: u64, held: Held) -> Wait {
        Wait { from_ns: from_us * 1_000, to_ns: to_us * 1_000, held, cpu: 0 }
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
        assert_eq!(history.waits, [vec![wait(3, 5, Runnable)], vec![]]);
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
        assert_eq!(history.waits[1], [wait(2, 4, Delayed), wait(6, 8, Runnable)]);
    }

    #[test]
    fn a_task_that_leaves_as_soon_as_it_is_delayed_never_was() {
        let events = [
            event(0, Kind::SwitchIdle, IDLE, 1),
            event(2, Kind::DelayedOut, 1, IDLE),
            event(2, Kind::SwitchDelayed, 1, 0),
            event(6, Kind::Wakeup, 1, IDLE),
        ];
        assert_eq!(History::of(&events, 2, 8_000).waits[1], [wait(6, 8, Runnable)]);
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
        assert_eq!(history.waits[1], [wait(2, 3, Delayed), wait(3, 7, Runnable)]);
        let ends: Vec<_> = history.delays[1].iter().map(|mark| (mark.kind, mark.row)).collect();
        assert_eq!(ends, [(Kind::DelayedWake, 2)]);
    }

    #[test]
    fn a_throttled_task_waits_only_before_and_after() {
        let events = [
            event(0, Kind::SwitchIdle, IDLE, 0),
            event(1, Kind::Wakeup, 1, IDLE),
            event(3, Kind::Throttled, 0, IDLE),
            event(3, Kind::Throttled, 1, IDLE),
            event(4, Kind::SwitchThrottled, 0, IDLE),
            event(6, Kind::Unthrottled, 0, IDLE),
            event(7, Kind::Unthrottled, 1, IDLE),
        ];
        let history = History::of(&events, 2, 8_000);
        // The running one is held back from the switch on: before it, it runs.
        assert_eq!(history.waits[0], [wait(4, 6, Throttled), wait(6, 8, Runnable)]);
        assert_eq!(history.waits[1], [wait(1, 3, Runnable), wait(3, 7, Throttled), wait(7, 8, Runnable)]);
        assert!(history.throttles && !History::of(&events[..2], 2, 8_000).throttles);
    }

    #[test]
    fn who_may_run_again_before_the_switch_never_was_held_back() {
        let events = [
            event(0, Kind::SwitchIdle, IDLE, 0),
            event(3, Kind::Throttled, 0, IDLE),
            event(3, Kind::Unthrottled, 0, IDLE),
            event(5, Kind::SwitchBlocked, 0, IDLE),
        ];
        assert_eq!(History::of(&events, 1, 8_000).waits[0], []);
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
        assert_eq!(history.waits[7], [wait(1, 2, Runnable)]);
    }

    #[test]
    fn a_pulled_task_waits_on_the_other_queue() {
        let on = |cpu, event| Event { cpu, ..event };
        let events = [
            event(0, Kind::SwitchIdle, IDLE, 0),
            event(1, Kind::Wakeup, 1, IDLE),
            on(1, event(4, Kind::Pulled, 1, 0)),
            on(1, event(6, Kind::SwitchIdle, IDLE, 1)),
            on(2, event(8, Kind::Placed, 2, 2)),
        ];
        let history = History::of(&events, 3, 9_000);
        assert_eq!(history.waits[1], [wait(1, 4, Runnable), Wait { cpu: 1, ..wait(4, 6, Runnable) }]);
        let queue = |cpu: usize| history.lanes[cpu].queue.iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!((queue(0), queue(1), queue(2)), (vec![1], vec![1], vec![]));
        let moves: Vec<_> = history.moves.iter().map(|it| (it.task, it.from, it.to)).collect();
        assert_eq!(moves, [(1, 0, 1)], "who stays where it was does not move");
    }
}
