//! Curves of an entity in time and value: what the panels of lines draw, before any pixel.

use sim::State;
use sim::tracks::{EntityPoint, QueuePoint};

/// A piece of a curve without gaps: instants in order, straight between them.
pub type Piece = Vec<(u64, i64)>;

/// What the vruntime panel measures from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// Nothing: raw virtual time.
    Zero,
    /// The queue's mean, V.
    Mean,
    /// CFS's floor, min_vruntime.
    Floor,
}

impl Reference {
    /// The reference's own value at a point of the queue.
    pub fn of_queue(self, point: &QueuePoint) -> i64 {
        match self {
            Reference::Zero => 0,
            Reference::Mean => point.avg_vruntime,
            Reference::Floor => point.min_vruntime,
        }
    }
}

/// The pieces of `value` over an entity's points, with a gap while it is on no queue and wherever `value` is `None`.
pub fn pieces(points: &[EntityPoint], value: impl Fn(&EntityPoint) -> Option<i64>) -> Vec<Piece> {
    let mut pieces = vec![Piece::new()];
    for point in points {
        let queued = !matches!(point.state, State::Sleeping | State::Dead);
        match value(point).filter(|_| queued) {
            Some(value) => pieces.last_mut().into_iter().for_each(|piece| piece.push((point.t_ns, value))),
            None => pieces.push(Piece::new()),
        }
    }
    pieces.retain(|piece| piece.len() > 1);
    pieces
}

/// The part of a piece inside `from_ns..=to_ns`, cut exactly at the edges.
pub fn clip(piece: &[(u64, i64)], from_ns: u64, to_ns: u64) -> Piece {
    let first = piece.partition_point(|&(t_ns, _)| t_ns < from_ns);
    let end = piece.partition_point(|&(t_ns, _)| t_ns <= to_ns);
    if first > end || first == piece.len() || end == 0 {
        return Piece::new();
    }
    let before = (first > 0 && piece[first].0 > from_ns).then(|| (from_ns, value_at(piece, from_ns)));
    let after = (end < piece.len() && piece[end - 1].0 < to_ns).then(|| (to_ns, value_at(piece, to_ns)));
    before.into_iter().chain(piece[first..end].iter().copied()).chain(after).collect()
}

/// The value at an instant; beyond the ends, that of the nearer end; 0 without points.
pub fn value_at(piece: &[(u64, i64)], t_ns: u64) -> i64 {
    let next = piece.partition_point(|&(t, _)| t <= t_ns);
    match (next.checked_sub(1).map(|i| piece[i]), piece.get(next)) {
        (Some((from_ns, from)), Some(&(to_ns, to))) => {
            let (into, span) = (i128::from(t_ns - from_ns), i128::from(to_ns - from_ns));
            from.wrapping_add((i128::from(to.wrapping_sub(from)) * into / span) as i64)
        }
        (Some((_, value)), None) | (None, Some(&(_, value))) => value,
        (None, None) => 0,
    }
}

/// Lowest and highest value of all pieces; `None` without any.
pub fn range<'a>(pieces: impl IntoIterator<Item = &'a Piece>) -> Option<(i64, i64)> {
    let values = pieces.into_iter().flatten().map(|&(_, value)| value);
    values.fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(t_ns: u64, vruntime: i64, state: State) -> EntityPoint {
        EntityPoint { t_ns, vruntime, deadline: 0, lag_ns: 0, floor: 0, protect: 0, weight: 1024, state }
    }

    #[test]
    fn sleeping_leaves_a_gap() {
        let points = [
            point(0, 1, State::Running),
            point(10, 11, State::Running),
            point(10, 11, State::Sleeping),
            point(20, 15, State::Runnable),
            point(30, 15, State::Runnable),
        ];
        let pieces = pieces(&points, |p| Some(p.vruntime));
        assert_eq!(pieces, [vec![(0, 1), (10, 11)], vec![(20, 15), (30, 15)]]);
    }

    #[test]
    fn a_clipped_line_stays_on_the_line() {
        let piece = [(0, 0), (100, 1_000)];
        assert_eq!(clip(&piece, 25, 75), [(25, 250), (75, 750)]);
        assert_eq!(clip(&piece, 0, 100), piece);
        assert_eq!(clip(&piece, 100, 200), [(100, 1_000)]);
        assert!(clip(&piece, 101, 200).is_empty());
    }

    #[test]
    fn a_jump_has_two_values_at_its_instant() {
        let piece = [(0, 0), (50, 5), (50, 9), (100, 9)];
        assert_eq!(clip(&piece, 40, 60), [(40, 4), (50, 5), (50, 9), (60, 9)]);
        assert_eq!(value_at(&piece, 50), 9);
    }

    #[test]
    fn the_range_covers_every_piece() {
        assert_eq!(range(&[vec![(0, -3), (1, 4)], vec![(2, 9), (3, 0)]]), Some((-3, 9)));
        assert_eq!(range(&[]), None);
    }
}
