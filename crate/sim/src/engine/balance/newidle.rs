//! A CPU that has nobody to run looks for work.

use smp::SmpReason;
use smp::balance::{Idle, Newidle, NewidleStep};

use super::Looking;
use super::attempt::Pulling;
use crate::engine::{Observer, Sim};
use crate::trace::{IDLE, Kind};

impl Sim {
    /// Pulls a task to a CPU that schedule() found empty, if one is to be had; whether it has something to run now.
    pub(in crate::engine) fn look_for_work<O: Observer>(&mut self, cpu: usize, out: &mut O) -> bool {
        self.facts[cpu].misfit_load = 0;
        self.facts[cpu].idle_stamp_ns = self.now_ns;
        self.look_as_empty(cpu);
        let found = self.newidle(cpu, out) || self.steal(cpu, out);
        // Without work it goes idle only when schedule() is done, and its tick stops then.
        self.show_idle(cpu, false);
        if found {
            self.facts[cpu].idle_stamp_ns = 0;
        }
        found
    }

    /// Others see the CPU as it is: nobody runs there, though schedule() is not done.
    fn look_as_empty(&mut self, cpu: usize) {
        self.look(cpu);
        self.show_idle(cpu, true);
        self.age_load(cpu);
    }

    fn show_idle(&mut self, cpu: usize, runs_idle: bool) {
        self.facts[cpu].runs_idle = runs_idle;
        self.ready.note(cpu, &self.facts[cpu]);
    }

    fn newidle<O: Observer>(&mut self, cpu: usize, out: &mut O) -> bool {
        let (settings, ticks) = (self.balancing.settings, self.jiffies());
        let mut balance = self.balancing.cpus[cpu];
        let states = &self.balancing.states[cpu];
        out.looking(self, Looking::Begins { cpu });
        let view = self.balance_view();
        let begun = Newidle::begin(&view, cpu, states, &mut balance, &settings, ticks, &mut ());
        let pulled = match begun {
            Ok(mut newidle) => {
                let pulled = self.search(cpu, &mut newidle, out);
                newidle.end(&mut balance);
                pulled
            }
            Err(reason) => {
                self.nothing_pulled(cpu, reason, out);
                false
            }
        };
        self.balancing.cpus[cpu] = balance;
        pulled
    }

    /// Domain after domain, until one gives something. The time that it takes is idle time.
    fn search<O: Observer>(&mut self, cpu: usize, newidle: &mut Newidle, out: &mut O) -> bool {
        loop {
            out.looking(self, Looking::Goes { cpu, newidle: *newidle });
            match self.next_domain(cpu, newidle) {
                NewidleStep::Over => return false,
                NewidleStep::TooDear(reason) => {
                    self.nothing_pulled(cpu, reason, out);
                    return false;
                }
                NewidleStep::LeftOut(_, reason) => self.nothing_pulled(cpu, reason, out),
                NewidleStep::Look(level) => {
                    let pulling = Pulling { on: cpu, dst: cpu, level, idle: Idle::Newly };
                    let outcome = self.balance(pulling, out);
                    let pulled = outcome.moved > 0;
                    self.note_search(cpu, newidle, pulled, outcome.looked);
                    if pulled || !outcome.goes_on {
                        return pulled;
                    }
                }
            }
        }
    }

    fn next_domain(&mut self, cpu: usize, newidle: &mut Newidle) -> NewidleStep {
        let (settings, now_ns) = (self.balancing.settings, self.now_ns);
        let random = self.balancing.rng.bits() as u32;
        let mut states = std::mem::take(&mut self.balancing.states[cpu]);
        let step = newidle.next(&self.balance_view(), &mut states, &settings, now_ns, random, &mut ());
        self.balancing.states[cpu] = states;
        step
    }

    fn note_search(&mut self, cpu: usize, newidle: &mut Newidle, pulled: bool, looked: u32) {
        let (settings, now) = (self.balancing.settings, (self.now_ns, self.jiffies()));
        let cost_ns = self.balance_cost_ns(looked);
        let mut states = std::mem::take(&mut self.balancing.states[cpu]);
        newidle.looked(&self.balance_view(), &mut states, &settings, pulled, cost_ns, now);
        self.balancing.states[cpu] = states;
        self.cpus[cpu].spend(self.now_ns, cost_ns);
    }

    pub(super) fn nothing_pulled<O: Observer>(&mut self, cpu: usize, why: SmpReason, out: &mut O) {
        self.emit_smp(out, cpu, Kind::NothingPulled, [IDLE, IDLE], why);
    }
}
