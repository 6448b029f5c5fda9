//! The parameters, and what they are on a machine.

use crate::topology::{CpuKind, Machine};

/// What the value of a parameter rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// It was measured.
    Measured,
    /// It follows from a measurement of something else.
    Derived,
    /// Nothing is known, and it is plausible.
    Assumed,
}

/// What a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Cycles of a core that executes out of order.
    Cycles,
    /// Cycles of the core that it was measured on, which executes in order (Cortex-A53).
    InOrderCycles,
    /// ns on any core.
    Ns,
    /// Thousandths.
    PerMille,
}

/// A parameter of the preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// How scenarios and the page call it.
    pub name: &'static str,
    /// What it stands for.
    pub about: &'static str,
    /// Its value.
    pub value: u64,
    /// What that counts.
    pub unit: Unit,
    /// What it rests on.
    pub basis: Basis,
    /// The least and the greatest value that is plausible somewhere, in the same unit.
    pub range: (u64, u64),
}

impl Parameter {
    /// Its value on a core: ns, or thousandths. Cycles are rounded to the nearest ns.
    pub fn on(&self, core: Core) -> u64 {
        match self.unit {
            Unit::Cycles => core.ns(self.value * core.cycles_per_mille, 1000),
            Unit::InOrderCycles => core.ns(self.value * core.cycles_per_mille, IN_ORDER_PER_MILLE),
            Unit::Ns | Unit::PerMille => self.value,
        }
    }
}

/// Cycles that a core takes which executes in order, against a thousand of one that does not: 0.92 µs for an enqueue on a
/// Cortex-A53, tracing included, against 900 cycles.
const IN_ORDER_PER_MILLE: u64 = 1900;

/// The clock of a core of which none is told.
const UNTOLD_KHZ: u64 = 3_000_000;

/// A core on which the kernel works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Core {
    khz: u64,
    cycles_per_mille: u64,
}

impl Core {
    /// That of a kind of CPU, at its fastest; of 3 GHz where its clock is not told.
    pub fn of(kind: &CpuKind) -> Core {
        let khz = if kind.opps.is_empty() { UNTOLD_KHZ } else { kind.max_frequency_khz() };
        let in_order = kind.name == "Cortex-A53";
        Core { khz, cycles_per_mille: if in_order { IN_ORDER_PER_MILLE } else { 1000 } }
    }

    /// The biggest of a machine, by which times are told.
    pub fn biggest(machine: &Machine) -> Core {
        let work = |kind: &&CpuKind| kind.capacity_dmips_mhz * kind.max_frequency_khz();
        let used = machine.kind_of.iter().map(|kind| &machine.kinds[*kind]);
        Core::of(used.max_by_key(work).expect("a machine has a CPU"))
    }

    /// So many cycles, each one of `per` thousandths; rounded.
    fn ns(self, cycles: u64, per: u64) -> u64 {
        (cycles * 1_000_000 + self.khz * per / 2) / (self.khz * per)
    }
}

macro_rules! parameters {
    ($($(#[doc = $doc:literal])* $name:ident: $value:literal $unit:ident, $basis:ident, $least:literal..=$most:literal;)*) => {
        /// Every parameter, in the order of the paths that it belongs to.
        pub const PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            about: concat!($($doc),*).trim_ascii(),
            value: $value,
            unit: Unit::$unit,
            basis: Basis::$basis,
            range: ($least, $most),
        }),*];
    };
}

parameters! {
    /// A wakeup: locks, states, and on which of two CPUs the search begins.
    wake_ns: 750 Cycles, Assumed, 100..=10_000;
    /// Each CPU that a search for a place looks at.
    scan_cpu_ns: 120 Cycles, Derived, 0..=1_000;
    /// Putting a task on a queue, without clamps and groups.
    enqueue_ns: 900 Cycles, Derived, 100..=10_000;
    /// Taking a task off a queue, without clamps and groups.
    dequeue_ns: 900 Cycles, Derived, 100..=10_000;
    /// Each level of groups, for an enqueue and a dequeue together.
    group_level_ns: 800 InOrderCycles, Derived, 0..=5_000;
    /// Counting clamps at an enqueue, where a key was turned on.
    clamp_enqueue_ns: 200 InOrderCycles, Derived, 0..=2_000;
    /// Counting clamps at a dequeue, where a key was turned on.
    clamp_dequeue_ns: 200 InOrderCycles, Derived, 0..=2_000;
    /// Counting clamps at an enqueue, without a key.
    clamp_keyless_enqueue_ns: 130 InOrderCycles, Derived, 0..=2_000;
    /// Counting clamps at a dequeue, without a key.
    clamp_keyless_dequeue_ns: 190 InOrderCycles, Derived, 0..=2_000;
    /// Picking a task and putting another back, with one task on the queue.
    pick_ns: 400 Cycles, Assumed, 50..=5_000;
    /// The same, more for each time that the number of tasks doubles.
    pick_doubling_ns: 60 Cycles, Assumed, 0..=1_000;
    /// Switching to a task of the same memory, or to none.
    switch_same_mm_ns: 1_500 Cycles, Assumed, 100..=20_000;
    /// Switching to a task of another memory.
    switch_other_mm_ns: 2_400 Cycles, Assumed, 100..=20_000;
    /// Moving a task to another CPU: two locks, load tracking and queues.
    migrate_ns: 1_800 Cycles, Derived, 0..=20_000;
    /// Sending an interrupt to another CPU.
    ipi_send_ns: 300 Cycles, Assumed, 0..=10_000;
    /// Receiving one, up to its handler.
    ipi_receive_ns: 1_200 Cycles, Assumed, 0..=20_000;
    /// An interrupt on its way to a CPU of the same last-level cache.
    ipi_llc_ns: 700 Ns, Assumed, 0..=10_000;
    /// An interrupt on its way to another last-level cache of the socket.
    ipi_socket_ns: 1_000 Ns, Assumed, 0..=10_000;
    /// An interrupt on its way to another socket.
    ipi_remote_ns: 1_500 Ns, Assumed, 0..=20_000;
    /// Until an idle CPU that polls sees that it has work.
    polling_wake_ns: 100 Ns, Assumed, 0..=2_000;
    /// A balance of a domain, without looking at CPUs.
    balance_ns: 1_500 Cycles, Assumed, 0..=50_000;
    /// Each CPU that a balance looks at.
    balance_cpu_ns: 240 Cycles, Assumed, 0..=5_000;
    /// Stealing a task.
    steal_ns: 4_500 Cycles, Measured, 0..=50_000;
    /// A tick.
    tick_ns: 3_000 Cycles, Assumed, 0..=50_000;
    /// From asking for another clock until it is there.
    clock_change_ns: 300_000 Ns, Measured, 0..=10_000_000;
    /// A line from the core's own cache.
    line_l2_ns: 5 Ns, Measured, 1..=50;
    /// A line from the last-level cache.
    line_llc_ns: 15 Ns, Measured, 1..=200;
    /// A line from memory, or from another last-level cache of the socket.
    line_memory_ns: 110 Ns, Measured, 1..=1_000;
    /// A line from another socket.
    line_remote_ns: 140 Ns, Measured, 1..=2_000;
    /// What a thread loses while another one of its core works.
    smt_loss_per_mille: 400 PerMille, Assumed, 0..=900;
    /// How much of the time that it takes to leave an idle state counts.
    idle_exit_per_mille: 1_000 PerMille, Measured, 0..=1_000;
}
