//! A simulation as a recording: what a recorder inside the simulated kernel would have written.
//!
//! The simulation runs again with an observer that turns each event of the trace into those of the
//! format, with the entities' numbers at that moment. One instant of the simulation can give several
//! lines of equal time: a tick, the charge it makes, the switch that follows.

use sched::{DeltaRule, Entity, Family, Preemption, Protection, Reason, Resched};
use sim::recording::{
    Context, Event, Flags, Kind, Numbers, PrevState, Recording, Switch, TaskRef, Wakeup, Waking,
};
use sim::trace::{self, IDLE};
use sim::{Observer, Run, Scenario, Sim};

use crate::delays;

mod header;

/// The recording of a finished run of this scenario.
///
/// The scenario must be the one that the run was started with; the recording holds it.
pub fn record(scenario: &Scenario, run: &Run) -> Recording {
    let mut recorder = Recorder::new(run);
    run.observe(0, run.end_ns(), &mut recorder);
    let mut recording = header::header(scenario, run, recorder.start_vruntime.unwrap_or(0));
    recording.events = recorder.events;
    recording.summary = delays::summary(&recording);
    recording
}

/// What the recorder last saw of a task.
#[derive(Clone, Copy, Default)]
struct Seen {
    vlag: i64,
    on_rq: bool,
    /// It was picked since it was last placed, so that a stashed deadline is in its lag field.
    picked: bool,
}

struct Recorder {
    eevdf: bool,
    lazily: bool,
    delta: DeltaRule,
    stashes: bool,
    /// The queue's reference at the first wakeup, before anybody was charged.
    start_vruntime: Option<i64>,
    running: u16,
    /// The running task's entity as it was after the last event.
    charged: Option<Entity>,
    pending: Resched,
    /// A lazy request stands beside a hard one, as the kernel has a flag for each.
    lazy: bool,
    /// The last event that was more than a delayed task leaving.
    last: Option<trace::Kind>,
    seen: Vec<Seen>,
    events: Vec<Event>,
}

impl Observer for Recorder {
    fn event(&mut self, sim: &Sim, event: &trace::Event) {
        use trace::Kind::*;
        if event.kind() == DelayedOut {
            // It falls out of a decision whose outcome is the next event.
            return self.look_at(sim, event.task);
        }
        let (task, resched) = (reference(self.running), self.flags(self.pending));
        self.start_vruntime.get_or_insert_with(|| sim.queue(event.cpu).min_vruntime().raw());
        match event.kind() {
            DelayedWake => self.waking(event),
            Wakeup | WakeupPreempts | WakeupIdle => self.wakeup(sim, event),
            Fork => self.fork(sim, event),
            Tick | TickResched => self.push(event, Kind::Tick { task, resched }),
            Hrtick => self.push(event, Kind::Hrtick { task, resched }),
            Exit => self.exit(sim, event),
            Yield => self.mark(sim, event),
            // After a yield the kernel does not read its clock again: one charge stands for both.
            Keep if self.last == Some(Yield) => {}
            Keep => self.mark(sim, event),
            Change => {}
            kind => self.switch(sim, event, kind),
        }
        self.charge(sim, event);
        self.look(sim, event);
        self.last = Some(event.kind());
    }
}

impl Recorder {
    fn new(run: &Run) -> Recorder {
        let params = run.params();
        Recorder {
            eevdf: params.family == Family::Eevdf,
            lazily: params.preemption == Preemption::Lazy,
            delta: params.rules.delta,
            stashes: params.rules.protection == Protection::StashedDeadline,
            start_vruntime: None,
            running: IDLE,
            charged: None,
            pending: Resched::No,
            lazy: false,
            last: None,
            seen: vec![Seen::default(); run.tasks().len()],
            events: Vec::new(),
        }
    }

    fn push(&mut self, event: &trace::Event, kind: Kind) {
        let t_ns = i64::try_from(event.t_ns).expect("a run lasts an hour at most");
        self.events.push(Event { t_ns, cpu: u32::from(event.cpu), kind });
    }

    /// The charge of the task that was running, if it got time since the last one.
    fn charge(&mut self, sim: &Sim, event: &trace::Event) {
        let Some(charged) = &self.charged else { return };
        let ran_ns = sim.entity(self.running).sum_exec_ns - charged.sum_exec_ns;
        if ran_ns > 0 {
            self.push_charge(event, ran_ns);
        }
    }

    /// The vruntime is what the charge alone led to: the same event may have moved the task since.
    fn push_charge(&mut self, event: &trace::Event, ran_ns: u64) {
        let Some(charged) = &mut self.charged else { return };
        let virtual_ns = sched::calc_delta_fair(self.delta, ran_ns, charged.weight);
        charged.sum_exec_ns += ran_ns;
        charged.vruntime = charged.vruntime.plus(virtual_ns as i64);
        let vruntime = (!self.eevdf).then_some(charged.vruntime.raw());
        self.push(event, Kind::Runtime { task: reference(self.running), ran_ns: ran_ns as i64, vruntime });
    }

    /// A charge that says that something happened: the scheduler kept the running task, or that yielded.
    ///
    /// In a kernel some time has always passed since the charge before; here one of 0 may stand for it.
    fn mark(&mut self, sim: &Sim, event: &trace::Event) {
        let lines = self.events.len();
        self.charge(sim, event);
        if self.events.len() == lines {
            self.push_charge(event, 0);
        }
    }

