//! The tasks of a queue as balancing sees them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use sched::GroupId;
use smp::CpuSet;
use smp::balance::Candidate;

use crate::engine::{Sim, task_of};

/// The tasks of a queue, least recently run first. Few of many are looked at, so that they are brought into order only then.
pub(super) struct InLine {
    ahead: Option<u16>,
    waiting: BinaryHeap<Reverse<(u64, u16)>>,
    left: VecDeque<u16>,
}

impl InLine {
    /// One that was taken is to come next all the same.
    pub fn put_back(&mut self, task: u16) {
        self.ahead = Some(task);
    }

    /// One that was taken is to come again after all others.
    pub fn leave(&mut self, task: u16) {
        self.left.push_back(task);
    }
}

impl Iterator for InLine {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        let ahead = self.ahead.take();
        ahead.or_else(|| self.waiting.pop().map(|Reverse((_, task))| task)).or_else(|| self.left.pop_front())
    }
}

impl Sim {
    /// The fair tasks of a CPU.
    pub(super) fn in_line(&self, cpu: usize) -> InLine {
        let by_order = |id| {
            let task = task_of(id);
            Reverse((self.tasks[usize::from(task)].order, task))
        };
        let waiting = self.cpus[cpu].fair.queued(&self.pool).into_iter().map(by_order).collect();
        InLine { ahead: None, waiting, left: VecDeque::new() }
    }

    /// The same as balancing sees them.
    pub(super) fn candidates(&self, cpu: usize) -> impl Iterator<Item = Candidate> {
        self.in_line(cpu).map(move |task| self.candidate(cpu, task))
    }

    pub(super) fn candidate(&self, cpu: usize, task: u16) -> Candidate {
        let known = &self.tasks[usize::from(task)];
        let (fair, entity) = (&self.cpus[cpu].fair, &self.pool[known.id]);
        let [next, last, _] = fair.buddies_beside(&self.pool, known.id);
        Candidate {
            task: usize::from(task),
            facts: self.facts_with(task, self.task_avg(task)),
            is_running: self.cpus[cpu].curr == Some(task),
            is_delayed: entity.delayed,
            is_throttled: self.is_held_back(task),
            is_per_cpu_kthread: false,
            is_eligible: fair.eligible(&self.pool, known.id),
            group_cpus: self.group_cpus(task),
            is_buddy: next == Some(known.id) || last == Some(known.id),
            exec_start_ns: entity.exec_start_ns,
        }
    }

    /// On which CPUs somebody of a task's group is queued, where that is a queue of its own.
    fn group_cpus(&self, task: u16) -> Option<CpuSet> {
        let level = self.cpus[self.home(task)].fair.level(&self.pool, self.entity_id(task));
        let has = |cpu: &usize| self.cpus[*cpu].fair.nr_queued_at(level) > 0;
        (level != GroupId::ROOT).then(|| (0..self.cpus.len()).filter(has).collect())
    }
}
