//! What a panel of lines shows, in time and value, before it has a scale.

use sched::Family;
use sim::tracks::{EntityPoint, Tracks};

use crate::axis::TimeAxis;
use crate::curve::{self, Piece, Reference};
use crate::layout::PanelKind;
use crate::protection::{self, is_protected};
use crate::scene::{self, Axis, Lines};

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
    /// The task that is followed: it has all its lines.
    pub highlight: Option<usize>,
    /// Which lines, and from where they are measured.
    pub lines: Lines,
    /// Those of the shown that have no virtual times: names and policies.
    pub above_fair: Vec<(&'a str, &'static str)>,
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
    /// What else is to be said there, in as many words as there is room for: the longest first.
    pub notes: Vec<String>,
}

impl Plot {
    /// The lag of each entity, virtual, or as service owed.
    pub fn lag(scene: &LinesScene, axis: &TimeAxis) -> Plot {
        let owed = scene.lines.lag == Axis::Absolute;
        let value = |point: &EntityPoint| Some(if owed { point.owed_ns() } else { point.lag_ns });
        let line = |(task, points)| Line { task, weight: Weight::Main, pieces: clipped(points, axis, value) };
        let lines = tasks(scene).map(line).collect();
        let title = match (scene.family, owed) {
            (Family::Eevdf, false) => "lag = V − vruntime, virtual ms",
            (Family::Eevdf, true) => "lag = (V − vruntime) · weight / 1024: service owed, ms",
            (Family::Cfs, false) => "lag = mean vruntime − vruntime, virtual ms (not used by CFS)",
            (Family::Cfs, true) => "lag: service owed, ms (not used by CFS)",
        };
        Plot::new(scene, PanelKind::Lag, lines, level(axis), title)
    }

    /// vruntime of each entity, and its deadline and protection where the policy has them and the axis is the same.
    pub fn vruntime(scene: &LinesScene, axis: &TimeAxis) -> Plot {
        let measured = Measured::of(scene, scene.lines.vruntime);
        let with_deadlines = scene.family == Family::Eevdf && scene.lines.share_a_panel();
        let lines = vruntime_lines(scene, axis, &measured, with_deadlines);
        let has_deadlines = lines.iter().any(|line| line.weight == Weight::Deadline);
        let what = if has_deadlines { "vruntime and deadline" } else { "vruntime" };
        let title = measured.title(what);
        Plot::new(scene, PanelKind::Vruntime, lines, measured.reference(scene, axis), &title)
    }

    /// The deadline of each entity, alone.
    pub fn deadline(scene: &LinesScene, axis: &TimeAxis) -> Plot {
        let measured = Measured::of(scene, scene.lines.deadline);
        let value = |point: &EntityPoint| Some(measured.value(point, point.deadline));
        let line = |(task, points)| Line { task, weight: Weight::Main, pieces: clipped(points, axis, value) };
        let (lines, title) = (tasks(scene).map(line).collect(), measured.title("deadline"));
        Plot::new(scene, PanelKind::Deadline, lines, measured.reference(scene, axis), &title)
    }

    fn new(scene: &LinesScene, kind: PanelKind, lines: Vec<Line>, reference: Piece, title: &str) -> Plot {
        let (title, notes) = (titled(title, scene), notes(kind, scene));
        Plot { family: scene.family, kind, lines, reference, title, notes }
    }

    /// Whether an entity is eligible can be seen in it: its vruntime is at most V, its lag at least zero.
    pub fn has_zone(&self) -> bool {
        self.family == Family::Eevdf && matches!(self.kind, PanelKind::Lag | PanelKind::Vruntime)
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
    let points = |task: usize| Some((task, scene.tracks.entities.get(task)?.as_slice()));
    scene::first_of(scene.shown, LINES_MAX, scene.highlight).into_iter().filter_map(points)
}

/// What virtual times of a panel are measured from.
struct Measured {
    reference: Reference,
}

impl Measured {
    fn of(scene: &LinesScene, axis: Axis) -> Measured {
        let reference = match (axis, scene.family) {
            (Axis::Absolute | Axis::Off, _) => Reference::Zero,
            (Axis::Relative, Family::Cfs) => Reference::Floor,
            (Axis::Relative, Family::Eevdf) => Reference::Mean,
        };
        Measured { reference }
    }

