//! How long waits were, on every side at once: the part of the waits that are longer than a time.
//!
//! Not a histogram: small as the picture is, bars of two sides would hide each other and depend on where bins begin. Here each
//! side is one falling line, further left is better, and where it crosses a half and a hundredth stand P50 and P99. Both axes
//! are logarithmic: waits span microseconds to seconds, and the rare long ones matter most.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea as _};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};
use plotters_backend::DrawingBackend;

use crate::axis::LABEL_PX;
use crate::figure::SIDE_NAMES;
use crate::history::History;
use crate::list::DisplayList;
use crate::log_axis::LogAxis;
use crate::metrics;
use crate::palette::Theme;
use crate::pen::{Area, Drawn, FINE, Look, Pen};
use crate::sentence::short;
use crate::stroke;
use crate::waits::Waits;

/// Percentiles that are marked, and the part of waits that are longer.
const MARKED: [(usize, f64); 2] = [(50, 0.5), (99, 0.01)];
/// The bottom edge: a part below P99, so that its mark stands inside.
const PART_MIN: f64 = 0.004;
/// How lines are told apart: drawn and left out in turn, by side; the recording's is dotted.
const DASHES: [&[i32]; 3] = [&[], &[6, 4], &[2, 3]];
/// Values stand above their percentile's line right of the line that is furthest right, below it left of the one that is
/// furthest left: there no line passes, for all of them fall. One in between stands further inside.
const VALUES_Y_PX: [[i32; 3]; 2] = [[-7, 19, 7], [-7, -19, 7]];
/// Left of the shortest wait and right of the longest, for their values.
const VALUE_ROOM_PX: i32 = 60;
const GUTTER_PX: i32 = 34;
const MARGIN_PX: i32 = 8;
const AXIS_PX: i32 = 18;
const VALUE_GAP_PX: i32 = 6;
const SIZE_MIN_PX: (i32, i32) = (120, 70);

/// What a distribution is drawn from.
#[derive(Debug, Clone, Copy)]
pub struct Distribution<'a> {
    /// A, B, and a recording, each with its place: 0, 1, 2.
    pub histories: &'a [(usize, &'a History)],
    /// Whose waits; of all tasks without one.
    pub task: Option<usize>,
    /// Width and height in CSS pixels.
    pub size: (u32, u32),
    /// Which paper.
    pub theme: Theme,
}

/// One side's waits and how they are drawn.
struct Curve {
    side: usize,
    waits: Waits,
}

impl Curve {
    fn name(&self) -> &'static str {
        SIDE_NAMES.get(self.side).copied().unwrap_or("rec")
    }
}

/// Records a distribution into `list`, replacing what it holds.
///
/// Recording does not fail, so a failure would be ours: it panics.
pub fn record_distribution(list: &mut DisplayList, distribution: &Distribution) {
    list.restart(distribution.size);
    draw(&list.into_drawing_area(), distribution).expect("recording does not fail");
}

fn draw<B: DrawingBackend>(root: &DrawingArea<B, Shift>, distribution: &Distribution) -> Drawn<B> {
    let pen = Pen::new(root, distribution.theme);
    root.fill(&pen.inks.paper)?;
    let curve =
        |&(side, history): &(usize, &History)| Curve { side, waits: Waits::of(history, distribution.task) };
    let curves: Vec<Curve> = distribution.histories.iter().map(curve).collect();
    let (width, height) = (distribution.size.0 as i32, distribution.size.1 as i32);
    let (width, height) = (width.max(SIZE_MIN_PX.0), height.max(SIZE_MIN_PX.1));
    let plot = Area { left: GUTTER_PX, right: width - MARGIN_PX, top: MARGIN_PX, bottom: height - AXIS_PX };
    let ranges = curves.iter().filter_map(|curve| curve.waits.range_ns());
    let Some(range_ns) = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else {
        return draw_nothing(&pen, width, height, &curves);
    };
    let free_px = VALUE_ROOM_PX.min(plot.width() / 3);
    let axis = LogAxis::around(range_ns, (plot.left, plot.right), (free_px, free_px));
    draw_axes(&pen, plot, &axis)?;
    for curve in curves.iter().filter(|curve| curve.waits.count() > 0) {
        draw_curve(&pen, plot, &axis, curve)?;
    }
    for ((percent, part), offsets_px) in MARKED.into_iter().zip(VALUES_Y_PX) {
        draw_percentile(&pen, plot, &axis, &curves, (percent, part_y(plot, part), offsets_px))?;
    }
    Ok(())
}

