//! How high bars and rows are: as high as the figure has room for, beside its panels of lines.

use crate::layout::{
    HEADER_PX, LINES_MIN_PX, LanePlaces, MARKS_PX, PANEL_GAP_PX, ROWS_GAP_PX, RowPlace, TITLE_PX,
};
use crate::pen::Area;
use crate::scene;

/// Rows under a lane, at most; later tasks have none.
const ROWS_MAX: usize = 30;
/// Height of the bars beside panels of lines, and without them.
const BAR_PX: (i32, i32) = (24, 56);
/// Height of a row that has room for a name, beside panels of lines and without them.
const PITCH_PX: (i32, i32) = (12, 20);
/// Lower rows could not show a pattern.
const PITCH_MIN_PX: i32 = 2;
/// Rows take this part of the room that panels of lines want too, in percent.
const ROWS_PERCENT: i32 = 35;

/// What there is to be divided.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// Of all sides together, without the axis.
    pub height_px: i32,
    /// Lanes of all sides.
    pub lanes: usize,
    /// Title rows of sides.
    pub headers: usize,
    /// Tasks that want a row.
    pub tasks: usize,
    /// The most panels of lines that a side wants.
    pub panels: usize,
}

/// The heights inside a lane, the same on every side so that they can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowPlan {
    bar_px: i32,
    rows: usize,
    pitch_px: i32,
}

impl RowPlan {
    /// Divides the room; rows that do not fit even at their lowest are left out.
    pub fn of(room: &Room) -> RowPlan {
        let lanes = room.lanes.max(1) as i32;
        let fixed_px = MARKS_PX + BAR_PX.0 + ROWS_GAP_PX + PANEL_GAP_PX;
        let free_px = (room.height_px - room.headers as i32 * HEADER_PX) / lanes - fixed_px;
        let panel_px = LINES_MIN_PX + TITLE_PX;
        let beside_lines = RowPlan::beside_lines(free_px, room.tasks);
        if room.panels > 0 && free_px - beside_lines.rows_px() >= panel_px {
            return beside_lines;
        }
        let alone = RowPlan::within(free_px, room.tasks, PITCH_PX.1);
        let spare_px = (free_px - alone.rows_px()).max(0);
        RowPlan { bar_px: (BAR_PX.0 + spare_px).min(BAR_PX.1), ..alone }
    }

    fn beside_lines(free_px: i32, tasks: usize) -> RowPlan {
        RowPlan::within(free_px * ROWS_PERCENT / 100, tasks, PITCH_PX.0)
    }

    /// The highest rows of which all fit.
    fn within(room_px: i32, tasks: usize, pitch_max_px: i32) -> RowPlan {
        let rows = tasks.min(ROWS_MAX);
        let pitch_px = (room_px / rows.max(1) as i32).clamp(PITCH_MIN_PX, pitch_max_px);
        let rows = rows.min((room_px / pitch_px).max(0) as usize);
        RowPlan { bar_px: BAR_PX.0, rows, pitch_px }
    }

    fn rows_px(self) -> i32 {
        self.rows as i32 * self.pitch_px
    }

    /// Height of a lane with its marks, bars and rows.
    pub fn lane_px(self) -> i32 {
        MARKS_PX + self.bar_px + ROWS_GAP_PX + self.rows_px()
    }

    /// The tasks that have a row.
    pub fn tasks(self, tasks: &[usize], followed: Option<usize>) -> Vec<usize> {
        scene::first_of(tasks, self.rows, followed)
    }

    /// The places inside a lane with rows for these tasks.
    pub fn lane(self, (side, cpu): (usize, usize), area: Area, tasks: &[usize]) -> LanePlaces {
        let marks = area.rows(area.top, area.top + MARKS_PX);
        let bars = area.rows(marks.bottom, marks.bottom + self.bar_px);
        let row = |(index, &task): (usize, &usize)| {
            let top = bars.bottom + ROWS_GAP_PX + index as i32 * self.pitch_px;
            RowPlace { task, area: area.rows(top, top + self.pitch_px - 1) }
        };
        let rows = tasks.iter().enumerate().map(row).collect();
        LanePlaces { side, cpu, marks, bars, rows, queue: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(height_px: i32, tasks: usize, panels: usize) -> RowPlan {
        RowPlan::of(&Room { height_px, lanes: 2, headers: 2, tasks, panels })
    }

    #[test]
    fn a_usual_page_has_rows_with_names() {
        assert_eq!(plan(760, 8, 2), RowPlan { bar_px: 24, rows: 8, pitch_px: 12 });
    }

    #[test]
    fn many_tasks_get_low_rows_before_any_is_left_out() {
        assert_eq!(plan(560, 30, 2).pitch_px, 2);
        assert!(plan(560, 30, 2).rows > 20);
    }

    #[test]
    fn without_lines_bars_and_rows_grow() {
        assert_eq!(plan(760, 4, 0), RowPlan { bar_px: 56, rows: 4, pitch_px: 20 });
    }

    #[test]
    fn a_low_figure_gives_up_lines_for_rows() {
        let plan = plan(190, 2, 2);
        assert!(plan.rows == 2 && plan.pitch_px >= 7, "{plan:?}");
    }
}
