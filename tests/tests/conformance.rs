//! The model against recordings of real kernels: nothing wrong, nothing off by 1 ns, and
//! the bar bites.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use sched::{
    BuddyPick, CfsIdle, CgroupMode, ChargeRule, DelayedLag, DeltaRule, FairServer, Feature, FirstRequest,
    GroupPick, HrtickRule, IdleCurr, LagClamp, MeanWeights, OwnSlice, Params, Preemption, Protection,
    RelativeDeadline, Requeue, Reweight, RtThrottling, Throttling, TreeOrder, WakeupPick, WakeupRule,
    YieldRule,
};
use serde_json::Value;
use sim::recording::Recording;
use sim::replay::{Report, params_of, replay};
use tests::conformance::{Table, published, to_json};
use tests::data;
use tests::silent::IN_RECORDINGS;

/// Every recording, read once for all tests.
fn recordings() -> &'static [(String, Recording)] {
    static READ: OnceLock<Vec<(String, Recording)>> = OnceLock::new();
    READ.get_or_init(|| {
        let read = |file: data::File| {
            let recording = formats::recording::read(&file.bytes);
            (file.name.clone(), recording.unwrap_or_else(|error| panic!("{}: {error}", file.name)))
        };
        data::recordings().into_iter().map(read).collect()
    })
}

/// Everything that they say, compared once for all tests.
fn table() -> &'static Table {
    static COMPARED: OnceLock<Table> = OnceLock::new();
    COMPARED.get_or_init(|| {
        let mut table = Table::default();
        for (name, recording) in recordings() {
            table.add(name, recording).expect("a recording of a modelled kernel");
        }
        table
    })
}

#[test]
fn no_decision_is_wrong_and_no_number_differs() {
    let table = table();
    assert!(table.left_out.is_empty(), "cannot be replayed: {:?}", table.left_out);
    assert!(table.agrees(), "disagreements: {:#?}", table.kinds);
}

#[test]
fn the_score_does_not_fall() {
    let score = to_json(table())["rows"].clone();
    let path = data::folder("score.json");
    if std::env::var_os("UPDATE").is_some() {
        let text = serde_json::to_string_pretty(&score).expect("plain JSON");
        std::fs::write(&path, text + "\n").expect("the folder is writable");
    }
    let kept: Value = serde_json::from_slice(&std::fs::read(&path).expect("it is part of the repository"))
        .expect("it was written by this test");
    let key = |row: &Value| (row["kernel"].to_string(), row["family"].to_string());
    let rows: BTreeMap<_, &Value> =
        score.as_array().expect("rows").iter().map(|row| (key(row), row)).collect();
    for kept in kept.as_array().expect("rows") {
        let row = rows.get(&key(kept)).unwrap_or_else(|| panic!("no recording any more for {kept}"));
        for field in ["recordings", "decisions", "agree", "numbers", "numbers_exact"] {
            assert!(row[field].as_u64() >= kept[field].as_u64(), "{field} fell: {row} instead of {kept}");
        }
        assert!(row["unclear"].as_u64() <= kept["unclear"].as_u64(), "unclear rose: {row} instead of {kept}");
    }
}

/// The same of several CPUs.
fn several() -> &'static Table {
    static COMPARED: OnceLock<Table> = OnceLock::new();
    COMPARED.get_or_init(|| {
        Table::of_folder(&data::folder("recordings-smp")).expect("it is part of the repository")
    })
}

#[test]
fn what_is_published_is_what_was_found() {
    for file in published(table(), several()).expect("the README is part of the repository") {
        if std::env::var_os("UPDATE").is_some() {
            file.write().expect("the folder is writable");
        }
        let path = file.path.display();
        assert!(
            file.is_current(),
            "{path} is not what these recordings say; run `cargo xtask conformance`. It differs in\n{}",
            file.difference()
        );
    }
}

/// Some of each kernel: enough to be in the wrong order.
#[test]
fn what_is_published_does_not_depend_on_the_order_of_files() {
    let text = |some: &mut dyn Iterator<Item = &(String, Recording)>| {
        let mut table = Table::default();
        some.for_each(|(name, recording)| table.add(name, recording).expect("a modelled kernel"));
        published(&table, several()).expect("the README is part of the repository").map(|file| file.text)
    };
    let some = || recordings().iter().step_by(40);
    assert_eq!(text(&mut some()), text(&mut some().rev()));
}

