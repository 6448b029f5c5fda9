//! Several CPUs: one walk for each, over a common pool of entities, and what comes to one from another.

use sched::{ArmAt, Dequeue, Enqueue, EntityId, Params, Resched, Vtime, Wake, calc_delta_fair};

use crate::recording::{Event, Kind, Recording, TaskRef, Waking};

use super::ahead;
use super::flow::Flow;
use super::lanes::{Lanes, Turn};
use super::model::Model;
use super::report::Report;

/// Replays what all CPUs recorded, turn by turn.
pub(super) fn replay(recording: &Recording, params: Params) -> Report {
    let lanes = Lanes::of(recording, &params);
    let flow = |(cpu, lane)| Flow::new(lane, (cpu as u32, lanes.first_charges[cpu]), params);
    let mut flows: Vec<Flow> = lanes.recordings.iter().enumerate().map(flow).collect();
    let mut holder = 0;
    for (cpu, turn) in lanes.turns {
        hand_over(&mut flows, holder, cpu);
        holder = cpu;
        claim(&mut flows, cpu, &turn, recording);
        flows[cpu].take(turn, &recording.events);
    }
    report_of(flows)
}

/// What all CPUs share is held by the one whose turn it is.
fn hand_over(flows: &mut [Flow], from: usize, to: usize) {
    if let Ok([from, to]) = flows.get_disjoint_mut([from, to]) {
        from.model.hand_over(&mut to.model);
        std::mem::swap(&mut from.changes, &mut to.changes);
    }
}

/// Whom a CPU is about to queue or run is on no other queue, whatever the model believed.
fn claim(flows: &mut [Flow], cpu: usize, turn: &Turn, recording: &Recording) {
    for task in flows[cpu].named_by(turn, &recording.events) {
        let Some(home) = flows[cpu].model.home_elsewhere(task, cpu) else { continue };
        hand_over(flows, cpu, home);
        flows[home].model.expel(task);
        hand_over(flows, home, cpu);
    }
}

fn report_of(flows: Vec<Flow>) -> Report {
    let mut report = Report::default();
    flows.iter().for_each(|flow| report.absorb(&flow.score.report));
    report.misses.sort_by_key(|miss| miss.t_ns);
    report
}

