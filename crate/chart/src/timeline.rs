//! The lane of a CPU: who ran, and how each run ended.

use std::collections::BTreeMap;

use plotters::drawing::DrawingAreaErrorKind;
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};
use plotters_backend::DrawingBackend;

use crate::axis::TimeAxis;
use crate::blocks::{self, Block, Blocks};
use crate::cast::Cast;
use crate::decimate::{PixelSpan, Reduced};
use crate::history::{History, Lane, Run};
use crate::layout::LanePlaces;
use crate::legend::Occurs;
use crate::marks::{self, Shape};
use crate::metrics;
use crate::palette;
use crate::pen::{self, Area, Drawn, Look, Pen};
use crate::shares::{self, Divided};
use crate::task_rows;

const NAME_PX: f64 = 11.5;
/// A name is cut only where this much of it remains.
const CUT_NAME_MIN_PX: i32 = 40;
/// How much of the text's colour the strokes of a hatched bar have.
const HATCH_STRENGTH: f64 = 0.45;
/// Height of the line along the bar of a task above the fair class, and of what is left above it.
const BAND_PX: i32 = 2;
/// How much of the text's colour this line has.
const BAND_STRENGTH: f64 = 0.75;
/// A bar from this width on leaves its last pixel free, so that neighbours stay apart.
const GAP_FROM_PX: i32 = 4;

/// What a lane is drawn from.
pub struct LaneScene<'a> {
    /// Of this side.
    pub history: &'a History,
    /// The same in blocks.
    pub blocks: &'a Blocks,
    /// How each task looks.
    pub cast: &'a Cast<'a>,
}

/// What a drawn lane tells the rest of the figure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaneDrawn {
    /// What the legend has to explain.
    pub occurs: Occurs,
    /// True when more happened than could be shown.
    pub thinned: bool,
}

/// The runs of a lane at the resolution of the screen.
pub struct LaneRuns<'a> {
    /// All of the lane.
    pub runs: &'a [Run],
    /// Runs that have their pixels to themselves, in order of task, so that a colour is set once.
    pub single: Vec<PixelSpan>,
    /// Where runs crowd.
    pub crowded: Vec<Divided>,
    /// True when more happened than could be shown.
    pub thinned: bool,
}

impl LaneRuns<'_> {
    /// Reduces the runs of a lane.
    pub fn of<'a>(lane: &'a Lane, blocks: Option<&Vec<Block>>, axis: &TimeAxis) -> LaneRuns<'a> {
        let (runs, reduced) = (&lane.runs, blocks::spans(&lane.runs, blocks, axis));
        LaneRuns::reduced(runs, reduced)
    }

    /// The same with no more than about so many runs: where there are more, pixels are taken together.
    pub fn within<'a>(
        lane: &'a Lane,
        blocks: Option<&Vec<Block>>,
        axis: &TimeAxis,
        most: usize,
    ) -> LaneRuns<'a> {
        let (runs, reduced) = (&lane.runs, blocks::spans(&lane.runs, blocks, axis));
        if reduced.spans.len() <= most {
            return LaneRuns::reduced(runs, reduced);
        }
        let width = axis.right - axis.left;
        let cell_px = (width.max(1) as usize).div_ceil(most) as i32;
        let coarse = TimeAxis::new(axis.from_ns, axis.to_ns, 0, width / cell_px);
        let x = |column: i32| axis.left + width * column / coarse.right;
        let place = |span: PixelSpan| PixelSpan { left: x(span.left), right: x(span.right), ..span };
        let spans = blocks::spans(runs, blocks, &coarse).spans.into_iter().map(place).collect();
        LaneRuns::reduced(runs, Reduced { spans, thinned: true })
    }

    fn reduced(runs: &[Run], reduced: Reduced) -> LaneRuns<'_> {
        let (crowded, mut single): (Vec<PixelSpan>, Vec<PixelSpan>) =
            reduced.spans.into_iter().partition(PixelSpan::is_crowded);
        single.sort_by_key(|span| runs[span.index].task);
        LaneRuns { runs, single, crowded: shares::divided(&crowded, runs), thinned: reduced.thinned }
    }

    /// Who runs in a span.
    pub fn task(&self, span: &PixelSpan) -> usize {
        usize::from(self.runs[span.index].task)
    }
}

/// Draws one CPU's lane.
pub fn draw<B: DrawingBackend>(
    pen: &Pen<B>,
    places: &LanePlaces,
    axis: &TimeAxis,
    scene: &LaneScene,
) -> Result<LaneDrawn, DrawingAreaErrorKind<B::ErrorType>> {
    let bars = places.bars;
    let gutter = Look::plain(NAME_PX, pen.inks.muted).at(HPos::Right);
    pen.text(&format!("CPU {}", places.cpu), (bars.left - 8, bars.middle()), gutter)?;
    pen.rect(bars, pen.inks.grid)?;
    let Some(lane) = scene.history.lanes.get(places.cpu) else { return Ok(LaneDrawn::default()) };
    let runs = LaneRuns::of(lane, scene.blocks.runs.get(places.cpu), axis);
    draw_runs(pen, bars, &runs, scene.cast)?;
    let shapes = draw_marks(pen, bars, axis, lane, scene.cast)?;
    let mut drawn = task_rows::draw(pen, places, axis, &runs, scene)?;
    drawn.occurs.shapes.extend(shapes);
    drawn.occurs.above_fair |= is_above_fair(&runs, scene.cast);
    drawn.thinned |= runs.thinned;
    Ok(drawn)
}

