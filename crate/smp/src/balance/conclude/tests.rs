//! What follows when some, none or only pinned tasks were there.

use super::*;
use crate::balance::attempt::Idle;
use crate::balance::candidate::Candidate;
use crate::balance::fixture::{Fixture, busy, waiting};
use crate::balance::imbalance::Imbalance;
use crate::balance::settings::Settings;
use crate::facts::TaskFacts;

/// A pull from CPU 5 to CPU 0 in the domain of both caches.
struct Pull {
    fixture: Fixture,
    settings: Settings,
    idle: Idle,
    migration: Migration,
    state: DomainState,
}

impl Pull {
    fn new(idle: Idle) -> Pull {
        let mut fixture = Fixture::new("hikey", "6.12.y");
        fixture.cpus[5] = busy(3);
        let state = DomainState::new(&fixture.topology.domains[fixture.topology.chains[0][1]], 0, 0);
        let state = DomainState { interval_ms: 16, failed: 1, ..state };
        Pull { fixture, settings: Settings::default(), idle, migration: Migration::Task, state }
    }

    /// Offers tasks that may run on these CPUs, and ends the attempt.
    fn end(&mut self, allowed: &[CpuSet], curr_allowed: CpuSet) -> (String, Option<bool>, u64, u32) {
        let imbalance = Imbalance { migration: self.migration, amount: 2 };
        let source = Source { src: 5, imbalance, reason: SmpReason::NoBusyQueue {} };
        let attempt = self.fixture.attempt(1, 0, self.idle);
        let mut detach = Detach::new(attempt, &source, &self.settings, self.state.failed, 10_000_000);
        for allowed in allowed {
            detach.offer(&candidate(*allowed));
        }
        let conclusion = conclude(&detach, &source, &curr_allowed, &mut self.state);
        let next = match conclusion.next {
            Next::OtherDst(detach) => format!("to {}", detach.attempt().dst),
            Next::Again(attempt) => format!("again among {}", attempt.cpus),
            Next::Push(reason) | Next::Declined(reason) => reason.name().to_owned(),
            Next::Moved(count) => format!("moved {count}"),
        };
        (next, conclusion.pinned, self.state.interval_ms, self.state.failed)
    }

    #[track_caller]
    fn check(&mut self, allowed: &[CpuSet], expected: (&str, Option<bool>), interval_ms: u64, failed: u32) {
        let found = self.end(allowed, CpuSet::ALL);
        assert_eq!(found, (expected.0.to_owned(), expected.1, interval_ms, failed));
    }
}

fn candidate(allowed: CpuSet) -> Candidate {
    let facts = TaskFacts { allowed, ..TaskFacts::default() };
    Candidate { is_running: allowed.is_empty(), ..waiting(0, facts) }
}

fn running() -> Candidate {
    Candidate { is_running: true, ..candidate(CpuSet::ALL) }
}

#[test]
fn tasks_that_were_moved_end_it() {
    Pull::new(Idle::Idle).check(&[CpuSet::ALL, CpuSet::ALL], ("moved 2", None), 8, 0);
    Pull::new(Idle::Newly).check(&[CpuSet::ALL, CpuSet::ALL], ("moved 1", None), 8, 0);
}

#[test]
fn what_may_go_to_a_neighbour_goes_there() {
    let pinned = CpuSet::one(3);
    Pull::new(Idle::Idle).check(&[pinned], ("to 3", None), 16, 1);
    Pull::new(Idle::Idle).check(&[CpuSet::ALL, pinned], ("to 3", None), 16, 1);
}

#[test]
fn a_queue_of_pinned_tasks_is_left_out() {
    let pinned = CpuSet::one(5);
    Pull::new(Idle::Idle).check(&[pinned], ("again among 0-4,6-7", Some(true)), 16, 1);
    let mut pull = Pull::new(Idle::Idle);
    let domain = pull.fixture.topology.chains[0][1];
    pull.fixture.topology.domains[domain].span = [0, 1, 2, 3, 5].into_iter().collect();
    pull.check(&[pinned], ("AllPinned", Some(true)), 32, 0);
}

#[test]
fn pinned_tasks_beside_others_are_for_the_domain_above() {
    let found = Pull::new(Idle::Newly).end(&[CpuSet::one(5), CpuSet::ALL], CpuSet::ALL);
    assert_eq!((found.0.as_str(), found.1), ("moved 1", Some(true)));
}

#[test]
fn nothing_moved_is_a_failure_and_many_of_them_push() {
    let mut pull = Pull::new(Idle::Idle);
    pull.fixture.cpus[5] = busy(1);
    pull.check(&[], ("SourceAlone", None), 8, 2);
    pull.check(&[], ("SourceAlone", None), 8, 3);
    pull.check(&[], ("PushFailed", None), 8, 4);
    pull.state.interval_ms = 8;
    let pinned = pull.end(&[], CpuSet::one(5));
    assert_eq!(pinned, ("CurrPinned".to_owned(), None, 16, 5));
}

#[test]
fn a_misfit_that_may_not_go_changes_nothing() {
    let mut pull = Pull::new(Idle::Idle);
    pull.fixture.cpus[5] = busy(1);
    pull.migration = Migration::Misfit;
    assert_eq!(pull.end(&[], CpuSet::one(5)), ("CurrPinned".to_owned(), None, 16, 1));
    assert_eq!(pull.end(&[], CpuSet::ALL), ("PushMisfit".to_owned(), None, 8, 1));
}

#[test]
fn running_tasks_are_looked_at_in_vain() {
    let pull = Pull::new(Idle::Busy);
    let imbalance = Imbalance { migration: Migration::Task, amount: 1 };
    let source = Source { src: 5, imbalance, reason: SmpReason::NoBusyQueue {} };
    let mut detach = Detach::new(pull.fixture.attempt(1, 0, Idle::Busy), &source, &pull.settings, 0, 0);
    detach.offer(&running());
    let mut state = pull.state;
    let conclusion = conclude(&detach, &source, &CpuSet::ALL, &mut state);
    let reason = SmpReason::NoneMoved { looked: 1, imbalance: 1 };
    assert!(matches!(conclusion.next, Next::Declined(found) if found == reason));
}

#[test]
fn a_balanced_domain_waits_longer_and_is_no_longer_uneven() {
    let mut pull = Pull::new(Idle::Idle);
    pull.state.interval_ms = 8;
    let attempt = pull.fixture.attempt(1, 0, Idle::Idle);
    let conclusion = conclude_balanced(&attempt, SmpReason::NoBusyGroup {}, &mut pull.state);
    assert_eq!((conclusion.pinned, pull.state.interval_ms, pull.state.failed), (Some(false), 16, 0));
    let further = pull.fixture.attempt(1, 0, Idle::Idle).without(5).expect("there are others");
    let conclusion = conclude_balanced(&further, SmpReason::NoBusyGroup {}, &mut pull.state);
    assert!(matches!(conclusion.next, Next::Declined(SmpReason::AllPinned {})));
    assert_eq!((conclusion.pinned, pull.state.interval_ms), (None, 32));
}
