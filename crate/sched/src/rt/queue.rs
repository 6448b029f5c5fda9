//! The list of realtime tasks, by priority.

use super::bandwidth::Bandwidth;
use super::entity::RtPool;
use crate::call::{Pick, Verdict};
use crate::entity::{EntityId, Pool};
use crate::params::Params;
use crate::reason::Reason;

/// An end of the list of a priority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Head,
    Tail,
}

/// The realtime runqueue of one CPU (`struct rt_rq`).
#[derive(Clone, Debug)]
pub struct RtQueue {
    /// Priority and task: highest priority first, of equals the one that is to run first. The running task is among them.
    list: Vec<(u8, EntityId)>,
    pub(super) curr: Option<EntityId>,
    pub(super) quantum_ticks: u64,
    pub(super) bandwidth: Bandwidth,
}

impl RtQueue {
    /// An empty queue under these rules and tunables.
    pub fn new(params: &Params) -> RtQueue {
        let quantum_ns = params.tunables.sched_rr_timeslice_ms * 1_000_000;
        RtQueue {
            list: Vec::new(),
            curr: None,
            quantum_ticks: (quantum_ns / params.tick_ns).max(1),
            bandwidth: Bandwidth::new(params),
        }
    }

    /// Ticks of a whole RR quantum, at least one.
    pub fn quantum_ticks(&self) -> u64 {
        self.quantum_ticks
    }

    /// The running task; `None` while no realtime task runs here.
    pub fn curr(&self) -> Option<EntityId> {
        self.curr
    }

    /// Whether nobody is queued, running included.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Priority of the most urgent task queued, running included; 0 if there is none.
    pub fn highest(&self) -> u8 {
        self.list.first().map_or(0, |(priority, _)| *priority)
    }

    /// How many may run: all that are queued, or none while the class is throttled.
    pub fn nr_running(&self) -> u32 {
        if self.bandwidth.is_throttled() { 0 } else { self.list.len() as u32 }
    }

    /// Whether there is somebody who may run: queued, and the class is not throttled.
    pub fn is_runnable(&self) -> bool {
        !self.list.is_empty() && !self.bandwidth.is_throttled()
    }

    /// All queued tasks in the order in which they would run.
    pub fn queued(&self) -> impl Iterator<Item = EntityId> {
        self.list.iter().map(|(_, id)| *id)
    }

    /// Puts a task that woke or is new to the tail of its priority.
    pub fn enqueue(&mut self, tasks: &mut RtPool, id: EntityId, now_ns: u64) {
        debug_assert!(!tasks[id].on_rq, "enqueued twice: {id:?}");
        self.insert(tasks, id, End::Tail);
        self.bandwidth.begin(now_ns);
    }

    pub(super) fn insert(&mut self, tasks: &mut RtPool, id: EntityId, end: End) {
        let priority = tasks[id].priority;
        let at = match end {
            End::Head => self.list.partition_point(|(other, _)| *other > priority),
            End::Tail => self.list.partition_point(|(other, _)| *other >= priority),
        };
        self.list.insert(at, (priority, id));
        tasks[id].on_rq = true;
    }

    /// Takes a task off: it blocked, exits or changes. The running one is charged first; what that asks for is returned.
    pub fn dequeue(&mut self, pool: &mut Pool, tasks: &mut RtPool, id: EntityId, now_ns: u64) -> Verdict {
        debug_assert!(tasks[id].on_rq, "dequeued, but not queued: {id:?}");
        let verdict = self.update_curr(pool, now_ns);
        self.remove(tasks, id);
        verdict
    }

    pub(super) fn remove(&mut self, tasks: &mut RtPool, id: EntityId) {
        self.list.retain(|(_, other)| *other != id);
        tasks[id].on_rq = false;
    }

    /// Charges the running task, and says whether that throttles the class (`update_curr_rt`).
    pub fn update_curr(&mut self, pool: &mut Pool, now_ns: u64) -> Verdict {
        let Some(curr) = self.curr else { return Verdict::stay(Reason::Nothing {}) };
        let entity = &mut pool[curr];
        let Some(delta_ns) = now_ns.checked_sub(entity.exec_start_ns).filter(|delta| *delta > 0) else {
            return Verdict::stay(Reason::Nothing {});
        };
        entity.exec_start_ns = now_ns;
        entity.sum_exec_ns += delta_ns;
        self.bandwidth.charge(delta_ns)
    }

