//! Axes: from time and value to pixels, and the ticks a reader expects (1, 2 or 5 times a power of ten).

use crate::metrics;
use crate::pen::FINE;

/// Size of the labels along axes.
pub const LABEL_PX: f64 = 11.0;

/// Free pixels between the labels of neighbouring ticks.
const LABEL_GAP_PX: u32 = 28;

const NS_PER_MS: f64 = 1e6;
const NS_PER_S: f64 = 1e9;
/// From this length on, time is labelled in seconds.
const SECONDS_FROM_NS: u64 = 10_000_000_000;

/// The shared horizontal axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TimeAxis {
    /// Time at the left edge.
    pub from_ns: u64,
    /// Time at the right edge; always after `from_ns`.
    pub to_ns: u64,
    /// Pixel of the left edge.
    pub left: i32,
    /// Pixel of the right edge.
    pub right: i32,
}

/// A mark on an axis: where, and what is written there.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// Pixel along the axis.
    pub at: i32,
    /// Empty for a minor tick.
    pub label: String,
}

impl TimeAxis {
    /// An axis of `from_ns..to_ns` over the pixels `left..right`.
    ///
    /// An empty or reversed range or width becomes one of length 1: the page may ask at any moment of a resize.
    pub fn new(from_ns: u64, to_ns: u64, left: i32, right: i32) -> TimeAxis {
        TimeAxis { from_ns, to_ns: to_ns.max(from_ns + 1), left, right: right.max(left + 1) }
    }

    /// The pixel of an instant; instants outside are at the edges.
    pub fn x(&self, t_ns: u64) -> i32 {
        let into_ns = t_ns.clamp(self.from_ns, self.to_ns) - self.from_ns;
        let width = f64::from(self.right - self.left);
        self.left + nearest(into_ns as f64 * width / self.span_ns() as f64)
    }

    /// An instant in [`FINE`] parts of a pixel; instants outside are at the edges.
    pub fn x_fine(&self, t_ns: u64) -> i32 {
        self.fine().x(t_ns)
    }

    /// The same axis, counted in [`FINE`] parts of a pixel.
    fn fine(&self) -> TimeAxis {
        TimeAxis { left: self.left * FINE, right: self.right * FINE, ..*self }
    }

    /// The instant at pixel `x`; beyond the edges, that of the nearer edge.
    pub fn time_ns(&self, x: i32) -> u64 {
        let pixels = f64::from(x.clamp(self.left, self.right) - self.left);
        let into_ns = pixels * self.span_ns() as f64 / f64::from(self.right - self.left);
        self.from_ns + (into_ns as u64).min(self.span_ns())
    }

    /// The first instant that is drawn right of pixel `x`.
    pub fn after_pixel_ns(&self, x: i32) -> u64 {
        let pixels = f64::from(x - self.left) + 0.5;
        let into_ns = pixels * self.span_ns() as f64 / f64::from(self.right - self.left);
        self.from_ns + into_ns.ceil().max(0.0) as u64
    }

    /// Nanoseconds from edge to edge.
    pub fn span_ns(&self) -> u64 {
        self.to_ns - self.from_ns
    }

    /// What the labels count, `ms` or `s`, and how many ns that has.
    fn unit_ns(&self) -> (&'static str, f64) {
        if self.span_ns() < SECONDS_FROM_NS { ("ms", NS_PER_MS) } else { ("s", NS_PER_S) }
    }

    /// What the labels count: `ms`, or `s` where a long stretch is shown.
    pub fn unit(&self) -> &'static str {
        self.unit_ns().0
    }

    /// Ticks with labels in [`TimeAxis::unit`], none of which touches its neighbour or leaves the axis.
    pub fn ticks(&self) -> Vec<Tick> {
        let step_ns = self.step_ns();
        let first = self.from_ns.div_ceil(step_ns);
        let last = self.to_ns / step_ns;
        let tick = |t_ns| Tick { at: self.x(t_ns), label: self.label(t_ns, step_ns) };
        (first..=last).map(|n| tick(n * step_ns)).collect()
    }

    /// An instant as a number of units, with the decimals that steps of this length need.
    fn label(&self, t_ns: u64, step_ns: u64) -> String {
        let (_, unit_ns) = self.unit_ns();
        format!("{:.*}", decimals_of(step_ns as f64 / unit_ns), t_ns as f64 / unit_ns)
    }

    /// Ticks between the labelled ones: fifths of a step, halves where fifths would be crowded.
    pub fn minor_ticks(&self) -> Vec<i32> {
        let step_ns = self.step_ns();
        let px_per_step = step_ns as f64 * f64::from(self.right - self.left) / self.span_ns() as f64;
        let parts = if px_per_step >= 60.0 && step_ns >= 5 { 5 } else { 2 };
        let minor_ns = (step_ns / parts).max(1);
        let (first, last) = (self.from_ns.div_ceil(minor_ns), self.to_ns / minor_ns);
        (first..=last)
            .filter(|n| !(n * minor_ns).is_multiple_of(step_ns))
            .map(|n| self.x(n * minor_ns))
            .collect()
    }

    /// The shortest round step whose labels do not touch.
    fn step_ns(&self) -> u64 {
        let px_per_ns = f64::from(self.right - self.left) / self.span_ns() as f64;
        round_steps()
            .find(|&step_ns| {
                let label = self.label(self.to_ns, step_ns);
                let label_px = metrics::measure(&label, LABEL_PX).0 + LABEL_GAP_PX;
                step_ns as f64 * px_per_ns >= f64::from(label_px)
            })
            .unwrap_or_else(|| self.span_ns())
    }
}

