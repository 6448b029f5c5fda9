//! Titles of panels and the legends beside them.

use plotters::style::text_anchor::HPos;
use plotters_backend::DrawingBackend;

use crate::axis::LABEL_PX;
use crate::flags;
use crate::held;
use crate::history::Held;
use crate::layout::TITLE_PX;
use crate::marks::Shape;
use crate::metrics;
use crate::pen::{Area, Drawn, Look, Pen};
use crate::timeline;

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
    /// The dots of a delayed task.
    Delayed,
    /// The lattice of a throttled task.
    Throttled,
    /// The flag at a deadline.
    Flag,
    /// The bar of a task above the fair class.
    AboveFair,
}

/// What the legend says of each way to be held: of the rare one before the marks, of the others behind them.
const RARELY_HELD: [(Held, Glyph, &str); 1] = [(Held::Throttled, Glyph::Throttled, "throttled")];
const HELD: [(Held, Glyph, &str); 2] =
    [(Held::Runnable, Glyph::Waiting, "waits"), (Held::Delayed, Glyph::Delayed, "delayed")];

/// What occurs in the lanes of a side and wants to be explained.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Occurs {
    /// Shapes of marks, in any order and as often as they occur.
    pub shapes: Vec<Shape>,
    /// What holds tasks, as often as it occurs.
    pub held: Vec<Held>,
    /// Some task has a deadline.
    pub deadlines: bool,
    /// Some task is of a class above the fair one.
    pub above_fair: bool,
}

impl Occurs {
    /// Adds what occurs in another lane.
    pub fn add(&mut self, other: Occurs) {
        self.shapes.extend(other.shapes);
        self.held.extend(other.held);
        self.deadlines |= other.deadlines;
        self.above_fair |= other.above_fair;
    }

    /// Something holds a task so.
    pub fn note_held(&mut self, held: Held) {
        if !self.held.contains(&held) {
            self.held.push(held);
        }
    }

    /// The legend: only what occurs, weightiest first.
    pub fn items(&self) -> Vec<(Glyph, &'static str)> {
        let shapes = Shape::ALL.into_iter().filter(|shape| self.shapes.contains(shape));
        let marks = shapes.map(|shape| (Glyph::Mark(shape), shape.meaning()));
        let deadlines = self.deadlines.then_some((Glyph::Flag, "deadline"));
        let above = self.above_fair.then_some((Glyph::AboveFair, "above fair"));
        self.held_of(&RARELY_HELD)
            .chain(above)
            .chain(deadlines)
            .chain(marks)
            .chain(self.held_of(&HELD))
            .collect()
    }

    fn held_of(
        &self,
        kinds: &'static [(Held, Glyph, &str)],
    ) -> impl Iterator<Item = (Glyph, &'static str)> + use<'_> {
        let occur = kinds.iter().filter(|(held, ..)| self.held.contains(held));
        occur.map(|&(_, glyph, word)| (glyph, word))
    }
}

/// The title above a panel, behind it the longest of its notes that has room, and its legend at the right end; items without
/// room are left out.
pub fn title<B: DrawingBackend>(
    pen: &Pen<B>,
    area: Area,
    (title, notes): (&str, &[String]),
    items: &[(Glyph, &str)],
) -> Drawn<B> {
    let y = area.top - TITLE_PX / 2 - 1;
    let title = with_note(title, notes, area.width().max(0) as u32);
    pen.text(&title, (area.left, y), Look::plain(LABEL_PX, pen.inks.muted))?;
    let taken = metrics::measure(&title, LABEL_PX).0 as i32 + 2 * GAP_PX;
    row(pen, (area.left + taken, area.right), y, items)
}

/// A title with the first of its notes that has room; without any, as much of the title as has.
fn with_note(title: &str, notes: &[String], room_px: u32) -> String {
    let noted = notes.iter().map(|note| format!("{title} · {note}"));
    let fitting = noted.into_iter().find(|text| metrics::measure(text, LABEL_PX).0 <= room_px);
    fitting.unwrap_or_else(|| metrics::fit(title, LABEL_PX, room_px))
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
        Glyph::Mark(shape) => shape.draw(pen, (x + SAMPLE_PX - 5, y + 5), shape.ink(pen.inks)),
        Glyph::Waiting => held::draw(pen, patch.rows(y - 3, y + 4), Held::Runnable, color),
        Glyph::Delayed => held::draw(pen, patch.rows(y - 3, y + 4), Held::Delayed, color),
        Glyph::AboveFair => {
            pen.rect(patch, color)?;
            timeline::draw_band(pen, patch, pen.inks.paper)
        }
        Glyph::Flag => flags::draw_flag(pen, patch, right - 4),
        Glyph::Throttled => held::draw(pen, patch.rows(y - 3, y + 4), Held::Throttled, color),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rare_is_said_first() {
        let held = vec![Held::Throttled, Held::Runnable, Held::Throttled];
        let occurs =
            Occurs { shapes: vec![Shape::Tick, Shape::WakeupWaits], held, deadlines: true, above_fair: true };
        let words: Vec<_> = occurs.items().into_iter().map(|(_, word)| word).collect();
        assert_eq!(words, ["throttled", "above fair", "deadline", "wakeup waits", "tick", "waits"]);
    }

    #[test]
    fn of_notes_the_longest_that_fits_is_told() {
        let notes = ["a note of many words".to_owned(), "a note".to_owned()];
        let told = |room_px| with_note("lag", &notes, room_px);
        assert_eq!([1_000, 70, 30].map(told), ["lag · a note of many words", "lag · a note", "lag"]);
    }

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
