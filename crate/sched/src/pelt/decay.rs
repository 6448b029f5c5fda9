//! Time in periods of 1024 units, each worth y times the next, where y³² = 1/2.

/// Units of a period. A unit is 1024 ns.
pub(super) const PERIOD_UNITS: u64 = 1024;

/// What an endless past adds up to: a fixed point of decaying and adding a period, in integers.
pub(super) const LOAD_AVG_MAX: u64 = 47742;

/// Periods after which a value is half as much.
const HALF_LIFE: u64 = 32;

/// After more periods nothing is left of 63 bits.
const PERIODS_MAX: u64 = HALF_LIFE * 63;

/// ⌊(2³² − 1) · yⁿ⌋ for n = 0 … 31.
const POWERS: [u32; 32] = [
    0xffff_ffff,
    0xfa83_b2da,
    0xf525_7d14,
    0xefe4_b99a,
    0xeac0_c6e6,
    0xe5b9_06e6,
    0xe0cc_deeb,
    0xdbfb_b796,
    0xd744_fcc9,
    0xd2a8_1d91,
    0xce24_8c14,
    0xc9b9_bd85,
    0xc567_2a10,
    0xc12c_4cc9,
    0xbd08_a39e,
    0xb8fb_af46,
    0xb504_f333,
    0xb123_f581,
    0xad58_3ee9,
    0xa9a1_5ab4,
    0xa5fe_d6a9,
    0xa270_4302,
    0x9ef5_325f,
    0x9b8d_39b9,
    0x9837_f050,
    0x94f4_efa8,
    0x91c3_d373,
    0x8ea4_398a,
    0x8b95_c1e3,
    0x8898_0e80,
    0x85aa_c367,
    0x82cd_8698,
];

/// `value` · yⁿ for n periods, rounded down (`decay_load`). For n = 0 too the result is a little less: the caller asks only
/// where a period ended.
pub(super) fn decay(value: u64, periods: u64) -> u64 {
    if periods > PERIODS_MAX {
        return 0;
    }
    let halved = value >> (periods / HALF_LIFE);
    let power = POWERS[(periods % HALF_LIFE) as usize];
    ((u128::from(halved) * u128::from(power)) >> 32) as u64
}

/// What a stretch of time adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Added {
    /// Periods that ended: sums from before decay by as many.
    pub periods: u64,
    /// The stretch itself, decayed to its end.
    pub contrib: u64,
    /// How far into its period the stretch ended.
    pub period_units: u64,
}

/// `units` of time that begin `period_units` units into a period.
pub(super) fn accumulate(period_units: u64, units: u64) -> Added {
    let end = units + period_units;
    let (periods, rest) = (end / PERIOD_UNITS, end % PERIOD_UNITS);
    let contrib = if periods == 0 { units } else { across(PERIOD_UNITS - period_units, periods, rest) };
    Added { periods, contrib, period_units: rest }
}

/// The end of a first period, the whole ones after it, and the beginning of the last (`__accumulate_pelt_segments`).
fn across(first: u64, periods: u64, rest: u64) -> u64 {
    decay(first, periods) + (LOAD_AVG_MAX - decay(LOAD_AVG_MAX, periods) - PERIOD_UNITS) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_is_left_after_32_periods() {
        assert_eq!(decay(1 << 40, 0), (1 << 40) - 256, "the zeroth power is a little less than one");
        assert_eq!(decay(1 << 40, 32), (1 << 39) - 128);
        assert_eq!(decay(u64::MAX, PERIODS_MAX - 1), 1);
        assert_eq!(decay(u64::MAX, u64::MAX), 0);
    }

    /// The greatest sum is where adding a period makes up for its decay.
    #[test]
    fn the_greatest_sum_is_a_fixed_point() {
        let mut sum = 0;
        let steps = std::iter::from_fn(|| {
            let before = sum;
            sum = decay(sum, 1) + PERIOD_UNITS;
            (sum != before).then_some(sum)
        });
        assert_eq!(steps.last(), Some(LOAD_AVG_MAX));
    }

    #[test]
    fn a_stretch_within_a_period_is_itself() {
        assert_eq!(accumulate(10, 1000), Added { periods: 0, contrib: 1000, period_units: 1010 });
        assert_eq!(accumulate(10, 1014), Added { periods: 1, contrib: 992, period_units: 0 });
    }
}
