//! Task groups: a queue for the tasks of each, and the ways between a queue and the one above.
//!
//! 1. **Queue and entity.** A group's tasks stand in the group's queue; the group itself stands in the queue of its
//!    parent as one entity, with a weight, a vruntime and a deadline like a task. It is queued there as long as its own
//!    queue is not empty.
//! 2. **Finding it.** [`GroupId::ROOT`] is the root; group *k* is the *k*-th that was added. `queue` gives the
//!    [`CfsRq`] of a group, `parent` the entity that stands for the group in the queue above: `None` for the root.
//! 3. **Slice.** From 6.12 on a group asks for the shortest slice in its queue.

use crate::buddies::Buddy;
use crate::call::Verdict;
use crate::cgroup_mode::GroupCount;
use crate::class::FairQueue;
use crate::eevdf;
use crate::entity::{Entity, EntityId, GroupId, Policy, Pool};
use crate::queue::CfsRq;
use crate::reason::Reason;
use crate::rules::{Family, GroupIdle, GroupPick, GroupSlice};
use crate::time::Vtime;
use crate::tracking::Tracking;
use crate::weight::{Weight, group_weight};

/// Where the virtual time of a new group's queue begins: below 0, so that a missed wrap would show soon.
const START: Vtime = Vtime(0u64.wrapping_sub(1 << 20));

/// How much a group counts among its siblings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shares {
    /// `cpu.weight`, 1..=10000; 100 counts as much as a nice-0 task.
    pub cpu_weight: u32,
    /// `cpu.idle`: it counts as a SCHED_IDLE task, whatever its weight.
    pub idle: bool,
}

impl Default for Shares {
    /// As much as a nice-0 task.
    fn default() -> Shares {
        Shares { cpu_weight: 100, idle: false }
    }
}

/// A task group on one CPU.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) queue: CfsRq,
    /// What stands for it in the queue of its parent.
    pub(crate) entity: EntityId,
    /// How many groups it is in, itself included.
    depth: u16,
    /// The weight that its shares give it.
    pub(crate) shares: Weight,
    /// What that is worth as a whole; its entity has it once the group has somebody.
    pub(crate) weight: Weight,
}

impl FairQueue {
    /// Adds an empty group inside another.
    ///
    /// Ids count up from 1. The parent must have been added before.
    pub fn add_group(&mut self, pool: &mut Pool, parent: GroupId, shares: Shares) -> GroupId {
        let id =
            GroupId(u16::try_from(self.groups.len() + 1).expect("groups are limited where they are read"));
        let depth = 1 + self.group(parent).map_or(0, |group| group.depth);
        let (policy, shares) = self.policy_and_weight(shares);
        let weight = self.in_mode(shares, GroupCount::on_one_cpu(1));
        let entity = pool.add(Entity {
            group: parent,
            cfs_rq: parent,
            my_q: Some(id),
            weight,
            ..Entity::new(policy, 0)
        });
        let mut queue = CfsRq::new(self.root.params);
        queue.start_at(START);
        if self.groups.is_empty() && self.tracking.is_none() {
            self.tracking = Tracking::if_needed(&self.root.params);
        }
        if let Some(tracking) = &mut self.tracking {
            tracking.add_group(&mut pool.averages, entity, parent, weight.load);
        }
        self.groups.push(Group { queue, entity, depth, shares, weight });
        id
    }

    /// What a group's entity counts as.
    fn policy_and_weight(&self, shares: Shares) -> (Policy, Weight) {
        match self.root.params.rules.group_idle {
            GroupIdle::Kept if shares.idle => (Policy::Idle, Weight::of_queue(Weight::IDLE.load)),
            GroupIdle::Kept | GroupIdle::Absent => (Policy::Normal, group_weight(shares.cpu_weight)),
        }
    }

    /// What shares of this weight are worth here: up to 7.2 a CPU's part of them, from 7.3 on that or more.
    pub(crate) fn in_mode(&self, shares: Weight, count: GroupCount) -> Weight {
        Weight::of_queue(self.root.params.tunables.cgroup_mode.load(shares.load, count))
    }

