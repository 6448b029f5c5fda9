//! The page: engine, glue, packages, and Vite's bundle, as a folder and as one file.

use std::path::PathBuf;

use crate::stamp::Stamp;
use crate::{Result, command, npm, place, progress, wasm};

/// `cargo xtask build`.
pub fn chore() -> Result {
    build()?;
    let dist = place::dist();
    println!("{}: put this folder under any path of any web server", dist.display());
    println!("{}: or open this one file", dist.join("schedlens.html").display());
    Ok(())
}

/// Brings `www/dist/` up to date; does only what a change asks for.
pub fn build() -> Result {
    wasm::build()?;
    npm::install()?;
    bundle()
}

fn bundle() -> Result {
    let stamp = Stamp::of(npm::remembered("bundle"), &inputs())?;
    if stamp.is_current(&[place::dist().join("index.html"), place::dist().join("schedlens.html")]) {
        progress::say("The page is up to date");
        return Ok(());
    }
    progress::step("Bundling the page", || command::run_quietly("vite build", &mut npm::script("build")))?;
    // After the folder, which it is added to: Vite empties the folder first.
    progress::step("Folding the page into one file", || {
        command::run_quietly("vite build", &mut npm::script("single"))
    })?;
    stamp.write()
}

/// The page's sources, and the examples and recordings that it ships; what is made from them or fetched is not.
fn inputs() -> Vec<PathBuf> {
    let www = [
        "src",
        "public",
        "icon.svg",
        "index.html",
        "package.json",
        "package-lock.json",
        "tsconfig.json",
        "vite.config.ts",
    ];
    let mut inputs: Vec<PathBuf> = www.iter().map(|name| place::www().join(name)).collect();
    inputs.extend(["tests/scenarios", "tests/recordings"].map(|name| place::root().join(name)));
    inputs
}
