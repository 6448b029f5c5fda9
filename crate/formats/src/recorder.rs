//! A simulation as a recording: what a recorder inside the simulated kernel would have written.
//!
//! The simulation runs again with an observer that turns each event of the trace into those of the
//! format, with the entities' numbers at that moment. One instant of the simulation can give several
//! lines of equal time: a tick, the charge it makes, the switch that follows.

use std::io::{self, Write};

use sched::Reason;
use sim::recording::{Context, Event, Kind, PrevState, Recording, Switch, TaskRef, Wakeup, Waking};
use sim::trace::{self, IDLE};
use sim::{Observer, Placing, Run, Scenario, Sim, Timer};

use crate::delays::{self, Follow, ThreadDelays};
use crate::recording;
use between::Between;
use memory::Memory;

mod between;
mod header;
mod memory;

/// The recording of a finished run of this scenario.
///
/// The scenario must be the one that the run was started with; the recording holds it. If a thread has a
/// name that [`recording::check_names`] refuses, it cannot be read again. All events are kept;
/// [`write`] and [`thread_delays`] keep none.
pub fn record(scenario: &Scenario, run: &Run) -> Recording {
    let mut recording = header::header(scenario, run);
    each_event(run, |event| recording.events.push(event));
    recording.summary = delays::summary(&delays::thread_delays(&recording));
    recording
}

/// Writes the recording of a finished run; fails only where `out` does.
///
/// The simulation runs twice more: the header has a summary of what comes after it.
pub fn write(scenario: &Scenario, run: &Run, out: &mut impl Write) -> io::Result<()> {
    let mut recording = header::header(scenario, run);
    recording.summary = delays::summary(&thread_delays(scenario, run));
    recording::write_header(&recording, out)?;
    let mut outcome = Ok(());
    each_event(run, |event| {
        if outcome.is_ok() {
            outcome = recording::write_event(&recording.tasks, &event, out);
        }
    });
    outcome
}

/// What each thread of a finished run got.
pub fn thread_delays(scenario: &Scenario, run: &Run) -> Vec<ThreadDelays> {
    let mut follow = Follow::new(&header::header(scenario, run));
    each_event(run, |event| follow.event(&event));
    follow.finish()
}

/// Runs the simulation again and hands over each event of its recording.
fn each_event(run: &Run, sink: impl FnMut(Event)) {
    let (cpus, tasks) = (run.topology().cpu_count(), run.tasks().len());
    let memory = Memory::new(run.params(), cpus, tasks);
    let between = (cpus > 1).then(|| Between::new(between::stoppers(&run.trace().events), tasks));
    run.observe(0, run.end_ns(), &mut Recorder { memory, between, latest_ns: 0, sink });
}

struct Recorder<Sink> {
    memory: Memory,
    /// What there is to remember of a machine with several CPUs.
    between: Option<Between>,
    /// The time of the last line.
    latest_ns: u64,
    sink: Sink,
}

impl<Sink: FnMut(Event)> Observer for Recorder<Sink> {
    fn timer(&mut self, sim: &Sim, timer: Timer) {
        let function = timer.function().to_owned();
        self.push_at(sim.now_ns(), 0, Kind::Hrtimer { function });
        self.memory.in_timer = true;
    }

    fn deciding(&mut self, sim: &Sim) {
        self.memory.in_timer = false;
        if self.between.is_some() {
            self.memory.notice_requests(sim);
        }
    }

    fn placing(&mut self, _: &Sim, placing: Placing) {
        if let Some(between) = &mut self.between {
            between.placing = Some(placing);
        }
    }

    fn event(&mut self, sim: &Sim, event: &trace::Event) {
        self.memory.turn_to(event.cpu);
        if event.kind().names_cpu() {
            return self.between_cpus(sim, event);
        }
        if self.is_part(sim, event) {
            return event.tasks().for_each(|task| self.memory.look_at(sim, task));
        }
        self.record(sim, event);
        self.charge(sim, event);
        self.memory.look(sim, event);
    }
}

