//! What the realtime class knows of a task.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

use crate::entity::EntityId;

/// A realtime policy, named as `sched(7)` has it without the prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RtPolicy {
    /// SCHED_FIFO: runs until it blocks, yields or a higher priority comes.
    Fifo,
    /// SCHED_RR: as FIFO, but shares with its priority in turns of a quantum.
    Rr,
}

/// What the realtime class knows of one task (`struct sched_rt_entity`).
#[derive(Clone, Debug)]
pub struct RtEntity {
    /// FIFO or RR.
    pub policy: RtPolicy,
    /// 1..=99, 99 the most urgent.
    pub priority: u8,
    /// Ticks left of its quantum; a new one begins when it reaches 0.
    pub time_slice_ticks: u64,
    /// Queued or running.
    pub on_rq: bool,
}

impl RtEntity {
    /// A task that is not queued and has a quantum of `time_slice_ticks` before it; `priority` is in 1..=99.
    pub fn new(policy: RtPolicy, priority: u8, time_slice_ticks: u64) -> RtEntity {
        debug_assert!((1..=99).contains(&priority), "scenarios are checked: {priority}");
        RtEntity { policy, priority, time_slice_ticks, on_rq: false }
    }
}

/// The tasks that are or were of the realtime class. Fair tasks have no place in it, so a machine without
/// realtime tasks pays nothing for it.
#[derive(Clone, Debug, Default)]
pub struct RtPool {
    entities: BTreeMap<EntityId, RtEntity>,
}

impl RtPool {
    /// Nobody.
    pub const fn new() -> RtPool {
        RtPool { entities: BTreeMap::new() }
    }

    /// Sets what the class knows of a task, which must not be queued.
    pub fn set(&mut self, id: EntityId, entity: RtEntity) {
        debug_assert!(!self.is_queued(id), "queued tasks are changed by the queue: {id:?}");
        self.entities.insert(id, entity);
    }

    /// Whether a task is queued in the class, running included; a task that never was of it is not.
    pub fn is_queued(&self, id: EntityId) -> bool {
        self.entities.get(&id).is_some_and(|entity| entity.on_rq)
    }

    /// What the class knows of a task; `None` if it never was of it.
    pub fn get(&self, id: EntityId) -> Option<&RtEntity> {
        self.entities.get(&id)
    }
}

impl Index<EntityId> for RtPool {
    type Output = RtEntity;

    fn index(&self, id: EntityId) -> &RtEntity {
        &self.entities[&id]
    }
}

impl IndexMut<EntityId> for RtPool {
    fn index_mut(&mut self, id: EntityId) -> &mut RtEntity {
        self.entities.get_mut(&id).expect("a task of the class was put into its pool")
    }
}
