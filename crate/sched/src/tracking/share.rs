//! What a group weighs on one CPU of several (`calc_group_shares`, `update_cfs_group`).
//!
//! 1. **Part.** Of what its shares are worth a group has on each CPU the part that its load there is of its load everywhere
//!    ([`crate::LoadPart`]). Load here is the larger of what stands on the queue now and of the average: so a queue that just got
//!    a task has its part at once, and one that just lost its last keeps some for a while.
//! 2. **Everywhere** is what the queues have told the group, with the present here instead of what this one has told.
//! 3. **Empty.** A group without tasks on a CPU needs no weight there. From 6.13 on, and in the 6.12 long-term series, it keeps what it
//!    had, so that one that lingers delayed goes on competing; before, it is weighed like any other, by its past alone.

use crate::cgroup_mode::{GroupCount, LoadPart};
use crate::class::FairQueue;
use crate::described;
use crate::entity::{EntityId, GroupId, Pool};
use crate::pelt::TellRule;
use crate::weight::scale_down;

use super::{Averages, Level, Tracking};

/// What the weight of groups on a CPU has to do with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sharing {
    /// How many CPUs there are.
    pub cpus: u64,
    /// What this one can do, 1024 is the biggest.
    pub capacity: u64,
    /// What queues tell their group, and how often.
    pub tells: TellRule,
    /// What becomes of a group without tasks.
    pub empty: EmptyGroup,
}

described! {

/// Whether a group without tasks on a CPU is weighed there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EmptyGroup {
    /// Like any other: up to 6.12.
    Weighed,
    /// No, it keeps its weight: 6.13 and 6.12.y.
    Kept,
}

}

impl Tracking {
    /// What is known of a group where it is weighed.
    pub(crate) fn count(&self, all: &Averages, group: GroupId) -> GroupCount {
        let whole = all.group(group);
        let Some(others) = self.others else { return GroupCount::on_one_cpu(whole.tasks()) };
        let Level { load, avg, told, .. } = self.level(group);
        let here = scale_down(*load).max(avg.load_avg);
        let everywhere = whole.load_avg - told.load_avg + here;
        GroupCount { tasks: whole.tasks(), cpus: others.cpus, part: LoadPart { here, everywhere } }
    }

    /// Whether a group is to be weighed.
    fn weighs(&self, group: GroupId) -> bool {
        let empty = self.others.map_or(EmptyGroup::Kept, |others| others.empty);
        self.level(group).load > 0 || empty == EmptyGroup::Weighed
    }
}

impl FairQueue {
    /// What is known of a group where it is weighed; without load tracking it is all on one CPU.
    pub(crate) fn group_count(&self, pool: &Pool, group: GroupId) -> GroupCount {
        let tracking = self.tracking.as_ref();
        tracking.map_or(GroupCount::on_one_cpu(1), |tracking| tracking.count(&pool.averages, group))
    }

    /// Weighs a group with tasks (`update_cfs_group`); the weight of a task is its own affair. Where groups stand in queues the
    /// walk takes the weight over when it comes to the entity.
    pub(super) fn track_weight(&mut self, pool: &mut Pool, entity: EntityId, now_ns: u64) {
        let (Some(group), Some(tracking)) = (pool[entity].my_q, &self.tracking) else { return };
        if !tracking.weighs(group) || self.rests(pool, group) {
            return;
        }
        let weight =
            self.in_mode(self.groups[usize::from(group.0) - 1].shares, self.group_count(pool, group));
        let level = pool[entity].group;
        let Some(tracking) = &mut self.tracking else { return };
        tracking.reweigh(&mut pool.averages, level, entity, weight.load);
        let flat = tracking.flat;
        self.groups[usize::from(group.0) - 1].weight = weight;
        if flat {
            self.follow_shares(pool, entity, now_ns);
        }
    }
}