    /// Puts a task that is on no queue into a group.
    ///
    /// Set it again after the entity was made anew: a new one is in the root.
    pub fn assign(&self, pool: &mut Pool, task: EntityId, group: GroupId) {
        debug_assert!(!pool[task].on_rq, "a queued task moves by a change: {task:?}");
        pool[task].group = group;
        pool[task].cfs_rq = match self.root.params.rules.group_pick {
            GroupPick::Hierarchical => group,
            GroupPick::Flat => GroupId::ROOT,
        };
    }

    fn group(&self, id: GroupId) -> Option<&Group> {
        Some(&self.groups[usize::from(id.0.checked_sub(1)?)])
    }

    /// The queue of a group.
    #[inline]
    pub(crate) fn queue(&self, of: GroupId) -> &CfsRq {
        match of {
            GroupId::ROOT => &self.root,
            GroupId(at) => &self.groups[usize::from(at) - 1].queue,
        }
    }

    /// The queue of a group, to change.
    #[inline]
    pub(crate) fn queue_mut(&mut self, of: GroupId) -> &mut CfsRq {
        match of {
            GroupId::ROOT => &mut self.root,
            GroupId(at) => &mut self.groups[usize::from(at) - 1].queue,
        }
    }

    /// The queue in which an entity stands, or will.
    #[inline]
    pub(crate) fn queue_of(&self, pool: &Pool, id: EntityId) -> &CfsRq {
        self.queue(pool[id].cfs_rq)
    }

    /// What stands for a group in the queue above; `None` for the root.
    #[inline]
    pub(crate) fn parent(&self, of: GroupId) -> Option<EntityId> {
        match of {
            GroupId::ROOT => None,
            GroupId(at) => Some(self.groups[usize::from(at) - 1].entity),
        }
    }

    /// An entity and those that stand for its groups, from the inside out.
    pub(crate) fn upwards(&self, pool: &Pool, id: EntityId) -> impl Iterator<Item = EntityId> {
        std::iter::successors(Some(id), |id| self.parent(pool[*id].cfs_rq))
    }

    /// In how many groups an entity is.
    pub(crate) fn depth(&self, pool: &Pool, id: EntityId) -> u16 {
        self.group(pool[id].cfs_rq).map_or(0, |group| group.depth)
    }

    /// The entities that stand for two in the innermost queue that they share (`find_matching_se`).
    #[inline]
    pub(crate) fn siblings(&self, pool: &Pool, a: EntityId, b: EntityId) -> (EntityId, EntityId) {
        if pool[a].cfs_rq == pool[b].cfs_rq { (a, b) } else { self.siblings_above(pool, a, b) }
    }

    fn siblings_above(&self, pool: &Pool, a: EntityId, b: EntityId) -> (EntityId, EntityId) {
        let (mut a, mut b) = (a, b);
        while pool[a].cfs_rq != pool[b].cfs_rq {
            let (depth_a, depth_b) = (self.depth(pool, a), self.depth(pool, b));
            if depth_a >= depth_b {
                a = self.parent(pool[a].cfs_rq).expect("below the root there is a level above");
            }
            if depth_b >= depth_a {
                b = self.parent(pool[b].cfs_rq).expect("below the root there is a level above");
            }
        }
        (a, b)
    }

    /// Counts a task in or out, in its queue and all above.
    #[inline]
    pub(crate) fn count(&mut self, pool: &Pool, task: EntityId, change: i32) {
        self.each_level(pool, pool[task].group, |queue| queue.count(&pool[task], change));
    }

    /// Counts a task as delayed, or not any more, in its queue and in all above.
    pub(crate) fn count_delayed(&mut self, pool: &Pool, task: EntityId, change: i32) {
        self.each_level(pool, pool[task].group, |queue| queue.count_delayed(change));
    }

    #[inline]
    fn each_level(&mut self, pool: &Pool, level: GroupId, act: impl Fn(&mut CfsRq)) {
        let mut level = level;
        act(self.queue_mut(level));
        while let Some(group) = self.parent(level).filter(|_| !self.ends_at(level)) {
            level = pool[group].cfs_rq;
            act(self.queue_mut(level));
        }
    }

