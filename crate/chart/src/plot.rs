//! What a panel of lines shows, in time and value, before it has a scale.

use sched::Family;
use sim::State;
use sim::tracks::{EntityPoint, Tracks};

use crate::axis::TimeAxis;
use crate::curve::{self, Piece, Reference};
use crate::layout::PanelKind;

/// Lines in a panel at most; more could not be told apart, and the page can hide tasks.
pub const LINES_MAX: usize = 16;

/// With more tasks than these a panel shows their vruntime without deadlines.
const DEADLINES_MAX: usize = 8;

/// Panels share a scale that is up to so many times longer than what one of them shows.
const SHARED_SCALE_MAX: i128 = 6;

/// What the panels of lines of one side are made from.
pub struct LinesScene<'a> {
    /// CFS has no deadlines, and its floor is min_vruntime.
    pub family: Family,
    /// Sampled over at least the window.
    pub tracks: &'a Tracks,
    /// The tasks that are shown, in order.
    pub shown: &'a [usize],
    /// Raw virtual time instead of distances to the reference.
    pub absolute: bool,
}

/// From faint to strong, which is also the order of drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Until where the running entity is protected.
    Protection,
    /// Its deadline.
    Deadline,
    /// What the panel is about.
    Main,
}

/// One line of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Index of the task.
    pub task: usize,
    /// How strongly it is drawn.
    pub weight: Weight,
    /// Cut to the window.
    pub pieces: Vec<Piece>,
}

/// Everything in one panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plot {
    /// Of which policy.
    pub family: Family,
    /// Lag or vruntime.
    pub kind: PanelKind,
    /// In drawing order.
    pub lines: Vec<Line>,
    /// V or min_vruntime; zero where the panel is relative to it.
    pub reference: Piece,
    /// What stands above it.
    pub title: String,
}

impl Plot {
    /// The lag of each entity.
    pub fn lag(scene: &LinesScene, axis: &TimeAxis) -> Plot {
        let line = |(task, points)| {
            let pieces = clipped(points, axis, |point| Some(point.lag_ns));
            Line { task, weight: Weight::Main, pieces }
        };
        let title = match scene.family {
            Family::Eevdf => "lag = V − vruntime, ms",
            Family::Cfs => "lag = mean vruntime − vruntime, ms (not used by CFS)",
        };
        Plot {
            family: scene.family,
            kind: PanelKind::Lag,
            lines: tasks(scene).map(line).collect(),
            reference: level(axis),
            title: titled(title, scene),
        }
    }

    /// vruntime of each entity, and its deadline and protection where the policy has them.
    pub fn vruntime(scene: &LinesScene, axis: &TimeAxis) -> Plot {
        Plot {
            family: scene.family,
            kind: PanelKind::Vruntime,
            lines: vruntime_lines(scene, axis),
            reference: reference_piece(scene, axis),
            title: titled(&vruntime_title(scene), scene),
        }
    }

    /// Lowest and highest value shown.
    pub fn range(&self) -> (i64, i64) {
        let pieces = self.lines.iter().flat_map(|line| &line.pieces).chain([&self.reference]);
        curve::range(pieces).unwrap_or((0, 0))
    }
}

/// What each of some panels is to show, from the range of its values: the same for all, unless one of them would be
/// nearly flat in it; then each its own.
pub fn scales(ranges: &[(i64, i64)]) -> Vec<(i64, i64)> {
    let span = |range: (i64, i64)| i128::from(range.1) - i128::from(range.0);
    let Some(all) = ranges.iter().copied().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else {
        return Vec::new();
    };
    let is_legible = |range: &(i64, i64)| span(*range) == 0 || span(*range) * SHARED_SCALE_MAX >= span(all);
    if ranges.iter().all(is_legible) { vec![all; ranges.len()] } else { ranges.to_vec() }
}

fn tasks<'a>(scene: &'a LinesScene) -> impl Iterator<Item = (usize, &'a [EntityPoint])> {
    let points = |&task: &usize| Some((task, scene.tracks.entities.get(task)?.as_slice()));
    scene.shown.iter().take(LINES_MAX).filter_map(points)
}

/// What values of the vruntime panel are measured from.
fn base(scene: &LinesScene) -> Reference {
    match (scene.absolute, scene.family) {
        (true, _) => Reference::Zero,
        (false, Family::Cfs) => Reference::Floor,
        (false, Family::Eevdf) => Reference::Mean,
    }
}

fn queue_piece(scene: &LinesScene, reference: Reference) -> Piece {
    scene.tracks.queue.iter().map(|point| (point.t_ns, reference.of_queue(point))).collect()
}

/// The strong lines last, so that they are on top.
fn vruntime_lines(scene: &LinesScene, axis: &TimeAxis) -> Vec<Line> {
    let reference = base(scene);
    let floor = queue_piece(scene, reference);
    // V at an entity's own point is exact: its lag was taken there.
    let base = |p: &EntityPoint| match reference {
        Reference::Zero => 0,
        Reference::Mean => p.vruntime.wrapping_add(p.lag_ns),
        Reference::Floor => curve::value_at(&floor, p.t_ns),
    };
    let mut lines = Vec::new();
    for (task, points) in tasks(scene) {
        let mut add = |weight, pieces| lines.push(Line { task, weight, pieces });
        add(Weight::Main, clipped(points, axis, |p| Some(p.vruntime.wrapping_sub(base(p)))));
        if has_deadlines(scene) {
            add(Weight::Deadline, clipped(points, axis, |p| Some(p.deadline.wrapping_sub(base(p)))));
        }
        if has_deadlines(scene) && !scene.tracks.coarse {
            let until = |p: &EntityPoint| is_protected(p).then(|| p.protect.wrapping_sub(base(p)));
            add(Weight::Protection, clipped(points, axis, until));
        }
    }
    lines.sort_by_key(|line| line.weight);
    lines
}

