//! How fast a program gets on.

/// Work in a time, in units of 2⁻²⁰ of what the biggest CPU of the machine does at its fastest and alone on its core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkRate(u64);

const UNIT_SHIFT: u32 = 20;

impl WorkRate {
    /// That of the biggest CPU at its fastest.
    pub const FULL: WorkRate = WorkRate(1 << UNIT_SHIFT);

    /// That of a CPU of `capacity` at `frequency`, each 1024 at most, while it has `share_per_mille` of its core. Never 0, as
    /// something always gets on.
    pub fn new(capacity: u64, frequency: u64, share_per_mille: u64) -> WorkRate {
        WorkRate((capacity * frequency * share_per_mille / 1000).max(1))
    }

    /// Work in a time, in ns of full rate, rounded down.
    pub fn work_ns(self, elapsed_ns: u64) -> u64 {
        if self == WorkRate::FULL {
            elapsed_ns
        } else {
            ((u128::from(elapsed_ns) * u128::from(self.0)) >> UNIT_SHIFT) as u64
        }
    }

    /// The least time in which so much work is done; never is the greatest time.
    pub fn time_ns(self, work_ns: u64) -> u64 {
        if self == WorkRate::FULL {
            return work_ns;
        }
        let time_ns = (u128::from(work_ns) << UNIT_SHIFT).div_ceil(u128::from(self.0));
        u64::try_from(time_ns).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn smaller_slower_and_shared_cpus_get_on_less() {
        let rate = WorkRate::new(462, 295, 1000);
        assert_eq!(rate.work_ns(1_000_000), 129_976, "as the clock of load tracking");
        assert_eq!(WorkRate::new(1024, 1024, 600).work_ns(1_000_000), 599_999);
        assert_eq!(WorkRate::new(1024, 1024, 1000), WorkRate::FULL);
        assert_eq!(WorkRate::new(512, 1024, 1000).time_ns(1_000_000), 2_000_000);
        assert_eq!(WorkRate::new(0, 1024, 1000).time_ns(u64::MAX), u64::MAX);
    }

    proptest! {
        /// The time for some work is the least in which it is done.
        #[test]
        fn time_and_work_are_inverse(capacity in 1..=1024u64, frequency in 1..=1024u64, share in 1..=1000u64, work in 1..1u64 << 40) {
            let rate = WorkRate::new(capacity, frequency, share);
            let time = rate.time_ns(work);
            prop_assert!(rate.work_ns(time) >= work);
            prop_assert!(rate.work_ns(time - 1) < work);
        }

        /// Stopping in between loses less than a ns.
        #[test]
        fn parts_add_up(capacity in 1..=1024u64, a in 0..1u64 << 40, b in 0..1u64 << 40) {
            let rate = WorkRate::new(capacity, 700, 600);
            let (whole, parts) = (rate.work_ns(a + b), rate.work_ns(a) + rate.work_ns(b));
            prop_assert!(whole >= parts && whole - parts <= 1);
        }
    }
}
