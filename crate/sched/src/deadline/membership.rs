//! Who is of the class: admission, coming in, leaving for another class, and leaving for good.

use super::bandwidth::{Bandwidth, Overbooked};
use super::entity::{DlEntity, DlParams, DlPool};
use super::queue::DlQueue;
use super::timer::Timer;
use crate::entity::EntityId;
use crate::params::Params;

impl DlQueue {
    /// Whether all of these may be reserved at once.
    pub fn admission(params: &Params, asked: &[DlParams]) -> Result<(), Overbooked> {
        let mut bandwidth = Bandwidth::new(params);
        for reservation in asked {
            bandwidth.check(0, reservation)?;
            bandwidth.admit(reservation);
        }
        Ok(())
    }

    /// Whether a task may have what it asks for, instead of what it has; refused if that is more than there is. What it had before it
    /// left the class counts against it up to its zero-lag time.
    pub fn fits(&self, tasks: &DlPool, id: EntityId, params: &DlParams) -> Result<(), Overbooked> {
        let member = tasks.get(id).filter(|entity| !entity.left);
        self.bandwidth.check(member.map_or(0, |entity| entity.params.bandwidth()), params)
    }

    /// A task that fits comes into the class, not queued. One that comes back before its zero-lag time has its budget and deadline
    /// as it left them.
    pub fn join(&mut self, tasks: &mut DlPool, id: EntityId, params: DlParams) {
        let kept = tasks.get(id).filter(|entity| entity.left && !entity.throttled);
        let kept = kept.map(|entity| (entity.budget, entity.job_deadline_at_ns));
        self.forget(tasks, id);
        self.bandwidth.admit(&params);
        let mut entity = DlEntity::new(params);
        if let Some((budget, job_deadline_at_ns)) = kept {
            (entity.budget, entity.job_deadline_at_ns) = (budget, job_deadline_at_ns);
        }
        tasks.set(id, entity);
    }

    /// A task goes to another class; it is not queued any more. Its share is not in use from here on, but nobody else may reserve it
    /// before its zero-lag time, if that is ahead (`switched_from_dl`, `inactive_task_timer`).
    pub fn leave(&mut self, tasks: &mut DlPool, id: EntityId) {
        let lingers = tasks.get(id).is_some_and(|entity| entity.non_contending && !entity.gone);
        if !lingers {
            return self.forget(tasks, id);
        }
        self.timers.cancel(Timer::Replenish(id));
        let entity = &mut tasks[id];
        (entity.left, entity.non_contending) = (true, false);
        self.bandwidth.set_apart(entity.params.bandwidth());
    }

    /// Nothing of a task is left in the class.
    pub(super) fn forget(&mut self, tasks: &mut DlPool, id: EntityId) {
        let Some(entity) = tasks.get(id) else { return };
        debug_assert!(!entity.on_rq, "taken off first: {id:?}");
        let share = entity.params.bandwidth();
        if entity.non_contending {
            self.bandwidth.end_use(share);
        }
        if entity.left {
            self.bandwidth.take_back(share);
        }
        self.bandwidth.release(share);
        self.timers.cancel(Timer::Replenish(id));
        self.timers.cancel(Timer::ZeroLag(id));
        tasks.remove(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entity, Policy, Pool, kernel};

    const MS: u64 = 1_000_000;
    const ASKED: DlParams =
        DlParams { runtime_ns: 6 * MS, deadline_ns: 10 * MS, period_ns: 10 * MS, reclaim: false };

    /// A task with 6 ms of each 10 ms that ran 3 ms from 1 ms on and left for another class at 4 ms. It has half of its budget for
    /// the deadline at 11 ms: at its pace that takes 5 ms, so its zero-lag time is 6 ms.
    fn left_at_4_ms() -> (DlQueue, DlPool, EntityId) {
        let params = Params::new(kernel("6.1").expect("a preset"), 250, 1);
        let (mut queue, mut pool, mut tasks) = (DlQueue::new(&params), Pool::new(), DlPool::new());
        let id = pool.add(Entity::new(Policy::Normal, 0));
        queue.join(&mut tasks, id, ASKED);
        queue.enter(&mut tasks, id, MS);
        queue.set_next(&mut pool, &tasks, id, MS);
        queue.dequeue(&mut pool, &mut tasks, id, false, 4 * MS);
        queue.put_prev(&mut pool, &mut tasks, 4 * MS);
        queue.leave(&mut tasks, id);
        (queue, tasks, id)
    }

    #[test]
    fn what_a_task_had_is_reserved_up_to_its_zero_lag_time() {
        let (mut queue, mut tasks, id) = left_at_4_ms();
        let other = EntityId(id.0 + 1);
        assert!(queue.fits(&tasks, other, &ASKED).is_err(), "60 % and 60 %");
        // The share is rounded down, which makes the pace a little slower and the time a little earlier.
        let at_ns = queue.next_timer_ns().expect("it is set");
        assert!((5_999_000..=6 * MS).contains(&at_ns), "{at_ns}");
        queue.expire(&mut tasks, true, at_ns);
        assert!(queue.fits(&tasks, other, &ASKED).is_ok() && tasks.get(id).is_none());
    }

    #[test]
    fn who_comes_back_before_it_goes_on_with_what_was_left() {
        let (mut queue, mut tasks, id) = left_at_4_ms();
        queue.join(&mut tasks, id, ASKED);
        queue.enter(&mut tasks, id, 5 * MS);
        let budget = tasks[id].budget;
        assert_eq!((budget.left_ns, budget.deadline_at_ns), (3_000_000, 11 * MS));
        assert_eq!(queue.next_timer_ns(), None, "it is in use again");
    }

    #[test]
    fn who_comes_back_after_it_begins_anew() {
        let (mut queue, mut tasks, id) = left_at_4_ms();
        queue.expire(&mut tasks, true, 6 * MS);
        queue.join(&mut tasks, id, ASKED);
        queue.enter(&mut tasks, id, 7 * MS);
        let budget = tasks[id].budget;
        assert_eq!((budget.left_ns, budget.deadline_at_ns), (6_000_000, 17 * MS));
    }
}
