//! Draws a panel of lines: each entity's, V or min_vruntime, and the zone in which an entity is eligible.

use plotters::drawing::DrawingAreaErrorKind;
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBAColor};
use plotters_backend::DrawingBackend;
use sched::Family;

use crate::axis::{LABEL_PX, TimeAxis, ValueAxis};
use crate::cast::Cast;
use crate::curve::Piece;
use crate::layout::PanelKind;
use crate::legend::{self, Glyph};
use crate::metrics;
use crate::pen::{Area, Drawn, FINE, Look, Pen, joined};
use crate::plot::{Line, Plot, Weight};
use crate::stroke;

/// Names stand so far apart at least.
pub const LABEL_PITCH_PX: i32 = 13;

/// More lines than these are reduced to columns of two pixels: together they cost no more than few fine ones.
const FINE_LINES_MAX: usize = 12;

/// Where a plot goes, and what is written beside it.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The panel's rectangle.
    pub area: Area,
    /// The shared time axis.
    pub time: &'a TimeAxis,
    /// The panel's vertical axis.
    pub scale: &'a ValueAxis,
    /// How each task looks.
    pub cast: &'a Cast<'a>,
    /// Pixels right of the plot for names.
    pub name_room_px: u32,
}

impl Frame<'_> {
    /// A piece in [`FINE`] parts of a pixel, no more of it than can be seen.
    fn points(&self, piece: &Piece) -> Vec<(i32, i32)> {
        stroke::reduce(piece.iter().map(|&point| self.point(point)), 1)
    }

    fn point(&self, (t_ns, value): (u64, i64)) -> (i32, i32) {
        (self.time.x_fine(t_ns), self.scale.y_fine(value))
    }

    /// The pieces as lines on the screen: a gap that is narrower than a pixel is none.
    fn strokes(&self, pieces: &[Piece]) -> Vec<Vec<(i32, i32)>> {
        let mut strokes: Vec<Vec<(i32, i32)>> = Vec::new();
        for piece in pieces {
            let points = piece.iter().map(|&point| self.point(point));
            match strokes.last_mut() {
                Some(stroke) if is_near(stroke, piece.first().map(|&first| self.point(first))) => {
                    stroke.extend(points)
                }
                _ => strokes.push(points.collect()),
            }
        }
        strokes
    }
}

/// Whether the next point begins less than a pixel after the stroke's end.
fn is_near(stroke: &[(i32, i32)], next: Option<(i32, i32)>) -> bool {
    stroke.last().zip(next).is_some_and(|(last, next)| next.0 - last.0 < FINE)
}

/// Draws the plot with its scale, title and legend: task and height of each name beside it.
pub fn draw<B: DrawingBackend>(
    pen: &Pen<B>,
    frame: &Frame,
    plot: &Plot,
) -> Result<Vec<(usize, i32)>, DrawingAreaErrorKind<B::ErrorType>> {
    if plot.has_zone() {
        draw_zone(pen, frame, plot)?;
    }
    draw_scale(pen, frame)?;
    pen.curve(frame.points(&plot.reference), pen.inks.ink.mix(0.75), 1)?;
    draw_lines(pen, frame, plot)?;
    let names = names(frame, plot);
    draw_names(pen, frame, &names)?;
    legend::title(pen, frame.area, (&plot.title, &plot.notes), &legend_of(plot))?;
    Ok(names)
}

fn legend_of(plot: &Plot) -> Vec<(Glyph, &'static str)> {
    let has = |weight| plot.lines.iter().any(|line| line.weight == weight);
    let line_name = if plot.family == Family::Eevdf { "V" } else { "min_vruntime" };
    let items = match plot.kind {
        PanelKind::Lane | PanelKind::Clock => Vec::new(),
        PanelKind::Lag => vec![(plot.has_zone(), Glyph::Zone, "eligible: lag ≥ 0")],
        PanelKind::Vruntime => vec![
            (true, Glyph::Main, "vruntime"),
            (has(Weight::Deadline), Glyph::Deadline, "deadline"),
            (plot.has_zone(), Glyph::Zone, "eligible"),
            (true, Glyph::Reference, line_name),
            (has(Weight::Protection), Glyph::Protection, "protection"),
        ],
        PanelKind::Deadline => vec![(true, Glyph::Main, "deadline"), (true, Glyph::Reference, line_name)],
    };
    items.into_iter().filter(|item| item.0).map(|(_, glyph, text)| (glyph, text)).collect()
}

/// An entity is eligible above zero lag, or below V.
fn draw_zone<B: DrawingBackend>(pen: &Pen<B>, frame: &Frame, plot: &Plot) -> Drawn<B> {
    let mut corners = frame.points(&plot.reference);
    let (Some(&(left, _)), Some(&(right, _))) = (corners.first(), corners.last()) else { return Ok(()) };
    let edge = if plot.kind == PanelKind::Lag { frame.area.top } else { frame.area.bottom };
    corners.extend([(right, edge * FINE), (left, edge * FINE)]);
    pen.shape(corners, pen.inks.zone)
}

