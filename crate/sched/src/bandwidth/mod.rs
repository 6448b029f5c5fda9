//! CFS bandwidth: how long the tasks of a group may run in each period, all together.
//!
//! 1. **Two accounts.** A group has one pool ([`Bandwidth`], `struct cfs_bandwidth`). Each of its queues, one a CPU, takes
//!    time from it a slice of 5 ms at a time and runs on that (`local`): the pool is asked rarely, and what was taken and
//!    not run yet may be run at any time, in a later period too.
//! 2. **Charge.** What the running task is charged, its group's queue is charged too, and those of all groups around it.
//!    The charge comes afterwards: at a tick, a wakeup or a schedule(). So a queue can go below 0, and owes that
//!    ([`Local::charge`]).
//! 3. **Used up.** A queue at or below 0 fills up to a slice from the pool. If that leaves it at or below 0 a
//!    reschedule is requested, hard in every preemption model.
//! 4. **Throttled.** The next pick, or whoever puts the running entity back, asks the pool once more, for 1 ns above 0, and
//!    throttles the queue if it is refused ([`Local::throttle`]). A queue that gets its first entity is tested at once.
//!    What a throttled queue means to its tasks changed twice ([`crate::Throttling`]):
//!    * to 6.17 the group's entity leaves the queue above. Its tasks stay where they are and nobody looks at them; a task
//!      that wakes joins them and preempts nobody;
//!    * from 6.18 on the group stays. A task of it that is picked goes on in the kernel and is taken off its queue when it
//!      is about to return to user mode: it is parked. What wakes is queued, picked and parked likewise. An exiting task is
//!      never parked;
//!    * from 7.3 on no pick asks. The charge that uses up the quota throttles at once and requests no reschedule: the running
//!      task is parked when it returns to user mode, and so is whoever gets the CPU later (`settle`).
//! 5. **Refill.** A timer adds the quota to the pool each period; of what was left over only `burst` stays beside it
//!    ([`Bandwidth::period`]). Then each throttled queue is given what it owes and 1 ns, as long as there is some, and one
//!    above 0 goes on ([`Bandwidth::give`]): the group's entity is placed as after a sleep; from 6.18 on the parked tasks are, the one
//!    parked last first. None of them preempts, only an idle CPU is rescheduled.
//! 6. **Idle.** If nobody took anything in a period the timer stops at its end. It starts again with the next taking, and
//!    keeps its phase: the instants at which it can expire are a grid (`timer`).
//! 7. **Slack.** A queue that runs empty returns what it has beyond 1 ms. If others are throttled and the pool then holds
//!    more than a slice, a second timer gives it out 5 ms later, unless a refill is near ([`Bandwidth::slack`]). A group
//!    that has one queue only, on one CPU, has nobody to give it to.
//! 8. **Groups in groups.** Every level has a quota of its own and the tightest one binds: a task may run if no queue on
//!    its way to the root is throttled.
//! 9. **Written.** A new quota fills the pool at once, empties each queue's account and lets throttled ones go on. The
//!    kernel takes a quota and a period of at least 1 ms, a period of at most 1 s and a burst of at most the quota.
//!
//! Not modelled: that the period is stretched when a refill takes longer than it.

mod account;
mod local;
mod park;
mod settle;
#[cfg(test)]
mod tests;
mod throttle;
mod timer;
#[cfg(test)]
mod walks;
mod written;

pub(crate) use account::Account;
pub use local::Local;
pub use timer::Period;
pub use written::QuotaOutcome;

use crate::rules::Refill;
use timer::Timer;

/// A queue that runs empty keeps this much, ns (`min_cfs_rq_runtime`).
pub const KEPT_NS: u64 = 1_000_000;

/// What a group may run, by its files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quota {
    /// `cpu.max`: time of each period, ns.
    pub quota_ns: u64,
    /// `cpu.max`: the period, ns.
    pub period_ns: u64,
    /// `cpu.max.burst`: how much more than the quota may be saved up, ns.
    pub burst_ns: u64,
}

impl Quota {
    /// As the files have it, in µs.
    pub fn of_us(quota_us: u64, period_us: u64, burst_us: u64) -> Quota {
        Quota { quota_ns: quota_us * 1000, period_ns: period_us * 1000, burst_ns: burst_us * 1000 }
    }
}

/// The pool of a group with a quota (`struct cfs_bandwidth`).
#[derive(Clone, Debug)]
pub struct Bandwidth {
    quota: Quota,
    runtime_ns: u64,
    /// Nobody has taken anything since the last refill.
    idle: bool,
    timer: Timer,
    slack_at_ns: Option<u64>,
    /// Queues that are throttled by it.
    throttled: u32,
}

