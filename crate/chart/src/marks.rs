//! The marks above a lane: each kind of run end has a shape of its own.

use plotters::style::RGBColor;
use plotters_backend::DrawingBackend;
use sim::trace::{IDLE, Kind};

use crate::axis::TimeAxis;
use crate::history::Mark;
use crate::palette::Inks;
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
    /// A deadline task finished after its deadline.
    Missed,
    /// A waiting task came from another CPU.
    Pulled,
    /// The running task had to go to another CPU.
    Pushed,
    /// The task may not run any more: quota or budget are used up.
    Throttled,
    /// The task exited.
    Exit,
    /// The task yielded.
    Yield,
    /// An attribute changed.
    Change,
    /// A group's quota was refilled.
    Refill,
    /// The slice timer fired.
    Hrtick,
    /// The task blocked and stays queued.
    BlockDelayed,
    /// The task blocked.
    Block,
    /// The tick found the slice or request over.
    Tick,
    /// A delayed task woke: it never left the queue.
    DelayedWake,
    /// A delayed task has paid its debt and left the queue.
    DelayedOut,
}

impl Shape {
    /// Every shape, weightiest first: the order of legends and of who is drawn where marks crowd.
    pub const ALL: [Shape; 16] = [
        Shape::WakeupPreempts,
        Shape::WakeupWaits,
        Shape::Missed,
        Shape::Pulled,
        Shape::Pushed,
        Shape::Throttled,
        Shape::Exit,
        Shape::Yield,
        Shape::Change,
        Shape::Refill,
        Shape::Hrtick,
        Shape::BlockDelayed,
        Shape::Block,
        Shape::Tick,
        Shape::DelayedWake,
        Shape::DelayedOut,
    ];

    /// The shape for this kind of event; `None` for what is not marked.
    pub fn of(kind: Kind) -> Option<Shape> {
        match kind {
            Kind::SwitchPreempted => Some(Shape::WakeupPreempts),
            Kind::Wakeup | Kind::Fork => Some(Shape::WakeupWaits),
            Kind::DeadlineMissed => Some(Shape::Missed),
            Kind::SwitchThrottled => Some(Shape::Throttled),
            Kind::SwitchExited => Some(Shape::Exit),
            Kind::SwitchYielded => Some(Shape::Yield),
            Kind::SwitchChanged => Some(Shape::Change),
            Kind::QuotaRefilled => Some(Shape::Refill),
            Kind::SwitchHrtick => Some(Shape::Hrtick),
            Kind::SwitchDelayed => Some(Shape::BlockDelayed),
            Kind::SwitchBlocked => Some(Shape::Block),
            Kind::SwitchTick => Some(Shape::Tick),
            Kind::DelayedWake => Some(Shape::DelayedWake),
            Kind::DelayedOut => Some(Shape::DelayedOut),
            Kind::WakeupPreempts | Kind::WakeupIdle | Kind::SwitchIdle | Kind::Keep | Kind::Tick => None,
            Kind::TickResched | Kind::Hrtick | Kind::Yield | Kind::Change | Kind::Exit => None,
            Kind::Throttled | Kind::Unthrottled | Kind::Replenished => None,
            Kind::Pulled => Some(Shape::Pulled),
            Kind::SwitchMigrated => Some(Shape::Pushed),
            Kind::GroupChanged | Kind::Placed | Kind::NothingPulled | Kind::ClockSet => None,
        }
    }

