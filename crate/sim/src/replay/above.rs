//! The classes above fair beside a recording: FIFO and RR, DEADLINE, and the fair server.
//!
//! Times are those of the events. CPU time is what the recording charged; the CFS kernel 5.10 does not show that of these
//! classes, and there it is taken from the times. The phase of the period of realtime throttling and of the fair server is set
//! before a recording begins: it is taken from the first timer that shows it, and all later ones are compared.

use sched::{
    Class, Contender, DlPool, DlQueue, Entity, EntityId, Params, PeriodEnd, Policy as FairPolicy, Pool,
    Reason, Resched, RtEntity, RtPolicy, RtPool, RtQueue, Verdict,
};

use super::ahead::SERVED_WITHIN_NS;
use crate::recording::{Kind, Recording, TaskInfo, TaskKind, TaskRef};
use crate::scenario::check_policy;
use crate::scheduling::Scheduling;
use crate::timer::Timer;

/// No charge is longer, ns, as ticks charge too: more is a damaged file, and is cut.
const CHARGE_NS_MAX: i64 = 1 << 30;

/// Where the clock stands at time 0, ns: recordings begin before.
const TIME_0_NS: i64 = 1 << 40;

/// A task of a class above fair.
#[derive(Clone, Copy)]
struct Known {
    id: EntityId,
    class: Class,
    /// Its charges are recorded.
    charged: bool,
}

/// The queues above fair.
pub(super) struct Above {
    rt: RtQueue,
    rts: RtPool,
    deadline: DlQueue,
    dls: DlPool,
    pool: Pool,
    known: Vec<Option<Known>>,
    tasks: Vec<TaskRef>,
    /// The running task, if it is of these classes.
    curr: Option<TaskRef>,
    /// A hard request is pending while a task of these classes runs.
    pub(super) pending: bool,
    now_ns: u64,
    /// What the fair server has in each period, ns.
    server_runtime_ns: u64,
    /// When the timer expires that first shows the fair server's phase, and that of realtime throttling.
    server_shown_ns: Option<i64>,
    rt_shown_ns: Option<i64>,
}

impl Above {
    pub(super) fn new(recording: &Recording, params: &Params) -> Above {
        let mut above = Above {
            rt: RtQueue::new(params),
            rts: RtPool::new(),
            deadline: DlQueue::new(params),
            dls: DlPool::new(),
            pool: Pool::new(),
            known: Vec::new(),
            tasks: Vec::new(),
            curr: None,
            pending: false,
            now_ns: 0,
            server_runtime_ns: params.tunables.fair_server_runtime_ns,
            server_shown_ns: None,
            rt_shown_ns: None,
        };
        for (index, info) in recording.tasks.iter().enumerate() {
            let task = TaskRef(index as u32);
            let known = scheduling_of(recording, info).map(|to| above.add(recording, task, to));
            above.known.push(known);
        }
        above.find_phases(recording);
        above
    }

    fn add(&mut self, recording: &Recording, task: TaskRef, to: Scheduling) -> Known {
        let id = self.pool.add(Entity::new(FairPolicy::Normal, 0));
        self.tasks.push(task);
        match to {
            Scheduling::Deadline(params) => self.deadline.join(&mut self.dls, id, params),
            Scheduling::Realtime(policy, priority) => {
                self.rts.set(id, RtEntity::new(policy, priority, self.rt.quantum_ticks()));
            }
            Scheduling::Fair(_) => unreachable!("only tasks above fair are added"),
        }
        let is_charge = |kind: &Kind| matches!(kind, Kind::Runtime { task: charged, .. } if *charged == task);
        let charged = recording.events.iter().any(|event| is_charge(&event.kind));
        Known { id, class: to.class(), charged }
    }

    /// Time goes on to an event; says how many timers should have expired before it and did not.
    pub(super) fn advance(&mut self, t_ns: i64) -> u32 {
        self.now_ns = clock_at(t_ns);
        let mut missed = 0;
        while self.deadline.next_timer_ns().is_some_and(|at_ns| self.is_past(at_ns)) {
            self.deadline.expire(&mut self.dls, true, self.now_ns);
            missed += 1;
        }
        if self.rt.period_ends_ns().is_some_and(|at_ns| self.is_past(at_ns)) {
            self.rt.end_period(self.now_ns);
            missed += 1;
        }
        missed
    }

    /// Whether an instant is so long ago that its timer would have been seen to expire.
    fn is_past(&self, at_ns: u64) -> bool {
        at_ns + (SERVED_WITHIN_NS as u64) < self.now_ns
    }

    fn known(&self, task: TaskRef) -> Option<Known> {
        self.known.get(task.0 as usize).copied().flatten()
    }

    /// Whether a task is of these classes.
    pub(super) fn has(&self, task: TaskRef) -> bool {
        self.known(task).is_some()
    }