impl Flow<'_> {
    fn take(&mut self, turn: Turn, events: &[Event]) {
        match turn {
            Turn::Event => {
                self.at += 1;
                self.step(self.at - 1);
            }
            Turn::Waking(index) => self.begin_wakeup_from_elsewhere(&events[index]),
            Turn::Charge(index) => self.charge_from_elsewhere(&events[index]),
            Turn::Woken(index) => self.wakeup_from_elsewhere(&events[index]),
            Turn::Leave(task) => self.model.leave_asleep(task),
            Turn::Detach(task) => self.detach(task),
            Turn::Await => self.block_before_pull(),
            Turn::Attach(tasks) => tasks.into_iter().for_each(|task| self.attach(task)),
        }
    }

    /// Whom a turn queues or runs.
    fn named_by(&self, turn: &Turn, events: &[Event]) -> Vec<TaskRef> {
        let event = match turn {
            Turn::Event => self.recording.events.get(self.at),
            Turn::Waking(index) | Turn::Woken(index) => events.get(*index),
            Turn::Attach(tasks) => return tasks.clone(),
            _ => None,
        };
        match event.map(|event| &event.kind) {
            Some(Kind::Switch(switch)) => vec![switch.next],
            Some(Kind::Waking(waking)) if !matches!(turn, Turn::Event) || self.is_here(waking) => {
                vec![waking.task]
            }
            Some(Kind::Wakeup(wakeup) | Kind::WakeupNew(wakeup)) => vec![wakeup.task],
            _ => Vec::new(),
        }
    }

    /// Whether a wakeup that begins on this CPU ends here.
    pub(super) fn is_here(&self, waking: &Waking) -> bool {
        self.recording.cpus == 1 || waking.to == self.cpu
    }

    fn begin_wakeup_from_elsewhere(&mut self, event: &Event) {
        let Kind::Waking(waking) = &event.kind else { return };
        self.score.t_ns = event.t_ns;
        self.wakeup_clock_ns = None;
        self.place_waking(waking);
    }

    fn charge_from_elsewhere(&mut self, event: &Event) {
        let Kind::Runtime { task, ran_ns, vruntime } = event.kind else { return };
        self.score.t_ns = event.t_ns;
        let Some(id) = self.model.entity(task).filter(|id| self.model.queue.curr() == Some(*id)) else {
            return;
        };
        let early_ns = self.early_charge(event, ran_ns, vruntime);
        if early_ns > 0 {
            self.charge_early(task, early_ns);
        }
        self.rough |= vruntime.is_none();
        self.above.serve(ran_ns);
        self.model.charge(ran_ns);
        if self.blocked {
            self.model.charge_blocked();
        }
        if let Some(recorded) = vruntime {
            self.compare_vruntime(task, id, recorded);
        }
    }

    /// The flags are those of another CPU, or of this one in the interrupt for it.
    fn wakeup_from_elsewhere(&mut self, event: &Event) {
        let Kind::Wakeup(wakeup) = &event.kind else { return };
        self.score.t_ns = event.t_ns;
        self.wakeup(wakeup, false, event.cpu == self.cpu);
    }

    /// A task of a higher class wakes, and the flags are not shown: what it asks for shows in the next pick.
    pub(super) fn wakeup_above_unseen(&mut self, task: TaskRef) {
        let runs_fair = self.runs_fair();
        self.claimed |= runs_fair;
        let asks = self.above.wake(task, runs_fair).is_none_or(|asks| asks.resched == Resched::Hard);
        self.model.pending.hard |= runs_fair && asks;
    }

    /// A CPU that has nobody left looks for work before it goes idle: the task that blocked is off its queue already.
    fn block_before_pull(&mut self) {
        let switch = ahead::adjacent_switch(self.recording, self.at - 1, self.running);
        let Some(switch) = switch.filter(|switch| !switch.prev_state.is_runnable()) else { return };
        if let Some(id) = self.model.entity(switch.prev).filter(|id| self.model.queue.curr() == Some(*id)) {
            self.block_early(switch, id);
        }
    }

    /// Under CFS the first task on a queue that is pulled there shows with its first charge where the queue stood.
    fn start_with_pulled(&mut self, task: TaskRef, id: EntityId) {
        let shown = self.first_charge.filter(|(first, ..)| *first == task && self.model.is_first(id));
        if let Some((_, ran_ns, after)) = shown {
            self.model.start_under(id, ran_ns, after);
        }
    }

    /// The same of the first that wakes there after it left another queue asleep: it came in by its distance, or by the credit of
    /// a sleeper if that is nearer.
    pub(super) fn start_with_woken(&mut self, task: TaskRef, id: EntityId) {
        let shown = self.first_charge.filter(|(first, ..)| *first == task && self.model.is_first(id));
        if let Some((_, ran_ns, after)) = shown.filter(|_| self.model.moving.has_left(id)) {
            self.model.start_under(id, ran_ns, after);
        }
    }

    fn detach(&mut self, task: TaskRef) {
        self.model.detach(task);
        if let Some(id) = self.model.entity(task) {
            self.note_if_rough(id);
        }
    }

    /// What happens to an entity while charges are only nearly known is known no better.
    pub(super) fn note_if_rough(&mut self, id: EntityId) {
        if self.rough {
            self.model.placed_unsurely(id);
        }
    }

    /// A task comes from another CPU, where it was waiting.
    fn attach(&mut self, task: TaskRef) {
        let Some(id) = self.model.entity(task) else { return };
        self.start_with_pulled(task, id);
        self.model.attach(id);
        self.note_if_rough(id);
        if self.runs_fair() {
            self.model.wakeup_preempt(id, Wake::default());
        }
    }
}

impl Model {
    /// Gives another CPU's model what all have in common.
    fn hand_over(&mut self, other: &mut Model) {
        std::mem::swap(&mut self.pool, &mut other.pool);
        std::mem::swap(&mut self.moving, &mut other.moving);
        self.swap_known(other);
    }

    /// The CPU on whose queue an entity is, if that is another one.
    fn home_elsewhere(&self, task: TaskRef, cpu: usize) -> Option<usize> {
        let id = self.entity(task).filter(|id| self.pool[*id].on_rq)?;
        self.moving.home(id).filter(|home| *home != cpu)
    }

