//! The clocks of a run over time, and what its CPUs used: seen while it happens, as no row of the trace has room for it.

use smp::CpuSet;

use crate::engine::{Observer, Sim};
use crate::run::Run;
use crate::trace::{Event, Kind};

/// CPUs with one clock, and how fast it was when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Its CPUs.
    pub cpus: CpuSet,
    /// The fastest that it can be.
    pub max_khz: u64,
    /// From when on it was how fast: in order of time, the first from the beginning.
    pub changes: Vec<(u64, u64)>,
}

impl Clock {
    /// How fast it was at an instant, kHz.
    pub fn khz_at(&self, t_ns: u64) -> u64 {
        let after = self.changes.partition_point(|&(from_ns, _)| from_ns <= t_ns);
        self.changes[after.max(1) - 1].1
    }

    /// How fast it was on average up to `end_ns`, kHz; how fast it is if no time passed.
    pub fn mean_khz(&self, end_ns: u64) -> u64 {
        let ends = self.changes.iter().skip(1).map(|&(from_ns, _)| from_ns).chain([end_ns]);
        let cycles = |(&(from_ns, khz), to_ns): (&(u64, u64), u64)| {
            u128::from(to_ns.min(end_ns).saturating_sub(from_ns)) * u128::from(khz)
        };
        let all: u128 = self.changes.iter().zip(ends).map(cycles).sum();
        all.checked_div(u128::from(end_ns)).map_or_else(|| self.khz_at(end_ns), |khz| khz as u64)
    }
}

/// Watches the clocks of a run from its beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockWatch {
    /// Those whose points are told, in the order of the machine.
    pub clocks: Vec<Clock>,
}

impl ClockWatch {
    /// The clocks of a machine that stands before time 0.
    pub fn on(sim: &Sim) -> ClockWatch {
        let clock = |(cpus, max_khz): (CpuSet, u64)| {
            let khz = cpus.lowest().and_then(|cpu| sim.clock_khz(cpu as u16)).unwrap_or(max_khz);
            Clock { cpus, max_khz, changes: vec![(0, khz)] }
        };
        ClockWatch { clocks: sim.clocks().map(clock).collect() }
    }

    /// The clocks of a finished run; it is run again if one of them ever changed.
    pub fn of(run: &Run) -> ClockWatch {
        let mut watch = ClockWatch::on(&run.checkpoint_before(0));
        if run.trace().events.iter().any(|event| event.kind() == Kind::ClockSet) {
            run.observe(0, run.end_ns(), &mut watch);
        }
        watch
    }
}

impl Observer for ClockWatch {
    fn event(&mut self, sim: &Sim, event: &Event) {
        if event.kind() != Kind::ClockSet {
            return;
        }
        let own = self.clocks.iter_mut().find(|clock| clock.cpus.contains(usize::from(event.cpu)));
        if let (Some(clock), Some(khz)) = (own, sim.clock_khz(event.cpu)) {
            clock.changes.push((event.t_ns, khz));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Machine;
    use crate::{Duration, Scenario, Side, Step, Thread, simulate};
    use smp::frequency::Governor;

    fn run(governor: Governor) -> Run {
        let machine = Machine::preset(smp::topology::machine("hikey960").expect("a preset"));
        let script = vec![
            Step::Loop(0),
            Step::Run(Duration::Fixed(3_000)),
            Step::Sleep(Duration::Fixed(3_000)),
            Step::End,
        ];
        let scenario = Scenario { machine, threads: vec![Thread::new("a", script)], ..Scenario::default() };
        simulate(&scenario, &Side { governor, ..Side::new("6.12.y") }).expect("it is valid")
    }

    #[test]
    fn a_clock_is_followed_to_what_it_is_at_the_end() {
        let run = run(Governor::Schedutil);
        let clocks = ClockWatch::of(&run).clocks;
        let last = run.state_at_event(run.trace().events.len());
        assert_eq!(clocks.len(), 2);
        for clock in &clocks {
            let cpu = clock.cpus.lowest().expect("it has one") as u16;
            assert_eq!(Some(clock.khz_at(run.end_ns())), last.clock_khz(cpu));
            assert!(clock.changes.is_sorted_by_key(|&(from_ns, _)| from_ns));
            assert!(clock.changes.iter().all(|&(_, khz)| khz <= clock.max_khz));
        }
        assert!(clocks.iter().any(|clock| clock.changes.len() > 1), "{clocks:?}");
    }

    #[test]
    fn what_does_not_change_has_one_value() {
        let clocks = ClockWatch::of(&run(Governor::Performance)).clocks;
        assert!(clocks.iter().all(|clock| clock.changes == [(0, clock.max_khz)]), "{clocks:?}");
    }

    #[test]
    fn a_mean_counts_time() {
        let clock = Clock { cpus: (0..1).collect(), max_khz: 900, changes: vec![(0, 900), (10, 300)] };
        assert_eq!((clock.mean_khz(40), clock.mean_khz(0)), (450, 900));
        assert_eq!((clock.khz_at(9), clock.khz_at(10)), (900, 300));
    }
}
