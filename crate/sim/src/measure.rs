//! What `perf sched latency` would say: per task, CPU time, switches and waits.

mod between;

use smp::Topology;

use crate::engine::{Observer, Sim};
use crate::trace::{Event, IDLE, Kind};
use between::Between;
pub use between::{CpuStats, LevelStats, Moves};

/// Numbers of one task over a run. Times in ns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskStats {
    /// Time on a CPU.
    pub cpu_ns: u64,
    /// The same in thousandths of the whole time.
    pub share_permille: u32,
    /// How often it got a CPU.
    pub switches: u64,
    /// How often it lost the CPU while it had more to do.
    pub preempted: u64,
    /// How often it gave the CPU up by blocking or ending.
    pub voluntary: u64,
    /// How often it woke or was created.
    pub wakeups: u64,
    /// How often it came to another CPU; 0 where nobody has counted CPUs.
    pub migrations: u64,
    /// Time in which it had work and might not run.
    pub throttled_ns: u64,
    /// Jobs of a deadline task that were finished after their deadline.
    pub missed: u64,
    /// Waits that ended in a run, from becoming runnable to running, throttled time included.
    pub waits: Waits,
}

/// Waits of a task. All zero if there was none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    /// How many.
    pub count: u64,
    /// Their sum.
    pub total_ns: u64,
    /// Their mean, rounded down.
    pub mean_ns: u64,
    /// Half of them are not longer.
    pub p50_ns: u64,
    /// All but one in a hundred are not longer.
    pub p99_ns: u64,
    /// The longest.
    pub max_ns: u64,
    /// When the longest ended.
    pub max_at_ns: u64,
}

/// Numbers of a whole run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// One entry a task, in the scenario's order.
    pub tasks: Vec<TaskStats>,
    /// Time in which CPUs were idle, all together, also of those on which nothing happened.
    pub idle_ns: u64,
    /// Each CPU; of a machine with one, as of a recording, only that.
    pub cpus: Vec<CpuStats>,
    /// Moves between CPUs by the smallest domain that has both, smallest level first.
    pub levels: Vec<LevelStats>,
    /// Of each last-level cache, the time in which a CPU was idle while another had two tasks or more.
    pub idle_queued_ns: Vec<u64>,
    /// How often a CPU went from one task to another, or from or to idle.
    pub switches: u64,
    /// Length of the run.
    pub elapsed_ns: u64,
}

/// Measure a trace of `tasks` tasks that ends at `end_ns`; one CPU idles from time 0.
pub fn measure(events: &[Event], tasks: usize, end_ns: u64) -> Stats {
    let mut meter = Meter::new(tasks);
    events.iter().for_each(|event| meter.count(event));
    meter.finish(end_ns)
}

/// The same on a machine with these domains.
pub fn measure_on(topology: &Topology, events: &[Event], tasks: usize, end_ns: u64) -> Stats {
    let mut meter = Meter::on(topology, tasks);
    events.iter().for_each(|event| meter.count(event));
    meter.finish(end_ns)
}

/// A CPU's occupant and since when.
#[derive(Clone, Copy)]
struct Occupant {
    task: u16,
    since_ns: u64,
}

/// Measures a run event by event, as an observer while it is simulated or from its trace.
#[derive(Clone)]
pub struct Meter {
    stats: Stats,
    cpus: Vec<Occupant>,
    /// On a machine with several CPUs.
    between: Option<Between>,
    runs: Vec<bool>,
    waiting_since_ns: Vec<Option<u64>>,
    throttled_since_ns: Vec<Option<u64>>,
    waits_ns: Vec<Vec<u64>>,
}

impl Observer for Meter {
    fn event(&mut self, _: &Sim, event: &Event) {
        self.count(event);
    }
}

impl Meter {
    /// A meter of so many tasks before the first event, of a machine of one CPU, or of one whose CPUs nobody has counted.
    pub fn new(tasks: usize) -> Meter {
        Meter::of_cpus(1, tasks)
    }

    /// The same of a machine with these domains.
    pub fn on(topology: &Topology, tasks: usize) -> Meter {
        let cpus = topology.cpu_count();
        let between = (cpus > 1).then(|| Between::new(topology.clone()));
        Meter { between, ..Meter::of_cpus(cpus, tasks) }
    }

