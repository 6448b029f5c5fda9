//! Lanes and nothing else: the overview of a whole run, and the thumbnail of a scenario.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea as _};
use plotters::style::text_anchor::HPos;
use plotters_backend::DrawingBackend;

use crate::axis::TimeAxis;
use crate::blocks::Blocks;
use crate::busy;
use crate::cast::Cast;
use crate::differences;
use crate::figure::SIDE_NAMES;
use crate::history::History;
use crate::list::DisplayList;
use crate::palette::Theme;
use crate::pen::{Area, Drawn, Look, Pen};
use crate::scene::Face;
use crate::timeline::{self, LaneRuns};

/// Free pixels between two lanes; those between A and B hold where they differ.
const GAP_PX: i32 = 7;
/// Height of the line where A and B differ.
const DIFFER_PX: i32 = 3;
/// Free pixels above the first lane and below the last.
const EDGE_PX: i32 = 2;
/// The letters of the sides, in lanes of some height.
const LETTER_PX: f64 = 11.0;
const LETTER_LANE_PX: i32 = 9;

/// What a strip is drawn from.
#[derive(Debug, Clone, Copy)]
pub struct Strip<'a> {
    /// A, B, and a recording below them.
    pub histories: &'a [&'a History],
    /// Of every task, by index.
    pub faces: &'a [Face],
    /// Tasks that are grey.
    pub hidden: &'a [usize],
    /// The stretch of time.
    pub window_ns: (u64, u64),
    /// Width and height in CSS pixels.
    pub size: (u32, u32),
    /// Left and right edge of the lanes; letters stand to their left where there is room.
    pub plot: (i32, i32),
    /// Which paper.
    pub theme: Theme,
}

/// Records a strip into `list`, replacing what it holds.
///
/// Recording does not fail, so a failure would be ours: it panics.
pub fn record_strip(list: &mut DisplayList, strip: &Strip) {
    list.restart(strip.size);
    draw(&list.into_drawing_area(), strip).expect("recording does not fail");
}

fn draw<B: DrawingBackend>(root: &DrawingArea<B, Shift>, strip: &Strip) -> Drawn<B> {
    let pen = Pen::new(root, strip.theme);
    let cast = Cast::new(strip.faces, strip.theme, strip.hidden, None);
    let axis = TimeAxis::new(strip.window_ns.0, strip.window_ns.1, strip.plot.0, strip.plot.1);
    root.fill(&pen.inks.paper)?;
    let areas = lanes(strip.histories.len(), strip.size.1 as i32, &axis);
    for (side, area) in areas.iter().enumerate() {
        draw_lanes(&pen, *area, strip.histories[side], &axis, &cast)?;
        draw_letter(&pen, *area, side, strip.histories.len())?;
    }
    draw_differences(&pen, &axis, strip.histories, &areas)
}

/// Who runs, or of several CPUs how many are busy, and with whom.
fn draw_lanes<B: DrawingBackend>(
    pen: &Pen<B>,
    area: Area,
    history: &History,
    axis: &TimeAxis,
    cast: &Cast,
) -> Drawn<B> {
    if history.lanes.len() > 1 {
        let cpus: Vec<usize> = (0..history.lanes.len()).collect();
        return busy::draw(pen, area, &busy::cells(history, &Blocks::default(), &cpus, axis), cast);
    }
    pen.rect(area, pen.inks.grid)?;
    let lane = history.lanes.first();
    lane.map_or(Ok(()), |lane| timeline::draw_bars(pen, area, &LaneRuns::of(lane, None, axis), cast))
}

/// The lanes from top to bottom, equally high.
fn lanes(count: usize, height: i32, axis: &TimeAxis) -> Vec<Area> {
    let count = count.max(1) as i32;
    let room_px = height - 2 * EDGE_PX - (count - 1) * GAP_PX;
    let lane = |index: i32| {
        let top = EDGE_PX + index * GAP_PX + index * room_px / count;
        let bottom = EDGE_PX + index * GAP_PX + (index + 1) * room_px / count;
        Area { left: axis.left, right: axis.right, top, bottom: bottom.max(top + 1) }
    };
    (0..count).map(lane).collect()
}

