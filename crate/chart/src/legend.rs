//! Titles of panels and the legends beside them.

use plotters::style::Color;
use plotters::style::text_anchor::HPos;
use plotters_backend::DrawingBackend;

use crate::axis::LABEL_PX;
use crate::layout::TITLE_PX;
use crate::marks::Shape;
use crate::metrics;
use crate::pen::{Area, Drawn, Look, Pen};

/// Dots of the line that says how long an entity is protected.
pub const PROTECTION_DASH_PX: &[i32] = &[2, 3];

const SAMPLE_PX: i32 = 16;
const GAP_PX: i32 = 14;

/// What stands beside a word of a legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glyph {
    /// The strong line of an entity.
    Main,
    /// Its thin line.
    Deadline,
    /// Its dotted line.
    Protection,
    /// V or min_vruntime.
    Reference,
    /// The tinted zone.
    Zone,
    /// A mark above a lane.
    Mark(Shape),
    /// The hatched bar of a waiting task.
    Waiting,
}

/// The title above a panel, with its legend at the right end; items without room are left out.
pub fn title<B: DrawingBackend>(pen: &Pen<B>, area: Area, title: &str, items: &[(Glyph, &str)]) -> Drawn<B> {
    let y = area.top - TITLE_PX / 2 - 1;
    pen.text(title, (area.left, y), Look::plain(LABEL_PX, pen.inks.muted))?;
    let taken = metrics::measure(title, LABEL_PX).0 as i32 + 2 * GAP_PX;
    row(pen, (area.left + taken, area.right), y, items)
}

/// A row of legend items that ends at the right edge and begins after the left one; the last ones are left out first.
pub fn row<B: DrawingBackend>(
    pen: &Pen<B>,
    (left, right): (i32, i32),
    y: i32,
    items: &[(Glyph, &str)],
) -> Drawn<B> {
    let widths: Vec<i32> = items.iter().map(|(_, text)| item_px(text)).collect();
    for (x, (glyph, text)) in places(&widths, left, right).into_iter().zip(items) {
        sample(pen, (x, y), *glyph)?;
        let look = Look::plain(LABEL_PX, pen.inks.muted).at(HPos::Left);
        pen.text(text, (x + SAMPLE_PX + 5, y), look)?;
    }
    Ok(())
}

fn item_px(text: &str) -> i32 {
    SAMPLE_PX + 5 + metrics::measure(text, LABEL_PX).0 as i32
}

/// Where the first items begin, as many as fit, so that the last of them ends at the right edge.
fn places(widths: &[i32], left: i32, right: i32) -> Vec<i32> {
    let total = |count: usize| widths[..count].iter().map(|width| width + GAP_PX).sum::<i32>() - GAP_PX;
    let fitting = (1..=widths.len()).take_while(|&count| total(count) <= right - left).count();
    let mut x = right - if fitting > 0 { total(fitting) } else { 0 };
    let begins = widths[..fitting].iter().map(|width| {
        let begin = x;
        x += width + GAP_PX;
        begin
    });
    begins.collect()
}

fn sample<B: DrawingBackend>(pen: &Pen<B>, (x, y): (i32, i32), glyph: Glyph) -> Drawn<B> {
    let (right, color) = (x + SAMPLE_PX, pen.inks.muted);
    let line = [(x, y), (right, y)];
    let patch = Area { left: x, right, top: y - 5, bottom: y + 5 };
    match glyph {
        Glyph::Main => pen.line(&line, color, 2),
        Glyph::Deadline => pen.line(&line, color, 1),
        Glyph::Protection => {
            let dots = (x..right).step_by(5);
            dots.into_iter().try_for_each(|dot| pen.row(dot, dot + 2, y, color))
        }
        Glyph::Reference => pen.row(x, right, y, pen.inks.ink),
        Glyph::Zone => {
            pen.rect(patch, pen.inks.zone)?;
            pen.row(x, right, patch.top, pen.inks.edge)
        }
        Glyph::Mark(shape) => {
            let ink = if shape <= Shape::WakeupWaits { pen.inks.ink } else { color };
            shape.draw(pen, (x + SAMPLE_PX - 5, y + 5), ink)
        }
        Glyph::Waiting => {
            pen.rect(patch.rows(y - 3, y + 4), color.mix(0.22))?;
            crate::timeline::hatch(pen, patch.rows(y - 3, y + 4), 5, color)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_end_at_the_right_edge() {
        assert_eq!(places(&[20, 30], 0, 200), [200 - 30 - GAP_PX - 20, 170]);
    }

    #[test]
    fn without_room_the_last_ones_are_left_out() {
        assert_eq!(places(&[20, 30, 90], 100, 100 + 20 + GAP_PX + 30), [100, 100 + 20 + GAP_PX]);
        assert!(places(&[20, 30], 0, 10).is_empty());
    }
}
