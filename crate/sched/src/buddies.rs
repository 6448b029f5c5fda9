//! Buddies: entities that the next pick of their queue prefers or avoids.
//!
//! A mark or its removal goes on to the ancestors of the entity. A queue does not know its parent, so it notes what
//! changed and the class passes it on (`class.rs: tell_above`).

use crate::entity::EntityId;

/// What a buddy is marked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Buddy {
    /// To be picked next.
    Next,
    /// To be picked again: a wakeup preempted it (CFS).
    Last,
    /// Not to be picked: it yielded (CFS).
    Skip,
}

impl Buddy {
    pub(crate) const ALL: [Buddy; 3] = [Buddy::Next, Buddy::Last, Buddy::Skip];

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The buddies of one queue, and what changed of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Buddies {
    marked: [Option<EntityId>; 3],
    news: News,
}

/// Which buddies were marked or forgotten since the queue above was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct News {
    marked: u8,
    forgotten: u8,
}

impl News {
    pub(crate) fn is_empty(self) -> bool {
        self == News::default()
    }

    pub(crate) fn marks(self, buddy: Buddy) -> bool {
        self.marked & buddy.bit() != 0
    }

    pub(crate) fn forgets(self, buddy: Buddy) -> bool {
        self.forgotten & buddy.bit() != 0
    }
}

impl Buddies {
    /// Who is marked.
    #[inline]
    pub(crate) fn get(&self, buddy: Buddy) -> Option<EntityId> {
        self.marked[buddy as usize]
    }

    /// All three, in the order next, last, skip.
    pub(crate) fn all(&self) -> [Option<EntityId>; 3] {
        self.marked
    }

    pub(crate) fn mark(&mut self, buddy: Buddy, id: EntityId) {
        self.marked[buddy as usize] = Some(id);
        self.news.marked |= buddy.bit();
    }

    /// Forgets all marks of an entity.
    #[inline]
    pub(crate) fn forget_all(&mut self, id: EntityId) {
        if self.marked != [None; 3] {
            Buddy::ALL.into_iter().for_each(|buddy| self.forget(buddy, id));
        }
    }

    /// Forgets this mark if it is the entity's.
    pub(crate) fn forget(&mut self, buddy: Buddy, id: EntityId) {
        if self.get(buddy) == Some(id) {
            self.marked[buddy as usize] = None;
            self.news.forgotten |= buddy.bit();
        }
    }

    /// What changed since the last call.
    pub(crate) fn take_news(&mut self) -> News {
        std::mem::take(&mut self.news)
    }
}
