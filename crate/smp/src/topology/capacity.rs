//! How much of the biggest CPU's work each CPU does (`topology_normalize_cpu_scale`).

use super::machine::{CpuKind, Machine};

/// Capacity of the biggest CPU of a machine (`SCHED_CAPACITY_SCALE`).
pub const FULL_CAPACITY: u64 = 1024;

/// Of each CPU, work in a cycle times its fastest clock, 1024 being the biggest of the machine; truncated.
pub(super) fn capacities(machine: &Machine) -> Vec<u64> {
    let most = machine.kind_of.iter().map(|kind| work(&machine.kinds[*kind])).max().unwrap_or(1);
    (0..machine.cpu_count()).map(|cpu| work(machine.kind(cpu)) * FULL_CAPACITY / most).collect()
}

fn work(kind: &CpuKind) -> u64 {
    kind.capacity_dmips_mhz * kind.max_frequency_khz()
}
