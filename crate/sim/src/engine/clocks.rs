//! How fast CPUs work: their size, their clocks, and whether another thread of the core works too.
//!
//! A clock is asked for whenever the load of a CPU changes, and is there after the hardware's latency: like a change from
//! elsewhere, before anything else of that instant. Until then every CPU of it works, and is accounted for, at the old speed.

use smp::frequency::{
    Answer, CpuDemand, Energy, PerfDomain, Performance, Point, Policy, Thermal, WorkRate, performance,
};
use smp::load::{Speed, cpu_util_boost};
use smp::{CpuSet, SmpReason};

use super::{Observer, Sim};
use crate::plan::Plan;
use crate::trace::{IDLE, Kind};

/// How often heat is looked at, ns.
const HEAT_PERIOD_NS: u64 = 100_000_000;

/// The clocks of a machine, what they took, and how hot it is.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    all: Vec<Clock>,
    heat: Option<Heat>,
}

#[derive(Clone, Debug)]
struct Clock {
    policy: Policy,
    /// Why its point was asked for last.
    why: SmpReason,
}

#[derive(Clone, Copy, Debug)]
struct Heat {
    thermal: Thermal,
    next_ns: u64,
    /// What was used up to the last look.
    used: Energy,
}

impl Clocks {
    pub fn new(plan: &Plan) -> Clocks {
        let hardware = &plan.hardware;
        let clock = |domain| Clock {
            policy: Policy::new(hardware.governor, domain),
            why: SmpReason::ClockFastest { khz: 0 },
        };
        let heat = |thermal| Heat { thermal, next_ns: HEAT_PERIOD_NS, used: Energy::default() };
        Clocks { all: hardware.domains.iter().map(clock).collect(), heat: hardware.thermal.map(heat) }
    }

    /// When a clock arrives or heat is looked at; `u64::MAX` if never.
    pub fn next_ns(&self) -> u64 {
        let arrivals = self.all.iter().filter_map(|clock| clock.policy.arrives_ns());
        arrivals.chain(self.heat.map(|heat| heat.next_ns)).min().unwrap_or(u64::MAX)
    }
}

impl Sim {
    fn speed(&self, cpu: usize) -> Speed {
        let domain = self.plan.hardware.domain_of[cpu];
        let policy = &self.clocks.all[domain].policy;
        let frequency = policy.frequency_scale(&self.plan.hardware.domains[domain]);
        Speed { capacity: self.plan.topology.capacities[cpu], frequency }
    }

    /// Every CPU begins with its size and its clock.
    pub(super) fn begin_clocks(&mut self) {
        (0..self.cpus.len()).for_each(|cpu| self.set_rate(cpu));
    }

    /// A CPU, whose work is counted up to now, works as fast as it can from here on.
    fn set_rate(&mut self, cpu: usize) {
        let speed @ Speed { capacity, frequency } = self.speed(cpu);
        let works = |other: usize| other != cpu && self.cpus[other].curr.is_some();
        let loss_per_mille = self.plan.costs.between.smt_loss_per_mille;
        let is_shared = loss_per_mille > 0 && self.plan.topology.siblings[cpu].iter().any(works);
        let share_per_mille = if is_shared { 1000 - loss_per_mille } else { 1000 };
        let here = &mut self.cpus[cpu];
        (here.speed, here.rate) = (speed, WorkRate::new(capacity, frequency, share_per_mille));
    }

    /// A CPU has gone to or from idle: what that means for its energy, its clock and the threads beside it.
    #[inline]
    pub(super) fn clock_switch(&mut self, cpu: usize, was_busy: bool, is_busy: bool) {
        if self.plan.hardware.notices_idle && was_busy != is_busy {
            self.notice_idle(cpu, was_busy, is_busy);
        }
    }

    fn notice_idle(&mut self, cpu: usize, was_busy: bool, is_busy: bool) {
        self.count_energy(cpu, was_busy);
        self.note_idle_state(cpu, is_busy);
        if !is_busy {
            self.clocks.all[self.plan.hardware.domain_of[cpu]].policy.idles();
        }
        if self.plan.costs.between.smt_loss_per_mille > 0 {
            let threads = self.plan.topology.siblings[cpu];
            for thread in threads.iter() {
                self.reach(thread);
                self.set_rate(thread);
            }
        }
    }

    fn count_energy(&mut self, cpu: usize, was_busy: bool) {
        let domain = self.plan.hardware.domain_of[cpu];
        let busy_ns = self.now_ns - std::mem::replace(&mut self.cpus[cpu].counted_ns, self.now_ns);
        let point = self.plan.hardware.domains[domain].points.get(self.clocks.all[domain].policy.current());
        if let Some(point) = point.filter(|_| was_busy) {
            self.cpus[cpu].energy.add(point.power_uw, busy_ns);
        }
    }

    /// The load of a CPU has changed: its clock may have to (`cpufreq_update_util`).
    pub(super) fn ask_clock(&mut self, cpu: usize) {
        let domain = self.plan.hardware.domain_of[cpu];
        if self.plan.hardware.follows && !self.plan.hardware.domains[domain].points.is_empty() {
            self.ask_domain(domain);
        }
    }

