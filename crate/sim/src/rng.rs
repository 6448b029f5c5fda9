//! The one generator of chance, and what is drawn from it: integers only.
//!
//! Each task has a stream of its own, made from the scenario's seed and the task's
//! place in the list. So both sides of a comparison draw the same durations in the
//! same order, whoever is scheduled first; and wasm draws what native code draws.

/// A stream of random numbers (xoshiro256**).
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// A stream by its number, which of a task is its place in the list: never the same for two numbers or two seeds.
    pub fn stream(seed: u64, number: u64) -> Rng {
        let mut mixer = SplitMix(SplitMix(seed).next() ^ number.wrapping_mul(SplitMix::STEP));
        Rng { state: std::array::from_fn(|_| mixer.next()) }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c2, d2) = (c ^ a, d ^ b);
        self.state = [a ^ d2, b ^ c2, c2 ^ (b << 17), d2.rotate_left(45)];
        result
    }

    /// A number from `low` to `high`, both included; `low` if the range is empty.
    pub fn uniform(&mut self, low: u64, high: u64) -> u64 {
        let width = u128::from(high.saturating_sub(low)) + 1;
        low + ((u128::from(self.bits()) * width) >> 64) as u64
    }

    /// −ln(u) for a uniform u in (0, 1), in units of 2⁻³²: mean 1, at most 44.4.
    pub fn exponential_q32(&mut self) -> u64 {
        let u = self.bits().max(1);
        minus_ln_q32(u, 64)
    }

    /// A standard normal number in units of 2⁻³² (Marsaglia's polar method).
    pub fn normal_q32(&mut self) -> i64 {
        loop {
            let bits = self.bits();
            let (x, y) = (i64::from(bits as u32 as i32), i64::from((bits >> 32) as u32 as i32));
            let square = (x * x) as u64 + (y * y) as u64;
            // Too near to the middle, the square root would not fit; it is one draw in 10⁹.
            if (1 << 30..1 << 62).contains(&square) {
                let ratio_q32 = ((2 * u128::from(minus_ln_q32(square, 62))) << 62) / u128::from(square);
                let root_q32 = (ratio_q32 << 32).isqrt() as i128;
                return ((i128::from(x) * root_q32) >> 31) as i64;
            }
        }
    }
}

/// Spreads seeds that differ in one bit over the whole state.
struct SplitMix(u64);

impl SplitMix {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(SplitMix::STEP);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// ln 2 in units of 2⁻³².
const LN_2_Q32: u128 = 2_977_044_472;
/// 1 / ln 2 in units of 2⁻³².
const LOG2_E_Q32: i128 = 6_196_328_019;

/// −ln(x / 2^bits) in units of 2⁻³²; `x` is from 1 to 2^bits.
fn minus_ln_q32(x: u64, bits: u32) -> u64 {
    let minus_log2_q32 = (u128::from(bits) << 32) - u128::from(log2_q32(x));
    ((minus_log2_q32 * LN_2_Q32) >> 32) as u64
}

/// log₂ x in units of 2⁻³², rounded down; `x` is not 0.
fn log2_q32(x: u64) -> u64 {
    let whole = u64::from(x.ilog2());
    let mut mantissa = x << x.leading_zeros();
    let mut fraction = 0;
    for _ in 0..32 {
        let square = u128::from(mantissa) * u128::from(mantissa);
        let carry = (square >> 127) as u64;
        mantissa = (square >> (63 + carry)) as u64;
        fraction = fraction << 1 | carry;
    }
    whole << 32 | fraction
}

/// `value` times e to the power `exponent_q32`, at most `max`.
pub fn times_exp(value: u64, exponent_q32: i64, max: u64) -> u64 {
    let log2_q32 = (i128::from(exponent_q32) * LOG2_E_Q32) >> 32;
    let whole = (log2_q32 >> 32).clamp(-66, 64) as i32;
    let scaled_q32 = u128::from(value) * u128::from(exp2_fraction_q32(log2_q32 as u32));
    let result = match whole {
        0.. if scaled_q32.leading_zeros() <= whole as u32 => u128::MAX,
        0.. => (scaled_q32 << whole) >> 32,
        _ => scaled_q32 >> (32 - whole),
    };
    result.min(u128::from(max)) as u64
}

/// 2 to the power f / 2³², in units of 2⁻³²: the series of e^(f ln 2).
fn exp2_fraction_q32(f: u32) -> u64 {
    let x_q60 = (u128::from(f) * LN_2_Q32) >> 4;
    let (mut sum, mut term) = (0u128, 1u128 << 60);
    let mut n = 1;
    while term != 0 {
        sum += term;
        term = ((term * x_q60) >> 60) / n;
        n += 1;
    }
    (sum >> 28) as u64
}

/// How long a `run` or `sleep` lasts, in ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Always this.
    Fixed(u64),
    /// From the first to the second.
    Uniform(u64, u64),
    /// Exponential with this mean.
    Exponential(u64),
    /// Lognormal with this median and this sigma in thousandths.
    Lognormal(u64, u32),
}

