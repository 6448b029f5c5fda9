//! Slice protection (RUN_TO_PARITY): how long the running entity cannot be outbid.

use crate::entity::{Entity, EntityId, Pool};
use crate::features::Feature;
use crate::queue::FairQueue;
use crate::rules::Protection;

/// Arms the protection of an entity that has just been given the CPU.
///
/// It must be the running entity. Re-picking it does not come here: from then on it is
/// unprotected.
pub(crate) fn set_protect(queue: &FairQueue, pool: &mut Pool, curr: EntityId) {
    let entity = &pool[curr];
    let protect = match queue.params.rules.protection {
        Protection::StashedDeadline => entity.deadline,
        Protection::ShortestSlice => {
            let least_ns = protected_slice_ns(queue, pool).min(entity.slice_ns);
            if least_ns == entity.slice_ns {
                entity.deadline
            } else {
                let run = queue.calc_delta_fair(least_ns, entity.weight) as i64;
                entity.deadline.min(entity.vruntime.plus(run))
            }
        }
    };
    pool[curr].protect = protect;
}

/// The slice for which a pick is protected, ns: the shortest queued, or without
/// RUN_TO_PARITY the base slice of a one-CPU machine.
fn protected_slice_ns(queue: &FairQueue, pool: &Pool) -> u64 {
    if queue.params.features.has(Feature::RunToParity) {
        shortest_slice_ns(queue, pool)
    } else {
        queue.params.tunables.normalized_base_slice_ns
    }
}

/// The shortest slice among all queued, the running and the delayed included, ns.
fn shortest_slice_ns(queue: &FairQueue, pool: &Pool) -> u64 {
    let running_ns = queue.queued_curr(pool).map(|curr| pool[curr].slice_ns);
    let waiting_ns = queue.tree.slices_ns(pool).map(|(least_ns, _)| least_ns);
    running_ns.into_iter().chain(waiting_ns).min().unwrap_or(u64::MAX)
}

/// Whether the protection still holds. The marker form does not look at RUN_TO_PARITY
/// here; the pick does.
pub(crate) fn is_protected(queue: &FairQueue, entity: &Entity) -> bool {
    match queue.params.rules.protection {
        Protection::StashedDeadline => entity.protect == entity.deadline,
        Protection::ShortestSlice => entity.vruntime.before(entity.protect),
    }
}

/// Whether the protection keeps the entity from being outbid at a pick.
pub(super) fn holds_at_pick(queue: &FairQueue, entity: &Entity) -> bool {
    let counts = match queue.params.rules.protection {
        Protection::StashedDeadline => queue.params.features.has(Feature::RunToParity),
        Protection::ShortestSlice => true,
    };
    counts && is_protected(queue, entity)
}

/// Ends the protection of the running entity.
pub(super) fn cancel_protect(queue: &FairQueue, entity: &mut Entity) {
    if is_protected(queue, entity) {
        entity.protect = match queue.params.rules.protection {
            Protection::StashedDeadline => entity.deadline.plus(1),
            Protection::ShortestSlice => entity.vruntime,
        };
    }
}

/// A wakee that does not preempt shortens the protection to its slice.
pub(super) fn update_protect(queue: &FairQueue, pool: &mut Pool, curr: EntityId) {
    if !queue.params.features.has(Feature::RunToParity) {
        return;
    }
    let entity = &pool[curr];
    let run = queue.calc_delta_fair(shortest_slice_ns(queue, pool), entity.weight) as i64;
    pool[curr].protect = entity.protect.min(entity.vruntime.plus(run));
}

impl FairQueue {
    /// Whether the running entity is protected from being outbid.
    pub fn protected(&self, pool: &Pool, id: EntityId) -> bool {
        self.curr == Some(id) && self.params.family == crate::Family::Eevdf && holds_at_pick(self, &pool[id])
    }
}
