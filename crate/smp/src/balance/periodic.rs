//! Balancing by the clock (rule 13).

use crate::topology::{Domain, interval_ticks};

use super::attempt::Idle;
use super::cost::decay_cost;
use super::settings::Settings;
use super::state::DomainState;

/// A CPU's own part of balancing (in `struct rq`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuBalance {
    /// Tick at which a domain is due.
    pub next_balance_ticks: u64,
    /// The most that a search for work has taken, ns; at least the migration cost (`max_idle_balance_cost`).
    pub max_idle_cost_ns: u64,
}

impl CpuBalance {
    /// As a CPU is when the machine starts.
    pub fn new(now_ticks: u64, settings: &Settings) -> CpuBalance {
        CpuBalance {
            next_balance_ticks: now_ticks,
            max_idle_cost_ns: settings.migration_cost_ns.unwrap_or(0),
        }
    }

    /// Whether a tick is to look at the domains (`sched_balance_trigger`).
    pub fn is_due(&self, now_ticks: u64) -> bool {
        now_ticks >= self.next_balance_ticks
    }
}

/// A walk through the domains of a CPU, smallest first, that balances those that are due (`sched_balance_domains`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periodic {
    /// What the CPU is doing; no longer idle once it has pulled something.
    pub idle: Idle,
    is_busy: bool,
    cpu_count: usize,
    now_ticks: u64,
    next_ticks: Option<u64>,
    cost_ns: u64,
    has_decayed: bool,
    goes_on: bool,
}

/// Whether a domain is to be balanced now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Balance it, and say what came of it ([`Periodic::balanced`]).
    Now,
    /// Not yet.
    Later,
    /// Another CPU is balancing between nodes.
    Serialized,
    /// Neither it nor those above, as it was not for this CPU to balance the one below.
    Over,
}

impl Periodic {
    /// Begins. A CPU that runs nothing but SCHED_IDLE tasks balances as often as an idle one.
    pub fn new(idle: Idle, is_sched_idle: bool, cpu_count: usize, now_ticks: u64) -> Periodic {
        Periodic {
            idle,
            is_busy: !idle.is_idle() && !is_sched_idle,
            cpu_count,
            now_ticks,
            next_ticks: None,
            cost_ns: 0,
            has_decayed: false,
            goes_on: true,
        }
    }

    /// Looks whether the next domain is due. On the way what searches take decays, for which the walk goes on even if it is not for this
    /// CPU to balance; `is_taken` says that another CPU is in a domain that one CPU at a time balances.
    pub fn look(
        &mut self,
        domain: &Domain,
        state: &mut DomainState,
        settings: &Settings,
        is_taken: bool,
    ) -> Due {
        self.has_decayed = decay_cost(state, self.now_ticks, settings.hz);
        self.cost_ns += state.max_newidle_cost_ns;
        if !self.goes_on {
            return if self.has_decayed { Due::Later } else { Due::Over };
        }
        let due_ticks = state.last_balance_ticks + self.interval_ticks(state, settings);
        if domain.flags.serialize && is_taken {
            self.remember(due_ticks);
            return Due::Serialized;
        }
        if self.now_ticks < due_ticks {
            self.remember(due_ticks);
            return Due::Later;
        }
        Due::Now
    }

    /// Takes note of a balance that was made. `goes_on` is false if it was not for this CPU to balance; `now` is what it does after
    /// it, if it has pulled anything: what, and whether all of it is SCHED_IDLE.
    pub fn balanced(
        &mut self,
        state: &mut DomainState,
        settings: &Settings,
        goes_on: bool,
        now: Option<(Idle, bool)>,
    ) {
        self.goes_on = goes_on;
        if let Some((idle, is_sched_idle)) = now {
            self.idle = idle;
            self.is_busy = !idle.is_idle() && !is_sched_idle;
        }
        state.last_balance_ticks = self.now_ticks;
        self.remember(self.now_ticks + self.interval_ticks(state, settings));
    }

    /// Ends the walk: when the CPU looks again, and what its searches take.
    pub fn end(self, balance: &mut CpuBalance, settings: &Settings) {
        if self.has_decayed {
            balance.max_idle_cost_ns = self.cost_ns.max(settings.migration_cost_ns.unwrap_or(0));
        }
        if let Some(next_ticks) = self.next_ticks {
            balance.next_balance_ticks = next_ticks;
        }
    }

