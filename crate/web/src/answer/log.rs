//! A part of the log of decisions.

use chart::Group;
use serde::Serialize;
use sim::Run;

/// A part of a log: how long all of it is, where the row that was looked for stands, and the rows of the part.
#[derive(Serialize)]
pub struct LogPart {
    total: usize,
    /// -1 if there is none.
    position: f64,
    rows: Vec<LogRow>,
}

#[derive(Serialize)]
struct LogRow {
    row: usize,
    t_ns: f64,
    cpu: u16,
    sentence: String,
    group: &'static str,
    kind: String,
    task: String,
    other: String,
}

impl LogPart {
    /// Nothing, of a log without a row.
    pub fn empty() -> LogPart {
        LogPart { total: 0, position: -1.0, rows: Vec::new() }
    }
}

/// `count` rows from position `from` of a log, and the position of trace row `find`.
pub fn log(run: &Run, log: &chart::Log, from: usize, count: usize, find: Option<usize>) -> LogPart {
    let position = find.and_then(|row| log.position(row));
    LogPart {
        total: log.rows.len(),
        position: position.map_or(-1.0, |position| position as f64),
        rows: log.part(from, count).iter().filter_map(|row| log_row(run, *row as usize)).collect(),
    }
}

fn log_row(run: &Run, row: usize) -> Option<LogRow> {
    let event = run.trace().events.get(row)?;
    let [task, other] = run.names_in(event).map(|name| name.unwrap_or_default().to_owned());
    Some(LogRow {
        row,
        t_ns: event.t_ns as f64,
        cpu: event.cpu,
        sentence: chart::say(run, row)?,
        group: Group::of(event.kind()).name(),
        kind: format!("{:?}", event.kind()),
        task,
        other,
    })
}
