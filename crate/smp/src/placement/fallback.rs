//! Where a task goes that has one choice only, or whose choice it may not use (rules 1 and 9).

use crate::cpuset::CpuSet;
use crate::facts::TaskFacts;
use crate::reason::SmpReason;
use crate::topology::Topology;

use super::search::Choice;
use super::view::View;

/// The one of the first `count` CPUs that is allowed, if it is one; panics if none is.
pub fn only_allowed(count: usize, allowed: &CpuSet) -> Option<usize> {
    let first = allowed.lowest().filter(|first| *first < count).expect("the task may run somewhere");
    let more = allowed.next_from(first + 1).is_some_and(|next| next < count);
    (!more).then_some(first)
}

/// The first CPU that is allowed on the node of this one, or else anywhere (`select_fallback_rq`); panics if none is.
pub fn fallback_cpu(topology: &Topology, cpu: usize, allowed: &CpuSet) -> usize {
    let near = allowed.and(&topology.nodes[topology.node_of[cpu]]).lowest();
    near.or_else(|| allowed.lowest()).expect("the task may run somewhere")
}

/// The choice if the task may use it; else another CPU.
pub(super) fn allowed(view: &View, task: &TaskFacts, choice: Choice) -> Choice {
    if task.allowed.contains(choice.cpu) {
        return choice;
    }
    let why = SmpReason::PlacedFallback { wanted: choice.cpu as i64, prev: task.cpu as i64 };
    Choice { cpu: fallback_cpu(view.topology, task.cpu, &task.allowed), why }
}
