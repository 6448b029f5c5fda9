//! What differs from version to version.

use sched::{Cell, KERNELS, Line};
use serde::Serialize;

/// The table feature × version.
#[derive(Serialize)]
pub struct Versions {
    kernels: Vec<Column>,
    lines: Vec<Row>,
}

#[derive(Serialize)]
struct Column {
    name: &'static str,
    family: &'static str,
    note: &'static str,
}

#[derive(Serialize)]
struct Row {
    topic: &'static str,
    /// It is about what is decided between CPUs.
    between: bool,
    name: &'static str,
    meaning: &'static str,
    cells: Vec<Value>,
}

/// Words, on or off, or a number in the unit that the line's name ends with; nothing where a kernel does not have it.
#[derive(Serialize)]
#[serde(untagged)]
enum Value {
    Absent,
    Words(&'static str),
    Switch(bool),
    Number(f64),
}

/// Every rule, feature and tunable of every preset.
pub fn versions() -> Versions {
    let column = |kernel: &sched::Kernel| Column {
        name: kernel.name,
        family: kernel.family.name(),
        note: kernel.note,
    };
    let own = sched::versions().into_iter().map(|line| row(line, false));
    let between = smp::versions().into_iter().map(|line| row(line, true));
    Versions { kernels: KERNELS.iter().map(column).collect(), lines: own.chain(between).collect() }
}

fn row(Line { topic, name, meaning, cells }: Line, between: bool) -> Row {
    Row { topic: topic.name(), between, name, meaning, cells: cells.into_iter().map(value).collect() }
}

fn value(cell: Cell) -> Value {
    match cell {
        Cell::Absent => Value::Absent,
        Cell::Words(words) => Value::Words(words),
        Cell::Switch(on) => Value::Switch(on),
        Cell::Value(value) => Value::Number(value as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_cell_for_each_kernel() {
        let table = versions();
        assert!(
            table.lines.iter().filter(|line| line.between).count() > 30
                && table.lines.iter().all(|line| line.cells.len() == table.kernels.len())
        );
    }
}
