//! A look at all groups of a domain (rules 3 to 5).

use crate::checks::{Check, CheckRule, Checks};
use crate::clamp::cpu_overutilized;
use crate::facts::CpuFacts;
use crate::load::capacity_greater;
use crate::rules::{GroupTypes, PreferSibling, ReducedCapacity};
use crate::topology::Group;

use super::attempt::{Attempt, View};
use super::busiest::is_busier;
use super::classify::{GroupType, classify};
use super::stats::GroupStats;

/// What the groups of a domain look like to a CPU (`struct sd_lb_stats`).
#[derive(Clone, Copy, Debug)]
pub struct Survey<'a> {
    /// The group that the CPU is in.
    pub local: GroupStats,
    /// The busiest of the others, if one has something to give.
    pub busiest: Option<(&'a Group, GroupStats)>,
    /// Load of all groups.
    pub load: u64,
    /// Capacity of all groups.
    pub capacity: u64,
    /// Utilisation of all CPUs looked at.
    pub util: u64,
    /// Tasks are to be spread over the groups.
    pub prefer_sibling: bool,
    /// A CPU has two tasks or more.
    pub overloaded: bool,
    /// A CPU has more to do than fits it.
    pub overutilized: bool,
}

impl Survey<'_> {
    /// Load of all groups for their capacity.
    pub fn average_load(&self) -> u64 {
        self.load * 1024 / self.capacity
    }
}

/// Looks at every group, the own one first, and finds the busiest other one (`update_sd_lb_stats`).
pub fn survey<'a>(attempt: &Attempt<'a>, checks: &mut impl Checks) -> Survey<'a> {
    let mut groups = attempt.domain().groups_from(attempt.dst);
    let own = groups.next().expect("a domain has groups");
    let mut survey = begin(own_stats(attempt, own));
    tell_group(checks, own, &survey.local, true);
    for group in groups {
        let stats = other_stats(attempt, group);
        survey.add(&stats);
        tell_group(checks, group, &stats, false);
        let best = survey.busiest.as_ref().map(|(group, stats)| (*group, stats));
        let holds = is_busier(attempt, (group, &stats), best, &survey.local);
        checks.check(check_of(group, &stats, holds));
        if holds {
            survey.busiest = Some((group, stats));
        }
    }
    survey.prefer_sibling = prefers_siblings(attempt, &survey);
    survey
}

fn begin<'a>(local: GroupStats) -> Survey<'a> {
    let mut survey = Survey {
        local,
        busiest: None,
        load: 0,
        capacity: 0,
        util: 0,
        prefer_sibling: false,
        overloaded: false,
        overutilized: false,
    };
    survey.add(&local);
    survey
}

impl Survey<'_> {
    fn add(&mut self, stats: &GroupStats) {
        self.load += stats.load;
        self.capacity += stats.capacity;
        self.util += stats.util;
        self.overloaded |= stats.crowded;
        self.overutilized |= stats.overutilized;
    }
}

/// What a group adds up to.
fn tell_group(checks: &mut impl Checks, group: &Group, stats: &GroupStats, own: bool) {
    let cpu = group.span.lowest().expect("a group has CPUs");
    let mut tell = |rule, operands, holds| checks.check(Check { rule, cpu, operands, holds });
    tell(CheckRule::OwnGroup, [stats.group_type as i64, i64::from(stats.h_nr_running)], own);
    let room = [i64::from(stats.idle_cpus), group.span.len() as i64];
    tell(CheckRule::GroupHasIdle, room, stats.idle_cpus > 0);
    let overloaded = stats.group_type == GroupType::Overloaded;
    tell(CheckRule::GroupOverloaded, [stats.util as i64, stats.capacity as i64], overloaded);
}

fn check_of(group: &Group, stats: &GroupStats, holds: bool) -> Check {
    let operands = [stats.group_type as i64, i64::from(stats.h_nr_running)];
    let cpu = group.span.lowest().expect("a group has CPUs");
    Check { rule: CheckRule::GroupBusiest, cpu, operands, holds }
}

