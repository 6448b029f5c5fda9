//! Attribute changes while a task sleeps, waits or runs.
//!
//! A queued task goes dequeue → (put) → change → enqueue → (set), so its vruntime may move
//! by the rounding of the placement even when nothing changes.

use crate::call::{Dequeue, Enqueue, Resched, Verdict, Wake};
use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Policy, Pool};
use crate::reason::Reason;
use crate::rules::{Family, OwnSlice};
use crate::{cfs, eevdf};

/// What changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Another nice value, −20..=19.
    Nice(i8),
    /// Another fair policy.
    Policy(Policy),
    /// Another slice in ns, 100 000..=100 000 000; `None` follows base_slice again.
    Slice(Option<u64>),
    /// Other clamps, of which the class knows nothing.
    Clamps,
    /// Another task group.
    Group(GroupId),
    /// An exiting task is moved out of its autogroup: nothing changes but its place.
    ExitMove,
}

/// Least and greatest slice that a task can choose, ns (`__setparam_fair`).
pub const CUSTOM_SLICE_RANGE_NS: (u64, u64) = (100_000, 100_000_000);

impl FairQueue {
    /// Changes an attribute of a task of this CPU and says whether that asks for a
    /// reschedule. `pending_hard`: a hard request is pending.
    ///
    /// Taking a queued task off charges who runs beside it, and that may ask too: for a request that is served, or because
    /// the running task is not protected any more.
    pub fn change(
        &mut self,
        pool: &mut Pool,
        id: EntityId,
        change: Change,
        pending_hard: bool,
        now_ns: u64,
    ) -> Verdict {
        if self.is_void(pool, id, change) {
            return Verdict::stay(Reason::Nothing {});
        }
        if pool[id].on_rq {
            let charge = self.charge_taking_off(pool, id, now_ns);
            let pending_hard = pending_hard || charge.resched == Resched::Hard;
            return self.requeue(pool, id, change, pending_hard, now_ns).or(charge);
        }
        match change {
            Change::Group(group) if pool[id].parked => return self.move_parked(pool, id, group, now_ns),
            _ => self.change_asleep(pool, id, change, now_ns),
        }
        if pool[id].parked {
            self.park_anew(pool, id);
        }
        Verdict::stay(Reason::Nothing {})
    }

    /// Charges who runs in the queues that a task is taken off from: in its own, and above as long as that leaves one empty.
    /// Where the task itself runs, all are charged as it is put.
    fn charge_taking_off(&mut self, pool: &mut Pool, id: EntityId, now_ns: u64) -> Verdict {
        if self.curr == Some(id) {
            return self.update_all(pool, now_ns);
        }
        let mut verdict = self.charge_beside(pool, id, now_ns);
        let mut level = pool[id].cfs_rq;
        while let Some(group) = self.parent(level).filter(|_| self.queue(level).nr_queued == 1) {
            verdict = verdict.or(self.charge_beside(pool, group, now_ns));
            level = pool[group].cfs_rq;
        }
        verdict
    }

    /// Takes a queued task off, changes it, and puts it back.
    fn requeue(
        &mut self,
        pool: &mut Pool,
        id: EntityId,
        change: Change,
        pending_hard: bool,
        now_ns: u64,
    ) -> Verdict {
        let old_nice = pool[id].nice;
        let running = self.curr == Some(id);
        let how = match change {
            Change::ExitMove | Change::Group(_) => Dequeue::Move,
            Change::Nice(_) | Change::Policy(_) | Change::Slice(_) | Change::Clamps => Dequeue::Save,
        };
        self.dequeue(pool, id, how, now_ns);
        if running {
            self.put_prev(pool, now_ns);
        }
        self.apply(pool, id, change, now_ns);
        // Who runs in the queues that it comes to is charged too.
        let charge = self.enqueue(pool, id, Enqueue::Restore, now_ns);
        if running {
            self.set_next(pool, id, now_ns, false);
            pool[id].must_park |= self.waits_in_user_mode(pool, id);
        }
        let verdict = match change {
            Change::ExitMove => Verdict::hard(Reason::ExitMoved {}),
            Change::Group(_) if running => Verdict::hard(Reason::GroupMoved {}),
            Change::Group(_) => Verdict::stay(Reason::GroupMoved {}),
            _ => self.priority_changed(pool, id, old_nice, pending_hard, now_ns),
        };
        Verdict { resched: verdict.resched.max(charge.resched), ..verdict }
    }

    /// Whether the kernel would return before it touches the queue. EEVDF kernels requeue
    /// for a policy call that changes nothing, as their slice counts as given anew.
    fn is_void(&self, pool: &Pool, id: EntityId, change: Change) -> bool {
        let is_cfs = self.params().family == Family::Cfs;
        match change {
            Change::Nice(nice) => nice == pool[id].nice,
            Change::Policy(policy) => is_cfs && policy == pool[id].policy,
            Change::Slice(slice_ns) => {
                self.params().rules.own_slice == OwnSlice::Ignored || slice_ns == Some(pool[id].slice_ns)
            }
            Change::Group(group) => group == pool[id].group,
            Change::Clamps | Change::ExitMove => false,
        }
    }