    fn of_cpus(cpus: usize, tasks: usize) -> Meter {
        let stats = Stats {
            tasks: vec![TaskStats::default(); tasks],
            cpus: vec![CpuStats::default(); cpus],
            ..Stats::default()
        };
        Meter {
            stats,
            cpus: vec![Occupant { task: IDLE, since_ns: 0 }; cpus],
            between: None,
            runs: vec![false; tasks],
            waiting_since_ns: vec![None; tasks],
            throttled_since_ns: vec![None; tasks],
            waits_ns: vec![Vec::new(); tasks],
        }
    }

    fn count(&mut self, event: &Event) {
        let (kind, task) = (event.kind(), usize::from(event.task));
        if let Some(between) = &mut self.between {
            between.count(event, &mut self.stats);
        }
        if kind.is_switch() {
            self.stats.switches += 1;
            self.leaves(event, kind);
            self.enters(event);
        } else if kind.is_wakeup() || kind == Kind::Fork {
            self.stats.tasks[task].wakeups += 1;
            if !self.is_running(event.task) {
                self.waiting_since_ns[task].get_or_insert(event.t_ns);
            }
        } else {
            self.holds_back(event, kind);
        }
    }

    /// What a budget does to a task. To `perf` a throttled one is runnable: its wait goes on until it runs.
    fn holds_back(&mut self, event: &Event, kind: Kind) {
        let task = usize::from(event.task);
        let running = self.is_running(event.task);
        match kind {
            Kind::DeadlineMissed => self.stats.tasks[task].missed += 1,
            // Until the switch it still runs.
            Kind::Throttled if !running => {
                self.throttled_since_ns[task].get_or_insert(event.t_ns);
            }
            Kind::Unthrottled if !running => self.free(task, event.t_ns),
            _ => {}
        }
    }

    fn is_running(&self, task: u16) -> bool {
        self.runs.get(usize::from(task)).is_some_and(|runs| *runs)
    }

    /// Books the time in which a task was held back, if it was.
    fn free(&mut self, task: usize, t_ns: u64) {
        if let Some(since_ns) = self.throttled_since_ns[task].take() {
            self.stats.tasks[task].throttled_ns += t_ns - since_ns;
        }
    }

    fn leaves(&mut self, event: &Event, kind: Kind) {
        self.settle(usize::from(event.cpu), event.t_ns);
        let Some(stats) = self.stats.tasks.get_mut(usize::from(event.task)) else { return };
        self.runs[usize::from(event.task)] = false;
        if kind.is_preemption() {
            stats.preempted += 1;
            self.waiting_since_ns[usize::from(event.task)] = Some(event.t_ns);
        } else if kind == Kind::SwitchThrottled {
            stats.preempted += 1;
            self.waiting_since_ns[usize::from(event.task)] = Some(event.t_ns);
            self.throttled_since_ns[usize::from(event.task)] = Some(event.t_ns);
        } else {
            stats.voluntary += 1;
            self.waiting_since_ns[usize::from(event.task)] = None;
        }
    }

    fn enters(&mut self, event: &Event) {
        let cpu = usize::from(event.cpu);
        self.cpus[cpu] = Occupant { task: event.other, since_ns: event.t_ns };
        self.stats.cpus[cpu].switches += 1;
        let next = usize::from(event.other);
        let Some(stats) = self.stats.tasks.get_mut(next) else { return };
        self.runs[next] = true;
        stats.switches += 1;
        if let Some(since_ns) = self.waiting_since_ns[next].take() {
            let wait_ns = event.t_ns - since_ns;
            self.waits_ns[next].push(wait_ns);
            if wait_ns > stats.waits.max_ns || stats.waits.count == 0 {
                (stats.waits.max_ns, stats.waits.max_at_ns) = (wait_ns, event.t_ns);
            }
            stats.waits.count += 1;
        }
    }

    /// Book the time of a CPU's occupant up to `to_ns`.
    fn settle(&mut self, cpu: usize, to_ns: u64) {
        while self.cpus.len() <= cpu {
            self.cpus.push(Occupant { task: IDLE, since_ns: 0 });
            self.stats.cpus.push(CpuStats::default());
        }
        let occupant = &mut self.cpus[cpu];
        let ns = to_ns - occupant.since_ns;
        occupant.since_ns = to_ns;
        match self.stats.tasks.get_mut(usize::from(occupant.task)) {
            Some(stats) => stats.cpu_ns += ns,
            None => {
                self.stats.idle_ns += ns;
                self.stats.cpus[cpu].idle_ns += ns;
            }
        }
    }

