//! By how many tasks two groups are uneven (rule 7).

use crate::rules::{NumaImbalance, SiblingImbalance};

use super::stats::GroupStats;

/// By how many tasks the busiest group is ahead of the local one, in proportion to their cores (`sibling_imbalance`).
///
/// A single core is given less than its part of many: two tasks of it for an idle group of four cores are enough to move one.
/// Versions that count by cores find no difference for a CPU that is not idle.
pub fn sibling_imbalance(
    rule: SiblingImbalance,
    dst_idle: bool,
    local: &GroupStats,
    busiest: &GroupStats,
) -> u64 {
    match rule {
        SiblingImbalance::Difference => u64::from(busiest.nr_running.saturating_sub(local.nr_running)),
        SiblingImbalance::ByCores if !dst_idle || busiest.nr_running == 0 => 0,
        SiblingImbalance::ByCores => by_cores(local, busiest),
    }
}

fn by_cores(local: &GroupStats, busiest: &GroupStats) -> u64 {
    let tasks = [u64::from(local.nr_running), u64::from(busiest.nr_running)];
    let cores = [u64::from(local.cores), u64::from(busiest.cores)];
    if cores[0] == cores[1] {
        return tasks[1].saturating_sub(tasks[0]);
    }
    let ahead = (cores[0] * tasks[1]).saturating_sub(cores[1] * tasks[0]);
    let rounded = (2 * ahead + cores[0] + cores[1]) / (cores[0] + cores[1]);
    if rounded <= 1 && tasks[0] == 0 && tasks[1] > 1 { 2 } else { rounded }
}

/// What is left of an imbalance between nodes: nothing while it is small and the nodes have few tasks, as tasks that talk to
/// each other are better off on one node (`adjust_numa_imbalance`).
pub fn adjust_numa_imbalance(
    rule: NumaImbalance,
    imbalance: u64,
    local_running: u32,
    busiest_running: u32,
    imb_numa_nr: u32,
) -> u64 {
    let allowed = match rule {
        NumaImbalance::TwoTasks => busiest_running <= 2,
        NumaImbalance::ByDomain => local_running < imb_numa_nr && imbalance <= 2,
    };
    if allowed { 0 } else { imbalance }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(local: (u32, u32), busiest: (u32, u32), by_cores: u64, difference: u64) {
        let stats = |(cores, nr_running)| GroupStats { cores, nr_running, ..GroupStats::default() };
        let found = |rule| sibling_imbalance(rule, true, &stats(local), &stats(busiest));
        assert_eq!(found(SiblingImbalance::ByCores), by_cores);
        assert_eq!(found(SiblingImbalance::Difference), difference);
        let busy = sibling_imbalance(SiblingImbalance::ByCores, false, &stats(local), &stats(busiest));
        assert_eq!(busy, 0);
    }

    /// Cores and tasks of either group.
    #[test]
    fn tasks_are_weighed_by_cores() {
        check((1, 0), (1, 2), 2, 2);
        check((4, 1), (1, 2), 3, 1);
        check((1, 0), (4, 4), 2, 4);
        check((1, 1), (4, 2), 1, 1);
        check((4, 4), (1, 1), 1, 0);
        check((2, 3), (2, 1), 0, 0);
        check((1, 0), (1, 0), 0, 0);
        check((3, 0), (1, 0), 0, 0);
        check((1, 0), (4, 2), 2, 2);
    }

    #[track_caller]
    fn check_numa(rule: NumaImbalance, imbalance: u64, local: u32, busiest: u32, expected: u64) {
        assert_eq!(adjust_numa_imbalance(rule, imbalance, local, busiest, 3), expected);
    }

    #[test]
    fn nodes_may_differ_by_two_while_they_have_little_to_do() {
        check_numa(NumaImbalance::ByDomain, 2, 2, 9, 0);
        check_numa(NumaImbalance::ByDomain, 3, 2, 9, 3);
        check_numa(NumaImbalance::ByDomain, 2, 3, 9, 2);
        check_numa(NumaImbalance::TwoTasks, 5, 0, 2, 0);
        check_numa(NumaImbalance::TwoTasks, 1, 0, 3, 1);
    }
}
