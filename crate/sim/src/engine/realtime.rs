//! Realtime tasks of several CPUs: where they wake, when they are pushed, and when a CPU asks for more ([`smp::above`]).

use sched::{Class, Resched};
use smp::above::{AboveFacts, AboveView, Pushed, RtTask, Spread, place, push, takes, waits};
use smp::clamp::ClampKey;
use smp::placement::{Placed, Remembered, fallback_cpu, only_allowed};
use smp::{Checks, CpuSet, SmpFeature, SmpReason};

use super::remote::Message;
use super::{Looking, Observer, Placing, Sim, task_of};
use crate::trace::Kind;

/// What is known of realtime tasks on all CPUs.
#[derive(Clone, Debug, Default)]
pub(super) struct Urgent {
    facts: Vec<AboveFacts>,
    /// Of each CPU, where its last search ended.
    spreads: Vec<Spread>,
    /// CPUs with a task that waits and may run elsewhere (`rto_mask`).
    overloaded: CpuSet,
    chain: Chain,
}

impl Urgent {
    /// Of so many CPUs, none of which has a realtime task.
    pub fn new(cpus: usize) -> Urgent {
        let (facts, spreads) = (vec![AboveFacts::default(); cpus], vec![Spread::default(); cpus]);
        Urgent { facts, spreads, ..Urgent::default() }
    }
}

/// A request to push that goes from one CPU to the next (`rto_push_work`): there is one at a time.
#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    /// Where it is; `None` if nobody asks.
    at: Option<u16>,
    asked: u64,
    served: u64,
}

impl Chain {
    /// Where it goes next: through all that have tasks waiting, and once more if somebody asked since it began (`rto_next_cpu`).
    fn next(&mut self, overloaded: &CpuSet) -> Option<usize> {
        loop {
            let from = self.at.map_or(0, |at| usize::from(at) + 1);
            if let Some(cpu) = overloaded.next_from(from) {
                self.at = Some(cpu as u16);
                return Some(cpu);
            }
            self.at = None;
            if self.served == self.asked {
                return None;
            }
            self.served = self.asked;
        }
    }
}

impl Sim {
    /// A realtime task comes onto the queue of a CPU. The periods of throttling are those of all CPUs (`def_rt_bandwidth`).
    pub(super) fn enqueue_realtime(&mut self, cpu: usize, task: u16) {
        let (id, here) = (self.entity_id(task), &mut self.cpus[cpu]);
        let was_measured = here.rt.period_ends_ns().is_some();
        here.rt.enqueue(&mut self.rt, id, self.now_ns);
        self.note_waiting(task);
        if !was_measured && self.spreads_urgent() {
            let others = self.cpus.iter().enumerate().filter(|(other, _)| *other != cpu);
            if let Some(ends_ns) = others.filter_map(|(_, other)| other.rt.period_ends_ns()).next() {
                self.cpus[cpu].rt.share_period(ends_ns);
            }
        }
    }

    /// A realtime task waits from here on: of its equals others are pushed first.
    pub(super) fn note_waiting(&mut self, task: u16) {
        if self.spreads_urgent() {
            self.note_recent(task);
        }
    }

    /// Whether there are several CPUs, and may be realtime tasks on them.
    #[inline]
    pub(super) fn spreads_urgent(&self) -> bool {
        self.plan.above && self.cpus.len() > 1
    }

    /// A CPU's queue has changed.
    pub(super) fn look_at_urgent(&mut self, cpu: usize) {
        let here = &self.cpus[cpu];
        let running = match (self.running_class(cpu), here.curr) {
            (Class::Deadline, _) => AboveFacts::DEADLINE,
            (Class::Realtime, Some(curr)) => self.rt[self.entity_id(curr)].priority,
            _ => 0,
        };
        let is_pinned = here.curr.is_some_and(|curr| self.is_pinned(curr));
        let (queued, has_deadline) = (here.rt.highest(), here.deadline.has_tasks());
        self.urgent.facts[cpu] = AboveFacts { queued, has_deadline, running, is_pinned };
        match self.first_waiting(cpu, None) {
            Some(_) => self.urgent.overloaded.insert(cpu),
            None => self.urgent.overloaded.remove(cpu),
        }
    }

    fn is_pinned(&self, task: u16) -> bool {
        only_allowed(self.cpus.len(), &self.tasks[usize::from(task)].allowed).is_some()
    }

