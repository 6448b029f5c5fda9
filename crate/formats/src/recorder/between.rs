//! What a recorder of several CPUs writes besides: where tasks wake, who moves, and how a running task is moved.
//!
//! 1. **Wakeups** begin on the CPU that wakes, with the move to the one chosen. They end on that one: it queues what was woken for
//!    it, as with TTWU_QUEUE, so that the flags are its own.
//! 2. **Pulls** are made by the CPU that gets the task: it charges who runs on the other one, moves the task, and charges who runs here.
//! 3. **A running task** is moved by the stopper of its CPU (`migration/N`), which has it for no time: of the two switches the
//!    simulation has one, so the second is written when the task has come to where it goes. Numbers of that task from before it was
//!    taken off its queue are not known.

use sim::recording::{Context, Event, Flags, Kind, PrevState, Switch, TaskRef, Wakeup, Waking};
use sim::trace;
use sim::{Placing, Sim};

use super::{Recorder, reference};

/// What there is to remember of a machine with several CPUs.
pub(super) struct Between {
    /// The CPU that is about to choose one for a task.
    pub placing: Option<Placing>,
    /// CPUs whose stopper ever runs, by their first time, and the reference of the first of these stoppers.
    stoppers: Vec<u16>,
    first_stopper: u32,
    /// A stopper has the CPU of the event.
    stops: bool,
    /// The switch from a stopper, to be written when the task that it moves has come.
    held: Option<Event>,
}

impl Between {
    /// Before the first event of a machine where these stoppers come after so many tasks.
    pub fn new(stoppers: Vec<u16>, tasks: usize) -> Between {
        Between { placing: None, stoppers, first_stopper: tasks as u32 + 1, stops: false, held: None }
    }

    fn stopper(&self, cpu: u16) -> TaskRef {
        let place = self.stoppers.iter().position(|stops_on| *stops_on == cpu);
        TaskRef(self.first_stopper + place.expect("the header names every stopper that runs") as u32)
    }
}

/// CPUs whose stopper moves a running task away, by their first time.
pub(super) fn stoppers(events: &[trace::Event]) -> Vec<u16> {
    let mut cpus: Vec<u16> = Vec::new();
    for event in events.iter().filter(|event| event.kind() == trace::Kind::SwitchMigrated) {
        if !cpus.contains(&event.cpu) {
            cpus.push(event.cpu);
        }
    }
    cpus
}

impl<Sink: FnMut(Event)> Recorder<Sink> {
    /// An event about two CPUs; that nothing was found has no line.
    pub(super) fn between_cpus(&mut self, sim: &Sim, event: &trace::Event) {
        match event.kind() {
            trace::Kind::Placed => self.place(sim, event),
            trace::Kind::Pulled => self.move_queued(sim, event),
            _ => {}
        }
    }

    /// A wakeup begins; a new task begins where it is put.
    fn place(&mut self, sim: &Sim, event: &trace::Event) {
        let placing = self.between.as_mut().and_then(|between| between.placing.take());
        let Some(Placing { on, .. }) = placing.filter(Placing::is_wakeup) else { return };
        self.memory.turn_to(on);
        let here = trace::Event { cpu: on, ..*event };
        let in_interrupt = self.memory.lane().running == trace::IDLE || sim.in_interrupt(on);
        let context = if in_interrupt { Context::Hard } else { Context::Thread };
        self.waking_from(&here, event.other, context);
        if event.other != event.cpu {
            self.push(&here, moved(event));
        }
        self.memory.wakes(event.task, Some(on));
    }