    /// The numbers of a run that ended at `end_ns`, which is not before its last event.
    pub fn finish(mut self, end_ns: u64) -> Stats {
        (0..self.cpus.len()).for_each(|cpu| self.settle(cpu, end_ns));
        (0..self.throttled_since_ns.len()).for_each(|task| self.free(task, end_ns));
        self.stats.elapsed_ns = end_ns;
        if let Some(between) = self.between {
            (self.stats.levels, self.stats.idle_queued_ns) = between.finish(end_ns);
        }
        for (stats, waits_ns) in self.stats.tasks.iter_mut().zip(&mut self.waits_ns) {
            stats.share_permille = permille(stats.cpu_ns, end_ns);
            summarize(&mut stats.waits, waits_ns);
        }
        self.stats
    }
}

/// Thousandths, rounded to the nearest.
fn permille(part: u64, whole: u64) -> u32 {
    let whole = u128::from(whole.max(1));
    ((u128::from(part) * 1000 + whole / 2) / whole) as u32
}

fn summarize(waits: &mut Waits, waits_ns: &mut [u64]) {
    let Some(last) = waits_ns.len().checked_sub(1) else { return };
    // Selecting leaves the rest unsorted: it costs by the number of waits, and there can be a million.
    waits.total_ns = waits_ns.iter().sum();
    waits.mean_ns = waits.total_ns / waits.count;
    let mut percentile = |percent: usize| *waits_ns.select_nth_unstable((last * percent).div_ceil(100)).1;
    waits.p50_ns = percentile(50);
    waits.p99_ns = percentile(99);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(t_ns: u64, kind: Kind, task: u16, other: u16) -> Event {
        Event { t_ns, a: 0, b: 0, cpu: 0, task, other, kind: kind as u8, code: 0 }
    }

    #[test]
    fn time_is_conserved_and_waits_are_found() {
        let events = [
            event(10, Kind::WakeupIdle, 0, IDLE),
            event(10, Kind::SwitchIdle, IDLE, 0),
            event(30, Kind::WakeupPreempts, 1, IDLE),
            event(35, Kind::SwitchPreempted, 0, 1),
            event(50, Kind::SwitchBlocked, 1, 0),
            event(90, Kind::SwitchExited, 0, IDLE),
        ];
        let stats = measure(&events, 2, 100);
        let [a, b] = &stats.tasks[..] else { panic!("two tasks") };
        assert_eq!((a.cpu_ns, b.cpu_ns, stats.idle_ns, stats.switches), (25 + 40, 15, 20, 4));
        assert_eq!((a.switches, a.preempted, a.voluntary, a.wakeups), (2, 1, 1, 1));
        assert_eq!((a.waits.count, a.waits.max_ns, a.waits.max_at_ns), (2, 15, 50));
        assert_eq!((b.waits.mean_ns, b.waits.p99_ns), (5, 5));
        assert_eq!(a.share_permille, 650);
    }

    #[test]
    fn a_wait_goes_on_while_its_task_is_held_back() {
        let events = [
            event(0, Kind::WakeupIdle, 0, IDLE),
            event(0, Kind::SwitchIdle, IDLE, 0),
            event(5, Kind::Wakeup, 1, 0),
            event(20, Kind::Throttled, 0, IDLE),
            event(20, Kind::Throttled, 1, IDLE),
            event(21, Kind::SwitchThrottled, 0, IDLE),
            event(60, Kind::Unthrottled, 0, IDLE),
            event(60, Kind::Unthrottled, 1, IDLE),
            event(60, Kind::SwitchIdle, IDLE, 1),
            event(64, Kind::SwitchBlocked, 1, 0),
            event(90, Kind::Throttled, 0, IDLE),
            event(90, Kind::SwitchThrottled, 0, IDLE),
        ];
        let stats = measure(&events, 2, 100);
        let [a, b] = &stats.tasks[..] else { panic!("two tasks") };
        assert_eq!((a.throttled_ns, a.preempted, a.waits.count, a.waits.total_ns), (39 + 10, 2, 2, 43));
        assert_eq!((b.throttled_ns, b.voluntary, b.waits.count, b.waits.total_ns), (40, 1, 1, 55));
    }

    #[test]
    fn percentiles_take_the_upper_rank() {
        let mut waits = Waits { count: 4, ..Waits::default() };
        summarize(&mut waits, &mut [40, 10, 30, 20]);
        assert_eq!((waits.p50_ns, waits.p99_ns, waits.mean_ns), (30, 40, 25));
    }

    #[test]
    fn nothing_gives_zeros() {
        assert_eq!(measure(&[], 1, 0).tasks[0], TaskStats::default());
    }
}
