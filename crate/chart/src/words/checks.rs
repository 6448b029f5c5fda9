//! The words of tests on the way to a decision between CPUs: what it means that something is so of a CPU, and that it is not.

use sim::between::Asked;
use smp::CheckRule;
use smp::balance::Idle;
use smp::placement::Call;

/// What is asked for: `{task}` is placed, `{on}` the CPU that does it, `{to}` the one that it is for.
pub fn asked(asked: Asked) -> &'static str {
    match asked {
        Asked::Place(Call::Wakeup { sync: false }) => "{task} is woken by CPU {on}",
        Asked::Place(Call::Wakeup { sync: true }) => {
            "{task} is woken by CPU {on}, whose task is about to sleep"
        }
        Asked::Place(Call::Fork) => "{task} is new, created on CPU {on}",
        Asked::Place(Call::Exec) => "{task} executes another program on CPU {on}",
        Asked::Pull { idle: Idle::Newly, .. } => "CPU {to} has run out of work and looks for tasks",
        Asked::Pull { idle: Idle::Idle, .. } => "CPU {on} balances for CPU {to}, which is idle",
        Asked::Pull { idle: Idle::Busy, .. } => "CPU {to} balances at its tick",
        Asked::Steal => "CPU {to} has found no work by balancing, and steals",
        Asked::PushUrgent { .. } => {
            "a realtime task waits, and CPU {on} looks for one that runs less urgent ones"
        }
        Asked::PullUrgent { .. } => {
            "CPU {to} is about to run something less urgent, and looks at what waits elsewhere"
        }
        Asked::Push { .. } => "CPU {on} is to give a task to CPU {to}",
    }
}

/// The same of tests for realtime tasks.
fn urgent_finding(rule: CheckRule, holds: bool) -> &'static str {
    match (rule == CheckRule::RtLowest, holds) {
        (false, true) => "what runs on CPU {cpu} lets a task of priority {priority} in: its own is {running}",
        (false, false) => {
            "what runs on CPU {cpu}, of priority {running}, does not make way for {priority}, or can run nowhere else"
        }
        (true, true) => "of all CPUs, CPU {cpu} has the least urgent: priority {queued}, below {priority}",
        (true, false) => "CPU {cpu} has the least urgent, but its priority {queued} is not below {priority}",
    }
}

