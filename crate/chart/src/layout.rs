//! Where things go in a figure: pure arithmetic, so that the page can hit-test what it has not drawn.

mod several;

use crate::clock::{self, Strip};
use crate::lane_plan::{self, LanePlan};
use crate::machine::Machine;
use crate::metrics;
use crate::pen::Area;
use crate::rows::{Room, RowPlan};

/// Height of the strip that holds the marks above a lane's bars.
pub const MARKS_PX: i32 = 12;
/// Height of the title above a panel of lines.
pub const TITLE_PX: i32 = 17;
/// Free pixels between a lane's bars and the rows below them.
pub const ROWS_GAP_PX: i32 = 3;
/// Free pixels left of what stands at the edge.
pub const MARGIN_PX: i32 = 8;
/// Free pixels below a panel.
pub const PANEL_GAP_PX: i32 = 7;
/// Panels of lines are left out rather than drawn lower than this.
pub const LINES_MIN_PX: i32 = 40;
/// Height of a side's title row.
pub const HEADER_PX: i32 = 24;

const AXIS_PX: i32 = 34;
const GUTTER_PX: i32 = 66;
/// The same where groups of CPUs have their titles in it.
const SEVERAL_GUTTER_PX: i32 = 78;
/// Free pixels left and right of a name beside the plot.
const NAME_GAPS_PX: i32 = 12;
const NAME_MIN_PX: i32 = 24;
const NAME_MAX_PX: i32 = 110;
/// The lag panel needs no more than this: its lines stay near zero.
const LAG_MAX_PX: i32 = 150;
/// A figure is laid out as at least this wide, and so high for each side; a smaller canvas shows its upper left part.
const WIDTH_MIN_PX: i32 = 160;
const SIDE_MIN_PX: i32 = 93;

/// What a panel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanelKind {
    /// What one CPU ran, and who waited.
    Lane,
    /// Service owed to each entity.
    Lag,
    /// vruntime of each entity, and its deadline where both have the same axis.
    Vruntime,
    /// Deadlines alone.
    Deadline,
    /// How fast a clock is.
    Clock,
}

impl PanelKind {
    /// As the page names it.
    pub fn name(self) -> &'static str {
        match self {
            PanelKind::Lane => "lane",
            PanelKind::Lag => "lag",
            PanelKind::Vruntime => "vruntime",
            PanelKind::Deadline => "deadline",
            PanelKind::Clock => "clock",
        }
    }

    /// How a side's room is divided among its panels.
    fn share(self) -> i32 {
        if self == PanelKind::Lag { 2 } else { 3 }
    }
}

/// One panel and where its data is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    /// 0 = A, 1 = B, 2 = the recording.
    pub side: usize,
    /// What it shows.
    pub kind: PanelKind,
    /// The CPU of a lane, the lowest one of a clock; 0 for others.
    pub cpu: usize,
    /// The data's rectangle, without title and gutters.
    pub area: Area,
    /// Its name, for people and screen readers.
    pub label: String,
}

/// What stands inside a panel of kind [`PanelKind::Lane`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanePlaces {
    /// As of its panel.
    pub side: usize,
    /// As of its panel.
    pub cpu: usize,
    /// Where the marks stand.
    pub marks: Area,
    /// Who runs.
    pub bars: Area,
    /// On a machine of one CPU a row for each task that has room.
    pub rows: Vec<RowPlace>,
    /// On one of several, rows for those who wait on its queue.
    pub queue: Vec<Area>,
}

/// The title of a group of CPUs, beside the strip of a closed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupPlace {
    /// 0 = A, 1 = B, 2 = the recording.
    pub side: usize,
    /// Its place in the machine.
    pub group: usize,
    /// Its row.
    pub area: Area,
    /// Its CPUs are a strip.
    pub closed: bool,
    /// Where its title is written and pressed: its row, or a part of the gutter beside low lanes.
    pub title: Area,
}

/// Which rows of the list of lanes are in sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sight {
    /// The first one.
    pub first: usize,
    /// How many.
    pub count: usize,
    /// How many there are.
    pub total: usize,
}

/// The title row of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// 0 = A, 1 = B, 2 = the recording.
    pub side: usize,
    /// Its rectangle.
    pub area: Area,
}

/// The row of one task under a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowPlace {
    /// Index of the task.
    pub task: usize,
    /// Its rectangle.
    pub area: Area,
}

