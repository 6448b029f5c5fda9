//! The command as a user meets it: words in, text and exit code out.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A file of the tests' data.
fn data(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "..", "tests", name].iter().collect();
    path.to_string_lossy().into_owned()
}

fn schedlens(words: &[&str], input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_schedlens"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    // A program that refuses its words does not read its input.
    let _ = program.stdin.take().expect("it is piped").write_all(input);
    program.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it prints text")
}

/// It succeeds, says nothing on standard error, and prints this.
#[track_caller]
fn prints(words: &[&str]) -> String {
    let output = schedlens(words, b"");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{words:?}");
    text(&output.stdout)
}

/// It fails with this code, prints nothing, and says this in one line.
#[track_caller]
fn check_fails(words: &[&str], input: &str, code: i32, message: &str) {
    let output = schedlens(words, input.as_bytes());
    let expected = format!("schedlens: {message}\n");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(code), expected), "{words:?}");
    assert_eq!(text(&output.stdout), "", "{words:?}");
}

const HOGS: &str = r#"{"duration_us": 12000, "hz": 1000, "threads": [
  {"name": "a", "script": [["run", 0]]},
  {"name": "b", "nice": 5, "script": [["run", 0]]}
]}"#;

#[test]
fn help_of_everything() {
    assert!(prints(&["--help"]).starts_with("schedlens: the same tasks under"));
    assert_eq!(prints(&["--help"]), prints(&["help"]));
    for command in ["run", "replay", "presets", "check"] {
        let help = prints(&[command, "--help"]);
        assert!(help.starts_with(&format!("schedlens {command} ")), "{help}");
        assert!(prints(&["--help"]).contains(&format!("  schedlens {command} ")), "{command}");
    }
    assert_eq!(prints(&["--version"]), format!("schedlens {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_preset_is_listed_and_described() {
    let list = prints(&["presets"]);
    let names: Vec<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, sched::KERNELS.iter().map(|kernel| kernel.name).collect::<Vec<_>>());
    for name in names {
        assert!(prints(&["presets", name]).contains("WAKEUP_PREEMPTION"), "{name}");
    }
}

#[test]
fn the_headline_as_a_table() {
    let table = prints(&["run", &data("scenarios/long-sleeper.json"), "--side", "b"]);
    let rows: Vec<&str> = table.lines().skip(3).collect();
    let hog = "  hog                   |     79.500 ms |        6 | avg:   3.417 ms | max:   4.000 ms \
               | max start:     0.044000 s | max end:     0.048000 s";
    assert_eq!(rows[0], hog);
    assert_eq!(rows[3], "  TOTAL:                |    100.000 ms |       12 |");
}

#[test]
fn the_headline_as_events() {
    let path = data("scenarios/long-sleeper.json");
    let cfs = prints(&["run", &path, "--side=a", "--format=csv"]);
    assert!(
        cfs.contains("\n42000000,0,WakeupPreempts,sleeper,,WakeBeyondGranularity,behind,3000000,"),
        "{cfs}"
    );
    let eevdf = prints(&["run", &path, "--side=b", "--format=csv"]);
    let waits = "\n42000000,0,Wakeup,sleeper,,WakeLaterDeadline,deadline,44500000,best_deadline,42500000\n";
    assert!(eevdf.contains(waits), "{eevdf}");
}

#[test]
fn a_recording_of_a_simulation_can_be_checked_and_simulated_again() {
    let written =
        prints(&["run", &data("scenarios/equal-hogs.json"), "--side", "b", "--format", "recording"]);
    let checked = schedlens(&["check", "-"], written.as_bytes());
    let about = text(&checked.stdout);
    assert!(about.starts_with("recording of equal-hogs under 7.2 as simulated by schedlens"), "{about}");
    let hash = |path: &str, input: &str| {
        let words = ["run", path, "--side", "b", "--format", "hash"];
        text(&schedlens(&words, input.as_bytes()).stdout)
    };
    assert_eq!(hash("-", &written), hash(&data("scenarios/equal-hogs.json"), ""));
}

#[test]
fn a_recording_of_a_real_kernel_is_a_scenario() {
    let path = data("recordings/7.2/c-hog-sleeper.jsonl.gz");
    let table = prints(&["run", &path, "--kernel", "7.2", "--costs", "recorded"]);
    assert!(table.contains("\n  h0  ") && table.contains("\n  s0  "), "{table}");
    let about = prints(&["check", &path]);
    assert!(about.starts_with("recording of c-hog-sleeper under 7.2.13+deb14-cloud-amd64: "), "{about}");
}

#[test]
fn a_recording_is_replayed_and_a_falsified_one_disagrees() {
    let path = data("recordings/7.2/c-hog-sleeper.jsonl.gz");
    let score = prints(&["replay", &path]);
    let number =
        |row: &str| score.lines().find_map(|line| line.strip_prefix(row)?.trim().parse::<u64>().ok());
    assert!(number("decisions compared").is_some_and(|count| count > 500), "{score}");
    assert_eq!(number("numbers compared"), number("  exact"), "{score}");
    let written = prints(&["run", &path, "--kernel", "7.2", "--format", "recording"]);
    let falsified = written.replacen("\"xv\":[", "\"xv\":[1", 4);
    let output = schedlens(&["replay", "-"], falsified.as_bytes());
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(" ns, s0, vruntime: the kernel 1"), "{said}");
}

