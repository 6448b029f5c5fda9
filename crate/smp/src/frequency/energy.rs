//! What points of a clock give and take (the energy model).

use crate::cpuset::CpuSet;
use crate::topology::{CpuKind, Machine};

/// A point that a clock can be set to, on a CPU of some capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Cycles a millisecond.
    pub frequency_khz: u64,
    /// What a CPU does at it: its capacity times this clock by the fastest, truncated.
    pub performance: u64,
    /// What a busy CPU takes at it, µW; 0 where that is not known.
    pub power_uw: u64,
    /// The same for the same work: a thousand times power by performance.
    pub cost: u64,
}

/// CPUs with one clock, and its points, slowest first; none where the clock is not told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerfDomain {
    /// Its CPUs.
    pub cpus: CpuSet,
    /// Its points, slowest first.
    pub points: Vec<Point>,
}

impl PerfDomain {
    /// CPUs of a kind, each of this capacity.
    pub fn new(cpus: CpuSet, kind: &CpuKind, capacity: u64) -> PerfDomain {
        let max_khz = kind.max_frequency_khz();
        let points = kind.opps.iter().map(|opp| {
            let performance = capacity * opp.frequency_khz / max_khz;
            let power_uw = opp.power_uw(kind.power_coefficient);
            Point {
                frequency_khz: opp.frequency_khz,
                performance,
                power_uw,
                cost: power_uw * 1000 / performance.max(1),
            }
        });
        PerfDomain { cpus, points: points.collect() }
    }

    /// Whether it is known what its points take: without that no task is placed by energy.
    pub fn is_energy_known(&self) -> bool {
        !self.points.is_empty() && self.points.iter().all(|point| point.power_uw > 0)
    }

    /// The slowest point that gives so much, or the fastest (`em_pd_get_efficient_state`); panics if it has none.
    pub fn point_for(&self, performance: u64) -> &Point {
        let enough = self.points.iter().find(|point| point.performance >= performance);
        enough.or(self.points.last()).expect("the clock has a point")
    }

    /// What its CPUs take if the busiest asks for `performance` and all are used by `busy_util` together (`em_cpu_energy`). Only
    /// comparable with itself and with that of other domains of the machine.
    pub fn energy(&self, performance: u64, busy_util: u64) -> u64 {
        self.point_for(performance).cost * busy_util
    }
}

/// The clocks of a machine, in the order of its policies; `capacities` are those of its CPUs.
pub fn perf_domains(machine: &Machine, capacities: &[u64]) -> Vec<PerfDomain> {
    let domain = |cpus: &CpuSet| {
        let cpu = cpus.lowest().expect("a policy has a CPU");
        PerfDomain::new(*cpus, machine.kind(cpu), capacities[cpu])
    };
    machine.policies.iter().map(domain).collect()
}

/// Energy that was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Energy {
    /// In units of 10⁻¹⁵ J, so that nothing is rounded.
    femtojoules: u128,
}

impl Energy {
    /// A CPU was busy for `busy_ns` at a power.
    pub fn add(&mut self, power_uw: u64, busy_ns: u64) {
        self.femtojoules += u128::from(power_uw) * u128::from(busy_ns);
    }

    /// What was used since `before` was counted.
    pub fn since(self, before: Energy) -> Energy {
        Energy { femtojoules: self.femtojoules - before.femtojoules }
    }

    /// In µJ, rounded down.
    pub fn microjoules(self) -> u64 {
        (self.femtojoules / 1_000_000_000) as u64
    }

    /// The average power over a time, µW; 0 over no time.
    pub fn power_uw(self, elapsed_ns: u64) -> u64 {
        self.femtojoules.checked_div(u128::from(elapsed_ns)).unwrap_or(0) as u64
    }
}

impl std::iter::Sum for Energy {
    fn sum<I: Iterator<Item = Energy>>(all: I) -> Energy {
        Energy { femtojoules: all.map(|one| one.femtojoules).sum() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{Topology, machine};

    fn hikey960() -> Vec<PerfDomain> {
        let machine = machine("hikey960").expect("a preset").machine();
        let topology = Topology::new(&machine);
        perf_domains(&machine, &topology.capacities)
    }

    /// Rows: performance, power in µW, cost.
    #[track_caller]
    fn check(domain: &PerfDomain, rows: [[u64; 3]; 5]) {
        let got: Vec<_> = domain.points.iter().map(|p| [p.performance, p.power_uw, p.cost]).collect();
        assert_eq!(got, rows);
    }

    #[test]
    fn points_of_hikey960() {
        let [little, big] = hikey960().try_into().expect("two clocks");
        let rows = [
            [133, 28_728, 216_000],
            [250, 70_329, 281_316],
            [351, 124_918, 355_891],
            [428, 187_990, 439_228],
        ];
        check(&little, [rows[0], rows[1], rows[2], rows[3], [462, 245_436, 531_246]]);
        let rows = [[391, 243_358, 622_398], [616, 500_192, 812_000], [782, 804_127, 1_028_295]];
        check(&big, [rows[0], rows[1], rows[2], [915, 1_161_600, 1_269_508], [1024, 1_571_911, 1_535_069]]);
        assert_eq!((little.cpus, big.cpus), ((0..4).collect(), (4..8).collect()));
    }

    /// A lone task of this utilisation in an empty system, asking for a quarter more.
    #[test]
    fn a_lone_task_takes_less_on_a_little_cpu() {
        let [little, big] = hikey960().try_into().expect("two clocks");
        for (util, on_little, on_big) in [
            (100, 21_600_000, 62_239_800),
            (150, 42_197_400, 93_359_700),
            (300, 131_768_400, 186_719_400),
            (369, 196_029_774, 299_628_000),
        ] {
            let energy = |domain: &PerfDomain| domain.energy(util + util / 4, util);
            assert_eq!((energy(&little), energy(&big)), (on_little, on_big));
        }
        assert_eq!((big.energy(462, 370), big.energy(750, 600)), (300_440_000, 616_977_000));
    }

    #[test]
    fn what_is_asked_beyond_the_fastest_gets_the_fastest() {
        let [little, _] = hikey960().try_into().expect("two clocks");
        assert_eq!(little.point_for(2000).performance, 462);
        assert_eq!(little.point_for(0).performance, 133);
    }

    #[test]
    fn energy_is_known_where_voltages_are() {
        assert!(hikey960().iter().all(PerfDomain::is_energy_known));
        for name in ["laptop", "m1"] {
            let machine = machine(name).expect("a preset").machine();
            let capacities = Topology::new(&machine).capacities;
            assert!(!perf_domains(&machine, &capacities).iter().any(PerfDomain::is_energy_known), "{name}");
        }
    }

    #[test]
    fn used_energy_is_power_times_time() {
        let mut energy = Energy::default();
        energy.add(245_436, 1_000_000);
        energy.add(28_728, 3_000_000);
        assert_eq!(energy.microjoules(), 331);
        assert_eq!((energy.power_uw(4_000_000), energy.power_uw(0)), (82_905, 0));
        let before = energy;
        energy.add(1_000_000, 2_000_000);
        assert_eq!(energy.since(before).microjoules(), 2000);
    }
}
