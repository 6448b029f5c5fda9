//! Readers under hostile input: an answer, never a panic, within the stated bounds.

use std::io::{Read as _, Write as _};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use formats::limits::{EVENTS_MAX, FILE_BYTES_MAX, LINE_BYTES_MAX, SCENARIO_BYTES_MAX, TASKS_MAX};
use formats::{Error, recording, scenario};
use proptest::collection::vec;
use proptest::prelude::*;
use sim::{Run, Side};
use tests::data;

/// Lines of a recording that are mutated: the header and events of every kind that it has.
const LINES: usize = 80;

/// The first lines of a real recording.
static RECORDING: LazyLock<String> = LazyLock::new(|| {
    let files = data::recordings();
    let file = files.iter().find(|file| file.name == "7.2/p-desktop.jsonl.gz").expect("it is kept");
    let mut text = String::new();
    GzDecoder::new(&file.bytes[..]).read_to_string(&mut text).expect("it is whole");
    text.split_inclusive('\n').take(LINES).collect()
});

/// A scenario of ours.
static SCENARIO: LazyLock<String> = LazyLock::new(|| {
    let files = data::scenarios();
    let file = files.iter().find(|file| file.name == "custom-slice.json").expect("it is kept");
    String::from_utf8(file.bytes.clone()).expect("a scenario is text")
});

/// The header of a real recording.
fn header() -> String {
    RECORDING.lines().next().expect("a recording has a header").to_string()
}

fn gzip(pieces: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    for piece in pieces {
        encoder.write_all(piece.as_ref()).expect("memory can be written");
    }
    encoder.finish().expect("memory can be written")
}

/// Both readers give a value or an error that names place, value and remedy.
fn check_answer(bytes: &[u8]) {
    let refusals = [recording::read(bytes).err(), scenario::read_file(bytes).err()];
    refusals.into_iter().flatten().for_each(|error| check_error(&error));
}

fn check_error(error: &Error) {
    assert!(!error.value.is_empty() && !error.remedy.is_empty(), "{error:?}");
    assert!(error.to_string().len() < 1000, "an endless message: {error}");
}

/// One change of a text at a place from 0 to 1.
#[derive(Clone, Debug)]
enum Change {
    Replace(f64, u8),
    Delete(f64, usize),
    Repeat(f64, usize),
    Insert(f64, &'static str),
    Number(f64, &'static str),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let last = bytes.len() - 1;
        let at = |place: f64| (place * last as f64) as usize;
        match *self {
            Change::Replace(place, byte) => bytes[at(place)] = byte,
            Change::Delete(place, count) => drop(bytes.drain(at(place)..(at(place) + count).min(last))),
            Change::Repeat(place, count) => {
                let piece = bytes[at(place)..(at(place) + count).min(last)].to_vec();
                bytes.splice(at(place)..at(place), piece);
            }
            Change::Insert(place, token) => drop(bytes.splice(at(place)..at(place), token.bytes())),
            Change::Number(place, number) => replace_number(bytes, at(place), number),
        }
    }
}

/// The next number from here on becomes another.
fn replace_number(bytes: &mut Vec<u8>, from: usize, number: &str) {
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|offset| from + offset) else {
        return;
    };
    let end =
        bytes[start..].iter().position(|byte| !byte.is_ascii_digit()).map_or(bytes.len(), |n| start + n);
    bytes.splice(start..end, number.bytes());
}

/// Tokens that mean something in JSON or in our formats.
const TOKENS: [&str; 16] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "\n",
    "null",
    "\\u0000",
    "[[[[[[[[[[[[[[[[",
    "\"loop\"",
    "\"run\"",
    "\"x\":",
    "\u{fffd}",
    "-",
];

/// Numbers at the edges of the integer types, and none.
const NUMBERS: [&str; 11] = [
    "0",
    "-1",
    "255",
    "65536",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "1e309",
    "0.1",
    "00",
];

