//! Helpers around the one error type, which is the engine's: place, value, remedy.

use sim::Error;

/// Characters of an offending value that a message repeats.
const EXCERPT_CHARS: usize = 60;

/// The same error, its place inside `outer`.
#[cold]
pub(crate) fn within(outer: &str, error: Error) -> Error {
    let place = if error.place.is_empty() { outer.to_string() } else { format!("{outer}, {}", error.place) };
    Error { place, ..error }
}

/// What serde_json found wrong in text that begins on `line`, its column kept.
#[cold]
pub(crate) fn json_on_line(line: usize, error: &serde_json::Error) -> Error {
    let place = format!("line {}, column {}", line + error.line().max(1) - 1, error.column());
    within(&place, json(error))
}

/// The same in text that is a part of something, so that its lines and columns say nothing.
#[cold]
pub(crate) fn json(error: &serde_json::Error) -> Error {
    let text = error.to_string();
    let what = text.rfind(" at line ").map_or(text.as_str(), |end| &text[..end]);
    Error::new("", excerpt(what), "write valid JSON with the fields of the format")
}

/// The value, shortened to what fits in a message.
pub(crate) fn excerpt(value: &str) -> String {
    let mut short: String = value.chars().take(EXCERPT_CHARS).collect();
    if short.len() < value.len() {
        short.push('…');
    }
    short
}
