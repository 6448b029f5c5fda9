//! The lanes of several CPUs from top to bottom: as high as there is room for, and as many as fit.

use crate::layout::{HEADER_PX, LINES_MIN_PX, LanePlaces, MARKS_PX, PANEL_GAP_PX, TITLE_PX};
use crate::machine::{LaneGroup, Machine};
use crate::pen::Area;

/// Height of a group's title.
pub const GROUP_PX: i32 = 13;
/// Free pixels above a group whose title stands beside its lanes.
const GROUP_GAP_PX: i32 = 2;
/// Lanes of a group that are together so high have room for its title beside them.
const BESIDE_PX: i32 = 13;
/// Height of a closed group with the strip of its CPUs.
pub const CLOSED_PX: i32 = 18;
/// Height of the strip that says when CPUs were idle while tasks were queued, with its gap.
pub const IDLE_QUEUED_PX: i32 = 10;
/// Free pixels below that: the labels of the axis reach a little further than it.
const AXIS_GAP_PX: i32 = 3;
/// Lower lanes could not be told apart; of more than fit, some are out of sight.
const LANE_MIN_PX: i32 = 3;
/// Below this height lanes take room from the lines, and more than this is of no use.
const LANE_PX: (i32, i32) = (8, 64);
/// Lanes take this part of a side that panels of lines want too, in percent.
const LANES_PERCENT: i32 = 58;

/// A row of the list of lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// The title of an open group, by its place in the machine.
    Open(usize),
    /// A closed group.
    Closed(usize),
    /// A CPU, by its place in the machine.
    Cpu(usize),
}

/// The rows of a machine in which the groups of these names are closed.
pub fn items(machine: &Machine, closed: &[String]) -> Vec<Item> {
    let mut items = Vec::new();
    let (mut place, mut groups) = (0, machine.groups.iter().enumerate().peekable());
    while place < machine.cpus.len() {
        let mut skipped_to = None;
        while let Some((index, group)) = groups.next_if(|(_, group)| group.lanes.0 <= place) {
            let is_hidden = skipped_to.is_some_and(|end| group.lanes.1 <= end) || group.lanes.1 <= place;
            if is_hidden {
                continue;
            }
            let is_closed = closed.contains(&group.name);
            items.push(if is_closed { Item::Closed(index) } else { Item::Open(index) });
            skipped_to = skipped_to.or(is_closed.then_some(group.lanes.1));
        }
        match skipped_to {
            Some(end) => place = end,
            None => {
                items.push(Item::Cpu(place));
                place += 1;
            }
        }
    }
    items
}

/// What the rows have to fit in.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// Of one side, with its title row.
    pub side_px: i32,
    /// It wants panels of lines.
    pub lines: bool,
}

/// The heights of the rows of every side, and how many fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanePlan {
    /// From top to bottom, also those out of sight.
    pub items: Vec<Item>,
    /// The first row in sight.
    pub first: usize,
    /// Rows in sight.
    pub count: usize,
    lane_px: i32,
    /// Of each group whose title stands beside its low lanes, how high these are together.
    beside_px: Vec<Option<i32>>,
}

impl LanePlan {
    /// Divides the room among the rows; of more than fit, those from `first` on are in sight, and the last ones at the end.
    pub fn of(machine: &Machine, closed: &[String], room: Room, first: usize) -> LanePlan {
        let items = items(machine, closed);
        let own_px = room.side_px - HEADER_PX - IDLE_QUEUED_PX - AXIS_GAP_PX;
        let line_px = if room.lines { LINES_MIN_PX + TITLE_PX + 2 * PANEL_GAP_PX } else { 0 };
        let most_px = (own_px - line_px).max(LANE_MIN_PX);
        let fair_px = if room.lines { own_px * LANES_PERCENT / 100 } else { own_px };
        let none = vec![None; machine.groups.len()];
        let plan = LanePlan { first: 0, count: items.len(), items, lane_px: 0, beside_px: none };
        let high = plan.clone().with_lanes(fair_px, most_px);
        let plan = if high.lane_px >= LANE_PX.0 { high } else { plan.beside(machine).with_lanes(0, most_px) };
        plan.in_sight(most_px, first)
    }

