//! Readers and writers over every data file that we keep.

use std::collections::BTreeMap;

use formats::{delays, perf_table, recorder, recording, scenario};
use sched::Params;
use serde_json::Value;
use sim::recording::{Kind, PrevState, Recording, TaskKind};
use sim::replay;
use sim::{CostChoice, Side, simulate};
use tests::data::{self, File};

/// How many recordings `tests/recordings/README.md` lists.
const RECORDINGS: usize = 311;

fn read(file: &File) -> Recording {
    recording::read(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name))
}

#[test]
fn every_recording_reads_and_lies_in_the_folder_of_its_kernel() {
    let files = data::recordings();
    assert_eq!(files.len(), RECORDINGS);
    for file in &files {
        let recording = read(file);
        let folder = file.name.rsplit('/').nth(1).expect("it is in a folder");
        assert_eq!(recording.kernel_tag, folder, "{}", file.name);
        assert_eq!((recording.cpus, recording.hz), (1, 250), "{}", file.name);
        assert!(recording.events.len() > 50, "{}: {} events", file.name, recording.events.len());
    }
}

#[test]
fn what_we_count_is_what_the_recorder_counted() {
    for file in data::recordings() {
        let recording = read(&file);
        assert_eq!(delays::summary(&recording), recording.summary, "{}", file.name);
    }
}

#[test]
fn a_recording_survives_being_written_and_read() {
    for file in data::recordings() {
        let before = read(&file);
        let after = recording::read(recording::write(&before).as_bytes());
        assert!(after.as_ref() == Ok(&before), "{}: {:?}", file.name, after.err());
    }
}

#[test]
fn the_state_before_the_first_event_is_known_for_every_fair_task() {
    for file in data::recordings() {
        let recording = read(&file);
        for task in &recording.tasks {
            let known = task.start.as_ref().is_some_and(|start| start.vruntime.is_some());
            let needed = match task.kind {
                TaskKind::Scenario(index) => !recording.scenario.threads[index].spawned,
                TaskKind::Other => true,
                TaskKind::Idle | TaskKind::Main | TaskKind::OtherRt => false,
            };
            assert!(known || !needed, "{}: {}", file.name, task.identity);
        }
        assert!(recording.queues_at_start.contains_key("/"), "{}", file.name);
    }
}

/// The README says so, since a value between -1 ms and 0 would read as positive.
#[test]
fn no_virtual_time_at_the_start_is_near_zero() {
    for file in data::recordings() {
        for (path, queue) in read(&file).queues_at_start {
            let times = [queue.min_vruntime, queue.zero_vruntime, queue.avg_vruntime];
            assert!(times.into_iter().flatten().all(|ns| ns > 1_000_000), "{} {path}", file.name);
        }
    }
}

/// One file looked at by hand, so that a reader that mixes up fields cannot pass.
#[test]
fn a_hog_and_a_sleeper_on_7_2_in_detail() {
    let files = data::recordings();
    let file = files.iter().find(|file| file.name == "7.2/c-hog-sleeper.jsonl.gz").expect("it is kept");
    let recording = read(file);
    assert_eq!(recording.active_preemption(), "lazy");
    assert_eq!(recording.knobs.base_slice_ns, Some(700_000));
    assert_eq!(recording.queues_at_start["/"].zero_vruntime, Some(19_808_820_440));
    let hog = recording.task(recording.thread(0));
    assert_eq!((hog.name.as_str(), hog.kind), ("h0", TaskKind::Scenario(0)));
    let start = hog.start.expect("it existed before");
    assert_eq!((start.vruntime, start.sum_exec_ns), (Some(19_778_736_808), Some(9440)));
    let blocked = recording.events.iter().find_map(|event| match &event.kind {
        Kind::Switch(switch) if switch.prev_state == PrevState::Sleeping => Some((event.t_ns, switch)),
        _ => None,
    });
    let (t_ns, switch) = blocked.expect("the sleeper sleeps");
    assert_eq!((t_ns, switch.prev, switch.next), (933_663, recording.thread(1), recording.thread(0)));
    let numbers = switch.prev_numbers.expect("7.2 records them");
    assert_eq!((numbers.vruntime, numbers.deadline), (19_809_057_671, 19_809_549_564));
    assert_eq!((numbers.slice_ns, numbers.vlag, numbers.sum_exec_ns), (700_000, 252_289, 217_514));
}