    /// The groups right inside another, the newest first.
    pub(crate) fn children_of(&self, pool: &Pool, of: GroupId) -> Vec<GroupId> {
        let inside = self.groups.iter().rev().filter(|group| pool[group.entity].group == of);
        inside.filter_map(|group| pool[group.entity].my_q).collect()
    }

    /// Tasks below a level that are SCHED_IDLE, or in a group that is.
    pub(crate) fn nr_idle_below(&self, pool: &Pool, level: GroupId) -> u32 {
        let inside =
            self.groups.iter().filter(|group| pool[group.entity].group == level && pool[group.entity].on_rq);
        inside.fold(self.queue(level).nr_idle, |count, group| match pool[group.entity].is_idle() {
            true => count - 1 + group.queue.h_nr_queued,
            false => count + pool[group.entity].my_q.map_or(0, |below| self.nr_idle_below(pool, below)),
        })
    }

    /// The same where the root's tree has all tasks.
    pub(crate) fn nr_idle_in_tree(&self, pool: &Pool) -> u32 {
        if !self.groups.iter().any(|group| pool[group.entity].is_idle()) {
            return self.root.nr_idle;
        }
        let around = |id: &EntityId| self.parent(pool[*id].group);
        let is_idle = |id: &EntityId| std::iter::successors(Some(*id), around).any(|id| pool[id].is_idle());
        self.root.queued(pool).iter().filter(|id| is_idle(id)).count() as u32
    }

    /// Passes on to the queues above which buddies were marked or forgotten in that of `level`.
    #[inline]
    pub(crate) fn tell_above(&mut self, pool: &Pool, level: GroupId) {
        if level != GroupId::ROOT {
            self.tell_groups_above(pool, level);
        }
    }

    fn tell_groups_above(&mut self, pool: &Pool, level: GroupId) {
        let mut level = level;
        while let Some(group) = self.parent(level) {
            let news = self.queue_mut(level).buddies.take_news();
            if news.is_empty() {
                return;
            }
            level = pool[group].cfs_rq;
            let queue = self.queue_mut(level);
            for buddy in Buddy::ALL {
                if news.forgets(buddy) {
                    queue.buddies.forget(buddy, group);
                }
                if news.marks(buddy) {
                    queue.mark(pool, buddy, group);
                }
            }
        }
    }

    /// Marks an entity, and those that stand for its groups, to be picked next (`set_next_buddy`).
    pub(crate) fn mark_next(&mut self, pool: &Pool, id: EntityId) {
        let level = pool[id].cfs_rq;
        self.queue_mut(level).mark(pool, Buddy::Next, id);
        self.tell_above(pool, level);
    }

    /// Gives an empty group's entity what it needs before it is queued: its weight, and from 6.12 on the shortest slice in
    /// its queue.
    pub(crate) fn prepare_group(&self, pool: &mut Pool, group: EntityId, level: GroupId) {
        self.weigh_group(pool, group);
        if self.root.params.rules.group_slice == GroupSlice::Shortest {
            pool[group].slice_ns = eevdf::shortest_slice_ns(self.queue(level), pool);
            pool[group].custom_slice = true;
        }
    }

    /// Gives the entity of a group, which is not queued, the weight that the group's shares give it.
    pub(crate) fn weigh_group(&self, pool: &mut Pool, entity: EntityId) {
        if let Some(weight) = self.weight_of_shares(pool, entity) {
            eevdf::reweight_off_queue(self.queue_of(pool, entity), pool, entity, weight);
        }
    }

    fn weight_of_shares(&self, pool: &Pool, entity: EntityId) -> Option<Weight> {
        pool[entity].my_q.and_then(|id| self.group(id)).map(|group| group.weight)
    }

