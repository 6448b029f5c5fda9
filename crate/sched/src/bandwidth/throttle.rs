//! Throttled groups in the walks of the fair class: who is held back, and who goes on.

use super::QuotaOutcome;
use super::account::used_up;
use crate::call::{Enqueue, Verdict};
use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};
use crate::level::Leave;
use crate::reason::Reason;
use crate::rules::{Family, Throttling};

/// How a group's entity leaves the queue above when its quota is used up: at once, whatever its lag.
const THROTTLED: Leave = Leave { may_linger: false, returns: false, min_follows: true, parks: false };

impl FairQueue {
    /// Whether a task has work and may not run.
    #[inline]
    pub fn is_throttled(&self, pool: &Pool, id: EntityId) -> bool {
        pool[id].group != GroupId::ROOT && self.is_held_back(pool, id)
    }

    fn is_held_back(&self, pool: &Pool, id: EntityId) -> bool {
        match self.params().rules.throttling {
            Throttling::Task | Throttling::Charged => pool[id].parked,
            Throttling::Group => {
                pool[id].on_rq && !pool[id].delayed && self.held_by(pool, pool[id].group).is_some()
            }
        }
    }

    /// The innermost throttled group at or around a queue; `None` if its tasks may run (`throttled_hierarchy`).
    pub(crate) fn held_by(&self, pool: &Pool, level: GroupId) -> Option<GroupId> {
        let mut level = level;
        loop {
            if self.queue(level).is_throttled() {
                return Some(level);
            }
            level = pool[self.parent(level)?].group;
        }
    }

    /// Whether a group and its tasks are left alone meanwhile, as it or one around it is throttled.
    pub(crate) fn rests(&self, pool: &Pool, level: GroupId) -> bool {
        self.params().rules.throttling == Throttling::Group && self.held_by(pool, level).is_some()
    }

    /// Whether the sleep of a task in this queue makes its group the one to be picked next.
    pub(crate) fn may_be_next(&self, pool: &Pool, level: GroupId) -> bool {
        match self.params().rules.throttling {
            Throttling::Group => self.held_by(pool, level).is_none(),
            Throttling::Task | Throttling::Charged => true,
        }
    }

    /// Whether a walk up from this queue ends here: its group does not stand in the queue above.
    #[inline]
    pub(crate) fn ends_at(&self, level: GroupId) -> bool {
        self.params().rules.throttling == Throttling::Group && self.queue(level).is_throttled()
    }

    /// The next task that was throttled and not reported yet, and why; `None` once all are.
    #[inline]
    pub fn next_throttled(&mut self) -> Option<(EntityId, Reason)> {
        self.throttled.pop_front()
    }

    /// How much the group that holds back a queue ran too long, and its quota, ns.
    pub(crate) fn overrun(&self, pool: &Pool, level: GroupId) -> (i64, i64) {
        let account = self.held_by(pool, level).and_then(|group| self.queue(group).account);
        account.map_or((0, 0), |account| used_up(pool.bandwidth(account.group), &account.local))
    }

    /// Throttles a queue that has used up its quota; says whether it is throttled (`check_cfs_rq_runtime`).
    #[inline]
    pub(crate) fn check_runtime(&mut self, pool: &mut Pool, level: GroupId, now_ns: u64) -> bool {
        level != GroupId::ROOT && self.queue(level).account.is_some() && self.throttle(pool, level, now_ns)
    }

    fn throttle(&mut self, pool: &mut Pool, level: GroupId, now_ns: u64) -> bool {
        let around = self.parent(level).and_then(|group| self.held_by(pool, pool[group].group));
        let (throttled, only_now) = self.queue_mut(level).throttle(pool, now_ns);
        if only_now {
            self.track_throttled(pool, now_ns);
        }
        if only_now && self.params().rules.throttling == Throttling::Group {
            if around.is_none() {
                self.note_throttled(pool, level);
            }
            self.leave_whole(pool, level, now_ns);
        }
        throttled
    }

    pub(super) fn why_throttled(&self, pool: &Pool, level: GroupId) -> Reason {
        let (over, quota) = self.overrun(pool, level);
        Reason::QuotaThrottled { over, quota }
    }

    fn note_throttled(&mut self, pool: &Pool, level: GroupId) {
        let why = self.why_throttled(pool, level);
        let tasks = self.awake_in(pool, level);
        self.throttled.extend(tasks.into_iter().map(|id| (id, why)));
    }

