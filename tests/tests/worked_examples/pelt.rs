//! The worked examples of load tracking in `vectors/pelt.json`: a task of nice 0, by itself unless something else is said.

use sched::pelt::{Doing, PeltClock, SchedAvg, util_est};
use serde_json::{Value, json};

const MS: u64 = 1_000_000;
const WEIGHT: u64 = 1024;
const RUNS: Doing = Doing { load: 1, runnable: 1, running: true };
const SLEEPS: Doing = Doing { load: 0, runnable: 0, running: false };

#[track_caller]
fn example(name: &str) -> Value {
    let all: Value =
        serde_json::from_str(include_str!("../../vectors/pelt.json")).expect("the vectors are JSON");
    all.get(name).unwrap_or_else(|| panic!("an example is called {name}")).clone()
}

fn rows(example: &Value) -> impl Iterator<Item = &Vec<Value>> {
    example.as_array().expect("a list").iter().map(|row| row.as_array().expect("a row"))
}

fn int(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

/// Lets `avg` do the same for `ms`, updated every `step_ms`.
fn pass(avg: &mut SchedAvg, doing: Doing, ms: u64, step_ms: u64, now_ns: &mut u64) {
    for _ in 0..ms / step_ms {
        *now_ns += step_ms * MS;
        avg.update(*now_ns, doing, WEIGHT);
    }
}

fn after_running(ms: u64, step_ms: u64) -> SchedAvg {
    let mut avg = SchedAvg::default();
    pass(&mut avg, RUNS, ms, step_ms, &mut 0);
    avg
}

/// Columns: ms, util_sum, period_units, util_avg, load_avg, runnable_avg.
#[test]
fn running_in_steps_of_1_ms() {
    for row in rows(&example("pelt.run_1ms_steps")) {
        let avg = after_running(int(&row[0]), 1);
        let got =
            json!([row[0], avg.util_sum, avg.period_units, avg.util_avg, avg.load_avg, avg.runnable_avg]);
        assert_eq!(got, json!(row));
    }
}

/// Columns: ms, util_sum, period_units, util_avg. How far the updates are apart shows in the sums.
#[test]
fn running_in_ticks_of_4_ms() {
    for row in rows(&example("pelt.run_4ms_ticks")) {
        let avg = after_running(int(&row[0]), 4);
        assert_eq!(json!([row[0], avg.util_sum, avg.period_units, avg.util_avg]), json!(row));
    }
}

/// Columns: ms of sleep after 100 ms of ticks, util_sum, util_avg, load_avg.
#[test]
fn sleeping_fades_away() {
    for row in rows(&example("pelt.sleep_after_100ms")) {
        let mut avg = after_running(100, 4);
        avg.update((100 + int(&row[0])) * MS, SLEEPS, WEIGHT);
        assert_eq!(json!([row[0], avg.util_sum, avg.util_avg, avg.load_avg]), json!(row));
    }
}

#[test]
fn two_of_ten_ms_settle() {
    let (mut avg, mut now_ns, mut after_run) = (SchedAvg::default(), 0, 0);
    for _ in 0..100 {
        pass(&mut avg, RUNS, 2, 2, &mut now_ns);
        after_run = avg.util_avg;
        pass(&mut avg, SLEEPS, 8, 8, &mut now_ns);
    }
    let got = json!({"after_run": after_run, "after_sleep": avg.util_avg});
    assert_eq!(got, example("pelt.periodic_2_of_10ms"));
}

#[test]
fn a_small_or_slow_cpu_has_a_slow_clock() {
    let after_1_ms = |capacity, frequency| {
        let mut clock = PeltClock::default();
        clock.run(MS, capacity, frequency);
        clock.now_ns()
    };
    let scale = 533 * 1024 / 1844;
    let got = json!({
        "cap1024_f1024": after_1_ms(1024, 1024),
        "cap462_f1024": after_1_ms(462, 1024),
        "cap462_f533of1844": [scale, after_1_ms(462, scale)],
    });
    assert_eq!(got, example("pelt.clock_advance_1ms"));
}

#[test]
fn a_small_cpu_fills_slowly_but_wholly() {
    let (mut avg, mut clock) = (SchedAvg::default(), PeltClock::default());
    for _ in 0..400 {
        clock.run(MS, 462, 1024);
        avg.update(clock.now_ns(), RUNS, WEIGHT);
    }
    assert_eq!(json!([avg.util_avg, avg.util_sum]), example("pelt.always_running_on_cap462_400ms"));
}

#[test]
fn a_new_task_gets_half_of_what_is_left() {
    let util = |capacity, util_avg, load_avg, weight| {
        let mut task = SchedAvg::of_new_task(weight);
        task.init_util(&SchedAvg { util_avg, load_avg, ..SchedAvg::default() }, capacity, weight);
        assert_eq!(task.runnable_avg, task.util_avg);
        task.util_avg
    };
    let got = json!({
        "cap1024_empty": util(1024, 0, 0, 1024),
        "cap462_empty": util(462, 0, 0, 1024),
        "cap1024_util600_load2048_nice0": util(1024, 600, 2048, 1024),
        "cap1024_util600_load2048_nice19(w15)": util(1024, 600, 2048, 15),
        "cap1024_util200_load1024_nice0": util(1024, 200, 1024, 1024),
        "cap1024_util1024_load1024": util(1024, 1024, 1024, 1024),
    });
    assert_eq!(got, example("newtask.util"));
}

/// Util 300, runnable 320 and load 512 join a queue that is 500 units into its period.
#[test]
fn joining_a_queue() {
    let mut queue = SchedAvg { period_units: 500, last_update_ns: 7 * MS, ..SchedAvg::default() };
    let mut task = SchedAvg { util_avg: 300, runnable_avg: 320, load_avg: 512, ..SchedAvg::default() };
    task.attach(&mut queue, WEIGHT);
    let got = json!({
        "divider": task.divider(),
        "util_sum": task.util_sum,
        "runnable_sum": task.runnable_sum,
        "load_sum": task.load_sum,
    });
    assert_eq!(got, example("attach.example"));
    assert_eq!(task.last_update_ns, queue.last_update_ns);
}

/// Columns: util_avg and runnable_avg at the end of a run, the estimate after it; from none on.
#[test]
fn the_estimate_follows() {
    let mut estimate = 0;
    for row in rows(&example("util_est.seq")) {
        let avg = SchedAvg { util_avg: int(&row[0]), runnable_avg: int(&row[1]), ..SchedAvg::default() };
        estimate = util_est(estimate, &avg, 1024);
        assert_eq!(json!([row[0], row[1], estimate]), json!(row));
    }
}
