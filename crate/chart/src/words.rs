//! The templates of sentences and the formulas of rules, one line for each kind and reason.
//!
//! Tables, one line each; those of the classes above fair are in `above`, those between CPUs in
//! `between`, `checks` and `clocks`. A test asks that every reason says something.

mod above;
mod between;
mod checks;
mod clocks;

use sched::Reason;
use sim::Why;
use sim::trace::Kind;

pub use between::{group_type, is_time};
pub use checks::{asked, finding, migration};

/// What happened, for each kind of event; `has_other` when there is another task, or another CPU, in it.
pub fn head(kind: Kind, has_other: bool) -> &'static str {
    match (kind, has_other) {
        (Kind::Wakeup, _) => "{task} wakes and does not preempt {curr}",
        (Kind::WakeupPreempts, _) => "{task} preempts {curr} at its wakeup",
        (Kind::WakeupIdle, _) => "{task} wakes and is to run at once",
        (Kind::Fork, true) => "{other} creates {task}",
        (Kind::Fork, false) => "{task} begins",
        (Kind::Tick, _) => "{task} goes on at the tick",
        (Kind::TickResched, _) => "{task} is to make way at the tick",
        (Kind::Hrtick, _) => "{task} is to make way as its slice timer fires",
        (Kind::Yield, _) => "{task} yields",
        (Kind::SwitchPreempted, _) => "{other} takes the CPU from {task} after a wakeup",
        (Kind::SwitchTick, _) => "{other} takes the CPU from {task} at the tick",
        (Kind::SwitchHrtick, _) => "{other} takes the CPU from {task} as the slice timer fires",
        (Kind::SwitchBlocked, true) => "{task} blocks and {other} runs",
        (Kind::SwitchBlocked, false) => "{task} blocks and the CPU goes idle",
        (Kind::SwitchDelayed, true) => "{task} blocks but stays queued, and {other} runs",
        (Kind::SwitchDelayed, false) => "{task} blocks but stays queued, and the CPU goes idle",
        (Kind::SwitchYielded, _) => "{task} yields and {other} runs",
        (Kind::SwitchExited, true) => "{task} exits and {other} runs",
        (Kind::SwitchExited, false) => "{task} exits and the CPU goes idle",
        (Kind::SwitchChanged, _) => "{other} takes the CPU from {task} after a change",
        (Kind::SwitchIdle, _) => "{other} runs on the idle CPU",
        (Kind::Keep, _) => "{task} keeps the CPU",
        (Kind::DelayedOut, _) => "{task} was delayed, has paid its debt and leaves the queue",
        (Kind::DelayedWake, _) => "{task} wakes while it is still queued, delayed",
        (Kind::Change, true) => "{other} changes {task}",
        (Kind::Change, false) => "{task} is changed from elsewhere",
        (Kind::Exit, _) => "{task} begins to exit",
        (Kind::Throttled, _) => "{task} is throttled",
        (Kind::Unthrottled, _) => "{task} may run again",
        (Kind::Replenished, _) => "{task} has its budget anew",
        (Kind::DeadlineMissed, _) => "{task} finishes after its deadline",
        (Kind::SwitchThrottled, true) => "{task} is throttled and {other} runs",
        (Kind::SwitchThrottled, false) => "{task} is throttled and the CPU goes idle",
        (Kind::Placed, true) => "{task} is placed on CPU {here}, before on CPU {there}",
        (Kind::Placed, false) => "{task} stays on CPU {here}",
        (Kind::Pulled, _) => "{task} moves to CPU {here} from CPU {there}",
        (Kind::NothingPulled, true) => "CPU {here} pulls nothing from CPU {there}",
        (Kind::NothingPulled, false) => "CPU {here} looks for tasks and pulls none",
        (Kind::SwitchMigrated, true) => "{task} has to leave CPU {here} and {other} runs",
        (Kind::SwitchMigrated, false) => "{task} has to leave CPU {here}, which goes idle",
        (Kind::ClockSet, _) => "the clock of CPU {here} is set",
        (Kind::GroupChanged, _) => "the group {other} is changed",
        (Kind::QuotaRefilled, _) => "the quota of {other} is refilled",
    }
}

