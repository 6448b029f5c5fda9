//! What a task group weighs on a CPU (7.3, debugfs `cgroup_mode`).
//!
//! 1. **The whole.** `cpu.weight` says what a group counts for. On many CPUs that leaves little for each, so the mode may
//!    multiply it first: by the group's CPUs, by its tasks, or by the lesser of both.
//! 2. **The part.** Of the whole each CPU has as much as the group's load there is of its load everywhere
//!    ([`LoadPart`]). On one CPU that is all of it.
//! 3. **Tasks.** How many there are is an average of those that want to run ([`crate::pelt::TaskGroupAvg::tasks`]); it
//!    follows changes within some tens of milliseconds.
//!
//! On one CPU up, smp and concur give the same, and max but for a weight that is above that of nice −20.

use crate::tunables::ChoiceInfo;
use crate::weight::Weight;

/// No group has less, however small its part is (`MIN_SHARES`).
const LEAST_LOAD: u64 = 2;

/// Which number a group's weight is multiplied by, and whether CPUs share it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CgroupMode {
    /// Each CPU counts the whole `cpu.weight`.
    Up,
    /// CPUs share `cpu.weight`: the only way up to 7.2.
    Smp,
    /// CPUs share `cpu.weight` times the tasks, or times the CPUs where those are fewer: the default of 7.3.
    Concur,
    /// CPUs share `cpu.weight` times the CPUs; none has more than a task of nice −20.
    Max,
    /// CPUs share `cpu.weight` times the tasks.
    Tasks,
}

/// `cgroup_mode` as it is listed among the tunables.
pub(crate) const CGROUP_MODE: ChoiceInfo = ChoiceInfo {
    name: "cgroup_mode",
    values: &["up", "smp", "concur", "max", "tasks"],
    meaning: "What a task group counts for on a CPU: all of cpu.weight (up), or its part of cpu.weight (smp), of that times the \
              CPUs (max), times the tasks (tasks), times the fewer of both (concur). On one CPU up, smp and concur are equal.",
};

/// Which part of a group's load is on one CPU: its part of the weight is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoadPart {
    /// Load of the group's queue on this CPU, in table units.
    pub here: u64,
    /// Load of all its queues.
    pub everywhere: u64,
}

impl LoadPart {
    /// All of the load is here, as on a machine of one CPU.
    pub const WHOLE: LoadPart = LoadPart { here: 1, everywhere: 1 };

    /// Of `load` what this part has, at least 2 and not above `most`; all of it where nobody has any load.
    fn of(self, load: u64, most: u64) -> u64 {
        let product = u128::from(load) * u128::from(self.here);
        let part = product / u128::from(self.everywhere.max(1));
        part.max(u128::from(LEAST_LOAD)).min(u128::from(most)) as u64
    }
}

/// What is known of a group where it is weighed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupCount {
    /// Tasks that want to run, on average; at least 1.
    pub tasks: u64,
    /// CPUs that it may use; at least 1.
    pub cpus: u64,
    /// What of it is on this CPU.
    pub part: LoadPart,
}

impl GroupCount {
    /// Of a group on a machine of one CPU.
    pub const fn on_one_cpu(tasks: u64) -> GroupCount {
        GroupCount { tasks, cpus: 1, part: LoadPart::WHOLE }
    }
}

impl CgroupMode {
    /// Every mode, in the kernel's order.
    pub const ALL: [CgroupMode; 5] =
        [CgroupMode::Up, CgroupMode::Smp, CgroupMode::Concur, CgroupMode::Max, CgroupMode::Tasks];

    /// The kernel's name: `up`, `smp`, `concur`, `max` or `tasks`.
    pub const fn name(self) -> &'static str {
        CGROUP_MODE.values[self as usize]
    }

    /// The mode of that name; `None` for any other word.
    pub fn parse(name: &str) -> Option<CgroupMode> {
        CgroupMode::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// The load of a group's entity on a CPU, where its shares give it the load `shares` (`__sched_cgroup_mode_update`).
    pub fn load(self, shares: u64, GroupCount { tasks, cpus, part }: GroupCount) -> u64 {
        let shared = |whole: u64| part.of(whole, whole);
        match self {
            CgroupMode::Up => shares,
            CgroupMode::Smp => shared(shares),
            CgroupMode::Concur => shared(shares * tasks.min(cpus)),
            CgroupMode::Max => part.of(shares * cpus, Weight::of_nice(-20).load),
            CgroupMode::Tasks => shared(shares * tasks),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weight::{NICE_0_LOAD, group_weight};

    /// The loads that the modes give, in their order.
    #[track_caller]
    fn check(cpu_weight: u32, count: GroupCount, expected: [u64; 5]) {
        let shares = group_weight(cpu_weight).load;
        assert_eq!(CgroupMode::ALL.map(|mode| mode.load(shares, count)), expected);
    }

    const WHOLE: u64 = NICE_0_LOAD;

    #[test]
    fn on_one_cpu_only_tasks_count() {
        check(100, GroupCount::on_one_cpu(1), [WHOLE; 5]);
        check(100, GroupCount::on_one_cpu(3), [WHOLE, WHOLE, WHOLE, WHOLE, 3 * WHOLE]);
    }

    /// 10000 is 102400 in the table, nice −20 is 88761.
    #[test]
    fn max_ends_at_nice_minus_20() {
        let whole = 102_400 << 10;
        check(10_000, GroupCount::on_one_cpu(1), [whole, whole, whole, 88_761 << 10, whole]);
        check(8668, GroupCount::on_one_cpu(1), [88_760 << 10; 5]);
    }

    /// Three tasks on four CPUs, a third of the load here: the weight, a third of it, of three, of four, and of three times it.
    #[test]
    fn cpus_share_what_a_mode_makes_of_the_weight() {
        let part = LoadPart { here: 1024, everywhere: 3072 };
        let third = WHOLE / 3;
        check(100, GroupCount { tasks: 3, cpus: 4, part }, [WHOLE, third, WHOLE, 1_398_101, WHOLE]);
        check(100, GroupCount { tasks: 9, cpus: 4, part }, [WHOLE, third, 1_398_101, 1_398_101, 3 * WHOLE]);
    }

    #[test]
    fn a_part_is_neither_nothing_nor_above_the_whole() {
        let tiny = LoadPart { here: 2, everywhere: 90_000_000 };
        check(1, GroupCount { tasks: 1, cpus: 2, part: tiny }, [10_240, 2, 2, 2, 2]);
        // The whole is what was told of the group, and may be behind what is here.
        let stale = LoadPart { here: 2048, everywhere: 1024 };
        check(100, GroupCount { tasks: 1, cpus: 2, part: stale }, [WHOLE, WHOLE, WHOLE, 4 * WHOLE, WHOLE]);
    }

    #[test]
    fn names_are_read_again() {
        assert!(CgroupMode::ALL.iter().all(|mode| CgroupMode::parse(mode.name()) == Some(*mode)));
        assert_eq!(CgroupMode::parse("Concur"), None);
        assert_eq!(CgroupMode::ALL.len(), CGROUP_MODE.values.len());
    }
}
