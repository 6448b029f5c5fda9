//! A recording of a real kernel, in numbers.

use serde::Serialize;
use sim::closed_loop::{scenario_of, side_of};
use sim::recording::{Recording, end_ns};
use sim::{Error, Run, Scenario, Side, measure};

use super::summary::{TaskRow, task_row};

/// A recording of a real kernel, as the page shows it below the sides.
#[derive(Serialize)]
pub struct Recorded {
    kernel: String,
    release: String,
    scenario: Scenario,
    side: Side,
    end_ns: f64,
    tasks: Vec<TaskRow>,
}

/// What a recording is, and what each task of its scenario got by the same measure as on a simulated side.
///
/// An error if the kernel or the workload is not modelled: then there is nothing to set it beside.
pub fn recorded(recording: &Recording, stats: &measure::Stats) -> Result<Recorded, Error> {
    let (scenario, side) = (scenario_of(recording), side_of(recording)?);
    Run::start(&scenario, &side)?;
    let threads = recording.scenario.threads.iter().zip(&stats.tasks);
    Ok(Recorded {
        kernel: recording.kernel_tag.clone(),
        release: recording.kernel.clone(),
        tasks: threads
            .map(|(thread, stats)| task_row(&thread.name, thread.policy.name(), thread.nice, stats))
            .collect(),
        end_ns: end_ns(recording) as f64,
        scenario,
        side,
    })
}
