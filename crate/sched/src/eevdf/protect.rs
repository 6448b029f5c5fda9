//! Slice protection (RUN_TO_PARITY): how long the running entity cannot be outbid.

use crate::entity::{Entity, EntityId, Pool};
use crate::features::Feature;
use crate::queue::CfsRq;
use crate::rules::Protection;
use crate::time::Vtime;

/// Arms the protection of an entity that has just been given the CPU.
///
/// It must be the running entity. Re-picking it does not come here: from then on it is
/// unprotected.
pub(crate) fn set_protect(queue: &CfsRq, pool: &mut Pool, curr: EntityId) {
    let entity = &pool[curr];
    let limit = match queue.params.rules.protection {
        Protection::StashedDeadline => None,
        Protection::ShortestSlice => after_shorter_slice(queue, pool, entity),
        Protection::FirstIneligible if !queue.params.features.has(Feature::PreemptShort) => {
            after_shorter_slice(queue, pool, entity)
        }
        Protection::FirstIneligible => {
            shorter_slice_ns(queue, pool, entity).and_then(|_| queue.first_ineligible())
        }
    };
    let deadline = entity.deadline;
    pool[curr].protect = limit.map_or(deadline, |limit| deadline.min(limit));
}

/// Where the entity has run for a slice that is shorter than its own; `None` if there is no such.
fn after_shorter_slice(queue: &CfsRq, pool: &Pool, entity: &Entity) -> Option<Vtime> {
    let least_ns = shorter_slice_ns(queue, pool, entity)?;
    Some(entity.vruntime.plus(queue.calc_delta_fair(least_ns, entity.weight) as i64))
}

/// The slice for which a pick is protected, if it is shorter than the entity's own, ns.
fn shorter_slice_ns(queue: &CfsRq, pool: &Pool, entity: &Entity) -> Option<u64> {
    let least_ns = protected_slice_ns(queue, pool);
    (least_ns < entity.slice_ns).then_some(least_ns)
}

/// The slice for which a pick is protected, ns: the shortest queued, or without
/// RUN_TO_PARITY the base slice of a one-CPU machine.
fn protected_slice_ns(queue: &CfsRq, pool: &Pool) -> u64 {
    if queue.params.features.has(Feature::RunToParity) {
        shortest_slice_ns(queue, pool)
    } else {
        queue.params.tunables.normalized_base_slice_ns
    }
}

/// The shortest slice among all queued, the running and the delayed included, ns.
pub(crate) fn shortest_slice_ns(queue: &CfsRq, pool: &Pool) -> u64 {
    let running_ns = queue.queued_curr(pool).map(|curr| pool[curr].slice_ns);
    let waiting_ns = queue.tree.slices_ns(pool).map(|(least_ns, _)| least_ns);
    running_ns.into_iter().chain(waiting_ns).min().unwrap_or(u64::MAX)
}

/// Whether the protection still holds. The marker form does not look at RUN_TO_PARITY
/// here; the pick does.
pub(crate) fn is_protected(queue: &CfsRq, entity: &Entity) -> bool {
    match queue.params.rules.protection {
        Protection::StashedDeadline => entity.protect == entity.deadline,
        Protection::ShortestSlice | Protection::FirstIneligible => entity.vruntime.before(entity.protect),
    }
}

/// Whether the protection keeps the entity from being outbid at a pick.
pub(super) fn holds_at_pick(queue: &CfsRq, entity: &Entity) -> bool {
    let counts = match queue.params.rules.protection {
        Protection::StashedDeadline => queue.params.features.has(Feature::RunToParity),
        Protection::ShortestSlice | Protection::FirstIneligible => true,
    };
    counts && is_protected(queue, entity)
}

/// Ends the protection of the running entity.
pub(super) fn cancel_protect(queue: &CfsRq, entity: &mut Entity) {
    if is_protected(queue, entity) {
        entity.protect = match queue.params.rules.protection {
            Protection::StashedDeadline => entity.deadline.plus(1),
            Protection::ShortestSlice | Protection::FirstIneligible => entity.vruntime,
        };
    }
}

/// A wakee that does not preempt shortens the protection to its slice.
pub(super) fn update_protect(queue: &CfsRq, pool: &mut Pool, curr: EntityId) {
    if !queue.params.features.has(Feature::RunToParity) {
        return;
    }
    let entity = &pool[curr];
    let run = queue.calc_delta_fair(shortest_slice_ns(queue, pool), entity.weight) as i64;
    let from = match queue.params.rules.protection {
        Protection::StashedDeadline | Protection::ShortestSlice => entity.vruntime,
        Protection::FirstIneligible => entity.vruntime.min(queue.avg_vruntime(pool)),
    };
    pool[curr].protect = entity.protect.min(from.plus(run));
}

/// Whether the running entity of a queue is protected from being outbid.
pub(crate) fn protects(queue: &CfsRq, pool: &Pool, id: EntityId) -> bool {
    queue.curr == Some(id) && queue.params.family == crate::Family::Eevdf && holds_at_pick(queue, &pool[id])
}