    /// The most urgent task that waits on a CPU and may run elsewhere, on `to` if that is given; of equal ones the one that has waited
    /// longest (`pick_highest_pushable_task`).
    fn first_waiting(&self, cpu: usize, to: Option<usize>) -> Option<u16> {
        let waiting =
            self.cpus[cpu].rt.queued().map(task_of).filter(|task| self.cpus[cpu].curr != Some(*task));
        let goes = |task: &u16| match to {
            None => !self.is_pinned(*task),
            Some(to) => self.tasks[usize::from(*task)].allowed.contains(to),
        };
        let place = |task: &u16| {
            let priority = self.rt[self.entity_id(*task)].priority;
            (u8::MAX - priority, self.tasks[usize::from(*task)].order)
        };
        waiting.filter(goes).min_by_key(place)
    }

    fn above_view(&self) -> AboveView<'_> {
        AboveView { topology: &self.plan.topology, cpus: &self.urgent.facts, rules: self.plan.smp }
    }

    fn rt_task(&self, task: u16) -> RtTask {
        let known = &self.tasks[usize::from(task)];
        let clamps = self.clamps_in_force(task);
        let capacity = if self.clamps.key == ClampKey::CompiledOut { 0 } else { clamps.min.min(clamps.max) };
        let priority = self.rt[known.id].priority;
        RtTask { cpu: usize::from(known.cpu), priority, allowed: known.allowed, capacity }
    }

    /// Where a realtime task goes that wakes or is new (`select_task_rq_rt`).
    pub(super) fn explain_urgent<C: Checks>(&self, placing: Placing, checks: &mut C) -> Placed {
        let (task, on) = (self.rt_task(placing.task), usize::from(placing.on));
        let at = |cpu, why, remembered| Placed { cpu, why, looked: 0, remembered };
        if let Some(cpu) = only_allowed(self.cpus.len(), &task.allowed) {
            return at(cpu, SmpReason::PlacedPinned { cpu: cpu as i64 }, Remembered::default());
        }
        let choice = place(&self.above_view(), &task, on, self.urgent.spreads[on], checks);
        let remembered = Remembered { spread: Some(choice.spread), ..Remembered::default() };
        if task.allowed.contains(choice.cpu) {
            return at(choice.cpu, choice.why, remembered);
        }
        let (wanted, prev) = (choice.cpu as i64, task.cpu as i64);
        let cpu = fallback_cpu(&self.plan.topology, choice.cpu, &task.allowed);
        at(cpu, SmpReason::PlacedFallback { wanted, prev }, remembered)
    }

    /// A search has ended there.
    pub(super) fn remember_spread(&mut self, on: usize, spread: Spread) {
        self.urgent.spreads[on] = spread;
    }

    /// `on` has woken a task that may have to wait where it is: it is pushed, unless its CPU is about to reschedule
    /// (`task_woken_rt`).
    #[inline]
    pub(super) fn push_woken<O: Observer>(&mut self, on: usize, task: u16, out: &mut O) {
        if !self.spreads_urgent() || self.tasks[usize::from(task)].class != Class::Realtime {
            return;
        }
        let cpu = self.home(task);
        if self.cpus[cpu].curr == Some(task) || self.is_pinned(task) {
            return;
        }
        if self.cpus[cpu].pending != Resched::Hard && waits(&self.above_view(), &self.rt_task(task)) {
            self.push_urgent(on, cpu, out);
        }
    }

    /// A CPU has picked a realtime task: others that wait there are pushed.
    pub(super) fn push_after_pick<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        if self.spreads_urgent() && self.cpus[cpu].rt.curr().is_some() {
            self.push_urgent(cpu, cpu, out);
        }
    }

    /// Realtime tasks that wait on a CPU go elsewhere, one after another (`push_rt_tasks`).
    pub(super) fn push_urgent<O: Observer>(&mut self, on: usize, cpu: usize, out: &mut O) {
        while self.push_first(on, cpu, out) {}
    }

    fn push_first<O: Observer>(&mut self, on: usize, cpu: usize, out: &mut O) -> bool {
        let Some(task) = self.first_waiting(cpu, None) else { return false };
        out.looking(self, Looking::PushesUrgent { on, cpu });
        match push(&self.above_view(), &self.rt_task(task), on, self.urgent.spreads[on], &mut ()) {
            Pushed::Outbids => self.cpus[cpu].request(Resched::Hard, Kind::SwitchPreempted),
            Pushed::Stays { spread } => self.remember_spread(on, spread),
            Pushed::To { cpu: to, why, spread } => {
                self.remember_spread(on, spread);
                self.move_urgent(on, task, to, why, out);
                return true;
            }
        }
        false
    }

    /// It preempts there, whatever it finds (`resched_curr`).
    fn move_urgent<O: Observer>(&mut self, on: usize, task: u16, to: usize, why: SmpReason, out: &mut O) {
        let before = self.cpus[to].pending;
        self.move_waiting(task, to, (why.code(), why.operands()), false, out);
        self.cpus[to].request(Resched::Hard, Kind::SwitchPreempted);
        self.send_request(on, to, before);
    }

    /// What a push would come to now.
    pub(super) fn urgent_push<C: Checks>(
        &self,
        on: usize,
        cpu: usize,
        checks: &mut C,
    ) -> Option<(u16, u16, SmpReason)> {
        let task = self.first_waiting(cpu, None)?;
        match push(&self.above_view(), &self.rt_task(task), on, self.urgent.spreads[on], checks) {
            Pushed::To { cpu: to, why, .. } => {
                checks.offered(usize::from(task), None);
                Some((task, to as u16, why))
            }
            Pushed::Outbids | Pushed::Stays { .. } => None,
        }
    }

    /// A CPU is about to run something less urgent than it ran, as that has left its queue: it looks for more (`balance_rt`).
    pub(super) fn look_for_urgent<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let Some(prev) = self.cpus[cpu].curr.filter(|_| self.spreads_urgent()) else { return };
        let id = self.entity_id(prev);
        if self.tasks[usize::from(prev)].class == Class::Realtime && !self.is_queued_here(prev, cpu) {
            self.look_at_urgent(cpu);
            self.pull_urgent(cpu, self.rt[id].priority, out);
        }
    }

    fn is_queued_here(&self, task: u16, cpu: usize) -> bool {
        self.is_queued(task) && self.home(task) == cpu
    }

    /// The same for a CPU that had something of such a priority: all that have tasks waiting are asked to push them, or it takes them
    /// itself (`pull_rt_task`).
    pub(super) fn pull_urgent<O: Observer>(&mut self, cpu: usize, priority: u8, out: &mut O) {
        let overloaded = self.urgent.overloaded;
        if self.cpus[cpu].rt.highest() >= priority || overloaded.is_within(&CpuSet::one(cpu)) {
            return;
        }
        if !self.plan.smp_features.has(SmpFeature::RtPushIpi) {
            return overloaded
                .iter()
                .filter(|src| *src != cpu)
                .for_each(|src| self.take_urgent(cpu, src, out));
        }
        self.urgent.chain.asked += 1;
        if self.urgent.chain.at.is_none() {
            self.pass_on_request(cpu);
        }
    }

    fn pass_on_request(&mut self, cpu: usize) {
        if let Some(next) = self.urgent.chain.next(&self.urgent.overloaded) {
            self.send(cpu, next, Message::PushUrgent);
        }
    }

    /// A CPU was asked to push, and asks the next one (`rto_push_irq_work_func`).
    pub(super) fn push_asked<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        self.push_urgent(cpu, cpu, out);
        self.pass_on_request(cpu);
    }

    fn take_urgent<O: Observer>(&mut self, cpu: usize, src: usize, out: &mut O) {
        out.looking(self, Looking::TakesUrgent { cpu, src });
        if let Some((task, _, why)) = self.urgent_take(cpu, src, &mut ()) {
            self.move_waiting(task, cpu, (why.code(), why.operands()), false, out);
        }
    }

    /// What a pull from a CPU would come to now.
    pub(super) fn urgent_take<C: Checks>(
        &self,
        cpu: usize,
        src: usize,
        checks: &mut C,
    ) -> Option<(u16, u16, SmpReason)> {
        let task = self.first_waiting(src, Some(cpu))?;
        let taken = takes(&self.above_view(), cpu, &self.rt_task(task));
        checks.offered(usize::from(task), taken.err());
        taken.ok().map(|why| (task, cpu as u16, why))
    }

    /// A task has changed its class or its priority: what follows for others (`switched_to_rt`, `switched_from_rt`,
    /// `prio_changed_rt`). `from` is the priority that it had, if it was of realtime.
    pub(super) fn urgency_changed<O: Observer>(
        &mut self,
        cpu: usize,
        task: u16,
        from: Option<u8>,
        out: &mut O,
    ) {
        if !self.spreads_urgent() || !self.is_queued(task) {
            return;
        }
        self.look(cpu);
        let known = &self.tasks[usize::from(task)];
        let to = (known.class == Class::Realtime).then(|| self.rt[known.id].priority);
        let runs = self.cpus[cpu].curr == Some(task);
        match (from, to) {
            (None, Some(_)) if !runs => self.push_urgent(cpu, cpu, out),
            (Some(_), None) if self.cpus[cpu].rt.is_empty() => self.pull_urgent(cpu, 1, out),
            (Some(from), Some(to)) if runs && to < from => self.pull_urgent(cpu, from, out),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
