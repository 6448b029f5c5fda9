//! Whether a search starts at the waker's CPU or where the task was (rule 4).

use crate::checks::{CheckRule, Checks};
use crate::facts::CpuFacts;
use crate::features::SmpFeature;
use crate::reason::SmpReason;
use crate::rules::{IdlePrev, SyncCount};

use super::search::{Choice, Search};

/// Where a search starts, and what chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Aim {
    pub cpu: usize,
    by: AimedBy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AimedBy {
    /// The task was there.
    Previous,
    /// The waker is there, and nothing else.
    IdleWaker,
    /// The waker is there, and is about to sleep.
    Sync,
    /// The waker is there, and there is less load, weighed.
    Lighter { waker_load: i64, prev_load: i64 },
}

impl Aim {
    /// Where the task was.
    pub fn previous(prev: usize) -> Aim {
        Aim { cpu: prev, by: AimedBy::Previous }
    }

    /// The task stays at the target, as nothing better was found.
    pub fn stays<C>(self, search: &Search<C>) -> Choice {
        let (target, looked) = (self.cpu as i64, i64::from(search.looked));
        let waker = search.waker.cpu as i64;
        let why = match self.by {
            _ if search.unsearched => SmpReason::PlacedUnsearched { target, waker },
            AimedBy::Previous => SmpReason::PlacedBusyPrevious { prev: target, looked },
            AimedBy::IdleWaker => SmpReason::PlacedWakerIdle { waker, prev: search.task.cpu as i64 },
            AimedBy::Sync => SmpReason::PlacedSyncWaker { waker: target, looked },
            AimedBy::Lighter { waker_load, prev_load } => {
                SmpReason::PlacedLighterWaker { waker_load, prev_load }
            }
        };
        Choice { cpu: self.cpu, why }
    }
}

/// Chooses between the waker's CPU and another one where the task was (`wake_affine`).
pub(super) fn wake_affine<C: Checks>(search: &mut Search<C>, imbalance_pct: u64, sync: bool) -> Aim {
    let features = search.view.features;
    let by_idle = if features.has(SmpFeature::WaIdle) { by_idle(search, sync) } else { None };
    let by = match by_idle {
        None if features.has(SmpFeature::WaWeight) => by_weight(search, imbalance_pct, sync),
        decided => decided.unwrap_or(AimedBy::Previous),
    };
    let cpu = if by == AimedBy::Previous { search.task.cpu } else { search.waker.cpu };
    Aim { cpu, by }
}

/// The one that is idle or about to be; none if neither is (`wake_affine_idle`).
///
/// A waker on an idle CPU is an interrupt: its place says little, so that the task stays near if it can.
fn by_idle<C: Checks>(search: &mut Search<C>, sync: bool) -> Option<AimedBy> {
    let (this, prev) = (search.waker.cpu, search.task.cpu);
    let (waker, was) = (search.facts(this), search.facts(prev));
    let near = waker.is_idle() && search.view.topology.shares_llc(this, prev);
    if search.tell(CheckRule::WakerIdleNear, this, [prev as u64, 0], near) {
        let stays = search.tell(CheckRule::PreviousIdle, prev, [0; 2], was.is_idle());
        return Some(if stays { AimedBy::Previous } else { AimedBy::IdleWaker });
    }
    if sync && waker_leaves(search, waker) {
        return Some(AimedBy::Sync);
    }
    let kept = search.view.rules.idle_prev == IdlePrev::Kept && was.is_idle();
    search.tell(CheckRule::PreviousIdle, prev, [0; 2], kept).then_some(AimedBy::Previous)
}

/// Whether nothing but the waker wants to run on its CPU.
fn waker_leaves<C: Checks>(search: &mut Search<C>, waker: &CpuFacts) -> bool {
    let discount = match search.view.rules.sync_count {
        SyncCount::Queued => 0,
        SyncCount::Runnable => waker.h_nr_delayed,
    };
    let operands = [u64::from(waker.nr_running), u64::from(discount)];
    search.tell(CheckRule::WakerLeaves, search.waker.cpu, operands, waker.nr_running - discount == 1)
}

/// The waker's CPU if with the task it would have less load for its capacity than the other one has now (`wake_affine_weight`).
fn by_weight<C: Checks>(search: &mut Search<C>, imbalance_pct: u64, sync: bool) -> AimedBy {
    let (this, prev) = (search.facts(search.waker.cpu), search.facts(search.task.cpu));
    let leaving = if sync { search.waker.load_avg } else { 0 };
    if leaving > this.load_avg {
        let (waker_load, prev_load) = (this.load_avg as i64 - leaving as i64, prev.load_avg as i64);
        search.tell(CheckRule::WakerLighter, search.waker.cpu, [waker_load as u64, prev.load_avg], true);
        return AimedBy::Lighter { waker_load, prev_load };
    }
    let task = search.task.load_avg;
    let scale = if search.view.features.has(SmpFeature::WaBias) {
        (100, 100 + (imbalance_pct - 100) / 2)
    } else {
        (1, 1)
    };
    let waker_load = weighed(this.load_avg - leaving + task, scale.0, prev.capacity);
    let prev_load = weighed(prev.load_avg, scale.1, this.capacity) - weighed(task, scale.1, this.capacity);
    let prev_load = prev_load + i64::from(sync);
    let operands = [waker_load as u64, prev_load as u64];
    match search.tell(CheckRule::WakerLighter, search.waker.cpu, operands, waker_load < prev_load) {
        true => AimedBy::Lighter { waker_load, prev_load },
        false => AimedBy::Previous,
    }
}

/// Load times percentage times the capacity of the other CPU; signed as a task's load may be above its old queue's.
fn weighed(load: u64, percent: u64, capacity: u64) -> i64 {
    (load * percent * capacity) as i64
}
