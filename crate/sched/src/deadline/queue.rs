//! The tasks of the class by deadline: pick, wakeup, and who comes and goes.

use super::bandwidth::Bandwidth;
use super::budget::Waking;
use super::entity::{DlEntity, DlPool};
use super::server::Server;
use super::timer::{Timer, Timers};
use crate::call::Verdict;
use crate::entity::{EntityId, Pool};
use crate::features::Feature;
use crate::params::Params;
use crate::reason::Reason;

/// Who competes by deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contender {
    /// A DEADLINE task.
    Task(EntityId),
    /// The fair server: whom the fair class picks.
    FairServer,
}

/// The earliest deadline and who has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DlPick {
    /// Who runs next.
    pub next: Contender,
    /// Why.
    pub why: Reason,
}

/// The deadline runqueue of one CPU (`struct dl_rq`).
#[derive(Clone, Debug)]
pub struct DlQueue {
    /// Absolute deadline and contender, earliest first, of equals the one that came first. The running
    /// task is among them; who is throttled is not.
    pub(super) list: Vec<(u64, Contender)>,
    pub(super) timers: Timers,
    pub(super) curr: Option<EntityId>,
    pub(super) bandwidth: Bandwidth,
    pub(super) server: Option<Server>,
    /// The budget's end has a timer of its own.
    pub(super) exact: bool,
    pub(super) hrtick_at_ns: Option<u64>,
    /// What tasks of the class ran since somebody asked.
    pub(super) ran_ns: u64,
}

impl DlQueue {
    /// An empty queue under these rules and tunables.
    pub fn new(params: &Params) -> DlQueue {
        let has_own_switch = params.kernel.features.list().any(|(feature, _)| feature == Feature::HrtickDl);
        let switch = if has_own_switch { Feature::HrtickDl } else { Feature::Hrtick };
        DlQueue {
            list: Vec::new(),
            timers: Timers::default(),
            curr: None,
            bandwidth: Bandwidth::new(params),
            server: Server::new(params),
            exact: params.features.has(switch),
            hrtick_at_ns: None,
            ran_ns: 0,
        }
    }

    /// The running task; `None` while no DEADLINE task runs here.
    pub fn curr(&self) -> Option<EntityId> {
        self.curr
    }

    /// Whether nobody may run, the server included.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether a task may run.
    pub fn has_tasks(&self) -> bool {
        self.queued().any(|who| who != Contender::FairServer)
    }

    /// Who may run, in the order in which they would.
    pub fn queued(&self) -> impl Iterator<Item = Contender> {
        self.list.iter().map(|(_, who)| *who)
    }

    /// A task wakes: with what it has, or with a budget that the rule of waking gives it. One that is throttled
    /// waits for its timer. The reason is one of the budget, or `Nothing`.
    pub fn wake(&mut self, tasks: &mut DlPool, id: EntityId, now_ns: u64) -> Reason {
        self.contend(tasks, id);
        tasks[id].on_rq = true;
        self.check_constrained(tasks, id, now_ns);
        let entity = &mut tasks[id];
        if entity.throttled {
            return Reason::Nothing {};
        }
        let waking = entity.budget.wake(&entity.params, now_ns);
        entity.job_deadline_at_ns = entity.budget.deadline_at_ns;
        self.insert(tasks, id);
        let (runtime, deadline) = shown(&tasks[id]);
        match waking {
            Waking::Kept => Reason::Nothing {},
            Waking::Fresh => Reason::DlFresh { runtime, deadline },
            Waking::Cut => Reason::DlCut { runtime, deadline },
        }
    }

    /// A runnable task comes into the class: its first instance begins, or a new one if the deadline is past.
    pub fn enter(&mut self, tasks: &mut DlPool, id: EntityId, now_ns: u64) -> Reason {
        self.contend(tasks, id);
        let entity = &mut tasks[id];
        entity.on_rq = true;
        let is_past = entity.budget.deadline_at_ns < now_ns;
        if is_past {
            entity.budget.begin(&entity.params, now_ns);
            entity.job_deadline_at_ns = entity.budget.deadline_at_ns;
        }
        self.insert(tasks, id);
        let (runtime, deadline) = shown(&tasks[id]);
        if is_past { Reason::DlFresh { runtime, deadline } } else { Reason::Nothing {} }
    }

    /// Between its deadline and its next period a task with a deadline less than its period has no budget
    /// (`dl_check_constrained_dl`).
    fn check_constrained(&mut self, tasks: &mut DlPool, id: EntityId, now_ns: u64) {
        let entity = &mut tasks[id];
        let next_ns = entity.budget.next_period_ns(&entity.params);
        let between = (1..now_ns).contains(&entity.budget.deadline_at_ns) && now_ns < next_ns;
        if !entity.throttled && !entity.params.is_implicit() && between {
            entity.throttled = true;
            entity.budget.left_ns = entity.budget.left_ns.min(0);
            self.timers.set(next_ns, Timer::Replenish(id));
        }
    }

    /// A task blocks, exits (`gone`), or leaves the class; the running one is charged first.
    pub fn dequeue(
        &mut self,
        pool: &mut Pool,
        tasks: &mut DlPool,
        id: EntityId,
        gone: bool,
        now_ns: u64,
    ) -> Verdict {
        let verdict = self.update_curr(pool, tasks, now_ns);
        self.remove(Contender::Task(id));
        let entity = &mut tasks[id];
        (entity.on_rq, entity.gone) = (false, gone);
        self.end_contention(tasks, id, now_ns);
        verdict
    }

