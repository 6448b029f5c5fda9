//! Finds a compiler that can make `wasm32-unknown-unknown`, whatever the machine has.
//!
//! In order: the compiler on the path with the target in its sysroot (rustup after `rustup target add`, or a
//! distribution's own package); the same after asking rustup for the target; a compiler whose standard library can be
//! built from source, which Debian's `rustc-web` is, fetched with apt if that is allowed.

use std::path::PathBuf;
use std::process::Command;

use crate::{Result, apt, command, place, progress};

/// The target's name.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler, the sources of its standard library, and the linker for wasm.
const DEBIAN_PACKAGES: &[&str] = &["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld-22"];

/// The folders of a system without rustup's.
const SYSTEM_PATH: &str = "/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin";

/// Which compiler to look for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The first that works.
    First,
    /// Debian's, even where rustup's would do: so that this way is known to work.
    Debian,
}

/// A compiler that can make the target.
pub struct Toolchain {
    compiler: Compiler,
    std: Std,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Std {
    Prebuilt,
    FromSource,
}

/// A cargo with its rustc; on the path, or the system's own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compiler {
    OnPath,
    System,
}

/// The first compiler that can make the target; fetches what is missing where it may.
///
/// Fails with the lines a person can type if there is none and none may be fetched.
pub fn find(choice: Choice) -> Result<Toolchain> {
    if choice == Choice::Debian {
        return from_source(&[Compiler::System]);
    }
    if Compiler::OnPath.has_target() || rustup_adds_target() {
        return Ok(Toolchain { compiler: Compiler::OnPath, std: Std::Prebuilt });
    }
    from_source(&[Compiler::OnPath, Compiler::System])
}

/// Makes sure that a cargo subcommand of the compiler on the path is there: `fmt`, `clippy`.
pub fn ensure_component(subcommand: &str, component: &str, debian_package: &str) -> Result {
    let mut probe = Command::new("cargo");
    if command::succeeds(probe.args([subcommand, "--version"])) {
        return Ok(());
    }
    if command::succeeds(Command::new("rustup").args(["component", "add", component])) {
        return Ok(());
    }
    apt::install(&[debian_package])
}

fn rustup_adds_target() -> bool {
    if !command::succeeds(Command::new("rustup").arg("--version")) {
        return false;
    }
    let asked = progress::step(&format!("Asking rustup for {TARGET}"), || {
        command::run_quietly("rustup target add", Command::new("rustup").args(["target", "add", TARGET]))
    });
    asked.is_ok() && Compiler::OnPath.has_target()
}

fn from_source(compilers: &[Compiler]) -> Result<Toolchain> {
    let usable = || compilers.iter().copied().find(|compiler| compiler.can_build_std());
    if let Some(compiler) = usable() {
        return Ok(Toolchain { compiler, std: Std::FromSource });
    }
    let compiler = apt::install(DEBIAN_PACKAGES).ok().and_then(|()| usable());
    compiler.map(|compiler| Toolchain { compiler, std: Std::FromSource }).ok_or_else(nothing_found)
}

fn nothing_found() -> String {
    let debian = apt::line_to_type(DEBIAN_PACKAGES);
    format!(
        "no compiler for {TARGET} here. Type one of\n  rustup target add {TARGET}\n  {debian}   (Debian 12, as root)"
    )
}

impl Toolchain {
    /// How the standard library comes to the target, for the person who waits for it.
    pub fn description(&self) -> &'static str {
        match (self.std, self.compiler) {
            (Std::Prebuilt, _) => "prebuilt std",
            (Std::FromSource, Compiler::OnPath) => "std from source",
            (Std::FromSource, Compiler::System) => "Debian's compiler, std from source",
        }
    }

    /// Kept apart by way, so that trying the other one does not build everything anew.
    pub fn target_dir(&self) -> PathBuf {
        place::target().join(match self.std {
            Std::Prebuilt => "web",
            Std::FromSource => "web-from-source",
        })
    }

    /// `cargo SUBCOMMAND` for the target; the caller adds what to compile.
    ///
    /// Flags meant for this machine's own programs are dropped: they break, or wrongly shape, a wasm build.
    pub fn cargo(&self, subcommand: &str) -> Command {
        let mut cargo = self.compiler.command("cargo");
        cargo.current_dir(place::root()).env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        cargo.args([subcommand, "--locked", "--target", TARGET, "--target-dir"]).arg(self.target_dir());
        if self.std == Std::FromSource {
            // `-Z` asks for a nightly compiler; this is the documented way for a distribution's own.
            cargo.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
        }
        cargo
    }
}

impl Compiler {
    fn command(self, tool: &str) -> Command {
        if self == Compiler::OnPath {
            return Command::new(tool);
        }
        let mut command = Command::new(format!("/usr/bin/{tool}"));
        // Cargo finds rustc by the path; what an outer cargo or rustup left would lead it elsewhere.
        command
            .env("PATH", SYSTEM_PATH)
            .env_remove("RUSTC")
            .env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("CARGO");
        command
    }

    fn has_target(self) -> bool {
        self.sysroot().is_some_and(|sysroot| sysroot.join("lib/rustlib").join(TARGET).is_dir())
    }

    /// Whether the sources of std are there and, for Debian's compiler, the linker that is a package of its own.
    fn can_build_std(self) -> bool {
        let sources =
            self.sysroot().is_some_and(|sysroot| sysroot.join("lib/rustlib/src/rust/library/std").is_dir());
        let linker = self == Compiler::OnPath
            || command::succeeds(self.command("rust-lld").args(["-flavor", "wasm", "--version"]));
        sources && linker
    }

    fn sysroot(self) -> Option<PathBuf> {
        let output = self.command("rustc").args(["--print", "sysroot"]).output().ok()?;
        output.status.success().then(|| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
    }
}
