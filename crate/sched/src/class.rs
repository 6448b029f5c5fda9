//! The fair class of one CPU, and the calls that the engine makes on it, in the order of a task's life.
//!
//! A task group has a queue of its own, and an entity that stands for it in the queue above; so most calls walk from a
//! task up to the root, level by level, and the pick walks down. One level's step is in [`crate::level`], what a group
//! is in [`crate::group`]; switches and ticks have files of their own. Without groups there is nothing to walk: an early test sends
//! each call to the queue of the root.

use std::collections::VecDeque;

use crate::call::{Dequeue, Dequeued, Enqueue, Pick, Verdict};
use crate::entity::{EntityId, GroupId, Pool};
use crate::group::Group;
use crate::level::Leave;
use crate::params::Params;
use crate::queue::CfsRq;
use crate::reason::Reason;
use crate::rules::{Family, YieldRule};
use crate::tracking::Tracking;
use crate::{cfs, eevdf};

/// The fair runqueue of one CPU: the root's queue and those of the task groups. Cloning it copies the state whole.
#[derive(Clone, Debug)]
pub struct FairQueue {
    pub(crate) root: CfsRq,
    pub(crate) groups: Vec<Group>,
    /// The running task.
    pub(crate) curr: Option<EntityId>,
    /// How long it had run when its groups were last charged, where they are not charged level by level (7.3).
    pub(crate) settled_exec_ns: u64,
    /// Queue clock at which the armed slice timer fires.
    pub(crate) hrtick_at_ns: Option<u64>,
    /// Delayed tasks that left for good and were not reported yet.
    pub(crate) removed: VecDeque<EntityId>,
    /// Tasks that a quota holds back and that were not reported yet.
    pub(crate) throttled: VecDeque<(EntityId, Reason)>,
    /// Load tracking, where a group's weight depends on it.
    pub(crate) tracking: Option<Box<Tracking>>,
}

impl FairQueue {
    /// An empty queue without groups.
    pub fn new(params: Params) -> FairQueue {
        let root = CfsRq::new(params);
        FairQueue {
            root,
            groups: Vec::new(),
            curr: None,
            settled_exec_ns: 0,
            hrtick_at_ns: None,
            removed: VecDeque::new(),
            throttled: VecDeque::new(),
            tracking: None,
        }
    }

    /// Charges the running task, in its own queue alone, up to `now_ns` (`update_curr`), and says whether the charge
    /// itself asks for a reschedule.
    ///
    /// Nothing happens if no time has passed or it is not queued any more. The groups above are charged where a
    /// call comes to their level.
    pub fn update_curr(&mut self, pool: &mut Pool, now_ns: u64) -> Verdict {
        let Some(curr) = self.curr else { return Verdict::stay(Reason::Nothing {}) };
        self.charge_beside(pool, curr, now_ns)
    }

    /// Charges who runs in the queue in which an entity stands: the running task, its group, or nobody.
    pub(crate) fn charge_beside(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) -> Verdict {
        let level = pool[id].cfs_rq;
        let verdict = self.queue_mut(level).update_curr(pool, now_ns);
        self.tell_above(pool, level);
        verdict.or(self.settle(pool, now_ns))
    }

    /// Charges the running task and the groups above it, and says what that asks for.
    #[inline(always)]
    pub fn update_all(&mut self, pool: &mut Pool, now_ns: u64) -> Verdict {
        let Some(curr) = self.curr else { return Verdict::stay(Reason::Nothing {}) };
        let verdict = self.queue_mut(pool[curr].cfs_rq).update_curr(pool, now_ns);
        if self.groups.is_empty() { verdict } else { verdict.or(self.update_groups(pool, curr, now_ns)) }
    }

    /// Charges the groups above the running task, which has been charged.
    fn update_groups(&mut self, pool: &mut Pool, curr: EntityId, now_ns: u64) -> Verdict {
        let (mut level, mut verdict) = (pool[curr].cfs_rq, Verdict::stay(Reason::Nothing {}));
        self.tell_above(pool, level);
        while let Some(group) = self.parent(level) {
            level = pool[group].cfs_rq;
            verdict = verdict.or(self.queue_mut(level).update_curr(pool, now_ns));
            self.tell_above(pool, level);
        }
        verdict.or(self.settle(pool, now_ns))
    }

    /// Puts a task onto its group's queue, and groups that were empty onto theirs; a request that a charge of the
    /// running one raised is returned. It must not be queued yet.
    pub fn enqueue(&mut self, pool: &mut Pool, id: EntityId, how: Enqueue, now_ns: u64) -> Verdict {
        if self.groups.is_empty() {
            let verdict = self.root.enqueue_entity(pool, id, how, now_ns);
            self.root.count(&pool[id], 1);
            return verdict;
        }
        self.enqueue_in_groups(pool, id, how, now_ns)
    }

