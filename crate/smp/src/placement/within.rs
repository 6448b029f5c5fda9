//! The CPU of a group that a new task goes to (rule 8).

use crate::checks::{CheckRule, Checks};
use crate::reason::SmpReason;
use crate::topology::Group;

use super::search::{Choice, Search};

/// The idle CPU that wakes fastest; if none is idle the one with least load (`sched_balance_find_dst_group_cpu`).
///
/// Of equal ones the CPU that fell asleep last: its caches are warmest. `cpu` itself if the task may use none of them.
pub(super) fn find_cpu<C: Checks>(
    search: &mut Search<C>,
    group: &Group,
    weight: usize,
    cpu: usize,
) -> Choice {
    if group.span.len() == 1 {
        let only = group.span.lowest().unwrap_or(cpu);
        let (weight, looked) = (weight as i64, i64::from(search.looked));
        return Choice { cpu: only, why: SmpReason::PlacedOnlyOfGroup { weight, looked } };
    }
    let mut idle: Option<Idle> = None;
    let mut light = Light { cpu, load: u64::MAX, next_load: u64::MAX };
    for other in group.span.and(&search.task.allowed).iter() {
        let facts = search.facts(other);
        if search.yields(facts) {
            search.looked += 1;
            let nr_running = i64::from(facts.nr_running);
            return Choice {
                cpu: other,
                why: SmpReason::PlacedOverIdlePolicy { cpu: other as i64, nr_running },
            };
        }
        if search.is_idle(other) {
            idle = Some(faster(search, idle, Idle::new(other, facts.exit_latency_ns, facts.idle_stamp_ns)));
        } else if idle.is_none() {
            lighter(search, &mut light, other, facts.load_avg);
        }
    }
    idle.map_or_else(|| light.choice(), Idle::choice)
}

#[derive(Clone, Copy)]
struct Idle {
    cpu: usize,
    exit_latency_ns: u64,
    idle_stamp_ns: u64,
}

impl Idle {
    fn new(cpu: usize, exit_latency_ns: u64, idle_stamp_ns: u64) -> Idle {
        Idle { cpu, exit_latency_ns, idle_stamp_ns }
    }

    fn choice(self) -> Choice {
        let (exit_latency_ns, idle_stamp_ns) = (self.exit_latency_ns as i64, self.idle_stamp_ns as i64);
        Choice { cpu: self.cpu, why: SmpReason::PlacedShallowest { exit_latency_ns, idle_stamp_ns } }
    }
}

fn faster<C: Checks>(search: &mut Search<C>, best: Option<Idle>, idle: Idle) -> Idle {
    let beats = best.is_none_or(|best| {
        let ties = idle.exit_latency_ns == best.exit_latency_ns && idle.idle_stamp_ns > best.idle_stamp_ns;
        idle.exit_latency_ns < best.exit_latency_ns || ties
    });
    let operands = [idle.exit_latency_ns, idle.idle_stamp_ns];
    search.tell(CheckRule::WakesFastest, idle.cpu, operands, beats);
    best.filter(|_| !beats).unwrap_or(idle)
}

/// The CPU with least load so far, and the least of the others.
struct Light {
    cpu: usize,
    load: u64,
    next_load: u64,
}

impl Light {
    fn choice(self) -> Choice {
        let (load, next_load) = (shown(self.load), shown(self.next_load));
        Choice { cpu: self.cpu, why: SmpReason::PlacedLeastLoaded { load, next_load } }
    }
}

/// A load as an operand; -1 where there is none.
fn shown(load: u64) -> i64 {
    i64::try_from(load).unwrap_or(-1)
}

fn lighter<C: Checks>(search: &mut Search<C>, light: &mut Light, cpu: usize, load: u64) {
    if search.tell(CheckRule::LeastLoaded, cpu, [load, 0], load < light.load) {
        *light = Light { cpu, load, next_load: light.load };
    } else {
        light.next_load = light.next_load.min(load);
    }
}
