//! Tunables of `/sys/kernel/debug/sched` and `/proc/sys/kernel`, by their kernel names.

use crate::cgroup_mode::{CGROUP_MODE, CgroupMode};
use crate::features::UnknownName;

/// Values in force; the ones a family does not have are never read by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunables {
    /// EEVDF: default request, ns.
    pub base_slice_ns: u64,
    /// EEVDF: base slice of a one-CPU machine, ns; written values do not change it.
    pub normalized_base_slice_ns: u64,
    /// CFS: period in which each task runs once, ns.
    pub latency_ns: u64,
    /// CFS: least slice, ns.
    pub min_granularity_ns: u64,
    /// CFS: least slice of a SCHED_IDLE task beside others, ns; not scaled.
    pub idle_min_granularity_ns: u64,
    /// CFS: how far behind a woken task must be to preempt, ns.
    pub wakeup_granularity_ns: u64,
    /// CFS: with more tasks than this the period grows.
    pub nr_latency: u64,
    /// CFS: a new task runs before its parent (0 or 1).
    pub child_runs_first: u64,
    /// What moving a task costs, ns: how long a synchronous waker may run on.
    pub migration_cost_ns: u64,
    /// How much of its group's quota a queue takes at a time, µs.
    pub sched_cfs_bandwidth_slice_us: u64,
    /// Period of realtime throttling, µs.
    pub sched_rt_period_us: u64,
    /// What realtime tasks may use of it, µs; also the limit of what DEADLINE tasks may reserve.
    pub sched_rt_runtime_us: u64,
    /// RR quantum, ms; counted in ticks.
    pub sched_rr_timeslice_ms: u64,
    /// What the fair server keeps of each period for the fair class, ns; 0 for nothing.
    pub fair_server_runtime_ns: u64,
    /// The fair server's period, ns.
    pub fair_server_period_ns: u64,
    /// What a task group weighs as a whole.
    pub cgroup_mode: CgroupMode,
}

/// A tunable's kernel name, its range and what it means.
#[derive(Clone, Copy, Debug)]
pub struct TunableInfo {
    /// The file's name. It ends in `_us` or `_ms` where the value is not in ns.
    pub name: &'static str,
    /// Least and greatest value the kernel takes, in the unit of the value.
    pub range: (u64, u64),
    /// In a line.
    pub meaning: &'static str,
}

impl TunableInfo {
    /// Unit of the value: `ns`, `us` or `ms`.
    pub fn unit(&self) -> &'static str {
        ["us", "ms"].into_iter().find(|unit| self.name.ends_with(&format!("_{unit}"))).unwrap_or("ns")
    }
}

/// A tunable that is set to one of a few words.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceInfo {
    /// The file's name.
    pub name: &'static str,
    /// The words that the kernel takes, in its order.
    pub values: &'static [&'static str],
    /// In a line.
    pub meaning: &'static str,
}

const fn info(name: &'static str, range: (u64, u64), meaning: &'static str) -> TunableInfo {
    TunableInfo { name, range, meaning }
}

const SLICE_RANGE_NS: (u64, u64) = (100_000, 1_000_000_000);

/// Of CFS up to 5.14.
pub(crate) const CFS_5_10: &[TunableInfo] =
    &[LATENCY, MIN_GRANULARITY, WAKEUP_GRANULARITY, MIGRATION_COST, RT_PERIOD, RT_RUNTIME, RR_TIMESLICE];
/// Of CFS from 5.15 on.
pub(crate) const CFS: &[TunableInfo] = &[
    LATENCY,
    MIN_GRANULARITY,
    IDLE_MIN_GRANULARITY,
    WAKEUP_GRANULARITY,
    MIGRATION_COST,
    RT_PERIOD,
    RT_RUNTIME,
    RR_TIMESLICE,
];

const LATENCY: TunableInfo =
    info("latency_ns", SLICE_RANGE_NS, "Period in which every runnable task should run once.");
const MIN_GRANULARITY: TunableInfo = info(
    "min_granularity_ns",
    SLICE_RANGE_NS,
    "Least slice; with many tasks the period is this times their number.",
);
const IDLE_MIN_GRANULARITY: TunableInfo =
    info("idle_min_granularity_ns", SLICE_RANGE_NS, "Least slice of a SCHED_IDLE task beside others.");
const WAKEUP_GRANULARITY: TunableInfo = info(
    "wakeup_granularity_ns",
    (0, 1_000_000_000),
    "A woken task must be behind by more than this to preempt.",
);
const MIGRATION_COST: TunableInfo =
    info("migration_cost_ns", (0, 1_000_000_000), "Assumed cost of moving a task to another CPU.");

/// The kernel keeps them as signed 32-bit numbers.
const SYSCTL_MAX: u64 = 0x7FFF_FFFF;

/// The kernel takes 1 µs, with which it would do nothing but end periods; this is the least period of DEADLINE tasks.
const RT_PERIOD_US_MIN: u64 = 100;

const RT_PERIOD: TunableInfo =
    info("sched_rt_period_us", (RT_PERIOD_US_MIN, SYSCTL_MAX), "Period over which realtime time is limited.");
