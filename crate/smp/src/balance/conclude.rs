//! What follows from an attempt (rule 10).

use crate::cpuset::CpuSet;
use crate::reason::SmpReason;

use super::active::need_active_balance;
use super::attempt::Attempt;
use super::detach::Detach;
use super::imbalance::Migration;
use super::source::Source;
use super::state::DomainState;

/// What is to be done next.
#[derive(Clone, Copy, Debug)]
pub enum Next<'a> {
    /// The rest of the imbalance may go to another CPU of the group: offer the same queue again (`LBF_DST_PINNED`).
    OtherDst(Detach<'a>),
    /// Nothing of that queue may be moved: look for a source again without it.
    Again(Attempt<'a>),
    /// Have the stopper push away what runs on the source, and then take one task from there.
    Push(SmpReason),
    /// Tasks were moved, so many.
    Moved(u32),
    /// None was moved.
    Declined(SmpReason),
}

/// The end of an attempt or a part of it.
#[derive(Clone, Copy, Debug)]
pub struct Conclusion<'a> {
    /// What is to be done next.
    pub next: Next<'a>,
    /// Whether affinity leaves the domain uneven, for the domain above; none if that is as before.
    pub pinned: Option<bool>,
}

/// Ends an attempt that found nothing to pull or was not to look (the end of `sched_balance_rq`).
///
/// If it was a further one, without CPUs whose tasks may not go here, nothing has become even: that is the reason then.
pub fn conclude_balanced<'a>(
    attempt: &Attempt,
    reason: SmpReason,
    state: &mut DomainState,
) -> Conclusion<'a> {
    let all_pinned = attempt.found_pinned;
    state.balanced(attempt.domain(), attempt.idle, all_pinned);
    let reason = if all_pinned { SmpReason::AllPinned {} } else { reason };
    Conclusion { next: Next::Declined(reason), pinned: (!all_pinned).then_some(false) }
}

/// Ends an attempt after candidates were offered (`sched_balance_rq`); `curr_allowed` says where the task may run that runs on
/// the source.
pub fn conclude<'a>(
    detach: &Detach<'a>,
    source: &Source,
    curr_allowed: &CpuSet,
    state: &mut DomainState,
) -> Conclusion<'a> {
    let wants = detach.left > 0;
    if let Some(dst) = detach.other_dst.filter(|_| wants) {
        return Conclusion { next: Next::OtherDst(detach.towards(dst)), pinned: None };
    }
    let pinned = (wants && detach.some_pinned).then_some(true);
    let next = match () {
        () if detach.all_pinned => all_pinned(detach, source, state),
        () if detach.moved > 0 => {
            state.moved(detach.attempt().domain());
            Next::Moved(detach.moved)
        }
        () => nothing_moved(detach, source, curr_allowed, state),
    };
    Conclusion { next, pinned }
}

fn all_pinned<'a>(detach: &Detach<'a>, source: &Source, state: &mut DomainState) -> Next<'a> {
    let attempt = detach.attempt();
    if let Some(again) = attempt.without(source.src) {
        return Next::Again(again);
    }
    state.balanced(attempt.domain(), attempt.idle, true);
    Next::Declined(SmpReason::AllPinned {})
}

fn nothing_moved<'a>(
    detach: &Detach<'a>,
    source: &Source,
    curr_allowed: &CpuSet,
    state: &mut DomainState,
) -> Next<'a> {
    let attempt = detach.attempt();
    let misfit = source.imbalance.migration == Migration::Misfit;
    let interval_ms = state.interval_ms;
    state.failed(attempt.domain(), attempt.idle, misfit);
    let push = need_active_balance(attempt, source, state.failed);
    if push.is_some() && !curr_allowed.contains(attempt.dst) {
        state.interval_ms = interval_ms;
        if !misfit {
            state.wait_longer(attempt.domain(), attempt.idle, false);
        }
        return Next::Declined(SmpReason::CurrPinned {});
    }
    push.map_or_else(|| Next::Declined(failure(detach, source)), Next::Push)
}

fn failure(detach: &Detach, source: &Source) -> SmpReason {
    let nr_running = detach.attempt().view.cpus[source.src].nr_running;
    if nr_running <= 1 {
        SmpReason::SourceAlone { nr_running: i64::from(nr_running) }
    } else {
        SmpReason::NoneMoved { looked: i64::from(detach.looked), imbalance: detach.left }
    }
}

#[cfg(test)]
mod tests;
