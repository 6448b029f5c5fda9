//! The whole figure: A above B on one time axis.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::style::Color;
use plotters::style::text_anchor::HPos;
use plotters_backend::DrawingBackend;

use crate::axis::{LABEL_PX, TimeAxis, ValueAxis};
use crate::blocks::Blocks;
use crate::cast::Cast;
use crate::clock;
use crate::differences;
use crate::history::History;
use crate::lanes::{self, LanesScene};
use crate::layout::{Header, Layout, MARGIN_PX, Panel, PanelKind, Request};
use crate::legend;
use crate::lines::{self, Frame};
use crate::machine::Machine;
use crate::metrics;
use crate::near::DrawnPlot;
use crate::pen::{Area, Drawn, Look, Pen};
use crate::plot::{self, LinesScene, Plot};
use crate::recording::Recording;
use crate::scene::{Scene, SideScene};
use crate::timeline::{self, LaneDrawn, LaneScene};

/// The letters of the simulated sides.
pub const SIDE_NAMES: [&str; 2] = ["A", "B"];
const SIDE_PX: f64 = 14.0;
const TITLE_PX: f64 = 12.5;
/// From a side's letter to its title.
const LETTER_PX: i32 = 18;
/// The longest word that the page writes beside a row at the crosshair; others are as short as names.
const THROTTLED: &str = "throttled";
/// What it writes beside a clock.
const HERTZ: &str = "2.36 GHz";
/// The strip of the axis in which the sides differ.
const DIFFER_PX: i32 = 5;

/// Makes a panel's lines.
type PlotOf = fn(&LinesScene, &TimeAxis) -> Plot;

/// How each kind of panel gets its lines.
const PLOTS: [(PanelKind, PlotOf); 3] = [
    (PanelKind::Lag, Plot::lag),
    (PanelKind::Vruntime, Plot::vruntime),
    (PanelKind::Deadline, Plot::deadline),
];

/// Where things are in a drawn figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Panels, gutters and axis.
    pub layout: Layout,
    /// True when more happened than a pixel column can show.
    pub thinned: bool,
    /// The shared time axis.
    pub(crate) axis: TimeAxis,
    /// The tasks that have rows, lines and marks.
    pub(crate) shown: Vec<usize>,
    /// The panels of lines.
    pub(crate) plots: Vec<DrawnPlot>,
}

/// Draws the figure; fails only if the backend does.
pub fn draw<B: DrawingBackend>(
    root: &DrawingArea<B, Shift>,
    scene: &Scene,
) -> Result<Figure, DrawingAreaErrorKind<B::ErrorType>> {
    let pen = Pen::new(root, scene.theme);
    root.fill(&pen.inks.paper)?;
    let cast = Cast::new(scene.faces, scene.theme, scene.hidden, scene.highlight);
    let layout = place(scene, &cast);
    let axis = TimeAxis::new(scene.window_ns.0, scene.window_ns.1, layout.plot_left, layout.plot_right);
    draw_time_grid(&pen, &layout, &axis)?;
    let mut thinned = false;
    for header in &layout.headers {
        let side = header.side;
        let drawn = draw_lanes(&pen, &layout, &axis, scene, &cast, side)?;
        let clocks = scene.sides.get(side).map_or(&[][..], |own| own.clocks);
        clock::draw(&pen, &layout, &axis, side, clocks)?;
        draw_header(&pen, header, scene, &drawn)?;
        thinned |= drawn.thinned;
    }
    let plots = draw_plots(&pen, &layout, &axis, scene, &cast)?;
    draw_axis(&pen, layout.axis, &axis)?;
    draw_differences(&pen, layout.axis, &axis, scene.sides)?;
    Ok(Figure { layout, thinned, axis, shown: cast.shown, plots })
}

fn place(scene: &Scene, cast: &Cast) -> Layout {
    let histories = scene.sides.iter().map(|side| side.history);
    let histories: Vec<&History> = histories.chain(scene.recording.map(Recording::history)).collect();
    let one = Machine::plain(1);
    let machine = scene.sides.first().map_or(&one, |side| side.machine);
    let throttled = histories.iter().any(|history| history.throttles).then_some(THROTTLED);
    let shown = || cast.shown.iter().filter_map(|&task| cast.name(task));
    // Beside a lane of several the page writes who runs, and how many wait.
    let counted: Vec<String> =
        if machine.is_single() { Vec::new() } else { shown().map(|name| format!("{name} +9")).collect() };
    let clocks = clock::strips(scene.sides);
    let hertz = (!clocks.is_empty()).then_some(HERTZ);
    let names: Vec<&str> =
        shown().chain(throttled).chain(hertz).chain(counted.iter().map(String::as_str)).collect();
    let sides: Vec<_> = scene.sides.iter().map(|side| scene.lines.panels(side.family)).collect();
    Layout::of(&Request {
        size: scene.size,
        sides: &sides,
        machine,
        closed: scene.closed,
        first_row: scene.first_row,
        clocks: &clocks,
        recorded: scene.recording.is_some(),
        tasks: &cast.shown,
        followed: scene.highlight,
        names: &names,
    })
}

