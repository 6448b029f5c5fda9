//! `conformance [--dir DIR] [--json] [--closed-loop]`: replays recordings of real kernels and prints how far the model
//! agrees; with `--closed-loop` also every task beside its simulation from scratch. Without a folder it takes the
//! project's own recordings, and brings what is published of them up to date. Exit code 1 if a decision or number
//! disagrees; files that are no recordings, damaged, or of something that is not modelled are named, and the others scored.

use std::path::PathBuf;
use std::process::ExitCode;

use tests::conformance::{Table, published, to_json, to_text};

const USAGE: &str = "usage: cargo xtask conformance [--dir DIR] [--json] [--closed-loop]";

fn main() -> ExitCode {
    match Options::parse(std::env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("conformance: {message}");
            ExitCode::from(2)
        }
    }
}

/// What was asked for.
#[derive(Default)]
struct Options {
    /// A folder that is not the project's own.
    folder: Option<PathBuf>,
    as_json: bool,
    details: bool,
}

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options::default();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--json" => options.as_json = true,
                "--closed-loop" => options.details = true,
                "--dir" | "--recordings" => {
                    let value =
                        words.next().ok_or_else(|| format!("{word}: its folder is missing; {USAGE}"))?;
                    options.folder = Some(PathBuf::from(value));
                }
                _ => return Err(format!("{word:?} is not an option; {USAGE}")),
            }
        }
        Ok(options)
    }
}

/// Whether everything agrees.
fn run(options: &Options) -> Result<bool, String> {
    let own = tests::data::folder("recordings");
    let table = Table::of_folder(options.folder.as_ref().unwrap_or(&own))?;
    if options.as_json {
        println!("{}", to_json(&table));
    } else {
        print!("{}", to_text(&table));
        if options.details {
            print!("\n{}", table.closed.details());
        }
    }
    if options.folder.is_none() {
        publish(&table)?;
    }
    Ok(table.agrees())
}

/// Says on standard error what it wrote: standard output is the table.
fn publish(table: &Table) -> Result<(), String> {
    for file in published(table)? {
        if !file.is_current() {
            file.write()?;
            eprintln!("written: {}", file.path.display());
        }
    }
    Ok(())
}
