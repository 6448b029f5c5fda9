//! The table of the README, between two marks.

use std::fmt::Write as _;

use super::closed::hundredths;
use super::{Row, Table};

const BEGIN: &str = "<!-- the table of `cargo xtask conformance`; do not edit -->\n";
const END: &str = "<!-- end of the table -->\n";

const HEAD: &str = "\
| kernel | recordings | decisions | wrong | unclear | numbers | off by 1 ns or more | CPU share off, mean | of 95 % |
|---|---|---|---|---|---|---|---|---|
";

/// The README with the table as it is now. Panics if it has no place for one: that is part of the repository.
pub(super) fn with_table(readme: &str, table: &Table) -> String {
    let (before, rest) = readme.split_once(BEGIN).expect("the README has the mark where the table begins");
    let (_, after) = rest.split_once(END).expect("the README has the mark where the table ends");
    format!("{before}{BEGIN}\n{}\n{END}{after}", to_markdown(table))
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

/// A row; the last two columns belong to one kernel.
fn line(title: &str, Row { recordings, report }: &Row, kernel: Option<&str>, table: &Table) -> String {
    let mut text = format!("| {title} | {recordings}");
    for count in [report.decisions, report.wrong(), report.unclear, report.numbers, report.inexact()] {
        let _ = write!(text, " | {}", grouped(count));
    }
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
        let new = with_table(&readme, &Table::default());
        assert!(
            new.starts_with(&format!("before\n{BEGIN}\n| kernel")) && new.ends_with(&format!("{END}after\n")),
            "{new}"
        );
        assert_eq!(with_table(&new, &Table::default()), new);
    }
}
