//! Until where a running entity is protected, also between the points of its line.

use sim::State;
use sim::tracks::EntityPoint;

/// It runs, and its vruntime is not beyond the limit of its protection.
pub fn is_protected(point: &EntityPoint) -> bool {
    point.state == State::Running && left(point) >= 0
}

/// The points, and another wherever a protection ends between two of them.
///
/// The limit stands still while vruntime runs up to it: a straight line to the next point would miss where they meet, and
/// lie elsewhere for every window.
pub fn with_ends(points: &[EntityPoint]) -> Vec<EntityPoint> {
    let ends = points.windows(2).map(|pair| end_between(&pair[0], &pair[1])).chain([None]);
    points.iter().zip(ends).flat_map(|(point, end)| [Some(*point), end]).flatten().collect()
}

fn left(point: &EntityPoint) -> i64 {
    point.protect.wrapping_sub(point.vruntime)
}

fn end_between(from: &EntityPoint, to: &EntityPoint) -> Option<EntityPoint> {
    let (left, run) = (i128::from(left(from)), i128::from(to.vruntime.wrapping_sub(from.vruntime)));
    let ends = from.state == State::Running && to.protect == to.vruntime && 0 < left && left < run;
    ends.then(|| EntityPoint {
        t_ns: from.t_ns + (i128::from(to.t_ns - from.t_ns) * left / run) as u64,
        vruntime: from.protect,
        lag_ns: from
            .lag_ns
            .wrapping_add((i128::from(to.lag_ns.wrapping_sub(from.lag_ns)) * left / run) as i64),
        ..*from
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(t_ns: u64, vruntime: i64, protect: i64) -> EntityPoint {
        let state = State::Running;
        EntityPoint { t_ns, vruntime, deadline: 0, lag_ns: -vruntime, floor: 0, protect, weight: 1024, state }
    }

    #[test]
    fn a_protection_ends_where_vruntime_reaches_its_limit_whatever_comes_next() {
        for next_ns in [500, 1_300, 4_000] {
            let next = i64::try_from(next_ns).unwrap();
            let points = with_ends(&[point(0, 0, 400), point(next_ns, next, next)]);
            let end = points[1];
            assert_eq!((points.len(), end.t_ns, end.vruntime, end.lag_ns), (3, 400, 400, -400));
        }
    }

    #[test]
    fn one_that_lasts_or_never_was_has_no_end() {
        for points in [[point(0, 0, 900), point(400, 400, 900)], [point(0, 0, 0), point(400, 400, 400)]] {
            assert_eq!(with_ends(&points), points);
        }
    }
}
