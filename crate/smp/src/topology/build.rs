//! Domains of every level, each once, and the chain of each CPU: before any falls away.

use super::domain::{Domain, Group, Level};
use super::flags::{cache_nice_tries, flags_of, imbalance_pct};
use super::group::groups;
use super::level::{Rung, rungs, spans};
use super::machine::Machine;
use crate::cpuset::CpuSet;

/// The domains of a machine and, of each CPU, which are its own, smallest first.
pub(super) struct Built {
    pub domains: Vec<Domain>,
    pub chains: Vec<Vec<usize>>,
}

/// Every level of every CPU.
pub(super) fn build(machine: &Machine, capacities: &[u64]) -> Built {
    let rungs = rungs(machine);
    let spans = spans(machine, &rungs);
    let mut domains: Vec<Domain> = Vec::new();
    let mut chains = Vec::new();
    for (cpu, chain) in spans.iter().enumerate() {
        let place = |(at, span): (usize, &CpuSet)| {
            known(&domains, rungs[at].level, span).unwrap_or_else(|| {
                let groups = groups(machine, capacities, &rungs, &spans, (cpu, at));
                intern(&mut domains, domain(rungs[at], *span, groups))
            })
        };
        chains.push(chain.iter().enumerate().map(place).collect());
    }
    Built { domains, chains }
}

/// Where the domain of that level and span is; not looked for between nodes, where two CPUs may see a span in other groups.
fn known(domains: &[Domain], level: Level, span: &CpuSet) -> Option<usize> {
    let same = |domain: &Domain| domain.level == level && domain.span == *span;
    if level < Level::Numa { domains.iter().position(same) } else { None }
}

fn domain(rung: Rung, span: CpuSet, groups: Vec<Group>) -> Domain {
    let weight = span.len() as u64;
    Domain {
        level: rung.level,
        span,
        groups,
        flags: flags_of(rung),
        imbalance_pct: imbalance_pct(rung.level),
        cache_nice_tries: cache_nice_tries(rung),
        min_interval_ms: weight,
        max_interval_ms: 2 * weight,
        imb_numa_nr: 0,
    }
}

/// Where the domain is, added if it is new.
fn intern(domains: &mut Vec<Domain>, domain: Domain) -> usize {
    let known = domains.iter().position(|known| *known == domain);
    known.unwrap_or_else(|| {
        domains.push(domain);
        domains.len() - 1
    })
}
