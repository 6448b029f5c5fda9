//! Stretches of time in which a task ran, waited, was delayed or throttled, or in which a CPU was idle; and the rows of the trace
//! with which they begin and end.

use sim::trace::{Event, IDLE, Kind};

use crate::history::{Held, History, Lane, Run, Wait};
use crate::prepared::Prepared;

/// What goes on in a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanKind {
    /// The task has the CPU.
    Run,
    /// The task waits for the CPU.
    Wait,
    /// The task sleeps but still stands in the queue.
    Delayed,
    /// The task wants the CPU and may not have it.
    Throttled,
    /// Nobody has the CPU.
    Idle,
}

impl SpanKind {
    /// Every kind.
    pub const ALL: [SpanKind; 5] =
        [SpanKind::Run, SpanKind::Wait, SpanKind::Delayed, SpanKind::Throttled, SpanKind::Idle];

    /// What a task does that is held so.
    pub fn of(held: Held) -> SpanKind {
        match held {
            Held::Runnable => SpanKind::Wait,
            Held::Delayed => SpanKind::Delayed,
            Held::Throttled => SpanKind::Throttled,
        }
    }

    /// Its name: `run`, `wait`, `delayed`, `throttled` or `idle`.
    pub fn name(self) -> &'static str {
        match self {
            SpanKind::Run => "run",
            SpanKind::Wait => "wait",
            SpanKind::Delayed => "delayed",
            SpanKind::Throttled => "throttled",
            SpanKind::Idle => "idle",
        }
    }

    /// The kind of that name; `None` for any other word.
    pub fn parse(name: &str) -> Option<SpanKind> {
        SpanKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether a stretch of this kind of `task` begins with the event.
    fn begins_with(self, task: u16, event: &Event) -> bool {
        let kind = event.kind();
        match self {
            SpanKind::Run | SpanKind::Idle => kind.is_switch() && event.other == task,
            SpanKind::Wait if kind.is_preemption() => event.task == task,
            SpanKind::Wait => {
                let arrives =
                    kind.is_wakeup() || matches!(kind, Kind::Fork | Kind::DelayedWake | Kind::Unthrottled);
                arrives && event.task == task
            }
            SpanKind::Delayed => kind == Kind::SwitchDelayed && event.task == task,
            SpanKind::Throttled => {
                matches!(kind, Kind::Throttled | Kind::SwitchThrottled) && event.task == task
            }
        }
    }

    /// Whether a stretch of this kind of `task` ends with the event.
    fn ends_with(self, task: u16, event: &Event) -> bool {
        let kind = event.kind();
        match self {
            SpanKind::Run | SpanKind::Idle => kind.is_switch() && event.task == task,
            _ if kind == Kind::Throttled => event.task == task && self != SpanKind::Throttled,
            SpanKind::Wait => kind.is_switch() && event.other == task,
            SpanKind::Delayed => matches!(kind, Kind::DelayedOut | Kind::DelayedWake) && event.task == task,
            SpanKind::Throttled => kind == Kind::Unthrottled && event.task == task,
        }
    }
}

/// One stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// On which CPU, or in whose queue.
    pub cpu: u16,
    /// What goes on in it.
    pub kind: SpanKind,
    /// Whose; [`IDLE`] where nobody has the CPU.
    pub task: u16,
    /// Its first instant.
    pub from_ns: u64,
    /// The instant with which it is over.
    pub to_ns: u64,
    /// The row of the trace that begins it; `None` at the beginning of the run.
    pub begins: Option<usize>,
    /// The row that ends it; `None` at the end of the run.
    pub ends: Option<usize>,
}

/// The stretch of `task` ([`IDLE`] for a CPU) of that kind at `t_ns`, or the one `step` before or after it, of any kind.
///
/// An instant belongs to what begins at it; the last one of a run to what it ends. Without a stretch there, steps lead to the
/// nearest one before or after the instant. `None` if there is none.
pub fn span(prepared: &Prepared, kind: SpanKind, task: u16, t_ns: u64, step: i32) -> Option<Span> {
    span_on(prepared, None, kind, task, t_ns, step)
}

