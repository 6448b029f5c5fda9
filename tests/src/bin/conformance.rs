//! `conformance [--recordings DIR] [--json] [--closed-loop]`: replays recordings of real kernels and
//! prints how far the model agrees; with `--closed-loop` also every task beside its
//! simulation from scratch. Exit code 1 if a decision or number disagrees or a file
//! cannot be read.

use std::path::PathBuf;
use std::process::ExitCode;

use tests::conformance::{Table, to_json, to_text};

const USAGE: &str = "usage: cargo xtask conformance [--recordings DIR] [--json] [--closed-loop]";

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("conformance: {message}");
            ExitCode::from(2)
        }
    }
}

/// Whether everything agrees.
fn run() -> Result<bool, String> {
    let (mut folder, mut as_json, mut details) = (tests::data::folder("recordings"), false, false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => as_json = true,
            "--closed-loop" => details = true,
            "--recordings" => {
                let value =
                    words.next().ok_or_else(|| format!("--recordings: its folder is missing; {USAGE}"))?;
                folder = PathBuf::from(value);
            }
            _ => return Err(format!("{word:?} is not an option; {USAGE}")),
        }
    }
    let table = Table::of_folder(&folder)?;
    if as_json {
        println!("{}", to_json(&table));
    } else {
        print!("{}", to_text(&table));
        if details {
            print!("\n{}", table.closed.details());
        }
    }
    Ok(table.agrees())
}
