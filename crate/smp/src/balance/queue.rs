//! Which CPU of the busiest group has most of what is to be moved (rule 8).

use crate::checks::{Check, CheckRule, Checks};
use crate::facts::CpuFacts;
use crate::load::{capacity_greater, cpu_util_boost};
use crate::reason::SmpReason;
use crate::topology::Group;

use super::attempt::Attempt;
use super::imbalance::{Imbalance, Migration};
use super::source::Source;
use super::survey::is_reduced;

/// The CPU of a group from which to pull (`sched_balance_find_src_rq`).
pub(super) fn busiest_queue(
    attempt: &Attempt,
    group: &Group,
    imbalance: Imbalance,
    checks: &mut impl Checks,
) -> Result<Source, SmpReason> {
    let mut best: Option<(usize, u64)> = None;
    for cpu in group.span.and(&attempt.cpus).iter() {
        let facts = &attempt.view.cpus[cpu];
        let amount = amount(attempt, facts, imbalance);
        let best_amount = best.map(|(best, amount)| (amount, attempt.view.cpus[best].capacity));
        let holds = amount.is_some_and(|amount| is_more(imbalance, (amount, facts.capacity), best_amount));
        let operands = [amount.unwrap_or(0) as i64, facts.capacity as i64];
        checks.check(Check { rule: CheckRule::QueueBusiest, cpu, operands, holds });
        best = if holds { amount.map(|amount| (cpu, amount)) } else { best };
    }
    let (src, amount) = best.ok_or(SmpReason::NoBusyQueue {})?;
    Ok(Source { src, imbalance, reason: reason(imbalance, amount, &attempt.view.cpus[src]) })
}

/// What a CPU has of what is to be moved; none if it has nothing that could be.
fn amount(attempt: &Attempt, cpu: &CpuFacts, imbalance: Imbalance) -> Option<u64> {
    let rules = attempt.view.rules;
    let fair = cpu.h_nr(rules.fair_count);
    let smaller =
        attempt.domain().flags.asym_capacity && !capacity_greater(attempt.dst_facts().capacity, cpu.capacity);
    if fair == 0 || (fair == 1 && smaller) {
        return None;
    }
    match imbalance.migration {
        Migration::Load => {
            let too_much = fair == 1 && cpu.load_avg as i64 > imbalance.amount;
            let reduced = is_reduced(cpu, attempt.domain().imbalance_pct);
            (!too_much || reduced).then_some(cpu.load_avg)
        }
        Migration::Util => (fair > 1).then(|| cpu_util_boost(cpu, rules.util_boost)),
        Migration::Task => Some(u64::from(fair)),
        Migration::Misfit => Some(cpu.misfit_load),
    }
}

/// Whether it is more than the most so far, of load for the capacity; nothing is never more.
fn is_more(imbalance: Imbalance, (amount, capacity): (u64, u64), best: Option<(u64, u64)>) -> bool {
    let (best_amount, best_capacity) = best.unwrap_or((0, 1));
    match imbalance.migration {
        Migration::Load => amount * best_capacity > best_amount * capacity,
        Migration::Util | Migration::Task | Migration::Misfit => amount > best_amount,
    }
}

fn reason(imbalance: Imbalance, amount: u64, src: &CpuFacts) -> SmpReason {
    let (moved, amount) = (imbalance.amount, amount as i64);
    match imbalance.migration {
        Migration::Load => SmpReason::PullLoad { imbalance: moved, load: amount },
        Migration::Util => SmpReason::PullUtil { imbalance: moved, util: amount },
        Migration::Task => SmpReason::PullTasks { imbalance: moved, queued: amount },
        Migration::Misfit => SmpReason::PullMisfit { load: amount, capacity: src.capacity as i64 },
    }
}

#[cfg(test)]
mod tests {
    use super::super::attempt::Idle;
    use super::super::fixture::{Fixture, busy};
    use super::*;

    #[track_caller]
    fn check(fixture: &Fixture, migration: Migration, amount: i64, expected: Option<usize>) {
        let dst = fixture.cpus.len() - 1;
        let attempt = fixture.attempt(1, dst, Idle::Idle);
        let group = &attempt.domain().groups[0];
        let found = busiest_queue(&attempt, group, Imbalance { migration, amount }, &mut ());
        assert_eq!(found.ok().map(|source| source.src), expected);
    }

    #[test]
    fn most_tasks_or_utilisation_or_load_for_capacity() {
        let mut fixture = Fixture::new("hikey", "6.12.y");
        check(&fixture, Migration::Task, 1, None);
        fixture.cpus[0] = CpuFacts { load_avg: 3000, runnable_avg: 900, util_avg: 700, ..busy(2) };
        fixture.cpus[1] = CpuFacts { load_avg: 2000, runnable_avg: 100, util_avg: 800, ..busy(3) };
        fixture.cpus[2] = CpuFacts { load_avg: 1500, capacity: 512, ..busy(1) };
        check(&fixture, Migration::Task, 1, Some(1));
        check(&fixture, Migration::Util, 1, Some(0));
        check(&fixture, Migration::Load, 1500, Some(0));
        fixture.cpus[2].load_avg = 1501;
        check(&fixture, Migration::Load, 1501, Some(2));
        check(&fixture, Migration::Load, 1500, Some(2));
        fixture.cpus[2].capacity = 1024;
        fixture.cpus[2].load_avg = 4000;
        check(&fixture, Migration::Load, 3999, Some(0));
        check(&fixture, Migration::Load, 4000, Some(2));
        fixture.rules = crate::smp_rules("6.1");
        check(&fixture, Migration::Util, 1, Some(1));
    }

    #[test]
    fn a_lone_task_goes_only_to_a_larger_cpu() {
        let mut fixture = Fixture::new("hikey960", "6.12.y");
        fixture.load(&[(0, 1), (1, 1)]);
        fixture.cpus[1].misfit_load = 1024;
        check(&fixture, Migration::Misfit, 1, Some(1));
        check(&fixture, Migration::Util, 1, None);
        let attempt = fixture.attempt(1, 0, Idle::Idle);
        let imbalance = Imbalance { migration: Migration::Task, amount: 1 };
        let group = &attempt.domain().groups[0];
        let found = busiest_queue(&attempt, group, imbalance, &mut ());
        assert_eq!(found, Err(SmpReason::NoBusyQueue {}));
    }

    #[test]
    fn every_cpu_looked_at_is_told() {
        let mut fixture = Fixture::new("hikey", "7.2");
        fixture.cpus[1] = busy(2);
        fixture.cpus[2] = CpuFacts { h_nr_delayed: 3, ..busy(3) };
        let attempt = fixture.attempt(1, 7, Idle::Idle);
        let imbalance = Imbalance { migration: Migration::Task, amount: 1 };
        let mut told = Vec::new();
        let found = busiest_queue(&attempt, &attempt.domain().groups[0], imbalance, &mut told);
        assert_eq!(found.map(|source| source.reason), Ok(SmpReason::PullTasks { imbalance: 1, queued: 2 }));
        let seen: Vec<_> = told.iter().map(|check| (check.cpu, check.operands[0], check.holds)).collect();
        assert_eq!(seen, [(0, 0, false), (1, 2, true), (2, 0, false), (3, 0, false)]);
    }
}
