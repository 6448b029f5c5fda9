//! The tasks of a queue as balancing sees them.

use std::collections::VecDeque;

use sched::GroupId;
use smp::balance::Candidate;
use smp::{CpuSet, TaskFacts};

use crate::engine::{Sim, task_of};

impl Sim {
    /// The fair tasks of a CPU, least recently run first.
    pub(super) fn candidates(&self, cpu: usize) -> VecDeque<Candidate> {
        let mut tasks: Vec<u16> = self.cpus[cpu].fair.queued(&self.pool).into_iter().map(task_of).collect();
        tasks.sort_unstable_by_key(|task| self.tasks[usize::from(*task)].order);
        tasks.into_iter().map(|task| self.candidate(cpu, task)).collect()
    }

    pub(super) fn candidate(&self, cpu: usize, task: u16) -> Candidate {
        let known = &self.tasks[usize::from(task)];
        let (fair, entity) = (&self.cpus[cpu].fair, &self.pool[known.id]);
        let [next, last, _] = fair.buddies_beside(&self.pool, known.id);
        Candidate {
            task: usize::from(task),
            facts: self.facts_of_queued(task),
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

    fn facts_of_queued(&self, task: u16) -> TaskFacts {
        let (known, clamps) = (&self.tasks[usize::from(task)], self.clamps_of(task));
        let avg = self.task_avg(task);
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
}
