//! The search of a cache.

use super::rig::Rig;
use crate::features::{SmpFeature, SmpFeatures};
use crate::placement::core_became_idle;
use crate::reason::SmpReason::*;

/// Siblings are 0 and 4, 1 and 5, 2 and 6, 3 and 7.
fn laptop(kernel: &str) -> Rig {
    Rig::new("laptop", kernel).waker(1).prev(2)
}

fn graviton(kernel: &str) -> Rig {
    Rig::new("graviton3-16", kernel).waker(1).prev(2)
}

#[test]
fn a_search_begins_after_the_target_and_wraps() {
    graviton("6.12.0").idle(&[0, 15]).check(15, PlacedIdleCpu { target: 2, looked: 14 });
    graviton("6.12.0").idle(&[0]).check(0, PlacedIdleCpu { target: 2, looked: 15 });
    graviton("6.12.0").idle(&[0, 3]).check(3, PlacedIdleCpu { target: 2, looked: 2 });
}

#[test]
fn a_search_looks_at_as_many_as_the_cache_says() {
    graviton("6.12.0").idle(&[7]).scans(5).check(7, PlacedIdleCpu { target: 2, looked: 6 });
    graviton("6.12.0").idle(&[7]).scans(4).check(2, PlacedBusyPrevious { prev: 2, looked: 5 });
    graviton("6.12.0").idle(&[3]).scans(0).check(2, PlacedUnsearched { target: 2, waker: 1 });
    let unlimited = graviton("6.12.0").idle(&[7]).scans(0).without(&[SmpFeature::SisUtil]);
    unlimited.check(7, PlacedIdleCpu { target: 2, looked: 6 });
}

#[test]
fn only_allowed_cpus_are_searched() {
    let rig = graviton("6.12.0").idle(&[3, 9]).allowed(&[1, 2, 9]);
    rig.check(9, PlacedIdleCpu { target: 2, looked: 2 });
}

#[test]
fn an_idle_thread_of_prevs_core_comes_before_other_cpus() {
    laptop("6.12.0").idle(&[3, 6]).check(6, PlacedIdleThread { sibling: 2, target: 2 });
    laptop("6.12.0").idle(&[3, 6]).allowed(&[1, 2, 3]).check(3, PlacedIdleCpu { target: 2, looked: 2 });
    let other_target = laptop("6.12.0").sync().idle(&[5, 6]);
    other_target.check(6, PlacedIdleThread { sibling: 2, target: 1 });
    let far = Rig::new("epyc-128", "6.12.0").waker(1).prev(9).sync().idle(&[65, 73]);
    far.check(65, PlacedIdleCpu { target: 1, looked: 9 });
}

#[test]
fn an_idle_core_comes_before_idle_threads() {
    let rig = laptop("6.12.0").idle_cores().idle(&[0, 4, 6]);
    let placed = rig.check(4, PlacedIdleCore { target: 2, looked: 1 + 2 + 2 });
    assert_eq!(placed.remembered.no_idle_cores, None);
}

#[test]
fn a_vain_search_for_cores_takes_the_first_idle_thread_and_remembers() {
    let rig = laptop("6.12.0").idle_cores().idle(&[5, 6]);
    let placed = rig.check(5, PlacedIdleCpu { target: 2, looked: 1 + 2 + 2 + 2 + 1 });
    assert_eq!(placed.remembered.no_idle_cores, Some(0));
    let none = laptop("6.12.0").idle_cores().check(2, PlacedBusyPrevious { prev: 2, looked: 9 });
    assert_eq!(none.remembered.no_idle_cores, Some(0));
}

#[test]
fn a_thread_of_idle_policy_ends_the_look_at_its_core() {
    let rig = laptop("6.12.0").idle_cores().cpu(3, |cpu| cpu.h_nr_idle = 1);
    rig.check(3, PlacedIdleCpu { target: 2, looked: 1 + 1 + 1 + 1 + 1 });
}

#[test]
fn before_6_0_a_search_begins_at_the_target() {
    graviton("5.10").idle(&[0, 3]).check(3, PlacedIdleCpu { target: 2, looked: 3 });
}

