//! How fast the engine is, natively: `name TAB value TAB unit` lines for `cargo xtask bench`.
//!
//! Each scenario of `tests/bench/` is simulated several times with its trace on, turn about with a bare event loop, and
//! the best round of each counts: what else the machine does only ever makes a round slower.

mod cpus;
mod floor;
mod memory;
mod presets;

use std::time::Instant;

use sim::run::{Run, simulate};
use sim::scenario::Scenario;
use tests::data;

const ROUNDS: usize = 7;

/// The scenario that the ratios are given for.
const REFERENCE: &str = "hogs-30";

struct Workload {
    name: String,
    scenario: Scenario,
    /// Best rounds so far.
    switches_per_s: f64,
    events_per_s: f64,
    floor_per_s: f64,
}

fn main() {
    let mut workloads = workloads();
    print_memory(&workloads);
    for _ in 0..ROUNDS {
        workloads.iter_mut().for_each(measure);
    }
    print_speed(&workloads);
    print_presets(&workloads);
    print_cpus();
}

fn workloads() -> Vec<Workload> {
    let read = |file: data::File| Workload {
        name: file.name.trim_end_matches(".json").to_owned(),
        scenario: formats::scenario::read_file(&file.bytes).expect("the bench's own scenarios are valid"),
        switches_per_s: 0.0,
        events_per_s: 0.0,
        floor_per_s: 0.0,
    };
    data::workloads().into_iter().map(read).collect()
}

/// One round of the scenario and one of a bare loop over as many timers as it has tasks.
fn measure(workload: &mut Workload) {
    let begun = Instant::now();
    let run = run(&workload.scenario);
    let took_s = begun.elapsed().as_secs_f64();
    workload.switches_per_s = workload.switches_per_s.max(switches(&run) as f64 / took_s);
    workload.events_per_s = workload.events_per_s.max(run.trace().events.len() as f64 / took_s);
    workload.floor_per_s = workload.floor_per_s.max(floor::events_per_s(workload.scenario.threads.len()));
}

fn run(scenario: &Scenario) -> Run {
    let side = scenario.a.as_ref().expect("the bench's scenarios have a side");
    simulate(scenario, side).expect("the bench's scenarios can be simulated")
}

fn switches(run: &Run) -> usize {
    run.trace().events.iter().filter(|event| event.kind().is_switch()).count()
}

/// What a run keeps, by how much the process grows. Comes first: later runs use memory that earlier ones gave back.
fn print_memory(workloads: &[Workload]) {
    let Some(reference) = workloads.iter().find(|workload| workload.name == REFERENCE) else { return };
    let Some(before) = memory::resident_bytes() else { return };
    let run = run(&reference.scenario);
    let Some(after) = memory::resident_bytes() else { return };
    let kept = after.saturating_sub(before) as f64;
    row("bytes/event", kept / run.trace().events.len() as f64, "B");
    row(&format!("memory/native/{REFERENCE}"), kept / 1e6, "MB");
}

/// The ratio compares event with event, a row of the trace with a row of the bare loop; a switch is two or three.
fn print_speed(workloads: &[Workload]) {
    for Workload { name, switches_per_s, events_per_s, floor_per_s, .. } in workloads {
        row(&format!("switches_per_s/native/{name}"), *switches_per_s, "1/s");
        row(&format!("events_per_s/native/{name}"), *events_per_s, "1/s");
        row(&format!("floor_per_s/native/{name}"), *floor_per_s, "1/s");
        let ratio = if name == REFERENCE {
            "floor_ratio/native".to_owned()
        } else {
            format!("floor_ratio/native/{name}")
        };
        row(&ratio, floor_per_s / events_per_s, "x an event");
        row(&format!("floor_ratio_switch/native/{name}"), floor_per_s / switches_per_s, "x a switch");
    }
    print_growth(workloads, 3, 30);
    print_growth(workloads, 30, 300);
    print_groups(workloads);
}

/// What a switch among tasks in nested groups costs beside one among as many without.
fn print_groups(workloads: &[Workload]) {
    let speed = |name: &str| workloads.iter().find(|w| w.name == name).map(|w| w.switches_per_s);
    if let Some((flat, nested)) = speed("hogs-300").zip(speed("groups-300")) {
        row("groups/native/300-three-deep", flat / nested, "x a flat switch");
    }
}

fn print_presets(workloads: &[Workload]) {
    let named = workloads.iter().map(|workload| (workload.name.as_str(), &workload.scenario));
    let Some(mut presets) = presets::Presets::of(named) else { return };
    (0..ROUNDS).for_each(|_| presets.measure());
    presets.print();
}

fn print_cpus() {
    let mut cpus = cpus::Cpus::new();
    (0..ROUNDS).for_each(|_| cpus.measure());
    cpus.print();
}

/// How much dearer a switch is among more tasks; log n would be the unit's number.
fn print_growth(workloads: &[Workload], few: u32, many: u32) {
    let speed =
        |tasks: u32| workloads.iter().find(|w| w.name == format!("hogs-{tasks}")).map(|w| w.switches_per_s);
    let Some((of_few, of_many)) = speed(few).zip(speed(many)) else { return };
    let log_n = f64::from(many).ln() / f64::from(few).ln();
    row(&format!("growth/native/{few}-to-{many}"), of_few / of_many, &format!("x (log n: {log_n:.2})"));
}

fn row(name: &str, value: f64, unit: &str) {
    println!("{name}\t{value}\t{unit}");
}
