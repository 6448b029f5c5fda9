//! How long an entity should run: its share of the period.

use crate::entity::{EntityId, Pool};
use crate::features::Feature;
use crate::queue::FairQueue;
use crate::weight::{Weight, calc_delta};

/// The slice of an entity, queued or about to be, in ns (`sched_slice`).
///
/// The period is latency, or min_granularity for each task when there are more than
/// nr_latency; the entity gets the part that its weight is of the queue's load.
pub(crate) fn sched_slice_ns(queue: &FairQueue, pool: &Pool, id: EntityId) -> u64 {
    let entity = &pool[id];
    let (mut load, mut count) = (queue.load, u64::from(queue.nr_queued));
    if !entity.on_rq {
        load += entity.weight.load;
        count += 1;
    }
    let period_ns = period_ns(queue, count);
    let share_ns =
        calc_delta(queue.params.rules.delta, period_ns, entity.weight.load, Weight::of_queue(load));
    if queue.params.features.has(Feature::BaseSlice) {
        share_ns.max(least_slice_ns(queue, pool, id))
    } else {
        share_ns
    }
}

fn period_ns(queue: &FairQueue, count: u64) -> u64 {
    let tunables = &queue.params.tunables;
    if count > tunables.nr_latency { count * tunables.min_granularity_ns } else { tunables.latency_ns }
}

/// SCHED_IDLE entities have a minimum of their own while others are queued beside them.
fn least_slice_ns(queue: &FairQueue, pool: &Pool, id: EntityId) -> u64 {
    let beside_others = queue.nr_idle < queue.nr_queued || queue.nr_queued == 0;
    if pool[id].is_idle() && beside_others {
        queue.params.tunables.idle_min_granularity_ns
    } else {
        queue.params.tunables.min_granularity_ns
    }
}
