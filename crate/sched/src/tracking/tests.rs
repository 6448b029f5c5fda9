//! Groups weighed by their tasks, by hand.

use crate::bandwidth::Quota;
use crate::weight::NICE_0_LOAD;
use crate::{
    CgroupMode, Change, Dequeue, Enqueue, Entity, EntityId, FairQueue, GroupId, Params, Policy, Pool, Shares,
    kernel,
};

const MS: u64 = 1_000_000;
const TICK_NS: u64 = 4 * MS;

/// One CPU under 7.3 with two groups, and one more inside of the first.
struct Machine {
    fair: FairQueue,
    pool: Pool,
    groups: [GroupId; 3],
}

impl Machine {
    fn new() -> Machine {
        let mut params = Params::new(kernel("7.3").expect("a preset"), 250, 1);
        params.tunables.cgroup_mode = CgroupMode::Tasks;
        let (mut fair, mut pool) = (FairQueue::new(params), Pool::new());
        let [first, second] = [0; 2].map(|_| fair.add_group(&mut pool, GroupId::ROOT, Shares::default()));
        let inner = fair.add_group(&mut pool, first, Shares::default());
        Machine { fair, pool, groups: [first, second, inner] }
    }

    /// A new task in one of the groups.
    fn wake(&mut self, group: usize, now_ns: u64) -> EntityId {
        let id = self.pool.add(Entity::new(Policy::Normal, 0));
        self.fair.assign(&mut self.pool, id, self.groups[group]);
        self.fair.enqueue(&mut self.pool, id, Enqueue::Wakeup, now_ns);
        id
    }

    /// Ticks while the same task runs on; the last at `to_ns`.
    fn tick_up_to(&mut self, from_ns: u64, to_ns: u64) {
        for now_ns in (from_ns + TICK_NS..=to_ns).step_by(TICK_NS as usize) {
            self.fair.tick(&mut self.pool, now_ns);
        }
    }

    fn sleep(&mut self, id: EntityId, now_ns: u64) {
        self.fair.dequeue(&mut self.pool, id, Dequeue::Park, now_ns);
    }

    /// runnable_avg of a group's queue.
    fn runnable_avg(&self, group: usize) -> u64 {
        self.tracking().level(self.groups[group]).avg.runnable_avg
    }

    /// What the group was told of it.
    fn told(&self, group: usize) -> u64 {
        self.pool.averages.group(self.groups[group]).runnable_avg
    }

    fn tracking(&self) -> &super::Tracking {
        self.fair.tracking.as_ref().expect("this mode tracks load")
    }

    /// The load of a group's entity, as a multiple of a nice-0 task's.
    fn weight(&self, group: usize) -> u64 {
        let entity = self.fair.parent(self.groups[group]).expect("a group has an entity");
        self.pool[entity].weight.load / NICE_0_LOAD
    }
}

#[test]
fn the_other_modes_track_nothing() {
    for mode in CgroupMode::ALL {
        let mut params = Params::new(kernel("7.3").expect("a preset"), 250, 1);
        params.tunables.cgroup_mode = mode;
        let (mut fair, mut pool) = (FairQueue::new(params), Pool::new());
        assert!(fair.tracking.is_none(), "there is nothing to weigh");
        fair.add_group(&mut pool, GroupId::ROOT, Shares::default());
        assert_eq!(fair.tracking.is_some(), mode == CgroupMode::Tasks);
    }
}

/// Each new task is taken for half of what its group leaves of the CPU: 512, 256 and 128. Only the first is told at once.
#[test]
fn new_tasks_are_guessed() {
    let mut m = Machine::new();
    let seen = [0; 3].map(|_| {
        m.wake(0, 0);
        (m.runnable_avg(0), m.told(0))
    });
    assert_eq!(seen, [(512, 512), (768, 512), (896, 512)]);
}

/// Three hogs in a group: at the tick at 40 ms the average passes 2 · 1024. It never gets to 3 · 1024: what always wants to run
/// has 1023 of 1024 and some. Then two of them go, and at 192 ms it is below again.
#[test]
fn a_group_weighs_as_many_as_want_to_run() {
    let mut m = Machine::new();
    let tasks = [0; 3].map(|_| m.wake(0, 0));
    m.fair.set_next(&mut m.pool, tasks[0], 0, true);
    m.tick_up_to(0, 36 * MS);
    assert_eq!((m.runnable_avg(0), m.told(0), m.weight(0)), (2037, 2037, 1));
    m.tick_up_to(36 * MS, 40 * MS);
    assert_eq!((m.runnable_avg(0), m.weight(0)), (2119, 2));
    m.tick_up_to(40 * MS, 156 * MS);
    assert_eq!((m.runnable_avg(0), m.told(0)), (2985, 2977), "less than a 64th is not told");
    m.sleep(tasks[1], 160 * MS);
    m.sleep(tasks[2], 160 * MS);
    assert_eq!(m.runnable_avg(0), 2992);
    m.tick_up_to(160 * MS, 180 * MS);
    assert_eq!((m.runnable_avg(0), m.weight(0)), (2326, 2));
    m.tick_up_to(180 * MS, 192 * MS);
    assert_eq!((m.runnable_avg(0), m.weight(0)), (2040, 1));
}

