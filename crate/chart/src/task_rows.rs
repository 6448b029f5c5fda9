//! The rows below a lane, one a task: solid while it runs, hatched while it waits, dotted while it is delayed, a
//! lattice while it is throttled, blank while it sleeps.

use plotters::drawing::DrawingAreaErrorKind;
use plotters::style::text_anchor::HPos;
use plotters_backend::DrawingBackend;

use crate::axis::TimeAxis;
use crate::blocks;
use crate::decimate::PixelSpan;
use crate::flags;
use crate::held;
use crate::history::{Held, History, Wait};
use crate::layout::{LanePlaces, RowPlace};
use crate::marks::{self, Placed};
use crate::metrics;
use crate::pen::{self, Drawn, Look, Pen};
use crate::timeline::{LaneDrawn, LaneRuns, LaneScene};

const NAME_PX: f64 = 10.0;
/// A row from this height on has room for its task's name.
const NAMED_PX: i32 = 10;
/// A row from this height on has room for marks.
const MARKED_PX: i32 = 6;
/// Where waits crowd, a range is at least so wide.
const CROWDED_PX: i32 = 4;
/// Half of a mark's height.
const MARK_MIDDLE_PX: i32 = 4;
/// A row with more marks than one in so many pixels has none: they would hide what they mark.
const MARK_PITCH_PX: i32 = 40;

/// Draws the rows of a lane.
pub fn draw<B: DrawingBackend>(
    pen: &Pen<B>,
    places: &LanePlaces,
    axis: &TimeAxis,
    runs: &LaneRuns,
    scene: &LaneScene,
) -> Result<LaneDrawn, DrawingAreaErrorKind<B::ErrorType>> {
    let tasks = scene.cast.shown.len();
    if places.rows.len() < tasks {
        draw_count(pen, places, tasks)?;
    }
    let mut drawn = LaneDrawn::default();
    for row in &places.rows {
        draw_name(pen, row, scene)?;
        drawn.thinned |= draw_waits(pen, row, axis, scene, &mut drawn)?;
        draw_runs(pen, row, runs, scene)?;
        draw_delays(pen, row, axis, scene, &mut drawn)?;
        if let Some(flags) = scene.history.flags.get(row.task) {
            drawn.occurs.deadlines |= flags::draw(pen, row.area, flags, axis)?;
        }
    }
    Ok(drawn)
}

/// How many of the tasks have a row: beside the rows, or above them where each has its name there.
fn draw_count<B: DrawingBackend>(pen: &Pen<B>, places: &LanePlaces, tasks: usize) -> Drawn<B> {
    let (Some(first), Some(last)) = (places.rows.first(), places.rows.last()) else { return Ok(()) };
    let named = first.area.height() >= NAMED_PX;
    let rows_middle = (first.area.top + last.area.bottom) / 2;
    let y = if named { places.marks.middle() } else { rows_middle };
    let note = format!("{} of {tasks}", places.rows.len());
    pen.text(&note, (first.area.left - 8, y), Look::plain(NAME_PX, pen.inks.muted).at(HPos::Right))
}

fn draw_name<B: DrawingBackend>(pen: &Pen<B>, row: &RowPlace, scene: &LaneScene) -> Drawn<B> {
    let Some(name) = scene.cast.name(row.task).filter(|_| row.area.height() >= NAMED_PX) else {
        return Ok(());
    };
    let label = label(scene.cast.group(row.task), name, (row.area.left - 10).max(0) as u32);
    let look = Look::plain(NAME_PX, scene.cast.name_color(row.task)).at(HPos::Right);
    pen.text(&label, (row.area.left - 8, row.area.middle()), look)
}

/// A name with the group before it, as a path has it; where there is no room for both, it is the group that is cut.
fn label(group: &str, name: &str, room_px: u32) -> String {
    let end = format!("/{name}");
    let left_px = room_px.saturating_sub(metrics::measure(&end, NAME_PX).0);
    match metrics::fit(group, NAME_PX, left_px) {
        cut if cut.is_empty() => metrics::fit(name, NAME_PX, room_px),
        cut => cut + &end,
    }
}

/// Runs that stand alone in full; where they crowd, as high as the task's part of the time.
fn draw_runs<B: DrawingBackend>(
    pen: &Pen<B>,
    row: &RowPlace,
    runs: &LaneRuns,
    scene: &LaneScene,
) -> Drawn<B> {
    let (area, color) = (held::inset(row.area), scene.cast.color(row.task));
    let first = runs.single.partition_point(|span| runs.task(span) < row.task);
    for span in runs.single[first..].iter().take_while(|span| runs.task(span) == row.task) {
        pen.rect(area.columns(span.left, span.right), color)?;
    }
    let filled = runs.crowded.iter().map(|cell| {
        let height = (cell.part(row.task) * f64::from(area.height())).ceil() as i32;
        area.columns(cell.left, cell.right).rows(area.bottom - height, area.bottom)
    });
    let filled = filled.filter(|part| part.height() > 0);
    pen::joined(filled).into_iter().try_for_each(|part| pen.rect(part, color))
}

