//! Pipes and semaphores: a count, and who waits for it to rise.

use std::collections::VecDeque;

/// Bytes that a pipe holds before its writer would block: 16 pages.
pub(crate) const PIPE_CAPACITY: u32 = 65_536;

/// What a channel says to a task that takes or gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Done; this task, if any, is to be woken.
    Done(Option<u16>),
    /// The task waits in the channel now.
    Block,
}

/// One channel, used as a pipe (`write`, `read`) or as a semaphore (`post`, `wait`).
#[derive(Clone, Debug, Default)]
pub(crate) struct Channel {
    count: u32,
    takers: VecDeque<u16>,
    givers: VecDeque<u16>,
}

impl Channel {
    /// Somebody waits for the count to rise.
    pub fn has_takers(&self) -> bool {
        !self.takers.is_empty()
    }

    /// There is nothing to take.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Take one, or wait for one. A woken taker comes here again and may find it gone.
    pub fn take(&mut self, task: u16) -> Answer {
        if self.count == 0 {
            self.takers.push_back(task);
            return Answer::Block;
        }
        self.count -= 1;
        Answer::Done(self.givers.pop_front())
    }

    /// Give one, or wait until there is room.
    pub fn give(&mut self, task: u16) -> Answer {
        if self.count == PIPE_CAPACITY {
            self.givers.push_back(task);
            return Answer::Block;
        }
        self.count += 1;
        Answer::Done(self.takers.pop_front())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taker_waits_and_is_woken_in_turn() {
        let mut channel = Channel::default();
        assert_eq!(channel.take(1), Answer::Block);
        assert_eq!(channel.take(2), Answer::Block);
        assert_eq!(channel.give(9), Answer::Done(Some(1)));
        assert_eq!(channel.take(1), Answer::Done(None));
        assert_eq!(channel.give(9), Answer::Done(Some(2)));
    }

    #[test]
    fn a_full_pipe_blocks_its_writer() {
        let mut channel = Channel::default();
        for _ in 0..PIPE_CAPACITY {
            assert_eq!(channel.give(9), Answer::Done(None));
        }
        assert_eq!((channel.give(8), channel.give(9)), (Answer::Block, Answer::Block));
        assert_eq!(channel.take(1), Answer::Done(Some(8)));
        assert_eq!(channel.take(1), Answer::Done(Some(9)), "each byte taken makes room for one");
        assert_eq!((channel.give(8), channel.give(9)), (Answer::Done(None), Answer::Done(None)));
    }
}
