//! Machines by name.

use std::ops::Range;

use super::kinds;
use super::machine::{CpuKind, Machine, Style};
use super::shape::Shape;
use crate::cpuset::CpuSet;

/// A machine by name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// How scenarios and links call it.
    pub name: &'static str,
    /// How people call it.
    pub title: &'static str,
    /// What is particular about it, in a line.
    pub about: &'static str,
    /// Its parts.
    pub shape: Shape,
    /// What its CPUs are: as many of each kind, in order.
    kinds: fn() -> Vec<CpuKind>,
    /// First CPU and number of CPUs with one clock, where those of a cache have not.
    clocks: &'static [(usize, usize)],
}

impl Preset {
    /// The machine.
    pub fn machine(&self) -> Machine {
        let mut kinds = self.kinds().into_iter();
        let (_, first) = kinds.next().expect("a CPU is something");
        let machine =
            kinds.fold(self.shape.machine(first), |machine, (cpus, kind)| machine.with_kind(cpus, kind));
        if self.clocks.is_empty() { machine } else { Machine { policies: self.policies(), ..machine } }
    }

    /// What its CPUs are.
    pub fn kinds(&self) -> Vec<(Range<usize>, CpuKind)> {
        let kinds = (self.kinds)();
        let each = self.shape.cpu_count() / kinds.len();
        let cpus = (0..kinds.len()).map(|kind| kind * each..(kind + 1) * each);
        cpus.zip(kinds).collect()
    }

    /// CPUs with one clock; none where those of each cache have one.
    pub fn policies(&self) -> Vec<CpuSet> {
        self.clocks.iter().map(|(first, count)| (*first..first + count).collect()).collect()
    }
}

/// Every machine that has a name.
pub fn machines() -> &'static [Preset] {
    &MACHINES
}

/// The machine of that name, if one has it.
pub fn machine(name: &str) -> Option<&'static Preset> {
    MACHINES.iter().find(|preset| preset.name == name)
}

const ARM: Shape = Shape { style: Style::Arm, ..Shape::ONE };
/// Two caches of four cores.
const TWO_BY_FOUR: Shape = Shape { llcs: 2, cores: 4, ..ARM };

static MACHINES: [Preset; 10] = [
    Preset {
        name: "laptop",
        title: "Laptop, 4 cores, 8 threads",
        about: "Two threads a core under one cache: idle cores are looked for before idle threads.",
        shape: Shape { cores: 4, threads: 2, ..Shape::ONE },
        kinds: || vec![kinds::laptop()],
        clocks: &[],
    },
    Preset {
        name: "hikey",
        title: "HiKey, 8 × A53",
        about: "Two caches of four equal CPUs and one clock for all: groups prefer siblings.",
        shape: TWO_BY_FOUR,
        kinds: || vec![kinds::hikey()],
        clocks: &[(0, 8)],
    },
    Preset {
        name: "hikey960",
        title: "HiKey960, 4 × A53 + 4 × A73",
        about: "Little and big CPUs with a cache each: capacities differ between caches.",
        shape: TWO_BY_FOUR,
        kinds: || vec![kinds::hikey960_a53(), kinds::hikey960_a73()],
        clocks: &[],
    },
    Preset {
        name: "rk3588",
        title: "RK3588, 4 × A55 + 4 × A76",
        about: "Little and big CPUs under one cache: capacities differ within it.",
        shape: Shape { cores: 8, ..ARM },
        kinds: || vec![kinds::rk3588_a55(), kinds::rk3588_a76()],
        clocks: &[(0, 4), (4, 2), (6, 2)],
    },
    Preset {
        name: "m1",
        title: "M1, 4 E + 4 P",
        about: "Efficiency and performance CPUs with a large cache each.",
        shape: TWO_BY_FOUR,
        kinds: || vec![kinds::m1_e(), kinds::m1_p()],
        clocks: &[],
    },
    Preset {
        name: "graviton3-16",
        title: "Graviton3, 16 vCPUs",
        about: "Sixteen equal CPUs under one cache: one domain, no threads.",
        shape: Shape { cores: 16, ..ARM },
        kinds: || vec![kinds::graviton3()],
        clocks: &[],
    },
    Preset {
        name: "graviton3-64",
        title: "Graviton3, 64 vCPUs",
        about: "Sixty-four equal CPUs under one cache: searches end long before all are looked at.",
        shape: Shape { cores: 64, ..ARM },
        kinds: || vec![kinds::graviton3()],
        clocks: &[],
    },
    Preset {
        name: "epyc-16",
        title: "EPYC, 16 vCPUs, two caches",
        about: "Two caches of eight CPUs in one node: tasks are spread over the caches, then stay in them.",
        shape: Shape { llcs: 2, cores: 8, ..Shape::ONE },
        kinds: || vec![kinds::epyc()],
        clocks: &[],
    },
    Preset {
        name: "epyc-128",
        title: "EPYC, 64 cores, 128 threads",
        about: "Eight caches of eight cores with two threads in one node.",
        shape: Shape { llcs: 8, cores: 8, threads: 2, ..Shape::ONE },
        kinds: || vec![kinds::epyc()],
        clocks: &[],
    },
    Preset {
        name: "xeon-2s",
        title: "Xeon, 2 × 10 cores, 40 threads",
        about: "Two sockets: a cache and memory each, and an imbalance between them that is allowed.",
        shape: Shape { sockets: 2, cores: 10, threads: 2, ..Shape::ONE },
        kinds: || vec![kinds::xeon()],
        clocks: &[],
    },
];
