//! The whole gate: what `cargo xtask test` and so continuous integration run.
//!
//! A step that fails does not stop the ones that do not need it: one run tells everything that is wrong.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::tally::{Counts, Runner};
use crate::toolchain::{self, Choice};
use crate::{Result, apt, chromium, command, npm, page, place, progress, wasm};

/// `cargo xtask test`: runs every step, sums up, and fails if anything did.
pub fn chore() -> Result {
    let mut gate = Gate { outcomes: Vec::new() };
    progress::since_start();
    gate.check("format", format);
    gate.check("lints, native", lint_native);
    gate.check("lints, wasm", lint_wasm);
    gate.suite("cargo test", Runner::Cargo, cargo_test);
    let built = gate.check("page", page::build);
    gate.check("types", || needs(built).and_then(|()| command::run("tsc", &mut npm::script("check"))));
    gate.suite("Vitest", Runner::Vitest, || needs(built).map(|()| npm::script("test")));
    gate.suite("page in Chromium", Runner::Node, || needs(built).and_then(|()| browser_test()));
    gate.without_rustup();
    gate.close()
}

struct Gate {
    outcomes: Vec<Outcome>,
}

struct Outcome {
    name: &'static str,
    took: Duration,
    counts: Counts,
    note: Option<String>,
}

impl Gate {
    /// A step that is right or wrong as a whole, and counts as one; says which.
    fn check(&mut self, name: &'static str, work: impl FnOnce() -> Result) -> bool {
        let begun = Instant::now();
        let note = progress::step(name, work).err();
        let counts = Counts { passed: u32::from(note.is_none()), failed: u32::from(note.is_some()) };
        self.outcomes.push(Outcome { name, took: begun.elapsed(), counts, note });
        counts.failed == 0
    }

    /// A step whose tests count one by one. One that fails without a failed test (it did not compile, say) counts as one.
    fn suite(&mut self, name: &'static str, runner: Runner, prepare: impl FnOnce() -> Result<Command>) {
        let begun = Instant::now();
        let mut counts = Counts::default();
        let run = |mut program: Command| {
            command::run_by_line(name, &mut program, |line| counts += runner.count(line))
        };
        let note = progress::step(name, || prepare().and_then(run)).err().or_else(|| no_test_ran(counts));
        counts.failed = counts.failed.max(u32::from(note.is_some()));
        self.outcomes.push(Outcome { name, took: begun.elapsed(), counts, note });
    }

    /// Building without rustup, where the machine has or may get Debian's compiler; elsewhere said to be left out.
    fn without_rustup(&mut self) {
        const NAME: &str = "wasm without rustup";
        if apt::can_install() || toolchain::find(Choice::Debian).is_ok() {
            self.check(NAME, wasm::build_from_source);
            return;
        }
        let note = Some("left out: it needs Debian and root".to_owned());
        self.outcomes.push(Outcome { name: NAME, took: Duration::ZERO, counts: Counts::default(), note });
    }

    /// The closing table and line; fails if anything failed.
    fn close(self) -> Result {
        let mut total = Counts::default();
        println!();
        for outcome in &self.outcomes {
            println!("{outcome}");
            total += outcome.counts;
        }
        println!("{:20} {:>9}", "all", progress::seconds(progress::since_start()));
        println!("{} passed, {} failed", total.passed, total.failed);
        if total.failed == 0 { Ok(()) } else { Err("the gate is closed".to_owned()) }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { passed, failed } = self.counts;
        write!(
            out,
            "{:20} {:>9} {passed:>5} passed {failed:>3} failed",
            self.name,
            progress::seconds(self.took)
        )?;
        self.note.as_ref().map_or(Ok(()), |note| write!(out, "  {}", note.lines().next().unwrap_or_default()))
    }
}

/// A runner that succeeds without a test has been called wrongly.
fn no_test_ran(counts: Counts) -> Option<String> {
    (counts == Counts::default()).then(|| "no test ran".to_owned())
}

fn needs(built: bool) -> Result {
    if built { Ok(()) } else { Err("not run: the page did not build".to_owned()) }
}

fn format() -> Result {
    toolchain::ensure_component("fmt", "rustfmt", "rustfmt-web")?;
    command::run("rustfmt", cargo("fmt").args(["--all", "--check"]))
}

fn lint_native() -> Result {
    toolchain::ensure_component("clippy", "clippy", "rust-web-clippy")?;
    let mut clippy = cargo("clippy");
    clippy.args(["--locked", "--workspace", "--exclude", "web", "--exclude", "wasmpack", "--all-targets"]);
    command::run("clippy", clippy.args(["--", "--deny", "warnings"]))
}

/// Checks the door and every crate below it with the rules for what runs in a browser.
///
/// In the profile of the build that follows, so that what both need is compiled once.
fn lint_wasm() -> Result {
    let mut clippy = toolchain::find(Choice::First)?.cargo("clippy");
    clippy.env("CLIPPY_CONF_DIR", place::root().join("crate/web"));
    command::run("clippy", clippy.args(["--profile", "wasm", "--package", "web", "--", "--deny", "warnings"]))
}

/// Properties try the same cases at every gate, so that it judges the change and not the draw; `cargo test` by hand draws others.
fn cargo_test() -> Result<Command> {
    let mut test = cargo("test");
    test.args(["--locked", "--no-fail-fast"]).env("PROPTEST_RNG_SEED", "20261201");
    Ok(test)
}

fn browser_test() -> Result<Command> {
    let mut test = npm::script("browser");
    test.env("CHROMIUM", chromium::find()?).env("SCHEDLENS", schedlens()?);
    Ok(test)
}

/// The engine as a native command, in release: the browser tests compare hashes with it.
pub fn schedlens() -> Result<std::path::PathBuf> {
    let mut build = cargo("build");
    command::run("cargo build", build.args(["--locked", "--release", "--package", "cli"]))?;
    Ok(place::target().join("release").join(format!("schedlens{}", std::env::consts::EXE_SUFFIX)))
}

fn cargo(subcommand: &str) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.arg(subcommand).current_dir(place::root());
    cargo
}
