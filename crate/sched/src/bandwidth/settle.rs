//! Quotas where groups have no entities that are charged (7.3): what the running task is charged, all of its groups are.

use crate::call::Verdict;
use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};
use crate::reason::Reason;
use crate::rules::{GroupPick, Throttling};

impl FairQueue {
    #[inline]
    fn is_flat(&self) -> bool {
        !self.groups.is_empty() && self.root.params.rules.group_pick == GroupPick::Flat
    }

    #[inline]
    fn throttles(&self, when: Throttling) -> bool {
        self.is_flat() && self.root.params.rules.throttling == when
    }

    /// Charges the groups of the running task what it ran since they were charged. If one is used up a reschedule is
    /// requested, or the task is to be parked, as the rule is.
    #[inline]
    pub(crate) fn settle(&mut self, pool: &mut Pool, now_ns: u64) -> Verdict {
        match self.curr {
            Some(curr) if self.is_flat() => self.settle_groups(pool, curr, now_ns),
            _ => Verdict::stay(Reason::Nothing {}),
        }
    }

    fn settle_groups(&mut self, pool: &mut Pool, curr: EntityId, now_ns: u64) -> Verdict {
        let ran_ns = pool[curr].sum_exec_ns;
        match ran_ns - std::mem::replace(&mut self.settled_exec_ns, ran_ns) {
            0 => Verdict::stay(Reason::Nothing {}),
            delta_ns => self.charge_groups(pool, curr, (delta_ns, now_ns)),
        }
    }

    /// Charges all groups of a task.
    fn charge_groups(&mut self, pool: &mut Pool, task: EntityId, charge: (u64, u64)) -> Verdict {
        let (mut verdict, mut level) = (Verdict::stay(Reason::Nothing {}), pool[task].group);
        while let Some(group) = self.parent(level) {
            verdict = verdict.or(self.charge_group(pool, task, level, charge));
            level = pool[group].group;
        }
        verdict
    }

    fn charge_group(
        &mut self,
        pool: &mut Pool,
        task: EntityId,
        level: GroupId,
        (delta_ns, now_ns): (u64, u64),
    ) -> Verdict {
        let verdict = self.queue_mut(level).charge_quota(pool, delta_ns, now_ns);
        if self.root.params.rules.throttling != Throttling::Charged {
            return verdict;
        }
        let throttled = self.check_runtime(pool, level, now_ns);
        pool[task].must_park |= throttled && pool[task].on_rq;
        Verdict::stay(Reason::Nothing {})
    }

    /// A task gets the CPU: it is to be parked if one of its groups is throttled, or is now.
    #[inline]
    pub(crate) fn check_next(&mut self, pool: &mut Pool, next: EntityId, now_ns: u64) {
        self.settled_exec_ns = pool[next].sum_exec_ns;
        self.track_set(pool, next, now_ns);
        if self.throttles(Throttling::Charged) {
            self.charge_groups(pool, next, (0, now_ns));
        }
    }

    /// Throttles groups of a task that have used up their quotas; says whether one is throttled.
    #[inline]
    pub(crate) fn check_groups(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) -> bool {
        self.throttles(Throttling::Task) && self.throttle_groups(pool, task, now_ns)
    }

    fn throttle_groups(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) -> bool {
        let (mut throttled, mut level) = (false, pool[task].group);
        while let Some(group) = self.parent(level) {
            throttled |= self.check_runtime(pool, level, now_ns);
            level = pool[group].group;
        }
        throttled
    }
}
