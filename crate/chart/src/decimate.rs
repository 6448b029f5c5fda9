//! Reduction to what a pixel column can show, so that a frame costs by its width and not by the length of the trace.

use crate::axis::TimeAxis;
use crate::pen::FINE;

/// Of so many intervals inside one pixel column the longest is looked for; of more, among the first.
const LOOKED_AT: usize = 32;

/// Something that lasts: runs and waits.
pub trait Interval {
    /// When it begins.
    fn from_ns(&self) -> u64;
    /// When it ends; not before it begins.
    fn to_ns(&self) -> u64;
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
    let mut index = intervals.partition_point(|it| it.to_ns() <= axis.from_ns);
    let mut free_from = axis.left;
    while let Some(it) = intervals.get(index).filter(|it| it.from_ns() < axis.to_ns) {
        let (left, right) = (axis.x(it.from_ns()).max(free_from), axis.x(it.to_ns()));
        let (span, next) = if right > left {
            (PixelSpan { left, right, index, stands_for: (index, index + 1) }, index + 1)
        } else {
            let next = end_of_column(intervals, index, axis, left);
            reduced.thinned |= next - index > 1 || left < free_from;
            let longest = longest(intervals, index, next);
            (PixelSpan { left, right: left + 1, index: longest, stands_for: (index, next) }, next)
        };
        index = next;
        if span.right <= axis.right {
            free_from = span.right;
            reduced.spans.push(span);
        }
    }
    reduced
}

/// The first index whose interval reaches beyond the pixel column `x`.
fn end_of_column<T: Interval>(intervals: &[T], from: usize, axis: &TimeAxis, x: i32) -> usize {
    let beyond_ns = axis.after_pixel_ns(x);
    let mut reach = 1;
    while intervals.get(from + reach).is_some_and(|it| it.to_ns() < beyond_ns) {
        reach *= 2;
    }
    let until = (from + reach + 1).min(intervals.len());
    let inside = intervals[from..until].partition_point(|it| it.to_ns() < beyond_ns);
    from + inside.max(1)
}

/// The index of the longest interval of `from..to`, or of the first [`LOOKED_AT`] of them.
fn longest<T: Interval>(intervals: &[T], from: usize, to: usize) -> usize {
    let length = |&index: &usize| intervals[index].to_ns() - intervals[index].from_ns();
    // Of equal ones the first, so that the picture does not depend on the order of a tie.
    (from..to).take(LOOKED_AT).rev().max_by_key(length).unwrap_or(from)
}

/// A line reduced to the first, lowest, highest and last point of each column of `column_px` pixels.
///
/// `points` are in order of x, in [`FINE`] parts of a pixel. A line keeps its shape at this resolution: what it passed through inside a column is
/// between the lowest and the highest that are kept.
pub fn line(points: impl IntoIterator<Item = (i32, i32)>, column_px: i32) -> Vec<(i32, i32)> {
    let width = column_px * FINE;
    let mut kept = Vec::new();
    let mut column: Option<Column> = None;
    for (x, y) in points {
        match column.as_mut() {
            Some(column) if column.first.0.div_euclid(width) == x.div_euclid(width) => column.add(x, y),
            _ => {
                column.replace(Column::new(x, y)).into_iter().for_each(|c| c.flush(&mut kept));
            }
        }
    }
    column.into_iter().for_each(|c| c.flush(&mut kept));
    kept
}

/// The points of one pixel column: those that are kept, with their place in the column.
struct Column {
    count: usize,
    first: (i32, i32),
    low: (usize, (i32, i32)),
    high: (usize, (i32, i32)),
    last: (i32, i32),
}

impl Column {
    fn new(x: i32, y: i32) -> Column {
        let at = (x, y);
        Column { count: 1, first: at, low: (0, at), high: (0, at), last: at }
    }

    fn add(&mut self, x: i32, y: i32) {
        let at = (x, y);
        if y < self.low.1.1 {
            self.low = (self.count, at);
        }
        if y > self.high.1.1 {
            self.high = (self.count, at);
        }
        self.last = at;
        self.count += 1;
    }

    fn flush(self, kept: &mut Vec<(i32, i32)>) {
        let (early, late) =
            if self.low.0 <= self.high.0 { (self.low, self.high) } else { (self.high, self.low) };
        for at in [self.first, early.1, late.1, self.last] {
            if kept.last() != Some(&at) {
                kept.push(at);
            }
        }
    }
}

/// A line so many times longer than wide is a dense zigzag: dashes could not be told from noise in it, and would cost
/// more than the line.
const DASHED_SLOPE_MAX: f64 = 4.0;
/// A single steep step is dashed all the same.
const DASHED_STEP_MAX_PX: f64 = 150.0;