    /// Takes an entity off this queue that turns out to be elsewhere.
    fn expel(&mut self, task: TaskRef) {
        let Some(id) = self.entity(task) else { return };
        if self.queue.curr() == Some(id) {
            self.queue.put_prev(&mut self.pool, self.clock_ns);
        }
        let charge = self.queue.detach(&mut self.pool, id, self.clock_ns);
        self.ask(charge.resched);
    }

    fn charge_blocked(&mut self) {
        self.queue.charge_blocked(&mut self.pool, self.clock_ns);
    }

    /// Starts the queue where an entity that comes with its distance has such a vruntime after such a charge. One that is woken has a
    /// sleeper's credit.
    fn start_under(&mut self, id: EntityId, ran_ns: i64, after: i64) {
        if self.queue.nr_queued() > 0 {
            return;
        }
        let (entity, rule) = (&self.pool[id], self.queue.params().rules.delta);
        let charged = calc_delta_fair(rule, ran_ns.unsigned_abs(), entity.weight) as i64;
        let credit = self.queue.sleeper_credit_ns(&self.pool, id) as i64;
        let least = if self.moving.has_left(id) { -credit } else { i64::MIN };
        let came = entity.vruntime.raw().max(least);
        let start = after.wrapping_sub(charged).wrapping_sub(came);
        self.queue.start_at(Vtime::from_raw(start));
    }

    /// A waiting entity leaves the queue and comes back, if it is on this one.
    pub(super) fn requeue(&mut self, id: EntityId) -> bool {
        let waits = self.pool[id].on_rq && self.queue.curr() != Some(id);
        let is_here = waits && self.moving.home(id) == Some(self.cpu as usize);
        if is_here {
            self.queue.dequeue(&mut self.pool, id, Dequeue::Save, self.clock_ns);
            self.queue.enqueue(&mut self.pool, id, Enqueue::Restore, self.clock_ns);
        }
        is_here
    }

    fn leave_asleep(&mut self, task: TaskRef) {
        let Some(id) = self.entity(task).filter(|id| !self.pool[*id].on_rq) else { return };
        self.queue.leave_asleep(&mut self.pool, id);
        self.moving.leave(id);
    }

    fn detach(&mut self, task: TaskRef) {
        let waits = |id: &EntityId| self.pool[*id].on_rq && self.queue.curr() != Some(*id);
        let Some(id) = self.entity(task).filter(waits) else { return };
        let charge = self.queue.detach(&mut self.pool, id, self.clock_ns);
        self.ask(charge.resched);
    }

    fn attach(&mut self, id: EntityId) {
        if !self.pool[id].on_rq {
            let verdict = self.queue.attach(&mut self.pool, id, self.clock_ns);
            self.ask(verdict.resched);
            self.arm(ArmAt::QueueChange);
        }
        self.settle_home(id);
    }
}

/// Where each entity is, and which are on their way.
#[derive(Default)]
pub(super) struct Moving {
    homes: Vec<Option<usize>>,
    left: Vec<bool>,
}

impl Moving {
    pub(super) fn new(entities: usize) -> Moving {
        Moving { homes: vec![None; entities], left: vec![false; entities] }
    }

    pub(super) fn come_home(&mut self, id: EntityId, cpu: u32) {
        self.homes[id.0 as usize] = Some(cpu as usize);
    }

    fn home(&self, id: EntityId) -> Option<usize> {
        self.homes[id.0 as usize]
    }

    fn leave(&mut self, id: EntityId) {
        self.left[id.0 as usize] = true;
    }

    /// Whether an entity left another CPU asleep and has not woken since.
    pub(super) fn has_left(&self, id: EntityId) -> bool {
        self.left.get(id.0 as usize).is_some_and(|left| *left)
    }

    /// How an entity that wakes comes onto the queue: one that left another CPU asleep takes its distance along.
    pub(super) fn how_woken(&mut self, id: EntityId) -> Enqueue {
        let left = self.left.get_mut(id.0 as usize).is_some_and(std::mem::take);
        if left { Enqueue::Migrated } else { Enqueue::Wakeup }
    }
}
