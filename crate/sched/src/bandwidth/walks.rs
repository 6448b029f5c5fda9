//! Throttled groups in the walks of the fair class, by hand.

use super::*;
use crate::{
    Change, Dequeue, Enqueue, Entity, EntityId, FairQueue, GroupId, Params, Policy, Pool, Reason, Resched,
    Shares, Wake, kernel,
};

const MS: u64 = 1_000_000;
const QUOTA: Quota = Quota { quota_ns: 2 * MS, period_ns: 10 * MS, burst_ns: 0 };

/// One CPU with a group that may run 2 ms in 10 ms, and one more inside of it.
struct Machine {
    fair: FairQueue,
    pool: Pool,
    group: GroupId,
    inner: GroupId,
}

impl Machine {
    fn new(kernel_name: &str) -> Machine {
        let params = Params::new(kernel(kernel_name).expect("a preset"), 250, 1);
        let (mut fair, mut pool) = (FairQueue::new(params), Pool::new());
        let group = fair.add_group(&mut pool, GroupId::ROOT, Shares::default());
        let inner = fair.add_group(&mut pool, group, Shares::default());
        fair.start_quota(&mut pool, group, QUOTA, 0, 0);
        Machine { fair, pool, group, inner }
    }

    fn wake(&mut self, group: GroupId, now_ns: u64) -> EntityId {
        let id = self.pool.add(Entity::new(Policy::Normal, 0));
        self.fair.assign(&mut self.pool, id, group);
        self.fair.enqueue(&mut self.pool, id, Enqueue::Wakeup, now_ns);
        id
    }

    /// Picks and switches; says who runs.
    fn schedule(&mut self, now_ns: u64) -> Option<EntityId> {
        let pick = self.fair.pick(&mut self.pool, now_ns).map(|pick| pick.next);
        match pick {
            None => self.fair.put_prev(&mut self.pool, now_ns),
            Some(next) if self.fair.curr() != Some(next) => self.fair.switch_to(&mut self.pool, next, now_ns),
            Some(_) => {}
        }
        pick
    }

    fn throttled(&mut self) -> Vec<EntityId> {
        std::iter::from_fn(|| self.fair.next_throttled()).map(|(id, _)| id).collect()
    }

    fn refill(&mut self, now_ns: u64) -> Vec<EntityId> {
        assert_eq!(self.pool.quota_timer(), Some((now_ns, self.group)));
        let outcome = self.fair.quota_expired(&mut self.pool, self.group, now_ns);
        outcome.freed.into_iter().map(|(id, _)| id).collect()
    }
}

/// Up to 6.17 the group goes with all of its tasks, and comes back with them.
#[test]
fn a_group_is_throttled_whole() {
    for kernel_name in ["5.10", "6.1", "6.8", "6.12.y", "6.17"] {
        let mut m = Machine::new(kernel_name);
        let (a, b) = (m.wake(m.group, 0), m.wake(m.inner, 0));
        let first = m.schedule(0).expect("two are queued");
        let verdict = m.fair.tick(&mut m.pool, 3 * MS);
        assert_eq!(verdict.resched, Resched::Hard);
        assert_eq!(verdict.why, Reason::QuotaUsedUp { over: 1_000_000, quota: 2_000_000 });
        assert_eq!(m.schedule(3 * MS), None, "{kernel_name}");
        assert_eq!(m.throttled().len(), 2);
        assert_eq!(m.fair.nr_queued(), 0);
        let c = m.wake(GroupId::ROOT, 4 * MS);
        assert_eq!(m.schedule(4 * MS), Some(c));
        let late = m.wake(m.inner, 5 * MS);
        let verdict = m.fair.wakeup_preempt(&mut m.pool, late, Wake::default(), false, 5 * MS);
        assert_eq!(verdict.why, Reason::WakeThrottled { over: 1_000_000, quota: 2_000_000 });
        assert_eq!((m.throttled(), m.fair.nr_queued()), (vec![late], 1));
        assert!([a, b, late].iter().all(|id| m.fair.is_throttled(&m.pool, *id)));
        let mut freed = m.refill(10 * MS);
        freed.sort();
        assert_eq!((freed, m.fair.nr_queued()), (vec![a, b, late], 4));
        assert!(!m.fair.is_throttled(&m.pool, first) && m.fair.sums_are_exact(&m.pool));
    }
}

