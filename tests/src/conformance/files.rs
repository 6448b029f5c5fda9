//! Finding recordings.

use std::path::{Path, PathBuf};

/// Every recording below a folder, by its path relative to it, in the order of names.
///
/// An error names the folder that cannot be read.
pub fn recordings_below(folder: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        let entries = std::fs::read_dir(&at).map_err(|error| format!("{}: {error}", at.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| format!("{}: {error}", at.display()))?.path();
            if path.is_dir() {
                open.push(path);
            } else if is_recording(&path) {
                let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
                found.push((name, path));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn is_recording(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")
}
