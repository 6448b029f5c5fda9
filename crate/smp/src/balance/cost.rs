//! What looking for work takes, as remembered, and how long a CPU is idle (rule 12).

use crate::rules::NewidleCost;

use super::settings::Settings;
use super::state::DomainState;

/// Raises what a domain's search takes at most, if this one took longer; where failure counts, one that found nothing is held to
/// have taken half again as long as the longest, up to the migration cost and a little (`update_newidle_cost`).
pub(super) fn raise_cost(
    state: &mut DomainState,
    rule: NewidleCost,
    settings: &Settings,
    pulled: bool,
    cost_ns: u64,
    now_ticks: u64,
) {
    let cost_ns = match rule {
        NewidleCost::Measured => cost_ns,
        NewidleCost::BumpedByFailure => {
            let counted_ns = if pulled { cost_ns } else { 3 * state.max_newidle_cost_ns / 2 };
            counted_ns.min(settings.migration_cost_ns.unwrap_or(u64::MAX - 200) + 200)
        }
    };
    if cost_ns > state.max_newidle_cost_ns {
        state.max_newidle_cost_ns = cost_ns;
        state.last_decay_ticks = now_ticks;
    }
}

/// Lowers it by about 1 % once a second; whether it did.
pub(super) fn decay_cost(state: &mut DomainState, now_ticks: u64, hz: u64) -> bool {
    let due = now_ticks > state.last_decay_ticks + hz;
    if due {
        state.max_newidle_cost_ns = state.max_newidle_cost_ns * 253 / 256;
        state.last_decay_ticks = now_ticks;
    }
    due
}

/// How long a CPU is idle on average, after it was so for `idle_ns`: an eighth of the way there, and at most twice what looking for
/// work takes (`update_avg`).
pub fn avg_idle_after(avg_idle_ns: u64, idle_ns: u64, max_idle_cost_ns: u64) -> u64 {
    let step = (idle_ns as i64 - avg_idle_ns as i64) / 8;
    avg_idle_ns.saturating_add_signed(step).min(2 * max_idle_cost_ns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{Topology, machine};

    fn state(max_newidle_cost_ns: u64) -> DomainState {
        let topology = Topology::new(&machine("hikey").expect("a machine").machine());
        DomainState { max_newidle_cost_ns, ..DomainState::new(&topology.domains[0], 0, 0) }
    }

    #[test]
    fn average_idle_time_follows_by_eighths() {
        let mut avg_idle_ns = 1_000_000;
        let expected = [
            (20_000, 877_500),
            (20_000, 770_313),
            (20_000, 676_524),
            (5_000_000, 1_000_000),
            (50_000, 881_250),
        ];
        for (idle_ns, average_ns) in expected {
            avg_idle_ns = avg_idle_after(avg_idle_ns, idle_ns, 500_000);
            assert_eq!(avg_idle_ns, average_ns);
        }
    }

    #[test]
    fn the_cost_decays_once_a_second() {
        let mut state = state(500_000);
        assert!(!decay_cost(&mut state, 250, 250));
        assert!(decay_cost(&mut state, 251, 250));
        assert_eq!((state.max_newidle_cost_ns, state.last_decay_ticks), (494_140, 251));
    }

    #[track_caller]
    fn check(rule: NewidleCost, max: u64, pulled: bool, cost_ns: u64, expected: u64) {
        let mut state = state(max);
        raise_cost(&mut state, rule, &Settings::default(), pulled, cost_ns, 7);
        assert_eq!(state.max_newidle_cost_ns, expected);
        assert_eq!(state.last_decay_ticks, if expected > max { 7 } else { 0 });
    }

    #[test]
    fn the_longest_search_is_remembered() {
        check(NewidleCost::Measured, 1000, false, 900, 1000);
        check(NewidleCost::Measured, 1000, false, 1100, 1100);
        check(NewidleCost::Measured, 1000, true, 900_000, 900_000);
    }

    #[test]
    fn failure_makes_it_longer_in_between() {
        check(NewidleCost::BumpedByFailure, 1000, false, 900, 1500);
        check(NewidleCost::BumpedByFailure, 1000, true, 900, 1000);
        check(NewidleCost::BumpedByFailure, 400_000, false, 1, 500_200);
        check(NewidleCost::BumpedByFailure, 1000, true, 900_000, 500_200);
    }
}
