//! The same scenario is the same run: twice, in slices, from checkpoints, and on both sides as far as
//! chance is concerned.

use sim::trace::{Event, IDLE};
use sim::{Duration, Observer, Run, Scenario, Side, Sim, State, Step, Thread, TimedChange, simulate};

/// Tasks that draw from every distribution, wake each other, yield, are created, and changed by others and from elsewhere.
fn mixture(seed: u64) -> Scenario {
    let forever = |body: Vec<Step>| [vec![Step::Loop(0)], body, vec![Step::End]].concat();
    let run = Step::Run;
    let threads = vec![
        Thread::new("hog", vec![run(Duration::Fixed(0))]),
        Thread {
            nice: 5,
            ..Thread::new(
                "burst",
                forever(vec![run(Duration::Exponential(800)), Step::Sleep(Duration::Uniform(200, 4000))]),
            )
        },
        Thread::new(
            "long",
            forever(vec![
                run(Duration::Lognormal { median: 1500, sigma_permille: 700 }),
                Step::Sleep(Duration::Exponential(3000)),
                Step::Yield,
            ]),
        ),
        Thread::new("ask", forever(vec![run(Duration::Uniform(50, 150)), Step::Write(0), Step::Read(1)])),
        Thread::new("answer", forever(vec![Step::Read(0), run(Duration::Fixed(100)), Step::Write(1)])),
        Thread::new(
            "parent",
            forever(vec![
                Step::Sleep(Duration::Fixed(15_000)),
                Step::Spawn("child".into()),
                Step::Nice("burst".into(), -3),
                Step::Sleep(Duration::Fixed(60_000)),
                Step::Nice("burst".into(), 5),
            ]),
        ),
        Thread { spawned: true, ..Thread::new("child", vec![run(Duration::Exponential(900)), Step::Exit]) },
    ];
    let threads = threads.into_iter().chain(above_fair()).collect();
    let changes = vec![
        TimedChange { at_us: 120_000, step: Step::Nice("hog".into(), 7) },
        TimedChange { at_us: 40_321, step: Step::Slice("long".into(), 300_000) },
        TimedChange { at_us: 120_000, step: Step::Policy("hog".into(), sim::Policy::Batch, None) },
    ];
    Scenario { seed, channels: 2, duration_us: 300_000, threads, changes, ..Scenario::default() }
}

/// Tasks of the classes above fair: one that meets its period, two that share a priority, one that overruns what it reserved, and
/// one that comes and goes.
fn above_fair() -> Vec<Thread> {
    let forever = |body: Vec<Step>| [vec![Step::Loop(0)], body, vec![Step::End]].concat();
    let at = |period_us| Step::Periodic { period_us, offset_us: 300 };
    let run = Step::Run;
    let realtime =
        |policy, name: &str, body| Thread { policy, rtprio: Some(10), ..Thread::new(name, forever(body)) };
    let reserved = Thread {
        policy: sim::Policy::Deadline,
        dl_runtime_ns: Some(1_000_000),
        dl_deadline_ns: Some(20_000_000),
        reclaim: true,
        ..Thread::new("reserved", forever(vec![at(50_000), run(Duration::Exponential(1500))]))
    };
    let turns = vec![
        Step::Policy("turns".into(), sim::Policy::Fifo, Some(3)),
        run(Duration::Uniform(100, 900)),
        Step::Policy("turns".into(), sim::Policy::Normal, None),
        Step::Sleep(Duration::Exponential(7000)),
    ];
    vec![
        realtime(sim::Policy::Fifo, "periodic", vec![at(9000), run(Duration::Fixed(400))]),
        realtime(sim::Policy::Rr, "turn", vec![at(17_000), run(Duration::Exponential(600))]),
        reserved,
        Thread::new("turns", forever(turns)),
    ]
}

/// Every kernel there is.
fn presets() -> impl Iterator<Item = &'static str> {
    sched::KERNELS.iter().map(|kernel| kernel.name)
}

fn run(seed: u64, kernel: &str) -> Run {
    let run = simulate(&mixture(seed), &Side::new(kernel)).expect("the mixture is valid");
    assert_eq!(run.stopped(), None);
    run
}

#[test]
fn the_same_seed_gives_the_same_hash_and_another_does_not() {
    for kernel in presets() {
        let hash = |seed| run(seed, kernel).trace().hash();
        assert_eq!(hash(1), hash(1), "{kernel}");
        assert_ne!(hash(1), hash(2), "{kernel}");
    }
}

#[test]
fn slices_change_nothing() {
    let whole = run(3, "7.2");
    let mut sliced = Run::start(&mixture(3), &Side::new("7.2")).expect("the mixture is valid");
    while !sliced.advance(7) {}
    assert_eq!(sliced.trace().hash(), whole.trace().hash());
    assert_eq!(sliced.end_ns(), whole.end_ns());
}

