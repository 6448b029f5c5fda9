//! What holds on every machine.

use proptest::prelude::*;

use super::rig::{Rig, one_task};
use crate::cpuset::CpuSet;
use crate::facts::{CpuFacts, TaskFacts};
use crate::kernel::SMP_RULES;
use crate::placement::{Call, Placed, select};
use crate::reason::SmpReason;
use crate::topology::{Shape, machine, machines};

fn facts() -> impl Strategy<Value = CpuFacts> {
    let tasks = prop_oneof![3 => Just((0, 0, 0)), 2 => (1..5u32, 0..5u32, 0..5u32)];
    (tasks, 0..4096u64, 0..1025u64, 0..300_000u64, any::<bool>(), 0..1000u64).prop_map(
        |((queued, delayed, idle), load_avg, util_avg, avg_idle_ns, wakeup_pending, idle_stamp_ns)| {
            CpuFacts {
                nr_running: queued,
                h_nr_queued: queued,
                h_nr_delayed: delayed.min(queued),
                h_nr_idle: idle.min(queued),
                runs_idle: queued == 0,
                wakeup_pending: wakeup_pending && queued == 0,
                load_avg,
                util_avg,
                runnable_avg: util_avg,
                avg_idle_ns,
                idle_stamp_ns,
                ..CpuFacts::default()
            }
        },
    )
}

/// A task on a machine of so many CPUs, that may run anywhere or on some.
fn tasks(count: usize) -> impl Strategy<Value = TaskFacts> {
    let some = proptest::collection::vec(0..count, 1..6).prop_map(CpuSet::from_iter);
    let allowed = prop_oneof![Just(CpuSet::ALL), some];
    (0..count, 0..count, allowed, 0..2000u64, 0..1025u64, 0..40u64, any::<bool>()).prop_map(
        |(cpu, recent_used_cpu, allowed, load_avg, util_avg, wakee_flips, is_sched_idle)| TaskFacts {
            cpu,
            recent_used_cpu,
            allowed,
            load_avg,
            util_avg,
            wakee_flips,
            is_sched_idle,
            ..TaskFacts::default()
        },
    )
}

fn calls() -> impl Strategy<Value = Call> {
    prop_oneof![any::<bool>().prop_map(|sync| Call::Wakeup { sync }), Just(Call::Fork), Just(Call::Exec)]
}

/// A machine with a name and a version, with CPUs, a waker and a task.
fn rigs() -> impl Strategy<Value = Rig> {
    (0..machines().len(), 0..SMP_RULES.len()).prop_flat_map(|(preset, kernel)| {
        let rig = move || Rig::new(machines()[preset].name, SMP_RULES[kernel].0);
        let count = rig().cpus.len();
        let cpus = proptest::collection::vec(facts(), count);
        let llcs = (any::<bool>(), 0..20u32);
        (cpus, llcs, tasks(count), 0..count, calls()).prop_map(
            move |(cpus, (cores, scans), task, waker, call)| {
                let mut rig = rig().scans(scans).waker(waker).call(call);
                rig.llcs.iter_mut().for_each(|llc| llc.has_idle_cores = cores);
                for (own, new) in rig.cpus.iter_mut().zip(cpus) {
                    *own = CpuFacts { capacity: own.capacity, capacity_orig: own.capacity_orig, ..new };
                }
                rig.task = task;
                if call == Call::Exec {
                    rig.waker.cpu = task.cpu;
                    rig.cpus[task.cpu] = one_task();
                }
                rig
            },
        )
    })
}

fn observed(rig: &Rig) -> Placed {
    select(&rig.view(), rig.call, &rig.waker, &rig.task, &mut Vec::new())
}

proptest! {
    #[test]
    fn a_task_is_placed_where_it_may_run(rig in rigs()) {
        let placed = rig.place();
        prop_assert!(placed.cpu < rig.cpus.len() && rig.task.allowed.contains(placed.cpu));
    }

    #[test]
    fn looking_at_it_changes_nothing(rig in rigs()) {
        prop_assert_eq!(rig.place(), observed(&rig));
    }

    #[test]
    fn where_all_are_busy_a_wakeup_stays_on_its_target(mut rig in rigs()) {
        rig.call = Call::Wakeup { sync: true };
        rig.task.allowed = CpuSet::ALL;
        for cpu in &mut rig.cpus {
            *cpu = CpuFacts { capacity: cpu.capacity, capacity_orig: cpu.capacity_orig, ..one_task() };
        }
        let placed = rig.place();
        prop_assert!(placed.cpu == rig.task.cpu || placed.cpu == rig.waker.cpu);
    }

    #[test]
    fn a_wakeup_leaves_a_busy_target_for_idle_cpus_only(mut rig in rigs()) {
        rig.call = Call::Wakeup { sync: false };
        let placed = rig.place();
        let facts = &rig.cpus[placed.cpu];
        let forced = matches!(placed.why, SmpReason::PlacedPinned { .. } | SmpReason::PlacedFallback { .. });
        let stays = placed.cpu == rig.task.cpu || placed.cpu == rig.waker.cpu;
        prop_assert!(forced || stays || facts.is_idle() || facts.is_sched_idle());
    }
}

/// So many CPUs under one cache, all busy.
fn wide(cpus: usize, kernel: &str) -> Rig {
    let kind = machine("graviton3-64").expect("a preset").machine().kinds[0].clone();
    Rig::of(&Shape { cores: cpus, ..Shape::ONE }.machine(kind), kernel).waker(1).prev(2)
}

#[test]
fn what_a_wakeup_looks_at_does_not_grow_with_the_machine() {
    for cpus in [64, 256, 512] {
        assert_eq!(wide(cpus, "6.12.0").scans(7).place().looked, 1 + 7, "{cpus} CPUs");
        assert_eq!(wide(cpus, "6.12.0").scans(0).place().looked, 1, "{cpus} CPUs");
        let old = wide(cpus, "5.10").cpu(1, |cpu| (cpu.avg_idle_ns, cpu.avg_scan_cost_ns) = (0, 100));
        assert_eq!(old.place().looked, 1 + 3, "{cpus} CPUs");
        assert_eq!(wide(cpus, "7.2").scans(7).idle(&[3]).place().looked, 2, "{cpus} CPUs");
    }
}

#[test]
fn every_reason_says_which_cpu_was_looked_at_last() {
    let rig = wide(16, "6.12.0").idle(&[5]);
    let checks = rig.checks();
    let last = checks.last().expect("a search looks");
    assert_eq!((last.cpu, last.holds), (rig.place().cpu, true));
}
