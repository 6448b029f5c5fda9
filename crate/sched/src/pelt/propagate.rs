//! What reaches the levels above when load comes or goes.

use super::{DIVIDER_MIN, SCALE_SHIFT, SchedAvg};

/// Adds to an average and its sum, or takes off: neither falls below 0, nor the sum below what its average needs.
fn shift(avg: &mut u64, sum: &mut u64, (by_avg, by_sum): (i64, i64)) {
    *avg = avg.saturating_add_signed(by_avg);
    *sum = sum.saturating_add_signed(by_sum).max(*avg * DIVIDER_MIN);
}

/// From one value to another.
fn change(from: (u64, u64), to: (u64, u64)) -> (i64, i64) {
    (to.0 as i64 - from.0 as i64, to.1 as i64 - from.1 as i64)
}

/// What came to a queue and left it since its group's entity last took that over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Below<'a> {
    /// The averages of the queue.
    pub avg: &'a SchedAvg,
    /// Weights on it, in table units.
    pub weight: u64,
    /// Load sums, without weights, of those that came less of those that left.
    pub came: i64,
}

impl SchedAvg {
    /// A group's entity, of `weight` in `queue`, takes over what came to the queue below or left it
    /// (`propagate_entity_load_avg`).
    ///
    /// Its util and runnable become those of the queue below. Load is known there only with other weights: what came is
    /// added, as far as all of the time allows; after a leaving it is at most the share of time that is left there.
    pub fn follow(&mut self, queue: &mut SchedAvg, below: Below, weight: u64) {
        let divider = queue.divider();
        let whole = |avg: u64| (avg, avg * divider);
        let (util, runnable) = (whole(below.avg.util_avg), whole(below.avg.runnable_avg));
        if util.0 != self.util_avg {
            shift(&mut queue.util_avg, &mut queue.util_sum, change((self.util_avg, self.util_sum), util));
            (self.util_avg, self.util_sum) = util;
        }
        if runnable.0 != self.runnable_avg {
            let by = change((self.runnable_avg, self.runnable_sum), runnable);
            shift(&mut queue.runnable_avg, &mut queue.runnable_sum, by);
            (self.runnable_avg, self.runnable_sum) = runnable;
        }
        if below.came != 0 {
            self.follow_load(queue, below, weight);
        }
    }

    fn follow_load(&mut self, queue: &mut SchedAvg, below: Below, weight: u64) {
        let divider = queue.divider();
        let share = match u64::try_from(below.came) {
            Ok(came) => (self.load_sum + came).min(divider),
            Err(_) => self.load_sum.min(below.avg.load_sum.checked_div(below.weight).unwrap_or(0)),
        };
        // Who ran was runnable.
        let share = share.max(self.util_sum >> SCALE_SHIFT);
        let load_avg = weight * share / divider;
        if load_avg == self.load_avg {
            return;
        }
        let by = change((self.load_avg, weight * self.load_sum), (load_avg, weight * share));
        shift(&mut queue.load_avg, &mut queue.load_sum, by);
        (self.load_avg, self.load_sum) = (load_avg, share);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A queue and an entity in it that has always been there, at the beginning of a period.
    fn settled(weight: u64) -> (SchedAvg, SchedAvg) {
        let sum = DIVIDER_MIN;
        let entity = SchedAvg { load_avg: weight, load_sum: sum, ..SchedAvg::default() };
        let queue = SchedAvg { load_avg: weight, load_sum: weight * sum, ..SchedAvg::default() };
        (entity, queue)
    }

    /// A new task of half the time comes to an empty group: the group's entity has its util and its load.
    #[test]
    fn what_comes_is_there_above_at_once() {
        let (mut entity, mut queue) = (SchedAvg::default(), SchedAvg::default());
        let below = SchedAvg { util_avg: 512, runnable_avg: 512, load_avg: 1024, ..SchedAvg::default() };
        entity.follow(&mut queue, Below { avg: &below, weight: 0, came: DIVIDER_MIN as i64 }, 2048);
        assert_eq!([entity.util_avg, entity.runnable_avg, entity.load_avg], [512, 512, 2048]);
        assert_eq!([queue.util_avg, queue.runnable_avg, queue.load_avg], [512, 512, 2048]);
        assert_eq!(queue.load_sum, 2048 * DIVIDER_MIN);
    }

    /// Of two tasks of weight 1024, both always there, one leaves: the other is still always there.
    #[test]
    fn what_leaves_takes_only_its_own_time() {
        let (mut entity, mut queue) = settled(1024);
        let (_, below) = settled(1024);
        let gone = -(DIVIDER_MIN as i64);
        entity.follow(&mut queue, Below { avg: &below, weight: 1024, came: gone }, 1024);
        assert_eq!((entity.load_avg, queue.load_avg), (1024, 1024));
        entity.follow(&mut queue, Below { avg: &SchedAvg::default(), weight: 0, came: gone }, 1024);
        assert_eq!((entity.load_avg, queue.load_avg, queue.load_sum), (0, 0, 0));
    }
}
