//! Whether a task may be moved at all (rule 9).

use crate::cpuset::CpuSet;
use crate::facts::TaskFacts;
use crate::reason::SmpReason;
use crate::rules::{DelayedPull, IneligiblePull};

use super::attempt::{Attempt, Idle};
use super::imbalance::Migration;
use super::settings::Settings;

/// A task on the queue that is pulled from. They are offered least recently run first: a task comes to the front of that order
/// when it is enqueued, when it is picked, and when it was offered and left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The caller's number for it.
    pub task: usize,
    /// What is known of it.
    pub facts: TaskFacts,
    /// It runs.
    pub is_running: bool,
    /// It sleeps, and is queued only until its lag is paid.
    pub is_delayed: bool,
    /// Its group has used up its quota on either CPU.
    pub is_throttled: bool,
    /// It is a kernel thread that belongs to its CPU.
    pub is_per_cpu_kthread: bool,
    /// It has had no more than its share where it is (EEVDF).
    pub is_eligible: bool,
    /// CPUs on which somebody of its group is queued; `None` where that is anybody: in the root, and where the root's tree has all
    /// tasks (7.3).
    pub group_cpus: Option<CpuSet>,
    /// It was asked to run next, or by older versions ran last (CFS buddies).
    pub is_buddy: bool,
    /// When its run was last accounted, ns of the queue's task clock; 0 after a move.
    pub exec_start_ns: u64,
}

/// On what it depends whether candidates may be moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'a> {
    pub attempt: &'a Attempt<'a>,
    pub settings: &'a Settings,
    pub migration: Migration,
    /// Balances of the domain that failed before.
    pub failed: u32,
    /// Time of the source's task clock, ns.
    pub now_ns: u64,
    /// The running task was pushed aside for this: neither cache nor another CPU is thought of.
    pub is_push: bool,
}

/// What stands in a candidate's way, if anything does (`can_migrate_task`).
pub(super) fn obstacle(terms: &Terms, candidate: &Candidate) -> Option<SmpReason> {
    if is_bound(terms, candidate) {
        return Some(SmpReason::SkipDelayed {});
    }
    if candidate.is_throttled {
        return Some(SmpReason::SkipThrottled {});
    }
    if would_wait(terms, candidate) {
        return Some(SmpReason::SkipIneligible {});
    }
    if candidate.is_per_cpu_kthread {
        return Some(SmpReason::SkipKthread {});
    }
    if !candidate.facts.allowed.contains(terms.attempt.dst) {
        return Some(SmpReason::SkipPinned {});
    }
    if candidate.is_running {
        return Some(SmpReason::SkipRunning {});
    }
    let careless = terms.is_push || terms.failed > terms.attempt.domain().cache_nice_tries;
    if careless { None } else { hot(terms, candidate) }
}

/// A task that sleeps is only worth its load.
fn is_bound(terms: &Terms, candidate: &Candidate) -> bool {
    match terms.attempt.view.rules.delayed_pull {
        DelayedPull::Allowed => false,
        DelayedPull::ForLoad => candidate.is_delayed && terms.migration != Migration::Load,
    }
}

/// A task ahead of its share takes its debt along, and would have to wait on a queue that has others.
fn would_wait(terms: &Terms, candidate: &Candidate) -> bool {
    match terms.attempt.view.rules.ineligible_pull {
        IneligiblePull::Allowed => false,
        IneligiblePull::Refused => {
            let meets = |cpus: &CpuSet| cpus.contains(terms.attempt.dst);
            let queued =
                candidate.group_cpus.as_ref().map_or(terms.attempt.dst_facts().h_nr_queued > 0, meets);
            terms.failed == 0 && terms.settings.place_lag && queued && !candidate.is_eligible
        }
    }
}

/// Whether what a task has in the cache is worth waiting for (`task_hot`).
fn hot(terms: &Terms, candidate: &Candidate) -> Option<SmpReason> {
    if candidate.facts.is_sched_idle || terms.attempt.domain().flags.share_capacity {
        return None;
    }
    let dst_busy = terms.attempt.dst_facts().nr_running > 0;
    if terms.settings.cache_hot_buddy && dst_busy && candidate.is_buddy {
        return Some(SmpReason::SkipBuddy {});
    }
    let ago_ns = terms.now_ns.saturating_sub(candidate.exec_start_ns);
    let hot = terms.settings.migration_cost_ns.is_none_or(|cost_ns| ago_ns < cost_ns);
    let cost = terms.settings.migration_cost_ns.map_or(-1, |cost_ns| cost_ns as i64);
    hot.then_some(SmpReason::SkipHot { ago: ago_ns as i64, cost })
}

/// Where else in the own group a task may go that may not go to `dst`; who just ran out of work looks for itself only.
pub(super) fn other_dst(terms: &Terms, candidate: &Candidate) -> Option<usize> {
    if terms.is_push || terms.attempt.idle == Idle::Newly {
        return None;
    }
    let here = terms.attempt.local().span.and(&terms.attempt.cpus);
    here.and(&candidate.facts.allowed).lowest()
}
