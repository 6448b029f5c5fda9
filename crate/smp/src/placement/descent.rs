//! Fork and exec: down the domains to the least busy CPU (rule 8).

use crate::checks::Checks;
use crate::reason::SmpReason;
use crate::topology::{Domain, Topology};

use super::search::{Choice, Search};
use super::select::Call;
use super::{groups, within};

/// A CPU of the least busy group of the least busy group, and so on (`sched_balance_find_dst_cpu`).
///
/// A group that is no better than the own one is not left; a better one is entered at its CPU, and looked at from there.
pub(super) fn find_dst_cpu<C: Checks>(search: &mut Search<C>, call: Call) -> Choice {
    let (topology, prev) = (search.view.topology, search.task.cpu);
    let mut cpu = search.waker.cpu;
    let Some(mut level) = top(topology, cpu, call) else {
        return Choice { cpu: prev, why: SmpReason::PlacedNoDomain { prev: prev as i64 } };
    };
    if !domain(topology, cpu, level).span.meets(&search.task.allowed) {
        return Choice { cpu: prev, why: SmpReason::PlacedOutside { prev: prev as i64 } };
    }
    let mut entered = None;
    loop {
        let here = domain(topology, cpu, level);
        let next = match step(search, here, cpu, call) {
            Some(choice) => {
                (entered, cpu) = (Some(choice), choice.cpu);
                below(topology, cpu, here.weight(), call)
            }
            None => level.checked_sub(1),
        };
        let Some(next) = next else { return entered.unwrap_or_else(|| stays(search, cpu)) };
        level = next;
    }
}

/// Another CPU in a better group of the domain; none if there is none, or the domain does not place such tasks.
fn step<C: Checks>(search: &mut Search<C>, domain: &Domain, cpu: usize, call: Call) -> Option<Choice> {
    if !call.descends(&domain.flags) {
        return None;
    }
    search.tell_domain(cpu, domain);
    let group = groups::find_dst_group(search, domain, cpu, call)?;
    let choice = within::find_cpu(search, group, domain.weight(), cpu);
    (choice.cpu != cpu).then_some(choice)
}

fn stays<C>(search: &Search<C>, cpu: usize) -> Choice {
    let looked = i64::from(search.looked);
    Choice { cpu, why: SmpReason::PlacedHere { cpu: cpu as i64, looked } }
}

fn domain(topology: &Topology, cpu: usize, level: usize) -> &Domain {
    &topology.domains[topology.chains[cpu][level]]
}

/// The highest level, of those from the lowest on without a gap, that places such tasks.
fn top(topology: &Topology, cpu: usize, call: Call) -> Option<usize> {
    topology.domains_of(cpu).take_while(|domain| call.descends(&domain.flags)).count().checked_sub(1)
}

/// The highest level smaller than the domain just used that places such tasks.
fn below(topology: &Topology, cpu: usize, weight: usize, call: Call) -> Option<usize> {
    let smaller = topology.domains_of(cpu).take_while(|domain| domain.weight() < weight).count();
    (0..smaller).rev().find(|level| call.descends(&domain(topology, cpu, *level).flags))
}
