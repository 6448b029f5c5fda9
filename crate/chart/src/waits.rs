//! How long waits were, from becoming runnable to running: the numbers of a distribution.

use crate::history::{Held, History, Lane, Wait};

/// Waits in order of their length, those of length 0 among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waits {
    /// Longer than 0, shortest first.
    longer_ns: Vec<u64>,
    /// How often a task ran as soon as it could.
    none: usize,
}

impl Waits {
    /// The waits of one task, or without one of all, that ended in a run.
    ///
    /// A task that still waits at the end is left out: nobody knows how long.
    pub fn of(history: &History, task: Option<usize>) -> Waits {
        let tasks = task.map_or(0..history.waits.len(), |task| task..task + 1);
        let waits = tasks.clone().filter_map(|task| Some((task, history.waits.get(task)?)));
        let ended = waits.flat_map(|(task, waits)| {
            let mut whole: Vec<&[Wait]> =
                waits.chunk_by(goes_on).filter(|wait| wants_to_run(&wait[0])).collect();
            if is_open(waits, task, &history.lanes) {
                whole.pop();
            }
            whole.into_iter().map(|wait| wait[wait.len() - 1].to_ns - wait[0].from_ns)
        });
        let mut longer_ns: Vec<u64> = ended.collect();
        longer_ns.sort_unstable();
        let none = tasks.filter_map(|task| history.at_once.get(task)).sum::<u32>() as usize;
        Waits { longer_ns, none }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.none + self.longer_ns.len()
    }

    /// The part of all waits that are longer than this, 0 to 1; 0 without any.
    pub fn part_longer(&self, than_ns: u64) -> f64 {
        let longer = self.longer_ns.len() - self.longer_ns.partition_point(|&ns| ns <= than_ns);
        longer as f64 / self.count().max(1) as f64
    }

    /// So many percent of the waits are not longer; 0 without any. The rank is that of the tables.
    pub fn percentile_ns(&self, percent: usize) -> u64 {
        let rank = (self.count().saturating_sub(1) * percent).div_ceil(100);
        rank.checked_sub(self.none).map_or(0, |rank| self.longer_ns.get(rank).copied().unwrap_or(0))
    }

    /// Shortest and longest of those that are longer than 0; `None` without any.
    pub fn range_ns(&self) -> Option<(u64, u64)> {
        Some((*self.longer_ns.first()?, *self.longer_ns.last()?))
    }
}

/// Whether the second stretch belongs to the same wait: one that is throttled, or moved, on the way goes on.
fn goes_on(wait: &Wait, next: &Wait) -> bool {
    wait.to_ns == next.from_ns
        && wants_to_run(wait)
        && wants_to_run(next)
        && (wait.held, wait.cpu) != (next.held, next.cpu)
}

fn wants_to_run(wait: &Wait) -> bool {
    wait.held != Held::Delayed
}

/// The last wait did not end in a run before the history ended.
fn is_open(waits: &[Wait], task: usize, lanes: &[Lane]) -> bool {
    let Some(last) = waits.last().filter(|wait| wants_to_run(wait)) else { return false };
    let runs_then = |lane: &Lane| {
        let next = lane.runs.partition_point(|run| run.from_ns < last.to_ns);
        let at_once = lane.runs[next..].iter().take_while(|run| run.from_ns == last.to_ns);
        at_once.into_iter().any(|run| usize::from(run.task) == task)
    };
    !lanes.iter().any(runs_then)
}

#[cfg(test)]
mod tests {
    use sim::trace::{Event, IDLE, Kind};

    use super::*;

    fn event(t_us: u64, kind: Kind, task: u16, other: u16) -> Event {
        Event { t_ns: t_us * 1_000, a: 0, b: 0, cpu: 0, task, other, kind: kind as u8, code: 0 }
    }

    /// 1 waits 3 µs, then 7 µs; 0 runs at once, waits 5 µs, and still waits at the end.
    fn events() -> [Event; 6] {
        [
            event(0, Kind::WakeupIdle, 0, IDLE),
            event(0, Kind::SwitchIdle, IDLE, 0),
            event(1, Kind::Wakeup, 1, IDLE),
            event(4, Kind::SwitchTick, 0, 1),
            event(9, Kind::SwitchTick, 1, 0),
            event(16, Kind::SwitchTick, 0, 1),
        ]
    }

    fn history() -> History {
        History::of(&events(), 2, 20_000)
    }

    #[test]
    fn waits_that_ended_are_counted() {
        let waits = |task| {
            let waits = Waits::of(&history(), task);
            (waits.none, waits.longer_ns)
        };
        assert_eq!(waits(Some(0)), (1, vec![5_000]));
        assert_eq!(waits(Some(1)), (0, vec![3_000, 7_000]));
        assert_eq!(waits(None), (1, vec![3_000, 5_000, 7_000]));
        assert_eq!(waits(Some(9)), (0, vec![]));
    }

    #[test]
    fn they_are_those_of_the_tables() {
        let stats = sim::measure::measure(&events(), 2, 20_000);
        for (task, stats) in stats.tasks.iter().enumerate() {
            let waits = Waits::of(&history(), Some(task));
            let found = (waits.count() as u64, waits.percentile_ns(50), waits.percentile_ns(99));
            assert_eq!(found, (stats.waits.count, stats.waits.p50_ns, stats.waits.p99_ns), "task {task}");
        }
    }

    /// 0 is throttled as it runs and goes on as soon as it may; 1 is throttled while it waits, and then waits on.
    #[test]
    fn a_wait_in_which_a_task_is_throttled_is_one() {
        let events = [
            event(0, Kind::WakeupIdle, 0, IDLE),
            event(0, Kind::SwitchIdle, IDLE, 0),
            event(1, Kind::Wakeup, 1, IDLE),
            event(3, Kind::Throttled, 0, IDLE),
            event(3, Kind::Throttled, 1, IDLE),
            event(3, Kind::SwitchThrottled, 0, IDLE),
            event(9, Kind::Unthrottled, 1, IDLE),
            event(9, Kind::Unthrottled, 0, IDLE),
            event(9, Kind::SwitchIdle, IDLE, 0),
            event(12, Kind::SwitchTick, 0, 1),
        ];
        let (history, stats) = (History::of(&events, 2, 20_000), sim::measure::measure(&events, 2, 20_000));
        let waits = [0, 1].map(|task| Waits::of(&history, Some(task)));
        assert_eq!(
            waits.clone().map(|waits| (waits.none, waits.longer_ns)),
            [(1, vec![6_000]), (0, vec![11_000])]
        );
        assert_eq!(waits.map(|waits| waits.count() as u64), [0, 1].map(|task| stats.tasks[task].waits.count));
    }

    #[test]
    fn parts_fall_from_all_to_none() {
        let waits = Waits::of(&history(), None);
        let parts = [0, 2_999, 3_000, 6_999, 7_000].map(|ns| waits.part_longer(ns));
        assert_eq!(parts, [0.75, 0.75, 0.5, 0.25, 0.0]);
        assert_eq!(Waits::default().part_longer(5), 0.0);
        assert_eq!(
            (waits.percentile_ns(0), waits.percentile_ns(50), waits.percentile_ns(99)),
            (0, 5_000, 7_000)
        );
    }
}
