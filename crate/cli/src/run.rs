//! `schedlens run`: simulate, and print what happened.

use std::io::{self, Write as _};
use std::process::ExitCode;

use formats::{csv, perf_table, recorder, recording, scenario};
use sim::{CostChoice, Error, Run, Scenario, Side, simulate};

use crate::args::{CostName, Format, RunOptions, SideName};
use crate::failure::Failure;
use crate::output::Out;
use crate::{input, output, presets};

/// Simulates and prints.
///
/// A run that has to stop before its end prints nothing: half a table would look like a whole one.
pub fn execute(options: &RunOptions) -> Result<ExitCode, Failure> {
    let refused = |error| input::refused(&options.path, error);
    if let Some(name) = &options.kernel {
        presets::find("--kernel", name)?;
    }
    let mut scenario = scenario::read_file(&input::read(&options.path)?).map_err(refused)?;
    scenario.seed = options.seed.unwrap_or(scenario.seed);
    if options.format == Format::Recording {
        recording::check_names(&scenario).map_err(refused)?;
    }
    let side = side(&scenario, options)?;
    let letter = options.side.map_or("side", SideName::letter);
    let run = simulate(&scenario, &side).map_err(|error| refused(input::of_side(letter, error)))?;
    match run.stopped() {
        Some(error) => Err(refused(error.clone())),
        None => output::stream(|out| print(&scenario, &run, options.format, out)),
    }
}

fn print(scenario: &Scenario, run: &Run, format: Format, out: &mut Out) -> io::Result<()> {
    match format {
        Format::Recording => recorder::write(scenario, run, out),
        Format::Table => out.write_all(perf_table::text(&recorder::thread_delays(scenario, run)).as_bytes()),
        Format::Csv => csv::write(run, out),
        Format::Hash => writeln!(out, "{:016x}", run.trace().hash()),
    }
}

/// The side to simulate: the scenario's, the options on top; a bare kernel without one.
fn side(scenario: &Scenario, options: &RunOptions) -> Result<Side, Failure> {
    let mut side = match (options.side, &options.kernel) {
        (Some(name), _) => {
            named_side(scenario, name).map_err(|error| input::refused(&options.path, error))?
        }
        (None, Some(kernel)) => Side::new(kernel),
        (None, None) => {
            let remedy = "write --kernel PRESET, or --side a or b for a side of the scenario";
            return Err(Failure::usage("run", "no kernel is given", remedy));
        }
    };
    if let Some(kernel) = &options.kernel {
        side.kernel = kernel.clone();
    }
    side.costs = match options.costs {
        Some(CostName::Zero) => CostChoice::Zero,
        Some(CostName::Recorded) => CostChoice::Recorded,
        Some(CostName::Machine) => CostChoice::Machine,
        None => side.costs,
    };
    side.hz = options.hz.or(side.hz);
    Ok(side)
}

fn named_side(scenario: &Scenario, name: SideName) -> Result<Side, Error> {
    let (letter, side) = match name {
        SideName::A => ("a", &scenario.a),
        SideName::B => ("b", &scenario.b),
    };
    let missing =
        || Error::new(letter, "the scenario has no such side", "use --kernel PRESET, or add the side");
    side.clone().ok_or_else(missing)
}
