//! Looking at a finished run: lines, decisions laid open, bounds of memory.

use sim::explain::{Candidate, Who};
use sim::tracks::{EntityPoint, Tracks};
use sim::{Duration, Run, Scenario, Side, State, Step, Thread, simulate};

/// A hog, a short sleeper and a nicer hog.
fn trio() -> Scenario {
    let (run, sleep) = (Step::Run(Duration::Fixed(700)), Step::Sleep(Duration::Fixed(3100)));
    let hog = |name: &str, nice| Thread { nice, ..Thread::new(name, vec![Step::Run(Duration::Fixed(0))]) };
    let sleeper = Thread::new("sleeper", vec![Step::Loop(0), run, sleep, Step::End]);
    Scenario {
        duration_us: 200_000,
        threads: vec![hog("hog", 0), sleeper, hog("nice", 5)],
        ..Scenario::default()
    }
}

fn run(kernel: &str) -> Run {
    simulate(&trio(), &Side::new(kernel)).expect("the trio is valid")
}

/// The value of a line at an instant, with time running linearly between two points.
fn at(line: &[EntityPoint], t_ns: u64, value: impl Fn(&EntityPoint) -> i64) -> f64 {
    let after = line.partition_point(|point| point.t_ns < t_ns).clamp(1, line.len() - 1);
    let (from, to) = (&line[after - 1], &line[after]);
    let span = (to.t_ns - from.t_ns).max(1) as f64;
    let part = (t_ns - from.t_ns) as f64 / span;
    value(from) as f64 + part * (value(to) - value(from)) as f64
}

#[track_caller]
fn check_ordered(tracks: &Tracks) {
    for line in &tracks.entities {
        assert!(line.windows(2).all(|pair| pair[0].t_ns <= pair[1].t_ns), "a line goes back in time");
    }
    assert!(tracks.queue.windows(2).all(|pair| pair[0].t_ns <= pair[1].t_ns), "V goes back in time");
}

/// Between two points a line is straight: running again to any instant gives the line's value.
#[test]
fn lines_are_true_at_every_instant() {
    for kernel in ["6.5", "6.12.y", "7.2"] {
        let run = run(kernel);
        let tracks = run.tracks(0, run.end_ns(), usize::MAX);
        assert!(!tracks.coarse);
        check_ordered(&tracks);
        for index in (50..run.trace().events.len() - 1).step_by(61) {
            let (t_ns, next_ns) = (run.trace().events[index].t_ns, run.trace().events[index + 1].t_ns);
            let sim = run.state_at_event(index);
            let middle_ns = t_ns + (next_ns - t_ns) / 2;
            if middle_ns == t_ns {
                continue;
            }
            let (queue, pool) = sim.charged(0, middle_ns);
            let mut levels = sim::levels::Levels::new(&queue, &pool);
            for task in (0..3u16).filter(|task| sim.entity(*task).on_rq) {
                let line = &tracks.entities[usize::from(task)];
                let mean = levels.of(sim.entity_id(task)).mean;
                let vruntime = pool[sim.entity_id(task)].vruntime;
                let near =
                    |got: f64, want: i64| assert!((got - want as f64).abs() <= 2.0, "{kernel}: {got} {want}");
                near(at(line, middle_ns, |point| point.vruntime), vruntime.raw());
                near(at(line, middle_ns, |point| point.lag_ns), mean.since(vruntime));
            }
        }
    }
}

/// A sleeper that wakes far behind min_vruntime, alone and beside a hog, drags it along from where it catches up.
#[test]
fn the_floor_is_true_between_events() {
    let script = [10_000, 300].map(|us| Step::Run(Duration::Fixed(us)));
    let [long, short] = script;
    let sleep = Step::Sleep(Duration::Fixed(20_000));
    let sleeper = Thread::new("sleeper", vec![short, sleep.clone(), long.clone(), sleep, long]);
    let hog = Thread { start_us: 45_000, ..Thread::new("hog", vec![Step::Run(Duration::Fixed(0))]) };
    let scenario = Scenario { duration_us: 60_000, threads: vec![sleeper, hog], ..Scenario::default() };
    let side = Side { costs: sim::CostChoice::Recorded, ..Side::new("6.1") };
    let run = simulate(&scenario, &side).expect("it is valid");
    let tracks = run.tracks(0, run.end_ns(), usize::MAX);
    check_ordered(&tracks);
    let mut cursor = sim::values::Cursor::default();
    for pair in tracks.queue.windows(2).filter(|pair| pair[0].t_ns < pair[1].t_ns) {
        let middle_ns = pair[0].t_ns.midpoint(pair[1].t_ns);
        let part = (middle_ns - pair[0].t_ns) as f64 / (pair[1].t_ns - pair[0].t_ns) as f64;
        let line = pair[0].min_vruntime as f64 + part * (pair[1].min_vruntime - pair[0].min_vruntime) as f64;
        let floor = cursor.values(&run, middle_ns).min_vruntime;
        assert!((line - floor as f64).abs() <= 2.0, "at {middle_ns}: {line} drawn, {floor} true");
    }
}

