//! `schedlens presets --table`: feature × version, as the page's help shows it.

use std::fmt::Write as _;

use sched::{Cell, Family, KERNELS, Line, Topic, versions};

/// Width of the first column: the longest name and two spaces.
const NAME_WIDTH: usize = 25;
/// Width of a column of values: `700000` with its mark and a space.
const CELL_WIDTH: usize = 10;

/// The whole table, what is decided between CPUs after the rest of its kind: rules as sentences, each for the versions that share it, the rest as a matrix.
pub fn text() -> String {
    let (rules, mut others): (Vec<Line>, Vec<Line>) =
        versions().into_iter().chain(smp::versions()).partition(|line| line.topic == Topic::Rule);
    others.sort_by_key(|line| line.topic as u8);
    let mut text = String::from("* differs from the version before, - is not there\n");
    for line in &rules {
        let _ = writeln!(text, "\n{}: {}", line.name, line.meaning);
        stretches(line).iter().for_each(|stretch| text.push_str(&sentence(line, *stretch)));
    }
    text.push_str(&head());
    for line in &others {
        text.push_str(&matrix_row(line));
    }
    text
}

/// From the first kernel of a stretch to the last, both of one policy and all with the same value.
type Stretch = (usize, usize);

fn stretches(line: &Line) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for i in 0..KERNELS.len() {
        let goes_on = i > 0 && !line.is_new(i) && !changes_policy(i);
        match stretches.last_mut() {
            Some(last) if goes_on => last.1 = i,
            _ => stretches.push((i, i)),
        }
    }
    stretches
}

/// Whether kernel `i` follows another policy than the one before it.
fn changes_policy(i: usize) -> bool {
    i > 0 && KERNELS[i].family != KERNELS[i - 1].family
}

fn sentence(line: &Line, (first, last): Stretch) -> String {
    let mark = if line.is_new(first) { '*' } else { ' ' };
    let (from, to) = (KERNELS[first].name, KERNELS[last].name);
    let kernels = if first == last { from.to_owned() } else { format!("{from} to {to}") };
    format!("  {mark} {:<6} {kernels:<16} {}\n", KERNELS[first].family.name(), words(line.cells[first]))
}

fn words(cell: Cell) -> String {
    match cell {
        Cell::Absent => "-".to_owned(),
        Cell::Words(words) => words.to_owned(),
        Cell::Switch(on) => if on { "on" } else { "off" }.to_owned(),
        Cell::Value(value) => value.to_string(),
    }
}

fn head() -> String {
    let column = |name: &str| format!("{name:>CELL_WIDTH$}");
    let policies = (0..KERNELS.len()).map(|i| match KERNELS[i].family {
        _ if i > 0 && !changes_policy(i) => column(""),
        Family::Cfs => column(Family::Cfs.name()),
        Family::Eevdf => column(Family::Eevdf.name()),
    });
    let kernels = KERNELS.iter().map(|kernel| column(kernel.name));
    let (policies, kernels): (String, String) = (policies.collect(), kernels.collect());
    format!("\n{:NAME_WIDTH$}{}\n{:NAME_WIDTH$}{kernels}\n", "", policies.trim_end(), "")
}

fn matrix_row(line: &Line) -> String {
    let cell = |(i, cell): (usize, &Cell)| {
        let mark = if line.is_new(i) { "*" } else { "" };
        format!("{:>CELL_WIDTH$}", format!("{mark}{}", words(*cell)))
    };
    let cells: String = line.cells.iter().enumerate().map(cell).collect();
    format!("{:<NAME_WIDTH$}{cells}\n", line.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_said_once_for_the_versions_that_share_it() {
        let text = text();
        let line = "  * EEVDF  6.8 to 7.3       By deadline, with the least vruntime of each subtree: 6.8.\n";
        assert!(text.contains(line), "{text}");
    }

    #[test]
    fn columns_stand_under_their_kernels() {
        let text = text();
        let line =
            |name: &str| text.lines().find(|line| line.starts_with(name)).expect("a line of the matrix");
        let kernels = text.lines().find(|line| line.trim_start().starts_with("5.10  ")).expect("their names");
        assert!(kernels.ends_with("7.3"), "{kernels}");
        assert!(line("HRTICK").ends_with("*on        on        on"), "{}", line("HRTICK"));
        assert_eq!(line("HRTICK").chars().count(), kernels.chars().count());
    }
}
