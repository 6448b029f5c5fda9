//! Lines on the screen: reduced to what a pixel column can show, and dashed.

use crate::pen::{Area, FINE};

/// So many points a column make a zigzag that fills what it spans.
const DENSE_POINTS: usize = 4;

/// A dense zigzag as bars, one for each column of `column_px` pixels, `width_px` wide as the line would be; `None` for a line
/// whose course can be seen.
///
/// `points` are in order of x, in [`FINE`] parts of a pixel. Filling a bar costs a fraction of stroking what it stands for.
pub fn bars(points: &[(i32, i32)], column_px: i32, width_px: i32) -> Option<Vec<Area>> {
    let (first, last) = (points.first()?, points.last()?);
    let width = column_px * FINE;
    let columns = last.0.div_euclid(width) - first.0.div_euclid(width) + 1;
    if points.len() < columns as usize * DENSE_POINTS || columns < 2 {
        return None;
    }
    let mut bars = Vec::new();
    let mut before = first.1;
    for column in points.chunk_by(|a, b| a.0.div_euclid(width) == b.0.div_euclid(width)) {
        let heights = column.iter().map(|point| point.1);
        let low = heights.clone().fold(before, i32::min);
        let high = heights.fold(before, i32::max);
        let left = column[0].0.div_euclid(width) * column_px;
        let top = low.div_euclid(FINE) - width_px / 2;
        let bottom = (high.div_euclid(FINE) + (width_px + 1) / 2).max(top + width_px);
        bars.push(Area { left, top, right: left + column_px, bottom });
        before = column[column.len() - 1].1;
    }
    Some(bars)
}

/// A line reduced to the first, lowest, highest and last point of each column of `column_px` pixels.
///
/// `points` are in order of x, in [`FINE`] parts of a pixel. A line keeps its shape at this resolution: what it passed through inside a column is
/// between the lowest and the highest that are kept.
pub fn reduce(points: impl IntoIterator<Item = (i32, i32)>, column_px: i32) -> Vec<(i32, i32)> {
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

    #[test]
    fn a_line_keeps_first_extremes_and_last_of_a_column() {
        let kept = reduce([(0, 5), (8, 3), (9, 9), (10, 5), (12, 1), (15, 4), (16, 4)], 1);
        assert_eq!(kept, [(0, 5), (8, 3), (9, 9), (12, 1), (15, 4), (16, 4)]);
        let dense = reduce((0..1_000).map(|i| (i * FINE / 100, (i * 37) % 50)), 1);
        assert!(dense.len() <= 40, "{}", dense.len());
    }

    #[test]
    fn a_zigzag_becomes_bars_that_touch() {
        let zigzag: Vec<_> = (0..40).map(|i| (i, (i % 2) * 10 * FINE)).collect();
        let bars = bars(&zigzag, 1, 2).expect("eight points a column are dense");
        assert_eq!(bars.len(), 5);
        assert_eq!(bars[1], Area { left: 1, top: -1, right: 2, bottom: 11 });
        let jump: Vec<_> = (0..40).map(|i| (i, if i < 20 { 0 } else { 50 * FINE })).collect();
        let jump = super::bars(&jump, 1, 2).expect("as many points");
        assert_eq!((jump[2].top, jump[2].bottom, jump[3].top), (-1, 51, 49));
    }

    #[test]
    fn a_line_that_can_be_followed_is_no_bars() {
        assert_eq!(bars(&[(0, 0), (80, 80)], 1, 2), None);
        assert_eq!(bars(&[(0, 0), (1, 9), (2, 0), (3, 9)], 1, 2), None);
        assert_eq!(bars(&[], 1, 2), None);
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
        assert_eq!(dashes(&zigzag, &[6, 4]), std::slice::from_ref(&zigzag));
    }
}