/// The pieces of a line that a dash pattern draws, by distance along the line, all in [`FINE`] parts of a pixel.
///
/// `pattern` is drawn and left out in turn; an empty one gives the line as it is, and so does a dense zigzag.
pub fn dashes(line: &[(i32, i32)], pattern: &[i32]) -> Vec<Vec<(i32, i32)>> {
    let length: f64 = line.windows(2).map(|w| distance(w[0], w[1])).sum();
    let width = line.first().zip(line.last()).map_or(0, |(first, last)| last.0 - first.0);
    let dense = length > DASHED_SLOPE_MAX * f64::from(width) + DASHED_STEP_MAX_PX * f64::from(FINE);
    if pattern.is_empty() || dense || line.len() < 2 {
        return vec![line.to_vec()];
    }
    let mut pen = Dasher { pattern, phase: 0, left: f64::from(pattern[0]), pieces: vec![vec![line[0]]] };
    line.windows(2).for_each(|w| pen.draw(w[0], w[1]));
    pen.pieces.retain(|piece| piece.len() > 1);
    pen.pieces
}

struct Dasher<'a> {
    pattern: &'a [i32],
    phase: usize,
    left: f64,
    pieces: Vec<Vec<(i32, i32)>>,
}

impl Dasher<'_> {
    fn draw(&mut self, from: (i32, i32), to: (i32, i32)) {
        let length = distance(from, to);
        let mut done = 0.0;
        while length - done > self.left {
            done += self.left;
            self.point(between(from, to, done / length));
            self.turn(between(from, to, done / length));
        }
        self.left -= length - done;
        self.point(to);
    }

    fn point(&mut self, at: (i32, i32)) {
        if self.phase.is_multiple_of(2)
            && let Some(piece) = self.pieces.last_mut()
        {
            piece.push(at);
        }
    }

    fn turn(&mut self, at: (i32, i32)) {
        self.phase = (self.phase + 1) % self.pattern.len();
        self.left = f64::from(self.pattern[self.phase]);
        if self.phase.is_multiple_of(2) {
            self.pieces.push(vec![at]);
        }
    }
}

fn distance(a: (i32, i32), b: (i32, i32)) -> f64 {
    let (dx, dy) = (f64::from(b.0 - a.0), f64::from(b.1 - a.1));
    (dx * dx + dy * dy).sqrt()
}

fn between(a: (i32, i32), b: (i32, i32), part: f64) -> (i32, i32) {
    let mix = |from: i32, to: i32| from + (f64::from(to - from) * part).round() as i32;
    (mix(a.0, b.0), mix(a.1, b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy)]
    struct Run(u64, u64);

    impl Interval for Run {
        fn from_ns(&self) -> u64 {
            self.0
        }
        fn to_ns(&self) -> u64 {
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
    fn spans_do_not_overlap_and_stay_inside() {
        let runs: Vec<_> = (0..5_000).map(|i| Run(i * 7, i * 7 + 1 + i % 6)).collect();
        for (from_ns, to_ns) in [(0, 35_000), (100, 200), (1_234, 9_999), (34_990, 50_000)] {
            let axis = TimeAxis::new(from_ns, to_ns, 5, 205);
            let spans = spans(&runs, &axis).spans;
            assert!(spans.iter().all(|s| s.left >= 5 && s.right <= 205 && s.left < s.right), "{from_ns}");
            assert!(spans.windows(2).all(|w| w[0].right <= w[1].left), "{from_ns}");
        }
    }

    #[test]
    fn a_line_keeps_first_extremes_and_last_of_a_column() {
        let kept = line([(0, 5), (8, 3), (9, 9), (10, 5), (12, 1), (15, 4), (16, 4)], 1);
        assert_eq!(kept, [(0, 5), (8, 3), (9, 9), (12, 1), (15, 4), (16, 4)]);
        let dense = line((0..1_000).map(|i| (i * FINE / 100, (i * 37) % 50)), 1);
        assert!(dense.len() <= 40, "{}", dense.len());
    }

    #[test]
    fn dashes_alternate() {
        let pieces = dashes(&[(0, 0), (20, 0)], &[6, 4]);
        assert_eq!(pieces, [vec![(0, 0), (6, 0)], vec![(10, 0), (16, 0)]]);
    }

    #[test]
    fn dashes_turn_corners() {
        let pieces = dashes(&[(0, 0), (4, 0), (4, 4)], &[6, 2]);
        assert_eq!(pieces, [vec![(0, 0), (4, 0), (4, 2)]]);
    }

    #[test]
    fn a_solid_or_dense_line_is_left_alone() {
        let points = [(0, 0), (20, 0)];
        assert_eq!(dashes(&points, &[]), [points.to_vec()]);
        let zigzag: Vec<_> = (0..40).map(|i| (i * FINE, (i % 2) * 100 * FINE)).collect();
        assert_eq!(dashes(&zigzag, &[6, 4]), [zigzag.clone()]);
    }
}
