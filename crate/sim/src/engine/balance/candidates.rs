//! The tasks of a queue as balancing sees them.

use std::collections::VecDeque;

use smp::TaskFacts;
use smp::balance::Candidate;

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
        let [next, last, _] = fair.buddies();
        Candidate {
            task: usize::from(task),
            facts: self.facts_of_queued(task),
            is_running: self.cpus[cpu].curr == Some(task),
            is_delayed: entity.delayed,
            is_throttled: self.is_held_back(task),
            is_per_cpu_kthread: false,
            is_eligible: fair.eligible(&self.pool, known.id),
            is_buddy: next == Some(known.id) || last == Some(known.id),
            exec_start_ns: entity.exec_start_ns,
        }
    }

    fn facts_of_queued(&self, task: u16) -> TaskFacts {
        let (known, clamps) = (&self.tasks[usize::from(task)], self.clamps_of(task));
        TaskFacts {
            cpu: usize::from(known.cpu),
            allowed: known.allowed,
            is_sched_idle: self.pool[known.id].is_idle(),
            load_avg: known.load.avg.load_avg,
            runnable_avg: known.load.avg.runnable_avg,
            util_avg: known.load.avg.util_avg,
            util_est: known.load.util_est(),
            uclamp_min: clamps.min,
            uclamp_max: clamps.max,
            ..TaskFacts::default()
        }
    }
}
