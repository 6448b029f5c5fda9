//! What a figure is to show: the sides, the tasks, the window, and which lines.

use sched::Family;
use sim::clocks::Clock;
use sim::scenario::Policy;
use sim::tracks::Tracks;
use sim::{Run, TaskInfo};

use crate::blocks::Blocks;
use crate::history::History;
use crate::layout::PanelKind;
use crate::machine::Machine;
use crate::palette::Theme;
use crate::recording::Recording;

/// Whether some lines are drawn, and from where they are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Not at all; their room is left to the others.
    Off,
    /// Virtual time from V, or from min_vruntime under CFS.
    Relative,
    /// Virtual time as it is; lag as service owed, in real time.
    Absolute,
}

/// The lines of entities, each on its own axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lines {
    /// How far behind V an entity is.
    pub lag: Axis,
    /// Weighted time received.
    pub vruntime: Axis,
    /// Virtual deadlines, of kernels that have them.
    pub deadline: Axis,
}

impl Lines {
    /// Everything, measured from V or min_vruntime.
    pub const RELATIVE: Lines =
        Lines { lag: Axis::Relative, vruntime: Axis::Relative, deadline: Axis::Relative };

    /// Deadlines stand in the panel of vruntime: both have the same axis.
    pub fn share_a_panel(self) -> bool {
        self.vruntime != Axis::Off && self.vruntime == self.deadline
    }

    /// The panels that these lines need, from top to bottom. CFS has no deadlines.
    pub fn panels(self, family: Family) -> Vec<PanelKind> {
        let own_deadlines = family == Family::Eevdf && self.deadline != Axis::Off && !self.share_a_panel();
        let wanted = [
            (PanelKind::Lag, self.lag != Axis::Off),
            (PanelKind::Vruntime, self.vruntime != Axis::Off),
            (PanelKind::Deadline, own_deadlines),
        ];
        wanted.into_iter().filter(|(_, wanted)| *wanted).map(|(kind, _)| kind).collect()
    }
}

/// What tells a task from the others in a figure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Face {
    /// As in the scenario.
    pub name: String,
    /// Its place in the palette: the scenario's choice, else its place among the tasks.
    pub color: usize,
    /// It is left out of the run: it has neither row nor line.
    pub muted: bool,
    /// The group that it begins in; empty for the root.
    pub group: String,
    /// Its policy, if that is of a class above the fair one all the time: then it has no virtual times.
    pub above_fair: Option<&'static str>,
}

impl Face {
    /// The faces of a run's tasks, in order.
    pub fn of(run: &Run) -> Vec<Face> {
        let face = |(order, task): (usize, &TaskInfo)| Face {
            name: task.name.clone(),
            color: task.color.map_or(order, usize::from),
            muted: task.muted,
            group: task.cgroup.clone().unwrap_or_default(),
            above_fair: run.lasting_policy(order).filter(|policy| policy.fair().is_none()).map(Policy::name),
        };
        run.tasks().iter().enumerate().map(face).collect()
    }
}

/// One side of a figure.
pub struct SideScene<'a> {
    /// What it is, as in `CFS 6.5 · 250 Hz`.
    pub title: String,
    /// Its policy.
    pub family: Family,
    /// What ran and waited.
    pub history: &'a History,
    /// The same in blocks.
    pub blocks: &'a Blocks,
    /// Its CPUs as lanes.
    pub machine: &'a Machine,
    /// Whose queue the lines are of.
    pub cpu: usize,
    /// Its clocks over time.
    pub clocks: &'a [Clock],
    /// Sampled over at least the window.
    pub tracks: &'a Tracks,
}

/// What is drawn and how.
pub struct Scene<'a> {
    /// A, and B unless it is closed.
    pub sides: &'a [SideScene<'a>],
    /// A recording below them; it has no lines.
    pub recording: Option<&'a Recording>,
    /// Of every task, by index.
    pub faces: &'a [Face],
    /// Tasks without rows and lines, by index; in lanes they are grey.
    pub hidden: &'a [usize],
    /// The task that is followed: the others are drawn faint.
    pub highlight: Option<usize>,
    /// The window in ns.
    pub window_ns: (u64, u64),
    /// Width and height in CSS pixels.
    pub size: (u32, u32),
    /// Which paper.
    pub theme: Theme,
    /// Which lines, and from where they are measured.
    pub lines: Lines,
    /// Names of the groups of CPUs that are closed.
    pub closed: &'a [String],
    /// The row of the list of lanes from which on they are in sight.
    pub first_row: usize,
}

/// The first of the tasks, and among them the one that is followed: where there is no room for all, it comes last.
pub fn first_of(tasks: &[usize], count: usize, followed: Option<usize>) -> Vec<usize> {
    let mut first: Vec<usize> = tasks.iter().copied().take(count).collect();
    let left_out = followed.filter(|task| tasks.contains(task) && !first.contains(task));
    if let (Some(task), Some(last)) = (left_out, first.last_mut()) {
        *last = task;
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(vruntime: Axis, deadline: Axis, family: Family, expected: &[PanelKind]) {
        let lines = Lines { lag: Axis::Off, vruntime, deadline };
        assert_eq!(lines.panels(family), expected);
    }

    #[test]
    fn deadlines_share_a_panel_while_they_have_its_axis() {
        check(Axis::Relative, Axis::Relative, Family::Eevdf, &[PanelKind::Vruntime]);
        check(Axis::Relative, Axis::Absolute, Family::Eevdf, &[PanelKind::Vruntime, PanelKind::Deadline]);
        check(Axis::Off, Axis::Absolute, Family::Eevdf, &[PanelKind::Deadline]);
        check(Axis::Off, Axis::Off, Family::Eevdf, &[]);
    }

    #[test]
    fn the_followed_task_has_its_place_among_many() {
        assert_eq!(first_of(&[0, 1, 2, 3], 2, Some(3)), [0, 3]);
        assert_eq!(first_of(&[0, 1, 2, 3], 2, Some(1)), [0, 1]);
        assert_eq!(first_of(&[0, 2], 2, Some(1)), [0, 2]);
        assert!(first_of(&[0, 1], 0, Some(1)).is_empty());
    }

    #[test]
    fn cfs_has_no_panel_of_deadlines() {
        check(Axis::Relative, Axis::Absolute, Family::Cfs, &[PanelKind::Vruntime]);
        check(Axis::Off, Axis::Relative, Family::Cfs, &[]);
    }
}
