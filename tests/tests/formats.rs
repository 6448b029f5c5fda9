//! Readers and writers over every data file that we keep.

use formats::{delays, perf_table, recorder, recording, scenario};
use sched::Params;
use sim::recording::{Kind, PrevState, Recording, TaskKind};
use sim::replay;
use sim::{CostChoice, Side, simulate};
use tests::data::{self, File};

/// How many recordings `tests/recordings/README.md` lists.
const RECORDINGS: usize = 311;

fn read(file: &File) -> Recording {
    recording::read(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name))
}

/// The bytes of a recording's file.
fn written(recording: &Recording) -> Vec<u8> {
    let mut bytes = Vec::new();
    recording::write(recording, &mut bytes).expect("memory can be written");
    bytes
}

#[test]
fn every_recording_reads_and_lies_in_the_folder_of_its_kernel() {
    let files = data::recordings();
    assert_eq!(files.len(), RECORDINGS);
    for file in &files {
        let recording = read(file);
        let folder = file.name.rsplit('/').nth(1).expect("it is in a folder");
        assert_eq!(recording.kernel_tag, folder, "{}", file.name);
        assert_eq!((recording.cpus, recording.hz), (1, 250), "{}", file.name);
        assert!(recording.events.len() > 50, "{}: {} events", file.name, recording.events.len());
    }
}

#[test]
fn what_we_count_is_what_the_recorder_counted() {
    for file in data::recordings() {
        let recording = read(&file);
        assert_eq!(delays::summary(&delays::thread_delays(&recording)), recording.summary, "{}", file.name);
    }
}

#[test]
fn a_recording_survives_being_written_and_read() {
    for file in data::recordings() {
        let before = read(&file);
        let after = recording::read(&written(&before));
        assert!(after.as_ref() == Ok(&before), "{}: {:?}", file.name, after.err());
    }
}

#[test]
fn the_state_before_the_first_event_is_known_for_every_fair_task() {
    for file in data::recordings() {
        let recording = read(&file);
        for task in &recording.tasks {
            let known = task.start.as_ref().is_some_and(|start| start.vruntime.is_some());
            let needed = match task.kind {
                TaskKind::Scenario(index) => !recording.scenario.threads[index].spawned,
                TaskKind::Other => true,
                TaskKind::Idle | TaskKind::Main | TaskKind::OtherRt => false,
            };
            assert!(known || !needed, "{}: {}", file.name, task.identity);
        }
        assert!(recording.queues_at_start.contains_key("/"), "{}", file.name);
    }
}

/// The README says so, since a value between -1 ms and 0 would read as positive.
#[test]
fn no_virtual_time_at_the_start_is_near_zero() {
    for file in data::recordings() {
        for (path, queue) in read(&file).queues_at_start {
            let times = [queue.min_vruntime, queue.zero_vruntime, queue.avg_vruntime];
            assert!(times.into_iter().flatten().all(|ns| ns > 1_000_000), "{} {path}", file.name);
        }
    }
}

/// One file looked at by hand, so that a reader that mixes up fields cannot pass.
#[test]
fn a_hog_and_a_sleeper_on_7_2_in_detail() {
    let files = data::recordings();
    let file = files.iter().find(|file| file.name == "7.2/c-hog-sleeper.jsonl.gz").expect("it is kept");
    let recording = read(file);
    assert_eq!(recording.active_preemption(), "lazy");
    assert_eq!(recording.knobs.base_slice_ns, Some(700_000));
    assert_eq!(recording.queues_at_start["/"].zero_vruntime, Some(19_808_820_440));
    let hog = recording.task(recording.thread(0));
    assert_eq!((hog.name.as_str(), hog.kind), ("h0", TaskKind::Scenario(0)));
    let start = hog.start.expect("it existed before");
    assert_eq!((start.vruntime, start.sum_exec_ns), (Some(19_778_736_808), Some(9440)));
    let blocked = recording.events.iter().find_map(|event| match &event.kind {
        Kind::Switch(switch) if switch.prev_state == PrevState::Sleeping => Some((event.t_ns, switch)),
        _ => None,
    });
    let (t_ns, switch) = blocked.expect("the sleeper sleeps");
    assert_eq!((t_ns, switch.prev, switch.next), (933_663, recording.thread(1), recording.thread(0)));
    let numbers = switch.prev_numbers.expect("7.2 records them");
    assert_eq!((numbers.vruntime, numbers.deadline), (19_809_057_671, 19_809_549_564));
    assert_eq!((numbers.slice_ns, numbers.vlag, numbers.sum_exec_ns), (700_000, 252_289, 217_514));
}

