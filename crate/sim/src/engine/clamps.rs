//! Clamps of utilisation: what is in force, who counts, and what counting takes.

use sched::{Change, Class};
use smp::SmpReason;
use smp::clamp::{ClampKey, ClampRq, Clamps, Requests, effective};

use super::{Observer, Sim};
use crate::plan::Plan;
use crate::trace::Kind;

/// Whether clamps are counted, and what each runqueue has.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub key: ClampKey,
    queues: Vec<ClampRq>,
    /// What each task asks for; nothing where clamps cannot come to count, as below.
    requests: Vec<Requests>,
    /// Of each task, the values with which it was counted, while it is.
    tasks: Vec<Option<Clamps>>,
}

impl Counted {
    pub fn new(plan: &Plan) -> Counted {
        let mut key = plan.uclamp.key;
        if plan.uclamp.is_written() || plan.groups.have_clamps() {
            // A kernel without clamps refuses, and goes on without.
            let _ = key.ask();
        }
        let count = |all: usize| if plan.pays_on_queues { all } else { 0 };
        let (cpus, tasks) = (count(plan.cpus), count(plan.tasks.len()));
        Counted {
            key,
            queues: vec![ClampRq::default(); cpus],
            requests: plan.tasks[..tasks].iter().map(|task| task.clamps).collect(),
            tasks: vec![None; tasks],
        }
    }

    /// What a clock or a placement sees of a CPU's clamps.
    pub fn seen(&self, cpu: usize) -> Clamps {
        self.key.seen(self.queues.get(cpu).map_or(Clamps::NONE, ClampRq::values))
    }
}

impl Sim {
    /// A new task asks for what its scenario says, whatever one of its name asked for before.
    pub(super) fn reset_clamps(&mut self, index: usize) {
        if let Some(requests) = self.clamps.requests.get_mut(index) {
            *requests = self.plan.tasks[index].clamps;
        }
    }

    /// `task` is to be clamped otherwise (`sched_setattr`): it is taken off its queue and put back, and counts anew; a kernel
    /// without clamps refuses.
    pub(super) fn change_clamps<O: Observer>(&mut self, task: u16, by: u16, to: Requests, out: &mut O) {
        let cpu = self.home(task);
        self.reach(cpu);
        let (index, min, max) = (usize::from(task), to.min.unwrap_or(0), to.max.unwrap_or(Clamps::NONE.max));
        if !self.clamps.key.ask() {
            let why = SmpReason::ClampsRefused { min: min as i64, max: max as i64 };
            return self.emit_smp(out, cpu, Kind::Change, [task, by], why);
        }
        self.track(cpu, task);
        let counts = self.is_queued(task) && !self.entity(task).delayed;
        if counts {
            self.leave_queue(cpu, task);
        }
        self.clamps.requests[index] = to;
        if self.tasks[index].class == Class::Fair {
            self.requeue_for(cpu, task, Change::Clamps, out);
        }
        if counts {
            self.join_queue(cpu, task);
        }
        let Clamps { min, max } = self.clamps_of(task);
        let why = SmpReason::ClampsChanged { min: min as i64, max: max as i64 };
        self.emit_smp(out, cpu, Kind::Change, [task, by], why);
        self.look(cpu);
    }

    /// A task that asks for clamps has begun: that turns the key on.
    fn ask_for_clamps(&mut self, task: u16) {
        let requests = self.clamps.requests[usize::from(task)];
        if requests.min.is_some() || requests.max.is_some() {
            // A kernel without clamps refuses, and the task goes on without.
            let _ = self.clamps.key.ask();
        }
    }

    /// What is in force for a task (`uclamp_eff_get`).
    pub fn clamps_of(&self, task: u16) -> Clamps {
        if !self.clamps.key.is_used() {
            return Clamps::NONE;
        }
        self.clamps_in_force(task)
    }

    /// The same, whether clamps are counted or not.
    pub(super) fn clamps_in_force(&self, task: u16) -> Clamps {
        let index = usize::from(task);
        let (uclamp, id) = (&self.plan.uclamp, self.tasks[index].id);
        let is_realtime = self.tasks[index].class == Class::Realtime;
        let rt_default = uclamp.util_clamp_min_rt_default.into();
        let written = self.clamps.requests.get(index);
        let request = written.unwrap_or(&self.plan.tasks[index].clamps).values(is_realtime, rt_default);
        let group = self.plan.groups.clamps(self.pool[id].group, uclamp.system());
        effective(request, group, uclamp.system())
    }

    /// A task comes onto a queue and wants to run: it counts, and that takes its time (`uclamp_rq_inc`).
    #[inline]
    pub(super) fn join_clamps(&mut self, cpu: usize, task: u16) {
        if self.plan.pays_on_queues {
            self.join_queue(cpu, task);
        }
    }

    fn join_queue(&mut self, cpu: usize, task: u16) {
        self.ask_for_clamps(task);
        let costs = &self.plan.costs.between;
        let cost_ns = match self.clamps.key {
            ClampKey::CompiledOut | ClampKey::Off => 0,
            ClampKey::Used => costs.clamp_enqueue_ns,
            ClampKey::Always => costs.clamp_keyless_enqueue_ns,
        };
        self.pay_on_queue(cpu, task, cost_ns);
        if self.clamps.key.is_used() {
            let values = self.clamps_of(task);
            self.clamps.queues[cpu].join(values);
            self.clamps.tasks[usize::from(task)] = Some(values);
        }
    }

    /// A task no longer wants to run there (`uclamp_rq_dec`).
    #[inline]
    pub(super) fn leave_clamps(&mut self, cpu: usize, task: u16) {
        if self.plan.pays_on_queues {
            self.leave_queue(cpu, task);
        }
    }

    fn leave_queue(&mut self, cpu: usize, task: u16) {
        let costs = &self.plan.costs.between;
        let cost_ns = match self.clamps.key {
            ClampKey::CompiledOut | ClampKey::Off => 0,
            ClampKey::Used => costs.clamp_dequeue_ns,
            ClampKey::Always => costs.clamp_keyless_dequeue_ns,
        };
        self.pay_on_queue(cpu, task, cost_ns);
        if let Some(values) = self.clamps.tasks[usize::from(task)].take() {
            self.clamps.queues[cpu].leave(values);
        }
    }

    /// What clamps and the levels of groups add to an enqueue or a dequeue.
    fn pay_on_queue(&mut self, cpu: usize, task: u16, clamps_ns: u64) {
        let level_ns = self.plan.costs.between.group_level_ns;
        let levels = if level_ns > 0 { self.plan.groups.depth(self.entity(task).group) } else { 0 };
        let cost_ns = clamps_ns + levels * level_ns / 2;
        if cost_ns > 0 {
            self.cpus[cpu].spend(self.now_ns, cost_ns);
        }
    }

    /// Whether the kernel counts clamps now.
    pub fn clamp_key(&self) -> ClampKey {
        self.clamps.key
    }

    /// The clamps of a CPU's runqueue, as clocks and placement see them; panics if there is no such CPU.
    pub fn clamps(&self, cpu: u16) -> Clamps {
        self.clamps.seen(usize::from(cpu))
    }
}

#[cfg(test)]
mod tests;
