//! What a recorder has to remember of the time before an event.

use sched::{DelayedLag, DeltaRule, Entity, Family, Params, Preemption, Resched};
use sim::Sim;
use sim::recording::{Flags, GroupNumbers, Kind, Numbers};
use sim::trace::{self, IDLE};

use super::reference;

/// Who ran, what was pending and how each task stood, before the event that is being recorded.
pub(super) struct Memory {
    pub eevdf: bool,
    lazy_model: bool,
    delta: DeltaRule,
    stashes: bool,
    /// A timer of the scheduler's expired, and nobody was asked to decide since.
    pub in_timer: bool,
    /// The CPU of the event.
    cpu: usize,
    lanes: Vec<Lane>,
    tasks: Vec<Seen>,
}

/// A CPU when it was last looked at.
#[derive(Clone)]
pub(super) struct Lane {
    /// Who was running.
    pub running: u16,
    /// The running task's entity as it was after the last line about it.
    charged: Option<Entity>,
    pending: Resched,
    /// A lazy request stands beside a hard one, as the kernel has a flag for each.
    lazy: bool,
    /// The last event that was more than a delayed task leaving.
    pub last: Option<trace::Kind>,
    /// When it was.
    pub last_ns: u64,
    /// The charge of the schedule() that is under way has its line.
    pub charged_to_go: bool,
    /// A task was put on by another CPU, which may ask for a reschedule after that.
    pub joined: bool,
    /// The running task was runnable when the last decision began anywhere.
    was_runnable: bool,
}

impl Lane {
    /// Before the first event: idle.
    const IDLE: Lane = Lane {
        running: IDLE,
        charged: None,
        pending: Resched::No,
        lazy: false,
        last: None,
        last_ns: 0,
        charged_to_go: false,
        joined: false,
        was_runnable: false,
    };
}

/// A task when it was last looked at.
#[derive(Clone, Copy, Default)]
struct Seen {
    vlag: i64,
    on_rq: bool,
    /// It was picked since it was last placed, so that a stashed deadline is in its lag field.
    picked: bool,
    /// Its wakeup began on this CPU, which chose one for it.
    wakes: Option<u16>,
}

impl Memory {
    /// Before the first event: all CPUs idle, and everybody new.
    pub fn new(params: &Params, cpus: usize, tasks: usize) -> Memory {
        Memory {
            eevdf: params.family == Family::Eevdf,
            lazy_model: params.preemption == Preemption::Lazy,
            delta: params.rules.delta,
            stashes: params.rules.delayed_lag == DelayedLag::ClippedAtEnd,
            in_timer: false,
            cpu: 0,
            lanes: vec![Lane::IDLE; cpus],
            tasks: vec![Seen::default(); tasks],
        }
    }

    /// The event that is being recorded is one of this CPU.
    pub fn turn_to(&mut self, cpu: u16) {
        self.cpu = usize::from(cpu);
    }

    /// The CPU of the event.
    pub fn lane(&self) -> &Lane {
        &self.lanes[self.cpu]
    }

    /// The same, to note something.
    pub fn lane_mut(&mut self) -> &mut Lane {
        &mut self.lanes[self.cpu]
    }

    /// Requests that were raised without an event, where a task came from elsewhere.
    pub fn notice_requests(&mut self, sim: &Sim) {
        for (cpu, lane) in (0..).zip(&mut self.lanes) {
            if lane.joined {
                lane.pending = lane.pending.max(sim.pending(cpu));
            }
            lane.was_runnable = lane.running != IDLE && is_runnable(sim.entity(lane.running));
        }
    }

    /// Whether the running task of the CPU, which has not blocked, was taken off its queue.
    pub fn is_pushed(&self, sim: &Sim) -> bool {
        let lane = self.lane();
        lane.was_runnable && lane.running != IDLE && !sim.entity(lane.running).on_rq
    }

    /// Whether the running task of the CPU has blocked, and is to make way.
    pub fn has_blocked(&self, sim: &Sim) -> bool {
        let running = self.lane().running;
        running != IDLE && !is_runnable(sim.entity(running))
    }

    /// The CPU on which a task runs.
    pub fn cpu_of(&self, task: u16) -> Option<u16> {
        let runs = |lane: &Lane| task != IDLE && lane.running == task;
        self.lanes.iter().position(runs).map(|cpu| cpu as u16)
    }

    /// A CPU was chosen for a task that wakes, or it has woken; which one chose before.
    pub fn wakes(&mut self, task: u16, on: Option<u16>) -> Option<u16> {
        std::mem::replace(&mut self.tasks[usize::from(task)].wakes, on)
    }

    /// Looks at the running task after a charge from elsewhere.
    pub fn look_at_charged(&mut self, sim: &Sim) {
        let lane = self.lane_mut();
        lane.charged = (lane.running != IDLE).then(|| sim.entity(lane.running).clone());
    }

    /// The need-resched flags before the event.
    pub fn flags(&self) -> Flags {
        self.flags_with(self.lane().pending)
    }

    /// The need-resched flags if `pending` is the strongest request now.
    pub fn flags_with(&self, pending: Resched) -> Flags {
        let beside = self.lane().lazy && pending == Resched::Hard;
        Flags { hard: pending == Resched::Hard, lazy: pending == Resched::Lazy || beside }
    }

    /// The lag field of a task and whether it was queued.
    pub fn lag_and_queued(&self, task: u16) -> (i64, bool) {
        let seen = self.tasks[usize::from(task)];
        (seen.vlag, seen.on_rq)
    }

    /// A task is placed on the queue.
    pub fn placed(&mut self, task: u16) {
        self.tasks[usize::from(task)].picked = false;
    }