    fn enqueue_in_groups(&mut self, pool: &mut Pool, id: EntityId, how: Enqueue, now_ns: u64) -> Verdict {
        let awake = !pool[id].delayed;
        self.track_enqueue(pool, id, now_ns);
        self.track_in(pool, id, awake, now_ns);
        if pool[id].group != pool[id].cfs_rq {
            self.count_in(pool, id, now_ns);
        }
        let level = pool[id].cfs_rq;
        let mut verdict = self.queue_mut(level).enqueue_entity(pool, id, how, now_ns);
        if level != GroupId::ROOT {
            verdict = verdict.or(self.enqueue_groups(pool, level, awake, now_ns));
        }
        self.count(pool, id, 1);
        self.note_if_throttled(pool, id);
        verdict.or(self.settle(pool, now_ns))
    }

    /// Somebody came onto the queue of `level`: its group, if it was empty, comes onto the queue above, and so on.
    fn enqueue_groups(&mut self, pool: &mut Pool, level: GroupId, awake: bool, now_ns: u64) -> Verdict {
        let (mut level, mut verdict) = (level, Verdict::stay(Reason::Nothing {}));
        while let Some(parent) = self.parent(level) {
            self.tell_above(pool, level);
            self.check_first(pool, level, now_ns);
            if self.ends_at(level) {
                break;
            }
            if pool[parent].on_rq {
                let slept = pool[parent].delayed;
                verdict = verdict.or(self.wake_group(pool, parent, now_ns));
                verdict = verdict.or(self.track_above(pool, parent, (i64::from(awake), slept), now_ns));
                verdict = verdict.or(self.follow_shares(pool, parent, now_ns));
                self.refresh_slices(pool, level);
                break;
            }
            self.track_in(pool, parent, awake, now_ns);
            self.prepare_group(pool, parent, level);
            level = pool[parent].cfs_rq;
            verdict = verdict.or(self.queue_mut(level).enqueue_entity(pool, parent, Enqueue::Wakeup, now_ns));
        }
        verdict
    }

    /// A delayed group gets work: it counts as awake again.
    pub(crate) fn wake_group(&mut self, pool: &mut Pool, group: EntityId, now_ns: u64) -> Verdict {
        if !pool[group].delayed {
            return Verdict::stay(Reason::Nothing {});
        }
        let level = pool[group].cfs_rq;
        let verdict = self.queue_mut(level).requeue_delayed(pool, group, now_ns);
        self.tell_above(pool, level);
        verdict
    }

    /// Wakes a task that is still queued, delayed (`requeue_delayed_entity`).
    pub fn requeue_delayed(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) -> Verdict {
        let level = pool[id].cfs_rq;
        let verdict = self.queue_mut(level).requeue_delayed(pool, id, now_ns);
        self.tell_above(pool, level);
        self.track_delayed(pool, id, false, now_ns);
        self.count_delayed(pool, id, -1);
        verdict.or(self.settle(pool, now_ns))
    }

    /// Takes a task off the queue, or lets it linger delayed. Groups that it leaves empty go likewise.
    pub fn dequeue(&mut self, pool: &mut Pool, id: EntityId, how: Dequeue, now_ns: u64) -> Dequeued {
        if !self.groups.is_empty() {
            return self.dequeue_in_groups(pool, id, how, now_ns);
        }
        let dequeued = self.root.dequeue_entity(pool, id, Leave::of(how), now_ns);
        match dequeued {
            Dequeued::Delayed => self.root.count_delayed(1),
            Dequeued::Left => self.root.count(&pool[id], -1),
        }
        dequeued
    }

    fn dequeue_in_groups(&mut self, pool: &mut Pool, id: EntityId, how: Dequeue, now_ns: u64) -> Dequeued {
        let (level, leave) = (pool[id].cfs_rq, Leave::of(how));
        let dequeued = self.queue_mut(level).dequeue_entity(pool, id, leave, now_ns);
        self.tell_above(pool, level);
        self.settle(pool, now_ns);
        match dequeued {
            Dequeued::Delayed => {
                self.track_delayed(pool, id, true, now_ns);
                self.count_delayed(pool, id, 1);
            }
            Dequeued::Left => {
                let sleeps = matches!(how, Dequeue::Sleep | Dequeue::Exit | Dequeue::Park);
                let awake = !pool[id].delayed;
                self.track_out(pool, id, awake, now_ns);
                self.leave_above(pool, level, leave, (sleeps, awake), now_ns);
                self.task_left(pool, id, now_ns);
                self.track_exit(pool, id, how == Dequeue::Exit);
            }
        }
        dequeued
    }

    /// A task has left its queue.
    fn task_left(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) {
        self.track_dequeue(pool, id, now_ns);
        self.count(pool, id, -1);
        if pool[id].group != pool[id].cfs_rq {
            self.count_out(pool, id, now_ns);
        }
    }

    /// An entity has left the queue of `level`: if that is empty now, its group leaves the queue above. If not, and
    /// a task `sleeps`, the group is marked to be picked next. `awake`: a task left that wanted to run.
    #[inline]
    fn leave_above(
        &mut self,
        pool: &mut Pool,
        level: GroupId,
        leave: Leave,
        (sleeps, awake): (bool, bool),
        now_ns: u64,
    ) {
        if level != GroupId::ROOT {
            self.leave_groups_above(pool, level, leave, (sleeps, awake), now_ns);
        }
    }

