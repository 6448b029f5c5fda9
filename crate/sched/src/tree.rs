//! The red-black tree of waiting entities, with subtree minima.
//!
//! Entities are ordered by a [`Vtime`] key, and each carries another one, its value: ordered by
//! deadline the value is vruntime, ordered by vruntime it is the deadline
//! ([`TreeOrder`](crate::rules::TreeOrder)). Equal keys keep the order of insertion, so ties resolve as in the
//! kernel's tree. Each node also knows the least value and the least and greatest slice below
//! it: that makes "the first eligible entity in deadline order", or "the least deadline among
//! the eligible in vruntime order", one walk from the root.
//!
//! Nodes live beside the entities in the pool, one a cache line, with what the walks need
//! of their entity: a tree is two indices, and a move between CPUs copies nothing.

mod search;

use crate::entity::{Entity, EntityId, Pool};
use crate::time::Vtime;

const NIL: u32 = u32::MAX;

/// An entity's place in its tree, and what its subtree holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    parent: u32,
    child: [u32; 2],
    red: bool,
    /// The key under which the entity was inserted.
    key: Vtime,
    /// The entity's own value and slice, which do not change while it is in a tree.
    value: Vtime,
    slice_ns: u64,
    held: Held,
}

impl Node {
    pub(crate) const DETACHED: Node = Node {
        parent: NIL,
        child: [NIL, NIL],
        red: false,
        key: Vtime(0),
        value: Vtime(0),
        slice_ns: 0,
        held: Held { least_value: Vtime(0), least_slice_ns: 0, greatest_slice_ns: 0 },
    };
}

const LEFT: usize = 0;
const RIGHT: usize = 1;

/// A tree of entities in the order of their keys.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    root: u32,
    leftmost: u32,
    /// Each node knows what its subtree holds; otherwise nobody asks, and it costs nothing.
    augmented: bool,
}

fn id(index: u32) -> Option<EntityId> {
    (index != NIL).then_some(EntityId(index))
}

impl Tree {
    /// An empty tree. One that is not `augmented` answers [`Tree::first`] and [`Tree::next`] only.
    pub(crate) const fn new(augmented: bool) -> Tree {
        Tree { root: NIL, leftmost: NIL, augmented }
    }

    /// The entity with the least key, the earliest inserted among equals.
    #[inline]
    pub(crate) fn first(&self) -> Option<EntityId> {
        id(self.leftmost)
    }

    /// The entity after `of` in tree order.
    pub(crate) fn next(&self, pool: &Pool, of: EntityId) -> Option<EntityId> {
        let right = node(pool, of.0).child[RIGHT];
        if right != NIL {
            return id(outermost(pool, right, LEFT));
        }
        let mut below = of.0;
        let mut above = node(pool, of.0).parent;
        while above != NIL && node(pool, above).child[RIGHT] == below {
            below = above;
            above = node(pool, above).parent;
        }
        id(above)
    }

    /// Least and greatest slice in the tree, in ns; `None` when it is empty.
    pub(crate) fn slices_ns(&self, pool: &Pool) -> Option<(u64, u64)> {
        let held = node(pool, id(self.root)?.0).held;
        Some((held.least_slice_ns, held.greatest_slice_ns))
    }

    /// Whether an entity that is in no other tree is in this one.
    fn holds(&self, pool: &Pool, entity: EntityId) -> bool {
        self.root == entity.0 || node(pool, entity.0).parent != NIL
    }

    /// Puts an entity that is in no tree behind all those with a key not after `key`.
    pub(crate) fn insert(&mut self, pool: &mut Pool, entity: EntityId, key: Vtime, value: Vtime) {
        debug_assert!(!self.holds(pool, entity), "it is in the tree already: {entity:?}");
        let Entity { slice_ns, .. } = pool[entity];
        let alone = Held::alone(value, slice_ns);
        let (mut parent, mut side, mut at, mut leftmost) = (NIL, LEFT, self.root, true);
        while at != NIL {
            parent = at;
            side = usize::from(!key.before(node(pool, at).key));
            leftmost &= side == LEFT;
            at = node(pool, at).child[side];
        }
        let child = [NIL, NIL];
        *node_mut(pool, entity.0) = Node { parent, child, red: true, key, value, slice_ns, held: alone };
        self.set_child(pool, parent, side, entity.0);
        if leftmost {
            self.leftmost = entity.0;
        }
        if self.augmented {
            hold_above(pool, parent, alone);
        }
        self.repair_after_insert(pool, entity.0);
    }

