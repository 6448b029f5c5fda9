//! One CPU: its queue, its pending request, and what it does next.

use std::collections::VecDeque;

use sched::{Class, DlQueue, FairQueue, Pool, Preemption, Resched, RtQueue, Vtime};

use smp::placement::{WakeIdle, Wakees};

use smp::frequency::{Energy, WorkRate};
use smp::load::Speed;

use super::idle::Idling;
use super::remote::Message;
use crate::event::Timers;
use crate::plan::Plan;
use crate::task::{Task, Work};
use crate::trace::Kind;

/// What a CPU does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// A tick or a timer.
    Interrupt,
    /// A pending request to reschedule is served.
    Schedule,
    /// The running task returns to user mode and may have to be parked.
    Park,
    /// The running task has finished what it was doing.
    Work,
}

/// A CPU.
#[derive(Clone, Debug)]
pub(super) struct Cpu {
    pub fair: FairQueue,
    pub rt: RtQueue,
    pub deadline: DlQueue,
    /// There are tasks of classes above fair in the scenario.
    pub above: bool,
    /// CPU time of the running fair task when the fair server was last charged for it.
    pub served_ns: u64,
    /// Since when nobody has run; `None` while somebody does.
    pub idle_since_ns: Option<u64>,
    /// The class that is going to run next: that of the running task, or of one that asked for the CPU since (7.0).
    pub next_class: Class,
    /// Who runs; `None` is idle.
    pub curr: Option<u16>,
    /// The reschedule flag.
    pub pending: Resched,
    /// The kind of switch that the pending request leads to.
    pub cause: Kind,
    /// When the next periodic tick comes; none come while idle.
    pub tick_at_ns: u64,
    pub tick_ns: u64,
    /// Until then the CPU is in an interrupt or in the scheduler; the task's work is done from there on.
    pub busy_until_ns: u64,
    /// An interrupt was entered and not left yet.
    pub in_interrupt: bool,
    /// Whom the interrupt is waking.
    pub waking: Option<u16>,
    /// The scheduler was entered to serve the pending request.
    pub scheduling: bool,
    /// The queue's clock: when it was last read.
    pub clock_ns: u64,
    /// A wakeup asked hard for a reschedule: schedule() does not read the clock again.
    pub skip_clock: bool,
    /// Sleeping tasks whose timers expire here.
    pub timers: Timers,
    /// What other CPUs ask, by the time at which it arrives.
    pub messages: VecDeque<(u64, Message)>,
    /// When the first of them arrives; `u64::MAX` if none is on its way.
    pub message_ns: u64,
    /// Whom timers woke while nobody ran.
    pub idle_wakees: Wakees,
    /// What is left of its idle time for searches.
    pub wake_idle: WakeIdle,
    /// What it does while nobody runs.
    pub idling: Idling,
    hrtick_late_ns: u64,
    /// How fast load is tracked.
    pub speed: Speed,
    /// How fast work gets on.
    pub rate: WorkRate,
    /// How many times longer what the kernel does here takes, as the host has other CPUs to run.
    pub crowd: u64,
    /// Up to when its energy was counted.
    pub counted_ns: u64,
    /// What it used up to then while it was busy.
    pub energy: Energy,
    /// Of the lowest CPU of a core: what has gone through the core's own cache.
    pub passed_kib: u64,
}

impl Cpu {
    pub fn new(plan: &Plan) -> Cpu {
        let mut fair = FairQueue::new(plan.params);
        fair.start_at(Vtime(plan.start.vruntime));
        Cpu {
            fair,
            rt: RtQueue::new(&plan.params),
            deadline: DlQueue::new(&plan.params),
            above: plan.above,
            served_ns: 0,
            idle_since_ns: Some(0),
            next_class: Class::Idle,
            curr: None,
            pending: Resched::No,
            cause: Kind::SwitchIdle,
            tick_at_ns: plan.first_tick_ns,
            tick_ns: plan.params.tick_ns,
            busy_until_ns: 0,
            in_interrupt: false,
            waking: None,
            scheduling: false,
            clock_ns: 0,
            skip_clock: false,
            timers: Timers::default(),
            messages: VecDeque::new(),
            message_ns: u64::MAX,
            idle_wakees: Wakees::default(),
            wake_idle: WakeIdle::default(),
            idling: Idling::default(),
            hrtick_late_ns: plan.costs.hrtick_late_ns,
            speed: Speed::FULL,
            rate: WorkRate::FULL,
            crowd: 1,
            counted_ns: 0,
            energy: Energy::default(),
            passed_kib: 0,
        }
    }

    /// What comes next and when; `u64::MAX` if nothing ever does. `parks`: the running task is to be parked in user mode.
    #[inline(always)]
    pub fn next_due(&self, tasks: &[Task], timer_ns: u64, preemption: Preemption, parks: bool) -> (Due, u64) {
        let interrupt_ns = self.next_interrupt_ns(timer_ns).max(self.busy_until_ns);
        let (due, own_ns) = self.own_due(tasks, preemption, parks);
        let first = match due {
            Due::Work => interrupt_ns < own_ns,
            Due::Schedule | Due::Park | Due::Interrupt => interrupt_ns <= own_ns,
        };
        if first { (Due::Interrupt, interrupt_ns) } else { (due, own_ns) }
    }

