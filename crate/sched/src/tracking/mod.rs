//! Load tracking of every level, where a group's weight depends on it: on several CPUs, and in 7.3's `cgroup_mode` tasks.
//!
//! 1. **Only then.** It costs time at every switch, so a [`crate::FairQueue`] has a [`Tracking`] only there, and only with
//!    groups; without, each call ends at its first test.
//! 2. **Levels.** Each queue and each entity, of tasks and of groups, has averages ([`crate::pelt`]). A queue counts for
//!    itself who is on it: the tree of 7.3 knows tasks alone, and elsewhere it is asked when its own counts have changed already.
//! 3. **When.** The averages of a level are brought up to date just before anything changes there: somebody comes onto the
//!    queue or leaves it, is picked, put aside or interrupted by a tick. Where groups stand in queues the walks of the class
//!    do that level by level (`walks`), under 7.3 all at once (`hooks`). A task that sleeps delayed is taken note of
//!    at its own level only; one that wakes while delayed likewise, and from 7.3 on at none; the levels above find out later.
//! 4. **Told.** A change that matters is told to the group, which so knows its load on all CPUs, and from 7.3 on how many of its
//!    tasks want to run ([`TellRule`]). Putting a task aside tells nobody.
//! 5. **Weighed.** A group is weighed anew where somebody comes or leaves below it, at ticks, and when shares are written
//!    (`share`). Under 7.3 its running task takes that over at once, the others when they are picked.
//! 6. **Clock.** One CPU at full speed: the PELT clock is the queue's. Of several CPUs the machine says what it is. It stands still
//!    for a queue that is empty and throttled.
//! 7. **Several CPUs** (`several`). A task takes its averages along. What a group has on an idle CPU fades when somebody looks after that:
//!    balancing, which one CPU does not do. What a task counts for beside all others of its CPU is its part of its
//!    group's part (`h_load`).

mod averages;
mod h_load;
mod hooks;
mod levels;
mod several;
#[cfg(test)]
mod several_tests;
mod share;
#[cfg(test)]
mod tests;
mod walks;

pub(crate) use averages::Averages;
pub use share::{EmptyGroup, Sharing};

use crate::cgroup_mode::CgroupMode;
use crate::entity::{EntityId, GroupId};
use crate::params::Params;
use crate::pelt::{Below, Contribution, Doing, Removed, SchedAvg, TellRule};
use crate::queue::CfsRq;
use crate::rules::GroupPick;
use crate::weight::scale_down;

/// What a CPU can do at most.
const CAPACITY: u64 = 1024;

/// The averages of one CPU's queues.
#[derive(Clone, Debug)]
pub(crate) struct Tracking {
    /// By the index of the group; the root's is the first.
    levels: Vec<Level>,
    /// The task whose levels count as running, and its group.
    running: Option<(EntityId, GroupId)>,
    /// A task that exited, until the CPU has left it, and its group.
    dead: Option<(EntityId, GroupId)>,
    /// What it knows of other CPUs; `None` where there are none.
    others: Option<Sharing>,
    /// The PELT clock of one CPU of several.
    clock_ns: u64,
    /// The averages of the root's queue changed since somebody asked.
    root_changed: bool,
    /// Who is taken off the queue next goes to another CPU.
    moves: bool,
    /// The root's tree has all tasks (7.3).
    flat: bool,
}

/// A queue as load tracking sees it.
#[derive(Clone, Debug, Default)]
struct Level {
    /// What stands for it above; `None` for the root.
    entity: Option<EntityId>,
    parent: GroupId,
    avg: SchedAvg,
    told: Contribution,
    /// Sum of the loads on it.
    load: u64,
    nr_queued: u32,
    /// Tasks that want to run, here and in all queues below.
    runnable: u64,
    /// Who of it is running, or has who is.
    curr: Option<EntityId>,
    /// Load sums that came less those that left, until the level above takes it over.
    came: Option<i64>,
    /// Parts of those that exited or woke elsewhere, until the next update.
    removed: Removed,
    /// When its clock was stopped, and for how long it has been in all.
    stopped_at_ns: Option<u64>,
    stopped_ns: u64,
}

