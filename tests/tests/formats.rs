//! Readers and writers over every data file that we keep.

use formats::{delays, perf_table, recorder, recording, scenario};
use sim::recording::{Kind, PrevState, Recording, TaskKind};
use sim::{CostChoice, Scenario, Side, simulate};
use tests::data::{self, File};

/// How many recordings `tests/recordings/README.md` lists.
const RECORDINGS: usize = 552;

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
        assert!(recording.queues_at_start.contains_key(&(0, "/".into())), "{}", file.name);
    }
}

/// The README says so, since a value between -1 ms and 0 would read as positive. A new group stands 1.05 ms
/// below 0, whose sign is printed.
#[test]
fn no_virtual_time_at_the_start_is_near_zero() {
    for file in data::recordings() {
        for ((cpu, path), queue) in read(&file).queues_at_start {
            let times = [queue.min_vruntime, queue.zero_vruntime, queue.avg_vruntime];
            let far = |ns: i64| ns.abs() > 1_000_000;
            assert!(times.into_iter().flatten().all(far), "{} {cpu} {path}", file.name);
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
    assert_eq!(recording.queues_at_start[&(0, "/".into())].zero_vruntime, Some(19_808_820_440));
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
fn every_example_compares_two_kernels_and_says_what_to_see() {
    let files = data::scenarios();
    assert!(files.len() >= 6);
    for file in &files {
        let scenario =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        assert_eq!(format!("{}.json", scenario.name), file.name);
        assert!(scenario.title.is_some_and(|title| title.len() < 60), "{}: title", file.name);
        assert!(scenario.lesson.is_some_and(|lesson| !lesson.contains('\n')), "{}: lesson", file.name);
        let [a, b] = [scenario.a, scenario.b].map(|side| side.expect("an example says both sides"));
        assert!(sched::kernel(&a.kernel).is_some() && sched::kernel(&b.kernel).is_some(), "{}", file.name);
        assert_ne!(a, b, "{}: its sides are the same", file.name);
    }
}

/// The examples, on one CPU and on several.
fn examples() -> impl Iterator<Item = (String, Scenario)> {
    let read = |file: data::File| {
        let scenario =
            scenario::read_file(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        (file.name, scenario)
    };
    data::scenarios().into_iter().map(read)
}

/// Every such example under every kernel, with and without costs.
fn simulated() -> Vec<(String, Recording)> {
    let mut recordings = Vec::new();
    for (file, scenario) in examples() {
        for kernel in sched::KERNELS {
            for costs in [CostChoice::Zero, CostChoice::Recorded] {
                let name = format!("{file} under {} with costs {costs:?}", kernel.name);
                let side = Side { costs, ..Side::new(kernel.name) };
                let run = simulate(&scenario, &side).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(run.stopped(), None, "{name}");
                recordings.push((name, recorder::record(&scenario, &run)));
            }
        }
    }
    recordings
}

#[test]
fn a_simulated_recording_survives_being_written_and_read() {
    for (name, before) in simulated() {
        let after = recording::read(&written(&before));
        assert!(after.as_ref() == Ok(&before), "{name}: {:?}", after.err());
    }
}

#[test]
fn a_simulation_written_line_by_line_is_the_same_as_one_kept_whole() {
    for (name, scenario) in examples() {
        let run = simulate(&scenario, &Side::new("7.2")).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut bytes = Vec::new();
        recorder::write(&scenario, &run, &mut bytes).expect("memory can be written");
        let whole = recorder::record(&scenario, &run);
        assert!(bytes == written(&whole), "{name}");
        assert_eq!(recorder::thread_delays(&scenario, &run), delays::thread_delays(&whole), "{name}");
    }
}

#[test]
fn a_measured_run_has_the_table_of_its_recording() {
    for file in data::scenarios() {
        let scenario = scenario::read_file(&file.bytes).expect("an example can be read");
        for costs in [CostChoice::Zero, CostChoice::Recorded] {
            let side = Side { costs, ..Side::new("7.2") };
            let run = simulate(&scenario, &side).expect("an example can be simulated");
            let stats = sim::measure::measure(&run.trace().events, run.tasks().len(), run.end_ns());
            let measured = perf_table::text(&delays::of_stats(run.task_names(), &stats));
            assert_eq!(
                measured,
                perf_table::text(&recorder::thread_delays(&scenario, &run)),
                "{}",
                file.name
            );
        }
    }
}
