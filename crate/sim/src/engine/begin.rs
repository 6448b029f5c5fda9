//! Tasks before they run: with the attributes that the scenario gives them, at the start and each time that they are created.

use std::sync::Arc;

use sched::{Change, Entity};
use smp::load::TaskLoad;

use super::Sim;
use crate::scheduling::Scheduling;

impl Sim {
    /// Give a task its attributes and, unless another creates it, its first wakeup.
    pub(super) fn prepare(&mut self, index: usize) {
        self.reset_entity(index);
        if let Some(at_ns) = self.plan.tasks[index].first_wakeup_ns {
            self.tasks[index].alive = true;
            let cpu = self.home(index as u16);
            self.cpus[cpu].timers.set(at_ns, index as u16);
            self.reach(cpu);
        }
    }

    pub(super) fn reset_entity(&mut self, index: usize) {
        let plan = Arc::clone(&self.plan);
        let info = &plan.tasks[index];
        let id = self.tasks[index].id;
        let scheduling = info.scheduling;
        self.pool[id] = Entity::new(scheduling.fair(), info.nice);
        let cpu = self.home(index as u16);
        self.cpus[cpu].fair.assign(&mut self.pool, id, info.group);
        self.tasks[index].allowed = info.allowed;
        self.tasks[index].class = scheduling.class();
        match scheduling {
            Scheduling::Fair(_) => {}
            Scheduling::Realtime(policy, priority) => self.join_realtime(cpu, index as u16, policy, priority),
            Scheduling::Deadline(params) => self.cpus[cpu].deadline.join(&mut self.deadline, id, params),
        }
        self.tasks[index].load = TaskLoad::of_new_task(self.pool[id].table_weight());
        self.cpus[cpu].fair.track_new(&mut self.pool, id);
        let slice = Change::Slice(info.slice_ns);
        self.cpus[cpu].fair.change(&mut self.pool, id, slice, false, self.now_ns);
    }
}
