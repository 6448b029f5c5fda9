//! Weights and the two ways to divide by them.
//!
//! 1. **Weight.** Each nice level has a weight; one level is about 25 % (a tenth of the
//!    CPU between two tasks). A stored load is the table's weight times 1024, as on
//!    64-bit kernels.
//! 2. **Virtual time.** Running for δ ns advances `vruntime` by δ · 1024 / weight.
//! 3. **Two divisions.** Until 7.0 the kernel multiplies by a 32-bit inverse and shifts,
//!    which may fall a few units short of the quotient; from 7.1 it divides exactly.

use crate::rules::DeltaRule;

/// Weight of nice −20 … 19 (7.2, `kernel/sched/core.c: sched_prio_to_weight`).
const WEIGHTS: [u32; 40] = [
    88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, 9548, 7620, 6100, 4904, 3906, 3121,
    2501, 1991, 1586, 1277, 1024, 820, 655, 526, 423, 335, 272, 215, 172, 137, 110, 87, 70, 56, 45, 36, 29,
    23, 18, 15,
];

/// About 2³² / weight for the same levels (7.2, `sched_prio_to_wmult`).
const INVERSES: [u32; 40] = [
    48388, 59856, 76040, 92818, 118348, 147320, 184698, 229616, 287308, 360437, 449829, 563644, 704093,
    875809, 1099582, 1376151, 1717300, 2157191, 2708050, 3363326, 4194304, 5237765, 6557202, 8165337,
    10153587, 12820798, 15790321, 19976592, 24970740, 31350126, 39045157, 49367440, 61356676, 76695844,
    95443717, 119304647, 148102320, 186737708, 238609294, 286331153,
];

/// Load of a nice-0 task: 1024 · 1024.
pub const NICE_0_LOAD: u64 = 1 << 20;

/// A load with its cached inverse; an inverse of 0 means "compute it when needed".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weight {
    /// Table weight times 1024.
    pub load: u64,
    /// About 2³² / (load / 1024), from the table; 0 for sums of loads.
    pub inverse: u32,
}

impl Weight {
    /// The weight of a nice level, which must be in −20..=19.
    pub const fn of_nice(nice: i8) -> Weight {
        assert!(nice >= -20 && nice <= 19, "nice is checked where it is read");
        let level = (nice + 20) as usize;
        Weight { load: (WEIGHTS[level] as u64) << 10, inverse: INVERSES[level] }
    }

    /// The weight of a SCHED_IDLE task: 3, whatever its nice value.
    pub const IDLE: Weight = Weight { load: 3 << 10, inverse: 1431655765 };

    /// A total of loads, as a runqueue has it.
    pub const fn of_queue(load: u64) -> Weight {
        Weight { load, inverse: 0 }
    }
}

/// The weight of a group with this cpu.weight, 1..=10000; 100 is that of a nice-0 task.
///
/// Rounded to whole units of the table, at least 2 (`kernel/sched/core.c: cpu_weight_write_u64`).
pub const fn group_weight(cpu_weight: u32) -> Weight {
    let shares = (cpu_weight as u64 * 1024 + 50) / 100;
    let shares = if shares < 2 { 2 } else { shares };
    Weight::of_queue(shares << 10)
}

/// A load in table units: 0 stays 0, anything else is at least 2.
#[inline]
pub const fn scale_down(load: u64) -> u64 {
    match load {
        0 => 0,
        _ if load >> 10 < 2 => 2,
        _ => load >> 10,
    }
}

/// δ · `load` / `by`, rounded down (`kernel/sched/fair.c: __calc_delta`).
///
/// The inverse form may be a few units below the exact quotient: 6 ms · 1/3 is 1 999 999.
#[inline]
pub fn calc_delta(rule: DeltaRule, delta: u64, load: u64, by: Weight) -> u64 {
    match rule {
        DeltaRule::Inverse => by_inverse(delta, load, by),
        DeltaRule::Exact => exact(delta, load, by.load),
    }
}

/// δ in virtual time of an entity: δ · 1024 / weight.
#[inline]
pub fn calc_delta_fair(rule: DeltaRule, delta: u64, weight: Weight) -> u64 {
    if weight.load == NICE_0_LOAD { delta } else { calc_delta(rule, delta, NICE_0_LOAD, weight) }
}

