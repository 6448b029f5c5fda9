//! The lanes of several CPUs: who runs, who waits on each queue, who goes where, and closed groups as one strip.

use std::collections::BTreeMap;

use plotters::drawing::DrawingAreaErrorKind;
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};
use plotters_backend::DrawingBackend;

use crate::arrows;
use crate::axis::TimeAxis;
use crate::blocks;
use crate::busy;
use crate::decimate;
use crate::held;
use crate::history::{Lane, Queued};
use crate::layout::{GroupPlace, LanePlaces, Layout};
use crate::machine::Machine;
use crate::metrics;
use crate::pen::{self, Area, Drawn, Look, Pen};
use crate::timeline::{self, LaneDrawn, LaneRuns, LaneScene};

const NAME_PX: f64 = 11.5;
const SMALL_PX: f64 = 10.0;
/// Bars from this height on have room for the number of their CPU beside them.
const LABELLED_PX: i32 = 5;
/// Labels of lanes are at least so far apart; lower lanes share one.
const LABEL_PITCH_PX: i32 = 12;
/// From the end of a group's title to the middle of a label.
const TITLE_GAP_PX: i32 = 5;
/// Bars from this height on show names, and how tasks divide a crowded place.
const NAMED_PX: i32 = 11;
/// Lanes from this height on have room for their capacity below their number.
const TWO_LINES_PX: i32 = 24;
/// Runs that are drawn in a frame, about, all lanes together.
const RUNS_MAX: usize = 40_000;
/// Runs of a lane that are drawn at least.
const RUNS_MIN: usize = 60;
/// Where fewer of a group's lanes are in sight, its title has no room beside them.
const TITLE_MIN_PX: i32 = 11;
/// From group to group inside it.
const INDENT_PX: i32 = 7;
/// A busy place of a low lane is as strong as it is busy, in so many steps.
const STEPS: f64 = 4.0;

/// What the lanes of a side are drawn from, beside what each is drawn from.
#[derive(Clone, Copy)]
pub struct LanesScene<'a> {
    /// 0 = A, 1 = B, 2 = the recording.
    pub side: usize,
    /// Its CPUs.
    pub machine: &'a Machine,
    /// The CPU whose queue the panels of lines show.
    pub selected: usize,
}

/// Draws all lanes of a side that are in sight.
pub fn draw<B: DrawingBackend>(
    pen: &Pen<B>,
    layout: &Layout,
    axis: &TimeAxis,
    scene: &LaneScene,
    lanes: LanesScene,
) -> Result<LaneDrawn, DrawingAreaErrorKind<B::ErrorType>> {
    let mut drawn = LaneDrawn::default();
    for place in layout.groups.iter().filter(|place| place.side == lanes.side) {
        draw_group(pen, place, axis, scene, lanes.machine)?;
    }
    let own: Vec<&LanePlaces> = layout.lanes.iter().filter(|places| places.side == lanes.side).collect();
    draw_labels(pen, layout, &own, lanes)?;
    let most = (RUNS_MAX / layout.lanes.len().max(1)).max(RUNS_MIN);
    let mut low: BTreeMap<(u16, u8), Vec<Area>> = BTreeMap::new();
    for places in &own {
        pen.rect(places.bars, pen.inks.grid)?;
        let Some(lane) = scene.history.lanes.get(places.cpu) else { continue };
        let runs = LaneRuns::within(lane, scene.blocks.runs.get(places.cpu), axis, most);
        drawn.thinned |= runs.thinned;
        if places.bars.height() >= NAMED_PX {
            timeline::draw_runs(pen, places.bars, &runs, scene.cast)?;
        } else {
            collect_low(places.bars, &runs, axis, &mut low);
        }
        drawn.occurs.above_fair |= timeline::is_above_fair(&runs, scene.cast);
        drawn.thinned |= draw_queue(pen, places, axis, lane, scene, &mut drawn)?;
        if places.marks.height() > 0 {
            drawn.occurs.shapes.extend(timeline::draw_marks(pen, places.bars, axis, lane, scene.cast)?);
        }
    }
    draw_low(pen, low, scene)?;
    arrows::draw(pen, &own, axis, scene)?;
    draw_idle_queued(pen, layout, axis, scene, lanes.side)?;
    Ok(drawn)
}