impl Draw {
    /// A duration from 1 to `max_ns`, so that a drawn step always takes time; a fixed one as it is.
    pub fn draw(self, rng: &mut Rng, max_ns: u64) -> u64 {
        let drawn_ns = match self {
            Draw::Fixed(ns) => return ns,
            Draw::Uniform(low, high) => rng.uniform(low, high),
            Draw::Exponential(mean) => {
                let ns = (u128::from(mean) * u128::from(rng.exponential_q32())) >> 32;
                u64::try_from(ns).unwrap_or(u64::MAX)
            }
            Draw::Lognormal(median, sigma_permille) => {
                let exponent = i128::from(rng.normal_q32()) * i128::from(sigma_permille) / 1000;
                times_exp(median, exponent as i64, max_ns)
            }
        };
        drawn_ns.clamp(1, max_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_NS: u64 = 3_600_000_000_000;

    fn mean(draw: Draw) -> u64 {
        let mut rng = Rng::stream(7, 3);
        let n = 100_000;
        (0..n).map(|_| draw.draw(&mut rng, HOUR_NS)).sum::<u64>() / n
    }

    #[track_caller]
    fn near(got: u64, want: u64, permille: u64) {
        assert!(got.abs_diff(want) * 1000 <= want * permille, "{got} is not near {want}");
    }

    #[test]
    fn streams_differ_and_repeat() {
        let first = |seed, task| Rng::stream(seed, task).bits();
        assert_eq!(first(1, 2), first(1, 2));
        let all: std::collections::BTreeSet<u64> =
            (0..8).flat_map(|s| (0..8).map(move |t| first(s, t))).collect();
        assert_eq!(all.len(), 64);
    }

    #[test]
    fn the_stream_is_frozen() {
        let mut rng = Rng::stream(0, 0);
        let drawn: Vec<u64> = (0..3).map(|_| rng.uniform(0, 999)).collect();
        assert_eq!(drawn, FROZEN, "links would show other runs");
    }
    const FROZEN: [u64; 3] = [981, 468, 164];

    #[test]
    fn distributions_have_their_means() {
        near(mean(Draw::Uniform(1000, 3000)), 2000, 5);
        near(mean(Draw::Exponential(5_000_000)), 5_000_000, 10);
        // e^(σ²/2) times the median, here 1.1331 at σ = 0.5.
        near(mean(Draw::Lognormal(1_000_000, 500)), 1_133_148, 10);
        assert_eq!(mean(Draw::Fixed(77)), 77);
    }

    #[test]
    fn half_of_the_lognormal_is_below_its_median() {
        let mut rng = Rng::stream(1, 1);
        let below = (0..10_000).filter(|_| Draw::Lognormal(1000, 800).draw(&mut rng, HOUR_NS) < 1000).count();
        near(below as u64, 5000, 40);
    }

    #[test]
    fn logarithm_and_power_are_inverse() {
        assert_eq!(log2_q32(1), 0);
        assert_eq!(log2_q32(1 << 40), 40 << 32);
        near(log2_q32(10), 14_267_572_527, 1);
        assert_eq!(exp2_fraction_q32(0), 1 << 32);
        near(exp2_fraction_q32(1 << 31), 6_074_001_000, 1);
        near(times_exp(1_000_000, 1 << 32, HOUR_NS), 2_718_281, 1);
        near(times_exp(1_000_000_000, -(1 << 32), HOUR_NS), 367_879_441, 1);
    }

    #[test]
    fn extremes_stay_inside() {
        assert_eq!(times_exp(u64::MAX, i64::MAX, HOUR_NS), HOUR_NS);
        assert_eq!(times_exp(u64::MAX, i64::MIN, HOUR_NS), 0);
        assert_eq!(minus_ln_q32(u64::MAX, 64) >> 32, 0);
        assert_eq!(minus_ln_q32(1, 64) >> 32, 44);
        let mut rng = Rng::stream(0, 0);
        assert_eq!(rng.uniform(0, u64::MAX).leading_zeros(), Rng::stream(0, 0).bits().leading_zeros());
        assert_eq!(rng.uniform(9, 3), 9);
    }
}
