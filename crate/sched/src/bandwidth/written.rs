//! A group's quota written, and its timers.

use super::account::Account;
use super::{Bandwidth, Local, Period, Quota};
use crate::call::Verdict;
use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};
use crate::reason::Reason;

/// What a written quota, the end of a period or of the wait for slack came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuotaOutcome {
    /// The pool was refilled: to how much, and how many queues were throttled then.
    pub refilled: Option<Reason>,
    /// Tasks that may run again, and why.
    pub freed: Vec<(EntityId, Reason)>,
    /// A request that a charge of the running task raised.
    pub verdict: Verdict,
}

impl QuotaOutcome {
    fn nothing() -> QuotaOutcome {
        let verdict = Verdict::stay(Reason::Nothing {});
        QuotaOutcome { refilled: None, freed: Vec::new(), verdict }
    }

    pub(super) fn ask(&mut self, verdict: Verdict) {
        self.verdict = self.verdict.or(verdict);
    }

    pub(super) fn free(&mut self, tasks: impl IntoIterator<Item = EntityId>, why: Reason) {
        self.freed.extend(tasks.into_iter().map(|id| (id, why)));
    }
}

impl FairQueue {
    /// Gives a group a quota before anything of it runs: its pool is full, its queue has `local_ns` of an earlier taking, and the
    /// period timer starts with the next one ([`Bandwidth::new`]).
    pub fn start_quota(
        &mut self,
        pool: &mut Pool,
        group: GroupId,
        quota: Quota,
        phase_ns: u64,
        local_ns: i64,
    ) {
        pool.set_bandwidth(group, Some(Bandwidth::new(quota, phase_ns)));
        let local = Local::with_remaining(local_ns);
        self.queue_mut(group).account = Some(Account { group, local });
    }

    /// Writes a group's quota, or removes it (`None`), while its tasks may be running. A throttled group goes on.
    pub fn set_quota(
        &mut self,
        pool: &mut Pool,
        group: GroupId,
        quota: Option<Quota>,
        now_ns: u64,
    ) -> QuotaOutcome {
        let mut outcome = QuotaOutcome::nothing();
        let was_throttled = self.queue(group).is_throttled();
        match quota {
            Some(quota) => self.write_quota(pool, group, quota, now_ns),
            None => {
                self.queue_mut(group).account = None;
                pool.set_bandwidth(group, None);
            }
        }
        if was_throttled {
            let (quota, period) =
                quota.map_or((0, 0), |written| (written.quota_ns as i64, written.period_ns as i64));
            self.unthrottle(pool, group, Reason::QuotaChanged { quota, period }, &mut outcome, now_ns);
        }
        outcome
    }

    fn write_quota(&mut self, pool: &mut Pool, group: GroupId, quota: Quota, now_ns: u64) {
        let rules = self.params().rules;
        if pool.quota(group).is_none() {
            pool.set_bandwidth(group, Some(Bandwidth::new(quota, 0)));
        }
        let account = &mut self.queue_mut(group).account;
        let mut local = account.map_or(Local::new(rules.throttling), |account| account.local);
        pool.with_bandwidth(group, |shared| {
            shared.set_quota(quota, rules.refill, now_ns);
            local.begin_anew(shared, rules.throttling);
        });
        *account = Some(Account { group, local });
    }

    /// A timer of a group's quota expired ([`Pool::quota_timer`]): the pool is refilled, or holds slack, and throttled queues are
    /// given what they owe.
    pub fn quota_expired(&mut self, pool: &mut Pool, group: GroupId, now_ns: u64) -> QuotaOutcome {
        if pool.bandwidth(group).period_at_ns().is_some_and(|at_ns| at_ns <= now_ns) {
            return self.begin_period(pool, group, now_ns);
        }
        let mut outcome = QuotaOutcome::nothing();
        let slice_ns = self.queue(group).quota_slice_ns();
        if pool.with_bandwidth(group, |shared| shared.slack(slice_ns, now_ns)) {
            self.distribute(pool, group, &mut outcome, now_ns);
        }
        outcome
    }

    /// A period of a group's quota begins, at `now_ns` whenever its timer was to expire: for who knows that it did.
    pub fn begin_period(&mut self, pool: &mut Pool, group: GroupId, now_ns: u64) -> QuotaOutcome {
        let mut outcome = QuotaOutcome::nothing();
        let refill = self.params().rules.refill;
        if pool.with_bandwidth(group, |shared| shared.period(refill, now_ns)) == Period::Refilled {
            outcome.refilled = Some(refilled_to(pool.bandwidth(group)));
            self.distribute(pool, group, &mut outcome, now_ns);
        }
        outcome
    }

    fn distribute(&mut self, pool: &mut Pool, group: GroupId, outcome: &mut QuotaOutcome, now_ns: u64) {
        let account = self.queue_mut(group).account.as_mut();
        let Some(account) = account.filter(|account| account.local.is_throttled()) else { return };
        let before = account.local.remaining_ns();
        let local = &mut account.local;
        if !pool.with_bandwidth(group, |shared| shared.give(local)) {
            return;
        }
        let given = account.local.remaining_ns() - before;
        let why = Reason::QuotaGiven { given, left: pool.bandwidth(group).runtime_ns() as i64 };
        self.unthrottle(pool, group, why, outcome, now_ns);
    }
}

fn refilled_to(shared: &Bandwidth) -> Reason {
    Reason::QuotaRefilled { runtime: shared.runtime_ns() as i64, queues: i64::from(shared.throttled()) }
}
