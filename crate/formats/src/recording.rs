//! `kernel-sched-trace/1`: a header line, then one event a line; gzip or plain.

use sim::Error;
use sim::recording::{Event, Recording};

use crate::limits::EVENTS_MAX;
use crate::lines::Lines;

mod event;
mod header;
mod names;
mod raw;
mod to_raw;
mod write;

pub use names::check_names;
pub use write::{write, write_event, write_header};

/// Name of the format, in the header of every recording.
pub const FORMAT: &str = "kernel-sched-trace/1";

/// Reads a recording from the bytes of its file.
///
/// Fields that the format does not know are left alone, so that a newer recorder may add some; a missing
/// or impossible one is an error with its line. Time and memory are bounded by [`crate::limits`].
pub fn read(bytes: &[u8]) -> Result<Recording, Error> {
    let mut lines = Lines::new(bytes)?;
    let (mut recording, mut names) = match lines.next()? {
        Some(line) => header::read(line)?,
        None => return Err(Error::new("file", "it is empty", format!("use a recording ({FORMAT})"))),
    };
    recording.events = read_events(&mut lines, &mut names)?;
    recording.tasks = names.into_tasks();
    Ok(recording)
}

/// Whether the bytes, gzip or plain, begin with the header of a recording of any version.
///
/// The error says why their first line cannot be read at all.
pub fn is_recording(bytes: &[u8]) -> Result<bool, Error> {
    let mut lines = Lines::new(bytes)?;
    Ok(lines.next()?.is_some_and(header::has_format))
}

/// Every line after the header.
fn read_events(lines: &mut Lines<'_>, names: &mut names::Names) -> Result<Vec<Event>, Error> {
    let mut events: Vec<Event> = Vec::new();
    while let Some(line) = lines.next()? {
        let parsed = event::read(line, names);
        let event = parsed.map_err(|problem| problem.on_line(lines.number()))?;
        check_order(events.last(), &event).map_err(|problem| problem.on_line(lines.number()))?;
        if events.len() == EVENTS_MAX {
            return Err(too_many(lines.number()));
        }
        events.push(event);
    }
    Ok(events)
}

/// Events stand in the order of time.
fn check_order(previous: Option<&Event>, event: &Event) -> Result<(), event::Problem> {
    match previous {
        Some(previous) if previous.t_ns > event.t_ns => Err(event::Problem::field(
            "t",
            format!("{} is before the line above ({})", event.t_ns, previous.t_ns),
            "sort the events by time",
        )),
        _ => Ok(()),
    }
}

#[cold]
fn too_many(line: usize) -> Error {
    Error::new(format!("line {line}"), "one event too many", format!("use at most {EVENTS_MAX} events"))
}
