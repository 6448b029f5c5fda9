//! Closed loop: a recorded workload simulated from scratch, beside what the kernel did.
//!
//! Unlike in [`crate::replay`], the engine decides everything here, times included, at the
//! costs of [`Costs::recorded`]. Kernel threads are not simulated, and where two virtual
//! times are nearly equal the sequences part, in reality as well: a kernel that runs the
//! same scenario again differs from itself. So shares, counts and waits are compared.

use sched::Params;

use smp::SmpFeatures;

use crate::costs::Costs;
use crate::error::Error;
use crate::hardware::Setup;
use crate::measure::{Stats, TaskStats};
use crate::plan::{Conditions, Plan, Start};
use crate::recording::{Recording, ThreadSummary};
use crate::replay::{params_of, quota_phase_ns};
use crate::run::Run;
use crate::scenario::{Cgroup, CostChoice, Knob, Policy, Scenario, Side, Step, Thread};

/// What is compared of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Time on the CPU.
    pub cpu_ns: u64,
    /// How often it got the CPU.
    pub switches: u64,
    /// Mean delay from becoming runnable to running; 0 without any.
    pub wait_mean_ns: u64,
    /// The longest of them.
    pub wait_max_ns: u64,
    /// How often it came to another CPU.
    pub migrations: u64,
}

/// A task of the workload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedRow {
    /// Its name.
    pub task: String,
    /// The first of the tasks that are like it but for their names, itself among them: which of them got what is chance.
    pub like: usize,
    /// What the model did.
    pub simulated: Figures,
    /// What the kernel did.
    pub recorded: Figures,
}

/// A recording beside its simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedLoop {
    /// How long both watched.
    pub duration_ns: u64,
    /// CPUs of the machine. With several, a share is one of a single CPU.
    pub cpus: u32,
    /// The tasks, in the scenario's order.
    pub rows: Vec<ClosedRow>,
    /// On several CPUs, of each of [`STARTS`] starts the time on the CPU of each task, ns: when each CPU last balanced before a
    /// recording is not known, and decides which task moves. Empty on one CPU.
    pub starts_ns: Vec<Vec<u64>>,
}

/// How many starts of a recording of several CPUs are simulated.
pub const STARTS: u64 = 24;

impl ClosedRow {
    /// By how many hundredths of a percent of the CPU the model is off.
    pub fn share_error_bp(&self, duration_ns: u64) -> u64 {
        let difference_ns = self.simulated.cpu_ns.abs_diff(self.recorded.cpu_ns);
        difference_ns * 10_000 / duration_ns.max(1)
    }
}

/// Simulate the workload of a recording and put both side by side.
///
/// An error if the kernel or the workload is not modelled.
pub fn closed_loop(recording: &Recording) -> Result<ClosedLoop, Error> {
    let run = simulate(recording)?;
    let stats = run.stats();
    let scenario = &recording.scenario;
    let row = |(index, (name, stats)): (usize, (&String, &TaskStats))| ClosedRow {
        task: name.clone(),
        like: (0..index).find(|other| are_alike(scenario, *other, index)).unwrap_or(index),
        simulated: simulated(stats),
        recorded: recording.summary.get(name).map(recorded).unwrap_or_default(),
    };
    let rows = run.task_names().iter().zip(&stats.tasks).enumerate().map(row).collect();
    let starts_ns = starts_ns(recording, &stats)?;
    Ok(ClosedLoop { duration_ns: run.end_ns(), cpus: recording.cpus, rows, starts_ns })
}

/// What tasks get from each start; `first` is what the first of them gave.
fn starts_ns(recording: &Recording, first: &Stats) -> Result<Vec<Vec<u64>>, Error> {
    if recording.cpus == 1 {
        return Ok(Vec::new());
    }
    let times_ns = |stats: &Stats| stats.tasks.iter().map(|task| task.cpu_ns).collect();
    let from = |start| simulate_from(recording, recording.scenario.seed.wrapping_add(start));
    let others = (1..STARTS).map(|start| from(start).map(|run| times_ns(&run.stats())));
    std::iter::once(Ok(times_ns(first))).chain(others).collect()
}

/// Whether two threads do the same under the same conditions, and nothing changes one of them.
fn are_alike(scenario: &Scenario, one: usize, other: usize) -> bool {
    let [one, other] = [one, other].map(|index| &scenario.threads[index]);
    let nameless = |thread: &Thread| Thread { name: String::new(), color: None, ..thread.clone() };
    let scripts = scenario.threads.iter().flat_map(|thread| &thread.script);
    let mut steps = scripts.chain(scenario.changes.iter().map(|change| &change.step));
    let names_one = |step: &Step| step.target().is_some_and(|name| name == one.name || name == other.name);
    nameless(one) == nameless(other) && !steps.any(names_one)
}

