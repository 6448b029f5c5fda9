//! The tables of the README, between two marks.

use std::fmt::Write as _;

use super::closed::hundredths;
use super::{FAMILIES_BETWEEN, Row, Table};

const BEGIN: &str = "<!-- the table of `cargo xtask conformance`; do not edit -->\n";
const END: &str = "<!-- end of the table -->\n";

const HEAD: &str = "\
| kernel | recordings | decisions | wrong | unclear | numbers | off by 1 ns or more | CPU share off, mean | of 95 % |
|---|---|---|---|---|---|---|---|---|
";

const SEVERAL_HEAD: &str = "\
| several CPUs | recordings | decisions | wrong | unclear | numbers | off by 1 ns or more | CPU share off, mean | outside 24 starts | migrations recorded | simulated |
|---|---|---|---|---|---|---|---|---|---|---|
";

/// The README with the tables as they are now. Panics if it has no place for them: that is part of the repository.
pub(super) fn with_tables(readme: &str, table: &Table, several: &Table) -> String {
    let (before, rest) = readme.split_once(BEGIN).expect("the README has the mark where the table begins");
    let (_, after) = rest.split_once(END).expect("the README has the mark where the table ends");
    format!("{before}{BEGIN}\n{}\n{}\n{END}{after}", to_markdown(table), several_to_markdown(several))
}

fn to_markdown(table: &Table) -> String {
    let mut text = HEAD.to_owned();
    let mut all = Row::default();
    for (kernel, sum) in table.kernels() {
        text.push_str(&line(kernel, &sum, Some(kernel), table));
        all.recordings += sum.recordings;
        all.report.absorb(&sum.report);
    }
    text.push_str(&line("all", &all, None, table));
    text
}

/// Kernel by family, of recordings of several CPUs.
fn several_to_markdown(several: &Table) -> String {
    let mut text = SEVERAL_HEAD.to_owned();
    let mut all = Row::default();
    for ((kernel, family), row) in &several.rows {
        let name = FAMILIES_BETWEEN.iter().find(|(letter, _)| letter == family).map_or("", |(_, name)| name);
        text.push_str(&scores(format!("{kernel}, {family} {name}").trim_end(), row));
        let off = several.closed.several_errors(kernel, Some(family));
        let [recorded, simulated] = off.migrations.map(grouped);
        let [share, outside] = [off.shares(), off.outside()].map(|errors| hundredths(errors.mean_bp));
        let _ = writeln!(text, " | {share} points | {outside} points | {recorded} | {simulated} |");
        all.recordings += row.recordings;
        all.report.absorb(&row.report);
    }
    text + &scores("all", &all) + " | | | | |\n"
}

/// Title and scores of a row, without its end.
fn scores(title: &str, Row { recordings, report }: &Row) -> String {
    let mut text = format!("| {title} | {recordings}");
    for count in [report.decisions, report.wrong(), report.unclear, report.numbers, report.inexact()] {
        let _ = write!(text, " | {}", grouped(count));
    }
    text
}

/// A row; the last two columns belong to one kernel.
fn line(title: &str, row: &Row, kernel: Option<&str>, table: &Table) -> String {
    let mut text = scores(title, row);
    let off = kernel.map(|kernel| table.closed.share_errors(kernel));
    match off {
        Some(off) => {
            let _ = writeln!(text, " | {} points | {} |", hundredths(off.mean_bp), hundredths(off.of_95_bp));
        }
        None => text.push_str(" | | |\n"),
    }
    text
}

/// With a space after each three digits: `1 234 567`.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_threes() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1 000", "1 234 567"]);
    }

    #[test]
    fn only_what_is_between_the_marks_changes() {
        let readme = format!("before\n{BEGIN}old\n{END}after\n");
        let filled = |readme: &str| with_tables(readme, &Table::default(), &Table::default());
        let new = filled(&readme);
        assert!(
            new.starts_with(&format!("before\n{BEGIN}\n| kernel")) && new.ends_with(&format!("{END}after\n")),
            "{new}"
        );
        assert_eq!(filled(&new), new);
    }
}
