//! Placement by energy. HiKey960: 0–3 little, 4–7 big, a clock for each four.

use super::rig::Rig;
use crate::CpuFacts;
use crate::frequency::Governor;
use crate::placement::is_energy_aware;
use crate::reason::SmpReason::*;

const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

/// An idle machine, and a task that was on CPU `prev`, to whose averages it still adds.
fn rig(kernel: &str, prev: usize, util: u64) -> Rig {
    let mut rig =
        Rig::new("hikey960", kernel).waker(1).prev(prev).idle(&ALL).task(|task| task.util_avg = util);
    rig = rig.cpu(prev, |cpu| cpu.util_avg = util);
    rig.root.energy_aware = true;
    rig
}

#[test]
fn a_lone_task_takes_less_on_a_little_cpu() {
    let rows = [
        (100, 21_600_000, 62_239_800),
        (150, 42_197_400, 93_359_700),
        (300, 131_768_400, 186_719_400),
        (369, 196_029_774, 299_628_000),
    ];
    for (util, delta, prev_delta) in rows {
        rig("6.12.0", 4, util).check(0, PlacedCheapest { delta, prev_delta });
        let stays = rig("6.12.0", 0, util);
        stays.check(0, PlacedNoCheaper { prev_delta: delta, delta: prev_delta });
    }
}

#[test]
fn a_task_that_does_not_fit_leaves_for_a_bigger_cpu() {
    rig("6.12.0", 0, 370).check(4, PlacedFitsBetter { capacity: 1024, delta: 300_440_000 });
    rig("6.12.0", 0, 600).check(4, PlacedFitsBetter { capacity: 1024, delta: 616_977_000 });
    rig("6.12.0", 4, 600).check(4, PlacedNoCheaper { prev_delta: 616_977_000, delta: -1 });
}

#[test]
fn a_task_of_which_nothing_is_known_stays() {
    rig("6.12.0", 4, 0).check(4, PlacedNeedless { prev: 4 });
    let mut clamped = rig("6.12.0", 0, 0).task(|task| task.uclamp_min = 600);
    clamped.clamps_used = true;
    clamped.check(4, PlacedFitsBetter { capacity: 1024, delta: 0 });
}

#[test]
fn where_a_cpu_has_too_much_energy_is_not_looked_at() {
    let mut rig = rig("6.12.0", 4, 100);
    rig.root.overutilized = true;
    rig.check(4, PlacedPreviousIdle { prev: 4, waker: 1 });
    rig.root = crate::balance::RootFacts::default();
    rig.check(4, PlacedPreviousIdle { prev: 4, waker: 1 });
}

#[test]
fn only_allowed_cpus_are_priced() {
    rig("6.12.0", 4, 100).allowed(&[4, 6]).check(4, PlacedNoCheaper { prev_delta: 62_239_800, delta: -1 });
    rig("6.12.0", 4, 100).allowed(&[2, 6]).check(2, PlacedFitsBetter { capacity: 462, delta: 21_600_000 });
}

#[test]
fn before_6_0_a_little_less_is_not_enough() {
    let busy = |kernel| {
        let others = |rig: Rig, cpu| rig.cpu(cpu, |cpu| *cpu = CpuFacts { util_avg: 300, ..*cpu });
        [1, 2, 3, 5, 6, 7].into_iter().fold(rig(kernel, 4, 60), others)
    };
    busy("6.12.0").check(0, PlacedCheapest { delta: 26_353_680, prev_delta: 37_343_880 });
    busy("5.10").check(4, PlacedNoCheaper { prev_delta: 37_343_880, delta: 26_353_680 });
}

#[test]
fn of_cpus_with_one_clock_the_one_with_most_to_spare_is_priced() {
    let rig = rig("6.12.0", 4, 100).cpu(0, |cpu| cpu.util_avg = 80).cpu(1, |cpu| cpu.util_avg = 40);
    rig.cpu(2, |cpu| cpu.util_avg = 20)
        .cpu(3, |cpu| cpu.util_avg = 60)
        .check(2, PlacedCheapest { delta: 41_194_800, prev_delta: 62_239_800 });
}

#[test]
fn a_bigger_cpu_is_taken_where_no_one_has_the_minimum() {
    let mut clamped = rig("6.12.0", 0, 100).task(|task| task.uclamp_min = 1000);
    clamped.clamps_used = true;
    let limited = (4..8).fold(clamped, |rig, cpu| rig.cpu(cpu, |cpu| cpu.capacity_pressure = 100));
    limited.check(4, PlacedCheapest { delta: 153_506_900, prev_delta: 53_124_600 });
}

#[test]
fn energy_is_looked_at_where_it_can_be() {
    let aware = |name: &str, governor| {
        let rig = Rig::new(name, "6.12.0");
        is_energy_aware(&rig.topology, &rig.perf_domains, governor)
    };
    assert!(aware("hikey960", Governor::Schedutil));
    assert!(!aware("hikey960", Governor::Performance));
    assert!(!aware("hikey", Governor::Schedutil), "all CPUs are equal");
    assert!(aware("rk3588", Governor::Schedutil));
    assert!(!aware("m1", Governor::Schedutil), "no voltages are known");
}
