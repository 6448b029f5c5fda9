//! What a domain does and has, by its level (`sd_init`), before capacities are looked at.

use super::domain::{Flags, Level};
use super::level::Rung;

/// Nodes farther than this are not where new work goes (`node_reclaim_distance`).
const RECLAIM_DISTANCE: u64 = 30;

/// The flags of a level.
pub(super) fn flags_of(rung: Rung) -> Flags {
    let (numa, near) = (rung.level == Level::Numa, rung.distance <= RECLAIM_DISTANCE);
    Flags {
        balance_newidle: true,
        balance_exec: near,
        balance_fork: near,
        wake_affine: near,
        share_capacity: rung.level == Level::Smt,
        cluster: rung.level == Level::Cls,
        share_llc: rung.level <= Level::Mc,
        prefer_sibling: !numa,
        serialize: numa,
        numa,
        ..Flags::default()
    }
}

/// How much busier a group must be, in percent: threads of a core are worth moving sooner.
pub(super) fn imbalance_pct(level: Level) -> u64 {
    if level == Level::Smt { 110 } else { 117 }
}

/// Failures before hot tasks are moved: none within a core, where nothing is lost, and more between nodes.
pub(super) fn cache_nice_tries(rung: Rung) -> u32 {
    match rung.level {
        Level::Smt => 0,
        Level::Numa => 2,
        _ => 1,
    }
}
