//! Deadlines of DEADLINE tasks on their rows: a flag at each, and the time by which a job was late.

use plotters_backend::DrawingBackend;
use sim::trace::{Event, IDLE, Kind};

use crate::axis::TimeAxis;
use crate::pen::{Area, Drawn, Failed, Pen};

/// A row from this height on has room for flags.
const FLAGGED_PX: i32 = 6;
/// A row with more flags than one in so many pixels has none: they would be a fence.
const PITCH_PX: i32 = 9;
/// Width of the cloth, and its height.
const CLOTH_PX: (i32, i32) = (5, 4);
/// Height of the line under time that came too late.
const LATE_PX: i32 = 2;

/// What a task's budgets and jobs leave to mark, in order of time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags {
    /// Absolute deadlines, in the order in which the task got them.
    pub deadlines_ns: Vec<u64>,
    /// From a deadline to when the job that had it was finished.
    pub late_ns: Vec<(u64, u64)>,
}

impl Flags {
    /// Reads an event of the task. The fair server's budgets are nobody's deadline.
    pub fn read(&mut self, event: &Event) {
        match event.kind() {
            Kind::Replenished if event.task != IDLE => {
                let deadline_ns = event.b.max(0) as u64;
                if self.deadlines_ns.last().is_none_or(|last| *last < deadline_ns) {
                    self.deadlines_ns.push(deadline_ns);
                }
            }
            Kind::DeadlineMissed => {
                self.late_ns.push((event.t_ns.saturating_sub(event.b.max(0) as u64), event.t_ns))
            }
            _ => {}
        }
    }

    /// The deadlines in the window, if there are not too many to be told apart.
    fn flags(&self, axis: &TimeAxis) -> &[u64] {
        let first = self.deadlines_ns.partition_point(|deadline| *deadline < axis.from_ns);
        let count = self.deadlines_ns[first..].partition_point(|deadline| *deadline <= axis.to_ns);
        let fit = (axis.right - axis.left) / PITCH_PX;
        if count > fit.max(0) as usize { &[] } else { &self.deadlines_ns[first..first + count] }
    }

    /// What was late in the window, as pixel columns; an instant has one.
    fn late(&self, axis: &TimeAxis) -> impl Iterator<Item = (i32, i32)> {
        let first = self.late_ns.partition_point(|late| late.1 < axis.from_ns);
        let inside = self.late_ns[first..].iter().take_while(|late| late.0 <= axis.to_ns);
        inside.map(|&(from_ns, to_ns)| {
            let (left, right) = (axis.x(from_ns.max(axis.from_ns)), axis.x(to_ns.min(axis.to_ns)));
            (left, right.max(left + 1))
        })
    }
}

/// Draws the flags of a row; true if there are any. Their ink is that of what is written, as the task's own colour fills the row.
pub fn draw<B: DrawingBackend>(
    pen: &Pen<B>,
    row: Area,
    flags: &Flags,
    axis: &TimeAxis,
) -> Result<bool, Failed<B>> {
    if row.height() < FLAGGED_PX {
        return Ok(false);
    }
    let deadlines = flags.flags(axis);
    deadlines.iter().try_for_each(|deadline| draw_flag(pen, row, axis.x(*deadline)))?;
    flags.late(axis).try_for_each(|(left, right)| {
        pen.rect(row.columns(left, right).rows(row.bottom - LATE_PX, row.bottom), pen.inks.ink)
    })?;
    Ok(!deadlines.is_empty())
}

/// A pole with its cloth to the left: the time before it is the time there was.
pub fn draw_flag<B: DrawingBackend>(pen: &Pen<B>, row: Area, x: i32) -> Drawn<B> {
    let (width, height) = CLOTH_PX;
    pen.polygon(&[(x - width, row.top), (x, row.top), (x, row.top + height)], pen.inks.ink)?;
    pen.column(x, row.top, row.bottom, pen.inks.ink)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(t_ns: u64, kind: Kind, task: u16, b: i64) -> Event {
        Event { t_ns, a: 0, b, cpu: 0, task, other: IDLE, kind: kind as u8, code: 0 }
    }

    fn flags(deadlines_ns: &[u64]) -> Flags {
        Flags { deadlines_ns: deadlines_ns.to_vec(), late_ns: vec![(20, 26), (40, 41)] }
    }

    #[test]
    fn deadlines_are_those_of_new_budgets() {
        let mut flags = Flags::default();
        let events =
            [(0, Kind::Replenished, 0, 20), (9, Kind::Replenished, 0, 20), (20, Kind::Replenished, IDLE, 90)];
        events.into_iter().for_each(|(t_ns, kind, task, b)| flags.read(&event(t_ns, kind, task, b)));
        flags.read(&event(26, Kind::DeadlineMissed, 0, 6));
        assert_eq!(flags, Flags { deadlines_ns: vec![20], late_ns: vec![(20, 26)] });
    }

    #[test]
    fn a_window_has_the_flags_in_it_if_they_can_be_told_apart() {
        let axis = TimeAxis::new(20, 60, 0, 100);
        assert_eq!(flags(&[10, 20, 40, 70]).flags(&axis), [20, 40]);
        let many: Vec<u64> = (0..100).collect();
        assert!(flags(&many).flags(&axis).is_empty());
    }

    #[test]
    fn what_is_late_is_cut_at_the_window_and_never_vanishes() {
        let late: Vec<_> = flags(&[]).late(&TimeAxis::new(22, 1_000_022, 0, 100)).collect();
        assert_eq!(late, [(0, 1), (0, 1)]);
    }
}
