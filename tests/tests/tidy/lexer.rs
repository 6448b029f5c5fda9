//! Tells code from comments and strings, well enough to count braces and read names.

/// How a file's comments and strings are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Rust,
    TypeScript,
    Other,
}

impl Language {
    /// By the ending of the name.
    pub fn of(path: &str) -> Language {
        match path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("rs") => Language::Rust,
            Some("ts" | "tsx" | "mjs") => Language::TypeScript,
            _ => Language::Other,
        }
    }
}

/// The text with comments and the insides of strings as blanks; every other character stays where it was.
pub fn blank(text: &str, language: Language) -> String {
    if language == Language::Other {
        return text.to_owned();
    }
    let mut lexer = Lexer { rest: text, language, out: String::with_capacity(text.len()) };
    while !lexer.rest.is_empty() {
        lexer.step();
    }
    lexer.out
}

struct Lexer<'a> {
    rest: &'a str,
    language: Language,
    out: String,
}

impl Lexer<'_> {
    /// Copies one character of code, or blanks one comment or string.
    fn step(&mut self) {
        let rest = self.rest;
        let hidden = match rest.as_bytes() {
            [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => rest.find("*/").map_or(rest.len(), |at| at + 2),
            [b'"', ..] => quoted(rest, self.language == Language::TypeScript),
            [b'r', ..] if self.language == Language::Rust => raw_string(&self.out, rest),
            [b'\'', ..] if self.language == Language::Rust => character(rest),
            [b'\'', ..] => quoted(rest, true),
            [b'`', ..] if self.language == Language::TypeScript => template(rest),
            [b'/', ..] if self.language == Language::TypeScript => pattern(&self.out, rest),
            _ => 0,
        };
        self.take(hidden);
    }

    /// Takes so many bytes as blanks; none means one character as it is.
    fn take(&mut self, hidden: usize) {
        let length = if hidden == 0 { self.rest.chars().next().map_or(0, char::len_utf8) } else { hidden };
        let (taken, rest) = self.rest.split_at(length);
        let shown = |c: char| if hidden == 0 || c == '\n' { c } else { ' ' };
        self.out.extend(taken.chars().map(shown));
        self.rest = rest;
    }
}

/// Length of a string that begins here; one that must end on its line ends there even if it is not closed.
fn quoted(text: &str, one_line: bool) -> usize {
    let quote = text.as_bytes()[0];
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'\n' if one_line => return at,
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of `r"…"` or `r#"…"#`; 0 if the `r` is part of a name or no quote follows.
fn raw_string(before: &str, text: &str) -> usize {
    let hashes = text[1..].bytes().take_while(|byte| *byte == b'#').count();
    if before.ends_with(|c: char| c.is_alphanumeric() || c == '_') || !text[1 + hashes..].starts_with('"') {
        return 0;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let start = hashes + 2;
    text[start..].find(&end).map_or(text.len(), |at| start + at + end.len())
}

/// Length of a character literal; 0 for a lifetime.
fn character(text: &str) -> usize {
    if text[1..].starts_with('\\') {
        return text[3..].find('\'').map_or(0, |at| at + 4);
    }
    let length = text[1..].chars().next().map_or(0, char::len_utf8);
    if text[1 + length..].starts_with('\'') { length + 2 } else { 0 }
}

/// Length of a template string, with what is between `${` and `}`.
fn template(text: &str) -> usize {
    let mut at = 1;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match &bytes[at..] {
            [b'\\', ..] => at += 2,
            [b'`', ..] => return at + 1,
            [b'$', b'{', ..] => at += 2 + inside_braces(&text[at + 2..]),
            _ => at += 1,
        }
    }
    text.len()
}

/// Length up to and with the `}` that closes; templates may stand inside.
fn inside_braces(text: &str) -> usize {
    let (mut at, mut depth) = (0, 1);
    let bytes = text.as_bytes();
    while at < bytes.len() && depth > 0 {
        match bytes[at] {
            b'`' => at += template(&text[at..]),
            b'\'' | b'"' => at += quoted(&text[at..], true),
            byte => {
                depth += i32::from(byte == b'{') - i32::from(byte == b'}');
                at += 1;
            }
        }
    }
    at
}

/// Length of a regular expression; 0 for a division or the `/` of a tag.
fn pattern(before: &str, text: &str) -> usize {
    let begins = before.trim_end().ends_with(['(', '=', ',', ':', '[', '!', '&', '|', '?', ';']);
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let (mut class, mut escaped) = (false, false);
    for (at, byte) in line.bytes().enumerate().skip(1).take_while(|_| begins) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'[' => class = true,
            b']' => class = false,
            b'/' if !class => return at + 1,
            _ => {}
        }
    }
    0
}

/// The names in a line of code, with where each begins.
pub fn names(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    line.split(move |c| !word(c)).filter(|name| !name.is_empty()).map(move |name| (offset(line, name), name))
}

fn offset(line: &str, part: &str) -> usize {
    part.as_ptr() as usize - line.as_ptr() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(language: Language, text: &str, expected: &str) {
        assert_eq!(blank(text, language), expected);
    }

    #[test]
    fn rust_strings_comments_and_characters_are_blanked() {
        check(Language::Rust, "a(\"}{\") // {\nb", "a(    )     \nb");
        check(Language::Rust, "a(r#\"\"{\"#, '{', '\\n')", "a(       ,    ,     )");
        check(Language::Rust, "fn a<'a>(b: &'a str) {}", "fn a<'a>(b: &'a str) {}");
        check(Language::Rust, "/* { */ for", "        for");
    }

    #[test]
    fn typescript_templates_and_patterns_are_blanked() {
        check(Language::TypeScript, "a(`{${b(`}`)}`)", "a(            )");
        check(Language::TypeScript, "a = /[/{]/.test(b / c)", "a =       .test(b / c)");
        check(Language::TypeScript, "<p>don't {x} </p>\n}", "<p>don           \n}");
    }

    #[test]
    fn names_come_with_their_place() {
        assert_eq!(names("a_b::c (d)").collect::<Vec<_>>(), [(0, "a_b"), (5, "c"), (8, "d")]);
    }
}
