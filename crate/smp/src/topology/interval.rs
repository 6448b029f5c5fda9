//! How long it is to the next balance, in ticks (`get_sd_balance_interval`).

/// How much rarer a busy CPU balances (`busy_factor`).
const BUSY_FACTOR: u64 = 16;

/// Ticks between two balances of a domain whose interval is so many ms just now: longer on a busy CPU and one tick off there,
/// so that levels do not fall together; at least one, at most a tenth of a second for each CPU of the machine.
pub fn interval_ticks(interval_ms: u64, busy: bool, hz: u64, cpu_count: usize) -> u64 {
    let interval_ms = if busy { interval_ms * BUSY_FACTOR } else { interval_ms };
    let ticks = (interval_ms * hz).div_ceil(1000);
    let ticks = ticks.saturating_sub(u64::from(busy));
    ticks.clamp(1, (hz * cpu_count as u64 / 10).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Idle at least and at most, busy at least and at most, of a domain of that many CPUs.
    #[track_caller]
    fn check(hz: u64, weight: u64, cpus: usize, expected: [u64; 4]) {
        let ticks = |ms, busy| interval_ticks(ms, busy, hz, cpus);
        let found =
            [ticks(weight, false), ticks(2 * weight, false), ticks(weight, true), ticks(2 * weight, true)];
        assert_eq!(found, expected, "HZ {hz}, {weight} of {cpus} CPUs");
    }

    #[test]
    fn intervals_at_250_hz() {
        check(250, 2, 8, [1, 1, 7, 15]);
        check(250, 4, 8, [1, 2, 15, 31]);
        check(250, 8, 8, [2, 4, 31, 63]);
        check(250, 16, 16, [4, 8, 63, 127]);
        check(250, 20, 40, [5, 10, 79, 159]);
        check(250, 40, 40, [10, 20, 159, 319]);
        check(250, 64, 64, [16, 32, 255, 511]);
        check(250, 128, 128, [32, 64, 511, 1023]);
    }

    #[test]
    fn intervals_at_1000_hz() {
        check(1000, 2, 8, [2, 4, 31, 63]);
        check(1000, 8, 8, [8, 16, 127, 255]);
        check(1000, 16, 16, [16, 32, 255, 511]);
    }

    #[test]
    fn intervals_are_bounded_by_the_machine() {
        assert_eq!(interval_ticks(512, true, 250, 2), 50);
        assert_eq!(interval_ticks(0, true, 250, 2), 1);
        assert_eq!(interval_ticks(1, true, 1, 1), 1);
    }
}
