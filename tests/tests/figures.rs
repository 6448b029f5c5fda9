//! Figures: the same everywhere, inside their canvas, legible, and no dearer than their pixels.

#[path = "figures/ops.rs"]
mod ops;

use std::fs;

use chart::{
    Axis, DisplayList, Figure, Lines, Prepared, Rows, Scene, Seek, Theme, Told, find, record, svg, tell,
};
use ops::Shape;
use sim::{Scenario, Side, simulate};
use tests::data;

const MS: u64 = 1_000_000;

/// Both sides of a scenario, ready to be drawn.
struct Sides {
    sides: Vec<Prepared>,
    end_ns: u64,
}

impl Sides {
    fn of(scenario: &Scenario) -> Sides {
        let run =
            |side: &Side| Prepared::new(simulate(scenario, side).expect("the tests' scenarios can be run"));
        let sides: Vec<Prepared> = [&scenario.a, &scenario.b].into_iter().flatten().map(run).collect();
        let end_ns = sides[0].run().end_ns();
        Sides { sides, end_ns }
    }

    fn named(name: &str) -> Sides {
        let file = data::scenarios().into_iter().find(|file| file.name == name).expect("an example");
        Sides::of(&read(&file))
    }

    fn draw<T>(&mut self, view: &View, draw: impl FnOnce(&Scene) -> T) -> T {
        self.sides.iter_mut().for_each(|side| side.cover(view.window_ns.0, view.window_ns.1));
        let sides: Vec<_> = self.sides.iter().map(Prepared::scene).collect();
        draw(&Scene {
            sides: &sides,
            recording: None,
            faces: self.sides[0].faces(),
            hidden: view.hidden,
            highlight: view.highlight,
            window_ns: view.window_ns,
            size: view.size,
            theme: view.theme,
            lines: view.lines,
            closed: &[],
            first_row: 0,
        })
    }

    fn record(&mut self, view: &View) -> (DisplayList, Figure) {
        let mut list = DisplayList::default();
        let figure = self.draw(view, |scene| record(&mut list, scene));
        (list, figure)
    }

    fn told(&self, side: usize, seek: Seek) -> Told {
        let run = self.sides[side].run();
        let index = find(&run.trace().events, seek, Rows::Decisions).expect("there is a decision");
        tell(run, index).expect("it was just found")
    }
}

#[derive(Debug, Clone, Copy)]
struct View {
    window_ns: (u64, u64),
    size: (u32, u32),
    theme: Theme,
    lines: Lines,
    hidden: &'static [usize],
    highlight: Option<usize>,
}

const VIEW: View = View {
    window_ns: (38 * MS, 50 * MS),
    size: (760, 520),
    theme: Theme::Light,
    lines: Lines::RELATIVE,
    hidden: &[],
    highlight: None,
};

fn read(file: &data::File) -> Scenario {
    formats::scenario::read_file(&file.bytes).expect("the tests' scenarios are valid")
}

/// Compares with a file of `golden/`; `UPDATE=1` writes it instead.
#[track_caller]
fn check_golden(name: &str, found: &str) {
    let path = data::folder("golden").join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, found).expect("the golden folder can be written");
    }
    let kept = fs::read_to_string(&path).expect("a golden file; UPDATE=1 writes it");
    let differs = kept.lines().zip(found.lines()).position(|(kept, found)| kept != found);
    assert!(
        kept == found,
        "{name} differs from line {:?}; UPDATE=1 rewrites it",
        differs.map(|line| line + 1)
    );
}

#[test]
fn the_opening_picture_is_drawn_as_ever() {
    let (list, figure) = Sides::named("long-sleeper.json").record(&VIEW);
    check_golden("long-sleeper.ops.txt", &ops::readable(&list));
    assert!(!figure.thinned, "nothing in it is smaller than a pixel");
}

#[test]
fn the_opening_picture_is_written_as_ever() {
    check_golden("long-sleeper.svg", &Sides::named("long-sleeper.json").draw(&VIEW, svg));
}

