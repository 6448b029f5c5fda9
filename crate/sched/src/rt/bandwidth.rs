//! Realtime throttling: a share of each period is kept from the class (up to 6.11).

use super::queue::RtQueue;
use crate::call::Verdict;
use crate::params::Params;
use crate::reason::Reason;
use crate::rules::RtThrottling;

/// How much of a period the class has used.
#[derive(Clone, Debug)]
pub(super) struct Bandwidth {
    /// The limit is in force.
    limits: bool,
    runtime_ns: u64,
    period_ns: u64,
    used_ns: u64,
    throttled: bool,
    /// When the timer of the period expires next, or did last.
    ends_ns: u64,
    active: bool,
}

/// What the end of a period did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PeriodEnd {
    /// Nobody was held back.
    Nothing,
    /// The class may run again.
    Unthrottled(Reason),
}

impl Bandwidth {
    pub(super) fn new(params: &Params) -> Bandwidth {
        let (runtime_ns, period_ns) =
            (params.tunables.sched_rt_runtime_us * 1000, params.tunables.sched_rt_period_us * 1000);
        Bandwidth {
            limits: params.rules.rt_throttling == RtThrottling::Always && runtime_ns < period_ns,
            runtime_ns,
            period_ns,
            used_ns: 0,
            throttled: false,
            ends_ns: 0,
            active: false,
        }
    }

    pub(super) fn is_throttled(&self) -> bool {
        self.throttled
    }

    /// A task comes onto the queue: the period's timer runs from here on, unless it does already. It keeps the
    /// instant at which it was to expire if that is still ahead.
    pub(super) fn begin(&mut self, now_ns: u64) {
        if self.limits && !self.active {
            self.active = true;
            if self.ends_ns <= now_ns {
                self.ends_ns = now_ns + self.period_ns;
            }
        }
    }

    /// Counts what the class ran; above its runtime it is throttled.
    pub(super) fn charge(&mut self, delta_ns: u64) -> Verdict {
        if !self.limits {
            return Verdict::stay(Reason::Nothing {});
        }
        self.used_ns += delta_ns;
        if self.throttled || self.used_ns <= self.runtime_ns {
            return Verdict::stay(Reason::Nothing {});
        }
        self.throttled = true;
        let (used, runtime) = (self.used_ns as i64, self.runtime_ns as i64);
        Verdict::hard(Reason::RtThrottled { used, runtime })
    }

    /// The timer expired: the periods that are over take a runtime each off the count.
    fn end_period(&mut self, is_empty: bool, now_ns: u64) -> PeriodEnd {
        let over = (now_ns - self.ends_ns) / self.period_ns + 1;
        self.ends_ns += over * self.period_ns;
        self.used_ns = self.used_ns.saturating_sub(over * self.runtime_ns);
        self.active = self.used_ns > 0 || !is_empty;
        if !self.throttled || self.used_ns >= self.runtime_ns {
            return PeriodEnd::Nothing;
        }
        self.throttled = false;
        let (used, runtime) = (self.used_ns as i64, self.runtime_ns as i64);
        PeriodEnd::Unthrottled(Reason::RtUnthrottled { used, runtime })
    }
}

impl RtQueue {
    /// Whether the class has used up its runtime and is passed over.
    pub fn is_throttled(&self) -> bool {
        self.bandwidth.throttled
    }

    /// When the present period ends; `None` while no period is being measured.
    pub fn period_ends_ns(&self) -> Option<u64> {
        self.bandwidth.active.then_some(self.bandwidth.ends_ns)
    }

    /// There is one timer for all CPUs: this one's period ends when that of another does.
    pub fn share_period(&mut self, ends_ns: u64) {
        if self.bandwidth.active {
            self.bandwidth.ends_ns = ends_ns;
        }
    }

    /// DEADLINE tasks ran for `delta_ns`: it counts, but does not hold the class back at once. While no period is measured
    /// it counts up to the runtime only.
    pub fn account_deadline(&mut self, delta_ns: u64) {
        let bandwidth = &mut self.bandwidth;
        if bandwidth.limits && (bandwidth.active || bandwidth.used_ns < bandwidth.runtime_ns) {
            bandwidth.used_ns += delta_ns;
        }
    }

    /// What of the period was used, ns.
    pub fn used_ns(&self) -> u64 {
        self.bandwidth.used_ns
    }

    /// What of a period the class may use, ns.
    pub fn runtime_ns(&self) -> u64 {
        self.bandwidth.runtime_ns
    }

    /// Sets when the present period ends and what of it was used: periods go on from before what is looked at.
    pub fn set_period(&mut self, ends_ns: u64, used_ns: u64) {
        (self.bandwidth.ends_ns, self.bandwidth.used_ns) = (ends_ns, used_ns);
        self.bandwidth.active = self.bandwidth.limits;
    }

    /// The period's timer expired (`sched_rt_period_timer`). The caller asks for a reschedule if tasks may run again.
    pub fn end_period(&mut self, now_ns: u64) -> PeriodEnd {
        let is_empty = self.is_empty();
        self.bandwidth.end_period(is_empty, now_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Resched, kernel};

    const MS: u64 = 1_000_000;

    fn bandwidth(kernel_name: &str) -> Bandwidth {
        let mut bandwidth = Bandwidth::new(&Params::new(kernel(kernel_name).expect("a preset"), 250, 1));
        bandwidth.begin(0);
        bandwidth
    }

    #[test]
    fn up_to_6_11_a_hog_gets_950_ms_of_a_second() {
        let mut bandwidth = bandwidth("6.8");
        assert_eq!(bandwidth.charge(950 * MS).resched, Resched::No);
        assert_eq!(bandwidth.charge(1).resched, Resched::Hard);
        assert!(bandwidth.is_throttled());
        assert!(matches!(bandwidth.end_period(false, 1000 * MS), PeriodEnd::Unthrottled(_)));
        assert_eq!((bandwidth.used_ns, bandwidth.ends_ns), (1, 2000 * MS));
    }

    #[test]
    fn from_6_12_on_nothing_is_held_back() {
        let mut bandwidth = bandwidth("6.12.0");
        assert_eq!(bandwidth.charge(5000 * MS).resched, Resched::No);
        assert!(!bandwidth.is_throttled() && !bandwidth.active);
    }

    #[test]
    fn an_idle_period_is_the_last() {
        let mut bandwidth = bandwidth("5.10");
        assert_eq!(bandwidth.charge(MS).resched, Resched::No);
        assert_eq!(bandwidth.end_period(true, 1000 * MS), PeriodEnd::Nothing);
        assert!(!bandwidth.active);
        bandwidth.begin(1500 * MS);
        assert_eq!(bandwidth.ends_ns, 2000 * MS, "the timer keeps its grid while it is ahead");
    }
}
