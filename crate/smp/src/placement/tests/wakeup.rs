//! Wakeups up to the search of a cache.

use super::rig::Rig;
use crate::placement::{Call, Remembered};
use crate::reason::SmpReason::*;
use crate::topology::{Machine, machine};

fn laptop() -> Rig {
    Rig::new("laptop", "6.12.0").waker(1).prev(2)
}

#[test]
fn one_allowed_cpu_is_no_question() {
    let placed = laptop().idle(&[0, 1, 2]).allowed(&[3]).check(3, PlacedPinned { cpu: 3 });
    assert_eq!((placed.looked, placed.remembered), (0, Remembered::default()));
    laptop().allowed(&[5, 100]).check(5, PlacedPinned { cpu: 5 });
}

#[test]
#[should_panic(expected = "the task may run somewhere")]
fn a_task_that_may_run_nowhere_is_a_bug() {
    laptop().allowed(&[8]).place();
}

#[test]
fn an_idle_target_is_taken_at_once() {
    assert_eq!(laptop().idle(&[2]).check(2, PlacedPreviousIdle { prev: 2, waker: 1 }).looked, 1);
    laptop().idle(&[1]).check(1, PlacedWakerIdle { waker: 1, prev: 2 });
    laptop().idle(&[1, 2]).check(2, PlacedPreviousIdle { prev: 2, waker: 1 });
    laptop().prev(1).idle(&[1]).check(1, PlacedPreviousIdle { prev: 1, waker: 1 });
}

#[test]
fn a_wakeup_on_its_way_makes_a_cpu_busy() {
    let rig = laptop().idle(&[1]).cpu(1, |cpu| cpu.wakeup_pending = true);
    rig.check(2, PlacedBusyPrevious { prev: 2, looked: 10 });
}

#[test]
fn a_cpu_of_idle_policy_is_as_good_as_idle_for_others() {
    let over = |kernel| Rig::new("graviton3-16", kernel).waker(1).prev(2).cpu(2, |cpu| cpu.h_nr_idle = 1);
    for kernel in ["5.10", "6.12.0", "7.2"] {
        over(kernel).check(2, PlacedPreviousIdle { prev: 2, waker: 1 });
    }
    let same = |kernel| over(kernel).task(|task| task.is_sched_idle = true);
    same("7.0").check(2, PlacedPreviousIdle { prev: 2, waker: 1 });
    same("7.1").check(2, PlacedBusyPrevious { prev: 2, looked: 17 });
}

#[test]
fn an_idle_prev_near_a_busy_target_is_taken() {
    laptop().sync().idle(&[2]).check(2, PlacedPreviousNear { prev: 2, target: 1 });
    let far = Rig::new("epyc-16", "6.12.0").waker(1).prev(9).sync().idle(&[9]);
    far.check(1, PlacedSyncWaker { waker: 1, looked: 9 });
}

#[test]
fn a_kernel_thread_of_prev_hands_its_cpu_over() {
    let mut rig = laptop().prev(1);
    rig.waker.is_own_kthread = true;
    rig.check(1, PlacedKthread { prev: 1, nr_running: 1 });
    rig.cpu(1, |cpu| cpu.nr_running = 2).check(1, PlacedBusyPrevious { prev: 1, looked: 10 });
    let mut elsewhere = laptop();
    elsewhere.waker.is_own_kthread = true;
    elsewhere.check(2, PlacedBusyPrevious { prev: 2, looked: 10 });
}

#[test]
fn the_cpu_before_is_taken_if_it_is_idle_near_and_allowed() {
    let recent = |rig: Rig| rig.task(|task| task.recent_used_cpu = 3);
    let placed = recent(laptop()).idle(&[3]).check(3, PlacedRecent { recent: 3, target: 2 });
    assert_eq!(placed.remembered.recent_used_cpu, Some(2));
    recent(laptop()).idle(&[3]).allowed(&[0, 1, 2]).check(2, PlacedBusyPrevious { prev: 2, looked: 5 });
    let far = recent(Rig::new("epyc-16", "6.12.0").waker(9).prev(10)).idle(&[3]);
    far.check(10, PlacedBusyPrevious { prev: 10, looked: 9 });
}

#[test]
fn before_5_16_only_a_used_cpu_changes_what_is_remembered() {
    let rig = |kernel, idle: &[usize]| {
        Rig::new("graviton3-16", kernel).waker(1).prev(2).idle(idle).task(|task| task.recent_used_cpu = 3)
    };
    let old = rig("5.10", &[]).place().remembered;
    assert_eq!((old.recent_used_cpu, old.waker_recent_used_cpu), (None, Some(1)));
    let used = rig("5.10", &[3]).place().remembered;
    assert_eq!((used.recent_used_cpu, used.waker_recent_used_cpu), (Some(2), Some(1)));
    let new = rig("6.1", &[]).place().remembered;
    assert_eq!((new.recent_used_cpu, new.waker_recent_used_cpu), (Some(2), None));
}

#[test]
fn tasks_that_wake_many_are_not_drawn_to_each_other() {
    let mut rig = Rig::new("graviton3-16", "6.12.0").waker(1).prev(2).idle(&[1]);
    (rig.waker.wakee_flips, rig.task.wakee_flips) = (256, 16);
    rig.check(1, PlacedIdleCpu { target: 2, looked: 16 });
    rig.waker.wakee_flips = 255;
    rig.check(1, PlacedWakerIdle { waker: 1, prev: 2 });
}

#[test]
fn a_task_is_not_drawn_where_it_may_not_run() {
    laptop().idle(&[1]).allowed(&[0, 2, 3]).check(2, PlacedBusyPrevious { prev: 2, looked: 4 });
}

#[test]
fn an_affinity_that_excludes_prev_is_kept() {
    let rig = Rig::new("xeon-2s", "6.12.0").waker(0).prev(12).scans(0);
    rig.task(|task| (task.allowed, task.wakee_flips) = ([3, 15, 17].into_iter().collect(), 0))
        .check(15, PlacedFallback { wanted: 12, prev: 12 });
    let other_node = Rig::new("xeon-2s", "6.12.0").waker(0).prev(12).scans(0).allowed(&[3, 5]);
    other_node.check(3, PlacedFallback { wanted: 12, prev: 12 });
}

#[test]
fn on_one_cpu_there_is_no_other() {
    let one = Machine {
        ..crate::topology::Shape::ONE.machine(machine("laptop").expect("a preset").machine().kinds[0].clone())
    };
    for call in [Call::Wakeup { sync: true }, Call::Fork, Call::Exec] {
        Rig::of(&one, "6.12.0").call(call).check(0, PlacedPinned { cpu: 0 });
    }
}

#[test]
fn cpus_with_a_cache_each_are_not_searched() {
    let kind = machine("graviton3-16").expect("a preset").machine().kinds[0].clone();
    let four = crate::topology::Shape { llcs: 4, ..crate::topology::Shape::ONE }.machine(kind);
    Rig::of(&four, "6.12.0").waker(1).prev(2).check(2, PlacedAlone { target: 2, waker: 1 });
}

#[test]
fn too_far_nodes_do_not_draw_tasks() {
    let mut far = machine("xeon-2s").expect("a preset").machine();
    far.distances = vec![vec![10, 40], vec![40, 10]];
    let rig = Rig::of(&far, "6.12.0").waker(0).prev(12).sync();
    rig.check(12, PlacedBusyPrevious { prev: 12, looked: 22 });
    let near = Rig::new("xeon-2s", "6.12.0").waker(0).prev(12).sync();
    near.check(0, PlacedSyncWaker { waker: 0, looked: 21 });
}
