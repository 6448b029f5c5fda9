//! Why a command did not do what it was asked.

use std::process::ExitCode;

use sim::Error;

/// A failure and whose it is, which decides the exit code.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// The command line is wrong: 2.
    Usage(Error),
    /// A file is wrong or cannot be read: 1.
    Input(Error),
}

impl Failure {
    /// A wrong command line: the word, what is wrong with it, what to write.
    pub fn usage(place: &str, value: impl Into<String>, remedy: impl Into<String>) -> Failure {
        Failure::Usage(Error::new(place, value, remedy))
    }

    /// Says what is wrong on standard error.
    pub fn report(&self) -> ExitCode {
        let (error, code) = match self {
            Failure::Usage(error) => (error, 2),
            Failure::Input(error) => (error, 1),
        };
        eprintln!("schedlens: {error}");
        ExitCode::from(code)
    }
}
