//! Where an entity's vruntime starts when it comes onto the queue.

use crate::call::Enqueue;
use crate::entity::{EntityId, Pool};
use crate::features::Feature;
use crate::level::Leave;
use crate::queue::CfsRq;
use crate::rules::CfsIdle;

/// After a sleep of more than this many ns (104 days) the old vruntime is not even
/// compared: the distance could have wrapped (6.1.y, 6.3).
const LONG_SLEEP_NS: u64 = 1 << 53;

/// Raises min_vruntime to the least vruntime queued; it never falls.
pub(crate) fn update_min_vruntime(queue: &mut CfsRq, pool: &Pool) {
    let running = queue.queued_curr(pool).map(|curr| pool[curr].vruntime);
    let leftmost = queue.tree.first().map(|first| pool[first].vruntime);
    let least = match (running, leftmost) {
        (Some(running), Some(leftmost)) => running.min(leftmost),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => return,
    };
    queue.min_vruntime = queue.min_vruntime.max(least);
}

/// Places a wakee, or makes a relative vruntime absolute again. The running entity has
/// been charged.
pub(crate) fn place_on_enqueue(queue: &mut CfsRq, pool: &mut Pool, id: EntityId, how: Enqueue, now_ns: u64) {
    if how == Enqueue::Migrated {
        pool[id].vruntime = pool[id].vruntime.plus(queue.min_vruntime.raw());
    }
    match how {
        Enqueue::Wakeup | Enqueue::Migrated => {
            let least = queue.min_vruntime.minus(queue.sleeper_credit_ns(pool, id) as i64);
            let long = slept_long(pool[id].exec_start_ns, now_ns);
            pool[id].vruntime = if long { least } else { pool[id].vruntime.max(least) };
        }
        Enqueue::Fork | Enqueue::Restore => {
            pool[id].vruntime = pool[id].vruntime.plus(queue.min_vruntime.raw());
        }
    }
}

/// A new task starts at its parent's vruntime, at least one slice behind min_vruntime
/// (START_DEBIT); relative until it is enqueued. `slice_ns` is what it would be given.
pub(crate) fn fork(queue: &mut CfsRq, pool: &mut Pool, child: EntityId, slice_ns: u64) {
    if let Some(parent) = queue.curr {
        pool[child].vruntime = pool[parent].vruntime;
    }
    let mut start = queue.min_vruntime;
    if queue.params.features.has(Feature::StartDebit) {
        start = start.plus(queue.calc_delta_fair(slice_ns, pool[child].weight) as i64);
    }
    pool[child].vruntime = pool[child].vruntime.max(start);
    swap_if_child_first(queue, pool, child);
    pool[child].vruntime = pool[child].vruntime.minus(queue.min_vruntime.raw());
}

fn swap_if_child_first(queue: &CfsRq, pool: &mut Pool, child: EntityId) {
    let Some(parent) = queue.curr.filter(|_| queue.params.tunables.child_runs_first != 0) else { return };
    let (ahead, behind) = (pool[child].vruntime, pool[parent].vruntime);
    if behind.before(ahead) {
        (pool[child].vruntime, pool[parent].vruntime) = (behind, ahead);
    }
}

const fn slept_long(exec_start_ns: u64, now_ns: u64) -> bool {
    exec_start_ns != 0 && now_ns.saturating_sub(exec_start_ns) > LONG_SLEEP_NS
}

/// A dequeued entity that comes back elsewhere carries its vruntime relative to the
/// queue's; unless it is only saved, min_vruntime follows its going.
pub(crate) fn after_dequeue(queue: &mut CfsRq, pool: &mut Pool, id: EntityId, how: Leave) {
    if how.returns {
        pool[id].vruntime = pool[id].vruntime.minus(queue.min_vruntime.raw());
    }
    if how.min_follows {
        update_min_vruntime(queue, pool);
    }
}

/// A sleeping task leaves for another group or class: it is placed as if it woke, and its vruntime becomes relative.
pub(crate) fn leave_asleep(queue: &mut CfsRq, pool: &mut Pool, id: EntityId, now_ns: u64) {
    place_on_enqueue(queue, pool, id, Enqueue::Wakeup, now_ns);
    pool[id].vruntime = pool[id].vruntime.minus(queue.min_vruntime.raw());
}

impl CfsRq {
    /// CFS: how far behind min_vruntime a sleeper may come in, ns: a latency, for
    /// SCHED_IDLE the minimum granularity; half of it with GENTLE_FAIR_SLEEPERS.
    pub(crate) fn sleeper_credit_ns(&self, pool: &Pool, id: EntityId) -> u64 {
        let tunables = &self.params.tunables;
        let whole_ns = match self.params.rules.cfs_idle {
            CfsIdle::MinGranularity if pool[id].is_idle() => tunables.min_granularity_ns,
            CfsIdle::MinGranularity | CfsIdle::AsOthers => tunables.latency_ns,
        };
        whole_ns >> u32::from(self.params.features.has(Feature::GentleFairSleepers))
    }
}
