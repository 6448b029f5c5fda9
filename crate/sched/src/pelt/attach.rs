//! How an entity's signals join those of its queue and leave them.

use super::{DIVIDER_MIN, SCALE_SHIFT, SchedAvg};

impl SchedAvg {
    /// The util that a new task begins with on a CPU of `capacity`, whose fair queue is `queue`
    /// (`post_init_entity_util_avg`). Its runnable begins with the same.
    ///
    /// On a busy CPU it grows with the weight, and is never more than half of what the CPU has left; 0 if that is nothing.
    pub fn init_util(&mut self, queue: &SchedAvg, capacity: u64, weight: u64) {
        let cap = capacity.saturating_sub(queue.util_avg) / 2;
        let likely = match queue.util_avg {
            0 => cap,
            util_avg => util_avg * weight / (queue.load_avg + 1),
        };
        self.util_avg = likely.min(cap);
        self.runnable_avg = self.util_avg;
    }

    /// Adds the entity to its queue, at the queue's place in the period (`attach_entity_load_avg`).
    ///
    /// `weight` is that of the entity in table units, at least 1.
    pub fn attach(&mut self, queue: &mut SchedAvg, weight: u64) {
        let divider = queue.divider();
        (self.last_update_ns, self.period_units) = (queue.last_update_ns, queue.period_units);
        self.util_sum = self.util_avg * divider;
        self.runnable_sum = self.runnable_avg * divider;
        let load = self.load_avg * divider;
        self.load_sum = if load > weight { load / weight } else { 1 };
        queue.load_avg += self.load_avg;
        queue.load_sum += weight * self.load_sum;
        queue.runnable_avg += self.runnable_avg;
        queue.runnable_sum += self.runnable_sum;
        queue.util_avg += self.util_avg;
        queue.util_sum += self.util_sum;
    }

    /// Takes the entity out of its queue again (`detach_entity_load_avg`). Rounding may have let its part grow above the
    /// whole: nothing falls below 0, and no sum below what its average needs (6.1).
    pub fn detach(&self, queue: &mut SchedAvg, weight: u64) {
        let load = (self.load_avg, weight * self.load_sum);
        take(&mut queue.load_avg, &mut queue.load_sum, load);
        take(&mut queue.runnable_avg, &mut queue.runnable_sum, (self.runnable_avg, self.runnable_sum));
        take(&mut queue.util_avg, &mut queue.util_sum, (self.util_avg, self.util_sum));
    }

    /// The weight of the entity changes, and with it its part in the load of its queue, if it is in one (`reweight_entity`). It has been
    /// on the queue as long as before.
    pub fn reweight(&mut self, queue: Option<&mut SchedAvg>, from: u64, to: u64) {
        let before = (self.load_avg, from * self.load_sum);
        self.load_avg = to * self.load_sum / self.divider();
        if let Some(queue) = queue {
            take(&mut queue.load_avg, &mut queue.load_sum, before);
            queue.load_avg += self.load_avg;
            queue.load_sum += to * self.load_sum;
        }
    }
}

/// What sleeping entities that woke elsewhere leave to be taken off their old queue at its next update
/// (`cfs_rq->removed`): another CPU may not touch its averages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Removed {
    count: u32,
    load_avg: u64,
    runnable_avg: u64,
    util_avg: u64,
}

impl Removed {
    /// An entity leaves, whose averages are as old as the queue's (`remove_entity_load_avg`).
    pub fn add(&mut self, entity: &SchedAvg) {
        self.count += 1;
        self.load_avg += entity.load_avg;
        self.runnable_avg += entity.runnable_avg;
        self.util_avg += entity.util_avg;
    }

    /// How long they wanted to run, all together, as a load sum of this queue without weights.
    pub fn runnable_sum(&self, queue: &SchedAvg) -> u64 {
        (self.runnable_avg * queue.divider()) >> SCALE_SHIFT
    }