#[test]
fn many_points_are_thinned_and_it_is_said() {
    let run = run("7.2");
    let all = run.tracks(0, run.end_ns(), usize::MAX);
    let count = |tracks: &Tracks| tracks.queue.len() + tracks.entities.iter().map(Vec::len).sum::<usize>();
    let few = run.tracks(0, run.end_ns(), 500);
    assert!(few.coarse && count(&few) <= 510 && count(&few) > 100, "{} of {}", count(&few), count(&all));
    check_ordered(&few);
    let none = run.tracks(0, run.end_ns(), 0);
    assert!(none.coarse && count(&none) < 50, "{}", count(&none));
}

#[test]
fn a_window_shows_what_the_whole_shows() {
    let run = run("7.2");
    let (from_ns, to_ns) = (60_000_000, 90_000_000);
    let (whole, window) = (run.tracks(0, run.end_ns(), usize::MAX), run.tracks(from_ns, to_ns, usize::MAX));
    for (whole, window) in whole.entities.iter().zip(&window.entities) {
        let inside = |point: &&EntityPoint| (from_ns + 5_000_000..to_ns).contains(&point.t_ns);
        let (a, b): (Vec<_>, Vec<_>) =
            (whole.iter().filter(inside).collect(), window.iter().filter(inside).collect());
        let first = a.iter().zip(&b).find(|(x, y)| x != y);
        assert!(first.is_none() && a.len() == b.len(), "{} {} points; {first:?}", a.len(), b.len());
    }
}

/// The decision's outcome is among its candidates, and the rule's operands are theirs.
#[test]
fn decisions_are_laid_open_as_they_were_seen() {
    for kernel in ["6.5", "7.2"] {
        let run = run(kernel);
        let mut picks = 0;
        for (index, event) in run.trace().events.iter().enumerate() {
            let decision = run.explain(index);
            assert_eq!(decision.is_some(), event.kind().is_decision(), "{kernel}, event {index}");
            let Some(decision) = decision else { continue };
            let of = |task: u16| decision.candidates.iter().find(|c| c.who == Who::Task(task));
            if event.kind().is_wakeup() {
                assert!(of(event.task).is_some(), "the woken task is queued: {event:?}");
            }
            if event.kind().is_switch() && event.other != sim::trace::IDLE {
                let chosen = of(event.other).expect("the chosen one is a candidate");
                check_chosen(kernel, chosen, &decision.candidates, event.reason());
                picks += 1;
            }
        }
        assert!(picks > 50, "{picks} picks are too few to mean anything");
    }
}

/// A pick in groups is told level by level, down to the rule that the event has; in the one tree of 7.3 there is one level.
#[test]
fn a_pick_in_groups_is_told_by_level() {
    let file =
        tests::data::scenarios().into_iter().find(|file| file.name == "group-nice.json").expect("it is kept");
    let scenario = formats::scenario::read_file(&file.bytes).expect("an example can be read");
    for (kernel, levels) in [("6.5", 2), ("6.8", 2), ("7.2", 2), ("7.3", 0)] {
        let run = simulate(&scenario, &Side::new(kernel)).expect("an example can be simulated");
        let mut decided_above = 0;
        for (index, event) in
            run.trace().events.iter().enumerate().filter(|(_, event)| event.kind().is_switch())
        {
            let told = chart::tell(&run, index).expect("it is there");
            let seen = told.seen.expect("a switch decides");
            assert_eq!(seen.levels.len(), levels, "{kernel}: {event:?}");
            if let Some(last) = seen.levels.last() {
                assert_eq!(
                    (last.chosen, Some(last.why)),
                    (Who::Task(event.other), event.reason()),
                    "{kernel}"
                );
            }
            decided_above += u32::from(told.levels.first().is_some_and(|level| level.decides));
        }
        assert_eq!(decided_above > 5, levels > 0, "{kernel}: {decided_above}");
    }
}

fn check_chosen(kernel: &str, chosen: &Candidate, all: &[Candidate], why: Option<sched::Reason>) {
    match why {
        Some(sched::Reason::PickDeadline { deadline, .. }) => {
            assert_eq!(chosen.deadline, deadline, "{kernel}: {all:?}");
            assert!(chosen.eligible, "{kernel}: {all:?}");
        }
        Some(sched::Reason::PickLeftmost { vruntime, .. }) => {
            assert_eq!(chosen.vruntime, vruntime, "{kernel}: {all:?}")
        }
        _ => {}
    }
    assert!(all.iter().filter(|c| c.state == State::Running).count() <= 1);
    assert!(
        all.iter().all(|c| c.protected == (c.protected && c.state == State::Running)),
        "only the running one is protected"
    );
}

/// An hour with a tick each millisecond does not fit: the run ends early and says so.
#[test]
fn too_many_events_end_the_run() {
    let busy = vec![Step::Loop(0), Step::Run(Duration::Fixed(1)), Step::Sleep(Duration::Fixed(1)), Step::End];
    let scenario =
        Scenario { duration_us: 3_600_000_000, threads: vec![Thread::new("a", busy)], ..Scenario::default() };
    let run = simulate(&scenario, &Side::new("7.2")).expect("it is valid");
    let error = run.stopped().expect("an hour of microseconds is too much");
    assert_eq!(error.place, "duration_us");
    assert!(run.trace().events.len() <= sim::limits::EVENTS_MAX + 3);
    let events = &run.trace().events;
    // So many events that most checkpoints were thinned out: any instant can be had all the same.
    for index in [0, 100_000, events.len() / 2 + 7, events.len() - 1] {
        let sim = run.state_at_event(index);
        assert_eq!((sim.events(), sim.now_ns()), (index + 1, events[index].t_ns));
    }
}