    fn leave_groups_above(
        &mut self,
        pool: &mut Pool,
        level: GroupId,
        leave: Leave,
        (sleeps, awake): (bool, bool),
        now_ns: u64,
    ) {
        let mut level = level;
        while let Some(group) = self.parent(level).filter(|_| !self.ends_at(level)) {
            let above = pool[group].cfs_rq;
            if self.queue(level).load > 0 {
                if sleeps && self.may_be_next(pool, level) {
                    self.mark_next(pool, group);
                }
                self.track_above(pool, group, (-i64::from(awake), false), now_ns);
                return self.refresh_slices(pool, level);
            }
            let dequeued = self.queue_mut(above).dequeue_entity(pool, group, leave.above(), now_ns);
            self.tell_above(pool, above);
            if dequeued == Dequeued::Delayed {
                self.track_above(pool, group, (-i64::from(awake), true), now_ns);
                return self.refresh_slice_of_delayed(pool, group);
            }
            self.track_out(pool, group, awake, now_ns);
            level = above;
        }
    }

    /// Charges the running entities, then chooses who runs next; `None` if nobody is
    /// queued. Delayed entities that the choice meets leave the queue
    /// ([`FairQueue::next_removed`]). The caller switches where the choice differs
    /// from the running task.
    #[inline(always)]
    pub fn pick(&mut self, pool: &mut Pool, now_ns: u64) -> Option<Pick> {
        loop {
            let pick = if self.groups.is_empty() {
                self.root.update_curr(pool, now_ns);
                self.root.pick(pool)?
            } else {
                self.pick_down(pool, now_ns)?
            };
            if !pool[pick.next].delayed {
                return Some(pick);
            }
            self.finish_delayed(pool, pick.next, now_ns);
        }
    }

    /// Walks from the root down to a task, or to somebody delayed. A level may turn out to be throttled on the way.
    fn pick_down(&mut self, pool: &mut Pool, now_ns: u64) -> Option<Pick> {
        let (mut level, mut throttled) = (GroupId::ROOT, false);
        loop {
            self.queue_mut(level).update_curr(pool, now_ns);
            self.settle(pool, now_ns);
            throttled |= self.check_runtime(pool, level, now_ns);
            if throttled && self.ends_at(level) {
                self.give_way(pool, now_ns);
                (level, throttled) = (GroupId::ROOT, false);
                continue;
            }
            let pick = self.queue_mut(level).pick(pool);
            self.tell_above(pool, level);
            let pick = pick?;
            match pool[pick.next].my_q {
                Some(group) if !pool[pick.next].delayed => level = group,
                None if !pool[pick.next].delayed => {
                    throttled |= self.check_groups(pool, pick.next, now_ns);
                    pool[pick.next].must_park |= throttled;
                    return Some(pick);
                }
                _ => return Some(pick),
            }
        }
    }

    /// A delayed entity leaves for good: it was picked, or goes to another class.
    pub(crate) fn finish_delayed(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) {
        let level = pool[id].cfs_rq;
        eevdf::finish_delayed(self.queue_mut(level), pool, id);
        self.after_delayed(pool, id, now_ns);
    }

    /// What follows when a delayed entity has left.
    pub(crate) fn after_delayed(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) {
        let level = pool[id].cfs_rq;
        self.tell_above(pool, level);
        self.queue_mut(level).return_slack(pool, now_ns);
        self.track_out(pool, id, false, now_ns);
        self.leave_above(pool, level, Leave::of(Dequeue::Sleep), (true, false), now_ns);
        if pool[id].my_q.is_none() {
            self.task_left(pool, id, now_ns);
            self.count_delayed(pool, id, -1);
            self.removed.push_back(id);
        }
    }

    /// Places a new task by its parent, the running one of its queue, before it is enqueued.
    /// Under EEVDF nothing happens: it is placed when it is enqueued.
    pub fn fork(&mut self, pool: &mut Pool, child: EntityId, now_ns: u64) -> Verdict {
        let level = pool[child].cfs_rq;
        let verdict = self.queue_mut(level).update_curr(pool, now_ns);
        self.tell_above(pool, level);
        if self.root.params.family == Family::Cfs {
            let slice_ns = cfs::sched_slice_ns(self, pool, child);
            cfs::fork(self.queue_mut(level), pool, child, slice_ns);
        }
        verdict.or(self.settle(pool, now_ns))
    }

    /// The running task yields. The schedule() that follows must use the same `now_ns`:
    /// the kernel does not read the clock again.
    pub fn yield_curr(&mut self, pool: &mut Pool, now_ns: u64) {
        let Some(curr) = self.curr.filter(|_| self.nr_queued() > 1) else { return };
        let level = pool[curr].cfs_rq;
        let queue = self.queue_mut(level);
        queue.clear_buddies(curr);
        match queue.params.rules.yields {
            YieldRule::Skip => cfs::yield_task(queue, pool, curr, now_ns),
            YieldRule::Postpone | YieldRule::Forfeit => {
                queue.update_curr(pool, now_ns);
                eevdf::yield_task(queue, pool, curr);
            }
        }
        self.tell_above(pool, level);
    }
}
