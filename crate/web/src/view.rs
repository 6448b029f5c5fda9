//! What the page wants to see.

use chart::Theme;
use serde::Deserialize;

/// Canvases beyond this are a mistake of the page, not a screen.
const SIZE_MAX_PX: f64 = 8192.0;

/// A window of time and how it is drawn, as the page writes it.
#[derive(Debug, Clone, Deserialize)]
pub struct View {
    from_ns: f64,
    to_ns: f64,
    width: f64,
    height: f64,
    theme: String,
    axis: String,
    #[serde(default)]
    hidden: Vec<String>,
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
            axis: "relative".to_owned(),
            hidden: Vec::new(),
        }
    }

    /// The window; negative and fractional times are cut to whole ns.
    pub fn window_ns(&self) -> (u64, u64) {
        (self.from_ns as u64, self.to_ns as u64)
    }

    /// Whole pixels, at least one and no more than any screen has.
    pub fn size(&self) -> (u32, u32) {
        let whole = |px: f64| px.clamp(1.0, SIZE_MAX_PX) as u32;
        (whole(self.width), whole(self.height))
    }

    /// The theme; light for a name that is none.
    pub fn theme(&self) -> Theme {
        Theme::parse(&self.theme).unwrap_or(Theme::Light)
    }

    /// Raw virtual time instead of distances.
    pub fn is_absolute(&self) -> bool {
        self.axis == "absolute"
    }

    /// Indices of the hidden tasks; names that no task has are ignored, as of a task just removed.
    pub fn hidden(&self, names: &[String]) -> Vec<usize> {
        (0..names.len()).filter(|&task| self.hidden.contains(&names[task])).collect()
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
    fn hidden_names_become_indices() {
        let view = View { hidden: vec!["b".to_owned(), "gone".to_owned()], ..View::of(0, 1, (1, 1)) };
        assert_eq!(view.hidden(&["a", "b"].map(str::to_owned)), [1]);
    }
}
