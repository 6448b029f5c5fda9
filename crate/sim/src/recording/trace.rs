//! A recording as a trace: the same rows that a simulation leaves, as far as a recording tells them.
//!
//! How a switch came about is not recorded. It follows from what stands before it: a wakeup that asked for a reschedule, a
//! tick or slice timer just before, else a yield or a change. A delayed task is only seen when it wakes while it is still
//! queued; one that left the queue before cannot be told from one that left at once, and is taken as that. What a tick came to
//! is not recorded either, nor any reason.

use super::{Event, Flags, Kind, PrevState, Recording, Switch, TaskRef, Wakeup};
use crate::scenario::Step;
use crate::trace::{self, IDLE};

/// A switch so soon after a tick or slice timer is its doing: the handler and schedule() take some 10 µs.
const HANDLED_WITHIN_NS: i64 = 30_000;

/// The rows of a recording from time 0 on.
///
/// Tasks of the scenario have its order; then come the others that occur, in the order of [`Recording::tasks`]. Who ran or
/// waited at time 0 comes to do so then.
pub fn trace_of(recording: &Recording) -> Vec<trace::Event> {
    let mut reader = Reader::new(recording);
    recording.events.iter().for_each(|event| reader.read(event));
    reader.rows
}

/// The end of a recording: of its scenario, or its last event, which can be some µs later.
pub fn end_ns(recording: &Recording) -> u64 {
    let last = recording.events.last().and_then(|event| u64::try_from(event.t_ns).ok());
    last.unwrap_or(0).max(recording.scenario.duration_us * 1000)
}

/// Number of tasks in [`trace_of`], those outside the scenario included.
pub fn task_count(recording: &Recording) -> usize {
    recording.tasks.len() - 1
}

/// A task between two events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Standing {
    /// It waits for the CPU.
    waits: bool,
    /// The row with which it blocked, if it has not woken since.
    blocked_at: Option<usize>,
    /// It is being woken; the reschedule flags before.
    waking: Option<Flags>,
}

struct Reader<'a> {
    recording: &'a Recording,
    rows: Vec<trace::Event>,
    running: u16,
    tasks: Vec<Standing>,
    /// Time 0 has come.
    begun: bool,
    /// The last wakeup asked for the reschedule that is still to come.
    preempting: bool,
    /// The last tick or slice timer, and when.
    timer: Option<(trace::Kind, i64)>,
}

