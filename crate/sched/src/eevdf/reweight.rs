//! Another weight for an entity that is queued, or not.

use crate::entity::{EntityId, Pool};
use crate::queue::CfsRq;
use crate::rules::{Family, RelativeDeadline, Reweight};
use crate::time::Vtime;
use crate::weight::{Weight, mul_div};

use super::delay::update_lag;
use super::place::place_entity;
use super::protect::is_protected;

/// A length in virtual time under another weight, so that it stays the same in CPU time.
pub(crate) fn rescale(length: i64, old: Weight, new: Weight) -> i64 {
    mul_div(length, old.load, new.load)
}

/// Gives an entity off the queue a weight: its lag, and from 6.13 its relative deadline, keep their length in CPU time
/// (`reweight_entity`).
pub(crate) fn reweight_off_queue(queue: &CfsRq, pool: &mut Pool, id: EntityId, weight: Weight) {
    let entity = &mut pool[id];
    let old = std::mem::replace(&mut entity.weight, weight);
    if queue.params.family != Family::Eevdf || old.load == weight.load {
        return;
    }
    entity.vlag = rescale(entity.vlag, old, weight);
    let scales = queue.params.rules.relative_deadline == RelativeDeadline::Scaled;
    if scales && entity.rel_deadline {
        entity.deadline = Vtime::from_raw(rescale(entity.deadline.raw(), old, weight));
    }
}

/// Gives a queued entity another weight where it stands (`reweight_entity`). If it runs, it has been charged.
pub(crate) fn reweight_queued(queue: &mut CfsRq, pool: &mut Pool, id: EntityId, weight: Weight) {
    let old = pool[id].weight;
    match (queue.params.family, queue.params.rules.reweight) {
        (Family::Cfs, _) => off_the_sums(queue, pool, id, |_, pool| pool[id].weight = weight),
        (_, Reweight::DeadlineOnly) => off_the_sums(queue, pool, id, |_, pool| {
            let entity = &mut pool[id];
            let rest = rescale(entity.deadline.since(entity.vruntime), old, weight);
            (entity.weight, entity.deadline) = (weight, entity.vruntime.plus(rest));
        }),
        (_, Reweight::AroundMean) => around_mean(queue, pool, id, weight),
        (_, Reweight::PlacedAnew) => {
            update_lag(queue, pool, id);
            off_the_sums(queue, pool, id, |queue, pool| {
                pool[id].deadline = Vtime::from_raw(pool[id].deadline.since(pool[id].vruntime));
                pool[id].rel_deadline = true;
                reweight_off_queue(queue, pool, id, weight);
                place_entity(queue, pool, id, false);
            });
        }
        (_, Reweight::AroundMeanProtected) => {
            let mean = queue.avg_vruntime(pool);
            let limit = pool[id].protect.since(mean);
            let protected = queue.curr == Some(id) && is_protected(queue, &pool[id]);
            around_mean(queue, pool, id, weight);
            if protected {
                pool[id].protect = mean.plus(rescale(limit, old, weight));
            }
        }
    }
}

/// Lag and the time to the deadline, seen from V, keep their length in CPU time.
fn around_mean(queue: &mut CfsRq, pool: &mut Pool, id: EntityId, weight: Weight) {
    let old = pool[id].weight;
    let mean = queue.avg_vruntime(pool);
    update_lag(queue, pool, id);
    off_the_sums(queue, pool, id, |_, pool| {
        let entity = &mut pool[id];
        entity.vlag = rescale(entity.vlag, old, weight);
        entity.weight = weight;
        entity.vruntime = mean.minus(entity.vlag);
        entity.deadline = mean.plus(rescale(entity.deadline.since(mean), old, weight));
    });
}

/// Does something to a queued entity while it is neither in the tree nor in the queue's load.
fn off_the_sums(queue: &mut CfsRq, pool: &mut Pool, id: EntityId, act: impl FnOnce(&mut CfsRq, &mut Pool)) {
    let in_tree = queue.curr != Some(id);
    if in_tree {
        queue.tree_remove(pool, id);
    }
    queue.load -= pool[id].weight.load;
    act(queue, pool);
    queue.load += pool[id].weight.load;
    if in_tree {
        queue.tree_insert(pool, id);
    }
}