const LOOKS: [(Theme, Lines, Option<usize>); 3] = [
    (Theme::Light, Lines::RELATIVE, None),
    (Theme::Print, lines(Axis::Absolute, Axis::Relative, Axis::Absolute), Some(0)),
    (Theme::Dark, lines(Axis::Off, Axis::Off, Axis::Off), None),
];

const fn lines(lag: Axis, vruntime: Axis, deadline: Axis) -> Lines {
    Lines { lag, vruntime, deadline }
}

/// Every example in every kind of view, and a long run of many tasks.
fn every_figure(mut check: impl FnMut(&str, View, &DisplayList)) {
    for file in data::scenarios().iter().chain(&data::workloads()) {
        let mut scenario = read(file);
        scenario.duration_us = scenario.duration_us.min(2_000_000);
        let mut sides = Sides::of(&scenario);
        let end_ns = sides.end_ns;
        for window_ns in
            [(0, end_ns), (end_ns / 3, end_ns / 2), (end_ns / 2, end_ns / 2 + 40_000), (end_ns, 2 * end_ns)]
        {
            for size in [(360, 240), (900, 620), (1720, 1000)] {
                for (theme, lines, highlight) in LOOKS {
                    let view = View { window_ns, size, theme, lines, highlight, hidden: &[] };
                    check(&file.name, view, &sides.record(&view).0);
                }
            }
        }
    }
}

#[test]
fn everything_is_inside_the_canvas() {
    every_figure(|name, view, list| {
        for shape in ops::shapes(list) {
            let (Shape::Drawn(bounds) | Shape::Text(_, bounds)) = &shape;
            assert!(bounds.is_inside(view.size, 1.0), "{name} {view:?}: {shape:?}");
        }
    });
}

#[test]
fn no_text_covers_another() {
    every_figure(|name, view, list| {
        let texts: Vec<_> =
            ops::shapes(list).into_iter().filter(|shape| matches!(shape, Shape::Text(..))).collect();
        for (at, shape) in texts.iter().enumerate() {
            let Shape::Text(text, bounds) = shape else { unreachable!("only texts were kept") };
            let covers =
                texts[..at].iter().find(|other| matches!(other, Shape::Text(_, b) if b.overlaps(bounds)));
            assert_eq!(covers, None, "{name} {view:?}: {text} {bounds:?}");
        }
    });
}

#[test]
fn a_hidden_task_keeps_its_bars_and_loses_row_and_lines() {
    let mut sides = Sides::named("long-sleeper.json");
    let (all, figure) = sides.record(&VIEW);
    let without = sides.record(&View { hidden: &[0], ..VIEW }).0;
    let named = |list: &DisplayList| list.texts.iter().filter(|text| *text == "sleeper").count();
    // One name for the row under each lane, and one for the line in each other panel.
    assert_eq!(named(&all) - named(&without), figure.layout.panels.len());
    let bars = |list: &DisplayList| ops::shapes(list).iter().filter(|shape| is_bar(shape)).count();
    assert_eq!(bars(&all), bars(&without));
}

/// As high as a lane's bars, but not the whole lane.
fn is_bar(shape: &Shape) -> bool {
    matches!(shape, Shape::Drawn(b) if b.bottom - b.top == 24.0 && b.right - b.left < 600.0)
}

#[test]
fn a_closed_side_leaves_its_room_to_the_other() {
    let file =
        data::scenarios().into_iter().find(|file| file.name == "long-sleeper.json").expect("an example");
    let mut alone = Sides::of(&Scenario { b: None, ..read(&file) });
    let figure = alone.record(&VIEW).1;
    assert!(figure.layout.panels.iter().all(|panel| panel.side == 0));
    assert_eq!(figure.layout.axis.bottom, VIEW.size.1 as i32);
}

/// A run of at least so many events: hogs that change every tick.
fn long_run(duration_us: u64) -> Sides {
    let file =
        data::workloads().into_iter().find(|file| file.name == "hog-20-sleepers.json").expect("a workload");
    Sides::of(&Scenario { duration_us, ..read(&file) })
}

