//! Tasks of the classes above fair in whole runs: who gets the CPU, when they are held back, and what is left for fair tasks.

use sim::costs::Costs;
use sim::measure::measure;
use sim::trace::{Event, Kind};
use sim::{CostChoice, Duration, Policy, Preemption, Run, Scenario, Side, Step, Thread, simulate};

const MS: u64 = 1_000_000;

fn hog(name: &str) -> Thread {
    Thread::new(name, vec![Step::Run(Duration::Fixed(0))])
}

fn fifo(rtprio: u8, thread: Thread) -> Thread {
    Thread { policy: Policy::Fifo, rtprio: Some(rtprio), ..thread }
}

/// A DEADLINE task of so many µs in so many.
fn reserve(runtime_us: u64, period_us: u64, thread: Thread) -> Thread {
    let (runtime_ns, period_ns) = (runtime_us * 1000, period_us * 1000);
    Thread {
        policy: Policy::Deadline,
        dl_runtime_ns: Some(runtime_ns),
        dl_deadline_ns: Some(period_ns),
        dl_period_ns: Some(period_ns),
        ..thread
    }
}

/// Runs for so long in each period.
fn periodic(name: &str, run_us: u64, period_us: u64) -> Thread {
    let wait = Step::Periodic { period_us, offset_us: 0 };
    Thread::new(name, vec![Step::Loop(0), wait, Step::Run(Duration::Fixed(run_us)), Step::End])
}

fn run(kernel: &str, duration_ms: u64, threads: Vec<Thread>) -> Run {
    let scenario =
        Scenario { threads, duration_us: duration_ms * 1000, phase_us: 1000, ..Scenario::default() };
    let side = Side { preemption: Some(Preemption::Full), ..Side::new(kernel) };
    simulate(&scenario, &side).expect("a valid scenario")
}

/// CPU time of each task, ns.
fn cpu_ns(run: &Run) -> Vec<u64> {
    let stats = measure(&run.trace().events, run.tasks().len(), run.end_ns());
    stats.tasks.iter().map(|task| task.cpu_ns).collect()
}

fn events(run: &Run, kind: Kind) -> Vec<Event> {
    run.trace().events.iter().copied().filter(|event| event.kind == kind as u8).collect()
}

/// When the CPU goes to a task, ns.
fn begins(run: &Run, task: u16) -> Vec<u64> {
    let is_switch = |event: &&Event| event.kind().is_switch() && event.other == task;
    run.trace().events.iter().filter(is_switch).map(|event| event.t_ns).collect()
}

#[test]
fn a_realtime_hog_leaves_a_twentieth_of_each_second() {
    for kernel in ["5.10", "6.1", "6.8", "6.12.0", "6.12.y", "7.0", "7.2", "7.3"] {
        let run = run(kernel, 4000, vec![fifo(10, hog("hog")), hog("fair")]);
        let fair_ns = cpu_ns(&run)[1];
        assert!((190 * MS..=220 * MS).contains(&fair_ns), "{kernel}: {fair_ns}");
    }
}

#[test]
fn up_to_6_11_the_hog_is_held_back_at_the_end_of_the_period() {
    let run = run("6.1", 2000, vec![fifo(10, hog("hog")), hog("fair")]);
    let held: Vec<_> = events(&run, Kind::Throttled).iter().map(|event| event.t_ns).collect();
    let freed: Vec<_> = events(&run, Kind::Unthrottled).iter().map(|event| event.t_ns).collect();
    assert_eq!((held[0], freed[0]), (951 * MS, 1000 * MS), "950 ms are exceeded at the tick of 951 ms");
}

#[test]
fn from_6_12_on_the_server_competes_where_its_time_just_fits() {
    let run = run("7.2", 2000, vec![fifo(10, hog("hog")), hog("fair")]);
    assert_eq!(
        begins(&run, 1),
        [950 * MS, 1953 * MS],
        "the second period begins where the first budget was found used up"
    );
    assert_eq!(begins(&run, 0)[1..], [1003 * MS]);
}

#[test]
fn the_highest_priority_runs_and_equals_wait() {
    let threads = vec![fifo(10, hog("a")), fifo(10, hog("b")), fifo(20, periodic("c", 1000, 10_000))];
    let run = run("7.2", 100, threads);
    let cpu = cpu_ns(&run);
    assert_eq!((cpu[1], cpu[2]), (0, 9 * MS), "c runs in each of nine periods, b never");
}

#[test]
fn equals_of_rr_take_turns_of_a_quantum() {
    let rr = |name| Thread { policy: Policy::Rr, rtprio: Some(10), ..hog(name) };
    let run = run("7.2", 400, vec![rr("a"), rr("b")]);
    assert_eq!(begins(&run, 1), [99 * MS, 299 * MS], "25 ticks, the first 3 ms after the start");
}

#[test]
fn a_reservation_is_had_in_each_period() {
    for kernel in ["5.10", "6.12.y", "7.2"] {
        let run =
            run(kernel, 100, vec![hog("a"), hog("b"), reserve(3000, 10_000, periodic("dl", 2000, 10_000))]);
        assert_eq!(cpu_ns(&run)[2], 18 * MS, "{kernel}: nine jobs of 2 ms");
        assert!(events(&run, Kind::DeadlineMissed).is_empty());
    }
}

#[test]
fn who_overruns_is_held_back_until_the_next_period() {
    let overrun = |kernel| run(kernel, 40, vec![hog("fair"), reserve(2000, 10_000, hog("dl"))]);
    let ends = |run: &Run| begins(run, 0).iter().map(|at_ns| at_ns / MS).collect::<Vec<_>>();
    let [exact, by_tick] = ["7.2", "6.1"].map(overrun);
    assert_eq!(ends(&exact), [2, 12, 22, 32], "HRTICK_DL ends each budget exactly");
    assert_eq!(
        ends(&by_tick),
        [3, 11, 23, 31],
        "without it a tick does, and what is over is missing from the next"
    );
}

