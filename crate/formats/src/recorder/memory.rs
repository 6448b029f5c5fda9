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
    /// A timer of the scheduler's expired, and nobody was asked to decide since.
    pub in_timer: bool,
    tasks: Vec<Seen>,
}

/// A task when it was last looked at.
#[derive(Clone, Copy, Default)]
struct Seen {
    vlag: i64,
    on_rq: bool,
    /// It was picked since it was last placed, so that a stashed deadline is in its lag field.
    picked: bool,
}

impl Memory {
    /// Before the first event: idle, and everybody new.
    pub fn new(params: &Params, tasks: usize) -> Memory {
        Memory {
            eevdf: params.family == Family::Eevdf,
            lazy_model: params.preemption == Preemption::Lazy,
            delta: params.rules.delta,
            stashes: params.rules.delayed_lag == DelayedLag::ClippedAtEnd,
            running: IDLE,
            charged: None,
            pending: Resched::No,
            lazy: false,
            last: None,
            last_ns: 0,
            in_timer: false,
            tasks: vec![Seen::default(); tasks],
        }
    }

    /// The need-resched flags before the event.
    pub fn flags(&self) -> Flags {
        self.flags_with(self.pending)
    }

    /// The need-resched flags if `pending` is the strongest request now.
    pub fn flags_with(&self, pending: Resched) -> Flags {
        let beside = self.lazy && pending == Resched::Hard;
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
        let charged = self.charged.as_ref()?;
        Some(sim.entity(self.running).sum_exec_ns - charged.sum_exec_ns)
    }

    /// The line of a charge; `None` if the CPU was idle.
    ///
    /// The vruntime is what the charge alone led to: the same event may have moved the task since.
    pub fn charge(&mut self, ran_ns: u64) -> Option<Kind> {
        let charged = self.charged.as_mut()?;
        let virtual_ns = sched::calc_delta_fair(self.delta, ran_ns, charged.weight);
        charged.sum_exec_ns += ran_ns;
        charged.vruntime = charged.vruntime.plus(virtual_ns as i64);
        let vruntime = (!self.eevdf).then_some(charged.vruntime.raw());
        Some(Kind::Runtime { task: reference(self.running), ran_ns: ran_ns as i64, vruntime })
    }

    /// Looks at everything that the next event has to know about the time before it.
    pub fn look(&mut self, sim: &Sim, event: &trace::Event) {
        let served = self.serves_request(sim, event);
        self.running = sim.running(event.cpu);
        self.charged = (self.running != IDLE).then(|| sim.entity(self.running).clone());
        self.pending = sim.pending(event.cpu);
        self.lazy = self.flags().lazy || served;
        event.tasks().for_each(|task| self.look_at(sim, task));
        (self.last, self.last_ns) = (Some(event.kind()), event.t_ns);
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
        let asked_by_quota = || queue.has_used_up_quota(pool, sim.entity_id(self.running));
        let is_served = |before: &Entity| {
            let id = sim.entity_id(self.running);
            before.deadline != pool[id].deadline && queue.nr_queued_beside(pool, id) > 1
        };
        let hrtick = event.kind() == trace::Kind::Hrtick;
        // A quota that the same charge used up asks for a hard one before.
        self.lazy_model && hrtick && !asked_by_quota() && self.charged.as_ref().is_some_and(is_served)
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
        let group = sim.queue(0).group_entity(sim.pool(), sim.entity_id(task))?;
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
