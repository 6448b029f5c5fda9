//! Groups that are held to quotas: what they get, who waits for it, and that nobody is forgotten.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sched::bandwidth::KEPT_NS;
use sched::{GroupId, Throttling};
use sim::trace::{Event, IDLE, Kind};
use sim::{Cgroup, CostChoice, Observer, Run, Sim, State, Step, TimedChange};

use crate::random::{Case, case};
use crate::run;

/// At recorded costs a queue begins with what an emptied one keeps, and tasks go on in the kernel after their group is throttled,
/// or exit, for so long, ns.
const MORE_AT_COSTS_NS: u64 = KEPT_NS + 500_000;

/// Two groups side by side and one in one of them, in the order of their ids.
const NAMES: [&str; 3] = ["A", "B", "C"];

fn group() -> impl Strategy<Value = Cgroup> {
    let quota = option::weighted(0.8, (1000..40_000u64, 0..=100u64));
    (1..=10_000u32, quota, 1000..40_000u64, any::<bool>()).prop_map(|(weight, quota, period_us, usual)| {
        Cgroup {
            weight: if usual { 100 } else { weight },
            quota_us: quota.map(|(us, _)| us),
            period_us: quota.map(|_| period_us),
            burst_us: quota.map_or(0, |(us, percent)| us * percent / 100),
            ..Cgroup::new("")
        }
    })
}

fn groups() -> impl Strategy<Value = Vec<Cgroup>> {
    ([group(), group(), group()], 0..2usize).prop_map(|(mut groups, outer)| {
        for (group, name) in groups.iter_mut().zip(NAMES) {
            group.name = name.to_owned();
        }
        groups[2].parent = Some(NAMES[outer].to_owned());
        groups.to_vec()
    })
}

/// Any case with its tasks in groups.
fn held() -> impl Strategy<Value = Case> {
    (case(), groups(), vec(0..4usize, 12)).prop_map(|(mut case, cgroups, places)| {
        for (thread, place) in case.scenario.threads.iter_mut().zip(places) {
            thread.cgroup = NAMES.get(place).map(|name| (*name).to_owned());
        }
        case.scenario.cgroups = cgroups;
        case
    })
}

fn written() -> impl Strategy<Value = TimedChange> {
    let quota_us = prop_oneof![1 => Just(0), 3 => 1000..30_000u64];
    (0..150_000u64, 0..3usize, quota_us, 1000..40_000u64).prop_map(|(at_us, group, quota_us, period_us)| {
        TimedChange { at_us, step: Step::Quota { group: NAMES[group].to_owned(), quota_us, period_us } }
    })
}

/// Watches one group after the other.
struct Watch<'a> {
    case: &'a Case,
    /// Charged time of each task in all of its lives, and of this one.
    ran_ns: Vec<(u64, u64)>,
    overshoot_ns: u64,
}

impl<'a> Watch<'a> {
    fn new(case: &'a Case, run: &Run) -> Watch<'a> {
        let more_ns = if case.side.costs == CostChoice::Zero { 0 } else { MORE_AT_COSTS_NS };
        Watch { case, ran_ns: vec![(0, 0); run.tasks().len()], overshoot_ns: run.params().tick_ns + more_ns }
    }

    /// Whether a task is in a group or in one inside of it.
    fn is_in(&self, task: usize, group: usize) -> bool {
        let scenario = &self.case.scenario;
        let mut at = scenario.threads[task].cgroup.as_deref();
        while let Some(name) = at {
            if name == NAMES[group] {
                return true;
            }
            at = scenario.cgroups.iter().find(|group| group.name == name).and_then(|g| g.parent.as_deref());
        }
        false
    }

    fn count(&mut self, sim: &Sim) {
        for (task, (before_ns, life_ns)) in self.ran_ns.iter_mut().enumerate() {
            let now_ns = sim.entity(task as u16).sum_exec_ns;
            if now_ns < *life_ns {
                *before_ns += *life_ns;
            }
            *life_ns = now_ns;
        }
    }

    /// A group never gets more than the quotas of all periods so far, and what it ran before somebody looked; the last is
    /// carried on as a debt, so that it does not add up.
    fn bound(&self, group: usize, now_ns: u64) {
        let cgroup = &self.case.scenario.cgroups[group];
        let Some((quota_us, period_us)) = cgroup.quota_us.zip(cgroup.period_us) else { return };
        let tasks = (0..self.ran_ns.len()).filter(|task| self.is_in(*task, group));
        let ran_ns: u64 = tasks.map(|task| self.ran_ns[task].0 + self.ran_ns[task].1).sum();
        let granted_ns = quota_us * 1000 * (now_ns / (period_us * 1000) + 1);
        assert!(ran_ns <= granted_ns + self.overshoot_ns, "{} got {ran_ns} of {granted_ns}", NAMES[group]);
    }

    fn refilled(&self, event: &Event) {
        let group = &self.case.scenario.cgroups[usize::from(event.other)];
        let period_ns = group.period_us.expect("it has a quota") * 1000;
        assert!(
            self.case.side.costs != CostChoice::Zero || event.t_ns.is_multiple_of(period_ns),
            "{event:?}"
        );
    }
}

/// Nobody is held back by nothing, and nobody runs who is held back.
fn nobody_is_lost(sim: &Sim, groups: impl Fn(usize) -> Vec<usize>) {
    let (queue, pool) = (sim.queue(0), sim.pool());
    assert!(queue.sums_are_exact(pool), "sums drifted");
    for task in 0..sim.task_count() as u16 {
        if sim.state(task) == State::Throttled {
            let holds = |group: usize| {
                pool.quota(GroupId(group as u16 + 1))
                    .is_some_and(|_| pool.bandwidth(GroupId(group as u16 + 1)).throttled() > 0)
            };
            assert!(groups(task.into()).into_iter().any(holds), "task {task} is held back by nothing");
        }
    }
}

impl Observer for Watch<'_> {
    fn event(&mut self, sim: &Sim, event: &Event) {
        self.count(sim);
        if event.kind() == Kind::QuotaRefilled {
            self.refilled(event);
        }
        (0..3).for_each(|group| self.bound(group, event.t_ns));
        let running = sim.running(0);
        if event.kind().is_switch()
            && running != IDLE
            && sim.queue(0).params().rules.throttling == Throttling::Group
        {
            assert!(!sim.queue(0).is_throttled(sim.pool(), sim.entity_id(running)), "a throttled task runs");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_time: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A group is held to its quota, and periods begin where they should.
    #[test]
    fn no_group_gets_more_than_its_quota(case in held()) {
        let run = run(&case);
        run.observe(0, run.end_ns(), &mut Watch::new(&case, &run));
    }

    /// Whoever writes which quota: sums stay exact, and nobody waits for what does not come.
    #[test]
    fn nobody_is_forgotten(case in held(), written in vec(written(), 0..6)) {
        let mut case = case;
        case.scenario.changes.extend(written);
        let run = run(&case);
        let watch = Watch::new(&case, &run);
        let groups = |task: usize| (0..3).filter(|group| watch.is_in(task, *group)).collect();
        run.observe(0, run.end_ns(), &mut Lost(groups));
    }
}

struct Lost<F>(F);

impl<F: Fn(usize) -> Vec<usize>> Observer for Lost<F> {
    fn event(&mut self, sim: &Sim, event: &Event) {
        // Of tasks that go on together, some are told of before others.
        if event.kind() != Kind::Unthrottled {
            nobody_is_lost(sim, &self.0);
        }
    }
}
