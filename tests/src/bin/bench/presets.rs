//! The same workload under every preset: what a version's rules cost.

use std::time::Instant;

use sim::{Scenario, Side};

use super::{row, switches};

/// One that wakes, preempts and blocks a lot, so that most rules are asked.
const WORKLOAD: &str = "hog-20-sleepers";

/// Speed of the presets so far, best round each.
pub struct Presets<'a> {
    scenario: &'a Scenario,
    switches_per_s: Vec<f64>,
}

impl<'a> Presets<'a> {
    /// Of the workloads, the one that is run; none if it is not among them.
    pub fn of(workloads: impl IntoIterator<Item = (&'a str, &'a Scenario)>) -> Option<Presets<'a>> {
        let (_, scenario) = workloads.into_iter().find(|(name, _)| *name == WORKLOAD)?;
        Some(Presets { scenario, switches_per_s: vec![0.0; sched::KERNELS.len()] })
    }

    /// One round of each preset.
    pub fn measure(&mut self) {
        let settings = self.scenario.a.as_ref().expect("the bench's scenarios have a side");
        for (kernel, best) in sched::KERNELS.iter().zip(&mut self.switches_per_s) {
            let side = Side { kernel: kernel.name.to_owned(), ..settings.clone() };
            let begun = Instant::now();
            let run = sim::simulate(self.scenario, &side).expect("each preset runs the bench's scenarios");
            *best = best.max(switches(&run) as f64 / begun.elapsed().as_secs_f64());
        }
    }

    /// A row a preset.
    pub fn print(&self) {
        for (kernel, switches_per_s) in sched::KERNELS.iter().zip(&self.switches_per_s) {
            row(&format!("switches_per_s/preset/{}", kernel.name), *switches_per_s, "1/s");
        }
    }
}
