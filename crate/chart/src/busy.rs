//! How many of some CPUs are busy, and with what: a strip that is as full as they are.

use std::collections::BTreeMap;

use plotters_backend::DrawingBackend;

use crate::axis::TimeAxis;
use crate::blocks::{self, Blocks};
use crate::cast::Cast;
use crate::decimate::PixelSpan;
use crate::history::{History, Run};
use crate::pen::{self, Area, Drawn, Pen};

/// So many runs of a crowded place are added up; of more, the first speak for all.
const COUNTED: usize = 24;
/// Pixels of a cell where few CPUs are summed up, and where many are: what is added up for a frame has a bound.
const CELL_PX: (i32, i32) = (3, 6);
const MANY: usize = 64;

/// A piece of a strip: from left to right, and which part of the CPUs each task has, in order of task.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    left: i32,
    right: i32,
    parts: Vec<(u16, f64)>,
}

/// Who has which part of the CPUs over time.
pub fn cells(history: &History, blocks: &Blocks, cpus: &[usize], axis: &TimeAxis) -> Vec<Cell> {
    let cell_px = if cpus.len() < MANY { CELL_PX.0 } else { CELL_PX.1 };
    let columns = (axis.right - axis.left) / cell_px;
    let coarse = TimeAxis::new(axis.from_ns, axis.to_ns, 0, columns);
    let mut sums: Vec<BTreeMap<u16, f64>> = vec![BTreeMap::new(); (coarse.right) as usize];
    for &cpu in cpus {
        let Some(lane) = history.lanes.get(cpu) else { continue };
        for span in blocks::spans(&lane.runs, blocks.runs.get(cpu), &coarse).spans {
            let part = busy_part(&lane.runs, &span, &coarse) / cpus.len() as f64;
            for sum in &mut sums[span.left as usize..span.right as usize] {
                *sum.entry(lane.runs[span.index].task).or_default() += part;
            }
        }
    }
    let edge = |column: usize| axis.left + (axis.right - axis.left) * column as i32 / coarse.right;
    let cell = |(column, sum): (usize, BTreeMap<u16, f64>)| Cell {
        left: edge(column),
        right: edge(column + 1),
        parts: sum.into_iter().collect(),
    };
    sums.into_iter().enumerate().map(cell).collect()
}

/// Which part of the time of a span its CPU is busy, 0 to 1.
pub fn busy_part(runs: &[Run], span: &PixelSpan, axis: &TimeAxis) -> f64 {
    let (first, end) = span.stands_for;
    let counted = &runs[first..end.min(first + COUNTED)];
    let (mut from_ns, mut to_ns) = (axis.time_ns(span.left), axis.time_ns(span.right));
    if counted.len() < end - first {
        (from_ns, to_ns) = (counted[0].from_ns, counted[counted.len() - 1].to_ns);
    }
    let inside = |run: &Run| run.to_ns.min(to_ns).saturating_sub(run.from_ns.max(from_ns));
    let busy_ns: u64 = counted.iter().map(inside).sum();
    (busy_ns as f64 / to_ns.saturating_sub(from_ns).max(1) as f64).min(1.0)
}

/// Draws the cells from the bottom up: one task after the other, so that a colour is set once.
pub fn draw<B: DrawingBackend>(pen: &Pen<B>, strip: Area, cells: &[Cell], cast: &Cast) -> Drawn<B> {
    pen.rect(strip, pen.inks.grid)?;
    let mut areas: BTreeMap<u16, Vec<Area>> = BTreeMap::new();
    for cell in cells {
        let mut filled = 0.0;
        for &(task, part) in &cell.parts {
            let (from, to) = (filled, filled + part);
            filled = to;
            let y = |part: f64| strip.bottom - (part * f64::from(strip.height())).round() as i32;
            let area = strip.columns(cell.left, cell.right).rows(y(to), y(from));
            if area.height() > 0 {
                areas.entry(task).or_default().push(area);
            }
        }
    }
    for (task, areas) in areas {
        let color = cast.color(usize::from(task));
        pen::joined(areas).into_iter().try_for_each(|area| pen.rect(area, color))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Lane;

    fn history(lanes: &[&[(u64, u64, u16)]]) -> History {
        let lane = |runs: &&[(u64, u64, u16)]| Lane {
            runs: runs.iter().map(|&(from_ns, to_ns, task)| Run { from_ns, to_ns, task }).collect(),
            ..Lane::default()
        };
        History { lanes: lanes.iter().map(lane).collect(), ..History::default() }
    }

    #[test]
    fn parts_are_those_of_all_cpus() {
        let history = history(&[&[(0, 600, 0)], &[(0, 300, 1)], &[], &[]]);
        let cells = cells(&history, &Blocks::default(), &[0, 1, 2, 3], &TimeAxis::new(0, 1_000, 0, 300));
        let sum = |column: usize| cells[column].parts.iter().map(|(_, part)| part).sum::<f64>();
        assert_eq!([sum(10), sum(50), sum(80)], [0.5, 0.25, 0.0]);
        assert_eq!(cells[10].parts, [(0, 0.25), (1, 0.25)]);
    }

    #[test]
    fn a_crowd_is_as_busy_as_its_runs() {
        let runs: Vec<(u64, u64, u16)> = (0..1_000).map(|i| (i * 10, i * 10 + 5, 0)).collect();
        let history = history(&[&runs, &[]]);
        let cells = cells(&history, &Blocks::default(), &[0], &TimeAxis::new(0, 10_000, 0, 90));
        let part = cells[15].parts[0].1;
        assert!((0.4..0.6).contains(&part), "{part}");
    }
}