fn exact(delta: u64, load: u64, by: u64) -> u64 {
    if product_fits(delta, load) {
        delta * load / by
    } else {
        (u128::from(delta) * u128::from(load) / u128::from(by)) as u64
    }
}

/// Whether a product is surely below 2⁶². Two counts of zeros are cheaper than a checked
/// multiplication, most of all in wasm, where that one is a call.
#[inline]
const fn product_fits(a: u64, b: u64) -> bool {
    a.leading_zeros() + b.leading_zeros() >= 66
}

fn by_inverse(delta: u64, load: u64, by: Weight) -> u64 {
    let (factor, shift) = fit_32_bits(scale_down(load), 32);
    let (factor, shift) = fit_32_bits(factor * u64::from(inverse_of(by)), shift);
    if product_fits(delta, factor) {
        (delta * factor) >> shift
    } else {
        ((u128::from(delta) * u128::from(factor)) >> shift) as u64
    }
}

/// Shifts `factor` down until it fits 32 bits and takes as much from `shift`.
fn fit_32_bits(factor: u64, shift: u32) -> (u64, u32) {
    let excess = 32 - ((factor >> 32) as u32).leading_zeros();
    (factor >> excess, shift - excess)
}

fn inverse_of(by: Weight) -> u32 {
    match scale_down(by.load) {
        _ if by.inverse != 0 => by.inverse,
        0 => u32::MAX,
        weight if weight >= u64::from(u32::MAX) => 1,
        weight => u32::MAX / weight as u32,
    }
}

/// Quotient rounded toward minus infinity; `by` must be positive.
#[inline]
pub(crate) fn floor_div(value: i128, by: i64) -> i64 {
    debug_assert!(by > 0, "a queue with an entity has weight");
    match i64::try_from(value) {
        Ok(small) => small.div_euclid(by),
        Err(_) => value.div_euclid(i128::from(by)) as i64,
    }
}

/// `weight · distance` in 128 bits.
#[inline]
pub(crate) fn weighted(weight: i64, distance: i64) -> i128 {
    if product_fits(weight.unsigned_abs(), distance.unsigned_abs()) {
        i128::from(weight * distance)
    } else {
        i128::from(weight) * i128::from(distance)
    }
}

/// `value · by / over`, truncated toward zero; the product has 128 bits.
#[inline]
pub(crate) fn mul_div(value: i64, by: u64, over: u64) -> i64 {
    if product_fits(value.unsigned_abs(), by) {
        value * by as i64 / over as i64
    } else {
        (i128::from(value) * i128::from(by) / i128::from(over)) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fast ways agree with 128 bits, near the limit and far from it.
    #[test]
    fn short_products_are_whole_products() {
        for bits in [0, 1, 20, 26, 31, 35, 40, 52, 61, 62] {
            for value in [(1i64 << bits) - 1, 1 << bits, -(1 << bits) - 1] {
                for by in [1, 3, 3072, NICE_0_LOAD, 90_891_264] {
                    let whole = i128::from(value) * i128::from(by);
                    assert_eq!(weighted(value, by as i64), whole);
                    assert_eq!(mul_div(value, by, 7), (whole / 7) as i64, "{value} · {by}");
                    let (delta, weight) = (value.unsigned_abs(), Weight::of_queue(5 << 10));
                    let quotient = u128::from(delta) * u128::from(by) / (5 << 10);
                    assert_eq!(calc_delta(DeltaRule::Exact, delta, by, weight), quotient as u64);
                }
            }
        }
    }

    /// The inverse may be a few units short, as the kernel's is.
    #[test]
    fn inverse_division_rounds_as_the_kernel() {
        let third = calc_delta(DeltaRule::Inverse, 6_000_000, NICE_0_LOAD, Weight::of_queue(3 * NICE_0_LOAD));
        assert_eq!(third, 1_999_999);
        let nice_5 = calc_delta_fair(DeltaRule::Inverse, 4_000_000, Weight::of_nice(5));
        assert_eq!(nice_5, 12_226_865);
        assert_eq!(calc_delta_fair(DeltaRule::Inverse, 4_000_000, Weight::IDLE), 1_365_333_333);
    }
}
