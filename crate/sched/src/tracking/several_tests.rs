//! A group on two CPUs, by hand.

use super::{EmptyGroup, Sharing};
use crate::pelt::TellRule;
use crate::weight::NICE_0_LOAD;
use crate::{
    CgroupMode, Dequeue, Enqueue, Entity, EntityId, FairQueue, GroupId, Params, Policy, Pool, Shares, kernel,
};

const MS: u64 = 1_000_000;
const WHOLE: u64 = NICE_0_LOAD;

/// Two CPUs with a group, and one more inside of it.
struct Machine {
    fair: [FairQueue; 2],
    pool: Pool,
    groups: [GroupId; 2],
}

impl Machine {
    fn new(kernel_name: &str, mode: Option<CgroupMode>, empty: EmptyGroup) -> Machine {
        let mut params = Params::new(kernel(kernel_name).expect("a preset"), 250, 1);
        params.tunables.cgroup_mode = mode.unwrap_or(params.tunables.cgroup_mode);
        let (mut pool, sharing) =
            (Pool::new(), Sharing { cpus: 2, capacity: 1024, tells: TellRule::Seldom, empty });
        let mut groups = [GroupId::ROOT; 2];
        let fair = [0; 2].map(|_| {
            let mut fair = FairQueue::new(params);
            fair.share_groups(sharing);
            groups[0] = fair.add_group(&mut pool, GroupId::ROOT, Shares::default());
            groups[1] = fair.add_group(&mut pool, groups[0], Shares::default());
            fair
        });
        Machine { fair, pool, groups }
    }

    /// A new task in a group, or in the root, wakes on a CPU.
    fn wake(&mut self, cpu: usize, group: Option<usize>, now_ns: u64) -> EntityId {
        let id = self.pool.add(Entity::new(Policy::Normal, 0));
        let group = group.map_or(GroupId::ROOT, |group| self.groups[group]);
        self.fair[cpu].assign(&mut self.pool, id, group);
        self.fair[cpu].track_new(&mut self.pool, id);
        let (fair, pool) = self.clocked(cpu, now_ns);
        fair.enqueue(pool, id, Enqueue::Wakeup, now_ns);
        assert!(self.fair[cpu].sums_are_exact(&self.pool));
        id
    }

    /// The CPU, whose clock of load tracking is that of the queue.
    fn clocked(&mut self, cpu: usize, now_ns: u64) -> (&mut FairQueue, &mut Pool) {
        self.fair[cpu].set_load_clock(now_ns);
        (&mut self.fair[cpu], &mut self.pool)
    }

    fn run_up_to(&mut self, cpu: usize, from_ns: u64, to_ns: u64) {
        for now_ns in (from_ns + 4 * MS..=to_ns).step_by(4 * MS as usize) {
            let (fair, pool) = self.clocked(cpu, now_ns);
            fair.tick(pool, now_ns);
        }
    }

    /// What the outer group's, or the inner group's entity weighs on each CPU.
    fn weights(&self, group: usize) -> [u64; 2] {
        let weight = |fair: &FairQueue| {
            let entity = fair.parent(self.groups[group]).expect("a group has an entity");
            self.pool[entity].weight.load
        };
        [weight(&self.fair[0]), weight(&self.fair[1])]
    }
}

const KERNELS: [&str; 6] = ["5.10", "6.1", "6.8", "6.12.y", "7.2", "7.3"];

/// A task of full load on each CPU. The first finds its group alone and has all of its weight; the second has half; the first learns
/// of it at its next tick. One more on the second, and there are two thirds: so it is at once, as what stands on the queue counts.
#[test]
fn cpus_share_a_weight_by_load() {
    for kernel_name in KERNELS {
        let mut m = Machine::new(kernel_name, Some(CgroupMode::Smp), EmptyGroup::Kept);
        let first = m.wake(0, Some(0), 0);
        assert_eq!(m.weights(0)[0], WHOLE, "{kernel_name}");
        m.wake(1, Some(0), 0);
        assert_eq!(m.weights(0), [WHOLE, WHOLE / 2], "{kernel_name}");
        m.fair[0].switch_to(&mut m.pool, first, 0);
        m.run_up_to(0, 0, 4 * MS);
        assert_eq!(m.weights(0), [WHOLE / 2, WHOLE / 2], "{kernel_name}");
        m.wake(1, Some(0), 4 * MS);
        assert_eq!(m.weights(0), [WHOLE / 2, 699_050], "{kernel_name}: 2048 of 3072");
    }
}

