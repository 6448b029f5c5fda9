//! A budget and its absolute deadline: when it is renewed, and how.

use super::bandwidth::BW_SHIFT;
use super::entity::DlParams;

/// The kernel compares shares in units of 2¹⁰ ns, so that products fit 64 bits (`DL_SCALE`).
const SCALE: u32 = 10;

/// What is left of a reservation's runtime, and by when it is to be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// ns; negative after an overrun.
    pub left_ns: i64,
    /// Absolute deadline, ns.
    pub deadline_at_ns: u64,
}

/// What a wakeup did to a budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Waking {
    /// It goes on with what it has.
    Kept,
    /// It begins a new instance.
    Fresh,
    /// What it has was cut to its share of the time up to the deadline.
    Cut,
}

impl Budget {
    /// A new instance: all of the runtime, and the deadline counted from now (`replenish_dl_new_period`).
    pub(super) fn begin(&mut self, params: &DlParams, now_ns: u64) {
        *self = Budget { left_ns: params.runtime_ns as i64, deadline_at_ns: now_ns + params.deadline_ns };
    }

    /// The rule of waking (`update_dl_entity`). The first time there is no instance yet, and one begins.
    pub(super) fn wake(&mut self, params: &DlParams, now_ns: u64) -> Waking {
        let past = self.deadline_at_ns < now_ns || self.deadline_at_ns == 0;
        if !past && !self.overflows(params, now_ns) {
            return Waking::Kept;
        }
        if past || params.is_implicit() {
            self.begin(params, now_ns);
            return Waking::Fresh;
        }
        let laxity_ns = self.deadline_at_ns - now_ns;
        self.left_ns = ((u128::from(params.density()) * u128::from(laxity_ns)) >> BW_SHIFT) as i64;
        Waking::Cut
    }

    /// Whether what is left is more than its share of the time up to the deadline, which is not past.
    pub(super) fn overflows(&self, params: &DlParams, now_ns: u64) -> bool {
        let left = (params.deadline_ns >> SCALE).wrapping_mul((self.left_ns >> SCALE) as u64);
        let right = ((self.deadline_at_ns - now_ns) >> SCALE).wrapping_mul(params.runtime_ns >> SCALE);
        (right.wrapping_sub(left) as i64) < 0
    }

    /// A period begins: runtime is given and the deadline moves on, until there is something left. If even then the
    /// deadline is past, a new instance begins (`replenish_dl_entity`).
    pub(super) fn refill(&mut self, params: &DlParams, now_ns: u64) {
        while self.left_ns <= 0 {
            self.deadline_at_ns += params.period_ns;
            self.left_ns += params.runtime_ns as i64;
        }
        if self.deadline_at_ns < now_ns {
            self.begin(params, now_ns);
        }
    }

    /// When the next period begins, ns.
    pub(super) fn next_period_ns(&self, params: &DlParams) -> u64 {
        (self.deadline_at_ns + params.period_ns).saturating_sub(params.deadline_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;
    const IMPLICIT: DlParams =
        DlParams { runtime_ns: 3 * MS, deadline_ns: 10 * MS, period_ns: 10 * MS, reclaim: false };
    const CONSTRAINED: DlParams = DlParams { deadline_ns: 6 * MS, ..IMPLICIT };

    /// What a budget of `left_ms` with its deadline in `ahead_ms` becomes when its task wakes.
    #[track_caller]
    fn check(params: DlParams, (left_ms, ahead_ms): (i64, u64), how: Waking, left_after_ns: i64) {
        let now_ns = 100 * MS;
        let mut budget = Budget { left_ns: left_ms * MS as i64, deadline_at_ns: now_ns + ahead_ms * MS };
        assert_eq!(budget.wake(&params, now_ns), how);
        assert_eq!(budget.left_ns, left_after_ns);
    }

    #[test]
    fn a_wakeup_keeps_no_more_than_its_share() {
        check(IMPLICIT, (1, 5), Waking::Kept, 1_000_000);
        check(IMPLICIT, (2, 5), Waking::Fresh, 3_000_000);
        check(CONSTRAINED, (2, 3), Waking::Cut, 1_500_000);
    }

    #[test]
    fn an_overrun_moves_the_deadline_by_whole_periods() {
        let mut budget = Budget { left_ns: -4_000_000, deadline_at_ns: 10 * MS };
        budget.refill(&IMPLICIT, 10 * MS);
        assert_eq!(budget, Budget { left_ns: 2_000_000, deadline_at_ns: 30 * MS });
    }

    #[test]
    fn a_deadline_long_past_begins_anew() {
        let mut budget = Budget { left_ns: 0, deadline_at_ns: 10 * MS };
        budget.refill(&IMPLICIT, 50 * MS);
        assert_eq!(budget, Budget { left_ns: 3_000_000, deadline_at_ns: 60 * MS });
    }
}
