//! A stretch of time with the decisions at its ends.

use serde::Serialize;
use sim::Run;

/// A row of the trace with what was decided there.
#[derive(Serialize)]
pub struct Moment {
    row: usize,
    t_ns: f64,
    sentence: String,
}

/// A task on a CPU, in a queue, or nobody on a CPU.
#[derive(Serialize)]
pub struct Span {
    side: usize,
    cpu: u16,
    kind: &'static str,
    task: String,
    from_ns: f64,
    to_ns: f64,
    begins: Option<Moment>,
    ends: Option<Moment>,
}

/// A row of a run; `None` if there is no such row.
pub fn moment(run: &Run, row: usize) -> Option<Moment> {
    let t_ns = run.trace().events.get(row)?.t_ns as f64;
    Some(Moment { row, t_ns, sentence: chart::say(run, row)? })
}

/// A stretch of a side.
pub fn span(side: usize, run: &Run, span: &chart::Span) -> Span {
    let name = run.task_names().get(usize::from(span.task)).map_or("", String::as_str);
    Span {
        begins: span.begins.and_then(|row| moment(run, row)),
        ends: span.ends.and_then(|row| moment(run, row)),
        ..bare_span(side, name, span)
    }
}

/// A stretch of the task of this name without the decisions at its ends, as of a recording.
pub fn bare_span(side: usize, task: &str, span: &chart::Span) -> Span {
    Span {
        side,
        cpu: span.cpu,
        kind: span.kind.name(),
        task: task.to_owned(),
        from_ns: span.from_ns as f64,
        to_ns: span.to_ns as f64,
        begins: None,
        ends: None,
    }
}
