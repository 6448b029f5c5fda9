//! A recording as a trace: the same rows that a simulation leaves, as far as a recording tells them.
//!
//! How a switch came about is not recorded. It follows from what stands before it: a wakeup that asked for a reschedule, a
//! tick or slice timer just before, else a yield or a change. A delayed task is only seen when it wakes while it is still
//! queued; one that left the queue before cannot be told from one that left at once, and is taken as that. What a tick came to
//! is not recorded either, nor any reason. What a wakeup asks of another CPU shows in who runs there next.

use super::{Event, Flags, Kind, PrevState, Recording, Switch, TaskRef, Wakeup, Waking};
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
    /// It waits for this CPU.
    waits: Option<u32>,
    /// The row with which it blocked, if it has not woken since.
    blocked_at: Option<usize>,
    /// It is being woken; the reschedule flags before.
    waking: Option<Flags>,
}

/// A CPU between two events.
#[derive(Clone, Copy, Debug)]
struct Lane {
    running: u16,
    /// The last wakeup asked for the reschedule that is still to come.
    preempting: bool,
    /// Who came last from elsewhere, and may have asked for one, and when.
    came: Option<(u16, i64)>,
    /// The last tick or slice timer, and when.
    timer: Option<(trace::Kind, i64)>,
}

impl Lane {
    const fn running(task: u16) -> Lane {
        Lane { running: task, preempting: false, came: None, timer: None }
    }
}

struct Reader<'a> {
    recording: &'a Recording,
    rows: Vec<trace::Event>,
    cpus: Vec<Lane>,
    tasks: Vec<Standing>,
    /// Time 0 has come.
    begun: bool,
}

