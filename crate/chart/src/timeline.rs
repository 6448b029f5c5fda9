//! The lane of a CPU: who ran, how each run ended, and who waited meanwhile.

use plotters::drawing::DrawingAreaErrorKind;
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};
use plotters_backend::DrawingBackend;

use crate::axis::TimeAxis;
use crate::decimate::{self, PixelSpan};
use crate::history::{History, Lane, Run, Wait};
use crate::layout::{BAR_PX, MARKS_PX, Panel};
use crate::marks::{self, Shape};
use crate::metrics;
use crate::palette::{self, Theme};
use crate::pen::{Area, Drawn, Look, Pen};
use crate::shares::{self, Cell};

const NAME_PX: f64 = 11.5;
const ROW_NAME_PX: f64 = 10.0;
/// A name is cut only where this much of it remains.
const CUT_NAME_MIN_PX: i32 = 40;
/// A bar from this width on leaves its last pixel free, so that neighbours stay apart.
const GAP_FROM_PX: i32 = 4;

/// What a lane is drawn from.
pub struct LaneScene<'a> {
    /// Of this side.
    pub history: &'a History,
    /// Of every task, by index.
    pub names: &'a [String],
    /// The tasks that are shown, in order; the others are left out of the rows of waiting tasks.
    pub shown: &'a [usize],
    /// The tasks that are not shown.
    pub hidden: &'a [usize],
    /// Height of a row of waiting tasks, and how many there are.
    pub wait_rows: (i32, usize),
}

impl LaneScene<'_> {
    fn is_shown(&self, task: usize) -> bool {
        !self.hidden.contains(&task)
    }
}

/// What a drawn lane tells the rest of the figure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaneDrawn {
    /// Shapes that occur, for the legend.
    pub shapes: Vec<Shape>,
    /// True when more happened than could be shown.
    pub thinned: bool,
}

/// Draws one CPU's lane into its panel.
pub fn draw<B: DrawingBackend>(
    pen: &Pen<B>,
    panel: &Panel,
    axis: &TimeAxis,
    scene: &LaneScene,
) -> Result<LaneDrawn, DrawingAreaErrorKind<B::ErrorType>> {
    let bars = panel.area.rows(panel.area.top + MARKS_PX, panel.area.top + MARKS_PX + BAR_PX);
    let gutter = Look::plain(NAME_PX, pen.inks.muted).at(HPos::Right);
    pen.text(&panel.label, (bars.left - 8, bars.middle()), gutter)?;
    pen.rect(bars, pen.inks.grid)?;
    let Some(lane) = scene.history.lanes.get(panel.cpu) else { return Ok(LaneDrawn::default()) };
    let runs_thinned = draw_runs(pen, bars, axis, lane, scene)?;
    let shapes = draw_marks(pen, bars, axis, lane, scene)?;
    let waits_thinned = draw_waits(pen, panel.area.rows(bars.bottom + 3, panel.area.bottom), axis, scene)?;
    Ok(LaneDrawn { shapes, thinned: runs_thinned || waits_thinned })
}

/// Bars by task, so that a colour is set once, then the names on top, then the columns that hold more than one run.
fn draw_runs<B: DrawingBackend>(
    pen: &Pen<B>,
    bars: Area,
    axis: &TimeAxis,
    lane: &Lane,
    scene: &LaneScene,
) -> Result<bool, DrawingAreaErrorKind<B::ErrorType>> {
    let reduced = decimate::spans(&lane.runs, axis);
    let (crowded, mut single): (Vec<PixelSpan>, Vec<PixelSpan>) =
        reduced.spans.into_iter().partition(PixelSpan::is_crowded);
    single.sort_by_key(|span| lane.runs[span.index].task);
    for span in &single {
        draw_bar(pen, bars, span, &lane.runs[span.index], scene)?;
    }
    for span in &single {
        draw_name(pen, bars, span, &lane.runs[span.index], scene)?;
    }
    for cell in shares::cells(&crowded) {
        draw_cell(pen, bars, &cell, lane, scene)?;
    }
    Ok(reduced.thinned)
}

/// A crowded cell is divided from top to bottom as the tasks divided its time.
fn draw_cell<B: DrawingBackend>(
    pen: &Pen<B>,
    bars: Area,
    cell: &Cell,
    lane: &Lane,
    scene: &LaneScene,
) -> Drawn<B> {
    let cell_area = bars.columns(cell.left, cell.right);
    for (task, from, to) in shares::divide(&lane.runs[cell.stands_for.0..cell.stands_for.1]) {
        let y = |part: f64| bars.top + (part * f64::from(bars.bottom - bars.top)).round() as i32;
        let area = cell_area.rows(y(from), y(to));
        if area.bottom > area.top {
            pen.rect(area, task_color(pen.theme, usize::from(task), scene))?;
        }
    }
    Ok(())
}

fn draw_bar<B: DrawingBackend>(
    pen: &Pen<B>,
    bars: Area,
    span: &PixelSpan,
    run: &Run,
    scene: &LaneScene,
) -> Drawn<B> {
    let task = usize::from(run.task);
    let gap = i32::from(span.right - span.left >= GAP_FROM_PX);
    let bar = bars.columns(span.left, span.right - gap);
    let color = task_color(pen.theme, task, scene);
    pen.rect(bar, color)?;
    if palette::pattern(task).hatched && bar.width() > 6 {
        hatch(pen, bar, 9, palette::text_on(color).mix(0.35))?;
    }
    Ok(())
}

