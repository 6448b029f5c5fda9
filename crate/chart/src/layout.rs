//! Where things go in a figure: pure arithmetic, so that the page can hit-test what it has not drawn.

use crate::metrics;
use crate::pen::Area;

/// Rows of waiting tasks under a lane, at most; later tasks have none.
const WAIT_ROWS: usize = 24;

/// Height of the strip that holds the marks above a lane's bars.
pub const MARKS_PX: i32 = 12;
/// Height of the bars.
pub const BAR_PX: i32 = 24;
/// Height of the title above a panel of lines.
pub const TITLE_PX: i32 = 17;

/// A lane without its rows of waiting tasks.
const LANE_PX: i32 = MARKS_PX + BAR_PX + 3;
/// Free pixels left of what stands at the edge.
pub const MARGIN_PX: i32 = 8;
const HEADER_PX: i32 = 24;
const AXIS_PX: i32 = 34;
const GUTTER_PX: i32 = 66;
const PANEL_GAP_PX: i32 = 7;
/// Free pixels left and right of a name beside the plot.
const NAME_GAPS_PX: i32 = 12;
const NAME_MIN_PX: i32 = 24;
const NAME_MAX_PX: i32 = 110;
/// A figure is laid out as at least this wide and high; a smaller canvas shows its upper left part.
const SIZE_MIN_PX: (i32, i32) = (160, 220);
/// Panels of lines are left out rather than drawn lower than this.
const LINES_MIN_PX: i32 = 40;

/// What a panel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelKind {
    /// What one CPU ran, and who waited.
    Lane,
    /// Service owed to each entity.
    Lag,
    /// vruntime and deadline of each entity.
    Vruntime,
}

impl PanelKind {
    /// As the page names it.
    pub fn name(self) -> &'static str {
        match self {
            PanelKind::Lane => "lane",
            PanelKind::Lag => "lag",
            PanelKind::Vruntime => "vruntime",
        }
    }
}

/// One panel and where its data is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    /// 0 = A, 1 = B.
    pub side: usize,
    /// What it shows.
    pub kind: PanelKind,
    /// The CPU of a lane; 0 for others.
    pub cpu: usize,
    /// The data's rectangle, without title and gutters.
    pub area: Area,
    /// Its name, for people and screen readers.
    pub label: String,
}

/// What the layout depends on.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// Width and height of the figure.
    pub size: (u32, u32),
    /// One or two.
    pub sides: usize,
    /// CPUs of each side.
    pub cpus: usize,
    /// Names of the tasks that are shown.
    pub names: &'a [&'a str],
}

/// The whole figure's places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Left edge of every panel.
    pub plot_left: i32,
    /// Right edge of every panel.
    pub plot_right: i32,
    /// Pixels for names right of the plot.
    pub name_room_px: u32,
    /// In drawing order.
    pub panels: Vec<Panel>,
    /// The title row of each side.
    pub headers: Vec<Area>,
    /// The shared time axis.
    pub axis: Area,
    /// Rows for waiting tasks under a lane.
    pub wait_rows: usize,
    /// Height of such a row.
    pub wait_pitch: i32,
}

impl Layout {
    /// Places everything; what does not fit in the height is left out, from the lag panel up.
    pub fn of(request: &Request) -> Layout {
        let width = (request.size.0 as i32).max(SIZE_MIN_PX.0);
        let height = (request.size.1 as i32).max(SIZE_MIN_PX.1);
        let plot_left = GUTTER_PX.min(width / 4);
        let name_px = name_width(request.names);
        let plot_right = (width - name_px).max(plot_left + 1);
        let side_px = (height - AXIS_PX) / request.sides.max(1) as i32;
        let room_px = (side_px - HEADER_PX) / request.cpus.max(1) as i32 - LANE_PX - PANEL_GAP_PX;
        let wait_pitch = wait_pitch(request.names.len());
        let wait_rows = request.names.len().min(WAIT_ROWS).min((room_px / wait_pitch).max(0) as usize);
        let mut layout = Layout {
            plot_left,
            plot_right,
            name_room_px: (name_px - NAME_GAPS_PX) as u32,
            panels: Vec::new(),
            headers: Vec::new(),
            axis: Area { left: plot_left, right: plot_right, top: 0, bottom: 0 },
            wait_rows,
            wait_pitch,
        };
        for side in 0..request.sides {
            let top = side as i32 * (side_px + AXIS_PX);
            layout.add_side(side, top, top + side_px, request.cpus);
        }
        layout.axis = layout.axis.rows(side_px, side_px + AXIS_PX);
        layout
    }

