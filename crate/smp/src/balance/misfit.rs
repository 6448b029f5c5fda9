//! Tasks too big for their CPU (rule 11).

use crate::clamp::task_fits_cpu;
use crate::facts::{CpuFacts, TaskFacts};
use crate::rules::ClampFit;

/// Load that a CPU's record says should run on a bigger one, 0 if its task is well where it is (`update_misfit_status`).
///
/// Only where capacities differ, and only for a task that may run on a bigger CPU than this: `max_allowed_capacity` is the
/// greatest that it may run on. At least 1, so that a task without load is not overlooked.
pub fn misfit_load(
    task: &TaskFacts,
    cpu: &CpuFacts,
    max_allowed_capacity: u64,
    rule: ClampFit,
    clamps_used: bool,
) -> u64 {
    let nowhere_better = cpu.capacity_orig >= max_allowed_capacity;
    if nowhere_better || task_fits_cpu(task, cpu, rule, clamps_used) { 0 } else { task.load_avg.max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(util_avg: u64, load_avg: u64, capacity: u64, max_allowed: u64, expected: u64) {
        let task = TaskFacts { util_avg, load_avg, ..TaskFacts::default() };
        let cpu = CpuFacts { capacity, capacity_orig: capacity, ..CpuFacts::default() };
        assert_eq!(misfit_load(&task, &cpu, max_allowed, ClampFit::Ranked, false), expected);
    }

    #[test]
    fn a_task_is_too_big_only_if_a_bigger_cpu_is_allowed() {
        check(369, 900, 462, 1024, 0);
        check(370, 900, 462, 1024, 900);
        check(370, 0, 462, 1024, 1);
        check(370, 900, 462, 462, 0);
        check(1000, 900, 1024, 1024, 0);
    }
}
