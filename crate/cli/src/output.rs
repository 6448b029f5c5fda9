//! Standard output.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write as _};
use std::process::ExitCode;

use sim::Error;

use crate::failure::Failure;

/// Standard output with a buffer, for what is written line by line.
pub type Out = BufWriter<StdoutLock<'static>>;

/// Prints the text, and all went well.
pub fn print(text: &str) -> Result<ExitCode, Failure> {
    print_with(text, ExitCode::SUCCESS)
}

/// Prints the text and ends with this code.
pub fn print_with(text: &str, code: ExitCode) -> Result<ExitCode, Failure> {
    stream(|out| out.write_all(text.as_bytes())).map(|_| code)
}

/// Lets `write` print. A reader that stops early, such as `head`, is no failure.
pub fn stream(write: impl FnOnce(&mut Out) -> io::Result<()>) -> Result<ExitCode, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let remedy = "make room, or write somewhere else";
            Err(Failure::Input(Error::new("standard output", error.to_string(), remedy)))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
