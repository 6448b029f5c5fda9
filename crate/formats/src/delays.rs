//! What each thread of a recording got: how often it ran, for how long, and how long it waited.

use std::collections::BTreeMap;

use sim::measure::{Stats, TaskStats};
use sim::recording::{Event, Kind, Recording, Switch, TaskKind, TaskRef, ThreadSummary};

/// One thread's counts and its longest delay.
///
/// A delay goes from becoming runnable, by a wake-up or by being switched out still runnable, to running
/// again. One that has not ended when the recording does is not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadDelays {
    /// The thread's name.
    pub name: String,
    /// Counts and sums, as the header of a recording has them.
    pub counts: ThreadSummary,
    /// Start and end of the longest delay, the first of equal ones.
    pub longest_ns: Option<(i64, i64)>,
}

/// Follows the events of a recording; one entry for each thread of its scenario, in their order.
pub fn thread_delays(recording: &Recording) -> Vec<ThreadDelays> {
    let mut follow = Follow::new(recording);
    recording.events.iter().for_each(|event| follow.event(event));
    follow.finish()
}

/// The same of a simulation that was measured, without the delays after a wake-up alone, which are left at 0.
///
/// Names and numbers are of the same tasks in the same order.
pub fn of_stats(names: &[String], stats: &Stats) -> Vec<ThreadDelays> {
    names.iter().zip(&stats.tasks).map(|(name, task)| of_task(name, task)).collect()
}

fn of_task(name: &str, task: &TaskStats) -> ThreadDelays {
    let time_ns = |ns: u64| i64::try_from(ns).expect("a run lasts an hour at most");
    let waits = &task.waits;
    let counts = ThreadSummary {
        runtime_ns: time_ns(task.cpu_ns),
        switches_in: task.switches,
        voluntary: task.voluntary,
        involuntary: task.preempted,
        wait_sum_ns: time_ns(waits.total_ns),
        wait_max_ns: time_ns(waits.max_ns),
        wait_count: waits.count,
        run_stretch_count: task.voluntary + task.preempted,
        migrations: task.migrations,
        ..ThreadSummary::default()
    };
    let longest_ns = (time_ns(waits.max_at_ns - waits.max_ns), time_ns(waits.max_at_ns));
    ThreadDelays { name: name.to_owned(), counts, longest_ns: (waits.count > 0).then_some(longest_ns) }
}

/// The counts alone, by name, as a header has them.
pub fn summary(threads: &[ThreadDelays]) -> BTreeMap<String, ThreadSummary> {
    threads.iter().map(|thread| (thread.name.clone(), thread.counts)).collect()
}

/// The instant at which a run that still goes on is cut off.
fn end_ns(recording: &Recording) -> i64 {
    i64::try_from(recording.scenario.duration_us * 1000).unwrap_or(i64::MAX)
}

/// A thread while its events are followed.
#[derive(Default)]
struct Thread {
    delays: ThreadDelays,
    running_since: Option<i64>,
    waiting_since: Option<(i64, bool)>,
}

/// Follows events one by one, so that they need not be kept.
pub(crate) struct Follow {
    end_ns: i64,
    /// Index into `threads` of each task, `None` outside the scenario.
    of_task: Vec<Option<usize>>,
    threads: Vec<Thread>,
}

impl Follow {
    /// Before the first event; of the recording only tasks and scenario are looked at.
    pub fn new(recording: &Recording) -> Follow {
        let of_task = recording.tasks.iter().map(|task| match task.kind {
            TaskKind::Scenario(index) => Some(index),
            _ => None,
        });
        let threads = recording.scenario.threads.iter().map(|thread| Thread {
            delays: ThreadDelays { name: thread.name.clone(), ..ThreadDelays::default() },
            ..Thread::default()
        });
        Follow { end_ns: end_ns(recording), of_task: of_task.collect(), threads: threads.collect() }
    }

    fn thread(&mut self, task: TaskRef) -> Option<&mut Thread> {
        let index = self.of_task[task.0 as usize]?;
        self.threads.get_mut(index)
    }

    /// The next event.
    pub fn event(&mut self, event: &Event) {
        match &event.kind {
            Kind::Switch(switch) => self.switch(event.t_ns, switch),
            Kind::Wakeup(wakeup) | Kind::WakeupNew(wakeup) => {
                if let Some(thread) = self.thread(wakeup.task) {
                    thread.wake(event.t_ns);
                }
            }
            Kind::Migrate { task, .. } => {
                if let Some(thread) = self.thread(*task) {
                    thread.delays.counts.migrations += 1;
                }
            }
            _ => {}
        }
    }

    fn switch(&mut self, t_ns: i64, switch: &Switch) {
        if let Some(thread) = self.thread(switch.prev) {
            thread.stop(t_ns, switch.prev_state.is_runnable());
        }
        if let Some(thread) = self.thread(switch.next) {
            thread.start(t_ns);
        }
    }

    /// After the last event: runs that still go on end with the scenario.
    pub fn finish(self) -> Vec<ThreadDelays> {
        let close = |mut thread: Thread| {
            if let Some(since_ns) = thread.running_since {
                thread.delays.counts.runtime_ns += (self.end_ns - since_ns).max(0);
            }
            thread.delays
        };
        self.threads.into_iter().map(close).collect()
    }
}

impl Thread {
    /// A wake-up of a thread that neither runs nor waits begins a delay.
    fn wake(&mut self, t_ns: i64) {
        if self.running_since.is_none() && self.waiting_since.is_none() {
            self.waiting_since = Some((t_ns, true));
        }
    }

    fn stop(&mut self, t_ns: i64, runnable: bool) {
        let counts = &mut self.delays.counts;
        if let Some(since_ns) = self.running_since.take() {
            counts.runtime_ns += t_ns - since_ns;
            counts.run_stretch_count += 1;
        }
        if runnable {
            counts.involuntary += 1;
            self.waiting_since = Some((t_ns, false));
        } else {
            counts.voluntary += 1;
            self.waiting_since = None;
        }
    }

    fn start(&mut self, t_ns: i64) {
        self.running_since = Some(t_ns);
        self.delays.counts.switches_in += 1;
        if let Some((since_ns, woken)) = self.waiting_since.take() {
            self.delays.add(since_ns, t_ns, woken);
        }
    }
}

impl ThreadDelays {
    fn add(&mut self, start_ns: i64, end_ns: i64, woken: bool) {
        let delay_ns = end_ns - start_ns;
        let counts = &mut self.counts;
        counts.wait_sum_ns += delay_ns;
        counts.wait_count += 1;
        if self.longest_ns.is_none() || delay_ns > counts.wait_max_ns {
            counts.wait_max_ns = delay_ns;
            self.longest_ns = Some((start_ns, end_ns));
        }
        if woken {
            counts.wake_wait_sum_ns += delay_ns;
            counts.wake_wait_max_ns = counts.wake_wait_max_ns.max(delay_ns);
            counts.wake_count += 1;
        }
    }

    /// The mean delay, rounded to the nearest; 0 without any.
    pub fn average_ns(&self) -> i64 {
        mean_ns(self.counts.wait_sum_ns, self.counts.wait_count)
    }
}

/// The mean, rounded to the nearest; 0 of nothing.
pub(crate) fn mean_ns(sum_ns: i64, count: u64) -> i64 {
    match i64::try_from(count) {
        Ok(0) | Err(_) => 0,
        Ok(count) => (sum_ns + count / 2) / count,
    }
}
