//! Clamps of utilisation as they are written: by the system, by groups and by threads.

use serde::{Serialize, Serializer};
use smp::clamp::{ClampKey, Clamps};

use super::{Cgroup, Scenario, Thread};
use crate::error::{Error, suggestion};
use crate::value::At;

/// Everything of a CPU, in units of clamps.
pub const CLAMP_MAX: u16 = 1024;

/// What a kernel does about clamps, and what the system allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Uclamp {
    /// Whether clamps are counted.
    #[serde(serialize_with = "by_name")]
    pub key: ClampKey,
    /// The most that any minimum is, 0 to 1024 (`sched_util_clamp_min`).
    #[serde(skip_serializing_if = "is_full")]
    pub util_clamp_min: u16,
    /// The most that any maximum is, 0 to 1024 (`sched_util_clamp_max`).
    #[serde(skip_serializing_if = "is_full")]
    pub util_clamp_max: u16,
    /// The minimum of realtime threads that ask for none, 0 to 1024 (`sched_util_clamp_min_rt_default`).
    #[serde(skip_serializing_if = "is_full")]
    pub util_clamp_min_rt_default: u16,
}

impl Default for Uclamp {
    /// Counted as soon as somebody asks; everything is allowed.
    fn default() -> Uclamp {
        Uclamp {
            key: ClampKey::Off,
            util_clamp_min: CLAMP_MAX,
            util_clamp_max: CLAMP_MAX,
            util_clamp_min_rt_default: CLAMP_MAX,
        }
    }
}

impl Uclamp {
    /// What the system allows.
    pub fn system(&self) -> Clamps {
        Clamps { min: self.util_clamp_min.into(), max: self.util_clamp_max.into() }
    }

    /// Whether the system was set to something: that turns the key on.
    pub fn is_written(&self) -> bool {
        Uclamp { key: ClampKey::Off, ..*self } != Uclamp::default()
    }
}

/// A clamp, from a number.
pub(super) fn clamp(at: &At) -> Result<u16, Error> {
    at.number(0, CLAMP_MAX.into())
}

/// The `uclamp` object of a side; as for the kernel, the system's minimum is at most its maximum.
pub(super) fn uclamp(at: &At) -> Result<Uclamp, Error> {
    let fields = at.fields(&["key", "util_clamp_min", "util_clamp_max", "util_clamp_min_rt_default"])?;
    let value = |key| Ok(fields.map(key, clamp)?.unwrap_or(CLAMP_MAX));
    let read = Uclamp {
        key: fields.map("key", key)?.unwrap_or(ClampKey::Off),
        util_clamp_min: value("util_clamp_min")?,
        util_clamp_max: value("util_clamp_max")?,
        util_clamp_min_rt_default: value("util_clamp_min_rt_default")?,
    };
    if read.util_clamp_min > read.util_clamp_max {
        let wrong = "sets a minimum above the maximum, which sched_util_clamp_min refuses";
        return Err(at.error(wrong, format!("write util_clamp_min, {} at most", read.util_clamp_max)));
    }
    Ok(read)
}

fn key(at: &At) -> Result<ClampKey, Error> {
    let name = at.text()?;
    let names = ClampKey::ALL.map(|(name, _)| name);
    ClampKey::by_name(name).ok_or_else(|| at.error("is no state of the key", suggestion(name, &names)))
}

/// Whether what threads and groups ask for can be asked for.
pub(super) fn check(s: &Scenario) -> Result<(), Error> {
    let threads = s.threads.iter().enumerate();
    threads.into_iter().try_for_each(|(i, thread)| check_thread(thread, &format!("threads[{i}]")))?;
    let groups = s.cgroups.iter().enumerate();
    groups.into_iter().try_for_each(|(i, group)| check_group(group, &format!("cgroups[{i}]")))
}

fn check_thread(thread: &Thread, place: &str) -> Result<(), Error> {
    let [min_place, max_place] = ["uclamp_min", "uclamp_max"].map(|field| format!("{place}.{field}"));
    check_requests(thread.uclamp_min, thread.uclamp_max, &min_place, &max_place)
}

/// As the kernel: a thread's minimum is at most its maximum.
pub(super) fn check_requests(
    min: Option<u16>,
    max: Option<u16>,
    min_place: &str,
    max_place: &str,
) -> Result<(), Error> {
    in_range(min, min_place)?;
    in_range(max, max_place)?;
    let (min, max) = (min.unwrap_or(0), max.unwrap_or(CLAMP_MAX));
    if min > max {
        let value = format!("{min}, above the thread's uclamp_max of {max}");
        return Err(Error::new(min_place, value, "write at most the maximum (EINVAL)"));
    }
    Ok(())
}

/// A group may ask for a minimum above its maximum: the latter wins.
fn check_group(group: &Cgroup, place: &str) -> Result<(), Error> {
    in_range(group.uclamp_min, &format!("{place}.uclamp_min"))?;
    in_range(group.uclamp_max, &format!("{place}.uclamp_max"))
}

fn in_range(value: Option<u16>, place: &str) -> Result<(), Error> {
    match value {
        Some(value) if value > CLAMP_MAX => {
            Err(Error::new(place, format!("{value} is outside 0..={CLAMP_MAX}"), "use a value inside"))
        }
        _ => Ok(()),
    }
}

fn by_name<S: Serializer>(key: &ClampKey, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(key.name())
}

fn is_full(value: &u16) -> bool {
    *value == CLAMP_MAX
}
