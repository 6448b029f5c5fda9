//! Tasks that move between groups, and groups that count for more or less.

use sched::{ArmAt, Change, Class, GroupId, Reason, Resched, Shares, Verdict};

use super::{Observer, Sim};
use crate::trace::{IDLE, Kind};

impl Sim {
    /// Moves the first of `who` to another group; the second does it, [`IDLE`] for nobody of this machine. Whom a quota held
    /// back may run there.
    pub(super) fn move_task<O: Observer>(&mut self, cpu: usize, who: [u16; 2], to: GroupId, out: &mut O) {
        let [target, by] = who;
        let cpu = if self.cpus.len() > 1 { self.home(target) } else { cpu };
        self.reach(cpu);
        let (id, class) = (self.entity_id(target), self.tasks[usize::from(target)].class);
        if class != Class::Fair {
            self.cpus[cpu].fair.assign(&mut self.pool, id, to);
            return self.changed(cpu, who, Verdict::stay(Reason::GroupMoved {}), out);
        }
        let held = self.cpus[cpu].fair.is_throttled(&self.pool, id);
        let counts = self.cpus.len() > 1 && self.pool[id].on_rq && !self.pool[id].delayed;
        if counts {
            self.leave_clamps(cpu, target);
        }
        self.change_task(cpu, by, target, Change::Group(to), out);
        if counts {
            self.join_clamps(cpu, target);
        }
        self.look(cpu);
        if held && !self.cpus[cpu].fair.is_throttled(&self.pool, id) {
            self.emit(out, cpu, Kind::Unthrottled, [target, IDLE], Reason::GroupMoved {});
            self.end_idleness(cpu);
        }
        self.report_throttled(cpu, out);
    }

    /// Writes the weight of a group, on every CPU; `by` whom, [`IDLE`] for nobody of this machine.
    pub(super) fn change_weight<O: Observer>(
        &mut self,
        cpu: usize,
        by: u16,
        group: GroupId,
        shares: Shares,
        out: &mut O,
    ) {
        for cpu in 0..self.cpus.len() {
            self.reach(cpu);
            let here = &mut self.cpus[cpu];
            here.clock_ns = self.now_ns;
            let charge = here.fair.set_shares(&mut self.pool, group, shares, self.now_ns);
            self.cpus[cpu].request(charge.resched, Kind::SwitchChanged);
            self.arm_hrtick(cpu, ArmAt::QueueChange);
            self.report_removed(cpu, out);
            self.look(cpu);
        }
        let why = Reason::WeightChanged { weight: i64::from(shares.cpu_weight) };
        self.group_changed(cpu, by, group, why, out);
    }

    /// Report that a group was changed; `by` whom, [`IDLE`] for nobody of this machine.
    pub(super) fn group_changed<O: Observer>(
        &mut self,
        cpu: usize,
        by: u16,
        group: GroupId,
        why: Reason,
        out: &mut O,
    ) {
        let group = self.plan.groups.index(group) as u16;
        self.emit(out, cpu, Kind::GroupChanged, [by, group], why);
    }

    /// Somebody may run: an idle CPU is rescheduled.
    pub(super) fn end_idleness(&mut self, cpu: usize) {
        let here = &mut self.cpus[cpu];
        if here.curr.is_none() && here.fair.nr_runnable() > 0 {
            here.request(Resched::Hard, Kind::SwitchIdle);
        }
    }
}
