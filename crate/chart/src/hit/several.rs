//! What is under a pixel of what only machines with several CPUs have: groups, and the strip below the lanes.

use super::{Hit, Subject, What};
use crate::figure::Figure;
use crate::history::Stretch;
use crate::layout::{GroupPlace, Layout};
use crate::pen::Area;
use crate::sentence::short;

/// The side whose group, or strip below the lanes, is at this place.
pub fn side_at(layout: &Layout, (x, y): (i32, i32)) -> Option<usize> {
    let group = group_at(layout, (x, y)).map(|place| place.side);
    let strip = || layout.idle_queued.iter().find(|(_, area)| area.top <= y && y < area.bottom);
    group.or_else(|| strip().map(|(side, _)| *side))
}

/// The group, or the stretch in which CPUs were idle while tasks were queued.
pub fn hit(figure: &Figure, subject: &Subject, (x, y): (i32, i32)) -> Option<Hit> {
    let axis = &figure.axis;
    let t_ns = axis.time_ns(x);
    let found = |what, cpu, span_ns, label| {
        Some(Hit { side: subject.side, cpu, what, task: None, t_ns, span_ns, row: None, label })
    };
    if let Some(place) = group_at(&figure.layout, (x, y)) {
        let group = &subject.machine.groups[place.group];
        let cpu = subject.machine.cpus_of(group).first().map_or(0, |lane| lane.cpu);
        return found(What::Group, cpu, (t_ns, t_ns), group.label.clone());
    }
    let all = &subject.history.idle_queued;
    let Stretch { from_ns, to_ns } =
        *all.get(all.partition_point(|stretch| stretch.to_ns <= t_ns)).filter(|it| it.from_ns <= t_ns)?;
    let label = format!("a CPU idle while tasks are queued, {}", short((to_ns - from_ns) as i64));
    found(What::IdleQueued, 0, (from_ns, to_ns), label)
}

fn group_at(layout: &Layout, (x, y): (i32, i32)) -> Option<&GroupPlace> {
    let is_at = |area: &Area| area.left <= x && x < area.right && area.top <= y && y < area.bottom;
    layout.groups.iter().find(|place| is_at(&place.title))
}
