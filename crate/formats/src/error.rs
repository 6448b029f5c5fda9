//! What is wrong with somebody's input.

use std::fmt;

/// A refused input: where, what was found, and what would be right.
///
/// Printed as `line 3, field "rs": "Q" is not a reschedule flag; use one of . N n p l L b B`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    place: String,
    value: String,
    remedy: String,
}

/// Characters of an offending value that a message repeats.
const EXCERPT_CHARS: usize = 60;

impl Error {
    /// An error from its three parts.
    #[cold]
    pub fn new(place: impl Into<String>, value: impl Into<String>, remedy: impl Into<String>) -> Error {
        Error { place: place.into(), value: value.into(), remedy: remedy.into() }
    }

    /// Where in the input: a line and field, or a path such as `threads[2].nice`.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What was found there.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// What would be right.
    pub fn remedy(&self) -> &str {
        &self.remedy
    }

    /// The same error, its place inside `outer`.
    #[cold]
    pub fn within(self, outer: &str) -> Error {
        Error { place: format!("{outer}, {}", self.place), ..self }
    }

    /// What serde_json found wrong on this line, its column kept.
    #[cold]
    pub(crate) fn json(line: usize, error: &serde_json::Error) -> Error {
        let text = error.to_string();
        let what = text.rfind(" at line ").map_or(text.as_str(), |end| &text[..end]);
        let place = format!("line {}, column {}", line + error.line().max(1) - 1, error.column());
        Error::new(place, excerpt(what), "write valid JSON with the fields of the format")
    }
}

/// The value, shortened to what fits in a message.
pub(crate) fn excerpt(value: &str) -> String {
    let mut short: String = value.chars().take(EXCERPT_CHARS).collect();
    if short.len() < value.len() {
        short.push('…');
    }
    short
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.place, self.value, self.remedy)
    }
}

impl std::error::Error for Error {}
