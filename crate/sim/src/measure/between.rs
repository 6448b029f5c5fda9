//! What happens between CPUs: how tasks came to them, and what balancing left undone.

use smp::topology::Level;
use smp::{SmpReason, Topology};

use crate::idle_queued::IdleQueued;
use crate::trace::{Event, Kind};

use super::Stats;

/// How tasks came from one CPU to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// They woke or began on another CPU than they were on.
    pub placed: u64,
    /// They waited, and were pulled by a balance.
    pub pulled: u64,
    /// They waited, and were stolen by a CPU that had nothing.
    pub stolen: u64,
    /// They ran, and were pushed away by a balance.
    pub pushed: u64,
    /// They had to leave as their affinity changed.
    pub confined: u64,
}

/// Numbers of one CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuStats {
    /// Time in which it had nobody to run, ns.
    pub idle_ns: u64,
    /// How often it went from one task to another, or from or to idle.
    pub switches: u64,
    /// How often placement chose it.
    pub chosen: u64,
    /// How tasks came to it from others.
    pub moves: Moves,
    /// How often it looked for tasks, and found none or was not to look.
    pub declined: u64,
    /// How often it looked, or was looked for, by the clock, moved nothing and had no source: the trace leaves that out.
    pub quiet: u64,
}

/// Moves within domains of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelStats {
    /// Which level.
    pub level: Level,
    /// Between two CPUs for which this is the smallest domain that has both.
    pub moves: Moves,
    /// How often a look in such a domain by the clock moved nothing and had no source.
    pub quiet: u64,
}

impl Moves {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.placed + self.pulled + self.stolen + self.pushed + self.confined
    }

    fn count(&mut self, event: &Event) {
        let kind = match (event.kind(), event.smp_reason()) {
            (Kind::Placed, _) => &mut self.placed,
            (_, None) => &mut self.confined,
            (_, Some(SmpReason::StealSibling { .. } | SmpReason::StealLlc { .. })) => &mut self.stolen,
            (_, Some(reason)) if is_push(reason) => &mut self.pushed,
            _ => &mut self.pulled,
        };
        *kind += 1;
    }
}

/// A running task that executed another program goes where it was placed.
fn is_placement(event: &Event) -> bool {
    event.kind() == Kind::Pulled && event.smp_reason().is_some_and(SmpReason::is_placement)
}

fn is_push(reason: SmpReason) -> bool {
    use SmpReason::{PushFailed, PushMisfit, PushReduced};
    matches!(reason, PushFailed { .. } | PushReduced { .. } | PushMisfit { .. })
}

/// Counts on a machine with several CPUs.
#[derive(Clone)]
pub struct Between {
    topology: Topology,
    levels: Vec<LevelStats>,
    idle_queued: IdleQueued,
}

impl Between {
    pub fn new(topology: Topology) -> Between {
        let mut found: Vec<Level> = topology.domains.iter().map(|domain| domain.level).collect();
        found.sort_unstable();
        found.dedup();
        let levels =
            found.into_iter().map(|level| LevelStats { level, moves: Moves::default(), quiet: 0 }).collect();
        let idle_queued = IdleQueued::new(&topology);
        Between { topology, levels, idle_queued }
    }

    /// Counts an event for its CPU, its task and the domain that it happens in.
    pub fn count(&mut self, event: &Event, stats: &mut Stats) {
        self.idle_queued.read(event);
        let cpu = &mut stats.cpus[usize::from(event.cpu)];
        match event.kind() {
            Kind::NothingPulled => cpu.declined += 1,
            // Where a task was placed by exec, and went, is told already.
            Kind::Pulled if is_placement(event) => {}
            Kind::Placed | Kind::Pulled => {
                cpu.chosen += u64::from(event.kind() == Kind::Placed);
                if event.other != event.cpu {
                    cpu.moves.count(event);
                    stats.tasks[usize::from(event.task)].migrations += 1;
                    self.count_level(event);
                }
            }
            _ => {}
        }
    }

    /// Between CPUs that share no domain nothing is balanced; an affinity can move a task all the same.
    fn count_level(&mut self, event: &Event) {
        let mut domains = self.topology.domains_of(usize::from(event.cpu));
        let Some(domain) = domains.find(|domain| domain.span.contains(usize::from(event.other))) else {
            return;
        };
        let level = self.levels.iter_mut().find(|known| known.level == domain.level);
        level.expect("each level is listed").moves.count(event);
    }

    /// Levels, and the time of each last-level cache with idle CPUs beside queued tasks.
    pub fn finish(self, end_ns: u64) -> (Vec<LevelStats>, Vec<u64>) {
        let length = |stretches: Vec<(u64, u64)>| stretches.iter().map(|(from, to)| to - from).sum();
        (self.levels, self.idle_queued.finish(end_ns).into_iter().map(length).collect())
    }
}

#[cfg(test)]
mod tests {
    use smp::topology::{CpuKind, Shape};

    use super::super::measure_on;
    use super::*;
    use crate::trace::IDLE;

    fn kind() -> CpuKind {
        CpuKind {
            name: "CPU".to_owned(),
            capacity_dmips_mhz: 1024,
            opps: Vec::new(),
            power_coefficient: 0,
            idle_exit_ns: Vec::new(),
            l2_kib: 0,
            llc_kib: 0,
        }
    }

    #[test]
    fn each_cpu_and_level_counts_what_came_to_it() {
        let topology = Topology::new(&Shape { llcs: 2, cores: 2, ..Shape::ONE }.machine(kind()));
        let event = |t_ns, kind: Kind, cpu, task, other, code| Event {
            t_ns,
            a: 0,
            b: 0,
            cpu,
            task,
            other,
            kind: kind as u8,
            code,
        };
        let pull = SmpReason::PullTasks { imbalance: 1, queued: 2 }.code();
        let steal = SmpReason::StealLlc { queued: 2, avg_idle: 0 }.code();
        let placed = SmpReason::PlacedIdleCpu { target: 0, looked: 1 }.code();
        let events = [
            event(0, Kind::Placed, 0, 0, 0, placed),
            event(0, Kind::SwitchIdle, 0, IDLE, 0, 0),
            event(5, Kind::Placed, 1, 1, 0, placed),
            event(10, Kind::Pulled, 2, 2, 0, pull),
            event(12, Kind::Pulled, 3, 3, 2, steal),
            event(13, Kind::Pulled, 0, 3, 3, 0),
            event(20, Kind::NothingPulled, 3, IDLE, IDLE, SmpReason::NoBusyGroup {}.code()),
        ];
        let stats = measure_on(&topology, &events, 4, 100);
        assert_eq!(stats.idle_ns, 300, "three CPUs never ran anybody");
        assert_eq!(stats.cpus.iter().map(|cpu| cpu.idle_ns).collect::<Vec<_>>(), [0, 100, 100, 100]);
        let came = stats.cpus.iter().map(|cpu| cpu.moves.total());
        assert_eq!(came.collect::<Vec<_>>(), [1, 1, 1, 1]);
        let went = stats.tasks.iter().map(|task| task.migrations);
        assert_eq!(went.collect::<Vec<_>>(), [0, 1, 1, 2]);
        assert_eq!((stats.cpus[0].chosen, stats.cpus[0].moves.placed, stats.cpus[3].declined), (1, 0, 1));
        assert_eq!((stats.cpus[0].moves.confined, stats.cpus[3].moves.stolen), (1, 1));
        let levels: Vec<_> = stats.levels.iter().map(|it| (it.level, it.moves.total())).collect();
        assert_eq!(levels.iter().map(|(_, count)| count).sum::<u64>(), 4, "{levels:?}");
    }
}
