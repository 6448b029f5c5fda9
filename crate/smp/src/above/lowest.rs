//! Which of the lowest CPUs (`find_lowest_rq`).

use crate::cpuset::CpuSet;
use crate::rules::RtSpread;

use super::facts::{AboveView, RtTask};

/// Where the last search that went through CPUs one after the other ended; each CPU that searches has its own
/// (`distribute_cpu_mask_prev`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    last: u16,
}

impl Spread {
    /// Another one of these than the last time, the next by number; up to 5.10 the first.
    fn any(&mut self, cpus: &CpuSet, rule: RtSpread) -> Option<usize> {
        let found = match rule {
            RtSpread::First => return cpus.lowest(),
            RtSpread::Next => cpus.next_from(usize::from(self.last) + 1).or_else(|| cpus.lowest())?,
        };
        self.last = found as u16;
        Some(found)
    }
}

impl AboveView<'_> {
    /// The lowest CPU for a task that `asking` looks for; `None` if no CPU counts for less than the task, or it has only one.
    pub(super) fn find_lowest(&self, task: &RtTask, asking: usize, spread: &mut Spread) -> Option<usize> {
        if task.allowed.and(&CpuSet::first(self.cpus.len())).len() < 2 {
            return None;
        }
        let lowest = self.lowest_cpus(task);
        if lowest.is_empty() || lowest.contains(task.cpu) {
            return lowest.contains(task.cpu).then_some(task.cpu);
        }
        let asks = lowest.contains(asking).then_some(asking);
        for domain in self.topology.domains_of(task.cpu).filter(|domain| domain.flags.wake_affine) {
            if asks.is_some_and(|cpu| domain.span.contains(cpu)) {
                return asks;
            }
            if let Some(near) = spread.any(&lowest.and(&domain.span), self.rules.rt_spread) {
                return Some(near);
            }
        }
        asks.or_else(|| spread.any(&lowest, self.rules.rt_spread))
    }
}