/// True when more happened than could be shown.
fn draw_waits<B: DrawingBackend>(
    pen: &Pen<B>,
    row: &RowPlace,
    axis: &TimeAxis,
    scene: &LaneScene,
    drawn: &mut LaneDrawn,
) -> Result<bool, DrawingAreaErrorKind<B::ErrorType>> {
    let Some(waits) = scene.history.waits.get(row.task) else { return Ok(false) };
    let reduced = blocks::spans(waits, scene.blocks.waits.get(row.task), axis);
    let mut ranges = joined(&reduced.spans, waits);
    // One kind after the other, so that a colour is set once.
    ranges.sort_by_key(|&(.., held)| held);
    for &(left, right, held) in &ranges {
        held::draw(pen, row.area.columns(left, right), held, scene.cast.color(row.task))?;
    }
    ranges.dedup_by_key(|&mut (.., held)| held);
    drawn.occurs.held.extend(ranges.iter().map(|&(.., held)| held));
    Ok(reduced.thinned)
}

/// Waits as pixel ranges, those of a kind that touch as one: a row of many costs what a row of few does. Where they crowd, what
/// the first column shows stands for a few: kinds that change with every pixel are noise.
fn joined(spans: &[PixelSpan], waits: &[Wait]) -> Vec<(i32, i32, Held)> {
    let mut ranges: Vec<(i32, i32, Held)> = Vec::new();
    for span in spans {
        let held = waits[span.index].held;
        let joins = |last: &(i32, i32, Held)| {
            last.1 == span.left && (last.2 == held || span.is_crowded() && last.1 - last.0 < CROWDED_PX)
        };
        match ranges.last_mut().filter(|last| joins(last)) {
            Some(last) => last.1 = span.right,
            None => ranges.push((span.left, span.right, held)),
        }
    }
    ranges
}

/// How delays ended, as it is drawn; rows too low or too full for marks have none.
pub fn marks(history: &History, row: &RowPlace, axis: &TimeAxis) -> Vec<Placed> {
    let all = history.delays.get(row.task).filter(|_| row.area.height() >= MARKED_PX);
    let all = all.map_or(&[][..], Vec::as_slice);
    let first = all.partition_point(|mark| mark.t_ns < axis.from_ns);
    let count = all[first..].partition_point(|mark| mark.t_ns <= axis.to_ns);
    let fit = row.area.width() / MARK_PITCH_PX;
    if count > fit.max(0) as usize {
        Vec::new()
    } else {
        marks::place(&all[first..first + count], axis, |_| true)
    }
}

fn draw_delays<B: DrawingBackend>(
    pen: &Pen<B>,
    row: &RowPlace,
    axis: &TimeAxis,
    scene: &LaneScene,
    drawn: &mut LaneDrawn,
) -> Drawn<B> {
    let color = if scene.cast.is_faint(row.task) { pen.inks.edge } else { pen.inks.ink };
    for Placed { x, shape, .. } in marks(scene.history, row, axis) {
        shape.draw(pen, (x, row.area.middle() + MARK_MIDDLE_PX), color)?;
        drawn.occurs.shapes.push(shape);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Held::*;

    #[test]
    fn a_label_names_the_group_as_far_as_there_is_room() {
        assert_eq!(label("", "a0", 60), "a0");
        assert_eq!(label("web", "a0", 60), "web/a0");
        assert_eq!(label("frontend", "a0", 60), "fronte…/a0");
        assert_eq!(label("frontend", "compiler", 60), "compiler");
    }

    #[test]
    fn waits_that_touch_are_one_unless_they_differ() {
        let wait = |held| Wait { from_ns: 0, to_ns: 1, held, cpu: 0 };
        let span = |left, index| PixelSpan { left, right: left + 1, index, stands_for: (index, index + 1) };
        let waits = [wait(Runnable), wait(Runnable), wait(Delayed), wait(Throttled)];
        let spans = [span(3, 0), span(4, 1), span(5, 2), span(6, 3)];
        assert_eq!(joined(&spans, &waits), [(3, 5, Runnable), (5, 6, Delayed), (6, 7, Throttled)]);
    }

    #[test]
    fn where_waits_crowd_one_kind_stands_for_a_few_columns() {
        let wait = |held| Wait { from_ns: 0, to_ns: 1, held, cpu: 0 };
        let waits: Vec<Wait> = (0..12).map(|i| wait([Runnable, Delayed][i % 2])).collect();
        let crowded = |column: i32| PixelSpan {
            left: column,
            right: column + 1,
            index: column as usize,
            stands_for: (column as usize, column as usize + 2),
        };
        let spans: Vec<PixelSpan> = (0..6).map(crowded).collect();
        assert_eq!(joined(&spans, &waits), [(0, 5, Runnable), (5, 6, Delayed)]);
    }
}