/// What the layout depends on.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// Width and height of the figure.
    pub size: (u32, u32),
    /// The panels of lines that each side wants, from top to bottom.
    pub sides: &'a [Vec<PanelKind>],
    /// The CPUs of each side.
    pub machine: &'a Machine,
    /// Names of the groups of CPUs that are closed.
    pub closed: &'a [String],
    /// The row of the list of lanes from which on they are in sight.
    pub first_row: usize,
    /// The clocks that have a strip on each side.
    pub clocks: &'a [Strip],
    /// A recording stands below the sides.
    pub recorded: bool,
    /// The tasks that are shown.
    pub tasks: &'a [usize],
    /// The one that is followed: it has a row even where not all do.
    pub followed: Option<usize>,
    /// Names of the tasks.
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
    /// One for each panel of kind [`PanelKind::Lane`].
    pub lanes: Vec<LanePlaces>,
    /// The title row of each side.
    pub headers: Vec<Header>,
    /// The shared time axis.
    pub axis: Area,
    /// Titles of groups of CPUs.
    pub groups: Vec<GroupPlace>,
    /// Of each side of a machine with several CPUs, when some of them were idle while tasks were queued.
    pub idle_queued: Vec<(usize, Area)>,
    /// Of a machine with several CPUs, what of the list of lanes is in sight.
    pub sight: Option<Sight>,
    /// Heights of the lanes.
    plan: Plan,
}

/// How high lanes and what is in them are.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Plan {
    One(RowPlan),
    Several(LanePlan),
}

impl Plan {
    fn of(request: &Request, height_px: i32, rows: usize) -> Plan {
        let panels = request.sides.iter().map(Vec::len).max().unwrap_or(0);
        if request.machine.is_single() {
            return Plan::One(RowPlan::of(&Room {
                height_px: height_px - clocks_px(request) * rows as i32,
                lanes: rows,
                headers: rows,
                tasks: request.tasks.len(),
                panels,
            }));
        }
        let side_px = height_px / rows.max(1) as i32 - clocks_px(request);
        let within = |lines| {
            let room = lane_plan::Room { side_px, lines };
            LanePlan::of(request.machine, request.closed, room, request.first_row)
        };
        let plan = within(panels > 0);
        // Lanes and clocks say together what happens; lines are of one CPU.
        let crowded = !request.clocks.is_empty() && plan.count < plan.items.len();
        Plan::Several(if crowded { within(false) } else { plan })
    }

    /// Height of all lanes of a side.
    fn lanes_px(&self) -> i32 {
        match self {
            Plan::One(rows) => rows.lane_px() + PANEL_GAP_PX,
            Plan::Several(lanes) => lanes.height_px() + PANEL_GAP_PX,
        }
    }
}

impl Layout {
    /// Places everything; what does not fit in the height is left out: first panels of lines, then rows, then clocks, then the recording.
    pub fn of(request: &Request) -> Layout {
        let least_px = (request.sides.len() as i32 + 1) * SIDE_MIN_PX + AXIS_PX;
        let recorded = request.recorded && least_px <= request.size.1 as i32;
        let rows = request.sides.len() + usize::from(recorded);
        let side_px = (request.size.1 as i32 - AXIS_PX) / rows.max(1) as i32;
        let clocks: &[Strip] = if side_px - clocks_px(request) < SIDE_MIN_PX { &[] } else { request.clocks };
        let request = &Request { recorded, clocks, ..*request };
        let width = (request.size.0 as i32).max(WIDTH_MIN_PX);
        let height = (request.size.1 as i32).max(rows as i32 * SIDE_MIN_PX + AXIS_PX);
        let gutter_px = if request.machine.is_single() { GUTTER_PX } else { SEVERAL_GUTTER_PX };
        let plot_left = gutter_px.min(width / 4);
        let name_px = name_width(request.names);
        let plan = Plan::of(request, height - AXIS_PX, rows);
        let mut layout = Layout {
            plot_left,
            plot_right: (width - name_px).max(plot_left + 1),
            name_room_px: (name_px - NAME_GAPS_PX) as u32,
            panels: Vec::new(),
            lanes: Vec::new(),
            headers: Vec::new(),
            axis: Area { left: plot_left, right: plot_left, top: 0, bottom: 0 },
            groups: Vec::new(),
            idle_queued: Vec::new(),
            sight: plan.sight(),
            plan,
        };
        layout.axis.right = layout.plot_right;
        layout.add_sides(request, height);
        layout
    }

    /// A, the axis, B, the recording.
    fn add_sides(&mut self, request: &Request, height: i32) {
        let lanes_px = HEADER_PX + self.plan.lanes_px();
        let recorded_px = if request.recorded { lanes_px } else { 0 };
        let heights =
            side_heights(request.sides, lanes_px + clocks_px(request), height - AXIS_PX - recorded_px);
        let mut top = 0;
        for (side, (kinds, side_px)) in request.sides.iter().zip(heights).enumerate() {
            self.add_side(request, side, (top, top + side_px), kinds);
            top += side_px;
            if side == 0 {
                self.axis = self.axis.rows(top, top + AXIS_PX);
                top += AXIS_PX;
            }
        }
        if request.recorded {
            self.add_side(request, RECORDED, (top, top + recorded_px), &[]);
        }
    }

