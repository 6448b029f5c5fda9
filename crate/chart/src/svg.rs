//! The same figure as SVG text, laid out with our own text metrics so that it needs no fonts.

use plotters::prelude::{IntoDrawingArea as _, SVGBackend};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use crate::figure;
use crate::metrics::{self, LINE_PER_PX};
use crate::pen::FINE;
use crate::scene::Scene;

/// The figure as SVG text; the same bytes natively and in wasm.
///
/// Writing into memory does not fail, so a failure would be ours: it panics.
pub fn svg(scene: &Scene) -> String {
    let mut out = String::new();
    {
        let root = Metered::new(&mut out, scene.size).into_drawing_area();
        figure::draw(&root, scene).expect("a string takes whatever is written");
        root.present().expect("a string takes whatever is written");
    }
    in_pixels(&out, scene.size)
}

/// The backend wrote its own coordinates as size and view box; the size is to be in pixels.
fn in_pixels(svg: &str, (width, height): (u32, u32)) -> String {
    let size = |unit: u32| format!("<svg width=\"{}\" height=\"{}\"", width * unit, height * unit);
    svg.replacen(&size(FINE as u32), &size(1), 1)
}

/// An SVG backend that measures text with our metrics.
///
/// plotters would ask the page's DOM for the size, which a worker does not have.
pub struct Metered<'a>(SVGBackend<'a>);

impl<'a> Metered<'a> {
    /// Writes SVG of `size` pixels into `out`, in our backend coordinates; complete only after `present`.
    pub fn new(out: &'a mut String, (width, height): (u32, u32)) -> Self {
        Self(SVGBackend::with_string(out, (width * FINE as u32, height * FINE as u32)))
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
        self.0.draw_line(centre(a), centre(b), style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        a: BackendCoord,
        b: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.0.draw_rect(a, b, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.0.draw_path(path.into_iter().map(centre), style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        at: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.0.draw_circle(at, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
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

/// A pixel's middle, through which strokes go, as they do on the canvas.
fn centre((x, y): BackendCoord) -> BackendCoord {
    (x + FINE / 2, y + FINE / 2)
}
