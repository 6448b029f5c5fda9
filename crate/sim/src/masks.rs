//! Lists of CPUs as a scenario writes them, as sets.

use smp::CpuSet;

use crate::scenario::{Scenario, Step};

/// The sets of CPUs that steps and changes of a scenario name, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Masks {
    lists: Vec<Vec<u32>>,
    machine: CpuSet,
}

impl Masks {
    /// Of a checked scenario.
    pub fn of(scenario: &Scenario) -> Masks {
        let scripts = scenario.threads.iter().flat_map(|thread| &thread.script);
        let steps = scripts.chain(scenario.changes.iter().map(|change| &change.step));
        let mut lists: Vec<Vec<u32>> = Vec::new();
        for step in steps {
            if let Step::Affinity(_, cpus) = step
                && !lists.contains(cpus)
            {
                lists.push(cpus.clone());
            }
        }
        Masks { lists, machine: CpuSet::first(scenario.machine.cpus as usize) }
    }

    /// Which of them a list is; panics for one that no step names.
    pub fn index(&self, cpus: &[u32]) -> usize {
        let found = self.lists.iter().position(|list| list == cpus);
        found.expect("every list of the scenario is known")
    }

    /// The CPUs of a list that the machine has.
    pub fn get(&self, index: usize) -> CpuSet {
        self.on_machine(&self.lists[index])
    }

    /// The CPUs of any list that the machine has.
    pub fn on_machine(&self, cpus: &[u32]) -> CpuSet {
        cpus.iter().map(|cpu| *cpu as usize).filter(|cpu| self.machine.contains(*cpu)).collect()
    }

    /// All CPUs of the machine.
    pub fn machine(&self) -> CpuSet {
        self.machine
    }
}
