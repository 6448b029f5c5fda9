//! The policy on each of several CPUs against recordings of real kernels: what agrees goes on agreeing.

use std::path::PathBuf;

use serde_json::{Value, json};
use sim::replay::{not_modelled, params_of, replay};
use tests::data;

fn kept_at() -> PathBuf {
    data::folder("score-smp.json")
}

/// What each recording scores, by its path.
fn scores() -> Vec<Value> {
    data::recordings_of_several().iter().map(|file| score(&file.name, &file.bytes)).collect()
}

fn score(name: &str, bytes: &[u8]) -> Value {
    let recording = formats::recording::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(not_modelled(&recording), None, "{name}");
    let report = replay(&recording, params_of(&recording).expect("a modelled kernel"));
    json!({
        "recording": name,
        "decisions": report.decisions,
        "wrong": report.wrong(),
        "unclear": report.unclear,
        "numbers": report.numbers,
        "inexact": report.inexact(),
    })
}

#[test]
fn nothing_that_agrees_on_several_cpus_ceases_to() {
    let found = scores();
    if std::env::var_os("UPDATE").is_some() {
        let text = serde_json::to_string_pretty(&found).expect("plain JSON");
        std::fs::write(kept_at(), text + "\n").expect("the folder is writable");
    }
    let kept = std::fs::read(kept_at()).expect("it is part of the repository");
    let kept: Vec<Value> = serde_json::from_slice(&kept).expect("it was written by this test");
    assert_eq!(found.len(), kept.len(), "recordings came or went");
    for (found, kept) in found.iter().zip(&kept) {
        assert_eq!(found["recording"], kept["recording"]);
        for count in ["wrong", "unclear", "inexact"] {
            assert!(found[count].as_u64() <= kept[count].as_u64(), "{count} rose: {found} instead of {kept}");
        }
    }
}

/// Of all decisions on several CPUs at most one of a thousand is wrong, and unclear no more than one of a hundred.
#[test]
fn next_to_every_decision_on_several_cpus_agrees() {
    let sum = |count: &str| scores().iter().filter_map(|score| score[count].as_u64()).sum::<u64>();
    let (decisions, wrong, unclear) = (sum("decisions"), sum("wrong"), sum("unclear"));
    assert!(wrong * 1000 <= decisions && unclear * 100 <= decisions, "{wrong}, {unclear} of {decisions}");
}
