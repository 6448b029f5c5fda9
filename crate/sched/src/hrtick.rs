//! The slice timer (HRTICK): ends a slice exactly instead of at the next tick.

use crate::call::{Resched, Verdict};
use crate::cfs;
use crate::entity::{EntityId, Pool};
use crate::features::Feature;
use crate::queue::FairQueue;
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
    pub fn hrtick_arm(&mut self, pool: &Pool, at: ArmAt, now_ns: u64) -> HrtickArm {
        let Some(curr) = self.queued_curr(pool) else { return HrtickArm::Keep };
        if !self.params.features.has(Feature::Hrtick) || self.nr_queued <= 1 {
            return HrtickArm::Keep;
        }
        match self.params.rules.hrtick {
            HrtickRule::IdealSlice if at == ArmAt::QueueChange && self.is_crowded() => HrtickArm::Keep,
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
        match self.params.rules.hrtick {
            HrtickRule::IdealSlice | HrtickRule::SliceLeft => self.hrtick_at_ns = None,
            HrtickRule::DeadlineLeft => {}
        }
    }

    /// The slice timer fired: charge, and reschedule in any case.
    pub fn hrtick(&mut self, pool: &mut Pool, now_ns: u64) -> Verdict {
        self.hrtick_at_ns = None;
        self.update_curr(pool, now_ns);
        let Some(curr) = self.curr else { return Verdict::stay(Reason::Nothing {}) };
        Verdict::hard(Reason::HrtickFired { ran: pool[curr].ran_ns() as i64 })
    }

    fn is_crowded(&self) -> bool {
        u64::from(self.nr_queued) >= self.params.tunables.nr_latency
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
