//! Features that a kernel has and that change nothing here: names only, so that its own line of features can be used.
//!
//! Each list is that of the kernel's own file, without what is modelled. What they switch:
//!
//! * placement, balance and wakeups across CPUs (`SIS_*`, `WA_*`, `NI_*`, `LB_MIN`, `CACHE_HOT_BUDDY`, `TTWU_QUEUE`, `RT_PUSH_IPI`,
//!   `RT_RUNTIME_SHARE`), which one CPU has none of;
//! * what load tracking tells them (`NONTASK_CAPACITY`, `ATTACH_AGE_LOAD`, `UTIL_EST`, `UTIL_EST_FASTUP`);
//! * the kernel's checks of itself (`WARN_DOUBLE_CLOCK`, `LATENCY_WARN`). `PARANOID_AVG` scales weights down where the sums for V would
//!   not fit 63 bits; a task's term is at most its lag times 2²⁰, about 2⁵⁰ with slices of a second, so it takes thousands of tasks,
//!   more than a scenario can have;
//! * a tick that stops (`HZ_BW`).

/// Names of such features, in lists that kernels share.
pub type SilentNames = &'static [&'static [&'static str]];

const COMMON: &[&str] = &[
    "CACHE_HOT_BUDDY",
    "NONTASK_CAPACITY",
    "TTWU_QUEUE",
    "WARN_DOUBLE_CLOCK",
    "RT_PUSH_IPI",
    "RT_RUNTIME_SHARE",
    "LB_MIN",
    "ATTACH_AGE_LOAD",
    "WA_IDLE",
    "WA_WEIGHT",
    "WA_BIAS",
    "UTIL_EST",
];
/// From 5.13 on.
const LATER: &[&str] = &["SIS_UTIL", "LATENCY_WARN"];
/// Up to 6.7.
const UP_TO_6_7: &[&str] = &["SIS_PROP", "UTIL_EST_FASTUP"];
/// 6.6 to 6.10.
const HZ_BW: &[&str] = &["HZ_BW"];
/// 6.19, and the long-term series that it was taken back to.
const NI_RANDOM: &[&str] = &["NI_RANDOM"];

pub(crate) const SILENT_5_10: SilentNames = &[COMMON, UP_TO_6_7, &["SIS_AVG_CPU"]];
pub(crate) const SILENT_6_1: SilentNames = &[COMMON, UP_TO_6_7, LATER, NI_RANDOM];
pub(crate) const SILENT_6_5: SilentNames = &[COMMON, UP_TO_6_7, LATER];
pub(crate) const SILENT_6_6: SilentNames = &[COMMON, UP_TO_6_7, LATER, HZ_BW];
pub(crate) const SILENT_6_8: SilentNames = &[COMMON, LATER, HZ_BW];
pub(crate) const SILENT_6_12: SilentNames = &[COMMON, LATER];
pub(crate) const SILENT_6_12_Y: SilentNames = &[COMMON, LATER, NI_RANDOM];
pub(crate) const SILENT_7_1: SilentNames = &[COMMON, LATER, NI_RANDOM, &["PARANOID_AVG"]];
pub(crate) const SILENT_7_2: SilentNames = &[COMMON, LATER, NI_RANDOM, &["PARANOID_AVG", "NI_RATE"]];
