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
    let mut files = Vec::new();
    collect(&root, &root, ending, &mut files);
    assert!(!files.is_empty(), "no file {ending} in {}", root.display());
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

fn collect(root: &Path, folder: &Path, ending: &str, files: &mut Vec<File>) {
    for entry in fs::read_dir(folder).expect("the folder is part of the repository") {
        let path = entry.expect("its entries can be read").path();
        if path.is_dir() {
            collect(root, &path, ending, files);
        } else if path.to_string_lossy().ends_with(ending) {
            let inside = path.strip_prefix(root).expect("it was found below its root");
            let name = inside.to_string_lossy().replace('\\', "/");
            files.push(File { name, bytes: fs::read(&path).expect("the file can be read") });
        }
    }
}
