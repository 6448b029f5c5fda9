//! Whether a thread has what its policy asks for, within the kernel's limits.

use super::{Policy, Thread};
use crate::error::Error;

/// The kernel counts a deadline runtime in 1024 ns, so less than one of them is none (`kernel/sched/deadline.c: __checkparam_dl`).
const RUNTIME_NS_MIN: u64 = 1024;
/// `sched_deadline_period_min_us` and `sched_deadline_period_max_us`, as ns.
const PERIOD_NS: std::ops::RangeInclusive<u64> = 100_000..=4_194_304_000;

/// Whether the parameters of a thread fit to its policy.
pub(crate) fn thread(thread: &Thread, place: &str) -> Result<(), Error> {
    policy(thread.policy, thread.rtprio, thread, place)
}

/// Whether `thread` can have `policy`, with the priority `rtprio`.
pub(super) fn policy(policy: Policy, rtprio: Option<u8>, thread: &Thread, place: &str) -> Result<(), Error> {
    match policy {
        Policy::Normal | Policy::Batch | Policy::Idle => Ok(()),
        Policy::Fifo | Policy::Rr => realtime(policy, rtprio, place),
        Policy::Deadline => deadline(thread, place),
    }
}

fn realtime(policy: Policy, rtprio: Option<u8>, place: &str) -> Result<(), Error> {
    if rtprio.is_some_and(|rtprio| (1..=99).contains(&rtprio)) {
        return Ok(());
    }
    let value = match rtprio {
        None => format!("{} without a priority", policy.name()),
        Some(rtprio) => format!("priority {rtprio} is outside 1..=99"),
    };
    Err(Error::new(place, value, "write `rtprio`, 1 to 99 (in a step the fourth word), 99 the most urgent"))
}

fn deadline(thread: &Thread, place: &str) -> Result<(), Error> {
    let Some((runtime_ns, deadline_ns, period_ns)) = thread.deadline_ns() else {
        let value = "DEADLINE without a runtime and a deadline";
        return Err(Error::new(
            place,
            value,
            "write `dl_runtime_ns` and `dl_deadline_ns`, and `dl_period_ns` if it is longer",
        ));
    };
    let wrong =
        |name: &str, value: String, remedy: &str| Err(Error::new(format!("{place}.{name}"), value, remedy));
    if runtime_ns < RUNTIME_NS_MIN {
        return wrong("dl_runtime_ns", format!("{runtime_ns} ns"), "write 1024 or more");
    }
    if deadline_ns < runtime_ns {
        let value = format!("a deadline of {deadline_ns} ns below the runtime of {runtime_ns} ns");
        return wrong("dl_deadline_ns", value, "keep runtime ≤ deadline ≤ period");
    }
    if period_ns < deadline_ns {
        let value = format!("a period of {period_ns} ns below the deadline of {deadline_ns} ns");
        return wrong("dl_period_ns", value, "keep runtime ≤ deadline ≤ period");
    }
    if !PERIOD_NS.contains(&period_ns) {
        let value =
            format!("a period of {period_ns} ns is outside {} to {}", PERIOD_NS.start(), PERIOD_NS.end());
        return wrong("dl_period_ns", value, "write one inside (sched_deadline_period_min_us, _max_us)");
    }
    Ok(())
}
