//! Where a comparison of the project's own recordings is published: the data of the page and the table of the README.

use std::fs;
use std::path::PathBuf;

use super::{Table, difference, proof, readme};
use crate::data;

/// A file of the repository and what it must hold.
pub struct Published {
    /// Where it is.
    pub path: PathBuf,
    /// What it must hold.
    pub text: String,
}

/// Everything that is made from a comparison of `tests/recordings`, and of `tests/recordings-smp` with `several` CPUs. An error
/// names the file that cannot be read.
pub fn published(table: &Table, several: &Table) -> Result<[Published; 2], String> {
    let page = data::root().join("www/src/proof/conformance.json");
    let path = data::root().join("README.md");
    let old = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let readme = Published { path, text: readme::with_tables(&old, table, several) };
    Ok([Published { path: page, text: proof::to_proof(table, several) }, readme])
}

impl Published {
    /// Whether the file holds it already.
    pub fn is_current(&self) -> bool {
        fs::read_to_string(&self.path).is_ok_and(|text| text == self.text)
    }

    /// Which lines of the file are not what they must be, some of them in words; all are missing from a file that cannot be read.
    pub fn difference(&self) -> String {
        difference::of(&fs::read_to_string(&self.path).unwrap_or_default(), &self.text)
    }

    /// Writes the file; an error names it.
    pub fn write(&self) -> Result<(), String> {
        fs::write(&self.path, &self.text).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}
