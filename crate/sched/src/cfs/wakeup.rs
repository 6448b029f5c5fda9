//! Whether a wakee takes the CPU.

use crate::call::{Verdict, Wake};
use crate::entity::{EntityId, Policy, Pool};
use crate::features::Feature;
use crate::queue::FairQueue;
use crate::reason::Reason;

/// How far `left` is behind `right` in vruntime, and wakeup_granularity in the virtual
/// time of `left`; virtual ns.
pub(super) fn behind_and_granularity(
    queue: &FairQueue,
    pool: &Pool,
    left: EntityId,
    right: EntityId,
) -> (i64, i64) {
    let behind = pool[right].vruntime.since(pool[left].vruntime);
    let granularity_ns = queue.params.tunables.wakeup_granularity_ns;
    (behind, queue.calc_delta_fair(granularity_ns, pool[left].weight) as i64)
}

/// The wakeup preemption test (`check_preempt_wakeup`); `id` is queued already.
pub(crate) fn check_preempt_wakeup(
    queue: &mut FairQueue,
    pool: &mut Pool,
    curr: EntityId,
    id: EntityId,
    wake: Wake,
    pending_hard: bool,
    now_ns: u64,
) -> Verdict {
    let many = u64::from(queue.nr_queued) >= queue.params.tunables.nr_latency;
    let marked = queue.params.features.has(Feature::NextBuddy) && many && !wake.fork;
    if marked {
        queue.mark_next(pool, id);
    }
    if pending_hard {
        return Verdict::stay(Reason::WakePending {});
    }
    let verdict = compare(queue, pool, curr, id, marked, now_ns);
    let may_be_last = queue.params.features.has(Feature::LastBuddy) && many && queue.may_be_buddy(pool, curr);
    if verdict.resched > crate::Resched::No && may_be_last {
        queue.last = Some(curr);
    }
    verdict
}

fn compare(
    queue: &mut FairQueue,
    pool: &mut Pool,
    curr: EntityId,
    id: EntityId,
    marked: bool,
    now_ns: u64,
) -> Verdict {
    if pool[curr].is_idle() && !pool[id].is_idle() {
        return Verdict::hard(Reason::WakeIdleCurr {});
    }
    if !queue.params.features.has(Feature::WakeupPreemption) {
        return Verdict::stay(Reason::WakeFeatureOff {});
    }
    if pool[id].policy != Policy::Normal {
        return Verdict::stay(Reason::WakeNotNormal {});
    }
    queue.update_curr(pool, now_ns);
    let (behind, granularity) = behind_and_granularity(queue, pool, id, curr);
    if behind <= 0 || behind <= granularity {
        return Verdict::stay(Reason::WakeWithinGranularity { behind, granularity });
    }
    if !marked {
        queue.mark_next(pool, id);
    }
    Verdict::hard(Reason::WakeBeyondGranularity { behind, granularity })
}