    /// A virtual time of an entity, measured from the queue in which it stands: a group has a virtual time of its own.
    fn value(&self, point: &EntityPoint, vtime: i64) -> i64 {
        let base = match self.reference {
            Reference::Zero => 0,
            Reference::Mean => point.vruntime.wrapping_add(point.lag_ns),
            Reference::Floor => point.floor,
        };
        vtime.wrapping_sub(base)
    }

    /// V or min_vruntime, measured.
    fn reference(&self, scene: &LinesScene, axis: &TimeAxis) -> Piece {
        if self.reference != Reference::Zero {
            return level(axis);
        }
        let reference = if scene.family == Family::Cfs { Reference::Floor } else { Reference::Mean };
        curve::clip(&queue_piece(scene, reference), axis.from_ns, axis.to_ns)
    }

    fn title(&self, what: &str) -> String {
        match self.reference {
            Reference::Zero => format!("{what}, virtual ms"),
            Reference::Mean => format!("{what} − V, virtual ms"),
            Reference::Floor => format!("{what} − min_vruntime, virtual ms"),
        }
    }
}

fn queue_piece(scene: &LinesScene, reference: Reference) -> Piece {
    scene.tracks.queue.iter().map(|point| (point.t_ns, reference.of_queue(point))).collect()
}

/// The strong lines last, so that they are on top.
fn vruntime_lines(
    scene: &LinesScene,
    axis: &TimeAxis,
    measured: &Measured,
    with_deadlines: bool,
) -> Vec<Line> {
    let crowded = scene.shown.len() > DEADLINES_MAX;
    let mut lines = Vec::new();
    for (task, points) in tasks(scene) {
        let mut add = |weight, pieces| lines.push(Line { task, weight, pieces });
        add(Weight::Main, clipped(points, axis, |p| Some(measured.value(p, p.vruntime))));
        let detailed = !crowded || scene.highlight == Some(task);
        if with_deadlines && detailed {
            add(Weight::Deadline, clipped(points, axis, |p| Some(measured.value(p, p.deadline))));
        }
        if scene.family == Family::Eevdf && detailed && !scene.tracks.coarse {
            let until = |p: &EntityPoint| is_protected(p).then(|| measured.value(p, p.protect));
            add(Weight::Protection, clipped(&protection::with_ends(points), axis, until));
        }
    }
    lines.sort_by_key(|line| line.weight);
    lines
}

/// Zero from edge to edge.
fn level(axis: &TimeAxis) -> Piece {
    vec![(axis.from_ns, 0), (axis.to_ns, 0)]
}

/// Says so when not every task has its lines.
fn titled(title: &str, scene: &LinesScene) -> String {
    if scene.shown.len() <= LINES_MAX {
        return title.to_owned();
    }
    format!("{title} · {LINES_MAX} of {} tasks", scene.shown.len())
}

/// Who has no line, above the first panel.
fn notes(kind: PanelKind, scene: &LinesScene) -> Vec<String> {
    let above = &scene.above_fair;
    if above.is_empty() || scene.lines.panels(scene.family).first() != Some(&kind) {
        return Vec::new();
    }
    let with_policies: Vec<String> =
        above.iter().map(|(name, policy)| format!("{name} ({policy})")).collect();
    let names: Vec<&str> = above.iter().map(|(name, _)| *name).collect();
    vec![
        format!("above the fair class: {}", with_policies.join(", ")),
        format!("above fair: {}", names.join(", ")),
        format!("{} above fair", above.len()),
    ]
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
    use sim::State;
    use sim::tracks::QueuePoint;

    use super::*;

    fn point(t_ns: u64, vruntime: i64, lag_ns: i64) -> EntityPoint {
        EntityPoint {
            t_ns,
            vruntime,
            deadline: vruntime + 30,
            lag_ns,
            floor: 100,
            protect: vruntime + 10,
            weight: 2 * 1024,
            state: State::Running,
        }
    }

    /// One task that runs alone with V five ahead of it, and a floor of 100.
    fn tracks() -> Tracks {
        let queue =
            [0, 100].map(|t_ns| QueuePoint { t_ns, cpu: 0, avg_vruntime: 105, min_vruntime: 100 }).to_vec();
        Tracks { queue, entities: vec![vec![point(0, 100, 5), point(100, 200, -95)]], coarse: false }
    }

    fn scene(family: Family, tracks: &Tracks, lines: Lines) -> LinesScene<'_> {
        LinesScene { family, tracks, shown: &[0], highlight: None, lines, above_fair: Vec::new() }
    }