/// Without waits there is nothing to draw: words instead.
fn draw_nothing<B: DrawingBackend>(pen: &Pen<B>, width: i32, height: i32, curves: &[Curve]) -> Drawn<B> {
    let ran = curves.iter().any(|curve| curve.waits.count() > 0);
    let words = if ran { "No wait was longer than 0." } else { "Nobody waited." };
    let look = Look::plain(LABEL_PX, pen.inks.muted).at(HPos::Center);
    pen.text(words, (width / 2, height / 2), look)
}

/// Parts of the waits at the left, times below.
fn draw_axes<B: DrawingBackend>(pen: &Pen<B>, plot: Area, axis: &LogAxis) -> Drawn<B> {
    let muted = Look::plain(LABEL_PX, pen.inks.muted);
    for tick in axis.ticks() {
        pen.column(tick.at, plot.top, plot.bottom, pen.inks.grid)?;
        pen.text(&tick.label, (tick.at, plot.bottom + 10), muted.at(HPos::Center))?;
    }
    for (percent, part) in MARKED {
        let y = part_y(plot, part);
        pen.row(plot.left, plot.right, y, pen.inks.edge)?;
        pen.text(&format!("P{percent}"), (plot.left - 6, y), muted.at(HPos::Right))?;
    }
    pen.row(plot.left, plot.right, plot.bottom, pen.inks.edge)?;
    pen.column(plot.left - 1, plot.top, plot.bottom, pen.inks.edge)
}

/// The height of a part of the waits: all at the top, the least that is shown at the bottom.
fn part_y(plot: Area, part: f64) -> i32 {
    part_y_fine(plot, part) / FINE
}

fn part_y_fine(plot: Area, part: f64) -> i32 {
    let down = (part.max(PART_MIN).ln() / PART_MIN.ln()).clamp(0.0, 1.0);
    plot.top * FINE + (down * f64::from(plot.height() * FINE)).round() as i32
}

fn draw_curve<B: DrawingBackend>(pen: &Pen<B>, plot: Area, axis: &LogAxis, curve: &Curve) -> Drawn<B> {
    let dash_fine: Vec<i32> = DASHES[curve.side.min(2)].iter().map(|px| px * FINE).collect();
    for dash in stroke::dashes(&steps(plot, axis, &curve.waits), &dash_fine) {
        pen.curve(dash, side_ink(pen, curve.side), 2)?;
    }
    Ok(())
}

/// The line as steps, one a pixel column at most: it costs by the width, not by the number of waits.
fn steps(plot: Area, axis: &LogAxis, waits: &Waits) -> Vec<(i32, i32)> {
    let mut points: Vec<(i32, i32)> = Vec::new();
    for x in plot.left..=plot.right {
        let y = part_y_fine(plot, waits.part_longer(axis.time_ns(x)));
        match points.last().copied() {
            Some((_, before)) if before == y => {}
            Some((_, before)) => points.extend([(x * FINE, before), (x * FINE, y)]),
            None => points.push((x * FINE, y)),
        }
        if waits.part_longer(axis.time_ns(x)) == 0.0 {
            break;
        }
    }
    let end = points.last().map_or(plot.top, |&(_, y)| y);
    let reached = points.last().is_some_and(|_| end >= plot.bottom * FINE);
    points.extend((!reached).then_some((plot.right * FINE, end)));
    points
}

fn side_ink<B: DrawingBackend>(pen: &Pen<B>, side: usize) -> RGBColor {
    if side < SIDE_NAMES.len() { pen.inks.ink } else { pen.inks.muted }
}

