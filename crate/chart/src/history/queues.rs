//! Who waits on each CPU's queue, in rows.

use super::{History, Queued};

/// Rows of a queue; who waits behind so many others has none.
pub const ROWS_MAX: usize = 8;

/// Gives each wait the first row of its CPU that is free when it begins.
pub fn fill(history: &mut History) {
    let of_task = |(task, waits): (usize, &Vec<super::Wait>)| {
        waits.iter().map(move |wait| Queued { task: task as u16, wait: *wait }).collect::<Vec<_>>()
    };
    let mut all: Vec<Queued> = history.waits.iter().enumerate().flat_map(of_task).collect();
    all.sort_unstable_by_key(|queued| (queued.wait.from_ns, queued.task));
    for queued in all {
        let Some(lane) = history.lanes.get_mut(usize::from(queued.wait.cpu)) else { continue };
        let is_free =
            |row: &Vec<Queued>| row.last().is_none_or(|last| last.wait.to_ns <= queued.wait.from_ns);
        match lane.queue.iter().position(is_free) {
            Some(row) => lane.queue[row].push(queued),
            None if lane.queue.len() < ROWS_MAX => lane.queue.push(vec![queued]),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Held, Lane, Wait};
    use super::*;

    #[test]
    fn who_comes_later_stands_below_until_a_row_is_free() {
        let wait = |from_ns, to_ns| Wait { from_ns, to_ns, held: Held::Runnable, cpu: 1 };
        let waits = vec![vec![wait(0, 10), wait(20, 30)], vec![wait(5, 25)], vec![wait(12, 14)]];
        let mut history = History { lanes: vec![Lane::default(); 2], waits, ..History::default() };
        fill(&mut history);
        let tasks = |row: &Vec<Queued>| row.iter().map(|queued| queued.task).collect::<Vec<_>>();
        assert_eq!(history.lanes[1].queue.iter().map(tasks).collect::<Vec<_>>(), [vec![0, 2, 0], vec![1]]);
        assert!(history.lanes[0].queue.is_empty());
    }
}
