//! What each CPU ran and how long each task waited, read from a trace once, so that a frame can look it up.

mod queues;
mod reader;

use sim::Run as Simulated;
use sim::idle_queued::IdleQueued;
use sim::trace::{Event, Kind};
use smp::Topology;

use crate::decimate::Interval;
use crate::flags::Flags;
use reader::Reader;

/// A task on a CPU, from switch to switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// When it was switched in.
    pub from_ns: u64,
    /// When it was switched out, or the end of what was simulated.
    pub to_ns: u64,
    /// Who ran.
    pub task: u16,
}

/// Why a task that does not run does not sleep either, in the order in which they are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Held {
    /// It wants the CPU and others have it.
    Runnable,
    /// It has blocked and is only paying its debt; it does not want the CPU.
    Delayed,
    /// It wants the CPU and may not have it: a quota or a budget is used up.
    Throttled,
}

/// A task that neither runs nor sleeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// When it came to wait.
    pub from_ns: u64,
    /// When it ran, or left, or the end of what was simulated.
    pub to_ns: u64,
    /// What holds it.
    pub held: Held,
    /// On whose queue it stands.
    pub cpu: u16,
}

/// A task on the queue of some CPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Queued {
    /// Who.
    pub task: u16,
    /// From when to when.
    pub wait: Wait,
}

/// A task comes to another CPU than it was on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// When.
    pub t_ns: u64,
    /// The row of the trace.
    pub row: u32,
    /// Who.
    pub task: u16,
    /// The CPU before.
    pub from: u16,
    /// The CPU from then on.
    pub to: u16,
}

/// A stretch of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// Its first instant.
    pub from_ns: u64,
    /// The instant with which it is over.
    pub to_ns: u64,
}

/// Something to mark: how a run ended, a wakeup that took no effect, how a delay ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// When.
    pub t_ns: u64,
    /// The row of the trace.
    pub row: u32,
    /// What.
    pub kind: Kind,
    /// The task whose run ended, or who woke; [`sim::trace::IDLE`] where it is about none.
    pub task: u16,
}

/// The runs and marks of one CPU, in order of time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lane {
    /// They do not overlap; where there is none the CPU was idle.
    pub runs: Vec<Run>,
    /// Ends of runs, and wakeups that changed nothing.
    pub marks: Vec<Mark>,
    /// Who waits on its queue, of a machine with several CPUs: in rows, so that those of one row do not overlap.
    pub queue: Vec<Vec<Queued>>,
}

/// All lanes and waits of a trace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// By CPU.
    pub lanes: Vec<Lane>,
    /// By task; of one task they do not overlap.
    pub waits: Vec<Vec<Wait>>,
    /// By task: how its delays ended. They concern no CPU, so they stand on the task's row.
    pub delays: Vec<Vec<Mark>>,
    /// By task: the deadlines of one that has any.
    pub flags: Vec<Flags>,
    /// Some task is throttled at some time.
    pub throttles: bool,
    /// By task: how often it ran in the very instant in which it came to wait; such a wait has no length.
    pub at_once: Vec<u32>,
    /// Placements on another CPU, pulls and pushes, in order of time.
    pub moves: Vec<Move>,
    /// When a CPU was idle while another of its last-level cache had two tasks or more, of all caches together.
    pub idle_queued: Vec<Stretch>,
}

impl Mark {
    fn of(event: &Event, row: u32) -> Mark {
        Mark { t_ns: event.t_ns, row, kind: event.kind(), task: event.task }
    }
}

impl Interval for Run {
    fn begin_ns(&self) -> u64 {
        self.from_ns
    }

    fn end_ns(&self) -> u64 {
        self.to_ns
    }
}

impl Interval for Queued {
    fn begin_ns(&self) -> u64 {
        self.wait.from_ns
    }

    fn end_ns(&self) -> u64 {
        self.wait.to_ns
    }
}

impl Interval for Stretch {
    fn begin_ns(&self) -> u64 {
        self.from_ns
    }

    fn end_ns(&self) -> u64 {
        self.to_ns
    }
}

impl Interval for Wait {
    fn begin_ns(&self) -> u64 {
        self.from_ns
    }

    fn end_ns(&self) -> u64 {
        self.to_ns
    }
}

impl History {
    /// The history of these events, with what is still open ending at `end_ns`.
    ///
    /// Costs one pass; every task up to `tasks` has its waits, even if there are none.
    pub fn of(events: &[Event], tasks: usize, end_ns: u64) -> History {
        History::on(events, tasks, 0, end_ns)
    }

    /// The history of a run, with a lane for each CPU of its machine, also of one that never ran anything.
    pub fn of_run(run: &Simulated) -> History {
        History::of_machine(run.topology(), &run.trace().events, run.task_names().len(), run.end_ns())
    }

    /// The same of the events of a machine with these domains, which name no other CPU.
    pub fn of_machine(topology: &Topology, events: &[Event], tasks: usize, end_ns: u64) -> History {
        let cpus = topology.cpu_count();
        let history = History::on(events, tasks, cpus, end_ns);
        if cpus == 1 {
            return history;
        }
        let mut reader = IdleQueued::new(topology);
        events.iter().for_each(|event| reader.read(event));
        History { idle_queued: united(reader.finish(end_ns)), ..history }
    }

    fn on(events: &[Event], tasks: usize, cpus: usize, end_ns: u64) -> History {
        let mut reader = Reader::new(tasks, cpus);
        events.iter().zip(0..).for_each(|(event, row)| reader.read(event, row));
        reader.finish(end_ns)
    }
}

/// All stretches of all lists as one list, in order and apart.
fn united(lists: Vec<Vec<(u64, u64)>>) -> Vec<Stretch> {
    let mut all: Vec<(u64, u64)> = lists.into_iter().flatten().collect();
    all.sort_unstable();
    let mut united: Vec<Stretch> = Vec::new();
    for (from_ns, to_ns) in all {
        match united.last_mut() {
            Some(last) if from_ns <= last.to_ns => last.to_ns = last.to_ns.max(to_ns),
            _ => united.push(Stretch { from_ns, to_ns }),
        }
    }
    united
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_of_several_caches_are_one_where_they_meet() {
        let united = united(vec![vec![(0, 10), (30, 40)], vec![(5, 20), (40, 50)]]);
        let bare: Vec<_> = united.iter().map(|stretch| (stretch.from_ns, stretch.to_ns)).collect();
        assert_eq!(bare, [(0, 20), (30, 50)]);
    }
}
