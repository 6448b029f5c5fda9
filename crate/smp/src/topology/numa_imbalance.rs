//! How many tasks more a node may have (`imb_numa_nr` of `build_sched_domains`).

use super::build::Built;
use super::domain::Domain;

/// Sets it in every domain: none within a cache; at the first domain above it the number of caches, or an eighth of the CPUs
/// if there is one cache; higher up more in proportion to the first domain between nodes.
pub(super) fn set(built: &mut Built) {
    for chain in &built.chains {
        let (mut allowed, mut span) = (0, 1);
        for at in 0..chain.len() {
            let domain = &built.domains[chain[at]];
            let below = at.checked_sub(1).map(|below| &built.domains[chain[below]]);
            let above_cache = below.filter(|below| below.flags.share_llc && !domain.flags.share_llc);
            let value = match above_cache {
                Some(cache) => {
                    allowed = at_cache(domain.weight(), cache.weight());
                    span = first_numa(&built.domains, &chain[at + 1..]).unwrap_or(domain).weight();
                    allowed
                }
                None => allowed * (domain.weight() / span).max(1),
            };
            built.domains[chain[at]].imb_numa_nr = value as u32;
        }
    }
}

fn at_cache(weight: usize, cache_weight: usize) -> usize {
    let caches = weight / cache_weight;
    if caches == 1 { (weight >> 3).max(1) } else { caches.max(1) }
}

fn first_numa<'a>(domains: &'a [Domain], above: &[usize]) -> Option<&'a Domain> {
    above.iter().map(|domain| &domains[*domain]).find(|domain| domain.flags.numa)
}