/// The inner group's weight is shared by its own load, the outer one's by what its queues add up to: the inner groups there.
#[test]
fn every_level_is_shared() {
    for kernel_name in ["6.1", "7.2"] {
        let mut m = Machine::new(kernel_name, None, EmptyGroup::Kept);
        m.wake(0, Some(1), 0);
        m.wake(1, Some(1), 0);
        assert_eq!(m.weights(1), [WHOLE, WHOLE / 2], "{kernel_name}");
        // On the second CPU the inner group weighs 512, and the outer one has told 1024 of the first: a third.
        assert_eq!(m.weights(0), [WHOLE, WHOLE / 3], "{kernel_name}");
    }
}

/// 7.3 counts tasks: two hogs on two CPUs, half of twice the weight each, once averages say that there are two.
#[test]
fn concur_gives_each_cpu_as_much_as_a_task() {
    let mut m = Machine::new("7.3", None, EmptyGroup::Kept);
    let tasks = [0, 1].map(|cpu| m.wake(cpu, Some(0), 0));
    for (cpu, task) in tasks.into_iter().enumerate() {
        m.fair[cpu].switch_to(&mut m.pool, task, 0);
    }
    assert_eq!(m.weights(0), [WHOLE, WHOLE / 2]);
    for at_ms in (0..400).step_by(4) {
        m.run_up_to(0, at_ms * MS, (at_ms + 4) * MS);
        m.run_up_to(1, at_ms * MS, (at_ms + 4) * MS);
    }
    assert_eq!(m.weights(0), [WHOLE / 2, WHOLE / 2], "1023 and 1023 of 1024 are less than two tasks");
}

/// A waiting task goes to the other CPU: its queue there has its load at once, here it has nothing, and what it is worth among the
/// others is the same.
#[test]
fn a_task_takes_its_load_along() {
    for kernel_name in KERNELS {
        let mut m = Machine::new(kernel_name, Some(CgroupMode::Smp), EmptyGroup::Kept);
        let (stays, goes) = (m.wake(0, Some(0), 0), m.wake(0, Some(0), 0));
        m.wake(0, None, 0);
        m.fair[0].switch_to(&mut m.pool, stays, 0);
        m.run_up_to(0, 0, 8 * MS);
        let group_load =
            |m: &Machine, cpu: usize| m.fair[cpu].group_avg(m.groups[0]).map_or(0, |avg| avg.load_avg);
        let before = group_load(&m, 0);
        m.fair[0].detach(&mut m.pool, goes, 8 * MS);
        let load = m.fair[1].task_avg(&m.pool, goes).expect("it is tracked").load_avg;
        assert_eq!(group_load(&m, 0), before - load, "{kernel_name}");
        m.fair[1].set_load_clock(8 * MS);
        m.fair[1].attach(&mut m.pool, goes, 8 * MS);
        assert_eq!(group_load(&m, 1), load, "{kernel_name}");
        assert!(m.fair.iter().all(|fair| fair.sums_are_exact(&m.pool)), "{kernel_name}");
    }
}

/// Two of 1024 in a group of 1024 beside one of 1024 in the root: 1024 · 1024 / 2049 of the group's part of the CPU, which is
/// 2048 · 1024 / 2049.
#[test]
fn a_task_counts_for_its_part_of_its_groups_part() {
    let mut m = Machine::new("6.12.y", None, EmptyGroup::Kept);
    let task = m.wake(0, Some(0), 0);
    m.wake(0, Some(0), 0);
    let root = m.wake(0, None, 0);
    let h_load = |task| m.fair[0].task_h_load(&m.pool, task);
    assert_eq!((h_load(task), h_load(root)), (Some(511), Some(1023)));
}

