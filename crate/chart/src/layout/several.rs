//! The places of several CPUs: titles of groups, lanes in sight, and what is below them.

use super::{GroupPlace, Layout, Panel, PanelKind, Plan, Sight};
use crate::lane_plan::{IDLE_QUEUED_PX, Item, LanePlan};
use crate::machine::Machine;
use crate::pen::Area;

/// Width of a title beside low lanes; the rest of the gutter is that of the CPUs.
const BESIDE_PX: i32 = 62;
/// Height of the strip below the lanes.
const STRIP_PX: i32 = 6;

impl Plan {
    /// What of the list of lanes is in sight; nothing to say of a single one.
    pub(super) fn sight(&self) -> Option<Sight> {
        match self {
            Plan::One(_) => None,
            Plan::Several(plan) => {
                Some(Sight { first: plan.first, count: plan.count, total: plan.items.len() })
            }
        }
    }
}

impl Layout {
    /// Adds the rows in sight, from `top` on: where they end.
    pub(super) fn add_rows(&mut self, machine: &Machine, plan: &LanePlan, side: usize, top: i32) -> i32 {
        let mut top = top;
        for item in plan.visible() {
            let area = self.axis.rows(top, top + plan.item_px(*item));
            match *item {
                Item::Open(group) => {
                    let title = match plan.beside_px(group) {
                        Some(high_px) => Area { left: 0, right: BESIDE_PX, top, bottom: top + high_px },
                        None => area.columns(0, area.right),
                    };
                    self.groups.push(GroupPlace { side, group, area, closed: false, title });
                }
                Item::Closed(group) => {
                    let title = area.columns(0, area.right);
                    self.groups.push(GroupPlace { side, group, area, closed: true, title });
                }
                Item::Cpu(place) => {
                    let cpu = machine.cpus[place].cpu;
                    let label = format!("CPU {cpu}");
                    self.panels.push(Panel { side, kind: PanelKind::Lane, cpu, area, label });
                    self.lanes.push(plan.lane((side, cpu), area));
                }
            }
            top = area.bottom;
        }
        for place in self.groups.iter_mut().filter(|place| place.side == side) {
            place.title.bottom = place.title.bottom.min(top);
        }
        let bottom = top + IDLE_QUEUED_PX;
        self.idle_queued.push((side, self.axis.rows(bottom - STRIP_PX, bottom)));
        bottom
    }
}

#[cfg(test)]
mod tests {
    use super::super::Request;
    use super::*;
    use crate::clock::Strip;

    fn layout(cpus: usize, size: (u32, u32), sides: usize) -> Layout {
        let kinds = vec![vec![PanelKind::Lag, PanelKind::Vruntime]; sides];
        Layout::of(&Request {
            size,
            sides: &kinds,
            machine: &Machine::plain(cpus),
            closed: &[],
            first_row: 0,
            clocks: &[],
            recorded: false,
            tasks: &[0, 1],
            followed: None,
            names: &["hog"],
        })
    }

    #[test]
    fn lanes_lines_and_axis_are_apart_and_inside() {
        for cpus in [2, 4, 8, 16, 64, 256, 512] {
            for (size, sides) in [((1_000, 700), 2), ((1_000, 700), 1), ((380, 500), 2), ((300, 220), 2)] {
                let layout = layout(cpus, size, sides);
                let strips = layout.idle_queued.iter().map(|(_, area)| *area);
                let mut areas: Vec<Area> = layout.panels.iter().map(|panel| panel.area).collect();
                areas.extend(strips.chain([layout.axis]).chain(layout.headers.iter().map(|it| it.area)));
                areas.sort_by_key(|area| area.top);
                assert!(areas.windows(2).all(|w| w[0].bottom <= w[1].top), "{cpus} {size:?}: {areas:?}");
                assert!(areas.iter().all(|area| area.bottom <= size.1 as i32), "{cpus} {size:?}");
            }
        }
    }

    #[test]
    fn clocks_stand_below_the_lanes_of_each_side() {
        let strip = |cpu: usize| Strip { cpu, label: format!("clock {cpu}") };
        let strips = [strip(0), strip(4)];
        let kinds = vec![vec![PanelKind::Vruntime]; 2];
        let machine = Machine::plain(8);
        let request = Request {
            size: (900, 520),
            sides: &kinds,
            machine: &machine,
            closed: &[],
            first_row: 0,
            clocks: &strips,
            recorded: true,
            tasks: &[0],
            followed: None,
            names: &["hog"],
        };
        let layout = Layout::of(&request);
        let clocks: Vec<&Panel> = layout.panels.iter().filter(|it| it.kind == PanelKind::Clock).collect();
        assert_eq!(
            clocks.iter().map(|it| (it.side, it.cpu)).collect::<Vec<_>>(),
            [(0, 0), (0, 4), (1, 0), (1, 4)]
        );
        let strip_of =
            |side: usize| layout.idle_queued.iter().find(|(own, _)| *own == side).expect("it has one").1;
        assert!(clocks.iter().all(|it| it.area.top >= strip_of(it.side).bottom));
        assert!(layout.panels.iter().all(|it| it.area.bottom <= 520), "{:?}", layout.panels);
    }

    #[test]
    fn a_few_cpus_leave_room_for_lines_and_many_for_some() {
        let lines = |cpus| {
            layout(cpus, (1_000, 800), 2).panels.iter().filter(|it| it.kind != PanelKind::Lane).count()
        };
        assert_eq!([2, 4, 8].map(lines), [4, 4, 4]);
        assert!(lines(256) >= 2, "one panel of lines a side");
    }
}
