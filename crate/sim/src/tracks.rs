//! The lines under the lanes: vruntime, deadline and lag of each task over time.

use sched::{EntityId, FairQueue, Family, NICE_0_LOAD, Pool, Vtime, scale_down};

use crate::engine::{Observer, Sim};
use crate::levels::{Level, Levels};
use crate::run::Run;
use crate::task::State;
use crate::trace::Event;

/// Tasks of a CPU, for each that it would have if all had the same.
const LINES_BESIDE: usize = 4;

const WEIGHT_AT_NICE_0: u64 = scale_down(NICE_0_LOAD);

/// Lines of a stretch of time. Between two points of a line, values are linear.
#[derive(Clone, Debug, Default)]
pub struct Tracks {
    /// V and min_vruntime of the CPU.
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
    /// V − vruntime at that instant, V being that of the queue in which it stands.
    pub lag_ns: i64,
    /// min_vruntime of this queue.
    pub floor: i64,
    /// It is protected up to this vruntime; its vruntime if it is not protected.
    pub protect: i64,
    /// Its weight: 1024 at nice 0.
    pub weight: u32,
    /// How it stands to its queue: to that one sleeps who is off it, as of another class or by a quota.
    pub state: State,
}

impl EntityPoint {
    /// Lag as service owed, in real ns: what the entity would have to receive to be at V.
    pub fn owed_ns(&self) -> i64 {
        let owed = i128::from(self.lag_ns) * i128::from(self.weight) / i128::from(WEIGHT_AT_NICE_0);
        owed.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}

impl Run {
    /// Lines from `from_ns` to `to_ns`, of about `max_points` points at most in all.
    ///
    /// Each instant in which something happens gives two points, before and after. If
    /// there would be too many, instants are left out evenly and `coarse` is set.
    pub fn tracks(&self, from_ns: u64, to_ns: u64, max_points: usize) -> Tracks {
        self.tracks_of(0, from_ns, to_ns, max_points)
    }