    /// What the legend says.
    pub fn meaning(self) -> &'static str {
        match self {
            Shape::WakeupPreempts => "wakeup preempts",
            Shape::WakeupWaits => "wakeup waits",
            Shape::Missed => "deadline missed",
            Shape::Pulled => "comes from another CPU",
            Shape::Pushed => "leaves for another CPU",
            Shape::Throttled => "budget used up",
            Shape::Exit => "exits",
            Shape::Yield => "yields",
            Shape::Change => "changed",
            Shape::Refill => "quota refilled",
            Shape::Hrtick => "slice timer",
            Shape::BlockDelayed => "blocks, delayed",
            Shape::Block => "blocks",
            Shape::Tick => "tick",
            Shape::DelayedWake => "delayed wakes",
            Shape::DelayedOut => "delayed leaves",
        }
    }

    /// The ink it is drawn with: what a wakeup did and a missed deadline stand out.
    pub fn ink(self, inks: &Inks) -> RGBColor {
        if self <= Shape::Missed { inks.ink } else { inks.muted }
    }

    /// Draws the shape standing on `y`, centred on `x`.
    pub fn draw<B: DrawingBackend>(self, pen: &Pen<B>, (x, y): (i32, i32), color: RGBColor) -> Drawn<B> {
        match self {
            Shape::WakeupPreempts => pen.polygon(&[(x - 5, y - 9), (x + 5, y - 9), (x, y)], color),
            Shape::WakeupWaits => {
                pen.line(&[(x - 4, y - 9), (x + 4, y - 9), (x, y - 1), (x - 4, y - 9)], color, 1)
            }
            Shape::Missed => {
                pen.column(x, y - 9, y - 3, color)?;
                pen.line(&[(x + 1, y - 9), (x + 1, y - 3)], color, 1)?;
                pen.line(&[(x, y), (x + 1, y)], color, 2)
            }
            Shape::Pulled => {
                pen.column(x, y - 9, y - 1, color)?;
                pen.line(&[(x - 4, y - 5), (x, y - 1), (x + 4, y - 5)], color, 1)
            }
            Shape::Pushed => {
                pen.column(x, y - 9, y - 1, color)?;
                pen.line(&[(x - 4, y - 5), (x, y - 9), (x + 4, y - 5)], color, 1)
            }
            Shape::Throttled => {
                pen.line(&[(x - 2, y - 8), (x - 2, y - 1)], color, 2)?;
                pen.line(&[(x + 2, y - 8), (x + 2, y - 1)], color, 2)
            }
            Shape::Exit => {
                pen.line(&[(x - 3, y - 8), (x + 3, y - 2)], color, 2)?;
                pen.line(&[(x - 3, y - 2), (x + 3, y - 8)], color, 2)
            }
            Shape::Yield => pen.line(&[(x + 4, y - 9), (x - 4, y - 5), (x + 4, y - 1)], color, 2),
            Shape::Change => {
                pen.polygon(&[(x - 3, y - 8), (x + 3, y - 8), (x + 3, y - 2), (x - 3, y - 2)], color)
            }
            Shape::Refill => {
                let bucket = [(x - 4, y - 9), (x - 3, y - 1), (x + 3, y - 1), (x + 4, y - 9)];
                pen.line(&bucket, color, 1)?;
                pen.polygon(&[(x - 3, y - 5), (x + 3, y - 5), (x + 2, y - 1), (x - 2, y - 1)], color)
            }
            Shape::Hrtick => pen.polygon(&[(x, y - 9), (x + 4, y - 5), (x, y - 1), (x - 4, y - 5)], color),
            Shape::BlockDelayed => pen.circle((x, y - 5), 3, color, false),
            Shape::Block => pen.circle((x, y - 5), 3, color, true),
            Shape::Tick => pen.column(x, y - 9, y, color),
            Shape::DelayedWake => pen.polygon(&[(x - 4, y - 1), (x + 4, y - 1), (x, y - 8)], color),
            Shape::DelayedOut => {
                let (left, right, top, bottom) = (x - 2, x + 3, y - 7, y - 2);
                let around = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
                pen.line(&around, color, 1)
            }
        }
    }
}

/// A mark that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Its pixel column.
    pub x: i32,
    /// What it looks like.
    pub shape: Shape,
    /// What happened.
    pub mark: Mark,
}

impl Mark {
    /// Whether it is about one of the tasks that are shown, or about none: such a mark is always there.
    pub fn is_of(&self, is_shown: impl Fn(usize) -> bool) -> bool {
        self.task == IDLE || is_shown(usize::from(self.task))
    }
}

/// The marks inside the axis, left to right, thinned so that none hides another.
///
/// Costs by the width, not by the number of marks.
pub fn place(marks: &[Mark], axis: &TimeAxis, wanted: impl Fn(&Mark) -> bool) -> Vec<Placed> {
    let mut placed = Vec::new();
    let mut index = marks.partition_point(|mark| mark.t_ns < axis.from_ns);
    while let Some(mark) = marks.get(index).filter(|mark| mark.t_ns <= axis.to_ns) {
        let beyond_ns = axis.after_pixel_ns(axis.x(mark.t_ns) + APART_PX - 1);
        let next = index + marks[index..].partition_point(|mark| mark.t_ns < beyond_ns).max(1);
        let crowd = marks[index..next].iter().take(LOOKED_AT).filter(|mark| wanted(mark));
        let weighed = crowd.filter_map(|mark| Some((Shape::of(mark.kind)?, *mark)));
        let weightiest = weighed.min_by_key(|(shape, mark)| (*shape, mark.t_ns));
        placed.extend(weightiest.map(|(shape, mark)| Placed { x: axis.x(mark.t_ns), shape, mark }));
        index = next;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(t_ns: u64, kind: Kind) -> Mark {
        Mark { t_ns, row: 0, kind, task: 0 }
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
        let placed: Vec<_> = placed.iter().map(|placed| (placed.x, placed.shape)).collect();
        assert_eq!(placed, [(51, Shape::WakeupPreempts), (90, Shape::Tick)]);
    }

    #[test]
    fn a_million_marks_cost_the_width() {
        let marks: Vec<_> = (0..1_000_000).map(|t| mark(t, Kind::SwitchTick)).collect();
        let placed = place(&marks, &TimeAxis::new(0, 1_000_000, 0, 900), |_| true);
        assert!(placed.len() <= 130, "{}", placed.len());
    }
}
