//! Charging: what is taken off a budget, and what follows when nothing is left.

use super::entity::DlPool;
use super::queue::{Contender, DlQueue, shown};
use super::timer::Timer;
use crate::call::{Resched, Verdict};
use crate::entity::{EntityId, Pool};
use crate::reason::Reason;

/// The slice timer is never set for less than this, ns.
const LEAST_ARM_NS: u64 = 10_000;

impl DlQueue {
    /// Charges the running task, and throttles it if nothing is left or it yielded (`update_curr_dl`).
    pub fn update_curr(&mut self, pool: &mut Pool, tasks: &mut DlPool, now_ns: u64) -> Verdict {
        let Some(curr) = self.curr.filter(|curr| tasks.is_queued(*curr)) else {
            return Verdict::stay(Reason::Nothing {});
        };
        let entity = &mut pool[curr];
        let delta_ns = now_ns.saturating_sub(entity.exec_start_ns);
        entity.exec_start_ns = now_ns;
        entity.sum_exec_ns += delta_ns;
        self.ran_ns += delta_ns;
        let task = &mut tasks[curr];
        let charged_ns = match task.params.reclaim {
            true => self.bandwidth.reclaimed_ns(delta_ns, task.params.bandwidth()),
            false => delta_ns,
        };
        task.budget.left_ns -= charged_ns as i64;
        if task.throttled || (task.budget.left_ns > 0 && !task.yielded) {
            return Verdict::stay(Reason::Nothing {});
        }
        self.throttle(tasks, curr, now_ns)
    }

    /// No budget until the next period; if that has begun already, it is given at once.
    fn throttle(&mut self, tasks: &mut DlPool, id: EntityId, now_ns: u64) -> Verdict {
        let task = &mut tasks[id];
        let (left, runtime) = (task.budget.left_ns, task.params.runtime_ns as i64);
        let yielded = task.yielded;
        task.throttled = true;
        self.remove(Contender::Task(id));
        let next_ns = task.budget.next_period_ns(&task.params);
        if next_ns < now_ns {
            let why = self.replenish(tasks, id, now_ns);
            return Verdict { resched: self.asks(id), why };
        }
        self.timers.set(next_ns, Timer::Replenish(id));
        if yielded {
            return Verdict::hard(Reason::DlYielded { left, runtime });
        }
        Verdict::hard(Reason::DlThrottled { over: -left, runtime })
    }

    /// Hard unless the task is the first in the list.
    fn asks(&self, id: EntityId) -> Resched {
        let is_first = self.list.first().is_some_and(|(_, who)| *who == Contender::Task(id));
        if is_first { Resched::No } else { Resched::Hard }
    }

    /// The next period has begun: budget, and into the list if the task is runnable.
    pub(super) fn replenish(&mut self, tasks: &mut DlPool, id: EntityId, now_ns: u64) -> Reason {
        let task = &mut tasks[id];
        if task.yielded {
            task.budget.left_ns = task.budget.left_ns.min(0);
        }
        let ended_job = task.yielded || task.job_deadline_at_ns == 0;
        task.budget.refill(&task.params, now_ns);
        if ended_job {
            task.job_deadline_at_ns = task.budget.deadline_at_ns;
        }
        (task.yielded, task.throttled) = (false, false);
        if task.on_rq {
            self.insert(tasks, id);
        }
        let (runtime, deadline) = shown(&tasks[id]);
        Reason::DlReplenished { runtime, deadline }
    }

    /// The running task's instance is over: it gives up what is left (`yield_task_dl`).
    pub fn yield_curr(&mut self, pool: &mut Pool, tasks: &mut DlPool, now_ns: u64) -> Verdict {
        let Some(curr) = self.curr else { return Verdict::stay(Reason::Nothing {}) };
        tasks[curr].yielded = true;
        self.update_curr(pool, tasks, now_ns)
    }

    /// A tick: charge.
    pub fn tick(&mut self, pool: &mut Pool, tasks: &mut DlPool, now_ns: u64) -> Verdict {
        let charge = self.update_curr(pool, tasks, now_ns);
        let Some(curr) = self.curr.filter(|_| charge.why == Reason::Nothing {}) else { return charge };
        let task = &tasks[curr];
        let (left, runtime) = (task.budget.left_ns, task.params.runtime_ns as i64);
        Verdict::stay(Reason::DlWithinBudget { left, runtime })
    }

    /// The timer at the budget's end expired: a tick, after which the timer is set anew if something is left.
    pub fn hrtick(&mut self, pool: &mut Pool, tasks: &mut DlPool, now_ns: u64) -> Verdict {
        self.hrtick_at_ns = None;
        let verdict = self.tick(pool, tasks, now_ns);
        if let Some(curr) = self.curr.filter(|curr| !tasks[*curr].throttled) {
            self.arm_hrtick(tasks, curr, now_ns);
        }
        verdict
    }

