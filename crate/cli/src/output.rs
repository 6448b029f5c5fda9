//! Standard output.

use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use sim::Error;

use crate::failure::Failure;

/// Prints the text, and all went well.
pub fn print(text: &str) -> Result<ExitCode, Failure> {
    print_with(text, ExitCode::SUCCESS)
}

/// Prints the text and ends with this code. A reader that stops early, such as `head`, is no failure.
pub fn print_with(text: &str, code: ExitCode) -> Result<ExitCode, Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let remedy = "make room, or write somewhere else";
            Err(Failure::Input(Error::new("standard output", error.to_string(), remedy)))
        }
        _ => Ok(code),
    }
}