    /// Whether a task of these classes runs.
    pub(super) fn runs(&self) -> bool {
        self.curr.is_some()
    }

    /// A task wakes, and asks for the CPU or not; `runs_fair`: a fair task has it.
    pub(super) fn wake(&mut self, task: TaskRef, runs_fair: bool) -> Option<Verdict> {
        let known = self.known(task)?;
        if self.is_queued(known) {
            return None;
        }
        match known.class {
            Class::Deadline => drop(self.deadline.wake(&mut self.dls, known.id, self.now_ns)),
            _ => self.rt.enqueue(&mut self.rts, known.id, self.now_ns),
        }
        let curr_class = match self.curr.and_then(|curr| self.known(curr)) {
            Some(curr) => curr.class,
            None if runs_fair => Class::Fair,
            None => Class::Idle,
        };
        Some(known.class.preempts(curr_class).unwrap_or_else(|| match known.class {
            Class::Deadline => self.deadline.wakeup_preempt(&self.dls, known.id),
            _ => self.rt.wakeup_preempt(&self.rts, known.id),
        }))
    }

    fn is_queued(&self, known: Known) -> bool {
        match known.class {
            Class::Deadline => self.dls.is_queued(known.id),
            _ => self.rts.is_queued(known.id),
        }
    }

    /// The running task was charged so much; at a tick or slice timer that is its test.
    pub(super) fn charge(&mut self, task: TaskRef, ran_ns: i64, tick: bool) -> Option<Verdict> {
        let known = self.known(task).filter(|_| self.curr == Some(task))?;
        self.pool[known.id].exec_start_ns = self.now_ns.saturating_sub(cut_ns(ran_ns));
        Some(self.test(known, tick))
    }

    /// A tick of a running task whose charges are not recorded.
    pub(super) fn uncharged_tick(&mut self) -> Option<Verdict> {
        let known = self.curr.and_then(|curr| self.known(curr)).filter(|known| !known.charged)?;
        Some(self.test(known, true))
    }

    fn test(&mut self, known: Known, tick: bool) -> Verdict {
        let (pool, now_ns) = (&mut self.pool, self.now_ns);
        let verdict = match (known.class, tick) {
            (Class::Deadline, true) => self.deadline.tick(pool, &mut self.dls, now_ns),
            (Class::Deadline, false) => self.deadline.update_curr(pool, &mut self.dls, now_ns),
            (_, true) => self.rt.tick(pool, &mut self.rts, now_ns),
            (_, false) => self.rt.update_curr(pool, now_ns),
        };
        self.rt.account_deadline(self.deadline.take_ran_ns());
        self.pending |= verdict.resched == Resched::Hard;
        verdict
    }

    /// The running task blocks or exits.
    pub(super) fn block(&mut self, task: TaskRef, gone: bool) {
        let Some(known) = self.known(task).filter(|_| self.curr == Some(task)) else { return };
        self.settle(known);
        match known.class {
            Class::Deadline if self.dls.is_queued(known.id) => {
                self.deadline.dequeue(&mut self.pool, &mut self.dls, known.id, gone, self.now_ns);
            }
            Class::Realtime if self.rts.is_queued(known.id) => {
                self.rt.dequeue(&mut self.pool, &mut self.rts, known.id, self.now_ns);
            }
            _ => {}
        }
    }

    /// A task whose charges are recorded has been charged in full.
    fn settle(&mut self, known: Known) {
        if known.charged {
            self.pool[known.id].exec_start_ns = self.now_ns;
        }
    }

    /// The running task yields.
    pub(super) fn yield_curr(&mut self) {
        self.rt.yield_curr(&mut self.rts);
        self.deadline.yield_curr(&mut self.pool, &mut self.dls, self.now_ns);
    }

    /// Who of these classes is to run; `None` if it is the turn of the fair class.
    pub(super) fn pick(&self) -> Option<(TaskRef, Reason)> {
        match self.deadline.pick() {
            Some(pick) => match pick.next {
                Contender::Task(id) => Some((self.tasks[id.0 as usize], pick.why)),
                Contender::FairServer => None,
            },
            None => self.rt.pick().map(|pick| (self.tasks[pick.next.0 as usize], pick.why)),
        }
    }

    /// The CPU goes to a task, of whatever class.
    pub(super) fn switch_to(&mut self, next: TaskRef) {
        if let Some(known) = self.curr.and_then(|curr| self.known(curr)) {
            self.settle(known);
            match known.class {
                Class::Deadline => self.deadline.put_prev(&mut self.pool, &mut self.dls, self.now_ns),
                _ => self.rt.put_prev(&mut self.pool, self.now_ns),
            }
        }
        self.curr = self.known(next).map(|_| next);
        self.pending = false;
        let Some(known) = self.known(next) else { return };
        if !self.is_queued(known) {
            self.wake(next, false);
        }
        match known.class {
            Class::Deadline => self.deadline.set_next(&mut self.pool, &self.dls, known.id, self.now_ns),
            _ => self.rt.set_next(&mut self.pool, known.id, self.now_ns),
        }
    }

