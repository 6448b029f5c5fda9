//! The repository's own text files, read once each.

use std::path::{Path, PathBuf};

use crate::lexer::{self, Language};

/// Folders that are made, not written; what `.gitignore` names, and git's own.
const MADE: &[&str] = &[".git", "target", "www/node_modules", "www/dist", "www/src/pkg", "tests/web/shots"];

/// One file, with its path from the top of the repository.
pub struct File {
    pub path: String,
    pub text: String,
    /// The text with comments and the insides of strings blanked, line by line and column by column as it was.
    pub code: String,
}

impl File {
    /// A file as a rule sees it; tests make theirs with this too.
    pub fn new(path: &str, text: &str) -> File {
        let code = lexer::blank(text, Language::of(path));
        File { path: path.to_owned(), text: text.to_owned(), code }
    }

    /// `crate/NAME/…` is of crate `NAME`, `tests/…` of `tests`.
    pub fn crate_name(&self) -> &str {
        let mut parts = self.path.split('/');
        match parts.next() {
            Some("crate") => parts.next().unwrap_or_default(),
            Some("tests") => "tests",
            _ => "",
        }
    }

    /// Whether the file is Rust.
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Whether the file is TypeScript, with or without markup.
    pub fn is_typescript(&self) -> bool {
        self.path.ends_with(".ts") || self.path.ends_with(".tsx")
    }

    /// The code without its tests: a test may do what the code it tests may not.
    pub fn shipped(&self) -> &str {
        let (folder, name) = self.path.rsplit_once('/').unwrap_or(("", &self.path));
        let tests = name.ends_with("tests.rs") || name.contains(".test.") || folder.ends_with("/tests");
        let end = self.code.find("#[cfg(test)]\nmod ").filter(|at| self.code[*at..].contains('{'));
        if tests { "" } else { &self.code[..end.unwrap_or(self.code.len())] }
    }

    /// `path:line: what`, for the zero-based line.
    pub fn finding(&self, line: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path, line + 1)
    }
}

/// Every text file of the repository, in the order of paths.
pub fn tracked() -> Vec<File> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate is a folder of the repository");
    let mut paths = Vec::new();
    walk(root, root, &mut paths);
    paths.sort();
    let read = |path: &PathBuf| {
        Some((path.strip_prefix(root).ok()?.to_str()?.to_owned(), std::fs::read_to_string(path).ok()?))
    };
    paths.iter().filter_map(read).map(|(path, text)| File::new(&path, &text)).collect()
}

fn walk(root: &Path, folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the repository can be read") {
        let path = entry.expect("so can its entries").path();
        let made =
            path.strip_prefix(root).is_ok_and(|inner| MADE.iter().any(|made| inner == Path::new(made)));
        match path.is_dir() {
            _ if made => {}
            true => walk(root, &path, paths),
            false => paths.push(path),
        }
    }
}

#[test]
fn tests_are_not_shipped() {
    let file = File::new("crate/sim/src/a.rs", "fn a() {}\n#[cfg(test)]\nmod tests {\n fn b() {}\n}\n");
    assert_eq!(file.shipped(), "fn a() {}\n");
    assert_eq!(File::new("crate/sim/src/a/tests.rs", "fn a() {}").shipped(), "");
}

#[test]
fn the_walk_finds_this_file() {
    assert!(tracked().iter().any(|file| file.path == "tests/tests/tidy/files.rs"));
}
