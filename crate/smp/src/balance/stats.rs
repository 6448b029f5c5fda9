//! What the CPUs of a group add up to (rule 3).

use std::borrow::Borrow;

use crate::cpuset::CpuSet;
use crate::facts::CpuFacts;
use crate::load::cpu_util;
use crate::rules::FairCount;
use crate::topology::Group;

use super::classify::GroupType;

/// Sums over the CPUs of a group, and what they make of it (`struct sg_lb_stats`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupStats {
    /// Its CPUs, whether they are looked at or not (`group_weight`).
    pub weight: u32,
    /// Its cores, at least 1.
    pub cores: u32,
    /// What all its CPUs can do for fair tasks.
    pub capacity: u64,
    /// What the weakest can do.
    pub min_capacity: u64,
    /// What the strongest can do.
    pub max_capacity: u64,
    /// Load of the CPUs looked at.
    pub load: u64,
    /// Their utilisation.
    pub util: u64,
    /// Their runnable average.
    pub runnable: u64,
    /// Tasks of all classes on them (`sum_nr_running`).
    pub nr_running: u32,
    /// Fair tasks on them (`sum_h_nr_running`).
    pub h_nr_running: u32,
    /// How many of them are idle.
    pub idle_cpus: u32,
    /// One of them has a task to give.
    pub crowded: bool,
    /// One of them has more to do than fits it.
    pub overutilized: bool,
    /// The greatest load of a task that should run elsewhere, 0 for none (`group_misfit_task_load`).
    pub misfit_load: u64,
    /// A balance within it left it uneven because of affinity (`sgc->imbalance`).
    pub pinned: bool,
    /// Its threads share a core, have several tasks, and the CPU that asks is idle (`group_smt_balance`).
    pub relieves_threads: bool,
    /// What all that makes of it.
    pub group_type: GroupType,
    /// Load for its capacity, 1024 is a full CPU of one task; kept only for a group that is overloaded, else 0.
    pub avg_load: u64,
}

impl GroupStats {
    /// Adds up a group: capacity over all its CPUs, everything else over those that are `looked` at.
    ///
    /// `facts` gives a CPU as the caller sees it, so that a placement can leave out the task that it places. The kernel renews a
    /// group's capacity at each balance of its lowest domain; here it is always that of the moment.
    pub fn collect<F: Borrow<CpuFacts>>(
        group: &Group,
        looked: &CpuSet,
        count: FairCount,
        facts: impl Fn(usize) -> F,
    ) -> GroupStats {
        let mut stats = GroupStats { cores: group.cores, min_capacity: u64::MAX, ..GroupStats::default() };
        for cpu in group.span.iter() {
            let facts = facts(cpu);
            stats.add_capacity(facts.borrow().capacity);
            if looked.contains(cpu) {
                stats.add(facts.borrow(), count);
            }
        }
        stats
    }

    fn add_capacity(&mut self, capacity: u64) {
        self.weight += 1;
        self.capacity += capacity;
        self.min_capacity = self.min_capacity.min(capacity);
        self.max_capacity = self.max_capacity.max(capacity);
    }

    fn add(&mut self, cpu: &CpuFacts, count: FairCount) {
        self.load += cpu.load_avg;
        self.util += cpu_util(cpu);
        self.runnable += cpu.runnable_avg;
        self.nr_running += cpu.nr_running;
        self.h_nr_running += cpu.h_nr(count);
        self.idle_cpus += u32::from(cpu.is_idle());
        self.crowded |= cpu.nr_running > 1;
    }

    /// Load for its capacity.
    pub fn load_for_capacity(&self) -> u64 {
        self.load * 1024 / self.capacity
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::Flags;

    fn group(cpus: usize) -> Group {
        let flags = Flags::default();
        let span = CpuSet::first(cpus);
        Group { span, cores: 2, flags, capacity: 0, min_capacity: 0, max_capacity: 0 }
    }

    #[test]
    fn sums_are_of_the_cpus_looked_at_and_capacity_of_all() {
        let busy = CpuFacts {
            runs_idle: false,
            nr_running: 3,
            h_nr_queued: 2,
            h_nr_delayed: 1,
            load_avg: 2000,
            runnable_avg: 1500,
            util_avg: 700,
            util_est: 2000,
            capacity: 900,
            ..CpuFacts::default()
        };
        let cpus = [busy, CpuFacts::default(), busy];
        let looked = CpuSet::first(2);
        let stats = GroupStats::collect(&group(3), &looked, FairCount::Queued, |cpu| &cpus[cpu]);
        let expected = GroupStats {
            weight: 3,
            cores: 2,
            capacity: 2824,
            min_capacity: 900,
            max_capacity: 1024,
            load: 2000,
            util: 1024,
            runnable: 1500,
            nr_running: 3,
            h_nr_running: 2,
            idle_cpus: 1,
            crowded: true,
            ..GroupStats::default()
        };
        assert_eq!(stats, expected);
        assert_eq!(stats.load_for_capacity(), 725);
        let runnable = GroupStats::collect(&group(3), &looked, FairCount::Runnable, |cpu| cpus[cpu]);
        assert_eq!(runnable.h_nr_running, 1);
    }
}
