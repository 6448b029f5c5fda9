//! Replay of damaged recordings: never a panic, never a hang, whatever the order of events.

use std::sync::OnceLock;

use proptest::prelude::*;
use sim::recording::{Event, Kind, Numbers, Recording, TaskRef};
use sim::replay::{params_of, replay};
use tests::data;

/// Events kept of each recording: enough for every kind, few enough for many cases.
const EVENTS_KEPT: usize = 600;

/// Recordings that between them have every kind of event.
const NAMES: [&str; 14] = [
    "6.1/i-exit.jsonl.gz",
    "6.1/f-d8-next_buddy.jsonl.gz",
    "6.12/c-hog-heavysleeper.jsonl.gz",
    "6.12/j-yield-2hogs.jsonl.gz",
    "7.2/f-h-next_buddy.jsonl.gz",
    "7.2/i-spawn-short.jsonl.gz",
    "5.10/o-pipe-across-groups.jsonl.gz",
    "6.12/o-group-mixed.jsonl.gz",
    "7.2/o-two-groups-of-sleepers.jsonl.gz",
    "7.3/o-group-mixed.jsonl.gz",
    "5.10/k-fifo-two-prio.jsonl.gz",
    "6.1/k-rr-pair-hog.jsonl.gz",
    "6.12/k-fifo-hog-throttle.jsonl.gz",
    "7.2/k-deadline-overrun.jsonl.gz",
];

fn recordings() -> &'static [Recording] {
    static READ: OnceLock<Vec<Recording>> = OnceLock::new();
    READ.get_or_init(|| {
        let files = data::recordings();
        let read = |name: &&str| {
            let file = files.iter().find(|file| file.name == **name).expect("a recording of that name");
            let mut recording = formats::recording::read(&file.bytes).expect("it is right");
            recording.events.truncate(EVENTS_KEPT);
            recording
        };
        NAMES.iter().map(read).collect()
    })
}

/// One way to damage a list of events.
#[derive(Clone, Debug)]
enum Damage {
    Drop(usize),
    Repeat(usize),
    Swap(usize, usize),
    Rename(usize, usize),
    Shift(usize, i64),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = || 0..EVENTS_KEPT;
    prop_oneof![
        at().prop_map(Damage::Drop),
        at().prop_map(Damage::Repeat),
        (at(), at()).prop_map(|(a, b)| Damage::Swap(a, b)),
        (at(), at()).prop_map(|(a, b)| Damage::Rename(a, b)),
        (at(), any::<i64>()).prop_map(|(a, by)| Damage::Shift(a, by)),
    ]
}

fn apply(recording: &mut Recording, damage: &Damage) {
    let count = recording.events.len();
    let tasks = recording.tasks.len();
    match *damage {
        Damage::Drop(at) => drop(recording.events.remove(at % count)),
        Damage::Repeat(at) => {
            let again = recording.events[at % count].clone();
            recording.events.insert(at % count, again);
        }
        Damage::Swap(a, b) => recording.events.swap(a % count, b % count),
        Damage::Rename(at, task) => rename(&mut recording.events[at % count], TaskRef((task % tasks) as u32)),
        Damage::Shift(at, by) => shift(&mut recording.events[at % count], by),
    }
}

fn rename(event: &mut Event, to: TaskRef) {
    match &mut event.kind {
        Kind::Switch(switch) => switch.next = to,
        Kind::Waking(waking) => waking.task = to,
        Kind::Wakeup(wakeup) | Kind::WakeupNew(wakeup) => wakeup.task = to,
        Kind::Runtime { task, .. } | Kind::Exit { task } => *task = to,
        _ => {}
    }
}

fn shift(event: &mut Event, by: i64) {
    let moved = |numbers: &mut Option<Numbers>| {
        if let Some(numbers) = numbers {
            numbers.vruntime = numbers.vruntime.wrapping_add(by);
            numbers.deadline = numbers.deadline.wrapping_sub(by);
            numbers.slice_ns = by;
        }
    };
    match &mut event.kind {
        Kind::Switch(switch) => {
            moved(&mut switch.prev_numbers);
            moved(&mut switch.next_numbers);
        }
        Kind::Wakeup(wakeup) | Kind::WakeupNew(wakeup) => moved(&mut wakeup.numbers),
        Kind::Runtime { ran_ns, vruntime, .. } => {
            *ran_ns = by;
            *vruntime = vruntime.map(|v| v.wrapping_add(by));
        }
        Kind::Waking(waking) => waking.lag = Some(by),
        _ => {}
    }
}

/// Each task that blocks is said to run on, which no kernel does.
#[test]
fn a_task_that_blocks_may_run_on() {
    let mut wrong = 0;
    for mut recording in recordings().iter().cloned() {
        for event in &mut recording.events {
            if let Kind::Switch(switch) = &mut event.kind
                && !switch.prev_state.is_runnable()
            {
                switch.next = switch.prev;
            }
        }
        let params = params_of(&recording).expect("the header is whole");
        let report = replay(&recording, params);
        wrong += report.decisions - report.agree;
    }
    assert!(wrong > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_recordings_are_scored(which in 0..NAMES.len(), damages in prop::collection::vec(damage(), 1..12)) {
        let mut recording = recordings()[which].clone();
        for damage in &damages {
            apply(&mut recording, damage);
        }
        let params = params_of(&recording).expect("the header is whole");
        let report = replay(&recording, params);
        prop_assert!(report.agree <= report.decisions && report.numbers_exact <= report.numbers);
    }
}