/// What a test found; `{cpu}` is the CPU that was looked at, every other word in braces an operand.
#[rustfmt::skip]
pub fn finding(rule: CheckRule, holds: bool) -> &'static str {
    use CheckRule::*;
    match (rule, holds) {
        (WakesWide, true) => "waker and task wake so many others that they are kept apart",
        (WakesWide, false) => "waker and task do not wake so many others that they are kept apart",
        (WakerAllowed, true) => "the task may run on CPU {cpu}, the waker's",
        (WakerAllowed, false) => "the task may not run on CPU {cpu}, the waker's",
        (WakerIdleNear, true) => "CPU {cpu}, the waker's, is idle and shares the cache with CPU {prev}",
        (WakerIdleNear, false) => "CPU {cpu}, the waker's, is not both idle and near CPU {prev}",
        (WakerLeaves, true) => "the waker is about to leave CPU {cpu} to nobody",
        (WakerLeaves, false) => "others than the waker want to run on CPU {cpu}",
        (PreviousIdle, true) => "CPU {cpu}, where it was, is idle",
        (PreviousIdle, false) => "CPU {cpu}, where it was, is not taken for being idle",
        (WakerLighter, true) => "with the task, CPU {cpu}, the waker's, would have less load",
        (WakerLighter, false) => "with the task, CPU {cpu}, the waker's, would not have less load",
        (RtLetsIn | RtLowest, _) => urgent_finding(rule, holds),
        (Target, _) => "the search starts at CPU {cpu}",
        (Domain, _) => "the search goes through {domain} of CPU {cpu}",
        (Idle, true) => "CPU {cpu} is idle",
        (Idle, false) => "CPU {cpu} is not idle",
        (Fits, true) => "CPU {cpu} is big enough",
        (Fits, false) => "CPU {cpu} is too small",
        (SharesCache, true) => "CPU {cpu} shares the cache with CPU {with}",
        (SharesCache, false) => "CPU {cpu} does not share the cache with CPU {with}",
        (SharesCluster, true) => "CPU {cpu} is in the cluster of CPU {with}",
        (SharesCluster, false) => "CPU {cpu} is in another cluster than CPU {with}",
        (Allowed, true) => "the task may run on CPU {cpu}",
        (Allowed, false) => "the task may not run on CPU {cpu}",
        (WokenByOwnKthread, true) => "a kernel thread of CPU {cpu} wakes it and has the CPU for itself",
        (WokenByOwnKthread, false) => "a kernel thread of CPU {cpu} wakes it, with others waiting there",
        (HasIdleCores, true) => "a whole core of CPU {cpu}’s cache may be idle",
        (HasIdleCores, false) => "no whole core of CPU {cpu}’s cache is idle",
        (Searched, true) => "at most {limit} CPUs are looked at one by one",
        (Searched, false) => "the cache is too busy to be searched",
        (OwnGroup, true) => "the group of CPU {cpu}, the own one, {type group_type}",
        (OwnGroup, false) => "the group of CPU {cpu}, {type group_type}",
        (GroupHasIdle, true) => "some CPUs of this group are idle",
        (GroupHasIdle, false) => "no CPU of this group is idle",
        (GroupOverloaded, true) => "this group is overloaded",
        (GroupOverloaded, false) => "this group is not overloaded",
        (GroupLeastBusy, true) => "the group of CPU {cpu} is the least busy so far",
        (GroupLeastBusy, false) => "the group of CPU {cpu} is no less busy than the best so far",
        (GroupBetter, true) => "the least busy group is enough less busy than the own one",
        (GroupBetter, false) => "the least busy group is not enough less busy than the own one",
        (WakesFastest, true) => "CPU {cpu} is idle and wakes fastest so far",
        (WakesFastest, false) => "CPU {cpu} is idle and wakes no faster",
        (LeastLoaded, true) => "CPU {cpu} has least load so far",
        (LeastLoaded, false) => "CPU {cpu} has no less load",
        (MachineOverloaded, true) => "some CPU of the machine had a task to give when that was last looked at",
        (MachineOverloaded, false) => "no CPU of the machine had a task to give when that was last looked at",
        (IdleLongEnough, true) => "CPU {cpu} is idle for long enough to look for work",
        (IdleLongEnough, false) => "CPU {cpu} is not idle for long enough to look for work",
        (DomainWorthIt, true) => "CPU {cpu} is idle for long enough to look through the next domain",
        (DomainWorthIt, false) => "CPU {cpu} is not idle for long enough to look through the next domain",
        (LotteryWon, true) => "chance lets CPU {cpu} look through the domain",
        (LotteryWon, false) => "chance has CPU {cpu} leave the domain out",
        (Balances, true) => "it is for CPU {cpu} to balance here",
        (Balances, false) => "it is not for CPU {cpu} to balance here",
        (Imbalanced, _) => "to be moved from the group of CPU {cpu}: {migration} {amount}",
        (HasToGive, true) => "CPU {cpu} has {queued} tasks, of which one may be stolen",
        (HasToGive, false) => "CPU {cpu} has no task to spare",
        (GroupBusiest, true) => "the group of CPU {cpu}, {type group_type}, is the busiest so far",
        (GroupBusiest, false) => "the group of CPU {cpu}, {type group_type}, is no busier",
        (QueueBusiest, true) => "CPU {cpu} has most to give so far",
        (QueueBusiest, false) => "CPU {cpu} has no more to give",
        (Cheaper, true) => "the task takes less energy on CPU {cpu} than on the best so far",
        (Cheaper, false) => "the task takes no less energy on CPU {cpu}",
    }
}

/// In what an imbalance is measured.
pub fn migration(number: i64) -> &'static str {
    match number {
        0 => "load",
        1 => "utilisation",
        2 => "tasks",
        _ => "misfits",
    }
}
