//! Random scenarios: tasks of every kind, sides of every preset.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use sim::{CostChoice, Duration, Policy, Preemption, Scenario, Side, Step, Thread, TimedChange};

/// A scenario and the side that it runs on.
#[derive(Clone, Debug)]
pub struct Case {
    pub scenario: Scenario,
    pub side: Side,
}

impl Case {
    /// The task may be created more than once, and then starts from nothing.
    pub fn is_reborn(&self, task: usize) -> bool {
        self.scenario.threads[task].spawned
    }
}

fn duration(max_us: u64) -> impl Strategy<Value = Duration> {
    prop_oneof![
        3 => (1..=max_us).prop_map(Duration::Fixed),
        1 => (1..=max_us).prop_map(|us| Duration::Uniform(us / 2, us)),
        1 => (1..=max_us).prop_map(Duration::Exponential),
        1 => (1..=max_us, 0..900u32).prop_map(|(median, sigma_permille)| Duration::Lognormal { median, sigma_permille }),
    ]
}

fn forever(body: Vec<Step>) -> Vec<Step> {
    [vec![Step::Loop(0)], body, vec![Step::End]].concat()
}

/// What tasks do, all without any channel.
fn script() -> impl Strategy<Value = Vec<Step>> {
    let run = || duration(9000).prop_map(Step::Run);
    let sleep = || duration(12_000).prop_map(Step::Sleep);
    prop_oneof![
        3 => Just(vec![Step::Run(Duration::Fixed(0))]),
        4 => (run(), sleep()).prop_map(|(r, s)| forever(vec![r, s])),
        1 => (run(), 100..20_000u64, 0..5000u64)
            .prop_map(|(r, period_us, offset_us)| forever(vec![Step::Periodic { period_us, offset_us }, r])),
        1 => (run(), sleep(), run()).prop_map(|(r, s, q)| forever(vec![r, Step::Yield, q, s])),
        1 => (run(), 1..4u64, run(), sleep()).prop_map(|(r, n, q, s)| {
            forever(vec![Step::Loop(n), r, Step::Yield, Step::End, q, s])
        }),
        1 => (run(), sleep(), run()).prop_map(|(r, s, q)| vec![r, s, q, Step::Exit]),
    ]
}

fn policy() -> impl Strategy<Value = Policy> {
    prop_oneof![6 => Just(Policy::Normal), 1 => Just(Policy::Batch), 1 => Just(Policy::Idle)]
}

fn thread() -> impl Strategy<Value = Thread> {
    let slice_ns = option::weighted(0.3, 100_000..8_000_000u64);
    let start_us = prop_oneof![3 => Just(0u64), 1 => 0..9000u64];
    (script(), policy(), -8..=12i8, slice_ns, start_us).prop_map(
        |(script, policy, nice, slice_ns, start_us)| Thread {
            policy,
            nice,
            slice_ns,
            start_us,
            ..Thread::new("", script)
        },
    )
}

/// A pair that wakes each other through channels 0 and 1.
fn pair(sync: bool, us: u64) -> [Thread; 2] {
    let give = |channel| if sync { Step::Write(channel) } else { Step::Post(channel) };
    let take = |channel| if sync { Step::Read(channel) } else { Step::Wait(channel) };
    let run = || Step::Run(Duration::Fixed(us));
    [
        Thread::new("ask", forever(vec![run(), give(0), take(1)])),
        Thread::new("answer", forever(vec![take(0), run(), give(1)])),
    ]
}

/// A task that creates another and changes a third now and then.
fn parent(target: &str, nice: i8, slice_ns: u64, policy: Policy) -> [Thread; 2] {
    let sleep = |us| Step::Sleep(Duration::Fixed(us));
    let script = forever(vec![
        sleep(7300),
        Step::Spawn("child".into()),
        Step::Nice(target.into(), nice),
        sleep(9100),
        Step::Slice(target.into(), slice_ns),
        sleep(40_000),
        Step::Policy(target.into(), policy, None),
        Step::Nice(target.into(), 0),
        Step::Slice(target.into(), 0),
        sleep(20_000),
        Step::Policy(target.into(), Policy::Normal, None),
    ]);
    let work = vec![Step::Run(Duration::Fixed(1700)), Step::Exit];
    [Thread::new("parent", script), Thread { spawned: true, nice: -20, ..Thread::new("child", work) }]
}

