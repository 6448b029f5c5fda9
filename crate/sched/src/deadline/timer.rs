//! The timers of the class: budgets, zero-lag times and the fair server's.

use super::bandwidth::BW_SHIFT;
use super::entity::DlPool;
use super::queue::DlQueue;
use crate::call::{Resched, Verdict};
use crate::entity::EntityId;
use crate::reason::Reason;

/// What a timer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Timer {
    /// A throttled task's next period (`dl_task_timer`).
    Replenish(EntityId),
    /// A sleeping task's bandwidth is not in use from here on (`inactive_task_timer`).
    ZeroLag(EntityId),
    /// The fair server's (`dl_server_timer`).
    Server,
}

/// Timers that are set, earliest first, of equals the one that was set first.
#[derive(Clone, Debug, Default)]
pub(super) struct Timers {
    set: Vec<(u64, Timer)>,
}

impl Timers {
    pub(super) fn set(&mut self, at_ns: u64, timer: Timer) {
        self.cancel(timer);
        let at = self.set.partition_point(|(other, _)| *other <= at_ns);
        self.set.insert(at, (at_ns, timer));
    }

    pub(super) fn cancel(&mut self, timer: Timer) {
        self.set.retain(|(_, other)| *other != timer);
    }

    fn next_ns(&self) -> Option<u64> {
        self.set.first().map(|(at_ns, _)| *at_ns)
    }

    fn pop(&mut self) -> Option<Timer> {
        if self.set.is_empty() { None } else { Some(self.set.remove(0).1) }
    }
}

/// What an expired timer did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expired {
    /// The task that it was about; `None` for the fair server, and for what nobody sees.
    pub task: Option<EntityId>,
    /// Whether that asks for a reschedule, and what it did: `Nothing` if nobody sees it.
    pub verdict: Verdict,
}

impl Expired {
    pub(super) const UNSEEN: Expired = Expired { task: None, verdict: Verdict::stay(Reason::Nothing {}) };
}

impl DlQueue {
    /// When the next timer of the class expires; `None` if none is set.
    pub fn next_timer_ns(&self) -> Option<u64> {
        self.timers.next_ns()
    }

    /// Whether the next timer is that of a zero-lag time.
    pub fn next_is_zero_lag(&self) -> bool {
        matches!(self.timers.set.first(), Some((_, Timer::ZeroLag(_))))
    }

    /// The next timer expired. `has_fair`: the fair class has somebody to run.
    pub fn expire(&mut self, tasks: &mut DlPool, has_fair: bool, now_ns: u64) -> Expired {
        match self.timers.pop() {
            None => Expired::UNSEEN,
            Some(Timer::Replenish(id)) => self.end_throttling(tasks, id, now_ns),
            Some(Timer::ZeroLag(id)) => {
                self.end_use(tasks, id);
                Expired::UNSEEN
            }
            Some(Timer::Server) => self.server_timer(tasks, has_fair, now_ns),
        }
    }

    fn end_throttling(&mut self, tasks: &mut DlPool, id: EntityId, now_ns: u64) -> Expired {
        if !tasks.get(id).is_some_and(|task| task.throttled) {
            return Expired::UNSEEN;
        }
        let why = self.replenish(tasks, id, now_ns);
        let asks = tasks[id].on_rq && self.is_before_curr(tasks, tasks[id].budget.deadline_at_ns);
        let resched = if asks { Resched::Hard } else { Resched::No };
        Expired { task: Some(id), verdict: Verdict { resched, why } }
    }

    /// Whether a deadline is before that of the running task, or no task of the class runs.
    pub(super) fn is_before_curr(&self, tasks: &DlPool, deadline_at_ns: u64) -> bool {
        self.curr.is_none_or(|curr| deadline_at_ns < tasks[curr].budget.deadline_at_ns)
    }

    /// A task becomes runnable: its bandwidth is in use, if it was not still (`task_contending`).
    pub(super) fn contend(&mut self, tasks: &mut DlPool, id: EntityId) {
        self.timers.cancel(Timer::ZeroLag(id));
        let task = &mut tasks[id];
        if !std::mem::take(&mut task.non_contending) {
            self.bandwidth.begin_use(task.params.bandwidth());
        }
    }

    /// A task is not runnable any more: its bandwidth is in use up to its zero-lag time (`task_non_contending`).
    pub(super) fn end_contention(&mut self, tasks: &mut DlPool, id: EntityId, now_ns: u64) {
        let task = &mut tasks[id];
        let share = task.params.bandwidth().max(1);
        let pace_ns = (i128::from(task.budget.left_ns) << BW_SHIFT) / i128::from(share);
        let zero_lag_ns = i128::from(task.budget.deadline_at_ns) - pace_ns;
        task.non_contending = true;
        match u64::try_from(zero_lag_ns).ok().filter(|at_ns| *at_ns >= now_ns) {
            Some(at_ns) => self.timers.set(at_ns, Timer::ZeroLag(id)),
            None => self.end_use(tasks, id),
        }
    }

    fn end_use(&mut self, tasks: &mut DlPool, id: EntityId) {
        let task = &mut tasks[id];
        if std::mem::take(&mut task.non_contending) {
            self.bandwidth.end_use(task.params.bandwidth());
        }
        if task.gone || task.left {
            self.forget(tasks, id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_expire_in_order_and_are_set_once() {
        let (a, b) = (Timer::Replenish(EntityId(0)), Timer::ZeroLag(EntityId(0)));
        let mut timers = Timers::default();
        timers.set(9, a);
        timers.set(5, b);
        timers.set(5, a);
        assert_eq!(
            (timers.next_ns(), timers.pop(), timers.pop(), timers.pop()),
            (Some(5), Some(b), Some(a), None)
        );
    }
}