impl<'a> Reader<'a> {
    fn new(recording: &'a Recording) -> Reader<'a> {
        let tasks = vec![Standing::default(); task_count(recording)];
        let cpus = vec![Lane::running(IDLE); recording.cpus as usize];
        Reader { recording, rows: Vec::new(), cpus, tasks, begun: false }
    }

    fn read(&mut self, event: &Event) {
        if event.t_ns >= 0 && !self.begun {
            self.begin();
        }
        let at = (event.t_ns, event.cpu);
        if self.cpus.get(event.cpu as usize).is_none() {
            return;
        }
        match &event.kind {
            Kind::Switch(switch) => self.switch(at, switch),
            Kind::Waking(waking) => self.waking(event.t_ns, waking),
            Kind::Wakeup(wakeup) => self.wakeup(at, wakeup),
            Kind::WakeupNew(wakeup) => self.fork((event.t_ns, wakeup.to), wakeup),
            Kind::Migrate { task, from, to } => self.migrate((event.t_ns, *to), *task, *from),
            Kind::Tick { task, .. } => self.timer(at, trace::Kind::Tick, *task),
            Kind::Hrtick { task, .. } => self.timer(at, trace::Kind::Hrtick, *task),
            Kind::Exit { task } => self.push(at, trace::Kind::Exit, index(*task), IDLE),
            Kind::Runtime { .. } | Kind::Hrtimer { .. } => {}
        }
    }

    /// What was before time 0 stands at it: who waits has woken, who runs was switched in.
    fn begin(&mut self) {
        self.begun = true;
        for task in 0..self.tasks.len() {
            if let Some(cpu) = self.tasks[task].waits {
                self.push((0, cpu), trace::Kind::Wakeup, task as u16, IDLE);
            }
            self.tasks[task].blocked_at = None;
        }
        for cpu in 0..self.cpus.len() {
            let running = self.cpus[cpu].running;
            if running != IDLE {
                self.push((0, cpu as u32), trace::Kind::SwitchIdle, IDLE, running);
            }
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

    fn waking(&mut self, t_ns: i64, waking: &Waking) {
        let task = index(waking.task);
        let Some(standing) = self.standing(task) else { return };
        standing.waking = Some(waking.resched);
        let delayed = standing.blocked_at.take_if(|_| waking.queued == Some(true));
        if let Some(row) = delayed {
            self.rows[row].kind = trace::Kind::SwitchDelayed as u8;
            self.push((t_ns, waking.to), trace::Kind::DelayedWake, task, IDLE);
        }
    }

    /// The flags are those of the CPU that wakes.
    fn wakeup(&mut self, (t_ns, on): (i64, u32), wakeup: &Wakeup) {
        let (task, to) = (index(wakeup.task), wakeup.to);
        let runs = self.cpus.iter().any(|lane| lane.running == task);
        let Some(lane) = self.cpus.get_mut(to as usize).filter(|_| !runs) else { return };
        let Some(standing) =
            self.tasks.get_mut(usize::from(task)).filter(|standing| standing.waits.is_none())
        else {
            return;
        };
        let before = standing.waking.take().unwrap_or_default();
        *standing = Standing { waits: Some(to), ..Standing::default() };
        let asks = on == to && is_stronger(wakeup.resched, before);
        lane.preempting |= asks;
        if on != to {
            lane.came = Some((task, t_ns));
        }
        let kind = match (lane.running, asks) {
            (IDLE, _) => trace::Kind::WakeupIdle,
            (_, true) => trace::Kind::WakeupPreempts,
            (_, false) => trace::Kind::Wakeup,
        };
        self.push((t_ns, to), kind, task, IDLE);
    }

    fn fork(&mut self, (t_ns, to): (i64, u32), wakeup: &Wakeup) {
        let (task, parent) = (index(wakeup.task), index(wakeup.by));
        let Some(lane) = self.cpus.get_mut(to as usize) else { return };
        lane.preempting |= wakeup.resched.any();
        if let Some(standing) = self.standing(task) {
            *standing = Standing { waits: Some(to), ..Standing::default() };
            self.push((t_ns, to), trace::Kind::Fork, task, parent);
        }
    }

    /// One that is being woken is placed elsewhere, one that waits is moved.
    fn migrate(&mut self, (t_ns, to): (i64, u32), task: TaskRef, from: u32) {
        let task = index(task);
        let Some(lane) = self.cpus.get_mut(to as usize) else { return };
        let Some(standing) = self.tasks.get_mut(usize::from(task)) else { return };
        standing.waits = standing.waits.and(Some(to));
        let wakes = standing.waking.is_some();
        if !wakes {
            lane.came = Some((task, t_ns));
        }
        let kind = if wakes { trace::Kind::Placed } else { trace::Kind::Pulled };
        self.push((t_ns, to), kind, task, from as u16);
    }

    fn timer(&mut self, at: (i64, u32), kind: trace::Kind, task: TaskRef) {
        self.cpus[at.1 as usize].timer = Some((kind, at.0));
        let task = index(task);
        if task != IDLE {
            self.push(at, kind, task, IDLE);
        }
    }

    fn switch(&mut self, at: (i64, u32), switch: &Switch) {
        let (prev, next) = (index(switch.prev), index(switch.next));
        let kind = self.kind_of(at, switch);
        let row = self.rows.len();
        self.push(at, kind, prev, next);
        let waits = switch.prev_state.is_runnable();
        let blocked_at = (!waits && self.begun).then_some(row);
        if let Some(standing) = self.standing(prev) {
            *standing = Standing { waits: waits.then_some(at.1), blocked_at, waking: None };
        }
        if let Some(standing) = self.standing(next) {
            standing.waits = None;
        }
        self.cpus[at.1 as usize] = Lane::running(next);
    }

    fn kind_of(&self, (t_ns, cpu): (i64, u32), switch: &Switch) -> trace::Kind {
        let lane = &self.cpus[cpu as usize];
        let is_soon = |at_ns: i64| t_ns - at_ns <= HANDLED_WITHIN_NS;
        let has_come = |came: (u16, i64)| came.0 == index(switch.next) && is_soon(came.1);
        match switch.prev_state {
            _ if switch.prev == TaskRef::IDLE => trace::Kind::SwitchIdle,
            PrevState::Dead => trace::Kind::SwitchExited,
            state if !state.is_runnable() => trace::Kind::SwitchBlocked,
            _ if lane.preempting => trace::Kind::SwitchPreempted,
            _ if lane.came.is_some_and(has_come) => trace::Kind::SwitchPreempted,
            _ => match lane.timer.filter(|(_, at_ns)| is_soon(*at_ns)) {
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