    /// The slice of an entity in the tree has changed, which is no matter of order.
    pub(crate) fn refresh_slice(&mut self, pool: &mut Pool, entity: EntityId) {
        node_mut(pool, entity.0).slice_ns = pool[entity].slice_ns;
        if self.augmented && refresh(pool, entity.0) {
            refresh_above(pool, entity.0);
        }
    }

    /// Takes an entity out of the tree; it must be in it.
    pub(crate) fn remove(&mut self, pool: &mut Pool, entity: EntityId) {
        debug_assert!(self.holds(pool, entity), "it is not in the tree: {entity:?}");
        if self.leftmost == entity.0 {
            self.leftmost = self.next(pool, entity).map_or(NIL, |next| next.0);
        }
        let [left, right] = node(pool, entity.0).child;
        let successor = (left != NIL && right != NIL).then(|| outermost(pool, right, LEFT));
        let (hole_parent, hole_side, lost_red) = match successor {
            Some(successor) => self.replace_by_successor(pool, entity.0, successor),
            None => self.splice(pool, entity.0, if left == NIL { right } else { left }),
        };
        let changed = [hole_parent, successor.unwrap_or(NIL)];
        for at in changed.into_iter().filter(|at| self.augmented && *at != NIL) {
            refresh(pool, at);
            refresh_above(pool, at);
        }
        if !lost_red {
            self.repair_after_remove(pool, hole_parent, hole_side);
        }
        node_mut(pool, entity.0).parent = NIL;
    }

    /// Replaces a node that has at most one child by that child.
    fn splice(&mut self, pool: &mut Pool, at: u32, child: u32) -> (u32, usize, bool) {
        let gone = *node(pool, at);
        let side = side_of(pool, at);
        self.set_child(pool, gone.parent, side, child);
        (gone.parent, side, gone.red)
    }

    /// Puts the next node in order into the place of one with two children.
    fn replace_by_successor(&mut self, pool: &mut Pool, at: u32, successor: u32) -> (u32, usize, bool) {
        let (mut parent, side, red) = self.splice(pool, successor, node(pool, successor).child[RIGHT]);
        if parent == at {
            parent = successor;
        }
        let old = *node(pool, at);
        let old_side = side_of(pool, at);
        self.set_child(pool, old.parent, old_side, successor);
        for side in [LEFT, RIGHT] {
            self.set_child(pool, successor, side, old.child[side]);
        }
        node_mut(pool, successor).red = old.red;
        (parent, side, red)
    }

    fn set_child(&mut self, pool: &mut Pool, parent: u32, side: usize, child: u32) {
        match parent {
            NIL => self.root = child,
            _ => node_mut(pool, parent).child[side] = child,
        }
        if child != NIL {
            node_mut(pool, child).parent = parent;
        }
    }

    /// Turns `at` down to `side`; its other child takes its place, and holds what `at` held.
    fn rotate(&mut self, pool: &mut Pool, at: u32, side: usize) {
        let up = node(pool, at).child[1 - side];
        let parent = node(pool, at).parent;
        let parent_side = side_of(pool, at);
        let inner = node(pool, up).child[side];
        self.set_child(pool, at, 1 - side, inner);
        self.set_child(pool, parent, parent_side, up);
        self.set_child(pool, up, side, at);
        if self.augmented {
            node_mut(pool, up).held = node(pool, at).held;
            refresh(pool, at);
        }
    }

    fn repair_after_insert(&mut self, pool: &mut Pool, mut at: u32) {
        while is_red(pool, node(pool, at).parent) {
            let parent = node(pool, at).parent;
            let grandparent = node(pool, parent).parent;
            let side = side_of(pool, parent);
            let uncle = node(pool, grandparent).child[1 - side];
            if is_red(pool, uncle) {
                paint(pool, parent, false);
                paint(pool, uncle, false);
                paint(pool, grandparent, true);
                at = grandparent;
                continue;
            }
            let mut top = parent;
            if side_of(pool, at) != side {
                self.rotate(pool, parent, side);
                top = at;
            }
            paint(pool, top, false);
            paint(pool, grandparent, true);
            self.rotate(pool, grandparent, 1 - side);
            break;
        }
        paint(pool, self.root, false);
    }

