//! The clock of a policy: which point its governor asks for, and when it has it.

use super::demand::Performance;
use super::energy::PerfDomain;
use crate::reason::SmpReason;
use crate::rules::BusyHold;

/// Who sets a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Governor {
    /// Always the fastest point.
    #[default]
    Performance,
    /// What the scheduler sees as needed.
    Schedutil,
}

impl Governor {
    /// Every governor with the name that the kernel has for it.
    pub const ALL: [(&'static str, Governor); 2] =
        [("performance", Governor::Performance), ("schedutil", Governor::Schedutil)];

    /// The governor of this name, if one has it.
    pub fn by_name(name: &str) -> Option<Governor> {
        Governor::ALL.iter().find(|(own, _)| *own == name).map(|(_, governor)| *governor)
    }

    /// What the kernel calls it.
    pub fn name(self) -> &'static str {
        match self {
            Governor::Performance => "performance",
            Governor::Schedutil => "schedutil",
        }
    }
}

/// How fast a clock can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Between two changes, at least, ns (`rate_limit_us`).
    pub rate_limit_ns: u64,
    /// From asking for a point until it is in effect, ns.
    pub transition_ns: u64,
}

impl Timing {
    /// Of hardware that takes so long for a change: half as long again between changes, or a millisecond where it is not told
    /// (`cpufreq_policy_transition_delay_us`).
    pub fn of_transition(transition_ns: u64) -> Timing {
        let rate_limit_ns = if transition_ns == 0 { 1_000_000 } else { transition_ns + transition_ns / 2 };
        Timing { rate_limit_ns, transition_ns }
    }
}

/// A point was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The clock that was asked for before.
    pub from_khz: u64,
    /// The clock that is.
    pub to_khz: u64,
    /// When it is in effect; as long as it is not, another one may take its place.
    pub arrives_ns: u64,
    /// What decided.
    pub why: SmpReason,
}

/// What came of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Another point is asked for.
    Changes(Change),
    /// The point stays.
    Stays(SmpReason),
}

/// The clock of a policy; points are indices into those of its [`PerfDomain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    governor: Governor,
    current: usize,
    target: usize,
    arrives_ns: Option<u64>,
    changed_ns: Option<u64>,
    /// The fastest point that it may have.
    limit: usize,
    limits_changed: bool,
    has_idled: bool,
}

impl Policy {
    /// A clock at rest: the slowest point, or with the governor `performance` the fastest.
    pub fn new(governor: Governor, domain: &PerfDomain) -> Policy {
        let limit = domain.points.len().saturating_sub(1);
        let point = match governor {
            Governor::Performance => limit,
            Governor::Schedutil => 0,
        };
        let (arrives_ns, changed_ns) = (None, None);
        Policy {
            governor,
            current: point,
            target: point,
            arrives_ns,
            changed_ns,
            limit,
            limits_changed: false,
            has_idled: true,
        }
    }

    /// The point in effect.
    pub fn current(&self) -> usize {
        self.current
    }

    /// When the point that was asked for is in effect, if it is not.
    pub fn arrives_ns(&self) -> Option<u64> {
        self.arrives_ns
    }

    /// How fast the clock is now, 1024 at its fastest, limited or not; also where its points are not told.
    pub fn frequency_scale(&self, domain: &PerfDomain) -> u64 {
        let (Some(point), Some(fastest)) = (domain.points.get(self.current), domain.points.last()) else {
            return 1024;
        };
        crate::load::frequency_scale(point.frequency_khz, fastest.frequency_khz)
    }

    /// A CPU of it became idle (`tick_nohz_get_idle_calls_cpu`).
    pub fn idles(&mut self) {
        self.has_idled = true;
    }

    /// The fastest point that it may have from now on; the next request is answered at once (`sugov_limits`).
    pub fn limit(&mut self, point: usize) {
        self.limits_changed |= point != self.limit;
        self.limit = point;
    }

