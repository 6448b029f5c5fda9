//! The features of a preset are those of the kernel's own file, as recordings show it.

use std::collections::{BTreeMap, BTreeSet};

use sched::Params;
use sim::replay;

/// Words of the recorded lines by kernel, from recordings whose scenario switched nothing.
fn recorded() -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut lines: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    for file in tests::data::recordings() {
        let recording = formats::recording::read(&file.bytes).expect("a recording of ours can be read");
        if recording.scenario.features.is_empty() && !recording.knobs.features.is_empty() {
            let params = replay::params_of(&recording).expect("its kernel has a preset");
            let line = recording.knobs.features.iter().cloned().collect();
            let known = lines.entry(params.kernel.name).or_insert_with(|| BTreeSet::clone(&line));
            assert_eq!(*known, line, "{} has another line", file.name);
        }
    }
    lines
}

fn bare(word: &str) -> &str {
    word.strip_prefix("NO_").unwrap_or(word)
}

#[test]
fn each_recorded_kernel_has_just_these_features() {
    let lines = recorded();
    assert!(lines.len() >= 5, "five kernels were recorded, not {}", lines.len());
    for (name, line) in lines {
        let kernel = sched::kernel(name).expect("a preset");
        let params = Params::new(kernel, 250, 1);
        let silent = kernel.silent.iter().copied().flatten().copied();
        let known: BTreeSet<&str> = params.feature_names().map(|(name, _)| name).chain(silent).collect();
        assert_eq!(known, line.iter().map(|word| bare(word)).collect(), "{name}");
        for (feature, on) in params.feature_names() {
            let word = if on { feature.to_owned() } else { format!("NO_{feature}") };
            assert!(line.contains(&word), "{name} boots without {word}");
        }
    }
}

#[test]
fn no_name_stands_twice() {
    for kernel in sched::KERNELS {
        let modelled = kernel.features.list().map(|(feature, _)| feature.name());
        let names: Vec<&str> = modelled.chain(kernel.silent.iter().copied().flatten().copied()).collect();
        let different: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(names.len(), different.len(), "{}", kernel.name);
    }
}

#[test]
fn a_name_of_another_kernel_is_refused_and_the_nearest_one_named() {
    for (kernel, word, near) in [
        ("7.2", "SIS_PROP", "SIS_UTIL"),
        ("6.12.y", "NO_PARANOID_AVGS", "known here"),
        ("7.2", "NO_PARANOID_AVGS", "PARANOID_AVG"),
        ("7.2", "RUN_TO_PARITI", "RUN_TO_PARITY"),
        ("5.10", "HRTICK_DL", "HRTICK"),
    ] {
        let side = sim::Side { features: vec![word.to_owned()], ..sim::Side::new(kernel) };
        let error = sim::simulate(&sim::Scenario::default(), &side).map(|_| ()).expect_err("it is refused");
        assert_eq!(error.place, "side.features[0]");
        assert!(error.remedy.contains(near), "{kernel} {word}: {error}");
    }
}
