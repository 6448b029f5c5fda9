//! Pulls from a queue of four tasks: which go, and why the others are left.

use super::*;
use crate::balance::fixture::{Fixture, busy, waiting};
use crate::balance::imbalance::Imbalance;
use crate::cpuset::CpuSet;
use crate::facts::TaskFacts;

const NOW_NS: u64 = 10_000_000;

/// A pull from CPU 1 to CPU 0 of a machine's lowest domain.
struct Pull {
    fixture: Fixture,
    settings: Settings,
    idle: Idle,
    migration: Migration,
    amount: i64,
    failed: u32,
}

impl Pull {
    fn new(migration: Migration, amount: i64) -> Pull {
        let mut fixture = Fixture::new("hikey", "6.12.y");
        fixture.cpus[1] = busy(4);
        Pull { fixture, settings: Settings::default(), idle: Idle::Idle, migration, amount, failed: 0 }
    }

    fn source(&self) -> Source {
        let imbalance = Imbalance { migration: self.migration, amount: self.amount };
        Source { src: 1, imbalance, reason: SmpReason::NoBusyQueue {} }
    }

    fn detach(&self) -> Detach<'_> {
        let attempt = self.fixture.attempt(0, 0, self.idle);
        Detach::new(attempt, &self.source(), &self.settings, self.failed, NOW_NS)
    }

    #[track_caller]
    fn check(&self, candidates: &[Candidate], taken: &[usize], left: i64) {
        let mut detach = self.detach();
        let took = |candidate: &&Candidate| detach.offer(candidate) == Offer::Take;
        let found: Vec<usize> = candidates.iter().filter(took).map(|candidate| candidate.task).collect();
        assert_eq!((found.as_slice(), detach.left), (taken, left));
    }
}

fn candidate(task: usize, load_avg: u64) -> Candidate {
    waiting(task, TaskFacts { load_avg, util_avg: 200, ..TaskFacts::default() })
}

const A: usize = 10;
const B: usize = 11;
const C: usize = 12;
const D: usize = 13;

/// Least recently run first: A is hot, D runs.
fn queue() -> [Candidate; 4] {
    let hot = Candidate { exec_start_ns: NOW_NS - 499_999, ..candidate(A, 1024) };
    let running = Candidate { is_running: true, ..candidate(D, 1024) };
    [hot, candidate(B, 1024), candidate(C, 335), running]
}

#[test]
fn tasks_are_taken_until_the_imbalance_is_gone() {
    Pull { idle: Idle::Newly, ..Pull::new(Migration::Task, 1) }.check(&queue(), &[B], 0);
    Pull::new(Migration::Task, 2).check(&queue(), &[B, C], 0);
    Pull::new(Migration::Load, 600).check(&queue(), &[C], 265);
    Pull { failed: 1, ..Pull::new(Migration::Load, 600) }.check(&queue(), &[B], -424);
    Pull { failed: 2, ..Pull::new(Migration::Load, 600) }.check(&queue(), &[A], -424);
    Pull::new(Migration::Util, 300).check(&queue(), &[B], 100);
}

#[test]
fn utilisation_is_halved_by_failures_since_6_1() {
    let mut pull = Pull { failed: 1, ..Pull::new(Migration::Util, 150) };
    pull.check(&queue(), &[B], -50);
    pull.fixture.rules = crate::smp_rules("5.10");
    pull.check(&queue(), &[], 150);
}

#[test]
fn small_load_is_left_if_that_is_set() {
    let mut pull = Pull::new(Migration::Load, 600);
    pull.settings.lb_min = true;
    let small = SmpReason::SkipSmall { amount: 15, imbalance: 600 };
    check_left(&pull, candidate(A, 15), Offer::Leave(small));
    check_left(&pull, candidate(A, 16), Offer::Take);
    pull.failed = 1;
    check_left(&pull, candidate(A, 15), Offer::Take);
}

#[test]
fn who_just_ran_out_of_work_takes_one_at_a_time() {
    let mut pull = Pull { idle: Idle::Newly, ..Pull::new(Migration::Task, 3) };
    pull.check(&queue(), &[B], 2);
    pull.settings.is_preemptible = false;
    pull.check(&queue(), &[B, C], 1);
}

#[test]
fn an_idle_cpu_leaves_the_source_its_last_task() {
    let cold = [candidate(A, 1), candidate(B, 1), candidate(C, 1)];
    let mut pull = Pull::new(Migration::Task, 9);
    pull.fixture.cpus[1] = busy(2);
    pull.check(&cold, &[A], 8);
    pull.idle = Idle::Busy;
    pull.check(&cold, &[A, B], 7);
    pull.fixture.cpus[1] = busy(1);
    pull.check(&cold, &[], 9);
    assert!(!pull.detach().all_pinned);
}

#[test]
fn so_many_are_looked_at_and_no_more() {
    let mut pull = Pull::new(Migration::Task, 9);
    pull.settings.nr_migrate = 2;
    pull.check(&queue(), &[B], 8);
}

