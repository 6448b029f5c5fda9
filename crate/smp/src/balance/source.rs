//! From where tasks are pulled, if from anywhere (rule 6).

use crate::checks::{Check, CheckRule, Checks};
use crate::placement::{nr_idle_scan, searched_range};
use crate::reason::SmpReason;
use crate::rules::{GroupTypes, SiblingImbalance};
use crate::topology::Group;

use super::attempt::{Attempt, Idle};
use super::classify::GroupType;
use super::imbalance::{Imbalance, imbalance};
use super::queue::busiest_queue;
use super::sibling::sibling_imbalance;
use super::stats::GroupStats;
use super::survey::{Survey, survey};

/// What a look at a domain decided, and what else it found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// From where to pull, or why from nowhere.
    pub source: Result<Source, SmpReason>,
    /// CPUs looked at: what it cost.
    pub looked: u32,
    /// A CPU of the domain has two tasks or more. Of the highest domain it is what the root domain says from now on.
    pub overloaded: bool,
    /// A CPU of the domain has more to do than fits it; likewise, and of a lower domain only if it is so.
    pub overutilized: bool,
    /// How many CPUs of the cache a wakeup looks at from now on; none if this was not a look at all of a cache, or in haste.
    pub nr_idle_scan: Option<u32>,
}

/// From where to pull what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The CPU that has most of it.
    pub src: usize,
    /// What, and how much.
    pub imbalance: Imbalance,
    /// Why from there.
    pub reason: SmpReason,
}

/// Looks for the busiest CPU of the busiest group of a domain (`sched_balance_find_src_group`, `sched_balance_find_src_rq`).
pub fn find_source(attempt: &Attempt, checks: &mut impl Checks) -> Found {
    let survey = survey(attempt, checks);
    let looked = attempt.cpus.len() as u32;
    let source = busiest_group(attempt, &survey).and_then(|(group, imbalance)| {
        checks.check(imbalanced(group, imbalance));
        busiest_queue(attempt, group, imbalance, checks)
    });
    Found {
        source,
        looked,
        overloaded: survey.overloaded,
        overutilized: survey.overutilized,
        nr_idle_scan: idle_scan(attempt, &survey),
    }
}

fn imbalanced(group: &Group, imbalance: Imbalance) -> Check {
    let cpu = group.span.lowest().expect("a group has CPUs");
    let operands = [imbalance.amount, imbalance.migration as i64];
    Check { rule: CheckRule::Imbalanced, cpu, operands, holds: true }
}

/// How far to search is renewed when a cache is balanced, or where 7.2 searches all capacities alike the domain of these; not in
/// haste by who just ran out of work (`update_idle_cpu_scan`).
fn idle_scan(attempt: &Attempt, survey: &Survey) -> Option<u32> {
    let (domain, topology) = (attempt.domain(), attempt.view.topology);
    let is_searched = match searched_range(topology, attempt.view.rules, attempt.dst) {
        Some(range) => range == domain,
        None => topology.llc_domain(attempt.dst).is_some_and(|llc| llc.weight() == domain.weight()),
    };
    (is_searched && attempt.idle != Idle::Newly)
        .then(|| nr_idle_scan(survey.util, domain.weight() as u64, domain.imbalance_pct))
}

/// The busiest group and how much is to be moved from it; an error if the domain is balanced as it is.
fn busiest_group<'a>(
    attempt: &Attempt<'a>,
    survey: &Survey<'a>,
) -> Result<(&'a Group, Imbalance), SmpReason> {
    let (group, busiest) = survey.busiest.as_ref().ok_or(SmpReason::NoBusyGroup {})?;
    if !is_forced_by_type(attempt, busiest)? {
        check_local(attempt, survey, busiest)?;
        if !is_uneven_between_siblings(attempt, survey, busiest) {
            check_tasks(attempt, survey, group, busiest)?;
        }
    }
    Ok((group, imbalance(attempt, survey, group, busiest)?))
}

/// Misfits and what affinity left uneven are dealt with however the load is; otherwise energy has the first word.
fn is_forced_by_type(attempt: &Attempt, busiest: &GroupStats) -> Result<bool, SmpReason> {
    match busiest.group_type {
        GroupType::Misfit => Ok(true),
        _ if attempt.view.root.places_by_energy() => Err(SmpReason::EnergyAware {}),
        group_type => Ok(group_type == GroupType::Imbalanced),
    }
}

/// The local group must be no busier, and if it is overloaded itself, be clearly below the busiest and the average.
fn check_local(attempt: &Attempt, survey: &Survey, busiest: &GroupStats) -> Result<(), SmpReason> {
    let local = &survey.local;
    if local.group_type > busiest.group_type {
        let (local, busiest) = (local.group_type as i64, busiest.group_type as i64);
        return Err(SmpReason::LocalTypeHigher { local, busiest });
    }
    if local.group_type != GroupType::Overloaded {
        return Ok(());
    }
    let [own, other, average] = [local.avg_load, busiest.avg_load, survey.average_load()];
    let within = 100 * other <= attempt.domain().imbalance_pct * own;
    let [local, busiest, average_operand] = [own, other, average].map(|load| load as i64);
    match () {
        () if own >= other => Err(SmpReason::LocalLoadHigher { local, busiest }),
        () if own >= average => Err(SmpReason::LocalAboveAverage { local, average: average_operand }),
        () if within => Err(SmpReason::WithinPercent { local, busiest }),
        () => Ok(()),
    }
}

/// Tasks are to be spread over the groups, and the local one has room for another.
fn is_uneven_between_siblings(attempt: &Attempt, survey: &Survey, busiest: &GroupStats) -> bool {
    let rule: SiblingImbalance = attempt.view.rules.sibling_imbalance;
    let local = &survey.local;
    survey.prefer_sibling
        && local.group_type == GroupType::HasSpare
        && sibling_imbalance(rule, attempt.idle.is_idle(), local, busiest) > 1
}

/// A group that is not overloaded gives only to an idle CPU, and only if that makes the numbers of idle CPUs more equal.
fn check_tasks(
    attempt: &Attempt,
    survey: &Survey,
    group: &Group,
    busiest: &GroupStats,
) -> Result<(), SmpReason> {
    if busiest.group_type == GroupType::Overloaded {
        return Ok(());
    }
    if !attempt.idle.is_idle() {
        return Err(SmpReason::DstBusy {});
    }
    if relieves_threads(attempt, group, busiest) {
        return Ok(());
    }
    let (local_idle, busiest_idle) = (survey.local.idle_cpus, busiest.idle_cpus);
    if group.span.len() > 1 && local_idle <= busiest_idle + 1 {
        let (local_idle, busiest_idle) = (i64::from(local_idle), i64::from(busiest_idle));
        return Err(SmpReason::IdleClose { local_idle, busiest_idle });
    }
    if busiest.h_nr_running == 1 { Err(SmpReason::SingleTask {}) } else { Ok(()) }
}

/// Threads of a core share it while a core without threads is free.
fn relieves_threads(attempt: &Attempt, group: &Group, busiest: &GroupStats) -> bool {
    attempt.view.rules.group_types == GroupTypes::WithSmt
        && busiest.group_type == GroupType::SmtBalance
        && group.flags.share_capacity != attempt.local().flags.share_capacity
}
