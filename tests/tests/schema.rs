//! The schema of scenario files says what their reader does.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use formats::scenario;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use tests::data::{self, File};

/// The schema, compiled once for many values.
struct Schema {
    schemas: boon::Schemas,
    index: boon::SchemaIndex,
}

static SCHEMA: LazyLock<Schema> = LazyLock::new(Schema::of_scenarios);

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

fn sound_file(file: &File) -> sim::Scenario {
    scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name))
}

#[test]
fn the_schema_accepts_every_scenario_that_we_keep() {
    for file in data::recordings() {
        let text = scenario::write(&sound_file(&file));
        let value = serde_json::from_str(&text).expect("we write JSON");
        SCHEMA.accepts(&value).unwrap_or_else(|error| panic!("{}: {error}", file.name));
    }
    for file in data::scenarios() {
        let value = serde_json::from_slice(&file.bytes).expect("it is JSON");
        SCHEMA.accepts(&value).unwrap_or_else(|error| panic!("{}: {error}", file.name));
    }
}

/// The scenario that the tables below break, one place at a time.
fn sound() -> Value {
    json!({
        "duration_us": 1000,
        "channels": 1,
        "cgroups": [{ "name": "g", "weight": 100 }],
        "threads": [
            { "name": "h", "nice": 0, "uclamp_max": 900, "script": [["run", 0]] },
            { "name": "s", "spawned": true, "cgroup": "g", "script": [["loop", 0], ["run", 1], ["end"]] },
        ],
        "a": { "kernel": "6.5", "costs": "zero" },
    })
}

/// The sound scenario with the value at this JSON pointer replaced.
fn with(pointer: &str, value: Value) -> Value {
    replaced(sound(), pointer, value)
}

fn replaced(mut scenario: Value, pointer: &str, value: Value) -> Value {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer begins with a slash");
    match scenario.pointer_mut(parent).expect("the parent is there") {
        Value::Object(map) => drop(map.insert(key.to_string(), value)),
        Value::Array(list) => list[key.parse::<usize>().expect("an index")] = value,
        other => panic!("{other} has no parts"),
    }
    scenario
}

fn read_value(value: &Value) -> Result<sim::Scenario, formats::Error> {
    scenario::read(&value.to_string())
}

#[test]
fn the_sound_scenario_is_sound() {
    assert!(read_value(&sound()).is_ok());
    assert_eq!(SCHEMA.accepts(&sound()), Ok(()));
}

/// Wrong in itself: reader and schema refuse both.
#[test]
fn the_schema_refuses_what_the_reader_refuses() {
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
        ("a knob that is no word of its", with("/knobs", json!({ "cgroup_mode": "most" }))),
        ("a number for a knob of words", with("/a/knobs", json!({ "cgroup_mode": 2 }))),
        ("a feature that is no text", with("/features", json!([1]))),
        ("a group without weight", with("/cgroups/0/weight", json!(0))),
        ("a tiny quota", with("/cgroups/0/quota_us", json!(1))),
        ("a burst in words", with("/cgroups/0/burst_us", json!("some"))),
        ("a group idle by number", with("/cgroups/0/idle", json!(1))),
        ("autogroup in words", with("/autogroup", json!("on"))),
        ("a change without a time", with("/changes", json!([{ "step": ["nice", "h", 1] }]))),
        ("a change without a step", with("/changes", json!([{ "at_us": 5 }]))),
        ("a change of an unknown kind", with("/changes", json!([{ "at_us": 5, "step": ["jump", "h"] }]))),
        ("a thread without a name", with("/threads/0/name", json!(""))),
        ("nice 25", with("/threads/0/nice", json!(25))),
        ("colour 16", with("/threads/0/color", json!(16))),
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
        ("a group of weight 0", step(json!(["weight", "g", 0]))),
        ("a step's tiny quota", step(json!(["quota", "g", 10, 100_000]))),
        ("a quota without its period", step(json!(["quota", "g", 10_000]))),
        ("a clamp above everything", step(json!(["uclamp", "h", 0, 1025]))),
        ("a clamp without its maximum", step(json!(["uclamp", "h", 0]))),
        ("exec of something", step(json!(["exec", "h"]))),
        ("a group without its thread", step(json!(["group", "g"]))),
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
    cases.iter().for_each(|(what, value)| refused_by_both(what, value));
}

#[track_caller]
fn refused_by_both(what: &str, value: &Value) {
    assert!(read_value(value).is_err(), "the reader accepts {what}");
    assert!(SCHEMA.accepts(value).is_err(), "the schema accepts {what}");
}