    /// The subtree on `side` of `parent` lacks one black node.
    fn repair_after_remove(&mut self, pool: &mut Pool, mut parent: u32, mut side: usize) {
        loop {
            let at = if parent == NIL { self.root } else { node(pool, parent).child[side] };
            if parent == NIL || is_red(pool, at) {
                if at != NIL {
                    paint(pool, at, false);
                }
                return;
            }
            let sibling = self.black_sibling(pool, parent, side);
            let [near, far] = [node(pool, sibling).child[side], node(pool, sibling).child[1 - side]];
            if !is_red(pool, near) && !is_red(pool, far) {
                paint(pool, sibling, true);
                (parent, side) = (node(pool, parent).parent, side_of(pool, parent));
                continue;
            }
            self.borrow_black(pool, parent, side, sibling, far);
            return;
        }
    }

    fn black_sibling(&mut self, pool: &mut Pool, parent: u32, side: usize) -> u32 {
        let sibling = node(pool, parent).child[1 - side];
        if is_red(pool, sibling) {
            paint(pool, sibling, false);
            paint(pool, parent, true);
            self.rotate(pool, parent, side);
        }
        node(pool, parent).child[1 - side]
    }

    fn borrow_black(&mut self, pool: &mut Pool, parent: u32, side: usize, mut sibling: u32, mut far: u32) {
        if !is_red(pool, far) {
            let near = node(pool, sibling).child[side];
            paint(pool, near, false);
            paint(pool, sibling, true);
            self.rotate(pool, sibling, 1 - side);
            (far, sibling) = (sibling, near);
        }
        let parent_red = is_red(pool, parent);
        paint(pool, sibling, parent_red);
        paint(pool, parent, false);
        paint(pool, far, false);
        self.rotate(pool, parent, side);
    }
}

#[inline]
fn node(pool: &Pool, at: u32) -> &Node {
    &pool.nodes[at as usize]
}

#[inline]
fn node_mut(pool: &mut Pool, at: u32) -> &mut Node {
    &mut pool.nodes[at as usize]
}

#[inline]
fn is_red(pool: &Pool, at: u32) -> bool {
    at != NIL && node(pool, at).red
}

#[inline]
fn paint(pool: &mut Pool, at: u32, red: bool) {
    node_mut(pool, at).red = red;
}

/// Which child of its parent a node is; the root counts as a left one.
#[inline]
fn side_of(pool: &Pool, at: u32) -> usize {
    match node(pool, at).parent {
        NIL => LEFT,
        parent => usize::from(node(pool, parent).child[RIGHT] == at),
    }
}

fn outermost(pool: &Pool, mut at: u32, side: usize) -> u32 {
    while node(pool, at).child[side] != NIL {
        at = node(pool, at).child[side];
    }
    at
}

/// What a subtree holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held {
    least_value: Vtime,
    least_slice_ns: u64,
    greatest_slice_ns: u64,
}

impl Held {
    #[inline]
    fn alone(value: Vtime, slice_ns: u64) -> Held {
        Held { least_value: value, least_slice_ns: slice_ns, greatest_slice_ns: slice_ns }
    }

    #[inline]
    fn with(self, other: Held) -> Held {
        Held {
            least_value: self.least_value.min(other.least_value),
            least_slice_ns: self.least_slice_ns.min(other.least_slice_ns),
            greatest_slice_ns: self.greatest_slice_ns.max(other.greatest_slice_ns),
        }
    }

    #[inline]
    fn with_subtree(self, pool: &Pool, child: u32) -> Held {
        if child == NIL { self } else { self.with(node(pool, child).held) }
    }
}

/// Computes a node's subtree values from its own and its children's; whether they changed.
#[inline]
fn refresh(pool: &mut Pool, at: u32) -> bool {
    let own = node(pool, at);
    let [left, right] = own.child;
    let held = Held::alone(own.value, own.slice_ns).with_subtree(pool, left).with_subtree(pool, right);
    std::mem::replace(&mut node_mut(pool, at).held, held) != held
}

/// `at` and the nodes above hold one more, as far as that changes anything.
fn hold_above(pool: &mut Pool, mut at: u32, more: Held) {
    while at != NIL {
        let here = node_mut(pool, at);
        let held = here.held.with(more);
        if held == here.held {
            return;
        }
        here.held = held;
        at = here.parent;
    }
}

/// Refreshes the nodes above `at`, as far as the values change.
fn refresh_above(pool: &mut Pool, at: u32) {
    let mut above = node(pool, at).parent;
    while above != NIL && refresh(pool, above) {
        above = node(pool, above).parent;
    }
}

#[cfg(test)]
#[path = "tree/tests.rs"]
mod tests;
