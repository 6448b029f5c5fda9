//! On which CPU a task wakes, and is born: what placement is asked, and what is kept for the next time.

use sched::pelt::SchedAvg;
use sched::{Class, Resched};
use smp::placement::{Call, Placed, Remembered, View, Wakees, Waker};
use smp::placement::{core_became_idle, fallback_cpu, only_allowed, scan_average_ns, select};
use smp::{Check, Checks, TaskFacts};

use super::{Observer, Sim};
use crate::trace::Kind;

/// A task is about to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    /// The CPU that wakes or creates it.
    pub on: u16,
    /// The task.
    pub task: u16,
    /// What for.
    pub call: Call,
}

impl Placing {
    /// Whether the task wakes, and is not new.
    pub fn is_wakeup(&self) -> bool {
        matches!(self.call, Call::Wakeup { .. })
    }
}

/// What is remembered of whom a task woke, and where it was.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Habits {
    /// Whom it woke.
    pub wakees: Wakees,
    /// The CPU that it was on before the last search.
    pub recent_used_cpu: u16,
}

impl Sim {
    /// Chooses the CPU of a sleeping task that `on` is about to wake, and brings it there.
    pub(super) fn place<O: Observer>(&mut self, on: usize, task: u16, sync: bool, out: &mut O) {
        let from = self.home(task);
        let placed = self.choose(on, task, Call::Wakeup { sync }, out);
        if placed.cpu != from {
            self.move_asleep(task, placed.cpu);
        }
        self.emit_smp(out, placed.cpu, Kind::Placed, [task, from as u16], placed.why);
    }

    /// Chooses the CPU of a new task, which is on its parent's.
    pub(super) fn place_new<O: Observer>(&mut self, on: usize, parent: u16, child: u16, out: &mut O) {
        let wakees = self.tasks[usize::from(parent)].habits.wakees;
        self.tasks[usize::from(child)].habits = Habits { wakees, recent_used_cpu: on as u16 };
        let placed = self.choose(on, child, Call::Fork, out);
        self.tasks[usize::from(child)].cpu = placed.cpu as u16;
        self.emit_smp(out, placed.cpu, Kind::Placed, [child, on as u16], placed.why);
    }

    /// The running task executes another program. It has little in any cache, so where it began is as good as where it was
    /// (`sched_exec`): if another CPU is better it leaves this one at once.
    pub(super) fn exec<O: Observer>(&mut self, cpu: usize, task: u16, out: &mut O) {
        // Other classes leave it where it is.
        if self.cpus.len() == 1 || self.tasks[usize::from(task)].class != Class::Fair {
            return;
        }
        let placed = self.choose(cpu, task, Call::Exec, out);
        self.emit_smp(out, placed.cpu, Kind::Placed, [task, cpu as u16], placed.why);
        if placed.cpu != cpu {
            let why = (placed.why.code(), placed.why.operands());
            self.tasks[usize::from(task)].leaves_to = Some((placed.cpu as u16, why));
            self.cpus[cpu].request(Resched::Hard, Kind::SwitchMigrated);
        }
    }

    fn choose<O: Observer>(&mut self, on: usize, task: u16, call: Call, out: &mut O) -> Placed {
        let is_fair = self.tasks[usize::from(task)].class == Class::Fair;
        if is_fair && matches!(call, Call::Wakeup { .. }) {
            self.record_wakee(on, task);
        }
        let placing = Placing { on: on as u16, task, call };
        out.placing(self, placing);
        let placed = self.explain(placing, &mut ());
        self.remember(on, task, placed.remembered);
        let looked_ns = u64::from(placed.looked) * self.plan.costs.scan_cpu_ns;
        self.cpus[on].spend(self.now_ns, looked_ns);
        placed
    }

    /// Where a task would be placed now, and what would be looked at on the way.
    pub fn placement(&self, placing: Placing) -> (Placed, Vec<Check>) {
        let mut checks = Vec::new();
        let placed = self.explain(placing, &mut checks);
        (placed, checks)
    }

    fn explain<C: Checks>(&self, placing: Placing, checks: &mut C) -> Placed {
        if self.tasks[usize::from(placing.task)].class == Class::Realtime {
            return self.explain_urgent(placing, checks);
        }
        let waker = self.waker(usize::from(placing.on));
        select(&self.view(), placing.call, &waker, &self.task_facts(placing.task), checks)
    }

