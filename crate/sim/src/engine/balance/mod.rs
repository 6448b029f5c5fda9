//! Balancing on several CPUs: when the rules of [`smp::balance`] are asked, and what is done with what they say.
//!
//! 1. **An attempt** sees all CPUs as they are, decides as a whole, and only then moves tasks: what it sees does not change under it
//!    (`attempt.rs`, `decision.rs`; which tasks there are, least recently run first, in `candidates.rs`).
//! 2. **Out of work.** schedule() that finds nobody looks for work before the CPU goes idle (`newidle.rs`), and then steals, if that is
//!    on (`steal.rs`).
//! 3. **By the clock.** The tick of a busy CPU balances the domains that are due, and may ask an idle CPU to do so for all
//!    those whose tick is stopped: every idle CPU's is (`periodic.rs`, `nohz.rs`).
//! 4. **Pushes.** Where only the running task could be moved, its CPU is asked to let it go (`push.rs`).
//! 5. **Asked again.** What a look for tasks would come to now can be asked without making it (`looking.rs`): so the inspector
//!    lists what was looked at.
//! 6. **Facts.** Idle times, too big tasks, queues with tasks to give (`notes.rs`).

mod attempt;
mod candidates;
mod decision;
mod looking;
mod newidle;
mod nohz;
mod notes;
mod periodic;
mod push;
mod steal;
#[cfg(test)]
mod tests;

pub use attempt::Pulling;
pub use looking::{Looked, Looking};
pub use push::Push;

use sched::Feature;
use smp::balance::{CpuBalance, DomainState, NohzState, Settings, View};
use smp::topology::{Domain, interval_ticks};
use smp::{CpuSet, SmpFeature};

use super::Sim;
use crate::plan::Plan;
use crate::rng::Rng;

/// Which stream of chance balancing draws from: no task has so high a number.
const STREAM: u64 = u32::MAX as u64;

/// What balancing remembers.
#[derive(Clone, Debug)]
pub(super) struct Balancing {
    settings: Settings,
    /// Of each CPU whose load is tracked, its own part.
    cpus: Vec<CpuBalance>,
    /// Of each CPU, its domains, lowest first.
    states: Vec<Vec<DomainState>>,
    nohz: NohzState,
    /// Of each last-level cache, the CPUs with two tasks or more.
    overloaded: Vec<CpuSet>,
    /// Of each CPU, whether its running task is being pushed away.
    pushing: Vec<bool>,
    /// How often a look moved nothing and is not in the trace: CPU by CPU, so many domains each.
    quiet: Vec<u64>,
    depth: usize,
    /// Numbers given to tasks as they are enqueued, picked or passed over.
    next_order: u64,
    rng: Rng,
}

impl Balancing {
    pub fn new(plan: &Plan) -> Balancing {
        let settings = settings(plan);
        let topology = &plan.topology;
        let mut rng = Rng::stream(plan.seed, STREAM);
        let domains =
            |cpu| topology.domains_of(cpu).map(|domain| state_at_start(plan, domain, &mut rng)).collect();
        let count = plan.tracked_cpus();
        let states = (0..count).map(domains).collect();
        let depth = topology.chains.iter().map(Vec::len).max().unwrap_or(0);
        Balancing {
            settings,
            cpus: vec![CpuBalance::new(plan.start.ticks, &settings); count],
            states,
            nohz: NohzState { idle_cpus: CpuSet::first(count), ..NohzState::default() },
            overloaded: vec![CpuSet::EMPTY; topology.llcs.len().min(count)],
            pushing: vec![false; count],
            quiet: vec![0; count * depth],
            depth,
            next_order: 0,
            rng,
        }
    }

    fn count_quiet(&mut self, cpu: usize, level: usize) {
        self.quiet[cpu * self.depth + level] += 1;
    }
}

/// What a CPU knows of a domain at the start; where CPUs have balanced before, each did so at some time within its interval.
fn state_at_start(plan: &Plan, domain: &Domain, rng: &mut Rng) -> DomainState {
    let mut state = DomainState::new(domain, 0, plan.start.ticks);
    if plan.start.ticks > 0 {
        let hz = 1_000_000_000 / plan.params.tick_ns;
        let interval_ticks = interval_ticks(state.interval_ms, true, hz, plan.topology.cpu_count());
        state.last_balance_ticks -= rng.bits() % interval_ticks.min(plan.start.ticks);
    }
    state
}

/// What is set for the rules, on a kernel that preempts itself.
fn settings(plan: &Plan) -> Settings {
    let has = |feature| plan.smp_features.has(feature);
    Settings {
        migration_cost_ns: Some(plan.params.tunables.migration_cost_ns),
        cache_hot_buddy: has(SmpFeature::CacheHotBuddy),
        place_lag: plan.params.features.has(Feature::PlaceLag),
        lb_min: has(SmpFeature::LbMin),
        ni_random: has(SmpFeature::NiRandom),
        ni_rate: has(SmpFeature::NiRate),
        steal: has(SmpFeature::Steal),
        hz: 1_000_000_000 / plan.params.tick_ns,
        ..Settings::default()
    }
}

impl Sim {
    /// What balancing sees.
    fn balance_view(&self) -> View<'_> {
        View {
            topology: &self.plan.topology,
            cpus: &self.facts,
            rules: self.plan.smp,
            root: self.root,
            pinned: &self.pinned,
            clamps_used: self.clamps.key.is_used(),
        }
    }

    /// How often a look in each domain of a CPU, lowest first, moved nothing and is not in the trace; panics if there is no such
    /// CPU.
    pub fn quiet_looks(&self, cpu: usize) -> &[u64] {
        let Balancing { quiet, depth, .. } = &self.balancing;
        &quiet[cpu * depth..][..self.plan.topology.chains[cpu].len()]
    }

    /// A task is the most recently run of its queue: it was enqueued, picked, or looked at and left.
    #[inline]
    pub(in crate::engine) fn note_recent(&mut self, task: u16) {
        self.balancing.next_order += 1;
        self.tasks[usize::from(task)].order = self.balancing.next_order;
    }

    /// How long an attempt takes that looked at so many CPUs.
    fn balance_cost_ns(&self, looked: u32) -> u64 {
        self.plan.costs.between.balance_ns + u64::from(looked) * self.plan.costs.between.balance_cpu_ns
    }
}
