//! What the deadline class knows of a task.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

use super::bandwidth::ratio;
use super::budget::Budget;
use crate::entity::EntityId;

/// What a reservation asks for; runtime ≤ deadline ≤ period.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DlParams {
    /// CPU time in each period, ns.
    pub runtime_ns: u64,
    /// By when after a period's begin it is to be had, ns.
    pub deadline_ns: u64,
    /// How often, ns.
    pub period_ns: u64,
    /// It may use what others have reserved and do not use.
    pub reclaim: bool,
}

impl DlParams {
    /// Share of the CPU, in 2⁻²⁰.
    pub fn bandwidth(&self) -> u64 {
        ratio(self.period_ns, self.runtime_ns)
    }

    /// Share of the CPU up to the deadline, in 2⁻²⁰.
    pub(super) fn density(&self) -> u64 {
        ratio(self.deadline_ns, self.runtime_ns)
    }

    /// The deadline is the end of the period.
    pub(super) fn is_implicit(&self) -> bool {
        self.deadline_ns == self.period_ns
    }
}

/// What the deadline class knows of one task (`struct sched_dl_entity`).
#[derive(Clone, Debug)]
pub struct DlEntity {
    /// What it asked for.
    pub params: DlParams,
    /// What it has.
    pub budget: Budget,
    /// Absolute deadline of the job that it is doing, which moves on only with the next job.
    pub job_deadline_at_ns: u64,
    /// Runnable: running, waiting or throttled.
    pub on_rq: bool,
    /// Without budget until its next period.
    pub throttled: bool,
    /// It gave up the rest of its budget.
    pub(super) yielded: bool,
    /// It sleeps, and its zero-lag time is ahead: its bandwidth counts as used.
    pub(super) non_contending: bool,
    /// It exited, and its bandwidth is given back with its zero-lag time.
    pub(super) gone: bool,
    /// It is of another class now, and its bandwidth stays reserved up to its zero-lag time.
    pub(super) left: bool,
}

impl DlEntity {
    /// A task that was admitted and has not run in the class yet.
    pub fn new(params: DlParams) -> DlEntity {
        DlEntity {
            params,
            budget: Budget::default(),
            job_deadline_at_ns: 0,
            on_rq: false,
            throttled: false,
            yielded: false,
            non_contending: false,
            gone: false,
            left: false,
        }
    }
}

/// The tasks that are or were of the deadline class; see [`crate::RtPool`].
#[derive(Clone, Debug, Default)]
pub struct DlPool {
    entities: BTreeMap<EntityId, DlEntity>,
}

impl DlPool {
    /// Nobody.
    pub const fn new() -> DlPool {
        DlPool { entities: BTreeMap::new() }
    }

    /// What the class knows of a task; `None` if it is not of it.
    pub fn get(&self, id: EntityId) -> Option<&DlEntity> {
        self.entities.get(&id)
    }

    /// Whether a task is runnable in the class: running, waiting or throttled.
    pub fn is_queued(&self, id: EntityId) -> bool {
        self.get(id).is_some_and(|entity| entity.on_rq)
    }

    pub(super) fn set(&mut self, id: EntityId, entity: DlEntity) {
        self.entities.insert(id, entity);
    }

    pub(super) fn remove(&mut self, id: EntityId) {
        self.entities.remove(&id);
    }
}

impl Index<EntityId> for DlPool {
    type Output = DlEntity;

    fn index(&self, id: EntityId) -> &DlEntity {
        &self.entities[&id]
    }
}

impl IndexMut<EntityId> for DlPool {
    fn index_mut(&mut self, id: EntityId) -> &mut DlEntity {
        self.entities.get_mut(&id).expect("a task of the class was put into its pool")
    }
}
