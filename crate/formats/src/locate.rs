//! From a path such as `threads[2].nice` to its line and column in JSON text.

/// Line and column, both from 1, of the value at `path`, or of as much of the path as exists.
///
/// `None` if the text is no JSON object or the path is empty. The text was parsed before, so this only
/// has to be right for valid JSON; for any other it ends and gives something or nothing.
pub(crate) fn locate(text: &str, path: &str) -> Option<(usize, usize)> {
    let mut scan = Scan { bytes: text.as_bytes(), at: 0 };
    let mut found = None;
    for part in parts(path) {
        let inside = match part {
            Part::Key(key) => scan.enter_key(key),
            Part::Index(index) => scan.enter_index(index),
        };
        if !inside {
            break;
        }
        found = Some(scan.at);
    }
    found.map(|offset| position(text, offset))
}

/// One step of a path.
enum Part<'a> {
    Key(&'a str),
    Index(usize),
}

/// `threads[2].nice` in its three parts.
fn parts(path: &str) -> impl Iterator<Item = Part<'_>> {
    path.split(['.', '[']).filter(|part| !part.is_empty()).map(|part| match part.strip_suffix(']') {
        Some(digits) => digits.parse().map_or(Part::Key(part), Part::Index),
        None => Part::Key(part),
    })
}

/// Line and column of a byte; the column counts characters.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
    (line, column)
}

/// A place in JSON text, always at the start of a token or at the end.
struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    /// From the start of an object to the value of `key`; stays inside the object if there is none.
    fn enter_key(&mut self, key: &str) -> bool {
        if !self.eat(b'{') {
            return false;
        }
        while self.peek() == Some(b'"') {
            let start = self.at;
            self.skip_string();
            let name = &self.bytes[start..self.at];
            self.eat(b':');
            self.skip_space();
            if name.len() == key.len() + 2 && &name[1..name.len() - 1] == key.as_bytes() {
                return true;
            }
            self.skip_value();
            self.eat(b',');
        }
        false
    }

    /// From the start of a list to its element of this index.
    fn enter_index(&mut self, index: usize) -> bool {
        if !self.eat(b'[') {
            return false;
        }
        for _ in 0..index {
            self.skip_value();
            if !self.eat(b',') {
                return false;
            }
        }
        self.skip_space();
        self.at < self.bytes.len()
    }

    /// To behind the value that begins here: brackets are counted, strings skipped whole.
    fn skip_value(&mut self) {
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => self.skip_string(),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' if depth == 0 => return,
                b'}' | b']' => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' if depth == 0 => return,
                _ => self.at += 1,
            }
        }
    }

    /// To behind the string that begins here.
    fn skip_string(&mut self) {
        self.at += 1;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                break;
            }
        }
        self.at = self.at.min(self.bytes.len());
    }

    /// The next byte that is no white space, without taking it.
    fn peek(&mut self) -> Option<u8> {
        self.skip_space();
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// Takes this byte if it is the next one.
    fn eat(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }
}

#[cfg(test)]
mod tests {
    use super::locate;

    const TEXT: &str = "{\n  \"title\": \"a \\\"[{\",\n  \"ü\": 1, \"threads\": [\n    {\"nice\": 1},\n    {\"nice\": [25, {}, 3]}\n  ]\n}";

    #[track_caller]
    fn check(path: &str, expected: Option<(usize, usize)>) {
        assert_eq!(locate(TEXT, path), expected, "{path}");
    }

    #[test]
    fn keys_and_indices() {
        check("title", Some((2, 12)));
        check("threads", Some((3, 22)));
        check("threads[0].nice", Some((4, 14)));
        check("threads[1]", Some((5, 5)));
        check("threads[1].nice[2]", Some((5, 23)));
    }

    #[test]
    fn what_is_missing_gives_its_parent() {
        check("threads[1].slice", Some((5, 5)));
        check("threads[7]", Some((3, 22)));
        check("", None);
        check("seed", None);
    }

    #[test]
    fn text_that_is_no_json_ends() {
        for text in ["", "{", "{\"a", "[[[", "{\"a\":\"\\", "}}"] {
            let _ = locate(text, "a[3].b");
        }
    }
}
