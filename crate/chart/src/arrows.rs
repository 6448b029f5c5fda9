//! Arrows from lane to lane: a task goes to another CPU. Few and quiet: where they would crowd there are none.

use plotters::style::Color;
use plotters_backend::DrawingBackend;

use crate::axis::TimeAxis;
use crate::history::Move;
use crate::layout::LanePlaces;
use crate::pen::{Drawn, Pen};
use crate::timeline::LaneScene;

/// An arrow has so many columns to itself, or is left out.
const APART_PX: i32 = 12;
/// In lower lanes arrows would hide what they point at.
const LANE_MIN_PX: i32 = 6;
/// How much of the task's colour the line has.
const STRENGTH: f64 = 0.8;

/// Draws the moves between lanes in sight.
pub fn draw<B: DrawingBackend>(
    pen: &Pen<B>,
    own: &[&LanePlaces],
    axis: &TimeAxis,
    scene: &LaneScene,
) -> Drawn<B> {
    let cpus = own.iter().map(|places| places.cpu + 1).max().unwrap_or(0);
    let mut lanes: Vec<Option<&LanePlaces>> = vec![None; cpus];
    for places in own.iter().filter(|places| places.bars.height() >= LANE_MIN_PX) {
        lanes[places.cpu] = Some(places);
    }
    let lane = |cpu: u16| lanes.get(usize::from(cpu)).copied().flatten();
    for (x, moved) in alone(&scene.history.moves, axis) {
        let (Some(from), Some(to)) = (lane(moved.from), lane(moved.to)) else { continue };
        if scene.cast.is_shown(usize::from(moved.task)) {
            arrow(pen, x, from, to, scene.cast.color(usize::from(moved.task)).mix(STRENGTH))?;
        }
    }
    Ok(())
}

/// The moves inside the axis that have their columns to themselves, with their pixel. Costs by the width, not by their number.
fn alone(moves: &[Move], axis: &TimeAxis) -> Vec<(i32, Move)> {
    let mut alone = Vec::new();
    let mut index = moves.partition_point(|moved| moved.t_ns < axis.from_ns);
    while let Some(moved) = moves.get(index).filter(|moved| moved.t_ns <= axis.to_ns) {
        let x = axis.x(moved.t_ns);
        let beyond_ns = axis.after_pixel_ns(x + APART_PX - 1);
        let next = index + moves[index..].partition_point(|moved| moved.t_ns < beyond_ns).max(1);
        if next == index + 1 {
            alone.push((x, *moved));
        }
        index = next;
    }
    alone
}

/// From the edge of one lane's bars to that of the other's.
fn arrow<B: DrawingBackend, C: Color>(
    pen: &Pen<B>,
    x: i32,
    from: &LanePlaces,
    to: &LanePlaces,
    color: C,
) -> Drawn<B> {
    if from.bars.top < to.bars.top {
        pen.column(x, from.bars.bottom, to.bars.top - 3, color.to_rgba())?;
        pen.polygon(&[(x - 3, to.bars.top - 4), (x + 4, to.bars.top - 4), (x, to.bars.top)], color)
    } else {
        pen.column(x, to.bars.bottom + 3, from.bars.top, color.to_rgba())?;
        pen.polygon(&[(x - 3, to.bars.bottom + 4), (x + 4, to.bars.bottom + 4), (x, to.bars.bottom)], color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(times_ns: impl Iterator<Item = u64>) -> Vec<Move> {
        times_ns.map(|t_ns| Move { t_ns, row: 0, task: 0, from: 0, to: 1 }).collect()
    }

    #[test]
    fn crowded_moves_have_no_arrows() {
        let axis = TimeAxis::new(0, 1_000, 0, 100);
        let alone = alone(&moves([100, 400, 410, 900].into_iter()), &axis);
        assert_eq!(alone.iter().map(|(x, _)| *x).collect::<Vec<_>>(), [10, 90]);
    }

    #[test]
    fn a_million_moves_cost_the_width() {
        let axis = TimeAxis::new(0, 1_000_000, 0, 900);
        assert!(alone(&moves(0..1_000_000), &axis).is_empty());
    }
}