/// Somebody who runs alone in a pixel is above the fair class.
pub fn is_above_fair(runs: &LaneRuns, cast: &Cast) -> bool {
    runs.single.iter().any(|span| cast.above_fair(runs.task(span)).is_some())
}

/// Bars with names where there is room for them.
pub fn draw_runs<B: DrawingBackend>(pen: &Pen<B>, bars: Area, runs: &LaneRuns, cast: &Cast) -> Drawn<B> {
    draw_bars(pen, bars, runs, cast)?;
    runs.single.iter().try_for_each(|span| draw_name(pen, bars, span, runs.task(span), cast))
}

/// Bars, then the columns that hold more than one run.
pub fn draw_bars<B: DrawingBackend>(pen: &Pen<B>, bars: Area, runs: &LaneRuns, cast: &Cast) -> Drawn<B> {
    for span in &runs.single {
        draw_bar(pen, bars, span, runs.task(span), cast)?;
    }
    draw_cells(pen, bars, &runs.crowded, cast)
}

/// Crowded cells are divided from top to bottom as the tasks divided their time: task by task, so that a colour is set once.
fn draw_cells<B: DrawingBackend>(pen: &Pen<B>, bars: Area, cells: &[Divided], cast: &Cast) -> Drawn<B> {
    let mut areas: BTreeMap<u16, Vec<Area>> = BTreeMap::new();
    for (task, area) in cells.iter().flat_map(|cell| stack(bars, cell)) {
        areas.entry(task).or_default().push(area);
    }
    for (task, areas) in areas {
        let color = cast.color(usize::from(task));
        pen::joined(areas).into_iter().try_for_each(|area| pen.rect(area, color))?;
    }
    Ok(())
}

/// The tasks of a cell one below the other; a part that is less than half a pixel high has no room.
fn stack(bars: Area, cell: &Divided) -> impl Iterator<Item = (u16, Area)> {
    let y = move |part: f64| bars.top + (part * f64::from(bars.height())).round() as i32;
    let place = move |&(task, from, to): &(u16, f64, f64)| {
        (task, bars.columns(cell.left, cell.right).rows(y(from), y(to)))
    };
    cell.parts.iter().map(place).filter(|(_, area)| area.height() > 0)
}

fn draw_bar<B: DrawingBackend>(
    pen: &Pen<B>,
    bars: Area,
    span: &PixelSpan,
    task: usize,
    cast: &Cast,
) -> Drawn<B> {
    let gap = i32::from(span.right - span.left >= GAP_FROM_PX);
    let bar = bars.columns(span.left, span.right - gap);
    let color = cast.color(task);
    pen.rect(bar, color)?;
    if let Some(step_px) = cast.pattern(task).hatch_px {
        pen.hatch(bar, step_px, palette::text_on(color).mix(HATCH_STRENGTH))?;
    }
    if cast.above_fair(task).is_some() { draw_band(pen, bar, palette::text_on(color)) } else { Ok(()) }
}

/// A line along the top of a bar: a task of a class above the fair one.
pub fn draw_band<B: DrawingBackend>(pen: &Pen<B>, bar: Area, color: RGBColor) -> Drawn<B> {
    pen.rect(bar.rows(bar.top + BAND_PX, bar.top + 2 * BAND_PX), color.mix(BAND_STRENGTH))
}

fn draw_name<B: DrawingBackend>(
    pen: &Pen<B>,
    bars: Area,
    span: &PixelSpan,
    task: usize,
    cast: &Cast,
) -> Drawn<B> {
    let room = span.right - span.left - 8;
    let Some(name) = cast.name(task).filter(|_| room > 6) else { return Ok(()) };
    let name = match cast.above_fair(task).map(|policy| format!("{name} · {policy}")) {
        Some(both) if metrics::measure(&both, NAME_PX).0 as i32 <= room => both,
        _ => metrics::fit(name, NAME_PX, room as u32),
    };
    if name.ends_with('…') && room < CUT_NAME_MIN_PX {
        return Ok(());
    }
    let (color, middle) = (cast.color(task), (span.left + span.right) / 2);
    if cast.pattern(task).hatch_px.is_some() {
        let half = metrics::measure(&name, NAME_PX).0 as i32 / 2 + 2;
        pen.rect(
            bars.columns(middle - half, middle + half).rows(bars.middle() - 8, bars.middle() + 8),
            color,
        )?;
    }
    let look = Look::plain(NAME_PX, palette::text_on(color)).at(HPos::Center);
    pen.text(&name, (middle, bars.middle()), look)
}

/// The marks above a lane's bars: the shapes that were drawn.
pub fn draw_marks<B: DrawingBackend>(
    pen: &Pen<B>,
    bars: Area,
    axis: &TimeAxis,
    lane: &Lane,
    cast: &Cast,
) -> Result<Vec<Shape>, DrawingAreaErrorKind<B::ErrorType>> {
    let placed = marks::place(&lane.marks, axis, |mark| mark.is_of(|task| cast.is_shown(task)));
    for marks::Placed { x, shape, mark } in &placed {
        let faint = cast.is_faint(usize::from(mark.task));
        let color = if faint { pen.inks.edge } else { shape.ink(pen.inks) };
        shape.draw(pen, (*x, bars.top - 1), color)?;
    }
    Ok(placed.iter().map(|placed| placed.shape).collect())
}