#[test]
fn a_frame_costs_by_its_width_and_not_by_the_trace() {
    let whole = |sides: &mut Sides, width| {
        let view = View { window_ns: (0, sides.end_ns), size: (width, 620), ..VIEW };
        sides.record(&view).0.ops.len()
    };
    let (mut short, mut long) = (long_run(9_000_000), long_run(36_000_000));
    assert!(short.sides[0].run().trace().events.len() > 100_000);
    let (few, many, wide) = (whole(&mut short, 800), whole(&mut long, 800), whole(&mut long, 1600));
    assert!(many < few * 5 / 4, "four times the events, {few} numbers became {many}");
    assert!(wide < many * 5 / 2, "twice the width, {many} numbers became {wide}");
    // Lanes, marks, rows and two panels of 16 lines with at most four points in two pixels.
    assert!(many < 800 * 16 * 12, "{many}");
}

#[test]
fn a_long_run_says_that_it_is_thinned() {
    let mut sides = long_run(9_000_000);
    let view = View { window_ns: (0, sides.end_ns), ..VIEW };
    let (list, figure) = sides.record(&view);
    assert!(figure.thinned && list.texts.iter().any(|text| text.contains("thinned")));
}

#[test]
fn what_was_surveyed_and_what_was_run_again_agree() {
    let mut sides = long_run(9_000_000);
    let last_bar = |list: &DisplayList| list.texts.iter().filter(|text| *text == "hog0").count();
    let near = View { window_ns: (4_000 * MS, 4_010 * MS), ..VIEW };
    let before = sides.record(&near).0;
    sides.record(&View { window_ns: (0, sides.end_ns), ..VIEW });
    let after = sides.record(&near).0;
    assert!(last_bar(&before) > 0);
    assert_eq!(ops::readable(&before), ops::readable(&after));
}

#[test]
fn the_headline_is_told_in_words() {
    let sides = Sides::named("long-sleeper.json");
    let [cfs, eevdf] = [0, 1].map(|side| sides.told(side, Seek::AfterTime(42 * MS - 1)));
    assert_eq!(
        cfs.sentence,
        "sleeper preempts hog at its wakeup: hog's vruntime is ahead by 3.000 ms, more than wakeup_granularity 1.000 ms."
    );
    assert_eq!(
        eevdf.sentence,
        "sleeper wakes and does not preempt hog: its deadline is 2.000 ms after the earliest of the eligible."
    );
    let seen = eevdf.seen.expect("a wakeup is a decision");
    let rows: Vec<_> = seen.candidates.iter().map(|c| (c.vruntime, c.deadline, c.eligible)).collect();
    assert_eq!(rows, [(41_500_000, 42_500_000, true), (41_500_000, 44_500_000, true)]);
}

#[test]
fn every_event_of_every_example_can_be_told() {
    for file in data::scenarios() {
        for side in &Sides::of(&read(&file)).sides {
            let run = side.run();
            for index in 0..run.trace().events.len() {
                let told = tell(run, index).expect("the row exists");
                let text = &told.sentence;
                assert!(text.ends_with('.') && !text.contains("nobody"), "{} {index}: {text}", file.name);
                let explained = told.rule.is_empty() == told.source.is_empty();
                assert!(explained, "{} {index}: {} {}", file.name, told.rule, told.source);
            }
        }
    }
}

#[test]
fn stepping_visits_every_decision_once() {
    let sides = Sides::named("custom-slice.json");
    let events = &sides.sides[1].run().trace().events;
    let mut forward = Vec::new();
    let mut at = find(events, Seek::AfterTime(0), Rows::Decisions);
    while let Some(index) = at {
        forward.push(index);
        at = find(events, Seek::AfterRow(index), Rows::Decisions);
    }
    let mut backward = Vec::new();
    let mut at = find(events, Seek::At(u64::MAX), Rows::Decisions);
    while let Some(index) = at.filter(|&index| events[index].t_ns > 0) {
        backward.push(index);
        at = find(events, Seek::BeforeRow(index), Rows::Decisions);
    }
    backward.reverse();
    assert_eq!(forward, backward);
    assert!(forward.len() > 10);
}
