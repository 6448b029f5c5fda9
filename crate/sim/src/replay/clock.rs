//! When a wakeup read the clock that charges no task.
//!
//! A task in a group runs, and one of another group wakes: the kernel charges the running group, but not its task, so
//! the recording does not say how much. The next charge of the task does say when it was made, and between an event
//! and the reading of the clock there is always the same code, so the time of the wakeup is known to less than 1 µs.

use sched::GroupId;

use crate::recording::{Context, Kind, Recording, TaskRef};

use super::flow::Flow;

/// Time from an event to the reading of the clock for it, ns, relative to the event of a charge outside interrupts.
#[derive(Clone, Copy)]
struct Delays {
    tick_ns: i64,
    hrtick_ns: i64,
    wakeup_ns: i64,
    /// In an interrupt.
    interrupt_wakeup_ns: i64,
}

/// A simulation reads its clock at the instant of the event.
const SIMULATED: Delays = Delays { tick_ns: 0, hrtick_ns: 0, wakeup_ns: 0, interrupt_wakeup_ns: 0 };

/// As measured in the recordings of each kernel.
const DELAYS: &[(&str, Delays)] = &[
    ("5.10", Delays { tick_ns: 1604, hrtick_ns: 725, wakeup_ns: 1179, interrupt_wakeup_ns: 797 }),
    ("6.1", Delays { tick_ns: 1713, hrtick_ns: 777, wakeup_ns: 919, interrupt_wakeup_ns: 860 }),
    ("6.12", Delays { tick_ns: 1793, hrtick_ns: 815, wakeup_ns: 2274, interrupt_wakeup_ns: 2198 }),
    ("7.2", Delays { tick_ns: 1887, hrtick_ns: 813, wakeup_ns: 2315, interrupt_wakeup_ns: 2220 }),
];

impl Flow<'_> {
    /// Whether the running task is fair, and in a group.
    pub(super) fn runs_in_group(&self) -> bool {
        let model = &self.model;
        model.queue.curr().is_some_and(|curr| model.queue.level(&model.pool, curr) != GroupId::ROOT)
    }

    /// The clock of the wakeup that begins at `index`, if it charges a group and no task.
    pub(super) fn clock_of_wakeup(&self, index: usize) -> Option<u64> {
        let curr = self.model.queue.curr().filter(|_| self.runs_in_group())?;
        let delays = delays_of(self.recording)?;
        let Some((ran_ns, after_ns)) = until_charge(self.recording, index, self.running, delays) else {
            return self.clock_since_charge(self.recording.events[index].t_ns);
        };
        let charged_ns = self.model.pool[curr].exec_start_ns;
        Some(charged_ns.saturating_add_signed((ran_ns - after_ns).max(0)))
    }

    /// The clock at an instant before the event at `index`, and after those before; that of the last charge if no other one follows
    /// that would tell.
    pub(super) fn clock_at(&self, index: usize, at_ns: i64) -> u64 {
        let until_charge = || {
            let curr = self.model.queue.curr()?;
            let delays = delays_of(self.recording)?;
            let (ran_ns, charged_ns) = next_charge(self.recording, index, self.running, delays)?;
            let clock_ns = self.model.pool[curr].exec_start_ns;
            Some(clock_ns.saturating_add_signed((ran_ns - (charged_ns - at_ns)).max(0)))
        };
        until_charge().or_else(|| self.clock_since_charge(at_ns)).unwrap_or(self.model.clock_ns)
    }

    /// The clock at an instant of a simulation, which charges just when it reads the clock; `None` if nobody was charged since the
    /// CPU was idle.
    fn clock_since_charge(&self, at_ns: i64) -> Option<u64> {
        let charged_ns = self.charged_at_ns.filter(|_| self.recording.overhead_ns.is_empty())?;
        Some(self.model.clock_ns.saturating_add_signed((at_ns - charged_ns).max(0)))
    }
}

/// The next charge of the running task, the event at `index` included: what it charges, and when its clock was read.
fn next_charge(recording: &Recording, index: usize, running: TaskRef, delays: Delays) -> Option<(i64, i64)> {
    let mut read_ns = None;
    for (at, event) in recording.events.iter().enumerate().skip(index) {
        match &event.kind {
            Kind::Runtime { task, ran_ns, .. } if *task == running => {
                return Some((*ran_ns, read_ns.unwrap_or(event.t_ns)));
            }
            Kind::Wakeup(wakeup) | Kind::WakeupNew(wakeup) => {
                read_ns = read_ns.filter(|_| wakeup.resched.hard);
            }
            Kind::Switch(_) => return None,
            _ => read_ns = clock_read_ns(recording, at, delays).or(read_ns),
        }
    }
    None
}

impl Flow<'_> {
    /// The time between the two clocks of a switch at `index`, that of the charge that parked the task before it, and that of
    /// schedule(), from which the next one is charged; `None` if that is not recorded.
    pub(super) fn until_schedule_after_park(&self, index: usize) -> Option<i64> {
        let delays = delays_of(self.recording)?;
        let parked_ns = self.recording.events.get(index.checked_sub(1)?)?.t_ns;
        let Kind::Switch(switch) = &self.recording.events[index].kind else { return None };
        let (ran_ns, charged_ns) = next_charge(self.recording, index + 1, switch.next, delays)?;
        Some(charged_ns - ran_ns - parked_ns)
    }
}

/// What recording took is noted in each recording of a real kernel, and of no simulation.
fn delays_of(recording: &Recording) -> Option<Delays> {
    if recording.overhead_ns.is_empty() {
        return Some(SIMULATED);
    }
    let base = recording.kernel_tag.split('+').next()?;
    DELAYS.iter().find(|(tag, _)| *tag == base).map(|(_, delays)| *delays)
}

/// The next charge of the running task after the wakeup that begins at `index`: what it charges, and how long after the
/// wakeup's clock it was made. A schedule() that a wakeup asked for hard does not read the clock again.
///
/// `None` if the wakeup itself charges the task, or nothing does any more.
fn until_charge(recording: &Recording, index: usize, running: TaskRef, delays: Delays) -> Option<(i64, i64)> {
    let began_ns = clock_read_ns(recording, index, delays)?;
    let mut read_ns = Some(began_ns);
    let mut in_wakeup = true;
    for (at, event) in recording.events.iter().enumerate().skip(index + 1) {
        match &event.kind {
            Kind::Runtime { task, ran_ns, .. } if *task == running => {
                let charged_ns = read_ns.unwrap_or(event.t_ns);
                return (!in_wakeup).then_some((*ran_ns, charged_ns - began_ns));
            }
            Kind::Wakeup(wakeup) | Kind::WakeupNew(wakeup) => {
                in_wakeup = false;
                read_ns = read_ns.filter(|_| wakeup.resched.hard);
            }
            Kind::Switch(_) => return None,
            _ => read_ns = clock_read_ns(recording, at, delays).or(read_ns),
        }
    }
    None
}

/// When the clock was read for the event at `index`; `None` if it reads none.
fn clock_read_ns(recording: &Recording, index: usize, delays: Delays) -> Option<i64> {
    let event = &recording.events[index];
    let delay_ns = match &event.kind {
        Kind::Tick { .. } => delays.tick_ns,
        Kind::Hrtick { .. } => delays.hrtick_ns,
        Kind::Waking(waking) if waking.context == Context::Thread => delays.wakeup_ns,
        Kind::Waking(_) => delays.interrupt_wakeup_ns,
        _ => return None,
    };
    Some(event.t_ns.saturating_add(delay_ns))
}
