//! How long an entity should run: its share of the period.

use crate::class::FairQueue;
use crate::entity::{Entity, EntityId, Pool};
use crate::features::Feature;
use crate::queue::CfsRq;
use crate::rules::CfsIdle;
use crate::weight::{Weight, calc_delta};

/// The slice of an entity, queued or about to be, in ns (`sched_slice`).
///
/// The period is latency, or min_granularity for each task when there are more than
/// nr_latency. At each level, from the entity's up to the root, that entity gets the part that its weight is of its
/// queue's load.
pub(crate) fn sched_slice_ns(fair: &FairQueue, pool: &Pool, id: EntityId) -> u64 {
    let queue = fair.queue_of(pool, id);
    let period_ns = period_ns(fair, queue, pool[id].on_rq);
    let share_ns = fair
        .upwards(pool, id)
        .fold(period_ns, |whole_ns, at| share_ns(fair.queue_of(pool, at), &pool[at], whole_ns));
    if queue.params.features.has(Feature::BaseSlice) {
        share_ns.max(least_slice_ns(queue, pool, id))
    } else {
        share_ns
    }
}

/// The part of `whole_ns` that an entity's weight is of its queue's load, once it is on it.
fn share_ns(queue: &CfsRq, entity: &Entity, whole_ns: u64) -> u64 {
    let own = entity.weight.load;
    let load = queue.load + if entity.on_rq { 0 } else { own };
    calc_delta(queue.params.rules.delta, whole_ns, own, Weight::of_queue(load))
}

/// With ALT_PERIOD all tasks of the CPU count, else the entities beside this one.
fn period_ns(fair: &FairQueue, queue: &CfsRq, on_rq: bool) -> u64 {
    let all = queue.params.features.has(Feature::AltPeriod);
    let others = if all { fair.nr_queued() } else { queue.nr_queued };
    let count = u64::from(others) + u64::from(!on_rq);
    let tunables = &queue.params.tunables;
    if count > tunables.nr_latency { count * tunables.min_granularity_ns } else { tunables.latency_ns }
}

/// SCHED_IDLE entities have a minimum of their own while others are queued beside them.
fn least_slice_ns(queue: &CfsRq, pool: &Pool, id: EntityId) -> u64 {
    let beside_others = queue.nr_idle < queue.nr_queued || queue.nr_queued == 0;
    let own = queue.params.rules.cfs_idle == CfsIdle::MinGranularity;
    if own && pool[id].is_idle() && beside_others {
        queue.params.tunables.idle_min_granularity_ns
    } else {
        queue.params.tunables.min_granularity_ns
    }
}
