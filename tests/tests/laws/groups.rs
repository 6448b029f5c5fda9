//! Laws over nested groups whose weights change and whose tasks move.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use sched::{EntityId, FairQueue, Family, GroupId, Pool};
use sim::measure::measure;
use sim::trace::{Event, IDLE};
use sim::{Cgroup, CostChoice, Observer, Run, Scenario, Sim, Step, TimedChange};

use crate::EVENTS_MAX;
use crate::random::{Case, case};

const NAMES: [&str; 4] = ["out", "in", "deep", "side"];
const PARENTS: [Option<&str>; 4] = [None, Some("out"), Some("in"), None];

fn groups() -> impl Strategy<Value = Vec<Cgroup>> {
    let group = (1..2000u32, prop::bool::weighted(0.15), option::weighted(0.2, 1000..9000u64));
    vec(group, NAMES.len()).prop_map(|groups| {
        let named = NAMES.iter().zip(PARENTS).zip(groups);
        let group = |((name, parent), (weight, idle, quota_us)): ((&&str, Option<&str>), _)| Cgroup {
            parent: parent.map(str::to_owned),
            weight,
            idle,
            quota_us,
            period_us: Some(10_000),
            ..Cgroup::new(*name)
        };
        named.map(group).collect()
    })
}

/// The first task moves, and the outer group's weight changes.
fn change() -> impl Strategy<Value = TimedChange> {
    let step = prop_oneof![
        select(vec!["", "out", "in", "deep", "side"]).prop_map(|to| Step::Group("t0".into(), to.into())),
        (1..2000u32).prop_map(|weight| Step::Weight("out".into(), weight)),
    ];
    (0..150_000u64, step).prop_map(|(at_us, step)| TimedChange { at_us, step })
}

/// A case whose tasks are in groups, or in autogroups.
fn grouped() -> impl Strategy<Value = Case> {
    let places = vec(option::weighted(0.8, select(NAMES.to_vec())), 12);
    (case(), groups(), places, vec(change(), 0..8), any::<bool>()).prop_map(
        |(mut case, mut cgroups, places, changes, autogroup)| {
            cgroups[0].idle = false;
            for (i, (thread, place)) in case.scenario.threads.iter_mut().zip(places).enumerate() {
                thread.cgroup = place.map(str::to_owned);
                thread.session = (i % 2 == 0).then(|| "other".to_owned());
            }
            case.scenario.changes.extend(changes);
            case.scenario = Scenario { cgroups, autogroup, ..case.scenario };
            case
        },
    )
}

/// Watches the queues of all groups.
struct Levels {
    groups: u16,
    /// Kernel paths cost nothing, so no time passes between a wakeup and the switch.
    free: bool,
    idled: (u64, bool),
}

impl Levels {
    /// V of each queue is the floor of its mean, and somebody of it is eligible.
    fn sums(&self, queue: &FairQueue, pool: &Pool) {
        assert!(queue.sums_are_exact(pool), "sums drifted");
        for group in (0..=self.groups).map(GroupId).filter(|_| queue.params().family == Family::Eevdf) {
            let queued = queue.queued_at(pool, group);
            let Some(first) = queued.first() else { continue };
            let v = queue.avg_vruntime_of(pool, *first);
            let weight = |id: &EntityId| i128::from(queue.mean_weight(pool[*id].weight.load));
            let total: i128 = queued.iter().map(weight).sum();
            let rest: i128 =
                queued.iter().map(|id| weight(id) * i128::from(pool[*id].vruntime.since(v))).sum();
            assert!((0..total).contains(&rest), "V of {group:?} is not the floor of the mean");
            assert!(queued.iter().any(|id| queue.eligible(pool, *id)), "nobody of {group:?} is eligible");
        }
    }

    /// Whoever is on a queue and not held back counts at the root, and nobody else does.
    fn counts(&self, sim: &Sim) {
        let (queue, pool) = (sim.queue(0), sim.pool());
        let tasks = (0..sim.task_count() as u16).map(|task| sim.entity_id(task));
        let counted = tasks.filter(|id| pool[*id].on_rq && !is_held(queue, pool, *id)).count();
        assert_eq!(queue.nr_queued() as usize, counted, "somebody is lost");
    }
}

/// Whether a quota holds back a task, delayed ones included.
fn is_held(queue: &FairQueue, pool: &Pool, id: EntityId) -> bool {
    let mut top = id;
    while let Some(group) = queue.group_entity(pool, top) {
        if !pool[group].on_rq {
            return true;
        }
        top = group;
    }
    false
}

impl Observer for Levels {
    fn event(&mut self, sim: &Sim, event: &Event) {
        self.sums(sim.queue(0), sim.pool());
        if event.kind().is_switch() {
            self.counts(sim);
        }
        assert!(!(self.free && self.idled.1 && event.t_ns > self.idled.0), "idle beside a waiting task");
        let runnable = sim.queue(0).nr_runnable() > 0;
        self.idled = (event.t_ns, sim.running(0) == IDLE && runnable);
    }
}

fn run(case: &Case) -> Run {
    let mut run = Run::start(&case.scenario, &case.side).expect("random cases are valid");
    assert!(run.advance(EVENTS_MAX), "more than {EVENTS_MAX} events in 150 ms");
    run
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_time: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// On every level: sums, eligibility, work conservation, and nobody is lost.
    #[test]
    fn laws_hold_on_every_level(case in grouped()) {
        let run = run(&case);
        let sessions = case.scenario.threads.len().min(2) as u16 * u16::from(case.scenario.autogroup);
        let mut levels = Levels { groups: NAMES.len() as u16 + sessions, free: case.side.costs == CostChoice::Zero, idled: (0, false) };
        run.observe(0, run.end_ns(), &mut levels);
    }

    /// All time is somebody's, also in groups.
    #[test]
    fn time_is_conserved_in_groups(case in grouped()) {
        let run = run(&case);
        let stats = measure(&run.trace().events, run.tasks().len(), run.end_ns());
        let busy_ns: u64 = stats.tasks.iter().map(|task| task.cpu_ns).sum();
        prop_assert_eq!(busy_ns + stats.idle_ns, run.end_ns());
    }
}
