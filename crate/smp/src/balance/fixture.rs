//! Machines for tests.

use crate::facts::{CpuFacts, TaskFacts};
use crate::kernel::{SmpRules, smp_rules};
use crate::topology::{Topology, machine};

use super::attempt::{Attempt, Idle, View};
use super::candidate::Candidate;
use super::root::RootFacts;

/// A machine that owns what an attempt borrows.
#[derive(Debug)]
pub struct Fixture {
    pub topology: Topology,
    pub cpus: Vec<CpuFacts>,
    pub rules: &'static SmpRules,
    pub root: RootFacts,
    pub pinned: Vec<bool>,
}

/// A CPU with so many tasks of nice 0 that all run as much as they can.
pub fn busy(tasks: u32) -> CpuFacts {
    let load = 1024 * u64::from(tasks);
    CpuFacts {
        nr_running: tasks,
        h_nr_queued: tasks,
        runs_idle: tasks == 0,
        load_avg: load,
        runnable_avg: load,
        util_avg: if tasks == 0 { 0 } else { 1024 },
        ..CpuFacts::default()
    }
}

/// A task that waits for a CPU, with nothing about it that would keep it there.
pub fn waiting(task: usize, facts: TaskFacts) -> Candidate {
    Candidate {
        task,
        facts,
        is_running: false,
        is_delayed: false,
        is_throttled: false,
        is_per_cpu_kthread: false,
        is_eligible: true,
        is_buddy: false,
        group_cpus: None,
        exec_start_ns: 0,
    }
}

impl Fixture {
    /// A machine by name, all CPUs idle.
    pub fn new(name: &str, kernel: &str) -> Fixture {
        let topology = Topology::new(&machine(name).expect("a machine of that name").machine());
        let of = |capacity: &u64| CpuFacts {
            capacity: *capacity,
            capacity_orig: *capacity,
            ..CpuFacts::default()
        };
        let cpus = topology.capacities.iter().map(of).collect();
        let pinned = vec![false; topology.domains.len()];
        Fixture { topology, cpus, rules: smp_rules(kernel), root: RootFacts::default(), pinned }
    }

    /// Puts so many busy tasks on CPUs, which keep their capacity.
    pub fn load(&mut self, tasks: &[(usize, u32)]) {
        for (cpu, tasks) in tasks {
            let CpuFacts { capacity, capacity_orig, .. } = self.cpus[*cpu];
            let util_avg = busy(*tasks).util_avg.min(capacity);
            self.cpus[*cpu] = CpuFacts { capacity, capacity_orig, util_avg, ..busy(*tasks) };
        }
    }

    pub fn view(&self) -> View<'_> {
        View {
            topology: &self.topology,
            cpus: &self.cpus,
            rules: self.rules,
            root: self.root,
            pinned: &self.pinned,
            clamps_used: false,
        }
    }

    /// An attempt in the domain of that level, counted from the lowest of the CPU.
    pub fn attempt(&self, level: usize, dst: usize, idle: Idle) -> Attempt<'_> {
        Attempt::new(self.view(), self.topology.chains[dst][level], dst, idle)
    }
}
