//! Who competes when a task wakes: of tasks in different groups the groups do, where they share a queue.

use crate::call::{Contest, Verdict, Wake};
use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};
use crate::queue::CfsRq;
use crate::reason::Reason;
use crate::rules::Family;
use crate::{cfs, eevdf};

impl FairQueue {
    /// Whether a waking task takes the CPU from the running one; the task is already
    /// queued. `pending_hard`: a hard reschedule request is pending.
    ///
    /// Of tasks in different groups the groups compete, where they share a queue.
    pub fn wakeup_preempt(
        &mut self,
        pool: &mut Pool,
        id: EntityId,
        wake: Wake,
        pending_hard: bool,
        now_ns: u64,
    ) -> Verdict {
        let Some(curr) = self.curr else { return Verdict::hard(Reason::WakeIdleCpu {}) };
        if curr == id {
            return Verdict::stay(Reason::WakeIsCurr {});
        }
        let contest = contest(self.queue_of(pool, curr), curr, id, wake, pending_hard);
        if self.groups.is_empty() {
            return self.compete(pool, GroupId::ROOT, &contest, now_ns);
        }
        self.compete_in_groups(pool, contest, now_ns)
    }

    fn compete_in_groups(&mut self, pool: &mut Pool, tasks: Contest, now_ns: u64) -> Verdict {
        let id = tasks.task;
        if self.is_throttled(pool, id) {
            let (over, quota) = self.overrun(pool, pool[id].group);
            return Verdict::stay(Reason::WakeThrottled { over, quota });
        }
        let (curr, id) = self.siblings(pool, tasks.curr_task, id);
        let verdict = self.compete(pool, pool[curr].cfs_rq, &Contest { id, curr, ..tasks }, now_ns);
        verdict.or(self.settle(pool, now_ns))
    }

    /// The test in the queue of both.
    #[inline]
    fn compete(&mut self, pool: &mut Pool, level: GroupId, contest: &Contest, now_ns: u64) -> Verdict {
        if contest.marked {
            self.mark_next(pool, contest.task);
        }
        let queue = self.queue_mut(level);
        let verdict = match queue.params.family {
            Family::Cfs => cfs::check_preempt_wakeup(queue, pool, contest, now_ns),
            Family::Eevdf => eevdf::check_preempt_wakeup(queue, pool, contest, now_ns),
        };
        self.tell_above(pool, level);
        self.take_out_removed(pool, level, now_ns);
        verdict
    }

    /// The class deals with what follows when delayed entities have left a queue.
    #[inline]
    fn take_out_removed(&mut self, pool: &mut Pool, level: GroupId, now_ns: u64) {
        while let Some(removed) = self.queue_mut(level).removed.pop_front() {
            self.after_delayed(pool, removed, now_ns);
        }
    }
}

/// A wakeup test between a woken task and the running one, which is in the queue `beside`.
fn contest(beside: &CfsRq, curr: EntityId, id: EntityId, wake: Wake, pending_hard: bool) -> Contest {
    let (marked, many) = match beside.params.family {
        Family::Cfs => (cfs::marks_wakee(beside, wake), cfs::are_many(beside)),
        Family::Eevdf => (eevdf::marks_wakee(beside, wake), false),
    };
    Contest { task: id, curr_task: curr, id, curr, wake, pending_hard, marked, many }
}
