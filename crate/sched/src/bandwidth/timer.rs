//! When a period ends.

/// The slack timer waits this long, ns (`cfs_bandwidth_slack_period`).
const SLACK_NS: u64 = 5_000_000;
/// It gives out nothing if a refill is nearer than this, ns (`min_bandwidth_expiration`).
const NEAR_NS: u64 = 2_000_000;

/// What the end of a period came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Period {
    /// Nobody took anything all through it: the timer stands still.
    Idle,
    /// The pool was refilled.
    Refilled,
}

/// The period timer. Moving on it only ever makes whole periods, running or not, so that it keeps its phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timer {
    expires_ns: u64,
    active: bool,
}

impl Timer {
    pub(super) fn at_rest(phase_ns: u64) -> Timer {
        Timer { expires_ns: phase_ns, active: false }
    }

    pub(super) fn expires_ns(&self) -> Option<u64> {
        self.active.then_some(self.expires_ns)
    }

    /// Starts it, unless it runs, for the next instant of its grid.
    pub(super) fn start(&mut self, now_ns: u64, period_ns: u64) {
        if !self.active {
            self.active = true;
            self.forward(now_ns, period_ns);
        }
    }

    pub(super) fn stop(&mut self) {
        self.active = false;
    }

    /// Moves it on by whole periods until it is in the future.
    pub(super) fn forward(&mut self, now_ns: u64, period_ns: u64) {
        if let Some(late_ns) = now_ns.checked_sub(self.expires_ns) {
            self.expires_ns += (late_ns / period_ns + 1) * period_ns;
        }
    }

    /// Whether a refill is so near that giving out slack is not worth it.
    pub(super) fn is_near(&self, now_ns: u64) -> bool {
        self.is_within(now_ns, NEAR_NS)
    }

    /// When the slack timer set now expires; `None` if a refill would come too soon after it.
    pub(super) fn slack_from(&self, now_ns: u64) -> Option<u64> {
        (!self.is_within(now_ns, SLACK_NS + NEAR_NS)).then_some(now_ns + SLACK_NS)
    }

    fn is_within(&self, now_ns: u64, least_ns: u64) -> bool {
        self.expires_ns.saturating_sub(now_ns) < least_ns
    }
}
