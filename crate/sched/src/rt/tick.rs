//! The tick of a realtime task, and its RR quantum.

use super::entity::{RtPolicy, RtPool};
use super::queue::{End, RtQueue};
use crate::call::{Resched, Verdict};
use crate::entity::Pool;
use crate::reason::Reason;

impl RtQueue {
    /// A tick, or an expired slice timer, which counts as one too (`task_tick_rt`): charge, then the quantum of an RR task.
    pub fn tick(&mut self, pool: &mut Pool, tasks: &mut RtPool, now_ns: u64) -> Verdict {
        let charge = self.update_curr(pool, now_ns);
        let Some(curr) = self.curr else { return charge };
        let quantum = match tasks[curr].policy {
            RtPolicy::Fifo => Verdict::stay(Reason::FifoTick { priority: tasks[curr].priority.into() }),
            RtPolicy::Rr => self.count_tick(tasks, curr),
        };
        if charge.resched > Resched::No { charge } else { quantum }
    }

    /// One tick less of the quantum; at its end a new one begins, behind the equals if there are any.
    fn count_tick(&mut self, tasks: &mut RtPool, curr: crate::EntityId) -> Verdict {
        let whole_ticks = self.quantum_ticks;
        let entity = &mut tasks[curr];
        entity.time_slice_ticks = entity.time_slice_ticks.saturating_sub(1);
        let (left_ticks, quantum_ticks) = (entity.time_slice_ticks as i64, whole_ticks as i64);
        if left_ticks > 0 {
            return Verdict::stay(Reason::RrWithinQuantum { left_ticks, quantum_ticks });
        }
        entity.time_slice_ticks = whole_ticks;
        if !self.has_equals(tasks, curr) {
            return Verdict::stay(Reason::RrAlone { quantum_ticks });
        }
        self.requeue(tasks, curr, End::Tail);
        Verdict::hard(Reason::RrQuantumEnded { quantum_ticks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entity, EntityId, Params, Policy, RtEntity, kernel};

    /// The requests of so many ticks of a running RR task beside `others` of its priority.
    fn ticks(others: usize, count: u64) -> Vec<Resched> {
        let params = Params::new(kernel("7.2").expect("a preset"), 250, 1);
        let (mut queue, mut pool, mut tasks) = (RtQueue::new(&params), Pool::new(), RtPool::new());
        for _ in 0..=others {
            let id = pool.add(Entity::new(Policy::Normal, 0));
            tasks.set(id, RtEntity::new(RtPolicy::Rr, 10, queue.quantum_ticks()));
            queue.enqueue(&mut tasks, id, 0);
        }
        queue.set_next(&mut pool, EntityId(0), 0);
        (1..=count).map(|n| queue.tick(&mut pool, &mut tasks, n * 4_000_000).resched).collect()
    }

    #[test]
    fn a_quantum_is_25_ticks_of_4_ms() {
        let asked = ticks(1, 25);
        assert!(asked[..24].iter().all(|resched| *resched == Resched::No));
        assert_eq!(asked[24], Resched::Hard);
    }

    #[test]
    fn alone_the_quantum_begins_anew() {
        assert!(ticks(0, 60).iter().all(|resched| *resched == Resched::No));
    }
}
