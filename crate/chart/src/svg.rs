//! The same figure as SVG text, laid out with our own text metrics so that it needs no fonts.

use plotters::prelude::SVGBackend;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use crate::metrics::{self, LINE_PER_PX};

/// An SVG backend that measures text with our metrics.
///
/// plotters would ask the page's DOM for the size, which a worker does not have.
pub struct Metered<'a>(SVGBackend<'a>);

impl<'a> Metered<'a> {
    /// Writes SVG of `size` pixels into `out`; complete only after `present`.
    pub fn new(out: &'a mut String, size: (u32, u32)) -> Self {
        Self(SVGBackend::with_string(out, size))
    }
}

type Failure = <SVGBackend<'static> as DrawingBackend>::ErrorType;
type Drawn = Result<(), DrawingErrorKind<Failure>>;

impl DrawingBackend for Metered<'_> {
    type ErrorType = Failure;

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> Drawn {
        self.0.present()
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Drawn {
        self.0.draw_pixel(at, color)
    }

    fn draw_line<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S) -> Drawn {
        self.0.draw_line(a, b, style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S, fill: bool) -> Drawn {
        self.0.draw_rect(a, b, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.0.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(&mut self, at: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        self.0.draw_circle(at, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Drawn {
        self.0.fill_polygon(corners, style)
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Drawn {
        self.0.draw_text(text, style, at)
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Failure>> {
        Ok(metrics::measure(text, style.size() / LINE_PER_PX))
    }
}
