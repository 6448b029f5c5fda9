//! The words of the clocks of CPUs: why a CPU is as fast as it is.

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
        _ => "",
    }
}