    fn apply(&mut self, pool: &mut Pool, id: EntityId, change: Change, now_ns: u64) {
        match change {
            Change::Nice(nice) => {
                pool[id].nice = nice;
                self.track_load(pool, id);
                self.reweight(pool, id);
            }
            Change::Policy(policy) => {
                pool[id].policy = policy;
                self.track_load(pool, id);
                self.reweight(pool, id);
            }
            Change::Slice(slice_ns) => {
                let (least_ns, greatest_ns) = CUSTOM_SLICE_RANGE_NS;
                pool[id].custom_slice = slice_ns.is_some();
                pool[id].slice_ns = slice_ns.map_or(self.params().tunables.base_slice_ns, |slice_ns| {
                    slice_ns.clamp(least_ns, greatest_ns)
                });
            }
            Change::Group(group) => self.regroup(pool, id, group, now_ns),
            Change::Clamps | Change::ExitMove => {}
        }
    }

    /// A sleeping task of CFS takes its distance from min_vruntime along into another group; lags are relative anyway.
    fn change_asleep(&mut self, pool: &mut Pool, id: EntityId, change: Change, now_ns: u64) {
        let moves = matches!(change, Change::Group(_)) && self.params().family == Family::Cfs;
        if moves {
            cfs::leave_asleep(self.queue_mut(pool[id].cfs_rq), pool, id, now_ns);
        }
        self.apply(pool, id, change, now_ns);
        if moves {
            cfs::place_on_enqueue(self.queue_mut(pool[id].cfs_rq), pool, id, Enqueue::Restore, now_ns);
        }
    }

    /// Puts a task off the queue into another group, with the weight that it has there.
    pub(crate) fn regroup(&mut self, pool: &mut Pool, id: EntityId, group: GroupId, now_ns: u64) {
        self.track_move(pool, id, Some(group), now_ns);
        self.assign(pool, id, group);
        self.reweight(pool, id);
    }

    /// Gives a task off the queue the weight of its policy and nice value. From 7.3 on one in a group is given its weight
    /// when it is queued.
    fn reweight(&self, pool: &mut Pool, id: EntityId) {
        if pool[id].group == pool[id].cfs_rq {
            let weight = pool[id].own_weight();
            eevdf::reweight_off_queue(&self.root, pool, id, weight);
        }
    }

    /// A running task that became less urgent goes; a waiting one may preempt.
    fn priority_changed(
        &mut self,
        pool: &mut Pool,
        id: EntityId,
        old_nice: i8,
        pending_hard: bool,
        now_ns: u64,
    ) -> Verdict {
        let (from, to) = (i64::from(old_nice), i64::from(pool[id].nice));
        if from == to || self.root.nr_queued == 1 || pool[id].delayed {
            return Verdict::stay(Reason::Nothing {});
        }
        if self.curr != Some(id) {
            return self.wakeup_preempt(pool, id, Wake::default(), pending_hard, now_ns);
        }
        let resched = if to > from { Resched::Hard } else { Resched::No };
        Verdict { resched, why: Reason::PriorityLowered { from, to } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entity, Params, Pool, kernel};

    /// Two tasks, the first running; the other is changed at `at_ns`.
    fn change_beside(kernel_name: &str, change: Change, at_ns: u64) -> Verdict {
        let params = Params::new(kernel(kernel_name).expect("a preset"), 250, 1);
        let (mut queue, mut pool) = (FairQueue::new(params), Pool::new());
        let [_, other] = [0, 1].map(|_| pool.add(Entity::new(Policy::Normal, 0)));
        for id in [EntityId(0), other] {
            queue.enqueue(&mut pool, id, Enqueue::Fork, 0);
        }
        let pick = queue.pick(&mut pool, 0).expect("two are queued");
        assert_eq!(pick.next, EntityId(0));
        queue.set_next(&mut pool, pick.next, 0, true);
        queue.change(&mut pool, other, change, false, at_ns)
    }

    /// The charge finds the request of the running task served, whatever becomes of the changed one.
    #[test]
    fn the_charge_of_a_change_beside_may_ask() {
        for kernel_name in ["6.6", "6.12.y", "6.19", "7.2"] {
            let early = change_beside(kernel_name, Change::Policy(Policy::Batch), 10_000);
            assert_eq!(early.resched, Resched::No, "{kernel_name}");
            let late = change_beside(kernel_name, Change::Policy(Policy::Batch), 50_000_000);
            assert!(matches!(late.why, Reason::RequestServed { .. }), "{kernel_name}: {late:?}");
            assert!(late.resched > Resched::No);
        }
        let cfs = change_beside("6.5", Change::Policy(Policy::Batch), 50_000_000);
        assert_eq!(cfs.resched, Resched::No, "CFS asks at ticks only");
    }
}