/// Why, wherever the rule is; empty for the reason that says nothing.
pub fn because(why: Why) -> &'static str {
    match why {
        Why::Here(reason) => because_here(reason),
        Why::Between(reason) => between::because(reason),
    }
}

/// The rule itself, as an inequality over the operands and the kernel's words.
pub fn rule(why: Why) -> &'static str {
    match why {
        Why::Here(reason) => rule_here(reason),
        Why::Between(reason) => between::rule(reason),
    }
}

/// Why, for each reason on one CPU.
///
/// One line a reason makes it this long, and keeps it a table that can be read down.
#[rustfmt::skip]
fn because_here(reason: Reason) -> &'static str {
    use Reason::*;
    match reason {
        Nothing {} => "",
        PickOnly {} => "{next} is the only entity in its queue",
        PickProtected { .. } => "{next} is protected for another {until-vruntime} of vruntime",
        PickDeadline { deadline, curr_deadline } if deadline == curr_deadline => "its deadline equals {curr}'s, and of equals the one that waits is picked",
        PickDeadline { .. } => "of the eligible, {next} has the earliest deadline, {curr_deadline-deadline} before {curr}'s",
        PickCurrIneligible { .. } => "{curr} is {curr_ahead} ahead of V, not eligible, and of the eligible, {next} has the earliest deadline",
        PickCurrDeadline { .. } => "its deadline is {best_deadline-deadline} before the earliest of those that wait",
        PickCurrOnlyEligible { .. } => "no other entity is eligible; its vruntime is {behind} behind V",
        PickFirst { .. } => "of the eligible, {next} has the earliest deadline; its vruntime is {behind} behind V",
        PickBuddy { .. } => "{next} is the next buddy and eligible, {behind} behind V",
        PickLeftmost { vruntime, other_vruntime } if vruntime == other_vruntime => "no vruntime is less than {next}'s",
        PickLeftmost { .. } => "{next} has the least vruntime, {other_vruntime-vruntime} less than the other candidate's",
        PickSkip { .. } => "the leftmost asked to be skipped, and {next} is {behind_leftmost} from it, within wakeup_granularity {granularity}",
        PickNextBuddy { behind_leftmost, .. } if behind_leftmost <= 0 => "{next} is the next buddy, and no vruntime is less than its",
        PickNextBuddy { .. } => "{next} is the next buddy, {behind_leftmost} from the leftmost, within wakeup_granularity {granularity}",
        PickLastBuddy { behind_leftmost, .. } if behind_leftmost <= 0 => "{next} is the last buddy, and no vruntime is less than its",
        PickLastBuddy { .. } => "{next} is the last buddy, {behind_leftmost} from the leftmost, within wakeup_granularity {granularity}",
        WakeIdleCpu {} => "the CPU was idle",
        WakeIsCurr {} => "it is the running task",
        WakePending {} => "a reschedule is already pending",
        WakeFeatureOff {} => "WAKEUP_PREEMPTION is off",
        WakeIdleCurr {} => "{curr} is SCHED_IDLE and {next} is not",
        WakeIdleWakee {} => "{next} is SCHED_IDLE and {curr} is not",
        WakeNotNormal {} => "{next} is BATCH or IDLE, which never preempts",
        WakeBeyondGranularity { .. } => "{curr}'s vruntime is ahead by {behind}, more than wakeup_granularity {granularity}",
        WakeWithinGranularity { behind, .. } if behind < 0 => "its vruntime is not behind {curr}'s",
        WakeWithinGranularity { .. } => "{curr}'s vruntime is ahead by {behind}, not more than wakeup_granularity {granularity}",
        WakePicked { deadline, curr_deadline } if deadline > curr_deadline => "{curr} is not eligible, and of the eligible, {next} has the earliest deadline",
        WakePicked { deadline, curr_deadline } if deadline == curr_deadline => "it is eligible, its deadline equals {curr}'s, and of equals the one that waits is picked",
        WakePicked { .. } => "it is eligible and its deadline is {curr_deadline-deadline} before {curr}'s",
        WakeShortSlice { .. } => "its slice {slice} is shorter than {curr}'s {curr_slice}, which ends {curr}'s protection, and it would be picked",
        WakeProtected { .. } => "{curr} is protected for another {until-curr_vruntime} of vruntime",
        WakeIneligible { .. } => "its vruntime is {ahead} ahead of V, not eligible",
        WakeLaterDeadline { deadline, best_deadline } if deadline == best_deadline => "its deadline only equals the earliest of the eligible",
        WakeLaterDeadline { .. } => "its deadline is {deadline-best_deadline} after the earliest of the eligible",
        WakeFork {} => "a new task whose slice is no shorter never preempts",
        WakeSync { .. } => "its waker promised to sleep, and {curr} has run {ran}, less than migration_cost {cost}",
        WakeSyncDeadline { .. } => "its waker promised to sleep, and its deadline is {curr_deadline-deadline} before {curr}'s",
        TickAlone {} => "no other task wants the CPU",
        RequestServed { vruntime, deadline } if vruntime == deadline => "its request is served, vruntime has reached the deadline",
        RequestServed { .. } => "its request is served, vruntime is {vruntime-deadline} past the deadline",
        Unprotected { vruntime, until } if vruntime == until => "its slice protection has just ended",
        Unprotected { .. } => "its slice protection ended {vruntime-until} of vruntime ago",
        ShortIneligible { .. } => "its slice protection was cancelled and it is {ahead} ahead of V, not eligible",
        WithinRequest { .. } => "{until-vruntime} of vruntime are left of its request",
        IdealExceeded { .. } => "it ran {ran}, more than its ideal slice {ideal}",
        MinGranularity { .. } => "it ran {ran}, less than min_granularity {min_granularity}",
        LeftmostBehind { .. } => "its vruntime is {ahead} ahead of the leftmost, more than its ideal slice {ideal}",
        WithinIdeal { .. } => "it ran {ran} of its ideal slice {ideal}",
        TickLeftToHrtick {} => "the slice timer is armed and decides instead",
        HrtickFired { .. } => "it ran {ran}, its slice is over",
        HrtickOverdue { .. } => "its slice was already over by {over} when the timer was to be armed",
        PriorityLowered { .. } => "its priority was lowered from nice {from} to {to}",
        GroupMoved {} => "it was moved to another group",
        WeightChanged { .. } => "its cpu.weight is {weight} now",
        ExitMoved {} => "it was moved out of its autogroup on its way out",
        HigherClass {} => "a task of a higher class runs",
        QuotaUsedUp { .. } => "its group ran {over} beyond what it had, and of its quota of {quota} nothing is left",
        QuotaThrottled { .. } => "its group's quota of {quota} is used up, overrun by {over}",
        QuotaRefilled { .. } => "{runtime} are in the pool now, for {queues} throttled queues first",
        QuotaGiven { .. } => "its group was given {given}, what it owed and 1 ns, and {left} are left in the pool",
        WakeThrottled { .. } => "its group is throttled, {over} beyond its quota of {quota}",
        QuotaChanged { quota: 0, .. } => "its quota is removed",
        QuotaChanged { .. } => "its quota is {quota} every {period} now",
        _ => above::because(reason),
    }
}

