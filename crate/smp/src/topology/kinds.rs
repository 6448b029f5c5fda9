//! The designs of CPUs that the named machines have.
//!
//! Clocks, voltages and coefficients of the boards are those of their device trees; where none are told the kernel knows
//! none. Times to leave idle states of servers are those of Intel's tables.

use super::machine::{CpuKind, Opp};

/// Rows of MHz and µV, slowest first.
fn opps(rows: &[(u64, u64)]) -> Vec<Opp> {
    rows.iter().map(|(mhz, uv)| Opp { frequency_khz: mhz * 1000, voltage_uv: *uv }).collect()
}

/// Clocks in MHz of which no voltage is told.
fn clocks(mhz: &[u64]) -> Vec<Opp> {
    mhz.iter().map(|mhz| Opp { frequency_khz: mhz * 1000, voltage_uv: 0 }).collect()
}

fn us(latencies_us: &[u64]) -> Vec<u64> {
    latencies_us.iter().map(|latency_us| latency_us * 1000).collect()
}

/// A CPU of full capacity of which neither clocks nor power are told.
fn plain(name: &str, idle_exit_us: &[u64], l2_kib: u64, llc_kib: u64) -> CpuKind {
    CpuKind { name: name.to_string(), idle_exit_ns: us(idle_exit_us), l2_kib, llc_kib, ..CpuKind::plain() }
}

pub(super) fn laptop() -> CpuKind {
    plain("mobile core", &[2, 10, 133], 256, 8 << 10)
}

pub(super) fn hikey() -> CpuKind {
    CpuKind {
        opps: opps(&[
            (208, 1_040_000),
            (432, 1_040_000),
            (729, 1_090_000),
            (960, 1_180_000),
            (1200, 1_330_000),
        ]),
        power_coefficient: 311,
        ..plain("Cortex-A53", &[250, 700], 512, 512)
    }
}

pub(super) fn hikey960_a53() -> CpuKind {
    CpuKind {
        capacity_dmips_mhz: 592,
        opps: opps(&[(533, 700_000), (999, 800_000), (1402, 900_000), (1709, 1_000_000), (1844, 1_100_000)]),
        power_coefficient: 110,
        ..plain("Cortex-A53", &[650, 1600], 512, 512)
    }
}

pub(super) fn hikey960_a73() -> CpuKind {
    CpuKind {
        opps: opps(&[(903, 700_000), (1421, 800_000), (1805, 900_000), (2112, 1_000_000), (2362, 1_100_000)]),
        power_coefficient: 550,
        ..plain("Cortex-A73", &[550, 2900], 2048, 2048)
    }
}

pub(super) fn rk3588_a55() -> CpuKind {
    CpuKind {
        capacity_dmips_mhz: 530,
        opps: opps(&[(1008, 675_000), (1200, 712_500), (1416, 762_500), (1608, 850_000), (1800, 950_000)]),
        power_coefficient: 228,
        ..plain("Cortex-A55", &[], 128, 3 << 10)
    }
}

pub(super) fn rk3588_a76() -> CpuKind {
    CpuKind {
        opps: opps(&[
            (1200, 675_000),
            (1416, 725_000),
            (1608, 762_500),
            (1800, 850_000),
            (2016, 925_000),
            (2208, 987_500),
            (2400, 1_000_000),
        ]),
        power_coefficient: 416,
        ..plain("Cortex-A76", &[], 512, 3 << 10)
    }
}

pub(super) fn m1_e() -> CpuKind {
    CpuKind {
        capacity_dmips_mhz: 714,
        opps: clocks(&[600, 972, 1332, 1704, 2064]),
        ..plain("Icestorm", &[], 4 << 10, 4 << 10)
    }
}

/// Without the clocks that need all other CPUs to sleep deeply.
pub(super) fn m1_p() -> CpuKind {
    CpuKind {
        opps: clocks(&[600, 828, 1056, 1284, 1500, 1728, 1956, 2184, 2388, 2592, 2772, 2988]),
        ..plain("Firestorm", &[], 12 << 10, 12 << 10)
    }
}

pub(super) fn graviton3() -> CpuKind {
    plain("Neoverse V1", &[], 1 << 10, 32 << 10)
}

pub(super) fn epyc() -> CpuKind {
    plain("Zen core", &[], 1 << 10, 32 << 10)
}

pub(super) fn xeon() -> CpuKind {
    plain("Xeon core", &[2, 10, 133], 256, 25 << 10)
}