impl<Sink: FnMut(Event)> Recorder<Sink> {
    /// Whether it falls out of a charge or a decision whose outcome is the next event. Budgets that a timer gives are its outcome.
    fn is_part(&self, sim: &Sim, event: &trace::Event) -> bool {
        match event.kind() {
            trace::Kind::DelayedOut | trace::Kind::DeadlineMissed => true,
            trace::Kind::Throttled => !self.parks(sim, event),
            trace::Kind::Replenished => !self.memory.in_timer,
            trace::Kind::ClockSet => true,
            _ => false,
        }
    }

    /// Whether the running task is parked at its return to user mode.
    fn parks(&self, sim: &Sim, event: &trace::Event) -> bool {
        event.task == self.memory.lane().running && sim.entity(event.task).parked
    }

    fn record(&mut self, sim: &Sim, event: &trace::Event) {
        use trace::Kind::*;
        let (task, resched) = (reference(self.memory.lane().running), self.memory.flags());
        match event.kind() {
            DelayedWake => self.waking(event),
            Wakeup | WakeupPreempts | WakeupIdle => self.wakeup(sim, event),
            Fork => self.fork(sim, event),
            Tick | TickResched => self.handler(sim, event, Kind::Tick { task, resched }),
            Hrtick => self.handler(sim, event, Kind::Hrtick { task, resched }),
            Exit => self.exit(sim, event),
            Yield => self.mark(sim, event),
            // After a yield the kernel does not read its clock again: one charge stands for both.
            Keep if self.memory.lane().last == Some(Yield) => {}
            Keep => self.mark_schedule(sim, event),
            Throttled => self.mark(sim, event),
            // What a task changes by itself is told by its next charge, and one of 0 stands for it.
            Change if self.between.is_some() => self.change(sim, event),
            Change if event.other == self.memory.lane().running => self.mark(sim, event),
            GroupChanged if event.task == self.memory.lane().running => self.mark(sim, event),
            Change | DelayedOut | Unthrottled | Replenished | DeadlineMissed => {}
            QuotaRefilled | GroupChanged => {}
            SwitchMigrated => self.push_away(sim, event),
            kind => self.switch(sim, event, kind),
        }
    }

    /// A handler that charges the running task.
    fn handler(&mut self, sim: &Sim, event: &trace::Event, kind: Kind) {
        self.push(event, kind);
        self.mark(sim, event);
    }

    fn push(&mut self, event: &trace::Event, kind: Kind) {
        self.push_at(event.t_ns, event.cpu, kind);
    }

    fn push_at(&mut self, t_ns: u64, cpu: u16, kind: Kind) {
        // On one CPU nothing comes late; of several each has its own clock, and the lines are in the order of time.
        self.latest_ns = self.latest_ns.max(t_ns);
        let t_ns = i64::try_from(self.latest_ns).expect("a run lasts an hour at most");
        (self.sink)(Event { t_ns, cpu: u32::from(cpu), kind });
    }

    fn push_charge(&mut self, event: &trace::Event, ran_ns: u64) {
        if let Some(kind) = self.memory.charge(ran_ns) {
            self.push(event, kind);
        }
    }

    /// The charge of the task that was running, if it got time since the last one.
    fn charge(&mut self, sim: &Sim, event: &trace::Event) {
        if let Some(ran_ns @ 1..) = self.memory.uncharged_ns(sim) {
            self.push_charge(event, ran_ns);
        }
    }

    /// A charge that says that something happened: the scheduler was asked, or a task yielded.
    ///
    /// In a kernel some time has always passed since the charge before; here one of 0 may stand for it.
    fn mark(&mut self, sim: &Sim, event: &trace::Event) {
        if let Some(ran_ns) = self.memory.uncharged_ns(sim) {
            self.push_charge(event, ran_ns);
        }
    }

    /// The charge of schedule() comes when it begins, the switch when it ends.
    fn mark_schedule(&mut self, sim: &Sim, event: &trace::Event) {
        if std::mem::take(&mut self.memory.lane_mut().charged_to_go) {
            return;
        }
        let began = trace::Event { t_ns: sim.clock_ns(event.cpu).max(self.memory.lane().last_ns), ..*event };
        self.mark(sim, &began);
    }

    fn waking(&mut self, event: &trace::Event) {
        self.waking_from(event, event.cpu, context(event));
    }