    /// The same with lanes as high as there is room for beside the titles.
    fn with_lanes(self, fair_px: i32, most_px: i32) -> LanePlan {
        let is_lane = |item: &&Item| matches!(item, Item::Cpu(_));
        let lanes = self.items.iter().filter(is_lane).count().max(1) as i32;
        let titles_px: i32 = self.items.iter().map(|item| self.item_px(*item)).sum();
        let (fair_px, most_px) = ((fair_px - titles_px) / lanes, (most_px - titles_px) / lanes);
        let lane_px = if fair_px >= LANE_PX.0 { fair_px } else { most_px.min(LANE_PX.0 - 1) };
        LanePlan { lane_px: lane_px.clamp(LANE_MIN_PX, LANE_PX.1), ..self }
    }

    /// The same with the titles of innermost groups beside their lanes, where these are high enough together.
    fn beside(self, machine: &Machine) -> LanePlan {
        let beside = |(index, group): (usize, &LaneGroup)| {
            let has_inner = machine.groups.get(index + 1).is_some_and(|next| next.depth > group.depth);
            let lanes_px = (group.lanes.1 - group.lanes.0) as i32 * LANE_MIN_PX;
            (!has_inner && lanes_px >= BESIDE_PX).then_some(lanes_px)
        };
        LanePlan { beside_px: machine.groups.iter().enumerate().map(beside).collect(), ..self }
    }

    /// The same with only the rows that fit.
    fn in_sight(self, room_px: i32, first: usize) -> LanePlan {
        let fitting = |items: &mut dyn Iterator<Item = &Item>| {
            let mut left_px = room_px;
            let fits = |item: &&Item| {
                left_px -= self.item_px(**item);
                left_px >= 0
            };
            items.take_while(fits).count().max(1)
        };
        let on_last_page = fitting(&mut self.items.iter().rev());
        let first = first.min(self.items.len().saturating_sub(on_last_page));
        let mut count = fitting(&mut self.items[first..].iter()).min(self.items.len() - first);
        // A title without any of its lanes says nothing.
        while count > 1 && matches!(self.items[first + count - 1], Item::Open(_)) {
            count -= 1;
        }
        LanePlan { first, count, ..self }
    }

    /// The rows in sight.
    pub fn visible(&self) -> &[Item] {
        &self.items[self.first..self.first + self.count]
    }

    /// Height of all of them, with what is below them.
    pub fn height_px(&self) -> i32 {
        self.visible().iter().map(|item| self.item_px(*item)).sum::<i32>() + IDLE_QUEUED_PX
    }

    /// Height of a row.
    pub fn item_px(&self, item: Item) -> i32 {
        match item {
            Item::Open(group) if self.beside_px[group].is_some() => GROUP_GAP_PX,
            Item::Open(_) => GROUP_PX,
            Item::Closed(_) => CLOSED_PX,
            Item::Cpu(_) => self.lane_px,
        }
    }

    /// How high the title of an open group is that stands beside its lanes.
    pub fn beside_px(&self, group: usize) -> Option<i32> {
        self.beside_px[group]
    }

    /// The places inside the lane of a CPU.
    pub fn lane(&self, (side, cpu): (usize, usize), area: Area) -> LanePlaces {
        let inner = Inner::of(area.height());
        let marks = area.rows(area.top, area.top + inner.marks_px);
        let bars = area.rows(marks.bottom, marks.bottom + inner.bar_px);
        let row = |index: i32| {
            let top = bars.bottom + 1 + index * inner.row_px;
            area.rows(top, top + inner.row_px)
        };
        LanePlaces { side, cpu, marks, bars, rows: Vec::new(), queue: (0..inner.rows).map(row).collect() }
    }
}

/// The heights inside a lane.
struct Inner {
    marks_px: i32,
    bar_px: i32,
    rows: i32,
    row_px: i32,
}

