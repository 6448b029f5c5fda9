//! How deep an idle CPU sleeps.

use crate::topology::Style;

/// An idle state pays if the CPU stays in it for so many times what it takes to leave it.
const RESIDENCY: u64 = 3;

/// What an idle CPU does until somebody needs it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdleState {
    /// How long it takes to leave, ns.
    pub exit_ns: u64,
    /// It looks for work all the time, so that nobody has to send a message.
    pub polls: bool,
}

/// What a CPU of a machine of this style chooses when it expects to be idle for `expected_ns`: the deepest of its `states` that
/// pays. `states` are how long each takes to leave, shallowest first. If none pays it polls where x86 does, and waits in a state
/// that takes no time to leave elsewhere; of a CPU of which no state is told neither is known.
///
/// That the expectation is right is assumed, and what makes a state pay: real governors know both only by experience.
pub fn idle_state(style: Style, states: &[u64], expected_ns: u64) -> IdleState {
    let pays = |exit_ns: &&u64| **exit_ns * RESIDENCY <= expected_ns;
    match states.iter().rev().find(pays) {
        Some(exit_ns) => IdleState { exit_ns: *exit_ns, polls: false },
        None => IdleState { exit_ns: 0, polls: style == Style::X86 && !states.is_empty() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_idle_is_deeper_sleep() {
        let exit = |expected_ns| idle_state(Style::X86, &[2_000, 10_000, 133_000], expected_ns).exit_ns;
        assert_eq!(
            [exit(0), exit(5_999), exit(6_000), exit(398_999), exit(399_000), exit(u64::MAX)],
            [0, 0, 2_000, 10_000, 133_000, 133_000]
        );
    }

    #[test]
    fn where_no_state_pays_x86_polls() {
        let polls = |style, states: &[u64], expected_ns| idle_state(style, states, expected_ns).polls;
        assert!(polls(Style::X86, &[2_000], 5_999));
        assert!(!polls(Style::X86, &[2_000], 6_000));
        assert!(!polls(Style::Arm, &[2_000], 5_999));
        assert!(!polls(Style::X86, &[], 0), "nothing is told of it");
    }
}
