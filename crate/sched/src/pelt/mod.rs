//! Load tracking: how much of the recent past an entity or a queue was runnable and ran.
//!
//! 1. **Three signals.** *load* counts time on the queue times weight, *runnable* time on the queue, waiting or not,
//!    *util* time on the CPU. 1024 means all of the time; of a queue's load and runnable, the sum over its entities.
//! 2. **Decay.** Time is cut into periods of 1024 units of 1024 ns, a little more than a millisecond. Each period counts
//!    y times as much as the next one, where y³² = 1/2 (`decay`).
//! 3. **Sum and average.** An update adds what happened since the last one to the sums. The averages are the sums over the
//!    greatest sum that there can be at this place in a period, the divider; they change only when a period ends.
//! 4. **Clock.** The time that counts runs slower on a small or slow CPU, and catches up while the CPU is idle
//!    ([`PeltClock`]).
//! 5. **Attach and detach.** A queue's averages contain those of its entities. They join and leave with them, brought to the
//!    queue's place in the period (`attach`); a sleeping task stays in, so its part fades away. What wakes elsewhere is taken
//!    off at the old queue's next update ([`Removed`]).
//! 6. **New tasks.** A new task is given full load and, as its util is not known, half of what the CPU has left
//!    (`attach`).
//! 7. **Estimate.** What a task needs when it wakes is the util that it had when it went to sleep, remembered with a slow
//!    average ([`util_est`]).
//! 8. **Levels.** A group's queue has averages, and so has the entity that stands for it above. What comes to the queue, leaves
//!    it or is weighed anew reaches the entity with its next update (`propagate`).
//! 9. **Groups.** A task group adds up what its queues contribute, and follows only changes that matter
//!    ([`TaskGroupAvg`]).
//!
//! The arithmetic is the same in all versions (5.10 to 7.3, `kernel/sched/pelt.c`). All divisions truncate. Nothing here is
//! called unless a group's weight or another CPU depends on it: one CPU alone decides nothing by load.

mod attach;
mod clock;
mod decay;
mod estimate;
mod group;
mod propagate;

pub use attach::Removed;
pub use clock::PeltClock;
pub use estimate::util_est;
pub use group::{Contribution, TaskGroupAvg, TellRule};
pub use propagate::Below;

use decay::{LOAD_AVG_MAX, PERIOD_UNITS, accumulate, decay};

/// The divider at the beginning of a period: the least there is.
const DIVIDER_MIN: u64 = LOAD_AVG_MAX - PERIOD_UNITS;

/// Loads, and with them whole shares of time, are in units of 1/1024.
const SCALE_SHIFT: u32 = 10;

/// What an entity or a queue does, all through the time that an update accounts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Doing {
    /// Whether it is queued (0 or 1); of a queue, the sum of the weights on it.
    pub load: u64,
    /// Tasks below it that want to run: 0 or 1 of a task.
    pub runnable: u64,
    /// Whether it, or somebody of it, has the CPU.
    pub running: bool,
}

impl Doing {
    /// Of a task: a delayed one is still on the queue, but does not want to run.
    pub fn task(on_rq: bool, delayed: bool, running: bool) -> Doing {
        Doing { load: u64::from(on_rq), runnable: u64::from(on_rq && !delayed), running }
    }

    /// Of a group's entity with so many runnable tasks below it.
    pub fn group(on_rq: bool, runnable: u64, running: bool) -> Doing {
        Doing { load: u64::from(on_rq), runnable, running }
    }

    /// Of a queue: weights in table units, and runnable tasks down to the last level.
    pub fn queue(weight: u64, runnable: u64, running: bool) -> Doing {
        Doing { load: weight, runnable, running }
    }
}

/// The signals of an entity or of a queue (`struct sched_avg`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SchedAvg {
    /// PELT clock up to which everything is in the sums, ns.
    pub last_update_ns: u64,
    /// Decayed time on the queue; of a queue, times weight.
    pub load_sum: u64,
    /// Decayed time as a runnable task, times 1024.
    pub runnable_sum: u64,
    /// Decayed time on the CPU, times 1024.
    pub util_sum: u64,
    /// How far into its period the last update was, 0..1024 (`period_contrib`).
    pub period_units: u64,
    /// Load: weight times share of the time on the queue.
    pub load_avg: u64,
    /// Share of the time as a runnable task, 1024 is all.
    pub runnable_avg: u64,
    /// Share of the time on the CPU, 1024 is all.
    pub util_avg: u64,
}

