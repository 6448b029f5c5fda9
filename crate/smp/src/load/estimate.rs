//! What a task is going to need when it wakes, by version.

use sched::pelt::{SchedAvg, util_est};

use crate::rules::UtilEstimate;

/// Differences of about a hundredth of a CPU do not matter.
const MARGIN: u64 = 1024 / 100;

/// A task's estimate: the utilisation with which it went to sleep, and what is remembered of the times before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Utilisation at the last sleep; 0 under versions that keep only one value.
    last: u64,
    /// The value that rises at once and falls slowly.
    slow: u64,
}

impl Estimate {
    /// What is expected (`_task_util_est`): the larger value.
    #[inline]
    pub fn value(&self) -> u64 {
        self.last.max(self.slow)
    }

    /// The estimate after a task went to sleep with `avg` on a CPU of `capacity` (`util_est_update`).
    #[must_use]
    pub fn after_sleep(self, avg: &SchedAvg, capacity: u64, rule: UtilEstimate) -> Estimate {
        match rule {
            UtilEstimate::One => Estimate { last: 0, slow: util_est(self.value(), avg, capacity) },
            UtilEstimate::Pair => self.pair(avg.util_avg, capacity),
        }
    }

    /// Both values follow a rise. A fall within the margin moves only the last value, and that only if it is beyond the margin
    /// of its own; what is more than the CPU can do says nothing.
    fn pair(self, util: u64, capacity: u64) -> Estimate {
        if self.slow < util {
            return Estimate { last: util, slow: util };
        }
        let fell = self.slow - util;
        if fell < MARGIN {
            let last = if self.last.abs_diff(util) < MARGIN { self.last } else { util };
            return Estimate { last, ..self };
        }
        if util > capacity {
            return self;
        }
        Estimate { last: util, slow: (4 * self.slow - fell) >> 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The estimate after each of these (util, runnable) on a CPU of `capacity`.
    #[track_caller]
    fn check(rule: UtilEstimate, capacity: u64, sleeps: &[(u64, u64, u64)]) {
        let mut estimate = Estimate::default();
        for (util_avg, runnable_avg, expected) in sleeps {
            let avg = SchedAvg { util_avg: *util_avg, runnable_avg: *runnable_avg, ..SchedAvg::default() };
            estimate = estimate.after_sleep(&avg, capacity, rule);
            assert_eq!(estimate.value(), *expected, "after {util_avg}");
        }
    }

    #[test]
    fn one_value_rises_at_once_and_falls_slowly() {
        let sleeps = [
            (100, 100, 100),
            (400, 400, 400),
            (200, 200, 350),
            (200, 200, 312),
            (200, 260, 312),
            (200, 200, 284),
        ];
        check(UtilEstimate::One, 1024, &sleeps);
        check(UtilEstimate::One, 1024, &[(284, 284, 284), (195, 195, 261)]);
    }

    #[test]
    fn of_a_pair_the_larger_counts() {
        let sleeps = [(100, 100, 100), (400, 400, 400), (200, 200, 350), (200, 260, 312), (312, 0, 312)];
        check(UtilEstimate::Pair, 1024, &sleeps);
        // Waiting does not matter to it, and 305 is within the margin of 312: only the last value moves.
        check(UtilEstimate::Pair, 1024, &[(312, 900, 312), (305, 0, 312), (302, 0, 309)]);
    }

    #[test]
    fn small_changes_leave_both_values_of_a_pair() {
        let estimate = Estimate { last: 310, slow: 312 };
        assert_eq!(estimate.pair(303, 1024), estimate);
        assert_eq!(Estimate { last: 100, ..estimate }.pair(305, 1024), Estimate { last: 305, slow: 312 });
        assert_eq!(estimate.pair(302, 1024), Estimate { last: 302, slow: 309 });
    }

    #[test]
    fn more_than_the_cpu_has_says_nothing() {
        check(UtilEstimate::Pair, 462, &[(600, 600, 600), (500, 500, 600), (462, 462, 565)]);
        check(UtilEstimate::One, 462, &[(600, 600, 600), (500, 500, 600), (462, 462, 565)]);
    }
}