    pub(super) fn insert(&mut self, tasks: &DlPool, id: EntityId) {
        self.insert_at(tasks[id].budget.deadline_at_ns, Contender::Task(id));
    }

    pub(super) fn insert_at(&mut self, deadline_at_ns: u64, who: Contender) {
        let at = self.list.partition_point(|(other, _)| *other <= deadline_at_ns);
        self.list.insert(at, (deadline_at_ns, who));
    }

    pub(super) fn remove(&mut self, who: Contender) {
        self.list.retain(|(_, other)| *other != who);
    }

    /// Who has the earliest deadline; `None` if nobody may run.
    pub fn pick(&self) -> Option<DlPick> {
        let (deadline_ns, next) = *self.list.first()?;
        let deadline = deadline_ns as i64;
        let why = match self.list.get(1) {
            None => Reason::DlPickOnly { deadline },
            Some((other_ns, _)) => Reason::DlPick { deadline, next_deadline: *other_ns as i64 },
        };
        Some(DlPick { next, why })
    }

    /// The running task leaves the CPU; if it may run, it stays in the list.
    pub fn put_prev(&mut self, pool: &mut Pool, tasks: &mut DlPool, now_ns: u64) {
        self.update_curr(pool, tasks, now_ns);
        self.curr = None;
        self.hrtick_at_ns = None;
    }

    /// A task gets the CPU.
    pub fn set_next(&mut self, pool: &mut Pool, tasks: &DlPool, id: EntityId, now_ns: u64) {
        debug_assert!(self.curr.is_none(), "the previous task was not put");
        self.curr = Some(id);
        pool[id].exec_start_ns = now_ns;
        pool[id].prev_sum_exec_ns = pool[id].sum_exec_ns;
        self.arm_hrtick(tasks, id, now_ns);
    }

    /// Whether a task that became runnable takes the CPU from the running one of this class.
    pub fn wakeup_preempt(&self, tasks: &DlPool, id: EntityId) -> Verdict {
        let Some(curr) = self.curr else { return Verdict::stay(Reason::Nothing {}) };
        let deadline_of = |id: EntityId| tasks[id].budget.deadline_at_ns as i64;
        let (deadline, curr_deadline) = (deadline_of(id), deadline_of(curr));
        if tasks[id].throttled {
            Verdict::stay(Reason::DlWakeThrottled { runtime: tasks[id].budget.left_ns, deadline })
        } else if deadline < curr_deadline {
            Verdict::hard(Reason::DlWakeEarlier { deadline, curr_deadline })
        } else {
            Verdict::stay(Reason::DlWakeNotEarlier { deadline, curr_deadline })
        }
    }
}

/// Budget and deadline, as operands have them.
pub(super) fn shown(entity: &DlEntity) -> (i64, i64) {
    (entity.budget.left_ns, entity.budget.deadline_at_ns as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DlParams, Entity, Params, Policy, Resched, kernel};

    const MS: u64 = 1_000_000;

    /// A queue with tasks of these relative deadlines, woken at 0.
    fn queue_of(deadlines_ms: &[u64]) -> (DlQueue, Pool, DlPool) {
        let params = Params::new(kernel("6.1").expect("a preset"), 250, 1);
        let (mut queue, mut pool, mut tasks) = (DlQueue::new(&params), Pool::new(), DlPool::new());
        for deadline_ms in deadlines_ms {
            let id = pool.add(Entity::new(Policy::Normal, 0));
            let deadline_ns = deadline_ms * MS;
            let asked = DlParams { runtime_ns: MS, deadline_ns, period_ns: deadline_ns, reclaim: false };
            queue.join(&mut tasks, id, asked);
            queue.wake(&mut tasks, id, 1);
        }
        (queue, pool, tasks)
    }

    #[test]
    fn the_earliest_deadline_goes_first_and_of_equals_who_came_first() {
        let (queue, _, _) = queue_of(&[20, 10, 20, 10]);
        let order: Vec<_> = queue.queued().collect();
        assert_eq!(order, [1, 3, 0, 2].map(|id| Contender::Task(EntityId(id))));
    }

    #[test]
    fn only_an_earlier_deadline_preempts() {
        let (mut queue, mut pool, tasks) = queue_of(&[20, 10, 20]);
        queue.set_next(&mut pool, &tasks, EntityId(0), 1);
        let asks = |id| queue.wakeup_preempt(&tasks, EntityId(id)).resched;
        assert_eq!([asks(1), asks(2)], [Resched::Hard, Resched::No]);
    }

    #[test]
    fn between_deadline_and_period_there_is_nothing() {
        let (mut queue, mut pool, mut tasks) = queue_of(&[10]);
        let id = EntityId(0);
        queue.dequeue(&mut pool, &mut tasks, id, false, 2);
        tasks[id].params.period_ns = 30 * MS;
        queue.wake(&mut tasks, id, 12 * MS);
        assert!(tasks[id].throttled && queue.is_empty());
        assert_eq!(queue.next_timer_ns(), Some(30 * MS + 1));
    }
}