/// A vertical axis of nanoseconds, real or virtual.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueAxis {
    /// Value at the bottom edge.
    pub low_ns: i64,
    /// Value at the top edge; always above `low_ns`.
    pub high_ns: i64,
    /// Pixel of the top edge.
    pub top: i32,
    /// Pixel of the bottom edge.
    pub bottom: i32,
}

impl ValueAxis {
    /// An axis that shows every value of `low_ns..=high_ns` with a little air above and below.
    ///
    /// A range without extent is widened to a millisecond, so that a flat line is drawn in the middle.
    pub fn around(low_ns: i64, high_ns: i64, top: i32, bottom: i32) -> ValueAxis {
        let span = high_ns.saturating_sub(low_ns);
        let air = if span <= 0 { 500_000 } else { (span / 12).max(1) };
        let (low_ns, high_ns) = (low_ns.saturating_sub(air), high_ns.saturating_add(air));
        ValueAxis { low_ns, high_ns, top, bottom: bottom.max(top + 1) }
    }

    /// The pixel of a value; values outside are at the edges.
    pub fn y(&self, value_ns: i64) -> i32 {
        let above = value_ns.clamp(self.low_ns, self.high_ns).wrapping_sub(self.low_ns) as u64;
        let height = f64::from(self.bottom - self.top);
        self.bottom - nearest(above as f64 * height / self.span_ns() as f64)
    }

    /// A value in [`FINE`] parts of a pixel; values outside are at the edges.
    pub fn y_fine(&self, value_ns: i64) -> i32 {
        ValueAxis { top: self.top * FINE, bottom: self.bottom * FINE, ..*self }.y(value_ns)
    }

    fn span_ns(&self) -> u64 {
        self.high_ns.wrapping_sub(self.low_ns) as u64
    }

    /// Ticks with labels in ms, as many as the height has room for and at least the zero where it is inside.
    pub fn ticks(&self) -> Vec<Tick> {
        let px_per_ns = f64::from(self.bottom - self.top) / self.span_ns() as f64;
        let step = round_steps()
            .map(|step_ns| step_ns as f64)
            .find(|step_ns| step_ns * px_per_ns >= 1.4 * LABEL_PX)
            .unwrap_or(f64::MAX);
        let decimals = decimals_of(step / NS_PER_MS);
        let (first, last) =
            ((self.low_ns as f64 / step).ceil() as i64, (self.high_ns as f64 / step).floor() as i64);
        (first..=last)
            .map(|n| (n as f64 * step) as i64)
            .map(|value| Tick { at: self.y(value), label: signed_ms(value, decimals) })
            .filter(|tick| tick.at - self.top >= 5 && self.bottom - tick.at >= 5)
            .collect()
    }
}

/// The nearest integer of a number that is not negative; `f64::round` is a library call on every target of ours.
fn nearest(pixels: f64) -> i32 {
    (pixels + 0.5) as i32
}

/// 1, 2, 5, 10, … up to half of what i64 nanoseconds span.
fn round_steps() -> impl Iterator<Item = u64> {
    (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)))
}

/// Decimals needed to write multiples of `step`.
fn decimals_of(step: f64) -> usize {
    let mut scaled = step;
    let mut decimals = 0;
    while scaled < 0.999 && decimals < 6 {
        scaled *= 10.0;
        decimals += 1;
    }
    decimals
}

/// A time in ms with this many decimals, cut, not rounded: a tick is exact anyway.
pub fn ms(t_ns: u64, decimals: usize) -> String {
    let whole = t_ns / 1_000_000;
    if decimals == 0 {
        return whole.to_string();
    }
    let fraction = format!("{:06}", t_ns % 1_000_000);
    format!("{whole}.{}", &fraction[..decimals.min(6)])
}