/// Somebody elsewhere changes the first task, at a tick or between two.
fn change() -> impl Strategy<Value = TimedChange> {
    let name = || "t0".to_owned();
    let step = prop_oneof![
        3 => (-20..=19i8).prop_map(move |nice| Step::Nice(name(), nice)),
        1 => policy().prop_map(move |policy| Step::Policy(name(), policy, None)),
        1 => prop_oneof![Just(0), 100_000..100_000_000u64].prop_map(move |ns| Step::Slice(name(), ns)),
        1 => (0..512u16, 512..=1024u16)
            .prop_map(move |(min, max)| Step::Uclamp { thread: name(), min, max }),
    ];
    let at_us = prop_oneof![0..150_000u64, (0..150u64).prop_map(|ms| ms * 1000)];
    (at_us, step).prop_map(|(at_us, step)| TimedChange { at_us, step })
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let extras =
        (option::of((any::<bool>(), 5..900u64)), option::of((-20..=19i8, 50_000..9_000_000u64, policy())));
    let changes = prop_oneof![Just(vec![]), vec(change(), 1..8)];
    (vec(thread(), 1..7), extras, any::<u64>(), 0..4000u64, changes).prop_map(
        |(mut threads, (pairs, parents), seed, phase_us, changes)| {
            for (i, thread) in threads.iter_mut().enumerate() {
                thread.name = format!("t{i}");
            }
            threads.extend(pairs.into_iter().flat_map(|(sync, us)| pair(sync, us)));
            threads.extend(parents.into_iter().flat_map(|(nice, ns, policy)| parent("t0", nice, ns, policy)));
            Scenario {
                seed,
                phase_us,
                channels: 2,
                duration_us: 150_000,
                threads,
                changes,
                ..Scenario::default()
            }
        },
    )
}

fn side() -> impl Strategy<Value = Side> {
    let kernel = select(sched::KERNELS.iter().map(|kernel| kernel.name).collect::<Vec<_>>());
    let hz = select(vec![100u32, 250, 300, 1000]);
    let costs = prop_oneof![3 => Just(CostChoice::Zero), 1 => Just(CostChoice::Recorded)];
    let switched = prop_oneof![3 => Just(vec![]), 2 => vec(any::<Index>(), 1..5)];
    (kernel, hz, 1..9u32, costs, any::<bool>(), switched).prop_map(
        |(kernel, hz, assumed_cpus, costs, full, switched)| {
            let known = sched::kernel(kernel).expect("a preset").features;
            let toggles: Vec<String> =
                known.list().map(|(f, on)| format!("{}{}", if on { "NO_" } else { "" }, f.name())).collect();
            let features = switched.iter().map(|index| index.get(&toggles).clone()).collect();
            let preemption = full.then_some(Preemption::Full);
            Side { hz: Some(hz), assumed_cpus, costs, preemption, features, ..Side::new(kernel) }
        },
    )
}

/// A valid scenario on any preset, a few features switched.
pub fn case() -> impl Strategy<Value = Case> {
    (scenario(), side()).prop_map(|(scenario, side)| Case { scenario, side })
}

fn any_name() -> impl Strategy<Value = String> {
    select(vec!["t0", "t1", "t2", "nobody", ""]).prop_map(str::to_owned)
}

