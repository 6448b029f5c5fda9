//! Draws a panel of lines: each entity's, V or min_vruntime, and the zone in which an entity is eligible.

use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBColor};
use plotters_backend::DrawingBackend;
use sched::Family;

use crate::axis::{LABEL_PX, TimeAxis, ValueAxis};
use crate::curve::Piece;
use crate::layout::PanelKind;
use crate::legend::{self, Glyph};
use crate::metrics;
use crate::palette;
use crate::pen::{Area, Drawn, FINE, Look, Pen};
use crate::plot::{Line, Plot, Weight};
use crate::stroke;

const LABEL_PITCH_PX: i32 = 13;

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
    /// Of every task, by index.
    pub names: &'a [String],
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
    fn strokes(&self, pieces: &[Piece], column_px: i32) -> Vec<Vec<(i32, i32)>> {
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
        strokes.into_iter().map(|stroke| stroke::reduce(stroke, column_px)).collect()
    }
}

/// Whether the next point begins less than a pixel after the stroke's end.
fn is_near(stroke: &[(i32, i32)], next: Option<(i32, i32)>) -> bool {
    stroke.last().zip(next).is_some_and(|(last, next)| next.0 - last.0 < FINE)
}

/// Draws the plot with its scale, title and legend.
pub fn draw<B: DrawingBackend>(pen: &Pen<B>, frame: &Frame, plot: &Plot) -> Drawn<B> {
    if plot.family == Family::Eevdf {
        draw_zone(pen, frame, plot)?;
    }
    draw_scale(pen, frame)?;
    pen.curve(frame.points(&plot.reference), pen.inks.ink.mix(0.75), 1)?;
    draw_lines(pen, frame, &plot.lines)?;
    draw_names(pen, frame, plot)?;
    legend::title(pen, frame.area, &plot.title, &legend_of(plot))
}

fn legend_of(plot: &Plot) -> Vec<(Glyph, &'static str)> {
    let eevdf = plot.family == Family::Eevdf;
    let has = |weight| plot.lines.iter().any(|line| line.weight == weight);
    let line_name = if eevdf { "V" } else { "min_vruntime" };
    let items = match plot.kind {
        PanelKind::Lane => Vec::new(),
        PanelKind::Lag => vec![(eevdf, Glyph::Zone, "eligible: lag ≥ 0")],
        PanelKind::Vruntime => vec![
            (true, Glyph::Main, "vruntime"),
            (has(Weight::Deadline), Glyph::Deadline, "deadline"),
            (eevdf, Glyph::Zone, "eligible"),
            (true, Glyph::Reference, line_name),
            (has(Weight::Protection), Glyph::Protection, "protection"),
        ],
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

fn draw_lines<B: DrawingBackend>(pen: &Pen<B>, frame: &Frame, lines: &[Line]) -> Drawn<B> {
    let column_px = if lines.len() > FINE_LINES_MAX { 2 } else { 1 };
    for line in lines {
        let color = pen.theme.task(line.task);
        let own_dashes = palette::pattern(line.task).dash_px;
        let (width_px, alpha, dash_px) = match line.weight {
            Weight::Main => (2, 1.0, own_dashes),
            Weight::Deadline => (1, 0.8, own_dashes),
            Weight::Protection => (1, 1.0, legend::PROTECTION_DASH_PX),
        };
        let dash_fine: Vec<i32> = dash_px.iter().map(|px| px * FINE).collect();
        for stroke in frame.strokes(&line.pieces, column_px) {
            for dash in stroke::dashes(&stroke, &dash_fine) {
                pen.curve(dash, color.mix(alpha), width_px)?;
            }
        }
    }
    Ok(())
}

/// Names right of where lines end, pushed apart; lines whose names find no room stay without.
fn draw_names<B: DrawingBackend>(pen: &Pen<B>, frame: &Frame, plot: &Plot) -> Drawn<B> {
    let mut labels: Vec<(i32, &str, RGBColor)> = plot
        .lines
        .iter()
        .filter(|line| line.weight == Weight::Main)
        .filter_map(|line| {
            let (_, value) = *line.pieces.last()?.last()?;
            Some((frame.scale.y(value), frame.names.get(line.task)?.as_str(), pen.theme.task(line.task)))
        })
        .collect();
    labels.sort_by_key(|&(y, ..)| y);
    let wanted: Vec<i32> = labels.iter().map(|&(y, ..)| y).collect();
    for ((_, name, color), y) in labels.iter().zip(spread(&wanted, frame.area)) {
        let name = metrics::fit(name, LABEL_PX, frame.name_room_px);
        pen.text(&name, (frame.area.right + 6, y), Look::plain(LABEL_PX, *color))?;
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
