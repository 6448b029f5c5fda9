//! Facts that balancing keeps of CPUs.

use smp::balance::{avg_idle_after, misfit_load, note_queued};
use smp::clamp::cpu_overutilized;
use smp::placement::WakeIdle;
use smp::rules::IdleAverage;

use crate::engine::Sim;

impl Sim {
    /// The number of a CPU's tasks has changed from so many: it may have one to give now, or none any more.
    pub(in crate::engine) fn note_queue(&mut self, cpu: usize, nr_before: u32) {
        let nr_running = self.facts[cpu].nr_running;
        if nr_running > nr_before {
            self.note_overutilized(cpu);
        }
        if (nr_running >= 2) != (nr_before >= 2) {
            self.root.overloaded |= nr_running >= 2;
            let llc = self.plan.topology.llc_of[cpu];
            note_queued(&mut self.balancing.overloaded[llc], cpu, self.facts[cpu].h_nr_queued);
        }
    }

    /// A CPU may have more to do than fits it, which ends placement by energy (`check_update_overutilized_status`).
    pub(super) fn note_overutilized(&mut self, cpu: usize) {
        if self.root.energy_aware && !self.root.overutilized {
            let rules = self.plan.smp;
            self.root.overutilized = cpu_overutilized(
                &self.facts[cpu],
                rules.clamp_fit,
                rules.overutilized,
                self.clamps.key.is_used(),
            );
        }
    }

    /// A CPU becomes idle: its tick stops.
    pub(in crate::engine) fn note_idle(&mut self, cpu: usize) {
        self.balancing.nohz.enter_idle(cpu);
    }

    /// A task wakes on a CPU: up to 7.1 it is known then for how long that was idle, if a balance has not ended that.
    #[inline]
    pub(in crate::engine) fn note_wakeup(&mut self, cpu: usize) {
        if self.plan.tracks_load && self.plan.smp.idle_average == IdleAverage::AtWakeup {
            self.end_idle_time(cpu);
        }
    }

    /// A CPU gets a task after it was idle, whoever brought it.
    #[inline]
    pub(in crate::engine) fn note_busy(&mut self, cpu: usize) {
        if self.plan.smp.idle_average == IdleAverage::AtSwitch {
            self.end_idle_time(cpu);
        }
    }

    fn end_idle_time(&mut self, cpu: usize) {
        let facts = &mut self.facts[cpu];
        if facts.idle_stamp_ns != 0 {
            let idle_ns = self.now_ns.saturating_sub(facts.idle_stamp_ns);
            let max_ns = self.balancing.cpus[cpu].max_idle_cost_ns;
            facts.avg_idle_ns = avg_idle_after(facts.avg_idle_ns, idle_ns, max_ns);
            facts.idle_stamp_ns = 0;
            let wake_idle = WakeIdle::after_idle(facts.avg_idle_ns, self.jiffies());
            self.cpus[cpu].wake_idle = wake_idle;
        }
    }

    /// A CPU's task may be too big for it, where there are bigger ones.
    pub(in crate::engine) fn note_misfit(&mut self, cpu: usize) {
        if self.plan.topology.asym_of[cpu].is_some() {
            self.facts[cpu].misfit_load = self.misfit_of(cpu);
        }
    }

    fn misfit_of(&self, cpu: usize) -> u64 {
        let Some(curr) = self.cpus[cpu].curr else { return 0 };
        let capacities = self.plan.topology.capacities.iter().enumerate();
        let allowed = &self.tasks[usize::from(curr)].allowed;
        let usable = capacities.filter(|(cpu, _)| allowed.contains(*cpu));
        let max = usable.map(|(_, capacity)| *capacity).max().unwrap_or(0);
        let facts = self.candidate(cpu, curr).facts;
        misfit_load(&facts, &self.facts[cpu], max, self.plan.smp.clamp_fit, self.clamps.key.is_used())
    }
}
