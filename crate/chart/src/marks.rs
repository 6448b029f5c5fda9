//! The marks above a lane: each kind of run end has a shape of its own.

use plotters::style::RGBColor;
use plotters_backend::DrawingBackend;
use sim::trace::Kind;

use crate::axis::TimeAxis;
use crate::history::Mark;
use crate::pen::{Drawn, Pen};

/// Marks nearer than this hide each other: the weightiest is drawn.
const APART_PX: i32 = 7;
/// Of so many marks in one place the weightiest is looked for.
const LOOKED_AT: usize = 64;

/// A shape that means one kind of mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// A wakeup preempted the running task.
    WakeupPreempts,
    /// A wakeup did not.
    WakeupWaits,
    /// The task exited.
    Exit,
    /// The task yielded.
    Yield,
    /// An attribute changed.
    Change,
    /// The slice timer fired.
    Hrtick,
    /// The task blocked and stays queued.
    BlockDelayed,
    /// The task blocked.
    Block,
    /// The tick found the slice or request over.
    Tick,
}

impl Shape {
    /// Every shape, weightiest first: the order of legends and of who is drawn where marks crowd.
    pub const ALL: [Shape; 9] = [
        Shape::WakeupPreempts,
        Shape::WakeupWaits,
        Shape::Exit,
        Shape::Yield,
        Shape::Change,
        Shape::Hrtick,
        Shape::BlockDelayed,
        Shape::Block,
        Shape::Tick,
    ];

    /// The shape for this kind of event; `None` for what is not marked.
    pub fn of(kind: Kind) -> Option<Shape> {
        match kind {
            Kind::SwitchPreempted => Some(Shape::WakeupPreempts),
            Kind::Wakeup | Kind::Fork => Some(Shape::WakeupWaits),
            Kind::SwitchExited => Some(Shape::Exit),
            Kind::SwitchYielded => Some(Shape::Yield),
            Kind::SwitchChanged => Some(Shape::Change),
            Kind::SwitchHrtick => Some(Shape::Hrtick),
            Kind::SwitchDelayed => Some(Shape::BlockDelayed),
            Kind::SwitchBlocked => Some(Shape::Block),
            Kind::SwitchTick => Some(Shape::Tick),
            Kind::WakeupPreempts | Kind::WakeupIdle | Kind::SwitchIdle | Kind::Keep | Kind::Tick => None,
            Kind::TickResched | Kind::Hrtick | Kind::Yield | Kind::DelayedOut | Kind::DelayedWake => None,
            Kind::Change | Kind::Exit => None,
        }
    }

    /// What the legend says.
    pub fn meaning(self) -> &'static str {
        match self {
            Shape::WakeupPreempts => "preempted by a wakeup",
            Shape::WakeupWaits => "wakeup, no preemption",
            Shape::Exit => "exits",
            Shape::Yield => "yields",
            Shape::Change => "changed",
            Shape::Hrtick => "slice timer",
            Shape::BlockDelayed => "blocks, stays queued",
            Shape::Block => "blocks",
            Shape::Tick => "slice over at tick",
        }
    }

    /// Draws the shape standing on `y`, centred on `x`.
    pub fn draw<B: DrawingBackend>(self, pen: &Pen<B>, (x, y): (i32, i32), color: RGBColor) -> Drawn<B> {
        match self {
            Shape::WakeupPreempts => pen.polygon(&[(x - 5, y - 9), (x + 5, y - 9), (x, y)], color),
            Shape::WakeupWaits => {
                pen.line(&[(x - 4, y - 9), (x + 4, y - 9), (x, y - 1), (x - 4, y - 9)], color, 1)
            }
            Shape::Exit => {
                pen.line(&[(x - 3, y - 8), (x + 3, y - 2)], color, 2)?;
                pen.line(&[(x - 3, y - 2), (x + 3, y - 8)], color, 2)
            }
            Shape::Yield => pen.line(&[(x + 4, y - 9), (x - 4, y - 5), (x + 4, y - 1)], color, 2),
            Shape::Change => {
                pen.polygon(&[(x - 3, y - 8), (x + 3, y - 8), (x + 3, y - 2), (x - 3, y - 2)], color)
            }
            Shape::Hrtick => pen.polygon(&[(x, y - 9), (x + 4, y - 5), (x, y - 1), (x - 4, y - 5)], color),
            Shape::BlockDelayed => pen.circle((x, y - 5), 3, color, false),
            Shape::Block => pen.circle((x, y - 5), 3, color, true),
            Shape::Tick => pen.column(x, y - 9, y, color),
        }
    }
}

/// Pixel and shape of the marks inside the axis, left to right, thinned so that none hides another.
///
/// Costs by the width, not by the number of marks.
pub fn place(marks: &[Mark], axis: &TimeAxis, wanted: impl Fn(&Mark) -> bool) -> Vec<(i32, Shape)> {
    let mut placed = Vec::new();
    let mut index = marks.partition_point(|mark| mark.t_ns < axis.from_ns);
    while let Some(mark) = marks.get(index).filter(|mark| mark.t_ns <= axis.to_ns) {
        let beyond_ns = axis.after_pixel_ns(axis.x(mark.t_ns) + APART_PX - 1);
        let next = index + marks[index..].partition_point(|mark| mark.t_ns < beyond_ns).max(1);
        let crowd = marks[index..next].iter().take(LOOKED_AT).filter(|mark| wanted(mark));
        let weightiest = crowd.filter_map(|mark| Some((Shape::of(mark.kind)?, mark.t_ns))).min();
        placed.extend(weightiest.map(|(shape, t_ns)| (axis.x(t_ns), shape)));
        index = next;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(t_ns: u64, kind: Kind) -> Mark {
        Mark { t_ns, kind, task: 0 }
    }

    #[test]
    fn every_end_of_a_run_has_its_own_shape() {
        let ends = Kind::ALL.iter().filter(|kind| kind.is_switch() && **kind != Kind::SwitchIdle);
        let mut shapes: Vec<_> = ends.map(|&kind| Shape::of(kind).expect("an end is marked")).collect();
        let count = shapes.len();
        shapes.sort();
        shapes.dedup();
        assert_eq!(shapes.len(), count);
    }

    #[test]
    fn the_order_of_shapes_is_their_weight() {
        assert!(Shape::ALL.is_sorted());
    }

    #[test]
    fn in_a_crowd_the_weightiest_is_drawn() {
        let axis = TimeAxis::new(0, 1_000, 0, 100);
        let marks =
            [mark(500, Kind::SwitchTick), mark(510, Kind::SwitchPreempted), mark(900, Kind::SwitchTick)];
        let placed = place(&marks, &axis, |_| true);
        assert_eq!(placed, [(51, Shape::WakeupPreempts), (90, Shape::Tick)]);
    }

    #[test]
    fn a_million_marks_cost_the_width() {
        let marks: Vec<_> = (0..1_000_000).map(|t| mark(t, Kind::SwitchTick)).collect();
        let placed = place(&marks, &TimeAxis::new(0, 1_000_000, 0, 900), |_| true);
        assert!(placed.len() <= 130, "{}", placed.len());
    }
}
