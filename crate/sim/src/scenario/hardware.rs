//! What of the hardware a side may have otherwise: who sets its clocks, and how hot it gets.

use serde::{Serialize, Serializer};
use smp::frequency::Governor;

use crate::error::{Error, suggestion};
use crate::value::At;

/// Power that no machine has, mW: a megawatt.
const POWER_MW_MAX: i128 = 1_000_000_000;
/// A time constant of an hour.
const CONSTANT_MS_MAX: i128 = 3_600_000;
/// A footprint that no cache holds, KiB: a GiB.
const FOOTPRINT_KIB_MAX: i128 = 1 << 20;

/// Heat, with one time constant: above what can be carried off, the fastest points of every clock are taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Thermal {
    /// Power that can be carried off in the long run, mW.
    pub sustainable_mw: u64,
    /// After that long about two thirds of a change have arrived, ms.
    pub time_constant_ms: u64,
    /// The heat at the beginning, as the power that would keep it there, mW: that of a run before.
    #[serde(skip_serializing_if = "is_zero")]
    pub heat_mw: u64,
}

/// The `thermal` object of a side.
pub(super) fn thermal(at: &At) -> Result<Thermal, Error> {
    let fields = at.fields(&["sustainable_mw", "time_constant_ms", "heat_mw"])?;
    Ok(Thermal {
        sustainable_mw: fields.need("sustainable_mw")?.number(1, POWER_MW_MAX)?,
        time_constant_ms: fields.need("time_constant_ms")?.number(1, CONSTANT_MS_MAX)?,
        heat_mw: fields.map("heat_mw", |at| at.number(0, POWER_MW_MAX))?.unwrap_or(0),
    })
}

/// A governor, from its name.
pub(super) fn governor(at: &At) -> Result<Governor, Error> {
    let name = at.text()?;
    let names = Governor::ALL.map(|(name, _)| name);
    Governor::by_name(name).ok_or_else(|| at.error("is no governor", suggestion(name, &names)))
}

/// What a thread has in memory, KiB.
pub(super) fn footprint_kib(at: &At) -> Result<u32, Error> {
    at.number(0, FOOTPRINT_KIB_MAX)
}

pub(super) fn governor_by_name<S: Serializer>(governor: &Governor, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(governor.name())
}

pub(super) fn is_performance(governor: &Governor) -> bool {
    *governor == Governor::Performance
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}
