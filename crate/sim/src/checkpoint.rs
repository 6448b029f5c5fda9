//! Copies of the machine along a run, thinned out as it grows.

use crate::engine::Sim;

/// So many copies are kept of a run with few tasks.
const COPIES_MAX: usize = 256;
const COPIES_MIN: usize = 16;
/// What all copies may take, bytes, if they are more than the fewest.
const BYTES_MAX: usize = 20_000_000;
/// Events between two copies of a short run with so many copies; they are farther apart, the fewer there may be.
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
        let max = (BYTES_MAX / start.copied_bytes()).clamp(COPIES_MIN, COPIES_MAX);
        Checkpoints { copies: vec![start.clone()], spacing: SPACING * COPIES_MAX / max, max }
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
