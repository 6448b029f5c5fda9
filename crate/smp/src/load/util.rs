//! How much of a CPU is used, as placement, balancing and the clock see it.

use crate::facts::{CpuFacts, TaskFacts};
use crate::rules::UtilBoost;

/// What a task needs (`task_util_est`).
#[inline]
pub fn task_util_est(task: &TaskFacts) -> u64 {
    task.util_avg.max(task.util_est)
}

/// What a CPU is used for by its fair tasks, at most what it has (`cpu_util_cfs`).
#[inline]
pub fn cpu_util(cpu: &CpuFacts) -> u64 {
    cpu.util_avg.max(cpu.util_est).min(cpu.capacity_orig)
}

/// The same where waiting tasks count as well, if the version says so (`cpu_util_cfs_boost`).
#[inline]
pub fn cpu_util_boost(cpu: &CpuFacts, boost: UtilBoost) -> u64 {
    match boost {
        UtilBoost::Util => cpu_util(cpu),
        UtilBoost::Runnable => cpu_util(cpu).max(cpu.runnable_avg).min(cpu.capacity_orig),
    }
}

/// What CPU `number` would be used for if the task went to CPU `to` (`cpu_util`, with a destination).
pub fn cpu_util_to(cpu: &CpuFacts, number: usize, task: &TaskFacts, to: usize, boost: UtilBoost) -> u64 {
    let before = match boost {
        UtilBoost::Util => cpu.util_avg,
        UtilBoost::Runnable => cpu.util_avg.max(cpu.runnable_avg),
    };
    let (util, util_est) = match (task.cpu == number, to == number) {
        (true, true) => (before, cpu.util_est + task.util_est),
        (false, true) => (before + task.util_avg, cpu.util_est + task.util_est),
        (true, false) => (before.saturating_sub(task.util_avg), estimates_without(cpu, task)),
        (false, false) => (before, cpu.util_est),
    };
    util.max(util_est).min(cpu.capacity_orig)
}

/// What CPU `number` would be used for if the task were not (`cpu_util_without`).
pub fn cpu_util_without(cpu: &CpuFacts, number: usize, task: &TaskFacts) -> u64 {
    if task.cpu != number {
        return cpu_util(cpu);
    }
    let util = cpu.util_avg.saturating_sub(task.util_avg);
    util.max(estimates_without(cpu, task)).min(cpu.capacity_orig)
}

/// The estimates of all on the task's CPU but the task, which is among them only while it is queued.
fn estimates_without(cpu: &CpuFacts, task: &TaskFacts) -> u64 {
    if task.is_queued { cpu.util_est.saturating_sub(task.util_est) } else { cpu.util_est }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cpu() -> CpuFacts {
        CpuFacts { util_avg: 300, util_est: 250, runnable_avg: 500, ..CpuFacts::default() }
    }

    fn task(cpu: usize, is_queued: bool) -> TaskFacts {
        TaskFacts { cpu, is_queued, util_avg: 100, util_est: 150, ..TaskFacts::default() }
    }

    #[test]
    fn the_larger_of_average_and_estimates_counts() {
        assert_eq!(cpu_util(&cpu()), 300);
        assert_eq!(cpu_util(&CpuFacts { util_est: 400, ..cpu() }), 400);
        assert_eq!(cpu_util(&CpuFacts { capacity_orig: 200, ..cpu() }), 200);
        assert_eq!(task_util_est(&task(0, false)), 150);
    }

    #[test]
    fn waiting_counts_by_version() {
        assert_eq!(cpu_util_boost(&cpu(), UtilBoost::Util), 300);
        assert_eq!(cpu_util_boost(&cpu(), UtilBoost::Runnable), 500);
        assert_eq!(cpu_util_boost(&CpuFacts { runnable_avg: 3000, ..cpu() }, UtilBoost::Runnable), 1024);
    }

    #[track_caller]
    fn check_to(from: usize, to: usize, boost: UtilBoost, expected: u64) {
        assert_eq!(cpu_util_to(&cpu(), 0, &task(from, false), to, boost), expected);
    }

    #[test]
    fn a_task_takes_its_part_with_it() {
        check_to(0, 0, UtilBoost::Util, 400);
        check_to(1, 0, UtilBoost::Util, 400);
        check_to(0, 1, UtilBoost::Util, 250);
        check_to(1, 2, UtilBoost::Util, 300);
        check_to(1, 0, UtilBoost::Runnable, 600);
        check_to(0, 1, UtilBoost::Runnable, 400);
    }

    #[test]
    fn a_queued_task_takes_its_estimate_along() {
        assert_eq!(cpu_util_to(&cpu(), 0, &task(0, true), 1, UtilBoost::Util), 200);
        assert_eq!(cpu_util_without(&cpu(), 0, &task(0, true)), 200);
        assert_eq!(cpu_util_without(&cpu(), 0, &task(0, false)), 250);
        assert_eq!(cpu_util_without(&cpu(), 0, &task(1, true)), 300);
    }
}
