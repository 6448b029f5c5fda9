//! Copies of the machine along a run, thinned out as it grows.

use crate::engine::Sim;

/// So many copies are kept of a run with few tasks.
const COPIES_MAX: usize = 256;
/// Copies times tasks: about 0.3 kB each, so that all copies stay below some 20 MB.
const TASK_COPIES_MAX: usize = 64_000;
const COPIES_MIN: usize = 16;
/// Events between two copies of a short run.
const SPACING: usize = 256;

/// Copies of the machine, evenly spaced in events; the first is before time 0.
#[derive(Debug)]
pub(crate) struct Checkpoints {
    copies: Vec<Sim>,
    spacing: usize,
    max: usize,
}

impl Checkpoints {
    /// Only the start.
    pub fn new(start: &Sim) -> Checkpoints {
        let max = (TASK_COPIES_MAX / start.task_count()).clamp(COPIES_MIN, COPIES_MAX);
        Checkpoints { copies: vec![start.clone()], spacing: SPACING, max }
    }

    /// Keep a copy if the last one is a whole spacing back.
    #[inline]
    pub fn consider(&mut self, sim: &Sim) {
        if sim.events() >= self.copies.len() * self.spacing {
            self.keep(sim);
        }
    }

    #[cold]
    fn keep(&mut self, sim: &Sim) {
        if self.copies.len() == self.max {
            let mut index = 0;
            self.copies.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing *= 2;
        }
        if sim.events() >= self.copies.len() * self.spacing {
            self.copies.push(sim.clone());
        }
    }

    /// The last copy in which event `index` is still to come.
    pub fn before_event(&self, index: usize) -> &Sim {
        self.last(|sim| sim.events() <= index)
    }

    /// The last copy from before `t_ns`.
    pub fn before_time(&self, t_ns: u64) -> &Sim {
        self.last(|sim| sim.now_ns() < t_ns)
    }

    fn last(&self, reached: impl Fn(&Sim) -> bool) -> &Sim {
        let after = self.copies.partition_point(reached);
        &self.copies[after.saturating_sub(1)]
    }
}