fn draw_scale<B: DrawingBackend>(pen: &Pen<B>, frame: &Frame) -> Drawn<B> {
    let area = frame.area;
    pen.column(area.left - 1, area.top, area.bottom, pen.inks.edge)?;
    for tick in frame.scale.ticks() {
        pen.row(area.left, area.right, tick.at, pen.inks.grid)?;
        let look = Look::plain(LABEL_PX, pen.inks.muted).at(HPos::Right);
        pen.text(&tick.label, (area.left - 8, tick.at), look)?;
    }
    Ok(())
}

/// The faint ones first, so that what is followed is on top.
fn draw_lines<B: DrawingBackend>(pen: &Pen<B>, frame: &Frame, plot: &Plot) -> Drawn<B> {
    let column_px = if plot.lines.len() > FINE_LINES_MAX { 2 } else { 1 };
    let mut lines: Vec<&Line> = plot.lines.iter().collect();
    lines.sort_by_key(|line| !frame.cast.is_faint(line.task));
    for line in lines {
        let color = frame.cast.color(line.task);
        let own_dashes = frame.cast.pattern(line.task).dash_px;
        let (width_px, alpha, dash_px) = match line.weight {
            Weight::Main => (2, 1.0, own_dashes),
            Weight::Deadline => (1, 0.8, own_dashes),
            Weight::Protection => (1, 1.0, legend::PROTECTION_DASH_PX),
        };
        let ink = Ink { color: color.mix(alpha), width_px, dash_px };
        draw_line(pen, &frame.strokes(&line.pieces), column_px, &ink)?;
    }
    Ok(())
}

/// What a line is drawn with.
struct Ink<'a> {
    color: RGBAColor,
    width_px: u32,
    dash_px: &'a [i32],
}

/// What can be followed is stroked, a zigzag that only fills what it spans is filled: first all of these, as each change
/// between filling and stroking has its price.
fn draw_line<B: DrawingBackend>(
    pen: &Pen<B>,
    strokes: &[Vec<(i32, i32)>],
    column_px: i32,
    ink: &Ink,
) -> Drawn<B> {
    let dash_fine: Vec<i32> = ink.dash_px.iter().map(|px| px * FINE).collect();
    let mut curves = Vec::new();
    for stroke in strokes {
        match stroke::bars(stroke, column_px, ink.width_px as i32) {
            Some(bars) => joined(bars).into_iter().try_for_each(|bar| pen.rect(bar, ink.color))?,
            None => {
                curves.extend(stroke::dashes(&stroke::reduce(stroke.iter().copied(), column_px), &dash_fine))
            }
        }
    }
    curves.into_iter().try_for_each(|curve| pen.curve(curve, ink.color, ink.width_px))
}

/// Where names stand: right of where their lines end, pushed apart; those that find no room are left out.
fn names(frame: &Frame, plot: &Plot) -> Vec<(usize, i32)> {
    let ends = plot.lines.iter().filter(|line| line.weight == Weight::Main).filter_map(|line| {
        let (_, value) = *line.pieces.last()?.last()?;
        Some((frame.scale.y(value), line.task))
    });
    let mut ends: Vec<(i32, usize)> = ends.collect();
    ends.sort_by_key(|&(y, _)| y);
    let wanted: Vec<i32> = ends.iter().map(|&(y, _)| y).collect();
    ends.iter().zip(spread(&wanted, frame.area)).map(|(&(_, task), y)| (task, y)).collect()
}

fn draw_names<B: DrawingBackend>(pen: &Pen<B>, frame: &Frame, names: &[(usize, i32)]) -> Drawn<B> {
    for &(task, y) in names {
        let name = metrics::fit(frame.cast.name(task).unwrap_or_default(), LABEL_PX, frame.name_room_px);
        pen.text(&name, (frame.area.right + 6, y), Look::plain(LABEL_PX, frame.cast.name_color(task)))?;
    }
    Ok(())
}

/// Heights in order, moved as little as it takes to be a label apart and inside; as many as fit.
fn spread(wanted: &[i32], area: Area) -> Vec<i32> {
    let (top, bottom) = (area.top + LABEL_PITCH_PX / 2, area.bottom - LABEL_PITCH_PX / 2);
    let fitting = wanted.len().min(((bottom - top) / LABEL_PITCH_PX + 1).max(0) as usize);
    let mut places: Vec<i32> = wanted[..fitting].iter().map(|&y| y.clamp(top, bottom)).collect();
    for i in 1..places.len() {
        places[i] = places[i].max(places[i - 1] + LABEL_PITCH_PX);
    }
    let mut limit = bottom;
    for place in places.iter_mut().rev() {
        *place = (*place).min(limit);
        limit = *place - LABEL_PITCH_PX;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_a_label_apart_and_inside() {
        let area = Area { left: 0, right: 100, top: 100, bottom: 200 };
        for wanted in [vec![100, 100, 100], vec![199, 199, 199], vec![150; 40], vec![120, 180], vec![]] {
            let places = spread(&wanted, area);
            assert!(places.windows(2).all(|w| w[1] - w[0] >= LABEL_PITCH_PX), "{wanted:?}: {places:?}");
            assert!(places.iter().all(|&y| (100..200).contains(&y)), "{wanted:?}: {places:?}");
        }
    }

    #[test]
    fn names_with_room_stay_where_their_lines_end() {
        let area = Area { left: 0, right: 100, top: 100, bottom: 200 };
        assert_eq!(spread(&[120, 180], area), [120, 180]);
    }
}
