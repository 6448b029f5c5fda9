//! Every chore of this repository, as `cargo xtask COMMAND`.
//!
//! No dependencies, so that it compiles in a second on any machine. A chore says what it does at each step and how
//! long that took, does nothing twice, and ends with what a person should do next when it cannot go on.

mod apt;
mod bench;
mod chromium;
mod command;
mod gate;
mod npm;
mod page;
mod place;
mod progress;
mod serve;
mod stamp;
mod tally;
mod toolchain;
mod wasm;

use std::process::{Command, ExitCode};

/// What a chore gives: the error is a sentence for the person at the terminal.
type Result<T = ()> = std::result::Result<T, String>;

const HELP: &str = "\
usage: cargo xtask COMMAND

  serve [--port N]     build everything that changed, then serve the page on this machine
  build                leave the page in www/dist/ and as one file in www/dist/schedlens.html
  test                 the whole gate: format, lints, types, tests, and the page in a real browser
  bench [--json]       measure engine and page: one table, or one JSON object
  conformance [--dir DIR] [--json] [--closed-loop]
                       compare the engine with recordings of real kernels: with those of a folder,
                       or with the project's own, and bring what is published of them up to date
  wasm [--toolchain debian]
                       only compile the engine for wasm and write its glue;
                       with Debian's own compiler, into a folder apart
  help                 this text";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match chore(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\nxtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn chore(words: &[&str]) -> Result {
    match words {
        [] | ["help" | "--help" | "-h"] => print_help(),
        ["serve"] => serve::chore(None),
        ["serve", "--port", port] => serve::chore(Some(parse_port(port)?)),
        ["build"] => page::chore(),
        ["test"] => gate::chore(),
        ["bench"] => bench::chore(bench::Output::Table),
        ["bench", "--json"] => bench::chore(bench::Output::Json),
        ["conformance", rest @ ..] => conformance(rest),
        ["wasm"] => wasm::chore(toolchain::Choice::First),
        ["wasm", "--toolchain", "debian"] => wasm::chore(toolchain::Choice::Debian),
        _ => Err(format!("\"{}\" is not a chore\n\n{HELP}", words.join(" "))),
    }
}

fn print_help() -> Result {
    println!("{HELP}");
    Ok(())
}

fn parse_port(word: &str) -> Result<u16> {
    word.parse()
        .map_err(|_| format!("--port: \"{word}\" is not a port; use a number from 0 (any free one) to 65535"))
}

/// The comparison itself is a program of `tests`, which may use the engine; this crate may not.
///
/// It runs where the person stands, so that a relative folder means theirs.
fn conformance(args: &[&str]) -> Result {
    let mut program = Command::new("cargo");
    program.args([
        "run",
        "--quiet",
        "--release",
        "--package",
        "tests",
        "--bin",
        "conformance",
        "--manifest-path",
    ]);
    program.arg(place::root().join("Cargo.toml")).arg("--").args(args);
    command::run("Comparing with recordings", &mut program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_chore_is_named_and_answered_with_the_help() {
        let message = chore(&["serv"]).unwrap_err();
        assert!(message.starts_with("\"serv\" is not a chore") && message.contains("usage:"), "{message}");
    }

    #[test]
    fn a_wrong_port_is_named() {
        assert!(parse_port("70000").unwrap_err().contains("\"70000\""));
        assert_eq!(parse_port("8080"), Ok(8080));
    }
}
