//! The worked examples of `vectors/core.json`, integer by integer.
//!
//! A row of a log is what the queue looks like right after an event; here the engine
//! runs the example's program and an observer writes the same rows.

use std::collections::BTreeMap;

use sched::Reason;
use serde_json::Value;
use sim::trace::{Event, IDLE, Kind};
use sim::{Duration, Observer, Preemption, Run, Scenario, Side, Sim, Step, Thread};
use tests::conformance::EXAMPLE_PRESETS;

#[path = "worked_examples/by_hand.rs"]
mod by_hand;
#[path = "worked_examples/pelt.rs"]
mod pelt;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../vectors/core.json")).expect("the vectors are JSON")
}

/// A row of a log.
#[derive(Debug, PartialEq)]
struct Row {
    t_ns: u64,
    why: String,
    who: String,
    v: i64,
    /// vruntime, deadline (0 under CFS, where it means nothing) and V − vruntime.
    entities: BTreeMap<String, [i64; 3]>,
}

fn expected(log: &Value, cfs: bool) -> Vec<Row> {
    let int = |v: &Value| v.as_i64().expect("an integer");
    let triple = |v: &Value| [int(&v[0]), if cfs { 0 } else { int(&v[1]) }, int(&v[2])];
    let row = |row: &Value| Row {
        t_ns: row["t"].as_u64().expect("a time"),
        why: row["why"].as_str().expect("a reason").to_owned(),
        who: row["who"].as_str().expect("a name").to_owned(),
        v: int(&row["V"]),
        entities: row["se"]
            .as_object()
            .expect("entities")
            .iter()
            .map(|(k, v)| (k.clone(), triple(v)))
            .collect(),
    };
    log.as_array().expect("a list of rows").iter().map(row).collect()
}

/// Writes rows while the engine runs.
struct Log<'a> {
    names: &'a [String],
    cfs: bool,
    rows: Vec<Row>,
    delayed_wake: bool,
    /// A wakeup asked for the pick that comes next.
    asked_by_wakeup: bool,
}

impl Observer for Log<'_> {
    fn event(&mut self, sim: &Sim, event: &Event) {
        let after_requeue = std::mem::replace(&mut self.delayed_wake, event.kind() == Kind::DelayedWake);
        let after_wakeup = std::mem::replace(&mut self.asked_by_wakeup, event.kind() == Kind::WakeupPreempts);
        let (why, who) = match event.kind() {
            Kind::SwitchIdle if event.t_ns == 0 => ("start", event.other),
            Kind::Wakeup | Kind::WakeupPreempts if !after_requeue => ("wake", event.task),
            Kind::DelayedWake => ("wake-delayed", event.task),
            Kind::SwitchPreempted => ("wake-preempt", event.other),
            Kind::SwitchTick => ("tick", event.other),
            Kind::SwitchHrtick => ("hrtick", event.other),
            Kind::SwitchBlocked | Kind::SwitchDelayed => ("block", event.other),
            Kind::Keep if after_wakeup => ("wake-preempt/keep", event.task),
            Kind::Keep => ("tick/keep", event.task),
            Kind::DelayedOut => ("delayed-out", event.task),
            _ => return,
        };
        self.rows.push(self.row(sim, event.t_ns, why, who));
    }
}

impl Log<'_> {
    fn row(&self, sim: &Sim, t_ns: u64, why: &str, who: u16) -> Row {
        let (queue, pool) = (sim.queue(0), sim.pool());
        let v = if self.cfs { queue.min_vruntime() } else { queue.avg_vruntime(pool) };
        let name = |task: u16| self.names[usize::from(task)].clone();
        let entity = |task: u16| {
            let e = sim.entity(task);
            (name(task), [e.vruntime.raw(), if self.cfs { 0 } else { e.deadline.raw() }, v.since(e.vruntime)])
        };
        assert_ne!(who, IDLE, "no example idles");
        let entities = sim.queued(0).into_iter().map(entity).collect();
        Row { t_ns, why: why.to_owned(), who: name(who), v: v.raw(), entities }
    }
}

/// The machine of all examples: full preemption, 3 ms slices, no slice timer.
fn side(kernel: &str) -> Side {
    let mut side = Side { preemption: Some(Preemption::Full), ..Side::new(kernel) };
    if kernel == "6.5" {
        for (knob, ns) in
            [("latency_ns", 6_000_000), ("min_granularity_ns", 750_000), ("wakeup_granularity_ns", 1_000_000)]
        {
            side.knobs.insert(knob.into(), ns.into());
        }
    } else {
        side.knobs.insert("base_slice_ns".into(), 3_000_000.into());
    }
    if ["7.1", "7.2", "7.3"].contains(&kernel) {
        side.features.push("NO_HRTICK".into());
    }
    side
}

fn run_us(us: u64) -> Step {
    Step::Run(Duration::Fixed(us))
}

fn sleep_us(us: u64) -> Step {
    Step::Sleep(Duration::Fixed(us))
}

fn hog(name: &str) -> Thread {
    Thread::new(name, vec![run_us(0)])
}

