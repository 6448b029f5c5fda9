//! What a task misses in the caches when it begins to run.

/// Lines of 64 bytes in a KiB.
const LINES_PER_KIB: u64 = 16;

/// Lines that are waited for at the same time.
const MISSES_IN_PARALLEL: u64 = 4;

/// What a task has in memory that it uses again and again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Its size; 0 is a task that misses nothing.
    pub kib: u64,
    /// Which part of the missing lines holds it up, in thousandths.
    pub sensitivity_per_mille: u64,
}

/// The nearest place that has what a task needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearest {
    /// The core's own cache.
    L2,
    /// The last-level cache.
    Llc,
    /// Memory, or another last-level cache of the socket.
    Memory,
    /// Another socket.
    Remote,
}

/// How long a line takes from each place, ns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// From the core's own cache.
    pub l2_ns: u64,
    /// From the last-level cache.
    pub llc_ns: u64,
    /// From memory.
    pub memory_ns: u64,
    /// From another socket.
    pub remote_ns: u64,
}

impl Lines {
    fn from(&self, nearest: Nearest) -> u64 {
        match nearest {
            Nearest::L2 => self.l2_ns,
            Nearest::Llc => self.llc_ns,
            Nearest::Memory => self.memory_ns,
            Nearest::Remote => self.remote_ns,
        }
    }
}

/// What is left of `kib` in a cache of `cache_kib` after others used `others_kib` there: half each time that they used as
/// much as the cache holds, and in between in proportion. Nothing is left in a cache that is none.
pub fn left_in_cache_kib(kib: u64, others_kib: u64, cache_kib: u64) -> u64 {
    let Some(halvings) = others_kib.checked_div(cache_kib) else {
        return 0;
    };
    let kib = kib.min(cache_kib);
    let left = kib.checked_shr(halvings.min(63) as u32).unwrap_or(0);
    left - left * (others_kib % cache_kib) / (2 * cache_kib)
}

/// How long a task works longer because `missing_kib` of its footprint come from `nearest`.
pub fn refill_ns(missing_kib: u64, sensitivity_per_mille: u64, nearest: Nearest, lines: &Lines) -> u64 {
    let whole_ns = missing_kib * LINES_PER_KIB * lines.from(nearest) / MISSES_IN_PARALLEL;
    whole_ns * sensitivity_per_mille / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: Lines = Lines { l2_ns: 5, llc_ns: 15, memory_ns: 110, remote_ns: 140 };

    #[track_caller]
    fn check(kib: u64, expected_ns: [u64; 4]) {
        let places = [Nearest::L2, Nearest::Llc, Nearest::Memory, Nearest::Remote];
        assert_eq!(places.map(|nearest| refill_ns(kib, 1000, nearest, &LINES)), expected_ns);
    }

    #[test]
    fn the_farther_the_slower() {
        check(32, [640, 1_920, 14_080, 17_920]);
        check(256, [5_120, 15_360, 112_640, 143_360]);
        check(1024, [20_480, 61_440, 450_560, 573_440]);
        check(0, [0; 4]);
    }

    #[test]
    fn sensitivity_scales_it() {
        assert_eq!(refill_ns(256, 500, Nearest::Memory, &LINES), 56_320);
        assert_eq!(refill_ns(256, 0, Nearest::Memory, &LINES), 0);
    }

    #[test]
    fn others_push_a_footprint_out() {
        assert_eq!(left_in_cache_kib(256, 0, 512), 256);
        assert_eq!(left_in_cache_kib(256, 256, 512), 192);
        assert_eq!(left_in_cache_kib(256, 512, 512), 128);
        assert_eq!(left_in_cache_kib(256, 1024, 512), 64);
        assert_eq!(left_in_cache_kib(1024, 0, 512), 512, "no more than it holds");
        assert_eq!(left_in_cache_kib(256, u64::MAX, 512), 0);
        assert_eq!(left_in_cache_kib(256, 0, 0), 0);
    }

    proptest::proptest! {
        #[test]
        fn more_of_others_leaves_no_more(kib in 0..100_000u64, others in 0..1_000_000u64, cache in 1..100_000u64) {
            let left = |others| left_in_cache_kib(kib, others, cache);
            proptest::prop_assert!(left(others) <= kib.min(cache));
            proptest::prop_assert!(left(others + 1) <= left(others));
        }
    }
}
