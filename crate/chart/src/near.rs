//! Which line or name of a panel is near a pixel.

use crate::axis::{TimeAxis, ValueAxis};
use crate::curve;
use crate::layout::PanelKind;
use crate::lines::LABEL_PITCH_PX;
use crate::pen::Area;
use crate::plot::{Line, Plot, Weight};

/// A line is hit from this far.
const LINE_REACH_PX: i32 = 4;

/// A panel of lines as it was drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnPlot {
    /// 0 = A, 1 = B.
    pub side: usize,
    /// The data's rectangle.
    pub area: Area,
    /// Its vertical axis.
    pub scale: ValueAxis,
    /// What it shows.
    pub plot: Plot,
    /// Task and height of each name at its right.
    pub names: Vec<(usize, i32)>,
}

/// A line near a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NearLine {
    /// Whose line.
    pub task: usize,
    /// What it shows.
    pub what: &'static str,
    /// Its value there.
    pub value_ns: i64,
}

/// Whose name stands at this height.
pub fn name(plot: &DrawnPlot, y: i32) -> Option<usize> {
    let near = plot.names.iter().filter(|(_, at)| (at - y).abs() <= LABEL_PITCH_PX / 2);
    near.min_by_key(|(_, at)| (at - y).abs()).map(|(task, _)| *task)
}

/// The line nearest to the pixel, within reach; of equally near ones, the strongest.
pub fn line(plot: &DrawnPlot, axis: &TimeAxis, at: (i32, i32)) -> Option<NearLine> {
    let distances = plot.plot.lines.iter().filter_map(|line| Some((line, distance(plot, axis, line, at)?)));
    let reach = f64::from(LINE_REACH_PX * LINE_REACH_PX);
    let within = distances.filter(|(_, distance)| *distance <= reach);
    let nearest = |a: &(&Line, f64), b: &(&Line, f64)| a.1.total_cmp(&b.1).then(b.0.weight.cmp(&a.0.weight));
    let (line, _) = within.min_by(nearest)?;
    let t_ns = axis.time_ns(at.0);
    let nearest_piece = |piece: &&Vec<(u64, i64)>| {
        let (from_ns, to_ns) = (piece.first().map_or(0, |p| p.0), piece.last().map_or(0, |p| p.0));
        from_ns.saturating_sub(t_ns).max(t_ns.saturating_sub(to_ns))
    };
    let piece = line.pieces.iter().min_by_key(nearest_piece)?;
    let what = meaning(plot.plot.kind, line.weight);
    Some(NearLine { task: line.task, what, value_ns: curve::value_at(piece, t_ns) })
}

fn meaning(kind: PanelKind, weight: Weight) -> &'static str {
    match (kind, weight) {
        (PanelKind::Lag, _) => "lag",
        (_, Weight::Protection) => "protected up to",
        (PanelKind::Deadline, _) | (_, Weight::Deadline) => "deadline",
        (PanelKind::Vruntime | PanelKind::Lane | PanelKind::Clock, Weight::Main) => "vruntime",
    }
}

/// Square of the distance in pixels; `None` if the line has nothing near that column.
fn distance(plot: &DrawnPlot, axis: &TimeAxis, line: &Line, (x, y): (i32, i32)) -> Option<f64> {
    let (from_ns, to_ns) = (axis.time_ns(x - LINE_REACH_PX), axis.time_ns(x + LINE_REACH_PX));
    let point = |&(t_ns, value): &(u64, i64)| (f64::from(axis.x(t_ns)), f64::from(plot.scale.y(value)));
    let at = (f64::from(x), f64::from(y));
    let near = line.pieces.iter().flat_map(|piece| {
        let first = piece.partition_point(|&(t_ns, _)| t_ns < from_ns).saturating_sub(1);
        let end = (piece.partition_point(|&(t_ns, _)| t_ns <= to_ns) + 1).min(piece.len());
        piece[first..end.max(first)].windows(2).map(move |ends| (point(&ends[0]), point(&ends[1])))
    });
    near.map(|(a, b)| to_segment(at, a, b)).min_by(f64::total_cmp)
}

/// Square of the distance from a point to a straight line between two others.
fn to_segment(at: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let along = if length == 0.0 { 0.0 } else { ((at.0 - a.0) * dx + (at.1 - a.1) * dy) / length };
    let along = along.clamp(0.0, 1.0);
    let (ex, ey) = (at.0 - a.0 - along * dx, at.1 - a.1 - along * dy);
    ex * ex + ey * ey
}

#[cfg(test)]
mod tests {
    use sched::Family;

    use super::*;

    fn line(task: usize, weight: Weight, points: &[(u64, i64)]) -> Line {
        Line { task, weight, pieces: vec![points.to_vec()] }
    }

    fn drawn(lines: Vec<Line>) -> DrawnPlot {
        let (family, kind) = (Family::Eevdf, PanelKind::Vruntime);
        DrawnPlot {
            side: 0,
            area: Area { left: 0, right: 100, top: 0, bottom: 100 },
            scale: ValueAxis { low_ns: 0, high_ns: 1_000, top: 0, bottom: 100 },
            plot: Plot {
                family,
                kind,
                lines,
                reference: Vec::new(),
                title: String::new(),
                notes: Vec::new(),
            },
            names: vec![(3, 20), (5, 33)],
        }
    }

    fn at(plot: &DrawnPlot, at: (i32, i32)) -> Option<(usize, &'static str, i64)> {
        line_at(plot, at).map(|near| (near.task, near.what, near.value_ns))
    }

    fn line_at(plot: &DrawnPlot, at: (i32, i32)) -> Option<NearLine> {
        super::line(plot, &TimeAxis::new(0, 1_000, 0, 100), at)
    }

    #[test]
    fn a_line_is_hit_from_four_pixels() {
        let plot = drawn(vec![line(2, Weight::Main, &[(0, 500), (1_000, 500)])]);
        assert_eq!(at(&plot, (50, 50)), Some((2, "vruntime", 500)));
        assert_eq!(at(&plot, (50, 46)), Some((2, "vruntime", 500)));
        assert_eq!(at(&plot, (50, 45)), None);
    }

    #[test]
    fn the_nearest_is_hit_and_of_equals_the_strongest() {
        let flat = |task, weight, value| line(task, weight, &[(0, value), (1_000, value)]);
        let plot = drawn(vec![
            flat(0, Weight::Protection, 500),
            flat(1, Weight::Deadline, 500),
            flat(2, Weight::Main, 500),
            flat(3, Weight::Main, 450),
        ]);
        assert_eq!(at(&plot, (50, 50)), Some((2, "vruntime", 500)));
        assert_eq!(at(&plot, (50, 54)), Some((3, "vruntime", 450)));
    }

    #[test]
    fn a_steep_step_is_hit_in_its_middle() {
        let plot = drawn(vec![line(1, Weight::Deadline, &[(0, 0), (500, 0), (500, 1_000), (1_000, 1_000)])]);
        assert_eq!(at(&plot, (52, 50)).map(|near| near.0), Some(1));
        assert_eq!(at(&plot, (60, 50)), None);
    }

    #[test]
    fn a_name_is_hit_by_its_height() {
        let plot = drawn(Vec::new());
        assert_eq!([18, 26, 27, 34, 60].map(|y| name(&plot, y)), [Some(3), Some(3), Some(5), Some(5), None]);
    }
}