    /// Takes them off the queue, at its place in the period before it is updated; false if nobody left
    /// (`update_cfs_rq_load_avg`).
    pub fn take_off(&self, queue: &mut SchedAvg) -> bool {
        if self.count == 0 {
            return false;
        }
        let divider = queue.divider();
        let part = |avg: u64| (avg, avg * divider);
        take(&mut queue.load_avg, &mut queue.load_sum, part(self.load_avg));
        take(&mut queue.runnable_avg, &mut queue.runnable_sum, part(self.runnable_avg));
        take(&mut queue.util_avg, &mut queue.util_sum, part(self.util_avg));
        true
    }
}

/// Takes a part off an average and its sum.
fn take(avg: &mut u64, sum: &mut u64, part: (u64, u64)) {
    *avg = avg.saturating_sub(part.0);
    *sum = sum.saturating_sub(part.1).max(*avg * DIVIDER_MIN);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_attached_can_be_detached() {
        let mut queue = SchedAvg { period_units: 500, ..SchedAvg::default() };
        let mut task = SchedAvg { util_avg: 300, runnable_avg: 320, load_avg: 512, ..SchedAvg::default() };
        task.attach(&mut queue, 1024);
        assert_eq!([queue.load_avg, queue.runnable_avg, queue.util_avg], [512, 320, 300]);
        task.detach(&mut queue, 1024);
        assert_eq!(queue, SchedAvg { period_units: 500, ..SchedAvg::default() });
    }

    #[test]
    fn nothing_falls_below_zero_nor_a_sum_below_its_average() {
        let task = SchedAvg { util_avg: 90, util_sum: 5_000_000, ..SchedAvg::default() };
        let mut queue = SchedAvg { util_avg: 100, util_sum: 4_700_000, ..SchedAvg::default() };
        task.detach(&mut queue, 1024);
        assert_eq!((queue.util_avg, queue.util_sum), (10, 10 * DIVIDER_MIN));
        task.detach(&mut queue, 1024);
        assert_eq!((queue.util_avg, queue.util_sum), (0, 0));
    }

    #[test]
    fn a_new_weight_counts_for_the_past_too() {
        let mut queue = SchedAvg { period_units: 500, ..SchedAvg::default() };
        let mut task = SchedAvg { load_avg: 512, ..SchedAvg::default() };
        task.attach(&mut queue, 1024);
        task.reweight(Some(&mut queue), 1024, 2048);
        assert_eq!((task.load_avg, queue.load_avg), (1024, 1024));
        assert_eq!((task.load_sum, queue.load_sum), (23_609, 2048 * 23_609));
        task.reweight(None, 2048, 1024);
        assert_eq!((task.load_avg, queue.load_avg), (512, 1024));
    }

    #[test]
    fn those_who_left_are_taken_off_together() {
        let mut queue = SchedAvg { period_units: 500, ..SchedAvg::default() };
        let mut task = SchedAvg { util_avg: 300, runnable_avg: 320, load_avg: 512, ..SchedAvg::default() };
        let mut stays = task;
        let mut removed = Removed::default();
        assert!(!removed.take_off(&mut queue));
        stays.attach(&mut queue, 1024);
        let alone = queue;
        for _ in 0..2 {
            task.attach(&mut queue, 1024);
            removed.add(&task);
        }
        assert!(removed.take_off(&mut queue));
        assert_eq!((queue.util_avg, queue.util_sum), (alone.util_avg, alone.util_sum));
        assert_eq!((queue.runnable_avg, queue.runnable_sum), (alone.runnable_avg, alone.runnable_sum));
        // The sums of loads were rounded down when they joined.
        assert_eq!(queue.load_avg, 512);
        assert!(queue.load_sum <= alone.load_sum && queue.load_sum >= 512 * DIVIDER_MIN);
    }

    /// A load that rounds to nothing leaves a trace, so that the sum is not taken for a task that never ran.
    #[test]
    fn the_least_load_sum_is_one() {
        let (mut queue, mut task) = (SchedAvg::default(), SchedAvg::default());
        task.attach(&mut queue, 15);
        assert_eq!((task.load_sum, queue.load_sum), (1, 15));
    }
}