#[test]
fn the_earliest_deadline_runs_first() {
    let threads = vec![
        reserve(5000, 40_000, hog("late")),
        reserve(2000, 10_000, periodic("soon", 1000, 20_000)),
        hog("fair"),
    ];
    let run = run("7.2", 60, threads);
    assert_eq!(begins(&run, 1), [0, 20 * MS, 40 * MS]);
    assert_eq!(begins(&run, 0), [0, 41 * MS], "at 40 ms both are ready, and 50 ms is before 80");
}

#[test]
fn a_late_job_is_noted_with_its_lateness() {
    let run = run("7.2", 100, vec![reserve(2000, 10_000, periodic("dl", 5000, 30_000))]);
    let missed = events(&run, Kind::DeadlineMissed);
    assert_eq!((missed[0].a as u64, missed[0].b as u64), (40 * MS, 11 * MS), "2 ms at 30, 2 at 40, 1 at 50");
}

#[test]
fn a_yield_gives_up_the_budget() {
    let body = vec![Step::Loop(0), Step::Run(Duration::Fixed(1000)), Step::Yield, Step::End];
    let run = run("7.2", 100, vec![hog("fair"), reserve(3000, 10_000, Thread::new("dl", body))]);
    assert_eq!(begins(&run, 1).len(), 10);
    assert_eq!(cpu_ns(&run)[1], 10 * MS);
}

#[test]
fn more_than_there_is_is_refused() {
    let threads = vec![reserve(5000, 10_000, hog("a")), reserve(4600, 10_000, hog("b"))];
    let scenario = Scenario { threads, ..Scenario::default() };
    let error = simulate(&scenario, &Side::new("6.1")).expect_err("96 of 95 percent");
    assert_eq!(
        error.to_string(),
        "threads[1].dl_runtime_ns: with it all reservations sum up to 1006632 of 2^20 of a CPU, above the limit of \
         996147; ask for less runtime in a period, or raise sched_rt_runtime_us"
    );
}

#[test]
fn a_server_that_wants_more_than_its_period_is_refused() {
    let mut scenario = Scenario { threads: vec![hog("a")], ..Scenario::default() };
    scenario.knobs.insert("fair_server_period_ns".to_owned(), 40_000_000.into());
    let error = simulate(&scenario, &Side::new("7.2")).expect_err("50 of 40 ms");
    assert_eq!(
        error.to_string(),
        "knobs.fair_server_runtime_ns: 50000000 ns in a period of 40000000 ns; keep it within fair_server_period_ns"
    );
}

#[test]
fn a_refused_change_changes_nothing() {
    let asks = vec![Step::Policy("b".into(), Policy::Deadline, None), Step::Run(Duration::Fixed(0))];
    let late = Thread { policy: Policy::Normal, ..reserve(5000, 10_000, Thread::new("b", asks)) };
    let run = run("7.2", 50, vec![reserve(5000, 10_000, hog("a")), late]);
    let change = events(&run, Kind::Change)[0];
    let limit = 996_147;
    assert_eq!((change.a, change.b), (524_288 * 2 + 2 * 52_428, limit));
    assert_eq!(cpu_ns(&run)[0], 25 * MS, "what it reserved");
}

#[test]
fn a_task_changes_class_and_comes_back() {
    let script = vec![
        Step::Run(Duration::Fixed(5000)),
        Step::Policy("a".into(), Policy::Fifo, Some(5)),
        Step::Run(Duration::Fixed(30_000)),
        Step::Policy("a".into(), Policy::Normal, None),
        Step::Run(Duration::Fixed(0)),
    ];
    for kernel in ["6.1", "7.2"] {
        let run = run(kernel, 100, vec![Thread::new("a", script.clone()), hog("b")]);
        let times = events(&run, Kind::Change);
        assert_eq!(times[1].t_ns - times[0].t_ns, 30 * MS, "{kernel}: as FIFO it is alone");
        let [a, b] = cpu_ns(&run)[..] else { panic!("two tasks") };
        assert!(b > 25 * MS && a + b == 100 * MS, "{kernel}: {a} {b}");
    }
}

/// A fair task is in a system call of 3 ms when a FIFO task wakes after 1 ms; when that has the CPU, µs.
#[track_caller]
fn check_delay(kernel: &str, model: Preemption, expected_us: u64) {
    let calls = Thread::new("a", vec![Step::Loop(0), Step::Post(0), Step::End]);
    let wakes = fifo(5, Thread { start_us: 1000, ..Thread::new("b", vec![Step::Run(Duration::Fixed(500))]) });
    let threads = vec![calls, wakes];
    let scenario =
        Scenario { threads, duration_us: 20_000, channels: 1, phase_us: 500, ..Scenario::default() };
    let costs = CostChoice::Custom(Costs { futex_post_ns: 3 * MS, ..Costs::default() });
    let side = Side { preemption: Some(model), costs, ..Side::new(kernel) };
    let run = simulate(&scenario, &side).expect("a valid scenario");
    let comes = run.trace().events.iter().find(|e| e.other == 1 && e.t_ns > 0 && e.kind().is_switch());
    assert_eq!(comes.map(|event| event.t_ns / 1000), Some(expected_us), "{kernel} {model:?}");
}

#[test]
fn a_preemption_model_delays_what_it_says() {
    for kernel in ["6.1", "6.17"] {
        check_delay(kernel, Preemption::None, 3000);
        check_delay(kernel, Preemption::Voluntary, 3000);
        check_delay(kernel, Preemption::Full, 1000);
    }
    check_delay("7.2", Preemption::Lazy, 1000);
}
