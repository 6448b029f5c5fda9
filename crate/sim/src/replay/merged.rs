//! Charges that a recorder of several CPUs does not show singly.
//!
//! Where charges follow each other on one CPU with nothing in between, only the last is in the file. If they are of the same task
//! it has their sum: that of a tick or slice timer and of the schedule() after it. Where the deadline moved on in the first of
//! them, the numbers shown next say at which vruntime, and so how long each was. If they are of two tasks, as where a CPU
//! looks for work elsewhere, the first is lost: what it was shows in the CPU time that the task has when it goes, or under CFS
//! in the vruntime after the next charge.

use sched::{EntityId, Family, NICE_0_LOAD, calc_delta_fair};

use crate::recording::{Event, Kind, Recording, Switch, TaskRef};

use super::ahead;
use super::flow::Flow;

/// Times of charges by their events are known to this, ns.
const HANDLER_NS: i64 = 3000;

impl Flow<'_> {
    /// How much of a handler's charge is its own, where that of a schedule() is added to it.
    pub(super) fn own_of_merged(&self, index: usize, task: TaskRef, ran_ns: i64) -> Option<i64> {
        let id = self.model.entity(task)?;
        let own = || {
            let params = self.model.queue.params();
            let numbers = next_away(self.recording, index, task)?.prev_numbers?;
            let moves = numbers.deadline != self.model.pool[id].deadline.raw();
            let numbers = Some(numbers).filter(|_| moves)?;
            let weight = self.model.pool[id].weight;
            let request = calc_delta_fair(params.rules.delta, numbers.slice_ns.unsigned_abs(), weight) as i64;
            let moved_at = numbers.deadline.wrapping_sub(request);
            let own_v = moved_at.wrapping_sub(self.model.pool[id].vruntime.raw());
            let is_own =
                |ns: &i64| calc_delta_fair(params.rules.delta, ns.unsigned_abs(), weight) as i64 == own_v;
            let near = own_v.checked_mul(weight.load as i64)? / NICE_0_LOAD as i64;
            (near - 2..=near + 2).find(is_own)
        };
        let is_eevdf = self.model.queue.params().family == Family::Eevdf;
        let is_part = |own_ns: &i64| *own_ns > 0 && *own_ns < ran_ns;
        if self.recording.cpus > 1 && is_eevdf { own().filter(is_part) } else { None }
    }
}

/// The switch away from the running task.
fn next_away(recording: &Recording, index: usize, task: TaskRef) -> Option<&Switch> {
    recording.events[index + 1..].iter().find_map(|event| match &event.kind {
        Kind::Switch(switch) => Some(switch).filter(|switch| switch.prev == task),
        _ => None,
    })
}

/// What was lost of a running task's charges before the event at `index` of the whole recording, by all that is recorded of its
/// stint; `known_ns` of it are found already. Where that is of several, one is taken from the times.
pub(super) fn lost_before(
    recording: &Recording,
    index: usize,
    cpu: u32,
    task: TaskRef,
    known_ns: i64,
) -> i64 {
    let events = &recording.events;
    let comes = |event: &Event| matches!(&event.kind, Kind::Switch(switch) if switch.next == task);
    let goes = |event: &Event| matches!(&event.kind, Kind::Switch(switch) if switch.prev == task);
    let Some(since) = events[..index].iter().rposition(|event| event.cpu == cpu && comes(event)) else {
        return 0;
    };
    let until = events[index..].iter().position(|event| event.cpu == cpu && goes(event));
    let end = until.map_or(events.len(), |until| index + until);
    let by_times = events[index].t_ns - last_known_ns(&events[since..index], task);
    let lost = lost_of_sum(events, since, end, task).map(|lost| lost - known_ns);
    let lost = lost.or_else(|| lost_of_vruntime(&events[since..index], &events[index..end], task));
    let near_ns = ahead::served_within_ns(recording) as u64;
    lost.filter(|lost| lost.abs_diff(by_times) < near_ns).unwrap_or(by_times).max(0)
}

