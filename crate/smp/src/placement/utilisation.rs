//! The search of a cache since 6.0: how far, says how busy it is (rule 6, SIS_UTIL).
//!
//! Up to 6.6 SIS_PROP is there too, and off. Where it is on it takes the time of searches, and says how far they go if SIS_UTIL is off.

use crate::checks::{CheckRule, Checks};
use crate::cpuset::CpuSet;
use crate::features::SmpFeature;
use crate::reason::SmpReason;
use crate::rules::ClusterScan;
use crate::topology::Domain;

use super::cores::CoreSweep;
use super::limits::proportional;
use super::search::{Choice, Search};

/// How the look at some CPUs ended.
enum Swept {
    /// A core that is idle as a whole.
    Core(usize),
    /// A CPU that would run the task at once.
    Cpu(usize),
    /// As many were looked at as may be.
    Spent,
    /// All were looked at.
    Nothing,
}

/// A thread of prev's core unless whole cores are idle; else one of the cache, its cluster first (`select_idle_cpu`).
pub(super) fn search_cache<C: Checks>(
    search: &mut Search<C>,
    domain: &Domain,
    target: usize,
) -> Option<Choice> {
    let whole_cores = search.has_idle_cores(target);
    if !whole_cores && let Some(choice) = thread_of_previous(search, domain, target) {
        return Some(choice);
    }
    let limit = match limit(search, target)? {
        Limit::Cpus(limit) => limit,
        Limit::None if whole_cores => u32::MAX,
        Limit::None => proportion(search, domain, target),
    };
    let candidates = domain.span.and(&search.task.allowed);
    let sweep = CoreSweep { candidates, first: None };
    Sweep { search, sweep, whole_cores, limit, left: limit, target }.run(domain)
}

/// An idle thread of prev's core, if prev shares the target's cache (`select_idle_smt`).
fn thread_of_previous<C: Checks>(search: &mut Search<C>, domain: &Domain, target: usize) -> Option<Choice> {
    let prev = search.task.cpu;
    if !search.view.topology.has_smt || !search.shares_cache(prev, target) {
        return None;
    }
    let threads = search.view.topology.siblings[prev].and(&search.task.allowed).and(&domain.span);
    let cpu = threads.iter().filter(|thread| *thread != prev).find(|thread| search.would_run(*thread))?;
    let why = SmpReason::PlacedIdleThread { sibling: prev as i64, target: target as i64 };
    Some(Choice { cpu, why })
}

/// How far a search goes by the utilisation of the cache.
enum Limit {
    /// So many CPUs are looked at.
    Cpus(u32),
    /// It does not matter.
    None,
}

/// How many CPUs are looked at; none if the cache is so busy that not even the search for whole cores is worth it.
fn limit<C: Checks>(search: &mut Search<C>, target: usize) -> Option<Limit> {
    if !search.view.limits_search() {
        return Some(Limit::None);
    }
    let limit = search.view.llcs[search.view.record_of(target)].nr_idle_scan;
    search.unsearched = !search.tell(CheckRule::Searched, target, [u64::from(limit), 0], limit > 0);
    (limit > 0).then_some(Limit::Cpus(limit))
}

/// How many CPUs the waker's CPU has time to look at, if that is asked.
fn proportion<C: Checks>(search: &mut Search<C>, domain: &Domain, target: usize) -> u32 {
    if !search.view.features.has(SmpFeature::SisProp) {
        return u32::MAX;
    }
    let cost_ns = search.facts(search.waker.cpu).avg_scan_cost_ns;
    let limit = proportional(search.waker.wake_idle_ns, cost_ns, domain.weight() as u64);
    search.tell(CheckRule::Searched, target, [limit, 0], limit > 0);
    u32::try_from(limit).unwrap_or(u32::MAX)
}

struct Sweep<'a, 'b, C> {
    search: &'a mut Search<'b, C>,
    sweep: CoreSweep,
    whole_cores: bool,
    /// So many CPUs are looked at, if not for whole cores.
    limit: u32,
    left: u32,
    target: usize,
}

impl<C: Checks> Sweep<'_, '_, C> {
    fn run(mut self, domain: &Domain) -> Option<Choice> {
        let near = self.cluster(domain);
        let mut swept = near.map_or(Swept::Nothing, |near| self.look_at(&near));
        if let Swept::Nothing = swept {
            let rest = near.map_or(self.sweep.candidates, |near| self.sweep.candidates.without(&near));
            swept = self.look_at(&rest);
        }
        self.choice(swept)
    }

    /// The target's cluster, where clusters are looked at first.
    fn cluster(&self, domain: &Domain) -> Option<CpuSet> {
        let view = self.search.view;
        match view.rules.cluster_scan {
            ClusterScan::First if view.topology.has_clusters => domain
                .groups_from(self.target)
                .next()
                .filter(|group| group.flags.cluster)
                .map(|group| group.span),
            ClusterScan::First | ClusterScan::No => None,
        }
    }

    /// Looks at CPUs from the one after the target on, wrapping.
    fn look_at(&mut self, cpus: &CpuSet) -> Swept {
        if self.whole_cores { self.look_at_cores(cpus) } else { self.look_at_each(cpus) }
    }

    fn look_at_cores(&mut self, cpus: &CpuSet) -> Swept {
        for cpu in cpus.iter_from(self.target + 1) {
            if self.sweep.candidates.contains(cpu) && self.sweep.core_is_idle(self.search, cpu) {
                return Swept::Core(cpu);
            }
        }
        Swept::Nothing
    }

    fn look_at_each(&mut self, cpus: &CpuSet) -> Swept {
        let cpus = cpus.and(&self.sweep.candidates);
        let before = self.search.looked;
        let found = self.search.first_that_would_run(&cpus, self.target + 1, self.left);
        self.left -= self.search.looked - before;
        match found {
            (Some(cpu), _) => Swept::Cpu(cpu),
            (None, false) => Swept::Spent,
            (None, true) => Swept::Nothing,
        }
    }

    fn choice(self, swept: Swept) -> Option<Choice> {
        let (target, looked) = (self.target as i64, i64::from(self.search.looked));
        let ended = !self.whole_cores && !matches!(swept, Swept::Spent);
        if ended && self.search.view.features.has(SmpFeature::SisProp) {
            self.search.remembered.scanned = Some(self.limit - self.left);
        }
        let cpu = match swept {
            Swept::Core(cpu) => {
                return Some(Choice { cpu, why: SmpReason::PlacedIdleCore { target, looked } });
            }
            Swept::Cpu(cpu) => Some(cpu),
            Swept::Spent => None,
            Swept::Nothing if self.whole_cores => {
                self.search.no_idle_cores(self.target);
                self.sweep.first
            }
            Swept::Nothing => None,
        };
        cpu.map(|cpu| Choice { cpu, why: SmpReason::PlacedIdleCpu { target, looked } })
    }
}
