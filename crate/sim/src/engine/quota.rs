//! Quotas of groups: their timers, tasks that are held back, and tasks that may run again.

use sched::bandwidth::{Quota, QuotaOutcome};
use sched::{ArmAt, Class, EntityId, GroupId, Reason, Resched, Sharing, Throttling};

use super::cpu::Cpu;
use super::{Observer, Sim, task_of};
use crate::timer::Timer;
use crate::trace::{IDLE, Kind};

impl Sim {
    /// Makes the scenario's groups, and gives them their quotas.
    pub(super) fn make_groups(&mut self) {
        let plan = std::sync::Arc::clone(&self.plan);
        for (number, cpu) in self.cpus.iter_mut().enumerate() {
            if plan.levels {
                cpu.fair.share_groups(Sharing {
                    cpus: plan.cpus as u64,
                    capacity: plan.topology.capacities[number],
                    tells: plan.smp.group_tells,
                    empty: plan.smp.empty_group,
                });
            }
            plan.groups.add_to(&mut cpu.fair, &mut self.pool);
            for (id, quota) in plan.groups.quotas() {
                let phase_ns = plan.groups.quota_phase_ns(id);
                cpu.fair.start_quota(&mut self.pool, id, quota, phase_ns, plan.start.quota_left_ns);
            }
        }
    }

    /// When the next timer of a quota expires; `u64::MAX` if none is set.
    #[inline]
    pub(super) fn quota_timer_ns(&self) -> u64 {
        self.pool.quota_timer().map_or(u64::MAX, |(at_ns, _)| at_ns)
    }

    /// A timer of a quota expired.
    pub(super) fn quota_timer<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let Some((_, group)) = self.pool.quota_timer() else { return };
        let period_ends = self.pool.bandwidth(group).period_at_ns().is_some_and(|at_ns| at_ns <= self.now_ns);
        out.timer(self, if period_ends { Timer::QuotaPeriod } else { Timer::QuotaSlack });
        let here = &mut self.cpus[cpu];
        here.clock_ns = self.now_ns;
        here.spend(self.now_ns, self.plan.costs.hrtick_ns);
        let outcome = here.fair.quota_expired(&mut self.pool, group, self.now_ns);
        if let Some(why) = outcome.refilled {
            let group = self.plan.groups.index(group) as u16;
            self.emit(out, cpu, Kind::QuotaRefilled, [IDLE, group], why);
        }
        self.follow_quota(cpu, outcome, out);
    }

    /// Writes the quota of a group; `by` whom, [`IDLE`] for nobody of this machine. `cpu.max` keeps the burst, and the kernel
    /// refuses a quota below it; here the burst shrinks with the quota.
    pub(super) fn change_quota<O: Observer>(
        &mut self,
        cpu: usize,
        by: u16,
        (group, quota): (GroupId, Option<Quota>),
        out: &mut O,
    ) {
        let burst_ns = self.pool.quota(group).map_or(0, |old| old.burst_ns);
        let quota = quota.map(|new| Quota { burst_ns: burst_ns.min(new.quota_ns), ..new });
        let here = &mut self.cpus[cpu];
        here.clock_ns = self.now_ns;
        let outcome = here.fair.set_quota(&mut self.pool, group, quota, self.now_ns);
        let (quota, period) =
            quota.map_or((0, 0), |written| (written.quota_ns as i64, written.period_ns as i64));
        self.group_changed(cpu, by, group, Reason::QuotaChanged { quota, period }, out);
        self.follow_quota(cpu, outcome, out);
    }

    /// Tasks may run again: they preempt nobody, but end idleness.
    fn follow_quota<O: Observer>(&mut self, cpu: usize, outcome: QuotaOutcome, out: &mut O) {
        let here = &mut self.cpus[cpu];
        here.request(outcome.verdict.resched, Kind::SwitchPreempted);
        self.end_idleness(cpu);
        let here = &mut self.cpus[cpu];
        if here.fair.params().rules.throttling != Throttling::Group {
            self.arm_hrtick(cpu, ArmAt::QueueChange);
        }
        for (id, why) in outcome.freed {
            self.emit(out, cpu, Kind::Unthrottled, [task_of(id), IDLE], why);
        }
        self.report_throttled(cpu, out);
    }

    /// Report tasks that the last call into the policy throttled.
    #[inline]
    pub(super) fn report_throttled<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        if self.pool.has_quotas() {
            self.report_all_throttled(cpu, out);
        }
    }

    fn report_all_throttled<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        while let Some((id, why)) = self.cpus[cpu].fair.next_throttled() {
            self.emit(out, cpu, Kind::Throttled, [task_of(id), IDLE], why);
        }
    }

    /// Whether the running task is to be parked once it returns to user mode.
    #[inline]
    pub(super) fn must_park(&self, here: &Cpu) -> bool {
        self.pool.has_quotas() && here.curr.is_some_and(|curr| self.pool[self.id_of(curr)].must_park)
    }

    /// The running task returns to user mode: it is parked if its group is still throttled.
    pub(super) fn park<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let Some(curr) = self.cpus[cpu].curr else { return };
        let (id, here) = (self.id_of(curr), &mut self.cpus[cpu]);
        here.clock_ns = self.now_ns;
        let Some(why) = here.fair.park(&mut self.pool, id, self.now_ns) else { return };
        here.request(Resched::Hard, Kind::SwitchThrottled);
        self.arm_hrtick(cpu, ArmAt::QueueChange);
        self.emit(out, cpu, Kind::Throttled, [curr, IDLE], why);
    }

    /// How a running task leaves the CPU: throttled if it is, whatever schedule() was called for.
    #[inline]
    pub(super) fn kind_of_leaving(&self, cpu: usize, prev: u16, kind: Kind) -> Kind {
        debug_assert_eq!(usize::from(self.tasks[usize::from(prev)].cpu), cpu);
        let may_be_held = self.pool.has_quotas() || self.cpus[cpu].above;
        if may_be_held { self.kind_of_leaving_if_held(prev, kind) } else { kind }
    }

    fn kind_of_leaving_if_held(&self, prev: u16, kind: Kind) -> Kind {
        let is_fair = self.tasks[usize::from(prev)].class == Class::Fair;
        let held = self.is_held_back(prev) && (is_fair || self.is_queued(prev));
        if held { Kind::SwitchThrottled } else { kind }
    }

    fn id_of(&self, task: u16) -> EntityId {
        self.tasks[usize::from(task)].id
    }
}
