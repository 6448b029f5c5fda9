//! A backend that only records: one flat list of numbers per frame, drawn elsewhere.
//!
//! A colour is an operation of its own and is written only when it changes: replaying then costs one style change per
//! colour, not per shape. Codes and operands are listed in the page's protocol.

use std::convert::Infallible;

use plotters::drawing::IntoDrawingArea as _;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
    FontTransform,
};

use crate::figure::{self, Figure};
use crate::metrics::{self, LINE_PER_PX};
use crate::pen::FINE;
use crate::scene::Scene;

/// Codes of the operations, each the first number of its operation.
pub mod op {
    /// `colour`: of what is filled from here on.
    pub const FILL: f64 = 0.0;
    /// `colour width`: of what is stroked from here on.
    pub const STROKE: f64 = 1.0;
    /// `x y width height`, filled.
    pub const RECT: f64 = 2.0;
    /// `x y width height`, stroked.
    pub const OUTLINE: f64 = 3.0;
    /// `n x1 y1 … xn yn`, stroked and open.
    pub const PATH: f64 = 4.0;
    /// `n x1 y1 … xn yn`, filled.
    pub const POLYGON: f64 = 5.0;
    /// `x y radius`, filled.
    pub const DISC: f64 = 6.0;
    /// `x y radius`, stroked.
    pub const CIRCLE: f64 = 7.0;
    /// `x y size quarter h v bold index`.
    pub const TEXT: f64 = 8.0;
}

/// A recorded frame in CSS pixels.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct DisplayList {
    size: (u32, u32),
    /// Operations in drawing order. Every i32, colour and index is exact as f64.
    pub ops: Vec<f64>,
    /// The strings that text operations name by index.
    pub texts: Vec<String>,
    fill: Option<f64>,
    stroke: Option<(f64, f64)>,
}

impl DisplayList {
    /// An empty list for a surface of `size` pixels.
    pub fn new(size: (u32, u32)) -> Self {
        Self { size, ..Self::default() }
    }

    /// Forgets the frame and keeps the memory, for the next one of `size` pixels.
    pub fn restart(&mut self, size: (u32, u32)) {
        self.size = size;
        self.ops.clear();
        self.texts.clear();
        self.fill = None;
        self.stroke = None;
    }

    fn fill_with(&mut self, color: BackendColor) {
        let color = packed(color);
        if self.fill != Some(color) {
            self.fill = Some(color);
            self.ops.extend([op::FILL, color]);
        }
    }

    fn stroke_with<S: BackendStyle>(&mut self, style: &S) {
        let pen = (packed(style.color()), px(style.stroke_width() as i32));
        if self.stroke != Some(pen) {
            self.stroke = Some(pen);
            self.ops.extend([op::STROKE, pen.0, pen.1]);
        }
    }

    fn points(&mut self, code: f64, points: impl IntoIterator<Item = BackendCoord>) {
        self.ops.extend([code, 0.0]);
        let count_at = self.ops.len() - 1;
        for (x, y) in points {
            self.ops.extend([px(x), px(y)]);
        }
        self.ops[count_at] = ((self.ops.len() - 1 - count_at) / 2) as f64;
    }
}

/// Records the figure into `list`, replacing what it holds.
///
/// Recording does not fail, so a failure would be ours: it panics.
pub fn record(list: &mut DisplayList, scene: &Scene) -> Figure {
    list.restart(scene.size);
    figure::draw(&list.into_drawing_area(), scene).expect("recording does not fail")
}

/// Pixels from our backend coordinates.
fn px(fine: i32) -> f64 {
    f64::from(fine) / f64::from(FINE)
}