impl SchedAvg {
    /// Of a new task: full load until more is known, the rest when it is first enqueued.
    pub fn of_new_task(weight: u64) -> SchedAvg {
        SchedAvg { load_avg: weight, ..SchedAvg::default() }
    }

    /// The greatest sum that is possible at this place in a period (`get_pelt_divider`).
    pub fn divider(&self) -> u64 {
        DIVIDER_MIN + self.period_units
    }

    /// Accounts for the time up to `now_ns`, in which it did `doing`; true if the averages changed.
    ///
    /// `weight` is that of the entity in table units, of a queue 1. A clock that went back is taken as it is and accounts for
    /// nothing.
    pub fn update(&mut self, now_ns: u64, doing: Doing, weight: u64) -> bool {
        let Some(delta_ns) = now_ns.checked_sub(self.last_update_ns) else {
            self.last_update_ns = now_ns;
            return false;
        };
        let units = delta_ns >> SCALE_SHIFT;
        self.last_update_ns += units << SCALE_SHIFT;
        let ended = units > 0 && self.accumulate(units, doing);
        if ended {
            self.average(weight);
        }
        ended
    }

    /// Adds units of 1024 ns to the sums; true if a period ended in them (`accumulate_sum`).
    fn accumulate(&mut self, units: u64, doing: Doing) -> bool {
        let added = accumulate(self.period_units, units);
        self.period_units = added.period_units;
        if added.periods > 0 {
            for sum in [&mut self.load_sum, &mut self.runnable_sum, &mut self.util_sum] {
                *sum = decay(*sum, added.periods);
            }
        }
        // What is not queued neither waits nor runs, whatever is said of it.
        if doing.load > 0 {
            self.load_sum += doing.load * added.contrib;
            self.runnable_sum += (doing.runnable * added.contrib) << SCALE_SHIFT;
            self.util_sum += (u64::from(doing.running) * added.contrib) << SCALE_SHIFT;
        }
        added.periods > 0
    }

    fn average(&mut self, weight: u64) {
        let divider = self.divider();
        self.load_avg = weight * self.load_sum / divider;
        self.runnable_avg = self.runnable_sum / divider;
        self.util_avg = self.util_sum / divider;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNS: Doing = Doing { load: 1, runnable: 1, running: true };

    #[test]
    fn less_than_a_unit_is_kept_for_later() {
        let mut avg = SchedAvg::default();
        assert!(!avg.update(1023, RUNS, 1024));
        assert_eq!(avg, SchedAvg::default());
        assert!(!avg.update(1024, RUNS, 1024));
        assert_eq!((avg.last_update_ns, avg.load_sum, avg.period_units), (1024, 1, 1));
    }

    #[test]
    fn a_clock_that_went_back_accounts_for_nothing() {
        let mut avg = SchedAvg { last_update_ns: 5000, load_sum: 7, ..SchedAvg::default() };
        assert!(!avg.update(3000, RUNS, 1024));
        assert_eq!(avg, SchedAvg { last_update_ns: 3000, load_sum: 7, ..SchedAvg::default() });
    }

    #[test]
    fn averages_change_only_where_a_period_ends() {
        let mut avg = SchedAvg::default();
        assert!(!avg.update(1023 * 1024, RUNS, 1024));
        assert_eq!((avg.util_avg, avg.load_avg), (0, 0));
        assert!(avg.update(1024 * 1024, RUNS, 1024));
        assert!(avg.util_avg > 0);
    }

    /// A delayed task loads the queue, and is not runnable; what is off the queue counts for nothing.
    #[test]
    fn the_three_signals_count_different_times() {
        let after = |doing| {
            let mut avg = SchedAvg::default();
            avg.update(400_000_000, doing, 1024);
            [avg.load_avg, avg.runnable_avg, avg.util_avg]
        };
        assert_eq!(after(Doing::task(true, false, true)), [1023, 1023, 1023]);
        assert_eq!(after(Doing::task(true, false, false)), [1023, 1023, 0]);
        assert_eq!(after(Doing::task(true, true, false)), [1023, 0, 0]);
        assert_eq!(after(Doing::task(false, false, true)), [0, 0, 0]);
        assert_eq!(after(Doing::group(true, 3, true)), [1023, 3071, 1023]);
    }
}
