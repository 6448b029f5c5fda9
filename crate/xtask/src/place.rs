//! Where things are: the repository, the page, the folders that compilers write to.

use std::path::{Path, PathBuf};

/// The top of the repository.
///
/// Cargo says at run time where the manifest is; a copy that was moved after it was compiled still finds itself.
pub fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest.ancestors().nth(2).map_or_else(|| manifest.clone(), Path::to_path_buf)
}

/// The page's sources.
pub fn www() -> PathBuf {
    root().join("www")
}

/// What is served or published.
pub fn dist() -> PathBuf {
    www().join("dist")
}

/// Cargo's target folder: `CARGO_TARGET_DIR` if set, else `target/`.
pub fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from))
}
