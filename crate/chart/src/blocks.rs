//! Long slices of intervals in blocks, so that a frame of a whole run looks at blocks and not at each of a million.

use crate::axis::TimeAxis;
use crate::decimate::{self, Interval, PixelSpan, Reduced};
use crate::history::History;

/// Intervals in a block.
const BLOCK: usize = 4;
/// Blocks are looked at where so many of them fall into one pixel column.
const FULL: usize = 3;

/// A few intervals in a row, seen as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    from_ns: u64,
    to_ns: u64,
    /// Index of the longest of them.
    longest: u32,
}

impl Interval for Block {
    fn begin_ns(&self) -> u64 {
        self.from_ns
    }

    fn end_ns(&self) -> u64 {
        self.to_ns
    }
}

/// The blocks of a history; an empty one serves too, only slower.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Blocks {
    /// Of the runs, by CPU.
    pub runs: Vec<Vec<Block>>,
    /// By task.
    pub waits: Vec<Vec<Block>>,
}

impl Blocks {
    /// Reads a history once.
    pub fn of(history: &History) -> Blocks {
        Blocks {
            runs: history.lanes.iter().map(|lane| blocks(&lane.runs)).collect(),
            waits: history.waits.iter().map(|waits| blocks(waits)).collect(),
        }
    }
}

fn blocks<T: Interval>(intervals: &[T]) -> Vec<Block> {
    let block = |(number, block): (usize, &[T])| {
        let length = |(_, it): &(usize, &T)| it.end_ns() - it.begin_ns();
        let longest = block.iter().enumerate().rev().max_by_key(length).map_or(0, |(index, _)| index);
        Block {
            from_ns: block.first().map_or(0, Interval::begin_ns),
            to_ns: block.last().map_or(0, Interval::end_ns),
            longest: (number * BLOCK + longest) as u32,
        }
    };
    intervals.chunks(BLOCK).enumerate().map(block).collect()
}

/// What [`decimate::spans`] gives, by blocks where the window is so full that most pixel columns hold more than one.
pub fn spans<T: Interval>(intervals: &[T], blocks: Option<&Vec<Block>>, axis: &TimeAxis) -> Reduced {
    let Some(blocks) = blocks.filter(|blocks| is_full(blocks, axis)) else {
        return decimate::spans(intervals, axis);
    };
    let reduced = decimate::spans(blocks, axis);
    let mut spans: Vec<PixelSpan> = Vec::new();
    for span in reduced.spans {
        let stands_for = (span.stands_for.0 * BLOCK, (span.stands_for.1 * BLOCK).min(intervals.len()));
        if span.is_crowded() || span.right - span.left <= 1 {
            let index = blocks[span.index].longest as usize;
            push(&mut spans, PixelSpan { index, stands_for, ..span });
        } else {
            open(&mut spans, intervals, stands_for, axis);
        }
    }
    Reduced { spans, thinned: true }
}

/// Adds what is left of a span right of those before it.
fn push(spans: &mut Vec<PixelSpan>, span: PixelSpan) {
    let left = spans.last().map_or(span.left, |last| last.right.max(span.left));
    if left < span.right {
        spans.push(PixelSpan { left, ..span });
    }
}

/// Most pixel columns of the window hold several blocks.
fn is_full(blocks: &[Block], axis: &TimeAxis) -> bool {
    let first = blocks.partition_point(|block| block.to_ns <= axis.from_ns);
    let count = blocks[first..].partition_point(|block| block.from_ns < axis.to_ns);
    count > FULL * (axis.right - axis.left).max(1) as usize
}

/// A block that is wider than a pixel column has something long in it: it is looked at one by one.
fn open<T: Interval>(
    spans: &mut Vec<PixelSpan>,
    intervals: &[T],
    (from, to): (usize, usize),
    axis: &TimeAxis,
) {
    for span in decimate::spans(&intervals[from..to], axis).spans {
        let stands_for = (span.stands_for.0 + from, span.stands_for.1 + from);
        push(spans, PixelSpan { index: span.index + from, stands_for, ..span });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Run;

    /// Short runs, and a long one in the middle.
    fn runs(count: u64, long_ns: u64) -> Vec<Run> {
        let run = |i: u64| {
            let late_ns = if i > count / 2 { long_ns } else { 0 };
            let from_ns = i * 10 + late_ns;
            let to_ns = from_ns + if i == count / 2 { 10 + long_ns } else { 10 };
            Run { from_ns, to_ns, task: (i % 3) as u16 }
        };
        (0..count).map(run).collect()
    }

    #[test]
    fn few_intervals_are_looked_at_one_by_one() {
        let (runs, axis) = (runs(40, 0), TimeAxis::new(0, 400, 0, 100));
        assert_eq!(spans(&runs, Some(&blocks(&runs)), &axis), decimate::spans(&runs, &axis));
    }

    #[test]
    fn spans_of_blocks_are_in_order_and_leave_nothing_out() {
        let runs = runs(100_000, 500_000);
        let axis = TimeAxis::new(0, 1_500_000, 5, 605);
        let spans = spans(&runs, Some(&blocks(&runs)), &axis).spans;
        assert!(spans.len() < 601, "{}", spans.len());
        let touching =
            spans.windows(2).find(|w| w[0].right > w[1].left || w[0].stands_for.1 > w[1].stands_for.0);
        assert_eq!(touching, None);
        assert!(spans.iter().all(|s| 5 <= s.left && s.left < s.right && s.right <= 605));
        let widest = spans.iter().max_by_key(|span| span.right - span.left).expect("there are some");
        assert_eq!(widest.index, 50_000, "the long run is seen on its own");
    }

    #[test]
    fn a_window_inside_is_cut_at_its_edges() {
        let runs = runs(200_000, 0);
        let axis = TimeAxis::new(333_333, 1_333_333, 0, 300);
        let spans = spans(&runs, Some(&blocks(&runs)), &axis).spans;
        assert_eq!((spans.first().map(|s| s.left), spans.last().map(|s| s.right)), (Some(0), Some(300)));
    }
}