#[test]
fn the_schema_refuses_the_machines_that_the_reader_refuses() {
    let cases = [
        ("513 CPUs", json!({ "cpus": 513 })),
        ("a machine that nobody knows", json!({ "preset": "abacus" })),
        ("a style that is none", json!({ "style": "mips" })),
        ("a part that is none", json!({ "cores": 0 })),
        ("a list of CPUs in words", json!({ "llc_cpus": ["all"] })),
        ("no cache", json!({ "llc_cpus": [] })),
        ("a distance of 9", json!({ "distances": [[9]] })),
        ("a kind of no CPU", json!({ "kinds": [{ "name": "A53" }] })),
        ("a capacity of 0", json!({ "kinds": [{ "cpus": "0", "capacity_dmips_mhz": 0 }] })),
        ("a clock of three numbers", json!({ "kinds": [{ "cpus": "0", "opps_khz_uv": [[1, 2, 3]] }] })),
        ("an idle state in words", json!({ "kinds": [{ "cpus": "0", "idle_exit_us": ["deep"] }] })),
    ];
    cases.into_iter().for_each(|(what, machine)| refused_by_both(what, &with("/machine", machine)));
}

/// The same for what of several CPUs, clamps and clocks is said.
#[test]
fn the_schema_refuses_what_the_reader_refuses_of_clamps_and_clocks() {
    let cases = [
        ("a clamp above all", with("/threads/0/uclamp_min", json!(1025))),
        ("a group's clamp below nothing", with("/cgroups/0/uclamp_max", json!(-1))),
        ("a footprint of 2 GiB", with("/threads/0/footprint_kib", json!(2 << 20))),
        ("more than all sensitivity", with("/threads/0/miss_sensitivity_per_mille", json!(1001))),
        ("an unknown key", with("/a/uclamp", json!({ "key": "on" }))),
        ("an unknown system clamp", with("/a/uclamp", json!({ "min": 5 }))),
        ("a system clamp above all", with("/a/uclamp", json!({ "util_clamp_min": 1025 }))),
        ("an unknown governor", with("/a/governor", json!("ondemand"))),
        ("heat without a constant", with("/a/thermal", json!({ "sustainable_mw": 4500 }))),
        (
            "heat that nothing carries off",
            with("/a/thermal", json!({ "sustainable_mw": 0, "time_constant_ms": 1 })),
        ),
        ("a thread that loses everything", with("/a/costs", json!({ "smt_loss_per_mille": 901 }))),
    ];
    cases.into_iter().for_each(|(what, value)| refused_by_both(what, &value));
}

/// Wrong only together with another place, which a schema cannot say; each with the place it is found at.
#[test]
fn the_reader_refuses_what_does_not_fit_together() {
    let script = |steps: Value| with("/threads/0/script", steps);
    let cases = [
        (with("/threads/1/name", json!("h")), "threads[1].name"),
        (with("/threads/1/cgroup", json!("nowhere")), "threads[1].cgroup"),
        (with("/cgroups/0/parent", json!("nowhere")), "cgroups[0].parent"),
        (with("/cgroups/0/parent", json!("g")), "cgroups[0].parent"),
        (with("/cgroups/0/burst_us", json!(5)), "cgroups[0].burst_us"),
        (with("/threads/0/uclamp_min", json!(1024)), "threads[0].uclamp_min"),
        (with("/a/uclamp", json!({ "util_clamp_max": 512 })), "a.uclamp"),
        (with("/changes", json!([{ "at_us": 5, "step": ["run", 1] }])), "changes[0].step"),
        (with("/changes", json!([{ "at_us": 5, "step": ["weight", "nowhere", 1] }])), "changes[0].step"),
        (script(json!([["run", 1], ["group", "h", "nowhere"]])), "threads[0].script[1]"),
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

/// Numbers at the bounds that reader and schema set, and beyond them.
const NUMBERS: [i64; 22] = [
    -21,
    -20,
    -1,
    0,
    1,
    2,
    19,
    20,
    99,
    100,
    999,
    1000,
    1023,
    1024,
    3000,
    10_000,
    1_000_000,
    3_600_000_000,
    3_600_000_001,
    36_000_000_000,
    36_000_000_001,
    i64::MAX,
];

fn number() -> impl Strategy<Value = Value> {
    select(&NUMBERS[..]).prop_map(Value::from)
}

fn word(words: &'static [&'static str]) -> impl Strategy<Value = Value> {
    select(words).prop_map(Value::from)
}

fn duration() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => number(),
        1 => (number(), number()).prop_map(|(low, high)| json!({ "uniform": [low, high] })),
        1 => number().prop_map(|mean| json!({ "exponential": mean })),
        1 => (number(), number())
            .prop_map(|(median, sigma)| json!({ "lognormal": { "median": median, "sigma_permille": sigma } })),
    ]
}

