//! Whether a wakee takes the CPU.

use crate::buddies::Buddy;
use crate::call::{Contest, Verdict, Wake};
use crate::entity::{EntityId, Policy, Pool};
use crate::features::Feature;
use crate::queue::CfsRq;
use crate::reason::Reason;

/// How far `left` is behind `right` in vruntime, and wakeup_granularity in the virtual
/// time of `left`; virtual ns.
pub(super) fn behind_and_granularity(
    queue: &CfsRq,
    pool: &Pool,
    left: EntityId,
    right: EntityId,
) -> (i64, i64) {
    let behind = pool[right].vruntime.since(pool[left].vruntime);
    let granularity_ns = queue.params.tunables.wakeup_granularity_ns;
    (behind, queue.calc_delta_fair(granularity_ns, pool[left].weight) as i64)
}

/// Whether NEXT_BUDDY marks the wakee before anything is tested: it does where many are queued beside the running task.
pub(crate) fn marks_wakee(queue: &CfsRq, wake: Wake) -> bool {
    queue.params.features.has(Feature::NextBuddy) && are_many(queue) && !wake.fork
}

/// Whether so many are queued that buddies count.
pub(crate) fn are_many(queue: &CfsRq) -> bool {
    u64::from(queue.nr_queued) >= queue.params.tunables.nr_latency
}

/// The wakeup preemption test (`check_preempt_wakeup`) in the queue of both; `marked` as of [`marks_wakee`], `many`
/// whether many are queued beside the running task.
pub(crate) fn check_preempt_wakeup(
    queue: &mut CfsRq,
    pool: &mut Pool,
    contest: &Contest,
    now_ns: u64,
) -> Verdict {
    if contest.pending_hard {
        return Verdict::stay(Reason::WakePending {});
    }
    let verdict = compare(queue, pool, contest, now_ns);
    let may_be_last = queue.params.features.has(Feature::LastBuddy) && contest.many;
    if verdict.resched > crate::Resched::No && may_be_last && pool[contest.curr].my_q.is_none() {
        queue.mark(pool, Buddy::Last, contest.curr);
    }
    verdict
}

fn compare(queue: &mut CfsRq, pool: &mut Pool, contest: &Contest, now_ns: u64) -> Verdict {
    let (curr, id) = (contest.curr, contest.id);
    if pool[contest.curr_task].is_idle() && !pool[contest.task].is_idle() {
        return Verdict::hard(Reason::WakeIdleCurr {});
    }
    if !queue.params.features.has(Feature::WakeupPreemption) {
        return Verdict::stay(Reason::WakeFeatureOff {});
    }
    if pool[contest.task].policy != Policy::Normal {
        return Verdict::stay(Reason::WakeNotNormal {});
    }
    match (pool[curr].is_idle(), pool[id].is_idle()) {
        (true, false) => return Verdict::hard(Reason::WakeIdleCurr {}),
        (false, true) => return Verdict::stay(Reason::WakeIdleWakee {}),
        _ => {}
    }
    queue.update_curr(pool, now_ns);
    let (behind, granularity) = behind_and_granularity(queue, pool, id, curr);
    if behind <= 0 || behind <= granularity {
        return Verdict::stay(Reason::WakeWithinGranularity { behind, granularity });
    }
    if !contest.marked {
        queue.mark(pool, Buddy::Next, id);
    }
    Verdict::hard(Reason::WakeBeyondGranularity { behind, granularity })
}