    fn add_side(&mut self, request: &Request, side: usize, (top, bottom): (i32, i32), kinds: &[PanelKind]) {
        let area = Area { left: MARGIN_PX, right: self.axis.right, top, bottom: top + HEADER_PX };
        self.headers.push(Header { side, area });
        let below = match self.plan.clone() {
            Plan::One(plan) => self.add_lane(request, &plan, side, area.bottom),
            Plan::Several(plan) => self.add_rows(request.machine, &plan, side, area.bottom),
        };
        let below = if side == RECORDED { below } else { self.add_clocks(request, side, below) };
        self.add_lines(side, below + PANEL_GAP_PX, bottom - PANEL_GAP_PX, kinds);
    }

    /// The lane of the only CPU: where it ends.
    fn add_lane(&mut self, request: &Request, plan: &RowPlan, side: usize, top: i32) -> i32 {
        let area = self.axis.rows(top, top + plan.lane_px());
        let tasks = plan.tasks(request.tasks, request.followed);
        self.panels.push(Panel { side, kind: PanelKind::Lane, cpu: 0, area, label: "CPU 0".to_owned() });
        self.lanes.push(plan.lane((side, 0), area, &tasks));
        area.bottom
    }

    /// A strip for each clock, from `top` on: where they end.
    fn add_clocks(&mut self, request: &Request, side: usize, top: i32) -> i32 {
        let mut top = top;
        for Strip { cpu, label } in request.clocks {
            let area = self.axis.rows(top + clock::GAP_PX, top + clock::PITCH_PX);
            self.panels.push(Panel { side, kind: PanelKind::Clock, cpu: *cpu, area, label: label.clone() });
            top = area.bottom;
        }
        top
    }

    fn add_lines(&mut self, side: usize, top: i32, bottom: i32, kinds: &[PanelKind]) {
        let kinds = fitting(kinds, bottom - top);
        let mut below = top;
        for (index, kind) in kinds.iter().enumerate() {
            let rest: i32 = kinds[index..].iter().map(|kind| kind.share()).sum();
            let gaps = (kinds.len() - index - 1) as i32 * PANEL_GAP_PX;
            let fair_px = (bottom - below - gaps) * kind.share() / rest;
            let is_last = index + 1 == kinds.len();
            let capped_px = if *kind == PanelKind::Lag { fair_px.min(LAG_MAX_PX) } else { fair_px };
            let height = if is_last { bottom - below } else { capped_px.max(LINES_MIN_PX + TITLE_PX) };
            let area = self.axis.rows(below + TITLE_PX, below + height);
            self.panels.push(Panel { side, kind: *kind, cpu: 0, area, label: kind.name().to_owned() });
            below += height + PANEL_GAP_PX;
        }
    }
}

/// The side of a recording in panels and answers.
pub const RECORDED: usize = 2;

/// Height of the strips of clocks of a side.
fn clocks_px(request: &Request) -> i32 {
    let strips_px = request.clocks.len() as i32 * clock::PITCH_PX;
    if strips_px > 0 { strips_px + clock::BELOW_PX } else { 0 }
}

/// Sides without lines take what their lanes need, the others share the rest.
fn side_heights(sides: &[Vec<PanelKind>], alone_px: i32, room_px: i32) -> Vec<i32> {
    let alone = sides.iter().filter(|kinds| kinds.is_empty()).count() as i32;
    let sharing = (sides.len() as i32 - alone).max(1);
    let shared_px = (room_px - alone * alone_px) / sharing;
    sides.iter().map(|kinds| if kinds.is_empty() { alone_px } else { shared_px }).collect()
}

/// As many of the panels as fit in this height; deadlines alone are left out first, then lag.
fn fitting(kinds: &[PanelKind], room_px: i32) -> Vec<PanelKind> {
    let mut kinds = kinds.to_vec();
    for expendable in [PanelKind::Deadline, PanelKind::Lag, PanelKind::Vruntime] {
        let needed = kinds.len() as i32 * (LINES_MIN_PX + TITLE_PX + PANEL_GAP_PX) - PANEL_GAP_PX;
        if needed > room_px {
            kinds.retain(|kind| *kind != expendable);
        }
    }
    kinds
}

/// Pixels right of the plot for the names of lines.
fn name_width(names: &[&str]) -> i32 {
    let widest =
        names.iter().map(|name| metrics::measure(name, crate::axis::LABEL_PX).0 as i32).max().unwrap_or(0);
    (widest + NAME_GAPS_PX).clamp(NAME_MIN_PX, NAME_MAX_PX)
}

#[cfg(test)]
mod tests;
