//! Every entity at an instant, had by running again from the nearest checkpoint.

use sched::{FairQueue, Family, Pool};
use smp::CpuSet;
use smp::clamp::{ClampKey, Clamps};

use crate::engine::Sim;
use crate::levels::{Level, Levels};
use crate::run::Run;
use crate::task::State;

/// A CPU's queue and all tasks at an instant, after everything that happens at it, the running task charged up to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// Which CPU.
    pub cpu: u16,
    /// Who has it, or [`crate::trace::IDLE`].
    pub running: u16,
    /// V of the root's queue.
    pub avg_vruntime: i64,
    /// CFS's floor; the reference point of V under EEVDF.
    pub min_vruntime: i64,
    /// Σ w·(V − vruntime) over all queued, groups included, each from the V of its queue. V is rounded down, so this is above −Σ w and never above 0.
    pub lag_sum: i128,
    /// Σ w over all queued.
    pub weight_sum: u64,
    /// In the scenario's order.
    pub tasks: Vec<TaskValues>,
    /// Whether clamps are counted.
    pub clamp_key: ClampKey,
    /// Clamps of the CPU.
    pub clamps: Clamps,
    /// Of each clock whose points are told its lowest CPU, and how fast it is, kHz.
    pub clocks: Vec<(u16, u64)>,
}

/// A task at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskValues {
    /// How it stands to the scheduler.
    pub state: State,
    /// The CPU that it is on, was on, or is going to wake on.
    pub cpu: u16,
    /// Its weight; 1024 is nice 0.
    pub weight: u64,
    /// Weighted time received.
    pub vruntime: i64,
    /// V − vruntime, V being that of the queue in which it stands; of a task that is not queued, what it was when it left.
    pub lag_ns: i64,
    /// What its virtual times are measured from: V, or under CFS min_vruntime, of the queue in which it stands; `None` while
    /// it stands in none.
    pub reference: Option<i64>,
    /// Virtual deadline (EEVDF). A charge that nothing made yet has not renewed it.
    pub deadline: i64,
    /// It is queued and its lag is not negative.
    pub eligible: bool,
    /// It is the running one and protected up to this vruntime.
    pub protect: Option<i64>,
    /// Its clamps in force; nothing where they are not counted.
    pub clamps: Clamps,
    /// How much of the biggest CPU it needed lately, of 1024; `None` where no load is tracked.
    pub util: Option<u64>,
}

/// The machine at the last instant that was asked for, so that a question about a later one nearby is a matter of a few steps.
#[derive(Clone, Debug, Default)]
pub struct Cursor {
    sim: Option<Sim>,
}

impl Cursor {
    /// The values of a run at an instant, of its end for one behind that. The run is the one that this cursor was asked about before.
    ///
    /// Goes on from the last instant asked for unless that is later, or a checkpoint is nearer.
    pub fn values(&mut self, run: &Run, t_ns: u64) -> Values {
        self.values_of(run, 0, t_ns)
    }

    /// The same with the queue of another CPU.
    pub fn values_of(&mut self, run: &Run, cpu: u16, t_ns: u64) -> Values {
        let t_ns = t_ns.min(run.end_ns());
        let checkpoint = run.nearest_checkpoint(t_ns);
        let kept = self.sim.take().filter(|sim| sim.now_ns() <= t_ns && sim.events() >= checkpoint.events());
        let mut sim = kept.unwrap_or_else(|| checkpoint.clone());
        run.go_on_to(&mut sim, t_ns);
        let values = values(&sim, cpu, t_ns);
        self.sim = Some(sim);
        values
    }
}

fn values(sim: &Sim, cpu: u16, t_ns: u64) -> Values {
    let (queue, pool) = sim.charged(cpu, t_ns);
    let mut levels = Levels::new(&queue, &pool);
    let Level { mean, floor } = levels.root();
    let (weight_sum, lag_sum) = levels.sums();
    Values {
        cpu,
        running: sim.running(cpu),
        avg_vruntime: mean.raw(),
        min_vruntime: floor.raw(),
        lag_sum,
        weight_sum,
        tasks: all_tasks(sim, t_ns),
        clamp_key: sim.clamp_key(),
        clamps: sim.clamps(cpu),
        clocks: clocks(sim),
    }
}

