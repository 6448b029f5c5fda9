//! What placement and balancing see of CPUs, kept up to date.

use super::Sim;

impl Sim {
    /// Another CPU than the acting one is going to be changed: its work is counted up to now, and its next step noted after this
    /// one.
    pub(super) fn reach(&mut self, cpu: usize) {
        if self.cpus.len() > 1 {
            self.cpus[cpu].work_until(&mut self.tasks, self.now_ns);
            self.follow_load_clock(cpu);
            self.touch(cpu);
        }
    }

    /// A CPU's queue has changed.
    #[inline]
    pub(super) fn look(&mut self, cpu: usize) {
        if self.cpus.len() > 1 {
            self.look_again(cpu);
        }
    }

    fn look_again(&mut self, cpu: usize) {
        self.mirror_load(cpu);
        let (here, facts) = (&self.cpus[cpu], &mut self.facts[cpu]);
        let nr_before = facts.nr_running;
        facts.h_nr_queued = here.fair.nr_queued();
        facts.h_nr_delayed = here.fair.nr_queued() - here.fair.nr_runnable();
        facts.h_nr_idle = here.fair.nr_idle(&self.pool);
        facts.nr_running = facts.h_nr_queued + if here.above { here.rt.nr_running() } else { 0 };
        let turns = facts.runs_idle != here.curr.is_none();
        facts.runs_idle = here.curr.is_none();
        facts.wakeup_pending = here.wakeup_pending();
        self.loads[cpu].tell(facts);
        self.ready.note(cpu, facts);
        let clamps = self.clamps.seen(cpu);
        (facts.uclamp_min, facts.uclamp_max) = (clamps.min, clamps.max);
        self.note_queue(cpu, nr_before);
        if turns && self.facts[cpu].runs_idle {
            self.note_idle_core(cpu);
            self.note_idle(cpu);
        }
        if turns && self.plan.costs.between.host_cpus > 0 {
            self.share_host();
        }
        if self.plan.above {
            self.look_at_urgent(cpu);
        }
    }

    /// A CPU has begun or ended to be idle, which is when it needs none of the host's.
    fn share_host(&mut self) {
        let busy = self.facts.iter().filter(|facts| !facts.runs_idle).count() as u64;
        let crowd = busy.div_ceil(self.plan.costs.between.host_cpus).max(1);
        self.cpus.iter_mut().for_each(|cpu| cpu.crowd = crowd);
    }
}
