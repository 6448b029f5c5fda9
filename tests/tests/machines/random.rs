//! Random machines.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sim::scenario::machine::{Kind, Machine, Numbering, Parts, Shape, Style};
use smp::CpuSet;
use smp::topology::{CpuKind, LOCAL_DISTANCE, Opp};

fn shape() -> impl Strategy<Value = Shape> {
    let style = select(&[Style::X86, Style::Arm][..]);
    let numbering = select(&[Numbering::CoresFirst, Numbering::ThreadsFirst][..]);
    let counts = (1..=3usize, 1..=2usize, 1..=2usize, 1..=2usize, 1..=3usize, 1..=2usize);
    (style, numbering, counts).prop_map(
        |(style, numbering, (sockets, nodes, llcs, clusters, cores, threads))| Shape {
            style,
            sockets,
            nodes,
            llcs,
            clusters,
            cores,
            threads,
            numbering,
        },
    )
}

fn kind() -> impl Strategy<Value = CpuKind> {
    let opps = vec((1..3_000_000u64, 0..1_200_000u64), 1..4);
    (opps, select(&[1u64, 397, 512, 1023, 1024][..]), 0..600u64, vec(0..3000u64, 0..3), 1..9u64).prop_map(
        |(mut opps, capacity_dmips_mhz, power_coefficient, exits, cache)| {
            opps.sort_unstable();
            opps.dedup_by_key(|(khz, _)| *khz);
            let opp = |(frequency_khz, voltage_uv)| Opp { frequency_khz, voltage_uv };
            CpuKind {
                name: format!("kind {cache}"),
                capacity_dmips_mhz,
                opps: opps.into_iter().map(opp).collect(),
                power_coefficient,
                idle_exit_ns: exits.into_iter().map(|us| us * 1000).collect(),
                l2_kib: cache << 8,
                llc_kib: cache << 12,
            }
        },
    )
}

/// A table of distances, the same both ways, with values that repeat.
fn distances(nodes: usize) -> impl Strategy<Value = Vec<Vec<u64>>> {
    vec(select(&[11u64, 20, 21, 30, 31, 255][..]), nodes * nodes).prop_map(move |values| {
        let distance =
            |a: usize, b: usize| if a == b { LOCAL_DISTANCE } else { values[a.min(b) * nodes + a.max(b)] };
        (0..nodes).map(|a| (0..nodes).map(|b| distance(a, b)).collect()).collect()
    })
}

/// Which of the kinds each core is, by chance; kinds of no core fall away.
fn kinds(shape: Shape, kinds: &[CpuKind], of_core: &[usize]) -> Vec<Kind> {
    let cores = shape.machine(CpuKind::plain()).cores;
    let cpus = |kind: usize| {
        let own = (0..cores.len()).filter(|core| of_core[core % of_core.len()] % kinds.len() == kind);
        own.fold(CpuSet::EMPTY, |all, core| all.or(&cores[core]))
    };
    let all = (0..kinds.len()).map(|kind| Kind { cpus: cpus(kind), kind: kinds[kind].clone() });
    all.filter(|kind| !kind.cpus.is_empty()).collect()
}

/// Any machine that can be, of numbers, lists, distances and kinds.
pub fn parts() -> impl Strategy<Value = Parts> {
    let chance = (any::<bool>(), any::<bool>(), any::<bool>(), vec(0..3usize, 1..12), vec(kind(), 1..4));
    (shape(), chance)
        .prop_flat_map(|(shape, chance)| (Just(shape), Just(chance), distances(shape.sockets * shape.nodes)))
        .prop_map(|(shape, (far, listed, alike, of_core, designs), distances)| {
            let machine = shape.machine(CpuKind::plain());
            Parts {
                distances: if far { distances } else { Vec::new() },
                llcs: if listed { machine.llcs.clone() } else { Vec::new() },
                cores: if listed { machine.cores.clone() } else { Vec::new() },
                policies: if listed { machine.packages } else { Vec::new() },
                kinds: if alike { Vec::new() } else { kinds(shape, &designs, &of_core) },
                ..Parts::of_shape(shape)
            }
        })
}

/// The same as a machine of a scenario.
pub fn machine() -> impl Strategy<Value = Machine> {
    parts().prop_map(Machine::of_parts)
}