    pub(super) fn arm_hrtick(&mut self, tasks: &DlPool, id: EntityId, now_ns: u64) {
        if self.exact {
            let left_ns = tasks[id].budget.left_ns.max(0) as u64;
            self.hrtick_at_ns = Some(now_ns + left_ns.max(LEAST_ARM_NS));
        }
    }

    /// When the timer at the budget's end expires; `None` while it is not set.
    pub fn hrtick_at_ns(&self) -> Option<u64> {
        self.hrtick_at_ns
    }

    /// By how much the job that ends now is late, if it is.
    pub fn missed(tasks: &DlPool, id: EntityId, now_ns: u64) -> Option<Reason> {
        let deadline_ns = tasks[id].job_deadline_at_ns;
        let late_ns = now_ns.checked_sub(deadline_ns).filter(|late| *late > 0)?;
        Some(Reason::DlMissed { deadline: deadline_ns as i64, late: late_ns as i64 })
    }

    /// What tasks of the class ran since this was last asked, ns: realtime throttling counts it.
    pub fn take_ran_ns(&mut self) -> u64 {
        std::mem::take(&mut self.ran_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DlParams, Entity, Params, Policy, kernel};

    const MS: u64 = 1_000_000;
    const ID: EntityId = EntityId(0);

    /// A running task of 3 ms in 10 ms.
    fn running(kernel_name: &str) -> (DlQueue, Pool, DlPool) {
        let params = Params::new(kernel(kernel_name).expect("a preset"), 250, 1);
        let (mut queue, mut pool, mut tasks) = (DlQueue::new(&params), Pool::new(), DlPool::new());
        let id = pool.add(Entity::new(Policy::Normal, 0));
        let asked = DlParams { runtime_ns: 3 * MS, deadline_ns: 10 * MS, period_ns: 10 * MS, reclaim: false };
        queue.join(&mut tasks, id, asked);
        queue.wake(&mut tasks, id, 0);
        queue.set_next(&mut pool, &tasks, id, 0);
        (queue, pool, tasks)
    }

    #[test]
    fn a_budget_ends_at_a_tick_and_comes_back_with_the_period() {
        let (mut queue, mut pool, mut tasks) = running("6.1");
        assert_eq!(queue.tick(&mut pool, &mut tasks, 2 * MS).resched, Resched::No);
        assert_eq!(queue.tick(&mut pool, &mut tasks, 4 * MS).resched, Resched::Hard);
        assert!(tasks[ID].throttled && queue.is_empty());
        assert_eq!(queue.next_timer_ns(), Some(10 * MS));
        queue.put_prev(&mut pool, &mut tasks, 4 * MS);
        queue.expire(&mut tasks, true, 10 * MS);
        assert_eq!(shown(&tasks[ID]), (2 * MS as i64, 20 * MS as i64));
        assert!(!queue.is_empty());
    }

    #[test]
    fn hrtick_dl_ends_a_budget_exactly() {
        assert_eq!(running("7.0").0.hrtick_at_ns(), None);
        let (mut queue, mut pool, mut tasks) = running("7.2");
        assert_eq!(queue.hrtick_at_ns(), Some(3 * MS));
        assert_eq!(queue.hrtick(&mut pool, &mut tasks, 3 * MS).resched, Resched::Hard);
        assert_eq!(queue.hrtick_at_ns(), None);
    }

    #[test]
    fn a_yield_ends_the_instance() {
        let (mut queue, mut pool, mut tasks) = running("6.1");
        queue.yield_curr(&mut pool, &mut tasks, MS);
        assert!(tasks[ID].throttled);
        queue.expire(&mut tasks, true, 10 * MS);
        assert_eq!(shown(&tasks[ID]), (3 * MS as i64, 20 * MS as i64));
        assert_eq!(tasks[ID].job_deadline_at_ns, 20 * MS);
    }

    #[test]
    fn a_job_is_late_by_its_own_deadline() {
        let (mut queue, mut pool, mut tasks) = running("6.1");
        queue.tick(&mut pool, &mut tasks, 4 * MS);
        queue.expire(&mut tasks, true, 10 * MS);
        assert_eq!(DlQueue::missed(&tasks, ID, 10 * MS), None);
        let late = Reason::DlMissed { deadline: 10 * MS as i64, late: MS as i64 };
        assert_eq!(DlQueue::missed(&tasks, ID, 11 * MS), Some(late));
    }
}
