//! Each kernel version beside the one before: every rule, feature and default that makes them differ is shown by a scenario
//! in which it does, and with all of them switched the two are the same.
//!
//! Few versions have recordings; between them these differences are what a preset is.

use sched::{Feature, KERNELS, Kernel, Params};
use sim::{Cgroup, Duration, Policy, Run, Scenario, Side, Step, Thread};
use tests::silent::BETWEEN_NEIGHBOURS;

/// Scenarios that are looked through for one that shows a difference.
const SEEDS: u64 = 400;
/// As many of them are looked at with realtime tasks above.
const SEEDS_ABOVE: u64 = 40;

/// One thing that a newer kernel does as the older one.
struct Difference {
    name: String,
    undo: Box<dyn Fn(&mut Params)>,
}

fn differences(older: &'static Kernel, newer: &'static Kernel) -> Vec<Difference> {
    let rules = newer.rules.differences(&older.rules).into_iter().map(|(name, _)| Difference {
        name: name.to_owned(),
        undo: Box::new(move |params: &mut Params| {
            let changed = params.rules.differences(&older.rules).into_iter().find(|(rule, _)| *rule == name);
            params.rules = changed.map_or(params.rules, |(_, rules)| rules);
        }),
    });
    let defaults = [
        difference("features", older.features != newer.features, move |p| use_features(p, older)),
        difference("tunables", older.tunables != newer.tunables, move |p| p.tunables = older.tunables),
        difference("preemption", older.preemption != newer.preemption, move |p| {
            p.preemption = older.preemption
        }),
    ];
    rules.chain(defaults.into_iter().flatten()).collect()
}

fn difference(name: &str, differs: bool, undo: impl Fn(&mut Params) + 'static) -> Option<Difference> {
    differs.then(|| Difference { name: name.to_owned(), undo: Box::new(undo) })
}

/// The features of a kernel; what the scenario switches stays switched.
fn use_features(params: &mut Params, kernel: &Kernel) {
    let next_buddy = params.features.has(Feature::NextBuddy);
    params.features = kernel.features;
    params.features.switch(Feature::NextBuddy, next_buddy);
}

/// A small generator: the same draws everywhere.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize].clone()
    }
}

fn run_us(us: u64) -> Step {
    Step::Run(Duration::Fixed(us))
}

fn sleep_us(us: u64) -> Step {
    Step::Sleep(Duration::Fixed(us))
}

