//! Where an entity starts in virtual time when it comes onto the queue.

use crate::entity::{EntityId, Pool};
use crate::features::Feature;
use crate::queue::CfsRq;
use crate::rules::{FirstRequest, LagInflation};
use crate::weight::mul_div;

use super::charge::{reload_slice, request_end};

/// Gives an entity that is not in V its vruntime and deadline (`place_entity`).
///
/// It comes in at V less its lag, or at V if nobody else is queued. A moved entity keeps
/// the rest of its request; a `new` one starts with half a request.
pub(crate) fn place_entity(queue: &mut CfsRq, pool: &mut Pool, id: EntityId, new: bool) {
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
    let halves = queue.params.rules.first_request == FirstRequest::Half;
    let halved = new && halves && features.has(Feature::PlaceDeadlineInitial);
    pool[id].deadline = vruntime.plus(if halved { whole / 2 } else { whole });
}

/// The lag with which to come in so that the stored one is left once V has moved by the
/// own weight; 0 with nobody queued or without PLACE_LAG.
fn inflated_lag(queue: &CfsRq, pool: &Pool, id: EntityId) -> i64 {
    let others = queue.total_weight(pool);
    if !queue.params.features.has(Feature::PlaceLag) || others == 0 {
        return 0;
    }
    let own = queue.mean_weight(pool[id].weight.load);
    let lag = pool[id].vlag;
    match queue.params.rules.lag_inflation {
        LagInflation::Scaled => mul_div(lag, (others + own) as u64, others as u64),
        LagInflation::Added => lag.wrapping_add(mul_div(lag, own as u64, others as u64)),
    }
}
