//! What the queues of a task group add up to.

use super::SchedAvg;
use crate::described;

/// Where a queue may not tell its group whenever it likes, it does so at most once in so many ns.
const TELL_EVERY_NS: u64 = 1_000_000;

described! {

/// What a queue tells its group, and how often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TellRule {
    /// Its load, as soon as that changed by more than a 64th.
    AtOnce,
    /// The same, at most once in a ms: 6.7.
    Seldom,
    /// At most once in a ms its load and how many want to run, both if one of them changed: 7.3.
    WithTasks,
}

}

/// Load and runnable of all queues of a task group (`tg->load_avg`, `tg->runnable_avg`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TaskGroupAvg {
    /// Sum of the queues' load averages, as they were told.
    pub load_avg: u64,
    /// Sum of the queues' runnable averages, as they were told (7.3).
    pub runnable_avg: u64,
}

/// What one queue has told its group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contribution {
    /// Its part of the group's load.
    pub load_avg: u64,
    /// Its part of the group's runnable.
    pub runnable_avg: u64,
    /// When it was told; `None` before the first time.
    told_ns: Option<u64>,
}

impl TaskGroupAvg {
    /// Tells the group a queue's averages, if by the rule the last time is long enough ago and one of them changed by more than a
    /// 64th (`update_tg_load_avg`).
    pub fn tell(&mut self, part: &mut Contribution, queue: &SchedAvg, rule: TellRule, now_ns: u64) {
        let matters = |now: u64, told: u64| now.abs_diff(told) > told / 64;
        let since_ns = part.told_ns.map_or(u64::MAX, |told_ns| now_ns.saturating_sub(told_ns));
        let recent = rule != TellRule::AtOnce && since_ns < TELL_EVERY_NS;
        let tasks = rule == TellRule::WithTasks && matters(queue.runnable_avg, part.runnable_avg);
        let changed = matters(queue.load_avg, part.load_avg) || tasks;
        if recent || !changed {
            return;
        }
        self.load_avg = self.load_avg - part.load_avg + queue.load_avg;
        self.runnable_avg = self.runnable_avg - part.runnable_avg + queue.runnable_avg;
        *part = Contribution {
            load_avg: queue.load_avg,
            runnable_avg: queue.runnable_avg,
            told_ns: Some(now_ns),
        };
    }

    /// How many tasks of the group want to run, on average and at least one (7.3, `tg_tasks`).
    pub fn tasks(&self) -> u64 {
        (self.runnable_avg >> 10).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn averages(load_avg: u64, runnable_avg: u64) -> SchedAvg {
        SchedAvg { load_avg, runnable_avg, ..SchedAvg::default() }
    }

    #[test]
    fn small_and_hasty_changes_are_not_told() {
        let (mut group, mut part) = (TaskGroupAvg::default(), Contribution::default());
        group.tell(&mut part, &averages(0, 0), TellRule::WithTasks, 0);
        group.tell(&mut part, &averages(640, 1000), TellRule::WithTasks, 1);
        assert_eq!((group.load_avg, group.runnable_avg), (640, 1000));
        group.tell(&mut part, &averages(650, 1015), TellRule::WithTasks, 2_000_000);
        assert_eq!(group.load_avg, 640, "ten of 640 and 15 of 1000 are not more than a 64th");
        group.tell(&mut part, &averages(651, 1015), TellRule::WithTasks, 2_000_000);
        assert_eq!((group.load_avg, group.runnable_avg), (651, 1015));
        group.tell(&mut part, &averages(0, 0), TellRule::WithTasks, 2_999_999);
        assert_eq!(group.load_avg, 651);
    }

    /// Up to 7.2 nobody asks how many want to run, and up to 6.6 nobody waits.
    #[test]
    fn versions_differ_in_what_they_tell_and_when() {
        let told = |rule| {
            let (mut group, mut part) = (TaskGroupAvg::default(), Contribution::default());
            group.tell(&mut part, &averages(640, 1000), rule, 1);
            group.tell(&mut part, &averages(640, 3000), rule, 2_000_000);
            group.tell(&mut part, &averages(900, 3000), rule, 2_000_001);
            (group.load_avg, group.runnable_avg)
        };
        assert_eq!(told(TellRule::AtOnce), (900, 3000));
        assert_eq!(told(TellRule::Seldom), (900, 3000), "the second time there was nothing to tell");
        assert_eq!(told(TellRule::WithTasks), (640, 3000));
        let (mut group, mut part) = (TaskGroupAvg::default(), Contribution::default());
        group.tell(&mut part, &averages(640, 0), TellRule::Seldom, 0);
        group.tell(&mut part, &averages(900, 0), TellRule::Seldom, 999_999);
        assert_eq!(group.load_avg, 640);
        group.tell(&mut part, &averages(900, 0), TellRule::AtOnce, 999_999);
        assert_eq!(group.load_avg, 900);
    }

    #[test]
    fn queues_add_up() {
        let (mut group, mut parts) = (TaskGroupAvg::default(), [Contribution::default(); 2]);
        group.tell(&mut parts[0], &averages(1024, 3 << 10), TellRule::WithTasks, 1_000_000);
        group.tell(&mut parts[1], &averages(512, 1 << 10), TellRule::WithTasks, 1_000_000);
        assert_eq!((group.load_avg, group.tasks()), (1536, 4));
        group.tell(&mut parts[0], &averages(0, 0), TellRule::WithTasks, 9_000_000);
        assert_eq!((group.load_avg, group.tasks()), (512, 1));
        assert_eq!(TaskGroupAvg::default().tasks(), 1);
    }
}
