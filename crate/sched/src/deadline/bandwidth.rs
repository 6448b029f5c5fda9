//! Shares of the CPU: who is admitted, and how much is reserved but not used.

use super::entity::DlParams;
use crate::params::Params;
use crate::rules::{ExtServer, FairServer, Reclaim};

/// Shares are counted in 2⁻²⁰.
pub(super) const BW_SHIFT: u32 = 20;
/// The inverse of the limit is counted in 2⁻⁸.
const RATIO_SHIFT: u32 = 8;

/// `runtime` of each `period`, in 2⁻²⁰ (`to_ratio`); 0 of no period.
pub(super) fn ratio(period_ns: u64, runtime_ns: u64) -> u64 {
    (u128::from(runtime_ns) << BW_SHIFT).checked_div(u128::from(period_ns)).unwrap_or(0) as u64
}

/// More was asked for than DEADLINE tasks may have; both in 2⁻²⁰ of a CPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overbooked {
    /// Σ runtime/period with what was asked for, servers included.
    pub sum: u64,
    /// `sched_rt_runtime_us` of `sched_rt_period_us`.
    pub limit: u64,
}

/// Bandwidth of one CPU (`struct dl_rq`, and its domain's `struct dl_bw`).
#[derive(Clone, Debug)]
pub(super) struct Bandwidth {
    reclaim: Reclaim,
    limit: u64,
    /// Inverse of the limit.
    inverse: u64,
    /// Of everybody who was admitted.
    total: u64,
    /// Of those that count as using it.
    running: u64,
    /// Of those that left for another class and whose zero-lag time is ahead.
    apart: u64,
}

impl Bandwidth {
    pub(super) fn new(params: &Params) -> Bandwidth {
        let tunables = &params.tunables;
        let (runtime, period) = (tunables.sched_rt_runtime_us, tunables.sched_rt_period_us);
        Bandwidth {
            reclaim: params.rules.reclaim,
            limit: ratio(period, runtime),
            inverse: ratio(runtime, period) >> (BW_SHIFT - RATIO_SHIFT),
            total: servers(params),
            running: 0,
            apart: 0,
        }
    }

    /// Whether a task fits that gives back `old`, or by how much it is too much (`__dl_overflow`).
    pub(super) fn check(&self, old: u64, params: &DlParams) -> Result<(), Overbooked> {
        let sum = self.total - old + params.bandwidth();
        if sum > self.limit { Err(Overbooked { sum, limit: self.limit }) } else { Ok(()) }
    }

    /// A task was found to fit and comes in.
    pub(super) fn admit(&mut self, params: &DlParams) {
        self.total += params.bandwidth();
    }

    /// Gives a share back.
    pub(super) fn release(&mut self, share: u64) {
        self.total -= share;
    }

    pub(super) fn begin_use(&mut self, share: u64) {
        self.running += share;
    }

    pub(super) fn end_use(&mut self, share: u64) {
        self.running -= share;
    }

    /// A task leaves the class: its share is not used, nor left unused for others, but still reserved.
    pub(super) fn set_apart(&mut self, share: u64) {
        self.running -= share;
        self.apart += share;
    }

    /// The share of a task that left is not reserved for it any more, or the task is back.
    pub(super) fn take_back(&mut self, share: u64) {
        self.apart -= share;
    }

    /// What a reclaiming task with this share is charged for `delta_ns` (`grub_reclaim`).
    pub(super) fn reclaimed_ns(&self, delta_ns: u64, share: u64) -> u64 {
        let inactive = self.total - self.apart - self.running;
        let extra = self.limit.saturating_sub(self.total);
        let active = match self.reclaim {
            Reclaim::WholeCpu => (1_u64 << BW_SHIFT).saturating_sub(inactive + extra),
            Reclaim::Limit => self.limit.saturating_sub(inactive + extra),
        };
        let least = match self.reclaim {
            Reclaim::WholeCpu => (share * self.inverse) >> RATIO_SHIFT,
            Reclaim::Limit => share,
        };
        let used = active.max(least);
        let used = if self.reclaim == Reclaim::Limit { (used * self.inverse) >> RATIO_SHIFT } else { used };
        ((u128::from(delta_ns) * u128::from(used)) >> BW_SHIFT) as u64
    }
}

/// What the kernel's own servers have reserved.
fn servers(params: &Params) -> u64 {
    let tunables = &params.tunables;
    let one = ratio(tunables.fair_server_period_ns, tunables.fair_server_runtime_ns);
    let fair = if params.rules.fair_server == FairServer::Absent { 0 } else { one };
    let ext =
        if params.rules.ext_server == ExtServer::Reserved { ratio(1_000_000_000, 50_000_000) } else { 0 };
    fair + ext
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel;

    fn bandwidth(kernel_name: &str) -> Bandwidth {
        Bandwidth::new(&Params::new(kernel(kernel_name).expect("a preset"), 250, 1))
    }

    fn share(percent: u64) -> DlParams {
        let runtime_ns = percent * 100_000;
        DlParams { runtime_ns, deadline_ns: 10_000_000, period_ns: 10_000_000, reclaim: true }
    }

    #[track_caller]
    fn check(kernel_name: &str, percent: [u64; 2], admitted: bool) {
        let mut bandwidth = bandwidth(kernel_name);
        bandwidth.admit(&share(percent[0]));
        assert_eq!(bandwidth.check(0, &share(percent[1])).is_ok(), admitted, "{kernel_name} {percent:?}");
    }

    #[test]
    fn tasks_and_servers_share_the_limit() {
        check("6.1", [50, 45], true);
        check("6.1", [50, 46], false);
        check("6.12.0", [50, 40], true);
        check("6.12.0", [50, 41], false);
        check("7.0", [50, 35], true);
        check("7.0", [50, 36], false);
    }

    #[test]
    fn the_sum_that_breaks_it_is_named() {
        let overbooked = bandwidth("6.1").check(0, &share(96)).expect_err("96 of 95 percent");
        assert_eq!(overbooked, Overbooked { sum: 1_006_632, limit: 996_147 });
    }

    /// What a task of 30 percent is charged for 10 ms, alone and beside another whose 30 percent are in use.
    #[track_caller]
    fn check_reclaimed(kernel_name: &str, alone_ns: u64, beside_ns: u64) {
        let mut bandwidth = bandwidth(kernel_name);
        for _ in 0..2 {
            bandwidth.admit(&share(30));
        }
        bandwidth.begin_use(share(30).bandwidth());
        assert_eq!(bandwidth.reclaimed_ns(10_000_000, share(30).bandwidth()), alone_ns);
        bandwidth.begin_use(share(30).bandwidth());
        assert_eq!(bandwidth.reclaimed_ns(10_000_000, share(30).bandwidth()), beside_ns);
    }

    #[test]
    fn what_nobody_uses_is_charged_less() {
        check_reclaimed("6.1", 3_499_994, 6_499_986);
        check_reclaimed("6.8", 3_152_332, 6_304_664);
    }
}
