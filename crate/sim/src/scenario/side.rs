//! One side of a comparison: a kernel, and what differs from its defaults.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Knobs;
use crate::costs::Costs;
use crate::value::{At, Value};

/// A kernel and its settings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Side {
    /// Which preset, as in `7.2`.
    pub kernel: String,
    /// Ticks a second; the scenario's without it, else 250.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hz: Option<u32>,
    /// As if the machine had so many CPUs when the kernel scaled its tunables.
    pub assumed_cpus: u32,
    /// The preemption model; the kernel's default without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preemption: Option<Preemption>,
    /// Tunables by kernel name. They outrank the scenario's.
    #[serde(skip_serializing_if = "Knobs::is_empty")]
    pub knobs: Knobs,
    /// Features in the kernel's form, set after the scenario's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// What kernel paths cost.
    #[serde(skip_serializing_if = "CostChoice::is_zero")]
    pub costs: CostChoice,
}

impl Side {
    /// The kernel with all its defaults, on one CPU, at no cost.
    pub fn new(kernel: impl Into<String>) -> Side {
        Side {
            kernel: kernel.into(),
            hz: None,
            assumed_cpus: 1,
            preemption: None,
            knobs: Knobs::new(),
            features: Vec::new(),
            costs: CostChoice::Zero,
        }
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        let value = Value::deserialize(deserializer)?;
        super::read::side(&At::root(&value)).map_err(D::Error::custom)
    }
}

/// The preemption model, as the kernel's command line spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Preemption {
    /// Kernel code is left only where it says so.
    Voluntary,
    /// Kernel code is left at once.
    Full,
    /// Fair requests wait for the return to user mode or the next tick.
    Lazy,
}

impl Preemption {
    /// Every model with its name in files.
    pub const ALL: [(&'static str, Preemption); 3] =
        [("voluntary", Preemption::Voluntary), ("full", Preemption::Full), ("lazy", Preemption::Lazy)];
}

/// What kernel paths cost: nothing, what was measured, or a table of one's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CostChoice {
    /// Every path takes no time: the policy alone.
    #[default]
    Zero,
    /// As in the recordings of this kernel.
    Recorded,
    /// Named parameters; those not named are zero.
    Custom(Costs),
}

impl CostChoice {
    fn is_zero(&self) -> bool {
        *self == CostChoice::Zero
    }
}

impl Serialize for CostChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            CostChoice::Zero => serializer.serialize_str("zero"),
            CostChoice::Recorded => serializer.serialize_str("recorded"),
            CostChoice::Custom(costs) => costs.serialize(serializer),
        }
    }
}
