//! The model's queue beside a recording: one CPU, its pool, a clock that only charges.

use sched::{
    ArmAt, Change, Dequeue, Enqueue, EntityId, FairQueue, Family, HrtickArm, Params, Pick, Pool, Requeue,
    Resched, Verdict, Vtime, Wake,
};

use crate::recording::{Flags, Kind, Numbers, Recording, TaskRef};

use super::setup::entity_of;

/// Where the clock starts, ns: any value, as only differences count.
const CLOCK_START_NS: u64 = 1 << 40;
/// No charge is longer, ns (104 days): more is a damaged file, and is cut.
const CHARGE_MAX_NS: i64 = 1 << 53;

/// The fair class as the model has it.
pub(super) struct Model {
    pub(super) queue: FairQueue,
    pub(super) pool: Pool,
    entities: Vec<Option<EntityId>>,
    tasks: Vec<TaskRef>,
    /// Whether the entity has occurred: its first wakeup brings its lag along.
    seen: Vec<bool>,
    pub(super) clock_ns: u64,
    pub(super) pending: Flags,
}

impl Model {
    pub(super) fn new(recording: &Recording, params: Params) -> Model {
        let (mut pool, mut tasks) = (Pool::new(), Vec::new());
        let mut entities = Vec::new();
        for (index, info) in recording.tasks.iter().enumerate() {
            let id = entity_of(recording, info).map(|entity| pool.add(entity));
            tasks.extend(id.map(|_| TaskRef(index as u32)));
            entities.push(id);
        }
        let seen = vec![false; pool.len()];
        let queue = FairQueue::new(params);
        let mut model =
            Model { queue, pool, entities, tasks, seen, clock_ns: CLOCK_START_NS, pending: Flags::default() };
        if params.family == Family::Cfs {
            model.queue.start_at(Vtime::from_raw(cfs_start(recording, &model)));
        }
        model
    }

    /// The entity of a task; `None` for idle and higher classes.
    pub(super) fn entity(&self, task: TaskRef) -> Option<EntityId> {
        self.entities[task.0 as usize]
    }

    /// The task of an entity.
    pub(super) fn task(&self, id: EntityId) -> TaskRef {
        self.tasks[id.0 as usize]
    }

    /// Notes a reschedule request: the same one twice is one, and a hard one covers a lazy.
    pub(super) fn ask(&mut self, resched: Resched) {
        match resched {
            Resched::Hard => self.pending.hard = true,
            Resched::Lazy if !self.pending.hard => self.pending.lazy = true,
            Resched::Lazy | Resched::No => {}
        }
    }

    fn advance(&mut self, ran_ns: i64) {
        self.clock_ns = self.clock_ns.saturating_add_signed(ran_ns.clamp(0, CHARGE_MAX_NS));
    }

    /// Charges the running entity `ran_ns` and notes what that asks for.
    pub(super) fn charge(&mut self, ran_ns: i64) -> Verdict {
        self.advance(ran_ns);
        let verdict = self.queue.update_curr(&mut self.pool, self.clock_ns);
        self.ask(verdict.resched);
        verdict
    }

    /// The periodic tick, which charges `ran_ns`.
    pub(super) fn tick(&mut self, ran_ns: i64) -> Verdict {
        self.advance(ran_ns);
        let verdict = self.queue.tick(&mut self.pool, self.clock_ns);
        self.ask(verdict.resched);
        verdict
    }

    /// The slice timer, which charges `ran_ns`; the charge may ask for a lazy reschedule
    /// before the timer asks for a hard one, and both flags stay.
    pub(super) fn hrtick(&mut self, ran_ns: i64) -> Verdict {
        self.charge(ran_ns);
        let verdict = self.queue.hrtick(&mut self.pool, self.clock_ns);
        self.ask(verdict.resched);
        verdict
    }

    /// A wakeup begins: the first one of an entity brings its lag, and up to 7.0 a
    /// delayed entity is requeued before the running one is charged.
    pub(super) fn waking(&mut self, id: EntityId, lag: Option<i64>) {
        if !std::mem::replace(&mut self.seen[id.0 as usize], true) {
            self.pool[id].vlag = lag.unwrap_or(0);
        }
        if self.pool[id].delayed && self.queue.params.rules.requeue == Requeue::BeforeCharge {
            self.queue.requeue_delayed(&mut self.pool, id, self.clock_ns);
        }
    }

    /// A wakeup puts the entity onto the queue, if it is not still there.
    pub(super) fn wake(&mut self, id: EntityId, how: Enqueue) {
        let verdict = if self.pool[id].delayed {
            self.queue.requeue_delayed(&mut self.pool, id, self.clock_ns)
        } else if !self.pool[id].on_rq {
            self.queue.enqueue(&mut self.pool, id, how, self.clock_ns)
        } else {
            return;
        };
        self.ask(verdict.resched);
        self.arm(ArmAt::QueueChange);
    }

