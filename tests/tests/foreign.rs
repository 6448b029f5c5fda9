//! A folder of recordings that the project has never seen: scored as its own ones are, and what cannot be scored is named.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use tests::conformance::{Row, Table};
use tests::data;

const HOGS: &str = "6.1/a2-hogs.jsonl.gz";
const SLEEPER: &str = "7.2/c-hog-longsleeper.jsonl.gz";
const GROUP: &str = "7.2/o-group-mixed.jsonl.gz";

fn packed(name: &str) -> Vec<u8> {
    fs::read(data::folder("recordings").join(name)).expect("a recording of ours")
}

/// Header and events of a recording of ours.
fn unpacked(name: &str) -> Vec<Value> {
    let mut text = String::new();
    GzDecoder::new(&*packed(name)).read_to_string(&mut text).expect("it is gzip");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

fn lines(values: &[Value]) -> Vec<u8> {
    values.iter().map(|value| format!("{value}\n")).collect::<String>().into_bytes()
}

/// A recording of ours with another header.
fn with_header(name: &str, change: fn(&mut Value)) -> Vec<u8> {
    let mut values = unpacked(name);
    change(&mut values[0]);
    lines(&values)
}

/// A new folder with these files; folders inside of it are made as they are named.
fn folder(name: &str, files: &[(&str, Vec<u8>)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the target folder is writable");
    for (file, bytes) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("it is inside")).expect("the target folder is writable");
        fs::write(path, bytes).expect("the target folder is writable");
    }
    folder
}

/// A newer recorder writes fields that nobody here knows, in the header and in every event.
fn of_a_newer_recorder() -> Vec<u8> {
    let mut values = unpacked(HOGS);
    for value in &mut values {
        value["weather"] = json!({ "sun": [1, 2.5, null] });
    }
    values[0]["scenario"]["family"] = json!("zz");
    values[0]["knobs"]["new_knob"] = json!("7");
    lines(&values)
}

/// Two that can be scored, two that are of something else, and three that are damaged.
fn mixed() -> Vec<(&'static str, Vec<u8>)> {
    let cut = packed(SLEEPER);
    vec![
        ("deep/inside/renamed.jsonl.gz", packed(SLEEPER)),
        ("newer.jsonl", of_a_newer_recorder()),
        ("kernel.jsonl", with_header(HOGS, |header| header["kernel_tag"] = json!("9.9"))),
        ("cpus.jsonl", with_header(GROUP, |header| header["machine"]["cpus"] = json!(2))),
        ("cut.jsonl.gz", cut[..cut.len() / 2].to_vec()),
        ("empty.jsonl", Vec::new()),
        ("words.jsonl", b"These are my recordings.\n".to_vec()),
        ("notes.txt", b"Not a recording, and nobody asks for it.".to_vec()),
    ]
}

fn score(Row { recordings, report }: &Row) -> [u64; 6] {
    [*recordings, report.decisions, report.wrong(), report.unclear, report.numbers, report.inexact()]
}

/// What one of our recordings scores by itself.
fn alone(name: &str) -> [u64; 6] {
    let mut table = Table::default();
    let recording = formats::recording::read(&packed(name)).expect("a recording of ours");
    table.add(name, &recording).expect("it is modelled");
    score(table.rows.values().next().expect("it is scored"))
}

#[test]
fn it_scores_as_ours_do_whatever_its_names_and_families() {
    let table = Table::of_folder(&folder("scores", &mixed())).expect("there are recordings");
    let rows: Vec<_> = table
        .rows
        .iter()
        .map(|((kernel, family), row)| (kernel.as_str(), family.as_str(), score(row)))
        .collect();
    assert_eq!(rows, [("6.1", "zz", alone(HOGS)), ("7.2", "c", alone(SLEEPER))]);
    assert!(table.agrees() && rows.iter().all(|(_, _, score)| score[1] > 0), "{rows:?}");
}

#[test]
fn what_cannot_be_scored_is_named_with_the_reason() {
    let table = Table::of_folder(&folder("reasons", &mixed())).expect("there are recordings");
    let left_out: Vec<_> =
        table.left_out.iter().map(|(file, left)| (file.as_str(), left.reason.as_str())).collect();
    assert_eq!(
        left_out,
        [("cpus.jsonl", "2 CPUs with task groups"), ("kernel.jsonl", "no preset for kernel 9.9")]
    );
    let unreadable: Vec<_> = table.unreadable.iter().collect();
    let expected = [("cut.jsonl.gz", "gzip"), ("empty.jsonl", "empty"), ("words.jsonl", "line 1")];
    assert_eq!(unreadable.len(), expected.len(), "{unreadable:?}");
    for ((file, error), (name, word)) in unreadable.into_iter().zip(expected) {
        assert!(file == name && error.contains(word), "{file}: {error}");
    }
}

fn conformance(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_conformance"));
    program.args(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it is text")
}

#[test]
fn the_table_of_a_folder_is_printed_and_nothing_of_ours_is_written() {
    let folder = folder("printed", &mixed());
    let output = conformance(&["--dir", &folder.to_string_lossy()]);
    let printed = text(&output.stdout);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{printed}");
    for line in [
        "No disagreement.",
        "left out: kernel.jsonl (9.9, family a): no preset for kernel 9.9",
        "cannot be read: empty.jsonl: ",
    ] {
        assert!(printed.contains(line), "{line} is not in\n{printed}");
    }
    assert_eq!(printed.lines().filter(|line| line.contains(" all ")).count(), 2, "{printed}");
}

#[test]
fn other_programs_get_all_of_it() {
    let folder = folder("json", &mixed());
    let output = conformance(&["--json", "--dir", &folder.to_string_lossy()]);
    let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let count = |key: &str| found[key].as_array().expect("a list").len();
    assert_eq!(
        ["rows", "kinds", "closed_loop", "left_out", "unreadable"].map(count),
        [2, 0, 2, 2, 3],
        "{found}"
    );
    assert_eq!(found["rows"][0]["family"], "zz");
    assert!(found["closed_loop"][0]["tasks"].as_u64() > Some(0), "{found}");
}

#[test]
fn a_number_off_by_one_is_a_disagreement_with_its_place() {
    let mut values = unpacked(HOGS);
    let charge = values.iter_mut().find(|value| value["v"].is_i64()).expect("it has charges");
    charge["v"] = json!(charge["v"].as_i64().expect("an integer") + 1);
    let folder = folder("off", &[("off.jsonl", lines(&values))]);
    let output = conformance(&["--dir", &folder.to_string_lossy()]);
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(printed.contains("6.1: ") && printed.contains("times, as in off.jsonl at "), "{printed}");
}

#[track_caller]
fn refused(arguments: &[&str], words: &[&str]) {
    let output = conformance(arguments);
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
}

#[test]
fn what_is_no_folder_of_recordings_is_refused_with_a_remedy() {
    let empty = folder("empty", &[("notes.txt", Vec::new())]);
    let (notes, missing) = (empty.join("notes.txt"), empty.join("missing"));
    for path in [&empty, &notes, &missing] {
        let path = path.to_string_lossy();
        refused(&["--dir", &path], &[&path, "use a folder with recordings"]);
    }
    refused(&["--dir"], &["--dir: its folder is missing", "usage"]);
    refused(&["--folder"], &["\"--folder\" is not an option", "usage"]);
}

#[test]
fn where_nothing_can_be_scored_nothing_agrees() {
    let folder = folder("nothing", &[("words.jsonl", b"no".to_vec())]);
    let output = conformance(&["--dir", &folder.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
}
