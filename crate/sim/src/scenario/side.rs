//! One side of a comparison: a kernel, and what differs from its defaults.

use std::collections::BTreeMap;

use sched::Preemption;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smp::frequency::Governor;

use super::Knobs;
use super::clamps::Uclamp;
use super::hardware::{Thermal, governor_by_name, is_performance};
use crate::costs::Costs;
use crate::error::Error;
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
    #[serde(serialize_with = "by_name", skip_serializing_if = "Option::is_none")]
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
    /// What the kernel does about clamps; without it they are counted as soon as somebody asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uclamp: Option<Uclamp>,
    /// Who sets the clocks of CPUs.
    #[serde(serialize_with = "governor_by_name", skip_serializing_if = "is_performance")]
    pub governor: Governor,
    /// How hot the machine gets; not at all without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermal: Option<Thermal>,
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
            uclamp: None,
            governor: Governor::Performance,
            thermal: None,
        }
    }
}

impl Side {
    /// Read a side. The error names the first place in it that is wrong; what the kernel does not have is
    /// found when a run starts.
    pub fn from_value(value: &Value) -> Result<Side, Error> {
        super::read::side(&At::root(value))
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Side::from_value(&value).map_err(D::Error::custom)
    }
}

/// The preemption model as the kernel's command line spells it.
fn by_name<S: Serializer>(model: &Option<Preemption>, serializer: S) -> Result<S::Ok, S::Error> {
    model.map(Preemption::name).serialize(serializer)
}

/// What kernel paths cost: nothing, what was measured, what they are likely to on the machine, or a table of one's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "there are two sides, and each run reads its choice once")]
pub enum CostChoice {
    /// Every path takes no time: the policy alone.
    #[default]
    Zero,
    /// As in the recordings of this kernel.
    Recorded,
    /// As published measurements let expect on the scenario's machine, whatever the kernel.
    Machine,
    /// Named parameters; those not named are zero.
    Custom(Costs),
    /// One of the tables, but for some parameters by name.
    Changed(CostTable, BTreeMap<String, u64>),
}

/// A table of what kernel paths cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostTable {
    /// As in the recordings of this kernel.
    Recorded,
    /// As published measurements let expect on the scenario's machine.
    Machine,
}

impl CostTable {
    /// `recorded` or `machine`.
    pub const fn name(self) -> &'static str {
        match self {
            CostTable::Recorded => "recorded",
            CostTable::Machine => "machine",
        }
    }
}

impl CostChoice {
    fn is_zero(&self) -> bool {
        *self == CostChoice::Zero
    }
}

/// How changed costs are written.
#[derive(Serialize)]
struct Changed<'a> {
    base: &'static str,
    #[serde(flatten)]
    changes: &'a BTreeMap<String, u64>,
}

impl Serialize for CostChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            CostChoice::Zero => serializer.serialize_str("zero"),
            CostChoice::Recorded => serializer.serialize_str("recorded"),
            CostChoice::Machine => serializer.serialize_str("machine"),
            CostChoice::Custom(costs) => costs.serialize(serializer),
            CostChoice::Changed(base, changes) => {
                Changed { base: base.name(), changes }.serialize(serializer)
            }
        }
    }
}
