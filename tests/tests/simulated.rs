//! A simulation written as a recording, and replayed: the engine and the replay call the policy in different ways. One decides when,
//! the other is told. They must agree in everything, whatever the scenario has.

use formats::{recorder, recording, scenario};
use sim::recording::Recording;
use sim::replay;
use sim::{CostChoice, Scenario, Side, simulate};
use tests::data;

/// Of so many decisions on several CPUs one may be wrong. A tick that pushes, and what is pulled in the instant of a push, has an order that no
/// line shows; where kernel paths take no time there are many such instants.
fn decisions_a_miss(costs: &CostChoice) -> u64 {
    if *costs == CostChoice::Zero { 50 } else { 1000 }
}

/// Simulates, writes, reads and replays under the rules that the file says. `None` if this kernel has not what the scenario asks for.
/// What the replay leaves out on several CPUs has its reason, and is a recording all the same.
fn check(name: &str, scenario: &Scenario, side: &Side) -> Option<Recording> {
    let name = format!("{name} under {} with costs {:?}", side.kernel, side.costs);
    let run = simulate(scenario, side).ok()?;
    let mut bytes = Vec::new();
    recording::write(&recorder::record(scenario, &run), &mut bytes).expect("memory can be written");
    let recording = recording::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    if let Some(reason) = replay::not_modelled(&recording) {
        let cpus = scenario.machine.cpus;
        assert!(cpus > 1 && reason.starts_with(&format!("{cpus} CPUs with ")), "{name}: {reason}");
        return Some(recording);
    }
    let params = replay::params_of(&recording).unwrap_or_else(|error| panic!("{name}: {error}"));
    let report = replay::replay(&recording, params);
    let wrong_max = if recording.cpus == 1 { 0 } else { report.decisions / decisions_a_miss(&side.costs) };
    assert!(report.wrong() <= wrong_max, "{name}: {} wrong, {:#?}", report.wrong(), report.misses.first());
    assert!(recording.cpus > 1 || report.inexact() == 0, "{name}: {:#?}", report.misses.first());
    assert!(report.decisions > 10, "{name}: {report:?}");
    Some(recording)
}

/// The same under every kernel, without costs and with them.
fn check_everywhere(name: &str, scenario: &Scenario) {
    for kernel in sched::KERNELS {
        for costs in [CostChoice::Zero, CostChoice::Recorded] {
            check(name, scenario, &Side { costs, ..Side::new(kernel.name) })
                .unwrap_or_else(|| panic!("{name} cannot run under {}", kernel.name));
        }
    }
}

#[track_caller]
fn check_text(text: &str) {
    let scenario = scenario::read(text).unwrap_or_else(|error| panic!("{error}"));
    check_everywhere(&scenario.name.clone(), &scenario);
}

#[test]
fn the_replay_agrees_with_every_simulated_example() {
    for file in data::scenarios() {
        let scenario =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        check_everywhere(&file.name, &scenario);
    }
}

/// How many recordings outside `repeats/` have a workload that the engine and the replay model.
const SIMULATED: u32 = 498;

/// Recorded workloads have what the examples have not: pipes, forks, exits, yields, changes, realtime tasks.
#[test]
fn the_replay_agrees_with_recorded_workloads_simulated_anew() {
    let mut simulated = 0;
    for file in data::recordings().iter().filter(|file| !file.name.starts_with("repeats/")) {
        let real = recording::read(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        let Ok(params) = replay::params_of(&real) else { continue };
        let side = Side { costs: CostChoice::Recorded, ..Side::new(params.kernel.name) };
        simulated += u32::from(check(&file.name, &real.scenario, &side).is_some());
    }
    assert_eq!(simulated, SIMULATED);
}

#[test]
fn changes_from_elsewhere_are_replayed() {
    check_text(
        r#"{"schedlens": 1, "name": "changes of tasks", "duration_us": 150000, "threads": [
            {"name": "a", "script": [["run", 0]]}, {"name": "b", "script": [["run", 0]]},
            {"name": "s", "script": [["loop", 0], ["run", 1500], ["sleep", 2500], ["end"]]}],
          "changes": [{"at_us": 11000, "step": ["nice", "a", 5]}, {"at_us": 11000, "step": ["nice", "b", -3]},
            {"at_us": 20500, "step": ["policy", "s", "IDLE"]}, {"at_us": 33000, "step": ["slice", "b", 3000000]},
            {"at_us": 40001, "step": ["nice", "s", 7]}, {"at_us": 50000, "step": ["policy", "b", "BATCH"]},
            {"at_us": 61234, "step": ["nice", "a", 0]}, {"at_us": 70000, "step": ["slice", "b", 0]},
            {"at_us": 90000, "step": ["policy", "s", "NORMAL"]}]}"#,
    );
}

