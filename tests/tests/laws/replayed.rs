//! What a run on several CPUs leaves behind as a recording is followed CPU by CPU.

use formats::recorder;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use sim::replay;
use sim::trace::{Event, Kind};
use sim::{CostChoice, Policy, Scenario, Side, Step};

use super::several::{kernel, machine, of_the_root, run_side};

/// Whether a CPU pulls a task while its running one is on its way to another: a kernel does so when that has arrived.
fn pulls_while_pushing(events: &[Event]) -> bool {
    let pulls = |push: usize| {
        let (push, before) = (&events[push], events[..push].iter().rev());
        let mut at_once = before.take_while(|event| event.t_ns == push.t_ns);
        at_once.any(|event| event.kind() == Kind::Pulled && event.cpu == push.cpu)
    };
    (0..events.len()).any(|index| events[index].kind() == Kind::SwitchMigrated && pulls(index))
}

/// Fair tasks of the root, as the replay follows on several CPUs, that do not yield: where a task has to make way already, nothing shows
/// that it does.
fn without_yields() -> impl Strategy<Value = Scenario> {
    of_the_root().prop_map(|mut scenario| {
        for thread in &mut scenario.threads {
            thread.script.retain(|step| *step != Step::Yield);
            (thread.policy, thread.rtprio) = (Policy::Normal, None);
        }
        scenario
    })
}

/// Written as a recording and replayed, CPU by CPU, a run agrees in every decision. The cases are always the same.
#[test]
fn the_recording_of_a_run_is_replayed() {
    let config = ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let costs = prop::sample::select(vec![CostChoice::Zero, CostChoice::Recorded]);
    let cases = (without_yields(), prop::option::of(machine()), kernel(), costs);
    let outcome = runner.run(&cases, |(scenario, machine, kernel, costs)| {
        let machine = machine.unwrap_or_else(|| scenario.machine.clone());
        let scenario = Scenario { machine, ..scenario };
        let run = run_side(&scenario, &Side { costs, ..Side::new(kernel) });
        prop_assume!(!pulls_while_pushing(&run.trace().events));
        let recording = recorder::record(&scenario, &run);
        prop_assert_eq!(replay::not_modelled(&recording), None);
        let report = replay::replay(&recording, replay::params_of(&recording).expect("a preset"));
        prop_assert!(report.decisions > 0);
        prop_assert_eq!(report.wrong(), 0, "{:#?}", report.misses.first());
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
