//! What a CPU asks its clock for.

use crate::clamp::Clamps;
use crate::reason::SmpReason;
use crate::rules::FrequencyMargin;

/// What a CPU has to do, as its clock sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuDemand {
    /// Utilisation by fair tasks, as the version estimates it (`cpu_util_cfs_boost`).
    pub fair_util: u64,
    /// Utilisation by realtime tasks.
    pub rt_util: u64,
    /// Utilisation by DEADLINE tasks.
    pub dl_util: u64,
    /// Utilisation by interrupts.
    pub irq_util: u64,
    /// What DEADLINE tasks have reserved.
    pub dl_bandwidth: u64,
    /// Clamps of its runqueue; nothing where they are not counted.
    pub clamps: Clamps,
    /// Whether clamps are counted.
    pub clamps_used: bool,
    /// A realtime task wants to run.
    pub has_realtime: bool,
    /// What it can do at its fastest.
    pub capacity: u64,
}

impl CpuDemand {
    /// Of an idle CPU.
    pub fn idle(capacity: u64) -> CpuDemand {
        CpuDemand {
            fair_util: 0,
            rt_util: 0,
            dl_util: 0,
            irq_util: 0,
            dl_bandwidth: 0,
            clamps: Clamps::NONE,
            clamps_used: false,
            has_realtime: false,
            capacity,
        }
    }

    /// Interrupts slow the rest down and are added to it (`scale_irq_capacity`).
    fn with_interrupts(&self, util: u64) -> u64 {
        self.irq_util + util * (self.capacity - self.irq_util) / self.capacity
    }

    /// Whether its maximum is what holds it down (`uclamp_rq_is_capped`).
    fn is_capped(&self) -> bool {
        self.clamps.max != Clamps::NONE.max && self.fair_util + self.rt_util >= self.clamps.max
    }
}

/// What a CPU asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Performance {
    /// In units of capacity; before 6.8 it may be more than there is.
    pub value: u64,
    /// What the CPU can do at its fastest.
    pub capacity: u64,
    /// What decided.
    pub why: SmpReason,
    /// The maximum of the runqueue is what holds it down.
    pub is_capped: bool,
}

impl Performance {
    /// Whether it asks for more of its CPU than the other of its own.
    pub fn exceeds(&self, other: &Performance) -> bool {
        self.value * other.capacity > other.value * self.capacity
    }
}

/// What a CPU asks for (`sugov_get_util`, `effective_cpu_util`, `sugov_effective_cpu_perf`).
pub fn performance(cpu: &CpuDemand, rule: FrequencyMargin) -> Performance {
    let (value, why) = match rule {
        FrequencyMargin::AfterClamps => clamped_first(cpu),
        FrequencyMargin::BeforeClamps => clamped_last(cpu),
    };
    Performance { value, capacity: cpu.capacity, why, is_capped: cpu.is_capped() }
}

/// A quarter more, so that a fifth stays free (`map_util_perf`).
fn with_margin(util: u64) -> u64 {
    util + (util >> 2)
}

/// Until 6.7: clamps, then DEADLINE and interrupts, then the margin.
fn clamped_first(cpu: &CpuDemand) -> (u64, SmpReason) {
    let full = (with_margin(cpu.capacity), everything(cpu));
    if (!cpu.clamps_used && cpu.has_realtime) || cpu.irq_util >= cpu.capacity {
        return full;
    }
    let asked = cpu.fair_util + cpu.rt_util;
    let util = cpu.clamps.clamp(asked);
    if util + cpu.dl_util >= cpu.capacity {
        return full;
    }
    let util = cpu.with_interrupts(util) + cpu.dl_bandwidth;
    let value = with_margin(util.min(cpu.capacity));
    let why = SmpReason::ClockForUtil { util: asked as i64, performance: value as i64 };
    (value, bounded(asked, cpu.clamps, cpu.capacity, why))
}

/// Since 6.8: the margin, then clamps.
fn clamped_last(cpu: &CpuDemand) -> (u64, SmpReason) {
    if (!cpu.clamps_used && cpu.has_realtime) || cpu.irq_util >= cpu.capacity {
        return (cpu.capacity, everything(cpu));
    }
    let min = cpu.clamps.min.max(cpu.irq_util + cpu.dl_bandwidth);
    let max = cpu.clamps.max.min(cpu.capacity);
    let util = cpu.fair_util + cpu.rt_util + cpu.dl_util;
    let util = if util >= cpu.capacity { cpu.capacity } else { cpu.with_interrupts(util).min(cpu.capacity) };
    let asked = with_margin(util);
    let value = asked.min(max).max(min);
    let why = SmpReason::ClockForUtil { util: util as i64, performance: value as i64 };
    (value, bounded(asked, Clamps { min, max }, cpu.capacity, why))
}

