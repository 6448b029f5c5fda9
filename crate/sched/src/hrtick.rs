//! The slice timer (HRTICK): ends a slice exactly instead of at the next tick.

use crate::call::{Resched, Verdict};
use crate::cfs;
use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};
use crate::features::Feature;
use crate::reason::Reason;
use crate::rules::HrtickRule;
use crate::weight::{NICE_0_LOAD, mul_div};

/// The timer is never armed for less than this, ns (`kernel/sched/core.c: hrtick_start`): a slice that
/// is just used up would make it fire again and again without time passing.
const LEAST_ARM_NS: u64 = 10_000;
/// 7.1: an armed timer stays where it is unless it would move by more than this, ns.
const STEADY_NS: u64 = 5_000;

/// When arming is considered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArmAt {
    /// A task was picked.
    Pick,
    /// A task came onto the queue or left it.
    QueueChange,
}

/// What becomes of the slice timer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HrtickArm {
    /// The timer stays as it is, armed or not.
    Keep,
    /// It fires this many ns from now.
    After(u64),
    /// The slice is used up already: a reschedule is requested instead.
    Overdue(Verdict),
}

impl FairQueue {
    /// Considers arming the slice timer for the running entity (`hrtick_start_fair`).
    #[inline]
    pub fn hrtick_arm(&mut self, pool: &Pool, at: ArmAt, now_ns: u64) -> HrtickArm {
        if self.params().features.has(Feature::Hrtick) && self.nr_queued() > 1 {
            self.arm_beside_others(pool, at, now_ns)
        } else {
            HrtickArm::Keep
        }
    }

    fn arm_beside_others(&mut self, pool: &Pool, at: ArmAt, now_ns: u64) -> HrtickArm {
        let Some(curr) = self.curr.filter(|curr| pool[*curr].on_rq) else { return HrtickArm::Keep };
        match self.params().rules.hrtick {
            HrtickRule::IdealSlice
                if at == ArmAt::QueueChange && cfs::are_many(self.queue_of(pool, curr)) =>
            {
                HrtickArm::Keep
            }
            HrtickRule::IdealSlice => {
                self.arm_rest(pool, curr, cfs::sched_slice_ns(self, pool, curr), now_ns)
            }
            HrtickRule::SliceLeft => self.arm_rest(pool, curr, pool[curr].slice_ns, now_ns),
            HrtickRule::DeadlineLeft => self.arm_to_deadline(pool, curr, at, now_ns),
        }
    }

    /// Queue clock at which the armed timer fires; `None` while it is not armed.
    pub fn hrtick_at_ns(&self) -> Option<u64> {
        self.hrtick_at_ns
    }

    /// schedule() begins: up to 7.0 it stops the timer, later ones let it run on.
    pub fn hrtick_schedule(&mut self) {
        match self.params().rules.hrtick {
            HrtickRule::IdealSlice | HrtickRule::SliceLeft => self.hrtick_at_ns = None,
            HrtickRule::DeadlineLeft => {}
        }
    }

    /// The slice timer fired: charge, and reschedule in any case; up to 7.0 as gently as the preemption model has it.
    #[inline]
    pub fn hrtick(&mut self, pool: &mut Pool, now_ns: u64) -> Verdict {
        self.hrtick_at_ns = None;
        let Some(curr) = self.curr else { return Verdict::stay(Reason::Nothing {}) };
        self.update_all(pool, now_ns);
        self.track_tick(pool, curr, now_ns);
        if pool[curr].group != GroupId::ROOT {
            self.follow_above(pool, pool[curr].group, now_ns);
        }
        if pool[curr].group != pool[curr].cfs_rq {
            self.refresh_weight(pool, curr);
        }
        let why = Reason::HrtickFired { ran: pool[curr].ran_ns() as i64 };
        match self.params().rules.hrtick {
            HrtickRule::SliceLeft => self.root.ask(why),
            HrtickRule::IdealSlice | HrtickRule::DeadlineLeft => Verdict::hard(why),
        }
    }

    fn arm_rest(&mut self, pool: &Pool, curr: EntityId, slice_ns: u64, now_ns: u64) -> HrtickArm {
        let ran_ns = pool[curr].ran_ns();
        if ran_ns > slice_ns {
            let over = (ran_ns - slice_ns) as i64;
            return HrtickArm::Overdue(Verdict {
                resched: Resched::Hard,
                why: Reason::HrtickOverdue { over },
            });
        }
        self.arm(now_ns, (slice_ns - ran_ns).max(LEAST_ARM_NS))
    }

    fn arm_to_deadline(&mut self, pool: &Pool, curr: EntityId, at: ArmAt, now_ns: u64) -> HrtickArm {
        if at == ArmAt::QueueChange && self.hrtick_at_ns.is_some() {
            return HrtickArm::Keep;
        }
        let entity = &pool[curr];
        let rest = entity.deadline.since(entity.vruntime);
        let rest_ns = mul_div(rest, entity.weight.load, NICE_0_LOAD).max(0).unsigned_abs();
        let rest_ns = rest_ns.max(LEAST_ARM_NS);
        match self.hrtick_at_ns {
            Some(armed_ns) if armed_ns.abs_diff(now_ns.saturating_add(rest_ns)) <= STEADY_NS => {
                HrtickArm::Keep
            }
            _ => self.arm(now_ns, rest_ns),
        }
    }

    fn arm(&mut self, now_ns: u64, after_ns: u64) -> HrtickArm {
        self.hrtick_at_ns = Some(now_ns.saturating_add(after_ns));
        HrtickArm::After(after_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Enqueue, Entity, Params, Policy, kernel};

    #[track_caller]
    fn check(name: &str, expected: Resched) {
        let params = Params::new(kernel(name).expect("a preset"), 250, 1);
        let (mut pool, mut queue) = (Pool::new(), FairQueue::new(params));
        for _ in 0..2 {
            let id = pool.add(Entity::new(Policy::Normal, 0));
            queue.enqueue(&mut pool, id, Enqueue::Wakeup, 0);
        }
        let pick = queue.pick(&mut pool, 0).expect("two are queued");
        queue.set_next(&mut pool, pick.next, 0, true);
        assert_eq!(queue.hrtick(&mut pool, 3_000_000).resched, expected, "{name}");
    }

    /// 7.0 boots with the lazy model as 7.1 does, and its slice timer asks gently.
    #[test]
    fn the_slice_timer_asks_hard_where_nothing_is_gentle_and_from_7_1_on() {
        check("6.1", Resched::Hard);
        check("6.12.y", Resched::Hard);
        check("7.0", Resched::Lazy);
        check("7.1", Resched::Hard);
        check("7.3", Resched::Hard);
    }
}
