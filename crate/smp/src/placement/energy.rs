//! The CPU on which a wakeup takes least energy (rule 2).

use crate::checks::{CheckRule, Checks};
use crate::clamp::{Clamps, Fit, util_fits_cpu};
use crate::facts::CpuFacts;
use crate::frequency::{CpuDemand, Governor, PerfDomain, performance};
use crate::load::{cpu_util_to, task_util_est};
use crate::reason::SmpReason;
use crate::rules::{EnergyChoice, UtilBoost};
use crate::topology::{Domain, Topology};

use super::search::{Choice, Search};

/// A number that is no CPU's: where a task is that is nowhere.
const NOWHERE: usize = usize::MAX;

/// A CPU that the task might go to.
#[derive(Clone, Copy)]
struct Candidate {
    cpu: usize,
    fit: Fit,
    spare: u64,
}

/// A candidate with what the task would take there.
#[derive(Clone, Copy)]
struct Priced {
    cpu: usize,
    fit: Fit,
    /// What the CPU can do under its limits.
    actual_capacity: u64,
    /// Energy more than without the task.
    delta: u64,
}

/// What is known once all clocks were looked at.
#[derive(Default)]
struct Prices {
    prev: Option<Priced>,
    best: Option<Priced>,
    /// What the CPUs take without the task.
    base: u64,
}

/// Whether a machine places tasks by energy as long as no CPU has more to do than fits it (`sched_is_eas_possible`): its CPUs are unequal
/// and have one thread each, the scheduler sets their clocks, and what these take is known.
pub fn is_energy_aware(topology: &Topology, clocks: &[PerfDomain], governor: Governor) -> bool {
    let is_unequal = topology.asym_of.iter().all(Option::is_some);
    let is_known = clocks.iter().all(PerfDomain::is_energy_known);
    is_unequal && !topology.has_smt && governor == Governor::Schedutil && is_known
}

/// Prev, or of each clock's CPUs the one with most to spare: where the task takes least (`find_energy_efficient_cpu`).
///
/// None if tasks are not placed by energy now, as something has more to do than fits its CPU, or prev is out of reach.
pub(super) fn find_energy_efficient_cpu<C: Checks>(search: &mut Search<C>) -> Option<Choice> {
    let (view, prev) = (search.view, search.task.cpu);
    if !view.root.places_by_energy() {
        return None;
    }
    let range = range(search)?;
    if needs_nothing(search) {
        return Some(Choice { cpu: prev, why: SmpReason::PlacedNeedless { prev: prev as i64 } });
    }
    let mut prices = Prices::default();
    for clock in view.perf_domains {
        look_at(search, clock, range, &mut prices);
    }
    Some(choice(view.rules.energy_choice, prices, prev))
}

/// The lowest domain of the waker's with every capacity and prev.
fn range<'a, C: Checks>(search: &Search<'a, C>) -> Option<&'a Domain> {
    let (topology, waker) = (search.view.topology, search.waker.cpu);
    let lowest = topology.asym_of[waker]?;
    let mut wider = topology.domains_of(waker).skip_while(|domain| **domain != topology.domains[lowest]);
    wider.find(|domain| domain.span.contains(search.task.cpu))
}

fn needs_nothing<C: Checks>(search: &Search<C>) -> bool {
    let asks = match search.view.rules.energy_choice {
        EnergyChoice::ByMargin => false,
        EnergyChoice::Cheapest => search.view.clamps_used && search.task.uclamp_min > 0,
    };
    task_util_est(search.task) == 0 && !asks
}

/// Prices prev and the other CPU with most to spare among those with one clock.
fn look_at<C: Checks>(search: &mut Search<C>, clock: &PerfDomain, range: &Domain, prices: &mut Prices) {
    let [prev, most] = candidates(search, clock, range);
    if prev.is_none() && most.is_none() {
        return;
    }
    let base = energy(search, clock, NOWHERE);
    prices.base += base;
    prices.prev = prev.map(|prev| price(search, clock, prev, base)).or(prices.prev);
    let Some(most) = most.filter(|most| prev.is_none_or(|prev| most.spare > prev.spare)) else { return };
    let priced = price(search, clock, most, base);
    let known = prices.prev.map_or(u64::MAX, |prev| prev.delta);
    let best_delta = prices.best.map_or(known, |best| best.delta.min(known));
    if search.tell(
        CheckRule::Cheaper,
        priced.cpu,
        [priced.delta, best_delta],
        is_better(&priced, prices.best, best_delta),
    ) {
        prices.best = Some(priced);
    }
}

/// Prev, if it is one of them and big enough, and of the others the one that fits best and has most to spare.
fn candidates<C: Checks>(
    search: &mut Search<C>,
    clock: &PerfDomain,
    range: &Domain,
) -> [Option<Candidate>; 2] {
    let (mut prev, mut most): (Option<Candidate>, Option<Candidate>) = (None, None);
    for cpu in clock.cpus.and(&range.span).and(&search.task.allowed).iter() {
        let Some(candidate) = candidate(search, cpu) else { continue };
        if cpu == search.task.cpu {
            prev = Some(candidate);
        } else if most.is_none_or(|most| (candidate.fit, candidate.spare) > (most.fit, most.spare)) {
            most = Some(candidate);
        }
    }
    [prev, most]
}

