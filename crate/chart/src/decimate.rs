//! Reduction to what a pixel column can show, so that a frame costs by its width and not by the length of the trace.

use crate::axis::TimeAxis;

/// Of so many intervals inside one pixel column the longest is looked for; of more, among the first.
const LOOKED_AT: usize = 12;
/// From so many intervals in one pixel column on, a few columns are taken together: what is in them cannot be told apart
/// anyway, and each look into a long slice costs.
const DENSE: usize = 3;
/// So many columns are taken together.
pub const CELL_PX: i32 = 3;

/// Something that lasts: runs and waits.
pub trait Interval {
    /// When it begins.
    fn begin_ns(&self) -> u64;
    /// When it ends; not before it begins.
    fn end_ns(&self) -> u64;
}

/// One interval, or the one that stands for all in a pixel column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PixelSpan {
    /// First pixel.
    pub left: i32,
    /// One past the last pixel; never less than `left + 1`.
    pub right: i32,
    /// Index of the interval that is drawn.
    pub index: usize,
    /// The intervals that it stands for: first index and one past the last.
    pub stands_for: (usize, usize),
}

impl PixelSpan {
    /// It stands for more than it can show.
    pub fn is_crowded(&self) -> bool {
        self.stands_for.1 - self.stands_for.0 > 1
    }
}

/// What is left of a slice of intervals at this resolution.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reduced {
    /// In order of time, not overlapping.
    pub spans: Vec<PixelSpan>,
    /// True when some column holds more than it can show.
    pub thinned: bool,
}

/// The intervals inside the axis, at most about two per pixel column.
///
/// `intervals` are in order of time and do not overlap. Those that are at least a pixel wide are all there; of those
/// that share one pixel column the longest stands for the rest. Costs O(width · log n).
pub fn spans<T: Interval>(intervals: &[T], axis: &TimeAxis) -> Reduced {
    let mut reduced = Reduced::default();
    let mut index = intervals.partition_point(|it| it.end_ns() <= axis.from_ns);
    let mut free_from = axis.left;
    while let Some(it) = intervals.get(index).filter(|it| it.begin_ns() < axis.to_ns) {
        let (left, right) = (axis.x(it.begin_ns()).max(free_from), axis.x(it.end_ns()));
        let (span, next) = if right > left {
            (PixelSpan { left, right, index, stands_for: (index, index + 1) }, index + 1)
        } else {
            let (right, next) = end_of_crowd(intervals, index, axis, left);
            reduced.thinned |= next - index > 1 || left < free_from;
            let longest = longest(intervals, index, next);
            (PixelSpan { left, right, index: longest, stands_for: (index, next) }, next)
        };
        index = next;
        if span.right <= axis.right {
            free_from = span.right;
            reduced.spans.push(span);
        }
    }
    reduced
}

/// One past the last pixel of what crowds at `x`, and the first index whose interval reaches beyond.
fn end_of_crowd<T: Interval>(intervals: &[T], from: usize, axis: &TimeAxis, x: i32) -> (i32, usize) {
    let beyond_ns = axis.after_pixel_ns(x);
    let dense = intervals.get(from + DENSE).is_some_and(|it| it.end_ns() < beyond_ns);
    let right = if dense { (x + CELL_PX).min(axis.right).max(x + 1) } else { x + 1 };
    (right, end_of_column(intervals, from, axis, right - 1))
}

/// The first index whose interval reaches beyond the pixel column `x`.
fn end_of_column<T: Interval>(intervals: &[T], from: usize, axis: &TimeAxis, x: i32) -> usize {
    let beyond_ns = axis.after_pixel_ns(x);
    let mut reach = 1;
    while intervals.get(from + reach).is_some_and(|it| it.end_ns() < beyond_ns) {
        reach *= 2;
    }
    let until = (from + reach + 1).min(intervals.len());
    let inside = intervals[from..until].partition_point(|it| it.end_ns() < beyond_ns);
    from + inside.max(1)
}

/// The index of the longest interval of `from..to`, or of the first [`LOOKED_AT`] of them.
fn longest<T: Interval>(intervals: &[T], from: usize, to: usize) -> usize {
    let length = |&index: &usize| intervals[index].end_ns() - intervals[index].begin_ns();
    // Of equal ones the first, so that the picture does not depend on the order of a tie.
    (from..to).take(LOOKED_AT).rev().max_by_key(length).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy)]
    struct Run(u64, u64);

    impl Interval for Run {
        fn begin_ns(&self) -> u64 {
            self.0
        }
        fn end_ns(&self) -> u64 {
            self.1
        }
    }

    fn axis() -> TimeAxis {
        TimeAxis::new(0, 1_000, 0, 100)
    }

    #[test]
    fn wide_runs_are_all_there() {
        let reduced = spans(&[Run(0, 300), Run(300, 500), Run(700, 1_200)], &axis());
        let pixels: Vec<_> = reduced.spans.iter().map(|s| (s.left, s.right, s.index)).collect();
        assert_eq!(pixels, [(0, 30, 0), (30, 50, 1), (70, 100, 2)]);
        assert!(!reduced.thinned);
    }

    #[test]
    fn the_longest_stands_for_a_column() {
        let reduced =
            spans(&[Run(0, 500), Run(500, 501), Run(501, 504), Run(504, 505), Run(505, 900)], &axis());
        assert!(reduced.thinned);
        assert_eq!(reduced.spans[1].index, 2);
    }

    #[test]
    fn a_single_short_run_is_still_seen() {
        let reduced = spans(&[Run(0, 500), Run(500, 501), Run(501, 900)], &axis());
        assert!(reduced.spans.iter().any(|s| s.index == 1 && s.right == s.left + 1));
        assert!(!reduced.thinned);
    }

    #[test]
    fn many_runs_cost_no_more_than_the_width() {
        let runs: Vec<_> = (0..1_000_000).map(|i| Run(i * 10, i * 10 + 10)).collect();
        let reduced = spans(&runs, &TimeAxis::new(0, 10_000_000, 0, 1_600));
        assert!(reduced.spans.len() <= 2 * 1_600, "{}", reduced.spans.len());
        assert!(reduced.thinned);
    }

    #[test]
    fn dense_columns_are_taken_together_and_lose_nothing() {
        let runs: Vec<_> = (0..20_000).map(|i| Run(i * 10, i * 10 + 10)).collect();
        let spans = spans(&runs, &TimeAxis::new(0, 200_000, 0, 200)).spans;
        assert!(spans.iter().all(|span| span.right - span.left <= CELL_PX), "{spans:?}");
        assert!(spans.len() <= 200 / CELL_PX as usize + 2, "{}", spans.len());
        assert!(spans.windows(2).all(|w| w[0].stands_for.1 == w[1].stands_for.0), "{spans:?}");
    }

    #[test]
    fn spans_do_not_overlap_and_stay_inside() {
        let runs: Vec<_> = (0..5_000).map(|i| Run(i * 7, i * 7 + 1 + i % 6)).collect();
        for (from_ns, to_ns) in [(0, 35_000), (100, 200), (1_234, 9_999), (34_990, 50_000)] {
            let axis = TimeAxis::new(from_ns, to_ns, 5, 205);
            let spans = spans(&runs, &axis).spans;
            assert!(spans.iter().all(|s| s.left >= 5 && s.right <= 205 && s.left < s.right), "{from_ns}");
            assert!(spans.windows(2).all(|w| w[0].right <= w[1].left), "{from_ns}");
        }
    }
}
