//! Who has the CPU, at each level: put aside, set, and switched.

use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};

impl FairQueue {
    /// The running task leaves the CPU to another class, or for a change; if still queued, it waits in the tree, and
    /// so do its groups.
    pub fn put_prev(&mut self, pool: &mut Pool, now_ns: u64) {
        let mut at = self.curr;
        while let Some(id) = at {
            at = self.put_level(pool, id, now_ns);
        }
        self.curr = None;
        self.track_put(pool, now_ns);
    }

    /// A task gets the CPU, and its groups with it: by a pick, or because it was running before a change.
    pub fn set_next(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64, from_pick: bool) {
        self.curr = Some(id);
        let mut at = Some(id);
        while let Some(id) = at {
            at = self.set_level(pool, id, now_ns, from_pick);
        }
        self.check_next(pool, id, now_ns);
    }

    /// The CPU goes from the running fair task, if one is, to another that was picked. The groups that are common to both
    /// are not touched.
    #[inline(always)]
    pub fn switch_to(&mut self, pool: &mut Pool, next: EntityId, now_ns: u64) {
        let Some(prev) = self.curr else { return self.set_next(pool, next, now_ns, true) };
        if !self.groups.is_empty() {
            return self.switch_in_groups(pool, prev, next, now_ns);
        }
        self.root.put_prev_entity(pool, now_ns);
        self.root.set_next_entity(pool, next, now_ns, true);
        self.curr = Some(next);
    }

    fn switch_in_groups(&mut self, pool: &mut Pool, prev: EntityId, next: EntityId, now_ns: u64) {
        let beside = pool[prev].cfs_rq == pool[next].cfs_rq;
        let (put, set) = if beside { (prev, next) } else { self.switch_groups(pool, prev, next, now_ns) };
        self.put_level(pool, put, now_ns);
        self.set_level(pool, set, now_ns, true);
        self.curr = Some(next);
        self.check_next(pool, next, now_ns);
    }

    /// Puts and sets the levels below the queue that both share, and says who is to be put and set there.
    fn switch_groups(
        &mut self,
        pool: &mut Pool,
        prev: EntityId,
        next: EntityId,
        now_ns: u64,
    ) -> (EntityId, EntityId) {
        let (mut put, mut set) = (prev, next);
        while pool[put].cfs_rq != pool[set].cfs_rq {
            let (put_depth, set_depth) = (self.depth(pool, put), self.depth(pool, set));
            if set_depth <= put_depth {
                put = self.put_level(pool, put, now_ns).expect("below the root there is a level above");
            }
            if set_depth >= put_depth {
                set = self.set_level(pool, set, now_ns, true).expect("below the root there is a level above");
            }
        }
        (put, set)
    }

    /// Puts one level, and says who is to be put above.
    #[inline(always)]
    fn put_level(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) -> Option<EntityId> {
        let level = pool[id].cfs_rq;
        self.queue_mut(level).put_prev_entity(pool, now_ns);
        if self.groups.is_empty() { None } else { self.put_group(pool, id, level, now_ns) }
    }

    fn put_group(&mut self, pool: &mut Pool, id: EntityId, level: GroupId, now_ns: u64) -> Option<EntityId> {
        self.tell_above(pool, level);
        self.settle(pool, now_ns);
        self.check_runtime(pool, level, now_ns);
        self.check_groups(pool, id, now_ns);
        self.parent(level)
    }

    /// Sets one level, and says who is to be set above.
    #[inline(always)]
    fn set_level(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64, from_pick: bool) -> Option<EntityId> {
        let level = pool[id].cfs_rq;
        if pool[id].group != level {
            self.refresh_weight(pool, id);
        }
        self.queue_mut(level).set_next_entity(pool, id, now_ns, from_pick);
        self.tell_above(pool, level);
        self.parent(level)
    }
}
