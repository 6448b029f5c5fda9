//! What a CPU remembers of a domain between balances (rules 13 and 14).

use crate::topology::Domain;

use super::attempt::Idle;

/// An interval is no longer doubled above this while affinity keeps everything where it is, ms (`MAX_PINNED_INTERVAL`).
const PINNED_INTERVAL_MAX_MS: u64 = 512;

/// What one CPU knows of one of its domains (the changing part of `struct sched_domain`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainState {
    /// Tick of the last periodic balance.
    pub last_balance_ticks: u64,
    /// To wait until the next, ms; doubled while there is nothing to do (`balance_interval`).
    pub interval_ms: u64,
    /// Balances that found tasks and could move none, since one could (`nr_balance_failed`).
    pub failed: u32,
    /// The most that a search of a CPU that ran out of work has taken, ns; it decays (`max_newidle_lb_cost`).
    pub max_newidle_cost_ns: u64,
    /// Tick at which that was last raised or decayed.
    pub last_decay_ticks: u64,
    /// Such searches, counted up to 1024 and halved (`newidle_call`).
    pub newidle_calls: u32,
    /// Those that found something, each counted for as many as chance left out (`newidle_success`).
    pub newidle_successes: u32,
    /// Of 1024 how many are made (`newidle_ratio`).
    pub newidle_ratio: u32,
    /// When that was last computed, ns.
    pub newidle_stamp_ns: u64,
}

impl DomainState {
    /// As a domain is when the machine starts.
    pub fn new(domain: &Domain, now_ns: u64, now_ticks: u64) -> DomainState {
        DomainState {
            last_balance_ticks: now_ticks,
            interval_ms: domain.min_interval_ms,
            failed: 0,
            max_newidle_cost_ns: 0,
            last_decay_ticks: now_ticks,
            newidle_calls: 512,
            newidle_successes: 256,
            newidle_ratio: 512,
            newidle_stamp_ns: now_ns,
        }
    }

    /// Tasks were moved: the next balance comes soon.
    pub fn moved(&mut self, domain: &Domain) {
        self.failed = 0;
        self.interval_ms = domain.min_interval_ms;
    }

    /// Tasks were there, and none could be moved: the next balance comes soon, and is less particular.
    ///
    /// Who just ran out of work does not count, as it tries too often, nor does a misfit, which only a push can move.
    pub fn failed(&mut self, domain: &Domain, idle: Idle, misfit: bool) {
        self.failed += u32::from(idle != Idle::Newly && !misfit);
        self.interval_ms = domain.min_interval_ms;
    }

    /// There was nothing to move: the next balance comes later.
    pub fn balanced(&mut self, domain: &Domain, idle: Idle, all_pinned: bool) {
        self.failed = 0;
        self.wait_longer(domain, idle, all_pinned);
    }

    /// Doubles the interval, unless who asked had just run out of work.
    pub fn wait_longer(&mut self, domain: &Domain, idle: Idle, all_pinned: bool) {
        let pinned = all_pinned && self.interval_ms < PINNED_INTERVAL_MAX_MS;
        if idle != Idle::Newly && (pinned || self.interval_ms < domain.max_interval_ms) {
            self.interval_ms *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{Topology, machine};

    #[test]
    fn the_interval_doubles_while_there_is_nothing_to_do() {
        let topology = Topology::new(&machine("hikey").expect("a machine").machine());
        let domain = &topology.domains[0];
        let mut state = DomainState::new(domain, 0, 0);
        let mut after = |act: &dyn Fn(&mut DomainState)| {
            act(&mut state);
            (state.interval_ms, state.failed)
        };
        assert_eq!(after(&|state| state.failed(domain, Idle::Idle, false)), (4, 1));
        assert_eq!(after(&|state| state.failed(domain, Idle::Newly, false)), (4, 1));
        assert_eq!(after(&|state| state.failed(domain, Idle::Busy, true)), (4, 1));
        assert_eq!(after(&|state| state.balanced(domain, Idle::Newly, false)), (4, 0));
        assert_eq!(after(&|state| state.balanced(domain, Idle::Busy, false)), (8, 0));
        assert_eq!(after(&|state| state.balanced(domain, Idle::Busy, false)), (8, 0));
        for expected in [16, 32, 64, 128, 256, 512, 512] {
            assert_eq!(after(&|state| state.balanced(domain, Idle::Idle, true)), (expected, 0));
        }
        assert_eq!(after(&|state| state.moved(domain)), (4, 0));
    }
}
