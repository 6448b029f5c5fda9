//! A pick level by level, for whoever explains it.

use crate::call::Pick;
use crate::class::FairQueue;
use crate::entity::{GroupId, Pool};

impl FairQueue {
    /// What each level chooses, from the root down to the task that [`FairQueue::pick`] finds; nothing if it finds none.
    ///
    /// The queues change as by that call, so this is for a copy of them: a pick itself keeps only its last level, which is
    /// all that the machine has to know.
    pub fn pick_by_level(&mut self, pool: &mut Pool, now_ns: u64) -> Vec<Pick> {
        let (mut picks, mut level) = (Vec::new(), GroupId::ROOT);
        if self.pick(pool, now_ns).is_none() {
            return picks;
        }
        while let Some(pick) = self.queue_mut(level).pick(pool) {
            picks.push(pick);
            match pool[pick.next].my_q {
                Some(group) => level = group,
                None => break,
            }
        }
        picks
    }
}
