//! Periods of quotas: when they begin, and whom that lets go on.
//!
//! The timer of a group's quota expires a period apart, from an instant that the recording shows when it does so for the
//! first time. It stops after a period in which nobody took anything, and starts again on the same grid.
//! If it lets tasks go on, the running one is charged for that.

use sched::GroupId;
use sched::bandwidth::Quota;

use crate::groups::Groups;
use crate::recording::{Kind, Recording};

use super::ahead::SERVED_WITHIN_NS;
use super::flow::Flow;
use crate::timer::Timer as KernelTimer;

const TIMER: KernelTimer = KernelTimer::QuotaPeriod;

/// How long after a multiple of the period the first timer seen to expire did so; 0 if none did.
///
/// That of any quota: the kernel gives each a phase of its own, but it is known only of which group one is if there is one.
pub(crate) fn quota_phase_ns(recording: &Recording) -> u64 {
    let groups = Groups::of(&recording.scenario);
    let period_ns = groups.quotas().next().map(|(_, quota)| quota.period_ns as i64);
    let is_timer = |kind: &Kind| matches!(kind, Kind::Hrtimer { function } if function == TIMER.function());
    let first = recording.events.iter().find(|event| is_timer(&event.kind));
    first.zip(period_ns).map_or(0, |(event, period_ns)| event.t_ns.rem_euclid(period_ns).unsigned_abs())
}

/// The timer of one group's quota.
struct Timer {
    group: GroupId,
    name: String,
    period_ns: i64,
    /// When it would expire next; `None` before it was first seen to.
    due_ns: Option<i64>,
}

impl Timer {
    /// Whether an expiry at `t_ns` is its own; one that was never seen may be any.
    fn may_expire(&self, t_ns: i64) -> bool {
        self.due_ns.is_none_or(|due_ns| t_ns.abs_diff(due_ns) <= SERVED_WITHIN_NS.unsigned_abs())
    }
}

impl Timer {
    /// Moves on to the first instant of its grid after `t_ns`; says whether that is another one.
    fn move_on(&mut self, t_ns: i64) -> bool {
        let Some(due_ns) = self.due_ns.filter(|due_ns| *due_ns <= t_ns) else { return false };
        let periods = (t_ns - due_ns) / self.period_ns.max(1) + 1;
        self.due_ns = Some(due_ns.saturating_add(periods.saturating_mul(self.period_ns)));
        true
    }
}

/// The timers of all quotas of a recording.
pub(super) struct Periods {
    groups: Groups,
    /// In the order of the groups' ids, in which timers of one instant expire.
    timers: Vec<Timer>,
    /// The period of which group begins with the event that comes next, and when its timer expired.
    begins: Option<(GroupId, i64)>,
}

impl Periods {
    pub(super) fn new(recording: &Recording) -> Periods {
        let groups = Groups::of(&recording.scenario);
        let mut periods = Periods { timers: Vec::new(), begins: None, groups: groups.clone() };
        groups.quotas().for_each(|(group, quota)| periods.write(group, Some(quota)));
        if recording.overhead_ns.is_empty() {
            periods.begin_with_phases();
        }
        periods
    }

    /// In a simulation periods have the phases that its scenario says.
    fn begin_with_phases(&mut self) {
        for timer in &mut self.timers {
            timer.due_ns = Some(self.groups.quota_phase_ns(timer.group) as i64);
        }
    }

    /// A group has this quota from here on. A timer that runs expires once more as it would have.
    pub(super) fn write(&mut self, group: GroupId, quota: Option<Quota>) {
        let known = self.timers.iter().position(|timer| timer.group == group);
        match (known, quota) {
            (Some(at), Some(quota)) => self.timers[at].period_ns = quota.period_ns as i64,
            (Some(at), None) => drop(self.timers.remove(at)),
            (None, Some(quota)) => {
                let at = self.timers.partition_point(|timer| timer.group < group);
                let name = self.groups.name(group).to_owned();
                let period_ns = quota.period_ns as i64;
                self.timers.insert(at, Timer { group, name, period_ns, due_ns: None });
            }
            (None, None) => {}
        }
    }

    /// Whether the next charge is that of a period that begins.
    pub(super) fn begins(&self) -> bool {
        self.begins.is_some()
    }

    /// Whose timer expired: of those that are due one, else one that was never seen.
    fn expired(&mut self, t_ns: i64) -> Option<&mut Timer> {
        let of_all = self.timers.iter().enumerate().filter(|(_, timer)| timer.may_expire(t_ns));
        let (at, _) = of_all.min_by_key(|(_, timer)| timer.due_ns.is_none())?;
        self.timers.get_mut(at)
    }
}

impl Flow<'_> {
    /// A timer of the kernel's expired.
    pub(super) fn hrtimer(&mut self, function: &str) {
        if function != TIMER.function() {
            return;
        }
        let t_ns = self.score.t_ns;
        let Some(timer) = self.periods.expired(t_ns) else {
            return self.score.period("", true, false);
        };
        if timer.due_ns.is_some() {
            let runs = self.model.period_timer_runs(timer.group);
            self.score.period(&timer.name, true, runs);
        }
        timer.due_ns = Some(t_ns.saturating_add(timer.period_ns));
        self.periods.begins = Some((timer.group, t_ns));
    }

    /// Before an event: a period that charges nobody has begun, and timers that were due should have expired.
    pub(super) fn end_periods(&mut self, index: usize) {
        let next = &self.recording.events[index].kind;
        let charges = matches!(next, Kind::Runtime { task, .. } if *task == self.running);
        let lets_go = |(group, _)| self.model.holds_back(group);
        if !charges || !self.periods.begins.is_some_and(lets_go) {
            self.begin_period_before(index);
        }
        for timer in &mut self.periods.timers {
            let runs = self.model.period_timer_runs(timer.group);
            // One that stands still moves on at once: who starts it at that instant waits for the next.
            let seen_until_ns = self.score.t_ns - if runs { SERVED_WITHIN_NS + 1 } else { 0 };
            if timer.move_on(seen_until_ns) && runs {
                self.score.period(&timer.name, false, true);
            }
        }
    }

    /// The period begins whose timer expired, if one did: the running task is charged.
    pub(super) fn begin_period(&mut self) {
        if let Some((group, _)) = self.periods.begins.take() {
            self.model.begin_period(group);
        }
    }

    /// The same where only groups around the running task are charged, if anybody is.
    fn begin_period_before(&mut self, index: usize) {
        let Some((group, began_ns)) = self.periods.begins.take() else { return };
        let clock_ns = self.runs_in_group().then(|| self.clock_at(index, began_ns));
        self.model.at_clock(clock_ns, |model| model.begin_period(group));
    }
}