    /// Who runs next in this class; `None` if nobody may.
    pub fn pick(&self) -> Option<Pick> {
        let (priority, next) = *self.list.first().filter(|_| self.is_runnable())?;
        let others = self.list.iter().take_while(|(other, _)| *other == priority).count() - 1;
        let why = Reason::RtPick { priority: priority.into(), equals: others as i64 };
        Some(Pick { next, why })
    }

    /// The running task leaves the CPU; if still queued, it keeps its place.
    pub fn put_prev(&mut self, pool: &mut Pool, now_ns: u64) {
        self.update_curr(pool, now_ns);
        self.curr = None;
    }

    /// A task gets the CPU.
    pub fn set_next(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) {
        debug_assert!(self.curr.is_none(), "the previous task was not put");
        self.curr = Some(id);
        pool[id].exec_start_ns = now_ns;
        pool[id].prev_sum_exec_ns = pool[id].sum_exec_ns;
    }

    /// Whether a woken task takes the CPU from the running one of this class.
    pub fn wakeup_preempt(&self, tasks: &RtPool, id: EntityId) -> Verdict {
        let Some(curr) = self.curr else { return Verdict::stay(Reason::Nothing {}) };
        let (priority, curr_priority) = (i64::from(tasks[id].priority), i64::from(tasks[curr].priority));
        if priority > curr_priority {
            Verdict::hard(Reason::RtWakeHigher { priority, curr_priority })
        } else {
            Verdict::stay(Reason::RtWakeNotHigher { priority, curr_priority })
        }
    }

    /// The running task yields: it goes behind its equals.
    pub fn yield_curr(&mut self, tasks: &mut RtPool) {
        if let Some(curr) = self.curr {
            self.requeue(tasks, curr, End::Tail);
        }
    }

    pub(super) fn requeue(&mut self, tasks: &mut RtPool, id: EntityId, end: End) {
        self.remove(tasks, id);
        self.insert(tasks, id, end);
    }

    /// Whether another task of the same priority is queued.
    pub(super) fn has_equals(&self, tasks: &RtPool, id: EntityId) -> bool {
        let priority = tasks[id].priority;
        self.list.iter().any(|(other, task)| *other == priority && *task != id)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RtEntity, RtPolicy};
    use super::*;
    use crate::{Entity, Policy, kernel};

    /// Tasks of these priorities, all queued in order.
    fn queue_of(priorities: &[u8]) -> (RtQueue, Pool, RtPool) {
        let params = Params::new(kernel("6.1").expect("a preset"), 250, 1);
        let (mut queue, mut pool, mut tasks) = (RtQueue::new(&params), Pool::new(), RtPool::new());
        for priority in priorities {
            let id = pool.add(Entity::new(Policy::Normal, 0));
            tasks.set(id, RtEntity::new(RtPolicy::Fifo, *priority, 25));
            queue.enqueue(&mut tasks, id, 0);
        }
        (queue, pool, tasks)
    }

    #[track_caller]
    fn check(queue: &RtQueue, expected: &[u32]) {
        assert_eq!(queue.queued().map(|id| id.0).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn priority_goes_before_arrival() {
        let (queue, _, _) = queue_of(&[10, 20, 10, 99, 20]);
        check(&queue, &[3, 1, 4, 0, 2]);
        assert_eq!(queue.pick().map(|pick| pick.next), Some(EntityId(3)));
    }

    #[test]
    fn a_yield_goes_behind_its_equals_and_a_preempted_task_does_not() {
        let (mut queue, mut pool, mut tasks) = queue_of(&[10, 10, 5]);
        queue.set_next(&mut pool, EntityId(0), 0);
        queue.put_prev(&mut pool, 1);
        check(&queue, &[0, 1, 2]);
        queue.set_next(&mut pool, EntityId(0), 1);
        queue.yield_curr(&mut tasks);
        check(&queue, &[1, 0, 2]);
    }

    #[test]
    fn only_a_higher_priority_preempts() {
        let (mut queue, mut pool, tasks) = queue_of(&[10, 10, 11]);
        queue.set_next(&mut pool, EntityId(0), 0);
        let asks = |id| queue.wakeup_preempt(&tasks, EntityId(id)).resched;
        assert_eq!([asks(1), asks(2)], [crate::Resched::No, crate::Resched::Hard]);
    }
}
