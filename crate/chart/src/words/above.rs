//! The words of the classes above fair: realtime, DEADLINE and the fair server.

use sched::Reason;

/// Why, for each reason of these classes; empty for others.
#[rustfmt::skip]
pub fn because(reason: Reason) -> &'static str {
    use Reason::*;
    match reason {
        WakeHigherClass { .. } => "its class is above {curr}'s",
        ClassChanged { .. } => "it changed to another class",
        RtPick { equals: 0, .. } => "{next} has the highest priority, {priority}",
        RtPick { .. } => "{next} is the first of those with the highest priority, {priority}",
        RtWakeHigher { .. } => "its priority {priority} is above {curr}'s {curr_priority}",
        RtWakeNotHigher { .. } => "its priority {priority} is not above {curr}'s {curr_priority}",
        FifoTick { .. } => "a FIFO task has no quantum",
        RrWithinQuantum { .. } => "{left_ticks} of the {quantum_ticks} ticks of its quantum are left",
        RrQuantumEnded { .. } => "its quantum of {quantum_ticks} ticks is used up, and an equal waits",
        RrAlone { .. } => "its quantum of {quantum_ticks} ticks is used up, and no equal waits",
        RtThrottled { .. } => "realtime tasks have run {used} of the period, and sched_rt_runtime is {runtime}",
        RtUnthrottled { .. } => "a new period began, and {used} of its {runtime} are used",
        RtPriorityChanged { .. } => "its priority went from {from} to {to}",
        DlPickOnly { .. } => "{next} is the only one that competes by deadline",
        DlPick { .. } => "{next} has the earliest absolute deadline, {next_deadline-deadline} before the next",
        DlWakeEarlier { .. } => "its absolute deadline is {curr_deadline-deadline} before {curr}'s",
        DlWakeNotEarlier { .. } => "its absolute deadline is {deadline-curr_deadline} after {curr}'s",
        DlWakeThrottled { .. } => "it has no budget until its next period",
        DlFresh { .. } => "a new instance begins with {runtime}, to be had by {deadline}",
        DlCut { .. } => "up to its deadline at {deadline} its share is {runtime}, and it had more",
        DlWithinBudget { .. } => "{left} of its budget of {runtime} is left",
        DlThrottled { .. } => "its budget of {runtime} is used up, overrun by {over}",
        DlYielded { .. } => "it gave up {left} of its budget of {runtime}",
        DlReplenished { .. } => "its next period has begun: {runtime}, to be had by {deadline}",
        DlMissed { .. } => "its job was due at {deadline}, {late} ago",
        DlRefused { .. } => "refused: all shares would sum up to {sum}, and the limit is {limit}, in 2⁻²⁰ of a CPU",
        ServerLiesBack { .. } => "it lies back with {runtime}, to be had by {deadline}",
        ServerCompetes { .. } => "fair tasks have {runtime} to come by {deadline}, and it competes for them",
        ServerSpent { .. } => "the one of {runtime} is used up, overrun by {over}",
        _ => "",
    }
}

/// The rule itself, for each reason of these classes; empty for others.
#[rustfmt::skip]
pub fn rule(reason: Reason) -> &'static str {
    use Reason::*;
    match reason {
        WakeHigherClass { .. } => "stop > deadline > rt > fair > idle: class > curr_class",
        ClassChanged { .. } => "curr goes down to a lower class, so it is rescheduled",
        RtPick { .. } => "highest priority, of equals the first in the list",
        RtWakeHigher { .. } => "priority > curr_priority",
        RtWakeNotHigher { .. } => "priority ≤ curr_priority",
        FifoTick { .. } => "SCHED_FIFO",
        RrWithinQuantum { .. } => "left_ticks > 0",
        RrQuantumEnded { .. } => "left_ticks = 0, so it goes behind its equals",
        RrAlone { .. } => "left_ticks = 0, and it has no equals",
        RtThrottled { .. } => "used > runtime",
        RtUnthrottled { .. } => "used < runtime",
        RtPriorityChanged { .. } => "curr if it is not among the highest any more; another if it is above curr",
        DlPickOnly { .. } | DlPick { .. } => "earliest deadline, of equals the first that came",
        DlWakeEarlier { .. } => "deadline < curr_deadline",
        DlWakeNotEarlier { .. } => "deadline ≥ curr_deadline",
        DlWakeThrottled { .. } => "dl_throttled",
        DlFresh { .. } => "deadline < now, or left / (deadline − now) > runtime / relative deadline",
        DlCut { .. } => "left = (deadline − now) · runtime / relative deadline",
        DlWithinBudget { .. } => "left > 0",
        DlThrottled { .. } => "left ≤ 0 (over ≥ 0)",
        DlYielded { .. } => "dl_yielded",
        DlReplenished { .. } => "while left ≤ 0: deadline += period, left += runtime",
        DlMissed { .. } => "the job ends after its deadline",
        DlRefused { .. } => "Σ runtime / period > sched_rt_runtime_us / sched_rt_period_us",
        ServerLiesBack { .. } => "the timer is set to deadline − runtime",
        ServerCompetes { .. } => "now ≥ deadline − runtime",
        ServerSpent { .. } => "left ≤ 0 (over ≥ 0); a new period begins now",
        _ => "",
    }
}