/// Hogs, sleepers, yielders, idle and batch tasks with nice levels and slices, a parent, a pair: something of everything.
fn mixture(seed: u64) -> Scenario {
    let mut draw = Draw(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let count = if draw.below(8) == 0 { 12 } else { 2 + draw.below(4) };
    let mut threads: Vec<Thread> = (0..count).map(|i| task(&mut draw, i)).collect();
    if draw.below(2) == 0 {
        threads.extend(family(&mut draw));
    }
    if draw.below(3) == 0 {
        threads.extend(pair(20 + draw.below(900)));
    }
    let features = if draw.below(3) == 0 { vec!["NEXT_BUDDY".to_owned()] } else { Vec::new() };
    let hz = Some(draw.one(&[250, 1000]));
    Scenario { hz, threads, features, channels: 2, duration_us: 120_000, ..Scenario::default() }
}

fn task(draw: &mut Draw, i: u64) -> Thread {
    let (run, sleep) = (run_us(50 + draw.below(7000)), sleep_us(100 + draw.below(9000)));
    let body = match draw.below(6) {
        0 | 1 => vec![run_us(0)],
        2 => vec![Step::Loop(0), run.clone(), Step::Yield, run, Step::End],
        _ => vec![Step::Loop(0), run, sleep, Step::End],
    };
    Thread {
        nice: draw.one(&[0, 0, 0, 5, -5, 12, -18]),
        policy: draw.one(&[Policy::Normal, Policy::Normal, Policy::Normal, Policy::Idle, Policy::Batch]),
        slice_ns: draw.one(&[None, None, Some(300_000), Some(6_000_000)]),
        start_us: draw.below(4000),
        ..Thread::new(format!("t{i}"), body)
    }
}

/// A parent that creates a child again and again and changes the first task.
fn family(draw: &mut Draw) -> [Thread; 2] {
    let (nice, pause) = (draw.one(&[-7, 3, 11]), 3000 + draw.below(9000));
    let script = vec![
        Step::Loop(0),
        run_us(300),
        Step::Spawn("child".into()),
        sleep_us(pause),
        Step::Nice("parent".into(), nice / 2),
        run_us(pause),
        Step::Nice("t0".into(), nice),
        sleep_us(25_000),
        Step::Nice("t0".into(), 0),
        Step::Nice("parent".into(), 0),
        Step::End,
    ];
    let work = vec![run_us(1700), Step::Exit];
    [Thread::new("parent", script), Thread { spawned: true, ..Thread::new("child", work) }]
}

/// Two that wake each other through a pipe, so that wakeups are synchronous.
fn pair(us: u64) -> [Thread; 2] {
    let forever = |body: Vec<Step>| [vec![Step::Loop(0)], body, vec![Step::End]].concat();
    [
        Thread::new("ask", forever(vec![run_us(us), Step::Write(0), Step::Read(1)])),
        Thread::new("answer", forever(vec![Step::Read(0), run_us(us), Step::Write(1)])),
    ]
}

/// A mixture, or a single sleeper, below realtime and DEADLINE tasks. One of them wakes at the same instants as a
/// fair task, one has more to do than it reserved, and one books late, more than there is beside two servers.
fn below_realtime(seed: u64) -> Scenario {
    let mut scenario = mixture(seed);
    let mut draw = Draw(seed);
    if seed % 4 == 3 {
        let body = vec![Step::Loop(0), run_us(300), sleep_us(1000 + draw.below(9000)), Step::End];
        scenario.threads = vec![Thread::new("sleeper", body)];
    }
    for (name, policy) in [("fifo", Policy::Fifo), ("rr", Policy::Rr)] {
        let body =
            vec![Step::Loop(0), run_us(900 + draw.below(5000)), sleep_us(300 + draw.below(2000)), Step::End];
        scenario.threads.push(Thread { policy, rtprio: Some(10), ..Thread::new(name, body) });
    }
    let meets =
        |us| vec![Step::Loop(0), Step::Periodic { period_us: 7000, offset_us: 1000 }, run_us(us), Step::End];
    let urgent = Thread { policy: Policy::Fifo, rtprio: Some(20), ..Thread::new("urgent", meets(200)) };
    scenario.threads.extend([urgent, Thread::new("common", meets(2500))]);
    let overrun = Thread { reclaim: true, ..reserve(1000, Thread::new("overrun", meets(3000))) };
    let booking = vec![
        sleep_us(40_000),
        Step::Policy("booker".into(), Policy::Deadline, None),
        Step::Loop(0),
        run_us(1500),
        sleep_us(4000),
        Step::End,
    ];
    let booker = Thread { policy: Policy::Normal, ..reserve(2300, Thread::new("booker", booking)) };
    scenario.threads.extend([overrun, booker]);
    scenario
}

/// A mixture in nested groups, some of them idle, most with quotas, some of these with bursts; now and then somebody rests for
/// more than a period.
fn grouped(seed: u64) -> Scenario {
    let mut scenario = mixture(seed);
    let mut draw = Draw(seed);
    scenario.cgroups = vec![
        group(&mut draw, "out", None),
        group(&mut draw, "in", Some("out")),
        group(&mut draw, "side", None),
    ];
    let rest = vec![Step::Loop(0), run_us(3000 + draw.below(5000)), sleep_us(25_000), Step::End];
    scenario.threads.push(Thread::new("rests", rest));
    for thread in &mut scenario.threads {
        thread.cgroup =
            draw.one(&[None, Some("out"), Some("in"), Some("in"), Some("side")]).map(str::to_owned);
    }
    scenario
}

fn group(draw: &mut Draw, name: &str, parent: Option<&str>) -> Cgroup {
    let period_us = 10_000 + draw.below(3) * 5000;
    let quota_us = (draw.below(4) > 0).then(|| 2000 + draw.below(period_us));
    Cgroup {
        parent: parent.map(str::to_owned),
        weight: draw.one(&[100, 100, 20, 300]),
        idle: draw.below(8) == 0,
        quota_us,
        period_us: quota_us.map(|_| period_us),
        burst_us: draw.one(&[0, 0, 1, 2]) * quota_us.unwrap_or(0) / 2,
        ..Cgroup::new(name)
    }
}

/// A DEADLINE task of so much in 10 ms.
fn reserve(runtime_us: u64, thread: Thread) -> Thread {
    let (dl_runtime_ns, dl_deadline_ns) = (Some(runtime_us * 1000), Some(10_000_000));
    Thread { policy: Policy::Deadline, dl_runtime_ns, dl_deadline_ns, ..thread }
}

fn hash(scenario: &Scenario, kernel: &str, change: impl FnOnce(&mut Params)) -> u64 {
    // Periods that are short enough to be seen.
    let change = |params: &mut Params| {
        change(params);
        params.tunables.sched_rt_period_us = 20_000;
        params.tunables.sched_rt_runtime_us = 9_000;
        params.tunables.fair_server_runtime_ns = 2_000_000;
        params.tunables.fair_server_period_ns = 20_000_000;
    };
    let mut run = Run::start_otherwise(scenario, &Side::new(kernel), change).expect("mixtures are valid");
    assert!(run.advance(400_000), "a mixture of 120 ms has an end");
    run.trace().hash()
}

/// The first mixture in which a kernel and one that is otherwise in one thing part ways.
fn shown_by(newer: &'static Kernel, difference: &Difference) -> Option<Scenario> {
    let shows = |scenario: &Scenario| {
        hash(scenario, newer.name, |_| {}) != hash(scenario, newer.name, |params| (difference.undo)(params))
    };
    let grouped = (0..SEEDS).map(grouped);
    (0..SEEDS_ABOVE).map(below_realtime).chain((0..SEEDS).map(mixture)).chain(grouped).find(shows)
}

/// Neighbours in the table that are of one policy: between CFS and EEVDF everything differs.
fn neighbours() -> impl Iterator<Item = (&'static Kernel, &'static Kernel)> {
    let pairs = KERNELS.windows(2).map(|pair| (&pair[0], &pair[1]));
    pairs.filter(|(older, newer)| older.family == newer.family)
}

fn is_silent(newer: &Kernel, difference: &Difference) -> bool {
    BETWEEN_NEIGHBOURS.iter().any(|(kernel, rule, _)| *kernel == newer.name && *rule == difference.name)
}

#[test]
fn every_difference_shows_in_a_scenario() {
    let mut unseen = Vec::new();
    for (older, newer) in neighbours() {
        for difference in differences(older, newer) {
            let silent = is_silent(newer, &difference);
            if shown_by(newer, &difference).is_some() == silent {
                unseen.push(format!("{} → {}: {}", older.name, newer.name, difference.name));
            }
        }
    }
    assert!(unseen.is_empty(), "not as BETWEEN_NEIGHBOURS says: {unseen:#?}");
}

#[test]
fn with_every_difference_undone_neighbours_agree() {
    for (older, newer) in neighbours() {
        let all = differences(older, newer);
        let undo = |params: &mut Params| all.iter().for_each(|difference| (difference.undo)(params));
        let of_seed =
            |seed| [mixture(seed), below_realtime(seed), grouped(seed)].map(|scenario| (seed, scenario));
        for (seed, scenario) in (0..20).flat_map(of_seed) {
            let (old, new) = (hash(&scenario, older.name, |_| {}), hash(&scenario, newer.name, undo));
            assert_eq!(
                old,
                new,
                "{} and {} differ in more than {} things, seed {seed}",
                older.name,
                newer.name,
                all.len()
            );
        }
    }
}

#[test]
fn neighbours_differ_unless_only_names_do() {
    let same: Vec<_> = neighbours().filter(|(older, newer)| differences(older, newer).is_empty()).collect();
    let names: Vec<_> = same.iter().map(|(older, newer)| (older.name, newer.name)).collect();
    assert_eq!(names, [("7.1", "7.2")], "on one CPU these two schedule alike");
}
