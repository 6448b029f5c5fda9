//! A machine that is set up in a line.

use crate::balance::RootFacts;
use crate::checks::Check;
use crate::cpuset::CpuSet;
use crate::facts::{CpuFacts, LlcFacts, Ready, TaskFacts};
use crate::features::{SmpFeature, SmpFeatures};
use crate::frequency::{PerfDomain, perf_domains};
use crate::kernel::{SmpRules, smp_rules};
use crate::placement::search::Search;
use crate::placement::{Call, Placed, View, Waker, select};
use crate::reason::SmpReason;
use crate::topology::{Machine, Topology, machine};

/// A machine, a waker, and a task too heavy to be drawn to it by load. CPUs have one task each and their caches may be searched whole.
#[derive(Debug)]
pub struct Rig {
    pub topology: Topology,
    pub cpus: Vec<CpuFacts>,
    pub llcs: Vec<LlcFacts>,
    pub rules: SmpRules,
    pub features: SmpFeatures,
    pub clamps_used: bool,
    pub perf_domains: Vec<PerfDomain>,
    pub root: RootFacts,
    pub pinned: Vec<bool>,
    pub waker: Waker,
    pub task: TaskFacts,
    pub call: Call,
}

/// One task that always runs.
pub fn one_task() -> CpuFacts {
    CpuFacts {
        nr_running: 1,
        h_nr_queued: 1,
        runs_idle: false,
        load_avg: 1024,
        runnable_avg: 1024,
        util_avg: 1024,
        ..CpuFacts::default()
    }
}

impl Rig {
    pub fn new(name: &str, kernel: &str) -> Rig {
        Rig::of(&machine(name).expect("a preset").machine(), kernel)
    }

    pub fn of(machine: &Machine, kernel: &str) -> Rig {
        let topology = Topology::new(machine);
        let capacity = |cpu: usize| topology.capacities[cpu];
        let facts = |cpu| CpuFacts { capacity_orig: capacity(cpu), capacity: capacity(cpu), ..one_task() };
        let llc = |cpus: &CpuSet| LlcFacts { nr_idle_scan: cpus.len() as u32, ..LlcFacts::default() };
        Rig {
            cpus: (0..topology.cpu_count()).map(facts).collect(),
            llcs: topology.llcs.iter().map(llc).collect(),
            rules: *smp_rules(kernel),
            features: SmpFeatures::of(kernel),
            clamps_used: false,
            perf_domains: perf_domains(machine, &topology.capacities),
            root: RootFacts::default(),
            pinned: vec![false; topology.domains.len()],
            waker: Waker::default(),
            task: TaskFacts { load_avg: 1024, ..TaskFacts::default() },
            call: Call::Wakeup { sync: false },
            topology,
        }
    }

    /// The waker's CPU.
    pub fn waker(mut self, cpu: usize) -> Rig {
        self.waker.cpu = cpu;
        self
    }

    /// Where the task was, now and before.
    pub fn prev(mut self, cpu: usize) -> Rig {
        (self.task.cpu, self.task.recent_used_cpu) = (cpu, cpu);
        self
    }

    pub fn sync(mut self) -> Rig {
        self.call = Call::Wakeup { sync: true };
        self
    }

    pub fn call(mut self, call: Call) -> Rig {
        self.call = call;
        self
    }

    /// Makes CPUs idle.
    pub fn idle(mut self, cpus: &[usize]) -> Rig {
        for cpu in cpus {
            let (capacity, capacity_orig) = (self.cpus[*cpu].capacity, self.cpus[*cpu].capacity_orig);
            self.cpus[*cpu] = CpuFacts { capacity, capacity_orig, ..CpuFacts::default() };
        }
        self
    }

    /// Switches features off.
    pub fn without(mut self, features: &[SmpFeature]) -> Rig {
        features.iter().for_each(|feature| self.features.switch(*feature, false));
        self
    }

    /// Switches a feature on that the kernel has.
    pub fn with(mut self, feature: SmpFeature) -> Rig {
        self.features.switch(feature, true);
        self
    }

    /// Changes a CPU.
    pub fn cpu(mut self, cpu: usize, change: impl FnOnce(&mut CpuFacts)) -> Rig {
        change(&mut self.cpus[cpu]);
        self
    }

    /// Changes the task.
    pub fn task(mut self, change: impl FnOnce(&mut TaskFacts)) -> Rig {
        change(&mut self.task);
        self
    }

    pub fn allowed(self, cpus: &[usize]) -> Rig {
        self.task(|task| task.allowed = cpus.iter().copied().collect())
    }

    /// Every cache may have idle cores.
    pub fn idle_cores(mut self) -> Rig {
        self.llcs.iter_mut().for_each(|llc| llc.has_idle_cores = true);
        self
    }

    /// Every cache is searched so far.
    pub fn scans(mut self, count: u32) -> Rig {
        self.llcs.iter_mut().for_each(|llc| llc.nr_idle_scan = count);
        self
    }

    pub fn view(&self) -> View<'_> {
        View {
            topology: &self.topology,
            cpus: &self.cpus,
            ready: Ready::of(&self.cpus),
            llcs: &self.llcs,
            rules: &self.rules,
            features: self.features,
            clamps_used: self.clamps_used,
            perf_domains: &self.perf_domains,
            root: self.root,
            pinned: &self.pinned,
        }
    }

    pub fn place(&self) -> Placed {
        select(&self.view(), self.call, &self.waker, &self.task, &mut ())
    }

    pub fn checks(&self) -> Vec<Check> {
        let mut checks = Vec::new();
        select(&self.view(), self.call, &self.waker, &self.task, &mut checks);
        checks
    }

    /// Calls a part of placement by itself, and lists what it looked at.
    pub fn search<T>(&self, part: impl FnOnce(&mut Search<Vec<Check>>) -> T) -> (T, Vec<Check>) {
        let mut checks = Vec::new();
        let view = self.view();
        let result = part(&mut Search::new(&view, &self.waker, &self.task, &mut checks));
        (result, checks)
    }

    /// Places the task and compares where and why.
    #[track_caller]
    pub fn check(&self, cpu: usize, why: SmpReason) -> Placed {
        let placed = self.place();
        assert_eq!((placed.cpu, placed.why), (cpu, why));
        placed
    }
}
