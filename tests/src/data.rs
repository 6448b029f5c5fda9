//! The data files of this folder.

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the tests' data.
pub struct File {
    /// Its path inside the folder asked for, with `/`.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The top of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The tests' folder of this name.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Every recording of a real kernel, by name.
///
/// Panics if there is none: an empty folder would let every test over it pass.
pub fn recordings() -> Vec<File> {
    files("recordings", ".jsonl.gz")
}

/// Every recording of a machine with several CPUs, by name; panics if there is none.
pub fn recordings_of_several() -> Vec<File> {
    files("recordings-smp", ".jsonl.gz")
}

/// Every example scenario, by name; panics if there is none.
pub fn scenarios() -> Vec<File> {
    files("scenarios", ".json")
}

/// Every scenario that the bench runs, by name; panics if there is none.
pub fn workloads() -> Vec<File> {
    files("bench", ".json")
}

fn files(name: &str, ending: &str) -> Vec<File> {
    let root = folder(name);
    let found = files_below(&root, &[ending]).expect("the folder is part of the repository");
    assert!(!found.is_empty(), "no file {ending} in {}", root.display());
    let read =
        |(name, path): (String, PathBuf)| File { name, bytes: fs::read(path).expect("it was just found") };
    found.into_iter().map(read).collect()
}

/// Every file below a folder with one of these endings, by its path inside it (with `/`), in the
/// order of names. Links to folders are not followed: they may lead around in a circle.
///
/// An error names the folder that cannot be read.
pub fn files_below(root: &Path, endings: &[&str]) -> Result<Vec<(String, PathBuf)>, String> {
    let (mut found, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(at) = open.pop() {
        let unreadable = |error: std::io::Error| format!("{}: {error}", at.display());
        for entry in fs::read_dir(&at).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = entry.path();
            if entry.file_type().map_err(unreadable)?.is_dir() {
                open.push(path);
            } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
                let inside = path.strip_prefix(root).unwrap_or(&path).to_string_lossy();
                found.push((inside.replace('\\', "/"), path.clone()));
            }
        }
    }
    found.sort();
    Ok(found)
}