/// The same, where nobody has a CPU, of one of the CPUs alone.
pub fn span_on(
    prepared: &Prepared,
    cpu: Option<u16>,
    kind: SpanKind,
    task: u16,
    t_ns: u64,
    step: i32,
) -> Option<Span> {
    let cpu = cpu.filter(|_| task == IDLE);
    let places = Places { history: prepared.history(), cpu, task, end_ns: prepared.run().end_ns() };
    places.find(kind, t_ns, step).map(|bare| with_rows(&prepared.run().trace().events, bare))
}

/// The same in a history alone, without rows, up to the last run that it has.
pub fn stretch(history: &History, kind: SpanKind, task: u16, t_ns: u64, step: i32) -> Option<Span> {
    let last = |lane: &Lane| lane.runs.last().map(|run| run.to_ns);
    let end_ns = history.lanes.iter().filter_map(last).max().unwrap_or(0);
    let bare = Places { history, cpu: None, task, end_ns }.find(kind, t_ns, step)?;
    let Bare { cpu, kind, task, from_ns, to_ns } = bare;
    Some(Span { cpu, kind, task, from_ns, to_ns, begins: None, ends: None })
}

/// A stretch without its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bare {
    cpu: u16,
    kind: SpanKind,
    task: u16,
    from_ns: u64,
    to_ns: u64,
}

impl Bare {
    /// Order in time: of two from one instant, the one without length was first.
    fn key(&self) -> (u64, u64) {
        (self.from_ns, self.to_ns)
    }
}

/// Stretches in order of time, some of which are of other tasks.
enum List<'a> {
    Runs { cpu: u16, runs: &'a [Run] },
    Waits { task: u16, waits: &'a [Wait] },
    Gaps { cpu: u16, runs: &'a [Run], end_ns: u64 },
}

impl List<'_> {
    fn len(&self) -> usize {
        match self {
            List::Runs { runs, .. } => runs.len(),
            List::Waits { waits, .. } => waits.len(),
            List::Gaps { runs, .. } => runs.len() + 1,
        }
    }

    fn get(&self, index: usize) -> Bare {
        match *self {
            List::Runs { cpu, runs } => {
                let Run { task, from_ns, to_ns } = runs[index];
                Bare { cpu, kind: SpanKind::Run, task, from_ns, to_ns }
            }
            List::Waits { task, waits } => {
                let Wait { from_ns, to_ns, held, cpu } = waits[index];
                Bare { cpu, kind: SpanKind::of(held), task, from_ns, to_ns }
            }
            List::Gaps { cpu, runs, end_ns } => {
                let from_ns = index.checked_sub(1).map_or(0, |before| runs[before].to_ns);
                let to_ns = runs.get(index).map_or(end_ns, |run| run.from_ns);
                Bare { cpu, kind: SpanKind::Idle, task: IDLE, from_ns, to_ns }
            }
        }
    }

    /// How many begin before one with this key would.
    fn until(&self, key: (u64, u64)) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.get(middle).key() < key { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// Where one task, or nobody, is over time.
struct Places<'a> {
    history: &'a History,
    /// The only CPU that counts, if one is named.
    cpu: Option<u16>,
    task: u16,
    end_ns: u64,
}

impl Places<'_> {
    fn find(&self, kind: SpanKind, t_ns: u64, step: i32) -> Option<Bare> {
        let here = self.at(kind, t_ns);
        let key = here.map_or((t_ns, t_ns), |bare| bare.key());
        match step.signum() {
            0 => here,
            -1 => self.before(key),
            _ => self.after(key),
        }
    }

    fn at(&self, kind: SpanKind, t_ns: u64) -> Option<Bare> {
        let t_ns = t_ns.min(self.end_ns);
        let last = self.last_before((t_ns, u64::MAX), |bare| bare.kind == kind);
        last.filter(|bare| {
            t_ns < bare.to_ns || bare.to_ns == t_ns && (bare.from_ns == t_ns || t_ns == self.end_ns)
        })
    }

    fn before(&self, key: (u64, u64)) -> Option<Bare> {
        self.last_before(key, |_| true)
    }

    fn last_before(&self, key: (u64, u64), wanted: impl Fn(&Bare) -> bool) -> Option<Bare> {
        let last = |list: List| {
            let found = (0..list.until(key)).rev().map(|index| list.get(index));
            found.filter(|bare| self.is_own(bare)).find(|bare| wanted(bare))
        };
        self.lists().filter_map(last).max_by_key(Bare::key)
    }

    fn after(&self, (from_ns, to_ns): (u64, u64)) -> Option<Bare> {
        let first = |list: List| {
            let found =
                (list.until((from_ns, to_ns.saturating_add(1)))..list.len()).map(|index| list.get(index));
            found.into_iter().find(|bare| self.is_own(bare))
        };
        self.lists().filter_map(first).min_by_key(Bare::key)
    }

    /// Between two runs without a pause nobody idles.
    fn is_own(&self, bare: &Bare) -> bool {
        bare.task == self.task && (bare.kind != SpanKind::Idle || bare.from_ns < bare.to_ns)
    }

    /// Everything in which a stretch of the task can be found.
    fn lists(&self) -> impl Iterator<Item = List<'_>> {
        let (task, end_ns) = (self.task, self.end_ns);
        let waits = self.history.waits.get(usize::from(task)).map(|waits| List::Waits { task, waits });
        let lanes = self.history.lanes.iter().zip(0..);
        let lanes = lanes.filter(move |(_, cpu)| self.cpu.is_none_or(|only| only == *cpu));
        let lanes = lanes.map(move |(lane, cpu)| {
            let runs = &lane.runs[..];
            if task == IDLE { List::Gaps { cpu, runs, end_ns } } else { List::Runs { cpu, runs } }
        });
        lanes.chain(waits)
    }
}