fn draw_name<B: DrawingBackend>(
    pen: &Pen<B>,
    bars: Area,
    span: &PixelSpan,
    run: &Run,
    scene: &LaneScene,
) -> Drawn<B> {
    let task = usize::from(run.task);
    let room = span.right - span.left - 8;
    let Some(name) = scene.names.get(task).filter(|_| room > 6) else { return Ok(()) };
    let name = metrics::fit(name, NAME_PX, room as u32);
    if name.ends_with('…') && room < CUT_NAME_MIN_PX {
        return Ok(());
    }
    let color = palette::text_on(task_color(pen.theme, task, scene));
    let look = Look::plain(NAME_PX, color).at(HPos::Center);
    pen.text(&name, ((span.left + span.right) / 2, bars.middle()), look)
}

/// A hidden task still used the CPU: it is drawn in grey.
fn task_color(theme: Theme, task: usize, scene: &LaneScene) -> RGBColor {
    if scene.shown.contains(&task) || task >= scene.names.len() {
        theme.task(task)
    } else {
        theme.inks().edge
    }
}

fn draw_marks<B: DrawingBackend>(
    pen: &Pen<B>,
    bars: Area,
    axis: &TimeAxis,
    lane: &Lane,
    scene: &LaneScene,
) -> Result<Vec<Shape>, DrawingAreaErrorKind<B::ErrorType>> {
    let placed = marks::place(&lane.marks, axis, |mark| scene.is_shown(usize::from(mark.task)));
    for &(x, shape) in &placed {
        let color = if shape <= Shape::WakeupWaits { pen.inks.ink } else { pen.inks.muted };
        shape.draw(pen, (x, bars.top - 1), color)?;
    }
    let occurs = |shape: &Shape| placed.iter().any(|(_, placed)| placed == shape);
    Ok(Shape::ALL.into_iter().filter(occurs).collect())
}

fn draw_waits<B: DrawingBackend>(
    pen: &Pen<B>,
    below: Area,
    axis: &TimeAxis,
    scene: &LaneScene,
) -> Result<bool, DrawingAreaErrorKind<B::ErrorType>> {
    let (pitch, rows) = scene.wait_rows;
    let mut thinned = false;
    if 0 < rows && rows < scene.shown.len() {
        let note = format!("{rows} of {}", scene.shown.len());
        let look = Look::plain(ROW_NAME_PX, pen.inks.muted).at(HPos::Right);
        pen.text(&note, (below.left - 8, below.middle()), look)?;
    }
    for (row, &task) in scene.shown.iter().take(rows).enumerate() {
        let top = below.top + row as i32 * pitch;
        let area = below.rows(top, top + pitch - 1);
        if pitch > 10
            && let Some(name) = scene.names.get(task)
        {
            let name = metrics::fit(name, ROW_NAME_PX, (below.left - 10).max(0) as u32);
            let look = Look::plain(ROW_NAME_PX, pen.theme.task(task)).at(HPos::Right);
            pen.text(&name, (below.left - 8, area.middle()), look)?;
        }
        let Some(waits) = scene.history.waits.get(task) else { continue };
        let reduced = decimate::spans(waits, axis);
        thinned |= reduced.thinned;
        for (left, right, delayed) in joined(&reduced.spans, waits) {
            draw_wait(pen, area.columns(left, right), delayed, pen.theme.task(task))?;
        }
    }
    Ok(thinned)
}

/// Waits as pixel ranges, those of a kind that touch as one: a row of many costs what a row of few does.
fn joined(spans: &[PixelSpan], waits: &[Wait]) -> Vec<(i32, i32, bool)> {
    let mut ranges: Vec<(i32, i32, bool)> = Vec::new();
    for span in spans {
        let delayed = waits[span.index].delayed;
        match ranges.last_mut() {
            Some(last) if last.1 == span.left && last.2 == delayed => last.1 = span.right,
            _ => ranges.push((span.left, span.right, delayed)),
        }
    }
    ranges
}

/// Waiting is a thin hatched bar; delayed, which wants no CPU, a row of dots.
fn draw_wait<B: DrawingBackend>(pen: &Pen<B>, area: Area, delayed: bool, color: RGBColor) -> Drawn<B> {
    let height = area.bottom - area.top;
    if delayed {
        let y = area.middle();
        return (area.left..area.right).step_by(5).try_for_each(|x| {
            let dot =
                Area { left: x, right: (x + 2).min(area.right), top: y - 1, bottom: y - 1 + height.min(2) };
            pen.rect(dot, color)
        });
    }
    let inset = if height > 8 { 2 } else { 0 };
    let bar = area.rows(area.top + inset, area.bottom - inset);
    pen.rect(bar, color.mix(if height > 4 { 0.22 } else { 0.6 }))?;
    if height > 4 { hatch(pen, bar, 5, color) } else { Ok(()) }
}

/// Slanted strokes across an area, each as high as the area.
pub fn hatch<B: DrawingBackend, C: Color>(pen: &Pen<B>, area: Area, step_px: i32, color: C) -> Drawn<B> {
    let slant = area.bottom - area.top - 1;
    let last = area.right - 1 - slant;
    (area.left..=last)
        .step_by(step_px as usize)
        .try_for_each(|x| pen.line(&[(x, area.bottom - 1), (x + slant, area.top)], color.to_rgba(), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_that_touch_are_one_unless_they_differ() {
        let wait = |delayed| Wait { from_ns: 0, to_ns: 1, delayed };
        let span = |left, index| PixelSpan { left, right: left + 1, index, stands_for: (index, index + 1) };
        let waits = [wait(false), wait(false), wait(true), wait(true)];
        let spans = [span(3, 0), span(4, 1), span(5, 2), span(9, 3)];
        assert_eq!(joined(&spans, &waits), [(3, 5, false), (5, 6, true), (9, 10, true)]);
    }
}
