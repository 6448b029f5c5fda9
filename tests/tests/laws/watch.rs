//! What must be true after every single event.

use sched::{Family, Kernel, Protection, Vtime, calc_delta_fair};
use sim::trace::{Event, IDLE, Kind};
use sim::{Observer, Run, Sim};

use crate::pick::Before;

/// vruntime, deadline and whether it was queued, after the last event.
#[derive(Clone, Copy, Default)]
struct Last {
    vruntime: Vtime,
    deadline: Vtime,
    queued: bool,
    /// The lag with which it left the queue, while it is away and unchanged.
    vlag_away: Option<i64>,
    /// It was changed since it got the CPU: its limit of protection may be one of before.
    changed: bool,
}

/// Watches a run and panics at the first law that is broken.
pub struct Watch {
    pub events: usize,
    kernel: &'static Kernel,
    places_lag: bool,
    free: bool,
    tasks: Vec<Last>,
    min_vruntime: Option<Vtime>,
    before: Option<Before>,
    /// Time of the last event, and whether the CPU idled with work at hand after it.
    idled: (u64, bool),
    requeued: bool,
}

impl Watch {
    /// `free`: kernel paths cost nothing, so that everything of an instant has one clock.
    pub fn new(run: &Run, free: bool) -> Watch {
        let params = run.params();
        Watch {
            events: 0,
            kernel: params.kernel,
            places_lag: params.features.has(sched::Feature::PlaceLag),
            free,
            tasks: vec![Last::default(); run.tasks().len()],
            min_vruntime: None,
            before: None,
            idled: (0, false),
            requeued: false,
        }
    }

    fn is_eevdf(&self) -> bool {
        self.kernel.family == Family::Eevdf
    }

    /// Laws 1 and 2: incremental sums equal direct ones, V is the floor of the mean, somebody is
    /// eligible, and eligible means not past the exact mean.
    fn sums(&self, sim: &Sim) {
        let (queue, pool) = (sim.queue(0), sim.pool());
        assert!(queue.sums_are_exact(pool), "sums drifted");
        let queued = queue.queued(pool);
        if queued.is_empty() || !self.is_eevdf() {
            return;
        }
        let v = queue.avg_vruntime(pool);
        let weight = |id| match queue.params().rules.mean_weights {
            sched::MeanWeights::ScaledDown => i128::from(sched::scale_down(pool[id].weight.load)),
            sched::MeanWeights::Full => i128::from(pool[id].weight.load),
        };
        let total: i128 = queued.iter().map(|id| weight(*id)).sum();
        let rest: i128 = queued.iter().map(|id| weight(*id) * i128::from(pool[*id].vruntime.since(v))).sum();
        assert!((0..total).contains(&rest), "V is not the floor of the mean: {rest} of {total}");
        assert!(queued.iter().any(|id| queue.eligible(pool, *id)), "nobody is eligible");
        for id in queued {
            let not_past = i128::from(pool[id].vruntime.since(v)) * total <= rest;
            assert_eq!(queue.eligible(pool, id), not_past, "eligibility of {id:?}");
        }
    }

    /// Law 4: an idle CPU has nobody to run. Time may not pass otherwise.
    fn conserves_work(&mut self, sim: &Sim, event: &Event) {
        assert!(!(self.idled.1 && event.t_ns > self.idled.0 && self.free), "idle beside a waiting task");
        let idle = sim.running(0) == IDLE;
        let runnable = sim.queue(0).nr_runnable() > 0;
        if event.kind().is_switch() && event.other == IDLE {
            assert!(!runnable, "went idle beside a waiting task");
        }
        self.idled = (event.t_ns, idle && runnable);
    }

    /// Law 5: while queued, vruntime and deadline only grow, except by placement or change.
    fn grows(&self, sim: &Sim, event: &Event, task: u16) {
        let (e, last) = (sim.entity(task), self.tasks[usize::from(task)]);
        let placed = event.task == task && !event.kind().is_switch();
        let placed = placed && !matches!(event.kind(), Kind::Tick | Kind::TickResched | Kind::Keep);
        // Delayed tasks are reported as gone in the middle of a change, before it is told itself.
        if last.queued && e.on_rq && !placed && event.kind() != Kind::DelayedOut {
            assert!(!e.vruntime.before(last.vruntime), "vruntime fell: {e:?}");
            assert!(!self.is_eevdf() || !e.deadline.before(last.deadline), "deadline fell: {e:?}");
        }
    }

