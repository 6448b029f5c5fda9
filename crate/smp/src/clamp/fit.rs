//! Whether a CPU is big enough for what is clamped.

use super::value::{Clamps, FULL};
use crate::facts::{CpuFacts, TaskFacts};
use crate::load::{cpu_util, fits_capacity, task_util_est};
use crate::rules::{ClampFit, Overutilized};

/// How well a CPU is big enough, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It is too small (0 in the kernel).
    No,
    /// It is big enough, but cannot give the minimum that is asked for (−1 in the kernel).
    ExceptMin,
    /// It is big enough.
    Yes,
}

/// Whether a CPU is big enough for a utilisation that is clamped; `is_used` is whether clamps are counted (`util_fits_cpu`).
///
/// The utilisation has to leave a fifth of what the CPU has left. A maximum that the CPU can give as a whole does instead, except
/// that of everything on a CPU of full size, or it would fit always. A minimum is compared with what the CPU can give under
/// its limits, other tasks or not.
pub fn util_fits_cpu(util: u64, clamps: Clamps, cpu: &CpuFacts, rule: ClampFit, is_used: bool) -> Fit {
    let fits = fits_capacity(util, cpu.capacity);
    if !is_used {
        return if fits { Fit::Yes } else { Fit::No };
    }
    let is_everything = cpu.capacity_orig == FULL && clamps.max == FULL;
    if !fits && (is_everything || clamps.max > cpu.capacity_orig) {
        return Fit::No;
    }
    let min = clamps.min.min(clamps.max);
    let misses_min = util < min && min > cpu.capacity_orig - cpu.capacity_pressure;
    match rule {
        _ if !misses_min => Fit::Yes,
        ClampFit::Refused if cpu.capacity_orig == FULL => Fit::Yes,
        ClampFit::Refused => Fit::No,
        ClampFit::Ranked => Fit::ExceptMin,
    }
}

/// Whether a CPU gives a task what it needs, and the minimum that it asks for (`task_fits_cpu`).
pub fn task_fits_cpu(task: &TaskFacts, cpu: &CpuFacts, rule: ClampFit, is_used: bool) -> bool {
    let clamps = Clamps { min: task.uclamp_min, max: task.uclamp_max };
    util_fits_cpu(task_util_est(task), clamps, cpu, rule, is_used) == Fit::Yes
}

/// Whether a CPU is too small for what it has: then tasks are not placed by energy but spread (`cpu_overutilized`).
pub fn cpu_overutilized(cpu: &CpuFacts, fit: ClampFit, rule: Overutilized, is_used: bool) -> bool {
    let min = match rule {
        Overutilized::WithClamps => cpu.uclamp_min,
        Overutilized::WithMaximum => Clamps::NONE.min,
    };
    let clamps = Clamps { min, max: cpu.uclamp_max };
    util_fits_cpu(cpu_util(cpu), clamps, cpu, fit, is_used) == Fit::No
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cpu(capacity: u64) -> CpuFacts {
        CpuFacts { capacity, capacity_orig: capacity, ..CpuFacts::default() }
    }

    /// A utilisation with a minimum and a maximum on a CPU of this capacity.
    #[track_caller]
    fn check(capacity: u64, [util, min, max]: [u64; 3], expected: Fit) {
        let clamps = Clamps { min, max };
        assert_eq!(util_fits_cpu(util, clamps, &cpu(capacity), ClampFit::Ranked, true), expected);
    }

    #[test]
    fn a_fifth_must_be_left() {
        check(462, [300, 0, 1024], Fit::Yes);
        check(462, [369, 0, 1024], Fit::Yes);
        check(462, [370, 0, 1024], Fit::No);
        check(1024, [819, 0, 1024], Fit::Yes);
        check(1024, [820, 0, 1024], Fit::No);
    }

    #[test]
    fn a_maximum_makes_it_fit() {
        check(462, [900, 0, 400], Fit::Yes);
        check(462, [900, 0, 462], Fit::Yes);
        check(462, [900, 0, 463], Fit::No);
        check(1024, [900, 0, 1023], Fit::Yes);
    }

    #[test]
    fn a_minimum_that_is_missed_is_told_apart() {
        check(462, [100, 512, 1024], Fit::ExceptMin);
        check(1024, [100, 512, 1024], Fit::Yes);
        check(462, [100, 462, 1024], Fit::Yes);
        // Where the utilisation asks for more than the minimum does, the minimum says nothing; nor does one above the maximum.
        check(1024, [600, 512, 1024], Fit::Yes);
        check(462, [100, 512, 300], Fit::Yes);
    }

    #[test]
    fn a_limit_counts_against_the_minimum_even_of_the_biggest() {
        let limited = CpuFacts { capacity_pressure: 600, ..cpu(1024) };
        let clamps = Clamps { min: 512, max: 1024 };
        let fit = |rule| util_fits_cpu(100, clamps, &limited, rule, true);
        assert_eq!((fit(ClampFit::Ranked), fit(ClampFit::Refused)), (Fit::ExceptMin, Fit::Yes));
    }

    #[test]
    fn earlier_a_missed_minimum_was_no_fit() {
        let fit = |is_used| {
            util_fits_cpu(100, Clamps { min: 512, max: 1024 }, &cpu(462), ClampFit::Refused, is_used)
        };
        assert_eq!((fit(true), fit(false)), (Fit::No, Fit::Yes));
    }

    #[test]
    fn what_others_leave_counts_only_for_the_utilisation() {
        let busy = CpuFacts { capacity: 200, ..cpu(462) };
        let fit = |util, min, max| util_fits_cpu(util, Clamps { min, max }, &busy, ClampFit::Ranked, true);
        assert_eq!(fit(180, 0, 1024), Fit::No);
        assert_eq!(fit(100, 400, 1024), Fit::Yes);
        assert_eq!(fit(180, 0, 400), Fit::Yes);
    }

    #[test]
    fn a_task_has_to_fit_with_its_estimate_and_its_minimum() {
        let task = TaskFacts { util_avg: 100, util_est: 300, ..TaskFacts::default() };
        let fits = |task: TaskFacts| task_fits_cpu(&task, &cpu(462), ClampFit::Ranked, true);
        assert!(fits(task));
        assert!(!fits(TaskFacts { util_est: 400, ..task }));
        assert!(!fits(TaskFacts { uclamp_min: 500, ..task }));
        assert!(fits(TaskFacts { util_est: 1000, uclamp_max: 400, ..task }));
    }

    #[test]
    fn a_minimum_overutilizes_by_version() {
        let busy = CpuFacts { util_avg: 100, uclamp_min: 512, ..cpu(462) };
        let over = |fit, rule| cpu_overutilized(&busy, fit, rule, true);
        assert!(over(ClampFit::Refused, Overutilized::WithClamps));
        assert!(!over(ClampFit::Refused, Overutilized::WithMaximum));
        assert!(!over(ClampFit::Ranked, Overutilized::WithClamps));
        assert!(cpu_overutilized(
            &CpuFacts { util_avg: 370, ..busy },
            ClampFit::Ranked,
            Overutilized::WithClamps,
            true
        ));
    }
}