/// Each task by the queue of its own CPU.
fn clocks(sim: &Sim) -> Vec<(u16, u64)> {
    let lowest = |(cpus, _): (CpuSet, u64)| cpus.lowest().map(|cpu| cpu as u16);
    let khz = |cpu: u16| Some((cpu, sim.clock_khz(cpu)?));
    sim.clocks().filter_map(lowest).filter_map(khz).collect()
}

fn all_tasks(sim: &Sim, t_ns: u64) -> Vec<TaskValues> {
    let mut by_cpu: Vec<(usize, u16)> =
        (0..sim.task_count() as u16).map(|task| (sim.home(task), task)).collect();
    by_cpu.sort_unstable();
    let mut all: Vec<(u16, TaskValues)> = Vec::with_capacity(by_cpu.len());
    for of_cpu in by_cpu.chunk_by(|a, b| a.0 == b.0) {
        let (queue, pool) = sim.charged(of_cpu[0].0 as u16, t_ns);
        let mut levels = Levels::new(&queue, &pool);
        all.extend(of_cpu.iter().map(|&(_, task)| {
            (task, task_values(sim, (&queue, &pool), levels.of(sim.entity_id(task)), task))
        }));
    }
    all.sort_unstable_by_key(|(task, _)| *task);
    all.into_iter().map(|(_, values)| values).collect()
}

fn task_values(sim: &Sim, (queue, pool): (&FairQueue, &Pool), level: Level, task: u16) -> TaskValues {
    let (id, before) = (sim.entity_id(task), sim.entity(task));
    let vruntime = pool[id].vruntime;
    let reference = if queue.params().family == Family::Cfs { level.floor } else { level.mean };
    let lag_ns = if before.on_rq { level.mean.since(vruntime) } else { before.vlag };
    TaskValues {
        state: sim.state(task),
        cpu: sim.home(task) as u16,
        weight: sched::scale_down(before.weight.load),
        vruntime: vruntime.raw(),
        lag_ns,
        reference: before.on_rq.then_some(reference.raw()),
        deadline: before.deadline.raw(),
        eligible: before.on_rq && lag_ns >= 0,
        protect: queue.protected(pool, id).then(|| before.protect.raw()),
        clamps: sim.clamps_of(task),
        util: sim.util(task),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Duration, Scenario, Side, Step, Thread, simulate};

    fn run(kernel: &str) -> Run {
        let hog =
            |name: &str, nice| Thread { nice, ..Thread::new(name, vec![Step::Run(Duration::Fixed(0))]) };
        let script = vec![
            Step::Loop(0),
            Step::Run(Duration::Exponential(700)),
            Step::Sleep(Duration::Exponential(900)),
            Step::End,
        ];
        let threads = vec![hog("a", 0), hog("b", 3), Thread::new("c", script)];
        let scenario = Scenario { duration_us: 2_000_000, threads, ..Scenario::default() };
        simulate(&scenario, &Side::new(kernel)).expect("it is valid")
    }

    #[test]
    fn a_cursor_gives_the_same_wherever_it_stood() {
        for kernel in ["6.5", "7.2"] {
            let (run, mut moving) = (run(kernel), Cursor::default());
            for t_ns in [0, 3_000_000, 3_000_001, 1_500_000_000, 1_200_000_000, 1_999_999_999, u64::MAX] {
                let fresh = Cursor::default().values(&run, t_ns);
                assert_eq!(moving.values(&run, t_ns), fresh, "{kernel} at {t_ns}");
            }
        }
    }

    #[test]
    fn lags_sum_to_nothing_but_rounding() {
        for kernel in ["6.5", "6.12.y", "7.2"] {
            let (run, mut cursor) = (run(kernel), Cursor::default());
            for t_ns in (0..2_000_000_000).step_by(7_654_321) {
                let values = cursor.values(&run, t_ns);
                let rounding = -i128::from(values.weight_sum)..=0;
                assert!(rounding.contains(&values.lag_sum), "{kernel} at {t_ns}: {values:?}");
                assert!(values.tasks.iter().any(|task| task.eligible), "{kernel} at {t_ns}: {values:?}");
            }
        }
    }
}
