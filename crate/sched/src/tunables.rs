//! Tunables of `/sys/kernel/debug/sched`, by their kernel names.

use crate::features::UnknownName;
use crate::rules::Family;

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
}

/// A tunable's kernel name, its range and what it means.
#[derive(Clone, Copy, Debug)]
pub struct TunableInfo {
    /// The file's name in `/sys/kernel/debug/sched`.
    pub name: &'static str,
    /// Least and greatest value the kernel takes, ns.
    pub range_ns: (u64, u64),
    /// In a line.
    pub meaning: &'static str,
}

const fn info(name: &'static str, range_ns: (u64, u64), meaning: &'static str) -> TunableInfo {
    TunableInfo { name, range_ns, meaning }
}

const SLICE_RANGE_NS: (u64, u64) = (100_000, 1_000_000_000);

const CFS: &[TunableInfo] = &[
    info("latency_ns", SLICE_RANGE_NS, "Period in which every runnable task should run once."),
    info(
        "min_granularity_ns",
        SLICE_RANGE_NS,
        "Least slice; with many tasks the period is this times their number.",
    ),
    info("idle_min_granularity_ns", SLICE_RANGE_NS, "Least slice of a SCHED_IDLE task beside others."),
    info(
        "wakeup_granularity_ns",
        (0, 1_000_000_000),
        "A woken task must be behind by more than this to preempt.",
    ),
    info("migration_cost_ns", (0, 1_000_000_000), "Assumed cost of moving a task to another CPU."),
];

const EEVDF: &[TunableInfo] = &[
    info("base_slice_ns", SLICE_RANGE_NS, "Request of a task that did not choose its own slice."),
    info(
        "migration_cost_ns",
        (0, 1_000_000_000),
        "How long a synchronous waker runs on before its wakee may preempt.",
    ),
];

/// The tunables that kernels of a family have.
pub const fn tunables_of(family: Family) -> &'static [TunableInfo] {
    match family {
        Family::Cfs => CFS,
        Family::Eevdf => EEVDF,
    }
}

impl Tunables {
    /// The value of a tunable by kernel name; `None` for another name.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.clone().slot(name).map(|slot| *slot)
    }

    /// Writes a tunable by kernel name, as writing its file does: that value alone
    /// changes. An error for a name that the family does not have.
    pub fn set(&mut self, family: Family, name: &str, value: u64) -> Result<(), UnknownName> {
        let known = tunables_of(family);
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