/// The rule itself, for each reason on one CPU.
#[rustfmt::skip]
fn rule_here(reason: Reason) -> &'static str {
    use Reason::*;
    match reason {
        Nothing {} => "",
        PickOnly {} => "nr_queued = 1",
        PickProtected { .. } => "vruntime < until, so the running entity is kept",
        PickDeadline { .. } => "least deadline of the eligible (vruntime ≤ V); curr loses if deadline ≤ curr_deadline",
        PickCurrIneligible { .. } => "least deadline of the eligible (vruntime ≤ V); curr is out as curr_ahead > 0",
        PickCurrDeadline { .. } => "deadline < best_deadline, so the running entity is kept",
        PickCurrOnlyEligible { .. } => "only the running entity has vruntime ≤ V",
        PickFirst { .. } => "least deadline of the eligible (vruntime ≤ V)",
        PickBuddy { .. } => "PICK_BUDDY: the next buddy if eligible (behind ≥ 0)",
        PickLeftmost { .. } => "vruntime ≤ other_vruntime",
        PickSkip { .. } => "behind_leftmost ≤ granularity, so the leftmost can be skipped",
        PickNextBuddy { .. } | PickLastBuddy { .. } => "behind_leftmost ≤ granularity, so the buddy may go first",
        WakeIdleCpu {} => "nothing runs",
        WakeIsCurr {} => "woken = curr",
        WakePending {} => "need_resched is set",
        WakeFeatureOff {} => "NO_WAKEUP_PREEMPTION",
        WakeIdleCurr {} => "curr is SCHED_IDLE, the woken task is not",
        WakeIdleWakee {} => "the woken task is SCHED_IDLE, curr is not",
        WakeNotNormal {} => "policy of the woken task ≠ SCHED_NORMAL",
        WakeBeyondGranularity { .. } => "behind > granularity",
        WakeWithinGranularity { .. } => "behind ≤ granularity",
        WakePicked { .. } => "pick_eevdf() = the woken task",
        WakeShortSlice { .. } => "PREEMPT_SHORT: slice < curr_slice, and pick_eevdf() without protection = the woken task",
        WakeProtected { .. } => "RUN_TO_PARITY: curr_vruntime < until",
        WakeIneligible { .. } => "vruntime > V (ahead > 0)",
        WakeLaterDeadline { .. } => "deadline ≥ best_deadline",
        WakeFork {} => "WF_FORK, slice ≥ curr_slice",
        WakeSync { .. } => "WF_SYNC: ran < cost",
        WakeSyncDeadline { .. } => "WF_SYNC: deadline < curr_deadline",
        TickAlone {} => "nr_running = 1",
        RequestServed { .. } => "vruntime ≥ deadline",
        Unprotected { .. } => "vruntime ≥ until",
        ShortIneligible { .. } => "PREEMPT_SHORT: not protected and vruntime > V (ahead > 0)",
        WithinRequest { .. } => "vruntime < until",
        IdealExceeded { .. } => "ran > ideal",
        MinGranularity { .. } => "ran < min_granularity",
        LeftmostBehind { .. } => "ahead > ideal",
        WithinIdeal { .. } => "ran ≤ ideal",
        TickLeftToHrtick {} => "the slice timer is armed, NO_DOUBLE_TICK",
        HrtickFired { .. } => "HRTICK: the timer set to the end of the slice fired",
        HrtickOverdue { .. } => "HRTICK: slice − ran < 0 (over > 0)",
        PriorityLowered { .. } => "curr, and to > from",
        GroupMoved {} => "sched_move_task takes the task off one queue, puts it onto another, and reschedules if it runs",
        WeightChanged { .. } => "cpu.weight was written: the group's entity is reweighted where it stands",
        ExitMoved {} => "sched_autogroup_exit_task moves the task and reschedules",
        HigherClass {} => "stop > deadline > rt > fair > idle",
        QuotaUsedUp { .. } => "runtime_remaining ≤ 0 (over ≥ 0), and the pool has nothing to assign",
        QuotaThrottled { .. } => "runtime_remaining ≤ 0 (over ≥ 0) of the group or one around it",
        QuotaRefilled { .. } => "runtime = min(runtime + quota, quota + burst)",
        QuotaGiven { .. } => "given = −runtime_remaining + 1, so that runtime_remaining > 0",
        WakeThrottled { .. } => "throttled_hierarchy() of the woken task",
        QuotaChanged { .. } => "cpu.max was written: throttled queues go on",
        _ => above::rule(reason),
    }
}