/// A CPU with the task, if it is big enough for that and what it has.
fn candidate<C: Checks>(search: &mut Search<C>, cpu: usize) -> Option<Candidate> {
    search.looked += 1;
    let (view, task) = (search.view, search.task);
    let facts = search.facts(cpu);
    let util = cpu_util_to(facts, cpu, task, cpu, UtilBoost::Util);
    let clamps = clamps_with(search, facts);
    let fit = util_fits_cpu(util, clamps, facts, view.rules.clamp_fit, view.clamps_used);
    search.tell(CheckRule::Fits, cpu, [util, facts.capacity], fit != Fit::No);
    (fit != Fit::No).then(|| Candidate { cpu, fit, spare: facts.capacity.saturating_sub(util) })
}

/// Clamps of a runqueue with the task; its own alone where no other is counted.
fn clamps_with<C: Checks>(search: &Search<C>, facts: &CpuFacts) -> Clamps {
    let own = Clamps { min: search.task.uclamp_min, max: search.task.uclamp_max };
    match facts.nr_running == facts.h_nr_delayed {
        true => own,
        false => Clamps { min: own.min.max(facts.uclamp_min), max: own.max.max(facts.uclamp_max) },
    }
}

fn price<C: Checks>(search: &Search<C>, clock: &PerfDomain, candidate: Candidate, base: u64) -> Priced {
    let Candidate { cpu, fit, .. } = candidate;
    let delta = energy(search, clock, cpu).saturating_sub(base);
    Priced { cpu, fit, actual_capacity: actual(search.facts(cpu)), delta }
}

/// What CPUs with one clock take with the task on CPU `to` (`compute_energy`).
fn energy<C: Checks>(search: &Search<C>, clock: &PerfDomain, to: usize) -> u64 {
    let limit = clock.cpus.lowest().map_or(0, |first| actual(search.facts(first)));
    let all = limit * clock.cpus.len() as u64;
    let without = |cpu: usize| cpu_util_to(search.facts(cpu), cpu, search.task, NOWHERE, UtilBoost::Util);
    let busy = clock.cpus.iter().map(without).sum::<u64>().min(all);
    let busy = if to == NOWHERE { busy } else { (busy + task_util_est(search.task)).min(all) };
    let most = clock.cpus.iter().map(|cpu| demand(search, cpu, to)).max().unwrap_or(0);
    if busy == 0 { 0 } else { clock.energy(most.min(limit), busy) }
}

/// What a CPU would ask its clock for with the task on CPU `to` (`eenv_pd_max_util`).
fn demand<C: Checks>(search: &Search<C>, cpu: usize, to: usize) -> u64 {
    let (view, facts) = (search.view, search.facts(cpu));
    let clamps = match (view.clamps_used, cpu == to) {
        (false, _) => Clamps::NONE,
        (true, true) => clamps_with(search, facts),
        (true, false) => Clamps { min: facts.uclamp_min, max: facts.uclamp_max },
    };
    let asked = CpuDemand {
        fair_util: cpu_util_to(facts, cpu, search.task, to, view.rules.util_boost),
        clamps,
        clamps_used: view.clamps_used,
        ..CpuDemand::idle(facts.capacity_orig)
    };
    performance(&asked, view.rules.frequency_margin).value
}

/// What a CPU can do under its limits (`get_actual_cpu_capacity`).
fn actual(facts: &CpuFacts) -> u64 {
    facts.capacity_orig - facts.capacity_pressure
}

/// Whether a candidate is better than the best one so far: fits better, is bigger if none fits, or takes less.
fn is_better(priced: &Priced, best: Option<Priced>, best_delta: u64) -> bool {
    match (priced.fit, best) {
        (_, None) => true,
        (fit, Some(best)) if fit != best.fit => fit > best.fit,
        (Fit::Yes, Some(_)) => priced.delta < best_delta,
        (_, Some(best)) => priced.actual_capacity > best.actual_capacity,
    }
}

/// The best candidate if it is better than prev, before 6.0 by more than a sixteenth of what everything takes.
fn choice(rule: EnergyChoice, prices: Prices, prev_cpu: usize) -> Choice {
    let Some(best) = prices.best else {
        let prev_delta = prices.prev.map_or(-1, |prev| prev.delta as i64);
        return Choice { cpu: prev_cpu, why: SmpReason::PlacedNoCheaper { prev_delta, delta: -1 } };
    };
    let delta = best.delta as i64;
    let Some(prev) = prices.prev.filter(|prev| prev.fit == best.fit) else {
        return unequal(&best, prices.prev, prev_cpu);
    };
    let prev_delta = prev.delta as i64;
    let cheaper = match (rule, best.fit) {
        (EnergyChoice::ByMargin, _) => {
            prev.delta.saturating_sub(best.delta) > (prev.delta + prices.base) >> 4
        }
        (EnergyChoice::Cheapest, Fit::Yes) => best.delta < prev.delta,
        (EnergyChoice::Cheapest, _) => best.actual_capacity > prev.actual_capacity,
    };
    match cheaper {
        true => Choice { cpu: best.cpu, why: SmpReason::PlacedCheapest { delta, prev_delta } },
        false => Choice { cpu: prev_cpu, why: SmpReason::PlacedNoCheaper { prev_delta, delta } },
    }
}

/// One of the two fits better; a prev that is too small does not fit at all. A bigger CPU is taken even if it misses a clamp that prev
/// does not.
fn unequal(best: &Priced, prev: Option<Priced>, prev_cpu: usize) -> Choice {
    let delta = best.delta as i64;
    match prev {
        Some(prev) if prev.fit > best.fit && prev.actual_capacity >= best.actual_capacity => {
            let prev_delta = prev.delta as i64;
            Choice { cpu: prev_cpu, why: SmpReason::PlacedNoCheaper { prev_delta, delta } }
        }
        _ => {
            let capacity = best.actual_capacity as i64;
            Choice { cpu: best.cpu, why: SmpReason::PlacedFitsBetter { capacity, delta } }
        }
    }
}
