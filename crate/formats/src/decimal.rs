//! Decimal text to integers and back, without a float in between.

/// Nanoseconds in a millisecond, and the decimal digits that are.
const MS_DIGITS: i32 = 6;

/// The nanoseconds that a decimal number of milliseconds means: `12.345678` gives 12345678.
///
/// `None` if the text is no number, is finer than 1 ns, or does not fit. Recordings print virtual
/// times so; a float would be off by a nanosecond from 2⁵³ ns (104 days) on.
pub(crate) fn ms_to_ns(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = split_exponent(digits)?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let magnitude = scale(whole, fraction, exponent.checked_add(MS_DIGITS)?)?;
    Some(if negative { -magnitude } else { magnitude })
}

/// Nanoseconds as milliseconds with six places, as the kernel prints them: `12.345678`.
///
/// The sign stands before the whole number even if that is 0, so that [`ms_to_ns`] gives it back.
pub(crate) fn ns_to_ms(ns: i64) -> String {
    let sign = if ns < 0 { "-" } else { "" };
    let magnitude = ns.unsigned_abs();
    format!("{sign}{}.{:06}", magnitude / 1_000_000, magnitude % 1_000_000)
}

/// `1.5e-3` in two parts; no exponent is 0.
fn split_exponent(text: &str) -> Option<(&str, i32)> {
    match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => Some((mantissa, exponent.parse().ok()?)),
        None => Some((text, 0)),
    }
}

/// The integer `whole.fraction * 10^shift`; `None` if digits would be lost.
fn scale(whole: &str, fraction: &str, shift: i32) -> Option<i64> {
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    if whole.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let point = i64::try_from(whole.len()).ok()? + i64::from(shift);
    let kept = usize::try_from(point.max(0)).ok()?.min(digits.len());
    if digits[kept..].iter().any(|&digit| digit != b'0') {
        return None;
    }
    let missing = usize::try_from(point).unwrap_or(0).saturating_sub(digits.len());
    let value = digits[..kept].iter().try_fold(0i64, |sum, digit| append(sum, digit - b'0'))?;
    if value == 0 {
        return Some(0);
    }
    (0..missing).try_fold(value, |sum, _| append(sum, 0))
}

/// One more decimal digit at the end.
fn append(sum: i64, digit: u8) -> Option<i64> {
    sum.checked_mul(10)?.checked_add(i64::from(digit))
}

#[cfg(test)]
mod tests {
    use super::{ms_to_ns, ns_to_ms};

    #[track_caller]
    fn check(text: &str, expected: Option<i64>) {
        assert_eq!(ms_to_ns(text), expected, "{text}");
    }

    #[test]
    fn whole_and_fraction() {
        check("12370.331086", Some(12_370_331_086));
        check("0.5", Some(500_000));
        check("7", Some(7_000_000));
        check("-1.048576", Some(-1_048_576));
        check("12328.277957000", Some(12_328_277_957));
    }

    #[test]
    fn exponents_as_python_prints_them() {
        check("8.3e-05", Some(83));
        check("1e-06", Some(1));
        check("1.5e3", Some(1_500_000_000));
        check("0e999999999", Some(0));
    }

    #[test]
    fn beyond_the_precision_of_a_float() {
        check("9007199254.740993", Some(9_007_199_254_740_993));
    }

    #[test]
    fn refuses_what_is_no_number_of_nanoseconds() {
        for text in
            ["", "-", ".", "1.2.3", "abc", "1e", "1e-07", "0.0000001", "99999999999999", "1e2147483647"]
        {
            check(text, None);
        }
    }

    #[test]
    fn there_and_back() {
        for ns in [0, 1, -1, 999_999, -1_048_576, 12_370_331_086, i64::MAX, -i64::MAX] {
            assert_eq!(ms_to_ns(&ns_to_ms(ns)), Some(ns));
        }
    }
}