fn change() -> impl Strategy<Value = Change> {
    let place = 0.0..1.0;
    prop_oneof![
        (place.clone(), any::<u8>()).prop_map(|(place, byte)| Change::Replace(place, byte)),
        (place.clone(), 1usize..200).prop_map(|(place, count)| Change::Delete(place, count)),
        (place.clone(), 1usize..200).prop_map(|(place, count)| Change::Repeat(place, count)),
        (place.clone(), prop::sample::select(&TOKENS[..]))
            .prop_map(|(place, token)| Change::Insert(place, token)),
        (place, prop::sample::select(&NUMBERS[..])).prop_map(|(place, number)| Change::Number(place, number)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(bytes in vec(any::<u8>(), 0..400)) {
        check_answer(&bytes);
        check_answer(&gzip([&bytes]));
        check_answer(&[&[0x1f, 0x8b][..], &bytes].concat());
    }

    #[test]
    fn arbitrary_text(text in "[\\[\\]{}\",:0-9a-z\\\\ \n.eE+-]{0,200}") {
        check_answer(text.as_bytes());
    }

    #[test]
    fn a_mutated_recording(changes in vec(change(), 1..6)) {
        let mut bytes = RECORDING.clone().into_bytes();
        changes.iter().for_each(|change| change.apply(&mut bytes));
        check_answer(&bytes);
    }

    #[test]
    fn a_mutated_gzip_file(changes in vec(change(), 1..4)) {
        let mut bytes = gzip([RECORDING.as_bytes()]);
        changes.iter().for_each(|change| change.apply(&mut bytes));
        check_answer(&bytes);
    }

    #[test]
    fn a_mutated_scenario(changes in vec(change(), 1..6)) {
        let mut bytes = SCENARIO.clone().into_bytes();
        changes.iter().for_each(|change| change.apply(&mut bytes));
        check_answer(&bytes);
    }
}

/// Events of a run of a mutated scenario: enough to reach every task's program.
const RUN_EVENTS: usize = 2000;

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mutated_scenario_that_is_accepted_runs(changes in vec(change(), 1..4)) {
        let mut bytes = SCENARIO.clone().into_bytes();
        changes.iter().for_each(|change| change.apply(&mut bytes));
        if let Ok(scenario) = scenario::read_file(&bytes) {
            for kernel in sched::KERNELS {
                match Run::start(&scenario, &Side::new(kernel.name)) {
                    Ok(mut run) => drop(run.advance(RUN_EVENTS)),
                    Err(error) => check_error(&error),
                }
            }
        }
    }
}

#[track_caller]
fn check_refused(bytes: &[u8], place: &str, remedy: &str) {
    let error = recording::read(bytes).expect_err(place);
    assert_eq!((error.place.as_str(), error.remedy.contains(remedy)), (place, true), "{error}");
}

#[test]
fn every_cut_of_a_recording_is_answered() {
    let bytes = gzip([RECORDING.as_bytes()]);
    for end in (0..bytes.len()).step_by(7) {
        check_answer(&bytes[..end]);
    }
}

#[test]
fn zeros_packed_a_thousandfold_stop_at_the_first_line() {
    let zeros = vec![0u8; 1 << 20];
    let bomb = gzip(std::iter::repeat_n(zeros, 512));
    assert!(bomb.len() < 1 << 20, "{} bytes", bomb.len());
    check_refused(&bomb, "line 1", "at most 1048576 bytes");
    check_error(&scenario::read_file(&bomb).expect_err("it is no scenario"));
}

#[test]
fn events_without_end_stop_at_the_bound() {
    let event = "{\"t\":0,\"c\":0,\"e\":\"tick\",\"x\":\"idle\",\"rs\":\".\"}\n";
    let thousand = event.repeat(1000);
    let pieces = std::iter::once(header() + "\n").chain(std::iter::repeat_n(thousand, EVENTS_MAX / 1000 + 1));
    check_refused(&gzip(pieces), &format!("line {}", EVENTS_MAX + 2), "at most 1000000 events");
}

#[test]
fn padding_without_end_stops_at_the_bound() {
    let event =
        format!("{}{{\"t\":0,\"c\":0,\"e\":\"tick\",\"x\":\"idle\",\"rs\":\".\"}}\n", " ".repeat(1_000_000));
    let pieces = std::iter::once(header() + "\n").chain(std::iter::repeat_n(event, 300));
    let error = recording::read(&gzip(pieces)).expect_err("it is 300 MB");
    assert!(error.value.contains("too long"), "{error}");
}

#[test]
fn tasks_without_end_stop_at_the_bound() {
    let event = |n| format!("{{\"t\":0,\"c\":0,\"e\":\"exit\",\"x\":\"other\",\"k\":\"worker-{n}\"}}");
    let lines = std::iter::once(header()).chain((0..TASKS_MAX + 1).map(event));
    let text: String = lines.flat_map(|line| [line, "\n".into()]).collect();
    let error = recording::read(text.as_bytes()).expect_err("one task too many");
    assert_eq!(
        (error.value.as_str(), error.remedy.as_str()),
        ("one task too many", "use at most 10000 tasks")
    );
}

#[test]
fn long_lines_and_long_files() {
    check_refused(&vec![b'a'; LINE_BYTES_MAX + 1], "line 1", "at most 1048576 bytes");
    check_refused(&vec![b'a'; FILE_BYTES_MAX + 1], "file", "at most 67108864 bytes");
    let spaces = " ".repeat(SCENARIO_BYTES_MAX + 1);
    assert_eq!(scenario::read(&spaces).expect_err("it is too long").place, "file");
}

#[test]
fn lists_inside_lists_do_not_exhaust_the_stack() {
    for depth in [12, 13, 100, 10_000, 500_000] {
        check_answer("[".repeat(depth).as_bytes());
        check_answer(format!("{{\"threads\":{}{}}}", "[".repeat(depth), "]".repeat(depth)).as_bytes());
    }
}

#[test]
fn a_damaged_event_is_named_by_line_and_field() {
    let broken = |event: &str| format!("{}\n{event}\n", header());
    let tick =
        |x: &str, rs: &str| format!("{{\"t\":0,\"c\":0,\"e\":\"tick\",\"x\":\"{x}\",\"rs\":\"{rs}\"}}");
    check_refused(broken(&tick("idle", "Q")).as_bytes(), "line 2, field \"rs\"", "one of . N n p l L b B");
    check_refused(broken(&tick("nobody", ".")).as_bytes(), "line 2, field \"x\"", "a thread of the scenario");
    check_refused(broken("{\"t\":0,\"c\":0,\"e\":\"boom\"}").as_bytes(), "line 2, field \"e\"", "switch");
    check_refused(broken("{\"t\":0,\"c\":0,\"e\":\"exit\"}").as_bytes(), "line 2, field \"x\"", "this field");
    check_refused(broken("{\"t\":0,").as_bytes(), "line 2, column 7", "valid JSON");
    let backwards = format!("{}\n{}", tick("idle", "."), tick("idle", ".").replace(":0,\"c", ":-1,\"c"));
    check_refused(broken(&backwards).as_bytes(), "line 3, field \"t\"", "sort the events");
}
