//! Wakeup, push and pull of realtime tasks.

use crate::checks::{Check, CheckRule, Checks};
use crate::reason::SmpReason;
use crate::rules::DeadlineRanks;

use super::facts::{AboveFacts, AboveView, RtTask};
use super::lowest::Spread;

/// Where a task wakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RtChoice {
    /// There.
    pub cpu: usize,
    /// Why.
    pub why: SmpReason,
    /// Where the search ended.
    pub spread: Spread,
}

/// What becomes of the most urgent task that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// It goes to this CPU.
    To {
        /// Which.
        cpu: usize,
        /// Why.
        why: SmpReason,
        /// Where the search ended.
        spread: Spread,
    },
    /// It is more urgent than what runs, whose CPU is asked to reschedule.
    Outbids,
    /// It has nowhere to go.
    Stays {
        /// Where the search ended.
        spread: Spread,
    },
}

/// Whether what runs on a CPU counts as a realtime task, as up to 6.11 a DEADLINE task does.
fn runs_realtime(view: &AboveView, cpu: &AboveFacts) -> bool {
    match view.rules.deadline_ranks {
        DeadlineRanks::AsRealtime => cpu.running > 0,
        DeadlineRanks::Apart => (1..AboveFacts::DEADLINE).contains(&cpu.running),
    }
}

/// Where a task that wakes or is new, and may run on several CPUs, goes (`select_task_rq_rt`).
pub fn place<C: Checks>(
    view: &AboveView,
    task: &RtTask,
    asking: usize,
    spread: Spread,
    checks: &mut C,
) -> RtChoice {
    let (here, mut spread) = (view.cpus[task.cpu], spread);
    let (priority, running) = (i64::from(task.priority), i64::from(here.running));
    let waits = runs_realtime(view, &here) && (here.is_pinned || here.running >= task.priority);
    let fits = view.fits(task, task.cpu);
    tell(checks, CheckRule::RtLetsIn, task.cpu, [priority, running], !waits);
    let stays = SmpReason::RtPlacedHere { priority, running };
    if !waits && fits {
        return RtChoice { cpu: task.cpu, why: stays, spread };
    }
    let Some(cpu) = view.find_lowest(task, asking, &mut spread) else {
        return RtChoice { cpu: task.cpu, why: SmpReason::RtPlacedNowhere { priority, running }, spread };
    };
    let queued = i64::from(view.cpus[cpu].queued);
    let is_worth_it = (waits || view.fits(task, cpu)) && priority > queued;
    tell(checks, CheckRule::RtLowest, cpu, [priority, queued], is_worth_it);
    match is_worth_it {
        true => RtChoice { cpu, why: SmpReason::RtPlacedLowest { priority, queued }, spread },
        false => RtChoice { cpu: task.cpu, why: stays, spread },
    }
}

/// Whether a task that woke on a CPU has to wait there, and should be pushed away (`task_woken_rt`).
pub fn waits(view: &AboveView, task: &RtTask) -> bool {
    let here = view.cpus[task.cpu];
    here.running > 0 && (here.is_pinned || here.running >= task.priority)
}

/// What becomes of the most urgent task that waits on its CPU (`push_rt_task`).
pub fn push<C: Checks>(
    view: &AboveView,
    task: &RtTask,
    asking: usize,
    spread: Spread,
    checks: &mut C,
) -> Pushed {
    let (here, mut spread) = (view.cpus[task.cpu], spread);
    let (priority, running) = (i64::from(task.priority), i64::from(here.running));
    tell(checks, CheckRule::RtLetsIn, task.cpu, [priority, running], task.priority > here.running);
    if task.priority > here.running {
        return Pushed::Outbids;
    }
    let target = view.find_lowest(task, asking, &mut spread).filter(|cpu| *cpu != task.cpu);
    let Some(cpu) = target else { return Pushed::Stays { spread } };
    let queued = view.cpus[cpu].queued;
    tell(checks, CheckRule::RtLowest, cpu, [priority, i64::from(queued)], task.priority > queued);
    match task.priority > queued {
        true => Pushed::To { cpu, why: SmpReason::RtPushed { priority, queued: i64::from(queued) }, spread },
        false => Pushed::Stays { spread },
    }
}

/// Whether a CPU takes a task that waits on another for itself (`pull_rt_task`): it is more urgent than all that it has, and not
/// about to run where it is.
pub fn takes(view: &AboveView, dst: usize, task: &RtTask) -> Result<SmpReason, SmpReason> {
    let (queued, running) = (view.cpus[dst].queued, view.cpus[task.cpu].running);
    let (priority, queued_there) = (i64::from(task.priority), i64::from(queued));
    let why = SmpReason::RtPulled { priority, queued: queued_there };
    if task.priority > queued && task.priority <= running { Ok(why) } else { Err(why) }
}

fn tell<C: Checks>(checks: &mut C, rule: CheckRule, cpu: usize, operands: [i64; 2], holds: bool) {
    checks.check(Check { rule, cpu, operands, holds });
}