    fn ask_domain(&mut self, domain: usize) {
        let plan = std::sync::Arc::clone(&self.plan);
        let of = &plan.hardware.domains[domain];
        let demands = of.cpus.iter().map(|cpu| self.demand(cpu));
        let asked = demands.reduce(|most, other| if other.exceeds(&most) { other } else { most });
        let asked = asked.expect("a clock has a CPU");
        let rule = plan.smp.busy_hold;
        let answer =
            self.clocks.all[domain].policy.request(of, &asked, self.now_ns, plan.hardware.timing, rule);
        if let Answer::Changes(change) = answer {
            self.clocks.all[domain].why = change.why;
            self.set_next_change();
        }
    }

    /// What a CPU asks its clock for.
    fn demand(&self, cpu: usize) -> Performance {
        let mut facts = self.facts[cpu];
        self.loads[cpu].tell(&mut facts);
        let demand = CpuDemand {
            fair_util: cpu_util_boost(&facts, self.plan.smp.util_boost),
            clamps: self.clamps.seen(cpu),
            clamps_used: self.clamps.key.is_used(),
            ..CpuDemand::idle(facts.capacity_orig)
        };
        performance(&demand, self.plan.smp.frequency_margin)
    }

    /// A clock arrives, or heat is looked at.
    pub(super) fn hardware_changes<O: Observer>(&mut self, out: &mut O) {
        let arrived = |clock: &Clock| clock.policy.arrives_ns().is_some_and(|at_ns| at_ns <= self.now_ns);
        match self.clocks.all.iter().position(arrived) {
            Some(domain) => self.arrive(domain, out),
            None => self.look_at_heat(),
        }
        self.set_next_change();
    }

    fn arrive<O: Observer>(&mut self, domain: usize, out: &mut O) {
        let cpus = self.plan.hardware.domains[domain].cpus;
        for cpu in cpus.iter() {
            self.reach(cpu);
            self.cpus[cpu].work_until(&mut self.tasks, self.now_ns);
            self.advance_load(cpu);
            self.count_energy(cpu, self.cpus[cpu].curr.is_some());
        }
        self.clocks.all[domain].policy.arrive();
        cpus.iter().for_each(|cpu| self.set_rate(cpu));
        let first = cpus.lowest().expect("a clock has a CPU");
        self.emit_smp(out, first, Kind::ClockSet, [IDLE, IDLE], self.clocks.all[domain].why);
    }

    /// Heat follows the power of the last period, and takes points away or gives them back.
    fn look_at_heat(&mut self) {
        for cpu in 0..self.cpus.len() {
            self.count_energy(cpu, self.cpus[cpu].curr.is_some());
        }
        let all = self.cpus.iter().map(|cpu| cpu.energy).sum();
        let Some(heat) = &mut self.clocks.heat else { return };
        let used = Energy::since(all, std::mem::replace(&mut heat.used, all));
        heat.next_ns += HEAT_PERIOD_NS;
        let most = self.plan.hardware.domains.iter().map(|domain| domain.points.len()).max().unwrap_or(0);
        let steps = heat.thermal.pass(used.power_uw(HEAT_PERIOD_NS), HEAT_PERIOD_NS, most.saturating_sub(1));
        for domain in 0..self.plan.hardware.domains.len() {
            self.limit_clock(domain, steps);
        }
    }

    fn limit_clock(&mut self, domain: usize, steps: usize) {
        let plan = std::sync::Arc::clone(&self.plan);
        let of = &plan.hardware.domains[domain];
        let Some(last) = of.points.len().checked_sub(1) else { return };
        let point = last - steps.min(last);
        self.clocks.all[domain].policy.limit(point);
        for cpu in of.cpus.iter() {
            let facts = &mut self.facts[cpu];
            facts.capacity_pressure = facts.capacity_orig.saturating_sub(of.points[point].performance);
            facts.capacity = (facts.capacity_orig - facts.capacity_pressure).max(1);
        }
        self.ask_domain(domain);
    }

    /// How fast a CPU's clock is, kHz; `None` where that is not told.
    pub fn clock_khz(&self, cpu: u16) -> Option<u64> {
        self.point(usize::from(cpu)).map(|point| point.frequency_khz)
    }

    /// The point that a CPU's clock is at; `None` where its points are not told.
    fn point(&self, cpu: usize) -> Option<&Point> {
        let domain = self.plan.hardware.domain_of[cpu];
        self.plan.hardware.domains[domain].points.get(self.clocks.all[domain].policy.current())
    }

    /// What a CPU has used up to now while it was busy, µJ; `None` where no power is told.
    pub fn energy_uj(&self, cpu: u16) -> Option<u64> {
        let cpu = usize::from(cpu);
        let power_uw = self.point(cpu)?.power_uw;
        let mut energy = self.cpus[cpu].energy;
        if self.cpus[cpu].curr.is_some() {
            energy.add(power_uw, self.now_ns - self.cpus[cpu].counted_ns);
        }
        (power_uw > 0).then(|| energy.microjoules())
    }

    /// Its clocks: of those whose points are told, the CPUs and the fastest point, kHz.
    pub fn clocks(&self) -> impl Iterator<Item = (CpuSet, u64)> {
        let told = |domain: &PerfDomain| Some((domain.cpus, domain.points.last()?.frequency_khz));
        self.plan.hardware.domains.iter().filter_map(told)
    }
}

#[cfg(test)]
mod tests;