    /// The fair class has nobody to run any more: where its server stands is not known from now on.
    pub(super) fn forget_server(&mut self) {
        if self.server_shown_ns.is_some_and(|shown_ns| clock_at(shown_ns) <= self.now_ns) {
            self.server_shown_ns = None;
            self.deadline.server_stop(true);
        }
    }

    /// Fair tasks ran, and so much less is left for their server; whether that asks for a reschedule.
    pub(super) fn serve(&mut self, ran_ns: i64) -> bool {
        let verdict = self.deadline.server_charge(cut_ns(ran_ns), self.now_ns);
        verdict.resched == Resched::Hard
    }
}

impl Above {
    /// Sets the phases that a recording shows.
    fn find_phases(&mut self, recording: &Recording) {
        let is_period = |kind: &Kind| matches!(kind, Kind::Hrtimer { function } if function == Timer::RtPeriod.function());
        if let Some(first) = recording.events.iter().find(|event| is_period(&event.kind)) {
            self.rt.set_period(clock_at(first.t_ns), 0);
            self.rt_shown_ns = Some(first.t_ns);
        }
        self.server_shown_ns = self.first_service(recording);
    }

    /// The timer by which the fair server first takes the CPU from a task that goes on being runnable.
    fn first_service(&self, recording: &Recording) -> Option<i64> {
        let mut timer_ns = None;
        for event in &recording.events {
            match &event.kind {
                Kind::Hrtimer { function } if function == Timer::Deadline.function() => {
                    timer_ns = Some(event.t_ns)
                }
                Kind::Switch(switch) if self.has(switch.prev) && !self.has(switch.next) => {
                    let shown = timer_ns.filter(|at_ns| event.t_ns - at_ns < SERVED_WITHIN_NS);
                    if shown.is_some() && switch.prev_state.is_runnable() {
                        return shown;
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// A timer of these classes expired: whether it was due; `None` for another one, and for one that only shows its phase.
    pub(super) fn expire(&mut self, function: &str, t_ns: i64) -> Option<bool> {
        match Timer::of_function(function)? {
            Timer::RtPeriod => {
                let Some(at_ns) = self.rt.period_ends_ns().filter(|at_ns| self.is_now(*at_ns)) else {
                    return Some(false);
                };
                let end = self.rt.end_period(self.now_ns.max(at_ns));
                self.pending |= matches!(end, PeriodEnd::Unthrottled(_)) && self.curr.is_none();
                (self.rt_shown_ns != Some(t_ns)).then_some(true)
            }
            Timer::Deadline | Timer::ZeroLag => {
                let shows = self.server_shown_ns == Some(t_ns);
                if shows {
                    self.deadline.set_server(self.server_runtime_ns, self.now_ns + self.server_runtime_ns);
                }
                let due = self.deadline.next_timer_ns().filter(|at_ns| self.is_now(*at_ns));
                let Some(at_ns) = due else {
                    let phase_is_known = self.server_shown_ns.is_some_and(|shown_ns| t_ns >= shown_ns);
                    return (phase_is_known || !self.deadline.has_server()).then_some(false);
                };
                let expired = self.deadline.expire(&mut self.dls, true, self.now_ns.max(at_ns));
                self.pending |= expired.verdict.resched == Resched::Hard;
                (!shows).then_some(true)
            }
            Timer::QuotaPeriod | Timer::QuotaSlack => None,
        }
    }

    /// Whether an instant is the present one, as far as the latency of an interrupt lets it be seen.
    fn is_now(&self, at_ns: u64) -> bool {
        self.now_ns.abs_diff(at_ns) < SERVED_WITHIN_NS as u64
    }
}

fn cut_ns(ran_ns: i64) -> u64 {
    ran_ns.clamp(0, CHARGE_NS_MAX).unsigned_abs()
}

fn clock_at(t_ns: i64) -> u64 {
    TIME_0_NS.saturating_add(t_ns).max(0) as u64
}

/// With what a task belongs to a class above fair; `None` if it does not, or nobody knows.
fn scheduling_of(recording: &Recording, info: &TaskInfo) -> Option<Scheduling> {
    match info.kind {
        TaskKind::Idle | TaskKind::Other => None,
        TaskKind::Scenario(index) => {
            let thread = &recording.scenario.threads[index];
            let above = thread.policy.fair().is_none() && check_policy(thread, "threads").is_ok();
            above.then(|| Scheduling::of(thread.policy, None, thread))
        }
        TaskKind::Main | TaskKind::OtherRt => {
            let prio = info.start?.prio;
            let priority = u8::try_from(99 - prio).ok().filter(|priority| (1..=99).contains(priority))?;
            Some(Scheduling::Realtime(RtPolicy::Fifo, priority))
        }
    }
}