    /// The task is woken by the CPU of the event; it was on another one, or is on the same.
    fn waking_from(&mut self, event: &trace::Event, cpu: u16, context: Context) {
        let (lag, queued) = self.memory.lag_and_queued(event.task);
        let waking = Waking {
            task: reference(event.task),
            to: u32::from(cpu),
            by: reference(self.memory.lane().running),
            context,
            resched: self.memory.flags(),
            lag: self.memory.eevdf.then_some(lag),
            queued: self.memory.eevdf.then_some(queued),
        };
        self.push(event, Kind::Waking(waking));
        self.memory.placed(event.task);
    }

    /// A wake-up is done. It began in the event before if the task was still queued, delayed.
    fn wakeup(&mut self, sim: &Sim, event: &trace::Event) {
        match self.memory.wakes(event.task, None) {
            // A charge of 0 stands for the begin of what comes from another CPU.
            Some(on) if on != event.cpu => self.mark(sim, event),
            Some(_) => {}
            None if self.memory.lane().last == Some(trace::Kind::DelayedWake) => {}
            None => self.waking(event),
        }
        self.charge(sim, event);
        let woken = self.woken(sim, event, context(event));
        self.push(event, Kind::Wakeup(woken));
    }

    /// A new task. CFS charges its parent twice, first to place the child and then to queue it.
    fn fork(&mut self, sim: &Sim, event: &trace::Event) {
        self.charge(sim, event);
        if !self.memory.eevdf {
            self.push_charge(event, 0);
        }
        self.memory.placed(event.task);
        let woken = self.woken(sim, event, Context::Thread);
        self.push(event, Kind::WakeupNew(woken));
    }

    fn woken(&self, sim: &Sim, event: &trace::Event, context: Context) -> Wakeup {
        Wakeup {
            task: reference(event.task),
            to: u32::from(event.cpu),
            by: reference(self.memory.lane().running),
            context,
            resched: self.memory.flags_with(self.memory.pending_after(sim, event)),
            numbers: self.memory.numbers(sim, event.task),
        }
    }

    /// With costs, an exiting task is charged to be moved out of its autogroup.
    fn exit(&mut self, sim: &Sim, event: &trace::Event) {
        self.push(event, Kind::Exit { task: reference(event.task) });
        if event.reason() == Some(Reason::ExitMoved {}) {
            self.mark(sim, event);
        }
    }

    /// The scheduler charges first, as it does when it keeps the task; a yield has done that before it, and so has who parked it.
    fn switch(&mut self, sim: &Sim, event: &trace::Event, kind: trace::Kind) {
        if !matches!(self.memory.lane().last, Some(trace::Kind::Yield | trace::Kind::Throttled)) {
            self.mark_schedule(sim, event);
        }
        let switch = self.switch_of(sim, event, kind);
        self.push(event, Kind::Switch(switch));
    }

    fn switch_of(&mut self, sim: &Sim, event: &trace::Event, kind: trace::Kind) -> Switch {
        // A task is parked at a point of its own inside the kernel.
        let parked = kind == trace::Kind::SwitchThrottled && sim.entity(event.task).parked;
        let prev_numbers = self.memory.numbers(sim, event.task);
        self.memory.picked(event.other);
        Switch {
            prev: reference(event.task),
            prev_state: if parked { PrevState::Preempted } else { prev_state(kind) },
            next: reference(event.other),
            prev_numbers,
            next_numbers: self.memory.numbers(sim, event.other),
            prev_group: self.memory.group_numbers(sim, event.task),
            next_group: self.memory.group_numbers(sim, event.other),
        }
    }
}

/// The reference of a task of the run: idle first, then the scenario's threads.
fn reference(task: u16) -> TaskRef {
    if task == IDLE { TaskRef::IDLE } else { TaskRef(u32::from(task) + 1) }
}

/// Timers wake from a hard interrupt, tasks from themselves.
fn context(event: &trace::Event) -> Context {
    if event.other == IDLE { Context::Hard } else { Context::Thread }
}

fn prev_state(kind: trace::Kind) -> PrevState {
    match kind {
        trace::Kind::SwitchBlocked | trace::Kind::SwitchDelayed => PrevState::Sleeping,
        trace::Kind::SwitchExited => PrevState::Dead,
        _ => PrevState::Runnable,
    }
}