impl<'a> Reader<'a> {
    fn new(recording: &'a Recording) -> Reader<'a> {
        let tasks = vec![Standing::default(); task_count(recording)];
        Reader {
            recording,
            rows: Vec::new(),
            running: IDLE,
            tasks,
            begun: false,
            preempting: false,
            timer: None,
        }
    }

    fn read(&mut self, event: &Event) {
        if event.t_ns >= 0 && !self.begun {
            self.begin(event.cpu);
        }
        let at = (event.t_ns, event.cpu);
        match &event.kind {
            Kind::Switch(switch) => self.switch(at, switch),
            Kind::Waking(waking) => self.waking(at, waking.task, waking.resched, waking.queued == Some(true)),
            Kind::Wakeup(wakeup) => self.wakeup(at, wakeup),
            Kind::WakeupNew(wakeup) => self.fork(at, wakeup),
            Kind::Tick { task, .. } => self.timer(at, trace::Kind::Tick, *task),
            Kind::Hrtick { task, .. } => self.timer(at, trace::Kind::Hrtick, *task),
            Kind::Exit { task } => self.push(at, trace::Kind::Exit, index(*task), IDLE),
            Kind::Migrate { .. } | Kind::Runtime { .. } | Kind::Hrtimer { .. } => {}
        }
    }

    /// What was before time 0 stands at it: who waits has woken, who runs was switched in.
    fn begin(&mut self, cpu: u32) {
        self.begun = true;
        for task in 0..self.tasks.len() {
            if self.tasks[task].waits {
                self.push((0, cpu), trace::Kind::Wakeup, task as u16, IDLE);
            }
            self.tasks[task].blocked_at = None;
        }
        if self.running != IDLE {
            self.push((0, cpu), trace::Kind::SwitchIdle, IDLE, self.running);
        }
    }

    fn push(&mut self, (t_ns, cpu): (i64, u32), kind: trace::Kind, task: u16, other: u16) {
        if let (true, Ok(t_ns)) = (self.begun, u64::try_from(t_ns)) {
            let (kind, cpu) = (kind as u8, cpu as u16);
            self.rows.push(trace::Event { t_ns, a: 0, b: 0, cpu, task, other, kind, code: 0 });
        }
    }

    fn standing(&mut self, task: u16) -> Option<&mut Standing> {
        self.tasks.get_mut(usize::from(task))
    }

    fn waking(&mut self, at: (i64, u32), task: TaskRef, flags: Flags, queued: bool) {
        let task = index(task);
        let Some(standing) = self.standing(task) else { return };
        standing.waking = Some(flags);
        let delayed = standing.blocked_at.take_if(|_| queued);
        if let Some(row) = delayed {
            self.rows[row].kind = trace::Kind::SwitchDelayed as u8;
            self.push(at, trace::Kind::DelayedWake, task, IDLE);
        }
    }

    fn wakeup(&mut self, at: (i64, u32), wakeup: &Wakeup) {
        let (task, running) = (index(wakeup.task), self.running);
        let Some(standing) = self.standing(task).filter(|standing| !standing.waits && task != running) else {
            return;
        };
        let before = standing.waking.take().unwrap_or_default();
        *standing = Standing { waits: true, ..Standing::default() };
        let asks = is_stronger(wakeup.resched, before);
        self.preempting |= asks;
        let kind = match (running, asks) {
            (IDLE, _) => trace::Kind::WakeupIdle,
            (_, true) => trace::Kind::WakeupPreempts,
            (_, false) => trace::Kind::Wakeup,
        };
        self.push(at, kind, task, IDLE);
    }

    fn fork(&mut self, at: (i64, u32), wakeup: &Wakeup) {
        let (task, parent) = (index(wakeup.task), index(wakeup.by));
        self.preempting |= wakeup.resched.any();
        if let Some(standing) = self.standing(task) {
            *standing = Standing { waits: true, ..Standing::default() };
            self.push(at, trace::Kind::Fork, task, parent);
        }
    }

    fn timer(&mut self, at: (i64, u32), kind: trace::Kind, task: TaskRef) {
        self.timer = Some((kind, at.0));
        let task = index(task);
        if task != IDLE {
            self.push(at, kind, task, IDLE);
        }
    }

    fn switch(&mut self, at: (i64, u32), switch: &Switch) {
        let (prev, next) = (index(switch.prev), index(switch.next));
        let kind = self.kind_of(at.0, switch);
        let row = self.rows.len();
        self.push(at, kind, prev, next);
        let waits = switch.prev_state.is_runnable();
        let blocked_at = (!waits && self.begun).then_some(row);
        if let Some(standing) = self.standing(prev) {
            *standing = Standing { waits, blocked_at, waking: None };
        }
        if let Some(standing) = self.standing(next) {
            standing.waits = false;
        }
        (self.running, self.preempting, self.timer) = (next, false, None);
    }

    fn kind_of(&self, t_ns: i64, switch: &Switch) -> trace::Kind {
        match switch.prev_state {
            _ if switch.prev == TaskRef::IDLE => trace::Kind::SwitchIdle,
            PrevState::Dead => trace::Kind::SwitchExited,
            state if !state.is_runnable() => trace::Kind::SwitchBlocked,
            _ if self.preempting => trace::Kind::SwitchPreempted,
            _ => match self.timer.filter(|(_, at_ns)| t_ns - at_ns <= HANDLED_WITHIN_NS) {
                Some((trace::Kind::Hrtick, _)) => trace::Kind::SwitchHrtick,
                Some(_) => trace::Kind::SwitchTick,
                None if self.yields(switch.prev) => trace::Kind::SwitchYielded,
                None => trace::Kind::SwitchChanged,
            },
        }
    }

    fn yields(&self, task: TaskRef) -> bool {
        let thread = self.recording.scenario.threads.get(usize::from(index(task)));
        thread.is_some_and(|thread| thread.script.contains(&Step::Yield))
    }
}

/// The place of a task in the trace; [`IDLE`] for the idle task.
fn index(task: TaskRef) -> u16 {
    task.0.checked_sub(1).map_or(IDLE, |index| index as u16)
}

fn is_stronger(after: Flags, before: Flags) -> bool {
    (after.hard && !before.hard) || (after.any() && !before.any())
}