fn has_deadlines(scene: &LinesScene) -> bool {
    scene.family == Family::Eevdf && scene.shown.len() <= DEADLINES_MAX
}

fn is_protected(point: &EntityPoint) -> bool {
    point.state == State::Running && point.protect.wrapping_sub(point.vruntime) >= 0
}

fn reference_piece(scene: &LinesScene, axis: &TimeAxis) -> Piece {
    if !scene.absolute {
        return level(axis);
    }
    let reference = if scene.family == Family::Cfs { Reference::Floor } else { Reference::Mean };
    curve::clip(&queue_piece(scene, reference), axis.from_ns, axis.to_ns)
}

/// Zero from edge to edge.
fn level(axis: &TimeAxis) -> Piece {
    vec![(axis.from_ns, 0), (axis.to_ns, 0)]
}

fn vruntime_title(scene: &LinesScene) -> String {
    let what = if has_deadlines(scene) { "vruntime and deadline" } else { "vruntime" };
    match base(scene) {
        Reference::Zero => format!("{what}, ms"),
        Reference::Mean => format!("{what} − V, ms"),
        Reference::Floor => format!("{what} − min_vruntime, ms"),
    }
}

/// Says so when not every task has its lines.
fn titled(title: &str, scene: &LinesScene) -> String {
    match scene.shown.len() {
        0..=LINES_MAX => title.to_owned(),
        tasks => format!("{title} · {LINES_MAX} of {tasks} tasks"),
    }
}

/// The pieces of a value inside the window. Only the points there, and one beyond each edge, are looked at.
fn clipped(
    points: &[EntityPoint],
    axis: &TimeAxis,
    value: impl Fn(&EntityPoint) -> Option<i64>,
) -> Vec<Piece> {
    let first = points.partition_point(|point| point.t_ns < axis.from_ns).saturating_sub(1);
    let end = (points.partition_point(|point| point.t_ns <= axis.to_ns) + 1).min(points.len());
    let pieces = curve::pieces(&points[first..end], value);
    pieces
        .iter()
        .map(|piece| curve::clip(piece, axis.from_ns, axis.to_ns))
        .filter(|piece| piece.len() > 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use sim::tracks::QueuePoint;

    use super::*;

    fn point(t_ns: u64, vruntime: i64, lag_ns: i64) -> EntityPoint {
        EntityPoint {
            t_ns,
            vruntime,
            deadline: vruntime + 30,
            lag_ns,
            protect: vruntime + 10,
            state: State::Running,
        }
    }

    /// One task that runs alone with V five ahead of it, and a floor of 100.
    fn tracks() -> Tracks {
        let queue =
            [0, 100].map(|t_ns| QueuePoint { t_ns, cpu: 0, avg_vruntime: 105, min_vruntime: 100 }).to_vec();
        Tracks { queue, entities: vec![vec![point(0, 100, 5), point(100, 200, -95)]], coarse: false }
    }

    fn plot(family: Family, absolute: bool) -> Plot {
        let tracks = tracks();
        let scene = LinesScene { family, tracks: &tracks, shown: &[0], absolute };
        Plot::vruntime(&scene, &TimeAxis::new(0, 100, 0, 100))
    }

    fn values(plot: &Plot, weight: Weight) -> Vec<i64> {
        let lines = plot.lines.iter().filter(|line| line.weight == weight);
        lines.flat_map(|line| &line.pieces).flatten().map(|&(_, value)| value).collect()
    }

    #[test]
    fn eevdf_is_relative_to_v() {
        let plot = plot(Family::Eevdf, false);
        assert_eq!(values(&plot, Weight::Main), [-5, 95]);
        assert_eq!(values(&plot, Weight::Deadline), [25, 125]);
        assert_eq!(values(&plot, Weight::Protection), [5, 105]);
        assert_eq!(plot.range(), (-5, 125));
    }

    #[test]
    fn cfs_is_relative_to_its_floor_and_has_no_deadline() {
        let plot = plot(Family::Cfs, false);
        assert_eq!(values(&plot, Weight::Main), [0, 100]);
        assert!(values(&plot, Weight::Deadline).is_empty());
        assert_eq!(plot.title, "vruntime − min_vruntime, ms");
    }

    #[test]
    fn absolute_shows_raw_vruntime_and_the_reference() {
        let plot = plot(Family::Eevdf, true);
        assert_eq!(values(&plot, Weight::Main), [100, 200]);
        assert_eq!(plot.reference, [(0, 105), (100, 105)]);
    }

    #[test]
    fn panels_share_a_scale_unless_one_would_be_flat() {
        assert_eq!(scales(&[(-3, 3), (-1, 4)]), [(-3, 4), (-3, 4)]);
        assert_eq!(scales(&[(0, 3), (0, 1_000)]), [(0, 3), (0, 1_000)]);
        assert_eq!(scales(&[(0, 0), (0, 1_000)]), [(0, 1_000), (0, 1_000)]);
        assert_eq!(scales(&[(i64::MIN, i64::MAX), (0, 1)]).len(), 2);
        assert!(scales(&[]).is_empty());
    }
}
