//! Layouts of a machine with one CPU.

use super::*;

const ALL: [PanelKind; 3] = [PanelKind::Lag, PanelKind::Vruntime, PanelKind::Deadline];

fn layout(size: (u32, u32), sides: &[&[PanelKind]], tasks: usize, recorded: bool) -> Layout {
    let sides: Vec<_> = sides.iter().map(|kinds| kinds.to_vec()).collect();
    let (tasks, names) = ((0..tasks).collect::<Vec<_>>(), vec!["hog"; tasks]);
    Layout::of(&Request {
        size,
        sides: &sides,
        machine: &Machine::plain(1),
        closed: &[],
        first_row: 0,
        clocks: &[],
        recorded,
        tasks: &tasks,
        followed: None,
        names: &names,
    })
}

fn kinds(layout: &Layout, side: usize) -> Vec<PanelKind> {
    layout.panels.iter().filter(|panel| panel.side == side).map(|panel| panel.kind).collect()
}

/// Every rectangle that must not cover another.
fn areas(layout: &Layout) -> Vec<Area> {
    let panels = layout.panels.iter().map(|panel| panel.area);
    let mut areas: Vec<_> =
        panels.chain([layout.axis]).chain(layout.headers.iter().map(|header| header.area)).collect();
    areas.sort_by_key(|area| area.top);
    areas
}

#[test]
fn panels_are_inside_and_apart() {
    for size in [(300, 220), (300, 313), (900, 600), (1600, 900), (3000, 1800)] {
        for sides in [&[&ALL[..]][..], &[&ALL[..2], &ALL], &[&[], &ALL[..1]], &[&[], &[]]] {
            for (tasks, recorded) in [(1, false), (2, true), (30, false), (30, true), (300, false)] {
                let layout = layout(size, sides, tasks, recorded);
                let areas = areas(&layout);
                let context = format!("{size:?} {sides:?} {tasks} {recorded}: {areas:?}");
                assert!(areas.windows(2).all(|w| w[0].bottom <= w[1].top), "{context}");
                assert!(areas.iter().all(|a| a.left >= 0 && a.top < a.bottom), "{context}");
                assert!(
                    areas.iter().all(|a| a.right <= size.0 as i32 && a.bottom <= size.1 as i32),
                    "{context}"
                );
            }
        }
    }
}

#[test]
fn a_recording_without_room_is_left_out() {
    assert_eq!(layout((300, 220), &[&ALL, &ALL], 2, true).headers.len(), 2);
    assert_eq!(layout((300, 320), &[&ALL, &ALL], 2, true).headers.len(), 3);
}

#[test]
fn rows_are_inside_their_lane_and_apart() {
    for tasks in [1, 5, 30, 300] {
        let layout = layout((900, 620), &[&ALL[..2], &ALL[..2]], tasks, true);
        let panels = layout.panels.iter().filter(|panel| panel.kind == PanelKind::Lane);
        for (lane, panel) in layout.lanes.iter().zip(panels) {
            assert!(lane.marks.top == panel.area.top && lane.marks.bottom == lane.bars.top);
            assert!(lane.rows.first().is_none_or(|row| lane.bars.bottom < row.area.top));
            assert!(lane.rows.windows(2).all(|w| w[0].area.bottom <= w[1].area.top), "{tasks}");
            assert!(lane.rows.last().is_none_or(|row| row.area.bottom <= panel.area.bottom), "{tasks}");
        }
    }
}

#[test]
fn a_usual_page_shows_every_panel_of_both_sides() {
    let layout = layout((900, 620), &[&ALL[..2], &ALL[..2]], 2, false);
    assert_eq!(kinds(&layout, 0), [PanelKind::Lane, PanelKind::Lag, PanelKind::Vruntime]);
    assert_eq!(kinds(&layout, 0), kinds(&layout, 1));
    assert!(layout.lanes.iter().all(|lane| lane.rows.len() == 2));
}

#[test]
fn a_side_without_lines_leaves_its_room() {
    let layout = layout((900, 620), &[&[], &ALL], 2, false);
    let lanes_bottom = layout.panels[0].area.bottom;
    assert_eq!(layout.axis.top, lanes_bottom + PANEL_GAP_PX);
    assert_eq!(kinds(&layout, 1).len(), 4);
}

#[test]
fn the_axis_is_between_the_sides_or_below_the_only_one() {
    let both = layout((900, 600), &[&ALL[..2], &ALL[..2]], 2, true);
    assert!(both.panels.iter().all(|p| (p.side == 0) == (p.area.bottom <= both.axis.top)));
    let alone = layout((900, 600), &[&ALL[..2]], 2, false);
    assert!(alone.axis.bottom == 600 && alone.panels.iter().all(|p| p.area.bottom <= alone.axis.top));
}
