//! How many CPUs a search of a cache looks at (rule 6).

/// As many as a cache with this utilisation leaves worth looking at, none when it is full (`update_idle_cpu_scan`).
///
/// `sum_util` is that of its `weight` CPUs, at most 1024 each. A balance of the cache's domain works it out, if it is not
/// one of a CPU that has just become idle.
pub fn nr_idle_scan(sum_util: u64, weight: u64, imbalance_pct: u64) -> u32 {
    let mean = sum_util / weight;
    let taken = (mean * mean * imbalance_pct * imbalance_pct / (10_000 * 1024)).min(1024);
    ((1024 - taken) * weight / 1024) as u32
}

/// As many as can be looked at in so much of the time that the waker's CPU is going to be idle, at least four (`SIS_PROP`).
///
/// Up to 5.13 that is a 512th of its idle time on average; then what is left of its [`WakeIdle`]. The kernel counts before it
/// looks: one less is looked at.
pub(super) fn proportional(idle_ns: u64, avg_scan_cost_ns: u64, weight: u64) -> u64 {
    let (time_ns, cost_ns) = (weight * idle_ns, avg_scan_cost_ns + 1);
    let counted = if time_ns > 4 * cost_ns { time_ns / cost_ns } else { 4 };
    counted - 1
}

/// What is left of a CPU's idle time for the searches of its wakeups (`rq->wake_avg_idle`): half of its average when it was idle
/// last, and the less the longer that is past and the more was searched since (5.14 to 6.6, SIS_PROP).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WakeIdle {
    ns: u64,
    stamp_ticks: u64,
}

impl Default for WakeIdle {
    /// At boot all of the average counts, a millisecond.
    fn default() -> WakeIdle {
        WakeIdle { ns: 1_000_000, stamp_ticks: 0 }
    }
}

impl WakeIdle {
    /// A CPU was idle, now on average for so long.
    pub fn after_idle(avg_idle_ns: u64, now_ticks: u64) -> WakeIdle {
        WakeIdle { ns: avg_idle_ns / 2, stamp_ticks: now_ticks }
    }

    /// What is left: half for each tick that has passed.
    pub fn left_ns(self, now_ticks: u64) -> u64 {
        let ticks = now_ticks.saturating_sub(self.stamp_ticks);
        self.ns.checked_shr(ticks.min(64) as u32).unwrap_or(0)
    }

    /// A search has taken so long.
    pub fn searched(self, scan_ns: u64, now_ticks: u64) -> WakeIdle {
        WakeIdle { ns: self.left_ns(now_ticks).saturating_sub(scan_ns), stamp_ticks: now_ticks }
    }
}

/// The average time of a search after another one: an eighth of the difference is taken over (`update_avg`).
pub fn scan_average_ns(average_ns: u64, scan_ns: u64) -> u64 {
    average_ns.saturating_add_signed((scan_ns as i64 - average_ns as i64) / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_cache_is_searched_less() {
        let rows: [(u64, &[(u64, u32)]); 4] = [
            (4, &[(0, 4), (200, 3), (400, 3), (512, 2), (600, 2), (700, 1), (800, 0), (1024, 0)]),
            (8, &[(0, 8), (200, 7), (400, 6), (512, 5), (600, 4), (700, 2), (800, 1), (850, 0), (1024, 0)]),
            (16, &[(0, 16), (200, 15), (400, 12), (512, 10), (600, 8), (700, 5), (800, 2), (850, 0)]),
            (64, &[(0, 64), (200, 60), (400, 50), (600, 33), (700, 23), (800, 10), (850, 3), (870, 0)]),
        ];
        for (weight, row) in rows {
            for (util, expected) in row {
                assert_eq!(nr_idle_scan(util * weight, weight, 117), *expected, "{weight} CPUs of {util}");
            }
        }
    }

    #[test]
    fn short_idle_times_allow_few() {
        assert_eq!(proportional(1_000_000 / 512, 0, 16), 31_247);
        assert_eq!(proportional(1_000_000 / 512, 1000, 16), 30);
        assert_eq!(proportional(100_000 / 512, 1000, 16), 3);
        assert_eq!(proportional(0, 0, 16), 3);
    }

    #[test]
    fn what_is_left_for_searches_is_halved_by_ticks_and_spent() {
        let idle = WakeIdle::after_idle(1_000_000, 10);
        assert_eq!([10, 11, 13, 29, 400].map(|ticks| idle.left_ns(ticks)), [500_000, 250_000, 62_500, 0, 0]);
        let searched = idle.searched(50_000, 11);
        assert_eq!((searched.left_ns(11), searched.left_ns(12)), (200_000, 100_000));
        assert_eq!(idle.searched(u64::MAX, 10).left_ns(10), 0);
    }

    #[test]
    fn an_average_follows_by_eighths() {
        assert_eq!(scan_average_ns(0, 800), 100);
        assert_eq!(scan_average_ns(800, 0), 700);
        assert_eq!(scan_average_ns(7, 0), 7);
        assert_eq!(scan_average_ns(5, 5), 5);
    }
}
