//! The whole figure: A above B on one time axis.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::style::Color;
use plotters::style::text_anchor::HPos;
use plotters_backend::DrawingBackend;
use sched::Family;
use sim::tracks::Tracks;

use crate::axis::{LABEL_PX, TimeAxis, ValueAxis};
use crate::decimate;
use crate::history::History;
use crate::layout::{Layout, MARGIN_PX, Panel, PanelKind, Request};
use crate::legend::{self, Glyph};
use crate::lines::{self, Frame};
use crate::marks::Shape;
use crate::metrics;
use crate::palette::Theme;
use crate::pen::{Area, Drawn, Look, Pen};
use crate::plot::{self, LinesScene, Plot};
use crate::timeline::{self, LaneDrawn, LaneScene};

const SIDE_NAMES: [&str; 2] = ["A", "B"];
const SIDE_PX: f64 = 14.0;
const TITLE_PX: f64 = 12.5;
/// The strip of the axis in which the sides differ.
const DIFFER_PX: i32 = 5;

/// Makes a panel's lines.
type PlotOf = fn(&LinesScene, &TimeAxis) -> Plot;

/// How each kind of panel gets its lines.
const PLOTS: [(PanelKind, PlotOf); 2] = [(PanelKind::Lag, Plot::lag), (PanelKind::Vruntime, Plot::vruntime)];

/// One side of a figure.
pub struct SideScene<'a> {
    /// What it is, as in `CFS 6.5 · 250 Hz`.
    pub title: String,
    /// Its policy.
    pub family: Family,
    /// What ran and waited.
    pub history: &'a History,
    /// Sampled over at least the window.
    pub tracks: &'a Tracks,
}

/// What is drawn and how.
pub struct Scene<'a> {
    /// A, and B unless it is closed.
    pub sides: &'a [SideScene<'a>],
    /// Of every task, by index.
    pub names: &'a [String],
    /// Tasks that are left out, by index.
    pub hidden: &'a [usize],
    /// The window in ns.
    pub window_ns: (u64, u64),
    /// Width and height in CSS pixels.
    pub size: (u32, u32),
    /// Which paper.
    pub theme: Theme,
    /// Raw virtual time instead of distances to V or min_vruntime.
    pub absolute: bool,
}

/// Where things are in a drawn figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Panels, gutters and axis.
    pub layout: Layout,
    /// True when more happened than a pixel column can show.
    pub thinned: bool,
}

/// Draws the figure; fails only if the backend does.
pub fn draw<B: DrawingBackend>(
    root: &DrawingArea<B, Shift>,
    scene: &Scene,
) -> Result<Figure, DrawingAreaErrorKind<B::ErrorType>> {
    let pen = Pen::new(root, scene.theme);
    root.fill(&pen.inks.paper)?;
    let shown: Vec<usize> = (0..scene.names.len()).filter(|task| !scene.hidden.contains(task)).collect();
    let layout = place(scene, &shown);
    let axis = TimeAxis::new(scene.window_ns.0, scene.window_ns.1, layout.plot_left, layout.plot_right);
    draw_time_grid(&pen, &layout, &axis)?;
    let mut thinned = false;
    for (side, header) in layout.headers.iter().enumerate() {
        let drawn = draw_lanes(&pen, &layout, &axis, scene, &shown, side)?;
        draw_header(&pen, *header, side, &scene.sides[side].title, &drawn)?;
        thinned |= drawn.thinned;
    }
    draw_plots(&pen, &layout, &axis, scene, &shown)?;
    draw_axis(&pen, layout.axis, &axis)?;
    draw_differences(&pen, layout.axis, &axis, scene.sides)?;
    Ok(Figure { layout, thinned })
}

fn place(scene: &Scene, shown: &[usize]) -> Layout {
    let names: Vec<&str> = shown.iter().map(|&task| scene.names[task].as_str()).collect();
    let cpus = scene.sides.iter().map(|side| side.history.lanes.len()).max().unwrap_or(0).max(1);
    Layout::of(&Request { size: scene.size, sides: scene.sides.len(), cpus, names: &names })
}