/// A rule broken on purpose.
type Mutant = (&'static str, fn(&mut Params));

/// Replays all recordings of a kernel under broken rules.
fn score_of(kernel: &str, mutate: fn(&mut Params)) -> Report {
    let mut sum = Report::default();
    for (_, recording) in recordings().iter().filter(|(_, recording)| recording.kernel_tag == kernel) {
        let mut params = params_of(recording).expect("a modelled kernel");
        mutate(&mut params);
        let mut report = replay(recording, params);
        report.misses.clear();
        sum.absorb(&report);
    }
    sum
}

/// Every switch of EEVDF that can be turned off.
const EEVDF_SWITCHES: &[Mutant] = &[
    ("no PREEMPT_SHORT", |p| p.features.switch(Feature::PreemptShort, false)),
    ("no DELAY_ZERO", |p| p.features.switch(Feature::DelayZero, false)),
    ("no DELAY_DEQUEUE", |p| p.features.switch(Feature::DelayDequeue, false)),
    ("no PLACE_LAG", |p| p.features.switch(Feature::PlaceLag, false)),
    ("no RUN_TO_PARITY", |p| p.features.switch(Feature::RunToParity, false)),
    ("no PICK_BUDDY", |p| p.features.switch(Feature::PickBuddy, false)),
    ("no NEXT_BUDDY", |p| p.features.switch(Feature::NextBuddy, false)),
    ("whole first request", |p| p.features.switch(Feature::PlaceDeadlineInitial, false)),
    ("no relative deadline", |p| p.features.switch(Feature::PlaceRelDeadline, false)),
    ("no WAKEUP_PREEMPTION", |p| p.features.switch(Feature::WakeupPreemption, false)),
];

#[track_caller]
fn check_mutants(kernel: &str, mutants: &[Mutant]) {
    let survivors: Vec<&str> = mutants
        .iter()
        .filter(|(_, mutate)| {
            let score = score_of(kernel, *mutate);
            score.wrong() + score.inexact() == 0
        })
        .map(|(name, _)| *name)
        .collect();
    assert!(survivors.is_empty(), "broken rules that no recording of {kernel} notices: {survivors:?}");
}

#[test]
fn each_rule_of_5_10_bites() {
    check_mutants(
        "5.10",
        &[
            ("no realtime throttling", |p| p.rules.rt_throttling = RtThrottling::Never),
            ("50 ms less for realtime tasks", |p| p.tunables.sched_rt_runtime_us = 900_000),
            ("half an RR quantum", |p| p.tunables.sched_rr_timeslice_ms = 50),
            ("no gentle sleepers", |p| p.features.switch(Feature::GentleFairSleepers, false)),
            ("no START_DEBIT", |p| p.features.switch(Feature::StartDebit, false)),
            ("no WAKEUP_PREEMPTION", |p| p.features.switch(Feature::WakeupPreemption, false)),
            ("idle tasks as in 6.1", |p| p.rules.cfs_idle = CfsIdle::MinGranularity),
            ("yield forfeits", |p| p.rules.yields = YieldRule::Forfeit),
            ("exact division", |p| p.rules.delta = DeltaRule::Exact),
            ("half the wakeup granularity", |p| p.tunables.wakeup_granularity_ns /= 2),
            ("never many tasks", |p| p.tunables.nr_latency = 1000),
            ("tasks throttled one by one", |p| p.rules.throttling = Throttling::Task),
            ("all tasks in one tree", |p| p.rules.group_pick = GroupPick::Flat),
        ],
    );
}

#[test]
fn each_rule_of_6_1_bites() {
    check_mutants(
        "6.1",
        &[
            ("no realtime throttling", |p| p.rules.rt_throttling = RtThrottling::Never),
            ("50 ms less for realtime tasks", |p| p.tunables.sched_rt_runtime_us = 900_000),
            ("half an RR quantum", |p| p.tunables.sched_rr_timeslice_ms = 50),
            ("no gentle sleepers", |p| p.features.switch(Feature::GentleFairSleepers, false)),
            ("no START_DEBIT", |p| p.features.switch(Feature::StartDebit, false)),
            ("no LAST_BUDDY", |p| p.features.switch(Feature::LastBuddy, false)),
            ("no NEXT_BUDDY", |p| p.features.switch(Feature::NextBuddy, false)),
            ("NEXT_BUDDY", |p| p.features.switch(Feature::NextBuddy, true)),
            ("no WAKEUP_PREEMPTION", |p| p.features.switch(Feature::WakeupPreemption, false)),
            ("no BASE_SLICE", |p| p.features.switch(Feature::BaseSlice, false)),
            ("idle tasks as in 5.10", |p| p.rules.cfs_idle = CfsIdle::AsOthers),
            ("yield forfeits", |p| p.rules.yields = YieldRule::Forfeit),
            ("exact division", |p| p.rules.delta = DeltaRule::Exact),
            ("half the wakeup granularity", |p| p.tunables.wakeup_granularity_ns /= 2),
            ("idle credit of a latency", |p| p.tunables.min_granularity_ns = p.tunables.latency_ns),
            ("never many tasks", |p| p.tunables.nr_latency = 1000),
            ("tasks throttled one by one", |p| p.rules.throttling = Throttling::Task),
            ("all tasks in one tree", |p| p.rules.group_pick = GroupPick::Flat),
        ],
    );
}

#[test]
fn each_rule_of_6_12_bites() {
    check_mutants(
        "6.12",
        &[
            ("no fair server", |p| p.rules.fair_server = FairServer::Absent),
            ("a fair server of 40 ms", |p| p.tunables.fair_server_runtime_ns = 40_000_000),
            ("realtime throttling of 6.8", |p| p.rules.rt_throttling = RtThrottling::Always),
            ("half an RR quantum", |p| p.tunables.sched_rr_timeslice_ms = 50),
            ("charge before requeue", |p| p.rules.requeue = Requeue::AfterCharge),
            ("protection by shortest slice", |p| p.rules.protection = Protection::ShortestSlice),
            ("charge rule of 6.17", |p| p.rules.charge = ChargeRule::ServedOrUnprotected),
            ("wakeup rule of 6.6", |p| p.rules.wakeup = WakeupRule::Pick),
            ("wakeup rule of 6.19", |p| p.rules.wakeup = WakeupRule::PickUnprotected),
            ("charge rule of 6.6", |p| p.rules.charge = ChargeRule::Served),
            ("protection of an idle task kept", |p| p.rules.idle_curr = IdleCurr::KeepProtection),
            ("whole first request of 6.6", |p| p.rules.first_request = FirstRequest::Whole),
            ("slices of its own ignored", |p| p.rules.own_slice = OwnSlice::Ignored),
            ("yield postpones", |p| p.rules.yields = YieldRule::Postpone),
            ("a tree by vruntime", |p| p.rules.tree_order = TreeOrder::Vruntime),
            ("lag clamp of 7.0", |p| p.rules.lag_clamp = LagClamp::GreatestSliceAndTick),
            ("exact division", |p| p.rules.delta = DeltaRule::Exact),
            ("rescaled relative deadline", |p| p.rules.relative_deadline = RelativeDeadline::Scaled),
            ("buddy inside the pick", |p| p.rules.buddy_pick = BuddyPick::InProtectedPick),
            ("yield skips", |p| p.rules.yields = YieldRule::Skip),
            ("tasks throttled one by one", |p| p.rules.throttling = Throttling::Task),
            ("bandwidth slices of 1 ms", |p| p.tunables.sched_cfs_bandwidth_slice_us = 1000),
            ("all tasks in one tree", |p| p.rules.group_pick = GroupPick::Flat),
        ],
    );
}

#[test]
fn each_switch_of_eevdf_bites() {
    for kernel in ["6.12", "7.2", "7.3"] {
        check_mutants(kernel, EEVDF_SWITCHES);
    }
}

#[test]
fn each_rule_of_7_2_bites() {
    check_mutants(
        "7.2",
        &[
            ("no fair server", |p| p.rules.fair_server = FairServer::Absent),
            ("a fair server of 40 ms", |p| p.tunables.fair_server_runtime_ns = 40_000_000),
            ("realtime throttling of 6.8", |p| p.rules.rt_throttling = RtThrottling::Always),
            ("half an RR quantum", |p| p.tunables.sched_rr_timeslice_ms = 50),
            ("no charge at requeue", |p| p.rules.requeue = Requeue::BeforeCharge),
            ("delayed lag of 6.12", |p| p.rules.delayed_lag = DelayedLag::ClippedAtEnd),
            ("lag clamp of 6.6", |p| p.rules.lag_clamp = LagClamp::TwiceOwnSlice),
            ("protection by stash", |p| p.rules.protection = Protection::StashedDeadline),
            ("charge rule of 6.12", |p| p.rules.charge = ChargeRule::ServedOrShortIneligible),
            ("wakeup rule of 6.12", |p| p.rules.wakeup = WakeupRule::CancelShort),
            ("wakeup rule of 6.17", |p| p.rules.wakeup = WakeupRule::PickShort),
            ("wakeup rule of 7.3", |p| p.rules.wakeup = WakeupRule::ShortIfEligible),
            ("protection of 7.3", |p| p.rules.protection = Protection::FirstIneligible),
            ("a pick that only looks", |p| p.rules.wakeup_pick = WakeupPick::Looks),
            ("whole first request of 6.6", |p| p.rules.first_request = FirstRequest::Whole),
            ("inverse division", |p| p.rules.delta = DeltaRule::Inverse),
            ("unscaled relative deadline", |p| p.rules.relative_deadline = RelativeDeadline::Unscaled),
            ("slice timer by slice left", |p| p.rules.hrtick = HrtickRule::SliceLeft),
            ("hard requests only", |p| p.preemption = Preemption::Full),
            ("normalized slice of 0.75 ms", |p| p.tunables.normalized_base_slice_ns = 750_000),
            ("no migration cost", |p| p.tunables.migration_cost_ns = 0),
            ("always a migration cost", |p| p.tunables.migration_cost_ns = 500_000),
            ("groups throttled whole", |p| p.rules.throttling = Throttling::Group),
            ("all tasks in one tree", |p| p.rules.group_pick = GroupPick::Flat),
        ],
    );
}

#[test]
fn each_rule_of_7_3_bites() {
    check_mutants(
        "7.3",
        &[
            ("no fair server", |p| p.rules.fair_server = FairServer::Absent),
            ("a fair server of 40 ms", |p| p.tunables.fair_server_runtime_ns = 40_000_000),
            ("realtime throttling of 6.8", |p| p.rules.rt_throttling = RtThrottling::Always),
            ("half an RR quantum", |p| p.tunables.sched_rr_timeslice_ms = 50),
            ("no charge at requeue", |p| p.rules.requeue = Requeue::BeforeCharge),
            ("delayed lag of 6.12", |p| p.rules.delayed_lag = DelayedLag::ClippedAtEnd),
            ("lag clamp of 6.6", |p| p.rules.lag_clamp = LagClamp::TwiceOwnSlice),
            ("protection of 7.2", |p| p.rules.protection = Protection::ShortestSlice),
            ("protection by stash", |p| p.rules.protection = Protection::StashedDeadline),
            ("wakeup rule of 7.2", |p| p.rules.wakeup = WakeupRule::PickUnprotected),
            ("yield postpones", |p| p.rules.yields = YieldRule::Postpone),
            ("inverse division", |p| p.rules.delta = DeltaRule::Inverse),
            ("slice timer by slice left", |p| p.rules.hrtick = HrtickRule::SliceLeft),
            ("hard requests only", |p| p.preemption = Preemption::Full),
            ("throttled at the pick", |p| p.rules.throttling = Throttling::Task),
            ("groups throttled whole", |p| p.rules.throttling = Throttling::Group),
            ("a queue for each group", |p| p.rules.group_pick = GroupPick::Hierarchical),
            ("scaled-down weights", |p| p.rules.mean_weights = MeanWeights::ScaledDown),
            ("weights changed as in 6.6", |p| p.rules.reweight = Reweight::DeadlineOnly),
            ("weights changed as in 6.13", |p| p.rules.reweight = Reweight::PlacedAnew),
            ("groups weighed by their tasks", |p| p.tunables.cgroup_mode = CgroupMode::Tasks),
        ],
    );
}

/// Rules that these recordings cannot tell apart: held by worked examples and laws
/// alone. One that shows here belongs above.
#[test]
fn what_the_recordings_cannot_tell() {
    for silent in IN_RECORDINGS {
        let score = score_of(silent.kernel, silent.breaks);
        assert!(score.decisions > 0, "no recording of {}", silent.kernel);
        assert_eq!(score.wrong() + score.inexact(), 0, "{}: it shows: {}", silent.kernel, silent.words);
    }
}
