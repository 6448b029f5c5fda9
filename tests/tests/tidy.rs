//! The rules of this repository that no compiler checks, each a test that names file and line.
//!
//! A rule is a pure function from files to findings, in `tidy/`, and has a test of its own there that breaks it.

#[path = "tidy/files.rs"]
mod files;
#[path = "tidy/imports.rs"]
mod imports;
#[path = "tidy/lexer.rs"]
mod lexer;
#[path = "tidy/manifests.rs"]
mod manifests;
#[path = "tidy/names.rs"]
mod names;
#[path = "tidy/page.rs"]
mod page;
#[path = "tidy/shape.rs"]
mod shape;
#[path = "tidy/words.rs"]
mod words;

use files::{File, tracked};

/// Fails with every finding, one a line, each beginning with `file:line`.
#[track_caller]
fn check(rule: impl Fn(&File) -> Vec<String>) {
    let findings: Vec<String> = tracked().iter().flat_map(rule).collect();
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

#[test]
fn crates_depend_only_downwards() {
    check(manifests::directions);
}

#[test]
fn every_dependency_has_its_reason() {
    check(manifests::reasons);
}

#[test]
fn engine_and_door_name_nothing_that_a_browser_lacks() {
    check(imports::system);
}

#[test]
fn crates_name_only_what_they_may_use() {
    check(imports::crates);
}

#[test]
fn the_page_imports_in_one_direction() {
    check(page::directions);
}

#[test]
fn state_and_links_do_not_touch_the_document() {
    let files = tracked();
    let findings = page::pure(&files);
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn files_are_short() {
    check(shape::files);
}

#[test]
fn functions_are_short() {
    check(shape::functions);
}

#[test]
fn times_carry_their_unit() {
    check(names::units);
}

#[test]
fn policy_and_engine_use_integers_only() {
    check(words::floats);
}

#[test]
fn nothing_unfinished_is_left() {
    check(words::unfinished);
}

#[test]
fn nothing_names_a_path_of_one_machine() {
    check(words::machine_paths);
}

#[test]
fn both_licences_are_here() {
    let findings = words::missing_licences(&tracked());
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}