/// Of an idle CPU nobody updates anything, until somebody looks after it: 32 periods later half is left, of the group too.
#[test]
fn who_looks_after_an_idle_cpu_ages_all_levels() {
    let mut m = Machine::new("7.2", None, EmptyGroup::Kept);
    let task = m.wake(0, Some(1), 0);
    m.fair[0].switch_to(&mut m.pool, task, 0);
    m.run_up_to(0, 0, 100 * MS);
    m.fair[0].dequeue(&mut m.pool, task, Dequeue::Park, 100 * MS);
    m.fair[0].put_prev(&mut m.pool, 100 * MS);
    let loads =
        |m: &Machine| [0, 1].map(|group| m.fair[0].group_avg(m.groups[group]).map_or(0, |avg| avg.util_avg));
    assert_eq!(loads(&m), [894, 894]);
    let later_ns = 100 * MS + 33_554_432;
    let (fair, pool) = m.clocked(0, later_ns);
    fair.age_levels(pool, later_ns);
    assert_eq!(loads(&m), [447, 447]);
    assert_eq!(m.fair[0].root_avg().map(|avg| avg.util_avg), Some(447));
}

/// Up to 6.12 a group that sleeps on a CPU is weighed by what it did there, later it keeps what it had. Here it slept for 32 periods
/// in between: with half of the past, and so a third of what is everywhere.
#[test]
fn versions_differ_in_what_an_empty_group_weighs() {
    let weight = |empty| {
        let mut m = Machine::new("6.8", None, empty);
        let tasks = [0, 1].map(|cpu| m.wake(cpu, Some(0), 0));
        m.fair[1].switch_to(&mut m.pool, tasks[1], 0);
        m.run_up_to(1, 0, 8 * MS);
        m.fair[1].dequeue(&mut m.pool, tasks[1], Dequeue::Sleep, 8 * MS);
        m.fair[1].put_prev(&mut m.pool, 8 * MS);
        let later_ns = 8 * MS + 33_554_432;
        let (fair, pool) = m.clocked(1, later_ns);
        fair.enqueue(pool, tasks[1], Enqueue::Wakeup, later_ns);
        fair.dequeue(pool, tasks[1], Dequeue::Sleep, later_ns);
        m.weights(0)[1]
    };
    assert_eq!(weight(EmptyGroup::Kept), WHOLE / 2);
    assert_eq!(weight(EmptyGroup::Weighed) >> 10, 341);
}

/// The running task goes to the group inside of its own and back, beside one that waits there or sleeps.
#[test]
fn who_moves_between_levels_is_counted_once() {
    for kernel_name in KERNELS {
        for other_sleeps in [false, true] {
            let mut m = Machine::new(kernel_name, None, EmptyGroup::Kept);
            let task = m.wake(0, Some(0), 0);
            if !other_sleeps {
                m.wake(0, Some(1), 0);
            }
            m.fair[0].switch_to(&mut m.pool, task, 0);
            for (group, at_ns) in [(1, 3 * MS), (0, 7 * MS), (1, 20 * MS)] {
                let to = m.groups[group];
                let (fair, pool) = m.clocked(0, at_ns);
                fair.change(pool, task, crate::Change::Group(to), false, at_ns);
                let counts = [GroupId(0), GroupId(1), GroupId(2)].map(|level| {
                    let tracked = fair.tracking.as_ref().expect("it tracks").level(level);
                    let queue = fair.queue(level);
                    (
                        (tracked.load, tracked.nr_queued, tracked.runnable),
                        (queue.load, queue.nr_queued, u64::from(queue.h_nr_queued - queue.h_nr_delayed)),
                    )
                });
                assert!(fair.sums_are_exact(pool), "{kernel_name} {other_sleeps} {group} {counts:?}");
            }
        }
    }
}
