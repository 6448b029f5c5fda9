//! What is found under pixels of a machine with one CPU.

use sched::Family;
use sim::State;
use sim::trace::Kind;
use sim::tracks::{EntityPoint, QueuePoint, Tracks};

use super::*;
use crate::blocks::Blocks;
use crate::history::{Held, Lane, Mark};
use crate::list::{DisplayList, record};
use crate::machine::Machine;
use crate::palette::Theme;
use crate::scene::{Face, Lines, Scene, SideScene};

/// `hog` runs 0–400, idle to 500, `ed` 500–1000; `ed` waits 100–200 and is delayed 300–350; times in µs.
fn history() -> History {
    let run = |from_us: u64, to_us: u64, task| Run { from_ns: from_us * 1_000, to_ns: to_us * 1_000, task };
    let wait = |from_us: u64, to_us: u64, held| Wait {
        from_ns: from_us * 1_000,
        to_ns: to_us * 1_000,
        held,
        cpu: 0,
    };
    let mark = |t_us: u64, row, kind, task| Mark { t_ns: t_us * 1_000, row, kind, task };
    let lane = Lane {
        runs: vec![run(0, 400, 0), run(500, 1_000, 1)],
        marks: vec![mark(400, 7, Kind::SwitchBlocked, 0)],
        queue: Vec::new(),
    };
    History {
        lanes: vec![lane],
        waits: vec![Vec::new(), vec![wait(100, 200, Held::Runnable), wait(300, 350, Held::Delayed)]],
        delays: vec![Vec::new(), vec![mark(350, 6, Kind::DelayedOut, 1)]],
        ..History::default()
    }
}

fn tracks() -> Tracks {
    let point = |t_ns| EntityPoint {
        t_ns,
        vruntime: 0,
        deadline: 0,
        lag_ns: 0,
        floor: 0,
        protect: 0,
        weight: 1024,
        state: State::Running,
    };
    let queue = |t_ns| QueuePoint { t_ns, cpu: 0, avg_vruntime: 0, min_vruntime: 0 };
    Tracks {
        queue: [0, 1_000_000].map(queue).to_vec(),
        entities: vec![[0, 1_000_000].map(point).to_vec(), Vec::new()],
        coarse: false,
    }
}

/// Draws the history as the only side, hits it where `at` says, and gives the label.
fn label(at: impl FnOnce(&Figure) -> (i32, i32)) -> Option<String> {
    let (history, tracks, blocks) = (history(), tracks(), Blocks::default());
    let machine = Machine::plain(1);
    let faces = ["hog", "ed"].map(|name| Face { name: name.to_owned(), ..Face::default() });
    let sides = [SideScene {
        title: String::new(),
        family: Family::Eevdf,
        history: &history,
        blocks: &blocks,
        machine: &machine,
        cpu: 0,
        clocks: &[],
        tracks: &tracks,
    }];
    let scene = Scene {
        sides: &sides,
        recording: None,
        faces: &faces,
        hidden: &[],
        highlight: None,
        window_ns: (0, 1_000_000),
        size: (800, 400),
        theme: Theme::Light,
        lines: Lines::RELATIVE,
        closed: &[],
        first_row: 0,
    };
    let figure = record(&mut DisplayList::default(), &scene);
    let subjects = [Subject { side: 0, history: &history, names: vec!["hog", "ed"], machine: &machine }];
    hit(&figure, &subjects, at(&figure)).map(|hit| {
        assert!(hit.span_ns.0 <= hit.t_ns && hit.t_ns <= hit.span_ns.1, "{hit:?}");
        assert_eq!(hit.row.is_some(), hit.what == What::Event, "{hit:?}");
        hit.label
    })
}

#[track_caller]
fn check(at: impl FnOnce(&Figure) -> (i32, i32), expected: Option<&str>) {
    assert_eq!(label(at).as_deref(), expected);
}

fn bars(figure: &Figure, t_us: u64) -> (i32, i32) {
    (figure.axis.x(t_us * 1_000), figure.layout.lanes[0].bars.middle())
}

fn row(figure: &Figure, index: usize, t_us: u64) -> (i32, i32) {
    (figure.axis.x(t_us * 1_000), figure.layout.lanes[0].rows[index].area.middle())
}

fn marks(figure: &Figure, t_us: u64, beside_px: i32) -> (i32, i32) {
    (figure.axis.x(t_us * 1_000) + beside_px, figure.layout.lanes[0].marks.middle())
}

#[test]
fn bars_tell_who_runs() {
    check(|figure| bars(figure, 200), Some("hog runs 0.4 ms"));
    check(|figure| bars(figure, 450), Some("idle 0.1 ms"));
    check(|figure| bars(figure, 600), Some("ed runs 0.5 ms"));
}

#[test]
fn rows_tell_each_state() {
    check(|figure| row(figure, 1, 150), Some("ed waits 0.1 ms"));
    check(|figure| row(figure, 1, 310), Some("ed is delayed 0.05 ms"));
    check(|figure| row(figure, 1, 600), Some("ed runs 0.5 ms"));
    check(|figure| row(figure, 1, 50), None);
}

#[test]
fn marks_are_hit_from_five_pixels() {
    check(|figure| marks(figure, 400, 5), Some("hog blocks"));
    check(|figure| marks(figure, 400, 6), None);
    check(|figure| row(figure, 1, 350), Some("ed leaves the queue"));
}

#[test]
fn names_are_hit_in_rows_and_beside_lines() {
    check(|figure| (20, row(figure, 1, 0).1), Some("ed"));
    check(|figure| (figure.plots[0].area.right + 10, figure.plots[0].names[0].1), Some("hog"));
}

#[test]
fn lines_tell_their_value() {
    check(|figure| (200, figure.plots[0].scale.y(0) + 3), Some("hog: lag 0 ms"));
    check(|figure| (200, figure.plots[0].scale.y(0) + 9), None);
}

#[test]
fn beside_everything_is_nothing() {
    check(|_| (2, 2), None);
    check(|figure| (figure.layout.plot_right + 3, bars(figure, 0).1), None);
    check(|_| (-50, 10_000), None);
}
