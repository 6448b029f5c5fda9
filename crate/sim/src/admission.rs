//! Admission of DEADLINE tasks: whether what a scenario's threads reserve fits, before it runs.

use sched::{DlQueue, Params};

use crate::error::Error;
use crate::scenario::{Policy, Scenario, Step};
use crate::scheduling::Scheduling;

/// The error names the thread that is one too many, and the sum; or a fair server that wants more than its period. Threads that
/// become DEADLINE by a step are asked when they do.
pub(crate) fn check(scenario: &Scenario, params: &Params) -> Result<(), Error> {
    let tunables = &params.tunables;
    let (runtime_ns, period_ns) = (tunables.fair_server_runtime_ns, tunables.fair_server_period_ns);
    if runtime_ns > period_ns {
        let value = format!("{runtime_ns} ns in a period of {period_ns} ns");
        return Err(Error::new(
            "knobs.fair_server_runtime_ns",
            value,
            "keep it within fair_server_period_ns",
        ));
    }
    let mut asked = Vec::new();
    for (i, thread) in scenario.threads.iter().enumerate().filter(|(_, thread)| !thread.muted) {
        let Scheduling::Deadline(reservation) = Scheduling::of(thread.policy, None, thread) else { continue };
        asked.push(reservation);
        if let Err(over) = DlQueue::admission(params, &asked) {
            let value = format!(
                "with it all reservations sum up to {} of 2^20 of a CPU, above the limit of {}",
                over.sum, over.limit
            );
            let remedy = "ask for less runtime in a period, or raise sched_rt_runtime_us";
            return Err(Error::new(format!("threads[{i}].dl_runtime_ns"), value, remedy));
        }
    }
    Ok(())
}

/// Where a scenario has its first DEADLINE task, or a step that makes one.
pub(crate) fn first_deadline(scenario: &Scenario) -> Option<String> {
    let makes_one = |step: &Step| matches!(step, Step::Policy(_, Policy::Deadline, _));
    let threads = scenario.threads.iter().enumerate().filter(|(_, thread)| !thread.muted);
    let mut in_threads = threads.filter_map(|(i, thread)| match thread.policy {
        Policy::Deadline => Some(format!("threads[{i}].policy")),
        _ => Some(format!("threads[{i}].script[{}]", thread.script.iter().position(makes_one)?)),
    });
    let in_changes = || {
        let step = scenario.changes.iter().position(|change| makes_one(&change.step))?;
        Some(format!("changes[{step}].step"))
    };
    in_threads.next().or_else(in_changes)
}

/// Whether there is, or may come, a task of a class above fair.
pub(crate) fn needs_classes_above(scenario: &Scenario) -> bool {
    let is_above = |policy: Policy| policy.fair().is_none();
    let makes_above = |step: &Step| matches!(step, Step::Policy(_, policy, _) if is_above(*policy));
    let threads = scenario.threads.iter().filter(|thread| !thread.muted);
    threads.into_iter().any(|thread| is_above(thread.policy) || thread.script.iter().any(makes_above))
        || scenario.changes.iter().any(|change| makes_above(&change.step))
}
