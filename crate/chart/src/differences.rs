//! Where two sides run different tasks.

use crate::axis::TimeAxis;
use crate::decimate;
use crate::history::History;

/// The pixel ranges in which some CPU runs different tasks in the two histories.
pub fn between(a: &History, b: &History, axis: &TimeAxis) -> Vec<(i32, i32)> {
    let columns = (axis.right - axis.left) as usize;
    let mut differs = vec![false; columns];
    for cpu in 0..a.lanes.len().max(b.lanes.len()) {
        let (a, b) = (columns_of(a, cpu, axis), columns_of(b, cpu, axis));
        differs.iter_mut().enumerate().for_each(|(x, differs)| *differs |= a[x] != b[x]);
    }
    let mut ranges: Vec<(i32, i32)> = Vec::new();
    for x in (0..columns).filter(|&x| differs[x]).map(|x| axis.left + x as i32) {
        match ranges.last_mut() {
            Some(last) if last.1 == x => last.1 = x + 1,
            _ => ranges.push((x, x + 1)),
        }
    }
    ranges
}

/// Who runs in each pixel column.
fn columns_of(history: &History, cpu: usize, axis: &TimeAxis) -> Vec<Option<u16>> {
    let mut columns = vec![None; (axis.right - axis.left) as usize];
    let Some(lane) = history.lanes.get(cpu) else { return columns };
    for span in decimate::spans(&lane.runs, axis).spans {
        let (left, right) = ((span.left - axis.left) as usize, (span.right - axis.left) as usize);
        columns[left..right].fill(Some(lane.runs[span.index].task));
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{Lane, Run};

    fn history(runs: &[(u64, u64, u16)]) -> History {
        let runs = runs.iter().map(|&(from_ns, to_ns, task)| Run { from_ns, to_ns, task }).collect();
        History { lanes: vec![Lane { runs, ..Lane::default() }], ..History::default() }
    }

    #[test]
    fn equal_histories_do_not_differ() {
        let axis = TimeAxis::new(0, 100, 0, 100);
        let a = history(&[(0, 40, 0), (40, 100, 1)]);
        assert!(between(&a, &a.clone(), &axis).is_empty());
    }

    #[test]
    fn a_later_switch_differs_in_between() {
        let axis = TimeAxis::new(0, 100, 10, 110);
        let (a, b) = (history(&[(0, 40, 0), (40, 100, 1)]), history(&[(0, 60, 0), (60, 100, 1)]));
        assert_eq!(between(&a, &b, &axis), [(50, 70)]);
    }

    #[test]
    fn an_idle_cpu_differs_from_a_busy_one() {
        let axis = TimeAxis::new(0, 100, 0, 100);
        assert_eq!(between(&history(&[(0, 100, 0)]), &history(&[(0, 30, 0)]), &axis), [(30, 100)]);
    }
}
