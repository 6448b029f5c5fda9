//! Timers in the order in which they expire.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Earlier first; of two at the same instant, the one set first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    at_ns: u64,
    sequence: u64,
}

/// Sleeping tasks by the time at which their timer wakes them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timers {
    heap: BinaryHeap<Reverse<(Key, u16)>>,
    sequence: u64,
}

impl Timers {
    /// Set the timer of `task`, which has none.
    pub fn set(&mut self, at_ns: u64, task: u16) {
        let key = Key { at_ns, sequence: self.sequence };
        self.sequence += 1;
        self.heap.push(Reverse((key, task)));
    }

    /// When the next one expires.
    #[inline]
    pub fn next_ns(&self) -> Option<u64> {
        self.heap.peek().map(|Reverse((key, _))| key.at_ns)
    }

    /// Take the next one.
    pub fn pop(&mut self) -> Option<u16> {
        self.heap.pop().map(|Reverse((_, task))| task)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_times_keep_their_order() {
        let mut timers = Timers::default();
        for (at_ns, task) in [(5, 1), (3, 2), (5, 3), (3, 4)] {
            timers.set(at_ns, task);
        }
        assert_eq!(timers.next_ns(), Some(3));
        let order: Vec<u16> = std::iter::from_fn(|| timers.pop()).collect();
        assert_eq!(order, [2, 4, 1, 3]);
        assert_eq!(timers.next_ns(), None);
    }
}
