//! Whether a wakee takes the CPU.

use crate::buddies::Buddy;
use crate::call::{Contest, Pick, Verdict, Wake};
use crate::entity::{EntityId, Policy, Pool};
use crate::features::Feature;
use crate::queue::CfsRq;
use crate::reason::Reason;
use crate::rules::{IdleCurr, PreemptedBuddy, WakeupPick, WakeupRule};

use super::delay::finish_delayed;
use super::pick::{pick_eevdf, pick_next_entity};
use super::protect::{cancel_protect, holds_at_pick, update_protect};

/// Up to 6.18 NEXT_BUDDY marks every wakee before anything is tested.
pub(crate) fn marks_wakee(queue: &CfsRq, wake: Wake) -> bool {
    let first = match queue.params.rules.wakeup {
        WakeupRule::Pick | WakeupRule::CancelShort | WakeupRule::PickShort => true,
        WakeupRule::PickUnprotected | WakeupRule::ShortIfEligible => false,
    };
    first && queue.params.features.has(Feature::NextBuddy) && !wake.fork
}

/// The wakeup preemption test (`check_preempt_wakeup_fair`) in the queue of both; the wakee is queued already.
///
/// Only a hard request that is pending ends it early: with a lazy one it still runs.
pub(crate) fn check_preempt_wakeup(
    queue: &mut CfsRq,
    pool: &mut Pool,
    contest: &Contest,
    now_ns: u64,
) -> Verdict {
    if let Some(verdict) = before_pick(queue, pool, contest) {
        return verdict;
    }
    let charge = queue.update_curr(pool, now_ns);
    let (curr, id, wake) = (contest.curr, contest.id, contest.wake);
    let verdict = match (may_not_preempt(pool, contest), queue.params.rules.wakeup) {
        (Some(why), _) => refused(queue, pool, curr, why),
        (None, WakeupRule::Pick) => plain_pick(queue, pool, curr, id),
        (None, WakeupRule::CancelShort) => cancel_short(queue, pool, curr, id),
        (None, WakeupRule::PickShort) => pick_short(queue, pool, curr, id),
        (None, WakeupRule::PickUnprotected) => pick_unprotected(queue, pool, curr, id, wake),
        (None, WakeupRule::ShortIfEligible) => short_if_eligible(queue, pool, curr, id, wake),
    };
    // The charge may have asked already; the test's own reason says more.
    Verdict { resched: verdict.resched.max(charge.resched), why: verdict.why }
}

/// What is decided without looking at lag and deadline; up to 7.2 before the running entity is charged.
fn before_pick(queue: &mut CfsRq, pool: &mut Pool, contest: &Contest) -> Option<Verdict> {
    let features = queue.params.features;
    let latest = queue.params.rules.wakeup == WakeupRule::ShortIfEligible;
    if contest.pending_hard && !(latest && features.has(Feature::PreemptShort)) {
        return Some(Verdict::stay(Reason::WakePending {}));
    }
    if !features.has(Feature::WakeupPreemption) {
        return Some(Verdict::stay(Reason::WakeFeatureOff {}));
    }
    if pool[contest.curr].is_idle() && !pool[contest.id].is_idle() {
        return Some(preempt_idle(queue, pool, contest.curr));
    }
    may_not_preempt(pool, contest).filter(|_| !latest).map(Verdict::stay)
}

/// Why a task of this policy does not preempt, whatever its lag and deadline.
fn may_not_preempt(pool: &Pool, contest: &Contest) -> Option<Reason> {
    match (pool[contest.curr].is_idle(), pool[contest.id].is_idle()) {
        (false, true) => Some(Reason::WakeIdleWakee {}),
        _ if pool[contest.task].policy != Policy::Normal => Some(Reason::WakeNotNormal {}),
        _ => None,
    }
}

/// 7.3: a wakee that may not preempt shortens the protection all the same.
fn refused(queue: &CfsRq, pool: &mut Pool, curr: EntityId, why: Reason) -> Verdict {
    update_protect(queue, pool, curr);
    Verdict::stay(why)
}

fn preempt_idle(queue: &mut CfsRq, pool: &mut Pool, curr: EntityId) -> Verdict {
    match queue.params.rules.idle_curr {
        IdleCurr::KeepProtection => {}
        IdleCurr::CancelProtection => cancel_protect(queue, &mut pool[curr]),
    }
    clear_preempted(queue, curr);
    queue.ask(Reason::WakeIdleCurr {})
}

fn clear_preempted(queue: &mut CfsRq, curr: EntityId) {
    match queue.params.rules.preempted_buddy {
        PreemptedBuddy::Kept => {}
        PreemptedBuddy::Cleared => queue.clear_buddies(curr),
    }
}

/// Whom the pick of a wakeup test would choose.
fn would_pick(queue: &mut CfsRq, pool: &mut Pool, protect: bool) -> Option<EntityId> {
    let pick = match queue.params.rules.wakeup_pick {
        WakeupPick::Looks => pick_eevdf(queue, pool, protect),
        WakeupPick::Dequeues => pick_awake(queue, pool, protect),
    };
    pick.map(|pick| pick.next)
}

/// The pick, once the delayed entities that it met have left the queue.
fn pick_awake(queue: &mut CfsRq, pool: &mut Pool, protect: bool) -> Option<Pick> {
    loop {
        let pick = pick_next_entity(queue, pool, protect)?;
        if !pool[pick.next].delayed {
            return Some(pick);
        }
        finish_delayed(queue, pool, pick.next);
        queue.removed.push_back(pick.next);
    }
}

