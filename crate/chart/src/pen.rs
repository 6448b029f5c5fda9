//! The few shapes that figures are made of, as plotters elements in pixels.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};
use plotters_backend::DrawingBackend;

use crate::metrics::LINE_PER_PX;
use crate::palette::{Inks, Theme};

/// What drawing on a backend gives: nothing, or the backend's own failure.
pub type Drawn<B> = Result<(), Failed<B>>;

/// The backend's own failure.
pub type Failed<B> = DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>;

/// plotters' coordinates are integers; ours are eighths of a pixel, so that slanted lines and dashes stay straight.
pub const FINE: i32 = 8;

/// Strokes in a narrower area could not be seen as hatching.
const HATCHED_MIN_PX: i32 = 6;

/// Family of every text: the reader's own interface font.
const FONT: FontFamily<'static> = FontFamily::Name("system-ui, sans-serif");

/// A rectangle in pixels; right and bottom are one past the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// First column.
    pub left: i32,
    /// First row.
    pub top: i32,
    /// One past the last column.
    pub right: i32,
    /// One past the last row.
    pub bottom: i32,
}

impl Area {
    /// The part of the area inside these rows.
    pub fn rows(self, top: i32, bottom: i32) -> Area {
        Area { top, bottom, ..self }
    }

    /// The part of the area inside these columns.
    pub fn columns(self, left: i32, right: i32) -> Area {
        Area { left, right, ..self }
    }

    /// Columns from edge to edge.
    pub fn width(self) -> i32 {
        self.right - self.left
    }

    /// Rows from edge to edge.
    pub fn height(self) -> i32 {
        self.bottom - self.top
    }

    /// The row in the middle.
    pub fn middle(self) -> i32 {
        (self.top + self.bottom) / 2
    }

    /// True if the other begins where this one ends and is as high: the two look like one.
    fn goes_on_in(self, other: Area) -> bool {
        (self.right, self.top, self.bottom) == (other.left, other.top, other.bottom)
    }
}

/// The areas, from left to right, with those that look like one as one: what there is to paint, not how many there were.
pub fn joined(areas: impl IntoIterator<Item = Area>) -> Vec<Area> {
    let mut joined: Vec<Area> = Vec::new();
    for area in areas {
        match joined.last_mut() {
            Some(last) if last.goes_on_in(area) => last.right = area.right,
            _ => joined.push(area),
        }
    }
    joined
}

/// How a text looks; it stands on its vertical middle.
#[derive(Clone, Copy)]
pub struct Look {
    /// Font size in pixels.
    pub size_px: f64,
    /// Its colour.
    pub color: RGBColor,
    /// Which end of the text the position names.
    pub at: HPos,
    /// Heavier, for what names a whole part of the figure.
    pub bold: bool,
}

impl Look {
    /// A plain text that begins at its position.
    pub fn plain(size_px: f64, color: RGBColor) -> Look {
        Look { size_px, color, at: HPos::Left, bold: false }
    }

    /// The same, with its position at this end.
    pub fn at(self, at: HPos) -> Look {
        Look { at, ..self }
    }

    /// The same, heavier.
    pub fn bold(self) -> Look {
        Look { bold: true, ..self }
    }

    fn style(self) -> TextStyle<'static> {
        let weight = if self.bold { FontStyle::Bold } else { FontStyle::Normal };
        TextStyle {
            font: FontDesc::new(FONT, self.size_px * LINE_PER_PX * f64::from(FINE), weight),
            color: self.color.to_backend_color(),
            pos: Pos::new(self.at, VPos::Center),
        }
    }
}

/// Draws on an area with the inks of a theme.
pub struct Pen<'a, B: DrawingBackend> {
    area: &'a DrawingArea<B, Shift>,
    /// The inks of everything that is not a task.
    pub inks: &'static Inks,
}

impl<'a, B: DrawingBackend> Pen<'a, B> {
    /// A pen for this area.
    pub fn new(area: &'a DrawingArea<B, Shift>, theme: Theme) -> Self {
        Pen { area, inks: theme.inks() }
    }

    /// Height of the whole area.
    pub fn height(&self) -> i32 {
        self.area.dim_in_pixel().1 as i32 / FINE
    }

