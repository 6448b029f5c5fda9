//! `schedlens`: the engine as a command.
//!
//! Exit codes: 0 when all went well, 1 when the input was refused or does not agree, 2 when the command
//! line was wrong. What was asked for goes to standard output, what was wrong to standard error.

use std::process::ExitCode;

mod args;
mod check;
mod failure;
mod help;
mod input;
mod output;
mod presets;
mod replay;
mod run;
mod versions;

use args::Command;
use failure::Failure;

fn main() -> ExitCode {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    match args::parse(words.collect()).and_then(execute) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn execute(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Help(topic) => output::print(topic),
        Command::Version => output::print(&format!("schedlens {}\n", env!("CARGO_PKG_VERSION"))),
        Command::Presets(name) => output::print(&presets::text(name.as_deref())?),
        Command::Versions => output::print(&versions::text()),
        Command::Check(path) => output::print(&check::text(&path)?),
        Command::Replay(path) => replay::text(&path).and_then(|(text, code)| output::print_with(&text, code)),
        Command::Run(options) => run::execute(&options),
    }
}
