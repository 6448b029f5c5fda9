//! Schedulable entities and the pool that holds all of a machine.

use std::ops::{Index, IndexMut};

use crate::bandwidth::Bandwidth;
use crate::time::Vtime;
use crate::tracking::Averages;
use crate::tree::Node;
use crate::weight::{Weight, scale_down};

/// A fair policy, named as `sched(7)` has it without the prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// SCHED_NORMAL (SCHED_OTHER): the default.
    Normal,
    /// SCHED_BATCH: as NORMAL, but its wakeups never preempt.
    Batch,
    /// SCHED_IDLE: weight 3, preempted by any wakeup of another policy.
    Idle,
}

impl Policy {
    /// Every fair policy.
    pub const ALL: [Policy; 3] = [Policy::Normal, Policy::Batch, Policy::Idle];

    /// The policy's name: `NORMAL`, `BATCH` or `IDLE`.
    pub const fn name(self) -> &'static str {
        match self {
            Policy::Normal => "NORMAL",
            Policy::Batch => "BATCH",
            Policy::Idle => "IDLE",
        }
    }

    /// The policy of that name; `None` for any other word.
    pub fn parse(name: &str) -> Option<Policy> {
        Policy::ALL.into_iter().find(|policy| policy.name() == name)
    }

    /// The weight of a task of this policy; `nice` is in −20..=19.
    pub const fn weight(self, nice: i8) -> Weight {
        match self {
            Policy::Idle => Weight::IDLE,
            Policy::Normal | Policy::Batch => Weight::of_nice(nice),
        }
    }
}

/// The index of an entity in its [`Pool`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct EntityId(pub u32);

/// The index of a task group; the root group has index 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct GroupId(pub u16);

impl GroupId {
    /// The group of all tasks that are in no other.
    pub const ROOT: GroupId = GroupId(0);
}

/// What the fair class knows of one task, or of a group as one among the tasks around it (`struct sched_entity`).
///
/// Public fields may be read at any time. Those that order the tree (`vruntime`,
/// `deadline`, `slice_ns`) and the weight may be written only while the entity is on no
/// queue; [`crate::FairQueue::overwrite`] and [`crate::FairQueue::change`] do it for a
/// queued one.
#[derive(Clone, Debug)]
pub struct Entity {
    /// NORMAL, BATCH or IDLE.
    pub policy: Policy,
    /// −20..=19.
    pub nice: i8,
    /// Load and inverse that policy and nice give.
    pub weight: Weight,
    /// Weighted time received.
    pub vruntime: Vtime,
    /// Virtual time by which the request should be served; relative to `vruntime`
    /// while `rel_deadline` is set.
    pub deadline: Vtime,
    /// V − vruntime in virtual ns, when it was last taken off the queue.
    pub vlag: i64,
    /// Requested service in ns.
    pub slice_ns: u64,
    /// The task chose its slice; otherwise it follows base_slice.
    pub custom_slice: bool,
    /// `deadline` is relative: the entity is being moved.
    pub rel_deadline: bool,
    /// Slice protection: the marker or the limit, as the kernel version has it.
    pub protect: Vtime,
    /// Queue clock at the last charge, ns.
    pub exec_start_ns: u64,
    /// CPU time received, ns.
    pub sum_exec_ns: u64,
    /// `sum_exec_ns` when it was last picked.
    pub prev_sum_exec_ns: u64,
    /// The task group that it is in.
    pub group: GroupId,
    /// The group in whose queue it stands, or will: the same, or from 7.3 on the root for every task.
    pub(crate) cfs_rq: GroupId,
    /// The group whose tasks it stands for in the queue above; `None` of a task.
    pub my_q: Option<GroupId>,
    /// Queued, running or delayed.
    pub on_rq: bool,
    /// Sleeping, but kept on the queue until its lag is served.
    pub delayed: bool,
    /// It is to be parked when it returns to user mode: its group was found throttled when it was picked.
    pub must_park: bool,
    /// It waits off the queue until its group has quota again.
    pub parked: bool,
}

impl Entity {
    /// A new entity that is on no queue, with vruntime 0; `nice` is in −20..=19.
    pub fn new(policy: Policy, nice: i8) -> Entity {
        Entity {
            policy,
            nice,
            weight: policy.weight(nice),
            vruntime: Vtime(0),
            deadline: Vtime(0),
            vlag: 0,
            slice_ns: 0,
            custom_slice: false,
            rel_deadline: false,
            protect: Vtime(0),
            exec_start_ns: 0,
            sum_exec_ns: 0,
            prev_sum_exec_ns: 0,
            group: GroupId::ROOT,
            cfs_rq: GroupId::ROOT,
            my_q: None,
            on_rq: false,
            delayed: false,
            must_park: false,
            parked: false,
        }
    }

    /// ns run since it was last picked.
    pub const fn ran_ns(&self) -> u64 {
        self.sum_exec_ns - self.prev_sum_exec_ns
    }

    /// The weight that a task has among the tasks of its group, or a group among its siblings.
    pub fn own_weight(&self) -> Weight {
        if self.my_q.is_some() { self.weight } else { self.policy.weight(self.nice) }
    }

    /// Its weight in units of the table: nice 0 is 1024.
    pub const fn table_weight(&self) -> u64 {
        scale_down(self.weight.load)
    }

    /// Whether its policy is SCHED_IDLE; of a group, whether cpu.idle is set.
    pub fn is_idle(&self) -> bool {
        self.policy == Policy::Idle
    }
}

/// All entities of a machine, by index; they are never removed.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    entities: Vec<Entity>,
    /// Each entity's place in the tree of its queue.
    pub(crate) nodes: Vec<Node>,
    /// The quota of each group, by its index.
    pub(crate) bandwidths: Vec<Option<Bandwidth>>,
    /// When the first timer of all quotas expires, and of which group.
    pub(crate) first_quota_timer: Option<(u64, GroupId)>,
    /// What load tracking knows, where groups need it.
    pub(crate) averages: Averages,
}

impl Pool {
    /// An empty pool.
    pub fn new() -> Pool {
        Pool::default()
    }

    /// Adds an entity; ids count up from 0.
    pub fn add(&mut self, entity: Entity) -> EntityId {
        let id = u32::try_from(self.len()).expect("tasks are limited where scenarios are read");
        self.entities.push(entity);
        self.nodes.push(Node::DETACHED);
        EntityId(id)
    }

    /// How many entities there are.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }
}

impl Index<EntityId> for Pool {
    type Output = Entity;

    #[inline]
    fn index(&self, id: EntityId) -> &Entity {
        &self.entities[id.0 as usize]
    }
}

impl IndexMut<EntityId> for Pool {
    #[inline]
    fn index_mut(&mut self, id: EntityId) -> &mut Entity {
        &mut self.entities[id.0 as usize]
    }
}
