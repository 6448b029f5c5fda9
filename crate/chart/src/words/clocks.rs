//! The words of clocks, clamps and idle states: why a CPU is as fast as it is, and what it takes to wake it.

use smp::SmpReason;

/// Why, for each reason of a clock; empty for others.
#[rustfmt::skip]
pub fn because(reason: SmpReason) -> &'static str {
    use SmpReason::*;
    match reason {
        ClockForUtil { .. } => "its utilisation of {util} with the margin asks for {performance} of 1024",
        ClockForMinimum { .. } => "its utilisation of {util} is below the minimum that is asked for, {min}",
        ClockForMaximum { .. } => "its utilisation of {util} is above the maximum that is allowed, {max}",
        ClockForRealtime { .. } => "a realtime task wants to run, and gets all of the capacity of {capacity}",
        ClockFastest { .. } => "the governor knows only the fastest point, {khz} kHz",
        ClockForHeat { .. } => "{khz} kHz are asked for, and heat or a limit allows {limit_khz} kHz",
        ClockHeld { .. } => "{khz} kHz would do, and it was not idle since {kept_khz} kHz were set",
        ClockTooSoon { .. } => "the last change was {since_ns} ago, less than rate_limit {limit_ns}",
        ClampsChanged { .. } => "clamps of {min} to {max} are in force for {task}",
        ClampsRefused { .. } => "clamps of {min} to {max} were asked for, and the kernel was built without (EOPNOTSUPP)",
        WakeFromSleep { .. } => "the CPU was idle for {idle_ns} and takes {exit_ns} to leave its idle state",
        WakePolling { .. } => "the CPU was idle for {idle_ns} and polled: {wake_ns} until it sees that it has work",
        _ => "",
    }
}

/// The rule itself; empty for others.
#[rustfmt::skip]
pub fn rule(reason: SmpReason) -> &'static str {
    use SmpReason::*;
    match reason {
        ClockForUtil { .. } => "performance = util · 1.25",
        ClockForMinimum { .. } => "util < min",
        ClockForMaximum { .. } => "util > max",
        ClockForRealtime { .. } => "rt_rq_is_runnable, and clamps are not in use",
        ClockFastest { .. } => "governor = performance",
        ClockForHeat { .. } => "khz > limit_khz",
        ClockHeld { .. } => "busy, and khz < kept_khz",
        ClockTooSoon { .. } => "since_ns < limit_ns",
        ClampsChanged { .. } => "uclamp_eff_value of min and max",
        ClampsRefused { .. } => "CONFIG_UCLAMP_TASK is not set",
        WakeFromSleep { .. } => "the deepest idle state with exit_ns · 3 ≤ the idle time expected",
        WakePolling { .. } => "no idle state pays: TIF_POLLING_NRFLAG, and no IPI",
        _ => "",
    }
}
