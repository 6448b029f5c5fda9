//! Files and standard input, with a bound on their size.

use std::fs::File;
use std::io::{self, Read};

use formats::limits::FILE_BYTES_MAX;
use sim::Error;

use crate::failure::Failure;

/// The bytes of a file, or of standard input for `-`.
///
/// One byte more than the readers take is read at most; they say that it is too much.
pub fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let bytes = if path == "-" { bounded(io::stdin().lock()) } else { File::open(path).and_then(bounded) };
    bytes.map_err(|error| {
        let remedy = "name a file that exists and can be read, or - for standard input";
        Failure::Input(Error::new(path, error.to_string(), remedy))
    })
}

fn bounded(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(FILE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A reader's refusal, with the name of the file in front.
pub fn refused(path: &str, error: Error) -> Failure {
    let name = if path == "-" { "standard input" } else { path };
    let place = if error.place.is_empty() { name.to_string() } else { format!("{name}, {}", error.place) };
    Failure::Input(Error { place, ..error })
}

/// The error with the name of the scenario's side, where the engine only says that it is in a side.
pub fn of_side(letter: &str, error: Error) -> Error {
    match error.place.strip_prefix("side.") {
        Some(rest) => Error { place: format!("{letter}.{rest}"), ..error },
        None => error,
    }
}
