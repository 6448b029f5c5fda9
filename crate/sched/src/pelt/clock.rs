//! The time that counts for load tracking.

use super::{DIVIDER_MIN, LOAD_AVG_MAX, SCALE_SHIFT};

/// A CPU that ran all of the time has at least this util_sum.
const SATURATED: u64 = (DIVIDER_MIN << SCALE_SHIFT) - LOAD_AVG_MAX;

/// A CPU's clock of load tracking (`clock_pelt`, `lost_idle_time`).
///
/// While a task runs it advances as much slower as the CPU is smaller than the greatest and slower than at its best, so that
/// the same work adds the same util everywhere. An idle CPU catches up, unless it was so busy that it cannot have been idle
/// at full speed either.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PeltClock {
    clock_ns: u64,
    lost_idle_ns: u64,
}

impl PeltClock {
    /// What the signals of this CPU are updated with, ns (`cfs_rq_clock_pelt`).
    pub fn now_ns(&self) -> u64 {
        self.clock_ns - self.lost_idle_ns
    }

    /// A task ran for `delta_ns` on a CPU of `capacity` at `frequency`, both 1024 at most.
    pub fn run(&mut self, delta_ns: u64, capacity: u64, frequency: u64) {
        let scaled = |value_ns: u64, by: u64| (value_ns * by) >> SCALE_SHIFT;
        self.clock_ns += scaled(scaled(delta_ns, capacity), frequency);
    }

    /// The CPU was idle up to `clock_task_ns`: nothing that an idle CPU does can be slow (`_update_idle_rq_clock_pelt`).
    pub fn idle(&mut self, clock_task_ns: u64) {
        self.clock_ns = clock_task_ns;
    }

    /// The last task leaves at `clock_task_ns`; `util_sum` is that of all its classes (`update_idle_rq_clock_pelt`).
    pub fn becomes_idle(&mut self, clock_task_ns: u64, util_sum: u64) {
        if util_sum >= SATURATED {
            self.lost_idle_ns += clock_task_ns - self.clock_ns;
        }
        self.idle(clock_task_ns);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_catches_up_unless_the_cpu_was_saturated() {
        let mut clock = PeltClock::default();
        clock.run(1_000_000, 462, 1024);
        clock.becomes_idle(1_000_000, SATURATED - 1);
        assert_eq!(clock.now_ns(), 1_000_000);
        clock.run(1_000_000, 462, 1024);
        clock.becomes_idle(2_000_000, SATURATED);
        assert_eq!(clock.now_ns(), 1_451_171);
        clock.idle(3_000_000);
        assert_eq!(clock.now_ns(), 2_451_171, "what was lost stays lost, idle time counts on");
    }
}