    /// The point that was asked for is in effect now.
    pub fn arrive(&mut self) {
        debug_assert!(self.arrives_ns.is_some(), "a point was asked for");
        self.current = self.target;
        self.arrives_ns = None;
    }

    /// A CPU of it has changed what it does; `asked` is the highest demand of its CPUs (`sugov_update_single_freq`,
    /// `sugov_update_shared`). The domain has points.
    pub fn request(
        &mut self,
        domain: &PerfDomain,
        asked: &Performance,
        now_ns: u64,
        timing: Timing,
        rule: BusyHold,
    ) -> Answer {
        let (point, why) = match self.governor {
            Governor::Performance => {
                (self.limit, SmpReason::ClockFastest { khz: self.khz(domain, self.limit) })
            }
            Governor::Schedutil => match self.schedutil(domain, asked, now_ns, timing, rule) {
                Ok(found) => found,
                Err(why) => return Answer::Stays(why),
            },
        };
        if point == self.target {
            return Answer::Stays(why);
        }
        Answer::Changes(self.change(domain, point, why, now_ns, timing))
    }

    /// The point that the scheduler asks for, or why it does not ask.
    fn schedutil(
        &mut self,
        domain: &PerfDomain,
        asked: &Performance,
        now_ns: u64,
        timing: Timing,
        rule: BusyHold,
    ) -> Result<(usize, SmpReason), SmpReason> {
        let is_forced = std::mem::take(&mut self.limits_changed);
        if !is_forced {
            self.rate_limit(now_ns, timing)?;
        }
        let has_idled = std::mem::take(&mut self.has_idled);
        let wanted = point_of(domain, asked);
        let (point, why) = if wanted > self.limit {
            let (khz, limit_khz) = (self.khz(domain, wanted), self.khz(domain, self.limit));
            (self.limit, SmpReason::ClockForHeat { khz, limit_khz })
        } else {
            (wanted, asked.why)
        };
        let is_capped = match rule {
            BusyHold::Always => false,
            BusyHold::UnlessCapped => asked.is_capped,
        };
        let is_held = domain.cpus.len() == 1 && !is_forced && !has_idled && !is_capped;
        if is_held && point < self.target {
            return Err(SmpReason::ClockHeld {
                khz: self.khz(domain, point),
                kept_khz: self.khz(domain, self.target),
            });
        }
        Ok((point, why))
    }

    fn rate_limit(&self, now_ns: u64, timing: Timing) -> Result<(), SmpReason> {
        let since_ns = self.changed_ns.map_or(u64::MAX, |changed_ns| now_ns - changed_ns);
        if since_ns >= timing.rate_limit_ns {
            return Ok(());
        }
        Err(SmpReason::ClockTooSoon { since_ns: since_ns as i64, limit_ns: timing.rate_limit_ns as i64 })
    }

    fn change(
        &mut self,
        domain: &PerfDomain,
        point: usize,
        why: SmpReason,
        now_ns: u64,
        timing: Timing,
    ) -> Change {
        let from_khz = domain.points[self.target].frequency_khz;
        let arrives_ns = self.arrives_ns.unwrap_or(now_ns + timing.transition_ns);
        (self.target, self.arrives_ns, self.changed_ns) = (point, Some(arrives_ns), Some(now_ns));
        Change { from_khz, to_khz: domain.points[point].frequency_khz, arrives_ns, why }
    }

    fn khz(&self, domain: &PerfDomain, point: usize) -> i64 {
        domain.points[point].frequency_khz as i64
    }
}

/// The slowest point that is not slower than a demand, or the fastest (`get_next_freq`, `cpufreq_driver_resolve_freq`).
fn point_of(domain: &PerfDomain, asked: &Performance) -> usize {
    let last = domain.points.len() - 1;
    let khz = domain.points[last].frequency_khz * asked.value / asked.capacity;
    domain.points.iter().position(|point| point.frequency_khz >= khz).unwrap_or(last)
}

#[cfg(test)]
#[path = "policy_tests.rs"]
mod tests;
