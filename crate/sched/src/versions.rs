//! What differs from version to version, as a table: made from the presets, in the words of the rules' own docs.

use crate::described::Described;
use crate::features::Feature;
use crate::kernel::{KERNELS, Kernel};
use crate::tunables::{ChoiceInfo, TunableInfo};

/// What a line of the table is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Rules of the policy.
    Rule,
    /// Features with their defaults.
    Feature,
    /// Tunables with the defaults of a machine of one CPU.
    Tunable,
    /// The preemption model distributions boot with.
    Preemption,
}

impl Topic {
    /// `rule`, `feature`, `tunable` or `preemption`.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Rule => "rule",
            Topic::Feature => "feature",
            Topic::Tunable => "tunable",
            Topic::Preemption => "preemption",
        }
    }
}

/// What stands in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// This kernel does not have it.
    Absent,
    /// What the rule is, as a sentence, or the name of a choice.
    Words(&'static str),
    /// A feature, on or off.
    Switch(bool),
    /// A value in the unit that its name ends with.
    Value(u64),
}

/// A line: one thing, with a cell for each of [`KERNELS`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it is about.
    pub topic: Topic,
    /// The rule's name, or the kernel's name of a feature or tunable.
    pub name: &'static str,
    /// What it is, in a line.
    pub meaning: &'static str,
    /// Its value in each kernel, in the order of [`KERNELS`].
    pub cells: Vec<Cell>,
}

impl Line {
    /// The line of a rule, from what it is in each of [`KERNELS`]; absent where it makes no difference.
    ///
    /// Panics without a row for the first kernel: a rule is known in all of them.
    pub fn of_rule(rows: &[Described]) -> Line {
        let Described { name, about, .. } = rows[0];
        let cell = |(kernel, row): (&Kernel, &Described)| {
            if row.scope.has(kernel) { Cell::Words(row.meaning) } else { Cell::Absent }
        };
        Line { topic: Topic::Rule, name, meaning: about, cells: KERNELS.iter().zip(rows).map(cell).collect() }
    }

    /// Whether kernel `i` has another value than the one before it; the first differs from nothing.
    pub fn is_new(&self, i: usize) -> bool {
        i > 0 && self.cells[i] != self.cells[i - 1]
    }
}

/// The table: rules, features, tunables, preemption.
pub fn versions() -> Vec<Line> {
    let rules = (0..KERNELS[0].rules.described().len()).map(rule_line);
    let present = |feature: &&Feature| KERNELS.iter().any(|kernel| state(kernel, **feature) != Cell::Absent);
    let features = Feature::ALL.iter().filter(present).map(feature_line);
    rules
        .chain(features)
        .chain(tunable_infos().into_iter().map(tunable_line))
        .chain(choice_infos().into_iter().map(choice_line))
        .chain([preemption_line()])
        .collect()
}

fn rule_line(i: usize) -> Line {
    let rows: Vec<Described> = KERNELS.iter().map(|kernel| kernel.rules.described()[i]).collect();
    Line::of_rule(&rows)
}

fn feature_line(feature: &Feature) -> Line {
    let cells = KERNELS.iter().map(|kernel| state(kernel, *feature)).collect();
    Line { topic: Topic::Feature, name: feature.name(), meaning: feature.meaning(), cells }
}

fn state(kernel: &Kernel, feature: Feature) -> Cell {
    let found = kernel.features.list().find(|(known, _)| *known == feature);
    found.map_or(Cell::Absent, |(_, on)| Cell::Switch(on))
}

/// Every tunable that some kernel has, once, in the words of the first that has it.
fn tunable_infos() -> Vec<&'static TunableInfo> {
    let mut infos: Vec<&TunableInfo> = Vec::new();
    for info in KERNELS.iter().flat_map(|kernel| kernel.tunable_infos) {
        if !infos.iter().any(|known| known.name == info.name) {
            infos.push(info);
        }
    }
    infos
}

fn tunable_line(info: &'static TunableInfo) -> Line {
    let cell = |kernel: &Kernel| {
        let known = kernel.tunable_infos.iter().any(|tunable| tunable.name == info.name);
        kernel.tunables.get(info.name).filter(|_| known).map_or(Cell::Absent, Cell::Value)
    };
    setting_line(info.name, info.meaning, cell)
}

fn setting_line(name: &'static str, meaning: &'static str, cell: impl Fn(&Kernel) -> Cell) -> Line {
    Line { topic: Topic::Tunable, name, meaning, cells: KERNELS.iter().map(cell).collect() }
}

/// Every choice that some kernel has, once.
fn choice_infos() -> Vec<&'static ChoiceInfo> {
    let mut infos: Vec<&ChoiceInfo> = KERNELS.iter().flat_map(|kernel| kernel.choice_infos).collect();
    infos.dedup_by_key(|info| info.name);
    infos
}

fn choice_line(info: &'static ChoiceInfo) -> Line {
    let cell = |kernel: &Kernel| {
        let known = kernel.choice_infos.iter().any(|choice| choice.name == info.name);
        kernel.tunables.choice(info.name).filter(|_| known).map_or(Cell::Absent, Cell::Words)
    };
    setting_line(info.name, info.meaning, cell)
}

fn preemption_line() -> Line {
    let cells = KERNELS.iter().map(|kernel| Cell::Words(kernel.preemption.name())).collect();
    let meaning = "How a reschedule request takes effect, as distributions boot.";
    Line { topic: Topic::Preemption, name: "preemption", meaning, cells }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str) -> Line {
        versions().into_iter().find(|line| line.name == name).expect("a line of the table")
    }

    #[track_caller]
    fn check(name: &str, kernel: &str, want: Cell) {
        let i = KERNELS.iter().position(|known| known.name == kernel).expect("a preset");
        assert_eq!(line(name).cells[i], want, "{name} of {kernel}");
    }

    #[test]
    fn cells_say_what_the_docs_say() {
        check("tree_order", "6.8", Cell::Words("By deadline, with the least vruntime of each subtree: 6.8."));
        check("HRTICK", "7.1", Cell::Switch(true));
        check("DOUBLE_TICK", "7.1", Cell::Absent);
        check("base_slice_ns", "6.6", Cell::Value(750_000));
        check("base_slice_ns", "6.5", Cell::Absent);
        check("preemption", "7.0", Cell::Words("lazy"));
        check("cgroup_mode", "7.2", Cell::Absent);
        check("cgroup_mode", "7.3", Cell::Words("concur"));
    }

    #[test]
    fn a_rule_is_absent_where_it_makes_no_difference() {
        check("protection", "6.1", Cell::Absent);
        check("ideal_cap", "6.6", Cell::Absent);
        check("delayed_lag", "6.8", Cell::Absent);
    }

    #[test]
    fn every_line_has_its_words_and_is_new_where_versions_differ() {
        for line in versions() {
            assert!(!line.meaning.is_empty() && line.cells.len() == KERNELS.len(), "{}", line.name);
        }
        let clamp = line("lag_clamp");
        let new: Vec<&str> =
            (0..KERNELS.len()).filter(|i| clamp.is_new(*i)).map(|i| KERNELS[i].name).collect();
        assert_eq!(new, ["6.6", "7.0"]);
    }
}
