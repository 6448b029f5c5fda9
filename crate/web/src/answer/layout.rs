//! Where things are in a frame.

use chart::{Area, Figure, GroupPlace, LanePlaces, Machine, RowPlace, Theme};
use serde::Serialize;

use crate::comparison::Comparison;

/// Where things are in a frame.
#[derive(Serialize)]
pub struct Layout {
    plot_left: i32,
    plot_right: i32,
    panels: Vec<Panel>,
    lanes: Vec<Lane>,
    groups: Vec<Group>,
    sight: Option<Sight>,
    axis: Rows,
    thinned: bool,
    colors: Vec<String>,
}

#[derive(Serialize)]
struct Panel {
    side: usize,
    kind: &'static str,
    cpu: usize,
    top: i32,
    bottom: i32,
    label: String,
}

#[derive(Serialize)]
struct Lane {
    side: usize,
    cpu: usize,
    bars: Rows,
    rows: Vec<Row>,
    queue: Option<Rows>,
}

/// The title of a group of CPUs.
#[derive(Serialize)]
struct Group {
    side: usize,
    name: String,
    label: String,
    closed: bool,
    top: i32,
    bottom: i32,
}

/// What of the list of lanes is in sight.
#[derive(Serialize)]
struct Sight {
    first: usize,
    count: usize,
    total: usize,
}

#[derive(Serialize)]
struct Row {
    task: usize,
    top: i32,
    bottom: i32,
}

#[derive(Serialize)]
struct Rows {
    top: i32,
    bottom: i32,
}

/// The layout of a figure of what is open.
pub fn layout(figure: &Figure, theme: Theme, comparison: &Comparison) -> Layout {
    let (places, faces) = (&figure.layout, comparison.faces());
    let machine = comparison.sides[0].machine();
    let sight = |sight: chart::Sight| Sight { first: sight.first, count: sight.count, total: sight.total };
    Layout {
        plot_left: places.plot_left,
        plot_right: places.plot_right,
        panels: places.panels.iter().map(panel).collect(),
        lanes: places.lanes.iter().map(lane).collect(),
        groups: places.groups.iter().map(|place| group(place, machine)).collect(),
        sight: places.sight.map(sight),
        axis: rows(places.axis),
        thinned: figure.thinned,
        colors: faces.iter().map(|face: &chart::Face| chart::css(theme.task(face.color))).collect(),
    }
}

fn panel(panel: &chart::Panel) -> Panel {
    Panel {
        side: panel.side,
        kind: panel.kind.name(),
        cpu: panel.cpu,
        top: panel.area.top,
        bottom: panel.area.bottom,
        label: panel.label.clone(),
    }
}

fn lane(lane: &LanePlaces) -> Lane {
    let row = |row: &RowPlace| Row { task: row.task, top: row.area.top, bottom: row.area.bottom };
    let ends = lane.queue.first().zip(lane.queue.last());
    Lane {
        side: lane.side,
        cpu: lane.cpu,
        bars: rows(lane.bars),
        rows: lane.rows.iter().map(row).collect(),
        queue: ends.map(|(first, last)| Rows { top: first.top, bottom: last.bottom }),
    }
}

fn group(place: &GroupPlace, machine: &Machine) -> Group {
    let group = &machine.groups[place.group];
    Group {
        side: place.side,
        name: group.name.clone(),
        label: group.label.clone(),
        closed: place.closed,
        top: place.title.top,
        bottom: place.title.bottom,
    }
}

fn rows(area: Area) -> Rows {
    Rows { top: area.top, bottom: area.bottom }
}