    fn plot(family: Family, lines: Lines) -> Plot {
        Plot::vruntime(&scene(family, &tracks(), lines), &TimeAxis::new(0, 100, 0, 100))
    }

    const ABSOLUTE: Lines = Lines { lag: Axis::Absolute, vruntime: Axis::Absolute, deadline: Axis::Absolute };

    fn values(plot: &Plot, weight: Weight) -> Vec<i64> {
        let lines = plot.lines.iter().filter(|line| line.weight == weight);
        lines.flat_map(|line| &line.pieces).flatten().map(|&(_, value)| value).collect()
    }

    #[test]
    fn eevdf_is_relative_to_v() {
        let plot = plot(Family::Eevdf, Lines::RELATIVE);
        assert_eq!(values(&plot, Weight::Main), [-5, 95]);
        assert_eq!(values(&plot, Weight::Deadline), [25, 125]);
        assert_eq!(values(&plot, Weight::Protection), [5, 105]);
        assert_eq!(plot.range(), (-5, 125));
    }

    #[test]
    fn cfs_is_relative_to_its_floor_and_has_no_deadline() {
        let plot = plot(Family::Cfs, Lines::RELATIVE);
        assert_eq!(values(&plot, Weight::Main), [0, 100]);
        assert!(values(&plot, Weight::Deadline).is_empty());
        assert_eq!(plot.title, "vruntime − min_vruntime, virtual ms");
    }

    #[test]
    fn absolute_shows_raw_vruntime_and_the_reference() {
        let plot = plot(Family::Eevdf, ABSOLUTE);
        assert_eq!(values(&plot, Weight::Main), [100, 200]);
        assert_eq!(plot.reference, [(0, 105), (100, 105)]);
    }

    #[test]
    fn a_title_says_who_has_no_line() {
        let (tracks, axis) = (tracks(), TimeAxis::new(0, 100, 0, 100));
        let above_fair = vec![("irq", "FIFO"), ("audio", "DEADLINE")];
        let scene = LinesScene { above_fair, ..scene(Family::Eevdf, &tracks, Lines::RELATIVE) };
        let notes = Plot::lag(&scene, &axis).notes;
        assert_eq!(
            notes,
            ["above the fair class: irq (FIFO), audio (DEADLINE)", "above fair: irq, audio", "2 above fair"]
        );
        assert!(Plot::vruntime(&scene, &axis).notes.is_empty());
        assert_eq!(Plot::vruntime(&scene, &axis).title, "vruntime and deadline − V, virtual ms");
    }

    #[test]
    fn lag_is_virtual_or_the_service_owed() {
        let lag = |lines| {
            let plot = Plot::lag(&scene(Family::Eevdf, &tracks(), lines), &TimeAxis::new(0, 100, 0, 100));
            values(&plot, Weight::Main)
        };
        assert_eq!(lag(Lines::RELATIVE), [5, -95]);
        assert_eq!(lag(ABSOLUTE), [10, -190]);
    }

    #[test]
    fn deadlines_on_another_axis_stand_alone() {
        let lines = Lines { deadline: Axis::Relative, ..ABSOLUTE };
        assert!(values(&plot(Family::Eevdf, lines), Weight::Deadline).is_empty());
        let alone = Plot::deadline(&scene(Family::Eevdf, &tracks(), lines), &TimeAxis::new(0, 100, 0, 100));
        assert_eq!(values(&alone, Weight::Main), [25, 125]);
        assert!(alone.title.starts_with("deadline − V") && !alone.has_zone());
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
