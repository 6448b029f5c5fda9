//! The CPUs that count for least (`cpupri_find_fitness`).

use crate::cpuset::CpuSet;

use super::facts::{AboveView, RtTask};

impl AboveView<'_> {
    /// Whether a CPU is big enough for a task; all are where they are equal.
    pub(super) fn fits(&self, task: &RtTask, cpu: usize) -> bool {
        self.topology.asym_of[cpu].is_none() || self.topology.capacities[cpu] >= task.capacity
    }

    /// The CPUs of one rank that a task may run on.
    fn of_rank(&self, task: &RtTask, rank: u8) -> CpuSet {
        let has = |cpu: &usize| self.cpus[*cpu].rank() == rank;
        task.allowed.iter().take_while(|cpu| *cpu < self.cpus.len()).filter(has).collect()
    }

    /// The lowest rank from `least` on, and below the task's, that a CPU has which it may run on.
    fn next_rank(&self, task: &RtTask, least: u8) -> Option<u8> {
        let allowed = task.allowed.iter().take_while(|cpu| *cpu < self.cpus.len());
        let ranks = allowed.map(|cpu| self.cpus[cpu].rank());
        ranks.filter(|rank| (least..task.priority).contains(rank)).min()
    }

    /// The CPUs of the lowest rank that has any; of unequal ones, those that are big enough, of a higher rank if need be. If there is
    /// no such CPU, size does not count. Empty if no CPU counts for less than the task.
    pub(super) fn lowest_cpus(&self, task: &RtTask) -> CpuSet {
        let mut least = 0;
        while let Some(rank) = self.next_rank(task, least) {
            let cpus = self.of_rank(task, rank);
            let fitting: CpuSet = cpus.iter().filter(|cpu| self.fits(task, *cpu)).collect();
            if !fitting.is_empty() {
                return fitting;
            }
            least = rank + 1;
        }
        self.next_rank(task, 0).map_or(CpuSet::EMPTY, |rank| self.of_rank(task, rank))
    }
}
