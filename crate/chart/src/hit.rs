//! What is under a pixel of a drawn figure: by its layout and the histories, nothing is drawn for it.

mod several;

use crate::figure::Figure;
use crate::history::{History, Queued, Run, Wait};
use crate::layout::{LanePlaces, RowPlace};
use crate::machine::Machine;
use crate::marks::{self, Placed, Shape};
use crate::near;
use crate::sentence::short;
use crate::span::SpanKind;
use crate::task_rows;
use sim::trace::IDLE;

/// A mark is hit from this far.
const MARK_REACH_PX: i32 = 5;
/// A stretch in a row is hit from this far: it can be a pixel wide.
const ROW_REACH_PX: i32 = 2;

/// What kind of thing is under a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A stretch of time of a task, or of an idle CPU.
    Span(SpanKind),
    /// Something that happened.
    Event,
    /// An entity's line.
    Line,
    /// An entity's name.
    Name,
    /// The number of a CPU beside its lane.
    Cpu,
    /// A group of CPUs: its title, or the strip of a closed one.
    Group,
    /// CPUs were idle while tasks were queued.
    IdleQueued,
}

/// What is under a pixel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// 0 = A, 1 = B, 2 = the recording.
    pub side: usize,
    /// Of lanes and rows; 0 for others.
    pub cpu: usize,
    /// What it is.
    pub what: What,
    /// Whose it is; `None` for an idle CPU.
    pub task: Option<usize>,
    /// The instant under the pixel; of an event, its own.
    pub t_ns: u64,
    /// The stretch from when to when; an instant twice where it is none.
    pub span_ns: (u64, u64),
    /// The row of the trace, of an event.
    pub row: Option<u32>,
    /// In a few words, as `hog runs 4 ms`.
    pub label: String,
}

/// A side as it was drawn.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    /// 0 = A, 1 = B, 2 = the recording.
    pub side: usize,
    /// What ran and waited.
    pub history: &'a History,
    /// Of its tasks, by index.
    pub names: Vec<&'a str>,
    /// Its CPUs as lanes.
    pub machine: &'a Machine,
}

impl Subject<'_> {
    fn name(&self, task: usize) -> &str {
        self.names.get(task).copied().unwrap_or("another task")
    }
}

/// What is under the pixel; `None` for nothing, and for sides that are not among the subjects.
pub fn hit(figure: &Figure, subjects: &[Subject], (x, y): (i32, i32)) -> Option<Hit> {
    let subject_of = |side| subjects.iter().find(|subject| subject.side == side);
    if let Some(side) = several::side_at(&figure.layout, (x, y)) {
        return several::hit(figure, subject_of(side)?, (x, y));
    }
    if let Some(places) = figure.layout.lanes.iter().find(|places| is_in_lane(places, y)) {
        return in_lane(figure, subject_of(places.side)?, places, (x, y));
    }
    let plot = figure.plots.iter().find(|plot| plot.area.top <= y && y < plot.area.bottom)?;
    let subject = subject_of(plot.side)?;
    let t_ns = figure.axis.time_ns(x);
    let (what, task, label) = if x >= plot.area.right {
        let task = near::name(plot, y)?;
        (What::Name, task, subject.name(task).to_owned())
    } else {
        let line = near::line(plot, &figure.axis, (x, y))?;
        let value = short(line.value_ns);
        (What::Line, line.task, format!("{}: {} {value}", subject.name(line.task), line.what))
    };
    let instant = (t_ns, t_ns);
    Some(Hit { side: plot.side, cpu: 0, what, task: Some(task), t_ns, span_ns: instant, row: None, label })
}

fn is_in_lane(places: &LanePlaces, y: i32) -> bool {
    let rows = places.rows.last().map(|row| row.area.bottom);
    let queue = places.queue.last().map(|row| row.bottom);
    let bottom = rows.or(queue).unwrap_or(places.bars.bottom);
    places.marks.top <= y && y < bottom
}