#[test]
fn only_what_does_not_fit_goes_as_a_misfit() {
    let mut pull = Pull::new(Migration::Misfit, 1);
    let big = TaskFacts { util_avg: 900, ..TaskFacts::default() };
    let candidates = [candidate(A, 1), Candidate { facts: big, ..candidate(B, 1) }];
    pull.check(&candidates, &[B], 0);
    pull.fixture.cpus[1].capacity = 200;
    pull.check(&candidates, &[A], 0);
}

#[track_caller]
fn check_left(pull: &Pull, candidate: Candidate, expected: Offer) {
    assert_eq!(pull.detach().offer(&candidate), expected);
}

#[test]
fn what_stands_in_the_way_is_told_in_the_kernels_order() {
    let mut pull = Pull::new(Migration::Task, 1);
    pull.fixture.rules = crate::smp_rules("7.2");
    pull.fixture.cpus[0] = busy(1);
    let mut task = Candidate {
        is_running: true,
        is_delayed: true,
        is_throttled: true,
        is_per_cpu_kthread: true,
        is_eligible: false,
        is_buddy: true,
        exec_start_ns: NOW_NS,
        ..candidate(A, 1)
    };
    task.facts.allowed = CpuSet::one(1);
    check_left(&pull, task, Offer::Leave(SmpReason::SkipDelayed {}));
    task.is_delayed = false;
    check_left(&pull, task, Offer::Leave(SmpReason::SkipThrottled {}));
    task.is_throttled = false;
    check_left(&pull, task, Offer::Leave(SmpReason::SkipIneligible {}));
    task.is_eligible = true;
    check_left(&pull, task, Offer::Leave(SmpReason::SkipKthread {}));
    task.is_per_cpu_kthread = false;
    check_left(&pull, task, Offer::Leave(SmpReason::SkipPinned {}));
    task.facts.allowed = CpuSet::ALL;
    check_left(&pull, task, Offer::Leave(SmpReason::SkipRunning {}));
    task.is_running = false;
    check_left(&pull, task, Offer::Leave(SmpReason::SkipBuddy {}));
    task.is_buddy = false;
    check_left(&pull, task, Offer::Leave(SmpReason::SkipHot { ago: 0, cost: 500_000 }));
    task.facts.is_sched_idle = true;
    check_left(&pull, task, Offer::Take);
}

#[test]
fn older_versions_pull_delayed_and_ineligible_tasks() {
    let mut pull = Pull::new(Migration::Task, 1);
    pull.fixture.cpus[0] = busy(1);
    let task = Candidate { is_delayed: true, is_eligible: false, ..candidate(A, 1) };
    check_left(&pull, task, Offer::Take);
    pull.fixture.rules = crate::smp_rules("7.2");
    let load = Pull { migration: Migration::Load, failed: 1, ..pull };
    check_left(&load, task, Offer::Take);
}

#[test]
fn the_cost_of_migration_says_what_is_hot() {
    let mut pull = Pull::new(Migration::Task, 1);
    pull.settings.migration_cost_ns = None;
    let hot = SmpReason::SkipHot { ago: NOW_NS as i64, cost: -1 };
    check_left(&pull, candidate(A, 1), Offer::Leave(hot));
    pull.settings.migration_cost_ns = Some(0);
    check_left(&pull, Candidate { exec_start_ns: NOW_NS, ..candidate(A, 1) }, Offer::Take);
}

#[test]
fn pinned_tasks_show_another_cpu_of_the_group() {
    let mut pull = Pull::new(Migration::Task, 1);
    pull.fixture = Fixture::new("hikey", "6.12.y");
    pull.fixture.cpus[5] = busy(3);
    let attempt = pull.fixture.attempt(1, 0, Idle::Idle);
    let source = Source { src: 5, ..pull.source() };
    let pinned = TaskFacts { allowed: [2, 5].into_iter().collect(), ..TaskFacts::default() };
    let task = Candidate { facts: pinned, ..candidate(A, 1) };
    let mut detach = Detach::new(attempt, &source, &pull.settings, 0, NOW_NS);
    assert_eq!(detach.offer(&task), Offer::Leave(SmpReason::SkipPinned {}));
    assert!((detach.some_pinned, detach.all_pinned, detach.other_dst) == (true, true, Some(2)));
    let mut other = detach.towards(2);
    assert_eq!((other.attempt().dst, other.attempt().cpus.contains(0)), (2, false));
    assert_eq!(other.offer(&task), Offer::Take);
    assert!(!other.all_pinned && other.other_dst.is_none());
}

#[test]
fn a_push_takes_the_first_that_may_go() {
    let pull = Pull::new(Migration::Task, 1);
    let attempt = pull.fixture.attempt(0, 0, Idle::Busy);
    let mut push = Detach::push(attempt, &pull.source(), &pull.settings, 0, NOW_NS);
    let running = Candidate { is_running: true, ..candidate(D, 1) };
    assert_eq!(push.offer(&running), Offer::Leave(SmpReason::SkipRunning {}));
    let hot = Candidate { exec_start_ns: NOW_NS, ..candidate(A, 9_999) };
    assert_eq!((push.offer(&hot), push.offer(&hot)), (Offer::Take, Offer::Stop));
}