const RT_RUNTIME: TunableInfo = info(
    "sched_rt_runtime_us",
    (0, SYSCTL_MAX),
    "What FIFO and RR (up to 6.11) and DEADLINE may take of each period; the period or more is no limit.",
);
const RR_TIMESLICE: TunableInfo = info(
    "sched_rr_timeslice_ms",
    (1, SYSCTL_MAX),
    "How long an RR task runs before its equals have their turn.",
);

const BASE_SLICE: TunableInfo =
    info("base_slice_ns", SLICE_RANGE_NS, "Request of a task that did not choose its own slice.");
const SYNC_COST: TunableInfo = info(
    "migration_cost_ns",
    (0, 1_000_000_000),
    "How long a synchronous waker runs on before its wakee may preempt.",
);
/// `fair_server/cpu0/period` of debugfs may be up to 2²² µs.
const SERVER_PERIOD: TunableInfo = info(
    "fair_server_period_ns",
    (100_000, 4_194_304_000),
    "Period of the fair server; at most its runtime of each is kept for the fair class.",
);
const SERVER_RUNTIME: TunableInfo = info(
    "fair_server_runtime_ns",
    (0, 4_194_304_000),
    "What the fair server keeps for the fair class of each period; 0 is nothing.",
);

/// Of EEVDF up to 6.11.
pub(crate) const EEVDF: &[TunableInfo] = &[BASE_SLICE, SYNC_COST, RT_PERIOD, RT_RUNTIME, RR_TIMESLICE];
/// Of EEVDF from 6.12 on.
pub(crate) const EEVDF_6_12: &[TunableInfo] =
    &[BASE_SLICE, SYNC_COST, RT_PERIOD, RT_RUNTIME, RR_TIMESLICE, SERVER_RUNTIME, SERVER_PERIOD];

/// Of kernels before 7.3, which have no choices.
pub(crate) const NO_CHOICES: &[ChoiceInfo] = &[];
/// Of 7.3.
pub(crate) const CHOICES_7_3: &[ChoiceInfo] = &[CGROUP_MODE];

impl Tunables {
    /// The word that a choice is set to; `None` for the name of no choice.
    pub fn choice(&self, name: &str) -> Option<&'static str> {
        (name == CGROUP_MODE.name).then(|| self.cgroup_mode.name())
    }

    /// Sets a choice by kernel name, as writing its file does. An error for a name that is not among those `known` to the
    /// kernel, and for a word that it does not take.
    pub fn choose(&mut self, known: &[ChoiceInfo], name: &str, word: &str) -> Result<(), UnknownName> {
        let Some(info) = known.iter().find(|choice| choice.name == name) else {
            let known = known.iter().map(|choice| choice.name).collect();
            return Err(UnknownName { name: name.to_owned(), known });
        };
        let unknown = || UnknownName { name: word.to_owned(), known: info.values.to_vec() };
        self.cgroup_mode = CgroupMode::parse(word).ok_or_else(unknown)?;
        Ok(())
    }

    /// The value of a tunable by kernel name; `None` for another name.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.clone().slot(name).map(|slot| *slot)
    }

    /// Writes a tunable by kernel name, as writing its file does: that value alone
    /// changes. An error for a name that is not among those `known` to the kernel.
    pub fn set(&mut self, known: &[TunableInfo], name: &str, value: u64) -> Result<(), UnknownName> {
        let slot = if known.iter().any(|tunable| tunable.name == name) { self.slot(name) } else { None };
        match slot {
            Some(slot) => *slot = value,
            None => {
                let known = known.iter().map(|tunable| tunable.name).collect();
                return Err(UnknownName { name: name.to_owned(), known });
            }
        }
        Ok(())
    }

    fn slot(&mut self, name: &str) -> Option<&mut u64> {
        Some(match name {
            "base_slice_ns" => &mut self.base_slice_ns,
            "latency_ns" => &mut self.latency_ns,
            "min_granularity_ns" => &mut self.min_granularity_ns,
            "idle_min_granularity_ns" => &mut self.idle_min_granularity_ns,
            "wakeup_granularity_ns" => &mut self.wakeup_granularity_ns,
            "migration_cost_ns" => &mut self.migration_cost_ns,
            "sched_rt_period_us" => &mut self.sched_rt_period_us,
            "sched_rt_runtime_us" => &mut self.sched_rt_runtime_us,
            "sched_rr_timeslice_ms" => &mut self.sched_rr_timeslice_ms,
            "fair_server_runtime_ns" => &mut self.fair_server_runtime_ns,
            "fair_server_period_ns" => &mut self.fair_server_period_ns,
            _ => return None,
        })
    }
}

/// The factor by which a kernel scales its slices: 1 + ⌊log₂ min(cpus, 8)⌋ (all versions,
/// `kernel/sched/fair.c: get_update_sysctl_factor`).
pub const fn scaling_factor(cpus: u32) -> u64 {
    let cpus = if cpus > 8 {
        8
    } else if cpus == 0 {
        1
    } else {
        cpus
    };
    1 + cpus.ilog2() as u64
}
