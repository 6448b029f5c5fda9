//! Fork and exec.

use super::rig::Rig;
use crate::placement::Call;
use crate::reason::SmpReason::*;
use crate::topology::machine;

fn fork(name: &str) -> Rig {
    Rig::new(name, "6.12.0").call(Call::Fork)
}

/// Makes CPUs idle since then.
fn idle_since(rig: Rig, cpus: &[(usize, u64)]) -> Rig {
    let numbers: Vec<usize> = cpus.iter().map(|(cpu, _)| *cpu).collect();
    cpus.iter().fold(rig.idle(&numbers), |rig, (cpu, stamp)| rig.cpu(*cpu, |cpu| cpu.idle_stamp_ns = *stamp))
}

#[test]
fn a_new_task_goes_where_more_cpus_are_idle() {
    let rig = idle_since(fork("epyc-16"), &[(1, 5), (9, 7), (12, 6)]);
    rig.check(9, PlacedShallowest { exit_latency_ns: 0, idle_stamp_ns: 7 });
}

#[test]
fn a_new_task_stays_where_nothing_is_better() {
    fork("epyc-16").check(0, PlacedHere { cpu: 0, looked: 24 });
    let all: Vec<(usize, u64)> = (0..16).map(|cpu| (cpu, 1)).collect();
    idle_since(fork("epyc-16"), &all).check(0, PlacedHere { cpu: 0, looked: 24 });
}

#[test]
fn of_idle_cpus_the_one_that_wakes_fastest_is_taken() {
    let kind = machine("graviton3-16").expect("a preset").machine().kinds[0].clone();
    let two = crate::topology::Shape { sockets: 2, llcs: 4, ..crate::topology::Shape::ONE }.machine(kind);
    let rig = idle_since(Rig::of(&two, "6.12.0").call(Call::Fork), &[(4, 9), (5, 3), (6, 5), (7, 4)]);
    let slow = rig.cpu(4, |cpu| cpu.exit_latency_ns = 100);
    assert_eq!(slow.topology.domains_of(0).count(), 2);
    slow.check(6, PlacedShallowest { exit_latency_ns: 0, idle_stamp_ns: 5 });
}

#[test]
fn a_busy_machine_takes_the_least_load() {
    let rig = fork("hikey");
    let busy = (0..8).fold(rig, |rig, cpu| rig.cpu(cpu, |cpu| cpu.load_avg = 9000));
    let lighter = busy.cpu(5, |cpu| cpu.load_avg = 100).cpu(6, |cpu| cpu.load_avg = 300);
    lighter.check(5, PlacedLeastLoaded { load: 100, next_load: 300 });
}

#[test]
fn a_running_task_is_not_counted_where_it_runs() {
    let rig = Rig::new("hikey", "6.12.0").call(Call::Exec);
    rig.check(0, PlacedHere { cpu: 0, looked: 12 });
    let idle = Rig::new("hikey", "6.12.0").call(Call::Exec).idle(&[1]);
    idle.check(0, PlacedHere { cpu: 0, looked: 12 });
}

#[test]
fn a_cpu_of_idle_policy_is_taken_first() {
    let crowded = |rig: Rig, cpu| rig.cpu(cpu, |cpu| (cpu.nr_running, cpu.load_avg) = (3, 3000));
    let rig = (0..4).fold(fork("hikey"), crowded).cpu(7, |cpu| (cpu.h_nr_idle, cpu.load_avg) = (1, 3));
    rig.check(7, PlacedOverIdlePolicy { cpu: 7, nr_running: 1 });
}

#[test]
fn since_6_19_only_allowed_cpus_are_counted() {
    let rig = |kernel| {
        let rig = Rig::new("epyc-16", kernel).call(Call::Fork).idle(&[1, 9, 10, 11]);
        rig.allowed(&[0, 1, 2, 8])
    };
    rig("6.12.0").check(8, PlacedLeastLoaded { load: 1024, next_load: -1 });
    rig("6.19").check(1, PlacedOnlyOfGroup { weight: 8, looked: 3 + 1 + 3 });
}