/// Like [`ms`], with a true minus sign.
pub fn signed_ms(value_ns: i64, decimals: usize) -> String {
    if value_ns == 0 {
        return "0".to_owned();
    }
    let sign = if value_ns < 0 { "−" } else { "" };
    format!("{sign}{}", ms(value_ns.unsigned_abs(), decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(from_ns: u64, to_ns: u64) -> TimeAxis {
        TimeAxis::new(from_ns, to_ns, 60, 1000)
    }

    /// Every label, with the pixels it takes: centred on its tick.
    fn labels(axis: TimeAxis) -> Vec<(i32, i32)> {
        let half = |label: &str| (metrics::measure(label, LABEL_PX).0 / 2) as i32;
        axis.ticks().iter().map(|tick| (tick.at - half(&tick.label), tick.at + half(&tick.label))).collect()
    }

    #[test]
    fn a_long_stretch_is_labelled_in_seconds() {
        let labels = |to_ns| TimeAxis::new(0, to_ns, 0, 900).ticks().into_iter().map(|tick| tick.label);
        assert_eq!(TimeAxis::new(0, 100_000_000_000, 0, 900).unit(), "s");
        assert!(labels(100_000_000_000).any(|label| label == "40"));
        assert_eq!(TimeAxis::new(0, 100_000_000, 0, 900).unit(), "ms");
        assert!(labels(100_000_000).any(|label| label == "40"));
    }

    #[test]
    fn labels_never_touch() {
        for power in 0..38 {
            let span_ns = 3_u64.pow(power % 20) * (1 + u64::from(power) * 7);
            for from_ns in [0, 41_999_123, 59_000_000_001] {
                let spans = labels(axis(from_ns, from_ns + span_ns));
                assert!(spans.windows(2).all(|w| w[0].1 + 8 <= w[1].0), "{from_ns} + {span_ns}: {spans:?}");
            }
        }
    }

    #[test]
    fn ticks_are_round_and_enough() {
        let ticks = axis(30_000_000, 60_000_000).ticks();
        let labels: Vec<_> = ticks.iter().map(|tick| tick.label.as_str()).collect();
        assert_eq!(
            labels,
            ["30", "32", "34", "36", "38", "40", "42", "44", "46", "48", "50", "52", "54", "56", "58", "60"]
        );
    }

    #[test]
    fn short_windows_get_decimals() {
        let ticks = axis(41_990_000, 42_010_000).ticks();
        assert!(ticks.iter().any(|tick| tick.label == "42.000"), "{ticks:?}");
    }

    #[test]
    fn edges_map_to_edges() {
        let axis = axis(1_000, 2_000);
        assert_eq!((axis.x(1_000), axis.x(2_000)), (60, 1000));
        assert_eq!((axis.x(0), axis.x(u64::MAX)), (60, 1000));
    }

    #[test]
    fn after_pixel_is_the_first_instant_beyond() {
        let axis = axis(7, 9_999_999);
        for x in [60, 61, 500, 999] {
            let t_ns = axis.after_pixel_ns(x);
            assert!(axis.x(t_ns) > x && axis.x(t_ns - 1) == x, "pixel {x}");
        }
    }

    #[test]
    fn an_instant_is_found_where_it_is_drawn() {
        let axis = axis(7, 9_999_999);
        assert_eq!((axis.time_ns(0), axis.time_ns(60), axis.time_ns(5_000)), (7, 7, 9_999_999));
        assert!([60, 61, 500, 999, 1_000].into_iter().all(|x| axis.x(axis.time_ns(x)) == x));
    }

    #[test]
    fn an_impossible_range_still_has_a_width() {
        let axis = TimeAxis::new(5, 5, 10, 10);
        assert_eq!(axis.x(5), 10);
        assert!(axis.span_ns() > 0);
    }

    #[test]
    fn minor_ticks_leave_out_the_major_ones() {
        let axis = axis(0, 100_000_000);
        let major: Vec<_> = axis.ticks().iter().map(|tick| tick.at).collect();
        assert!(axis.minor_ticks().iter().all(|x| !major.contains(x)));
        assert!(axis.minor_ticks().len() >= major.len());
    }

    #[test]
    fn a_value_axis_labels_zero() {
        let axis = ValueAxis::around(-2_000_000, 3_000_000, 0, 100);
        assert!(axis.ticks().iter().any(|tick| tick.label == "0" && tick.at == axis.y(0)));
        assert!(axis.ticks().iter().any(|tick| tick.label.starts_with('−')));
    }

    #[test]
    fn a_flat_line_is_in_the_middle() {
        assert_eq!(ValueAxis::around(0, 0, 0, 100).y(0), 50);
    }

    #[test]
    fn extreme_values_do_not_overflow() {
        let axis = ValueAxis::around(i64::MIN, i64::MAX, 0, 100);
        assert!((0..=100).contains(&axis.y(i64::MAX)) && axis.y(i64::MIN) == 100);
        assert!(axis.ticks().len() < 10);
    }
}
