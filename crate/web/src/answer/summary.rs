//! What came of a comparison, in numbers.

use chart::Prepared;
use serde::Serialize;
use sim::Run;
use sim::clocks::Clock;
use sim::measure::{self, CpuStats, LevelStats, TaskStats};
use sim::spent::Spent;

use crate::comparison::{Comparison, Measured};

/// What came of a comparison.
#[derive(Serialize)]
pub struct Summary {
    sides: Vec<SideSummary>,
}

#[derive(Serialize)]
struct SideSummary {
    kernel: &'static str,
    events: usize,
    hash: String,
    end_ns: f64,
    idle_ns: f64,
    switches: f64,
    cpus: Vec<Cpu>,
    levels: Vec<Level>,
    /// Of all last-level caches together.
    idle_queued_ns: f64,
    costs: Vec<Cost>,
    clocks: Vec<ClockRow>,
    tasks: Vec<TaskRow>,
}

/// CPUs with one clock whose points are told.
#[derive(Serialize)]
struct ClockRow {
    cpus: String,
    max_khz: f64,
    mean_khz: f64,
    changes: usize,
    /// Of its CPUs together; nothing where no power is told.
    energy_uj: Option<f64>,
}

/// What happened on one CPU.
#[derive(Serialize)]
struct Cpu {
    cpu: usize,
    idle_ns: f64,
    switches: f64,
    /// How often placement chose it.
    chosen: f64,
    moves: Moves,
    /// How often it looked for tasks and pulled none.
    declined: f64,
    /// How often a look by the clock found no source.
    quiet: f64,
    /// Used while it was busy; nothing where no power is told.
    energy_uj: Option<f64>,
}

/// What happened in the domains of one level.
#[derive(Serialize)]
struct Level {
    name: &'static str,
    moves: Moves,
    quiet: f64,
}

/// How tasks came to a CPU from others.
#[derive(Serialize)]
struct Moves {
    placed: f64,
    pulled: f64,
    stolen: f64,
    pushed: f64,
    confined: f64,
}

#[derive(Serialize)]
struct Cost {
    name: &'static str,
    count: f64,
    each_ns: f64,
    total_ns: f64,
}

/// What one task got.
#[derive(Serialize)]
pub struct TaskRow {
    name: String,
    policy: &'static str,
    nice: i8,
    cpu_ns: f64,
    share_permille: u32,
    switches: f64,
    preempted: f64,
    wakeups: f64,
    voluntary: f64,
    throttled_ns: f64,
    missed: f64,
    wait_count: f64,
    wait_mean_ns: f64,
    wait_p50_ns: f64,
    wait_p99_ns: f64,
    wait_max_ns: f64,
    wait_max_at_ns: f64,
    lag_min_ns: f64,
    lag_max_ns: f64,
    lag_bound_ns: f64,
}

/// The numbers of every side and task.
pub fn summary(comparison: &Comparison) -> Summary {
    let sides = comparison.sides.iter().zip(&comparison.measured);
    Summary { sides: sides.map(|(side, measured)| side_summary(side, measured)).collect() }
}

fn side_summary(side: &Prepared, measured: &Measured) -> SideSummary {
    let (run, Measured { stats, lags, spent }) = (side.run(), measured);
    let bound_ns = lags.bound_ns(run.params()) as f64;
    let tasks = run.tasks().iter().zip(&stats.tasks).enumerate().map(|(index, (task, stats))| {
        let (least_ns, greatest_ns) = lags.extremes_ns(index);
        let (lag_min_ns, lag_max_ns) = (least_ns as f64, greatest_ns as f64);
        let row = task_row(&task.name, task.policy.name(), task.nice, stats);
        TaskRow { lag_min_ns, lag_max_ns, lag_bound_ns: bound_ns, ..row }
    });
    SideSummary {
        kernel: run.params().kernel.name,
        events: run.trace().events.len(),
        hash: format!("{:016x}", run.trace().hash()),
        end_ns: run.end_ns() as f64,
        idle_ns: stats.idle_ns as f64,
        switches: stats.switches as f64,
        cpus: stats.cpus.iter().enumerate().map(|(index, stats)| cpu(run, index, stats)).collect(),
        levels: stats.levels.iter().map(level).collect(),
        idle_queued_ns: stats.idle_queued_ns.iter().sum::<u64>() as f64,
        costs: spent.iter().map(cost).collect(),
        clocks: side.clocks().iter().map(|clock| clock_row(run, clock)).collect(),
        tasks: tasks.collect(),
    }
}

fn clock_row(run: &Run, clock: &Clock) -> ClockRow {
    let energy = clock.cpus.iter().map(|cpu| run.machine_now().energy_uj(cpu as u16));
    ClockRow {
        cpus: clock.cpus.to_string(),
        max_khz: clock.max_khz as f64,
        mean_khz: clock.mean_khz(run.end_ns()) as f64,
        changes: clock.changes.len() - 1,
        energy_uj: energy.sum::<Option<u64>>().map(|uj| uj as f64),
    }
}

fn cpu(run: &Run, cpu: usize, stats: &CpuStats) -> Cpu {
    Cpu {
        cpu,
        idle_ns: stats.idle_ns as f64,
        switches: stats.switches as f64,
        chosen: stats.chosen as f64,
        moves: moves(&stats.moves),
        declined: stats.declined as f64,
        quiet: stats.quiet as f64,
        energy_uj: run.machine_now().energy_uj(cpu as u16).map(|uj| uj as f64),
    }
}

fn level(stats: &LevelStats) -> Level {
    Level { name: stats.level.name(), moves: moves(&stats.moves), quiet: stats.quiet as f64 }
}

fn moves(moves: &measure::Moves) -> Moves {
    Moves {
        placed: moves.placed as f64,
        pulled: moves.pulled as f64,
        stolen: moves.stolen as f64,
        pushed: moves.pushed as f64,
        confined: moves.confined as f64,
    }
}

fn cost(spent: &Spent) -> Cost {
    Cost {
        name: spent.name,
        count: spent.count as f64,
        each_ns: spent.each_ns as f64,
        total_ns: spent.total_ns() as f64,
    }
}

/// The row of a task whose lag is not known.
pub fn task_row(name: &str, policy: &'static str, nice: i8, stats: &TaskStats) -> TaskRow {
    let waits = &stats.waits;
    TaskRow {
        name: name.to_owned(),
        policy,
        nice,
        cpu_ns: stats.cpu_ns as f64,
        share_permille: stats.share_permille,
        switches: stats.switches as f64,
        preempted: stats.preempted as f64,
        wakeups: stats.wakeups as f64,
        voluntary: stats.voluntary as f64,
        throttled_ns: stats.throttled_ns as f64,
        missed: stats.missed as f64,
        wait_count: waits.count as f64,
        wait_mean_ns: waits.mean_ns as f64,
        wait_p50_ns: waits.p50_ns as f64,
        wait_p99_ns: waits.p99_ns as f64,
        wait_max_ns: waits.max_ns as f64,
        wait_max_at_ns: waits.max_at_ns as f64,
        lag_min_ns: 0.0,
        lag_max_ns: 0.0,
        lag_bound_ns: 0.0,
    }
}
