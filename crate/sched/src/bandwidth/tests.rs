//! Quotas by hand: every number is worked out on paper.

use super::*;
use crate::rules::Throttling;

const MS: u64 = 1_000_000;
const SLICE_NS: u64 = 5 * MS;

fn quota(quota_ms: u64, period_ms: u64, burst_ms: u64) -> Quota {
    Quota { quota_ns: quota_ms * MS, period_ns: period_ms * MS, burst_ns: burst_ms * MS }
}

/// A group with one queue, of 20 ms in 100 ms.
fn group() -> (Bandwidth, Local) {
    (Bandwidth::new(quota(20, 100, 0), 0), Local::new(Throttling::Group))
}

/// Charges pieces of 4 ms and compares what queue and pool have after each, in ms.
fn check_charges(pool: &mut Bandwidth, local: &mut Local, expected: &[(i64, u64, bool)]) {
    for (at, (local_ms, pool_ms, lasts)) in expected.iter().enumerate() {
        assert_eq!(local.charge(pool, 4 * MS, SLICE_NS, MS), *lasts, "charge {at}");
        let left = (local.remaining_ns() / MS as i64, pool.runtime_ns() / MS);
        assert_eq!(left, (*local_ms, *pool_ms), "charge {at}");
    }
}

/// The queue fills up to a slice whenever it is used up, and owes the rest of the last tick.
#[test]
fn a_quota_is_taken_in_slices() {
    let (mut pool, mut local) = group();
    assert!(local.charge(&mut pool, 0, SLICE_NS, 0));
    assert_eq!((local.remaining_ns(), pool.runtime_ns()), (5_000_000, 15_000_000));
    assert_eq!(pool.period_at_ns(), Some(100 * MS));
    let charges = [(1, 15, true), (5, 7, true), (1, 7, true), (4, 0, true), (0, 0, false)];
    check_charges(&mut pool, &mut local, &charges);
    assert!(local.throttle(&mut pool, 20 * MS));
    assert!(local.charge(&mut pool, 3001, SLICE_NS, 20 * MS), "a throttled queue asks for nothing");
    assert_eq!((local.deficit_ns(), pool.throttled()), (3001, 1));
}

/// A refill pays the debt first, and leaves the queue at 1 ns.
#[test]
fn a_debt_is_carried_into_the_next_period() {
    let (mut pool, mut local) = group();
    local.charge(&mut pool, 23 * MS, SLICE_NS, 0);
    assert_eq!((local.remaining_ns(), pool.runtime_ns()), (-3_000_000, 0));
    assert!(local.throttle(&mut pool, 23 * MS));
    assert_eq!(pool.period(Refill::Saved, 100 * MS), Period::Refilled);
    assert!(pool.give(&mut local));
    assert_eq!((local.remaining_ns(), pool.runtime_ns()), (1, 16_999_999));
    assert_eq!((local.is_throttled(), pool.throttled(), pool.period_at_ns()), (false, 0, Some(200 * MS)));
}

/// A debt of more than a quota takes several periods.
#[test]
fn a_great_debt_outlasts_a_period() {
    let (mut pool, mut local) = group();
    local.charge(&mut pool, 50 * MS, SLICE_NS, 0);
    assert!(local.throttle(&mut pool, 50 * MS));
    pool.period(Refill::Saved, 100 * MS);
    assert!(!pool.give(&mut local));
    assert_eq!((local.remaining_ns(), pool.runtime_ns(), pool.throttled()), (-10_000_000, 0, 1));
    pool.period(Refill::Saved, 200 * MS);
    assert!(pool.give(&mut local));
    assert_eq!((local.remaining_ns(), pool.runtime_ns()), (1, 9_999_999));
}

/// Between the charge and the pick the pool may be refilled: then there is nothing to throttle.
#[test]
fn a_refill_before_the_pick_saves_the_queue() {
    let (mut pool, mut local) = group();
    assert!(!local.charge(&mut pool, 21 * MS, SLICE_NS, 0));
    pool.period(Refill::Saved, 100 * MS);
    assert!(!local.throttle(&mut pool, 100 * MS));
    assert_eq!((local.remaining_ns(), pool.runtime_ns()), (1, 18_999_999));
}

#[test]
fn a_burst_saves_what_is_not_used() {
    for (rule, after_ms) in [(Refill::Saved, [28, 30]), (Refill::Reset, [20, 20])] {
        let (mut pool, mut local) = (Bandwidth::new(quota(20, 100, 10), 0), Local::new(Throttling::Group));
        local.charge(&mut pool, 7 * MS, SLICE_NS, 0);
        assert_eq!((local.remaining_ns(), pool.runtime_ns()), (5_000_000, 8_000_000));
        assert_eq!(pool.period(rule, 100 * MS), Period::Refilled);
        assert_eq!(pool.runtime_ns(), after_ms[0] * MS);
        pool.period(rule, 200 * MS);
        assert_eq!(pool.runtime_ns(), if rule == Refill::Saved { after_ms[1] * MS } else { 20 * MS });
    }
}