/// A dot on each line where it crosses a percentile, and side and value beside it.
fn draw_percentile<B: DrawingBackend>(
    pen: &Pen<B>,
    plot: Area,
    axis: &LogAxis,
    curves: &[Curve],
    (percent, y, offsets_px): (usize, i32, [i32; 3]),
) -> Drawn<B> {
    let waited = curves.iter().filter(|curve| curve.waits.count() > 0);
    let mut dots: Vec<(u64, &Curve)> =
        waited.map(|curve| (curve.waits.percentile_ns(percent), curve)).collect();
    dots.sort_by_key(|&(value_ns, curve)| (std::cmp::Reverse(value_ns), curve.side));
    for (place, &(value_ns, curve)) in dots.iter().enumerate() {
        let words = format!("{} {}", curve.name(), short(rounded(value_ns) as i64));
        let leftmost = place > 0 && place + 1 == dots.len();
        let x = value_x(plot, axis.x(value_ns), &words, leftmost);
        let offset_px = offsets_px[if leftmost { 2 } else { place.min(1) }];
        pen.text(&words, (x, y + offset_px), Look::plain(LABEL_PX, side_ink(pen, curve.side)))?;
    }
    dots.iter().try_for_each(|&(value_ns, curve)| {
        let filled = curve.side == 0;
        pen.circle((axis.x(value_ns), y), 3, side_ink(pen, curve.side).to_rgba(), filled)
    })
}

/// Where a value begins: left of its dot if it is to stand there and has room, else right of it.
fn value_x(plot: Area, dot: i32, words: &str, leftmost: bool) -> i32 {
    let width = metrics::measure(words, LABEL_PX).0 as i32;
    let (left, right) = (dot - VALUE_GAP_PX - width, dot + VALUE_GAP_PX);
    let goes_left = left >= plot.left && (leftmost || right + width > plot.right);
    if goes_left { left } else { right }
}

/// Three digits are enough to read.
fn rounded(ns: u64) -> u64 {
    let unit = 10_u64.pow(ns.max(1).ilog10().saturating_sub(2));
    (ns + unit / 2) / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{Held, Lane, Run, Wait};

    /// A task that waits so long each time, then runs 1 µs.
    fn history(waits_ns: &[u64]) -> History {
        let (mut at_ns, mut waits, mut runs) = (0, Vec::new(), Vec::new());
        for wait_ns in waits_ns {
            waits.push(Wait { from_ns: at_ns, to_ns: at_ns + wait_ns, held: Held::Runnable, cpu: 0 });
            runs.push(Run { from_ns: at_ns + wait_ns, to_ns: at_ns + wait_ns + 1_000, task: 0 });
            at_ns += wait_ns + 1_000;
        }
        let lanes = vec![Lane { runs, ..Lane::default() }];
        History { lanes, waits: vec![waits], ..History::default() }
    }

    fn texts(histories: &[(usize, &History)]) -> Vec<String> {
        let mut list = DisplayList::default();
        let distribution = Distribution { histories, task: None, size: (300, 150), theme: Theme::Light };
        record_distribution(&mut list, &distribution);
        list.texts
    }

    #[test]
    fn percentiles_are_told_for_each_side() {
        let (a, b) = (history(&[1_000_000; 200]), history(&[3_000_000; 200]));
        let texts = texts(&[(0, &a), (1, &b)]);
        for value in ["A 1 ms", "B 3 ms"] {
            assert_eq!(texts.iter().filter(|text| *text == value).count(), 2, "{texts:?}");
        }
    }

    #[test]
    fn nothing_is_said_in_words() {
        assert_eq!(texts(&[(0, &history(&[]))]), ["Nobody waited."]);
        let at_once = History { waits: vec![Vec::new()], at_once: vec![3], ..History::default() };
        assert_eq!(texts(&[(0, &at_once)]), ["No wait was longer than 0."]);
    }

    #[test]
    fn a_line_begins_at_the_top_and_ends_at_the_bottom() {
        let plot = Area { left: 30, right: 290, top: 8, bottom: 130 };
        let waits = Waits::of(&history(&[1_000, 20_000, 300_000, 300_000]), None);
        let points =
            steps(plot, &LogAxis::around((1_000, 300_000), (plot.left, plot.right), (20, 20)), &waits);
        assert_eq!(points.first().map(|point| point.1), Some(plot.top * FINE));
        assert_eq!(points.last().map(|point| point.1), Some(plot.bottom * FINE));
        assert!(points.windows(2).all(|w| w[0].0 <= w[1].0 && w[0].1 <= w[1].1), "{points:?}");
    }

    #[test]
    fn values_keep_three_digits() {
        assert_eq!([1_234_567, 999_600, 12, 0].map(rounded), [1_230_000, 1_000_000, 12, 0]);
    }
}
