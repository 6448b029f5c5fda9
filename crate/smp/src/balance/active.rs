//! Whether the running task is pushed aside, as nothing else can be moved (rule 10).

use crate::reason::SmpReason;

use super::attempt::Attempt;
use super::imbalance::Migration;
use super::source::Source;
use super::survey::is_reduced;

/// Why the stopper should take the task that runs on the source, if it should (`need_active_balance`). `failed` counts the attempt
/// that has just failed.
///
/// It takes a CPU away from the running task, so that it is the last resort: after many failures, or where nothing else can
/// help, as a lone task on a CPU that is too small for it or that others take.
pub fn need_active_balance(attempt: &Attempt, source: &Source, failed: u32) -> Option<SmpReason> {
    let domain = attempt.domain();
    let (src, dst) = (&attempt.view.cpus[source.src], attempt.dst_facts());
    let tries = domain.cache_nice_tries + 2;
    let migration = source.imbalance.migration;
    let percent = domain.imbalance_pct;
    let lone = attempt.idle.is_idle() && src.h_nr(attempt.view.rules.fair_count) == 1;
    if migration == Migration::Task && failed > tries {
        return Some(SmpReason::PushFailed { failed: i64::from(failed), tries: i64::from(tries) });
    }
    if lone && is_reduced(src, percent) && src.capacity * percent < dst.capacity * 100 {
        let (capacity, dst_capacity) = (src.capacity as i64, dst.capacity as i64);
        return Some(SmpReason::PushReduced { capacity, dst_capacity });
    }
    (migration == Migration::Misfit)
        .then_some(SmpReason::PushMisfit { load: src.misfit_load as i64, capacity: src.capacity as i64 })
}

#[cfg(test)]
mod tests {
    use super::super::attempt::Idle;
    use super::super::fixture::{Fixture, busy};
    use super::super::imbalance::Imbalance;
    use super::*;

    #[track_caller]
    fn check(
        change: impl Fn(&mut Fixture),
        idle: Idle,
        migration: Migration,
        failed: u32,
        expected: Option<SmpReason>,
    ) {
        let mut fixture = Fixture::new("hikey", "6.12.y");
        fixture.cpus[1] = busy(1);
        change(&mut fixture);
        let imbalance = Imbalance { migration, amount: 1 };
        let source = Source { src: 1, imbalance, reason: SmpReason::NoBusyQueue {} };
        assert_eq!(need_active_balance(&fixture.attempt(0, 0, idle), &source, failed), expected);
    }

    #[test]
    fn many_failures_push() {
        let pushed = SmpReason::PushFailed { failed: 4, tries: 3 };
        check(|_| {}, Idle::Idle, Migration::Task, 3, None);
        check(|_| {}, Idle::Busy, Migration::Task, 4, Some(pushed));
        check(|_| {}, Idle::Idle, Migration::Load, 4, None);
    }

    #[test]
    fn a_lone_task_is_pushed_from_a_cpu_that_others_take() {
        let taken = |fixture: &mut Fixture| fixture.cpus[1].capacity = 800;
        let both = |fixture: &mut Fixture| {
            fixture.cpus[1].capacity = 800;
            fixture.cpus[0].capacity = 900;
        };
        let pushed = SmpReason::PushReduced { capacity: 800, dst_capacity: 1024 };
        check(taken, Idle::Idle, Migration::Load, 0, Some(pushed));
        check(taken, Idle::Busy, Migration::Load, 0, None);
        check(both, Idle::Idle, Migration::Load, 0, None);
        let two = |fixture: &mut Fixture| fixture.cpus[1] = busy(2);
        check(two, Idle::Idle, Migration::Load, 0, None);
    }

    #[test]
    fn a_misfit_can_only_be_pushed() {
        let misfit = |fixture: &mut Fixture| fixture.cpus[1].misfit_load = 700;
        let pushed = SmpReason::PushMisfit { load: 700, capacity: 1024 };
        check(misfit, Idle::Idle, Migration::Misfit, 0, Some(pushed));
    }
}
