//! What a decision sees of the machine.

use crate::balance::RootFacts;
use crate::cpuset::CpuSet;
use crate::facts::{CpuFacts, LlcFacts, Ready};
use crate::features::{SmpFeature, SmpFeatures};
use crate::frequency::PerfDomain;
use crate::kernel::SmpRules;
use crate::rules::{CapacityScan, IdleScan};
use crate::topology::{Domain, Topology};

/// The machine at the moment of a decision.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Which CPUs share what.
    pub topology: &'a Topology,
    /// Every CPU.
    pub cpus: &'a [CpuFacts],
    /// Which of them would run a task at once.
    pub ready: Ready,
    /// Every last-level cache.
    pub llcs: &'a [LlcFacts],
    /// What the version does.
    pub rules: &'a SmpRules,
    /// What is switched on.
    pub features: SmpFeatures,
    /// Somebody has used clamps since boot: they are looked at (`uclamp_is_used`).
    pub clamps_used: bool,
    /// Its clocks, with what they take; none need be known where tasks are not placed by energy.
    pub perf_domains: &'a [PerfDomain],
    /// What is known of the machine as a whole.
    pub root: RootFacts,
    /// Of each domain, whether affinity left it uneven (`sgc->imbalance`).
    pub pinned: &'a [bool],
}

impl View<'_> {
    /// Whether a search looks at so many CPUs only, by the way of the version.
    pub(super) fn limits_search(&self) -> bool {
        self.features.has(match self.rules.idle_scan {
            IdleScan::Proportional => SmpFeature::SisProp,
            IdleScan::Utilisation => SmpFeature::SisUtil,
        })
    }

    /// The lowest domain with every capacity of the machine, as this CPU sees it; none where all are equal.
    pub(super) fn asymmetric_domain(&self, cpu: usize) -> Option<&Domain> {
        self.topology.asym_of[cpu].map(|domain| &self.topology.domains[domain])
    }

    /// Which of the caches' records says whether this CPU's search finds idle cores, and how far it goes.
    ///
    /// That of its own cache; but where all capacities are searched alike these have one record, and it is kept in that of the first
    /// cache of them.
    pub fn record_of(&self, cpu: usize) -> usize {
        let range = searched_range(self.topology, self.rules, cpu);
        let first = range.and_then(|domain| domain.span.lowest());
        self.topology.llc_of[first.unwrap_or(cpu)]
    }
}

/// The domain of all capacities that is searched as far as it says itself (7.2), and not as its caches say; none where CPUs are equal,
/// or on several nodes, as overlapping domains keep no record.
pub(crate) fn searched_range<'a>(topology: &'a Topology, rules: &SmpRules, cpu: usize) -> Option<&'a Domain> {
    let range = topology.asym_of[cpu].map(|domain| &topology.domains[domain]);
    match rules.capacity_scan {
        CapacityScan::Largest | CapacityScan::Ranked => None,
        CapacityScan::Limited => range.filter(|domain| !domain.flags.numa),
    }
}

/// The caches of a machine that has been idle for long: balances have seen that, and searches are worth it.
pub fn idle_llcs(topology: &Topology, rules: &SmpRules) -> Vec<LlcFacts> {
    let idle = |cpus: &CpuSet| {
        let first = cpus.lowest().expect("a cache has CPUs");
        let range =
            searched_range(topology, rules, first).filter(|domain| domain.span.lowest() == Some(first));
        let searched = range.map_or(cpus.len(), Domain::weight);
        LlcFacts { nr_busy_cpus: 0, has_idle_cores: topology.has_smt, nr_idle_scan: searched as u32 }
    };
    topology.llcs.iter().map(idle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::smp_rules;
    use crate::topology::machine;

    #[track_caller]
    fn check(name: &str, kernel: &str, scans: &[u32], has_idle_cores: bool) {
        let topology = Topology::new(&machine(name).expect("a preset").machine());
        let llcs = idle_llcs(&topology, smp_rules(kernel));
        assert_eq!(llcs.iter().map(|llc| llc.nr_idle_scan).collect::<Vec<_>>(), scans);
        assert!(llcs.iter().all(|llc| llc.has_idle_cores == has_idle_cores));
    }

    #[test]
    fn idle_caches_are_searched_whole() {
        check("epyc-16", "7.2", &[8, 8], false);
        check("laptop", "6.12.0", &[8], true);
        check("hikey960", "7.1", &[4, 4], false);
        check("hikey960", "7.2", &[8, 4], false);
    }
}
