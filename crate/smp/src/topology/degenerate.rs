//! Domains that divide nothing fall away (`cpu_attach_domain`).

use super::build::Built;
use super::domain::{Domain, Flags};

/// Drops a domain above one with the same CPUs, and a lowest one of one CPU; then says of each group what its CPUs share,
/// which is what the domain with just these CPUs says.
pub(super) fn degenerate(built: Built) -> Built {
    let Built { mut domains, mut chains } = built;
    for chain in &mut chains {
        *chain = reduced(chain, &mut domains);
    }
    let mut built = compact(domains, chains);
    let flags: Vec<Vec<Flags>> = built.domains.iter().map(|domain| group_flags(domain, &built)).collect();
    for (domain, flags) in built.domains.iter_mut().zip(flags) {
        domain.groups.iter_mut().zip(flags).for_each(|(group, flags)| group.flags = flags);
    }
    built
}

/// A chain without what falls away; one that does leaves its preference for siblings to the one below.
fn reduced(chain: &[usize], domains: &mut [Domain]) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for domain in chain.iter().copied() {
        match kept.last().copied() {
            Some(below) if domains[below].span == domains[domain].span => {
                domains[below].flags.prefer_sibling |= domains[domain].flags.prefer_sibling;
            }
            _ => kept.push(domain),
        }
    }
    kept.retain(|domain| domains[*domain].weight() > 1);
    kept
}

/// Only the domains that chains still hold, smaller ones first.
fn compact(domains: Vec<Domain>, chains: Vec<Vec<usize>>) -> Built {
    let mut kept: Vec<usize> = chains.iter().flatten().copied().collect();
    kept.sort_by_key(|domain| (domains[*domain].weight(), domains[*domain].span.lowest(), *domain));
    kept.dedup();
    let place = |old: &usize| kept.iter().position(|kept| kept == old).expect("chains hold what is kept");
    let chains = chains.iter().map(|chain| chain.iter().map(place).collect()).collect();
    let domains = kept.iter().map(|domain| domains[*domain].clone()).collect();
    Built { domains, chains }
}

fn group_flags(domain: &Domain, built: &Built) -> Vec<Flags> {
    let of = |cpu: usize| built.chains[cpu].iter().map(|below| &built.domains[*below]);
    let flags = |span| {
        let same = |cpu| of(cpu).find(|below| below.span == span).map(|below| below.flags);
        span.lowest().and_then(same).unwrap_or_default()
    };
    domain.groups.iter().map(|group| flags(group.span)).collect()
}
