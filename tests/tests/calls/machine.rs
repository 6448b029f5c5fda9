//! One CPU that makes the calls in the order in which an engine may.

use proptest::sample::Index;
use sched::bandwidth::Quota;
use sched::{
    ArmAt, CgroupMode, Change, Dequeue, Dequeued, Enqueue, Entity, EntityId, FairQueue, GroupId, KERNELS,
    Params, Policy, Pool, Resched, Shares, Verdict, Vtime, Wake,
};

/// What there is before the first call.
#[derive(Clone, Debug)]
pub struct Setup {
    pub kernel: usize,
    pub hz: u32,
    /// Where virtual time begins in the root's queue.
    pub start: u64,
    /// Inside which of those before, with which shares and quota.
    pub groups: Vec<(Index, Shares, Option<Quota>)>,
    pub tasks: Vec<(Policy, i8, Index)>,
    /// What a group weighs, where that is a choice.
    pub mode: CgroupMode,
    /// Features that are not as this kernel has them.
    pub switched: Vec<Index>,
}

/// What happens next.
#[derive(Clone, Debug)]
pub enum Call {
    Pass(u64),
    Wake { task: Index, sync: bool },
    Block { exits: bool },
    Yield,
    Schedule,
    Change(Index, Change),
    Move { task: Index, group: Index },
    Fork(Index),
    Shares(Index, Shares),
    Quota(Index, Option<Quota>),
}

struct Task {
    id: EntityId,
    awake: bool,
}

pub struct Machine {
    fair: FairQueue,
    pool: Pool,
    groups: Vec<GroupId>,
    tasks: Vec<Task>,
    now_ns: u64,
    tick_at_ns: u64,
    pending: Resched,
}

impl Machine {
    pub fn new(setup: &Setup) -> Machine {
        let kernel = &KERNELS[setup.kernel];
        let mut params = Params::new(kernel, setup.hz, 1);
        let features: Vec<_> = kernel.features.list().collect();
        for index in &setup.switched {
            let (feature, on) = *index.get(&features);
            params.features.switch(feature, !on);
        }
        if !kernel.choice_infos.is_empty() {
            params.tunables.cgroup_mode = setup.mode;
        }
        let mut fair = FairQueue::new(params);
        fair.start_at(Vtime(setup.start));
        let mut machine = Machine {
            fair,
            pool: Pool::new(),
            groups: vec![GroupId::ROOT],
            tasks: Vec::new(),
            now_ns: 0,
            tick_at_ns: params.tick_ns,
            pending: Resched::No,
        };
        machine.add_all(setup);
        machine
    }

    fn add_all(&mut self, setup: &Setup) {
        for (parent, shares, quota) in &setup.groups {
            let group = self.fair.add_group(&mut self.pool, *parent.get(&self.groups), *shares);
            if let Some(quota) = quota {
                self.fair.start_quota(&mut self.pool, group, *quota, 0, 0);
            }
            self.groups.push(group);
        }
        for (policy, nice, group) in &setup.tasks {
            let mut entity = Entity::new(*policy, *nice);
            entity.vruntime = Vtime(setup.start);
            let id = self.pool.add(entity);
            self.fair.assign(&mut self.pool, id, *group.get(&self.groups));
            self.tasks.push(Task { id, awake: false });
        }
    }

    /// Makes a call, unless it makes no sense now, and serves what it asked for.
    pub fn make(&mut self, call: &Call) {
        let pick = |index: &Index| index.index(self.tasks.len());
        match call {
            Call::Pass(ns) => self.pass(*ns),
            Call::Wake { task, sync } => self.wake(pick(task), Enqueue::Wakeup, *sync),
            Call::Block { exits } => self.block(*exits),
            Call::Yield => self.yield_curr(),
            Call::Schedule => self.schedule(),
            Call::Change(task, change) => self.change(pick(task), *change),
            Call::Move { task, group } => self.change(pick(task), Change::Group(*group.get(&self.groups))),
            Call::Fork(task) => self.fork(pick(task)),
            Call::Shares(group, shares) => self.set_shares(*group.get(&self.groups), *shares),
            Call::Quota(group, quota) => self.set_quota(*group.get(&self.groups), *quota),
        }
        if self.pending != Resched::No || self.fair.curr().is_none() {
            self.schedule();
        }
    }

    fn ask(&mut self, verdict: Verdict) {
        self.pending = self.pending.max(verdict.resched);
    }

    fn pass(&mut self, ns: u64) {
        let end_ns = self.now_ns + ns;
        while self.next_due_ns() <= end_ns {
            self.now_ns = self.now_ns.max(self.next_due_ns());
            self.interrupt();
            if self.pending != Resched::No || self.fair.curr().is_none() {
                self.schedule();
            }
        }
        self.now_ns = end_ns;
    }

    fn next_due_ns(&self) -> u64 {
        let quota_ns = self.pool.quota_timer().map_or(u64::MAX, |(at_ns, _)| at_ns);
        let slice_ns = self.fair.hrtick_at_ns().filter(|_| self.fair.curr().is_some()).unwrap_or(u64::MAX);
        quota_ns.min(slice_ns).min(self.tick_at_ns)
    }

