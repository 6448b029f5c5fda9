//! The waker's CPU or the one where the task was.

use super::rig::Rig;
use crate::checks::CheckRule;
use crate::features::SmpFeature;
use crate::placement::affine::wake_affine;
use crate::reason::SmpReason::*;

const WAKER: usize = 1;
const PREV: usize = 2;

/// Waker and prev in one cache, both busy.
fn near(kernel: &str) -> Rig {
    Rig::new("epyc-16", kernel).waker(WAKER).prev(PREV)
}

#[track_caller]
fn starts_at(rig: Rig, sync: bool, expected: Option<usize>) {
    let rig = rig.without(&[SmpFeature::WaWeight]);
    let (aim, checks) = rig.search(|search| wake_affine(search, 117, sync));
    let decided = checks.iter().any(|check| check.holds);
    assert_eq!(decided.then_some(aim.cpu), expected);
}

#[test]
fn an_interrupt_on_an_idle_cpu_leaves_the_task_where_it_is_idle() {
    starts_at(near("6.12.0").idle(&[WAKER, PREV]), false, Some(PREV));
    starts_at(near("6.12.0").idle(&[WAKER]), false, Some(WAKER));
    let far = near("6.12.0").idle(&[WAKER]).prev(9);
    starts_at(far, false, None);
}

#[test]
fn a_waker_that_leaves_gives_its_cpu() {
    starts_at(near("6.12.0").idle(&[PREV]), true, Some(WAKER));
    let delayed = |kernel| {
        near(kernel).cpu(WAKER, |cpu| (cpu.nr_running, cpu.h_nr_queued, cpu.h_nr_delayed) = (2, 2, 1))
    };
    starts_at(delayed("6.12.y"), true, Some(WAKER));
    starts_at(delayed("7.2"), true, Some(WAKER));
    starts_at(delayed("6.1"), true, None);
    starts_at(delayed("5.10"), true, None);
}

#[test]
fn an_idle_prev_is_kept_since_6_1() {
    starts_at(near("6.1").idle(&[PREV]), false, Some(PREV));
    starts_at(near("5.10").idle(&[PREV]), false, None);
    starts_at(near("6.1"), false, None);
}

/// Loads of waker's CPU, prev and task, load of the running task if the wakeup is sync, percentage, where, and what was compared.
type Weights = (u64, u64, u64, Option<u64>, u64, usize, [i64; 2]);

#[track_caller]
fn weighs((waker_load, prev_load, task_load, leaving, percent, expected, operands): Weights, capacity: u64) {
    let mut rig = near("6.12.0").cpu(WAKER, |cpu| (cpu.load_avg, cpu.capacity) = (waker_load, capacity));
    rig = rig.cpu(PREV, |cpu| cpu.load_avg = prev_load).task(|task| task.load_avg = task_load);
    rig = rig.without(&[SmpFeature::WaIdle]);
    rig.waker.load_avg = leaving.unwrap_or(0);
    let (aim, checks) = rig.search(|search| wake_affine(search, percent, leaving.is_some()));
    let compared =
        checks.iter().find(|check| check.rule == CheckRule::WakerLighter).expect("loads were compared");
    assert_eq!((aim.cpu, compared.operands), (expected, operands));
}

#[test]
fn loads_are_weighed_by_the_other_capacity() {
    weighs((1024, 2048, 512, None, 117, WAKER, [157_286_400, 169_869_312]), 1024);
    weighs((1024, 2048, 512, Some(1024), 117, WAKER, [52_428_800, 169_869_313]), 1024);
    weighs((512, 1024, 256, None, 117, WAKER, [78_643_200, 84_934_656]), 1024);
    weighs((512, 768, 128, None, 100, PREV, [65_536_000, 65_536_000]), 1024);
    weighs((512, 768, 128, Some(0), 100, WAKER, [65_536_000, 65_536_001]), 1024);
    weighs((300, 900, 200, None, 117, PREV, [51_200_000, 34_927_200]), 462);
}

#[test]
fn without_bias_loads_are_compared_as_they_are() {
    let rig = near("6.12.0").task(|task| task.load_avg = 1).without(&[SmpFeature::WaBias]);
    let (aim, checks) = rig.search(|search| wake_affine(search, 117, false));
    assert_eq!((aim.cpu, checks[2].operands), (PREV, [1025 * 1024, 1023 * 1024]));
}

#[test]
fn a_waker_with_more_load_than_its_cpu_gives_it() {
    let mut rig = near("6.12.0").sync().cpu(WAKER, |cpu| (cpu.nr_running, cpu.load_avg) = (2, 100));
    rig.waker.load_avg = 300;
    rig.check(WAKER, PlacedLighterWaker { waker_load: -200, prev_load: 1024 });
}

#[test]
fn without_either_rule_the_task_stays() {
    let rig = near("6.12.0").sync().without(&[SmpFeature::WaIdle, SmpFeature::WaWeight]);
    rig.check(PREV, PlacedBusyPrevious { prev: 2, looked: 9 });
}