fn draw_lanes<B: DrawingBackend>(
    pen: &Pen<B>,
    layout: &Layout,
    axis: &TimeAxis,
    scene: &Scene,
    shown: &[usize],
    side: usize,
) -> Result<LaneDrawn, DrawingAreaErrorKind<B::ErrorType>> {
    let SideScene { history, tracks, .. } = scene.sides[side];
    let lane = LaneScene {
        history,
        names: scene.names,
        shown,
        hidden: scene.hidden,
        wait_rows: (layout.wait_pitch, layout.wait_rows),
    };
    let mut drawn = LaneDrawn { thinned: tracks.coarse, ..LaneDrawn::default() };
    for panel in layout.panels.iter().filter(|panel| panel.side == side && panel.kind == PanelKind::Lane) {
        let lane_drawn = timeline::draw(pen, panel, axis, &lane)?;
        drawn.thinned |= lane_drawn.thinned;
        drawn.shapes.extend(lane_drawn.shapes);
    }
    Ok(drawn)
}

/// Panels of lines; those of the same kind share their scale where they can, so that A and B can be compared.
fn draw_plots<B: DrawingBackend>(
    pen: &Pen<B>,
    layout: &Layout,
    axis: &TimeAxis,
    scene: &Scene,
    shown: &[usize],
) -> Drawn<B> {
    for (kind, plot_of) in PLOTS {
        let panels: Vec<_> = layout.panels.iter().filter(|panel| panel.kind == kind).collect();
        let plot = |panel: &&Panel| plot_of(&lines_scene(scene, shown, panel.side), axis);
        let plots: Vec<Plot> = panels.iter().map(plot).collect();
        let ranges: Vec<_> = plots.iter().map(Plot::range).collect();
        for ((panel, plot), (low, high)) in panels.iter().zip(&plots).zip(plot::scales(&ranges)) {
            let scale = ValueAxis::around(low, high, panel.area.top, panel.area.bottom);
            let (names, name_room_px) = (scene.names, layout.name_room_px);
            let frame = Frame { area: panel.area, time: axis, scale: &scale, names, name_room_px };
            lines::draw(pen, &frame, plot)?;
        }
    }
    Ok(())
}

fn lines_scene<'a>(scene: &'a Scene, shown: &'a [usize], side: usize) -> LinesScene<'a> {
    let SideScene { family, tracks, .. } = scene.sides[side];
    LinesScene { family, tracks, shown, absolute: scene.absolute }
}

/// Which side, what it is, and what the marks of its lanes mean.
fn draw_header<B: DrawingBackend>(
    pen: &Pen<B>,
    area: Area,
    side: usize,
    title: &str,
    drawn: &LaneDrawn,
) -> Drawn<B> {
    let y = area.middle() + 1;
    pen.text(SIDE_NAMES[side], (area.left, y), Look::plain(SIDE_PX, pen.inks.ink).bold())?;
    let note = if drawn.thinned { "  thinned to pixels" } else { "" };
    let (left, note_px) = (area.left + 18, metrics::measure(note, LABEL_PX).0 as i32);
    let title = metrics::fit(title, TITLE_PX, (area.right - left - note_px).max(0) as u32);
    pen.text(&title, (left, y), Look::plain(TITLE_PX, pen.inks.ink))?;
    let after = left + metrics::measure(&title, TITLE_PX).0 as i32;
    pen.text(note, (after, y), Look::plain(LABEL_PX, pen.inks.muted))?;
    let shapes = Shape::ALL.into_iter().filter(|shape| drawn.shapes.contains(shape));
    let marks = shapes.map(|shape| (Glyph::Mark(shape), shape.meaning()));
    let items: Vec<_> = marks.chain([(Glyph::Waiting, "waits")]).collect();
    legend::row(pen, (after + note_px + 24, area.right), y, &items)
}

/// Faint lines through every panel at the labelled ticks.
fn draw_time_grid<B: DrawingBackend>(pen: &Pen<B>, layout: &Layout, axis: &TimeAxis) -> Drawn<B> {
    let ticks = axis.ticks();
    for panel in &layout.panels {
        for tick in &ticks {
            pen.column(tick.at, panel.area.top, panel.area.bottom, pen.inks.grid)?;
        }
    }
    Ok(())
}

