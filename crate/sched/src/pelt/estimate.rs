//! What a task is going to need when it wakes.

use super::SchedAvg;

/// Differences of about a hundredth of a CPU do not matter.
const MARGIN: u64 = 1024 / 100;

/// The estimate after a task went to sleep with `avg` on a CPU of `capacity` (6.12, `util_est_update`); the caller leaves
/// it as it is if util did not change since the task was enqueued.
///
/// It grows at once and shrinks by a quarter of the difference. It stays where the difference is small, where util is more
/// than the CPU has, and where the task waited for the CPU and so could not show what it needs.
pub fn util_est(estimate: u64, avg: &SchedAvg, capacity: u64) -> u64 {
    let util = avg.util_avg;
    if estimate <= util {
        return util;
    }
    let fell = estimate - util;
    if fell < MARGIN || util > capacity || util + MARGIN < avg.runnable_avg {
        return estimate;
    }
    (4 * estimate - fell) >> 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(estimate: u64, [util_avg, runnable_avg, capacity]: [u64; 3], expected: u64) {
        let avg = SchedAvg { util_avg, runnable_avg, ..SchedAvg::default() };
        assert_eq!(util_est(estimate, &avg, capacity), expected);
    }

    #[test]
    fn it_stays_where_util_says_nothing() {
        check(400, [391, 391, 1024], 400);
        check(400, [390, 390, 1024], 397);
        check(400, [300, 310, 1024], 375);
        check(400, [300, 311, 1024], 400);
        check(400, [300, 300, 299], 400);
        check(400, [401, 401, 299], 401);
    }
}
