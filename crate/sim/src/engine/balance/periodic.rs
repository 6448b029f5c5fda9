//! The tick balances what is due.

use smp::balance::{Due, Idle, Periodic};

use super::attempt::Pulling;
use crate::engine::remote::Message;
use crate::engine::{Observer, Sim};

impl Sim {
    /// The tick of a busy CPU is done with its task (`sched_balance_trigger`).
    pub(in crate::engine) fn balance_at_tick<O: Observer>(&mut self, cpu: usize, out: &mut O) {
        let ticks = self.jiffies();
        self.look(cpu);
        self.note_misfit(cpu);
        self.note_overutilized(cpu);
        self.balancing.nohz.exit_idle(cpu);
        self.kick_idle(cpu, ticks);
        if self.balancing.cpus[cpu].is_due(ticks) {
            self.age_load(cpu);
            self.rebalance(cpu, cpu, Idle::Busy, out);
        }
    }

    fn kick_idle(&mut self, cpu: usize, ticks: u64) {
        let llc = self.plan.topology.llcs[self.plan.topology.llc_of[cpu]];
        let busy = llc.without(&self.balancing.nohz.idle_cpus).len() as u32;
        let mut nohz = self.balancing.nohz;
        let kick = nohz.kick(&self.balance_view(), cpu, busy, ticks);
        self.balancing.nohz = nohz;
        if let Some(kick) = kick {
            self.send(cpu, kick.cpu, Message::Balance { balances: kick.balances });
        }
    }

    /// `on` balances the domains of a CPU that are due, lowest first (`sched_balance_domains`).
    pub(super) fn rebalance<O: Observer>(&mut self, on: usize, cpu: usize, idle: Idle, out: &mut O) {
        let settings = self.balancing.settings;
        let mut walk = Periodic::new(idle, self.facts[cpu].is_sched_idle(), self.cpus.len(), self.jiffies());
        for level in 0..self.balancing.states[cpu].len() {
            match self.look_at_domain(cpu, level, &mut walk) {
                Due::Over => break,
                Due::Later | Due::Serialized => {}
                Due::Now => {
                    let pulling = Pulling { on, dst: cpu, level, idle: walk.idle };
                    let outcome = self.balance(pulling, out);
                    let cost_ns = self.balance_cost_ns(outcome.looked);
                    self.cpus[on].spend(self.now_ns, cost_ns);
                    let facts = &self.facts[cpu];
                    let now = if facts.is_idle() { Idle::Idle } else { Idle::Busy };
                    let changed = (outcome.moved > 0).then_some((now, facts.is_sched_idle()));
                    let state = &mut self.balancing.states[cpu][level];
                    walk.balanced(state, &settings, outcome.goes_on, changed);
                }
            }
        }
        walk.end(&mut self.balancing.cpus[cpu], &settings);
    }

    fn look_at_domain(&mut self, cpu: usize, level: usize, walk: &mut Periodic) -> Due {
        let settings = self.balancing.settings;
        let domain = &self.plan.topology.domains[self.plan.topology.chains[cpu][level]];
        // A balance is over within its instant, so that no other CPU is ever in the way.
        walk.look(domain, &mut self.balancing.states[cpu][level], &settings, false)
    }
}
