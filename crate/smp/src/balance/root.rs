//! What is known of the machine as a whole (rule 1).

/// Facts of the root domain that decide whether looking for tasks is worth it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RootFacts {
    /// A CPU has two tasks or more, as far as is known: set when a queue gets its second task, renewed when the highest domain
    /// is balanced (`rd->overloaded`).
    pub overloaded: bool,
    /// A CPU has more to do than fits it: set at ticks and enqueues, renewed when the highest domain is balanced.
    pub overutilized: bool,
    /// Tasks are placed by energy as long as no CPU is overutilized (`sched_energy_enabled`).
    pub energy_aware: bool,
}

impl RootFacts {
    /// Whether placement by energy is in force, so that balancing leaves tasks where it put them.
    pub fn places_by_energy(&self) -> bool {
        self.energy_aware && !self.overutilized
    }
}
