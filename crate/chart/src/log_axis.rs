//! A logarithmic axis of times.

use crate::axis::LABEL_PX;
use crate::axis::Tick;
use crate::metrics;

/// Free pixels between the labels of neighbouring ticks.
const LABEL_GAP_PX: i32 = 10;

/// A range is at least doubled on the axis: a single time stands in the middle.
const SPAN_MIN: f64 = 0.7;

/// A horizontal axis on which each power of ten is as wide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogAxis {
    /// Natural logarithm of the time at the left edge.
    low: f64,
    /// At the right edge; always above `low`.
    high: f64,
    left: i32,
    right: i32,
}

impl LogAxis {
    /// An axis that shows every time of `range_ns`, with so many free pixels left and right of it; 0 counts as 1 ns.
    pub fn around(range_ns: (u64, u64), (left, right): (i32, i32), free_px: (i32, i32)) -> LogAxis {
        let right = right.max(left + 1);
        let (low, high) = ((range_ns.0.max(1) as f64).ln(), (range_ns.1.max(1) as f64).ln());
        let used_px = (right - left - free_px.0 - free_px.1).max(1);
        let widened = ((SPAN_MIN - (high - low)) / 2.0).max(0.0);
        let (low, high) = (low - widened, high + widened);
        let per_px = (high - low) / f64::from(used_px);
        let (low, high) = (low - f64::from(free_px.0) * per_px, high + f64::from(free_px.1) * per_px);
        LogAxis { low, high, left, right }
    }

    /// The pixel of a time; times outside are at the edges.
    pub fn x(&self, t_ns: u64) -> i32 {
        let part = ((t_ns.max(1) as f64).ln() - self.low) / (self.high - self.low);
        self.left + (part.clamp(0.0, 1.0) * f64::from(self.right - self.left)).round() as i32
    }

    /// The time at a pixel.
    pub fn time_ns(&self, x: i32) -> u64 {
        let part = f64::from(x - self.left) / f64::from(self.right - self.left);
        (self.low + part * (self.high - self.low)).exp().round() as u64
    }

    /// Powers of ten, and their doubles and fives where the axis spans few; labels do not touch.
    pub fn ticks(&self) -> Vec<Tick> {
        let digits: &[u64] = if self.high - self.low > 5.0 { &[1] } else { &[1, 2, 5] };
        let times = (0..12).flat_map(|power| digits.iter().map(move |digit| digit * 10_u64.pow(power)));
        let mut free_from = self.left;
        let mut ticks = Vec::new();
        for t_ns in times {
            let (logarithm, label) = ((t_ns as f64).ln(), label(t_ns));
            let half = metrics::measure(&label, LABEL_PX).0 as i32 / 2 + 1;
            let at = self.x(t_ns);
            let inside = self.low <= logarithm && logarithm <= self.high && at + half <= self.right;
            if inside && at - half >= free_from {
                free_from = at + half + LABEL_GAP_PX;
                ticks.push(Tick { at, label });
            }
        }
        ticks
    }
}

/// A round time in its largest whole unit.
fn label(t_ns: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs")];
    let unit = UNITS.into_iter().find(|(ns, _)| t_ns >= *ns);
    unit.map_or_else(|| format!("{t_ns} ns"), |(ns, name)| format!("{} {name}", t_ns / ns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_are_as_wide() {
        let axis = LogAxis::around((1_000, 1_000_000), (0, 300), (0, 0));
        let x = [1_000, 10_000, 100_000, 1_000_000].map(|t_ns| axis.x(t_ns));
        assert!(x.windows(2).all(|w| (w[1] - w[0] - (x[1] - x[0])).abs() <= 1), "{x:?}");
        assert!((axis.time_ns(x[1]) as f64 / 10_000.0 - 1.0).abs() < 0.05);
    }

    #[test]
    fn labels_do_not_touch_and_stay_inside() {
        for range_ns in [(1, 10_u64.pow(11)), (900, 1_100), (3_000_000, 3_000_000), (0, 5)] {
            let axis = LogAxis::around(range_ns, (34, 290), (40, 60));
            let ticks = axis.ticks();
            let half = |label: &str| metrics::measure(label, LABEL_PX).0 as i32 / 2;
            assert!(!ticks.is_empty(), "{range_ns:?}");
            assert!(
                ticks.windows(2).all(|w| w[0].at + half(&w[0].label) < w[1].at - half(&w[1].label)),
                "{ticks:?}"
            );
            assert!(ticks.iter().all(|tick| tick.at + half(&tick.label) <= 292), "{ticks:?}");
        }
    }

    #[test]
    fn labels_use_the_largest_unit() {
        assert_eq!([5, 20_000, 1_000_000, 2_000_000_000].map(label), ["5 ns", "20 µs", "1 ms", "2 s"]);
    }
}
