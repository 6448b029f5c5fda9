//! Who runs next: the earliest deadline among the eligible.

use crate::buddies::Buddy;
use crate::call::Pick;
use crate::entity::{EntityId, Pool};
use crate::features::Feature;
use crate::queue::CfsRq;
use crate::reason::Reason;
use crate::rules::BuddyPick;

use super::protect::holds_at_pick;

/// The pick (`pick_next_entity`). It may be a delayed entity, which is to leave the queue; then the pick is to be
/// made anew. `protect`: the running entity's protection counts.
pub(crate) fn pick_next_entity(queue: &CfsRq, pool: &Pool, protect: bool) -> Option<Pick> {
    buddy_before_pick(queue, pool).or_else(|| pick_eevdf(queue, pool, protect))
}

fn buddy_before_pick(queue: &CfsRq, pool: &Pool) -> Option<Pick> {
    match queue.params.rules.buddy_pick {
        BuddyPick::WithNextBuddy => buddy(queue, pool, Feature::NextBuddy),
        BuddyPick::BeforePick => buddy(queue, pool, Feature::PickBuddy),
        BuddyPick::InPick | BuddyPick::InProtectedPick => None,
    }
}

fn buddy_in_pick(queue: &CfsRq, pool: &Pool, protect: bool) -> Option<Pick> {
    match queue.params.rules.buddy_pick {
        BuddyPick::WithNextBuddy | BuddyPick::BeforePick => None,
        BuddyPick::InProtectedPick if !protect => None,
        BuddyPick::InPick | BuddyPick::InProtectedPick => buddy(queue, pool, Feature::PickBuddy),
    }
}

/// The marked task, if it is eligible and the feature on.
fn buddy(queue: &CfsRq, pool: &Pool, feature: Feature) -> Option<Pick> {
    let next = queue.buddies.get(Buddy::Next).filter(|_| queue.params.features.has(feature))?;
    queue.eligible(pool, next).then(|| Pick {
        next,
        why: Reason::PickBuddy { deadline: pool[next].deadline.raw(), behind: queue.lag_ns(pool, next) },
    })
}

/// The decision alone, over the queue as it stands (`pick_eevdf`); delayed entities take
/// part in it.
pub(super) fn pick_eevdf(queue: &CfsRq, pool: &Pool, protect: bool) -> Option<Pick> {
    let curr = queue.queued_curr(pool);
    if queue.nr_queued == 1 {
        let next = curr.or_else(|| queue.tree.first())?;
        return Some(Pick { next, why: Reason::PickOnly {} });
    }
    if let Some(pick) = buddy_in_pick(queue, pool, protect) {
        return Some(pick);
    }
    let totals = queue.totals(pool);
    match curr {
        None => first_of_tree(queue, pool, totals),
        Some(curr) if queue.vruntime_eligible(totals, pool[curr].vruntime) => {
            Some(against_curr(queue, pool, curr, totals, protect))
        }
        Some(curr) => curr_ineligible(queue, pool, curr, totals),
    }
}

fn first_of_tree(queue: &CfsRq, pool: &Pool, totals: (i64, i128)) -> Option<Pick> {
    let next = queue.first_eligible(pool, totals)?;
    let behind = queue.mean_of(totals).since(pool[next].vruntime);
    Some(Pick { next, why: Reason::PickFirst { deadline: pool[next].deadline.raw(), behind } })
}

fn curr_ineligible(queue: &CfsRq, pool: &Pool, curr: EntityId, totals: (i64, i128)) -> Option<Pick> {
    let next = queue.first_eligible(pool, totals)?;
    let curr_ahead = pool[curr].vruntime.since(queue.mean_of(totals));
    Some(Pick { next, why: Reason::PickCurrIneligible { deadline: pool[next].deadline.raw(), curr_ahead } })
}

/// The running entity is eligible: it stays while protected, or if its deadline is
/// the earliest: strictly, except where ties depend on the tree (6.6).
fn against_curr(queue: &CfsRq, pool: &Pool, curr: EntityId, totals: (i64, i128), protect: bool) -> Pick {
    let entity = &pool[curr];
    if protect && holds_at_pick(queue, entity) {
        let (vruntime, until) = (entity.vruntime.raw(), entity.protect.raw());
        return Pick { next: curr, why: Reason::PickProtected { vruntime, until } };
    }
    let deadline = entity.deadline;
    let Some(first) = queue.first_eligible(pool, totals) else {
        let behind = queue.mean_of(totals).since(entity.vruntime);
        let why = Reason::PickCurrOnlyEligible { deadline: deadline.raw(), behind };
        return Pick { next: curr, why };
    };
    match queue.outdoing(pool, first, deadline) {
        None => Pick {
            next: curr,
            why: Reason::PickCurrDeadline {
                deadline: deadline.raw(),
                best_deadline: pool[first].deadline.raw(),
            },
        },
        Some(best) => Pick {
            next: best,
            why: Reason::PickDeadline { deadline: pool[best].deadline.raw(), curr_deadline: deadline.raw() },
        },
    }
}
