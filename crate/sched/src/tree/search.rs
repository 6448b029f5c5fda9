//! Walks from the root to the earliest deadline among the eligible, one for each order of the tree.

use super::{LEFT, NIL, RIGHT, Tree, id, node};
use crate::entity::{EntityId, Pool};
use crate::time::Vtime;

impl Tree {
    /// In a tree ordered by deadline: the first entity whose vruntime, its value, satisfies
    /// `eligible`, which must be true of every vruntime below one for which it is true. O(log n).
    pub(crate) fn first_eligible(&self, pool: &Pool, eligible: impl Fn(Vtime) -> bool) -> Option<EntityId> {
        let mut at = self.root;
        while at != NIL {
            let here = node(pool, at);
            let left = here.child[LEFT];
            if left != NIL && eligible(node(pool, left).held.least_value) {
                at = left;
            } else if eligible(here.value) {
                return id(at);
            } else {
                at = here.child[RIGHT];
            }
        }
        None
    }

    /// In a tree ordered by vruntime: the least deadline, its value, among the entities whose
    /// vruntime satisfies `eligible`, if it is before `bound`. O(log n).
    ///
    /// Of equal deadlines a whole subtree of eligible ones outdoes the nodes on the way down, and those
    /// outdo `bound`'s owner only if they are earlier: so the shape of the tree decides, as in the
    /// kernel (6.6, `kernel/sched/fair.c: __pick_eevdf`).
    pub(crate) fn least_eligible(
        &self,
        pool: &Pool,
        bound: Option<Vtime>,
        eligible: impl Fn(Vtime) -> bool,
    ) -> Option<EntityId> {
        let (mut best, mut best_value) = (None, bound);
        let mut best_subtree = NIL;
        let mut at = self.root;
        while at != NIL {
            let here = node(pool, at);
            let [left, right] = here.child;
            if !eligible(here.key) {
                at = left;
                continue;
            }
            if best_value.is_none_or(|value| here.value.before(value)) {
                (best, best_value) = (id(at), Some(here.value));
            }
            if left != NIL && is_less(pool, left, best_subtree) {
                best_subtree = left;
            }
            let found_left = left != NIL && node(pool, left).held.least_value == here.held.least_value;
            at = if found_left || here.value == here.held.least_value { NIL } else { right };
        }
        match id(best_subtree) {
            Some(subtree)
                if !best_value.is_some_and(|value| value.before(node(pool, subtree.0).held.least_value)) =>
            {
                id(least_below(pool, subtree.0))
            }
            _ => best,
        }
    }
}

/// Whether the least value of one subtree is before that of another; anything is before that of none.
fn is_less(pool: &Pool, subtree: u32, than: u32) -> bool {
    than == NIL || node(pool, subtree).held.least_value.before(node(pool, than).held.least_value)
}

/// The node with a subtree's least value that the kernel finds: the node itself, else one to the left, else to the right.
fn least_below(pool: &Pool, mut at: u32) -> u32 {
    loop {
        let here = node(pool, at);
        let least = here.held.least_value;
        if here.value == least {
            return at;
        }
        let [left, right] = here.child;
        at = if left != NIL && node(pool, left).held.least_value == least { left } else { right };
        debug_assert_ne!(at, NIL, "a subtree holds its least value");
    }
}
