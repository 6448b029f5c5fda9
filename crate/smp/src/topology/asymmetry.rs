//! Where capacities differ (`asym_cpu_capacity_classify`).

use std::collections::BTreeSet;

use super::build::Built;
use crate::cpuset::CpuSet;

/// Marks domains with several capacities; groups below them are not spread over as if they were equal.
pub(super) fn mark(built: &mut Built, capacities: &[u64]) {
    let all = values(&CpuSet::first(capacities.len()), capacities).len();
    for domain in &mut built.domains {
        let here = values(&domain.span, capacities).len();
        domain.flags.asym_capacity = here > 1;
        domain.flags.asym_capacity_full = here > 1 && here == all;
    }
    for chain in &built.chains {
        for pair in chain.windows(2) {
            if built.domains[pair[1]].flags.asym_capacity {
                built.domains[pair[0]].flags.prefer_sibling = false;
            }
        }
    }
}

fn values(span: &CpuSet, capacities: &[u64]) -> BTreeSet<u64> {
    span.iter().map(|cpu| capacities[cpu]).collect()
}
