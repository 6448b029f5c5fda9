//! The search of a cache before 6.0: a core, a CPU, a thread; how far, says how long the waker's CPU is idle (rule 6, SIS_PROP).

use crate::checks::{CheckRule, Checks};
use crate::cpuset::CpuSet;
use crate::reason::SmpReason;
use crate::topology::Domain;

use super::limits::proportional;
use super::search::{Choice, Search};

/// A core that is idle as a whole, else an idle CPU, else an idle thread of the target's core.
pub(super) fn search_cache<C: Checks>(
    search: &mut Search<C>,
    domain: &Domain,
    target: usize,
) -> Option<Choice> {
    let candidates = domain.span.and(&search.task.allowed);
    idle_core(search, candidates, target)
        .or_else(|| idle_cpu(search, domain, &candidates, target))
        .or_else(|| idle_thread(search, &candidates, target))
}

/// A core all of whose threads are idle (`select_idle_core`); remembers if there is none.
fn idle_core<C: Checks>(search: &mut Search<C>, mut candidates: CpuSet, target: usize) -> Option<Choice> {
    if !search.has_idle_cores(target) {
        return None;
    }
    for core in candidates.clone().iter_from(target) {
        if !candidates.contains(core) {
            continue;
        }
        let threads = search.view.topology.siblings[core];
        if threads.iter().all(|thread| search.is_idle(thread)) {
            let (target, looked) = (target as i64, i64::from(search.looked));
            return Some(Choice { cpu: core, why: SmpReason::PlacedIdleCore { target, looked } });
        }
        candidates = candidates.without(&threads);
    }
    search.no_idle_cores(target);
    None
}

/// An idle CPU among as many as may be looked at (`select_idle_cpu`).
///
/// Only a search that came to an end, found something or saw all, counts for what searches cost.
fn idle_cpu<C: Checks>(
    search: &mut Search<C>,
    domain: &Domain,
    candidates: &CpuSet,
    target: usize,
) -> Option<Choice> {
    let limit = limit(search, domain);
    search.tell(CheckRule::Searched, target, [limit, 0], limit > 0);
    let (before, most) = (search.looked, u32::try_from(limit).unwrap_or(u32::MAX));
    let (found, suffices) = search.first_that_would_run(candidates, target, most);
    if !suffices {
        return None;
    }
    search.remembered.scanned = Some(search.looked - before);
    let (target, looked) = (target as i64, i64::from(search.looked));
    found.map(|cpu| Choice { cpu, why: SmpReason::PlacedIdleCpu { target, looked } })
}

fn limit<C: Checks>(search: &Search<C>, domain: &Domain) -> u64 {
    let waker = search.facts(search.waker.cpu);
    match search.view.limits_search() {
        true => proportional(waker.avg_idle_ns / 512, waker.avg_scan_cost_ns, domain.weight() as u64),
        false => u64::MAX,
    }
}

/// An idle thread of the target's core (`select_idle_smt`).
fn idle_thread<C: Checks>(search: &mut Search<C>, candidates: &CpuSet, target: usize) -> Option<Choice> {
    if !search.view.topology.has_smt {
        return None;
    }
    let threads = search.view.topology.siblings[target].and(candidates);
    let cpu = threads.iter().find(|thread| search.would_run(*thread))?;
    let why = SmpReason::PlacedIdleThread { sibling: target as i64, target: target as i64 };
    Some(Choice { cpu, why })
}
