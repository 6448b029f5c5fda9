//! One decision laid open: who could have been chosen, with the numbers that counted.
//!
//! Plain data, no text; the rule itself and its operands are in the event.

use sched::{EntityId, FairQueue, GroupId, Pick, Pool, Reason};

use crate::engine::{Observer, Sim};
use crate::levels::{Level, Levels};
use crate::run::Run;
use crate::task::State;
use crate::trace::{Event, IDLE, Kind};

/// The queue as a decision saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The event that tells the outcome.
    pub event: Event,
    /// V of the root's queue.
    pub avg_vruntime: i64,
    /// CFS's floor; the reference point of V under EEVDF.
    pub min_vruntime: i64,
    /// Everybody queued: in each queue the running one first, then in tree order, and each group followed by those in it.
    pub candidates: Vec<Candidate>,
    /// What each level of a pick in groups chose, from the root down; empty for other decisions, and where there is one level only.
    pub levels: Vec<LevelPick>,
}

/// What one level of a pick chose, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelPick {
    /// The task or group that was chosen.
    pub chosen: Who,
    /// Who of this level was running, if anybody.
    pub curr: Option<Who>,
    /// The rule and its operands.
    pub why: Reason,
}

/// What stands in a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A task.
    Task(u16),
    /// A group, for everybody in it.
    Group(GroupId),
}

/// A queued task or group at a decision, charged up to that instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Which one.
    pub who: Who,
    /// How many groups it is in.
    pub depth: usize,
    /// Its weight; 1024 is nice 0.
    pub weight: u64,
    /// Weighted time received.
    pub vruntime: i64,
    /// V − vruntime, V being that of the queue in which it stands.
    pub lag_ns: i64,
    /// Its lag is not negative.
    pub eligible: bool,
    /// Virtual deadline (EEVDF).
    pub deadline: i64,
    /// Requested service (EEVDF).
    pub slice_ns: u64,
    /// It is the running one and its request still protects it.
    pub protected: bool,
    /// How it stood to the scheduler.
    pub state: State,
}

impl Run {
    /// What the scheduler saw when it decided event `index`; `None` if there is no such
    /// event or it decides nothing ([`Kind::is_decision`]).
    pub fn explain(&self, index: usize) -> Option<Decision> {
        let event = *self.trace().events.get(index)?;
        if !event.kind().is_decision() {
            return None;
        }
        let mut watch = Watch { first: self.first_of_decision(index), seen: None };
        let mut sim = self.checkpoint_before(watch.first);
        while sim.events() <= index {
            sim.step(&mut watch);
        }
        watch.seen.map(|seen| lay_open(&seen, event))
    }

    /// Delayed entities that the policy let go while it decided are reported just before
    /// the outcome.
    fn first_of_decision(&self, index: usize) -> usize {
        let before = self.trace().events[..index].iter().rev();
        index - before.take_while(|event| event.kind() == Kind::DelayedOut).count()
    }
}

/// Keeps the machine as it was before the decision whose first event is `first`.
struct Watch {
    first: usize,
    seen: Option<Sim>,
}

impl Observer for Watch {
    fn event(&mut self, _: &Sim, _: &Event) {}

    fn deciding(&mut self, sim: &Sim) {
        if sim.events() == self.first {
            self.seen = Some(sim.clone());
        }
    }
}

fn lay_open(sim: &Sim, event: Event) -> Decision {
    debug_assert_ne!(event.cpu, IDLE, "every decision has a CPU");
    let (queue, pool) = sim.charged(event.cpu, sim.clock_ns(event.cpu));
    let mut open = LayingOpen { sim, queue: &queue, pool: &pool, levels: Levels::new(&queue, &pool) };
    let Level { mean, floor } = open.levels.root();
    let mut candidates = Vec::new();
    open.lay(GroupId::ROOT, 0, &mut candidates);
    let levels = levels(sim, event);
    Decision { event, avg_vruntime: mean.raw(), min_vruntime: floor.raw(), candidates, levels }
}

/// The levels of a pick that found the task of the event.
fn levels(sim: &Sim, event: Event) -> Vec<LevelPick> {
    let chosen = match event.kind() {
        Kind::Keep => event.task,
        kind if kind.is_switch() => event.other,
        _ => IDLE,
    };
    let (mut queue, mut pool) = (sim.queue(event.cpu).clone(), sim.pool().clone());
    let running: Vec<EntityId> =
        std::iter::successors(queue.curr(), |id| queue.group_entity(&pool, *id)).collect();
    let picks = queue.pick_by_level(&mut pool, sim.clock_ns(event.cpu));
    let found = picks.last().is_some_and(|last| chosen != IDLE && last.next == sim.entity_id(chosen));
    if picks.len() < 2 || !found {
        return Vec::new();
    }
    let level_of = |id| queue.level(&pool, id);
    let curr_of = |pick: &Pick| {
        let beside = |id: &&EntityId| pool[**id].on_rq && level_of(**id) == level_of(pick.next);
        running.iter().find(beside).map(|id| who(&pool, *id))
    };
    picks
        .iter()
        .map(|pick| LevelPick { chosen: who(&pool, pick.next), curr: curr_of(pick), why: pick.why })
        .collect()
}

fn who(pool: &Pool, id: EntityId) -> Who {
    pool[id].my_q.map_or(Who::Task(id.0 as u16), Who::Group)
}

/// A machine whose queues are laid open.
struct LayingOpen<'a> {
    sim: &'a Sim,
    queue: &'a FairQueue,
    pool: &'a Pool,
    levels: Levels<'a>,
}

impl LayingOpen<'_> {
    /// Everybody in a group's queue, each group followed by everybody in its own.
    fn lay(&mut self, level: GroupId, depth: usize, into: &mut Vec<Candidate>) {
        for id in self.queue.queued_at(self.pool, level) {
            into.push(self.candidate(id, depth));
            if let Some(group) = self.pool[id].my_q {
                self.lay(group, depth + 1, into);
            }
        }
    }

    fn candidate(&mut self, id: EntityId, depth: usize) -> Candidate {
        let entity = &self.pool[id];
        let lag_ns = self.levels.of(id).mean.since(entity.vruntime);
        Candidate {
            who: who(self.pool, id),
            depth,
            weight: sched::scale_down(entity.weight.load),
            vruntime: entity.vruntime.raw(),
            lag_ns,
            eligible: lag_ns >= 0,
            deadline: entity.deadline.raw(),
            slice_ns: entity.slice_ns,
            protected: self.queue.protected(self.pool, id),
            state: if entity.my_q.is_some() { self.group_state(id) } else { self.sim.state(id.0 as u16) },
        }
    }

    /// A group runs while a task in it does.
    fn group_state(&self, group: EntityId) -> State {
        let mut running =
            std::iter::successors(self.queue.curr(), |id| self.queue.group_entity(self.pool, *id));
        match self.pool[group].delayed {
            true => State::Delayed,
            false if running.any(|id| id == group) => State::Running,
            false => State::Runnable,
        }
    }
}
