//! Simulated from scratch, a recorded workload does what it did under the real kernel:
//! as nearly as the real kernel does it again.
//!
//! Off by more than two points of CPU share are only a few tasks, where one turn more or less counts for
//! that much: under 6.1 two hogs with turns of 16 ms, and a hog beside a pipe or futex pair, whose seven
//! turns end at ticks of 4 ms; under 7.2 a task that either makes its frame or misses the next one too.
//! Kernel threads, which are not simulated, decide there which way it goes.

use std::collections::BTreeMap;

use sim::closed_loop::{ClosedLoop, ClosedRow, closed_loop};
use tests::conformance::{Table, permille_off, quantile};
use tests::data;

/// A recording of one CPU and its simulation.
struct Pair {
    name: String,
    loops: ClosedLoop,
}

impl Pair {
    fn kernel(&self) -> &str {
        let mut parts = self.name.split('/');
        let first = parts.next().unwrap_or_default();
        if first == "repeats" { parts.next().unwrap_or_default() } else { first }
    }
}

/// Every recording that the model can run: the same that the replay takes.
fn pairs(wanted: impl Fn(&str) -> bool) -> Vec<Pair> {
    let read = |file: data::File| {
        let recording = formats::recording::read(&file.bytes).expect("a recording of ours can be read");
        let loops = closed_loop(&recording).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        Pair { name: file.name, loops }
    };
    data::recordings().into_iter().filter(|file| wanted(&file.name)).map(read).collect()
}

#[derive(Default)]
struct Score {
    share_errors_bp: Vec<u64>,
    switch_errors_permille: Vec<u64>,
    wait_errors_permille: Vec<u64>,
}

impl Score {
    fn add(&mut self, pair: &Pair, row: &ClosedRow) {
        let (s, r) = (row.simulated, row.recorded);
        self.share_errors_bp.push(row.share_error_bp(pair.loops.duration_ns));
        self.switch_errors_permille.push(permille_off(s.switches, r.switches));
        // A shorter wait is nothing but the costs of the switch.
        if r.wait_mean_ns > 20_000 {
            self.wait_errors_permille.push(permille_off(s.wait_mean_ns, r.wait_mean_ns));
        }
    }
}

/// Shares within a point for nine tasks of ten and within two for nineteen of twenty; half of the
/// switch counts within 3 %, half of the mean waits within 5 %.
#[test]
fn every_kernel_is_met_within_a_point() {
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for pair in pairs(|name| !name.starts_with("repeats/")) {
        let score = scores.entry(pair.kernel().to_owned()).or_default();
        pair.loops.rows.iter().for_each(|row| score.add(&pair, row));
    }
    assert_eq!(scores.len(), 7, "five kernels, two of them also with preempt=full");
    for (kernel, mut score) in scores {
        let share = |score: &mut Score, percent| quantile(&mut score.share_errors_bp, percent);
        let (p90_bp, p95_bp) = (share(&mut score, 90), share(&mut score, 95));
        let mean_bp = score.share_errors_bp.iter().sum::<u64>() / score.share_errors_bp.len() as u64;
        let switches = quantile(&mut score.switch_errors_permille, 50);
        let waits = quantile(&mut score.wait_errors_permille, 50);
        let found = format!(
            "{kernel}: share {mean_bp} bp on average, 90 % within {p90_bp}, 95 % within {p95_bp}; \
             half of the switch counts within {switches} ‰, of the mean waits within {waits} ‰"
        );
        println!("{found}");
        assert!(mean_bp <= 40 && p90_bp <= 125 && p95_bp <= 200, "{found}");
        assert!(switches <= 30 && waits <= 50, "{found}");
    }
}

/// How far a real kernel differs from itself in switch counts, in percent: the greatest difference
/// among three runs of a scenario over all kernels and tasks (`recordings/README.md`).
const YARDSTICK_PERCENT: [(&str, u64); 6] = [
    ("a3-hogs", 3),
    ("c-hog-sleeper", 3),
    ("d-3hogs-2sleepers", 21),
    ("i-spawn-short", 40),
    ("h-pipe-pair-hog", 5),
    ("p-desktop", 25),
];

