//! What is under a pixel.

use chart::What;
use serde::Serialize;

/// What is under a pixel of the last frame.
#[derive(Serialize)]
pub struct Hit {
    side: usize,
    cpu: usize,
    what: &'static str,
    task: String,
    t_ns: f64,
    from_ns: f64,
    to_ns: f64,
    row: i64,
    label: String,
}

/// A hit of a side whose tasks have these names.
pub fn hit(hit: chart::Hit, names: &[&str]) -> Hit {
    let name = hit.task.and_then(|task| names.get(task));
    Hit {
        side: hit.side,
        cpu: hit.cpu,
        what: what(hit.what),
        task: name.map_or_else(String::new, |name| (*name).to_owned()),
        t_ns: hit.t_ns as f64,
        from_ns: hit.span_ns.0 as f64,
        to_ns: hit.span_ns.1 as f64,
        row: hit.row.map_or(-1, i64::from),
        label: hit.label,
    }
}

fn what(what: What) -> &'static str {
    match what {
        What::Span(kind) => kind.name(),
        What::Event => "event",
        What::Line => "line",
        What::Name => "name",
        What::Cpu => "cpu",
        What::Group => "group",
        What::IdleQueued => "idle queued",
    }
}