/// Adds the rows: of those at its first instant the last that can begin it, of those at its last the first that can end it.
fn with_rows(events: &[Event], bare: Bare) -> Span {
    let Bare { cpu, kind, task, from_ns, to_ns } = bare;
    let begins = |index: &usize| kind.begins_with(task, &events[*index]);
    let ends = |index: &usize| kind.ends_with(task, &events[*index]);
    let mut begin_rows = rows_at(events, from_ns);
    let begins = if from_ns < to_ns { begin_rows.rfind(begins) } else { begin_rows.find(begins) };
    let after = begins.map_or(0, |row| row + 1);
    let ends = rows_at(events, to_ns).filter(|row| *row >= after).find(ends);
    Span { cpu, kind, task, from_ns, to_ns, begins, ends }
}

/// The rows of one instant.
fn rows_at(events: &[Event], t_ns: u64) -> std::ops::Range<usize> {
    events.partition_point(|event| event.t_ns < t_ns)..events.partition_point(|event| event.t_ns <= t_ns)
}

#[cfg(test)]
mod tests {
    use sim::{Duration, Scenario, Side, Step, Thread, simulate};

    use super::*;

    /// A task that runs 1 ms and sleeps 3, alone; then one that only runs, from 6 ms on.
    fn prepared() -> Prepared {
        let run = |us| Step::Run(Duration::Fixed(us));
        let script = vec![Step::Loop(0), run(1_000), Step::Sleep(Duration::Fixed(3_000)), Step::End];
        let hog = Thread { start_us: 6_000, ..Thread::new("hog", vec![run(0)]) };
        let threads = vec![Thread::new("sleeper", script), hog];
        let scenario = Scenario { duration_us: 20_000, threads, ..Scenario::default() };
        Prepared::new(simulate(&scenario, &Side::new("6.5")).expect("it is valid"))
    }

