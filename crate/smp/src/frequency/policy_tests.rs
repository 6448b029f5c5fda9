//! A clock in the hands of its governor.

use super::*;
use crate::clamp::Clamps;
use crate::frequency::{CpuDemand, performance};
use crate::rules::FrequencyMargin;
use crate::topology::{Topology, machine};

/// The clock of HiKey960's little CPUs, or of its big ones.
fn clock(index: usize) -> PerfDomain {
    let machine = machine("hikey960").expect("a preset").machine();
    let capacities = Topology::new(&machine).capacities;
    super::super::perf_domains(&machine, &capacities).swap_remove(index)
}

/// The same for one CPU alone.
fn alone() -> PerfDomain {
    PerfDomain { cpus: crate::CpuSet::one(4), ..clock(1) }
}

fn demand(domain: &PerfDomain, fair_util: u64, clamps: Clamps) -> CpuDemand {
    let capacity = domain.points.last().expect("points").performance;
    CpuDemand { fair_util, clamps, clamps_used: true, ..CpuDemand::idle(capacity) }
}

fn asked(domain: &PerfDomain, fair_util: u64) -> Performance {
    performance(&demand(domain, fair_util, Clamps::NONE), FrequencyMargin::BeforeClamps)
}

const TIMING: Timing = Timing { rate_limit_ns: 450_000, transition_ns: 300_000 };

fn to_mhz(answer: Answer) -> u64 {
    match answer {
        Answer::Changes(change) => change.to_khz / 1000,
        Answer::Stays(why) => panic!("it stays: {why:?}"),
    }
}

fn request(policy: &mut Policy, domain: &PerfDomain, util: u64, now_ns: u64) -> Answer {
    policy.request(domain, &asked(domain, util), now_ns, TIMING, BusyHold::UnlessCapped)
}

/// Utilisation, minimum and maximum on a clock: MHz since 6.8, and before.
#[track_caller]
fn check(index: usize, [util, min, max]: [u64; 3], expected: [u64; 2]) {
    let domain = clock(index);
    let rules = [FrequencyMargin::BeforeClamps, FrequencyMargin::AfterClamps];
    let mhz = rules.map(|rule| {
        let asked = performance(&demand(&domain, util, Clamps { min, max }), rule);
        domain.points[point_of(&domain, &asked)].frequency_khz / 1000
    });
    assert_eq!(mhz, expected);
}

#[test]
fn points_of_the_worked_examples() {
    check(1, [400, 0, 1024], [1421, 1421]);
    check(1, [820, 0, 1024], [2362, 2362]);
    check(1, [100, 512, 1024], [1421, 1805]);
    check(1, [700, 0, 512], [1421, 1805]);
    check(1, [450, 0, 512], [1421, 1421]);
    check(0, [200, 0, 1024], [999, 999]);
    check(0, [50, 300, 1024], [1402, 1709]);
    check(0, [462, 0, 1024], [1844, 1844]);
}

#[test]
fn a_point_takes_effect_after_the_latency() {
    let domain = clock(1);
    let mut policy = Policy::new(Governor::Schedutil, &domain);
    assert_eq!((policy.current(), policy.frequency_scale(&domain)), (0, 391));
    let Answer::Changes(change) = request(&mut policy, &domain, 820, 1_000_000) else { panic!("it stays") };
    assert_eq!((change.from_khz, change.to_khz, change.arrives_ns), (903_000, 2_362_000, 1_300_000));
    assert_eq!(change.why, SmpReason::ClockForUtil { util: 820, performance: 1024 });
    assert_eq!((policy.current(), policy.arrives_ns()), (0, Some(1_300_000)));
    policy.arrive();
    assert_eq!((policy.frequency_scale(&domain), policy.arrives_ns()), (1024, None));
}

#[test]
fn changes_are_not_made_too_often() {
    let domain = clock(1);
    let mut policy = Policy::new(Governor::Schedutil, &domain);
    assert_eq!(to_mhz(request(&mut policy, &domain, 400, 0)), 1421);
    let soon = SmpReason::ClockTooSoon { since_ns: 449_999, limit_ns: 450_000 };
    assert_eq!(request(&mut policy, &domain, 820, 449_999), Answer::Stays(soon));
    assert_eq!(to_mhz(request(&mut policy, &domain, 820, 450_000)), 2362);
    // What changes nothing does not count.
    let stays = Answer::Stays(SmpReason::ClockForUtil { util: 820, performance: 1024 });
    assert_eq!(request(&mut policy, &domain, 820, 900_000), stays);
    assert_eq!(to_mhz(request(&mut policy, &domain, 100, 900_001)), 903);
}