    /// A task is picked to run, or [`IDLE`] is.
    pub fn picked(&mut self, task: u16) {
        if task != IDLE {
            self.tasks[usize::from(task)].picked = true;
        }
    }

    /// The time that the running task got since its last charge; `None` if the CPU was idle.
    pub fn uncharged_ns(&self, sim: &Sim) -> Option<u64> {
        let lane = self.lane();
        let charged = lane.charged.as_ref()?;
        Some(sim.entity(lane.running).sum_exec_ns - charged.sum_exec_ns)
    }

    /// The line of a charge; `None` if the CPU was idle.
    ///
    /// The vruntime is what the charge alone led to: the same event may have moved the task since.
    pub fn charge(&mut self, ran_ns: u64) -> Option<Kind> {
        let (delta, eevdf) = (self.delta, self.eevdf);
        let lane = self.lane_mut();
        let charged = lane.charged.as_mut()?;
        let virtual_ns = sched::calc_delta_fair(delta, ran_ns, charged.weight);
        charged.sum_exec_ns += ran_ns;
        charged.vruntime = charged.vruntime.plus(virtual_ns as i64);
        let vruntime = (!eevdf).then_some(charged.vruntime.raw());
        Some(Kind::Runtime { task: reference(lane.running), ran_ns: ran_ns as i64, vruntime })
    }

    /// The request that is pending after an event of the CPU. That the running task is to be moved is asked for by the stopper, once
    /// that has woken.
    pub fn pending_after(&self, sim: &Sim, event: &trace::Event) -> Resched {
        if !sim.is_pushing(event.cpu) {
            return sim.pending(event.cpu);
        }
        let asked = match event.kind() {
            trace::Kind::WakeupPreempts | trace::Kind::TickResched if self.lazy_model => Resched::Lazy,
            trace::Kind::WakeupPreempts | trace::Kind::TickResched | trace::Kind::Hrtick => Resched::Hard,
            _ => Resched::No,
        };
        self.lane().pending.max(asked)
    }

    /// Looks at everything that the next event has to know about the time before it.
    pub fn look(&mut self, sim: &Sim, event: &trace::Event) {
        let served = self.serves_request(sim, event);
        let running = sim.running(event.cpu);
        let pending = self.pending_after(sim, event);
        let lane = self.lane_mut();
        *lane = Lane {
            running,
            charged: (running != IDLE).then(|| sim.entity(running).clone()),
            pending,
            last: Some(event.kind()),
            last_ns: event.t_ns,
            joined: event.kind() == trace::Kind::Pulled,
            charged_to_go: false,
            ..*lane
        };
        let lazy = self.flags().lazy || served;
        self.lane_mut().lazy = lazy;
        event.tasks().for_each(|task| self.look_at(sim, task));
    }

    /// Looks at one task.
    pub fn look_at(&mut self, sim: &Sim, task: u16) {
        let entity = sim.entity(task);
        let vlag = self.lag_field(entity, task);
        let seen = &mut self.tasks[usize::from(task)];
        (seen.vlag, seen.on_rq) = (vlag, entity.on_rq);
    }

    /// Whether a slice timer's charge served the running task's request beside others of its queue: under lazy preemption
    /// that asks for a lazy reschedule by itself, before the timer asks for a hard one. Its groups are charged after that.
    fn serves_request(&self, sim: &Sim, event: &trace::Event) -> bool {
        let (queue, pool) = (sim.queue(event.cpu), sim.pool());
        let lane = self.lane();
        let asked_by_quota = || queue.has_used_up_quota(pool, sim.entity_id(lane.running));
        let is_served = |before: &Entity| {
            let id = sim.entity_id(lane.running);
            before.deadline != pool[id].deadline && queue.nr_queued_beside(pool, id) > 1
        };
        let hrtick = event.kind() == trace::Kind::Hrtick;
        // A quota that the same charge used up asks for a hard one before.
        self.lazy_model && hrtick && !asked_by_quota() && lane.charged.as_ref().is_some_and(is_served)
    }

    /// The numbers of a task that EEVDF kernels record; `None` for idle and under CFS.
    pub fn numbers(&self, sim: &Sim, task: u16) -> Option<Numbers> {
        if task == IDLE || !self.eevdf {
            return None;
        }
        let entity = sim.entity(task);
        Some(Numbers { vlag: self.lag_field(entity, task), ..numbers_of(entity) })
    }

    /// The numbers of the group that competes for a task.
    pub fn group_numbers(&self, sim: &Sim, task: u16) -> Option<GroupNumbers> {
        if task == IDLE || !self.eevdf {
            return None;
        }
        let group = sim.queue(self.cpu as u16).group_entity(sim.pool(), sim.entity_id(task))?;
        let entity = &sim.pool()[group];
        Some(GroupNumbers { numbers: numbers_of(entity), weight: entity.weight.load as i64 })
    }

    /// What the kernel's `vlag` field holds: up to 7.0 the protection has its place there
    /// from the pick until the entity leaves the queue.
    fn lag_field(&self, entity: &Entity, task: u16) -> i64 {
        let stashed = self.stashes && entity.on_rq && self.tasks[usize::from(task)].picked;
        if stashed { entity.protect.raw() } else { entity.vlag }
    }
}

fn numbers_of(entity: &Entity) -> Numbers {
    Numbers {
        vruntime: entity.vruntime.raw(),
        deadline: entity.deadline.raw(),
        slice_ns: entity.slice_ns as i64,
        vlag: entity.vlag,
        sum_exec_ns: entity.sum_exec_ns as i64,
    }
}

fn is_runnable(entity: &Entity) -> bool {
    entity.on_rq && !entity.delayed
}
