//! Searches that seldom succeed are left to chance (rule 12).

use crate::reason::SmpReason;
use crate::rules::NewidleLottery;

use super::settings::Settings;
use super::state::DomainState;

/// Sides of the die, and searches after which the ratio is computed anew.
const THOUSAND: u32 = 1024;

/// What chance says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Draw {
    /// The search is made, and counts for so many, as others were left out.
    Won { weight: u32 },
    /// It is left out.
    Lost(SmpReason),
}

/// Throws a die of 1024 sides, and tells of it, against the ratio of searches that succeeded; where all do, versions with NI_RATE throw none.
pub(super) fn draw(
    state: &DomainState,
    rule: NewidleLottery,
    settings: &Settings,
    random: u32,
    tell: impl FnOnce([i64; 2], bool),
) -> Draw {
    let always = match rule {
        NewidleLottery::Never => true,
        NewidleLottery::BySuccess => false,
        NewidleLottery::BySuccessAndRate => state.newidle_ratio >= THOUSAND,
    };
    if always || !settings.ni_random {
        return Draw::Won { weight: 1 };
    }
    let (draw, weight) = (random % THOUSAND, 1 + state.newidle_ratio);
    tell([i64::from(draw), i64::from(weight)], draw <= weight);
    if draw > weight {
        return Draw::Lost(SmpReason::LotteryLost { draw: i64::from(draw), weight: i64::from(weight) });
    }
    Draw::Won { weight: (THOUSAND + weight / 2) / weight }
}

/// Counts a search; each 1024 the ratio is what succeeded, with NI_RATE raised by the time that took, 1024 for 4 s
/// (`update_newidle_stats`).
pub(super) fn count(
    state: &mut DomainState,
    success: u32,
    rule: NewidleLottery,
    settings: &Settings,
    now_ns: u64,
) {
    state.newidle_calls += 1;
    state.newidle_successes += success;
    if state.newidle_calls < THOUSAND {
        return;
    }
    let rare = match rule {
        NewidleLottery::BySuccessAndRate if settings.ni_rate => {
            now_ns.saturating_sub(state.newidle_stamp_ns) >> 22
        }
        _ => 0,
    };
    let ratio = rare + u64::from(state.newidle_successes);
    state.newidle_ratio = ratio.min(u64::from(THOUSAND)) as u32;
    state.newidle_stamp_ns = now_ns;
    state.newidle_calls /= 2;
    state.newidle_successes /= 2;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology::{Topology, machine};

    fn state() -> DomainState {
        let topology = Topology::new(&machine("hikey").expect("a machine").machine());
        DomainState::new(&topology.domains[0], 0, 0)
    }

    fn ratio(newidle_ratio: u32) -> DomainState {
        DomainState { newidle_ratio, ..state() }
    }

    #[track_caller]
    fn check(times: u32, success: u32, rule: NewidleLottery, now_ns: u64, expected: [u32; 3]) {
        let mut state = state();
        (0..times).for_each(|_| count(&mut state, success, rule, &Settings::default(), now_ns));
        assert_eq!([state.newidle_ratio, state.newidle_calls, state.newidle_successes], expected);
    }

    #[test]
    fn the_ratio_follows_success() {
        check(512, 0, NewidleLottery::BySuccess, 0, [256, 512, 128]);
        check(1024, 0, NewidleLottery::BySuccess, 0, [128, 512, 64]);
        check(512, 2, NewidleLottery::BySuccess, 0, [1024, 512, 640]);
    }

    #[test]
    fn rare_searches_raise_the_ratio() {
        check(512, 0, NewidleLottery::BySuccessAndRate, 1 << 31, [768, 512, 128]);
        check(512, 0, NewidleLottery::BySuccessAndRate, 1 << 33, [1024, 512, 128]);
        check(512, 0, NewidleLottery::BySuccess, 1 << 33, [256, 512, 128]);
        let mut state = state();
        let off = Settings { ni_rate: false, ..Settings::default() };
        (0..512).for_each(|_| count(&mut state, 0, NewidleLottery::BySuccessAndRate, &off, 1 << 33));
        assert_eq!(state.newidle_ratio, 256);
    }

    fn drawn(state: &DomainState, rule: NewidleLottery, random: u32) -> Draw {
        draw(state, rule, &Settings::default(), random, |_, _| {})
    }

    #[test]
    fn a_search_counts_for_those_left_out() {
        for (of, weight) in [(512, 2), (256, 4), (16, 60)] {
            assert_eq!(drawn(&ratio(of), NewidleLottery::BySuccess, 0), Draw::Won { weight });
        }
        let wins =
            |random: &u32| drawn(&ratio(512), NewidleLottery::BySuccess, *random) == Draw::Won { weight: 2 };
        assert_eq!((0..1024).filter(wins).count(), 514);
        let lost = Draw::Lost(SmpReason::LotteryLost { draw: 514, weight: 513 });
        assert_eq!(drawn(&ratio(512), NewidleLottery::BySuccess, 1024 + 514), lost);
    }

    #[test]
    fn chance_may_be_absent_off_or_certain() {
        let sure = Draw::Won { weight: 1 };
        assert_eq!(drawn(&ratio(0), NewidleLottery::Never, 1023), sure);
        assert_eq!(drawn(&ratio(1024), NewidleLottery::BySuccessAndRate, 1023), sure);
        let off = Settings { ni_random: false, ..Settings::default() };
        assert_eq!(draw(&ratio(0), NewidleLottery::BySuccess, &off, 1023, |_, _| {}), sure);
        assert!(matches!(drawn(&ratio(1023), NewidleLottery::BySuccess, 1023), Draw::Won { weight: 1 }));
    }
}
