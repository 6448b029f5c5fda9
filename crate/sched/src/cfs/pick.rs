//! Who runs next, and yield.

use crate::buddies::Buddy;
use crate::call::Pick;
use crate::entity::{EntityId, Policy, Pool};
use crate::queue::CfsRq;
use crate::reason::Reason;

use super::wakeup::behind_and_granularity;

/// The least vruntime, unless a buddy is near (`pick_next_entity`).
pub(crate) fn pick_next_entity(queue: &CfsRq, pool: &Pool) -> Option<Pick> {
    let curr = queue.queued_curr(pool);
    let first = queue.tree.first();
    let left = leftmost(pool, curr, first)?;
    let plain = Pick { next: left, why: leftmost_reason(queue, pool, left, curr) };
    let near = |id: EntityId| near_leftmost(queue, pool, id, left);
    let next = queue.buddies.get(Buddy::Next).and_then(|id| Some((id, near(id)?)));
    if let Some((next, (behind_leftmost, granularity))) = next {
        return Some(Pick { next, why: Reason::PickNextBuddy { behind_leftmost, granularity } });
    }
    let last = queue.buddies.get(Buddy::Last).and_then(|id| Some((id, near(id)?)));
    if let Some((next, (behind_leftmost, granularity))) = last {
        return Some(Pick { next, why: Reason::PickLastBuddy { behind_leftmost, granularity } });
    }
    if queue.buddies.get(Buddy::Skip) != Some(left) {
        return Some(plain);
    }
    let second = second(queue, pool, left, curr).and_then(|id| Some((id, near(id)?)));
    Some(second.map_or(plain, |(next, (behind_leftmost, granularity))| Pick {
        next,
        why: Reason::PickSkip { behind_leftmost, granularity },
    }))
}

/// The running entity is leftmost only if it is strictly before the tree's first.
fn leftmost(pool: &Pool, curr: Option<EntityId>, first: Option<EntityId>) -> Option<EntityId> {
    match (curr, first) {
        (Some(curr), Some(first)) if pool[curr].vruntime.before(pool[first].vruntime) => Some(curr),
        (curr, first) => first.or(curr),
    }
}

fn leftmost_reason(queue: &CfsRq, pool: &Pool, left: EntityId, curr: Option<EntityId>) -> Reason {
    let other = match curr.filter(|curr| *curr != left) {
        None if queue.tree.first() == Some(left) => queue.tree.next(pool, left),
        None => queue.tree.first(),
        curr => curr,
    };
    other.map_or(Reason::PickOnly {}, |other| Reason::PickLeftmost {
        vruntime: pool[left].vruntime.raw(),
        other_vruntime: pool[other].vruntime.raw(),
    })
}

/// An entity's distance to the leftmost and the granularity, if it is not farther.
fn near_leftmost(queue: &CfsRq, pool: &Pool, id: EntityId, left: EntityId) -> Option<(i64, i64)> {
    let (_, granularity) = behind_and_granularity(queue, pool, left, id);
    let behind_leftmost = pool[id].vruntime.since(pool[left].vruntime);
    (behind_leftmost <= 0 || behind_leftmost <= granularity).then_some((behind_leftmost, granularity))
}

/// Who would run if the leftmost were skipped.
fn second(queue: &CfsRq, pool: &Pool, left: EntityId, curr: Option<EntityId>) -> Option<EntityId> {
    if curr == Some(left) {
        return queue.tree.first();
    }
    leftmost(pool, curr, queue.tree.next(pool, left))
}

/// sched_yield: the next pick skips this task if another is near. A BATCH task is not
/// charged first.
pub(crate) fn yield_task(queue: &mut CfsRq, pool: &mut Pool, curr: EntityId, now_ns: u64) {
    if pool[curr].policy != Policy::Batch {
        queue.update_curr(pool, now_ns);
    }
    queue.mark(pool, Buddy::Skip, curr);
}
