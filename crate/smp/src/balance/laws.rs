//! What holds of balancing on any machine with any tasks.

use std::collections::VecDeque;

use proptest::prelude::*;

use super::attempt::{Attempt, Idle};
use super::candidate::Candidate;
use super::detach::{Detach, Offer};
use super::fixture::{Fixture, busy, waiting};
use super::imbalance::Migration;
use super::settings::Settings;
use super::source::{Source, find_source};
use crate::cpuset::CpuSet;
use crate::facts::{CpuFacts, TaskFacts};
use crate::kernel::SMP_RULES;
use crate::topology::machines;

/// Tasks that want to run all the time, on random CPUs of a random machine.
fn fixture() -> impl Strategy<Value = Fixture> {
    let machine = prop::sample::select(machines().iter().map(|preset| preset.name).collect::<Vec<_>>());
    let kernel = prop::sample::select(SMP_RULES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    (machine, kernel, prop::collection::vec(0..5_u32, 128)).prop_map(|(machine, kernel, tasks)| {
        let mut fixture = Fixture::new(machine, kernel);
        let count = fixture.cpus.len();
        let tasks: Vec<(usize, u32)> = tasks.into_iter().take(count).enumerate().collect();
        fixture.load(&tasks);
        fixture
    })
}

fn idle() -> impl Strategy<Value = Idle> {
    prop::sample::select(vec![Idle::Busy, Idle::Idle, Idle::Newly])
}

/// Attempts of every CPU in each of its domains.
fn attempts(fixture: &Fixture, idle: Idle) -> impl Iterator<Item = Attempt<'_>> {
    let chains = fixture.topology.chains.iter().enumerate();
    let fits = move |cpu: usize| fixture.cpus[cpu].is_idle() == idle.is_idle();
    chains.filter(move |(cpu, _)| fits(*cpu)).flat_map(move |(cpu, chain)| {
        chain.iter().map(move |domain| Attempt::new(fixture.view(), *domain, cpu, idle))
    })
}

fn source(attempt: &Attempt) -> Option<Source> {
    find_source(attempt, &mut ()).source.ok()
}

/// Queued tasks of CPU `src`, the first of which runs; every `pinned`th may run there only.
fn candidates(fixture: &Fixture, src: usize, pinned: usize) -> VecDeque<Candidate> {
    let count = fixture.cpus[src].h_nr_queued as usize;
    let task = |task: usize| {
        let allowed = if task.is_multiple_of(pinned) { CpuSet::one(src) } else { CpuSet::ALL };
        let facts = TaskFacts { allowed, load_avg: 1024, util_avg: 1024, ..TaskFacts::default() };
        Candidate { is_running: task == 0, ..waiting(task, facts) }
    };
    (0..count).map(task).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// From another group of the domain, and from a CPU that has a task; never more tasks than there are.
    #[test]
    fn the_source_has_what_is_to_be_moved(fixture in fixture(), idle in idle()) {
        for attempt in attempts(&fixture, idle) {
            let Some(Source { src, imbalance, .. }) = source(&attempt) else { continue };
            let domain = attempt.domain();
            prop_assert!(domain.span.contains(src) && !attempt.local().span.contains(src));
            prop_assert!(fixture.cpus[src].h_nr_queued > 0);
            prop_assert!(imbalance.amount > 0);
            let all: i64 = domain.span.iter().map(|cpu| fixture.cpus[cpu].h_nr_queued as i64).sum();
            let bound = match imbalance.migration {
                Migration::Task | Migration::Misfit => all,
                Migration::Load => 1024 * all,
                Migration::Util => 1024 * domain.weight() as i64,
            };
            prop_assert!(imbalance.amount <= bound, "{imbalance:?} of {bound}");
        }
    }

    /// Equal load on equal CPUs stays where it is.
    #[test]
    fn an_even_machine_stays_even(mut fixture in fixture(), tasks in 0..5_u32, idle in idle()) {
        let equal = fixture.topology.capacities.iter().all(|capacity| *capacity == 1024);
        prop_assume!(equal);
        fixture.cpus.fill(busy(tasks));
        for attempt in attempts(&fixture, idle) {
            prop_assert_eq!(source(&attempt), None);
        }
    }

    /// Nobody who runs or may not come is taken, nor more than the imbalance is worth, nor the source's last task by an idle CPU.
    #[test]
    fn only_what_may_go_is_taken(fixture in fixture(), idle in idle(), pinned in 2..5_usize) {
        let settings = Settings::default();
        for attempt in attempts(&fixture, idle) {
            let Some(source) = source(&attempt) else { continue };
            let mut detach = Detach::new(attempt, &source, &settings, 0, 1_000_000);
            let queue = candidates(&fixture, source.src, pinned);
            let taken: Vec<_> = queue.iter().filter(|candidate| detach.offer(candidate) == Offer::Take).collect();
            for candidate in &taken {
                prop_assert!(!candidate.is_running && candidate.facts.allowed.contains(attempt.dst));
            }
            let left = fixture.cpus[source.src].nr_running - taken.len() as u32;
            prop_assert!(left >= 1);
            prop_assert!(detach.left >= 0 || source.imbalance.migration != Migration::Task);
        }
    }

    /// Who has more than its CPU can do gives until nobody idle is left with a domain in common.
    #[test]
    fn an_idle_cpu_finds_a_queue_of_its_cache(waiting in 2..9_u32, src in 0..15_usize) {
        let mut fixture = Fixture::new("graviton3-16", "6.12.y");
        fixture.cpus[src] = CpuFacts { capacity: 1024, ..busy(waiting) };
        let attempt = fixture.attempt(0, 15, Idle::Newly);
        prop_assert_eq!(source(&attempt).map(|source| source.src), Some(src));
    }
}
