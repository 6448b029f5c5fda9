//! The table as one JSON object, for other programs.

use serde_json::{Value, json};

use super::Table;

/// `{"rows": […], "kinds": […]}`; counts are numbers, errors in ns.
pub fn to_json(table: &Table) -> Value {
    let rows = table.rows.iter().map(|((kernel, family), row)| {
        let report = &row.report;
        json!({
            "kernel": kernel,
            "family": family,
            "recordings": row.recordings,
            "decisions": report.decisions,
            "agree": report.agree,
            "unclear": report.unclear,
            "numbers": report.numbers,
            "numbers_exact": report.numbers_exact,
            "vruntime_error_max_ns": report.vruntime_error_max_ns,
            "deadline_error_max_ns": report.deadline_error_max_ns,
        })
    });
    let kinds = table.kinds.iter().map(|((kernel, rule), kind)| {
        let example = &kind.example;
        let example = json!({
            "file": kind.file, "t_ns": example.t_ns, "task": example.task,
            "kernel": example.kernel, "model": example.model,
        });
        json!({ "kernel": kernel, "rule": rule, "count": kind.count, "example": example })
    });
    json!({ "rows": rows.collect::<Vec<_>>(), "kinds": kinds.collect::<Vec<_>>() })
}