#[test]
fn the_table_has_the_layout_of_perf_sched_latency() {
    let files = data::recordings();
    let file = files.iter().find(|file| file.name == "7.2/c-hog-sleeper.jsonl.gz").expect("it is kept");
    let table = perf_table::write(&read(file));
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 8);
    assert_eq!(rows[1].split('|').next().map(str::len), rows[3].split('|').next().map(str::len));
    let hog = "  h0                    |    363.477 ms |      178 | avg:   0.205 ms | max:   0.213 ms \
               | max start:     0.022895 s | max end:     0.023107 s";
    assert_eq!(rows[3], hog);
    assert_eq!(rows[6], "  TOTAL:                |    399.967 ms |      353 |");
}

#[test]
fn a_recording_is_a_scenario_as_it_stands() {
    for file in data::recordings() {
        let scenario =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        assert_eq!(scenario, read(&file).scenario, "{}", file.name);
    }
}

#[test]
fn a_scenario_survives_being_written_and_read() {
    for file in data::recordings().iter().chain(&data::scenarios()) {
        let before =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        assert_eq!(scenario::read(&scenario::write(&before)), Ok(before), "{}", file.name);
    }
}

#[test]
fn every_example_compares_cfs_with_eevdf_and_says_what_to_see() {
    let files = data::scenarios();
    assert!(files.len() >= 6);
    for file in &files {
        let scenario =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        assert_eq!(format!("{}.json", scenario.name), file.name);
        assert!(scenario.title.is_some_and(|title| title.len() < 60), "{}: title", file.name);
        assert!(scenario.lesson.is_some_and(|lesson| !lesson.contains('\n')), "{}: lesson", file.name);
        let kernels = [scenario.a, scenario.b].map(|side| side.map(|side| side.kernel));
        assert_eq!(kernels, [Some("6.5".to_string()), Some("7.2".to_string())], "{}", file.name);
    }
}

/// Every example under every kernel, with and without costs.
fn simulated() -> Vec<(String, Params, Recording)> {
    let mut recordings = Vec::new();
    for file in data::scenarios() {
        let scenario =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        for kernel in sched::KERNELS {
            for costs in [CostChoice::Zero, CostChoice::Recorded] {
                let name = format!("{} under {} with costs {costs:?}", file.name, kernel.name);
                let side = Side { costs, ..Side::new(kernel.name) };
                let run = simulate(&scenario, &side).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(run.stopped(), None, "{name}");
                recordings.push((name, *run.params(), recorder::record(&scenario, &run)));
            }
        }
    }
    recordings
}

#[test]
fn a_simulated_recording_survives_being_written_and_read() {
    for (name, _, before) in simulated() {
        let after = recording::read(recording::write(&before).as_bytes());
        assert!(after.as_ref() == Ok(&before), "{name}: {:?}", after.err());
    }
}

/// The engine and the replay call the policy in different ways: one decides when, the other is told.
#[test]
fn the_replay_agrees_with_every_simulated_recording() {
    for (name, params, recording) in simulated() {
        let report = replay::replay(&recording, params);
        assert_eq!((report.wrong(), report.inexact()), (0, 0), "{name}: {:#?}", report.misses.first());
        assert!(report.decisions > 10 && report.numbers > 5, "{name}: {report:?}");
    }
}

/// How many recordings outside `repeats/` have a workload that the engine models; the others have threads
/// of higher classes that change attributes.
const SIMULATED: u32 = 246;

/// Recorded workloads have what the examples have not: pipes, forks, exits, yields, changes.
#[test]
fn the_replay_agrees_with_recorded_workloads_simulated_anew() {
    let mut simulated = 0;
    for file in data::recordings().iter().filter(|file| !file.name.starts_with("repeats/")) {
        let real = read(file);
        let Ok(params) = replay::params_of(&real) else { continue };
        let side = Side { costs: CostChoice::Recorded, ..Side::new(params.kernel.name) };
        let Ok(run) = simulate(&real.scenario, &side) else { continue };
        simulated += 1;
        let recording = recorder::record(&real.scenario, &run);
        let report = replay::replay(&recording, *run.params());
        let found = (report.wrong(), report.inexact());
        assert_eq!(found, (0, 0), "{}: {:#?}", file.name, report.misses.first());
    }
    assert_eq!(simulated, SIMULATED);
}

