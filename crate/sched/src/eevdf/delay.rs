//! Lag at dequeue, and entities that stay queued until their debt is served.

use crate::entity::{EntityId, Pool};
use crate::features::Feature;
use crate::queue::CfsRq;
use crate::rules::{DelayedLag, Family, LagClamp};
use crate::time::Vtime;

use super::place::place_entity;

/// Whether a blocking entity stays queued: it does with negative lag, and is delayed then.
pub(crate) fn delays(queue: &mut CfsRq, pool: &mut Pool, id: EntityId) -> bool {
    let may = queue.params.family == Family::Eevdf && queue.params.features.has(Feature::DelayDequeue);
    if !may || queue.eligible(pool, id) {
        return false;
    }
    mark_delayed(queue, pool, id);
    true
}

/// Notes that an entity stays queued though it sleeps.
pub(crate) fn mark_delayed(queue: &mut CfsRq, pool: &mut Pool, id: EntityId) {
    if queue.params.rules.delayed_lag == DelayedLag::NeverWorse {
        pool[id].vlag = clamped_lag(queue, pool, id, queue.avg_vruntime(pool));
    }
    pool[id].delayed = true;
}

/// Stores the lag of an entity that leaves the queue; for a move also the rest of its
/// request, relative to its vruntime.
pub(crate) fn note_lag(queue: &mut CfsRq, pool: &mut Pool, id: EntityId, moves: bool) {
    update_lag(queue, pool, id);
    let keeps_request = moves && queue.params.features.has(Feature::PlaceRelDeadline);
    let entity = &mut pool[id];
    if keeps_request {
        entity.deadline = entity.deadline.minus(entity.vruntime.raw());
        entity.rel_deadline = true;
    }
}

/// vlag := V − vruntime, clamped; that of a delayed entity may not get worse (7.1), nor
/// positive with DELAY_ZERO (`update_entity_lag`). Returns V.
pub(super) fn update_lag(queue: &mut CfsRq, pool: &mut Pool, id: EntityId) -> Vtime {
    let mean = queue.refresh_reference(pool);
    let mut lag = clamped_lag(queue, pool, id, mean);
    if pool[id].delayed && queue.params.rules.delayed_lag == DelayedLag::NeverWorse {
        lag = lag.max(pool[id].vlag);
        if queue.params.features.has(Feature::DelayZero) {
            lag = lag.min(0);
        }
    }
    pool[id].vlag = lag;
    mean
}

/// V, which is `mean`, − vruntime within this version's bounds (`entity_lag`), virtual ns.
fn clamped_lag(queue: &CfsRq, pool: &Pool, id: EntityId, mean: Vtime) -> i64 {
    let entity = &pool[id];
    let rule = queue.params.rules.lag_clamp;
    let slice_ns = match rule {
        LagClamp::TwiceOwnSlice => entity.slice_ns,
        LagClamp::GreatestSliceAndTick => greatest_slice_ns(queue, pool),
    };
    let bound_ns = rule.bound_ns(slice_ns, queue.params.tick_ns);
    let bound = i64::try_from(queue.calc_delta_fair(bound_ns, entity.weight)).unwrap_or(i64::MAX);
    mean.since(entity.vruntime).clamp(-bound, bound)
}

fn greatest_slice_ns(queue: &CfsRq, pool: &Pool) -> u64 {
    let running_ns = queue.queued_curr(pool).map(|curr| pool[curr].slice_ns);
    let waiting_ns = queue.tree.slices_ns(pool).map(|(_, greatest_ns)| greatest_ns);
    running_ns.into_iter().chain(waiting_ns).max().unwrap_or(0)
}

/// A delayed entity leaves for good: it was picked, as its debt is served, or goes to another class.
pub(crate) fn finish_delayed(queue: &mut CfsRq, pool: &mut Pool, id: EntityId) {
    debug_assert!(pool[id].delayed, "only a delayed entity lingers");
    queue.clear_buddies(id);
    update_lag(queue, pool, id);
    queue.take_off(pool, id);
    let entity = &mut pool[id];
    entity.delayed = false;
    if queue.params.features.has(Feature::DelayZero) {
        entity.vlag = entity.vlag.min(0);
    }
}

/// A delayed entity wakes. If its lag was clipped it is placed anew, else it goes on
/// with its old deadline (`requeue_delayed_entity`). One that still has the CPU is not in the tree yet.
pub(crate) fn requeue_delayed(queue: &mut CfsRq, pool: &mut Pool, id: EntityId) {
    if is_clipped(queue, pool, id) {
        let in_tree = queue.curr != Some(id);
        if in_tree {
            queue.tree_remove(pool, id);
        }
        place_entity(queue, pool, id, false);
        if in_tree {
            queue.tree_insert(pool, id);
        }
    }
    pool[id].delayed = false;
}

/// Recomputes the lag and says whether it is not what vruntime says any more.
fn is_clipped(queue: &mut CfsRq, pool: &mut Pool, id: EntityId) -> bool {
    match queue.params.rules.delayed_lag {
        DelayedLag::ClippedAtEnd => {
            if !queue.params.features.has(Feature::DelayZero) {
                return false;
            }
            update_lag(queue, pool, id);
            let clipped = pool[id].vlag > 0;
            pool[id].vlag = pool[id].vlag.min(0);
            clipped
        }
        DelayedLag::NeverWorse => {
            let mean = update_lag(queue, pool, id);
            mean.since(pool[id].vruntime) != pool[id].vlag
        }
    }
}