    #[track_caller]
    fn check(kind: SpanKind, task: u16, t_us: u64, step: i32, expected: Option<(SpanKind, u64, u64)>) {
        let found = span(&prepared(), kind, task, t_us * 1_000, step);
        assert_eq!(found.map(|span| (span.kind, span.from_ns / 1_000, span.to_ns / 1_000)), expected);
    }

    #[test]
    fn a_stretch_holds_its_first_instant() {
        check(SpanKind::Run, 0, 0, 0, Some((SpanKind::Run, 0, 1_000)));
        check(SpanKind::Run, 0, 1_000, 0, None);
        check(SpanKind::Idle, IDLE, 1_000, 0, Some((SpanKind::Idle, 1_000, 4_000)));
        check(SpanKind::Run, 1, 20_000, 0, Some((SpanKind::Run, 17_000, 20_000)));
    }

    #[test]
    fn steps_lead_to_what_the_task_did_next() {
        check(SpanKind::Run, 0, 0, 1, Some((SpanKind::Run, 4_000, 5_000)));
        check(SpanKind::Idle, IDLE, 2_000, 1, Some((SpanKind::Idle, 5_000, 6_000)));
        check(SpanKind::Idle, IDLE, 5_500, 1, None);
        check(SpanKind::Run, 1, 7_000, 1, Some((SpanKind::Wait, 12_000, 13_000)));
        check(SpanKind::Run, 1, 7_000, -1, None);
        check(SpanKind::Wait, 0, 2_500, -1, Some((SpanKind::Run, 0, 1_000)));
    }

    #[test]
    fn a_history_alone_has_the_stretches_without_rows() {
        let prepared = prepared();
        let found = stretch(prepared.history(), SpanKind::Wait, 1, 12_500_000, 0);
        let expected = span(&prepared, SpanKind::Wait, 1, 12_500_000, 0).expect("the hog waits there");
        assert_eq!(found, Some(Span { begins: None, ends: None, ..expected }));
    }

    #[test]
    fn rows_begin_and_end_it_but_for_the_ends_of_the_run() {
        let prepared = prepared();
        let kind_of = |row: usize| prepared.run().trace().events[row].kind();
        let wait = span(&prepared, SpanKind::Wait, 1, 12_500_000, 0).expect("the hog waits there");
        assert_eq!(wait.begins.map(kind_of), Some(Kind::SwitchTick));
        assert_eq!(wait.ends.map(kind_of), Some(Kind::SwitchBlocked));
        let last = span(&prepared, SpanKind::Run, 1, 19_000_000, 0).expect("the hog runs there");
        assert!(last.begins.is_some() && last.ends.is_none());
    }

    #[test]
    fn idle_time_is_that_of_the_cpu_that_was_asked_for() {
        let script = |us| vec![Step::Run(Duration::Fixed(us)), Step::Sleep(Duration::Fixed(90_000))];
        let pinned =
            |name: &str, cpu, us| Thread { affinity: Some(vec![cpu]), ..Thread::new(name, script(us)) };
        let threads = vec![pinned("a", 0, 2_000), pinned("b", 1, 5_000)];
        let mut scenario = Scenario { duration_us: 20_000, threads, ..Scenario::default() };
        scenario.machine = sim::scenario::Machine::of_cpus(2);
        let prepared = Prepared::new(simulate(&scenario, &Side::new("7.2")).expect("it is valid"));
        let idle = |cpu| span_on(&prepared, Some(cpu), SpanKind::Idle, IDLE, 15_000_000, 0);
        assert_eq!(idle(0).map(|span| (span.cpu, span.from_ns / 1_000)), Some((0, 2_000)));
        assert_eq!(idle(1).map(|span| (span.cpu, span.from_ns / 1_000)), Some((1, 5_000)));
        assert_eq!(prepared.history().lanes.len(), 2);
    }
}
