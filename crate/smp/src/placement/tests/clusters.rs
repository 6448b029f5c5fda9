//! Caches whose CPUs are in clusters.

use super::rig::Rig;
use crate::reason::SmpReason::*;
use crate::topology::{Machine, Shape, Style, machine};

/// Two clusters of four under one cache.
fn clusters() -> Machine {
    let kind = machine("graviton3-16").expect("a preset").machine().kinds[0].clone();
    Shape { style: Style::X86, clusters: 2, cores: 4, ..Shape::ONE }.machine(kind)
}

fn rig(kernel: &str) -> Rig {
    Rig::of(&clusters(), kernel).waker(1).prev(2)
}

#[test]
fn the_targets_cluster_is_searched_first_since_6_7() {
    rig("6.12.0").idle(&[0, 4]).check(0, PlacedIdleCpu { target: 2, looked: 3 });
    rig("6.1").idle(&[0, 4]).check(4, PlacedIdleCpu { target: 2, looked: 3 });
    rig("6.12.0").idle(&[4]).check(4, PlacedIdleCpu { target: 2, looked: 6 });
}

#[test]
fn the_limit_holds_for_both() {
    rig("6.12.0").idle(&[4]).scans(5).check(4, PlacedIdleCpu { target: 2, looked: 6 });
    rig("6.12.0").idle(&[4]).scans(4).check(2, PlacedBusyPrevious { prev: 2, looked: 5 });
    rig("6.12.0").idle(&[4]).scans(3).check(2, PlacedBusyPrevious { prev: 2, looked: 4 });
}

#[test]
fn an_idle_prev_of_another_cluster_waits_for_the_search() {
    let sync = |kernel| rig(kernel).prev(5).sync().idle(&[5]);
    sync("6.1").check(5, PlacedPreviousNear { prev: 5, target: 1 });
    sync("6.12.0").scans(3).check(5, PlacedPreviousFar { prev: 5, target: 1 });
    sync("6.12.0").idle(&[3]).check(3, PlacedIdleCpu { target: 1, looked: 4 });
    sync("6.12.0").scans(0).check(5, PlacedPreviousFar { prev: 5, target: 1 });
}

#[test]
fn so_does_the_cpu_before() {
    let recent = |kernel| rig(kernel).idle(&[6]).scans(3).task(|task| task.recent_used_cpu = 6);
    recent("6.1").check(6, PlacedRecent { recent: 6, target: 2 });
    let placed = recent("6.12.0").check(6, PlacedRecentFar { recent: 6, target: 2 });
    assert_eq!(placed.remembered.recent_used_cpu, Some(2));
}

#[test]
fn whole_cores_are_sought_in_the_cluster_first() {
    let kind = machine("graviton3-16").expect("a preset").machine().kinds[0].clone();
    let threads = Shape { clusters: 2, cores: 2, threads: 2, ..Shape::ONE }.machine(kind);
    // Cluster 0 is CPUs 0, 1 and their siblings 4, 5; cluster 1 has 2, 3, 6, 7.
    let rig = |idle: &[usize]| Rig::of(&threads, "6.12.0").waker(1).prev(0).idle_cores().idle(idle);
    rig(&[1, 5, 2, 6]).sync().prev(0).check(1, PlacedWakerIdle { waker: 1, prev: 0 });
    let near = rig(&[5, 2, 6]).check(2, PlacedIdleCore { target: 0, looked: 1 + 2 + 1 + 2 });
    assert_eq!(near.remembered.no_idle_cores, None);
    let none = rig(&[5, 6]).check(5, PlacedIdleCpu { target: 0, looked: 1 + 2 + 1 + 1 + 1 });
    assert_eq!(none.remembered.no_idle_cores, Some(0));
}