    fn waking(&mut self, event: &trace::Event) {
        let seen = self.seen[usize::from(event.task)];
        let waking = Waking {
            task: reference(event.task),
            to: u32::from(event.cpu),
            by: reference(self.running),
            context: context(event),
            resched: self.flags(self.pending),
            lag: self.eevdf.then_some(seen.vlag),
            queued: self.eevdf.then_some(seen.on_rq),
        };
        self.push(event, Kind::Waking(waking));
        self.seen[usize::from(event.task)].picked = false;
    }

    /// A wake-up is done. It began in the event before if the task was still queued, delayed.
    fn wakeup(&mut self, sim: &Sim, event: &trace::Event) {
        if self.last != Some(trace::Kind::DelayedWake) {
            self.waking(event);
        }
        self.charge(sim, event);
        let woken = self.woken(sim, event, context(event));
        self.push(event, Kind::Wakeup(woken));
    }

    /// A new task. CFS charges its parent twice, first to place the child and then to queue it.
    fn fork(&mut self, sim: &Sim, event: &trace::Event) {
        self.charge(sim, event);
        if !self.eevdf {
            self.push_charge(event, 0);
        }
        self.seen[usize::from(event.task)] = Seen::default();
        let woken = self.woken(sim, event, Context::Thread);
        self.push(event, Kind::WakeupNew(woken));
    }

    fn woken(&self, sim: &Sim, event: &trace::Event, context: Context) -> Wakeup {
        Wakeup {
            task: reference(event.task),
            to: u32::from(event.cpu),
            by: reference(self.running),
            context,
            resched: self.flags(sim.pending(event.cpu)),
            numbers: self.numbers(sim, event.task),
        }
    }

    /// With costs, an exiting task is charged to be moved out of its autogroup.
    fn exit(&mut self, sim: &Sim, event: &trace::Event) {
        self.push(event, Kind::Exit { task: reference(event.task) });
        if event.reason() == Some(Reason::ExitMoved {}) {
            self.mark(sim, event);
        }
    }

    /// The scheduler charges first, as it does when it keeps the task; a yield has done that before it.
    fn switch(&mut self, sim: &Sim, event: &trace::Event, kind: trace::Kind) {
        if self.last != Some(trace::Kind::Yield) {
            self.mark(sim, event);
        }
        let prev_numbers = self.numbers(sim, event.task);
        if event.other != IDLE {
            self.seen[usize::from(event.other)].picked = true;
        }
        let switch = Switch {
            prev: reference(event.task),
            prev_state: prev_state(kind),
            next: reference(event.other),
            prev_numbers,
            next_numbers: self.numbers(sim, event.other),
            prev_group: None,
            next_group: None,
        };
        self.push(event, Kind::Switch(switch));
    }

    /// Notes what the next event has to know about the time before it.
    fn look(&mut self, sim: &Sim, event: &trace::Event) {
        self.running = sim.running(event.cpu);
        let renewed = event.kind() == trace::Kind::Hrtick && self.renewed(sim);
        self.charged = (self.running != IDLE).then(|| sim.entity(self.running).clone());
        self.pending = sim.pending(event.cpu);
        self.lazy = self.flags(self.pending).lazy || renewed && self.lazily;
        self.look_at(sim, event.task);
        self.look_at(sim, event.other);
    }

    /// Whether the last charge served the running task's request, which asks for a reschedule by itself.
    fn renewed(&self, sim: &Sim) -> bool {
        self.charged.as_ref().is_some_and(|before| before.deadline != sim.entity(self.running).deadline)
    }

    fn look_at(&mut self, sim: &Sim, task: u16) {
        if task == IDLE {
            return;
        }
        let (entity, vlag) = (sim.entity(task), self.lag_field(sim.entity(task), task));
        let seen = &mut self.seen[usize::from(task)];
        (seen.vlag, seen.on_rq) = (vlag, entity.on_rq);
    }

    /// The need-resched flags when `pending` is the strongest request.
    fn flags(&self, pending: Resched) -> Flags {
        let beside = self.lazy && pending == Resched::Hard;
        Flags { hard: pending == Resched::Hard, lazy: pending == Resched::Lazy || beside }
    }

    /// The numbers of a task that EEVDF kernels record; `None` for idle and under CFS.
    fn numbers(&self, sim: &Sim, task: u16) -> Option<Numbers> {
        if task == IDLE || !self.eevdf {
            return None;
        }
        let entity = sim.entity(task);
        Some(Numbers {
            vruntime: entity.vruntime.raw(),
            deadline: entity.deadline.raw(),
            slice_ns: entity.slice_ns as i64,
            vlag: self.lag_field(entity, task),
            sum_exec_ns: entity.sum_exec_ns as i64,
        })
    }

    /// What the kernel's `vlag` field holds: up to 6.16 the stash of the protection has its place there
    /// from the pick until the entity leaves the queue.
    fn lag_field(&self, entity: &Entity, task: u16) -> i64 {
        let stashed = self.stashes && entity.on_rq && self.seen[usize::from(task)].picked;
        if stashed { entity.protect.raw() } else { entity.vlag }
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