fn everything(cpu: &CpuDemand) -> SmpReason {
    if cpu.has_realtime && !cpu.clamps_used {
        SmpReason::ClockForRealtime { capacity: cpu.capacity as i64 }
    } else {
        SmpReason::ClockForUtil { util: cpu.capacity as i64, performance: cpu.capacity as i64 }
    }
}

/// Which of utilisation, minimum and maximum decided: `asked` is what was compared with them.
fn bounded(asked: u64, clamps: Clamps, capacity: u64, unbounded: SmpReason) -> SmpReason {
    let util = asked as i64;
    if asked < clamps.min {
        SmpReason::ClockForMinimum { util, min: clamps.min as i64 }
    } else if asked > clamps.max && clamps.max < capacity {
        SmpReason::ClockForMaximum { util, max: clamps.max as i64 }
    } else {
        unbounded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Utilisation, minimum and maximum on a CPU of this capacity: performance since 6.8, and before.
    #[track_caller]
    fn check(capacity: u64, [fair_util, min, max]: [u64; 3], [now, before]: [u64; 2]) {
        let clamps = Clamps { min, max };
        let cpu = CpuDemand { fair_util, clamps, clamps_used: true, ..CpuDemand::idle(capacity) };
        assert_eq!(performance(&cpu, FrequencyMargin::BeforeClamps).value, now);
        assert_eq!(performance(&cpu, FrequencyMargin::AfterClamps).value, before);
    }

    #[test]
    fn clamps_are_exact_since_6_8() {
        check(1024, [400, 0, 1024], [500, 500]);
        check(1024, [100, 512, 1024], [512, 640]);
        check(1024, [700, 0, 512], [512, 640]);
        check(1024, [450, 0, 512], [512, 562]);
        check(462, [200, 0, 1024], [250, 250]);
        check(462, [50, 300, 1024], [300, 375]);
    }

    #[test]
    fn nobody_gets_more_than_there_is() {
        check(1024, [819, 0, 1024], [1023, 1023]);
        check(1024, [820, 0, 1024], [1024, 1025]);
        check(462, [462, 0, 1024], [462, 577]);
        check(462, [0, 0, 1024], [0, 0]);
    }

    #[test]
    fn the_minimum_wins_over_the_maximum() {
        check(1024, [100, 600, 400], [600, 750]);
    }

    #[test]
    fn realtime_asks_for_everything_where_clamps_are_not_counted() {
        let cpu = CpuDemand { has_realtime: true, rt_util: 50, ..CpuDemand::idle(462) };
        let counted = CpuDemand { clamps_used: true, ..cpu };
        assert_eq!(performance(&cpu, FrequencyMargin::BeforeClamps).value, 462);
        assert_eq!(performance(&cpu, FrequencyMargin::AfterClamps).value, 577);
        assert_eq!(performance(&counted, FrequencyMargin::BeforeClamps).value, 62);
        let why = performance(&cpu, FrequencyMargin::BeforeClamps).why;
        assert_eq!(why, SmpReason::ClockForRealtime { capacity: 462 });
    }

    #[test]
    fn deadline_and_interrupts_are_added() {
        let cpu = CpuDemand {
            fair_util: 100,
            irq_util: 256,
            dl_util: 80,
            dl_bandwidth: 200,
            ..CpuDemand::idle(1024)
        };
        // 256 + 180 · ¾ = 391 with its quarter is more than the 456 that interrupts and reservations need.
        assert_eq!(performance(&cpu, FrequencyMargin::BeforeClamps).value, 488);
        // 256 + 100 · ¾ + 200 = 531, and a quarter.
        assert_eq!(performance(&cpu, FrequencyMargin::AfterClamps).value, 663);
        let saturated = CpuDemand { irq_util: 1024, ..cpu };
        assert_eq!(performance(&saturated, FrequencyMargin::BeforeClamps).value, 1024);
    }

    #[test]
    fn what_decided_is_told() {
        let cpu = CpuDemand { fair_util: 100, clamps_used: true, ..CpuDemand::idle(1024) };
        let why = |clamps| performance(&CpuDemand { clamps, ..cpu }, FrequencyMargin::BeforeClamps).why;
        assert_eq!(why(Clamps::NONE), SmpReason::ClockForUtil { util: 100, performance: 125 });
        assert_eq!(why(Clamps { min: 512, max: 1024 }), SmpReason::ClockForMinimum { util: 125, min: 512 });
        assert_eq!(why(Clamps { min: 0, max: 90 }), SmpReason::ClockForMaximum { util: 125, max: 90 });
    }

    #[test]
    fn demands_are_compared_by_their_share() {
        let of = |value, capacity| {
            let cpu = CpuDemand { fair_util: value, ..CpuDemand::idle(capacity) };
            performance(&cpu, FrequencyMargin::BeforeClamps)
        };
        assert!(of(200, 462).exceeds(&of(400, 1024)));
        assert!(!of(400, 1024).exceeds(&of(400, 1024)));
    }
}