/// How an update ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Then {
    /// A change that matters is told to the group.
    Tell,
    Nothing,
}

impl Tracking {
    fn new(params: &Params, others: Option<Sharing>) -> Tracking {
        Tracking {
            levels: vec![Level::default()],
            running: None,
            dead: None,
            others,
            clock_ns: 0,
            root_changed: false,
            moves: false,
            flat: params.rules.group_pick == GroupPick::Flat,
        }
    }

    /// Of a CPU with no groups yet; `None` where no group's weight depends on it.
    pub(crate) fn if_needed(params: &Params) -> Option<Box<Tracking>> {
        let flat = params.rules.group_pick == GroupPick::Flat;
        (flat && params.tunables.cgroup_mode == CgroupMode::Tasks)
            .then(|| Box::new(Tracking::new(params, None)))
    }

    /// Adds an empty group in another; its entity is attached from the beginning.
    pub(crate) fn add_group(&mut self, all: &mut Averages, entity: EntityId, parent: GroupId, load: u64) {
        let my_q = Some(GroupId(self.levels.len() as u16));
        self.levels.push(Level { entity: Some(entity), parent, ..Level::default() });
        let avg = Some(SchedAvg::default());
        *all.entity(entity) = averages::Tracked { avg, attached: true, load, my_q, ..Default::default() };
    }

    /// Whether it counts the tasks, queues and loads that a queue has: for tests and assertions.
    pub(crate) fn agrees(&self, level: GroupId, queue: &CfsRq) -> bool {
        let Level { load, nr_queued, runnable, .. } = self.level(level);
        let counted = *runnable == u64::from(queue.h_nr_queued - queue.h_nr_delayed);
        // The root's queue of 7.3 has tasks alone, with their parts as weights.
        let apart = self.flat && level == GroupId::ROOT;
        counted && (apart || (*load, *nr_queued) == (queue.load, queue.nr_queued))
    }

    fn level(&self, level: GroupId) -> &Level {
        &self.levels[usize::from(level.0)]
    }

    fn level_mut(&mut self, level: GroupId) -> &mut Level {
        &mut self.levels[usize::from(level.0)]
    }

    /// The next level up: the entity that stands there for `level`, and where it stands.
    fn above(&self, level: GroupId) -> Option<(EntityId, GroupId)> {
        let Level { entity, parent, .. } = self.level(level);
        entity.map(|entity| (entity, *parent))
    }

    /// The PELT clock of a queue.
    fn clock_ns(&self, level: GroupId, now_ns: u64) -> u64 {
        self.level(level).clock_ns(if self.others.is_some() { self.clock_ns } else { now_ns })
    }

    /// Brings an entity and the queue of `level` up to date (`update_load_avg`).
    fn update(&mut self, all: &mut Averages, level: GroupId, id: EntityId, then: Then, now_ns: u64) {
        let decayed = self.age(all, level, id, now_ns) | self.take_over(all, level, id);
        if decayed {
            self.changed(level);
        }
        if decayed && then == Then::Tell {
            self.tell(all, level, now_ns);
        }
    }

    /// The averages of a queue have changed.
    fn changed(&mut self, level: GroupId) {
        self.root_changed |= level == GroupId::ROOT;
    }

    /// Accounts for the time since the last update; true if the averages of the queue changed.
    fn age(&mut self, all: &mut Averages, level: GroupId, id: EntityId, now_ns: u64) -> bool {
        let clock_ns = self.clock_ns(level, now_ns);
        let running = self.level(level).curr == Some(id);
        let entity = all.entity(id);
        let (doing, weight) = (entity.doing(running), scale_down(entity.load));
        if let Some(avg) = entity.avg.as_mut().filter(|_| entity.attached) {
            entity.changed |= avg.update(clock_ns, doing, weight);
        }
        self.age_queue(level, now_ns)
    }

    /// The same for the queue alone.
    fn age_queue(&mut self, level: GroupId, now_ns: u64) -> bool {
        let clock_ns = self.clock_ns(level, now_ns);
        let queue = self.level_mut(level);
        let left = queue.take_off_removed();
        let doing = Doing::queue(scale_down(queue.load), queue.runnable, queue.curr.is_some());
        queue.avg.update(clock_ns, doing, 1) | left
    }