fn in_lane(figure: &Figure, subject: &Subject, places: &LanePlaces, (x, y): (i32, i32)) -> Option<Hit> {
    let row = places.rows.iter().find(|row| row.area.top <= y && y <= row.area.bottom);
    let hitting = Hitting { figure, subject, cpu: places.cpu };
    match row {
        _ if x >= places.bars.right => None,
        _ if x < places.bars.left && !subject.machine.is_single() => Some(hitting.cpu()),
        Some(row) if x < row.area.left => Some(hitting.name(row.task)),
        None if x < places.bars.left => None,
        Some(row) => hitting.mark(hitting.row_marks(row), x).or_else(|| hitting.in_row(row.task, x)),
        None if y < places.bars.top => hitting.mark(hitting.lane_marks(), x),
        None if y < places.bars.bottom => hitting.in_bars(x),
        None => hitting.in_queue(places, (x, y)),
    }
}

/// A lane that is looked at.
struct Hitting<'a> {
    figure: &'a Figure,
    subject: &'a Subject<'a>,
    cpu: usize,
}

impl Hitting<'_> {
    fn lane_marks(&self) -> Vec<Placed> {
        let Some(lane) = self.subject.history.lanes.get(self.cpu) else { return Vec::new() };
        marks::place(&lane.marks, &self.figure.axis, |mark| {
            mark.is_of(|task| self.figure.shown.contains(&task))
        })
    }

    fn row_marks(&self, row: &RowPlace) -> Vec<Placed> {
        task_rows::marks(self.subject.history, row, &self.figure.axis)
    }

    /// The mark that is drawn nearest to the pixel.
    fn mark(&self, placed: Vec<Placed>, x: i32) -> Option<Hit> {
        let near = placed.into_iter().filter(|placed| (placed.x - x).abs() <= MARK_REACH_PX);
        let Placed { mark, shape, .. } = near.min_by_key(|placed| (placed.x - x).abs())?;
        let task = (mark.task != IDLE).then_some(usize::from(mark.task));
        let label = event_label(shape, task.map(|task| self.subject.name(task)));
        let (t_ns, row) = (mark.t_ns, Some(mark.row));
        Some(self.hit(What::Event, task, t_ns, (t_ns, t_ns), row, label))
    }

    fn name(&self, task: usize) -> Hit {
        let t_ns = self.figure.axis.from_ns;
        self.hit(What::Name, Some(task), t_ns, (t_ns, t_ns), None, self.subject.name(task).to_owned())
    }

    fn cpu(&self) -> Hit {
        let t_ns = self.figure.axis.from_ns;
        self.hit(What::Cpu, None, t_ns, (t_ns, t_ns), None, format!("CPU {}", self.cpu))
    }

    /// Who waits on the queue of the CPU.
    fn in_queue(&self, places: &LanePlaces, (x, y): (i32, i32)) -> Option<Hit> {
        let row = places.queue.iter().position(|row| row.top <= y && y < row.bottom)?;
        let waits = self.subject.history.lanes.get(self.cpu)?.queue.get(row)?;
        let at = |t_ns: u64| {
            let next = waits.partition_point(|queued| queued.wait.to_ns <= t_ns);
            let Queued { task, wait } = waits.get(next).filter(|queued| queued.wait.from_ns <= t_ns)?;
            let span_ns = (wait.from_ns, wait.to_ns);
            Some(self.span(SpanKind::of(wait.held), Some(usize::from(*task)), t_ns, span_ns))
        };
        near_columns(x).find_map(|x| at(self.figure.axis.time_ns(x)))
    }

    fn in_bars(&self, x: i32) -> Option<Hit> {
        let t_ns = self.figure.axis.time_ns(x);
        let runs = self.subject.history.lanes.get(self.cpu).map_or(&[][..], |lane| &lane.runs);
        let next = runs.partition_point(|run| run.to_ns <= t_ns);
        match runs.get(next).filter(|run| run.from_ns <= t_ns) {
            Some(run) => Some(self.run(run, t_ns)),
            None => {
                let from_ns = next.checked_sub(1).map_or(0, |before| runs[before].to_ns);
                let to_ns = runs.get(next)?.from_ns;
                Some(self.span(SpanKind::Idle, None, t_ns, (from_ns, to_ns)))
            }
        }
    }

    /// The stretch of a task at the pixel, or at one beside it; nothing while the task sleeps.
    fn in_row(&self, task: usize, x: i32) -> Option<Hit> {
        near_columns(x).find_map(|x| self.at(task, self.figure.axis.time_ns(x)))
    }

    fn at(&self, task: usize, t_ns: u64) -> Option<Hit> {
        let waits = self.subject.history.waits.get(task).map_or(&[][..], Vec::as_slice);
        let next = waits.partition_point(|wait| wait.to_ns <= t_ns);
        if let Some(Wait { from_ns, to_ns, held, .. }) = waits.get(next).filter(|wait| wait.from_ns <= t_ns) {
            return Some(self.span(SpanKind::of(*held), Some(task), t_ns, (*from_ns, *to_ns)));
        }
        let runs = &self.subject.history.lanes.get(self.cpu)?.runs;
        let run = runs.get(runs.partition_point(|run| run.to_ns <= t_ns))?;
        let is_it = usize::from(run.task) == task && run.from_ns <= t_ns;
        is_it.then(|| self.run(run, t_ns))
    }

    fn run(&self, run: &Run, t_ns: u64) -> Hit {
        self.span(SpanKind::Run, Some(usize::from(run.task)), t_ns, (run.from_ns, run.to_ns))
    }

    fn span(&self, kind: SpanKind, task: Option<usize>, t_ns: u64, span_ns: (u64, u64)) -> Hit {
        let length = short((span_ns.1 - span_ns.0) as i64);
        let name = task.map_or("", |task| self.subject.name(task));
        let label = match kind {
            SpanKind::Run => format!("{name} runs {length}"),
            SpanKind::Wait => format!("{name} waits {length}"),
            SpanKind::Delayed => format!("{name} is delayed {length}"),
            SpanKind::Throttled => format!("{name} is throttled {length}"),
            SpanKind::Idle => format!("idle {length}"),
        };
        self.hit(What::Span(kind), task, t_ns, span_ns, None, label)
    }

    fn hit(
        &self,
        what: What,
        task: Option<usize>,
        t_ns: u64,
        span_ns: (u64, u64),
        row: Option<u32>,
        label: String,
    ) -> Hit {
        Hit { side: self.subject.side, cpu: self.cpu, what, task, t_ns, span_ns, row, label }
    }
}

