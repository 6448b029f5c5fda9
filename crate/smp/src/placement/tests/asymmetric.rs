//! Machines whose CPUs are unequal. HiKey960: 0–3 of capacity 462, 4–7 of 1024, a cache for each four.

use super::rig::Rig;
use crate::features::SmpFeature;
use crate::reason::SmpReason::*;
use crate::topology::{Machine, machine};

fn rig(kernel: &str, util: u64) -> Rig {
    Rig::new("hikey960", kernel).waker(1).prev(2).task(|task| task.util_avg = util)
}

#[test]
fn an_idle_target_must_be_big_enough() {
    rig("6.12.0", 369).idle(&[2, 6]).check(2, PlacedPreviousIdle { prev: 2, waker: 1 });
    rig("6.12.0", 370).idle(&[2, 6]).check(6, PlacedFits { util: 370, capacity: 1024 });
}

#[test]
fn prev_and_the_cpu_before_must_be_big_enough() {
    rig("6.12.0", 369).sync().idle(&[2]).check(2, PlacedPreviousNear { prev: 2, target: 1 });
    rig("6.12.0", 370).sync().idle(&[2, 5]).check(5, PlacedFits { util: 370, capacity: 1024 });
    let recent = |util| rig("6.12.0", util).idle(&[3, 5]).task(|task| task.recent_used_cpu = 3);
    recent(369).check(3, PlacedRecent { recent: 3, target: 2 });
    recent(370).check(5, PlacedFits { util: 370, capacity: 1024 });
}

#[test]
fn a_task_too_big_for_any_idle_cpu_takes_the_largest() {
    rig("6.12.0", 900).idle(&[0, 7]).check(7, PlacedClosest { util: 900, capacity: 1024 });
    let reduced = rig("6.12.0", 900).idle(&[0, 6, 7]).cpu(6, |cpu| cpu.capacity = 800);
    reduced.check(7, PlacedClosest { util: 900, capacity: 1024 });
    rig("6.12.0", 900).idle(&[0]).check(0, PlacedClosest { util: 900, capacity: 462 });
    rig("6.12.0", 900).check(2, PlacedBusyPrevious { prev: 2, looked: 9 });
}

fn clamped(kernel: &str, util: u64, least: u64, greatest: u64) -> Rig {
    let mut rig = rig(kernel, util).task(|task| (task.uclamp_min, task.uclamp_max) = (least, greatest));
    rig.clamps_used = true;
    rig
}

#[test]
fn missing_a_clamp_is_better_than_being_too_small() {
    let rig = |kernel| clamped(kernel, 300, 600, 1024).idle(&[0, 6]).cpu(6, |cpu| cpu.capacity = 200);
    rig("6.12.0").check(0, PlacedClosest { util: 300, capacity: 462 });
    rig("5.10").check(0, PlacedClosest { util: 300, capacity: 462 });
    let limited = clamped("6.12.0", 100, 600, 1024).idle(&[0, 3]).cpu(3, |cpu| cpu.capacity_pressure = 100);
    limited.check(0, PlacedClosest { util: 100, capacity: 462 });
}

#[test]
fn clamps_count_once_they_are_used() {
    for kernel in ["5.10", "6.12.0", "7.2"] {
        clamped(kernel, 900, 0, 400).idle(&[2]).check(2, PlacedPreviousIdle { prev: 2, waker: 1 });
        clamped(kernel, 100, 512, 1024).idle(&[2, 4]).check(4, PlacedFits { util: 100, capacity: 1024 });
        let mut unused = clamped(kernel, 100, 512, 1024).idle(&[2, 4]);
        unused.clamps_used = false;
        unused.check(2, PlacedPreviousIdle { prev: 2, waker: 1 });
    }
}

#[test]
fn since_7_2_as_many_are_looked_at_as_the_machine_says() {
    // The first cache's record is that of the whole range.
    rig("7.2", 370).idle(&[4]).scans(3).check(4, PlacedFits { util: 370, capacity: 1024 });
    rig("7.2", 370).idle(&[4]).scans(2).check(2, PlacedBusyPrevious { prev: 2, looked: 3 });
    rig("7.2", 370).idle(&[4]).scans(0).check(2, PlacedUnsearched { target: 2, waker: 1 });
    rig("7.2", 370).idle(&[3, 4]).scans(2).check(3, PlacedClosest { util: 370, capacity: 462 });
    let far = rig("7.2", 370).waker(5).prev(6).idle(&[4]).scans(7);
    assert_eq!((far.view().record_of(6), far.view().record_of(1)), (0, 0));
    far.check(4, PlacedFits { util: 370, capacity: 1024 });
    let unlimited = rig("7.2", 370).idle(&[4]).scans(0).without(&[SmpFeature::SisUtil]);
    unlimited.check(4, PlacedFits { util: 370, capacity: 1024 });
}

/// Two big cores with two threads (0, 4 and 1, 5) and two small ones (2, 6 and 3, 7).
fn threads() -> Machine {
    let hikey960 = machine("hikey960").expect("a preset").machine();
    let laptop = machine("laptop").expect("a preset").machine();
    let kind_of = (0..8).map(|cpu| usize::from(cpu % 4 < 2)).collect();
    Machine { kinds: hikey960.kinds, kind_of, ..laptop }
}

#[test]
fn since_7_2_threads_of_busy_cores_do_not_count_as_big() {
    let rig = |kernel, idle: &[usize]| {
        Rig::of(&threads(), kernel).waker(1).prev(0).idle(idle).idle_cores().task(|task| task.util_avg = 300)
    };
    rig("6.12.0", &[0, 5]).check(0, PlacedPreviousIdle { prev: 0, waker: 1 });
    let placed = rig("7.2", &[0, 5]).check(0, PlacedClosest { util: 300, capacity: 1024 });
    assert_eq!(placed.remembered.no_idle_cores, Some(0));
    let core = rig("7.2", &[0, 2, 6]).check(2, PlacedFits { util: 300, capacity: 462 });
    assert_eq!(core.remembered.no_idle_cores, None);
    let small = rig("7.2", &[0, 2, 6]).task(|task| task.util_avg = 500);
    let placed = small.check(2, PlacedClosest { util: 500, capacity: 462 });
    assert_eq!(placed.remembered.no_idle_cores, None);
}
