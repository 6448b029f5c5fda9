//! What of a CPU is left for fair tasks, and what fits.

/// What a CPU can do under a limit of its clock or its heat (`get_actual_cpu_capacity`); the greater of both limits counts.
pub fn actual_capacity(capacity: u64, thermal_pressure: u64, frequency_pressure: u64) -> u64 {
    capacity.saturating_sub(thermal_pressure.max(frequency_pressure))
}

/// What realtime and DEADLINE tasks and interrupts leave of a CPU's actual capacity, at least 1 (`scale_rt_capacity`,
/// `update_cpu_capacity`).
///
/// Interrupts slow everything down that is left, so they are taken off in proportion.
pub fn scale_rt_capacity(actual: u64, higher_util: u64, irq_util: u64) -> u64 {
    if irq_util >= actual || higher_util >= actual {
        return 1;
    }
    let free = actual - higher_util;
    (free * (actual - irq_util) / actual).max(1)
}

/// Whether a utilisation leaves a fifth of a capacity free (`fits_capacity`).
#[inline]
pub fn fits_capacity(util: u64, capacity: u64) -> bool {
    util * 1280 < capacity * 1024
}

/// Whether a capacity is greater than another by more than a twentieth (`capacity_greater`).
#[inline]
pub fn capacity_greater(capacity: u64, other: u64) -> bool {
    capacity * 1024 > other * 1078
}

/// How fast a clock is, 1024 at its fastest (`arch_scale_freq_capacity`); the maximum is not 0.
pub fn frequency_scale(current_khz: u64, max_khz: u64) -> u64 {
    (current_khz << 10) / max_khz
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_classes_and_interrupts_are_taken_off() {
        assert_eq!(scale_rt_capacity(1024, 0, 0), 1024);
        assert_eq!(scale_rt_capacity(1024, 224, 0), 800);
        assert_eq!(scale_rt_capacity(1024, 224, 512), 400);
        assert_eq!(scale_rt_capacity(462, 0, 100), 362);
    }

    #[test]
    fn a_cpu_is_never_without_capacity() {
        assert_eq!(scale_rt_capacity(462, 462, 0), 1);
        assert_eq!(scale_rt_capacity(462, 0, 462), 1);
        assert_eq!(scale_rt_capacity(462, 461, 461), 1);
    }

    #[test]
    fn the_greater_pressure_counts() {
        assert_eq!(actual_capacity(1024, 100, 300), 724);
        assert_eq!(actual_capacity(1024, 300, 100), 724);
        assert_eq!(actual_capacity(200, 300, 0), 0);
    }

    #[test]
    fn margins_are_strict() {
        assert!(fits_capacity(369, 462) && !fits_capacity(370, 462));
        assert!(fits_capacity(819, 1024) && !fits_capacity(820, 1024));
        assert!(!fits_capacity(0, 0));
        assert!(capacity_greater(1024, 972) && !capacity_greater(1024, 973));
        assert!(!capacity_greater(1024, 1024));
    }

    #[test]
    fn clocks_are_compared_with_their_maximum() {
        assert_eq!(frequency_scale(533_000, 1_844_000), 295);
        assert_eq!(frequency_scale(1_844_000, 1_844_000), 1024);
    }
}
