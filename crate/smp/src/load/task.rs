//! Load tracking of one task.

use sched::pelt::{Doing, SchedAvg};

use super::estimate::Estimate;
use crate::rules::UtilEstimate;

/// What is tracked of a task, wherever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskLoad {
    /// Its signals; in the time of the CPU whose queue it is attached to.
    pub avg: SchedAvg,
    estimate: Estimate,
    is_attached: bool,
    /// Its averages moved since the estimate was last made.
    has_changed: bool,
}

impl TaskLoad {
    /// Of a task that was never enqueued: full load until more is known (`init_entity_runnable_average`).
    pub fn of_new_task(weight: u64) -> TaskLoad {
        let avg = SchedAvg::of_new_task(weight);
        TaskLoad { avg, estimate: Estimate::default(), is_attached: false, has_changed: true }
    }

    /// Whether a queue's averages contain its own.
    #[inline]
    pub fn is_attached(&self) -> bool {
        self.is_attached
    }

    /// What it is expected to need (`_task_util_est`).
    #[inline]
    pub fn util_est(&self) -> u64 {
        self.estimate.value()
    }

    /// It went to sleep on a CPU of this capacity, its averages are up to date: the estimate follows, if they moved since the
    /// last time (`util_est_update`).
    pub fn sleeps(&mut self, capacity: u64, rule: UtilEstimate) {
        if self.has_changed {
            self.estimate = self.estimate.after_sleep(&self.avg, capacity, rule);
            self.has_changed = false;
        }
    }

    /// The signals are kept elsewhere, level by level: they are these, and have changed since the last time or not.
    pub fn mirror(&mut self, avg: &SchedAvg, has_changed: bool) {
        self.avg = *avg;
        self.has_changed |= has_changed;
    }

    /// Accounts for what it did up to `now_ns` of its CPU's time.
    pub(super) fn update(&mut self, now_ns: u64, doing: Doing, weight: u64) {
        self.has_changed |= self.avg.update(now_ns, doing, weight);
    }

    /// It slept up to `now_ns` of its CPU's time (`__update_load_avg_blocked_se`).
    pub(super) fn age(&mut self, now_ns: u64, weight: u64) {
        self.avg.update(now_ns, Doing::default(), weight);
    }

    pub(super) fn set_attached(&mut self, is_attached: bool) {
        self.is_attached = is_attached;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    #[test]
    fn the_estimate_waits_for_the_averages() {
        let mut task = TaskLoad::of_new_task(1024);
        task.avg.util_avg = 400;
        task.sleeps(1024, UtilEstimate::One);
        assert_eq!(task.util_est(), 400);
        task.avg.util_avg = 200;
        task.sleeps(1024, UtilEstimate::One);
        assert_eq!(task.util_est(), 400, "no period has ended since");
        task.update(2 * MS, Doing::task(true, false, true), 1024);
        task.sleeps(1024, UtilEstimate::One);
        assert!(task.util_est() < 400);
    }

    #[test]
    fn ageing_a_sleeping_task_is_no_change() {
        let mut task = TaskLoad::of_new_task(1024);
        task.sleeps(1024, UtilEstimate::One);
        task.age(40 * MS, 1024);
        assert_eq!(task.avg.load_avg, 0, "what it never ran fades at once");
        task.avg.util_avg = 100;
        task.sleeps(1024, UtilEstimate::One);
        assert_eq!(task.util_est(), 0);
    }
}
