//! Whether a wakee takes the CPU.

use crate::call::{Verdict, Wake};
use crate::entity::{EntityId, Policy, Pool};
use crate::features::Feature;
use crate::queue::FairQueue;
use crate::reason::Reason;
use crate::rules::{IdleCurr, WakeupRule};

use super::pick::{pick_eevdf, pick_next_entity};
use super::protect::{cancel_protect, holds_at_pick, update_protect};

/// The wakeup preemption test (`check_preempt_wakeup_fair`); `id` is queued already.
///
/// Only a hard request that is pending ends it early: with a lazy one it still runs.
pub(crate) fn check_preempt_wakeup(
    queue: &mut FairQueue,
    pool: &mut Pool,
    curr: EntityId,
    id: EntityId,
    wake: Wake,
    pending_hard: bool,
    now_ns: u64,
) -> Verdict {
    let rule = queue.params.rules.wakeup;
    if rule == WakeupRule::CancelShort && queue.params.features.has(Feature::NextBuddy) && !wake.fork {
        queue.mark_next(pool, id);
    }
    if let Some(verdict) = before_pick(queue, pool, curr, id, pending_hard) {
        return verdict;
    }
    let charge = queue.update_curr(pool, now_ns);
    let verdict = match rule {
        WakeupRule::CancelShort => cancel_short(queue, pool, curr, id),
        WakeupRule::PickUnprotected => pick_unprotected(queue, pool, curr, id, wake),
    };
    // The charge may have asked already; the test's own reason says more.
    Verdict { resched: verdict.resched.max(charge.resched), why: verdict.why }
}

/// What is decided without looking at lag and deadline.
fn before_pick(
    queue: &mut FairQueue,
    pool: &mut Pool,
    curr: EntityId,
    id: EntityId,
    pending_hard: bool,
) -> Option<Verdict> {
    if pending_hard {
        return Some(Verdict::stay(Reason::WakePending {}));
    }
    if !queue.params.features.has(Feature::WakeupPreemption) {
        return Some(Verdict::stay(Reason::WakeFeatureOff {}));
    }
    match (pool[curr].is_idle(), pool[id].is_idle()) {
        (true, false) => Some(preempt_idle(queue, pool, curr)),
        (false, true) => Some(Verdict::stay(Reason::WakeIdleWakee {})),
        _ if pool[id].policy != Policy::Normal => Some(Verdict::stay(Reason::WakeNotNormal {})),
        _ => None,
    }
}

fn preempt_idle(queue: &mut FairQueue, pool: &mut Pool, curr: EntityId) -> Verdict {
    cancel_protect(queue, &mut pool[curr]);
    match queue.params.rules.idle_curr {
        IdleCurr::CancelProtection => {}
        IdleCurr::CancelProtectionAndBuddy => queue.clear_buddies(curr),
    }
    queue.ask(Reason::WakeIdleCurr {})
}

/// 6.12: a shorter slice cancels protection if the wakee is eligible and earlier, or the
/// running entity is not eligible. The decision does not dequeue delayed entities.
fn cancel_short(queue: &mut FairQueue, pool: &mut Pool, curr: EntityId, id: EntityId) -> Verdict {
    let short = is_short(queue, pool, curr, id)
        && queue.eligible(pool, id)
        && (pool[id].deadline.before(pool[curr].deadline) || !queue.eligible(pool, curr));
    if short {
        cancel_protect(queue, &mut pool[curr]);
    }
    let best = pick_eevdf(queue, pool, true).map(|pick| pick.next);
    if best != Some(id) {
        return Verdict::stay(why_not(queue, pool, curr, id, best));
    }
    queue.ask(why_picked(pool, curr, id, short))
}

/// 6.19 to 7.2: a shorter slice picks without protection; a new task or one of no shorter
/// slice respects it, and shortens it if it does not win.
fn pick_unprotected(
    queue: &mut FairQueue,
    pool: &mut Pool,
    curr: EntityId,
    id: EntityId,
    wake: Wake,
) -> Verdict {
    let short = is_short(queue, pool, curr, id);
    if !short {
        if wake.fork {
            return Verdict::stay(Reason::WakeFork {});
        }
        if let Some(verdict) = mark_and_preempt_sync(queue, pool, curr, id, wake) {
            return verdict;
        }
    }
    let best = pick_next_entity(queue, pool, !short).map(|pick| pick.next);
    if best != Some(id) {
        let why = why_not(queue, pool, curr, id, best);
        update_protect(queue, pool, curr);
        return Verdict::stay(why);
    }
    preempt(queue, pool, curr, id, short)
}

fn preempt(queue: &mut FairQueue, pool: &mut Pool, curr: EntityId, id: EntityId, short: bool) -> Verdict {
    if short {
        cancel_protect(queue, &mut pool[curr]);
    }
    queue.clear_buddies(curr);
    queue.ask(why_picked(pool, curr, id, short))
}

/// NEXT_BUDDY marks the wakee if it is the best marked so far; a synchronous waker that
/// marked one runs on, or with no migration cost yields to an earlier deadline.
fn mark_and_preempt_sync(
    queue: &mut FairQueue,
    pool: &mut Pool,
    curr: EntityId,
    id: EntityId,
    wake: Wake,
) -> Option<Verdict> {
    let marks = queue.params.features.has(Feature::NextBuddy)
        && queue.next.is_none_or(|next| !pool[next].deadline.before(pool[id].deadline));
    if !marks {
        return None;
    }
    queue.mark_next(pool, id);
    if !wake.sync || queue.next != Some(id) {
        return None;
    }
    // The charge has just moved exec_start to now, so that the time run is always 0.
    let cost = queue.params.tunables.migration_cost_ns as i64;
    if cost > 0 {
        return Some(Verdict::stay(Reason::WakeSync { ran: 0, cost }));
    }
    let (deadline, curr_deadline) = (pool[id].deadline, pool[curr].deadline);
    let why = Reason::WakeSyncDeadline { deadline: deadline.raw(), curr_deadline: curr_deadline.raw() };
    if !deadline.before(curr_deadline) {
        return Some(Verdict::stay(why));
    }
    queue.clear_buddies(curr);
    Some(queue.ask(why))
}

fn is_short(queue: &FairQueue, pool: &Pool, curr: EntityId, id: EntityId) -> bool {
    queue.params.features.has(Feature::PreemptShort) && pool[id].slice_ns < pool[curr].slice_ns
}

fn why_picked(pool: &Pool, curr: EntityId, id: EntityId, short: bool) -> Reason {
    if short {
        return Reason::WakeShortSlice {
            slice: pool[id].slice_ns as i64,
            curr_slice: pool[curr].slice_ns as i64,
        };
    }
    Reason::WakePicked { deadline: pool[id].deadline.raw(), curr_deadline: pool[curr].deadline.raw() }
}

fn why_not(queue: &FairQueue, pool: &Pool, curr: EntityId, id: EntityId, best: Option<EntityId>) -> Reason {
    let deadline = pool[id].deadline.raw();
    if !queue.eligible(pool, id) {
        return Reason::WakeIneligible { ahead: queue.ahead_ns(pool, id), deadline };
    }
    if best == Some(curr) && holds_at_pick(queue, &pool[curr]) {
        let (curr_vruntime, until) = (pool[curr].vruntime.raw(), pool[curr].protect.raw());
        return Reason::WakeProtected { curr_vruntime, until };
    }
    let best_deadline = best.map_or(deadline, |best| pool[best].deadline.raw());
    Reason::WakeLaterDeadline { deadline, best_deadline }
}