#[test]
fn changes_of_groups_are_replayed() {
    check_text(
        r#"{"schedlens": 1, "name": "changes of groups", "duration_us": 400000,
          "cgroups": [{"name": "g", "weight": 200}, {"name": "h"}, {"name": "i", "parent": "g", "weight": 50}],
          "threads": [{"name": "a", "cgroup": "g", "script": [["run", 0]]}, {"name": "b", "cgroup": "h", "script": [["run", 0]]},
            {"name": "s", "cgroup": "i", "script": [["loop", 0], ["run", 1500], ["sleep", 2500], ["end"]]},
            {"name": "o", "script": [["loop", 0], ["run", 300], ["sleep", 5000], ["end"]]}],
          "changes": [{"at_us": 11000, "step": ["weight", "h", 300]}, {"at_us": 20500, "step": ["group", "a", "h"]},
            {"at_us": 33000, "step": ["weight", "i", 400]}, {"at_us": 60000, "step": ["group", "s", ""]},
            {"at_us": 72000, "step": ["group", "o", "i"]}, {"at_us": 100000, "step": ["quota", "h", 5000, 20000]},
            {"at_us": 170300, "step": ["group", "b", "g"]}, {"at_us": 201000, "step": ["group", "b", "h"]},
            {"at_us": 250000, "step": ["quota", "h", 0, 100000]}]}"#,
    );
}

#[test]
fn quotas_of_several_groups_are_replayed() {
    check_text(
        r#"{"schedlens": 1, "name": "nested quotas", "duration_us": 500000,
          "cgroups": [{"name": "g", "quota_us": 30000, "period_us": 50000}, {"name": "h", "quota_us": 4000, "period_us": 20000},
            {"name": "i", "parent": "g", "quota_us": 10000, "period_us": 25000, "burst_us": 3000}],
          "threads": [{"name": "a", "cgroup": "g", "script": [["run", 0]]}, {"name": "b", "cgroup": "h", "script": [["run", 0]]},
            {"name": "c", "cgroup": "h", "script": [["loop", 0], ["run", 700], ["sleep", 1000], ["end"]]},
            {"name": "s", "cgroup": "i", "script": [["loop", 0], ["run", 1500], ["sleep", 2500], ["end"]]},
            {"name": "o", "script": [["loop", 0], ["run", 300], ["sleep", 5000], ["end"]]}]}"#,
    );
}

#[test]
fn realtime_throttling_and_the_fair_server_are_replayed() {
    check_text(
        r#"{"schedlens": 1, "name": "hogs of each class", "duration_us": 2600000, "threads": [
            {"name": "f", "policy": "FIFO", "rtprio": 10, "script": [["run", 0]]},
            {"name": "r", "policy": "RR", "rtprio": 10, "script": [["loop", 0], ["run", 150000], ["sleep", 30000], ["end"]]},
            {"name": "d", "policy": "DEADLINE", "dl_runtime_ns": 3000000, "dl_deadline_ns": 20000000, "dl_period_ns": 20000000,
             "script": [["run", 0]]},
            {"name": "e", "policy": "DEADLINE", "dl_runtime_ns": 2000000, "dl_deadline_ns": 7000000, "dl_period_ns": 30000000,
             "script": [["loop", 0], ["run", 1700], ["sleep", 4321], ["end"]]},
            {"name": "a", "script": [["run", 0]]},
            {"name": "s", "script": [["loop", 0], ["run", 500], ["sleep", 20000], ["end"]]}]}"#,
    );
}

#[test]
fn threads_that_change_groups_are_replayed() {
    check_text(
        r#"{"schedlens": 1, "name": "changes by threads", "duration_us": 300000, "autogroup": true,
          "cgroups": [{"name": "g", "weight": 200}, {"name": "h"}],
          "threads": [{"name": "a", "session": "x", "script": [["run", 0]]}, {"name": "b", "cgroup": "h", "script": [["run", 0]]},
            {"name": "m", "cgroup": "g", "script": [["sleep", 20000], ["run", 300], ["weight", "h", 30], ["sleep", 20000],
             ["group", "b", "g"], ["run", 3000], ["quota", "g", 3000, 15000], ["sleep", 100000], ["quota", "g", 0, 100000], ["sleep", 9000],
             ["nice", "a", 4], ["group", "m", "h"], ["run", 0]]}]}"#,
    );
}