    /// A filled rectangle.
    pub fn rect<C: Color>(&self, area: Area, color: C) -> Drawn<B> {
        let corners = [fine((area.left, area.top)), fine((area.right, area.bottom))];
        self.area.draw(&Rectangle::new(corners, color.filled()))
    }

    /// A row of pixels: crisp on every backend, as a stroke would not be.
    pub fn row<C: Color>(&self, left: i32, right: i32, y: i32, color: C) -> Drawn<B> {
        self.rect(Area { left, top: y, right, bottom: y + 1 }, color)
    }

    /// A column of pixels.
    pub fn column<C: Color>(&self, x: i32, top: i32, bottom: i32, color: C) -> Drawn<B> {
        self.rect(Area { left: x, top, right: x + 1, bottom }, color)
    }

    /// An open line through these pixels; fewer than two draw nothing.
    pub fn line<C: Color>(&self, points: &[(i32, i32)], color: C, width_px: u32) -> Drawn<B> {
        self.curve(points.iter().copied().map(fine).collect(), color, width_px)
    }

    /// An open line through these points in [`FINE`] parts of a pixel; fewer than two draw nothing.
    pub fn curve<C: Color>(&self, points: Vec<(i32, i32)>, color: C, width_px: u32) -> Drawn<B> {
        if points.len() < 2 {
            return Ok(());
        }
        let stroke_width = width_px * FINE as u32;
        let style = ShapeStyle { color: color.to_rgba(), filled: false, stroke_width };
        self.area.draw(&PathElement::new(points, style))
    }

    /// A filled shape with these corners, in [`FINE`] parts of a pixel.
    pub fn shape<C: Color>(&self, corners: Vec<(i32, i32)>, color: C) -> Drawn<B> {
        self.area.draw(&Polygon::new(corners, color.filled()))
    }

    /// A filled shape with its corners at these pixels.
    pub fn polygon<C: Color>(&self, corners: &[(i32, i32)], color: C) -> Drawn<B> {
        self.shape(corners.iter().copied().map(fine).collect(), color)
    }

    /// A filled circle, or only its edge.
    pub fn circle<C: Color>(&self, center: (i32, i32), radius: u32, color: C, filled: bool) -> Drawn<B> {
        let style = ShapeStyle { color: color.to_rgba(), filled, stroke_width: FINE as u32 };
        self.area.draw(&Circle::new(fine(center), radius * FINE as u32, style))
    }

    /// Strokes across an area that rise, from edge to edge; a narrow one has none.
    pub fn hatch<C: Color>(&self, area: Area, step_px: i32, color: C) -> Drawn<B> {
        self.strokes(area, step_px, color, |down| area.bottom - 1 - down)
    }

    /// The same strokes, falling: both together are a lattice.
    pub fn hatch_back<C: Color>(&self, area: Area, step_px: i32, color: C) -> Drawn<B> {
        self.strokes(area, step_px, color, |down| area.top + down)
    }

    /// `y` of each end by how far the stroke has come across.
    fn strokes<C: Color>(&self, area: Area, step_px: i32, color: C, y: impl Fn(i32) -> i32) -> Drawn<B> {
        let slant = area.height() - 1;
        if area.width() <= HATCHED_MIN_PX {
            return Ok(());
        }
        let mut begins = (area.left - slant..area.right - 1).step_by(step_px as usize);
        begins.try_for_each(|x| {
            let (left, right) = (x.max(area.left), (x + slant).min(area.right - 1));
            self.line(&[(left, y(left - x)), (right, y(right - x))], color.to_rgba(), 1)
        })
    }

    /// One line of text; `y` is its vertical middle.
    pub fn text(&self, text: &str, (x, y): (i32, i32), look: Look) -> Drawn<B> {
        if text.is_empty() {
            return Ok(());
        }
        self.area.draw(&Text::new(text, fine((x, y)), look.style()))
    }
}

/// A pixel's upper left corner in [`FINE`] parts.
fn fine((x, y): (i32, i32)) -> (i32, i32) {
    (x * FINE, y * FINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equally_high_neighbours_are_joined_and_nothing_else() {
        let area = |left, right, bottom| Area { left, top: 0, right, bottom };
        let areas = [area(0, 3, 9), area(3, 6, 9), area(6, 9, 8), area(10, 13, 8), area(13, 16, 8)];
        assert_eq!(joined(areas), [area(0, 6, 9), area(6, 9, 8), area(10, 16, 8)]);
    }
}
