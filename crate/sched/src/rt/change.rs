//! Changes of policy and priority inside the realtime class.

use super::entity::{RtPolicy, RtPool};
use super::queue::{End, RtQueue};
use crate::call::Verdict;
use crate::entity::{EntityId, Pool};
use crate::reason::Reason;

impl RtQueue {
    /// Gives a task of this class another policy or priority, and says whether that asks for a reschedule.
    ///
    /// Of a queued task a raised priority goes to the tail of its new list, a lowered one to the head, and one that
    /// stays keeps its place (`__sched_setscheduler`, `prio_changed_rt`).
    pub fn change(
        &mut self,
        pool: &mut Pool,
        tasks: &mut RtPool,
        id: EntityId,
        (policy, priority): (RtPolicy, u8),
        now_ns: u64,
    ) -> Verdict {
        let old = tasks[id].priority;
        let charge = self.update_curr(pool, now_ns);
        (tasks[id].policy, tasks[id].priority) = (policy, priority);
        if !tasks[id].on_rq || old == priority {
            return charge;
        }
        self.requeue(tasks, id, if priority > old { End::Tail } else { End::Head });
        self.priority_changed(tasks, id, old).or(charge)
    }

    /// A running task that is not among the highest any more goes; a waiting one that is higher than the running one preempts.
    fn priority_changed(&self, tasks: &RtPool, id: EntityId, old: u8) -> Verdict {
        let (from, to) = (i64::from(old), i64::from(tasks[id].priority));
        let why = Reason::RtPriorityChanged { from, to };
        let highest = self.queued().next().map(|first| tasks[first].priority);
        let asks = match self.curr {
            Some(curr) if curr == id => highest > Some(tasks[id].priority),
            Some(curr) => tasks[id].priority > tasks[curr].priority,
            None => return Verdict::stay(why),
        };
        if asks { Verdict::hard(why) } else { Verdict::stay(why) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entity, Params, Policy, Resched, RtEntity, kernel};

    /// Three tasks of priority 10, the first running; the change of one of them: the order after it and the request.
    #[track_caller]
    fn check(changed: u32, to: u8, order: &[u32], expected: Resched) {
        let params = Params::new(kernel("6.1").expect("a preset"), 250, 1);
        let (mut queue, mut pool, mut tasks) = (RtQueue::new(&params), Pool::new(), RtPool::new());
        for _ in 0..3 {
            let id = pool.add(Entity::new(Policy::Normal, 0));
            tasks.set(id, RtEntity::new(RtPolicy::Fifo, 10, 25));
            queue.enqueue(&mut tasks, id, 0);
        }
        queue.set_next(&mut pool, EntityId(0), 0);
        let verdict = queue.change(&mut pool, &mut tasks, EntityId(changed), (RtPolicy::Fifo, to), 0);
        assert_eq!(queue.queued().map(|id| id.0).collect::<Vec<_>>(), order);
        assert_eq!(verdict.resched, expected);
    }

    #[test]
    fn who_is_raised_goes_first_and_who_is_lowered_makes_way() {
        check(2, 20, &[2, 0, 1], Resched::Hard);
        check(1, 5, &[0, 2, 1], Resched::No);
        check(0, 5, &[1, 2, 0], Resched::Hard);
        check(0, 11, &[0, 1, 2], Resched::No);
    }
}
