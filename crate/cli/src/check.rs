//! `schedlens check`: whether a file is right, and what it is.

use formats::{recording, scenario};
use sim::recording::Recording;
use sim::{Run, Scenario, Side};

use crate::failure::Failure;
use crate::input;

/// One line on a scenario or recording. A scenario's sides are tried too, so that what is not modelled
/// is found here and not when it runs.
pub fn text(path: &str) -> Result<String, Failure> {
    let bytes = input::read(path)?;
    let refused = |error| input::refused(path, error);
    if recording::is_recording(&bytes).map_err(refused)? {
        return recording::read(&bytes).map(|recording| about_recording(&recording)).map_err(refused);
    }
    let scenario = scenario::read_file(&bytes).map_err(refused)?;
    for (letter, side) in [("a", &scenario.a), ("b", &scenario.b)] {
        let Some(side) = side else { continue };
        Run::start(&scenario, side).map_err(|error| refused(input::of_side(letter, error)))?;
    }
    Ok(about_scenario(&scenario))
}

fn about_recording(recording: &Recording) -> String {
    let (name, kernel) = (&recording.scenario.name, &recording.kernel);
    let (tasks, events) = (recording.tasks.len(), recording.events.len());
    format!("recording of {name} under {kernel}: {tasks} tasks, {events} events\n")
}

fn about_scenario(scenario: &Scenario) -> String {
    let kernel = |side: &Option<Side>| side.as_ref().map_or("none".to_string(), |side| side.kernel.clone());
    let (tasks, duration_us) = (scenario.threads.len(), scenario.duration_us);
    let sides = format!("a {}, b {}", kernel(&scenario.a), kernel(&scenario.b));
    format!("scenario {}: {tasks} tasks, {duration_us} µs, sides: {sides}\n", scenario.name)
}
