//! Which of two groups is the busier (rule 5).

use crate::load::capacity_greater;
use crate::rules::{FullyBusyTie, GroupTypes};
use crate::topology::Group;

use super::attempt::Attempt;
use super::classify::GroupType;
use super::stats::GroupStats;
use super::survey::could_take_misfit;

/// A group and what it adds up to.
type Seen<'a> = (&'a Group, &'a GroupStats);

/// Whether a group takes the place of the busiest seen so far (`update_sd_pick_busiest`).
pub(super) fn is_busier(attempt: &Attempt, group: Seen, best: Option<Seen>, local: &GroupStats) -> bool {
    let asymmetric = attempt.domain().flags.asym_capacity;
    let stats = group.1;
    let hopeless = asymmetric
        && stats.group_type == GroupType::Misfit
        && !(local.group_type == GroupType::HasSpare && could_take_misfit(attempt, stats));
    if stats.h_nr_running == 0 || hopeless {
        return false;
    }
    let best_type = best.map_or(GroupType::HasSpare, |(_, best)| best.group_type);
    if stats.group_type != best_type {
        return stats.group_type > best_type;
    }
    let better_off = asymmetric
        && stats.group_type <= GroupType::FullyBusy
        && capacity_greater(stats.min_capacity, attempt.dst_facts().capacity);
    best.is_none_or(|best| is_busier_of_type(attempt, group, best)) && !better_off
}

/// The same of two groups of one type.
fn is_busier_of_type(attempt: &Attempt, group: Seen, best: Seen) -> bool {
    let (stats, best_stats) = (group.1, best.1);
    let rules = attempt.view.rules;
    match stats.group_type {
        GroupType::Overloaded => stats.avg_load > best_stats.avg_load,
        GroupType::Imbalanced => false,
        GroupType::Misfit => stats.misfit_load > best_stats.misfit_load,
        GroupType::SmtBalance if stats.idle_cpus > 0 || best_stats.idle_cpus > 0 => {
            has_less_spare(rules.group_types, group, best)
        }
        GroupType::SmtBalance | GroupType::FullyBusy => is_fuller(rules.fully_busy_tie, group, best),
        GroupType::HasSpare => has_less_spare(rules.group_types, group, best),
    }
}

/// Fully busy groups have no load to compare (it is 0 for both), so that the tie decides.
fn is_fuller(rule: FullyBusyTie, (_, stats): Seen, (best, best_stats): Seen) -> bool {
    match rule {
        FullyBusyTie::First => stats.avg_load > best_stats.avg_load,
        FullyBusyTie::LaterUnlessThreads => {
            stats.avg_load > best_stats.avg_load
                || (stats.avg_load == best_stats.avg_load && !best.flags.share_capacity)
        }
    }
}

/// Fewer idle CPUs, or as many and more tasks; a core with threads and a group without are compared by whether it has two tasks.
fn has_less_spare(rule: GroupTypes, (group, stats): Seen, (best, best_stats): Seen) -> bool {
    let threads = group.flags.share_capacity;
    if rule == GroupTypes::WithSmt && threads != best.flags.share_capacity {
        return !threads || stats.h_nr_running > 1;
    }
    let fewer_idle = stats.idle_cpus < best_stats.idle_cpus;
    fewer_idle || (stats.idle_cpus == best_stats.idle_cpus && stats.nr_running > best_stats.nr_running)
}

#[cfg(test)]
mod tests {
    use super::super::attempt::Idle;
    use super::super::fixture::Fixture;
    use super::*;

    /// Whether the second group of the domain, with `stats`, is busier than the first, with `best`, for the last CPU.
    #[track_caller]
    fn check(name: &str, kernel: &str, level: usize, stats: GroupStats, best: GroupStats, expected: bool) {
        let fixture = Fixture::new(name, kernel);
        let dst = fixture.cpus.len() - 1;
        let attempt = fixture.attempt(level, dst, Idle::Idle);
        let groups = &attempt.domain().groups;
        let found =
            is_busier(&attempt, (&groups[1], &stats), Some((&groups[0], &best)), &GroupStats::default());
        assert_eq!(found, expected);
    }

    fn of(group_type: GroupType) -> GroupStats {
        GroupStats { group_type, h_nr_running: 1, nr_running: 1, ..GroupStats::default() }
    }

    #[test]
    fn the_type_decides_first_and_who_has_nothing_is_never_busy() {
        check("epyc-16", "6.12.y", 1, of(GroupType::FullyBusy), of(GroupType::HasSpare), true);
        check("epyc-16", "6.12.y", 1, of(GroupType::HasSpare), of(GroupType::FullyBusy), false);
        let empty = GroupStats { h_nr_running: 0, ..of(GroupType::Overloaded) };
        check("epyc-16", "6.12.y", 1, empty, of(GroupType::HasSpare), false);
    }

