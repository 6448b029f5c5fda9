//! What the page wants to see.

use chart::{Face, Theme};
use serde::Deserialize;

/// Canvases beyond this are a mistake of the page, not a screen.
const SIZE_MAX_PX: f64 = 8192.0;

/// Whether some lines are drawn, and from where they are measured, as the page writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Axis {
    Off,
    Relative,
    Absolute,
}

impl From<Axis> for chart::Axis {
    fn from(axis: Axis) -> chart::Axis {
        match axis {
            Axis::Off => chart::Axis::Off,
            Axis::Relative => chart::Axis::Relative,
            Axis::Absolute => chart::Axis::Absolute,
        }
    }
}

/// The lines of entities, each on its own axis.
#[derive(Debug, Clone, Copy, Deserialize)]
struct Lines {
    lag: Axis,
    vruntime: Axis,
    deadline: Axis,
}

impl Default for Lines {
    /// Everything, measured from V or min_vruntime.
    fn default() -> Lines {
        Lines { lag: Axis::Relative, vruntime: Axis::Relative, deadline: Axis::Relative }
    }
}

/// Width and height in whole pixels, at least one and no more than any screen has.
pub fn size(width: f64, height: f64) -> (u32, u32) {
    let whole = |px: f64| px.clamp(1.0, SIZE_MAX_PX) as u32;
    (whole(width), whole(height))
}

/// The theme of this name; light for a name that is none.
pub fn theme(name: &str) -> Theme {
    Theme::parse(name).unwrap_or(Theme::Light)
}

/// Indices of the tasks with these names; names that no task has are ignored, as of a task just removed.
pub fn named(names: &[String], faces: &[Face]) -> Vec<usize> {
    (0..faces.len()).filter(|&task| names.contains(&faces[task].name)).collect()
}

/// A window of time and how it is drawn, as the page writes it.
#[derive(Debug, Clone, Deserialize)]
pub struct View {
    from_ns: f64,
    to_ns: f64,
    width: f64,
    height: f64,
    theme: String,
    #[serde(default)]
    lines: Lines,
    #[serde(default)]
    hidden: Vec<String>,
    #[serde(default)]
    highlight: String,
    #[serde(default)]
    cpu: usize,
    #[serde(default)]
    closed: Vec<String>,
    #[serde(default)]
    first_row: usize,
}

impl View {
    /// A light view of a window with every task.
    #[cfg(test)]
    pub fn of(from_ns: u64, to_ns: u64, (width, height): (u32, u32)) -> View {
        View {
            from_ns: from_ns as f64,
            to_ns: to_ns as f64,
            width: f64::from(width),
            height: f64::from(height),
            theme: "light".to_owned(),
            lines: Lines::default(),
            hidden: Vec::new(),
            highlight: String::new(),
            cpu: 0,
            closed: Vec::new(),
            first_row: 0,
        }
    }

    /// The window; negative and fractional times are cut to whole ns.
    pub fn window_ns(&self) -> (u64, u64) {
        (self.from_ns as u64, self.to_ns as u64)
    }

    /// Width and height in whole pixels.
    pub fn size(&self) -> (u32, u32) {
        size(self.width, self.height)
    }

    /// Its colours.
    pub fn theme(&self) -> Theme {
        theme(&self.theme)
    }

    /// Which lines, and from where they are measured.
    pub fn lines(&self) -> chart::Lines {
        let Lines { lag, vruntime, deadline } = self.lines;
        chart::Lines { lag: lag.into(), vruntime: vruntime.into(), deadline: deadline.into() }
    }

    /// Whose queue the lines are of.
    pub fn cpu(&self) -> usize {
        self.cpu
    }

    /// Names of the groups of CPUs that are closed.
    pub fn closed(&self) -> &[String] {
        &self.closed
    }

    /// The row of the list of lanes from which on they are in sight.
    pub fn first_row(&self) -> usize {
        self.first_row
    }

    /// Indices of the hidden tasks.
    pub fn hidden(&self, faces: &[Face]) -> Vec<usize> {
        named(&self.hidden, faces)
    }

    /// The task that is followed; `None` for a name that no task has.
    pub fn highlight(&self, faces: &[Face]) -> Option<usize> {
        faces.iter().position(|face| face.name == self.highlight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_numbers_become_usable_ones() {
        let view =
            View { from_ns: -5.0, to_ns: 7.9, width: 0.0, height: f64::INFINITY, ..View::of(0, 1, (1, 1)) };
        assert_eq!(view.window_ns(), (0, 7));
        assert_eq!(view.size(), (1, 8192));
    }

    #[test]
    fn names_become_indices() {
        let view = View {
            hidden: vec!["b".to_owned(), "gone".to_owned()],
            highlight: "a".to_owned(),
            ..View::of(0, 1, (1, 1))
        };
        let faces = ["a", "b"].map(|name| Face { name: name.to_owned(), ..Face::default() });
        assert_eq!(view.hidden(&faces), [1]);
        assert_eq!(view.highlight(&faces), Some(0));
        assert_eq!(View::of(0, 1, (1, 1)).highlight(&faces), None);
    }
}