    /// The first that is due.
    fn interrupt(&mut self) {
        if let Some((_, group)) = self.pool.quota_timer().filter(|(at_ns, _)| *at_ns <= self.now_ns) {
            let outcome = self.fair.quota_expired(&mut self.pool, group, self.now_ns);
            return self.ask(outcome.verdict);
        }
        if self.fair.curr().is_some() && self.fair.hrtick_at_ns().is_some_and(|at_ns| at_ns <= self.now_ns) {
            let verdict = self.fair.hrtick(&mut self.pool, self.now_ns);
            return self.ask(verdict);
        }
        self.tick_at_ns += self.fair.params().tick_ns;
        let verdict = self.fair.tick(&mut self.pool, self.now_ns);
        self.ask(verdict);
    }

    fn wake(&mut self, task: usize, how: Enqueue, sync: bool) {
        let Task { id, awake } = self.tasks[task];
        if awake {
            return;
        }
        self.tasks[task].awake = true;
        let charge = if self.pool[id].delayed {
            self.fair.requeue_delayed(&mut self.pool, id, self.now_ns)
        } else {
            self.fair.enqueue(&mut self.pool, id, how, self.now_ns)
        };
        self.ask(charge);
        let (wake, hard) = (Wake { fork: how == Enqueue::Fork, sync }, self.pending == Resched::Hard);
        let verdict = self.fair.wakeup_preempt(&mut self.pool, id, wake, hard, self.now_ns);
        self.ask(verdict);
    }

    /// A task that is gone for good starts anew.
    fn fork(&mut self, task: usize) {
        let Task { id, awake } = self.tasks[task];
        if awake || self.pool[id].delayed || self.fair.curr().is_none() {
            return;
        }
        let Entity { policy, nice, group, .. } = self.pool[id];
        self.pool[id] = Entity::new(policy, nice);
        self.fair.assign(&mut self.pool, id, group);
        let verdict = self.fair.fork(&mut self.pool, id, self.now_ns);
        self.ask(verdict);
        self.wake(task, Enqueue::Fork, false);
    }

    fn block(&mut self, exits: bool) {
        let Some(curr) = self.fair.curr() else { return };
        self.task_mut(curr).awake = false;
        self.fair.hrtick_schedule();
        let how = if exits { Dequeue::Exit } else { Dequeue::Sleep };
        let dequeued = self.fair.dequeue(&mut self.pool, curr, how, self.now_ns);
        assert!(!exits || dequeued == Dequeued::Left, "an exiting task lingers");
        self.schedule();
    }

    fn yield_curr(&mut self) {
        if self.fair.curr().is_some() {
            self.fair.yield_curr(&mut self.pool, self.now_ns);
            self.schedule();
        }
    }

    fn change(&mut self, task: usize, change: Change) {
        let (id, hard) = (self.tasks[task].id, self.pending == Resched::Hard);
        if change != Change::ExitMove || self.fair.curr() == Some(id) {
            let verdict = self.fair.change(&mut self.pool, id, change, hard, self.now_ns);
            self.ask(verdict);
        }
    }

    fn set_shares(&mut self, group: GroupId, shares: Shares) {
        if group != GroupId::ROOT {
            let verdict = self.fair.set_shares(&mut self.pool, group, shares, self.now_ns);
            self.ask(verdict);
        }
    }

    fn set_quota(&mut self, group: GroupId, quota: Option<Quota>) {
        if group != GroupId::ROOT {
            let outcome = self.fair.set_quota(&mut self.pool, group, quota, self.now_ns);
            self.ask(outcome.verdict);
        }
    }

    /// Picks until somebody runs who need not be parked.
    fn schedule(&mut self) {
        self.fair.hrtick_schedule();
        loop {
            let pick = self.fair.pick(&mut self.pool, self.now_ns);
            self.pending = Resched::No;
            let Some(pick) = pick else {
                self.fair.put_prev(&mut self.pool, self.now_ns);
                return assert_eq!(self.runnable(), 0, "idle beside a runnable task");
            };
            assert!(self.task_mut(pick.next).awake, "a sleeping task was picked: {pick:?}");
            if self.fair.curr() != Some(pick.next) {
                self.fair.switch_to(&mut self.pool, pick.next, self.now_ns);
                self.fair.hrtick_arm(&self.pool, ArmAt::Pick, self.now_ns);
            }
            let parks = self.pool[pick.next].must_park;
            if !parks || self.fair.park(&mut self.pool, pick.next, self.now_ns).is_none() {
                return;
            }
        }
    }

    fn runnable(&self) -> usize {
        let may_run = |task: &&Task| task.awake && !self.fair.is_throttled(&self.pool, task.id);
        self.tasks.iter().filter(may_run).count()
    }

    fn task_mut(&mut self, id: EntityId) -> &mut Task {
        self.tasks.iter_mut().find(|task| task.id == id).expect("a task of this machine")
    }

    /// What holds after every call.
    pub fn check(&mut self, call: &Call) {
        while let Some(id) = self.fair.next_removed() {
            assert!(!self.task_mut(id).awake, "{id:?} is awake and was let go after {call:?}");
        }
        while self.fair.next_throttled().is_some() {}
        assert!(self.fair.sums_are_exact(&self.pool), "sums drifted after {call:?}");
        for Task { id, awake } in &self.tasks {
            let entity = &self.pool[*id];
            let waits = entity.parked || (entity.on_rq && !entity.delayed);
            assert_eq!(waits, *awake, "after {call:?}: {entity:?}");
        }
        if let Some(curr) = self.fair.curr() {
            assert!(self.pool[curr].on_rq && !self.pool[curr].delayed, "{curr:?} runs after {call:?}");
        }
    }
}
