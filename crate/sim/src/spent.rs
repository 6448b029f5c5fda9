//! What kernel paths cost a run, all together: how often each was taken, times what it takes.

use crate::costs::Costs;
use crate::trace::{Event, IDLE, Kind};

/// A kernel path that took time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Name of its parameter in [`Costs`].
    pub name: &'static str,
    /// How often it was taken to its end.
    pub count: u64,
    /// What it takes.
    pub each_ns: u64,
}

impl Spent {
    /// All of it together.
    pub fn total_ns(&self) -> u64 {
        self.count * self.each_ns
    }
}

/// Paths whose number the trace tells exactly, those alone that took time.
///
/// Of others it does not: timers that expire together are one interrupt, and steps without an event of their own leave no
/// row. Creating a muted thread leaves none either.
pub fn spent(events: &[Event], costs: &Costs) -> Vec<Spent> {
    let mut counts = Counts::default();
    events.iter().for_each(|event| counts.add(event));
    let paths = [
        ("wakeup_ns", counts.timer_wakeups, costs.wakeup_ns),
        ("after_wakeup_ns", counts.wakeups, costs.after_wakeup_ns),
        ("tick_ns", counts.ticks, costs.tick_ns),
        ("hrtick_ns", counts.hrticks, costs.hrtick_ns),
        ("schedule_ns", counts.requests, costs.schedule_ns),
        ("context_switch_ns", counts.switches, costs.context_switch_ns),
        ("syscall_ns", counts.changes, costs.syscall_ns),
        ("yield_ns", counts.yields, costs.yield_ns),
        ("spawn_ns", counts.forks, costs.spawn_ns),
        ("exit_ns", counts.exits, costs.exit_ns),
    ];
    let spent = paths.map(|(name, count, each_ns)| Spent { name, count, each_ns });
    spent.into_iter().filter(|spent| spent.total_ns() > 0).collect()
}

#[derive(Default)]
struct Counts {
    timer_wakeups: u64,
    wakeups: u64,
    ticks: u64,
    hrticks: u64,
    /// Requests to reschedule that were served.
    requests: u64,
    /// Switches to a task.
    switches: u64,
    changes: u64,
    yields: u64,
    forks: u64,
    exits: u64,
    /// The scheduler was entered by a yield and has not chosen yet.
    yielding: bool,
}

impl Counts {
    fn add(&mut self, event: &Event) {
        let kind = event.kind();
        self.switches += u64::from(kind.is_switch() && event.other != IDLE);
        match kind {
            Kind::Wakeup | Kind::WakeupPreempts | Kind::WakeupIdle => {
                self.wakeups += 1;
                self.timer_wakeups += u64::from(event.other == IDLE);
            }
            Kind::Fork => self.forks += 1,
            Kind::Tick | Kind::TickResched => self.ticks += 1,
            Kind::Hrtick => self.hrticks += 1,
            Kind::Yield => self.yields += 1,
            Kind::SwitchPreempted | Kind::SwitchTick | Kind::SwitchHrtick => self.requests += 1,
            Kind::SwitchChanged | Kind::SwitchIdle => self.requests += 1,
            Kind::Keep => self.requests += u64::from(!self.yielding),
            Kind::Change | Kind::GroupChanged => self.changes += 1,
            Kind::SwitchExited => self.exits += 1,
            Kind::SwitchBlocked | Kind::SwitchDelayed | Kind::SwitchYielded => {}
            Kind::DelayedOut | Kind::DelayedWake | Kind::Exit => {}
            Kind::Throttled | Kind::Unthrottled | Kind::Replenished | Kind::DeadlineMissed => {}
            Kind::SwitchThrottled | Kind::SwitchMigrated => self.requests += 1,
            Kind::QuotaRefilled | Kind::Placed | Kind::Pulled | Kind::NothingPulled => {}
            Kind::ClockSet => {}
        }
        // Delayed tasks that the pick lets go stand between a yield and its outcome.
        self.yielding = kind == Kind::Yield || self.yielding && kind == Kind::DelayedOut;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CostChoice, Duration, Scenario, Side, Step, Thread, simulate};

    /// A task alone that runs 1 ms, yields, and sleeps, over and over.
    fn spent_by(script: Vec<Step>, costs: Costs) -> (Vec<Spent>, u64) {
        let scenario = Scenario { threads: vec![Thread::new("t", script)], ..Scenario::default() };
        let side = Side { costs: CostChoice::Custom(costs.clone()), ..Side::new("7.2") };
        let run = simulate(&scenario, &side).expect("it is valid");
        let last = run.state_at_event(run.trace().events.len());
        (spent(&run.trace().events, &costs), last.entity(0).sum_exec_ns)
    }

    #[test]
    fn without_costs_there_is_nothing() {
        let script = vec![Step::Run(Duration::Fixed(1_000))];
        assert_eq!(spent_by(script, Costs::default()).0, []);
    }

    #[test]
    fn what_a_task_gets_beyond_its_work_is_what_was_spent() {
        // 1 ms of work in 10 runs; the yields find nobody else, so they keep the CPU.
        let run = Step::Run(Duration::Fixed(100));
        let script = vec![Step::Loop(10), run, Step::Yield, Step::End, Step::Exit];
        let costs = Costs { yield_ns: 700, context_switch_ns: 1_300, exit_ns: 11_000, ..Costs::default() };
        let (spent, cpu_ns) = spent_by(script, costs);
        let total_ns: u64 = spent.iter().map(Spent::total_ns).sum();
        assert_eq!(spent.iter().map(|spent| spent.count).collect::<Vec<_>>(), [1, 10, 1]);
        assert_eq!(cpu_ns, 1_000_000 + total_ns);
    }

    #[test]
    fn a_yield_that_keeps_the_cpu_is_no_request() {
        let script = vec![Step::Loop(10), Step::Run(Duration::Fixed(100)), Step::Yield, Step::End];
        let costs = Costs { schedule_ns: 500, ..Costs::default() };
        let (spent, _) = spent_by(script, costs);
        // One as it comes onto the idle CPU.
        assert_eq!(spent, [Spent { name: "schedule_ns", count: 1, each_ns: 500 }]);
    }
}
