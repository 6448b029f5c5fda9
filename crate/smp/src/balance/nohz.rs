//! Balancing for CPUs whose tick is stopped (rule 14).

use crate::cpuset::CpuSet;
use crate::reason::SmpReason;

use super::attempt::View;
use super::survey::is_reduced;

/// Time after which the averages of idle CPUs are aged, ms.
const BLOCKED_MS: u64 = 32;

/// What is known of the CPUs whose tick is stopped (`nohz`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NohzState {
    /// They are idle, or just have been: a busy one leaves at its next tick.
    pub idle_cpus: CpuSet,
    /// One of them has load of tasks that sleep, which is to be aged.
    pub has_blocked: bool,
    /// Tick at which that is due.
    pub next_blocked_ticks: u64,
    /// Tick at which one of them is to balance.
    pub next_balance_ticks: u64,
}

/// An idle CPU is asked to balance for those whose tick is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kick {
    /// The CPU that is asked.
    pub cpu: usize,
    /// It is to balance, not only to age averages.
    pub balances: bool,
    /// Why.
    pub reason: SmpReason,
}

impl NohzState {
    /// A CPU goes idle and stops its tick (`nohz_balance_enter_idle`).
    pub fn enter_idle(&mut self, cpu: usize) {
        self.idle_cpus.insert(cpu);
        self.has_blocked = true;
    }

    /// A busy CPU has a tick: it is not among them (`nohz_balance_exit_idle`).
    pub fn exit_idle(&mut self, cpu: usize) {
        self.idle_cpus.remove(cpu);
    }

    /// Whether a busy CPU's tick asks an idle one to balance, and which (`nohz_balancer_kick`). `llc_busy` is how many CPUs of its
    /// cache are busy. Nobody is asked again at the same tick.
    pub fn kick(&mut self, view: &View, cpu: usize, llc_busy: u32, now_ticks: u64) -> Option<Kick> {
        let (reason, balances) = self.occasion(view, cpu, llc_busy, now_ticks)?;
        let idle = |other: &usize| *other != cpu && view.cpus[*other].is_idle();
        let target = self.idle_cpus.iter().find(idle)?;
        if balances {
            self.next_balance_ticks = now_ticks + 1;
        }
        Some(Kick { cpu: target, balances, reason })
    }

    fn occasion(&self, view: &View, cpu: usize, llc_busy: u32, now_ticks: u64) -> Option<(SmpReason, bool)> {
        if self.idle_cpus.is_empty() {
            return None;
        }
        let due = now_ticks >= self.next_balance_ticks;
        if let Some(reason) = due.then(|| need(view, cpu, llc_busy)).flatten() {
            return Some((reason, true));
        }
        let blocked = SmpReason::KickBlocked { due_ticks: self.next_blocked_ticks as i64 };
        (self.has_blocked && now_ticks > self.next_blocked_ticks).then_some((blocked, false))
    }

    /// CPUs for which the one asked balances, in order: from the one after it on, round to itself last. A CPU that is no longer idle is
    /// left out when its turn comes, and all of them once the asked one has something to run itself.
    pub fn order(&self, cpu: usize) -> impl Iterator<Item = usize> + use<'_> {
        let others = self.idle_cpus.iter_from(cpu + 1).filter(move |other| *other != cpu);
        others.chain(std::iter::once(cpu))
    }

    /// It has balanced for all: `next_balance_ticks` is the earliest at which one of them is due again, `has_blocked` whether one
    /// still has load to be aged.
    pub fn balanced(&mut self, next_balance_ticks: Option<u64>, has_blocked: bool, now_ticks: u64, hz: u64) {
        self.next_blocked_ticks = now_ticks + (BLOCKED_MS * hz).div_ceil(1000);
        self.has_blocked = has_blocked;
        self.next_balance_ticks = next_balance_ticks.unwrap_or(self.next_balance_ticks);
    }
}