/// A step of any kind, mostly with as many operands as it wants.
fn step() -> impl Strategy<Value = Value> {
    let name = || word(&["h", "s", "nobody"]);
    let policy = || word(&["NORMAL", "BATCH", "IDLE", "FIFO", "RR", "DEADLINE", "OTHER"]);
    prop_oneof![
        (word(&["run", "sleep"]), duration()).prop_map(|(step, time)| json!([step, time])),
        (word(&["until", "write", "read", "post", "wait", "loop"]), number())
            .prop_map(|(step, operand)| json!([step, operand])),
        word(&["yield", "end", "exit", "exec", "run", "jump"]).prop_map(|step| json!([step])),
        (number(), number()).prop_map(|(period, offset)| json!(["periodic", period, offset])),
        (word(&["nice", "slice"]), name(), number()).prop_map(|(step, who, value)| json!([step, who, value])),
        (name(), vec(number(), 0..3)).prop_map(|(who, cpus)| json!(["affinity", who, cpus])),
        (name(), policy(), number())
            .prop_map(|(who, policy, priority)| json!(["policy", who, policy, priority])),
        (name(), policy()).prop_map(|(who, policy)| json!(["policy", who, policy])),
        (name(), number(), number()).prop_map(|(who, min, max)| json!(["uclamp", who, min, max])),
        name().prop_map(|who| json!(["spawn", who])),
        (name(), word(&["g", "", "nowhere"])).prop_map(|(who, group)| json!(["group", who, group])),
        (word(&["g", "nowhere"]), number()).prop_map(|(group, weight)| json!(["weight", group, weight])),
        (word(&["g", ""]), number(), number())
            .prop_map(|(group, quota, period)| json!(["quota", group, quota, period])),
    ]
}

/// A machine by name, by numbers of its parts, or with a kind.
fn machine() -> impl Strategy<Value = Value> {
    let parts = word(&["sockets", "nodes", "llcs", "clusters", "cores", "threads"]);
    let field = word(&["capacity_dmips_mhz", "power_uw_mhz_v2", "l2_kib", "llc_kib"]);
    prop_oneof![
        word(&["hikey", "xeon-2s", "abacus"]).prop_map(|name| json!({ "preset": name })),
        (parts, number()).prop_map(|(part, count)| entry(part, count)),
        (field, number()).prop_map(|(field, value)| {
            let mut kind = entry(field, value);
            kind["cpus"] = json!("0");
            json!({ "kinds": [kind] })
        }),
        (number(), number())
            .prop_map(|(khz, mv)| json!({ "kinds": [{ "cpus": "0", "opps_khz_uv": [[khz, mv]] }] })),
        number().prop_map(|distance| json!({ "sockets": 2, "distances": [[10, distance], [distance, 10]] })),
    ]
}

fn entry(key: Value, value: Value) -> Value {
    let key = key.as_str().expect("a word").to_owned();
    Value::Object([(key, value)].into_iter().collect())
}

/// A place of the sound scenario, and what to put there.
fn change() -> impl Strategy<Value = (&'static str, Value)> {
    const NUMBERED: [&str; 24] = [
        "/duration_us",
        "/phase_us",
        "/seed",
        "/hz",
        "/channels",
        "/boot",
        "/schedlens",
        "/cgroups/0/weight",
        "/cgroups/0/quota_us",
        "/cgroups/0/period_us",
        "/cgroups/0/burst_us",
        "/cgroups/0/phase_us",
        "/cgroups/0/uclamp_min",
        "/threads/0/nice",
        "/threads/0/uclamp_min",
        "/threads/0/uclamp_max",
        "/threads/0/footprint_kib",
        "/threads/0/miss_sensitivity_per_mille",
        "/threads/0/rtprio",
        "/threads/0/slice_ns",
        "/threads/0/dl_period_ns",
        "/threads/1/start_us",
        "/a/hz",
        "/a/assumed_cpus",
    ];
    prop_oneof![
        4 => (select(&NUMBERED[..]), number()),
        4 => vec(step(), 0..4).prop_map(|steps| ("/threads/0/script", json!(steps))),
        1 => (number(), step())
            .prop_map(|(at, step)| ("/changes", json!([{ "at_us": at, "step": step }]))),
        1 => number().prop_map(|cpus| ("/machine", json!({ "cpus": cpus }))),
        1 => machine().prop_map(|machine| ("/machine", machine)),
        1 => number().prop_map(|value| ("/knobs", json!({ "base_slice_ns": value }))),
        1 => number().prop_map(|cost| ("/a/costs", json!({ "tick_ns": cost, "smt_loss_per_mille": cost }))),
        1 => (word(&["compiled-out", "off", "used", "always", "on"]), number(), number())
            .prop_map(|(key, min, max)| ("/a/uclamp", json!({ "key": key, "util_clamp_min": min, "util_clamp_max": max }))),
        1 => word(&["performance", "schedutil", "ondemand"]).prop_map(|governor| ("/a/governor", governor)),
        1 => (number(), number())
            .prop_map(|(power, constant)| ("/a/thermal", json!({ "sustainable_mw": power, "time_constant_ms": constant, "heat_mw": power }))),
        1 => word(&["voluntary", "full", "lazy", "none"]).prop_map(|model| ("/a/preemption", model)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_schema_accepts_what_the_reader_accepts(changes in vec(change(), 1..4)) {
        let mut value = sound();
        for (pointer, new) in changes {
            value = replaced(value, pointer, new);
        }
        if let Ok(scenario) = read_value(&value) {
            prop_assert_eq!(SCHEMA.accepts(&value), Ok(()));
            let written = serde_json::from_str(&scenario::write(&scenario)).expect("we write JSON");
            prop_assert_eq!(SCHEMA.accepts(&written), Ok(()));
        }
    }
}