#[test]
fn before_6_0_idle_time_limits_a_search() {
    let rig = |avg_idle_ns, cost_ns| {
        graviton("5.10")
            .idle(&[9])
            .cpu(1, |cpu| (cpu.avg_idle_ns, cpu.avg_scan_cost_ns) = (avg_idle_ns, cost_ns))
    };
    let found = rig(1_000_000, 1000).check(9, PlacedIdleCpu { target: 2, looked: 9 });
    assert_eq!(found.remembered.scanned, Some(8));
    let short = rig(100_000, 1000).check(2, PlacedBusyPrevious { prev: 2, looked: 4 });
    assert_eq!(short.remembered.scanned, None);
    let unlimited = rig(0, 1000).without(&[SmpFeature::SisProp]);
    unlimited.check(9, PlacedIdleCpu { target: 2, looked: 9 });
}

/// From 6.0 on it says nothing while SIS_UTIL does, but takes the time of what is searched.
#[test]
fn up_to_6_6_idle_time_limits_a_search_where_utilisation_does_not() {
    let rig = |wake_idle_ns, kernel| {
        let mut rig = graviton(kernel).idle(&[9]).cpu(1, |cpu| cpu.avg_scan_cost_ns = 999);
        rig.waker.wake_idle_ns = wake_idle_ns;
        rig
    };
    let found = PlacedIdleCpu { target: 2, looked: 8 };
    for kernel in ["6.1", "6.5", "6.6"] {
        let default = rig(0, kernel).check(9, found);
        assert_eq!(default.remembered.scanned, None, "{kernel}: it is off");
        let both = rig(0, kernel).with(SmpFeature::SisProp);
        assert_eq!(both.check(9, found).remembered.scanned, Some(7), "{kernel}");
        let alone = |wake_idle_ns| {
            rig(wake_idle_ns, kernel).with(SmpFeature::SisProp).without(&[SmpFeature::SisUtil])
        };
        assert_eq!(alone(500).check(9, found).remembered.scanned, Some(7), "16 · 500 / 1000 - 1");
        let short = alone(499).check(2, PlacedBusyPrevious { prev: 2, looked: 7 });
        assert_eq!(short.remembered.scanned, None, "{kernel}: 6 of them");
        let least = alone(0).check(2, PlacedBusyPrevious { prev: 2, looked: 4 });
        assert_eq!(least.remembered.scanned, None);
    }
    assert!(!SmpFeatures::of("6.8").list().any(|(feature, _)| feature == SmpFeature::SisProp));
}

#[test]
fn before_6_0_a_search_that_saw_all_counts() {
    let placed = graviton("5.10").check(2, PlacedBusyPrevious { prev: 2, looked: 17 });
    assert_eq!(placed.remembered.scanned, Some(16));
}

#[test]
fn before_6_0_core_cpu_and_thread_are_searched_in_turn() {
    let core = laptop("5.10").idle_cores().idle(&[0, 4, 6]);
    core.check(4, PlacedIdleCore { target: 2, looked: 1 + 1 + 1 + 2 });
    let cpu = laptop("5.10").idle_cores().idle(&[5]);
    let placed = cpu.check(5, PlacedIdleCpu { target: 2, looked: 1 + 4 + 4 });
    assert_eq!(placed.remembered.no_idle_cores, Some(0));
    let thread = laptop("5.10").idle(&[6]).cpu(1, |cpu| (cpu.avg_idle_ns, cpu.avg_scan_cost_ns) = (0, 100));
    thread.check(6, PlacedIdleThread { sibling: 2, target: 2 });
}

#[test]
fn a_core_is_idle_when_its_last_thread_goes_idle() {
    let rig = laptop("6.12.0").idle(&[6]);
    assert!(core_became_idle(&rig.topology, &rig.cpus, 2));
    assert!(!core_became_idle(&rig.topology, &rig.cpus, 3));
    let single = graviton("6.12.0");
    assert!(!core_became_idle(&single.topology, &single.cpus, 3));
}
