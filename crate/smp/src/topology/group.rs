//! The groups of a domain: what the domain below spans, for each of its CPUs.

use super::domain::{Flags, Group, Level};
use super::level::Rung;
use super::machine::{Machine, set_of};
use crate::cpuset::CpuSet;

/// The groups of the domain that a CPU has at a level, still without flags: those are known when domains have fallen away.
pub(super) fn groups(
    machine: &Machine,
    capacities: &[u64],
    rungs: &[Rung],
    spans: &[Vec<CpuSet>],
    (cpu, at): (usize, usize),
) -> Vec<Group> {
    let span = spans[cpu][at];
    let first = if rungs[at].level == Level::Numa { cpu } else { span.lowest().unwrap_or(cpu) };
    let mut sets = Vec::new();
    let mut covered = CpuSet::EMPTY;
    for next in span.iter_from(first) {
        if covered.contains(next) {
            continue;
        }
        let Some(set) = group_span(&spans[next], at, span, next) else { continue };
        covered = covered.or(&set);
        sets.push(set);
    }
    in_order(&mut sets);
    sets.into_iter().map(|set| group(machine, capacities, set)).collect()
}

/// Where groups do not overlap, their order is that of their lowest CPUs, and any CPU sees the same ring.
fn in_order(sets: &mut [CpuSet]) {
    let members: usize = sets.iter().map(CpuSet::len).sum();
    let all = sets.iter().fold(CpuSet::EMPTY, |all, set| all.or(set));
    if members == all.len() {
        sets.sort_by_key(CpuSet::lowest);
    }
}

/// What the domain below spans for a CPU (`build_overlap_sched_groups`); `None` for one that has no domain of this level, as
/// a smaller one spans the machine already. Of nodes that reach farther than the domain only what is in it counts.
fn group_span(chain: &[CpuSet], at: usize, span: CpuSet, cpu: usize) -> Option<CpuSet> {
    chain.get(at)?;
    if at == 0 {
        return Some(CpuSet::one(cpu));
    }
    let mut level = at;
    if !chain[level - 1].is_within(&span) {
        while level > 1 && !chain[level - 1].is_within(&span) {
            level -= 1;
        }
        while level > 1 && chain[level - 1] == chain[level] {
            level -= 1;
        }
    }
    Some(chain[level - 1])
}

fn group(machine: &Machine, capacities: &[u64], span: CpuSet) -> Group {
    let mut left = span;
    let mut cores = 0;
    while let Some(cpu) = left.lowest() {
        left = left.without(&set_of(&machine.cores, cpu));
        cores += 1;
    }
    let each = || span.iter().map(|cpu| capacities[cpu]);
    Group {
        span,
        cores,
        flags: Flags::default(),
        capacity: each().sum(),
        min_capacity: each().min().unwrap_or(0),
        max_capacity: each().max().unwrap_or(0),
    }
}