impl Bandwidth {
    /// A full pool whose timer stands still until somebody takes of it, and then expires `phase_ns` behind a multiple of the period.
    pub fn new(quota: Quota, phase_ns: u64) -> Bandwidth {
        Bandwidth {
            quota,
            runtime_ns: quota.quota_ns,
            idle: false,
            timer: Timer::at_rest(phase_ns),
            slack_at_ns: None,
            throttled: 0,
        }
    }

    /// Writes another quota: the pool is filled and the timer started. A timer that runs already expires once more as it would have.
    pub fn set_quota(&mut self, quota: Quota, rule: Refill, now_ns: u64) {
        self.quota = quota;
        self.refill(rule);
        self.timer.start(now_ns, quota.period_ns);
    }

    /// The quota in force.
    pub fn quota(&self) -> Quota {
        self.quota
    }

    /// What is in the pool, ns.
    pub fn runtime_ns(&self) -> u64 {
        self.runtime_ns
    }

    /// How many queues it has throttled.
    pub fn throttled(&self) -> u32 {
        self.throttled
    }

    /// When the next period begins; `None` while the timer stands still.
    pub fn period_at_ns(&self) -> Option<u64> {
        self.timer.expires_ns()
    }

    /// When the slack timer expires; `None` while it is not set.
    pub fn slack_at_ns(&self) -> Option<u64> {
        self.slack_at_ns
    }

    /// Fills `local` up to `target_ns`, as far as the pool reaches, and starts the period timer if it stands still; says whether that
    /// leaves it above 0 (`__assign_cfs_rq_runtime`).
    fn assign(&mut self, local: &mut Local, target_ns: u64, now_ns: u64) -> bool {
        self.timer.start(now_ns, self.quota.period_ns);
        if self.runtime_ns > 0 {
            let wanted_ns = (target_ns as i64).saturating_sub(local.remaining_ns).max(0) as u64;
            let amount_ns = self.runtime_ns.min(wanted_ns);
            self.idle = false;
            self.hand_over(local, amount_ns);
        }
        local.remaining_ns > 0
    }

    fn hand_over(&mut self, local: &mut Local, amount_ns: u64) {
        self.runtime_ns -= amount_ns;
        local.remaining_ns += amount_ns as i64;
    }

    /// Takes back what a queue that ran empty has beyond 1 ms, and sets the slack timer if that helps others.
    pub fn take_back(&mut self, local: &mut Local, slice_ns: u64, now_ns: u64) {
        let slack_ns = local.remaining_ns - KEPT_NS as i64;
        if slack_ns <= 0 {
            return;
        }
        local.remaining_ns -= slack_ns;
        self.runtime_ns += slack_ns as u64;
        if self.runtime_ns > slice_ns && self.throttled > 0 && self.slack_at_ns.is_none() {
            self.slack_at_ns = self.timer.slack_from(now_ns);
        }
    }

    /// Gives a throttled queue what it owes and 1 ns, as far as the pool reaches; says whether it may go on, and counts it out if so.
    pub fn give(&mut self, local: &mut Local) -> bool {
        debug_assert!(local.throttled, "only a throttled queue is given anything");
        let wanted_ns = local.deficit_ns() + 1;
        self.hand_over(local, self.runtime_ns.min(wanted_ns));
        let goes_on = local.remaining_ns > 0;
        if goes_on {
            self.release(local);
        }
        goes_on
    }

    fn release(&mut self, local: &mut Local) {
        local.throttled = false;
        self.throttled -= 1;
    }

    /// `runtime = min(runtime + quota, quota + burst)`.
    fn refill(&mut self, rule: Refill) {
        let quota = self.quota;
        self.runtime_ns = match rule {
            Refill::Reset => quota.quota_ns,
            Refill::Saved => {
                self.runtime_ns.saturating_add(quota.quota_ns).min(quota.quota_ns + quota.burst_ns)
            }
        };
    }

    /// The period timer expired: says what becomes of it. After a refill the caller gives to the throttled queues.
    pub fn period(&mut self, rule: Refill, now_ns: u64) -> Period {
        self.timer.forward(now_ns, self.quota.period_ns);
        let stops = self.idle && self.throttled == 0;
        if rule == Refill::Saved || !stops {
            self.refill(rule);
        }
        if stops {
            self.timer.stop();
            return Period::Idle;
        }
        self.idle = self.throttled == 0;
        Period::Refilled
    }

    /// The slack timer expired: whether the caller gives to the throttled queues.
    pub fn slack(&mut self, slice_ns: u64, now_ns: u64) -> bool {
        self.slack_at_ns = None;
        self.runtime_ns > slice_ns && !self.timer.is_near(now_ns)
    }
}
