//! Words that may not stand in a file.

use crate::files::File;
use crate::lexer::names;

/// Where serde hands over a number with a point in it; a reader must take it to refuse it by name.
const REFUSED_HERE: &str = "fn visit_f64<";

/// A float in policy or engine: it would make the same scenario differ between machines.
pub fn floats(file: &File) -> Vec<String> {
    if !file.is_rust() || !matches!(file.crate_name(), "sched" | "smp" | "sim") {
        return Vec::new();
    }
    let typed = |line: &str| names(line).any(|(_, name)| matches!(name, "f32" | "f64"));
    let float = |line: &str| (typed(line) || has_decimal_point(line)) && !line.contains(REFUSED_HERE);
    let lines = file.code.lines().enumerate();
    lines
        .filter(|(_, line)| float(line))
        .map(|(at, _)| file.finding(at, "a float; policy and engine are integers"))
        .collect()
}

/// Whether a digit, a point and a digit follow each other, and the number is not a tuple's field.
fn has_decimal_point(line: &str) -> bool {
    line.match_indices('.').any(|(at, _)| {
        let before =
            line[..at].rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
        let field = line[..at - before.len()].ends_with('.');
        before.starts_with(|c: char| c.is_ascii_digit())
            && !field
            && line[at + 1..].starts_with(|c: char| c.is_ascii_digit())
    })
}

/// A leftover of work in progress: a macro for it, or a note that names no issue.
pub fn unfinished(file: &File) -> Vec<String> {
    let source = file.is_rust() || file.is_typescript() || file.path.ends_with(".mjs");
    let in_code = |line: &str| {
        ["todo!", "unimplemented!", "dbg!"].into_iter().find(|word| source && line.contains(word))
    };
    let codes = file.code.lines().enumerate().filter_map(|(at, line)| Some((at, in_code(line)?)));
    let note = concat!("TO", "DO");
    let open = |line: &str| {
        line.split_once(note)
            .is_some_and(|(_, rest)| !rest.trim_start_matches(['(', ' ', ':']).starts_with('#'))
    };
    let notes =
        file.text.lines().enumerate().filter(|(_, line)| source && open(line)).map(|(at, _)| (at, note));
    codes
        .chain(notes)
        .map(|(at, word)| file.finding(at, &format!("{word} is left; finish it or name its issue as #N")))
        .collect()
}

/// A path that exists on one machine only: the repository stands alone.
pub fn machine_paths(file: &File) -> Vec<String> {
    let paths =
        [concat!("/wo", "rk/"), concat!("../sha", "red"), concat!("/t", "mp/"), concat!("/ro", "ot/")];
    let lines = file.text.lines().enumerate();
    let named = |line: &str| paths.into_iter().find(|path| line.contains(path));
    lines
        .filter_map(|(at, line)| {
            Some(file.finding(at, &format!("{} is a path of one machine", named(line)?)))
        })
        .collect()
}

/// Every licence that the manifest offers and whose text is missing or is another one's.
pub fn missing_licences(files: &[File]) -> Vec<String> {
    let missing = |(path, title): (&str, &str)| {
        let here = files.iter().any(|file| file.path == path && file.text.contains(title));
        (!here).then(|| format!("{path}:1: the file that says \"{title}\" is missing"))
    };
    [("LICENSE-MIT", "MIT License"), ("LICENSE-APACHE", "Apache License")]
        .into_iter()
        .filter_map(missing)
        .collect()
}

#[test]
fn a_missing_licence_is_found() {
    let files = [File::new("LICENSE-MIT", "MIT License\n"), File::new("LICENSE-APACHE", "MIT License\n")];
    let found = missing_licences(&files);
    assert!(found.len() == 1 && found[0].starts_with("LICENSE-APACHE:1:"), "{found:?}");
}

#[test]
fn a_float_in_the_engine_is_found() {
    let text = "let a: f64 = b;\nlet c = 0.5;\nlet d = e.0.1 + f[0..2] + 1.max(2); // 0.5\nfn visit_f64<E>(self, v: f64) {}\n";
    let found = floats(&File::new("crate/sim/src/a.rs", text));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(floats(&File::new("crate/chart/src/a.rs", text)).is_empty());
}

#[test]
fn unfinished_work_is_found() {
    let note = concat!("TO", "DO");
    let text = format!("fn a() {{ todo!() }}\n// {note}: later\n// {note}(#12): later\nlet s = \"dbg!\";\n");
    let found = unfinished(&File::new("a.rs", &text));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("a.rs:1:") && found[1].starts_with("a.rs:2:"), "{found:?}");
}

#[test]
fn a_path_of_one_machine_is_found() {
    let text = format!("see ./worker/a\nsee {}notes\n", concat!("/wo", "rk/"));
    assert_eq!(machine_paths(&File::new("README.md", &text)).len(), 1);
}