    /// The same of the queue of one CPU: to it a task that is on another one sleeps.
    pub fn tracks_of(&self, cpu: u16, from_ns: u64, to_ns: u64, max_points: usize) -> Tracks {
        let to_ns = to_ns.min(self.end_ns());
        let lines = 2 * (1 + self.lines_of_a_cpu());
        let points = self.instants(from_ns, to_ns).saturating_mul(lines);
        let stride = points.div_ceil(max_points.max(1)).max(1);
        let mut sampler = Sampler::new(cpu, self.task_names().len(), stride);
        let mut sim = self.checkpoint_at(from_ns);
        while self.trace().events.len() > sim.events() {
            let next_ns = sim.next_ns();
            let passes = next_ns > sim.now_ns();
            if passes {
                sampler.instant_ends(&sim, next_ns >= from_ns);
                sampler.bends(&sim, from_ns, next_ns.min(to_ns));
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
        sampler.bends(&sim, from_ns, to_ns);
        sampler.close(&sim, to_ns);
        sampler.tracks
    }

    /// How many lines a CPU is going to have: a few times its share of the tasks.
    fn lines_of_a_cpu(&self) -> usize {
        let (tasks, cpus) = (self.task_names().len(), self.topology().cpu_count());
        if cpus == 1 { tasks } else { tasks.min(LINES_BESIDE * tasks.div_ceil(cpus)) }
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
    cpu: u16,
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
    fn new(cpu: u16, tasks: usize, stride: usize) -> Sampler {
        let tracks = Tracks { queue: Vec::new(), entities: vec![Vec::new(); tasks], coarse: stride > 1 };
        Sampler { cpu, tracks, stride, instants: 0, stirred: true }
    }

    /// Time is about to pass: points after everything that happened.
    fn instant_ends(&mut self, sim: &Sim, inside: bool) {
        if self.stirred && inside && self.instants.is_multiple_of(self.stride) {
            self.sample(sim, sim.now_ns());
        }
        self.instants += usize::from(self.stirred);
        self.stirred = false;
    }

    /// CFS's floor bends while time passes and nothing happens: points there, so that lines are linear in between.
    fn bends(&mut self, sim: &Sim, from_ns: u64, to_ns: u64) {
        if !self.instants.is_multiple_of(self.stride) {
            return;
        }
        for t_ns in floor_bends_ns(sim, self.cpu) {
            if (from_ns.max(sim.now_ns()) + 1..to_ns).contains(&t_ns) {
                self.sample(sim, t_ns);
            }
        }
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
        let cpu = self.cpu;
        let (queue, pool) = sim.charged(cpu, t_ns);
        let mut levels = Levels::new(&queue, &pool);
        let Level { mean, floor } = levels.root();
        let (avg_vruntime, min_vruntime) = (mean.raw(), floor.raw());
        self.tracks.queue.push(QueuePoint { t_ns, cpu, avg_vruntime, min_vruntime });
        for task in 0..sim.task_count() as u16 {
            if sim.home(task) == usize::from(cpu) {
                self.push(task, entity_point(sim, (&queue, &pool), &mut levels, task, t_ns));
            } else {
                self.rest(task, t_ns);
            }
        }
    }

    /// A line of a task that went to another CPU ends here.
    fn rest(&mut self, task: u16, t_ns: u64) {
        let last = self.tracks.entities[usize::from(task)].last().copied();
        if let Some(last) = last {
            self.push(task, EntityPoint { t_ns, state: State::Sleeping, ..last });
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

fn entity_point(
    sim: &Sim,
    (queue, pool): (&FairQueue, &Pool),
    levels: &mut Levels,
    task: u16,
    t_ns: u64,
) -> EntityPoint {
    let id = sim.entity_id(task);
    let (vruntime, before) = (pool[id].vruntime, sim.entity(task));
    let state = if before.on_rq { sim.state(task) } else { State::Sleeping };
    let protect = if queue.protected(pool, id) { before.protect } else { vruntime };
    let Level { mean, floor } = levels.of(id);
    let lag_ns = if before.on_rq { mean.since(vruntime) } else { before.vlag };
    // A charge may renew the deadline; before the instant it was still the old one.
    let deadline = before.deadline.raw();
    let (vruntime, protect, floor) = (vruntime.raw(), protect.raw(), floor.raw());
    let weight = scale_down(before.weight.load) as u32;
    EntityPoint { t_ns, vruntime, deadline, lag_ns, floor, protect, weight, state }
}

/// When the running entities of a CPU's CFS queues, its task and the groups that it is in, bend the floors of their queues: in
/// order of level.
fn floor_bends_ns(sim: &Sim, cpu: u16) -> Vec<u64> {
    let (queue, pool) = (sim.queue(cpu), sim.pool());
    let task = queue.curr().filter(|_| queue.params().family == Family::Cfs);
    let running = std::iter::successors(task, |id| queue.group_entity(pool, *id));
    running.flat_map(|id| bends_of_queue_ns(queue, pool, id).into_iter().flatten()).collect()
}

/// When the running entity of a queue reaches min_vruntime, which rises with it from there on, and when it passes the
/// leftmost, which holds min_vruntime back: in order of time.
fn bends_of_queue_ns(queue: &FairQueue, pool: &Pool, curr: EntityId) -> [Option<u64>; 2] {
    let level = queue.level(pool, curr);
    let queued = queue.queued_at(pool, level);
    let leftmost = queued.iter().find(|id| **id != curr).map(|id| pool[*id].vruntime);
    let reaches_ns = |target: Vtime| {
        let left = u128::try_from(target.since(pool[curr].vruntime)).ok()?;
        let real_ns = (left * u128::from(pool[curr].weight.load)).div_ceil(u128::from(NICE_0_LOAD));
        pool[curr].exec_start_ns.checked_add(u64::try_from(real_ns).ok()?)
    };
    let floor_ns = reaches_ns(queue.min_vruntime_at(level));
    let leftmost_ns = leftmost.and_then(reaches_ns);
    [floor_ns, leftmost_ns.filter(|t_ns| floor_ns.is_none_or(|floor_ns| floor_ns < *t_ns))]
}
