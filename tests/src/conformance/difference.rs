//! In which lines a text is not what it should be, for whoever has to find out why.

use std::fmt::Write as _;

/// How many differing lines are shown.
const SHOWN: usize = 10;

/// How much of a line is shown before the place where it parts from the other, and after.
const BEFORE_CHARS: usize = 30;
const AFTER_CHARS: usize = 70;

/// How much of its begin is shown to know a line by.
const NAME_CHARS: usize = 60;

/// Lines of only one of the two texts, the first with the first: they are pairs where a value changed. Empty for equal texts.
pub(super) fn of(found: &str, expected: &str) -> String {
    let (old, new) = (only_in(found, expected), only_in(expected, found));
    let count = old.len().max(new.len());
    let mut text = String::new();
    for i in 0..count.min(SHOWN) {
        text.push_str(&pair(old.get(i).copied(), new.get(i).copied()));
    }
    if count > SHOWN {
        let _ = writeln!(text, "and {} lines more", count - SHOWN);
    }
    text
}

fn only_in<'a>(text: &'a str, other: &str) -> Vec<&'a str> {
    let others: std::collections::BTreeSet<&str> = other.lines().map(bare).collect();
    text.lines().map(bare).filter(|line| !others.contains(line)).collect()
}

/// A line without the comma that only says that another one follows.
fn bare(line: &str) -> &str {
    line.strip_suffix(',').unwrap_or(line)
}

fn pair(old: Option<&str>, new: Option<&str>) -> String {
    let parts_at = match (old, new) {
        (Some(old), Some(new)) => old.chars().zip(new.chars()).take_while(|(old, new)| old == new).count(),
        _ => 0,
    };
    let line = |mark, line: Option<&str>| line.map_or(String::new(), |line| shown(mark, line, parts_at));
    line("file:  ", old) + &line("should:", new)
}

/// A line, short: its begin, and what stands about the place where it parts from the other.
fn shown(mark: &str, line: &str, parts_at: usize) -> String {
    let part = |from: usize, chars: usize| line.chars().skip(from).take(chars).collect::<String>();
    let from = parts_at.saturating_sub(BEFORE_CHARS);
    let window = part(from, BEFORE_CHARS + AFTER_CHARS);
    match from {
        0 => format!("{mark} {window}\n"),
        _ => format!("{mark} {} … {window}\n", part(0, NAME_CHARS.min(from))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_differ_in_nothing() {
        assert_eq!(of("a\nb\n", "a\nb\n"), "");
        assert_eq!(of("a,\nb\n", "a\nb,\nc\n"), "should: c\n", "a comma at the end is no difference");
    }

    #[test]
    fn a_changed_line_is_shown_where_it_parts() {
        let line =
            |value: u32| format!("{{\"file\":\"a.jsonl\",{}\"wrong\":{value}}}\n", "\"x\":1,".repeat(100));
        let text = of(&line(0), &line(7));
        assert_eq!(text.lines().count(), 2, "{text}");
        for (line, value) in text.lines().zip(["\"wrong\":0}", "\"wrong\":7}"]) {
            assert!(line.contains("\"file\":\"a.jsonl\"") && line.ends_with(value), "{text}");
        }
    }

    #[test]
    fn of_many_lines_some_are_shown() {
        let many: String = (0..40).map(|i| format!("{i}\n")).collect();
        let text = of("", &many);
        assert_eq!(
            (text.lines().count(), text.ends_with("and 30 lines more\n")),
            (SHOWN + 1, true),
            "{text}"
        );
    }
}
