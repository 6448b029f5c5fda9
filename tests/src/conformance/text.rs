//! The table as text, for a terminal.

use std::fmt::Write as _;

use sim::replay::Report;

use super::{LeftOut, Row, Table};

const HEAD: &str = "kernel             family  recordings  decisions   wrong  unclear   agreement    numbers  inexact  \
                    v error  d error";

/// Rows by kernel and family, a sum for each kernel, every kind of disagreement, and a
/// summary of the closed loop.
pub fn to_text(table: &Table) -> String {
    let mut text = format!("{HEAD}\n");
    for (kernel, sum) in table.kernels() {
        for ((_, family), row) in table.rows.iter().filter(|((of, _), _)| of == kernel) {
            text.push_str(&line(kernel, family, row));
        }
        text.push_str(&line(kernel, "all", &sum));
    }
    text.push_str(&kinds(table));
    text.push_str(&left_out(table));
    text.push('\n');
    text.push_str(&table.closed.summary());
    text
}

fn line(kernel: &str, family: &str, row: &Row) -> String {
    let report = &row.report;
    format!(
        "{kernel:<18} {family:<6} {:>11} {:>10} {:>7} {:>8} {:>11} {:>10} {:>8} {:>8} {:>8}\n",
        row.recordings,
        report.decisions,
        report.wrong(),
        report.unclear,
        percent(report),
        report.numbers,
        report.inexact(),
        report.vruntime_error_max_ns,
        report.deadline_error_max_ns,
    )
}

/// Agreement, rounded down, so that 100 % means all.
fn percent(report: &Report) -> String {
    let hundredths = (report.agree * 10_000).checked_div(report.decisions).unwrap_or(0);
    format!("{}.{:02} %", hundredths / 100, hundredths % 100)
}

fn kinds(table: &Table) -> String {
    let mut text = String::from("\n");
    if table.kinds.is_empty() {
        text.push_str("No disagreement.\n");
    }
    for ((kernel, what), kind) in &table.kinds {
        let example = &kind.example;
        let _ = writeln!(
            text,
            "{kernel}: {what}: {} times, as in {} at {} ns: {}: the kernel {}, the model {}",
            kind.count, kind.file, example.t_ns, example.task, example.kernel, example.model,
        );
    }
    text
}

fn left_out(table: &Table) -> String {
    let mut text = String::new();
    for (file, LeftOut { kernel, family, reason }) in &table.left_out {
        let _ = writeln!(text, "left out: {file} ({kernel}, family {family}): {reason}");
    }
    for (name, error) in &table.unreadable {
        let _ = writeln!(text, "cannot be read: {name}: {error}");
    }
    text
}
