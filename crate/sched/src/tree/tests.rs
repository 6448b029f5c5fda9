//! The tree against a sorted list, over many seeds.

use super::*;
use crate::entity::Policy;

/// A small generator for tests: the same draws on every run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

fn pool_of(count: u32) -> Pool {
    let mut pool = Pool::new();
    for _ in 0..count {
        pool.add(Entity::new(Policy::Normal, 0));
    }
    pool
}

/// Black height of a subtree; panics where a rule of the tree is broken.
fn check_subtree(pool: &Pool, at: u32) -> u32 {
    if at == NIL {
        return 1;
    }
    let here = node(pool, at);
    let heights = here.child.map(|child| {
        if child != NIL {
            assert_eq!(node(pool, child).parent, at);
            assert!(!(here.red && node(pool, child).red), "two red nodes in a row");
        }
        check_subtree(pool, child)
    });
    assert_eq!(heights[0], heights[1], "black heights differ");
    heights[0] + u32::from(!here.red)
}

fn in_order(tree: &Tree, pool: &Pool) -> Vec<u32> {
    let mut found = Vec::new();
    let mut at = tree.first();
    while let Some(entity) = at {
        found.push(entity.0);
        at = tree.next(pool, entity);
    }
    found
}

fn check_against_list(tree: &Tree, pool: &Pool, list: &[(u64, u32)]) {
    check_subtree(pool, tree.root);
    let expected: Vec<u32> = list.iter().map(|(_, entity)| *entity).collect();
    assert_eq!(in_order(tree, pool), expected);
    let slices: Vec<u64> = expected.iter().map(|e| pool[EntityId(*e)].slice_ns).collect();
    let extremes = slices.iter().min().copied().zip(slices.iter().max().copied());
    assert_eq!(tree.slices_ns(pool), extremes);
    for limit in [0, 3, 9, 20] {
        let eligible = |v: Vtime| v.0 <= limit;
        let first = expected.iter().copied().map(EntityId).find(|e| eligible(pool[*e].vruntime));
        assert_eq!(tree.first_eligible(pool, eligible), first);
    }
}

#[test]
fn agrees_with_a_sorted_list() {
    for seed in 0..60 {
        let mut draw = Draw(seed);
        let mut pool = pool_of(40);
        let mut tree = Tree::new(true);
        let mut list: Vec<(u64, u32)> = Vec::new();
        for _ in 0..300 {
            let entity = draw.below(40) as u32;
            if let Some(place) = list.iter().position(|(_, e)| *e == entity) {
                list.remove(place);
                tree.remove(&mut pool, EntityId(entity));
            } else {
                let key = draw.below(12);
                pool[EntityId(entity)].vruntime = Vtime(draw.below(25));
                pool[EntityId(entity)].slice_ns = draw.below(9);
                let place = list.partition_point(|(k, _)| *k <= key);
                list.insert(place, (key, entity));
                let value = pool[EntityId(entity)].vruntime;
                tree.insert(&mut pool, EntityId(entity), Vtime(key), value);
            }
            check_against_list(&tree, &pool, &list);
        }
    }
}