/// From 6.18 on each task is parked when it is about to return to user mode, and the one parked last comes back first.
#[test]
fn tasks_are_parked_one_by_one() {
    for kernel_name in ["6.19", "7.0", "7.2"] {
        let mut m = Machine::new(kernel_name);
        let tasks = [m.wake(m.group, 0), m.wake(m.inner, 0)];
        m.schedule(0);
        assert_eq!(m.fair.tick(&mut m.pool, 3 * MS).resched, Resched::Hard);
        let mut parked = Vec::new();
        while let Some(next) = m.schedule(3 * MS) {
            assert!(m.pool[next].must_park, "{kernel_name}");
            let why = m.fair.park(&mut m.pool, next, 3 * MS);
            assert_eq!(why, Some(Reason::QuotaThrottled { over: 1_000_000, quota: 2_000_000 }));
            parked.push(next);
        }
        assert_eq!((parked.len(), m.fair.nr_queued()), (2, 0));
        assert!(m.throttled().is_empty() && tasks.iter().all(|id| m.fair.is_throttled(&m.pool, *id)));
        let late = m.wake(m.group, 4 * MS);
        assert!(m.throttled().is_empty() && m.fair.nr_queued() == 1, "it runs until it returns to user mode");
        m.schedule(4 * MS);
        assert!(m.fair.park(&mut m.pool, late, 4 * MS).is_some());
        assert_eq!(m.schedule(4 * MS), None);
        assert_eq!((m.refill(10 * MS), m.fair.nr_queued()), (vec![tasks[1], late, tasks[0]], 3));
        assert!(m.fair.sums_are_exact(&m.pool));
    }
}

/// From 7.3 on the charge that uses up the quota throttles: nobody has to ask for a reschedule, and whoever gets the CPU parks.
#[test]
fn a_charge_throttles_at_once() {
    let mut m = Machine::new("7.3");
    let tasks = [m.wake(m.group, 0), m.wake(m.inner, 0)];
    let first = m.schedule(0).expect("two are queued");
    m.fair.update_curr(&mut m.pool, 1_999_999);
    assert!(!m.pool[first].must_park);
    let verdict = m.fair.update_curr(&mut m.pool, 2 * MS);
    assert!(m.pool[first].must_park && verdict.resched < Resched::Hard, "{verdict:?}");
    let why = m.fair.park(&mut m.pool, first, 2_000_500);
    assert_eq!(why, Some(Reason::QuotaThrottled { over: 500, quota: 2_000_000 }));
    let second = m.schedule(2_000_500).expect("it stays queued");
    assert!(m.pool[second].must_park && second != first);
    assert!(m.fair.park(&mut m.pool, second, 2_000_600).is_some());
    assert_eq!((m.schedule(2_000_600), m.fair.nr_queued()), (None, 0));
    assert_eq!(m.refill(10 * MS).len(), tasks.len());
    assert!(m.fair.sums_are_exact(&m.pool));
}

/// A refill between the pick and the return to user mode: the task goes on.
#[test]
fn a_refilled_group_parks_nobody() {
    let mut m = Machine::new("7.2");
    let a = m.wake(m.group, 0);
    m.schedule(0);
    m.fair.tick(&mut m.pool, 9 * MS);
    m.schedule(9 * MS);
    assert!(m.pool[a].must_park);
    assert_eq!(m.refill(10 * MS), [], "7 ms are owed, 2 ms are there");
    assert_eq!(m.refill(20 * MS), []);
    assert_eq!(m.refill(30 * MS), []);
    assert_eq!(m.refill(40 * MS), [], "it was not parked, and goes on running");
    assert_eq!(m.fair.park(&mut m.pool, a, 40 * MS), None);
    assert!(!m.pool[a].must_park && m.fair.curr() == Some(a));
}

/// The quota of an outer group holds back the tasks of an inner one that has something left.
#[test]
fn the_tightest_quota_binds() {
    for kernel_name in ["6.1", "6.12.y", "7.2", "7.3"] {
        let mut m = Machine::new(kernel_name);
        m.fair.start_quota(&mut m.pool, m.inner, Quota { quota_ns: 8 * MS, ..QUOTA }, 0, 0);
        let a = m.wake(m.inner, 0);
        m.schedule(0);
        m.fair.tick(&mut m.pool, 3 * MS);
        let next = m.schedule(3 * MS);
        if next.is_some() {
            m.fair.park(&mut m.pool, a, 3 * MS).expect("the outer group is throttled");
            m.schedule(3 * MS);
        }
        assert!(m.fair.is_throttled(&m.pool, a), "{kernel_name}");
        let freed = m.refill(10 * MS);
        assert_eq!((freed, m.fair.is_throttled(&m.pool, a)), (vec![a], false), "{kernel_name}");
    }
}

