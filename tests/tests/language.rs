//! The step language: what is understood, what each step does, and what is refused where.

use sim::trace::{Event, IDLE, Kind};
use sim::{CostChoice, Run, Scenario, Side, Step, Value, simulate};

fn read(json: &str) -> Result<Scenario, sim::Error> {
    let value: Value = serde_json::from_str(json).expect("the test's JSON is JSON");
    Scenario::from_value(&value)
}

/// A scenario of these threads, 20 ms long, two channels.
fn threads(json: &str) -> String {
    format!(r#"{{"duration_us": 20000, "channels": 2, "threads": [{json}]}}"#)
}

/// A scenario of one thread with this script.
fn script(json: &str) -> String {
    threads(&format!(r#"{{"name": "a", "script": [{json}]}}"#))
}

#[track_caller]
fn check_refused(json: &str, error: &str) {
    let found = read(json).expect_err("it has a mistake").to_string();
    assert!(found.starts_with(error), "{found}");
}

#[test]
fn unknown_names_are_refused_with_the_nearest() {
    check_refused(
        r#"{"duration": 1, "threads": []}"#,
        "duration: unknown field `duration`; did you mean `duration_us`?",
    );
    check_refused(
        &threads(r#"{"name": "a", "nise": 1, "script": []}"#),
        "threads[0].nise: unknown field `nise`; did you mean `nice`?",
    );
    check_refused(
        &script(r#"["sleeep", 1]"#),
        "threads[0].script[0][0]: `sleeep` is no step; did you mean `sleep`?",
    );
    check_refused(&script(r#"["spawn", "b"]"#), "threads[0].script[0]: no thread is called `b`");
    check_refused(
        &threads(r#"{"name": "a", "policy": "BACH", "script": []}"#),
        "threads[0].policy: `BACH` is no policy; did you mean `BATCH`?",
    );
    check_refused(
        r#"{"duration_us": 1, "threads": [], "a": {"kernel": "7.2", "costs": {"tick": 5}}}"#,
        "a.costs.tick: unknown field `tick`; did you mean `tick_ns`?",
    );
}

#[test]
fn impossible_values_are_refused_where_they_stand() {
    check_refused(&script(r#"["run", -5]"#), "threads[0].script[0][1]: -5 is outside 0..=");
    check_refused(&script(r#"["run", 1.5]"#), "threads[0].script[0][1]: 1.5 is not a whole number");
    check_refused(
        &script(r#"["run"]"#),
        "threads[0].script[0]: a list of 1 is not how this step is written; write [\"run\", µs]",
    );
    check_refused(
        &script(r#"["read", 2]"#),
        "threads[0].script[0]: channel 2 of 2; set `channels` to 3 or more",
    );
    check_refused(&script(r#"["periodic", 0, 1]"#), "threads[0].script[0][1]: 0 is outside 1..=");
    check_refused(
        &script(r#"["run", {"uniform": [5, 2]}]"#),
        "threads[0].script[0][1].uniform: a list of 2 begins above its end; write [2, 5]",
    );
    check_refused(
        &script(r#"["run", {"normal": 2}]"#),
        "threads[0].script[0][1].normal: unknown field `normal`",
    );
    check_refused(
        &threads(r#"{"name": "a", "nice": 25, "script": []}"#),
        "threads[0].nice: 25 is outside -20..=19; use a value inside",
    );
    check_refused(
        &threads(r#"{"name": "a", "color": 16, "script": []}"#),
        "threads[0].color: 16 is outside 0..=15",
    );
    check_refused(
        &threads(r#"{"name": "a", "script": []}, {"name": "a", "script": []}"#),
        "threads[1].name: `a` stands twice",
    );
    check_refused(&threads(""), "threads: 0 threads; write 1 to 1000");
    check_refused(r#"{"schedlens": 2, "duration_us": 1, "threads": []}"#, "schedlens: 2 is a format version");
    check_refused(
        r#"{"duration_us": 3600000001, "threads": [{"name": "a", "script": []}]}"#,
        "duration_us: 3600000001; write 1 to 3600000000",
    );
}

#[test]
fn a_whole_number_may_be_written_as_a_fraction() {
    let of = |json: &str| read(&script(json)).expect("it reads well").threads[0].script.clone();
    assert_eq!(of(r#"["run", 5.0], ["sleep", 1e3]"#), of(r#"["run", 5], ["sleep", 1000]"#));
}

#[test]
fn loops_are_closed_and_let_time_pass() {
    check_refused(&script(r#"["loop", 2], ["run", 1]"#), "threads[0].script[0]: a `loop` without its `end`");
    check_refused(&script(r#"["run", 1], ["end"]"#), "threads[0].script[1]: an `end` without a `loop`");
    check_refused(
        &script(r#"["loop", 0], ["sleep", 0], ["end"]"#),
        "threads[0].script[0]: an endless loop in which no time passes",
    );
    let deep = [r#"["loop", 2]"#; 17].join(", ") + ", " + &[r#"["end"]"#; 17].join(", ");
    check_refused(&script(&deep), "threads[0].script[16]: 17 loops inside each other; nest at most 16");
}

#[test]
fn steps_survive_being_written_and_read() {
    let steps = r#"[["run",0],["run",{"uniform":[1,2]}],["run",{"exponential":3}],["sleep",{"lognormal":{"median":4,"sigma_permille":500}}],["periodic",16667,500],["until",7],["write",0],["read",1],["post",0],["wait",1],["yield"],["loop",3],["end"],["nice","a",-5],["affinity","a",[0,1]],["policy","a","IDLE"],["policy","a","FIFO",50],["slice","a",0],["uclamp","a",0,512],["exec"],["spawn","a"],["exit"]]"#;
    let read: Vec<Step> = serde_json::from_str(steps).expect("every step of the language");
    assert_eq!(serde_json::to_string(&read).expect("steps are plain data"), steps);
}

#[test]
fn a_colour_is_kept() {
    let file = r#"{"duration_us": 1, "threads": [{"name": "a", "color": 9, "script": []}]}"#;
    let written = serde_json::to_string(&read(file).expect("it reads well")).expect("plain data");
    assert_eq!(read(&written).expect("what is written can be read").threads[0].color, Some(9));
}

/// What a scenario that reads well may still not ask for.
#[track_caller]
fn check_not_run(scenario: &Scenario, side: &Side, error: &str) {
    let found = Run::start(scenario, side).expect_err("it cannot be run").to_string();
    assert!(found.starts_with(error), "{found}");
}

#[test]
fn what_is_not_modelled_is_refused_when_it_starts() {
    let side = Side::new("7.2");
    let of = |json: &str| read(json).expect("it reads well");
    check_not_run(
        &of(&threads(r#"{"name": "a", "affinity": [1], "script": []}"#)),
        &side,
        "threads[0].affinity: no CPU of this machine is in the list",
    );
    let mut two = of(&script(""));
    two.machine.cpus = 2;
    two.cgroups = vec![sim::Cgroup { quota_us: Some(5_000), ..sim::Cgroup::new("a") }];
    let remedy = "write 1 for machine.cpus, or leave it out";
    check_not_run(
        &two,
        &side,
        &format!("cgroups[0].quota_us: quotas are not modelled on several CPUs yet; {remedy}"),
    );
    two.cgroups.clear();
    two.threads[0].policy = sim::Policy::Deadline;
    two.threads[0].dl_runtime_ns = Some(1_000_000);
    two.threads[0].dl_deadline_ns = Some(10_000_000);
    let error = format!("threads[0].policy: DEADLINE is not modelled on several CPUs yet; {remedy}");
    check_not_run(&two, &side, &error);
}

#[test]
fn a_side_takes_only_what_its_kernel_has() {
    let mut scenario = read(&script(r#"["run", 0]"#)).expect("it reads well");
    check_not_run(&scenario, &Side::new("7.9"), "side.kernel: no kernel is called `7.9`; did you mean");
    check_not_run(
        &scenario,
        &Side { hz: Some(200), ..Side::new("7.2") },
        "side.hz: 200 ticks a second; write 100, 250, 300 or 1000",
    );
    let knobs = [("latency_ns".to_owned(), 6_000_000.into())].into();
    check_not_run(
        &scenario,
        &Side { knobs, ..Side::new("7.2") },
        "side.knobs.latency_ns: kernel 7.2 has no tunable `latency_ns`",
    );
    let knobs = [("base_slice_ns".to_owned(), 5.into())].into();
    check_not_run(
        &scenario,
        &Side { knobs, ..Side::new("7.2") },
        "side.knobs.base_slice_ns: 5 is outside 100000..=1000000000",
    );
    let preemption = Some(sim::Preemption::Lazy);
    check_not_run(
        &scenario,
        &Side { preemption, ..Side::new("6.5") },
        "side.preemption: this kernel has no lazy preemption",
    );
    scenario.features = vec!["NO_LAST_BUDDY".into()];
    scenario.knobs_eevdf = [("base_slice_ns".to_owned(), 2_800_000.into())].into();
    assert!(
        Run::start(&scenario, &Side::new("6.5")).is_ok(),
        "CFS has that feature and skips the other family's knobs"
    );
    check_not_run(&scenario, &Side::new("7.2"), "features[0]: kernel 7.2 has no feature `NO_LAST_BUDDY`");
}

fn run(json: &str, costs: CostChoice) -> Run {
    let scenario = read(json).expect("it reads well");
    simulate(&scenario, &Side { costs, ..Side::new("7.2") }).expect("it can be run")
}

#[test]
fn a_loop_that_only_costs_can_make_last_needs_costs() {
    let yields = script(r#"["loop", 0], ["yield"], ["end"]"#);
    check_not_run(
        &read(&yields).expect("it reads well"),
        &Side::new("7.2"),
        "threads[0].script[0]: an endless loop in which no time passes",
    );
    assert_eq!(run(&yields, CostChoice::Recorded).stopped(), None);
}

#[test]
fn a_run_in_which_time_stands_still_stops_with_its_place() {
    let echo = r#"{"name": "a", "script": [["loop", 0], ["write", 0], ["read", 1], ["end"]]},
                  {"name": "b", "script": [["loop", 0], ["read", 0], ["write", 1], ["end"]]}"#;
    let stopped = run(&threads(echo), CostChoice::Zero);
    let error = stopped.stopped().expect("no step takes time").clone();
    assert!(error.place.starts_with("threads[") && error.value.contains("no time passes"), "{error}");
    assert_eq!(stopped.end_ns(), 0);
    let billions = run(&script(r#"["loop", 9999999999999], ["post", 0], ["end"]"#), CostChoice::Zero);
    assert!(billions.stopped().is_some());
}

/// Times and tasks of all switches.
fn switches(run: &Run) -> Vec<(u64, u16, u16)> {
    let of = |e: &Event| (e.t_ns / 1000, e.task, e.other);
    run.trace().events.iter().filter(|e| e.kind().is_switch()).map(of).collect()
}

#[test]
fn times_of_a_script_are_kept() {
    let one = script(
        r#"["until", 100], ["run", 50], ["periodic", 1000, 300], ["run", 10], ["sleep", 40], ["loop", 2], ["run", 5], ["sleep", 5], ["end"]"#,
    );
    let expected = [
        (0, 1),
        (0, 0),
        (100, 1),
        (150, 0),
        (300, 1),
        (310, 0),
        (350, 1),
        (355, 0),
        (360, 1),
        (365, 0),
        (370, 1),
        (370, 0),
    ];
    let expected: Vec<(u64, u16, u16)> =
        expected.iter().map(|(t, on)| if *on == 1 { (*t, IDLE, 0) } else { (*t, 0, IDLE) }).collect();
    assert_eq!(switches(&run(&one, CostChoice::Zero)), expected);
}

#[test]
fn channels_hand_over_in_order() {
    let three = r#"{"name": "w", "start_us": 500, "script": [["run", 100], ["write", 0], ["run", 100], ["write", 0], ["run", 100]]},
                   {"name": "r", "script": [["read", 0], ["run", 10]]},
                   {"name": "s", "script": [["wait", 1], ["run", 10]]},
                   {"name": "p", "start_us": 1000, "script": [["post", 1], ["run", 10]]}"#;
    let run = run(&threads(three), CostChoice::Zero);
    let exits: Vec<u16> =
        run.trace().events.iter().filter(|e| e.kind() == Kind::Exit).map(|e| e.task).collect();
    assert_eq!(exits.len(), 4, "everybody comes to an end: {exits:?}");
    let woken = |task: u16| {
        run.trace()
            .events
            .iter()
            .filter(|e| e.kind().is_wakeup() && e.task == task)
            .map(|e| e.other)
            .collect::<Vec<_>>()
    };
    assert_eq!(woken(1), [IDLE, 0], "the timer, then the writer");
    assert_eq!(woken(2), [IDLE, 3], "the timer, then the poster");
}

#[test]
fn a_thread_is_created_again_only_after_its_end() {
    let family = |sleep_us: u64| {
        threads(&format!(
            r#"{{"name": "a", "script": [["loop", 3], ["spawn", "b"], ["sleep", {sleep_us}], ["end"]]}},
               {{"name": "b", "spawned": true, "script": [["run", 500]]}}"#
        ))
    };
    let patient = run(&family(1000), CostChoice::Zero);
    assert_eq!(patient.stopped(), None);
    assert_eq!(patient.trace().events.iter().filter(|e| e.kind() == Kind::Fork).count(), 3);
    let hasty = run(&family(100), CostChoice::Zero);
    assert_eq!(hasty.stopped().expect("b still runs").place, "threads[0].script[1]");
}

/// A scenario of one thread and this side.
fn side(json: &str) -> String {
    format!(
        r#"{{"duration_us": 20000, "threads": [{{"name": "a", "script": [["run", 0]]}}], "a": {{"kernel": "6.5", {json}}}}}"#
    )
}

#[test]
fn impossible_clamps_and_clocks_are_refused() {
    check_refused(
        &threads(r#"{"name": "a", "uclamp_min": 600, "uclamp_max": 512, "script": []}"#),
        "threads[0].uclamp_min: 600, above the thread's uclamp_max of 512; write at most the maximum (EINVAL)",
    );
    check_refused(
        &side(r#""uclamp": {"util_clamp_max": 512}"#),
        "a.uclamp: an object sets a minimum above the maximum, which sched_util_clamp_min refuses; write util_clamp_min, 512 at most",
    );
    check_refused(
        &side(r#""uclamp": {"key": "of"}"#),
        "a.uclamp.key: `of` is no state of the key; did you mean `off`?",
    );
    check_refused(
        &side(r#""governor": "schedutils""#),
        "a.governor: `schedutils` is no governor; did you mean `schedutil`?",
    );
    check_refused(
        &side(r#""costs": {"migrate": 5}"#),
        "a.costs.migrate: unknown field `migrate`; did you mean `migrate_ns`?",
    );
}

#[test]
fn what_a_side_says_of_clamps_clocks_and_costs_is_written_as_it_was_read() {
    for json in [
        r#""uclamp":{"key":"used","util_clamp_min":100,"util_clamp_max":512}"#,
        r#""governor":"schedutil""#,
        r#""costs":"machine""#,
        r#""thermal":{"sustainable_mw":4500,"time_constant_ms":10000,"heat_mw":3000}"#,
    ] {
        let scenario = read(&side(json)).expect("it is valid");
        let written = serde_json::to_string(&scenario).expect("it can be written");
        assert!(written.contains(json), "{written}");
        assert_eq!(read(&written).as_ref(), Ok(&scenario));
    }
}

#[test]
fn costs_between_cpus_are_written_only_where_there_are_some() {
    let scenario = read(&side(r#""costs": {"tick_ns": 5, "steal_ns": 7}"#)).expect("it is valid");
    let written = serde_json::to_string(&scenario).expect("it can be written");
    assert!(written.contains(r#""ipi_ns":0,"steal_ns":7}"#), "{written}");
    assert_eq!(read(&written), Ok(scenario));
}
