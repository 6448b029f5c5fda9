//! What is to be moved, and how much of it (rule 7).

use crate::reason::SmpReason;
use crate::topology::Group;

use super::attempt::Attempt;
use super::classify::GroupType;
use super::sibling::{adjust_numa_imbalance, sibling_imbalance};
use super::stats::GroupStats;
use super::survey::Survey;

/// In what an imbalance is measured (`enum migration_type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Migration {
    /// In load, 1024 for a task of nice 0 that always runs.
    Load,
    /// In utilisation, 1024 for all of the biggest CPU.
    Util,
    /// In tasks.
    Task,
    /// One task that is too big for its CPU.
    Misfit,
}

/// How much of what is to be moved (`env->imbalance`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imbalance {
    /// In what it is measured.
    pub migration: Migration,
    /// How much; more than 0.
    pub amount: i64,
}

/// Of the busiest group, how much is to be moved to the local one; an error if that is nothing (`calculate_imbalance`).
pub(super) fn imbalance(
    attempt: &Attempt,
    survey: &Survey,
    group: &Group,
    busiest: &GroupStats,
) -> Result<Imbalance, SmpReason> {
    let asymmetric = attempt.domain().flags.asym_capacity;
    match busiest.group_type {
        GroupType::Misfit if asymmetric => some(Migration::Misfit, 1),
        GroupType::Misfit => some(Migration::Load, busiest.misfit_load),
        GroupType::SmtBalance | GroupType::Imbalanced => some(Migration::Task, 1),
        GroupType::HasSpare | GroupType::FullyBusy | GroupType::Overloaded => {
            if survey.local.group_type == GroupType::HasSpare {
                fill(attempt, survey, group, busiest)
            } else {
                even_out(survey, busiest)
            }
        }
    }
}

fn some(migration: Migration, amount: u64) -> Result<Imbalance, SmpReason> {
    Ok(Imbalance { migration, amount: amount as i64 })
}

/// The local group has room: fill it, or spread the tasks.
///
/// From an overloaded group of another cache it is filled up by utilisation; otherwise half of the difference in tasks is moved.
fn fill(
    attempt: &Attempt,
    survey: &Survey,
    group: &Group,
    busiest: &GroupStats,
) -> Result<Imbalance, SmpReason> {
    let local = &survey.local;
    if busiest.group_type > GroupType::FullyBusy && !attempt.domain().flags.share_llc {
        let room = local.capacity.saturating_sub(local.util);
        let crowded_out = room == 0 && attempt.idle.is_idle();
        return match room {
            0 if crowded_out => some(Migration::Task, 1),
            0 => Err(difference(local, busiest)),
            _ => some(Migration::Util, room),
        };
    }
    let uneven = unevenness(attempt, survey, group, busiest);
    match allowed_off(attempt, local, busiest, uneven) >> 1 {
        0 => Err(difference(local, busiest)),
        tasks => some(Migration::Task, tasks),
    }
}

fn difference(local: &GroupStats, busiest: &GroupStats) -> SmpReason {
    SmpReason::DifferenceAllowed {
        local: i64::from(local.nr_running),
        busiest: i64::from(busiest.nr_running),
    }
}

/// By how many tasks or idle CPUs the groups differ.
///
/// Should the busiest have more idle CPUs, the unsigned difference wraps, as in the kernel: everything that may move is to. That
/// takes an overloaded group with idle CPUs within one cache, so affinity.
fn unevenness(attempt: &Attempt, survey: &Survey, group: &Group, busiest: &GroupStats) -> u64 {
    let local = &survey.local;
    if group.span.len() == 1 || survey.prefer_sibling {
        sibling_imbalance(attempt.view.rules.sibling_imbalance, attempt.idle.is_idle(), local, busiest)
    } else {
        u64::from(local.idle_cpus.wrapping_sub(busiest.idle_cpus))
    }
}

/// What is left of it between nodes.
fn allowed_off(attempt: &Attempt, local: &GroupStats, busiest: &GroupStats, uneven: u64) -> u64 {
    let domain = attempt.domain();
    let rule = attempt.view.rules.numa_imbalance;
    if domain.flags.numa {
        adjust_numa_imbalance(rule, uneven, local.nr_running, busiest.nr_running, domain.imb_numa_nr)
    } else {
        uneven
    }
}

/// Nobody has room: what brings either group to the average load of the domain, whichever is less.
fn even_out(survey: &Survey, busiest: &GroupStats) -> Result<Imbalance, SmpReason> {
    let local = &survey.local;
    let average = survey.average_load();
    let local_load = match local.group_type {
        GroupType::Overloaded => local.avg_load,
        _ => below_average(local.load_for_capacity(), busiest.avg_load, average)?,
    };
    let from_busiest = busiest.avg_load.wrapping_sub(average).wrapping_mul(busiest.capacity);
    let to_local = average.wrapping_sub(local_load).wrapping_mul(local.capacity);
    match from_busiest.min(to_local) / 1024 {
        0 => Err(SmpReason::LocalAboveAverage { local: local_load as i64, average: average as i64 }),
        amount => some(Migration::Load, amount),
    }
}

/// The local load, which must be below that of the busiest and below the average.
fn below_average(local: u64, busiest: u64, average: u64) -> Result<u64, SmpReason> {
    if local >= busiest {
        Err(SmpReason::LocalLoadHigher { local: local as i64, busiest: busiest as i64 })
    } else if local >= average {
        Err(SmpReason::LocalAboveAverage { local: local as i64, average: average as i64 })
    } else {
        Ok(local)
    }
}
