//! The search of a machine whose CPUs are unequal: for one that is idle and big enough (rule 7).

use crate::checks::{CheckRule, Checks};
use crate::clamp::Fit;
use crate::load::task_util_est;
use crate::reason::SmpReason;
use crate::rules::CapacityScan;
use crate::topology::Domain;

use super::search::{Choice, Search};

/// How good an idle CPU is that is not quite right: least first, then the one of more capacity.
#[derive(Clone, Copy)]
struct Rank {
    class: i8,
    capacity: u64,
}

/// An idle CPU in a core that is to be left alone if there are whole idle ones.
const BUSY_CORE_FITS: i8 = -2;
/// Added for one in a core that is idle as a whole, or where nobody looks for such.
const IDLE_CORE: i8 = -3;

/// The first idle CPU that the task fits; of others the best; none if none is idle (`select_idle_capacity`).
pub(super) fn select_idle_capacity<C: Checks>(
    search: &mut Search<C>,
    domain: &Domain,
    target: usize,
) -> Option<Choice> {
    let (whole_cores, mut left) = match search.view.rules.capacity_scan {
        CapacityScan::Largest | CapacityScan::Ranked => (false, u32::MAX),
        CapacityScan::Limited => (search.has_idle_cores(target), limit(search, domain, target)?),
    };
    let mut best: Option<(usize, Rank)> = None;
    for cpu in domain.span.and(&search.task.allowed).iter_from(target) {
        let preferred = !whole_cores || search.siblings_idle(cpu);
        if !whole_cores {
            if left == 0 {
                return best.map(|(cpu, _)| closest(search, cpu));
            }
            left -= 1;
        }
        if !search.would_run(cpu) {
            continue;
        }
        let fit = search.fit(cpu);
        if fit == Fit::Yes && preferred {
            return Some(fitting(search, cpu));
        }
        let rank = rank(search, cpu, fit, preferred);
        if beats(rank, best.map(|(_, rank)| rank)) {
            best = Some((cpu, rank));
        }
    }
    if whole_cores && best.is_none_or(|(_, rank)| rank.class > IDLE_CORE) {
        search.no_idle_cores(target);
    }
    best.map(|(cpu, _)| closest(search, cpu))
}

/// How many CPUs are looked at, unless whole cores are sought; none if all capacities alike are busy.
fn limit<C: Checks>(search: &mut Search<C>, domain: &Domain, target: usize) -> Option<u32> {
    if !search.view.limits_search() || domain.flags.numa {
        return Some(u32::MAX);
    }
    let limit = search.view.llcs[search.view.record_of(target)].nr_idle_scan;
    search.unsearched = !search.tell(CheckRule::Searched, target, [u64::from(limit), 0], limit > 0);
    (limit > 0).then_some(limit)
}

fn rank<C: Checks>(search: &Search<C>, cpu: usize, fit: Fit, preferred: bool) -> Rank {
    let facts = search.facts(cpu);
    let (class, capacity) = match fit {
        Fit::Yes => (BUSY_CORE_FITS, facts.capacity),
        Fit::ExceptMin => (-1, facts.capacity_orig - facts.capacity_pressure),
        Fit::No => (0, facts.capacity),
    };
    let core = match search.view.rules.capacity_scan {
        CapacityScan::Limited if preferred => IDLE_CORE,
        CapacityScan::Largest | CapacityScan::Ranked | CapacityScan::Limited => 0,
    };
    Rank { class: class + core, capacity }
}

fn beats(rank: Rank, best: Option<Rank>) -> bool {
    let best = best.unwrap_or(Rank { class: 0, capacity: 0 });
    rank.class < best.class || (rank.class == best.class && rank.capacity > best.capacity)
}

fn fitting<C>(search: &Search<C>, cpu: usize) -> Choice {
    let (util, capacity) = operands(search, cpu);
    Choice { cpu, why: SmpReason::PlacedFits { util, capacity } }
}

fn closest<C>(search: &Search<C>, cpu: usize) -> Choice {
    let (util, capacity) = operands(search, cpu);
    Choice { cpu, why: SmpReason::PlacedClosest { util, capacity } }
}

fn operands<C>(search: &Search<C>, cpu: usize) -> (i64, i64) {
    (task_util_est(search.task) as i64, search.view.cpus[cpu].capacity as i64)
}
