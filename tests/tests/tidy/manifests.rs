//! Who may depend on whom, and why on anything at all.

use crate::files::File;

/// What the shipped code of each crate may depend on; a test below it may use `FOR_TESTS` too.
pub const ALLOWED: &[(&str, &[&str])] = &[
    ("sched", &[]),
    ("smp", &["sched"]),
    ("sim", &["sched", "smp", "serde"]),
    ("formats", &["sched", "smp", "sim", "serde", "serde_json", "flate2"]),
    ("chart", &["sched", "smp", "sim", "plotters", "plotters-backend"]),
    (
        "web",
        &[
            "sched",
            "smp",
            "sim",
            "formats",
            "chart",
            "serde",
            "serde_json",
            "serde-wasm-bindgen",
            "wasm-bindgen",
            "js-sys",
            "web-sys",
        ],
    ),
    ("cli", &["sched", "smp", "sim", "formats", "chart", "serde", "serde_json"]),
    ("tests", &["sched", "smp", "sim", "formats", "chart", "cli", "serde", "serde_json", "flate2"]),
    ("wasmpack", &["wasm-bindgen-cli-support"]),
    ("xtask", &[]),
];

const FOR_TESTS: &[&str] = &["proptest", "serde_json", "flate2", "boon"];

/// What a crate may depend on, if it is one of ours.
pub fn allowed(name: &str) -> Option<&'static [&'static str]> {
    ALLOWED.iter().find(|(of, _)| *of == name).map(|(_, may)| *may)
}

/// Every dependency that a manifest names beyond what its crate may use.
pub fn directions(file: &File) -> Vec<String> {
    if !file.path.ends_with("/Cargo.toml") {
        return Vec::new();
    }
    let Some(may) = allowed(file.crate_name()) else {
        return vec![
            file.finding(0, "a crate that tidy/manifests.rs does not know; say there what it may use"),
        ];
    };
    let too_much = |(line, section, name): &(usize, &str, &str)| {
        let for_tests = *section == "[dev-dependencies]" && FOR_TESTS.contains(name);
        (!may.contains(name) && !for_tests)
            .then(|| file.finding(*line, &format!("{} may not use {name}", file.crate_name())))
    };
    entries(&file.text)
        .iter()
        .filter(|(_, section, _)| section.ends_with("dependencies]"))
        .filter_map(too_much)
        .collect()
}

/// Every dependency on other people's code without a comment line of its own right above it.
pub fn reasons(file: &File) -> Vec<String> {
    if file.path != "Cargo.toml" {
        return Vec::new();
    }
    let lines: Vec<&str> = file.text.lines().collect();
    let ours = |name: &str| allowed(name).is_some();
    let bare = |line: usize| line == 0 || !lines[line - 1].starts_with("# ");
    entries(&file.text)
        .iter()
        .filter(|(line, section, name)| *section == "[workspace.dependencies]" && !ours(name) && bare(*line))
        .map(|(line, _, name)| {
            file.finding(*line, &format!("{name} has no reason: a comment line right above it"))
        })
        .collect()
}

/// Line, section and key of each entry of a manifest.
fn entries(text: &str) -> Vec<(usize, &str, &str)> {
    let mut section = "";
    let mut found = Vec::new();
    for (line, content) in text.lines().enumerate() {
        if content.starts_with('[') {
            section = content.trim();
        } else if let Some((key, _)) = content.split_once('=').filter(|_| !content.starts_with(['#', ' '])) {
            found.push((line, section, key.trim().split('.').next().unwrap_or_default()));
        }
    }
    found
}

#[test]
fn a_dependency_upwards_is_found() {
    let file = File::new(
        "crate/sched/Cargo.toml",
        "[package]\nname = \"sched\"\n[dependencies]\nsim.workspace = true\n",
    );
    assert_eq!(directions(&file), ["crate/sched/Cargo.toml:4: sched may not use sim"]);
}

#[test]
fn a_crate_for_tests_is_not_for_shipped_code() {
    let tested = File::new("crate/sim/Cargo.toml", "[dev-dependencies]\nproptest.workspace = true\n");
    let shipped = File::new("crate/sim/Cargo.toml", "[dependencies]\nproptest.workspace = true\n");
    assert!(directions(&tested).is_empty());
    assert_eq!(directions(&shipped).len(), 1);
}

#[test]
fn a_crate_nobody_knows_is_found() {
    assert_eq!(directions(&File::new("crate/new/Cargo.toml", "[package]\n")).len(), 1);
}

#[test]
fn a_dependency_without_a_reason_is_found() {
    let text =
        "[workspace.dependencies]\nsim = { path = \"\" }\n# Files.\nserde_json = \"1\"\nserde = \"1\"\n";
    assert_eq!(
        reasons(&File::new("Cargo.toml", text)),
        ["Cargo.toml:5: serde has no reason: a comment line right above it"]
    );
}