/// The schema, compiled once for many values.
struct Schema {
    schemas: boon::Schemas,
    index: boon::SchemaIndex,
}

impl Schema {
    fn of_scenarios() -> Schema {
        let path = data::folder("schema").join("scenario.schema.json");
        let text = std::fs::read_to_string(path).expect("the schema is part of the repository");
        let value = serde_json::from_str(&text).expect("the schema is JSON");
        let mut schemas = boon::Schemas::new();
        let mut compiler = boon::Compiler::new();
        compiler.set_default_draft(boon::Draft::V2020_12);
        compiler.add_resource("scenario.json", value).expect("its place is free");
        let index = compiler.compile("scenario.json", &mut schemas).expect("the schema is one");
        Schema { schemas, index }
    }

    fn accepts(&self, value: &Value) -> Result<(), String> {
        self.schemas.validate(value, self.index).map_err(|error| format!("{error:#}"))
    }
}

#[test]
fn the_schema_accepts_every_scenario_that_we_keep() {
    let schema = Schema::of_scenarios();
    for file in data::recordings() {
        let text = scenario::write(&read(&file).scenario);
        let value = serde_json::from_str(&text).expect("we write JSON");
        schema.accepts(&value).unwrap_or_else(|error| panic!("{}: {error}", file.name));
    }
    for file in data::scenarios() {
        let value = serde_json::from_slice(&file.bytes).expect("it is JSON");
        schema.accepts(&value).unwrap_or_else(|error| panic!("{}: {error}", file.name));
    }
}

/// The scenario that the tables below break, one place at a time.
fn sound() -> Value {
    serde_json::json!({
        "duration_us": 1000,
        "channels": 1,
        "cgroups": [{ "name": "g", "weight": 100 }],
        "threads": [
            { "name": "h", "nice": 0, "script": [["run", 0]] },
            { "name": "s", "spawned": true, "cgroup": "g", "script": [["loop", 0], ["run", 1], ["end"]] },
        ],
        "a": { "kernel": "6.5", "costs": "zero" },
    })
}

/// The sound scenario with the value at this JSON pointer replaced.
fn with(pointer: &str, value: Value) -> Value {
    let mut scenario = sound();
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer begins with a slash");
    match scenario.pointer_mut(parent).expect("the parent is there") {
        Value::Object(map) => drop(map.insert(key.to_string(), value)),
        Value::Array(list) => list[key.parse::<usize>().expect("an index")] = value,
        other => panic!("{other} has no parts"),
    }
    scenario
}

fn read_value(value: &Value) -> Result<sim::scenario::Scenario, formats::Error> {
    scenario::read(&value.to_string())
}

#[test]
fn the_sound_scenario_is_sound() {
    assert!(read_value(&sound()).is_ok());
    assert_eq!(Schema::of_scenarios().accepts(&sound()), Ok(()));
}