    fn add_side(&mut self, side: usize, top: i32, bottom: i32, cpus: usize) {
        let plot = self.axis;
        self.headers.push(Area { left: MARGIN_PX, right: plot.right, top, bottom: top + HEADER_PX });
        let lane_px = LANE_PX + self.wait_rows as i32 * self.wait_pitch;
        let mut below = top + HEADER_PX;
        for cpu in 0..cpus {
            let label = format!("CPU {cpu}");
            self.panels.push(Panel {
                side,
                kind: PanelKind::Lane,
                cpu,
                area: plot.rows(below, below + lane_px),
                label,
            });
            below += lane_px + PANEL_GAP_PX;
        }
        self.add_lines(side, below, bottom - PANEL_GAP_PX);
    }

    fn add_lines(&mut self, side: usize, top: i32, bottom: i32) {
        let plot = self.axis;
        let mut panel = |kind, area: Area, label: &str| {
            self.panels.push(Panel { side, kind, cpu: 0, area, label: label.to_owned() });
        };
        let room = bottom - top;
        if room >= 2 * (LINES_MIN_PX + TITLE_PX) + PANEL_GAP_PX {
            let lag_px = (room * 2 / 5).clamp(LINES_MIN_PX + TITLE_PX, 150);
            panel(PanelKind::Lag, plot.rows(top + TITLE_PX, top + lag_px), "lag");
            panel(
                PanelKind::Vruntime,
                plot.rows(top + lag_px + PANEL_GAP_PX + TITLE_PX, bottom),
                "vruntime and deadline",
            );
        } else if room >= LINES_MIN_PX + TITLE_PX {
            panel(PanelKind::Vruntime, plot.rows(top + TITLE_PX, bottom), "vruntime and deadline");
        }
    }
}

/// Pixels right of the plot for the names of lines.
fn name_width(names: &[&str]) -> i32 {
    let widest =
        names.iter().map(|name| metrics::measure(name, crate::axis::LABEL_PX).0 as i32).max().unwrap_or(0);
    (widest + NAME_GAPS_PX).clamp(NAME_MIN_PX, NAME_MAX_PX)
}

/// Few tasks get rows high enough for their names; many get thin ones.
fn wait_pitch(rows: usize) -> i32 {
    match rows {
        0..=4 => 11,
        5..=8 => 6,
        9..=16 => 3,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(size: (u32, u32), sides: usize, tasks: usize) -> Layout {
        Layout::of(&Request { size, sides, cpus: 1, names: &vec!["hog"; tasks] })
    }

    #[test]
    fn panels_are_inside_and_apart() {
        for size in [(300, 220), (900, 600), (1600, 900), (3000, 2000)] {
            for (sides, tasks) in [(1, 1), (2, 2), (2, 30), (1, 300)] {
                let layout = layout(size, sides, tasks);
                let mut areas: Vec<Area> =
                    layout.panels.iter().map(|p| p.area).chain([layout.axis]).collect();
                areas.sort_by_key(|area| area.top);
                assert!(
                    areas.windows(2).all(|w| w[0].bottom <= w[1].top),
                    "{size:?} {sides} {tasks}: {areas:?}"
                );
                assert!(
                    areas.iter().all(|a| a.left >= 0 && a.right <= size.0 as i32 && a.top >= 0),
                    "{areas:?}"
                );
            }
        }
    }

    #[test]
    fn a_usual_page_shows_every_panel_of_both_sides() {
        let layout = layout((900, 620), 2, 2);
        let kinds = |side| -> Vec<PanelKind> {
            layout.panels.iter().filter(|p| p.side == side).map(|p| p.kind).collect()
        };
        assert_eq!(kinds(0), [PanelKind::Lane, PanelKind::Lag, PanelKind::Vruntime]);
        assert_eq!(kinds(0), kinds(1));
    }

    #[test]
    fn the_axis_is_between_the_sides_or_below_the_only_one() {
        let both = layout((900, 600), 2, 2);
        assert!(both.panels.iter().all(|p| (p.side == 0) == (p.area.bottom <= both.axis.top)));
        let alone = layout((900, 600), 1, 2);
        assert!(alone.axis.bottom == 600 && alone.panels.iter().all(|p| p.area.bottom <= alone.axis.top));
    }
}