fn program(example: &str) -> Scenario {
    let forever = |body: Vec<Step>| [vec![Step::Loop(0)], body, vec![Step::End]].concat();
    let hogs = || vec![hog("A"), hog("B"), hog("C")];
    let (hz, threads) = match example {
        "E2" | "E10" => (250, hogs()),
        "E3" => (1000, vec![hog("A"), Thread { nice: 5, ..hog("B") }]),
        "E4" => (1000, vec![hog("H"), Thread::new("S", forever(vec![run_us(1000), sleep_us(5000)]))]),
        "E5" => {
            let s = Thread::new("S", vec![run_us(300), sleep_us(1_000_000)]);
            (1000, vec![hog("H"), hog("G"), Thread { start_us: 1500, slice_ns: Some(500_000), ..s }])
        }
        "E6" => {
            let steps = vec![
                run_us(2000),
                sleep_us(1000),
                run_us(2000),
                sleep_us(20_000),
                run_us(1000),
                sleep_us(1_000_000),
            ];
            (1000, vec![Thread::new("S", steps), hog("H")])
        }
        "E9" => {
            let steps = vec![run_us(500), sleep_us(41_500), run_us(20_000), sleep_us(1_000_000)];
            (250, vec![Thread::new("S", steps), hog("H")])
        }
        "E11" => {
            let s = Thread::new("S", forever(vec![run_us(700), sleep_us(3000)]));
            (1000, vec![Thread { policy: sim::Policy::Idle, ..hog("I") }, Thread { start_us: 2500, ..s }])
        }
        other => panic!("no program for {other}"),
    };
    Scenario { hz: Some(hz), duration_us: 200_000, threads, ..Scenario::default() }
}

/// Every row of the log, as far as the log goes, and no row too many in between.
#[track_caller]
fn check(example: &str, kernel: &str, side: &Side) {
    let all = vectors();
    let cfs = kernel == "6.5";
    let want = expected(&all[example][kernel]["log"], cfs);
    assert!(!want.is_empty(), "{example} has no log for {kernel}");
    let scenario = program(example);
    let run = sim::simulate(&scenario, side).expect("an example is a valid scenario");
    let got = log(&run, cfs);
    for (i, row) in want.iter().enumerate() {
        assert_eq!(got.get(i), Some(row), "{example} under {kernel}, row {i}");
    }
}

fn log(run: &Run, cfs: bool) -> Vec<Row> {
    let mut log =
        Log { names: run.task_names(), cfs, rows: Vec::new(), delayed_wake: false, asked_by_wakeup: false };
    run.observe(0, run.end_ns(), &mut log);
    log.rows
}

#[track_caller]
fn check_all(example: &str) {
    for (key, kernel) in EXAMPLE_PRESETS {
        check(example, key, &side(kernel));
    }
}

#[test]
fn e2_three_equal_hogs() {
    check_all("E2");
}

#[test]
fn e3_nice_0_against_nice_5() {
    check_all("E3");
}

#[test]
fn e4_short_sleeper() {
    check_all("E4");
}

#[test]
fn e5_custom_slice() {
    check_all("E5");
}

#[test]
fn e6_delayed_dequeue() {
    // Not 6.12: the wakeup falls on a tick, and there it shows which of the two came first.
    for (key, kernel) in [("6.8", "6.8"), ("7.2", "7.2")] {
        check("E6", key, &side(kernel));
    }
}

#[test]
fn e9_long_sleeper() {
    check_all("E9");
}

#[test]
fn e10_slice_timer() {
    let mut with_timer = side("7.2");
    with_timer.features = vec!["HRTICK".into()];
    check("E10", "7.2", &with_timer);
}

#[test]
fn e11_idle_policy() {
    check_all("E11");
}

/// The ideal slices that ended runs at ticks, by task.
fn ideal_slices_ns(example: &str) -> BTreeMap<u16, i64> {
    let run = sim::simulate(&program(example), &side("6.5")).expect("an example is a valid scenario");
    let ideal = |event: &Event| match event.reason() {
        Some(Reason::IdealExceeded { ideal, .. }) => Some((event.task, ideal)),
        _ => None,
    };
    run.trace().events.iter().filter_map(ideal).collect()
}

#[test]
fn e1_slices_of_cfs() {
    let slice = |key: &str| vectors()["E1"][key].as_i64().expect("ns");
    let third = slice("cfs_slice_3x0");
    assert_eq!(ideal_slices_ns("E2"), BTreeMap::from([(0, third), (1, third), (2, third)]));
    let (nice_0, nice_5) = (slice("cfs_slice_n0_of_0_5"), slice("cfs_slice_n5_of_0_5"));
    assert_eq!(ideal_slices_ns("E3"), BTreeMap::from([(0, nice_0), (1, nice_5)]));
}

/// The machine right after A's yield.
struct AfterYield(Option<(bool, i64, i64, u16)>);

impl Observer for AfterYield {
    fn event(&mut self, sim: &Sim, event: &Event) {
        if event.kind() == Kind::SwitchYielded {
            let a = sim.entity(0);
            let eligible = sim.queue(0).eligible(sim.pool(), sim.entity_id(0));
            self.0.get_or_insert((eligible, a.vruntime.raw(), a.deadline.raw(), event.other));
        }
    }
}

#[test]
fn e12_yield_of_an_ineligible_task() {
    // 6.12.y has the yield of 6.19 and later, which the vectors list under 7.0.
    for (kernel, key) in [
        ("6.8", "6.8"),
        ("6.12.0", "6.12"),
        ("6.12.y", "7.0"),
        ("6.19", "7.0"),
        ("7.0", "7.0"),
        ("7.2", "7.2"),
    ] {
        let a = Thread::new("A", vec![run_us(1000), Step::Yield, run_us(0)]);
        let scenario = Scenario { hz: Some(1000), threads: vec![a, hog("B")], ..Scenario::default() };
        let run = sim::simulate(&scenario, &side(kernel)).expect("an example is a valid scenario");
        let mut after = AfterYield(None);
        run.observe(0, run.end_ns(), &mut after);
        let (eligible, vruntime, deadline, next) = after.0.expect("A yields");
        let found = serde_json::json!([eligible, vruntime, deadline, run.task_names()[usize::from(next)]]);
        assert_eq!(found, vectors()["E12"][key], "{kernel}");
    }
}