    /// A group's entity takes over what came to its queue; true if there was anything.
    fn take_over(&mut self, all: &mut Averages, level: GroupId, id: EntityId) -> bool {
        let Some(below) = all.entity(id).my_q else { return false };
        let below = self.level_mut(below);
        let Some(came) = below.came.take() else { return false };
        let (avg, weight) = (below.avg, scale_down(below.load));
        let (queue, entity) = (self.level_mut(level), all.entity(id));
        let own = entity.avg.as_mut().expect("a group's entity has averages from the beginning");
        own.follow(&mut queue.avg, Below { avg: &avg, weight, came }, scale_down(entity.load));
        queue.passes_on(came);
        true
    }

    fn tell(&mut self, all: &mut Averages, level: GroupId, now_ns: u64) {
        if level != GroupId::ROOT {
            let rule = self.others.map_or(TellRule::WithTasks, |others| others.tells);
            let Level { told, avg, .. } = self.level_mut(level);
            all.group_mut(level).tell(told, avg, rule, now_ns);
        }
    }

    /// The averages of a task become part of its queue's; a new one begins with what its queue makes likely.
    fn attach(&mut self, all: &mut Averages, level: GroupId, id: EntityId, now_ns: u64) {
        let (queue, entity) = (self.level_mut(level), all.entity(id));
        let weight = scale_down(entity.load);
        let avg = entity.avg.get_or_insert_with(|| {
            let mut new = SchedAvg::of_new_task(weight);
            new.init_util(&queue.avg, CAPACITY, weight);
            new
        });
        avg.attach(&mut queue.avg, weight);
        queue.passes_on(avg.load_sum as i64);
        (entity.attached, entity.moved) = (true, false);
        self.changed(level);
        self.tell(all, level, now_ns);
    }

    /// The opposite: they are a part no more.
    fn detach(&mut self, all: &mut Averages, level: GroupId, id: EntityId, now_ns: u64) {
        let (queue, entity) = (self.level_mut(level), all.entity(id));
        let (avg, weight) = (entity.avg.unwrap_or_default(), scale_down(entity.load));
        avg.detach(&mut queue.avg, weight);
        queue.passes_on(-(avg.load_sum as i64));
        entity.attached = false;
        self.changed(level);
        self.tell(all, level, now_ns);
    }

    /// An entity gets another load, on the queue or off it (`reweight_entity`).
    fn reweigh(&mut self, all: &mut Averages, level: GroupId, id: EntityId, load: u64) {
        let (queue, entity) = (self.level_mut(level), all.entity(id));
        if let Some(avg) = entity.avg.as_mut().filter(|_| entity.load != load) {
            let queue = entity.attached.then_some(&mut queue.avg);
            avg.reweight(queue, scale_down(entity.load), scale_down(load));
        }
        if entity.on_rq {
            queue.load = queue.load - entity.load + load;
        }
        entity.load = load;
    }
}

impl Level {
    /// The PELT clock of this queue where that of its CPU is `now_ns`.
    fn clock_ns(&self, now_ns: u64) -> u64 {
        self.stopped_at_ns.unwrap_or(now_ns) - self.stopped_ns
    }

    fn stop_clock(&mut self, now_ns: u64) {
        if self.nr_queued == 0 {
            self.stopped_at_ns.get_or_insert(now_ns);
        }
    }

    fn start_clock(&mut self, now_ns: u64) {
        self.stopped_ns += self.stopped_at_ns.take().map_or(0, |since_ns| now_ns - since_ns);
    }

    fn passes_on(&mut self, came: i64) {
        self.came = Some(self.came.unwrap_or(0) + came);
    }

    /// Takes off the parts of those that exited or woke elsewhere; true if there were any.
    fn take_off_removed(&mut self) -> bool {
        let gone = std::mem::take(&mut self.removed);
        let sum = gone.runnable_sum(&self.avg);
        let any = gone.take_off(&mut self.avg);
        if any {
            self.passes_on(-(sum as i64));
        }
        any
    }
}
