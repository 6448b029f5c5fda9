//! What a charge of the running entity entails: renewal of the request, and reschedules.

use crate::call::Verdict;
use crate::entity::{EntityId, Pool};
use crate::features::Feature;
use crate::queue::CfsRq;
use crate::reason::Reason;
use crate::rules::{ChargeRule, YieldRule};
use crate::time::Vtime;

use super::is_protected;

/// The running entity's vruntime has just moved: renews a served request and says
/// whether this version asks for a reschedule. Alone, it is never asked to go.
pub(crate) fn charged(queue: &mut CfsRq, pool: &mut Pool, curr: EntityId) -> Verdict {
    let served = renew_deadline(queue, pool, curr);
    if queue.nr_queued == 1 {
        return Verdict::stay(Reason::TickAlone {});
    }
    let Some(why) = served.or_else(|| unprotected(queue, pool, curr)) else {
        return Verdict::stay(within_request(pool, curr));
    };
    queue.clear_buddies(curr);
    queue.ask(why)
}

/// A tick in which no time passed still owes an explanation.
pub(crate) fn explain_tick(queue: &CfsRq, pool: &Pool, curr: EntityId, charge: Verdict) -> Verdict {
    match charge.why {
        Reason::Nothing {} if queue.nr_queued == 1 => Verdict::stay(Reason::TickAlone {}),
        Reason::Nothing {} => Verdict::stay(within_request(pool, curr)),
        _ => charge,
    }
}

/// Once vruntime has reached the deadline, a new request begins where vruntime is
/// (`update_deadline`): what was run past the old deadline is absorbed.
fn renew_deadline(queue: &CfsRq, pool: &mut Pool, curr: EntityId) -> Option<Reason> {
    let (vruntime, deadline) = (pool[curr].vruntime, pool[curr].deadline);
    if vruntime.before(deadline) {
        return None;
    }
    reload_slice(queue, pool, curr);
    pool[curr].deadline = request_end(queue, pool, curr, vruntime);
    Some(Reason::RequestServed { vruntime: vruntime.raw(), deadline: deadline.raw() })
}

/// A task that did not choose its slice follows base_slice.
pub(super) fn reload_slice(queue: &CfsRq, pool: &mut Pool, id: EntityId) {
    if !pool[id].custom_slice {
        pool[id].slice_ns = queue.params.tunables.base_slice_ns;
    }
}

/// The deadline of a whole request that begins at `from`.
pub(super) fn request_end(queue: &CfsRq, pool: &Pool, id: EntityId, from: Vtime) -> Vtime {
    from.plus(queue.calc_delta_fair(pool[id].slice_ns, pool[id].weight) as i64)
}

fn unprotected(queue: &CfsRq, pool: &Pool, curr: EntityId) -> Option<Reason> {
    let entity = &pool[curr];
    match queue.params.rules.charge {
        ChargeRule::Served => None,
        _ if is_protected(queue, entity) => None,
        ChargeRule::ServedOrUnprotected => {
            Some(Reason::Unprotected { vruntime: entity.vruntime.raw(), until: entity.protect.raw() })
        }
        ChargeRule::ServedOrShortIneligible => {
            let asks = queue.params.features.has(Feature::PreemptShort) && !queue.eligible(pool, curr);
            asks.then(|| Reason::ShortIneligible {
                ahead: queue.ahead_ns(pool, curr),
                deadline: entity.deadline.raw(),
            })
        }
    }
}

fn within_request(pool: &Pool, curr: EntityId) -> Reason {
    Reason::WithinRequest { vruntime: pool[curr].vruntime.raw(), until: pool[curr].deadline.raw() }
}

/// sched_yield (`yield_task_fair`): the deadline moves on by a request, or an eligible task gives up the rest of its own.
pub(crate) fn yield_task(queue: &mut CfsRq, pool: &mut Pool, curr: EntityId) {
    let deadline = pool[curr].deadline;
    match queue.params.rules.yields {
        YieldRule::Forfeit if queue.eligible(pool, curr) => pool[curr].vruntime = deadline,
        YieldRule::Forfeit | YieldRule::Skip => return,
        YieldRule::Postpone => {}
    }
    pool[curr].deadline = request_end(queue, pool, curr, deadline);
}