    fn view(&self) -> View<'_> {
        View {
            topology: &self.plan.topology,
            cpus: &self.facts,
            ready: self.ready,
            llcs: &self.llcs,
            rules: self.plan.smp,
            features: self.plan.smp_features,
            clamps_used: self.clamps.key.is_used(),
            perf_domains: &self.plan.hardware.domains,
            root: self.root,
            pinned: &self.pinned,
        }
    }

    /// The CPU that places, and the task that runs there, be it stopped by an interrupt.
    fn waker(&self, on: usize) -> Waker {
        let curr = self.cpus[on].curr.map(|curr| &self.tasks[usize::from(curr)]);
        let wakees = curr.map_or(&self.cpus[on].idle_wakees, |curr| &curr.habits.wakees);
        let load_avg = self.cpus[on].curr.map_or(0, |curr| self.h_load(curr));
        let wake_idle_ns = self.cpus[on].wake_idle.left_ns(self.jiffies());
        Waker { cpu: on, wakee_flips: wakees.flips, load_avg, wake_idle_ns, is_own_kthread: false }
    }

    fn task_facts(&self, task: u16) -> TaskFacts {
        let habits = &self.tasks[usize::from(task)].habits;
        TaskFacts {
            wakee_flips: habits.wakees.flips,
            recent_used_cpu: usize::from(habits.recent_used_cpu),
            ..self.facts_with(task, self.avg_asleep(task))
        }
    }

    /// What placing and balancing see of a task whose averages are these.
    pub(super) fn facts_with(&self, task: u16, avg: SchedAvg) -> TaskFacts {
        let (known, clamps) = (&self.tasks[usize::from(task)], self.clamps_of(task));
        TaskFacts {
            cpu: usize::from(known.cpu),
            allowed: known.allowed,
            is_sched_idle: self.pool[known.id].is_idle(),
            load_avg: self.h_load(task),
            runnable_avg: avg.runnable_avg,
            util_avg: avg.util_avg,
            util_est: known.load.util_est(),
            uclamp_min: clamps.min,
            uclamp_max: clamps.max,
            ..TaskFacts::default()
        }
    }

    /// The task that runs on a CPU, the idle task among them, wakes another one; of a task that has one CPU nobody takes note.
    fn record_wakee(&mut self, on: usize, task: u16) {
        let allowed = self.tasks[usize::from(task)].allowed;
        if only_allowed(self.cpus.len(), &allowed).is_some() {
            return;
        }
        let (hz, jiffies) = (1_000_000_000 / self.plan.params.tick_ns, self.jiffies());
        let wakees = match self.cpus[on].curr {
            Some(curr) => &mut self.tasks[usize::from(curr)].habits.wakees,
            None => &mut self.cpus[on].idle_wakees,
        };
        wakees.record(u64::from(task), jiffies, hz);
    }

    fn remember(&mut self, on: usize, task: u16, remembered: Remembered) {
        if let Some(cpu) = remembered.recent_used_cpu {
            self.tasks[usize::from(task)].habits.recent_used_cpu = cpu as u16;
        }
        if let (Some(cpu), Some(curr)) = (remembered.waker_recent_used_cpu, self.cpus[on].curr) {
            self.tasks[usize::from(curr)].habits.recent_used_cpu = cpu as u16;
        }
        if let Some(spread) = remembered.spread {
            self.remember_spread(on, spread);
        }
        if let Some(record) = remembered.no_idle_cores {
            self.llcs[record].has_idle_cores = false;
        }
        if let Some(scanned) = remembered.scanned {
            let (average_ns, jiffies) = (self.facts[on].avg_scan_cost_ns, self.jiffies());
            let scan_ns = u64::from(scanned) * self.plan.costs.scan_cpu_ns;
            self.facts[on].avg_scan_cost_ns = scan_average_ns(average_ns, scan_ns);
            self.cpus[on].wake_idle = self.cpus[on].wake_idle.searched(scan_ns, jiffies);
        }
    }

    /// Ticks that have been counted.
    pub(super) fn jiffies(&self) -> u64 {
        self.plan.start.ticks + self.now_ns / self.plan.params.tick_ns
    }

    /// Which cache's record is that of a CPU's searches.
    pub(super) fn record_of(&self, cpu: usize) -> usize {
        self.view().record_of(cpu)
    }

    /// A CPU has become idle: its core may be so as a whole.
    pub(super) fn note_idle_core(&mut self, cpu: usize) {
        if core_became_idle(&self.plan.topology, &self.facts, cpu) {
            let record = self.record_of(cpu);
            self.llcs[record].has_idle_cores = true;
        }
    }

    /// Where a task goes that may not be where it is (`select_fallback_rq`).
    pub(super) fn fallback(&self, task: u16) -> Option<usize> {
        let known = &self.tasks[usize::from(task)];
        let wanted = usize::from(known.cpu);
        let elsewhere = || fallback_cpu(&self.plan.topology, wanted, &known.allowed);
        (!known.allowed.contains(wanted)).then(elsewhere)
    }
}

#[cfg(test)]
mod tests;
