//! The lines under the lanes: vruntime, deadline and lag of each task over time.

use sched::{FairQueue, Family, Pool, Vtime};

use crate::engine::{Observer, Sim};
use crate::run::Run;
use crate::task::State;
use crate::trace::Event;

/// Lines of a stretch of time. Between two points of a line, values are linear.
#[derive(Clone, Debug, Default)]
pub struct Tracks {
    /// V and min_vruntime of each CPU.
    pub queue: Vec<QueuePoint>,
    /// One line a task.
    pub entities: Vec<Vec<EntityPoint>>,
    /// Points were left out, because there would have been too many.
    pub coarse: bool,
}

/// The queue at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuePoint {
    /// When.
    pub t_ns: u64,
    /// Which CPU.
    pub cpu: u16,
    /// V, the weighted mean of vruntime.
    pub avg_vruntime: i64,
    /// CFS's floor; the reference point of V under EEVDF.
    pub min_vruntime: i64,
}

/// A task at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntityPoint {
    /// When.
    pub t_ns: u64,
    /// Weighted time received.
    pub vruntime: i64,
    /// Virtual deadline.
    pub deadline: i64,
    /// V − vruntime at that instant.
    pub lag_ns: i64,
    /// It is protected up to this vruntime; its vruntime if it is not protected.
    pub protect: i64,
    /// How it stands to the scheduler.
    pub state: State,
}

impl Run {
    /// Lines from `from_ns` to `to_ns`, of about `max_points` points at most in all.
    ///
    /// Each instant in which something happens gives two points, before and after. If
    /// there would be too many, instants are left out evenly and `coarse` is set.
    pub fn tracks(&self, from_ns: u64, to_ns: u64, max_points: usize) -> Tracks {
        let to_ns = to_ns.min(self.end_ns());
        let lines = 2 * (1 + self.task_names().len());
        let points = self.instants(from_ns, to_ns).saturating_mul(lines);
        let stride = points.div_ceil(max_points.max(1)).max(1);
        let mut sampler = Sampler::new(self.task_names().len(), stride);
        let mut sim = self.checkpoint_at(from_ns);
        while self.trace().events.len() > sim.events() {
            let next_ns = sim.next_ns();
            let passes = next_ns > sim.now_ns();
            if passes {
                sampler.instant_ends(&sim, next_ns >= from_ns);
            }
            if next_ns > to_ns {
                break;
            }
            if passes && next_ns >= from_ns {
                sampler.instant_begins(&sim, next_ns);
            }
            sim.step(&mut sampler);
        }
        // The last instant of the run ends without another event to say so.
        sampler.instant_ends(&sim, sim.now_ns() >= from_ns);
        sampler.close(&sim, to_ns);
        sampler.tracks
    }

    /// How many different times the events of a stretch have.
    fn instants(&self, from_ns: u64, to_ns: u64) -> usize {
        let events = &self.trace().events[self.first_event_at(from_ns)..self.first_event_at(to_ns + 1)];
        let changes = events.windows(2).filter(|pair| pair[0].t_ns != pair[1].t_ns);
        2 + changes.count()
    }
}

/// Makes points at every `stride`-th instant.
struct Sampler {
    tracks: Tracks,
    stride: usize,
    instants: usize,
    /// Something happened since the instant began.
    stirred: bool,
}

impl Observer for Sampler {
    fn event(&mut self, _: &Sim, _: &Event) {
        self.stirred = true;
    }
}

impl Sampler {
    fn new(tasks: usize, stride: usize) -> Sampler {
        let tracks = Tracks { queue: Vec::new(), entities: vec![Vec::new(); tasks], coarse: stride > 1 };
        Sampler { tracks, stride, instants: 0, stirred: true }
    }

    /// Time is about to pass: points after everything that happened.
    fn instant_ends(&mut self, sim: &Sim, inside: bool) {
        if self.stirred && inside && self.instants.is_multiple_of(self.stride) {
            self.sample(sim, sim.now_ns());
        }
        self.instants += usize::from(self.stirred);
        self.stirred = false;
    }

    /// Something may happen at `t_ns`: points before it does.
    fn instant_begins(&mut self, sim: &Sim, t_ns: u64) {
        if self.instants.is_multiple_of(self.stride) {
            self.sample(sim, t_ns);
        }
    }

    fn close(&mut self, sim: &Sim, to_ns: u64) {
        self.sample(sim, to_ns.max(sim.now_ns()));
    }

    /// One point of every line, with the running tasks charged up to `t_ns`.
    fn sample(&mut self, sim: &Sim, t_ns: u64) {
        for cpu in 0..sim.cpu_count() as u16 {
            let (queue, pool) = sim.charged(cpu, t_ns);
            let mean = average_vruntime(&queue, &pool);
            self.tracks.queue.push(QueuePoint {
                t_ns,
                cpu,
                avg_vruntime: mean.raw(),
                min_vruntime: queue.min_vruntime().raw(),
            });
            for task in 0..sim.task_count() as u16 {
                let id = sim.entity_id(task);
                let (vruntime, before) = (pool[id].vruntime, sim.entity(task));
                let state = sim.state(task);
                let protect = if queue.protected(&pool, id) { before.protect } else { vruntime };
                let lag_ns = if before.on_rq { mean.since(vruntime) } else { before.vlag };
                // A charge may renew the deadline; before the instant it was still the old one.
                let deadline = before.deadline.raw();
                let (vruntime, protect) = (vruntime.raw(), protect.raw());
                self.push(task, EntityPoint { t_ns, vruntime, deadline, lag_ns, protect, state });
            }
        }
    }

    /// Add a point, unless a line that rests has none to say.
    fn push(&mut self, task: u16, point: EntityPoint) {
        let line = &mut self.tracks.entities[usize::from(task)];
        let rests = |p: &EntityPoint| matches!(p.state, State::Sleeping | State::Dead);
        match line.last_mut() {
            Some(last) if rests(last) && rests(&point) => {}
            Some(last) if *last == point => {}
            _ => line.push(point),
        }
    }
}

/// V: the weighted mean of vruntime over all queued, rounded down.
///
/// CFS does not keep it, so there it is summed here; min_vruntime if nobody is queued.
pub fn average_vruntime(queue: &FairQueue, pool: &Pool) -> Vtime {
    let queued = if queue.params.family == Family::Cfs { queue.queued(pool) } else { Vec::new() };
    match queued.first() {
        None if queue.params.family == Family::Cfs => queue.min_vruntime(),
        None => queue.avg_vruntime(pool),
        Some(first) => {
            let origin = pool[*first].vruntime;
            let terms = queued.iter().map(|id| {
                let weight = i128::from(pool[*id].weight.load);
                (weight, weight * i128::from(pool[*id].vruntime.since(origin)))
            });
            let (weight, sum) = terms.fold((0, 0), |all, term| (all.0 + term.0, all.1 + term.1));
            origin.plus(sum.div_euclid(weight) as i64)
        }
    }
}
