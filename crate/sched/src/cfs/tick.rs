//! The test at the periodic tick.

use crate::call::Verdict;
use crate::entity::{EntityId, Pool};
use crate::features::Feature;
use crate::queue::FairQueue;
use crate::reason::Reason;
use crate::rules::IdealCap;

use super::sched_slice_ns;

/// The tick of the running entity, already charged (`entity_tick`).
pub(crate) fn tick(queue: &mut FairQueue, pool: &Pool, curr: EntityId) -> Verdict {
    if queue.hrtick_at_ns.is_some() && !queue.params.features.has(Feature::DoubleTick) {
        return Verdict::stay(Reason::TickLeftToHrtick {});
    }
    if queue.nr_queued <= 1 {
        return Verdict::stay(Reason::TickAlone {});
    }
    check_preempt_tick(queue, pool, curr)
}

fn check_preempt_tick(queue: &mut FairQueue, pool: &Pool, curr: EntityId) -> Verdict {
    let ideal_ns = ideal_ns(queue, pool, curr);
    let ran_ns = pool[curr].ran_ns();
    let (ran, ideal) = (ran_ns as i64, ideal_ns as i64);
    if ran_ns > ideal_ns {
        queue.clear_buddies(curr);
        return Verdict::hard(Reason::IdealExceeded { ran, ideal });
    }
    let min_granularity_ns = queue.params.tunables.min_granularity_ns;
    if ran_ns < min_granularity_ns {
        return Verdict::stay(Reason::MinGranularity { ran, min_granularity: min_granularity_ns as i64 });
    }
    let leftmost = queue.tree.first().expect("another entity is queued");
    // Virtual against real time: the kernel compares them as they are.
    let ahead = pool[curr].vruntime.since(pool[leftmost].vruntime);
    if ahead > ideal {
        return Verdict::hard(Reason::LeftmostBehind { ahead, ideal });
    }
    Verdict::stay(Reason::WithinIdeal { ran, ideal })
}

fn ideal_ns(queue: &FairQueue, pool: &Pool, curr: EntityId) -> u64 {
    let slice_ns = sched_slice_ns(queue, pool, curr);
    match queue.params.rules.ideal_cap {
        IdealCap::None => slice_ns,
        IdealCap::Latency => slice_ns.min(queue.params.tunables.latency_ns),
    }
}
