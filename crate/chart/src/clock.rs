//! The clocks of a machine below its lanes: strips that are the fuller the faster a clock is.

use plotters::style::Color;
use plotters::style::text_anchor::HPos;
use plotters_backend::DrawingBackend;
use sim::clocks::Clock;

use crate::axis::TimeAxis;
use crate::layout::{Layout, PanelKind};
use crate::metrics;
use crate::pen::{Area, Drawn, Look, Pen, joined};
use crate::scene::SideScene;

/// Height of a strip with its gap.
pub const PITCH_PX: i32 = 11;
/// Free pixels above it.
pub const GAP_PX: i32 = 3;
/// Free pixels below all of them: the last label reaches a little further than its strip.
pub const BELOW_PX: i32 = 2;
const LABEL_PX: f64 = 10.0;
/// Fainter than what CPUs do.
const STRENGTH: f64 = 0.55;
/// Of more clocks only that of the chosen CPU has a strip.
const STRIPS_MAX: usize = 4;

/// A strip: the lowest CPU of its clock, and what it is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strip {
    /// By which its clock is found again.
    pub cpu: usize,
    /// As in `clock 0-3`.
    pub label: String,
}

/// The strips of each side: none where no clock of any side ever changes.
pub fn strips(sides: &[SideScene]) -> Vec<Strip> {
    let Some(first) = sides.first() else { return Vec::new() };
    if sides.iter().flat_map(|side| side.clocks).all(|clock| clock.changes.len() < 2) {
        return Vec::new();
    }
    let all = first.clocks.len();
    let has_strip = |clock: &&Clock| all <= STRIPS_MAX || clock.cpus.contains(first.cpu);
    let strip = |clock: &Clock| {
        let label = if all == 1 { "clock".to_owned() } else { format!("clock {}", clock.cpus) };
        Some(Strip { cpu: clock.cpus.lowest()?, label })
    };
    first.clocks.iter().filter(has_strip).filter_map(strip).collect()
}

/// Draws the strips of a side.
pub fn draw<B: DrawingBackend>(
    pen: &Pen<B>,
    layout: &Layout,
    axis: &TimeAxis,
    side: usize,
    clocks: &[Clock],
) -> Drawn<B> {
    let own = layout.panels.iter().filter(|panel| panel.side == side && panel.kind == PanelKind::Clock);
    for panel in own {
        let Some(clock) = clocks.iter().find(|clock| clock.cpus.contains(panel.cpu)) else { continue };
        pen.rect(panel.area, pen.inks.grid)?;
        let ink = pen.inks.muted.mix(STRENGTH);
        fills(clock, axis, panel.area).into_iter().try_for_each(|area| pen.rect(area, ink))?;
        let room_px = (panel.area.left - 12).max(0) as u32;
        let label = metrics::fit(&panel.label, LABEL_PX, room_px);
        let look = Look::plain(LABEL_PX, pen.inks.muted).at(HPos::Right);
        pen.text(&label, (panel.area.left - 8, panel.area.middle()), look)?;
    }
    Ok(())
}

/// Where a strip is full: in each pixel column as high as the fastest that the clock was in it.
fn fills(clock: &Clock, axis: &TimeAxis, area: Area) -> Vec<Area> {
    let height = i64::from(area.height());
    let filled = |(index, khz): (usize, u64)| {
        let full_px = (khz as i64 * height + clock.max_khz as i64 / 2) / clock.max_khz.max(1) as i64;
        let left = area.left + index as i32;
        area.rows(area.bottom - full_px.max(1) as i32, area.bottom).columns(left, left + 1)
    };
    joined(columns(clock, axis, area.width()).into_iter().enumerate().map(filled))
}

/// The fastest that a clock was in each pixel column, kHz.
fn columns(clock: &Clock, axis: &TimeAxis, width: i32) -> Vec<u64> {
    let mut fastest = vec![0; width.max(0) as usize];
    let first = clock.changes.partition_point(|&(from_ns, _)| from_ns <= axis.from_ns).max(1) - 1;
    for (at, &(from_ns, khz)) in clock.changes.iter().enumerate().skip(first) {
        if from_ns >= axis.to_ns {
            break;
        }
        let to_ns = clock.changes.get(at + 1).map_or(axis.to_ns, |&(next_ns, _)| next_ns.min(axis.to_ns));
        let column = |t_ns: u64| (axis.x(t_ns) - axis.left).clamp(0, width - 1) as usize;
        let last = if to_ns == axis.to_ns { width as usize - 1 } else { column(to_ns) };
        for value in &mut fastest[column(from_ns.max(axis.from_ns))..=last] {
            *value = khz.max(*value);
        }
    }
    fastest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(changes: &[(u64, u64)]) -> Clock {
        Clock { cpus: (0..4).collect(), max_khz: 1_000, changes: changes.to_vec() }
    }

    #[test]
    fn a_column_shows_the_fastest_in_it() {
        let axis = TimeAxis::new(0, 1_000, 10, 20);
        let clock = clock(&[(0, 200), (330, 1_000), (340, 200), (800, 500)]);
        assert_eq!(columns(&clock, &axis, 10), [200, 200, 200, 1_000, 200, 200, 200, 200, 500, 500]);
    }

    #[test]
    fn a_window_begins_with_what_was_set_before_it() {
        let axis = TimeAxis::new(500, 600, 0, 5);
        let clock = clock(&[(0, 200), (100, 700), (900, 1_000)]);
        assert_eq!(columns(&clock, &axis, 5), [700; 5]);
    }

    #[test]
    fn fills_are_as_high_as_the_clock_is_fast() {
        let area = Area { left: 0, right: 10, top: 0, bottom: 10 };
        let fills = fills(&clock(&[(0, 500), (500, 1_000)]), &TimeAxis::new(0, 1_000, 0, 10), area);
        let sizes: Vec<_> = fills.iter().map(|fill| (fill.left, fill.right, fill.height())).collect();
        assert_eq!(sizes, [(0, 5, 5), (5, 10, 10)]);
    }
}