/// One side alone needs no letter, and the recording has none.
fn draw_letter<B: DrawingBackend>(pen: &Pen<B>, lane: Area, side: usize, sides: usize) -> Drawn<B> {
    let has_room = lane.left >= LETTER_PX as i32 + 2 && lane.height() >= LETTER_LANE_PX;
    match SIDE_NAMES.get(side).filter(|_| sides > 1 && has_room) {
        Some(name) => {
            let look = Look::plain(LETTER_PX, pen.inks.muted).at(HPos::Right).bold();
            pen.text(name, (lane.left - 4, lane.middle()), look)
        }
        None => Ok(()),
    }
}

/// Between A and B, where they run different tasks.
fn draw_differences<B: DrawingBackend>(
    pen: &Pen<B>,
    axis: &TimeAxis,
    histories: &[&History],
    areas: &[Area],
) -> Drawn<B> {
    let [a, b, ..] = histories else { return Ok(()) };
    let top = areas[1].top - (GAP_PX + DIFFER_PX) / 2;
    let line = areas[1].rows(top, top + DIFFER_PX);
    let mut ranges = differences::between(a, b, axis).into_iter();
    ranges.try_for_each(|(left, right)| pen.rect(line.columns(left, right), pen.inks.differ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{Lane, Run};
    use crate::list::op;

    fn history(runs: &[(u64, u64, u16)]) -> History {
        let runs = runs.iter().map(|&(from_ns, to_ns, task)| Run { from_ns, to_ns, task }).collect();
        History { lanes: vec![Lane { runs, ..Lane::default() }], ..History::default() }
    }

    fn faces(count: usize) -> Vec<Face> {
        (0..count).map(|color| Face { name: format!("t{color}"), color, ..Face::default() }).collect()
    }

    fn recorded(histories: &[&History], size: (u32, u32), plot: (i32, i32)) -> DisplayList {
        let faces = faces(3);
        let strip = Strip {
            histories,
            faces: &faces,
            hidden: &[],
            window_ns: (0, 1_000),
            size,
            plot,
            theme: Theme::Light,
        };
        let mut list = DisplayList::default();
        record_strip(&mut list, &strip);
        list
    }

    #[test]
    fn lanes_are_apart_and_inside() {
        for count in 1..=4 {
            for height in [20, 36, 70, 200] {
                let lanes = lanes(count, height, &TimeAxis::new(0, 1, 0, 100));
                assert!(lanes.windows(2).all(|w| w[0].bottom <= w[1].top), "{count} {height}: {lanes:?}");
                assert!(lanes.iter().all(|lane| lane.top < lane.bottom), "{count} {height}: {lanes:?}");
                let last = lanes.last().expect("at least one");
                assert!(last.bottom <= height || height < 12 * count as i32, "{count} {height}: {lanes:?}");
            }
        }
    }

    #[test]
    fn only_letters_are_written_and_only_where_there_are_two() {
        let (a, b) = (history(&[(0, 1_000, 0)]), history(&[(0, 400, 0), (400, 1_000, 1)]));
        assert_eq!(recorded(&[&a, &b], (220, 70), (18, 216)).texts, ["A", "B"]);
        assert!(recorded(&[&a, &b], (220, 70), (0, 220)).texts.is_empty());
        assert!(recorded(&[&a], (220, 30), (18, 216)).texts.is_empty());
        assert_eq!(recorded(&[&a, &b, &a], (220, 70), (18, 216)).texts, ["A", "B"]);
    }

    #[test]
    fn a_million_runs_cost_the_width() {
        let runs: Vec<_> = (0..1_000_000).map(|i| (i * 10, i * 10 + 10, (i % 3) as u16)).collect();
        let many = history(&runs);
        let (faces, mut list) = (faces(3), DisplayList::default());
        let strip = Strip {
            histories: &[&many, &many],
            faces: &faces,
            hidden: &[],
            window_ns: (0, 10_000_000),
            size: (1_600, 36),
            plot: (66, 1_500),
            theme: Theme::Dark,
        };
        record_strip(&mut list, &strip);
        assert!(list.ops.iter().filter(|&&number| number == op::RECT).count() < 2 * 1_600 * 3);
    }
}
