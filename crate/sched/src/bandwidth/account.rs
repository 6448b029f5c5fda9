//! The account of one queue beside the pool of its group, and the calls that go to both.

use super::{Bandwidth, Local, Quota};
use crate::call::Verdict;
use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};
use crate::queue::CfsRq;
use crate::reason::Reason;

/// What a queue has taken of its group's pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Account {
    pub(crate) group: GroupId,
    pub(crate) local: Local,
}

impl CfsRq {
    /// Whether its own quota holds it back.
    #[inline]
    pub(crate) fn is_throttled(&self) -> bool {
        self.account.is_some_and(|account| account.local.is_throttled())
    }

    /// What it takes at a time, ns.
    pub(super) fn quota_slice_ns(&self) -> u64 {
        self.params.tunables.sched_cfs_bandwidth_slice_us * 1000
    }

    /// Charges its account, if it has one; a reschedule is requested if that is used up (`account_cfs_rq_runtime`).
    #[inline]
    pub(crate) fn charge_quota(&mut self, pool: &mut Pool, delta_ns: u64, now_ns: u64) -> Verdict {
        match self.account {
            None => Verdict::stay(Reason::Nothing {}),
            Some(account) => self.charge_account(pool, account, delta_ns, now_ns),
        }
    }

    fn charge_account(
        &mut self,
        pool: &mut Pool,
        mut account: Account,
        delta_ns: u64,
        now_ns: u64,
    ) -> Verdict {
        let (local, slice_ns) = (&mut account.local, self.quota_slice_ns());
        let lasts =
            pool.with_bandwidth(account.group, |shared| local.charge(shared, delta_ns, slice_ns, now_ns));
        self.account = Some(account);
        if lasts {
            return Verdict::stay(Reason::Nothing {});
        }
        let (over, quota) = used_up(pool.bandwidth(account.group), &account.local);
        Verdict::hard(Reason::QuotaUsedUp { over, quota })
    }

    /// Throttles it if its account is used up and the pool empty; says whether it is throttled, and whether only now.
    pub(crate) fn throttle(&mut self, pool: &mut Pool, now_ns: u64) -> (bool, bool) {
        let Some(account) = self.account.as_mut().filter(|account| account.local.is_used_up()) else {
            return (false, false);
        };
        let before = account.local.is_throttled();
        let local = &mut account.local;
        let after = pool.with_bandwidth(account.group, |shared| local.throttle(shared, now_ns));
        (after, after && !before)
    }

    /// Returns what an emptied queue does not need.
    #[inline]
    pub(crate) fn return_slack(&mut self, pool: &mut Pool, now_ns: u64) {
        let slice_ns = self.quota_slice_ns();
        if let Some(account) = self.account.as_mut().filter(|_| self.nr_queued == 0) {
            let local = &mut account.local;
            pool.with_bandwidth(account.group, |shared| shared.take_back(local, slice_ns, now_ns));
        }
    }
}

impl FairQueue {
    /// Whether a quota of the groups around an entity is used up and the next pick has to throttle it.
    pub fn has_used_up_quota(&self, pool: &Pool, id: EntityId) -> bool {
        let above = |level: &GroupId| self.parent(*level).map(|group| pool[group].cfs_rq);
        let mut levels = std::iter::successors(Some(pool[id].cfs_rq), above);
        let is_used_up = |account: Account| account.local.is_used_up() && !account.local.is_throttled();
        levels.any(|level| self.queue(level).account.is_some_and(is_used_up))
    }
}

impl Pool {
    /// The pool of a group; panics if it has no quota.
    pub fn bandwidth(&self, group: GroupId) -> &Bandwidth {
        self.bandwidths[usize::from(group.0)].as_ref().expect("a queue has an account only with a quota")
    }

    /// The quota of a group, if it has one.
    pub fn quota(&self, group: GroupId) -> Option<Quota> {
        self.bandwidths.get(usize::from(group.0))?.as_ref().map(Bandwidth::quota)
    }

    /// Does something with the pool of a group, which may set or stop its timers.
    #[inline]
    pub(crate) fn with_bandwidth<T>(&mut self, group: GroupId, act: impl FnOnce(&mut Bandwidth) -> T) -> T {
        let shared = self.bandwidths[usize::from(group.0)].as_mut();
        let result = act(shared.expect("a queue has an account only with a quota"));
        self.timers_moved(group);
        result
    }

    /// Gives a group another pool, or takes it away.
    pub(crate) fn set_bandwidth(&mut self, group: GroupId, shared: Option<Bandwidth>) {
        let at = usize::from(group.0);
        if self.bandwidths.len() <= at {
            self.bandwidths.resize(at + 1, None);
        }
        self.bandwidths[at] = shared;
        self.timers_moved(group);
    }

    /// The first timer of all stays known without looking at every group: only if it was that of the group that changed, and is
    /// later now, all are looked at.
    #[inline]
    fn timers_moved(&mut self, group: GroupId) {
        let own = self.quota_timer_of(group);
        match self.first_quota_timer {
            first if first == own => {}
            Some((_, other)) if other == group => self.first_quota_timer = self.find_first_quota_timer(),
            Some(first) => self.first_quota_timer = Some(own.map_or(first, |own| own.min(first))),
            None => self.first_quota_timer = own,
        }
    }

    fn quota_timer_of(&self, group: GroupId) -> Option<(u64, GroupId)> {
        let shared = self.bandwidths[usize::from(group.0)].as_ref()?;
        let earliest_ns = shared.period_at_ns().into_iter().chain(shared.slack_at_ns()).min()?;
        Some((earliest_ns, group))
    }

    fn find_first_quota_timer(&self) -> Option<(u64, GroupId)> {
        (0..self.bandwidths.len()).filter_map(|at| self.quota_timer_of(GroupId(at as u16))).min()
    }

    /// Whether any group has, or had, a quota.
    #[inline]
    pub fn has_quotas(&self) -> bool {
        !self.bandwidths.is_empty()
    }

    /// When the next timer of a quota expires, and of which group; `None` if none is set.
    #[inline]
    pub fn quota_timer(&self) -> Option<(u64, GroupId)> {
        debug_assert_eq!(self.first_quota_timer, self.find_first_quota_timer());
        self.first_quota_timer
    }
}

/// What a queue ran too long, and the quota of its group, ns.
pub(super) fn used_up(shared: &Bandwidth, local: &Local) -> (i64, i64) {
    let Quota { quota_ns, .. } = shared.quota();
    (local.deficit_ns() as i64, quota_ns as i64)
}