fn draw_axis<B: DrawingBackend>(pen: &Pen<B>, area: Area, axis: &TimeAxis) -> Drawn<B> {
    let line = area.top + 3 + DIFFER_PX + 3;
    pen.row(area.left, area.right, line, pen.inks.edge)?;
    for x in axis.minor_ticks() {
        pen.column(x, line, line + 3, pen.inks.edge)?;
    }
    for tick in axis.ticks() {
        pen.column(tick.at, line, line + 5, pen.inks.muted)?;
        let look = Look::plain(LABEL_PX, pen.inks.muted).at(HPos::Center);
        pen.text(&tick.label, (tick.at, line + 13), look)?;
    }
    pen.text("ms", (MARGIN_PX, line + 13), Look::plain(LABEL_PX, pen.inks.muted))
}

/// The columns in which A and B run different tasks.
fn draw_differences<B: DrawingBackend>(
    pen: &Pen<B>,
    area: Area,
    axis: &TimeAxis,
    sides: &[SideScene],
) -> Drawn<B> {
    let [a, b] = sides else { return Ok(()) };
    let strip = area.rows(area.top + 3, area.top + 3 + DIFFER_PX);
    pen.text(
        "A ≠ B",
        (area.left - 8, strip.middle()),
        Look::plain(LABEL_PX, pen.inks.muted).at(HPos::Right),
    )?;
    pen.rect(strip, pen.inks.grid)?;
    for (left, right) in differences(a.history, b.history, axis) {
        pen.rect(strip.columns(left, right), pen.inks.differ.mix(0.9))?;
    }
    Ok(())
}

/// The pixel ranges in which some CPU runs different tasks in the two histories.
fn differences(a: &History, b: &History, axis: &TimeAxis) -> Vec<(i32, i32)> {
    let columns = (axis.right - axis.left) as usize;
    let mut differs = vec![false; columns];
    for cpu in 0..a.lanes.len().max(b.lanes.len()) {
        let (a, b) = (columns_of(a, cpu, axis), columns_of(b, cpu, axis));
        differs.iter_mut().enumerate().for_each(|(x, differs)| *differs |= a[x] != b[x]);
    }
    let mut ranges: Vec<(i32, i32)> = Vec::new();
    for x in (0..columns).filter(|&x| differs[x]).map(|x| axis.left + x as i32) {
        match ranges.last_mut() {
            Some(last) if last.1 == x => last.1 = x + 1,
            _ => ranges.push((x, x + 1)),
        }
    }
    ranges
}

/// Who runs in each pixel column.
fn columns_of(history: &History, cpu: usize, axis: &TimeAxis) -> Vec<Option<u16>> {
    let mut columns = vec![None; (axis.right - axis.left) as usize];
    let Some(lane) = history.lanes.get(cpu) else { return columns };
    for span in decimate::spans(&lane.runs, axis).spans {
        let (left, right) = ((span.left - axis.left) as usize, (span.right - axis.left) as usize);
        columns[left..right].fill(Some(lane.runs[span.index].task));
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{Lane, Run};

    fn history(runs: &[(u64, u64, u16)]) -> History {
        let runs = runs.iter().map(|&(from_ns, to_ns, task)| Run { from_ns, to_ns, task }).collect();
        History { lanes: vec![Lane { runs, marks: Vec::new() }], waits: Vec::new() }
    }

    #[test]
    fn equal_histories_do_not_differ() {
        let axis = TimeAxis::new(0, 100, 0, 100);
        let a = history(&[(0, 40, 0), (40, 100, 1)]);
        assert!(differences(&a, &a.clone(), &axis).is_empty());
    }

    #[test]
    fn a_later_switch_differs_in_between() {
        let axis = TimeAxis::new(0, 100, 10, 110);
        let (a, b) = (history(&[(0, 40, 0), (40, 100, 1)]), history(&[(0, 60, 0), (60, 100, 1)]));
        assert_eq!(differences(&a, &b, &axis), [(50, 70)]);
    }

    #[test]
    fn an_idle_cpu_differs_from_a_busy_one() {
        let axis = TimeAxis::new(0, 100, 0, 100);
        assert_eq!(differences(&history(&[(0, 100, 0)]), &history(&[(0, 30, 0)]), &axis), [(30, 100)]);
    }
}
