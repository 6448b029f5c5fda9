//! Stealing: a CPU that found no work takes a task from a queue of its cache (rule 15).
//!
//! From "steal tasks to improve CPU utilization" (v4, December 2018), never merged; rewritten from its rules.

use crate::cpuset::CpuSet;
use crate::reason::SmpReason;

use super::attempt::View;
use super::candidate::Candidate;
use super::settings::Settings;

/// A CPU that is idle for less than this on average does not steal, ns.
const IDLE_MIN_NS: u64 = 10_000;

/// Keeps the set of a cache's CPUs that have two fair tasks or more, when the number of one's changes (`overload_set`,
/// `overload_clear`). Without hysteresis: the second task enters, the last but one leaves.
pub fn note_queued(overloaded: &mut CpuSet, cpu: usize, h_nr_queued: u32) {
    if h_nr_queued >= 2 { overloaded.insert(cpu) } else { overloaded.remove(cpu) }
}

/// Why a CPU does not even try to steal, if it does not: it would be woken before, or the machine has so many nodes that tasks
/// are better left where wakeups find them.
pub fn steal_refusal(view: &View, dst: usize, settings: &Settings) -> Option<SmpReason> {
    let nodes = view.topology.nodes.len();
    let avg_idle_ns = view.cpus[dst].avg_idle_ns;
    if nodes > settings.steal_node_limit {
        let (nodes, limit) = (nodes as i64, settings.steal_node_limit as i64);
        return Some(SmpReason::StealNodes { nodes, limit });
    }
    let (avg_idle, bound) = (avg_idle_ns as i64, IDLE_MIN_NS as i64);
    (avg_idle_ns < IDLE_MIN_NS).then_some(SmpReason::StealShort { avg_idle, bound })
}

/// The CPUs to steal from, each with its reason: threads of the own core first, then those of the cache from `dst` on, wrapping. Of
/// each the first candidate with no [`obstacle_to_theft`] is taken, and with that it ends (`try_steal`).
pub fn victims<'a>(
    view: &View<'a>,
    overloaded: &'a CpuSet,
    dst: usize,
) -> impl Iterator<Item = (usize, SmpReason)> + use<'a> {
    let cpus = view.cpus;
    let siblings = &view.topology.siblings[dst];
    let avg_idle = cpus[dst].avg_idle_ns as i64;
    let near = siblings.iter().filter(|cpu| overloaded.contains(*cpu));
    let far = overloaded.iter_from(dst).filter(|cpu| !siblings.contains(*cpu));
    let queued = move |cpu: usize| cpus[cpu].h_nr_queued;
    let others = move |cpu: &usize| *cpu != dst && queued(*cpu) >= 2;
    let sibling = move |cpu| (cpu, SmpReason::StealSibling { queued: i64::from(queued(cpu)), avg_idle });
    let llc = move |cpu| (cpu, SmpReason::StealLlc { queued: i64::from(queued(cpu)), avg_idle });
    near.filter(others).map(sibling).chain(far.filter(others).map(llc))
}

/// Why a task may not be stolen, if so: it runs, or may not run there. Neither cache nor load nor capacity is thought of.
pub fn obstacle_to_theft(candidate: &Candidate, dst: usize) -> Option<SmpReason> {
    match candidate {
        _ if !candidate.facts.allowed.contains(dst) => Some(SmpReason::SkipPinned {}),
        Candidate { is_running: true, .. } => Some(SmpReason::SkipRunning {}),
        Candidate { is_throttled: true, .. } => Some(SmpReason::SkipThrottled {}),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    /// The CPUs that `dst` would steal from, in order.
    #[track_caller]
    fn check(machine: &str, dst: usize, queued: &[(usize, u32)], expected: &[usize]) {
        let mut fixture = Fixture::new(machine, "6.5");
        fixture.load(queued);
        let llc = fixture.topology.llcs[fixture.topology.llc_of[dst]];
        let mut overloaded = CpuSet::EMPTY;
        for (cpu, tasks) in queued.iter().filter(|(cpu, _)| llc.contains(*cpu)) {
            note_queued(&mut overloaded, *cpu, *tasks);
        }
        let view = fixture.view();
        let found: Vec<usize> = victims(&view, &overloaded, dst).map(|(cpu, _)| cpu).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn victims_come_by_distance_then_number() {
        check("hikey", 2, &[(0, 2), (1, 1), (2, 0), (3, 3)], &[3, 0]);
        check("hikey", 2, &[(4, 4)], &[]);
        check("laptop", 1, &[(5, 2), (2, 4)], &[5, 2]);
        check("laptop", 1, &[(0, 2), (2, 4), (7, 2)], &[2, 7, 0]);
    }

    #[test]
    fn a_set_that_is_out_of_date_is_checked_again() {
        let fixture = Fixture::new("hikey", "6.5");
        assert_eq!(victims(&fixture.view(), &CpuSet::first(4), 2).count(), 0);
    }

    #[test]
    fn short_idle_times_and_many_nodes_are_no_occasion() {
        let mut fixture = Fixture::new("xeon-2s", "6.5");
        let settings = Settings::default();
        assert_eq!(steal_refusal(&fixture.view(), 0, &settings), None);
        fixture.cpus[0].avg_idle_ns = 9_999;
        let short = SmpReason::StealShort { avg_idle: 9_999, bound: 10_000 };
        assert_eq!(steal_refusal(&fixture.view(), 0, &settings), Some(short));
        let near = Settings { steal_node_limit: 1, ..settings };
        let nodes = SmpReason::StealNodes { nodes: 2, limit: 1 };
        assert_eq!(steal_refusal(&fixture.view(), 0, &near), Some(nodes));
    }

    #[test]
    fn sets_follow_the_second_task() {
        let mut set = CpuSet::EMPTY;
        note_queued(&mut set, 5, 2);
        note_queued(&mut set, 6, 1);
        assert_eq!(set, CpuSet::one(5));
        note_queued(&mut set, 5, 1);
        assert!(set.is_empty());
    }
}
