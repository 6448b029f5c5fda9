//! How deep an idle CPU sleeps.

/// An idle state pays if the CPU stays in it for so many times what it takes to leave it.
const RESIDENCY: u64 = 3;

/// How long a CPU takes to leave the state that it chooses when it expects to be idle for `expected_ns`: the deepest that pays.
/// `states` are how long each takes to leave, shallowest first; above them is one that takes no time.
///
/// That the expectation is right is assumed, and what makes a state pay: real governors know both only by experience.
pub fn idle_exit_ns(states: &[u64], expected_ns: u64) -> u64 {
    let pays = |exit_ns: &&u64| **exit_ns * RESIDENCY <= expected_ns;
    states.iter().rev().find(pays).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_idle_is_deeper_sleep() {
        let exit = |expected_ns| idle_exit_ns(&[2_000, 10_000, 133_000], expected_ns);
        assert_eq!(
            [exit(0), exit(5_999), exit(6_000), exit(398_999), exit(399_000)],
            [0, 0, 2_000, 10_000, 133_000]
        );
        assert_eq!(idle_exit_ns(&[], u64::MAX), 0);
    }
}