#[test]
fn a_point_asked_for_meanwhile_waits_no_longer() {
    let domain = clock(1);
    let slow = Timing { transition_ns: 1_000_000, ..TIMING };
    let mut policy = Policy::new(Governor::Schedutil, &domain);
    policy.request(&domain, &asked(&domain, 400), 0, slow, BusyHold::Always);
    policy.request(&domain, &asked(&domain, 820), 500_000, slow, BusyHold::Always);
    assert_eq!(policy.arrives_ns(), Some(1_000_000));
    policy.arrive();
    assert_eq!(policy.current(), 4);
}

#[test]
fn a_busy_cpu_alone_is_not_slowed_down() {
    let domain = alone();
    let mut policy = Policy::new(Governor::Schedutil, &domain);
    assert_eq!(to_mhz(request(&mut policy, &domain, 820, 0)), 2362);
    let held = SmpReason::ClockHeld { khz: 903_000, kept_khz: 2_362_000 };
    assert_eq!(request(&mut policy, &domain, 100, 1_000_000), Answer::Stays(held));
    policy.idles();
    assert_eq!(to_mhz(request(&mut policy, &domain, 100, 2_000_000)), 903);
}

#[test]
fn a_cap_slows_down_a_busy_cpu_by_version() {
    let domain = alone();
    let capped =
        performance(&demand(&domain, 600, Clamps { min: 0, max: 300 }), FrequencyMargin::BeforeClamps);
    for (rule, is_held) in [(BusyHold::Always, true), (BusyHold::UnlessCapped, false)] {
        let mut policy = Policy::new(Governor::Schedutil, &domain);
        request(&mut policy, &domain, 820, 0);
        let answer = policy.request(&domain, &capped, 1_000_000, TIMING, rule);
        assert_eq!(matches!(answer, Answer::Stays(SmpReason::ClockHeld { .. })), is_held, "{answer:?}");
    }
}

#[test]
fn a_limit_is_kept_at_once() {
    let domain = clock(1);
    let mut policy = Policy::new(Governor::Schedutil, &domain);
    request(&mut policy, &domain, 820, 0);
    policy.limit(2);
    let Answer::Changes(change) = request(&mut policy, &domain, 820, 1) else { panic!("it stays") };
    assert_eq!(change.to_khz, 1_805_000);
    assert_eq!(change.why, SmpReason::ClockForHeat { khz: 2_362_000, limit_khz: 1_805_000 });
    policy.limit(2);
    assert!(matches!(request(&mut policy, &domain, 820, 2), Answer::Stays(SmpReason::ClockTooSoon { .. })));
}

#[test]
fn performance_is_the_fastest_point_that_is_allowed() {
    let domain = clock(0);
    let mut policy = Policy::new(Governor::Performance, &domain);
    assert_eq!(policy.frequency_scale(&domain), 1024);
    let fastest = SmpReason::ClockFastest { khz: 1_844_000 };
    assert_eq!(request(&mut policy, &domain, 0, 0), Answer::Stays(fastest));
    policy.limit(1);
    assert_eq!(to_mhz(request(&mut policy, &domain, 0, 0)), 999);
}

#[test]
fn a_clock_without_points_is_always_at_its_fastest() {
    let domain = PerfDomain { cpus: crate::CpuSet::one(0), points: Vec::new() };
    let policy = Policy::new(Governor::Schedutil, &domain);
    assert_eq!(policy.frequency_scale(&domain), 1024);
}

#[test]
fn limits_follow_the_latency() {
    let limit = |transition_ns| Timing::of_transition(transition_ns).rate_limit_ns;
    assert_eq!((limit(300_000), limit(0)), (450_000, 1_000_000));
}

#[test]
fn every_governor_has_a_name() {
    for (name, governor) in Governor::ALL {
        assert_eq!((governor.name(), Governor::by_name(name)), (name, Some(governor)));
    }
    assert_eq!(Governor::by_name("ondemand"), None);
}
