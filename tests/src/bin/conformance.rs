//! `conformance [--dir DIR] [--json] [--closed-loop]`: replays recordings of real kernels and prints how far the model
//! agrees; with `--closed-loop` also every task beside its simulation from scratch. Without a folder it takes the
//! project's own recordings, and brings what is published of them up to date. Exit code 1 if a decision or number
//! disagrees, of the project's own in one of a single CPU: of several CPUs some are known to. Files that are no recordings,
//! damaged, or of something that is not modelled are named, and the others scored.

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
    let Some(folder) = &options.folder else { return run_own(options) };
    let table = Table::of_folder(folder)?;
    match options.as_json {
        true => println!("{}", to_json(&table)),
        false => print(&table, options),
    }
    Ok(table.agrees())
}

/// The project's own recordings, those of several CPUs after the others.
fn run_own(options: &Options) -> Result<bool, String> {
    let of_folder = |name| Table::of_folder(&tests::data::folder(name));
    let (table, several) = (of_folder("recordings")?, of_folder("recordings-smp")?);
    if options.as_json {
        let mut json = to_json(&table);
        json["several_cpus"] = to_json(&several);
        println!("{json}");
    } else {
        print(&table, options);
        println!("\nSeveral CPUs\n");
        print(&several, options);
    }
    publish(&table, &several)?;
    Ok(table.agrees())
}

fn print(table: &Table, options: &Options) {
    print!("{}", to_text(table));
    if options.details {
        print!("\n{}", table.closed.details());
    }
}

/// Says on standard error what it wrote: standard output is the table.
fn publish(table: &Table, several: &Table) -> Result<(), String> {
    for file in published(table, several)? {
        if !file.is_current() {
            file.write()?;
            eprintln!("written: {}", file.path.display());
        }
    }
    Ok(())
}