/// The number of each CPU, as far as lanes are high enough; a stroke beside the one whose lines are shown.
fn draw_labels<B: DrawingBackend>(
    pen: &Pen<B>,
    layout: &Layout,
    own: &[&LanePlaces],
    lanes: LanesScene,
) -> Drawn<B> {
    let beside = layout.groups.iter().any(|place| place.title.bottom > place.area.bottom);
    let mut free_from = i32::MIN;
    for places in own {
        let bars = places.bars;
        let is_selected = places.cpu == lanes.selected;
        if is_selected {
            pen.rect(bars.columns(bars.left - 4, bars.left - 2), pen.inks.ink)?;
        }
        if beside || bars.height() < LABELLED_PX {
            if is_selected && has_room_for_text(pen, layout, bars.middle()) {
                let y = bars.middle().max(title_above(layout, places) + TITLE_GAP_PX);
                draw_low_label(
                    pen,
                    (bars.left - 8, if beside { bars.middle() } else { y }),
                    places.cpu,
                    beside,
                )?;
            }
            continue;
        }
        free_from = free_from.max(title_above(layout, places) + TITLE_GAP_PX);
        if bars.middle() < free_from && !is_selected {
            continue;
        }
        // That of the chosen CPU gives way to a title above rather than go.
        let y = bars.middle().max(free_from);
        free_from = y + LABEL_PITCH_PX;
        let color = if is_selected { pen.inks.ink } else { pen.inks.muted };
        let look = Look { bold: is_selected, ..Look::plain(NAME_PX, color).at(HPos::Right) };
        let capacity =
            lanes.machine.cpus.iter().find(|lane| lane.cpu == places.cpu).and_then(|lane| lane.capacity);
        let capacity = capacity.filter(|_| bars.height() >= TWO_LINES_PX);
        let up = if capacity.is_some() { 6 } else { 0 };
        pen.text(&format!("CPU {}", places.cpu), (bars.left - 8, y - up), look)?;
        if let Some(capacity) = capacity {
            let look = Look::plain(SMALL_PX, pen.inks.muted).at(HPos::Right);
            pen.text(&capacity.to_string(), (bars.left - 8, y + up), look)?;
        }
    }
    Ok(())
}

/// Where the title of the group ends that stands above a lane.
fn title_above(layout: &Layout, places: &LanePlaces) -> i32 {
    let own = layout.groups.iter().filter(|place| place.side == places.side);
    own.map(|place| place.area.bottom).filter(|bottom| *bottom <= places.bars.top).max().unwrap_or(0)
}

/// The number of the chosen CPU beside its low lane; the word only where no title stands there.
fn draw_low_label<B: DrawingBackend>(pen: &Pen<B>, at: (i32, i32), cpu: usize, beside: bool) -> Drawn<B> {
    let label = if beside { cpu.to_string() } else { format!("CPU {cpu}") };
    let look = Look { bold: true, ..Look::plain(SMALL_PX, pen.inks.ink).at(HPos::Right) };
    pen.text(&label, at, look)
}

/// Runs of a low lane by task and by how busy its CPU is there.
fn collect_low(bars: Area, runs: &LaneRuns, axis: &TimeAxis, low: &mut BTreeMap<(u16, u8), Vec<Area>>) {
    let mut add = |task: u16, step: u8, left, right| {
        low.entry((task, step)).or_default().push(bars.columns(left, right));
    };
    for span in &runs.single {
        add(runs.runs[span.index].task, STEPS as u8, span.left, span.right);
    }
    for cell in &runs.crowded {
        let longest = cell.parts.iter().max_by(|a, b| (a.2 - a.1).total_cmp(&(b.2 - b.1)));
        let Some((task, ..)) = longest else { continue };
        let span =
            decimate::PixelSpan { left: cell.left, right: cell.right, index: 0, stands_for: cell.stands_for };
        let part = busy::busy_part(runs.runs, &span, axis);
        add(*task, (part * STEPS).ceil().max(1.0) as u8, cell.left, cell.right);
    }
}

fn draw_low<B: DrawingBackend>(
    pen: &Pen<B>,
    low: BTreeMap<(u16, u8), Vec<Area>>,
    scene: &LaneScene,
) -> Drawn<B> {
    for ((task, step), areas) in low {
        let color = scene.cast.color(usize::from(task)).mix(f64::from(step) / STEPS);
        pen::joined(areas).into_iter().try_for_each(|area| pen.rect(area, color))?;
    }
    Ok(())
}