    fn interval_ticks(&self, state: &DomainState, settings: &Settings) -> u64 {
        interval_ticks(state.interval_ms, self.is_busy, settings.hz, self.cpu_count)
    }

    fn remember(&mut self, due_ticks: u64) {
        self.next_ticks = Some(self.next_ticks.map_or(due_ticks, |next| next.min(due_ticks)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    /// A walk of CPU 0 of the machine with three levels, and what it knows of each.
    struct Walk {
        fixture: Fixture,
        states: Vec<DomainState>,
        walk: Periodic,
    }

    impl Walk {
        fn new(idle: Idle, is_sched_idle: bool, now_ticks: u64) -> Walk {
            let fixture = Fixture::new("xeon-2s", "6.12.y");
            let states =
                fixture.topology.domains_of(0).map(|domain| DomainState::new(domain, 0, 0)).collect();
            let walk = Periodic::new(idle, is_sched_idle, fixture.topology.cpu_count(), now_ticks);
            Walk { fixture, states, walk }
        }

        fn look(&mut self, level: usize, is_taken: bool) -> Due {
            let domain = &self.fixture.topology.domains[self.fixture.topology.chains[0][level]];
            self.walk.look(domain, &mut self.states[level], &Settings::default(), is_taken)
        }

        fn end(self) -> CpuBalance {
            let mut balance = CpuBalance::new(0, &Settings::default());
            self.walk.end(&mut balance, &Settings::default());
            balance
        }
    }

    #[test]
    fn idle_cpus_balance_often_and_busy_ones_seldom() {
        let mut idle = Walk::new(Idle::Idle, false, 5);
        assert_eq!((idle.look(1, false), idle.look(2, false)), (Due::Now, Due::Later));
        assert_eq!(idle.end().next_balance_ticks, 10);
        let mut busy = Walk::new(Idle::Busy, false, 5);
        assert_eq!((busy.look(0, false), busy.look(1, false)), (Due::Later, Due::Later));
        assert_eq!(busy.end().next_balance_ticks, 7);
        assert_eq!(Walk::new(Idle::Busy, true, 5).look(1, false), Due::Now);
    }

    #[test]
    fn a_balance_sets_the_next_one() {
        let mut walk = Walk::new(Idle::Idle, false, 5);
        assert_eq!(walk.look(1, false), Due::Now);
        let pulled = Some((Idle::Busy, false));
        walk.walk.balanced(&mut walk.states[1], &Settings::default(), true, pulled);
        assert_eq!((walk.walk.idle, walk.states[1].last_balance_ticks), (Idle::Busy, 5));
        assert_eq!(walk.look(2, false), Due::Later);
        let balance = walk.end();
        assert_eq!(balance.next_balance_ticks, 84);
        assert!(balance.is_due(84) && !balance.is_due(83));
    }

    #[test]
    fn who_does_not_balance_below_does_not_above() {
        let mut walk = Walk::new(Idle::Idle, false, 50);
        assert_eq!(walk.look(0, false), Due::Now);
        walk.walk.balanced(&mut walk.states[0], &Settings::default(), false, None);
        assert_eq!(walk.look(1, false), Due::Over);
    }

    #[test]
    fn between_nodes_one_cpu_balances_at_a_time() {
        let mut walk = Walk::new(Idle::Idle, false, 50);
        assert_eq!((walk.look(2, true), walk.look(2, false)), (Due::Serialized, Due::Now));
    }

    #[test]
    fn what_searches_take_decays_even_where_nothing_is_balanced() {
        let mut walk = Walk::new(Idle::Idle, false, 300);
        walk.states[0].max_newidle_cost_ns = 512_000;
        walk.states[1].max_newidle_cost_ns = 256_000;
        assert_eq!(walk.look(0, false), Due::Now);
        walk.walk.balanced(&mut walk.states[0], &Settings::default(), false, None);
        assert_eq!((walk.look(1, false), walk.look(2, false)), (Due::Later, Due::Later));
        assert_eq!(walk.end().max_idle_cost_ns, 506_000 + 253_000);
    }
}