/// A group whose last task blocks in debt is throttled empty; who wakes in it then has to wait for the refill.
#[test]
fn an_empty_group_can_be_throttled() {
    let mut m = Machine::new("6.1");
    let a = m.wake(m.group, 0);
    m.schedule(0);
    m.fair.dequeue(&mut m.pool, a, Dequeue::Sleep, 3 * MS);
    assert_eq!(m.schedule(3 * MS), None);
    assert!(m.throttled().is_empty(), "nobody is held back yet");
    m.fair.enqueue(&mut m.pool, a, Enqueue::Wakeup, 5 * MS);
    assert_eq!((m.throttled(), m.schedule(5 * MS)), (vec![a], None));
    assert_eq!(m.refill(10 * MS), [a]);
    assert_eq!(m.schedule(10 * MS), Some(a));
}

/// A removed quota frees its tasks at once.
#[test]
fn a_removed_quota_holds_nobody() {
    for kernel_name in ["6.1", "7.2", "7.3"] {
        let mut m = Machine::new(kernel_name);
        let a = m.wake(m.group, 0);
        m.schedule(0);
        m.fair.tick(&mut m.pool, 3 * MS);
        if m.schedule(3 * MS).is_some() {
            m.fair.park(&mut m.pool, a, 3 * MS);
            m.schedule(3 * MS);
        }
        let outcome = m.fair.set_quota(&mut m.pool, m.group, None, 4 * MS);
        assert_eq!(outcome.freed, [(a, Reason::QuotaChanged { quota: 0, period: 0 })], "{kernel_name}");
        assert_eq!((m.schedule(4 * MS), m.pool.quota_timer()), (Some(a), None));
    }
}

/// A change of the running task charges it and puts it back, which may throttle its group: it runs on until it is rescheduled.
#[test]
fn a_change_may_throttle_the_running_task() {
    for kernel_name in ["6.1", "6.8", "6.12.y", "6.17"] {
        let mut m = Machine::new(kernel_name);
        let a = m.wake(m.inner, 0);
        m.schedule(0);
        m.fair.change(&mut m.pool, a, Change::Nice(5), false, 3 * MS);
        assert_eq!((m.fair.curr(), m.throttled()), (Some(a), vec![a]), "{kernel_name}");
        assert!(m.fair.sums_are_exact(&m.pool));
        assert_eq!(m.schedule(3 * MS), None);
        assert_eq!(m.refill(10 * MS), [a]);
        assert_eq!(m.schedule(10 * MS), Some(a));
    }
}

/// A task that is held back is moved: it comes back at once, and the refill of its old group does not bring it again.
#[test]
fn a_move_out_of_a_throttled_group_frees() {
    for kernel_name in ["6.1", "6.12.y", "6.19", "7.2"] {
        let mut m = Machine::new(kernel_name);
        let a = m.wake(m.group, 0);
        m.schedule(0);
        m.fair.tick(&mut m.pool, 3 * MS);
        if m.schedule(3 * MS).is_some() {
            m.fair.park(&mut m.pool, a, 3 * MS).expect("its group is throttled");
            m.schedule(3 * MS);
        }
        assert!(m.fair.is_throttled(&m.pool, a), "{kernel_name}");
        m.fair.change(&mut m.pool, a, Change::Group(GroupId::ROOT), false, 4 * MS);
        assert!(!m.fair.is_throttled(&m.pool, a) && m.schedule(4 * MS) == Some(a), "{kernel_name}");
        assert_eq!((m.refill(10 * MS), m.fair.nr_queued()), (vec![], 1));
        m.fair.change(&mut m.pool, a, Change::Nice(3), false, 11 * MS);
        assert!(m.fair.sums_are_exact(&m.pool));
    }
}

/// Up to 6.17 a group that is held back takes its new weight when it goes on.
#[test]
fn a_throttled_group_is_given_a_weight() {
    let shares = Shares { cpu_weight: 300, idle: false };
    for kernel_name in ["6.1", "6.8", "6.12.y", "6.17", "7.2", "7.3"] {
        let mut m = Machine::new(kernel_name);
        m.wake(m.group, 0);
        m.schedule(0);
        m.fair.tick(&mut m.pool, 3 * MS);
        m.schedule(3 * MS);
        m.fair.set_shares(&mut m.pool, m.group, shares, 4 * MS);
        m.refill(10 * MS);
        m.schedule(10 * MS);
        let entity = m.fair.parent(m.group).expect("a group has an entity");
        assert_eq!(m.pool[entity].weight.load, 3072 << 10, "{kernel_name}");
        assert!(m.fair.sums_are_exact(&m.pool));
    }
}

/// Groups of 7.3 do not stand in the root's queue: becoming idle and weighing again counts nothing there.
#[test]
fn an_idle_group_of_7_3_counts_nowhere() {
    let mut m = Machine::new("7.3");
    m.wake(m.group, 0);
    for idle in [true, false, true] {
        m.fair.set_shares(&mut m.pool, m.group, Shares { cpu_weight: 100, idle }, 0);
    }
    assert_eq!(m.fair.root.nr_idle, 0);
}
