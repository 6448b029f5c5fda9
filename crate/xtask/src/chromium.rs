//! A Chromium for the browser tests.

use std::path::PathBuf;

use crate::{Result, apt};

/// Names that a Chromium or Chrome goes by.
const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Debian's browser, and letters for it to draw.
const PACKAGES: &[&str] = &["chromium", "fonts-dejavu-core"];

/// The browser on the path, fetched with apt if there is none.
///
/// Fails with the line to type where it may not be fetched.
pub fn find() -> Result<PathBuf> {
    if let Some(found) = on_path() {
        return Ok(found);
    }
    apt::install(PACKAGES).map_err(|error| format!("Chromium is {error}"))?;
    on_path().ok_or_else(|| "apt installed Chromium, yet it is not on the path".to_owned())
}

fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES.iter().find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file()))
}
