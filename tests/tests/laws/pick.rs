//! Every pick by brute force: all entities, exact integers, no tree.

use sched::{EntityId, FairQueue, Family, Pool, Reason};
use sim::Sim;

/// A queued entity as the brute force sees it.
#[derive(Clone, Copy, Debug)]
struct Seen {
    id: EntityId,
    weight: i128,
    vruntime: i64,
    deadline: i64,
    delayed: bool,
}

/// The queue before a decision, charged up to it.
pub struct Before {
    queue: FairQueue,
    pool: Pool,
}

impl Before {
    pub fn new(sim: &Sim, at_ns: u64) -> Before {
        let (queue, pool) = sim.charged(0, at_ns);
        Before { queue, pool }
    }

    /// Check that the rule which `why` names would take `next`.
    pub fn check(&self, next: u32, why: Reason) {
        let all = self.all();
        match (self.queue.params().family, why) {
            (_, Reason::PickOnly {}) => {
                assert!(all.iter().filter(|e| !e.delayed).count() <= 1, "{why:?} {all:?}")
            }
            (Family::Cfs, Reason::PickLeftmost { .. }) => {
                let least = all.iter().map(|e| e.vruntime).min();
                assert_eq!(Some(self.pool[EntityId(next)].vruntime.raw()), least, "{all:?}");
            }
            (Family::Eevdf, Reason::PickBuddy { .. }) => self.check_buddy(all, next),
            (Family::Eevdf, _) => {
                let best = self.best(all.clone(), why);
                assert!(
                    best == next || self.is_tied(best, next, &all),
                    "{best} instead of {next}: {why:?} {all:?}"
                );
            }
            _ => {}
        }
    }

    /// In a tree ordered by vruntime its shape decides between the eligible of equal deadlines.
    fn is_tied(&self, best: u32, next: u32, all: &[Seen]) -> bool {
        let seen = |id: u32| all.iter().find(|e| e.id.0 == id).expect("it is queued");
        let by_shape = self.queue.params().rules.tree_order == sched::TreeOrder::Vruntime;
        by_shape && seen(best).deadline == seen(next).deadline && is_eligible(all, seen(next))
    }

    fn all(&self) -> Vec<Seen> {
        let seen = |id: EntityId| {
            let e = &self.pool[id];
            let (vruntime, deadline) = (e.vruntime.raw(), e.deadline.raw());
            Seen {
                id,
                weight: i128::from(self.weight(e.weight.load)),
                vruntime,
                deadline,
                delayed: e.delayed,
            }
        };
        self.queue.queued(&self.pool).into_iter().map(seen).collect()
    }

    /// Weights as the mean of this kernel takes them.
    fn weight(&self, load: u64) -> u64 {
        match self.queue.params().rules.mean_weights {
            sched::MeanWeights::ScaledDown => sched::scale_down(load),
            sched::MeanWeights::Full => load,
        }
    }

    /// A buddy is eligible, if need be after delayed ones that would have been taken have left.
    fn check_buddy(&self, mut all: Vec<Seen>, next: u32) {
        let buddy = *all.iter().find(|e| e.id.0 == next).expect("the picked one is queued");
        while !is_eligible(&all, &buddy) {
            let eligible = all.iter().filter(|e| is_eligible(&all, e));
            let best = *eligible.min_by_key(|e| e.deadline).expect("somebody is always eligible");
            assert!(best.delayed, "a buddy that is not eligible was preferred to {best:?}: {all:?}");
            all.retain(|e| e.id != best.id);
        }
    }

    /// The running one if it is eligible and protected; else the eligible one with the earliest
    /// deadline, of equal ones the first in tree order, the running one last. Delayed ones that
    /// would be taken leave, and the choice starts again: also the running one, if it has just
    /// blocked and became eligible as others left.
    fn best(&self, mut all: Vec<Seen>, why: Reason) -> u32 {
        loop {
            let waiting = all.iter().filter(|e| self.queue.curr() != Some(e.id));
            let running = all.iter().find(|e| self.queue.curr() == Some(e.id));
            let kept = running.filter(|e| self.keeps(&all, e));
            let eligible = waiting.chain(running).filter(|e| is_eligible(&all, e));
            let best = kept.or(eligible.min_by_key(|e| e.deadline));
            let best = *best.expect("somebody is always eligible");
            let protected = kept.is_none() || best.delayed || matches!(why, Reason::PickProtected { .. });
            assert!(protected, "{why:?}, but it is protected: {all:?}");
            if !best.delayed {
                return best.id.0;
            }
            all.retain(|e| e.id != best.id);
        }
    }

    fn keeps(&self, all: &[Seen], running: &Seen) -> bool {
        is_eligible(all, running) && self.queue.protected(&self.pool, running.id)
    }
}

/// Not past the exact mean: w · (v − own v) summed over all is not negative.
fn is_eligible(all: &[Seen], one: &Seen) -> bool {
    all.iter().map(|e| e.weight * i128::from(e.vruntime.wrapping_sub(one.vruntime))).sum::<i128>() >= 0
}

impl Before {
    /// V − v of a queued task, if it is not alone on the queue.
    pub fn lag_among_others(&self, task: u16) -> Option<i64> {
        let id = EntityId(task.into());
        let among = self.pool[id].on_rq && self.queue.nr_queued() > 1;
        among.then(|| self.queue.lag_ns(&self.pool, id))
    }
}