/// The smallest and the greatest of three recorded values.
fn range(triple: &[Pair], row: usize, value: impl Fn(&ClosedRow) -> u64) -> (u64, u64) {
    let values = triple.iter().map(|pair| value(&pair.loops.rows[row]));
    let all: Vec<u64> = values.collect();
    (*all.iter().min().expect("three"), *all.iter().max().expect("three"))
}

/// The model is one more run of the kernel: its counts lie in the range of the three recorded ones,
/// widened by how far the kernel differs from itself (or by a single switch), its shares within a
/// point and a half of them.
#[test]
fn the_model_differs_no_more_than_the_kernel_from_itself() {
    for kernel in ["6.1", "6.12", "7.2"] {
        for (scenario, percent) in YARDSTICK_PERCENT {
            let prefix = format!("repeats/{kernel}/{scenario}.");
            let triple = pairs(|name| name.starts_with(&prefix));
            assert_eq!(triple.len(), 3, "{prefix}");
            let duration_ns = triple[0].loops.duration_ns;
            for (i, row) in triple[0].loops.rows.iter().enumerate() {
                let found = format!("{prefix} {}: {row:?}", row.task);
                let (least, most) = range(&triple, i, |row| row.recorded.switches);
                let room = (most * percent / 100).max(1);
                let switches = row.simulated.switches;
                assert!(switches + room >= least && switches <= most + room, "{found}");
                let (least_ns, most_ns) = range(&triple, i, |row| row.recorded.cpu_ns);
                let room_ns = if scenario == "h-pipe-pair-hog" { duration_ns / 25 } else { duration_ns / 67 };
                let cpu_ns = row.simulated.cpu_ns;
                assert!(cpu_ns + room_ns >= least_ns && cpu_ns <= most_ns + room_ns, "{found}");
            }
        }
    }
}

/// On several CPUs a recording is one of the ways in which its scenario may go: by rank among tasks that are alike, shares are within
/// two points of what some start gives for seven tasks of ten, and a point outside on average. Pipes, whose locks are not simulated, stray
/// farthest.
#[test]
fn several_cpus_go_one_of_the_ways_that_a_recording_went() {
    let table = Table::of_folder(&data::folder("recordings-smp")).expect("it is kept");
    for kernel in ["6.1", "6.12", "7.2"] {
        let mut errors = table.closed.several_errors(kernel, None);
        let (outside, within_bp) = (errors.outside(), errors.outside_quantile_bp(70));
        assert!(
            outside.tasks >= 50 && outside.mean_bp <= 115 && within_bp <= 200,
            "{kernel}: {outside:?}, {within_bp}"
        );
    }
}

/// Tasks that nothing but their names tells apart are told to be alike; one that another changes is only like itself.
#[test]
fn tasks_that_are_alike_are_told() {
    let likes = |name: &str| {
        let bytes = std::fs::read(data::folder("recordings-smp").join(name)).expect("it is kept");
        let recording = formats::recording::read(&bytes).expect("it can be read");
        let loops = closed_loop(&recording).unwrap_or_else(|error| panic!("{name}: {error}"));
        loops.rows.iter().map(|row| row.like).collect::<Vec<_>>()
    };
    assert_eq!(likes("7.2/l4-5hogs.jsonl.gz"), [0; 5]);
    assert_eq!(likes("7.2/l2-hogs-nice.jsonl.gz"), [0, 0, 2, 2]);
    assert_eq!(likes("7.2/n2-affinity.jsonl.gz"), [0, 1, 2, 3], "a thread moves two of the three");
}

/// What a recording cannot be simulated for is said, not guessed.
#[test]
fn what_is_not_modelled_is_refused() {
    let files = data::recordings();
    let file = files.iter().find(|file| file.name == "6.1/a2-hogs.jsonl.gz").expect("it is kept");
    let mut recording = formats::recording::read(&file.bytes).expect("it can be read");
    recording.scenario.machine.cpus = 2;
    let error = closed_loop(&recording).expect_err("two CPUs of a machine that has one");
    assert_eq!(error.place, "machine.smp");
    recording.kernel_tag = "4.19".into();
    assert_eq!(closed_loop(&recording).expect_err("no preset").place, "kernel_tag");
}
