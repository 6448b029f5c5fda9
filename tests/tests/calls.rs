//! The fair class under calls in any order: an engine of its own makes them, with groups in groups, quotas, moves and
//! every attribute changed at any time. After each call nobody is lost, nobody counts twice, and the sums are exact.
//! `PROPTEST_CASES=20000` looks longer.

#[path = "calls/machine.rs"]
mod machine;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use sched::bandwidth::Quota;
use sched::{CgroupMode, Change, KERNELS, Policy, Shares};

use machine::{Call, Machine, Setup};

fn policy() -> impl Strategy<Value = Policy> {
    prop_oneof![2 => Just(Policy::Normal), 1 => Just(Policy::Batch), 1 => Just(Policy::Idle)]
}

/// Of any length from 1 ns to some ticks.
fn length_ns() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), Just(1), 1..4_000_000u64, 1..100_000_000u64]
}

fn shares() -> impl Strategy<Value = Shares> {
    (select(vec![1, 100, 333, 10_000]), prop::bool::weighted(0.2))
        .prop_map(|(cpu_weight, idle)| Shares { cpu_weight, idle })
}

fn quota() -> impl Strategy<Value = Quota> {
    (1_000_000..60_000_000u64, 1_000_000..100_000_000u64, any::<bool>()).prop_map(
        |(quota_ns, period_ns, saves)| Quota {
            quota_ns,
            period_ns,
            burst_ns: if saves { quota_ns } else { 0 },
        },
    )
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (-20..20i8).prop_map(Change::Nice),
        policy().prop_map(Change::Policy),
        option::of(100_000..100_000_000u64).prop_map(Change::Slice),
        Just(Change::ExitMove),
    ]
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        30 => length_ns().prop_map(Call::Pass),
        25 => (any::<Index>(), any::<bool>()).prop_map(|(task, sync)| Call::Wake { task, sync }),
        20 => prop::bool::weighted(0.1).prop_map(|exits| Call::Block { exits }),
        5 => Just(Call::Yield),
        5 => Just(Call::Schedule),
        8 => (any::<Index>(), change()).prop_map(|(task, change)| Call::Change(task, change)),
        4 => (any::<Index>(), any::<Index>()).prop_map(|(task, group)| Call::Move { task, group }),
        3 => any::<Index>().prop_map(Call::Fork),
        2 => (any::<Index>(), shares()).prop_map(|(group, shares)| Call::Shares(group, shares)),
        1 => (any::<Index>(), option::of(quota())).prop_map(|(group, quota)| Call::Quota(group, quota)),
    ]
}

fn setup() -> impl Strategy<Value = Setup> {
    let start = select(vec![0, u64::MAX - 5_000_000, 1 << 53, 1 << 63]);
    let groups = vec((any::<Index>(), shares(), option::weighted(0.3, quota())), 0..5);
    let tasks = vec((policy(), -20..20i8, any::<Index>()), 1..10);
    let switched = prop_oneof![2 => Just(Vec::new()), 1 => vec(any::<Index>(), 1..5)];
    let machine = (0..KERNELS.len(), select(vec![100, 250, 1000]), start);
    (machine, select(CgroupMode::ALL.to_vec()), groups, tasks, switched).prop_map(
        |((kernel, hz, start), mode, groups, tasks, switched)| Setup {
            kernel,
            hz,
            start,
            groups,
            tasks,
            mode,
            switched,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_time: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_is_lost(setup in setup(), calls in vec(call(), 1..600)) {
        let mut machine = Machine::new(&setup);
        for call in &calls {
            machine.make(call);
            machine.check(call);
        }
    }
}
