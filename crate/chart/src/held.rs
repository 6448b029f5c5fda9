//! How a stretch looks in which a task neither runs nor sleeps: hatched, dotted or a lattice, down to rows of a pixel.

use plotters::style::{Color, RGBColor};
use plotters_backend::DrawingBackend;

use crate::history::Held;
use crate::pen::{Area, Drawn, Pen};

/// A row from this height on can show hatching.
const HATCHED_PX: i32 = 5;
/// From stroke to stroke of a waiting task.
const HATCH_PX: i32 = 5;
/// From stroke to stroke of a throttled task, each way.
const LATTICE_PX: i32 = 6;
/// A narrower lattice could not be seen as one.
const LATTICE_MIN_PX: i32 = 8;
/// From post to post of a throttled task in a row too low for a lattice.
const POST_PX: usize = 3;

/// The part of a row that bars fill: names and marks keep a little air between rows.
pub fn inset(area: Area) -> Area {
    let inset = if area.height() > 8 { 2 } else { 0 };
    area.rows(area.top + inset, area.bottom - inset)
}

/// Fills a part of a row as what holds its task looks.
pub fn draw<B: DrawingBackend>(pen: &Pen<B>, area: Area, held: Held, color: RGBColor) -> Drawn<B> {
    let hatched = area.height() >= HATCHED_PX;
    match held {
        Held::Runnable if hatched => {
            pen.rect(inset(area), color.mix(0.22))?;
            pen.hatch(inset(area), HATCH_PX, color)
        }
        Held::Runnable => pen.rect(inset(area), color.mix(0.35)),
        Held::Delayed => draw_dots(pen, area, color),
        Held::Throttled if hatched && area.width() >= LATTICE_MIN_PX => draw_lattice(pen, inset(area), color),
        Held::Throttled => draw_posts(pen, inset(area), color),
    }
}

/// Delayed is a row of dots: the task wants no CPU.
fn draw_dots<B: DrawingBackend>(pen: &Pen<B>, area: Area, color: RGBColor) -> Drawn<B> {
    let top = area.middle() - i32::from(area.height() > 2);
    let row = area.rows(top, top + area.height().min(2));
    (area.left..area.right)
        .step_by(5)
        .try_for_each(|x| pen.rect(row.columns(x, (x + 2).min(area.right)), color))
}

/// Throttled is a fence: the task is kept from the CPU, whoever has it.
fn draw_lattice<B: DrawingBackend>(pen: &Pen<B>, area: Area, color: RGBColor) -> Drawn<B> {
    pen.row(area.left, area.right, area.top, color)?;
    pen.row(area.left, area.right, area.bottom - 1, color)?;
    pen.hatch(area, LATTICE_PX, color)?;
    pen.hatch_back(area, LATTICE_PX, color)
}

/// The fence from afar: its posts.
fn draw_posts<B: DrawingBackend>(pen: &Pen<B>, area: Area, color: RGBColor) -> Drawn<B> {
    (area.left..area.right).step_by(POST_PX).try_for_each(|x| pen.column(x, area.top, area.bottom, color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::drawing::IntoDrawingArea as _;

    use crate::list::DisplayList;
    use crate::palette::Theme;

    fn ops(height_px: i32, held: Held) -> Vec<f64> {
        let area = Area { left: 0, top: 0, right: 40, bottom: height_px };
        let mut list = DisplayList::default();
        list.restart((60, 20));
        let root = list.into_drawing_area();
        let drawn = draw(&Pen::new(&root, Theme::Light), area, held, Theme::Light.task(0));
        drawn.expect("recording does not fail");
        drop(root);
        list.ops
    }

    #[test]
    fn whatever_holds_a_task_looks_its_own_at_any_height() {
        for height_px in [1, 2, 3, 5, 9, 20] {
            let [waits, delayed, throttled] =
                [Held::Runnable, Held::Delayed, Held::Throttled].map(|held| ops(height_px, held));
            assert!(waits != delayed && delayed != throttled && throttled != waits, "{height_px} px");
        }
    }
}