    fn move_queued(&mut self, sim: &Sim, event: &trace::Event) {
        let held = self.between.as_mut().and_then(|between| between.held.take());
        let by = held.as_ref().map_or(event.cpu, |held| held.cpu as u16);
        let here = trace::Event { cpu: by, ..*event };
        if held.is_none() {
            self.begin_to_go(sim, event);
            self.charge_on(sim, &here, event.other, 0);
        }
        self.push(&here, moved(event));
        // Charges of 0 set this move off from the next one, and from the next charge here.
        self.charge_on(sim, &here, event.cpu, 0);
        self.memory.placed(event.task);
        let charged_to_go = self.memory.lane().charged_to_go;
        self.memory.look(sim, event);
        self.memory.lane_mut().charged_to_go = charged_to_go;
        if let Some(Event { kind, .. }) = held {
            self.push(&here, kind);
        }
    }

    /// A CPU that pulls has nobody left to run: if somebody ran there, his schedule() has charged him, or the stopper has come.
    fn begin_to_go(&mut self, sim: &Sim, event: &trace::Event) {
        if self.memory.is_pushed(sim) {
            self.begin_stop(sim, event);
        } else if self.memory.has_blocked(sim) && !self.memory.lane().charged_to_go {
            self.mark_schedule(sim, event);
            self.memory.lane_mut().charged_to_go = true;
        }
    }

    /// What who runs on a CPU was charged by the one of the event, if it is so much.
    fn charge_on(&mut self, sim: &Sim, event: &trace::Event, cpu: u16, least_ns: u64) {
        self.memory.turn_to(cpu);
        if let Some(ran_ns) = self.memory.uncharged_ns(sim).filter(|ran_ns| *ran_ns >= least_ns) {
            self.push_charge(event, ran_ns);
            self.memory.look_at_charged(sim);
        }
    }

    /// The running task leaves for another CPU; the switch to who comes after it waits for that.
    pub(super) fn push_away(&mut self, sim: &Sim, event: &trace::Event) {
        if !self.between.as_ref().is_some_and(|between| between.stops) {
            self.begin_stop(sim, event);
        }
        let switch = self.switch_of(sim, event, event.kind());
        let Some(between) = &mut self.between else { return };
        between.stops = false;
        let kind = Kind::Switch(Switch {
            prev: between.stopper(event.cpu),
            prev_state: PrevState::Sleeping,
            prev_numbers: None,
            prev_group: None,
            ..switch
        });
        between.held = Some(Event { t_ns: 0, cpu: u32::from(event.cpu), kind });
    }

    /// The stopper wakes and takes the CPU.
    fn begin_stop(&mut self, sim: &Sim, event: &trace::Event) {
        let Some(between) = &mut self.between else { return };
        if std::mem::replace(&mut between.stops, true) {
            return;
        }
        let (task, prev) = (between.stopper(event.cpu), self.memory.lane().running);
        let (by, to, context) = (reference(prev), u32::from(event.cpu), Context::Thread);
        let resched = self.memory.flags();
        let waking = Waking { task, to, by, context, resched, lag: None, queued: None };
        self.push(event, Kind::Waking(waking));
        let resched = Flags { hard: true, ..resched };
        self.push(event, Kind::Wakeup(Wakeup { task, to, by, context, resched, numbers: None }));
        self.mark_schedule(sim, event);
        self.memory.lane_mut().charged_to_go = true;
        let switch = Switch {
            prev: by,
            prev_state: PrevState::Runnable,
            next: task,
            prev_numbers: None,
            next_numbers: None,
            prev_group: None,
            next_group: None,
        };
        self.push(event, Kind::Switch(switch));
    }

    /// A change that a task makes, on whatever CPU, is told by the next charge of that one, and one of 0 stands for it. What it charges
    /// on the CPU of the changed task comes from there.
    pub(super) fn change(&mut self, sim: &Sim, event: &trace::Event) {
        let Some(cpu) = self.memory.cpu_of(event.other) else { return };
        let here = trace::Event { cpu, ..*event };
        self.memory.turn_to(cpu);
        self.mark(sim, &here);
        self.charge_on(sim, &here, event.cpu, 1);
    }
}

/// A task goes from one CPU to another.
fn moved(event: &trace::Event) -> Kind {
    let (from, to) = (u32::from(event.other), u32::from(event.cpu));
    Kind::Migrate { task: reference(event.task), from, to }
}