/// 6.6: the wakee preempts if it would be picked.
fn plain_pick(queue: &mut CfsRq, pool: &mut Pool, curr: EntityId, id: EntityId) -> Verdict {
    let best = would_pick(queue, pool, true);
    if best != Some(id) {
        return Verdict::stay(why_not(queue, pool, curr, id, best));
    }
    queue.ask(why_picked(pool, curr, id, false))
}

/// 6.12: a shorter slice cancels protection if the wakee is eligible and earlier, or the
/// running entity is not eligible. The decision does not dequeue delayed entities.
fn cancel_short(queue: &mut CfsRq, pool: &mut Pool, curr: EntityId, id: EntityId) -> Verdict {
    let short = is_short(queue, pool, curr, id)
        && queue.eligible(pool, id)
        && (pool[id].deadline.before(pool[curr].deadline) || !queue.eligible(pool, curr));
    if short {
        cancel_protect(queue, &mut pool[curr]);
    }
    let best = would_pick(queue, pool, true);
    if best != Some(id) {
        return Verdict::stay(why_not(queue, pool, curr, id, best));
    }
    queue.ask(why_picked(pool, curr, id, short))
}

/// 6.17: a shorter slice picks without protection, and shortens it if it does not win.
fn pick_short(queue: &mut CfsRq, pool: &mut Pool, curr: EntityId, id: EntityId) -> Verdict {
    let short = is_short(queue, pool, curr, id);
    let best = would_pick(queue, pool, !short);
    if best == Some(id) {
        return preempt(queue, pool, curr, id, short);
    }
    let why = why_not(queue, pool, curr, id, best);
    if short {
        update_protect(queue, pool, curr);
    }
    Verdict::stay(why)
}

/// 6.19 to 7.2: a shorter slice picks without protection; a new task or one of no shorter
/// slice respects it, and shortens it if it does not win.
fn pick_unprotected(queue: &mut CfsRq, pool: &mut Pool, curr: EntityId, id: EntityId, wake: Wake) -> Verdict {
    let short = is_short(queue, pool, curr, id);
    if let Some(verdict) = unless_short(queue, pool, curr, id, wake, short) {
        return verdict;
    }
    let best = would_pick(queue, pool, !short);
    if best != Some(id) {
        let why = why_not(queue, pool, curr, id, best);
        update_protect(queue, pool, curr);
        return Verdict::stay(why);
    }
    preempt(queue, pool, curr, id, short)
}

/// From 6.19 on, what is decided of a wakee of no shorter slice before any pick: a new task does not preempt, and
/// NEXT_BUDDY may settle it.
fn unless_short(
    queue: &mut CfsRq,
    pool: &mut Pool,
    curr: EntityId,
    id: EntityId,
    wake: Wake,
    short: bool,
) -> Option<Verdict> {
    match (short, wake.fork) {
        (true, _) => None,
        (false, true) => Some(Verdict::stay(Reason::WakeFork {})),
        (false, false) => mark_and_preempt_sync(queue, pool, curr, id, wake),
    }
}

/// 7.3: as before, but a shorter slice also preempts when it is merely eligible; then it is marked, to be picked next.
fn short_if_eligible(
    queue: &mut CfsRq,
    pool: &mut Pool,
    curr: EntityId,
    id: EntityId,
    wake: Wake,
) -> Verdict {
    let short = is_short(queue, pool, curr, id);
    if let Some(verdict) = unless_short(queue, pool, curr, id, wake, short) {
        if wake.fork {
            update_protect(queue, pool, curr);
        }
        return verdict;
    }
    let best = would_pick(queue, pool, !short);
    if best != Some(id) && !(short && queue.eligible(pool, id)) {
        let why = why_not(queue, pool, curr, id, best);
        update_protect(queue, pool, curr);
        return Verdict::stay(why);
    }
    cancel_protect(queue, &mut pool[curr]);
    let marks =
        short && queue.buddies.get(Buddy::Next).is_none_or(|next| pool[next].slice_ns >= pool[id].slice_ns);
    if marks {
        queue.mark(pool, Buddy::Next, id);
    }
    queue.ask(why_picked(pool, curr, id, short))
}

fn preempt(queue: &mut CfsRq, pool: &mut Pool, curr: EntityId, id: EntityId, short: bool) -> Verdict {
    if short {
        cancel_protect(queue, &mut pool[curr]);
    }
    clear_preempted(queue, curr);
    queue.ask(why_picked(pool, curr, id, short))
}

/// NEXT_BUDDY marks the wakee if it is the best marked so far; a synchronous waker that
/// marked one runs on, or with no migration cost yields to an earlier deadline.
fn mark_and_preempt_sync(
    queue: &mut CfsRq,
    pool: &mut Pool,
    curr: EntityId,
    id: EntityId,
    wake: Wake,
) -> Option<Verdict> {
    let marks = queue.params.features.has(Feature::NextBuddy)
        && queue.buddies.get(Buddy::Next).is_none_or(|next| !pool[next].deadline.before(pool[id].deadline));
    if !marks {
        return None;
    }
    queue.mark(pool, Buddy::Next, id);
    if !wake.sync || queue.buddies.get(Buddy::Next) != Some(id) {
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
    clear_preempted(queue, curr);
    Some(queue.ask(why))
}

fn is_short(queue: &CfsRq, pool: &Pool, curr: EntityId, id: EntityId) -> bool {
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

fn why_not(queue: &CfsRq, pool: &Pool, curr: EntityId, id: EntityId, best: Option<EntityId>) -> Reason {
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
