//! What the code of each crate names: other crates, and the parts of std that a browser lacks.

use crate::files::File;
use crate::lexer::names;
use crate::manifests::{ALLOWED, allowed};

/// Crates that run inside the browser.
const IN_BROWSER: &[&str] = &["sched", "smp", "sim", "formats", "chart", "web"];

/// Modules of std that compile for a browser and then trap or do nothing there.
const ABSENT: &[&str] = &["time", "thread", "fs", "env", "net", "process"];

/// Every use of a part of std that is absent in a browser, or of a map without an order.
///
/// `std::time::Duration` would be harmless; but time here is an integer with its unit in the name.
pub fn system(file: &File) -> Vec<String> {
    if !file.is_rust() || !IN_BROWSER.contains(&file.crate_name()) {
        return Vec::new();
    }
    let find = |line: &str| -> Option<String> {
        let absent = ABSENT.iter().find(|module| line.contains(&format!("std::{module}")));
        let unordered =
            || names(line).map(|(_, name)| name).find(|name| matches!(*name, "HashMap" | "HashSet"));
        absent.map(ToString::to_string).or_else(|| unordered().map(str::to_owned))
    };
    let lines = file.shipped().lines().enumerate();
    lines
        .filter_map(|(at, line)| Some(file.finding(at, &format!("{} does not belong here", find(line)?))))
        .collect()
}

/// Every crate named in a path that the file's crate may not use.
pub fn crates(file: &File) -> Vec<String> {
    let Some(may) = allowed(file.crate_name()).filter(|_| file.is_rust()) else { return Vec::new() };
    let mut known: Vec<&str> =
        ALLOWED.iter().flat_map(|(ours, theirs)| [*ours].into_iter().chain(theirs.iter().copied())).collect();
    known.retain(|name| *name != file.crate_name() && !may.contains(name));
    let strange = |line: &str| {
        let path_head = |(at, name): (usize, &str)| {
            line[at + name.len()..].starts_with("::") && !line[..at].ends_with("::")
        };
        let head = names(line)
            .find(|found| path_head(*found) && known.iter().any(|name| name.replace('-', "_") == found.1));
        head.map(|(_, name)| name.to_owned())
    };
    let lines = file.shipped().lines().enumerate();
    lines
        .filter_map(|(at, line)| {
            Some(file.finding(at, &format!("{} may not use {}", file.crate_name(), strange(line)?)))
        })
        .collect()
}

#[test]
fn a_clock_in_the_engine_is_found() {
    let file =
        File::new("crate/sim/src/a.rs", "//! std::time\nuse std::time::Instant;\nlet m = HashMap::new();\n");
    assert_eq!(
        system(&file),
        [
            "crate/sim/src/a.rs:2: time does not belong here",
            "crate/sim/src/a.rs:3: HashMap does not belong here"
        ]
    );
    assert!(system(&File::new("crate/cli/src/a.rs", "use std::fs;\n")).is_empty());
}

#[test]
fn plotters_outside_the_pictures_is_found() {
    let file = File::new(
        "crate/sim/src/a.rs",
        "use plotters::prelude;\nuse sched::Entity;\nlet a = self::chart::b();\n",
    );
    assert_eq!(crates(&file), ["crate/sim/src/a.rs:1: sim may not use plotters"]);
}