    /// The wakeup preemption test; what it asks for is noted.
    pub(super) fn wakeup_preempt(&mut self, id: EntityId, wake: Wake) -> Verdict {
        let hard = self.pending.hard;
        let verdict = self.queue.wakeup_preempt(&mut self.pool, id, wake, hard, self.clock_ns);
        self.ask(verdict.resched);
        verdict
    }

    /// The pick of schedule(), at the clock as it stands.
    pub(super) fn pick(&mut self) -> Option<Pick> {
        self.queue.hrtick_schedule();
        let pick = self.queue.pick(&mut self.pool, self.clock_ns);
        self.queue.take_removed();
        pick
    }

    /// The running entity blocks or exits.
    pub(super) fn block(&mut self, id: EntityId, how: Dequeue) {
        if self.pool[id].on_rq {
            self.queue.dequeue(&mut self.pool, id, how, self.clock_ns);
        }
    }

    /// The CPU goes from the running fair entity, if any, to `next`, if that is fair.
    pub(super) fn switch_to(&mut self, next: Option<EntityId>) {
        if self.queue.curr().is_some() {
            self.queue.put_prev(&mut self.pool, self.clock_ns);
        }
        if let Some(next) = next {
            self.make_runnable(next);
            self.queue.set_next(&mut self.pool, next, self.clock_ns, true);
        }
        self.pending = Flags::default();
        self.arm(ArmAt::Pick);
    }

    /// Considers the slice timer; an overdue one asks for a reschedule.
    pub(super) fn arm(&mut self, at: ArmAt) {
        if let HrtickArm::Overdue(verdict) = self.queue.hrtick_arm(&self.pool, at, self.clock_ns) {
            self.ask(verdict.resched);
        }
    }

    pub(super) fn change(&mut self, id: EntityId, change: Change) {
        let hard = self.pending.hard;
        let verdict = self.queue.change(&mut self.pool, id, change, hard, self.clock_ns);
        self.ask(verdict.resched);
    }

    pub(super) fn yield_curr(&mut self) {
        self.queue.yield_curr(&mut self.pool, self.clock_ns);
    }

    /// Places a new thread by its parent.
    pub(super) fn fork(&mut self, child: TaskRef) {
        if let Some(child) = self.entity(child) {
            let verdict = self.queue.fork(&mut self.pool, child, self.clock_ns);
            self.ask(verdict.resched);
        }
    }

    /// Takes over recorded values.
    pub(super) fn adopt(&mut self, id: EntityId, numbers: Numbers) {
        let (v, d) = (Vtime::from_raw(numbers.vruntime), Vtime::from_raw(numbers.deadline));
        self.queue.overwrite(&mut self.pool, id, v, d, numbers.slice_ns.unsigned_abs());
    }

    /// Takes over that an entity is off the queue although the model kept it, or the
    /// other way round.
    pub(super) fn adopt_delayed(&mut self, id: EntityId, delayed: bool) {
        let now_ns = self.clock_ns;
        if delayed {
            self.queue.linger(&mut self.pool, id, now_ns);
        } else if self.pool[id].on_rq {
            self.queue.dequeue(&mut self.pool, id, Dequeue::Exit, now_ns);
            self.pool[id].delayed = false;
        }
    }

    /// Whatever the model believed, this entity can run now.
    fn make_runnable(&mut self, id: EntityId) {
        if self.pool[id].delayed {
            self.adopt_delayed(id, false);
        }
        if !self.pool[id].on_rq {
            self.queue.enqueue(&mut self.pool, id, Enqueue::Wakeup, self.clock_ns);
        }
    }
}

/// min_vruntime before the first wakeup: as noted some time before the recording, raised
/// to what the placement of the first thread shows.
fn cfs_start(recording: &Recording, model: &Model) -> i64 {
    let noted = recording.queues_at_start.get("/").and_then(|queue| queue.min_vruntime).unwrap_or(0);
    let shown = recording.events.iter().find_map(|event| match event.kind {
        Kind::Runtime { task, ran_ns, vruntime: Some(after) } => Some((model.entity(task)?, ran_ns, after)),
        _ => None,
    });
    let Some((id, ran_ns, after)) = shown else { return noted };
    let rule = model.queue.params.rules.delta;
    let charged = sched::calc_delta_fair(rule, ran_ns.unsigned_abs(), model.pool[id].weight) as i64;
    let credit = model.queue.sleeper_credit_ns(&model.pool, id) as i64;
    noted.max(after.wrapping_sub(charged).wrapping_add(credit))
}
