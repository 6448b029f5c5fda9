//! What holds each preset, and what nothing can tell of it.

use sched::{Family, KERNELS, Kernel};
use serde_json::{Value, json};

use super::{FAMILIES, ONLY_EEVDF, Table};
use crate::silent::{BETWEEN_NEIGHBOURS, IN_RECORDINGS, ON_SEVERAL, UNSEEN};

/// Keys of the worked examples with the preset that each means.
pub const EXAMPLE_PRESETS: [(&str, &str); 9] = [
    ("6.5", "6.5"),
    ("6.6", "6.6"),
    ("6.8", "6.8"),
    ("6.12", "6.12.0"),
    ("6.12.y", "6.12.y"),
    ("6.17", "6.17"),
    ("7.0", "7.0"),
    ("7.2", "7.2"),
    ("7.3", "7.3"),
];

/// The preset that models a kernel with recordings; `None` without one.
pub(super) fn preset_of(table: &Table, kernel: &str) -> Option<&'static str> {
    table.scored.values().find(|scored| scored.kernel == kernel).map(super::Scored::preset)
}

/// What no recording of a kernel can tell, a sentence each.
pub(super) fn gaps(table: &Table) -> Vec<Value> {
    table
        .kernels()
        .into_keys()
        .map(|kernel| json!({ "kernel": kernel, "words": gaps_of(table, kernel) }))
        .collect()
}

/// The same of recordings of several CPUs.
pub(super) fn several_gaps(several: &Table) -> Vec<Value> {
    let gap = |kernel| json!({ "kernel": kernel, "words": said_of(ON_SEVERAL, kernel).collect::<Vec<_>>() });
    several.kernels().into_keys().map(gap).collect()
}

fn said_of<'a>(
    list: &'static [(&[&str], &'static str)],
    kernel: &'a str,
) -> impl Iterator<Item = &'static str> + use<'a> {
    list.iter().filter(move |(of, _)| of.is_empty() || of.contains(&kernel)).map(|(_, words)| *words)
}

fn gaps_of(table: &Table, kernel: &str) -> Vec<String> {
    let silent = IN_RECORDINGS.iter().filter(|silent| silent.kernel == kernel).map(|silent| silent.words);
    let unseen = said_of(UNSEEN, kernel);
    let absent = FAMILIES
        .iter()
        .filter(|(family, _)| could_have(table, kernel, family) && !has(table, kernel, family));
    let absent: Vec<&str> = absent.map(|(_, name)| *name).collect();
    let absent = (!absent.is_empty()).then(|| format!("No recording of it: {}.", absent.join("; ")));
    silent.chain(unseen).map(str::to_owned).chain(absent).collect()
}

/// Whether the kernel has what a family is about.
fn could_have(table: &Table, kernel: &str, family: &str) -> bool {
    let policy = preset_of(table, kernel).and_then(sched::kernel).map(|preset| preset.family);
    policy == Some(Family::Eevdf) || !ONLY_EEVDF.contains(&family)
}

fn has(table: &Table, kernel: &str, family: &str) -> bool {
    table.rows.contains_key(&(kernel.to_owned(), family.to_owned()))
}

/// Every preset with what holds it, oldest first.
pub(super) fn presets(table: &Table) -> Vec<Value> {
    let older = std::iter::once(None).chain(KERNELS.iter().map(Some));
    KERNELS.iter().zip(older).map(|(kernel, older)| preset(table, kernel, older)).collect()
}

/// `recorded`: the kernels whose recordings it is compared with; `examples`: how many worked examples are computed for it;
/// `shown`: its differences from the version before that a scenario shows, one at a time; `silent`: those that none can show.
fn preset(table: &Table, kernel: &Kernel, older: Option<&Kernel>) -> Value {
    let recorded: Vec<&str> =
        table.kernels().into_keys().filter(|tag| preset_of(table, tag) == Some(kernel.name)).collect();
    let older = older.filter(|older| older.family == kernel.family);
    let differences = older.map(|older| differences(kernel, older)).unwrap_or_default();
    let silent = BETWEEN_NEIGHBOURS
        .iter()
        .filter(|(newer, rule, _)| *newer == kernel.name && differences.contains(rule));
    let silent: Vec<Value> = silent.map(|(_, rule, words)| json!([rule, words])).collect();
    json!({
        "name": kernel.name,
        "policy": kernel.family.name(),
        "recorded": recorded,
        "examples": examples(kernel.name),
        "before": older.map(|older| older.name),
        "shown": differences.len() - silent.len(),
        "silent": silent,
    })
}

/// Rules and defaults in which a kernel differs from the one before, by name.
fn differences(kernel: &Kernel, older: &Kernel) -> Vec<&'static str> {
    let rules = kernel.rules.differences(&older.rules).into_iter().map(|(name, _)| name);
    let defaults = [
        ("features", kernel.features != older.features),
        ("tunables", kernel.tunables != older.tunables),
        ("preemption", kernel.preemption != older.preemption),
    ];
    rules.chain(defaults.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name)).collect()
}

/// How many worked examples have integers for this preset.
fn examples(preset: &str) -> usize {
    let all: Value =
        serde_json::from_str(include_str!("../../vectors/core.json")).expect("the vectors are JSON");
    let key = EXAMPLE_PRESETS.iter().find(|(_, name)| *name == preset).map(|(key, _)| *key);
    let has = |example: &&Value| key.is_some_and(|key| example.get(key).is_some());
    all.as_object().expect("examples by name").values().filter(has).count()
}