impl Inner {
    /// Bars first, then the queue below them, then marks above them.
    fn of(lane_px: i32) -> Inner {
        match lane_px {
            ..9 => Inner { marks_px: 0, bar_px: lane_px - 1, rows: 0, row_px: 0 },
            9..14 => Inner { marks_px: 0, bar_px: lane_px - 4, rows: 1, row_px: 2 },
            14..22 => Inner { marks_px: 0, bar_px: lane_px - 8, rows: 2, row_px: 3 },
            22..34 => Inner { marks_px: 0, bar_px: lane_px - 12, rows: 3, row_px: 3 },
            34..46 => Inner { marks_px: MARKS_PX, bar_px: lane_px - MARKS_PX - 12, rows: 3, row_px: 3 },
            _ => Inner { marks_px: MARKS_PX, bar_px: lane_px - MARKS_PX - 20, rows: 4, row_px: 4 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{LaneCpu, LaneGroup};

    /// Two nodes of two caches of so many CPUs each.
    fn machine(cpus: usize) -> Machine {
        let lane = |cpu| LaneCpu { cpu, capacity: None, begins_core: false };
        let group = |name: &str, from, to, depth| LaneGroup {
            name: name.to_owned(),
            label: name.to_owned(),
            lanes: (from * cpus, to * cpus),
            depth,
        };
        let groups = vec![
            group("node 0", 0, 2, 0),
            group("LLC 0", 0, 1, 1),
            group("LLC 1", 1, 2, 1),
            group("node 1", 2, 4, 0),
            group("LLC 2", 2, 3, 1),
            group("LLC 3", 3, 4, 1),
        ];
        Machine { cpus: (0..4 * cpus).map(lane).collect(), groups }
    }

    fn plan(cpus: usize, closed: &[&str], side_px: i32, first: usize) -> LanePlan {
        let closed: Vec<String> = closed.iter().map(|name| (*name).to_owned()).collect();
        LanePlan::of(&machine(cpus), &closed, Room { side_px, lines: true }, first)
    }

    #[test]
    fn closed_groups_hide_what_is_in_them() {
        use Item::*;
        let names = |closed: &[&str]| plan(1, closed, 400, 0).items;
        let open = [Open(0), Open(1), Cpu(0), Open(2), Cpu(1), Open(3), Open(4), Cpu(2), Open(5), Cpu(3)];
        assert_eq!(names(&[]), open);
        assert_eq!(names(&["node 0", "LLC 3"]), [Closed(0), Open(3), Open(4), Cpu(2), Closed(5)]);
        assert_eq!(names(&["node 0", "LLC 1", "node 1"]), [Closed(0), Closed(3)]);
    }

    #[test]
    fn rows_in_sight_fit_whatever_the_room() {
        for (cpus, side_px) in [(1, 120), (1, 400), (4, 400), (16, 350), (64, 350), (64, 90)] {
            for first in [0, 5, 1_000] {
                let plan = plan(cpus, &[], side_px, first);
                assert!(plan.count >= 1 && plan.first + plan.count <= plan.items.len(), "{plan:?}");
                let fits = plan.height_px() + HEADER_PX <= side_px || plan.count == 1;
                assert!(fits, "{cpus} in {side_px}: {}", plan.height_px());
            }
        }
    }

    #[test]
    fn the_last_page_is_full() {
        let (start, end) = (plan(64, &[], 350, 0), plan(64, &[], 350, 1_000));
        assert!(start.count < start.items.len(), "256 lanes do not fit");
        assert_eq!(end.first + end.count, end.items.len());
        assert!(end.count + 6 >= start.count);
    }

    #[test]
    fn lanes_hold_their_parts() {
        for side_px in [90, 200, 400, 800, 2_000] {
            let plan = plan(2, &[], side_px, 0);
            let area = Area { left: 0, right: 9, top: 0, bottom: plan.item_px(Item::Cpu(0)) };
            let lane = plan.lane((0, 0), area);
            assert!(lane.bars.height() >= 2 && lane.bars.bottom <= area.bottom, "{lane:?}");
            assert!(lane.queue.iter().all(|row| lane.bars.bottom < row.top && row.bottom <= area.bottom));
        }
    }
}
