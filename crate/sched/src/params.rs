//! The rules and settings of one run.

use crate::features::{Features, UnknownName};
use crate::kernel::{Kernel, Preemption};
use crate::rules::{Family, Rules};
use crate::tunables::{Tunables, scaling_factor, tunables_of};

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
        self.features.set(word)
    }

    /// Writes a tunable by kernel name; an error for one that this kernel does not have.
    pub fn set_tunable(&mut self, name: &str, value: u64) -> Result<(), UnknownName> {
        self.tunables.set(self.family, name, value)
    }

    /// Features of this kernel with their state.
    pub fn feature_names(&self) -> impl Iterator<Item = (&'static str, bool)> {
        self.features.list().map(|(feature, on)| (feature.name(), on))
    }

    /// Tunables of this kernel with their values.
    pub fn tunable_list(&self) -> Vec<(&'static str, u64)> {
        let value = |name| self.tunables.get(name).expect("every listed tunable has a value");
        tunables_of(self.family).iter().map(|info| (info.name, value(info.name))).collect()
    }
}
