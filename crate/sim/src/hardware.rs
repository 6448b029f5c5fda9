//! What a run has to know of the hardware beside its topology: clocks, heat and caches.

use smp::cost::{IdleState, idle_state};
use smp::frequency::{Governor, PerfDomain, Thermal, Timing, perf_domains};
use smp::topology::{Machine, Style};

use crate::costs::Costs;
use crate::scenario::{self, Side, Uclamp};

/// What a side may set up otherwise, and recordings say nothing of.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Setup {
    pub uclamp: Uclamp,
    pub governor: Governor,
    pub thermal: Option<scenario::Thermal>,
}

impl Setup {
    pub fn of(side: &Side) -> Setup {
        let (uclamp, governor) = (side.uclamp.unwrap_or_default(), side.governor);
        Setup { uclamp, governor, thermal: side.thermal }
    }
}

/// Clocks, heat and caches of a machine.
#[derive(Debug)]
pub(crate) struct Hardware {
    pub governor: Governor,
    /// CPUs with one clock, and its points.
    pub domains: Vec<PerfDomain>,
    /// Of each CPU, its clock.
    pub domain_of: Vec<usize>,
    pub timing: Timing,
    /// A cold machine, or one that was hot before.
    pub thermal: Option<Thermal>,
    /// Clocks follow what CPUs have to do.
    pub follows: bool,
    /// Idle states take time.
    pub sleeps: bool,
    style: Style,
    /// Of each CPU, how long its idle states take to leave, shallowest first.
    idle_exits_ns: Vec<Vec<u64>>,
    /// It matters for clocks, energy, idle states or other threads whether a CPU is busy.
    pub notices_idle: bool,
    /// Of each CPU, the lowest one of its core.
    pub core_of: Vec<usize>,
    /// Of each CPU, its node.
    pub node_of: Vec<usize>,
    /// Of each CPU, the size of its core's own cache.
    pub l2_kib: Vec<u64>,
}

impl Hardware {
    pub fn new(machine: &Machine, capacities: &[u64], setup: &Setup, costs: &Costs) -> Hardware {
        let domains = perf_domains(machine, capacities);
        let all = 0..machine.cpu_count();
        let thermal = setup.thermal.map(|heat| {
            let cold = Thermal::new(heat.sustainable_mw * 1000, heat.time_constant_ms * 1_000_000);
            cold.heated(heat.heat_mw * 1000)
        });
        let has_points = domains.iter().any(|domain| !domain.points.is_empty());
        let between = &costs.between;
        let tells_states = machine.kinds.iter().any(|kind| !kind.idle_exit_ns.is_empty());
        let sleeps = tells_states && (between.idle_exit_per_mille > 0 || between.polling_wake_ns > 0);
        let follows = setup.governor == Governor::Schedutil && has_points;
        Hardware {
            governor: setup.governor,
            domain_of: all.clone().map(|cpu| place_of(&machine.policies, cpu)).collect(),
            domains,
            timing: Timing::of_transition(between.clock_change_ns),
            thermal,
            follows,
            sleeps,
            style: machine.style,
            idle_exits_ns: all.clone().map(|cpu| machine.kind(cpu).idle_exit_ns.clone()).collect(),
            notices_idle: has_points || sleeps || between.smt_loss_per_mille > 0,
            core_of: all.clone().map(|cpu| lowest_beside(&machine.cores, cpu)).collect(),
            node_of: all.clone().map(|cpu| place_of(&machine.nodes, cpu)).collect(),
            l2_kib: all.map(|cpu| machine.kind(cpu).l2_kib).collect(),
        }
    }

    /// Whether clocks follow what CPUs have to do, or heat limits them.
    pub fn has_changing_clocks(&self) -> bool {
        self.follows || self.thermal.is_some()
    }

    /// What a CPU does that expects to be idle for so long.
    pub fn idle_state(&self, cpu: usize, expected_ns: u64) -> IdleState {
        idle_state(self.style, &self.idle_exits_ns[cpu], expected_ns)
    }
}

/// Which set of a partition a CPU is in.
fn place_of(sets: &[smp::CpuSet], cpu: usize) -> usize {
    sets.iter().position(|set| set.contains(cpu)).expect("every CPU is in a set of each partition")
}

fn lowest_beside(sets: &[smp::CpuSet], cpu: usize) -> usize {
    sets[place_of(sets, cpu)].lowest().expect("the CPU itself is in it")
}
