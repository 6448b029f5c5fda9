//! An idle CPU that shares the target's cache (rule 5).

use crate::checks::{CheckRule, Checks};
use crate::reason::SmpReason;
use crate::rules::{ClusterScan, IdleScan, RecentCpu};

use super::affine::Aim;
use super::search::{Choice, Search};
use super::{asymmetric, proportional, utilisation};

/// The target if it is idle, or what is idle and near it; the target after all if nothing is (`select_idle_sibling`).
///
/// Where clusters are looked at first, prev and the CPU before it are near only in the target's cluster. Idle ones elsewhere are
/// kept for the case that the search finds nothing.
pub(super) fn select_idle_sibling<C: Checks>(search: &mut Search<C>, aim: Aim) -> Choice {
    let (prev, target) = (search.task.cpu, aim.cpu);
    if search.would_run(target) && search.fits(target) {
        return Choice { cpu: target, why: idle_target(search, target) };
    }
    let previous = previous(search, prev, target);
    if let Some(near) = previous.filter(|cpu| in_cluster(search, *cpu, target)) {
        return Choice {
            cpu: near,
            why: SmpReason::PlacedPreviousNear { prev: operand(near), target: operand(target) },
        };
    }
    if woken_by_own_kthread(search, prev) {
        let nr_running = i64::from(search.facts(prev).nr_running);
        return Choice { cpu: prev, why: SmpReason::PlacedKthread { prev: operand(prev), nr_running } };
    }
    let recent = recent(search, prev, target);
    if let Some(near) = recent.filter(|cpu| in_cluster(search, *cpu, target)) {
        return Choice {
            cpu: near,
            why: SmpReason::PlacedRecent { recent: operand(near), target: operand(target) },
        };
    }
    let far = previous.map(|cpu| far_previous(cpu, target)).or(recent.map(|cpu| far_recent(cpu, target)));
    wider(search, aim, far)
}

/// Beyond what is remembered: the range of capacities, or the target's cache.
fn wider<C: Checks>(search: &mut Search<C>, aim: Aim, far: Option<Choice>) -> Choice {
    let (view, target) = (search.view, aim.cpu);
    if let Some(domain) = view.asymmetric_domain(target) {
        search.tell_domain(target, domain);
        return asymmetric::select_idle_capacity(search, domain, target).unwrap_or_else(|| aim.stays(search));
    }
    let Some(domain) = view.topology.llc_domain(target) else {
        let waker = operand(search.waker.cpu);
        return Choice { cpu: target, why: SmpReason::PlacedAlone { target: operand(target), waker } };
    };
    search.tell_domain(target, domain);
    let found = match view.rules.idle_scan {
        IdleScan::Proportional => proportional::search_cache(search, domain, target),
        IdleScan::Utilisation => utilisation::search_cache(search, domain, target),
    };
    found.or(far).unwrap_or_else(|| aim.stays(search))
}

/// Prev, if it is another one than the target, near and idle.
fn previous<C: Checks>(search: &mut Search<C>, prev: usize, target: usize) -> Option<usize> {
    let idle =
        prev != target && search.shares_cache(prev, target) && search.would_run(prev) && search.fits(prev);
    idle.then_some(prev)
}

/// The CPU that the task was on before prev, if it is near and idle; from now on it remembers prev, by version only if this one is
/// taken.
fn recent<C: Checks>(search: &mut Search<C>, prev: usize, target: usize) -> Option<usize> {
    let recent = search.task.recent_used_cpu;
    let idle = recent != prev
        && recent != target
        && search.shares_cache(recent, target)
        && search.would_run(recent)
        && search.is_allowed(CheckRule::Allowed, recent)
        && search.fits(recent);
    if idle || search.view.rules.recent_cpu == RecentCpu::Always {
        search.remembered.recent_used_cpu = Some(prev);
    }
    idle.then_some(recent)
}

/// Whether a kernel thread of prev alone wakes the task, having done something for it: it is as good as gone.
fn woken_by_own_kthread<C: Checks>(search: &mut Search<C>, prev: usize) -> bool {
    if !search.waker.is_own_kthread || search.waker.cpu != prev {
        return false;
    }
    let nr_running = search.facts(prev).nr_running;
    search.tell(CheckRule::WokenByOwnKthread, prev, [u64::from(nr_running), 0], nr_running <= 1)
        && search.fits(prev)
}

/// Whether two CPUs of a cache are as near as can be (`cpus_share_resources`).
fn in_cluster<C: Checks>(search: &mut Search<C>, cpu: usize, target: usize) -> bool {
    let topology = search.view.topology;
    match search.view.rules.cluster_scan {
        ClusterScan::First if topology.has_clusters => {
            let shares = topology.clusters[cpu].contains(target);
            search.tell(CheckRule::SharesCluster, cpu, [target as u64, 0], shares)
        }
        ClusterScan::First | ClusterScan::No => true,
    }
}

fn idle_target<C>(search: &Search<C>, target: usize) -> SmpReason {
    let (waker, prev) = (operand(search.waker.cpu), operand(search.task.cpu));
    match target == search.task.cpu {
        true => SmpReason::PlacedPreviousIdle { prev, waker },
        false => SmpReason::PlacedWakerIdle { waker, prev },
    }
}

fn far_previous(prev: usize, target: usize) -> Choice {
    Choice { cpu: prev, why: SmpReason::PlacedPreviousFar { prev: operand(prev), target: operand(target) } }
}

fn far_recent(recent: usize, target: usize) -> Choice {
    Choice {
        cpu: recent,
        why: SmpReason::PlacedRecentFar { recent: operand(recent), target: operand(target) },
    }
}

fn operand(cpu: usize) -> i64 {
    cpu as i64
}
