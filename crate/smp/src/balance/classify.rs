//! How busy a group is (rule 4).

use crate::rules::GroupOverload;

use super::stats::GroupStats;

/// How busy a group is, least first: a balance takes from the highest (`enum group_type`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupType {
    /// It could do more.
    #[default]
    HasSpare = 0,
    /// Each CPU has what it can do, and nobody has to wait for long.
    FullyBusy = 1,
    /// A task is too big for the CPU it is on.
    Misfit = 2,
    /// Threads of a core have a task each, while the CPU that asks has a core to itself.
    SmtBalance = 3,
    /// Affinity kept a balance within it from evening it out; 4 are preferred CPUs, which are not modelled.
    Imbalanced = 5,
    /// More wants to run than can.
    Overloaded = 6,
}

/// Whether utilisation is at the group's capacity, less what `percent` is above 100, or waiting beyond it.
fn is_full(stats: &GroupStats, percent: u64) -> bool {
    stats.capacity * 100 < stats.util * percent || waits(stats, percent)
}

fn waits(stats: &GroupStats, percent: u64) -> bool {
    stats.capacity * percent < stats.runnable * 100
}

/// More tasks than CPUs, and more work than they can do (`group_is_overloaded`).
fn is_overloaded(stats: &GroupStats, percent: u64, rule: GroupOverload, energy_aware: bool) -> bool {
    let looks = match rule {
        GroupOverload::ByLoad => true,
        GroupOverload::ByOverutilized => !energy_aware || stats.overutilized,
    };
    looks && stats.nr_running > stats.weight && is_full(stats, percent)
}

/// A CPU without a task, or work for all of them that still leaves room (`group_has_capacity`).
fn has_capacity(stats: &GroupStats, percent: u64) -> bool {
    stats.nr_running < stats.weight || (!waits(stats, percent) && stats.capacity * 100 > stats.util * percent)
}

/// How busy a group with these numbers is, in a domain with this percentage (`group_classify`).
pub fn classify(stats: &GroupStats, percent: u64, rule: GroupOverload, energy_aware: bool) -> GroupType {
    if is_overloaded(stats, percent, rule, energy_aware) {
        GroupType::Overloaded
    } else if stats.pinned {
        GroupType::Imbalanced
    } else if stats.relieves_threads {
        GroupType::SmtBalance
    } else if stats.misfit_load > 0 {
        GroupType::Misfit
    } else if has_capacity(stats, percent) {
        GroupType::HasSpare
    } else {
        GroupType::FullyBusy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(weight: u32, capacity: u64, nr_running: u32, util: u64, runnable: u64) -> GroupStats {
        GroupStats { weight, capacity, nr_running, util, runnable, ..GroupStats::default() }
    }

    #[track_caller]
    fn check(stats: GroupStats, expected: GroupType) {
        assert_eq!(classify(&stats, 117, GroupOverload::ByLoad, false), expected);
    }

    #[test]
    fn four_cpus_are_as_busy_as_tasks_utilisation_and_waiting_say() {
        let four = |tasks, util, runnable| stats(4, 4096, tasks, util, runnable);
        check(four(3, 3000, 3000), GroupType::HasSpare);
        check(four(4, 3400, 3400), GroupType::HasSpare);
        check(four(4, 3500, 3500), GroupType::HasSpare);
        check(four(4, 3501, 3501), GroupType::FullyBusy);
        check(four(4, 3000, 4793), GroupType::FullyBusy);
        check(four(5, 3500, 4700), GroupType::HasSpare);
        check(four(5, 3501, 4700), GroupType::Overloaded);
        check(four(5, 3000, 4792), GroupType::HasSpare);
        check(four(5, 3000, 4793), GroupType::Overloaded);
    }

    #[test]
    fn little_cpus_are_full_sooner() {
        check(stats(4, 4 * 462, 4, 1579, 1579), GroupType::HasSpare);
        check(stats(4, 4 * 462, 4, 1580, 1580), GroupType::FullyBusy);
    }

    #[test]
    fn one_cpu_with_two_tasks_is_overloaded() {
        check(stats(1, 1024, 2, 1024, 2048), GroupType::Overloaded);
    }

    #[test]
    fn what_is_known_of_a_group_beside_its_load_ranks_between() {
        let spare = stats(4, 4096, 3, 300, 300);
        check(GroupStats { misfit_load: 1, ..spare }, GroupType::Misfit);
        let threads = GroupStats { relieves_threads: true, misfit_load: 1, ..spare };
        check(threads, GroupType::SmtBalance);
        check(GroupStats { pinned: true, ..threads }, GroupType::Imbalanced);
        check(GroupStats { nr_running: 5, util: 4000, pinned: true, ..threads }, GroupType::Overloaded);
    }

    #[test]
    fn with_energy_in_view_a_group_is_overloaded_only_if_a_cpu_is_overutilized() {
        let busy = stats(4, 4096, 5, 4000, 5000);
        let of = |stats: &GroupStats, energy| classify(stats, 117, GroupOverload::ByOverutilized, energy);
        assert_eq!(of(&busy, true), GroupType::FullyBusy);
        assert_eq!(of(&GroupStats { overutilized: true, ..busy }, true), GroupType::Overloaded);
        assert_eq!(of(&busy, false), GroupType::Overloaded);
    }
}
