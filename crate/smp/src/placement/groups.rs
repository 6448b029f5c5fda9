//! The least busy group of a domain (rule 8).

use crate::balance::{GroupStats, GroupType, adjust_numa_imbalance, classify, is_pinned};
use crate::checks::{CheckRule, Checks};
use crate::clamp::Fit;
use crate::cpuset::CpuSet;
use crate::facts::CpuFacts;
use crate::rules::{DstGroupStats, NumaImbalance};
use crate::topology::{Domain, Group};

use super::search::Search;
use super::select::Call;

/// The group that is enough less busy than the one of `cpu` to go there; none if there is no such (`sched_balance_find_dst_group`).
pub(super) fn find_dst_group<'d, C: Checks>(
    search: &mut Search<C>,
    domain: &'d Domain,
    cpu: usize,
    call: Call,
) -> Option<&'d Group> {
    let mut local = None;
    let mut best: Option<(&Group, GroupStats)> = None;
    for group in domain.groups_from(cpu).filter(|group| group.span.meets(&search.task.allowed)) {
        let stats = stats(search, domain, group, call);
        tell_group(search, group, &stats, cpu);
        if group.span.contains(cpu) {
            local = Some((group, stats));
        } else {
            let better = is_less_busy(&stats, best.as_ref().map(|(_, best)| best));
            let first = group.span.lowest().unwrap_or(cpu);
            let operands = [u64::from(stats.idle_cpus), stats.avg_load];
            if search.tell(CheckRule::GroupLeastBusy, first, operands, better) {
                best = Some((group, stats));
            }
        }
    }
    let (group, other) = best?;
    let Some((own_group, own)) = local else { return Some(group) };
    let allowed_here = own_group.span.and(&search.task.allowed);
    let better = is_worth_it(search.view.rules.numa_imbalance, domain, &own, &other, &allowed_here);
    let operands = match own.group_type {
        GroupType::HasSpare => [own.idle_cpus, other.idle_cpus].map(u64::from),
        _ => [own.avg_load, other.avg_load],
    };
    search.tell(CheckRule::GroupBetter, cpu, operands, better).then_some(group)
}

/// Tells what a group adds up to, and whether it is that of `cpu`.
fn tell_group<C: Checks>(search: &mut Search<C>, group: &Group, stats: &GroupStats, cpu: usize) {
    let first = group.span.lowest().unwrap_or(cpu);
    let kind = [stats.group_type as u64, u64::from(stats.h_nr_running)];
    search.tell(CheckRule::OwnGroup, first, kind, group.span.contains(cpu));
    let room = [u64::from(stats.idle_cpus), group.span.len() as u64];
    search.tell(CheckRule::GroupHasIdle, first, room, stats.idle_cpus > 0);
    let overloaded = stats.group_type == GroupType::Overloaded;
    search.tell(CheckRule::GroupOverloaded, first, [stats.util, stats.capacity], overloaded);
}

/// What a group adds up to without the task (`update_sg_wakeup_stats`).
fn stats<C: Checks>(search: &mut Search<C>, domain: &Domain, group: &Group, call: Call) -> GroupStats {
    let looked = match search.view.rules.dst_group_stats {
        DstGroupStats::WholeGroup => group.span,
        DstGroupStats::AllowedCpus => group.span.and(&search.task.allowed),
    };
    search.looked += looked.len() as u32;
    let view = search.view;
    let facts = |cpu| without_task(search, cpu, call);
    let mut stats = GroupStats::collect(group, &looked, view.rules.fair_count, facts);
    let fits_nowhere = domain.flags.asym_capacity
        && !looked.and(&search.task.allowed).iter().any(|cpu| search.fit(cpu) == Fit::Yes);
    stats.pinned = is_pinned(view.topology, view.pinned, group);
    stats.misfit_load = u64::from(fits_nowhere);
    stats.group_type =
        classify(&stats, domain.imbalance_pct, view.rules.group_overload, view.root.energy_aware);
    if matches!(stats.group_type, GroupType::FullyBusy | GroupType::Overloaded) {
        stats.avg_load = stats.load_for_capacity();
    }
    stats
}

/// A CPU as if the task were not there; a new task is nowhere yet.
fn without_task<C>(search: &Search<C>, cpu: usize, call: Call) -> CpuFacts {
    let (facts, task) = (search.view.cpus[cpu], search.task);
    if call == Call::Fork || cpu != task.cpu {
        return facts;
    }
    CpuFacts {
        nr_running: facts.nr_running - 1,
        h_nr_queued: facts.h_nr_queued - 1,
        runs_idle: true,
        load_avg: facts.load_avg.saturating_sub(task.load_avg),
        runnable_avg: facts.runnable_avg.saturating_sub(task.runnable_avg),
        util_avg: facts.util_avg.saturating_sub(task.util_avg),
        util_est: facts.util_est.saturating_sub(task.util_est),
        ..facts
    }
}

/// Whether a group is less busy than the best until now, which is none at first (`update_pick_idlest`).
fn is_less_busy(group: &GroupStats, best: Option<&GroupStats>) -> bool {
    let Some(best) = best else { return true };
    if group.group_type != best.group_type {
        return group.group_type < best.group_type;
    }
    match group.group_type {
        GroupType::Overloaded | GroupType::FullyBusy => group.avg_load < best.avg_load,
        GroupType::Imbalanced | GroupType::SmtBalance => false,
        GroupType::Misfit => group.max_capacity > best.max_capacity,
        GroupType::HasSpare => (group.idle_cpus, best.util) > (best.idle_cpus, group.util),
    }
}

/// Whether the best other group is enough less busy than the own one.
fn is_worth_it(
    rule: NumaImbalance,
    domain: &Domain,
    own: &GroupStats,
    other: &GroupStats,
    allowed_here: &CpuSet,
) -> bool {
    if own.group_type != other.group_type {
        return own.group_type > other.group_type;
    }
    match own.group_type {
        GroupType::Overloaded | GroupType::FullyBusy => is_lighter(domain, own.avg_load, other.avg_load),
        GroupType::Imbalanced | GroupType::SmtBalance => false,
        GroupType::Misfit => own.max_capacity < other.max_capacity,
        GroupType::HasSpare => {
            own.idle_cpus < other.idle_cpus
                && (!domain.flags.numa || leaves_node(rule, domain, own, other, allowed_here))
        }
    }
}

/// Whether the other load is lower by the domain's percentage of a task, and of the own one; between nodes by more.
fn is_lighter(domain: &Domain, own: u64, other: u64) -> bool {
    let margin = 1024 * (domain.imbalance_pct - 100) / 100;
    let stays_on_node = domain.flags.numa && other + margin >= own;
    !stays_on_node && other < own + margin && 100 * own > domain.imbalance_pct * other
}

/// Whether a node that has idle CPUs is left for one with more: not while it has few tasks.
fn leaves_node(
    rule: NumaImbalance,
    domain: &Domain,
    own: &GroupStats,
    other: &GroupStats,
    allowed_here: &CpuSet,
) -> bool {
    match rule {
        NumaImbalance::TwoTasks => own.idle_cpus == 0,
        NumaImbalance::ByDomain => {
            let few = domain.imb_numa_nr.min(allowed_here.len() as u32);
            let difference = u64::from(own.idle_cpus.abs_diff(other.idle_cpus));
            adjust_numa_imbalance(rule, difference, own.nr_running, other.nr_running, few) > 0
        }
    }
}
