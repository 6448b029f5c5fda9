//! What differs between CPUs from version to version: lines like those of [`sched::versions`], made from the presets here.

use sched::{Cell, Described, KERNELS, Line, Topic};

use crate::features::{SmpFeature, SmpFeatures};
use crate::kernel::SMP_RULES;

/// Rules, then features; each with a cell for each of [`sched::KERNELS`].
pub fn versions() -> Vec<Line> {
    let rows: Vec<Vec<Described>> = SMP_RULES.iter().map(|(_, rules)| rules.described()).collect();
    let rule = |i: usize| Line::of_rule(&rows.iter().map(|row| row[i]).collect::<Vec<_>>());
    let features = SmpFeature::ALL.iter().map(|feature| feature_line(*feature));
    (0..rows[0].len()).map(rule).chain(features).collect()
}

fn feature_line(feature: SmpFeature) -> Line {
    let state = |kernel: &sched::Kernel| {
        let found = SmpFeatures::of(kernel.name).list().find(|(known, _)| *known == feature);
        found.map_or(Cell::Absent, |(_, on)| Cell::Switch(on))
    };
    let cells = KERNELS.iter().map(state).collect();
    Line { topic: Topic::Feature, name: feature.name(), meaning: feature.meaning(), cells }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::smp_rules;

    #[track_caller]
    fn check(name: &str, kernel: &str, want: Cell) {
        let i = KERNELS.iter().position(|known| known.name == kernel).expect("a preset");
        let line = versions().into_iter().find(|line| line.name == name).expect("a line of the table");
        assert_eq!(line.cells[i], want, "{name} of {kernel}");
    }

    #[test]
    fn cells_say_what_the_docs_say() {
        check("group_overload", "7.0", Cell::Words("Only if a CPU of it is overutilized (7.0)."));
        check("delayed_pull", "6.8", Cell::Absent);
        check("ineligible_pull", "6.5", Cell::Absent);
        check("STEAL", "6.5", Cell::Switch(false));
        check("STEAL", "6.6", Cell::Absent);
        check("NI_RANDOM", "6.12.y", Cell::Switch(true));
    }

    #[test]
    fn a_line_is_new_where_the_rules_of_neighbours_differ() {
        let lines = versions();
        for (i, pair) in SMP_RULES.windows(2).enumerate() {
            let differing = pair[1].1.differences(&pair[0].1);
            for (name, _) in differing {
                let line = lines.iter().find(|line| line.name == name).expect("every rule has a line");
                assert!(line.is_new(i + 1) || line.cells[i + 1] == Cell::Absent, "{name} of {}", pair[1].0);
            }
        }
        let brought = smp_rules("7.2").differences(smp_rules("7.1"));
        let names: Vec<&str> = brought.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["capacity_scan", "newidle_lottery", "idle_average"]);
    }
}
