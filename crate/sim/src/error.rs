//! What was wrong with what a user wrote.

use std::fmt;

/// A refusal: where, what stood there, and what would be right.
///
/// Displays as `threads[2].nice: 25 is outside -20..=19; use a value inside`.
/// Only input causes one; a fault of the engine itself is a panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The path of the value, as in `threads[2].script[4]`; empty for the whole.
    pub place: String,
    /// The value, and what is wrong with it.
    pub value: String,
    /// What to write instead.
    pub remedy: String,
}

impl Error {
    /// An error at `place`; `value` says what is wrong there, `remedy` what to do.
    #[cold]
    pub fn new(place: impl Into<String>, value: impl Into<String>, remedy: impl Into<String>) -> Error {
        Error { place: place.into(), value: value.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.place.is_empty() { "scenario" } else { &self.place };
        write!(f, "{place}: {}; {}", self.value, self.remedy)
    }
}

impl std::error::Error for Error {}

/// Those of `known` that `name` was probably meant to be: all that are equally near, in their order; none if none is near.
///
/// Near is an edit distance of at most a third of the longer name's length, or its beginning.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    const BEGINNING_MIN: usize = 3;
    let begins = |k: &str| name.len() >= BEGINNING_MIN && k.starts_with(name);
    let near = |k: &&str| begins(k) || distance(name, k) * 3 <= name.len().max(k.len());
    let near: Vec<&str> = known.iter().copied().filter(near).collect();
    let least = near.iter().map(|k| distance(name, k)).min();
    near.into_iter().filter(|k| Some(distance(name, k)) == least).collect()
}

/// A sentence that leads from `name` to those of `known` that it may stand for.
pub fn suggestion(name: &str, known: &[&str]) -> String {
    match nearest(name, known).split_last() {
        Some((last, [])) => format!("did you mean `{last}`?"),
        Some((last, others)) => format!("did you mean `{}` or `{last}`?", others.join("`, `")),
        None => format!("known here: {}", known.join(", ")),
    }
}

/// Levenshtein's distance, ignoring the case of ASCII letters.
fn distance(a: &str, b: &str) -> usize {
    const LONGEST: usize = 64;
    let fold = |s: &str| -> Vec<char> { s.chars().take(LONGEST).map(|c| c.to_ascii_lowercase()).collect() };
    let (a, b) = (fold(a), fold(b));
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_finds_its_name() {
        assert_eq!(nearest("slice_n", &["slice_ns", "nice", "script"]), ["slice_ns"]);
        assert_eq!(nearest("NISE", &["slice_ns", "nice"]), ["nice"]);
        assert_eq!(nearest("tick", &["hrtick_ns", "tick_ns"]), ["tick_ns"]);
    }

    #[test]
    fn a_stranger_finds_none() {
        assert!(nearest("priority", &["nice", "script"]).is_empty());
        assert_eq!(suggestion("priority", &["nice", "script"]), "known here: nice, script");
    }

    #[test]
    fn all_that_are_equally_near_are_named() {
        assert_eq!(suggestion("7.4", &["6.19", "7.0", "7.1", "7.2"]), "did you mean `7.0`, `7.1` or `7.2`?");
    }

    #[test]
    fn distance_counts_single_edits() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}
