//! How long a file and a function may be.

use crate::files::File;
use crate::lexer::names;

const FILE_LINES_MAX: usize = 400;
const FUNCTION_LINES_MAX: usize = 70;

/// Words that look like a call with a block after it and are none.
const NOT_FUNCTIONS: &[&str] = &["if", "for", "while", "switch", "catch", "else", "return", "do", "try"];

/// A source file that is too long.
pub fn files(file: &File) -> Vec<String> {
    let lines = file.text.lines().count();
    let source =
        file.is_rust() || file.is_typescript() || file.path.ends_with(".mjs") || file.path.ends_with(".css");
    let long = source && lines > FILE_LINES_MAX;
    long.then(|| file.finding(0, &format!("{lines} lines, {FILE_LINES_MAX} at most"))).into_iter().collect()
}

/// Every function that is too long, from its name to its closing brace.
pub fn functions(file: &File) -> Vec<String> {
    let begins: fn(&str) -> Option<usize> = match () {
        () if file.is_rust() => rust_function,
        () if file.is_typescript() || file.path.ends_with(".mjs") => script_function,
        () => return Vec::new(),
    };
    let lines: Vec<&str> = file.code.lines().collect();
    let measure = |(at, line): (usize, &&str)| Some((at, length(&lines[at..], begins(line)?)));
    let long =
        lines.iter().enumerate().filter_map(measure).filter(|(_, length)| *length > FUNCTION_LINES_MAX);
    long.map(|(at, length)| {
        file.finding(at, &format!("a function of {length} lines, {FUNCTION_LINES_MAX} at most"))
    })
    .collect()
}

/// The column of a Rust function's name.
fn rust_function(line: &str) -> Option<usize> {
    let at =
        line.find("fn ").filter(|at| !line[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))?;
    line[at + 3..].starts_with(|c: char| c.is_alphabetic() || c == '_').then_some(at)
}

/// The column from which a script function's body is looked for: `function`, `=>` at the end of the line, or a method.
fn script_function(line: &str) -> Option<usize> {
    let trimmed = line.trim_end();
    if let Some((at, _)) = names(line).find(|(_, name)| *name == "function") {
        return Some(at);
    }
    if trimmed.ends_with("=> {") || trimmed.ends_with("=> (") {
        return Some(trimmed.len() - 1);
    }
    let first = names(line).next().map_or("", |(_, name)| name);
    let method = trimmed.ends_with('{')
        && trimmed.contains(") ") | trimmed.contains("): ")
        && !NOT_FUNCTIONS.contains(&first);
    (method && !first.is_empty()).then(|| trimmed.len() - 1)
}

/// Lines until what opens here is closed again; 1 if a `;` comes first, as for a function without a body.
fn length(lines: &[&str], column: usize) -> usize {
    let (mut depth, mut body) = (0, false);
    for (at, line) in lines.iter().enumerate() {
        for c in line[if at == 0 { column } else { 0 }..].chars() {
            depth += i32::from(matches!(c, '{' | '(' | '[')) - i32::from(matches!(c, '}' | ')' | ']'));
            body |= (c == '{' && depth == 1) || (at == 0 && line[column..].starts_with('('));
            if depth <= 0 && (c == ';' || (body && matches!(c, '}' | ')'))) {
                return at + 1;
            }
        }
    }
    lines.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, head: &str, lines: usize, tail: &str) {
        let short = format!("{head}\n{}{tail}\nnext\n", "a(); \n".repeat(lines - 2));
        let long = format!("{head}\n{}{tail}\nnext\n", "a(); \n".repeat(lines - 1));
        assert!(functions(&File::new(path, &short)).is_empty(), "{:?}", functions(&File::new(path, &short)));
        assert_eq!(
            functions(&File::new(path, &long)),
            [format!("{path}:1: a function of 71 lines, 70 at most")]
        );
    }

    #[test]
    fn a_long_rust_function_is_found() {
        check("a.rs", "pub fn long(a: [u8; 2]) -> u8 {", 70, "}");
        check("a.rs", "    fn long(\n a: u8,\n) where T: Fn(u8) {", 68, "}");
    }

    #[test]
    fn a_long_script_function_is_found() {
        check("a.ts", "export function long(a: { b: number }): void {", 70, "}");
        check("a.ts", "const long = (a) => {", 70, "};");
        check("a.tsx", "const long = (a) => (", 70, ");");
        check("a.ts", "  async long(a: number): Promise<void> {", 70, "}");
    }

    #[test]
    fn a_function_without_a_body_ends_at_its_semicolon() {
        assert_eq!(length(&["fn a(b: [u8; 2]) -> u8;", "fn c() {", "}"], 0), 1);
    }

    #[test]
    fn a_long_file_is_found() {
        assert_eq!(files(&File::new("a.rs", &"\n".repeat(401))), ["a.rs:1: 401 lines, 400 at most"]);
        assert!(files(&File::new("a.rs", &"\n".repeat(400))).is_empty());
        assert!(files(&File::new("a.json", &"\n".repeat(401))).is_empty());
    }
}
