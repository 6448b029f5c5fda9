//! Which CPU of a group balances for it (rule 2).

use crate::facts::CpuFacts;
use crate::reason::SmpReason;
use crate::rules::BalanceCpu;

use super::attempt::{Attempt, Idle};

/// Whether it is for `dst` to balance here; an error says who does, or what came in between (`should_we_balance`).
///
/// A CPU that has just run out of work always may, unless it has got some. Otherwise one of each group does: the first idle one.
pub fn should_we_balance(attempt: &Attempt) -> Result<(), SmpReason> {
    match attempt.idle {
        Idle::Newly => still_idle(attempt.dst_facts()),
        Idle::Busy | Idle::Idle => {
            let cpu = balance_cpu(attempt);
            if cpu == attempt.dst { Ok(()) } else { Err(SmpReason::NotBalancer { cpu: cpu as i64 }) }
        }
    }
}

fn still_idle(dst: &CpuFacts) -> Result<(), SmpReason> {
    let got_work = dst.nr_running > 0 || dst.wakeup_pending;
    if got_work { Err(SmpReason::NewidleWork { nr_running: i64::from(dst.nr_running) }) } else { Ok(()) }
}

/// The first idle CPU of the group; above the threads of a core, one of a core that is idle as a whole if there is any. The
/// group's first if none is idle.
fn balance_cpu(attempt: &Attempt) -> usize {
    let group = attempt.local().span;
    let looked = group.and(&attempt.cpus);
    let idle = |cpu: &usize| attempt.view.cpus[*cpu].is_idle();
    let first_idle = looked.iter().find(idle);
    let whole_cores = match attempt.view.rules.balance_cpu {
        BalanceCpu::FirstIdle => false,
        BalanceCpu::FirstIdleCore => !attempt.domain().flags.share_capacity,
    };
    let idle_core =
        whole_cores.then(|| looked.iter().find(|cpu| idle(cpu) && attempt.is_core_idle(*cpu))).flatten();
    idle_core.or(first_idle).or(group.lowest()).expect("a group has CPUs")
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Fixture, busy};
    use super::*;

    #[track_caller]
    fn check(fixture: &Fixture, level: usize, dst: usize, idle: Idle, expected: Result<(), SmpReason>) {
        assert_eq!(should_we_balance(&fixture.attempt(level, dst, idle)), expected);
    }

    fn not(cpu: i64) -> Result<(), SmpReason> {
        Err(SmpReason::NotBalancer { cpu })
    }

    #[test]
    fn who_runs_out_of_work_always_may() {
        let mut fixture = Fixture::new("hikey", "6.12.y");
        check(&fixture, 1, 3, Idle::Newly, Ok(()));
        fixture.cpus[3].wakeup_pending = true;
        check(&fixture, 1, 3, Idle::Newly, Err(SmpReason::NewidleWork { nr_running: 0 }));
        fixture.cpus[3] = busy(2);
        check(&fixture, 1, 3, Idle::Newly, Err(SmpReason::NewidleWork { nr_running: 2 }));
    }

    #[test]
    fn of_a_group_the_first_idle_one_balances_or_else_the_first() {
        let mut fixture = Fixture::new("hikey", "6.12.y");
        fixture.cpus.fill(busy(1));
        check(&fixture, 1, 4, Idle::Busy, Ok(()));
        check(&fixture, 1, 5, Idle::Busy, not(4));
        fixture.cpus[6] = CpuFacts::default();
        check(&fixture, 1, 6, Idle::Idle, Ok(()));
        check(&fixture, 1, 4, Idle::Busy, not(6));
    }

    #[test]
    fn a_core_that_is_idle_as_a_whole_comes_first() {
        let mut fixture = Fixture::new("epyc-128", "6.12.y");
        fixture.cpus[64] = busy(1);
        check(&fixture, 2, 0, Idle::Idle, not(1));
        check(&fixture, 2, 1, Idle::Idle, Ok(()));
        check(&fixture, 0, 0, Idle::Idle, Ok(()));
        fixture.rules = crate::smp_rules("6.1");
        check(&fixture, 2, 0, Idle::Idle, Ok(()));
    }

    #[test]
    fn without_an_idle_core_the_first_idle_thread_balances() {
        let mut fixture = Fixture::new("epyc-128", "6.12.y");
        fixture.cpus[64..72].fill(busy(1));
        check(&fixture, 2, 0, Idle::Idle, Ok(()));
        check(&fixture, 2, 1, Idle::Idle, not(0));
    }
}
