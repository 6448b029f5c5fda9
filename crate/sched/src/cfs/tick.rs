//! The test at the periodic tick.

use crate::call::Verdict;
use crate::entity::{EntityId, Pool};
use crate::queue::CfsRq;
use crate::reason::Reason;
use crate::rules::IdealCap;

/// The test of the running entity of a queue, already charged, against its slice (`check_preempt_tick`). Another one is
/// queued beside it.
pub(crate) fn tick(queue: &mut CfsRq, pool: &Pool, curr: EntityId, slice_ns: u64) -> Verdict {
    let ideal_ns = ideal_ns(queue, slice_ns);
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

fn ideal_ns(queue: &CfsRq, slice_ns: u64) -> u64 {
    match queue.params.rules.ideal_cap {
        IdealCap::None => slice_ns,
        IdealCap::Latency => slice_ns.min(queue.params.tunables.latency_ns),
    }
}
