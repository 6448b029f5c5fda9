//! Where an entity starts in virtual time when it comes onto the queue.

use crate::entity::{EntityId, Pool};
use crate::features::Feature;
use crate::queue::FairQueue;
use crate::weight::mul_div;

use super::charge::{reload_slice, request_end};

/// Gives an entity that is not in V its vruntime and deadline (`place_entity`).
///
/// It comes in at V less its lag, or at V if nobody else is queued. A moved entity keeps
/// the rest of its request; a `new` one starts with half a request.
pub(crate) fn place_entity(queue: &mut FairQueue, pool: &mut Pool, id: EntityId, new: bool) {
    let mean = queue.refresh_reference(pool);
    reload_slice(queue, pool, id);
    let vruntime = mean.minus(inflated_lag(queue, pool, id));
    let features = queue.params.features;
    let entity = &mut pool[id];
    entity.vruntime = vruntime;
    if features.has(Feature::PlaceRelDeadline) && entity.rel_deadline {
        entity.deadline = entity.deadline.plus(vruntime.raw());
        entity.rel_deadline = false;
        return;
    }
    let whole = request_end(queue, pool, id, vruntime).since(vruntime);
    let halved = new && features.has(Feature::PlaceDeadlineInitial);
    pool[id].deadline = vruntime.plus(if halved { whole / 2 } else { whole });
}

/// The lag with which to come in so that the stored one is left once V has moved by the
/// own weight; 0 with nobody queued or without PLACE_LAG.
fn inflated_lag(queue: &FairQueue, pool: &Pool, id: EntityId) -> i64 {
    let others = queue.total_weight(pool);
    if !queue.params.features.has(Feature::PlaceLag) || others == 0 {
        return 0;
    }
    let own = queue.mean_weight(pool[id].weight.load);
    mul_div(pool[id].vlag, (others + own) as u64, others as u64)
}