/// A column, and those beside it, nearest first.
fn near_columns(x: i32) -> impl Iterator<Item = i32> {
    [x].into_iter().chain((1..=ROW_REACH_PX).flat_map(move |px| [x - px, x + px]))
}

fn event_label(shape: Shape, name: Option<&str>) -> String {
    let name = name.unwrap_or_default();
    match shape {
        Shape::Refill => "a quota is refilled".to_owned(),
        Shape::WakeupPreempts => format!("{name} is preempted at a wakeup"),
        Shape::WakeupWaits => format!("{name} wakes and waits"),
        Shape::Missed => format!("{name} misses its deadline"),
        Shape::Pulled => format!("{name} comes from another CPU"),
        Shape::Pushed => format!("{name} has to leave the CPU"),
        Shape::Throttled => format!("{name} is throttled"),
        Shape::Exit => format!("{name} exits"),
        Shape::Yield => format!("{name} yields"),
        Shape::Change => format!("{name} makes way after a change"),
        Shape::Hrtick => format!("{name} makes way at its slice timer"),
        Shape::BlockDelayed => format!("{name} blocks and stays queued"),
        Shape::Block => format!("{name} blocks"),
        Shape::Tick => format!("{name} makes way at a tick"),
        Shape::DelayedWake => format!("{name} wakes while delayed"),
        Shape::DelayedOut => format!("{name} leaves the queue"),
    }
}

#[cfg(test)]
mod tests;
