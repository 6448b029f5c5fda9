//! How tasks divided the time of places where runs are too short to be drawn one by one.

use crate::decimate::{CELL_PX, Interval, PixelSpan};
use crate::history::Run;

/// So many runs of a cell are counted. Those of more than that are a sample, taken together so that tasks that take turns
/// all come to their part in it.
const COUNTED: usize = 256;

/// A place where runs crowd, and how the tasks divided it.
#[derive(Debug, Clone, PartialEq)]
pub struct Divided {
    /// First pixel.
    pub left: i32,
    /// One past the last.
    pub right: i32,
    /// `(task, from, to)` from 0 to 1, in order of task.
    pub parts: Vec<(u16, f64, f64)>,
    /// The runs in it: first index and one past the last.
    pub stands_for: (usize, usize),
}

impl Divided {
    /// The part of one task, 0 to 1.
    pub fn part(&self, task: usize) -> f64 {
        let found = self.parts.iter().find(|part| usize::from(part.0) == task);
        found.map_or(0.0, |(_, from, to)| to - from)
    }
}

/// The crowded columns as divided cells, in order.
pub fn divided(crowded: &[PixelSpan], runs: &[Run]) -> Vec<Divided> {
    let cell = |cell: &Cell| Divided {
        left: cell.left,
        right: cell.right,
        parts: divide(&runs[cell.stands_for.0..cell.stands_for.1]),
        stands_for: cell.stands_for,
    };
    cells(crowded).iter().map(cell).collect()
}

/// A place where runs crowd.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cell {
    left: i32,
    right: i32,
    /// The runs in it: first index and one past the last.
    stands_for: (usize, usize),
}

/// The crowded columns as cells, in order.
fn cells(crowded: &[PixelSpan]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for span in crowded {
        match cells.last_mut() {
            Some(cell) if cell.right == span.left && span.right - cell.left <= CELL_PX => {
                cell.right = span.right;
                cell.stands_for.1 = span.stands_for.1;
            }
            _ => cells.push(Cell { left: span.left, right: span.right, stands_for: span.stands_for }),
        }
    }
    cells
}

/// How these runs divide what they take together, as `(task, from, to)` from 0 to 1, in order of task.
///
/// Of very many, the first [`COUNTED`] speak for all: the cost has a bound.
fn divide(runs: &[Run]) -> Vec<(u16, f64, f64)> {
    let counted = &runs[..runs.len().min(COUNTED)];
    let tasks = counted.iter().map(|run| usize::from(run.task) + 1).max().unwrap_or(0);
    let mut taken_ns = vec![0; tasks];
    for run in counted {
        taken_ns[usize::from(run.task)] += run.end_ns() - run.begin_ns();
    }
    let all_ns = taken_ns.iter().sum::<u64>().max(1) as f64;
    let mut before_ns = 0;
    let takers = taken_ns.iter().enumerate().filter(|(_, ns)| **ns > 0);
    let parts = takers.map(|(task, ns)| {
        let from = before_ns as f64 / all_ns;
        before_ns += ns;
        (task as u16, from, before_ns as f64 / all_ns)
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(left: i32, from: usize) -> PixelSpan {
        PixelSpan { left, right: left + 1, index: from, stands_for: (from, from + 10) }
    }

    #[test]
    fn neighbours_become_one_cell_up_to_its_width() {
        let crowded = [column(5, 0), column(6, 10), column(7, 20), column(8, 30), column(20, 90)];
        let cells: Vec<_> =
            cells(&crowded).iter().map(|cell| (cell.left, cell.right, cell.stands_for)).collect();
        assert_eq!(cells, [(5, 8, (0, 30)), (8, 9, (30, 40)), (20, 21, (90, 100))]);
    }

    #[test]
    fn time_is_divided_in_order_of_task() {
        let run = |from_ns, to_ns, task| Run { from_ns, to_ns, task };
        let parts = divide(&[run(0, 10, 3), run(10, 40, 1), run(40, 60, 3), run(60, 80, 7)]);
        assert_eq!(parts, [(1, 0.0, 0.375), (3, 0.375, 0.75), (7, 0.75, 1.0)]);
    }

    #[test]
    fn nothing_is_divided_into_nothing() {
        assert!(divide(&[]).is_empty());
    }
}