    /// Laws 11 and 12: a delayed task never runs; protection ends at the deadline at the latest.
    fn running(&self, sim: &Sim, event: &Event) {
        let task = sim.running(0);
        // Delayed tasks are reported as gone in the middle of a switch, with the old one still there.
        if task == IDLE || event.kind() == Kind::DelayedOut {
            return;
        }
        let e = sim.entity(task);
        assert!(!e.delayed, "a delayed task runs: {e:?}");
        if self.is_eevdf() && self.kernel.rules.protection == Protection::ShortestSlice {
            if event.kind().is_switch() {
                assert!(!e.deadline.before(e.protect), "protected beyond the deadline: {e:?}");
            }
            let changed = self.tasks[usize::from(task)].changed;
            if !changed && sim.queue(0).protected(sim.pool(), sim.entity_id(task)) {
                // A change of the running task places it anew, which may round by up to 3 ns (or
                // forgets its lag without PLACE_LAG), and leaves the limit where it is.
                let within = e.protect.since(e.deadline) <= 3 || !self.places_lag;
                assert!(e.vruntime.before(e.protect) && within, "{e:?}");
            }
        }
    }

    /// Law 8: the lag of a task that leaves is bounded, and not positive if it was delayed.
    fn leaves(&mut self, sim: &Sim, task: u16, delayed: bool) {
        let e = sim.entity(task);
        let tick_ns = sim.queue(0).params().tick_ns;
        let slices = (0..sim.task_count() as u16).map(|t| sim.entity(t).slice_ns);
        let longest_ns = slices.max().unwrap_or(0);
        let limit_ns = match self.kernel.rules.lag_clamp {
            sched::LagClamp::TwiceOwnSlice => (2 * e.slice_ns).max(tick_ns),
            sched::LagClamp::GreatestSliceAndTick => longest_ns + tick_ns,
        };
        let limit = calc_delta_fair(self.kernel.rules.delta, limit_ns, e.weight);
        assert!(e.vlag.unsigned_abs() <= limit, "lag beyond {limit}: {e:?}");
        let zeroes = sim.queue(0).params().features.has(sched::Feature::DelayZero);
        assert!(!delayed || !zeroes || e.vlag <= 0, "a delayed task left with credit: {e:?}");
        self.tasks[usize::from(task)].vlag_away = Some(e.vlag);
    }

    /// Law 7: a wakeup among others restores the lag within 3 ns.
    fn placement(&mut self, task: u16) {
        let Some(vlag) = self.tasks[usize::from(task)].vlag_away.take() else { return };
        let Some(before) = self.before.as_ref().filter(|_| self.places_lag) else { return };
        if let Some(lag) = before.lag_among_others(task) {
            assert!((lag - vlag).abs() <= 3, "placed with lag {lag}, kept {vlag}");
        }
    }

    fn note_change(&mut self, event: &Event) {
        let kind = event.kind();
        let about = if kind.is_switch() { event.other } else { event.task };
        if (kind == Kind::Change || kind.is_switch()) && about != IDLE {
            self.tasks[usize::from(about)].changed = kind == Kind::Change;
        }
    }

    fn follow(&mut self, sim: &Sim, event: &Event) {
        for task in 0..sim.task_count() as u16 {
            self.grows(sim, event, task);
            let e = sim.entity(task);
            let last = &mut self.tasks[usize::from(task)];
            (last.vruntime, last.deadline, last.queued) = (e.vruntime, e.deadline, e.on_rq);
        }
    }
}

impl Observer for Watch {
    fn deciding(&mut self, sim: &Sim) {
        self.before = Some(Before::new(sim, sim.clock_ns(0)));
    }

    fn event(&mut self, sim: &Sim, event: &Event) {
        self.events += 1;
        self.sums(sim);
        self.conserves_work(sim, event);
        self.note_change(event);
        self.running(sim, event);
        let requeued = std::mem::replace(&mut self.requeued, event.kind() == Kind::DelayedWake);
        match event.kind() {
            Kind::SwitchBlocked if self.is_eevdf() => self.leaves(sim, event.task, false),
            Kind::DelayedOut => self.leaves(sim, event.task, true),
            Kind::Change => self.tasks[usize::from(event.task)].vlag_away = None,
            kind if kind.is_wakeup() && !requeued && self.is_eevdf() => self.placement(event.task),
            _ => {}
        }
        let kind = event.kind();
        if let Some(before) = self.before.take_if(|_| kind.is_switch() || kind == Kind::Keep) {
            let next = if kind == Kind::Keep { event.task } else { event.other };
            let why = event.reason().expect("a code of the table");
            if next != IDLE {
                before.check(next.into(), why);
            }
        }
        self.follow(sim, event);
        let floor = sim.queue(0).min_vruntime();
        if !self.is_eevdf() {
            let fell = self.min_vruntime.is_some_and(|last| floor.before(last));
            assert!(!fell, "min_vruntime fell");
        }
        self.min_vruntime = Some(floor);
    }
}
