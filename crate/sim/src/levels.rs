//! What virtual times are measured from: V and min_vruntime of the queue that an entity stands in, the root's or a group's.

use sched::{EntityId, FairQueue, Family, GroupId, NICE_0_LOAD, Pool, Vtime, scale_down};

/// Where a queue stands in its virtual time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// V, the weighted mean of vruntime over everybody queued, rounded down.
    pub mean: Vtime,
    /// CFS's min_vruntime; the reference point of V under EEVDF.
    pub floor: Vtime,
}

/// The queues of a CPU at an instant, each looked at once.
pub struct Levels<'a> {
    queue: &'a FairQueue,
    pool: &'a Pool,
    known: Vec<(GroupId, Level)>,
}

impl<'a> Levels<'a> {
    /// Of a CPU whose running entities are charged up to the instant.
    pub fn new(queue: &'a FairQueue, pool: &'a Pool) -> Levels<'a> {
        Levels { queue, pool, known: Vec::new() }
    }

    /// The root's queue.
    pub fn root(&mut self) -> Level {
        self.at(GroupId::ROOT)
    }

    /// The queue in which an entity stands, or will.
    pub fn of(&mut self, id: EntityId) -> Level {
        self.at(self.queue.level(self.pool, id))
    }

    fn at(&mut self, group: GroupId) -> Level {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == group) {
            return *known;
        }
        let mean = mean_at(self.queue, self.pool, group);
        let level = Level { mean, floor: self.queue.min_vruntime_at(group) };
        self.known.push((group, level));
        level
    }

    /// Σ w, and Σ w·(V − vruntime), over everybody in the queues that were looked at; 1024 is the weight of nice 0.
    ///
    /// Each V is rounded down, so the second is above −Σ w and never above 0.
    pub fn sums(&self) -> (u64, i128) {
        let mut sums = (0, 0);
        for (group, Level { mean, .. }) in &self.known {
            for id in self.queue.queued_at(self.pool, *group) {
                let weight = i128::from(self.queue.mean_weight(self.pool[id].weight.load));
                sums.0 += weight;
                sums.1 += weight * i128::from(mean.since(self.pool[id].vruntime));
            }
        }
        let unit = i128::from(self.queue.mean_weight(NICE_0_LOAD)) / i128::from(scale_down(NICE_0_LOAD));
        ((sums.0 / unit) as u64, sums.1.div_euclid(unit))
    }
}

/// CFS does not keep V, so there it is summed here; min_vruntime if nobody is queued.
fn mean_at(queue: &FairQueue, pool: &Pool, group: GroupId) -> Vtime {
    if queue.params().family == Family::Eevdf {
        return queue.avg_vruntime_at(pool, group);
    }
    let queued = queue.queued_at(pool, group);
    let Some(first) = queued.first() else { return queue.min_vruntime_at(group) };
    let origin = pool[*first].vruntime;
    let terms = queued.iter().map(|id| {
        let weight = i128::from(pool[*id].weight.load);
        (weight, weight * i128::from(pool[*id].vruntime.since(origin)))
    });
    let (weight, sum) = terms.fold((0, 0), |all, term| (all.0 + term.0, all.1 + term.1));
    origin.plus(sum.div_euclid(weight) as i64)
}

#[cfg(test)]
mod tests {
    use sched::{Enqueue, Entity, Params, Policy, Shares, kernel};

    use super::*;

    /// Two tasks in a group and one beside it, each waiting for nothing but its turn.
    fn queue(kernel_name: &str, shares: u32) -> (FairQueue, Pool, Vec<EntityId>) {
        let params = Params::new(kernel(kernel_name).expect("a preset"), 250, 1);
        let (mut queue, mut pool) = (FairQueue::new(params), Pool::new());
        let group = queue.add_group(&mut pool, GroupId::ROOT, Shares { cpu_weight: shares, idle: false });
        let mut add = |group, nice| {
            let id = pool.add(Entity::new(Policy::Normal, nice));
            queue.assign(&mut pool, id, group);
            queue.enqueue(&mut pool, id, Enqueue::Wakeup, 0);
            id
        };
        let tasks = vec![add(group, 0), add(group, 5), add(GroupId::ROOT, 0)];
        let pick = queue.pick(&mut pool, 0).expect("three are queued");
        queue.set_next(&mut pool, pick.next, 0, true);
        queue.update_all(&mut pool, 3_333_333);
        (queue, pool, tasks)
    }

    #[test]
    fn the_lags_of_each_queue_sum_to_nothing_but_rounding() {
        for kernel_name in ["6.5", "6.12.y", "7.0", "7.2", "7.3"] {
            for shares in [1, 77, 100, 10_000] {
                let (queue, pool, tasks) = queue(kernel_name, shares);
                let mut levels = Levels::new(&queue, &pool);
                tasks.iter().for_each(|id| {
                    levels.of(*id);
                });
                let (weight_sum, lag_sum) = levels.sums();
                assert!(
                    (-i128::from(weight_sum)..=0).contains(&lag_sum),
                    "{kernel_name} {shares}: {lag_sum}"
                );
            }
        }
    }

    #[test]
    fn a_task_is_measured_from_its_own_group() {
        let (queue, pool, tasks) = queue("6.12.y", 100);
        let mut levels = Levels::new(&queue, &pool);
        assert_eq!(levels.of(tasks[2]), levels.root());
        assert_eq!(levels.of(tasks[0]), levels.of(tasks[1]));
        assert_eq!(levels.of(tasks[0]).mean, queue.avg_vruntime_of(&pool, tasks[0]));
    }
}
