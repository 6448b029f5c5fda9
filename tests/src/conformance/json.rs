//! The table as one JSON object, for other programs.

use serde_json::{Value, json};

use super::{Kind, LeftOut, Row, Table};

/// Rows by kernel and family, kinds of disagreement, the closed loop by kernel, and the files that are in none of them with the
/// reason; counts are numbers, times in ns, shares in hundredths of a percent.
pub fn to_json(table: &Table) -> Value {
    let left_out = table.left_out.iter();
    let unreadable = table.unreadable.iter();
    json!({
        "rows": table.rows.iter().map(row).collect::<Vec<_>>(),
        "kinds": table.kinds.iter().map(kind).collect::<Vec<_>>(),
        "closed_loop": table.kernels().keys().map(|kernel| closed_loop(table, kernel)).collect::<Vec<_>>(),
        "left_out": left_out.map(|(file, LeftOut { kernel, family, reason })| {
            json!({ "file": file, "kernel": kernel, "family": family, "reason": reason })
        }).collect::<Vec<_>>(),
        "unreadable": unreadable.map(|(file, error)| json!({ "file": file, "error": error })).collect::<Vec<_>>(),
    })
}

fn row(((kernel, family), Row { recordings, report }): (&(String, String), &Row)) -> Value {
    json!({
        "kernel": kernel,
        "family": family,
        "recordings": recordings,
        "decisions": report.decisions,
        "agree": report.agree,
        "unclear": report.unclear,
        "numbers": report.numbers,
        "numbers_exact": report.numbers_exact,
        "vruntime_error_max_ns": report.vruntime_error_max_ns,
        "deadline_error_max_ns": report.deadline_error_max_ns,
    })
}

fn kind(((kernel, rule), Kind { count, file, example }): (&(String, String), &Kind)) -> Value {
    let example = json!({
        "file": file, "t_ns": example.t_ns, "task": example.task, "kernel": example.kernel, "model": example.model,
    });
    json!({ "kernel": kernel, "rule": rule, "count": count, "example": example })
}

fn closed_loop(table: &Table, kernel: &str) -> Value {
    let errors = table.closed.share_errors(kernel);
    json!({
        "kernel": kernel,
        "tasks": errors.tasks,
        "share_off_mean_bp": errors.mean_bp,
        "share_off_90_bp": errors.of_90_bp,
        "share_off_95_bp": errors.of_95_bp,
    })
}