    /// Gives a group other shares; a request that charging the running one raised is returned.
    ///
    /// A group without tasks gets its weight with its first one, and up to 6.17 one that is held back when it goes on, as
    /// in the kernel (`update_cfs_group`).
    pub fn set_shares(&mut self, pool: &mut Pool, group: GroupId, shares: Shares, now_ns: u64) -> Verdict {
        let (policy, shares) = self.policy_and_weight(shares);
        let Some(entity) = self.parent(group) else { return Verdict::stay(Reason::Nothing {}) };
        let weight = self.in_mode(shares, self.group_count(pool, group));
        let known = &mut self.groups[usize::from(group.0) - 1];
        (known.shares, known.weight) = (shares, weight);
        let stands = self.root.params.rules.group_pick == GroupPick::Hierarchical;
        let counted = stands && pool[entity].on_rq;
        let above = self.queue_mut(pool[entity].cfs_rq);
        above.nr_idle -= u32::from(counted && pool[entity].is_idle());
        pool[entity].policy = policy;
        above.nr_idle += u32::from(counted && pool[entity].is_idle());
        self.track_shares(pool, group, now_ns);
        self.follow_shares(pool, entity, now_ns).or(self.follow_above(pool, pool[entity].group, now_ns))
    }

    /// The entities of a level and of those around it take the weights that they were given: where CPUs share weights, what changes
    /// below changes them above.
    pub(crate) fn follow_above(&mut self, pool: &mut Pool, level: GroupId, now_ns: u64) -> Verdict {
        let (mut level, mut verdict) = (level, Verdict::stay(Reason::Nothing {}));
        while let Some(around) = self.parent(level).filter(|_| self.tracks_levels()) {
            verdict = verdict.or(self.follow_shares(pool, around, now_ns));
            level = pool[around].group;
        }
        verdict
    }

    /// The entity of a group with tasks takes the weight that its shares give it (`update_cfs_group`), unless it is held
    /// back.
    pub(crate) fn follow_shares(&mut self, pool: &mut Pool, entity: EntityId, now_ns: u64) -> Verdict {
        let own = self.weight_of_shares(pool, entity);
        let Some(weight) = own.filter(|weight| weight.load != pool[entity].weight.load) else {
            return Verdict::stay(Reason::Nothing {});
        };
        let group = pool[entity].my_q.expect("it has shares");
        if self.queue(group).load == 0 || self.rests(pool, group) {
            return Verdict::stay(Reason::Nothing {});
        }
        let level = pool[entity].cfs_rq;
        match self.root.params.rules.group_pick {
            GroupPick::Flat => {
                // The root's queue counts the tasks in its tree instead.
                if level != GroupId::ROOT {
                    let queue = self.queue_mut(level);
                    queue.load = queue.load - pool[entity].weight.load + weight.load;
                }
                pool[entity].weight = weight;
                Verdict::stay(Reason::Nothing {})
            }
            GroupPick::Hierarchical => {
                let charges =
                    self.root.params.family == Family::Eevdf || self.queue(level).curr == Some(entity);
                let queue = self.queue_mut(level);
                let verdict = match charges {
                    true => queue.update_curr(pool, now_ns),
                    false => Verdict::stay(Reason::Nothing {}),
                };
                eevdf::reweight_queued(self.queue_mut(level), pool, entity, weight);
                self.tell_above(pool, level);
                verdict
            }
        }
    }

    /// The queue of `level` has changed: all groups from it up ask for the shortest slice in their queue.
    pub(crate) fn refresh_slices(&mut self, pool: &mut Pool, level: GroupId) {
        let mut level = level;
        while let Some(group) = self.parent(level) {
            let slice_ns = eevdf::shortest_slice_ns(self.queue(level), pool);
            level = self.give_slice(pool, group, slice_ns);
        }
    }

    /// A group was delayed instead of leaving: it is given the shortest slice around it, its own included, and the groups
    /// above follow.
    pub(crate) fn refresh_slice_of_delayed(&mut self, pool: &mut Pool, group: EntityId) {
        let slice_ns = eevdf::shortest_slice_ns(self.queue_of(pool, group), pool);
        let level = self.give_slice(pool, group, slice_ns);
        self.refresh_slices(pool, level);
    }

    fn give_slice(&mut self, pool: &mut Pool, group: EntityId, slice_ns: u64) -> GroupId {
        let level = pool[group].cfs_rq;
        if self.root.params.rules.group_slice == GroupSlice::Shortest {
            self.queue_mut(level).set_slice(pool, group, slice_ns);
        }
        level
    }
}