/// Remembers how long each task ran between two sleeps: what it drew.
#[derive(Default)]
struct Draws {
    cpu_ns: Vec<u64>,
    drawn_ns: Vec<Vec<u64>>,
}

impl Observer for Draws {
    fn event(&mut self, sim: &Sim, event: &Event) {
        let count = sim.task_count();
        self.cpu_ns.resize(count, 0);
        self.drawn_ns.resize(count, Vec::new());
        if event.kind().is_switch() && event.task != IDLE && !event.kind().is_preemption() {
            let task = usize::from(event.task);
            let total_ns = sim.entity(event.task).sum_exec_ns;
            self.drawn_ns[task].push(total_ns - self.cpu_ns[task]);
            self.cpu_ns[task] = total_ns;
        }
    }
}

#[test]
fn both_sides_draw_the_same() {
    let draws = |kernel: &str| {
        let run = run(5, kernel);
        let mut draws = Draws::default();
        run.observe(0, run.end_ns(), &mut draws);
        draws.drawn_ns
    };
    let (a, b) = (draws("6.5"), draws("7.2"));
    // `burst` draws run and sleep in turn; the other tasks' runs depend on whom they meet.
    let burst = 1;
    let both = a[burst].len().min(b[burst].len());
    assert!(both > 20, "{both} draws are too few to compare");
    assert_eq!(a[burst][..both], b[burst][..both]);
}

/// Everything about a machine that can be asked.
#[derive(Debug, PartialEq)]
struct Portrait {
    now_ns: u64,
    events: usize,
    queued: Vec<u16>,
    /// vruntime, deadline, vlag, CPU time and state of each task.
    tasks: Vec<(i64, i64, i64, u64, State)>,
}

fn portrait(sim: &Sim) -> Portrait {
    let task = |task: u16| {
        let e = sim.entity(task);
        (e.vruntime.raw(), e.deadline.raw(), e.vlag, e.sum_exec_ns, sim.state(task))
    };
    let tasks = (0..sim.task_count() as u16).map(task).collect();
    Portrait { now_ns: sim.now_ns(), events: sim.events(), queued: sim.queued(0), tasks }
}

/// Keeps a portrait of the machine after each event.
#[derive(Default)]
struct Gallery(Vec<Portrait>);

impl Observer for Gallery {
    fn event(&mut self, sim: &Sim, _: &Event) {
        self.0.push(portrait(sim));
    }
}

#[test]
fn any_event_can_be_had_again_from_a_checkpoint() {
    for kernel in ["6.5", "7.2"] {
        let run = run(9, kernel);
        let events = run.trace().events.len();
        assert!(events > 1500, "several checkpoints are wanted, not {events} events");
        let mut gallery = Gallery::default();
        run.observe(0, run.end_ns(), &mut gallery);
        assert_eq!(gallery.0.len(), events, "{kernel}");
        for index in (0..events).step_by(37).chain([events - 1]) {
            assert_eq!(portrait(&run.state_at_event(index)), gallery.0[index], "{kernel}, event {index}");
        }
        assert_eq!(run.state_at_event(events + 5).events(), events);
    }
}

/// Hears the events of a part of a run.
#[derive(Default)]
struct Part(Vec<Event>);

impl Observer for Part {
    fn event(&mut self, _: &Sim, event: &Event) {
        self.0.push(*event);
    }
}

#[test]
fn a_part_is_the_part_of_the_whole() {
    let run = run(11, "7.2");
    let (from_ns, to_ns) = (120_000_000, 160_000_000);
    let mut part = Part::default();
    run.observe(from_ns, to_ns, &mut part);
    let first = run.trace().events.iter().position(|e| e == &part.0[0]).expect("it is in the trace");
    assert!(part.0[0].t_ns <= from_ns && first > 0, "it began at a checkpoint");
    assert_eq!(run.trace().events[first..first + part.0.len()], part.0);
    assert!(run.trace().events.get(first + part.0.len()).is_none_or(|e| e.t_ns >= to_ns));
}

#[test]
fn muted_tasks_keep_their_place_and_do_nothing() {
    let mut scenario = mixture(1);
    scenario.threads[0].muted = true;
    let run = simulate(&scenario, &Side::new("7.2")).expect("a muted task is no fault");
    assert_eq!(run.task_names()[0], "hog");
    assert!(run.trace().events.iter().all(|e| e.task != 0 && e.other != 0));
}

#[test]
fn a_colour_changes_nothing_that_happens() {
    let (plain, mut coloured) = (mixture(1), mixture(1));
    coloured.threads[0].color = Some(7);
    let hash = |scenario| simulate(scenario, &Side::new("7.2")).expect("it runs").trace().hash();
    assert_eq!(hash(&plain), hash(&coloured));
}