fn charge_of(event: &Event, task: TaskRef) -> Option<(i64, Option<i64>)> {
    match event.kind {
        Kind::Runtime { task: charged, ran_ns, vruntime } if charged == task => Some((ran_ns, vruntime)),
        _ => None,
    }
}

/// When the task was switched to or last charged.
fn last_known_ns(events: &[Event], task: TaskRef) -> i64 {
    let known = events.iter().rfind(|event| charge_of(event, task).is_some()).or(events.first());
    known.map_or(0, |event| event.t_ns)
}

/// The CPU time between two switches that no charge is recorded of.
fn lost_of_sum(events: &[Event], since: usize, end: usize, task: TaskRef) -> Option<i64> {
    let (Kind::Switch(came), Kind::Switch(went)) = (&events[since].kind, &events.get(end)?.kind) else {
        return None;
    };
    let total = went.prev_numbers?.sum_exec_ns - came.next_numbers?.sum_exec_ns;
    let charges = events[since..end].iter().filter_map(|event| charge_of(event, task));
    Some(total - charges.map(|(ran_ns, _)| ran_ns).sum::<i64>())
}

/// What is missing between two charges of a task whose vruntime is recorded, at nice 0.
fn lost_of_vruntime(before: &[Event], after: &[Event], task: TaskRef) -> Option<i64> {
    let mut before = before.iter().rev().filter_map(|event| charge_of(event, task));
    let (ran_ns, to) = after.iter().find_map(|event| charge_of(event, task))?;
    Some(to? - before.next()?.1? - ran_ns)
}

impl Flow<'_> {
    /// A charge that was made before one that comes from elsewhere, and is recorded with the next one of its CPU. Under CFS
    /// it shows in the vruntime; else it is taken from the times.
    pub(super) fn early_charge(&self, event: &Event, ran_ns: i64, vruntime: Option<i64>) -> i64 {
        if self.early_ns > 0 {
            return 0;
        }
        let before_switch = |event: &&Event| !matches!(event.kind, Kind::Switch(_));
        let own = |own: &Event| charge_of(own, self.running).map(|(ran_ns, _)| (own.t_ns, ran_ns));
        let mut ahead = self.recording.events[self.at..].iter().take_while(before_switch);
        let Some((own_at_ns, own_ns)) = ahead.find_map(own) else { return 0 };
        let early_ns = match vruntime.zip(self.model.entity(self.running)) {
            Some((after, id)) => self.missing_ns(id, ran_ns, after),
            None => Some(own_ns - (own_at_ns - event.t_ns)).filter(|ns| *ns > HANDLER_NS).unwrap_or(0),
        };
        if early_ns < 0 || early_ns > own_ns { 0 } else { early_ns }
    }

    /// What an entity was charged before a charge of `ran_ns` that led to a vruntime; off by no more than rounding.
    fn missing_ns(&self, id: EntityId, ran_ns: i64, after: i64) -> i64 {
        let (entity, rule) = (&self.model.pool[id], self.model.queue.params().rules.delta);
        let charged = calc_delta_fair(rule, ran_ns.unsigned_abs(), entity.weight) as i64;
        let missing = i128::from(after.wrapping_sub(charged).wrapping_sub(entity.vruntime.raw()));
        (missing * i128::from(entity.weight.load) / i128::from(NICE_0_LOAD)) as i64
    }

    /// Makes the charge, that of a handler if one has begun.
    pub(super) fn charge_early(&mut self, task: TaskRef, early_ns: i64) {
        self.early_ns = early_ns;
        self.rough = true;
        let Some(interrupt) = self.interrupt.take() else {
            self.above.serve(early_ns);
            self.model.charge(early_ns);
            return;
        };
        let verdict = if interrupt.hrtick { self.model.hrtick(early_ns) } else { self.model.tick(early_ns) };
        let served = self.above.serve(early_ns);
        self.compare_interrupt(self.at - 1, task, (interrupt, served), verdict);
    }
}
