//! Remembers from which inputs something was made, so that it is made again only when one of them differs.
//!
//! Contents are compared, not times: a fresh clone, a switch of branches and a touched file all give the right answer.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;

/// The inputs of a step as they are now, and the file that remembers those it last ran with.
pub struct Stamp {
    file: PathBuf,
    inputs: String,
}

impl Stamp {
    /// Reads the inputs: files, and folders with all that is in them.
    ///
    /// Fails if one cannot be read; one that is not there counts as an empty file.
    pub fn of(file: PathBuf, inputs: &[PathBuf]) -> Result<Stamp> {
        let mut hash = Fnv::new();
        for input in inputs {
            add(&mut hash, input).map_err(|error| format!("{}: {error}", input.display()))?;
        }
        Ok(Stamp { file, inputs: format!("{:016x}", hash.0) })
    }

    /// Whether the step has run with these inputs and its outputs are still there.
    pub fn is_current(&self, outputs: &[PathBuf]) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|seen| seen == self.inputs)
            && outputs.iter().all(|path| path.exists())
    }

    /// Remembers that the step has run; to be called once its outputs are complete.
    pub fn write(&self) -> Result {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&self.file, &self.inputs));
        written.map_err(|error| format!("{}: {error}", self.file.display()))
    }
}

fn add(hash: &mut Fnv, path: &Path) -> std::io::Result<()> {
    hash.add(path.to_string_lossy().as_bytes());
    if path.is_dir() {
        let mut inside: Vec<PathBuf> =
            fs::read_dir(path)?.map(|entry| entry.map(|e| e.path())).collect::<std::io::Result<_>>()?;
        inside.sort();
        return inside.iter().try_for_each(|path| add(hash, path));
    }
    if path.exists() {
        hash.add(&fs::read(path)?);
    }
    Ok(())
}

/// FNV-1a, 64 bits: the same on every machine and in every version of the compiler.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    /// Adds the bytes and their number, so that moving a byte from one file to the next is seen.
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&(bytes.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("xtask-stamp-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("in")).unwrap();
        folder
    }

    fn stamp(folder: &Path) -> Stamp {
        Stamp::of(folder.join("stamp"), &[folder.join("in")]).unwrap()
    }

    #[test]
    fn a_step_is_current_until_an_input_changes() {
        let folder = folder("changes");
        fs::write(folder.join("in/a"), "1").unwrap();
        let before = stamp(&folder);
        assert!(!before.is_current(&[]), "it never ran");
        before.write().unwrap();
        assert!(stamp(&folder).is_current(&[]));
        fs::write(folder.join("in/a"), "2").unwrap();
        assert!(!stamp(&folder).is_current(&[]));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_step_whose_output_is_gone_runs_again() {
        let folder = folder("gone");
        let stamp = stamp(&folder);
        stamp.write().unwrap();
        assert!(stamp.is_current(&[folder.join("in")]));
        assert!(!stamp.is_current(&[folder.join("out")]));
        fs::remove_dir_all(folder).unwrap();
    }
}
