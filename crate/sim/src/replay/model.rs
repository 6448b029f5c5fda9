//! The model's queue beside a recording: one CPU, its pool, a clock that only charges.

use std::collections::BTreeSet;

use sched::bandwidth::{Quota, QuotaOutcome};
use sched::{
    ArmAt, Change, Dequeue, Enqueue, EntityId, FairQueue, Family, GroupId, HrtickArm, Params, Pick, Pool,
    Requeue, Resched, Shares, Throttling, Verdict, Vtime, Wake,
};

use crate::recording::{Event, Flags, Kind, Numbers, Recording, TaskRef};

use super::moves::Moving;
use super::setup::{self, entity_of, noted_start};

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
    /// Whether the entity was placed at a time that is only nearly known, and not looked at since.
    unsure: Vec<bool>,
    /// Groups into whose queue somebody was put.
    started: BTreeSet<GroupId>,
    pub(super) moving: Moving,
    pub(super) cpu: u32,
    pub(super) clock_ns: u64,
    pub(super) pending: Flags,
}

impl Model {
    pub(super) fn new(
        recording: &Recording,
        (cpu, first_charge): (u32, Option<FirstCharge>),
        params: Params,
    ) -> Model {
        let (mut pool, mut tasks) = (Pool::new(), Vec::new());
        let mut entities = Vec::new();
        for (index, info) in recording.tasks.iter().enumerate() {
            let id = entity_of(recording, info, &params).map(|entity| pool.add(entity));
            tasks.extend(id.map(|_| TaskRef(index as u32)));
            entities.push(id);
        }
        let seen = vec![false; pool.len()];
        let tasks_count = seen.len();
        let mut queue = FairQueue::new(params);
        setup::add_groups(recording, &mut queue, &mut pool, &tasks);
        let mut model = Model {
            queue,
            pool,
            entities,
            tasks,
            unsure: vec![false; seen.len()],
            seen,
            started: BTreeSet::new(),
            moving: Moving::new(tasks_count),
            cpu,
            clock_ns: CLOCK_START_NS,
            pending: Flags::default(),
        };
        let start = match params.family {
            Family::Cfs => cfs_start(recording, first_charge, &model),
            Family::Eevdf => noted_start(recording, cpu, "/").unwrap_or(0),
        };
        model.queue.start_at(Vtime::from_raw(start));
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

    /// Whether an entity is in a group that is itself in one.
    pub(super) fn is_nested(&self, id: EntityId) -> bool {
        let group = self.queue.group_entity(&self.pool, id);
        group.is_some_and(|group| self.queue.level(&self.pool, group) != GroupId::ROOT)
    }

    /// Notes a reschedule request: the same one twice is one, and a hard one covers a lazy.
    pub(super) fn ask(&mut self, resched: Resched) {
        match resched {
            Resched::Hard => self.pending.hard = true,
            Resched::Lazy if !self.pending.hard => self.pending.lazy = true,
            Resched::Lazy | Resched::No => {}
        }
    }

    pub(super) fn advance(&mut self, ran_ns: i64) {
        self.clock_ns = self.clock_ns.saturating_add_signed(ran_ns.clamp(0, CHARGE_MAX_NS));
    }

    /// Does something at another time than that of the last charge of a task.
    pub(super) fn at_clock<T>(&mut self, clock_ns: Option<u64>, act: impl FnOnce(&mut Model) -> T) -> T {
        let charged_ns = self.clock_ns;
        self.clock_ns = clock_ns.unwrap_or(charged_ns);
        let result = act(self);
        self.clock_ns = charged_ns;
        result
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

    /// Charges the groups of the running entity what it was charged: where it makes way for another class no pick does so.
    pub(super) fn charge_groups(&mut self) {
        self.queue.update_all(&mut self.pool, self.clock_ns);
    }

    /// A wakeup begins: the first one of an entity brings its lag, and up to 7.0 a
    /// delayed entity, its own or its group's, is requeued before the running one is charged.
    pub(super) fn waking(&mut self, id: EntityId, lag: Option<i64>) {
        if !std::mem::replace(&mut self.seen[id.0 as usize], true) {
            self.pool[id].vlag = lag.unwrap_or(0);
        }
        if self.queue.params().rules.requeue == Requeue::BeforeCharge {
            if self.pool[id].delayed {
                self.queue.requeue_delayed(&mut self.pool, id, self.clock_ns);
            } else if !self.pool[id].on_rq && self.wakes_group(id) {
                self.queue.enqueue(&mut self.pool, id, Enqueue::Wakeup, self.clock_ns);
            }
        }
    }

    /// Whether the innermost of an entity's groups that is queued is delayed.
    fn wakes_group(&self, id: EntityId) -> bool {
        let above = |id: &EntityId| self.queue.group_entity(&self.pool, *id);
        let mut groups = std::iter::successors(above(&id), above);
        groups.find(|group| self.pool[*group].on_rq).is_some_and(|group| self.pool[group].delayed)
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
        self.settle_home(id);
        self.ask(verdict.resched);
        self.arm(ArmAt::QueueChange);
    }

    /// The entity is on the queue of this CPU.
    pub(super) fn settle_home(&mut self, id: EntityId) {
        self.moving.come_home(id, self.cpu);
    }

    /// Gives another CPU's model what is known of the entities.
    pub(super) fn swap_known(&mut self, other: &mut Model) {
        std::mem::swap(&mut self.seen, &mut other.seen);
        std::mem::swap(&mut self.unsure, &mut other.unsure);
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
        while self.queue.next_removed().is_some() {}
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
        match next {
            None => self.queue.put_prev(&mut self.pool, self.clock_ns),
            Some(next) => {
                self.put_if_running(next);
                self.make_runnable(next);
                self.queue.switch_to(&mut self.pool, next, self.clock_ns);
            }
        }
        self.pending = Flags::default();
        self.arm(ArmAt::Pick);
    }

    /// A damaged recording may switch to the entity that runs; it is put first, as no queue holds it meanwhile.
    fn put_if_running(&mut self, next: EntityId) {
        if self.queue.curr() == Some(next) {
            self.queue.put_prev(&mut self.pool, self.clock_ns);
        }
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

    /// Writes the weight of a group.
    pub(super) fn set_shares(&mut self, group: GroupId, shares: Shares) {
        let charge = self.queue.set_shares(&mut self.pool, group, shares, self.clock_ns);
        self.ask(charge.resched);
    }

    /// Writes the quota of a group, which keeps its burst as far as the quota reaches.
    pub(super) fn set_quota(&mut self, group: GroupId, quota: Option<Quota>) {
        let burst_ns = self.pool.quota(group).map_or(0, |old| old.burst_ns);
        let quota = quota.map(|new| Quota { burst_ns: burst_ns.min(new.quota_ns), ..new });
        let outcome = self.queue.set_quota(&mut self.pool, group, quota, self.clock_ns);
        self.follow_quota(&outcome);
    }

    /// Whether the timer of a group's quota runs.
    pub(super) fn period_timer_runs(&self, group: GroupId) -> bool {
        self.pool.bandwidth(group).period_at_ns().is_some()
    }

    /// Whether the quota of a group holds somebody back.
    pub(super) fn holds_back(&self, group: GroupId) -> bool {
        self.pool.bandwidth(group).throttled() > 0
    }

    /// A period of a group's quota begins.
    pub(super) fn begin_period(&mut self, group: GroupId) {
        let outcome = self.queue.begin_period(&mut self.pool, group, self.clock_ns);
        self.follow_quota(&outcome);
    }

    fn follow_quota(&mut self, outcome: &QuotaOutcome) {
        self.ask(outcome.verdict.resched);
        if !outcome.freed.is_empty() && self.queue.params().rules.throttling != Throttling::Group {
            self.arm(ArmAt::QueueChange);
        }
    }

    /// Whether a task is to be parked when it returns to user mode.
    pub(super) fn must_park(&self, task: TaskRef) -> bool {
        self.entity(task).is_some_and(|id| self.pool[id].must_park)
    }

    /// The running entity returns to user mode; says whether it is parked.
    pub(super) fn park(&mut self, id: EntityId) -> bool {
        let parks = self.pool[id].must_park && self.queue.park(&mut self.pool, id, self.clock_ns).is_some();
        if parks {
            self.arm(ArmAt::QueueChange);
        }
        parks
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

    /// The entity's placement depends on a time that is only nearly known.
    pub(super) fn placed_unsurely(&mut self, id: EntityId) {
        self.unsure[id.0 as usize] = true;
    }

    /// Whether it did; from now on it does not.
    pub(super) fn settle_placement(&mut self, id: EntityId) -> bool {
        std::mem::take(&mut self.unsure[id.0 as usize])
    }

    /// Whether nobody was put yet into the queue of an entity.
    pub(super) fn is_first(&self, id: EntityId) -> bool {
        !self.started.contains(&self.queue.level(&self.pool, id))
    }

    /// Starts the queue of an entity, if it is its first, where the recording shows that it stood.
    pub(super) fn start_beside(&mut self, id: EntityId, vruntime: Option<i64>) {
        let level = self.queue.level(&self.pool, id);
        let start =
            vruntime.filter(|_| self.is_first(id) && self.queue.nr_queued_beside(&self.pool, id) == 0);
        if let Some(start) = start {
            self.queue.start_group_at(level, Vtime::from_raw(start));
        }
        let mut at = Some(id);
        while let Some(id) = at {
            self.started.insert(self.queue.level(&self.pool, id));
            at = self.queue.group_entity(&self.pool, id);
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
            self.settle_home(id);
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
        self.settle_home(id);
    }
}

/// A charge under CFS: of whom, of how much, and the vruntime to which it led.
pub(super) type FirstCharge = (TaskRef, i64, i64);

/// What an event says of a charge of a fair task with its vruntime.
pub(super) fn charge_of(recording: &Recording, params: &Params, event: &Event) -> Option<FirstCharge> {
    match event.kind {
        Kind::Runtime { task, ran_ns, vruntime } => {
            entity_of(recording, recording.task(task), params)?;
            Some((task, ran_ns, vruntime?))
        }
        _ => None,
    }
}

/// min_vruntime before the first wakeup: as noted some time before the recording, raised
/// to what the placement of the first thread of the root group shows, if that was no nearer by itself.
fn cfs_start(recording: &Recording, first_charge: Option<FirstCharge>, model: &Model) -> i64 {
    let noted = noted_start(recording, model.cpu, "/").unwrap_or(0);
    let in_root = |id: &EntityId| model.pool[*id].group == GroupId::ROOT;
    let shown = first_charge.and_then(|(task, ran_ns, after)| Some((model.entity(task)?, ran_ns, after)));
    let Some((id, ran_ns, after)) = shown.filter(|(id, ..)| in_root(id)) else { return noted };
    let rule = model.queue.params().rules.delta;
    let charged = sched::calc_delta_fair(rule, ran_ns.unsigned_abs(), model.pool[id].weight) as i64;
    let (placed, credit) =
        (after.wrapping_sub(charged), model.queue.sleeper_credit_ns(&model.pool, id) as i64);
    let stayed = recording.task(model.task(id)).start.is_some_and(|start| start.vruntime == Some(placed));
    if stayed { noted } else { noted.max(placed.wrapping_add(credit)) }
}
