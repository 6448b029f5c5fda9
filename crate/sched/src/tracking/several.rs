//! Load tracking of groups where there are several CPUs: what the machine tells it, and asks it.

use super::{Sharing, Then, Tracking};
use crate::class::FairQueue;
use crate::entity::{EntityId, GroupId, Pool};
use crate::pelt::{Doing, SchedAvg};
use crate::weight::scale_down;

impl Tracking {
    pub(super) fn stop_clock(&mut self, level: GroupId, now_ns: u64) {
        let now_ns = if self.others.is_some() { self.clock_ns } else { now_ns };
        self.level_mut(level).stop_clock(now_ns);
    }

    pub(super) fn start_clock(&mut self, level: GroupId, now_ns: u64) {
        let now_ns = if self.others.is_some() { self.clock_ns } else { now_ns };
        self.level_mut(level).start_clock(now_ns);
    }
}

impl FairQueue {
    /// It is one of several, which share the weights of the groups that are added from here on.
    pub fn share_groups(&mut self, sharing: Sharing) {
        debug_assert!(self.groups.is_empty(), "groups that are there already were not tracked");
        self.tracking = Some(Box::new(Tracking::new(&self.root.params, Some(sharing))));
    }

    /// Whether the averages of all levels, the root's among them, are kept here.
    #[inline]
    pub fn tracks_levels(&self) -> bool {
        self.tracking.is_some()
    }

    /// The waiting task that leaves next goes to another CPU.
    pub(crate) fn track_migration(&mut self) {
        if let Some(tracking) = &mut self.tracking {
            tracking.moves = true;
        }
    }

    /// The PELT clock of this CPU of several is at `clock_ns`.
    pub fn set_load_clock(&mut self, clock_ns: u64) {
        if let Some(tracking) = &mut self.tracking {
            tracking.clock_ns = clock_ns;
        }
    }

    /// A task that never ran is of this CPU of several: full load until more is known (`init_entity_runnable_average`).
    pub fn track_new(&self, pool: &mut Pool, task: EntityId) {
        if self.tracking.as_ref().is_some_and(|tracking| tracking.others.is_some()) {
            let load = pool[task].own_weight().load;
            let avg = Some(SchedAvg::of_new_task(scale_down(load)));
            *pool.averages.entity(task) =
                super::averages::Tracked { avg, load, moved: true, ..Default::default() };
        }
    }

    /// It was created, and begins with the util that its queue makes likely (`post_init_entity_util_avg`).
    pub fn track_birth(&mut self, pool: &mut Pool, task: EntityId, now_ns: u64) {
        let Some(tracking) = &mut self.tracking else { return };
        let (level, capacity) =
            (pool[task].group, tracking.others.map_or(super::CAPACITY, |others| others.capacity));
        if tracking.age_queue(level, now_ns) {
            tracking.changed(level);
        }
        let entity = pool.averages.entity(task);
        if let Some(avg) = &mut entity.avg {
            avg.init_util(&tracking.level(level).avg, capacity, scale_down(entity.load));
        }
    }

    /// A sleeping task is going to wake on another CPU: its part is taken off here with the next update, and its averages go with
    /// it (`remove_entity_load_avg`). `idle_clock_ns`: this CPU is idle, and where its clock would be had anybody looked after it
    /// (`migrate_se_pelt_lag`).
    pub fn track_departure(&mut self, pool: &mut Pool, task: EntityId, idle_clock_ns: Option<u64>) {
        let Some(tracking) = &mut self.tracking else { return };
        let level = tracking.level_mut(pool[task].group);
        let entity = pool.averages.entity(task);
        let weight = scale_down(entity.load);
        let Some(avg) = entity.avg.as_mut().filter(|_| entity.attached) else { return };
        avg.update(level.avg.last_update_ns, Doing::default(), weight);
        level.removed.add(avg);
        if let Some(clock_ns) = idle_clock_ns {
            avg.update(level.clock_ns(clock_ns), Doing::default(), weight);
        }
        (entity.attached, entity.moved) = (false, true);
    }

    /// The averages of all levels are brought to the present, those of groups that sleep too (`update_blocked_averages`).
    pub fn age_levels(&mut self, pool: &mut Pool, now_ns: u64) {
        let Some(tracking) = &mut self.tracking else { return };
        // Who is inside of another was added later.
        for level in (0..tracking.levels.len()).rev().map(|level| GroupId(level as u16)) {
            if tracking.age_queue(level, now_ns) {
                tracking.changed(level);
                tracking.tell(&mut pool.averages, level, now_ns);
            }
            let Some((entity, above)) = tracking.above(level) else { return };
            let avg = pool.averages.known(entity).avg.unwrap_or_default();
            if avg.load_avg > 0 || avg.util_avg > 0 || tracking.level(level).came.is_some() {
                tracking.update(&mut pool.averages, above, entity, Then::Tell, now_ns);
            }
        }
    }

    /// The averages of the root's queue; `None` where none are kept.
    pub fn root_avg(&self) -> Option<&SchedAvg> {
        self.tracking.as_ref().map(|tracking| &tracking.level(GroupId::ROOT).avg)
    }

    /// Whether these have changed since the last time that this was asked.
    pub fn take_root_changed(&mut self) -> bool {
        self.tracking.as_mut().is_some_and(|tracking| std::mem::take(&mut tracking.root_changed))
    }

    /// The averages of a task, and whether they have changed since the last time that this was asked.
    pub fn take_task_avg(&self, pool: &mut Pool, task: EntityId) -> Option<(SchedAvg, bool)> {
        self.tracking.as_ref()?;
        let entity = pool.averages.entity(task);
        Some((entity.avg?, std::mem::take(&mut entity.changed)))
    }

    /// The averages of a task; `None` where none are kept.
    pub fn task_avg(&self, pool: &Pool, task: EntityId) -> Option<SchedAvg> {
        self.tracking.as_ref()?;
        pool.averages.known(task).avg
    }

    /// The same of one that sleeps here, as of its queue's last update (`sync_entity_load_avg`).
    pub fn task_avg_asleep(&self, pool: &Pool, task: EntityId) -> Option<SchedAvg> {
        let (tracking, known) = (self.tracking.as_ref()?, pool.averages.known(task));
        let mut avg = known.avg?;
        if known.attached {
            let level = tracking.level(pool[task].group);
            avg.update(level.avg.last_update_ns, Doing::default(), scale_down(known.load));
        }
        Some(avg)
    }

    /// The averages of a group's queue here; `None` where none are kept.
    pub fn group_avg(&self, group: GroupId) -> Option<&SchedAvg> {
        self.tracking.as_ref().map(|tracking| &tracking.level(group).avg)
    }
}
