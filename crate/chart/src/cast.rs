//! How each task looks in one figure: its colour there, its pattern, and whether it is followed.

use plotters::style::RGBColor;

use crate::palette::{self, Pattern, Theme};
use crate::scene::Face;

/// So much of its own colour is left to a task that is not the one followed.
const FAINT: f64 = 0.22;

/// The looks of all tasks of a figure.
pub struct Cast<'a> {
    faces: &'a [Face],
    looks: Vec<TaskLook>,
    /// The tasks that have rows and lines, in order.
    pub shown: Vec<usize>,
    /// Of the names of faint tasks: their own colour could not be read.
    muted: RGBColor,
    /// Of what is not in the scenario, and of hidden tasks.
    grey: RGBColor,
}

/// How one task looks.
#[derive(Debug, Clone, Copy)]
struct TaskLook {
    color: RGBColor,
    pattern: Pattern,
    faint: bool,
    shown: bool,
}

impl Cast<'_> {
    /// The looks on this paper; the tasks of `hidden` are grey, and all but the `followed` one faint.
    pub fn new<'a>(faces: &'a [Face], theme: Theme, hidden: &[usize], followed: Option<usize>) -> Cast<'a> {
        let inks = theme.inks();
        let look = |(task, face): (usize, &Face)| {
            let faint = followed.is_some_and(|followed| followed != task);
            let own = if hidden.contains(&task) { inks.edge } else { theme.task(face.color) };
            let color = if faint { palette::blend(own, inks.paper, FAINT) } else { own };
            let shown = !face.muted && !hidden.contains(&task);
            TaskLook { color, pattern: theme.pattern(face.color), faint, shown }
        };
        let looks: Vec<TaskLook> = faces.iter().enumerate().map(look).collect();
        Cast {
            faces,
            shown: (0..faces.len()).filter(|&task| looks[task].shown).collect(),
            looks,
            muted: inks.muted,
            grey: inks.edge,
        }
    }

    /// The task's colour; grey for one that is hidden or not of the scenario.
    pub fn color(&self, task: usize) -> RGBColor {
        self.looks.get(task).map_or(self.grey, |look| look.color)
    }

    /// The colour of its name on paper.
    pub fn name_color(&self, task: usize) -> RGBColor {
        if self.is_faint(task) { self.muted } else { self.color(task) }
    }

    /// What tells it apart without colour.
    pub fn pattern(&self, task: usize) -> Pattern {
        self.looks.get(task).map_or(Pattern { hatch_px: None, dash_px: &[] }, |look| look.pattern)
    }

    /// Another task is followed.
    pub fn is_faint(&self, task: usize) -> bool {
        self.looks.get(task).is_some_and(|look| look.faint)
    }

    /// It has a row and lines.
    pub fn is_shown(&self, task: usize) -> bool {
        self.looks.get(task).is_some_and(|look| look.shown)
    }

    /// The group that it begins in; empty for the root.
    pub fn group(&self, task: usize) -> &str {
        self.faces.get(task).map_or("", |face| face.group.as_str())
    }

    /// Its policy, if that is of a class above the fair one.
    pub fn above_fair(&self, task: usize) -> Option<&'static str> {
        self.faces.get(task).and_then(|face| face.above_fair)
    }

    /// The task's name; `None` for one that is not of the scenario.
    pub fn name(&self, task: usize) -> Option<&str> {
        self.faces.get(task).map(|face| face.name.as_str())
    }
}
