//! An idle CPU balances for all whose tick is stopped.

use smp::balance::Idle;

use crate::engine::{Observer, Sim};

impl Sim {
    /// A CPU was asked to; it does so while it is idle (`_nohz_idle_balance`).
    pub(in crate::engine) fn balance_for_idle<O: Observer>(
        &mut self,
        on: usize,
        balances: bool,
        out: &mut O,
    ) {
        if !self.facts[on].is_idle() {
            return;
        }
        let ticks = self.jiffies();
        let order: Vec<usize> = self.balancing.nohz.order(on).collect();
        let mut next_ticks: Option<u64> = None;
        let mut has_blocked = false;
        for cpu in order {
            if !self.facts[on].is_idle() {
                self.balancing.nohz.has_blocked = true;
                return;
            }
            if !self.facts[cpu].is_idle() {
                continue;
            }
            self.age_load(cpu);
            has_blocked |= self.facts[cpu].load_avg > 0 || self.facts[cpu].util_avg > 0;
            if balances && self.balancing.cpus[cpu].is_due(ticks) {
                self.rebalance(on, cpu, Idle::Idle, out);
            }
            let due_ticks = self.balancing.cpus[cpu].next_balance_ticks;
            next_ticks = Some(next_ticks.map_or(due_ticks, |next| next.min(due_ticks)));
        }
        let hz = self.balancing.settings.hz;
        self.balancing.nohz.balanced(next_ticks.filter(|_| balances), has_blocked, ticks, hz);
    }
}
