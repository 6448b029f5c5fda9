//! The same work for each of ever more CPUs: what a machine of their size costs.

use std::time::Instant;

use sim::{Duration, Scenario, Side, Step, Thread};

use super::{row, switches};

const COUNTS: [u32; 5] = [1, 4, 16, 64, 256];

/// Tasks that pass a token round, for each CPU: one of three has something to do.
const RING: usize = 3;

/// Speed on each number of CPUs so far, best round each.
pub struct Cpus {
    scenarios: Vec<Scenario>,
    switches_per_s: Vec<f64>,
}

impl Cpus {
    /// About as many switches on each.
    pub fn new() -> Cpus {
        let scenarios = COUNTS.map(rings).into();
        Cpus { scenarios, switches_per_s: vec![0.0; COUNTS.len()] }
    }

    /// One round on each.
    pub fn measure(&mut self) {
        let side = Side { hz: Some(1000), ..Side::new("7.2") };
        for (scenario, best) in self.scenarios.iter().zip(&mut self.switches_per_s) {
            let begun = Instant::now();
            let run = sim::simulate(scenario, &side).expect("rings run on any machine");
            *best = best.max(switches(&run) as f64 / begun.elapsed().as_secs_f64());
        }
    }

    /// A row each, and how much dearer a switch is than on a quarter of the CPUs.
    pub fn print(&self) {
        for (count, switches_per_s) in COUNTS.iter().zip(&self.switches_per_s) {
            row(&format!("switches_per_s/cpus/{count}"), *switches_per_s, "1/s");
        }
        for (counts, speeds) in COUNTS.windows(2).zip(self.switches_per_s.windows(2)) {
            row(&format!("growth/cpus/{}-to-{}", counts[0], counts[1]), speeds[0] / speeds[1], "x a switch");
        }
    }
}

fn rings(cpus: u32) -> Scenario {
    let threads: Vec<Thread> = (0..cpus as usize * RING).map(thread).collect();
    let duration_us = 2_000_000 / u64::from(cpus);
    let mut scenario = Scenario { channels: threads.len(), threads, duration_us, ..Scenario::default() };
    scenario.machine.cpus = cpus;
    scenario
}

/// Waits for the token, works for 10 µs and passes it on; the first one of a ring has it to begin with. They come one after the other,
/// so that each finds what the ones before do.
fn thread(index: usize) -> Thread {
    let (ring, place) = (index / RING, index % RING);
    let next = ring * RING + (place + 1) % RING;
    let mut script = Vec::new();
    if place == 0 {
        script.push(Step::Write(next));
    }
    script.extend([
        Step::Loop(0),
        Step::Read(index),
        Step::Run(Duration::Fixed(10)),
        Step::Write(next),
        Step::End,
    ]);
    Thread { start_us: index as u64, ..Thread::new(format!("{ring}-{place}"), script) }
}