#[test]
fn options_change_what_they_name_and_nothing_else() {
    let hash = |options: &[&str], input: &str| {
        let words = [&["run", "-", "--format", "hash", "--kernel", "7.2"], options].concat();
        let output = schedlens(&words, input.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let plain = hash(&[], HOGS);
    assert_eq!(plain.trim_end().len(), 16);
    assert_eq!(hash(&["--hz", "1000", "--costs", "zero", "--seed", "0"], HOGS), plain);
    assert_ne!(hash(&["--hz", "100"], HOGS), plain);
    let costs = ["recorded", "machine"].map(|costs| hash(&["--costs", costs], HOGS));
    assert!(costs[0] != plain && costs[1] != plain && costs[0] != costs[1]);
    let chance = HOGS.replace(
        "[\"run\", 0]",
        "[\"loop\", 0], [\"run\", {\"exponential\": 500}], [\"sleep\", 100], [\"end\"]",
    );
    assert_eq!(hash(&["--seed", "7"], &chance), hash(&["--seed=7"], &chance));
    assert_ne!(hash(&["--seed", "7"], &chance), hash(&["--seed", "8"], &chance));
}

#[test]
fn every_example_is_right() {
    for name in [
        "long-sleeper",
        "equal-hogs",
        "nice-0-and-5",
        "short-sleeper",
        "custom-slice",
        "delayed-dequeue",
        "idle-class",
    ] {
        let about = prints(&["check", &data(&format!("scenarios/{name}.json"))]);
        assert!(about.starts_with(&format!("scenario {name}: ")), "{about}");
    }
}

#[test]
fn a_wrong_command_line_is_2() {
    let no_command = "command: none is given; write one of run, replay, presets, check";
    check_fails(&[], "", 2, no_command);
    check_fails(&["runn"], "", 2, "command: `runn` is not known; did you mean `run`?");
    check_fails(&["run"], "", 2, "run: no file is given; name a scenario, or - for standard input");
    check_fails(
        &["run", "-", "--kernell=7.2"],
        "",
        2,
        "option: `--kernell` is not known; did you mean `--kernel`?",
    );
    check_fails(
        &["run", "-", "--hz", "fast"],
        "",
        2,
        "--hz: `fast` is no whole number that fits; write one such as 250",
    );
    check_fails(
        &["run", "-", "--format", "tables"],
        "",
        2,
        "--format: `tables` is not known; did you mean `table`?",
    );
    check_fails(&["run", "-", "--seed"], "", 2, "--seed: its value is missing; write --seed VALUE");
    check_fails(&["run", "-", "--hz=100", "--hz=250"], "", 2, "--hz: it is given twice; give it once");
    check_fails(&["check"], "", 2, "check: a file is missing; name a file");
    check_fails(&["check", "a", "b"], "", 2, "check: `b` is one word too many; leave it out");
    check_fails(
        &["run", "-"],
        HOGS,
        2,
        "run: no kernel is given; write --kernel PRESET, or --side a or b for a side of the scenario",
    );
    check_fails(
        &["run", "-", "--kernel", "6.12.x"],
        HOGS,
        2,
        "--kernel: no kernel is called `6.12.x`; did you mean `6.12.0` or `6.12.y`?",
    );
    check_fails(
        &["presets", "6.4"],
        "",
        2,
        "presets: no kernel is called `6.4`; did you mean `6.1`, `6.5`, `6.6` or `6.8`?",
    );
}

fn written_by_an_unknown_kernel() -> String {
    let words = ["run", "-", "--kernel", "6.1", "--format", "recording"];
    let written = text(&schedlens(&words, HOGS.as_bytes()).stdout);
    written.replace("\"kernel_tag\":\"6.1\"", "\"kernel_tag\":\"9.9\"")
}

#[test]
fn a_wrong_file_is_1() {
    let nice = HOGS.replace("5", "25");
    let message =
        "standard input, line 3, column 25, threads[1].nice: 25 is outside -20..=19; use a value inside";
    check_fails(&["run", "-", "--kernel", "7.2"], &nice, 1, message);
    check_fails(&["check", "-"], &nice, 1, message);
    let side = "standard input, a: the scenario has no such side; use --kernel PRESET, or add the side";
    check_fails(&["run", "-", "--side", "a"], HOGS, 1, side);
    let knob =
        HOGS.replace("\"hz\"", "\"b\": {\"kernel\": \"7.2\", \"knobs\": {\"latency_ns\": 1000000}}, \"hz\"");
    let unknown = "standard input, b.knobs.latency_ns: kernel 7.2 has no tunable `latency_ns`; \
                   known here: base_slice_ns, migration_cost_ns, sched_rt_period_us, sched_rt_runtime_us, \
                   sched_rr_timeslice_ms, fair_server_runtime_ns, fair_server_period_ns";
    check_fails(&["check", "-"], &knob, 1, unknown);
    check_fails(&["run", "-", "--side", "b"], &knob, 1, unknown);
    let main = HOGS.replace("\"a\"", "\"main\"");
    let taken = "standard input, threads[0].name: in a recording `main` is somebody else; use another name";
    check_fails(&["run", "-", "--kernel", "7.2", "--format", "recording"], &main, 1, taken);
    let unknown_kernel = written_by_an_unknown_kernel();
    let preset = "standard input, header: not modelled: no preset for kernel 9.9; \
                  take one of a kernel in `schedlens presets`; on several CPUs of single tasks that change nothing but where they may run";
    check_fails(&["replay", "-"], &unknown_kernel, 1, preset);
    let missing = schedlens(&["check", "no/such/file.json"], b"");
    let said = text(&missing.stderr);
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        said.starts_with("schedlens: no/such/file.json: ") && said.ends_with("or - for standard input\n"),
        "{said}"
    );
}

#[test]
fn a_run_in_which_time_stands_still_is_1() {
    let stuck =
        r#"{"duration_us": 1000, "threads": [{"name": "a", "script": [["loop", 0], ["yield"], ["end"]]}]}"#;
    let output = schedlens(&["run", "-", "--kernel", "7.2"], stuck.as_bytes());
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""));
    assert!(said.contains("threads[0].script[") && said.contains("no time passes"), "{said}");
}