    /// When the next tick, slice timer, other timer or timer of a class expires; `u64::MAX` if none is set.
    fn next_interrupt_ns(&self, timer_ns: u64) -> u64 {
        let timer_ns = if self.waking.is_some() { 0 } else { timer_ns };
        let timer_ns = timer_ns.min(self.class_timer_ns());
        if self.curr.is_none() {
            return timer_ns;
        }
        timer_ns.min(self.tick_at_ns).min(self.hrtick_fires_ns())
    }

    /// When the next timer of a sleeping task expires, or the next message arrives; `u64::MAX` if none does.
    #[inline]
    pub fn expires_ns(&self) -> u64 {
        self.timers.next_ns().unwrap_or(u64::MAX).min(self.message_ns)
    }

    /// When the next timer of a class above fair expires; `u64::MAX` if none is set.
    pub fn class_timer_ns(&self) -> u64 {
        if !self.above {
            return u64::MAX;
        }
        let rt_ns = self.rt.period_ends_ns().unwrap_or(u64::MAX);
        rt_ns.min(self.deadline.next_timer_ns().unwrap_or(u64::MAX))
    }

    /// When the slice timer expires; `u64::MAX` if it is not armed.
    pub fn hrtick_fires_ns(&self) -> u64 {
        let fair_ns = self.fair.hrtick_at_ns();
        let first_ns = if self.above { earlier(fair_ns, self.deadline.hrtick_at_ns()) } else { fair_ns };
        first_ns.map_or(u64::MAX, |at_ns| at_ns.saturating_add(self.hrtick_late_ns))
    }

    #[inline(always)]
    fn own_due(&self, tasks: &[Task], preemption: Preemption, parks: bool) -> (Due, u64) {
        match self.curr.map(|curr| tasks[usize::from(curr)].work) {
            None if self.pending == Resched::No => (Due::Work, u64::MAX),
            None => (Due::Schedule, self.busy_until_ns),
            Some(work) if self.serves(work, preemption) => (Due::Schedule, self.busy_until_ns),
            Some(Work::Next | Work::User { .. }) if parks => (Due::Park, self.busy_until_ns),
            Some(work) => (Due::Work, self.busy_until_ns.saturating_add(self.rate.time_ns(work.left_ns()))),
        }
    }

    /// Whether the pending request is served now: in user mode any, in the kernel only
    /// a hard one, and there only under full or lazy preemption.
    #[inline]
    fn serves(&self, work: Work, preemption: Preemption) -> bool {
        match (self.pending, work) {
            (Resched::No, _) => false,
            (_, Work::Next | Work::User { .. }) => true,
            (Resched::Lazy, Work::Kernel { .. } | Work::Dying { .. }) => false,
            (Resched::Hard, Work::Kernel { .. } | Work::Dying { .. }) => {
                matches!(preemption, Preemption::Full | Preemption::Lazy)
            }
        }
    }

    /// Count the running task's work from where it stood to `to_ns`.
    pub fn work_until(&mut self, tasks: &mut [Task], to_ns: u64) {
        if to_ns <= self.busy_until_ns {
            return;
        }
        if let Some(curr) = self.curr {
            tasks[usize::from(curr)].work.progress(self.rate.work_ns(to_ns - self.busy_until_ns));
        }
        self.busy_until_ns = to_ns;
        self.in_interrupt = false;
    }

    /// Set the flag if the request is stronger than what is pending.
    pub fn request(&mut self, resched: Resched, cause: Kind) {
        if resched > self.pending {
            self.pending = resched;
            self.cause = cause;
        }
    }

    /// Read the queue's clock on entering schedule(), unless that is to be skipped.
    pub fn read_clock(&mut self, now_ns: u64) {
        if !self.skip_clock {
            self.clock_ns = now_ns;
        }
    }

    /// Keep the CPU from its task from now on, for what it takes to do `ns` of work.
    #[inline]
    pub fn spend(&mut self, now_ns: u64, ns: u64) {
        self.busy_until_ns = self.busy_until_ns.max(now_ns) + self.rate.time_ns(ns) * self.crowd;
    }

    /// Leave idle: the tick starts again with the next instant of its grid, and a slice
    /// timer that expired meanwhile had nobody to stop.
    pub fn end_idle(&mut self, pool: &mut Pool, now_ns: u64) {
        if self.tick_at_ns <= now_ns {
            let missed = (now_ns - self.tick_at_ns) / self.tick_ns + 1;
            self.tick_at_ns += missed * self.tick_ns;
        }
        if self.hrtick_fires_ns() <= now_ns {
            self.fair.hrtick(pool, now_ns);
        }
    }
}

fn earlier(a_ns: Option<u64>, b_ns: Option<u64>) -> Option<u64> {
    a_ns.into_iter().chain(b_ns).min()
}