    #[test]
    fn overloaded_groups_are_compared_by_load() {
        let load = |avg_load| GroupStats { avg_load, ..of(GroupType::Overloaded) };
        check("epyc-16", "6.12.y", 1, load(2), load(1), true);
        check("epyc-16", "6.12.y", 1, load(1), load(1), false);
        let misfit = |misfit_load| GroupStats { misfit_load, ..of(GroupType::Misfit) };
        check("epyc-16", "6.12.y", 1, misfit(2), misfit(1), true);
        check("epyc-16", "6.12.y", 1, misfit(1), misfit(1), false);
        check("epyc-16", "6.12.y", 1, of(GroupType::Imbalanced), of(GroupType::Imbalanced), false);
    }

    #[test]
    fn of_fully_busy_groups_the_tie_is_by_version() {
        let busy = of(GroupType::FullyBusy);
        check("epyc-16", "6.1", 1, busy, busy, false);
        check("epyc-16", "6.12.y", 1, busy, busy, true);
        check("laptop", "6.12.y", 1, busy, busy, false);
        check("epyc-16", "6.1", 1, GroupStats { avg_load: 1, ..busy }, busy, true);
        check("laptop", "6.12.y", 1, GroupStats { avg_load: 1, ..busy }, busy, true);
    }

    #[test]
    fn spare_groups_are_compared_by_idle_cpus_then_tasks() {
        let spare = |idle_cpus, nr_running| GroupStats { idle_cpus, nr_running, ..of(GroupType::HasSpare) };
        check("epyc-16", "6.12.y", 1, spare(1, 1), spare(2, 9), true);
        check("epyc-16", "6.12.y", 1, spare(2, 9), spare(1, 1), false);
        check("epyc-16", "6.12.y", 1, spare(1, 2), spare(1, 1), true);
        check("epyc-16", "6.12.y", 1, spare(1, 1), spare(1, 1), false);
        let smt = |idle_cpus, nr_running| GroupStats { idle_cpus, nr_running, ..of(GroupType::SmtBalance) };
        check("laptop", "6.12.y", 1, smt(0, 3), smt(1, 2), true);
        check("laptop", "6.12.y", 1, smt(0, 3), smt(0, 2), false);
    }

    #[test]
    fn threads_and_a_group_without_are_compared_by_two_tasks() {
        let fixture = Fixture::new("laptop", "6.12.y");
        let attempt = fixture.attempt(1, 7, Idle::Idle);
        let threads = &attempt.domain().groups[0];
        let mut single = attempt.domain().groups[1].clone();
        single.flags.share_capacity = false;
        let tasks = |h_nr_running| GroupStats { h_nr_running, ..of(GroupType::HasSpare) };
        let found = |group: &Group, nr_running, best: &Group| {
            is_busier(&attempt, (group, &tasks(nr_running)), Some((best, &tasks(3))), &GroupStats::default())
        };
        assert!(!found(threads, 1, &single) && found(threads, 2, &single));
        assert!(found(&single, 1, threads));
    }

    #[test]
    fn a_smaller_cpu_takes_neither_what_is_too_big_nor_from_larger_cpus() {
        let fixture = Fixture::new("hikey960", "6.12.y");
        let (little, big) = (fixture.attempt(1, 0, Idle::Idle), fixture.attempt(1, 7, Idle::Idle));
        let groups = &big.domain().groups;
        let stats = |group_type, capacity| GroupStats {
            min_capacity: capacity,
            max_capacity: capacity,
            misfit_load: 1,
            ..of(group_type)
        };
        let spare = GroupStats::default();
        let misfit = |attempt, group: usize, capacity, local: &GroupStats| {
            is_busier(attempt, (&groups[group], &stats(GroupType::Misfit, capacity)), None, local)
        };
        assert!(misfit(&big, 0, 462, &spare));
        assert!(!misfit(&little, 1, 1024, &spare));
        assert!(!misfit(&big, 0, 462, &of(GroupType::FullyBusy)));
        let busy = |attempt, group: usize, group_type, capacity| {
            is_busier(attempt, (&groups[group], &stats(group_type, capacity)), None, &spare)
        };
        assert!(busy(&big, 0, GroupType::HasSpare, 462));
        assert!(!busy(&little, 1, GroupType::HasSpare, 1024));
        assert!(busy(&little, 1, GroupType::Overloaded, 1024));
    }
}