fn any_duration() -> impl Strategy<Value = Duration> {
    prop_oneof![
        any::<u64>().prop_map(Duration::Fixed),
        (0..3u64).prop_map(Duration::Fixed),
        any::<(u64, u64)>().prop_map(|(low, high)| Duration::Uniform(low, high)),
        (0..2u64, 0..5u64).prop_map(|(low, high)| Duration::Uniform(low, high)),
        any::<u64>().prop_map(Duration::Exponential),
        (0..3u64).prop_map(Duration::Exponential),
        any::<(u64, u32)>()
            .prop_map(|(median, sigma_permille)| Duration::Lognormal { median, sigma_permille }),
        any::<u32>().prop_map(|sigma_permille| Duration::Lognormal { median: 1, sigma_permille }),
    ]
}

fn any_policy() -> impl Strategy<Value = Policy> {
    select(Policy::ALL.to_vec())
}

/// A step with any numbers at all, and half of the time with possible ones.
fn any_step() -> impl Strategy<Value = Step> {
    let channel = || prop_oneof![3 => 0..3usize, 1 => any::<usize>()];
    prop_oneof![
        any_duration().prop_map(Step::Run),
        any_duration().prop_map(Step::Sleep),
        any::<(u64, u64)>().prop_map(|(period_us, offset_us)| Step::Periodic { period_us, offset_us }),
        (0..3u64, 0..3u64).prop_map(|(period_us, offset_us)| Step::Periodic { period_us, offset_us }),
        any::<u64>().prop_map(Step::Until),
        (0..9u64).prop_map(Step::Until),
        channel().prop_map(Step::Write),
        channel().prop_map(Step::Read),
        channel().prop_map(Step::Post),
        channel().prop_map(Step::Wait),
        Just(Step::Yield),
        prop_oneof![0..3u64, any::<u64>()].prop_map(Step::Loop),
        Just(Step::End),
        (any_name(), any::<i8>()).prop_map(|(name, nice)| Step::Nice(name, nice)),
        (any_name(), vec(any::<u32>(), 0..3)).prop_map(|(name, cpus)| Step::Affinity(name, cpus)),
        (any_name(), any_policy()).prop_map(|(name, policy)| Step::Policy(name, policy, None)),
        (any_name(), any::<u64>()).prop_map(|(name, ns)| Step::Slice(name, ns)),
        (any_name(), 0..2_000u16, 0..2_000u16).prop_map(|(thread, min, max)| Step::Uclamp {
            thread,
            min,
            max
        }),
        Just(Step::Exec),
        any_name().prop_map(Step::Spawn),
        Just(Step::Exit),
    ]
}

/// Steps in loops that are closed, so that more of them get past the door.
fn any_script() -> impl Strategy<Value = Vec<Step>> {
    let body = || vec(any_step(), 0..6);
    prop_oneof![
        body(),
        (0..3u64, body())
            .prop_map(|(times, steps)| [vec![Step::Loop(times)], steps, vec![Step::End]].concat()),
    ]
}

/// A scenario of typed values that nobody checked.
pub fn hostile() -> impl Strategy<Value = Scenario> {
    let thread =
        (any_script(), any_policy(), any::<i8>(), any::<Option<u64>>(), any::<u64>(), any::<[bool; 3]>());
    let thread = thread.prop_map(|(script, policy, nice, slice_ns, start, [fair, early, spawned])| {
        let (policy, nice) = if fair { (Policy::Normal, nice % 20) } else { (policy, nice) };
        Thread {
            policy,
            nice,
            slice_ns,
            start_us: if early { start % 3 } else { start },
            spawned,
            ..Thread::new("", script)
        }
    });
    let numbers = (any::<u64>(), any::<u64>(), any::<bool>(), 0..5usize);
    (vec(thread, 0..4), numbers).prop_map(|(mut threads, (duration, phase_us, short, channels))| {
        for (i, thread) in threads.iter_mut().enumerate() {
            thread.name = format!("t{i}");
        }
        let duration_us = if short { duration % 50_000 } else { duration };
        Scenario { duration_us, phase_us, channels, threads, ..Scenario::default() }
    })
}
