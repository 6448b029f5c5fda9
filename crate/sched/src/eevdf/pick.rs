//! Who runs next: the earliest deadline among the eligible.

use crate::call::Pick;
use crate::entity::{EntityId, Pool};
use crate::features::Feature;
use crate::queue::FairQueue;
use crate::reason::Reason;
use crate::rules::BuddyPick;

use super::delay::finish_delayed;
use super::protect::holds_at_pick;

/// The pick; delayed entities that it meets leave the queue and it starts anew
/// (`pick_next_entity`). `protect`: the running entity's protection counts.
pub(crate) fn pick_next_entity(queue: &mut FairQueue, pool: &mut Pool, protect: bool) -> Option<Pick> {
    loop {
        let pick = buddy_before_pick(queue, pool).or_else(|| pick_eevdf(queue, pool, protect))?;
        if !pool[pick.next].delayed {
            return Some(pick);
        }
        finish_delayed(queue, pool, pick.next);
    }
}

fn buddy_before_pick(queue: &FairQueue, pool: &Pool) -> Option<Pick> {
    match queue.params.rules.buddy_pick {
        BuddyPick::BeforePick => buddy(queue, pool),
        BuddyPick::InProtectedPick => None,
    }
}

fn buddy(queue: &FairQueue, pool: &Pool) -> Option<Pick> {
    let next = queue.next.filter(|_| queue.params.features.has(Feature::PickBuddy))?;
    queue.eligible(pool, next).then(|| Pick {
        next,
        why: Reason::PickBuddy { deadline: pool[next].deadline.raw(), behind: queue.lag_ns(pool, next) },
    })
}

/// The decision alone, over the queue as it stands (`pick_eevdf`); delayed entities take
/// part in it.
pub(super) fn pick_eevdf(queue: &FairQueue, pool: &Pool, protect: bool) -> Option<Pick> {
    let curr = queue.queued_curr(pool);
    if queue.nr_queued == 1 {
        let next = curr.or_else(|| queue.tree.first())?;
        return Some(Pick { next, why: Reason::PickOnly {} });
    }
    let buddy_counts = queue.params.rules.buddy_pick == BuddyPick::InProtectedPick && protect;
    if let Some(pick) = buddy(queue, pool).filter(|_| buddy_counts) {
        return Some(pick);
    }
    match curr {
        None => first_of_tree(queue, pool),
        Some(curr) if queue.eligible(pool, curr) => Some(against_curr(queue, pool, curr, protect)),
        Some(curr) => curr_ineligible(queue, pool, curr),
    }
}

fn first_of_tree(queue: &FairQueue, pool: &Pool) -> Option<Pick> {
    let next = queue.first_eligible(pool)?;
    Some(Pick {
        next,
        why: Reason::PickFirst { deadline: pool[next].deadline.raw(), behind: queue.lag_ns(pool, next) },
    })
}

fn curr_ineligible(queue: &FairQueue, pool: &Pool, curr: EntityId) -> Option<Pick> {
    let next = queue.first_eligible(pool)?;
    Some(Pick {
        next,
        why: Reason::PickCurrIneligible {
            deadline: pool[next].deadline.raw(),
            curr_ahead: queue.ahead_ns(pool, curr),
        },
    })
}

/// The running entity is eligible: it stays while protected, or if its deadline is
/// strictly the earliest.
fn against_curr(queue: &FairQueue, pool: &Pool, curr: EntityId, protect: bool) -> Pick {
    let entity = &pool[curr];
    if protect && holds_at_pick(queue, entity) {
        let (vruntime, until) = (entity.vruntime.raw(), entity.protect.raw());
        return Pick { next: curr, why: Reason::PickProtected { vruntime, until } };
    }
    let deadline = entity.deadline;
    match queue.first_eligible(pool) {
        None => Pick {
            next: curr,
            why: Reason::PickCurrOnlyEligible { deadline: deadline.raw(), behind: queue.lag_ns(pool, curr) },
        },
        Some(best) if deadline.before(pool[best].deadline) => Pick {
            next: curr,
            why: Reason::PickCurrDeadline {
                deadline: deadline.raw(),
                best_deadline: pool[best].deadline.raw(),
            },
        },
        Some(best) => Pick {
            next: best,
            why: Reason::PickDeadline { deadline: pool[best].deadline.raw(), curr_deadline: deadline.raw() },
        },
    }
}
