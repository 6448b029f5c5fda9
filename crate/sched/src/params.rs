//! The rules and settings of one run.

use crate::features::{Features, UnknownName};
use crate::kernel::Kernel;
use crate::preemption::Preemption;
use crate::rules::{Family, NrLatency, Rules};
use crate::tunables::{Tunables, scaling_factor};

/// The rules and settings of one run.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// The preset they began with.
    pub kernel: &'static Kernel,
    /// CFS or EEVDF.
    pub family: Family,
    /// Rule variants in force.
    pub rules: Rules,
    /// Features in force.
    pub features: Features,
    /// Tunables in force.
    pub tunables: Tunables,
    /// Preemption model in force.
    pub preemption: Preemption,
    /// Length of a tick, ns.
    pub tick_ns: u64,
}

impl Params {
    /// A kernel's defaults at `hz` ticks a second on a machine of `assumed_cpus`, which
    /// decides the scaling of its slices (1 gives the normalized values).
    pub fn new(kernel: &'static Kernel, hz: u32, assumed_cpus: u32) -> Params {
        let factor = scaling_factor(assumed_cpus);
        let mut tunables = kernel.tunables;
        tunables.base_slice_ns *= factor;
        tunables.latency_ns *= factor;
        tunables.min_granularity_ns *= factor;
        tunables.wakeup_granularity_ns *= factor;
        Params {
            kernel,
            family: kernel.family,
            rules: kernel.rules,
            features: kernel.features,
            tunables,
            preemption: kernel.preemption,
            tick_ns: 1_000_000_000 / u64::from(hz),
        }
    }

    /// Switches a feature by kernel name; an error for one that this kernel does not have.
    pub fn set_feature(&mut self, word: &str) -> Result<(), UnknownName> {
        self.features.set(word, self.kernel.silent)
    }

    /// Writes a tunable by kernel name; an error for one that this kernel does not have.
    pub fn set_tunable(&mut self, name: &str, value: u64) -> Result<(), UnknownName> {
        self.tunables.set(self.kernel.tunable_infos, name, value)?;
        self.tunables_written();
        Ok(())
    }

    /// Sets a tunable that is a choice, by kernel name; an error for one that this kernel does not have, and for a word that it does
    /// not take.
    pub fn set_choice(&mut self, name: &str, word: &str) -> Result<(), UnknownName> {
        self.tunables.choose(self.kernel.choice_infos, name, word)
    }

    /// Lets follow what follows from tunables that were written: see [`NrLatency`].
    pub fn tunables_written(&mut self) {
        let tunables = &mut self.tunables;
        match self.rules.nr_latency {
            NrLatency::Counted => {
                tunables.nr_latency = tunables.latency_ns.div_ceil(tunables.min_granularity_ns.max(1));
            }
            NrLatency::Kept => {}
        }
    }

    /// Features of this kernel with their state.
    pub fn feature_names(&self) -> impl Iterator<Item = (&'static str, bool)> {
        self.features.list().map(|(feature, on)| (feature.name(), on))
    }

    /// Tunables of this kernel with their values.
    pub fn tunable_list(&self) -> Vec<(&'static str, u64)> {
        let value = |name| self.tunables.get(name).expect("every listed tunable has a value");
        self.kernel.tunable_infos.iter().map(|info| (info.name, value(info.name))).collect()
    }

    /// Choices of this kernel with their words.
    pub fn choice_list(&self) -> Vec<(&'static str, &'static str)> {
        let word = |name| self.tunables.choice(name).expect("every listed choice has a word");
        self.kernel.choice_infos.iter().map(|info| (info.name, word(info.name))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel;

    #[track_caller]
    fn check(name: &str, expected: u64) {
        let mut params = Params::new(kernel(name).expect("a preset"), 250, 8);
        assert_eq!(params.tunables.nr_latency, 8, "at boot");
        params.set_tunable("min_granularity_ns", 5_000_000).expect("a tunable of CFS");
        assert_eq!(params.tunables.nr_latency, expected, "{name}");
    }

    /// 24 ms of latency have room for four whole slices of 5 ms and a part of one.
    #[test]
    fn writing_a_granularity_counts_many_tasks_anew_up_to_5_12() {
        check("5.10", 5);
        check("6.1", 8);
        check("6.5", 8);
    }
}
