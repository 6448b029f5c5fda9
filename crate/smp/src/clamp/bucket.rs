//! What the tasks of a runqueue add up to: the highest of each clamp, counted in buckets.

use super::value::{Clamps, FULL};

/// Buckets a clamp (`CONFIG_UCLAMP_BUCKETS_COUNT`).
pub const BUCKETS: usize = 5;

/// Width of a bucket: a fifth of all, rounded.
const BUCKET_WIDTH: u64 = (FULL + BUCKETS as u64 / 2) / BUCKETS as u64;

/// The bucket of a value (`uclamp_bucket_id`).
pub fn bucket_of(value: u64) -> usize {
    ((value / BUCKET_WIDTH) as usize).min(BUCKETS - 1)
}

/// Tasks with values close to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bucket {
    tasks: u32,
    /// The highest of those that came since it was last empty.
    value: u64,
}

/// One clamp of a runqueue (`struct uclamp_rq`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    value: u64,
    buckets: [Bucket; BUCKETS],
}

impl Side {
    fn new(value: u64) -> Side {
        Side { value, buckets: [Bucket::default(); BUCKETS] }
    }

    fn join(&mut self, value: u64, was_idle: bool) {
        let bucket = &mut self.buckets[bucket_of(value)];
        bucket.tasks += 1;
        if bucket.tasks == 1 || value > bucket.value {
            bucket.value = value;
        }
        self.value = if was_idle { value } else { self.value.max(value) };
    }

    /// A task with this value leaves, with whom the runqueue goes back to `empty` if it was the last.
    fn leave(&mut self, value: u64, empty: u64) {
        let bucket = &mut self.buckets[bucket_of(value)];
        debug_assert!(bucket.tasks > 0, "who leaves was counted");
        bucket.tasks -= 1;
        if bucket.tasks == 0 && bucket.value >= self.value {
            let highest = self.buckets.iter().rev().find(|bucket| bucket.tasks > 0);
            self.value = highest.map_or(empty, |bucket| bucket.value);
        }
    }
}

/// Clamps of a runqueue. A task counts with the values that were in force when it came; whoever counts them keeps these, and that
/// they were counted: a task that came before the key was turned on is not taken off when it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClampRq {
    min: Side,
    max: Side,
    /// The maximum is only what the last task left behind (`UCLAMP_FLAG_IDLE`).
    is_idle: bool,
}

impl Default for ClampRq {
    fn default() -> ClampRq {
        ClampRq { min: Side::new(Clamps::NONE.min), max: Side::new(Clamps::NONE.max), is_idle: true }
    }
}

impl ClampRq {
    /// What is in force for what runs here.
    #[inline]
    pub fn values(&self) -> Clamps {
        Clamps { min: self.min.value, max: self.max.value }
    }

    /// Whether its maximum is only what the last task left behind.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.is_idle
    }

    /// A task comes (`uclamp_rq_inc`).
    pub fn join(&mut self, task: Clamps) {
        self.min.join(task.min, self.is_idle);
        self.max.join(task.max, self.is_idle);
        self.is_idle = false;
    }

    /// A task leaves that came with these values (`uclamp_rq_dec`).
    pub fn leave(&mut self, task: Clamps) {
        self.min.leave(task.min, Clamps::NONE.min);
        self.max.leave(task.max, task.max);
        self.is_idle = self.max.buckets.iter().all(|bucket| bucket.tasks == 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_have_a_rounded_fifth_each() {
        for (value, bucket) in [
            (0, 0),
            (204, 0),
            (205, 1),
            (409, 1),
            (410, 2),
            (614, 2),
            (615, 3),
            (819, 3),
            (820, 4),
            (1024, 4),
        ] {
            assert_eq!(bucket_of(value), bucket, "{value}");
        }
    }

    #[track_caller]
    fn check(rq: &ClampRq, min: u64, max: u64, is_idle: bool) {
        assert_eq!((rq.values(), rq.is_idle()), (Clamps { min, max }, is_idle));
    }

    const A: Clamps = Clamps { min: 256, max: 1024 };
    const B: Clamps = Clamps { min: 300, max: 512 };
    const C: Clamps = Clamps::NONE;

    #[test]
    fn a_queue_has_the_highest_of_its_tasks() {
        let mut rq = ClampRq::default();
        check(&rq, 0, 1024, true);
        rq.join(A);
        check(&rq, 256, 1024, false);
        rq.join(B);
        check(&rq, 300, 1024, false);
        rq.leave(A);
        check(&rq, 300, 512, false);
        rq.join(C);
        check(&rq, 300, 1024, false);
        rq.leave(B);
        check(&rq, 0, 1024, false);
        rq.leave(C);
        check(&rq, 0, 1024, true);
    }

    #[test]
    fn a_bucket_keeps_its_highest_while_somebody_is_in() {
        let mut rq = ClampRq::default();
        rq.join(Clamps { min: 256, ..C });
        rq.join(Clamps { min: 300, ..C });
        rq.leave(Clamps { min: 300, ..C });
        check(&rq, 300, 1024, false);
        rq.leave(Clamps { min: 256, ..C });
        check(&rq, 0, 1024, true);
    }

    #[test]
    fn the_last_maximum_stays_until_the_next_task() {
        let mut rq = ClampRq::default();
        rq.join(B);
        rq.leave(B);
        check(&rq, 0, 512, true);
        rq.join(Clamps { min: 10, max: 100 });
        check(&rq, 10, 100, false);
    }

    proptest::proptest! {
        /// A value is never below the highest task, and above it by less than a bucket.
        #[test]
        fn a_value_is_never_too_low(tasks in proptest::collection::vec((0..=FULL, 0..=FULL, proptest::bool::ANY), 1..40)) {
            let (mut rq, mut there) = (ClampRq::default(), Vec::new());
            for (min, max, leaves) in tasks {
                if leaves && let Some(task) = there.pop() {
                    rq.leave(task);
                } else {
                    there.insert(there.len() / 2, Clamps { min, max });
                    rq.join(Clamps { min, max });
                }
                let Clamps { min, max } = rq.values();
                proptest::prop_assert_eq!(rq.is_idle(), there.is_empty());
                if let (Some(least), Some(most)) = (there.iter().map(|t| t.min).max(), there.iter().map(|t| t.max).max()) {
                    proptest::prop_assert!(min >= least && min - least < BUCKET_WIDTH);
                    proptest::prop_assert!(max >= most && max - most < BUCKET_WIDTH);
                }
            }
        }
    }
}