/// Who waits on the queue of a CPU, in rows below its bars; true when more happened than could be shown.
fn draw_queue<B: DrawingBackend>(
    pen: &Pen<B>,
    places: &LanePlaces,
    axis: &TimeAxis,
    lane: &Lane,
    scene: &LaneScene,
    drawn: &mut LaneDrawn,
) -> Result<bool, DrawingAreaErrorKind<B::ErrorType>> {
    let mut thinned = lane.queue.len() > places.queue.len() && !places.queue.is_empty();
    for (row, area) in lane.queue.iter().zip(&places.queue) {
        let reduced = decimate::spans(row, axis);
        thinned |= reduced.thinned;
        let mut spans = reduced.spans;
        spans.sort_by_key(|span| (row[span.index].task, row[span.index].wait.held));
        for span in spans {
            let Queued { task, wait } = row[span.index];
            let color: RGBColor = scene.cast.color(usize::from(task));
            held::draw(pen, area.columns(span.left, span.right), wait.held, color)?;
            drawn.occurs.note_held(wait.held);
        }
    }
    Ok(thinned)
}

/// The title of an open group, or a closed one with its strip.
fn draw_group<B: DrawingBackend>(
    pen: &Pen<B>,
    place: &GroupPlace,
    axis: &TimeAxis,
    scene: &LaneScene,
    machine: &Machine,
) -> Drawn<B> {
    let group = &machine.groups[place.group];
    let (area, left) = (place.area, 8 + INDENT_PX * group.depth as i32);
    let beside = place.title.bottom > area.bottom;
    if beside && place.title.height() < TITLE_MIN_PX {
        return Ok(());
    }
    let y = title_y(place);
    draw_triangle(pen, (left, y), place.closed)?;
    let look = Look::plain(SMALL_PX, pen.inks.muted);
    if !place.closed && !beside {
        return pen.text(&group.label, (left + 9, y), look);
    }
    let right = if beside { place.title.right } else { area.left - 6 };
    let name = metrics::fit(&group.name, SMALL_PX, (right - left - 9).max(0) as u32);
    pen.text(&name, (left + 9, y), look)?;
    if beside {
        return Ok(());
    }
    let cpus: Vec<usize> = machine.cpus_of(group).iter().map(|lane| lane.cpu).collect();
    let cells = busy::cells(scene.history, scene.blocks, &cpus, axis);
    busy::draw(pen, area.rows(area.top + 1, area.bottom - 2), &cells, scene.cast)
}

/// Where a group's title is centred.
fn title_y(place: &GroupPlace) -> i32 {
    let beside = place.title.bottom > place.area.bottom;
    if beside { place.title.top + 8 } else { place.area.middle() }
}

/// Whether the name of the strip below the lanes has room: between the last title or number of a CPU and what comes after the lanes.
fn has_room_for_name<B: DrawingBackend>(pen: &Pen<B>, layout: &Layout, side: usize, strip: Area) -> bool {
    let titles = layout.groups.iter().filter(|place| place.side == side).map(title_y);
    let lanes = layout.lanes.iter().filter(|places| places.side == side).map(|places| places.bars.middle());
    let last = titles.chain(lanes.min()).max();
    let is_apart = last.is_none_or(|y| y + NAME_PX as i32 <= strip.middle());
    is_apart && has_room_for_text(pen, layout, strip.middle())
}

/// Whether a small text centred there touches neither the axis, which stands between the sides, nor the lower edge.
fn has_room_for_text<B: DrawingBackend>(pen: &Pen<B>, layout: &Layout, y: i32) -> bool {
    let (top, bottom) = (y - SMALL_PX as i32 / 2, y + SMALL_PX as i32 / 2);
    (bottom < layout.axis.top || top > layout.axis.bottom) && bottom <= pen.height()
}

/// Points down at an open group and right at a closed one.
fn draw_triangle<B: DrawingBackend>(pen: &Pen<B>, (x, y): (i32, i32), closed: bool) -> Drawn<B> {
    match closed {
        true => pen.polygon(&[(x, y - 4), (x, y + 4), (x + 5, y)], pen.inks.muted),
        false => pen.polygon(&[(x - 1, y - 2), (x + 7, y - 2), (x + 3, y + 3)], pen.inks.muted),
    }
}

/// When CPUs were idle while tasks were queued beside them.
fn draw_idle_queued<B: DrawingBackend>(
    pen: &Pen<B>,
    layout: &Layout,
    axis: &TimeAxis,
    scene: &LaneScene,
    side: usize,
) -> Drawn<B> {
    let Some((_, area)) = layout.idle_queued.iter().find(|(own, _)| *own == side) else { return Ok(()) };
    let label = Look::plain(SMALL_PX, pen.inks.muted).at(HPos::Right);
    if has_room_for_name(pen, layout, side, *area) {
        pen.text("idle, queued", (area.left - 8, area.middle()), label)?;
    }
    pen.rect(*area, pen.inks.grid)?;
    let spans = blocks::spans(&scene.history.idle_queued, None, axis).spans;
    spans.iter().try_for_each(|span| pen.rect(area.columns(span.left, span.right), pen.inks.ink))
}