/// A colour as one number, 0xRRGGBBAA.
fn packed(color: BackendColor) -> f64 {
    let (r, g, b) = color.rgb;
    let alpha = (color.alpha * 255.0).round() as u8;
    f64::from(u32::from_be_bytes([r, g, b, alpha]))
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for &mut DisplayList {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.size.0 * FINE as u32, self.size.1 * FINE as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + FINE, y + FINE), &color, true)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        a: BackendCoord,
        b: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let code = if fill {
            self.fill_with(style.color());
            op::RECT
        } else {
            self.stroke_with(style);
            op::OUTLINE
        };
        self.ops.extend([code, px(a.0), px(a.1), px(b.0 - a.0), px(b.1 - a.1)]);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S) -> Drawn {
        self.draw_path([a, b], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.stroke_with(style);
        self.points(op::PATH, path);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let code = if fill {
            self.fill_with(style.color());
            op::DISC
        } else {
            self.stroke_with(style);
            op::CIRCLE
        };
        self.ops.extend([code, px(x), px(y), px(radius as i32)]);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        self.fill_with(style.color());
        self.points(op::POLYGON, corners);
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, (x, y): BackendCoord) -> Drawn {
        self.fill_with(style.color());
        let quarter = match style.transform() {
            FontTransform::None => 0.0,
            FontTransform::Rotate90 => 1.0,
            FontTransform::Rotate180 => 2.0,
            FontTransform::Rotate270 => 3.0,
        };
        let (h, v) = anchor(style);
        let bold = f64::from(u8::from(matches!(style.style(), FontStyle::Bold)));
        let index = self.texts.len() as f64;
        self.texts.push(text.to_owned());
        self.ops.extend([op::TEXT, px(x), px(y), size_px(style), quarter, h, v, bold, index]);
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok(metrics::measure(text, size_px(style)))
    }
}

/// The font size in pixels, to a tenth, of a style that names the line's height.
fn size_px<T: BackendTextStyle>(style: &T) -> f64 {
    (style.size() / LINE_PER_PX / f64::from(FINE) * 10.0).round() / 10.0
}

fn anchor<T: BackendTextStyle>(style: &T) -> (f64, f64) {
    let anchor = style.anchor();
    let h = match anchor.h_pos {
        HPos::Left => 0.0,
        HPos::Center => 1.0,
        HPos::Right => 2.0,
    };
    let v = match anchor.v_pos {
        VPos::Top => 0.0,
        VPos::Center => 1.0,
        VPos::Bottom => 2.0,
    };
    (h, v)
}

#[cfg(test)]
mod tests {
    use plotters::prelude::*;

    use super::*;

    fn record(draw: impl FnOnce(&mut &mut DisplayList)) -> DisplayList {
        let mut list = DisplayList::new((100, 50));
        draw(&mut &mut list);
        list
    }

    #[test]
    fn a_colour_is_written_once_for_shapes_in_a_row() {
        let list = record(|b| {
            b.draw_rect((8, 16), (32, 48), &RED, true).expect("recording cannot fail");
            b.draw_rect((40, 16), (64, 48), &RED, true).expect("recording cannot fail");
        });
        let red = f64::from(0xff00_00ff_u32);
        assert_eq!(list.ops, [op::FILL, red, op::RECT, 1., 2., 3., 4., op::RECT, 5., 2., 3., 4.]);
    }

    #[test]
    fn a_path_counts_its_points() {
        let style = ShapeStyle { color: BLACK.to_rgba(), filled: false, stroke_width: 8 };
        let list =
            record(|b| b.draw_path([(0, 0), (24, 32), (40, 49)], &style).expect("recording cannot fail"));
        let black = f64::from(0x0000_00ff_u32);
        assert_eq!(list.ops, [op::STROKE, black, 1., op::PATH, 3., 0., 0., 3., 4., 5., 6.125]);
    }

    #[test]
    fn a_text_is_named_by_index_and_sized_in_pixels() {
        let style = TextStyle::from(("sans-serif", 11.0 * LINE_PER_PX * f64::from(FINE)).into_font());
        let list = record(|b| b.draw_text("hog", &style, (56, 72)).expect("recording cannot fail"));
        assert_eq!(list.texts, ["hog"]);
        assert_eq!(list.ops[2..], [op::TEXT, 7., 9., 11., 0., 0., 0., 0., 0.]);
    }

    #[test]
    fn a_restarted_list_sets_its_colours_again() {
        let mut list = record(|b| b.draw_rect((0, 0), (1, 1), &RED, true).expect("recording cannot fail"));
        let before = list.ops.clone();
        list.restart((100, 50));
        (&mut list).draw_rect((0, 0), (1, 1), &RED, true).expect("recording cannot fail");
        assert_eq!(list.ops, before);
    }
}