/// The run of a recorded workload under the rules and settings that were in force.
///
/// An error if the kernel or the workload is not modelled.
pub fn simulate(recording: &Recording) -> Result<Run, Error> {
    simulate_from(recording, recording.scenario.seed)
}

/// The same from a start of chance: on several CPUs it says when each of them balanced last.
fn simulate_from(recording: &Recording, seed: u64) -> Result<Run, Error> {
    let params = params_of(recording)?;
    let costs = Costs::recorded(params.kernel);
    let mut smp_features = SmpFeatures::of(params.kernel.name);
    for word in &recording.scenario.features {
        smp_features.set(word);
    }
    let conditions =
        Conditions { params, smp_features, costs, start: Start::RECORDED, setup: Setup::default() };
    let scenario = Scenario { seed, ..scenario_of(recording) };
    let mut run = Run::of_plan(Plan::under(&scenario, conditions)?);
    while !run.advance(usize::MAX) {}
    match run.stopped() {
        None => Ok(run),
        Some(error) => Err(error.clone()),
    }
}

/// What ran in a recording, as it can be simulated, with periods of quotas where they were.
pub fn scenario_of(recording: &Recording) -> Scenario {
    let recorded = &recording.scenario;
    let phase_us = quota_phase_ns(recording) / 1000;
    let in_phase = |group: &Cgroup| match group.quota_us {
        Some(_) => Cgroup { phase_us, ..group.clone() },
        None => group.clone(),
    };
    Scenario {
        threads: recorded.threads.iter().map(|thread| as_fair(thread, recording.cpus)).collect(),
        cgroups: recorded.cgroups.iter().map(in_phase).collect(),
        ..recorded.clone()
    }
}

/// The side that simulates a recording best: its kernel's preset, the settings that were in force, and recorded costs.
///
/// Settings that the scenario makes itself are left out. An error if the kernel or the workload is not modelled.
pub fn side_of(recording: &Recording) -> Result<Side, Error> {
    let params = params_of(recording)?;
    let bare = Side {
        hz: Some(recording.hz),
        preemption: Some(params.preemption),
        costs: CostChoice::Recorded,
        ..Side::new(params.kernel.name)
    };
    let usual = Plan::new(&scenario_of(recording), &bare)?.params;
    let (knobs, usual_knobs) = (params.tunable_list(), usual.tunable_list());
    let (choices, usual_choices) = (params.choice_list(), usual.choice_list());
    let numbers = knobs.into_iter().filter(|knob| !usual_knobs.contains(knob));
    let words = choices.into_iter().filter(|choice| !usual_choices.contains(choice));
    let numbers = numbers.map(|(name, value)| (name.to_owned(), Knob::from(value)));
    Ok(Side {
        knobs: numbers.chain(words.map(|(name, word)| (name.to_owned(), Knob::from(word)))).collect(),
        features: changed_features(&params, &usual),
        ..bare
    })
}

/// The features that differ from the usual ones, in the kernel's form.
fn changed_features(params: &Params, usual: &Params) -> Vec<String> {
    let changed = params.features.list().filter(|(feature, on)| usual.features.has(*feature) != *on);
    changed.map(|(feature, on)| format!("{}{}", if on { "" } else { "NO_" }, feature.name())).collect()
}

/// On one CPU a thread of a higher class that only sleeps and changes others has next to no weight in
/// what happens: it is taken as a fair one of the greatest weight. One that runs stays what it is, as do all where load is balanced.
fn as_fair(thread: &Thread, cpus: u32) -> Thread {
    let runs = thread.script.iter().any(|step| matches!(step, Step::Run(_)));
    match thread.policy.fair() {
        None if !runs && cpus == 1 => {
            Thread { policy: Policy::Normal, nice: -20, rtprio: None, ..thread.clone() }
        }
        _ => thread.clone(),
    }
}

fn simulated(stats: &TaskStats) -> Figures {
    Figures {
        cpu_ns: stats.cpu_ns,
        switches: stats.switches,
        wait_mean_ns: stats.waits.mean_ns,
        wait_max_ns: stats.waits.max_ns,
        migrations: stats.migrations,
    }
}

fn recorded(summary: &ThreadSummary) -> Figures {
    Figures {
        cpu_ns: summary.runtime_ns.unsigned_abs(),
        switches: summary.switches_in,
        wait_mean_ns: summary.wait_sum_ns.unsigned_abs().checked_div(summary.wait_count).unwrap_or(0),
        wait_max_ns: summary.wait_max_ns.unsigned_abs(),
        migrations: summary.migrations,
    }
}
