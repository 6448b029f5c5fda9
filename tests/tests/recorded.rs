//! A recording as the page shows it: its events as a trace, the side that simulates it, and the list to choose from.

use std::fs;

use sim::closed_loop::{self, scenario_of, side_of};
use sim::measure::{TaskStats, measure_on};
use sim::recording::{Recording, ThreadSummary, end_ns, task_count, trace_of};
use sim::simulate;
use tests::data;

fn each_recording(check: impl Fn(&str, &Recording)) {
    for file in data::recordings().into_iter().chain(data::recordings_of_several()) {
        check(&file.name, &formats::recording::read(&file.bytes).expect("a recording of ours can be read"));
    }
}

/// What the recorder counted, in our order: CPU time, switches, preemptions, blocks, waits, their sum and the longest, migrations.
fn counted(summary: &ThreadSummary) -> [u64; 8] {
    [
        summary.runtime_ns.unsigned_abs(),
        summary.switches_in,
        summary.involuntary,
        summary.voluntary,
        summary.wait_count,
        summary.wait_sum_ns.unsigned_abs(),
        summary.wait_max_ns.unsigned_abs(),
        summary.migrations,
    ]
}

fn measured(stats: &TaskStats) -> [u64; 8] {
    let waits = &stats.waits;
    [
        stats.cpu_ns,
        stats.switches,
        stats.preempted,
        stats.voluntary,
        waits.count,
        waits.total_ns,
        waits.max_ns,
        stats.migrations,
    ]
}

/// The recorder ends with the scenario. On one CPU its own thread has it by then; of several one may go on to the last event.
#[test]
fn its_trace_gives_the_numbers_that_the_recorder_counted() {
    each_recording(|name, recording| {
        let topology = recording.scenario.machine.topology().expect("a machine that there can be");
        let stats = measure_on(&topology, &trace_of(recording), task_count(recording), end_ns(recording));
        let after_ns = end_ns(recording) - recording.scenario.duration_us * 1000;
        for (thread, stats) in recording.scenario.threads.iter().zip(&stats.tasks) {
            let summary = recording.summary.get(&thread.name).expect("every thread has one");
            let (mut measured, counted) = (measured(stats), counted(summary));
            if recording.cpus > 1 && measured[0].abs_diff(counted[0]) <= after_ns {
                measured[0] = counted[0];
            }
            assert_eq!(measured, counted, "{name}: {}", thread.name);
        }
    });
}

#[test]
fn its_side_simulates_it_as_the_closed_loop_does() {
    each_recording(|name, recording| {
        let side = side_of(recording).expect("every recording here is modelled");
        let run = simulate(&scenario_of(recording), &side).expect("every recording here can be simulated");
        let expected = closed_loop::simulate(recording).expect("every recording here can be simulated");
        assert_eq!(run.trace().hash(), expected.trace().hash(), "{name}: {side:?}");
    });
}

/// Bytes of the recordings that the page brings along, all together: it holds them in itself.
const CHOSEN_BYTES_MAX: usize = 150_000;

#[test]
fn the_page_brings_small_recordings_that_can_be_simulated() {
    let list = data::folder("../www/src/files/recordings.json");
    let list = fs::read_to_string(list).expect("it is part of the repository");
    let chosen: Vec<serde_json::Value> = serde_json::from_str(&list).expect("it is a list");
    let mut bytes = 0;
    for entry in &chosen {
        let text = |key: &str| entry[key].as_str().unwrap_or_default();
        assert!(!text("title").is_empty() && text("lesson").ends_with('.'), "{entry}");
        let file = fs::read(data::folder("recordings").join(text("file"))).expect("its file is here");
        let recording = formats::recording::read(&file).expect("a recording of ours can be read");
        side_of(&recording).expect("it is modelled");
        bytes += file.len();
    }
    assert!(bytes <= CHOSEN_BYTES_MAX, "{bytes} bytes");
}
