//! Cores that are idle as a whole (rule 6).

use crate::checks::Checks;
use crate::cpuset::CpuSet;
use crate::facts::CpuFacts;
use crate::topology::Topology;

use super::search::Search;

/// A search for a whole core, which takes an idle thread if it finds none.
pub(super) struct CoreSweep {
    /// CPUs whose core has not been looked at.
    pub candidates: CpuSet,
    /// The first CPU that would have run the task at once.
    pub first: Option<usize>,
}

impl CoreSweep {
    /// Whether the core of a CPU is idle as a whole; if not, none of it is a candidate any more (`select_idle_core`).
    ///
    /// Once a thread to fall back on is known, the first busy thread ends the look at a core.
    pub fn core_is_idle<C: Checks>(&mut self, search: &mut Search<C>, core: usize) -> bool {
        let threads = search.view.topology.siblings[core];
        let mut idle = true;
        for thread in threads.iter() {
            let thread_idle = search.is_idle(thread);
            idle &= thread_idle;
            if self.first.is_some() && !thread_idle {
                break;
            }
            let takes = thread_idle || search.yields(search.facts(thread));
            if self.first.is_none() && takes && self.candidates.contains(thread) {
                self.first = Some(thread);
                if !thread_idle {
                    break;
                }
            }
        }
        if !idle {
            self.candidates = self.candidates.without(&threads);
        }
        idle
    }
}

/// Whether a CPU that goes idle leaves its core idle as a whole, which its cache's record is to remember (`__update_idle_core`).
///
/// Nothing to remember on a machine whose cores have one thread.
pub fn core_became_idle(topology: &Topology, cpus: &[CpuFacts], cpu: usize) -> bool {
    let mut others = topology.siblings[cpu].iter().filter(|thread| *thread != cpu);
    topology.has_smt && others.all(|thread| cpus[thread].is_idle())
}
