//! The engine as a wasm module, and the JavaScript glue beside it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::stamp::Stamp;
use crate::toolchain::{self, Choice, TARGET, Toolchain};
use crate::{Result, command, place, progress};

/// `cargo xtask wasm`: module and glue; Debian's way goes into a folder apart and is then loaded once.
pub fn chore(choice: Choice) -> Result {
    match choice {
        Choice::First => build().map(drop),
        Choice::Debian => build_from_source(),
    }
}

/// Compiles the engine with the first compiler that can, and writes its glue where the page looks for it.
pub fn build() -> Result {
    let toolchain = toolchain::find(Choice::First)?;
    let module = compile(&toolchain)?;
    glue(&module, &place::www().join("src/pkg"))
}

/// Compiles the engine the way a machine without rustup does, and proves the result by loading it.
pub fn build_from_source() -> Result {
    let toolchain = toolchain::find(Choice::Debian)?;
    let module = compile(&toolchain)?;
    let package = toolchain.target_dir().join("pkg");
    glue(&module, &package)?;
    load(&package.join("web_bg.wasm"))
}

fn compile(toolchain: &Toolchain) -> Result<PathBuf> {
    let name = format!("Compiling the engine for wasm ({})", toolchain.description());
    progress::step(&name, || {
        command::run("cargo build", toolchain.cargo("build").args(["--profile", "wasm", "--package", "web"]))
    })?;
    Ok(toolchain.target_dir().join(TARGET).join("wasm/web.wasm"))
}

/// Writes the glue, unless it was already made from this very module.
fn glue(module: &Path, out_dir: &Path) -> Result {
    let generator = place::root().join("Cargo.lock");
    let stamp = Stamp::of(out_dir.join(".stamp"), &[module.to_owned(), generator])?;
    if stamp.is_current(&[out_dir.join("web.js"), out_dir.join("web_bg.wasm")]) {
        progress::say("The glue is up to date");
        return Ok(());
    }
    let mut wasmpack = Command::new("cargo");
    wasmpack.args(["run", "--locked", "--release", "--package", "wasmpack", "--"]).args([module, out_dir]);
    progress::step("Writing the JavaScript glue (the first time, this builds its generator)", || {
        command::run("wasmpack", wasmpack.current_dir(place::root()))
    })?;
    stamp.write()
}

/// Has Node compile the module: what a browser would refuse, fails here.
fn load(module: &Path) -> Result {
    const SCRIPT: &str = "WebAssembly.compile(require('fs').readFileSync(process.argv[1]))\
        .then((module) => console.log(WebAssembly.Module.exports(module).length + ' exports'))";
    progress::step("Loading the module in Node", || {
        command::run("node", Command::new("node").args(["-e", SCRIPT]).arg(module))
    })
}