/// The timer goes idle at the end of a period in which nobody took anything, and starts again on its own grid.
#[test]
fn an_idle_timer_keeps_its_phase() {
    let (mut pool, mut local) = (Bandwidth::new(quota(20, 100, 0), 30 * MS), Local::new(Throttling::Group));
    assert_eq!(pool.period_at_ns(), None);
    local.charge(&mut pool, 0, SLICE_NS, 5 * MS);
    assert_eq!(pool.period_at_ns(), Some(30 * MS));
    assert_eq!(pool.period(Refill::Saved, 30 * MS), Period::Refilled);
    assert_eq!(pool.period(Refill::Saved, 130 * MS), Period::Idle);
    assert_eq!(pool.period_at_ns(), None);
    local.charge(&mut pool, 6 * MS, SLICE_NS, 777 * MS);
    assert_eq!(pool.period_at_ns(), Some(830 * MS));
}

/// The timer does not go idle over a queue that cannot pay its debt.
#[test]
fn a_throttled_queue_keeps_the_timer_going() {
    let (mut pool, mut local) = group();
    local.charge(&mut pool, 90 * MS, SLICE_NS, 0);
    local.throttle(&mut pool, 90 * MS);
    for period in 1..=3 {
        assert_eq!(pool.period(Refill::Saved, period * 100 * MS), Period::Refilled);
        assert!(!pool.give(&mut local));
    }
    assert_eq!(local.remaining_ns(), -10_000_000);
}

/// A queue that runs empty keeps 1 ms; the rest goes back and, if others wait for it, is given out 5 ms later.
#[test]
fn slack_goes_back_to_the_pool() {
    let mut pool = Bandwidth::new(quota(20, 100, 0), 0);
    let mut others = [Local::new(Throttling::Group), Local::new(Throttling::Group)];
    let [here, there] = &mut others;
    assert!(here.charge(&mut pool, 0, 20 * MS, 0));
    assert_eq!((here.remaining_ns(), pool.runtime_ns()), (20_000_000, 0));
    assert!(!there.charge(&mut pool, 500, SLICE_NS, 0));
    assert!(there.throttle(&mut pool, 0));
    pool.take_back(here, SLICE_NS, 10 * MS);
    assert_eq!((here.remaining_ns(), pool.runtime_ns()), (1_000_000, 19_000_000));
    assert_eq!(pool.slack_at_ns(), Some(15 * MS));
    assert!(pool.slack(SLICE_NS, 15 * MS));
    assert!(pool.give(there));
    assert_eq!((there.remaining_ns(), pool.runtime_ns(), pool.slack_at_ns()), (1, 18_999_499, None));
    pool.take_back(here, SLICE_NS, 20 * MS);
    assert_eq!(pool.runtime_ns(), 18_999_499, "what it keeps stays with it");
}

/// Near a refill the slack timer is not set, and does nothing if it expires there.
#[test]
fn slack_waits_for_a_refill_that_is_near() {
    for (at_ms, is_set) in [(92, true), (93, true), (94, false), (99, false)] {
        let mut pool = Bandwidth::new(quota(20, 100, 0), 0);
        let (mut here, mut there) = (Local::new(Throttling::Group), Local::new(Throttling::Group));
        here.charge(&mut pool, 0, 20 * MS, 0);
        there.throttle(&mut pool, 0);
        pool.take_back(&mut here, SLICE_NS, at_ms * MS);
        assert_eq!(pool.slack_at_ns().is_some(), is_set, "{at_ms} ms");
        assert_eq!(pool.slack(SLICE_NS, (at_ms + 5) * MS), at_ms + 5 <= 98, "{at_ms} ms");
    }
}

#[test]
fn another_quota_fills_the_pool_and_forgets_debts() {
    let (mut pool, mut local) = group();
    local.charge(&mut pool, 40 * MS, SLICE_NS, 0);
    local.throttle(&mut pool, 40 * MS);
    pool.set_quota(quota(5, 10, 0), Refill::Saved, 40 * MS);
    assert_eq!((pool.runtime_ns(), pool.period_at_ns()), (5 * MS, Some(100 * MS)));
    assert!(local.begin_anew(&mut pool, Throttling::Task));
    assert_eq!((local.remaining_ns(), local.is_throttled(), pool.throttled()), (1, false, 0));
    pool.period(Refill::Saved, 100 * MS);
    assert_eq!(pool.period_at_ns(), Some(110 * MS));
}