fn draw_lanes<B: DrawingBackend>(
    pen: &Pen<B>,
    layout: &Layout,
    axis: &TimeAxis,
    scene: &Scene,
    cast: &Cast,
    side: usize,
) -> Result<LaneDrawn, DrawingAreaErrorKind<B::ErrorType>> {
    let (none, one) = (Blocks::default(), Machine::plain(1));
    let (history, blocks, coarse) = match (scene.sides.get(side), scene.recording) {
        (Some(simulated), _) => (simulated.history, simulated.blocks, simulated.tracks.coarse),
        (None, Some(recording)) => (recording.history(), &none, false),
        (None, None) => return Ok(LaneDrawn::default()),
    };
    let lane = LaneScene { history, blocks, cast };
    let mut drawn = LaneDrawn { thinned: coarse, ..LaneDrawn::default() };
    let first = scene.sides.first();
    let (machine, selected) = first.map_or((&one, 0), |first| (first.machine, first.cpu));
    if !machine.is_single() {
        let lanes_drawn = lanes::draw(pen, layout, axis, &lane, LanesScene { side, machine, selected })?;
        return Ok(LaneDrawn { thinned: coarse || lanes_drawn.thinned, ..lanes_drawn });
    }
    for places in layout.lanes.iter().filter(|places| places.side == side) {
        let lane_drawn = timeline::draw(pen, places, axis, &lane)?;
        drawn.thinned |= lane_drawn.thinned;
        drawn.occurs.add(lane_drawn.occurs);
    }
    Ok(drawn)
}

/// Panels of lines; those of the same kind share their scale where they can, so that A and B can be compared.
fn draw_plots<B: DrawingBackend>(
    pen: &Pen<B>,
    layout: &Layout,
    axis: &TimeAxis,
    scene: &Scene,
    cast: &Cast,
) -> Result<Vec<DrawnPlot>, DrawingAreaErrorKind<B::ErrorType>> {
    let mut drawn = Vec::new();
    for (kind, plot_of) in PLOTS {
        let panels: Vec<_> = layout.panels.iter().filter(|panel| panel.kind == kind).collect();
        let plot = |panel: &&Panel| plot_of(&lines_scene(scene, cast, panel.side), axis);
        let mut plots: Vec<Plot> = panels.iter().map(plot).collect();
        for (plot, panel) in plots.iter_mut().zip(&panels) {
            plot.title = title_of(&scene.sides[panel.side], &plot.title);
        }
        let ranges: Vec<_> = plots.iter().map(Plot::range).collect();
        for ((panel, plot), (low, high)) in panels.iter().zip(plots).zip(plot::scales(&ranges)) {
            let scale = ValueAxis::around(low, high, panel.area.top, panel.area.bottom);
            let name_room_px = layout.name_room_px;
            let frame = Frame { area: panel.area, time: axis, scale: &scale, cast, name_room_px };
            let names = lines::draw(pen, &frame, &plot)?;
            drawn.push(DrawnPlot { side: panel.side, area: panel.area, scale, plot, names });
        }
    }
    Ok(drawn)
}

/// Of several CPUs the title says whose queue the lines are of.
fn title_of(side: &SideScene, title: &str) -> String {
    if side.machine.is_single() { title.to_owned() } else { format!("CPU {} · {title}", side.cpu) }
}

fn lines_scene<'a>(scene: &'a Scene, cast: &'a Cast, side: usize) -> LinesScene<'a> {
    let SideScene { family, tracks, .. } = scene.sides[side];
    let above = |task: &usize| Some((cast.name(*task)?, cast.above_fair(*task)?));
    LinesScene {
        family,
        tracks,
        shown: &cast.shown,
        highlight: scene.highlight,
        lines: scene.lines,
        above_fair: cast.shown.iter().filter_map(above).collect(),
    }
}

/// Which side, what it is, and what the marks of its lanes mean.
fn draw_header<B: DrawingBackend>(
    pen: &Pen<B>,
    header: &Header,
    scene: &Scene,
    drawn: &LaneDrawn,
) -> Drawn<B> {
    let (area, y) = (header.area, header.area.middle() + 1);
    let (letter, title) = match (scene.sides.get(header.side), scene.recording) {
        (Some(side), _) => (SIDE_NAMES[header.side], side.title.as_str()),
        (None, recording) => ("", recording.map_or("", |recording| &recording.title)),
    };
    pen.text(letter, (area.left, y), Look::plain(SIDE_PX, pen.inks.ink).bold())?;
    let note = if drawn.thinned { "  thinned to pixels" } else { "" };
    let left = if letter.is_empty() { area.left } else { area.left + LETTER_PX };
    let note_px = metrics::measure(note, LABEL_PX).0 as i32;
    let title = metrics::fit(title, TITLE_PX, (area.right - left - note_px).max(0) as u32);
    pen.text(&title, (left, y), Look::plain(TITLE_PX, pen.inks.ink))?;
    let after = left + metrics::measure(&title, TITLE_PX).0 as i32;
    pen.text(note, (after, y), Look::plain(LABEL_PX, pen.inks.muted))?;
    legend::row(pen, (after + note_px + 24, area.right), y, &drawn.occurs.items())
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
    pen.text(axis.unit(), (MARGIN_PX, line + 13), Look::plain(LABEL_PX, pen.inks.muted))
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
    for (left, right) in differences::between(a.history, b.history, axis) {
        pen.rect(strip.columns(left, right), pen.inks.differ.mix(0.9))?;
    }
    Ok(())
}