/// What a busy CPU needs an idle one for: tasks that wait, capacity that others take, a task too big for it, or another one
/// busy in the same cache. Where capacities differ, only misfits count.
fn need(view: &View, cpu: usize, llc_busy: u32) -> Option<SmpReason> {
    let facts = &view.cpus[cpu];
    if facts.nr_running >= 2 {
        return Some(SmpReason::KickTasks { nr_running: i64::from(facts.nr_running) });
    }
    let lowest = view.topology.domains_of(cpu).next()?;
    if facts.h_nr(view.rules.fair_count) >= 1 && is_reduced(facts, lowest.imbalance_pct) {
        let (capacity, capacity_orig) = (facts.capacity as i64, facts.capacity_orig as i64);
        return Some(SmpReason::KickReduced { capacity, capacity_orig });
    }
    if view.topology.asym_of[cpu].is_some() {
        let load = facts.misfit_load as i64;
        return (load > 0).then_some(SmpReason::KickMisfit { load });
    }
    (llc_busy > 1).then_some(SmpReason::KickLlc { busy: i64::from(llc_busy) })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Fixture, busy};
    use super::*;

    fn state(idle: &[usize]) -> NohzState {
        NohzState { idle_cpus: idle.iter().copied().collect(), ..NohzState::default() }
    }

    #[track_caller]
    fn check(fixture: &Fixture, mut state: NohzState, cpu: usize, busy: u32, expected: Option<Kick>) {
        assert_eq!(state.kick(&fixture.view(), cpu, busy, 10), expected);
    }

    fn kick(cpu: usize, reason: SmpReason) -> Option<Kick> {
        Some(Kick { cpu, balances: true, reason })
    }

    #[test]
    fn a_cpu_with_two_tasks_asks_the_first_idle_one() {
        let mut fixture = Fixture::new("hikey", "6.12.y");
        fixture.load(&[(0, 2), (1, 1)]);
        let tasks = kick(2, SmpReason::KickTasks { nr_running: 2 });
        check(&fixture, state(&[1, 2, 3]), 0, 2, tasks);
        check(&fixture, state(&[]), 0, 2, None);
        check(&fixture, state(&[1]), 0, 2, None);
        check(&fixture, NohzState { next_balance_ticks: 11, ..state(&[2]) }, 0, 2, None);
        let mut asked = state(&[2]);
        assert!(asked.kick(&fixture.view(), 0, 2, 10).is_some());
        assert_eq!(asked.kick(&fixture.view(), 0, 2, 10), None);
    }

    #[test]
    fn one_task_asks_if_another_is_busy_near_or_its_cpu_is_taken() {
        let mut fixture = Fixture::new("hikey", "6.12.y");
        fixture.load(&[(0, 1)]);
        check(&fixture, state(&[4]), 0, 1, None);
        check(&fixture, state(&[4]), 0, 2, kick(4, SmpReason::KickLlc { busy: 2 }));
        fixture.cpus[0].capacity = 800;
        let reduced = SmpReason::KickReduced { capacity: 800, capacity_orig: 1024 };
        check(&fixture, state(&[4]), 0, 1, kick(4, reduced));
    }

    #[test]
    fn where_capacities_differ_only_misfits_ask() {
        let mut fixture = Fixture::new("hikey960", "6.12.y");
        fixture.load(&[(0, 1)]);
        check(&fixture, state(&[4]), 0, 4, None);
        fixture.cpus[0].misfit_load = 9;
        check(&fixture, state(&[4]), 0, 1, kick(4, SmpReason::KickMisfit { load: 9 }));
    }

    #[test]
    fn averages_are_aged_every_32_ms() {
        let fixture = Fixture::new("hikey", "6.12.y");
        let mut state = state(&[]);
        state.enter_idle(3);
        let aged = Kick { cpu: 3, balances: false, reason: SmpReason::KickBlocked { due_ticks: 0 } };
        check(&fixture, state, 0, 1, Some(aged));
        state.balanced(Some(70), true, 10, 250);
        assert_eq!((state.next_blocked_ticks, state.next_balance_ticks, state.has_blocked), (18, 70, true));
        check(&fixture, state, 0, 1, None);
        state.exit_idle(3);
        assert!(state.idle_cpus.is_empty());
    }

    #[test]
    fn one_balances_for_the_others_first() {
        let order = |cpu| state(&[1, 3, 5]).order(cpu).collect::<Vec<_>>();
        assert_eq!(order(3), [5, 1, 3]);
        assert_eq!(order(5), [1, 3, 5]);
    }

    #[test]
    fn nobody_is_asked_for_a_cpu_with_nothing_to_give() {
        let mut fixture = Fixture::new("graviton3-16", "6.12.y");
        fixture.cpus[0] = busy(0);
        check(&fixture, state(&[1]), 0, 1, None);
    }
}