#[test]
fn the_table_has_the_layout_of_perf_sched_latency() {
    let files = data::recordings();
    let file = files.iter().find(|file| file.name == "7.2/c-hog-sleeper.jsonl.gz").expect("it is kept");
    let table = perf_table::text(&delays::thread_delays(&read(file)));
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 8);
    assert_eq!(rows[1].split('|').next().map(str::len), rows[3].split('|').next().map(str::len));
    let hog = "  h0                    |    363.477 ms |      178 | avg:   0.205 ms | max:   0.213 ms \
               | max start:     0.022895 s | max end:     0.023107 s";
    assert_eq!(rows[3], hog);
    assert_eq!(rows[6], "  TOTAL:                |    399.967 ms |      353 |");
}

#[test]
fn a_recording_is_a_scenario_as_it_stands() {
    for file in data::recordings() {
        let scenario =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        assert_eq!(scenario, read(&file).scenario, "{}", file.name);
    }
}

#[test]
fn a_scenario_survives_being_written_and_read() {
    for file in data::recordings().iter().chain(&data::scenarios()) {
        let before =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        assert_eq!(scenario::read(&scenario::write(&before)), Ok(before), "{}", file.name);
    }
}

#[test]
fn every_example_compares_cfs_with_eevdf_and_says_what_to_see() {
    let files = data::scenarios();
    assert!(files.len() >= 6);
    for file in &files {
        let scenario =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        assert_eq!(format!("{}.json", scenario.name), file.name);
        assert!(scenario.title.is_some_and(|title| title.len() < 60), "{}: title", file.name);
        assert!(scenario.lesson.is_some_and(|lesson| !lesson.contains('\n')), "{}: lesson", file.name);
        let kernels = [scenario.a, scenario.b].map(|side| side.map(|side| side.kernel));
        assert_eq!(kernels, [Some("6.5".to_string()), Some("7.2".to_string())], "{}", file.name);
    }
}

/// Every example under every kernel, with and without costs.
fn simulated() -> Vec<(String, Params, Recording)> {
    let mut recordings = Vec::new();
    for file in data::scenarios() {
        let scenario =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        for kernel in sched::KERNELS {
            for costs in [CostChoice::Zero, CostChoice::Recorded] {
                let name = format!("{} under {} with costs {costs:?}", file.name, kernel.name);
                let side = Side { costs, ..Side::new(kernel.name) };
                let run = simulate(&scenario, &side).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(run.stopped(), None, "{name}");
                recordings.push((name, *run.params(), recorder::record(&scenario, &run)));
            }
        }
    }
    recordings
}

#[test]
fn a_simulated_recording_survives_being_written_and_read() {
    for (name, _, before) in simulated() {
        let after = recording::read(&written(&before));
        assert!(after.as_ref() == Ok(&before), "{name}: {:?}", after.err());
    }
}

#[test]
fn a_simulation_written_line_by_line_is_the_same_as_one_kept_whole() {
    for file in data::scenarios() {
        let scenario =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        let run =
            simulate(&scenario, &Side::new("7.2")).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        let mut bytes = Vec::new();
        recorder::write(&scenario, &run, &mut bytes).expect("memory can be written");
        let whole = recorder::record(&scenario, &run);
        assert!(bytes == written(&whole), "{}", file.name);
        assert_eq!(recorder::thread_delays(&scenario, &run), delays::thread_delays(&whole), "{}", file.name);
    }
}

/// The engine and the replay call the policy in different ways: one decides when, the other is told.
#[test]
fn the_replay_agrees_with_every_simulated_recording() {
    for (name, params, recording) in simulated() {
        let report = replay::replay(&recording, params);
        assert_eq!((report.wrong(), report.inexact()), (0, 0), "{name}: {:#?}", report.misses.first());
        assert!(report.decisions > 10 && report.numbers > 5, "{name}: {report:?}");
    }
}

/// How many recordings outside `repeats/` have a workload that the engine models; the others have threads
/// of higher classes that change attributes.
const SIMULATED: u32 = 246;

/// Recorded workloads have what the examples have not: pipes, forks, exits, yields, changes.
#[test]
fn the_replay_agrees_with_recorded_workloads_simulated_anew() {
    let mut simulated = 0;
    for file in data::recordings().iter().filter(|file| !file.name.starts_with("repeats/")) {
        let real = read(file);
        let Ok(params) = replay::params_of(&real) else { continue };
        let side = Side { costs: CostChoice::Recorded, ..Side::new(params.kernel.name) };
        let Ok(run) = simulate(&real.scenario, &side) else { continue };
        simulated += 1;
        let recording = recorder::record(&real.scenario, &run);
        let report = replay::replay(&recording, *run.params());
        let found = (report.wrong(), report.inexact());
        assert_eq!(found, (0, 0), "{}: {:#?}", file.name, report.misses.first());
    }
    assert_eq!(simulated, SIMULATED);
}
