//! Scenario files: JSON text to a [`Scenario`] and back.

use serde::Deserialize;
use sim::scenario::Scenario;
use sim::{Error, Value};

use crate::error;
use crate::limits::SCENARIO_BYTES_MAX;
use crate::lines::Lines;
use crate::locate::locate;
use crate::recording::FORMAT;

/// Reads a scenario from JSON text, and checks it.
///
/// The error's place has line and column as well as the path: `line 7, column 15, threads[2].nice`.
pub fn read(text: &str) -> Result<Scenario, Error> {
    if text.len() > SCENARIO_BYTES_MAX {
        let found = format!("{} bytes", text.len());
        return Err(Error::new("file", found, format!("use at most {SCENARIO_BYTES_MAX} bytes")));
    }
    let value: Value = serde_json::from_str(text).map_err(|problem| error::json_on_line(1, &problem))?;
    Scenario::from_value(&value).map_err(|problem| with_position(text, problem))
}

/// Reads a scenario from the bytes of a file: one of ours, or a recording, gzip or plain, of which it
/// takes the scenario.
///
/// Of a recording only the header is read.
pub fn read_file(bytes: &[u8]) -> Result<Scenario, Error> {
    let mut lines = Lines::new(bytes)?;
    let first = lines.next()?.unwrap_or_default();
    match scenario_of_header(first) {
        Some(value) => {
            Scenario::from_value(&value).map_err(|problem| error::within("line 1, scenario", problem))
        }
        None => read(plain_text(bytes)?),
    }
}

/// A scenario as JSON text with a line for each field; reading it gives the same scenario.
pub fn write(scenario: &Scenario) -> String {
    let mut text = serde_json::to_string_pretty(scenario).expect("a scenario has only text keys");
    text.push('\n');
    text
}

#[derive(Deserialize)]
struct Header {
    format: String,
    scenario: Value,
}

/// The scenario in the header of a recording; `None` if the line is none.
fn scenario_of_header(line: &str) -> Option<Value> {
    let header: Header = serde_json::from_str(line).ok()?;
    (header.format == FORMAT).then_some(header.scenario)
}

fn plain_text(bytes: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(bytes).map_err(|problem| {
        let place = format!("byte {}", problem.valid_up_to());
        Error::new(place, "it is neither a recording nor text", "write the scenario in UTF-8")
    })
}

/// Adds line and column of the place that the error names.
fn with_position(text: &str, problem: Error) -> Error {
    match locate(text, &problem.place) {
        Some((line, column)) => error::within(&format!("line {line}, column {column}"), problem),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOG: &str = r#"{"duration_us":10,"threads":[{"name":"h","script":[["run",0]]}]}"#;

    #[track_caller]
    fn check_refused(text: &str, message: &str) {
        let error = read(text).expect_err("it is refused");
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn the_least_scenario() {
        let scenario = read(HOG).expect("it is valid");
        assert_eq!((scenario.duration_us, scenario.threads.len()), (10, 1));
    }

    #[test]
    fn writing_and_reading_again_gives_the_same() {
        let scenario = read(HOG).expect("it is valid");
        assert_eq!(read(&write(&scenario)), Ok(scenario));
    }

    #[test]
    fn a_wrong_value_is_placed_by_line_column_and_path() {
        let text = HOG.replace("\"script\"", "\n  \"nice\": 25, \"script\"");
        let message = "line 2, column 11, threads[0].nice: 25 is outside -20..=19; use a value inside";
        check_refused(&text, message);
    }

    #[test]
    fn broken_json_is_placed_by_line_and_column() {
        let error = read("{\n\"duration_us\": }").expect_err("it is refused");
        assert_eq!((error.place.as_str(), error.value.as_str()), ("line 2, column 16", "expected value"));
    }

    #[test]
    fn a_recording_gives_its_scenario() {
        let header = format!(r#"{{"format":"{FORMAT}","scenario":{HOG}}}"#);
        let text = format!("{header}\n{{\"t\":0}}\n");
        assert_eq!(read_file(text.as_bytes()), read(HOG));
        assert_eq!(read_file(HOG.as_bytes()), read(HOG));
    }

    #[test]
    fn bytes_that_are_no_text() {
        let error = read_file(b"{\n\xff").expect_err("it is refused");
        assert_eq!(error.place, "byte 2");
    }
}
