//! The periodic tick, level by level.

use crate::call::Verdict;
use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};
use crate::features::Feature;
use crate::reason::Reason;
use crate::rules::Family;
use crate::{cfs, eevdf};

impl FairQueue {
    /// The periodic tick: at each level charge, then this version's test.
    #[inline(always)]
    pub fn tick(&mut self, pool: &mut Pool, now_ns: u64) -> Verdict {
        let Some(curr) = self.curr else { return Verdict::stay(Reason::Nothing {}) };
        if self.groups.is_empty() {
            let charge = self.root.update_curr(pool, now_ns);
            return self.test_level(pool, curr, GroupId::ROOT, charge);
        }
        self.tick_in_groups(pool, curr, now_ns)
    }

    fn tick_in_groups(&mut self, pool: &mut Pool, curr: EntityId, now_ns: u64) -> Verdict {
        self.track_tick(pool, curr, now_ns);
        let mut verdict = self.tick_level(pool, curr, now_ns);
        let mut at = self.parent(pool[curr].cfs_rq);
        while let Some(group) = at {
            verdict = verdict.or(self.tick_level(pool, group, now_ns));
            at = self.parent(pool[group].cfs_rq);
        }
        verdict.or(self.settle(pool, now_ns))
    }

    fn tick_level(&mut self, pool: &mut Pool, curr: EntityId, now_ns: u64) -> Verdict {
        let level = pool[curr].cfs_rq;
        let charge = self.queue_mut(level).update_curr(pool, now_ns);
        if pool[curr].group != level && pool[curr].my_q.is_none() {
            self.refresh_weight(pool, curr);
        }
        if pool[curr].my_q.is_some() {
            self.follow_shares(pool, curr, now_ns);
        }
        let verdict = self.test_level(pool, curr, level, charge);
        self.tell_above(pool, level);
        verdict
    }

    /// The test of the running entity of a queue, which has been charged.
    #[inline]
    fn test_level(&mut self, pool: &Pool, curr: EntityId, level: GroupId, charge: Verdict) -> Verdict {
        match self.root.params.family {
            Family::Cfs => charge.before(self.tick_cfs(pool, curr, level)),
            Family::Eevdf => eevdf::explain_tick(self.queue(level), pool, curr, charge),
        }
    }

    #[inline]
    fn tick_cfs(&mut self, pool: &Pool, curr: EntityId, level: GroupId) -> Verdict {
        if self.hrtick_at_ns.is_some() && !self.root.params.features.has(Feature::DoubleTick) {
            return Verdict::stay(Reason::TickLeftToHrtick {});
        }
        if self.queue(level).nr_queued <= 1 {
            return Verdict::stay(Reason::TickAlone {});
        }
        let slice_ns = cfs::sched_slice_ns(self, pool, curr);
        cfs::tick(self.queue_mut(level), pool, curr, slice_ns)
    }
}
