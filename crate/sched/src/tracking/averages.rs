//! What load tracking knows of entities and of groups as wholes, wherever they are.

use crate::entity::{EntityId, GroupId};
use crate::pelt::{Doing, SchedAvg, TaskGroupAvg};

/// Averages that no CPU has alone: a task takes its own along, and a group adds up what its queues tell it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Averages {
    /// By the index of the entity; those that nobody asked for have none.
    entities: Vec<Tracked>,
    /// By the index of the group.
    groups: Vec<TaskGroupAvg>,
}

/// An entity as load tracking sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tracked {
    /// `None` before it first came onto a queue.
    pub(super) avg: Option<SchedAvg>,
    /// Its averages are part of those of its queue.
    pub(super) attached: bool,
    pub(super) load: u64,
    pub(super) on_rq: bool,
    pub(super) delayed: bool,
    /// The queue whose tasks it stands for.
    pub(super) my_q: Option<GroupId>,
    /// Of a group's: tasks below it that wanted to run when they were last counted.
    pub(super) runnable: u64,
    /// It comes from another CPU, whose time its averages are in.
    pub(super) moved: bool,
    /// Its averages changed since somebody asked.
    pub(super) changed: bool,
}

impl Tracked {
    pub(super) fn doing(&self, running: bool) -> Doing {
        match self.my_q {
            None => Doing::task(self.on_rq, self.delayed, running),
            Some(_) => Doing::group(self.on_rq, self.runnable, running),
        }
    }
}

impl Averages {
    /// What is known of an entity, to change.
    pub(super) fn entity(&mut self, id: EntityId) -> &mut Tracked {
        let index = id.0 as usize;
        if self.entities.len() <= index {
            self.entities.resize(index + 1, Tracked::default());
        }
        &mut self.entities[index]
    }

    /// What is known of an entity; nothing of one that was never tracked.
    pub(super) fn known(&self, id: EntityId) -> Tracked {
        self.entities.get(id.0 as usize).copied().unwrap_or_default()
    }

    /// What a group adds up to; nothing of one that was told nothing.
    pub(super) fn group(&self, id: GroupId) -> TaskGroupAvg {
        self.groups.get(usize::from(id.0)).copied().unwrap_or_default()
    }

    /// The same, to tell it something.
    pub(super) fn group_mut(&mut self, id: GroupId) -> &mut TaskGroupAvg {
        let index = usize::from(id.0);
        if self.groups.len() <= index {
            self.groups.resize(index + 1, TaskGroupAvg::default());
        }
        &mut self.groups[index]
    }
}
