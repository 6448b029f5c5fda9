//! A time that is an integer says its unit.
//!
//! Checked: every field, parameter and constant that is written with an integer type, and every function that returns one.
//! If its name has a word for a time, it must also have a unit, or a word that says it is a count of something.

use crate::files::File;
use crate::lexer::names;

const TIMES: &[&str] = &[
    "slice",
    "duration",
    "latency",
    "granularity",
    "delay",
    "wait",
    "period",
    "runtime",
    "time",
    "timeout",
    "elapsed",
    "phase",
    "interval",
    "exec",
    "jitter",
    "overhead",
];

/// A unit of load tracking is 1024 ns.
const UNITS: &[&str] = &["ns", "us", "ms", "s", "permille", "ticks", "hz", "cycles", "units"];

/// A number of times is not a time.
const COUNTS: &[&str] = &["count", "nr", "index", "number", "times", "slices", "waits", "periods"];

/// Every integer that is named as a time and not with its unit.
pub fn units(file: &File) -> Vec<String> {
    let declared: fn(&str) -> Vec<&str> = match () {
        () if file.is_rust() && file.crate_name() != "xtask" => rust_integers,
        () if file.is_typescript() => script_numbers,
        () => return Vec::new(),
    };
    let bare = |line: &str| declared(line).into_iter().find(|name| lacks_unit(name)).map(str::to_owned);
    let lines = file.shipped().lines().enumerate();
    lines
        .filter_map(|(at, line)| Some(file.finding(at, &format!("{} has no unit in its name", bare(line)?))))
        .collect()
}

fn lacks_unit(name: &str) -> bool {
    let words = words(name);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    has(TIMES) && !has(UNITS) && !has(COUNTS)
}

/// `wait_max_ns`, `WAIT_MAX_NS` and `waitMaxNs` are the same three words.
fn words(name: &str) -> Vec<String> {
    let lower = name.chars().any(char::is_lowercase);
    let mut spaced = String::new();
    for c in name.chars() {
        if lower && c.is_uppercase() {
            spaced.push('_');
        }
        spaced.extend(c.to_lowercase());
    }
    spaced.split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Names that this line declares as integers wide enough for a time, and functions that return one.
fn rust_integers(line: &str) -> Vec<&str> {
    let integer = |rest: &str| {
        let bare = rest
            .trim_start()
            .trim_start_matches('&')
            .trim_start_matches("mut ")
            .trim_start_matches("Option<");
        ["u64", "i64", "u128", "i128", "u32"]
            .iter()
            .any(|kind| names(bare).next().is_some_and(|(at, name)| at == 0 && name == *kind))
    };
    let declares = |(at, name): &(usize, &str)| {
        let rest = &line[at + name.len()..];
        rest.starts_with(": ") && integer(&rest[2..])
    };
    let returns = line
        .split_once(" -> ")
        .filter(|(_, kind)| integer(kind))
        .and_then(|(head, _)| head.split_once("fn "));
    let function = returns.and_then(|(_, name)| names(name).next());
    names(line).filter(declares).chain(function).map(|(_, name)| name).collect()
}

/// Names that this line declares as numbers.
fn script_numbers(line: &str) -> Vec<&str> {
    let declares = |(at, name): &(usize, &str)| {
        let rest = line[at + name.len()..].trim_start_matches('?');
        rest.strip_prefix(": number").is_some_and(|rest| !rest.starts_with(['[', '|']))
    };
    names(line).filter(declares).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, line: &str, bare: &[&str]) {
        let expected: Vec<String> =
            bare.iter().map(|name| format!("{path}:1: {name} has no unit in its name")).collect();
        assert_eq!(units(&File::new(path, line)), expected);
    }

    #[test]
    fn a_field_without_a_unit_is_found() {
        check("crate/sim/src/a.rs", "    pub slice: u64,", &["slice"]);
        check("crate/sim/src/a.rs", "    pub slice_ns: u64, // slice: u64", &[]);
        check("crate/sim/src/a.rs", "    pub start_delay: Option<u64>,", &["start_delay"]);
        check("crate/sim/src/a.rs", "const WAIT_MAX: u64 = 3;", &["WAIT_MAX"]);
    }

    #[test]
    fn a_parameter_and_a_result_without_a_unit_are_found() {
        check("crate/sim/src/a.rs", "fn take(slice: &mut i64, cpu: u16) {", &["slice"]);
        check("crate/sim/src/a.rs", "fn latency(&self) -> u64 {", &["latency"]);
        check("crate/sim/src/a.rs", "fn latency_ns(&self) -> u64 {", &[]);
    }

    #[test]
    fn a_count_is_not_a_time() {
        check("crate/sim/src/a.rs", "    pub wait_count: u64, nr_latency: u64, weight: u64,", &[]);
        check("crate/sim/src/a.rs", "    pub slice: Slice,", &[]);
    }

    #[test]
    fn a_script_name_without_a_unit_is_found() {
        check("www/src/a.ts", "  readonly duration?: number;", &["duration"]);
        check("www/src/a.ts", "  wait_max_ns: number; waitMaxNs: number; share_permille: number;", &[]);
    }
}