/// The running task has its part of the new weight with the tick, those that wait keep what they had.
#[test]
fn who_waits_finds_out_later() {
    let mut m = Machine::new();
    let tasks = [0; 3].map(|_| m.wake(0, 0));
    m.fair.set_next(&mut m.pool, tasks[0], 0, true);
    m.tick_up_to(0, 40 * MS);
    let loads = tasks.map(|task| m.pool[task].weight.load);
    assert_eq!(loads, [2 * NICE_0_LOAD / 3, NICE_0_LOAD / 2, NICE_0_LOAD / 3]);
    m.fair.switch_to(&mut m.pool, tasks[1], 40 * MS);
    assert_eq!(m.pool[tasks[1]].weight.load, 2 * NICE_0_LOAD / 3);
    assert!(m.fair.sums_are_exact(&m.pool));
}

/// A task that sleeps delayed wants nothing: it is counted out at every level.
#[test]
fn the_delayed_do_not_count() {
    let mut m = Machine::new();
    let [a, b] = [0; 2].map(|_| m.wake(2, 0));
    m.fair.set_next(&mut m.pool, a, 0, true);
    let runnable = |m: &Machine| [0, 2].map(|group| m.tracking().level(m.groups[group]).runnable);
    assert_eq!(runnable(&m), [2, 2]);
    m.fair.linger(&mut m.pool, b, 2 * MS);
    assert_eq!(runnable(&m), [1, 1]);
    m.fair.requeue_delayed(&mut m.pool, b, 3 * MS);
    assert_eq!(runnable(&m), [2, 2]);
    m.fair.linger(&mut m.pool, b, 4 * MS);
    m.fair.finish_delayed(&mut m.pool, b, 5 * MS);
    assert_eq!(runnable(&m), [1, 1]);
    assert!(m.fair.sums_are_exact(&m.pool));
}

/// A group that sleeps is told nothing; its past fades with the first task that comes.
#[test]
fn the_past_of_a_sleeping_group_fades_when_it_wakes() {
    let mut m = Machine::new();
    let tasks = [0; 3].map(|_| m.wake(0, 0));
    m.fair.set_next(&mut m.pool, tasks[0], 0, true);
    m.tick_up_to(0, 100 * MS);
    for task in tasks {
        m.sleep(task, 100 * MS);
    }
    m.fair.put_prev(&mut m.pool, 100 * MS);
    assert_eq!((m.runnable_avg(0), m.weight(0)), (2796, 2));
    // 32 periods of 1.048576 ms later half of it is left.
    m.fair.enqueue(&mut m.pool, tasks[0], Enqueue::Wakeup, 133_554_432);
    assert_eq!((m.runnable_avg(0), m.weight(0)), (1398, 1));
}

/// The clock of a throttled group's empty queue stands still: its past does not fade.
#[test]
fn a_throttled_group_does_not_age() {
    let mut m = Machine::new();
    let quota = Quota { quota_ns: 50 * MS, period_ns: 100 * MS, burst_ns: 0 };
    m.fair.start_quota(&mut m.pool, m.groups[0], quota, 0, 0);
    let task = m.wake(0, 0);
    m.fair.set_next(&mut m.pool, task, 0, true);
    m.tick_up_to(0, 52 * MS);
    let before = m.runnable_avg(0);
    m.fair.park(&mut m.pool, task, 52 * MS).expect("its quota is used up");
    m.fair.put_prev(&mut m.pool, 52 * MS);
    m.fair.quota_expired(&mut m.pool, m.groups[0], 100 * MS);
    assert_eq!((before, m.runnable_avg(0)), (849, 849));
    assert_eq!(m.tracking().level(m.groups[0]).stopped_ns, 48 * MS);
}

/// A task takes its part along into another group, and all groups around learn of it. Who exits takes it to the grave.
#[test]
fn what_leaves_is_not_remembered() {
    let mut m = Machine::new();
    let [a, b] = [0; 2].map(|_| m.wake(2, 0));
    m.fair.set_next(&mut m.pool, a, 0, true);
    let all = |m: &Machine| [0, 1, 2].map(|group| m.runnable_avg(group));
    assert_eq!(all(&m), [768, 0, 768], "what comes to the inner group comes to the outer one");
    m.fair.change(&mut m.pool, b, Change::Group(m.groups[1]), false, MS);
    assert_eq!(all(&m), [512, 256, 512]);
    m.fair.dequeue(&mut m.pool, a, Dequeue::Exit, MS);
    m.fair.switch_to(&mut m.pool, b, MS);
    assert_eq!(all(&m), [512, 256, 512], "it is buried once the CPU has left it");
    m.wake(2, MS);
    assert_eq!(m.runnable_avg(2), 512, "that of the new one");
}