/// Wrong in itself: reader and schema refuse both.
#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    use serde_json::json;
    let schema = Schema::of_scenarios();
    let step = |step: Value| with("/threads/0/script/0", step);
    let cases: BTreeMap<&str, Value> = BTreeMap::from([
        ("no threads", with("/threads", json!([]))),
        ("threads are no list", with("/threads", json!({}))),
        ("duration 0", with("/duration_us", json!(0))),
        ("a negative duration", with("/duration_us", json!(-5))),
        ("a duration of two hours", with("/duration_us", json!(7_200_000_000u64))),
        ("a duration in words", with("/duration_us", json!("long"))),
        ("a fraction of a duration", with("/duration_us", json!(0.5))),
        ("an unknown field", with("/durations", json!(1))),
        ("a newer format", with("/schedlens", json!(99))),
        ("no CPU", with("/machine", json!({ "cpus": 0 }))),
        ("hz 0", with("/hz", json!(0))),
        ("a long name", with("/name", json!("x".repeat(41)))),
        ("a knob that is no number", with("/knobs", json!({ "base_slice_ns": "3ms" }))),
        ("a feature that is no text", with("/features", json!([1]))),
        ("a group without weight", with("/cgroups/0/weight", json!(0))),
        ("a tiny quota", with("/cgroups/0/quota_us", json!(1))),
        ("a thread without a name", with("/threads/0/name", json!(""))),
        ("nice 25", with("/threads/0/nice", json!(25))),
        ("an unknown policy", with("/threads/0/policy", json!("SCHED_OTHER"))),
        ("an unknown field of a thread", with("/threads/0/priority", json!(1))),
        ("a negative start", with("/threads/0/start_us", json!(-1))),
        ("spawned in words", with("/threads/1/spawned", json!("yes"))),
        ("CPU 5000", with("/threads/0/affinity", json!([5000]))),
        ("an unknown step", step(json!(["jump", 1]))),
        ("an empty step", step(json!([]))),
        ("a step that is no list", step(json!("run"))),
        ("a negative time", step(json!(["run", -1]))),
        ("a time of eleven hours", step(json!(["sleep", 39_600_000_000u64]))),
        ("run without a time", step(json!(["run"]))),
        ("run with two times", step(json!(["run", 1, 2]))),
        ("a period of 0", step(json!(["periodic", 0, 0]))),
        ("channel 1000", step(json!(["write", 1000]))),
        ("a loop backwards", step(json!(["loop", -1]))),
        ("yield with an operand", step(json!(["yield", 1]))),
        ("renice to 30", step(json!(["nice", "h", 30]))),
        ("an unknown distribution", step(json!(["run", { "normal": 5 }]))),
        ("two distributions", step(json!(["run", { "exponential": 5, "uniform": [1, 2] }]))),
        ("a range of one number", step(json!(["run", { "uniform": [1] }]))),
        ("an exponential of mean 0", step(json!(["run", { "exponential": 0 }]))),
        ("a lognormal without spread", step(json!(["run", { "lognormal": { "median": 5 } }]))),
        ("a side without kernel", with("/a", json!({ "hz": 250 }))),
        ("an unknown preemption model", with("/a/preemption", json!("rt"))),
        ("an unknown cost", with("/a/costs", json!({ "coffee_ns": 1 }))),
        ("costs in words", with("/a/costs", json!("some"))),
        ("a cost of a second", with("/a/costs", json!({ "tick_ns": 1_000_000_000 }))),
    ]);
    for (what, value) in &cases {
        assert!(read_value(value).is_err(), "the reader accepts {what}");
        assert!(schema.accepts(value).is_err(), "the schema accepts {what}");
    }
}

/// Wrong only together with another place, which a schema cannot say; each with the place it is found at.
#[test]
fn the_reader_refuses_what_does_not_fit_together() {
    use serde_json::json;
    let script = |steps: Value| with("/threads/0/script", steps);
    let cases = [
        (with("/threads/1/name", json!("h")), "threads[1].name"),
        (with("/threads/1/cgroup", json!("nowhere")), "threads[1].cgroup"),
        (script(json!([["read", 1]])), "threads[0].script[0]"),
        (script(json!([["run", 1], ["nice", "nobody", 1]])), "threads[0].script[1]"),
        (script(json!([["spawn", "h"]])), "threads[0].script[0]"),
        (script(json!([["run", { "uniform": [9, 1] }]])), "threads[0].script[0][1].uniform"),
        (script(json!([["end"]])), "threads[0].script[0]"),
        (script(json!([["run", 1], ["loop", 2]])), "threads[0].script[1]"),
        (script(json!([["loop", 0], ["sleep", 0], ["end"]])), "threads[0].script[0]"),
    ];
    for (value, place) in cases {
        let error = read_value(&value).expect_err(place);
        let found = error.place.rsplit(", ").next();
        assert_eq!(found, Some(place), "{error}");
        assert!(error.place.starts_with("line 1, column "), "{error}");
    }
}