fn own_stats(attempt: &Attempt, group: &Group) -> GroupStats {
    typed(attempt, sums(attempt, group))
}

/// Of another group it also counts whether it has a task that should be elsewhere, and threads that could have a core each.
fn other_stats(attempt: &Attempt, group: &Group) -> GroupStats {
    let mut stats = sums(attempt, group);
    let cpus = group.span.and(&attempt.cpus);
    let loads = cpus.iter().map(|cpu| misfit_load(attempt, &attempt.view.cpus[cpu]));
    stats.misfit_load = loads.max().unwrap_or(0);
    stats.crowded |= attempt.domain().flags.asym_capacity && stats.misfit_load > 0;
    stats.relieves_threads = match attempt.view.rules.group_types {
        GroupTypes::Common => false,
        GroupTypes::WithSmt => attempt.idle.is_idle() && group.flags.share_capacity && stats.h_nr_running > 1,
    };
    typed(attempt, stats)
}

fn sums(attempt: &Attempt, group: &Group) -> GroupStats {
    let view = &attempt.view;
    let mut stats = GroupStats::collect(group, &attempt.cpus, view.rules.fair_count, |cpu| &view.cpus[cpu]);
    let looked = group.span.and(&attempt.cpus);
    stats.overutilized = view.root.energy_aware && looked.iter().any(|cpu| is_overutilized(view, cpu));
    stats.pinned = attempt.is_pinned(group);
    stats
}

fn is_overutilized(view: &View, cpu: usize) -> bool {
    cpu_overutilized(&view.cpus[cpu], view.rules.clamp_fit, view.rules.overutilized, view.clamps_used)
}

fn typed(attempt: &Attempt, mut stats: GroupStats) -> GroupStats {
    let view = &attempt.view;
    let percent = attempt.domain().imbalance_pct;
    stats.group_type = classify(&stats, percent, view.rules.group_overload, view.root.energy_aware);
    if stats.group_type == GroupType::Overloaded {
        stats.avg_load = stats.load_for_capacity();
    }
    stats
}

/// Load of a task that an idle CPU should take over: one too big for its CPU where capacities differ, elsewhere a lone one on a
/// CPU of which higher classes take much.
fn misfit_load(attempt: &Attempt, cpu: &CpuFacts) -> u64 {
    let relieves = attempt.view.rules.reduced_capacity == ReducedCapacity::Relieved;
    if attempt.domain().flags.asym_capacity {
        cpu.misfit_load
    } else if relieves && attempt.idle.is_idle() && cpu.h_nr_queued == 1 {
        if is_reduced(cpu, attempt.domain().imbalance_pct) { cpu.load_avg } else { 0 }
    } else {
        0
    }
}

/// Whether so much of a CPU's capacity is taken that it is less by more than the domain's percentage (`check_cpu_capacity`).
pub fn is_reduced(cpu: &CpuFacts, percent: u64) -> bool {
    cpu.capacity * percent < cpu.capacity_orig * 100
}

fn prefers_siblings(attempt: &Attempt, survey: &Survey) -> bool {
    match attempt.view.rules.prefer_sibling {
        PreferSibling::OfDomain => {
            let child = attempt.view.topology.child_of(attempt.dst, attempt.domain);
            child.is_some_and(|child| child.flags.prefer_sibling)
        }
        PreferSibling::OfGroup => survey.busiest.is_some_and(|(group, _)| group.flags.prefer_sibling),
    }
}

/// Whether `dst` could run what is too big elsewhere: its whole core is idle, and it is larger than every CPU of the group.
pub(super) fn could_take_misfit(attempt: &Attempt, stats: &GroupStats) -> bool {
    attempt.is_core_idle(attempt.dst) && capacity_greater(attempt.dst_facts().capacity, stats.max_capacity)
}