    /// Notes a task that woke where it may not run.
    #[inline]
    pub(crate) fn note_if_throttled(&mut self, pool: &Pool, id: EntityId) {
        if self.is_throttled(pool, id) && self.throttled.back().is_none_or(|(last, _)| *last != id) {
            self.throttled.push_back((id, self.why_throttled(pool, pool[id].group)));
        }
    }

    fn awake_in(&self, pool: &Pool, level: GroupId) -> Vec<EntityId> {
        let mut tasks = Vec::new();
        self.collect(pool, level, &mut tasks);
        tasks.retain(|id| !pool[*id].delayed);
        tasks
    }

    /// A group's first entity came onto its queue: its quota is tested before it runs (`check_enqueue_throttle`).
    pub(crate) fn check_first(&mut self, pool: &mut Pool, level: GroupId, now_ns: u64) {
        let queue = self.queue_mut(level);
        if queue.account.is_some() && queue.nr_queued == 1 && queue.curr.is_none() {
            queue.charge_quota(pool, 0, now_ns);
            self.throttle(pool, level, now_ns);
        }
    }

    /// The group's entity leaves the queue above, and groups that this empties leave theirs. Its tasks do not count there any more.
    fn leave_whole(&mut self, pool: &mut Pool, level: GroupId, now_ns: u64) {
        let (tasks, delayed) = self.tasks_in(level);
        let (mut at, mut leaves) = (self.parent(level), true);
        while let Some(group) = at.filter(|group| pool[*group].on_rq) {
            let above = pool[group].group;
            if leaves {
                self.take_group_off(pool, group, now_ns);
            }
            let queue = self.queue_mut(above);
            queue.h_nr_queued -= tasks;
            queue.h_nr_delayed -= delayed;
            leaves &= queue.load == 0;
            at = self.parent(above);
        }
    }

    fn tasks_in(&self, level: GroupId) -> (u32, u32) {
        let queue = self.queue(level);
        (queue.h_nr_queued, queue.h_nr_delayed)
    }

    fn take_group_off(&mut self, pool: &mut Pool, group: EntityId, now_ns: u64) {
        let above = pool[group].group;
        if pool[group].delayed {
            crate::eevdf::finish_delayed(self.queue_mut(above), pool, group);
        } else {
            self.queue_mut(above).dequeue_entity(pool, group, THROTTLED, now_ns);
        }
        self.tell_above(pool, above);
    }

    /// A throttled queue goes on: its tasks come back (`unthrottle_cfs_rq`).
    pub(super) fn unthrottle(
        &mut self,
        pool: &mut Pool,
        level: GroupId,
        why: Reason,
        outcome: &mut QuotaOutcome,
        now_ns: u64,
    ) {
        match self.params().rules.throttling {
            Throttling::Task | Throttling::Charged => self.unpark_below(pool, level, why, outcome, now_ns),
            Throttling::Group => {
                outcome.ask(self.return_whole(pool, level, now_ns));
                if self.held_by(pool, level).is_none() {
                    outcome.free(self.awake_in(pool, level), why);
                }
            }
        }
    }

    /// The group's entity comes back to the queue above as after a sleep, and groups that were empty without it to theirs.
    fn return_whole(&mut self, pool: &mut Pool, level: GroupId, now_ns: u64) -> Verdict {
        let mut verdict = Verdict::stay(Reason::Nothing {});
        let (tasks, delayed) = self.tasks_in(level);
        if self.queue(level).load == 0 {
            return verdict;
        }
        let (mut at, mut returns) = (self.parent(level), true);
        while let Some(group) = at {
            let above = pool[group].group;
            if returns && pool[group].delayed {
                self.take_group_off(pool, group, now_ns);
            }
            returns &= !pool[group].on_rq;
            if returns {
                self.weigh_group(pool, group);
                let queue = self.queue_mut(above);
                verdict = verdict.or(queue.enqueue_entity(pool, group, Enqueue::Wakeup, now_ns));
                self.tell_above(pool, above);
                self.check_first(pool, above, now_ns);
            }
            let queue = self.queue_mut(above);
            queue.h_nr_queued += tasks;
            queue.h_nr_delayed += delayed;
            at = if self.ends_at(above) { None } else { self.parent(above) };
        }
        verdict
    }

    /// CFS puts the running task back before it picks among others, and leaves it to the caller if there are none; EEVDF
    /// kernels pick beside it.
    pub(crate) fn give_way(&mut self, pool: &mut Pool, now_ns: u64) {
        if self.params().family == Family::Cfs && self.root.nr_queued > 0 {
            self.put_prev(pool, now_ns);
        }
    }
}
