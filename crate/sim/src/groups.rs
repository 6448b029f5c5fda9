//! The task groups of a scenario in a fair queue.

use std::collections::BTreeSet;

use sched::bandwidth::Quota;
use sched::{FairQueue, GroupId, Pool, Shares};
use smp::clamp::{Clamps, group_clamps};

use crate::scenario::{Cgroup, Scenario};

/// The kernel's default period, µs.
const PERIOD_US: u64 = 100_000;

/// The session of threads that name none.
const SESSION: &str = "1";

/// The groups of a scenario, and the ids that they get. Autogroups come after those that the scenario lists.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    cgroups: Vec<Cgroup>,
    /// How many the scenario lists.
    listed: usize,
    names: Vec<String>,
    ids: Vec<GroupId>,
}

impl Groups {
    /// Of a checked scenario.
    pub fn of(scenario: &Scenario) -> Groups {
        let cgroups = [scenario.cgroups.clone(), autogroups(scenario)].concat();
        let mut ids = vec![GroupId::ROOT; cgroups.len()];
        for (made, index) in parents_first(&cgroups).into_iter().enumerate() {
            ids[index] = GroupId(made as u16 + 1);
        }
        let names = cgroups.iter().map(|group| group.name.clone()).collect();
        Groups { cgroups, listed: scenario.cgroups.len(), names, ids }
    }

    /// The group of a thread: that of the given name, or for none the autogroup of its session, or the root.
    pub fn of_thread(&self, session: Option<&str>, cgroup: Option<&str>) -> GroupId {
        let autogroup = || {
            let name = autogroup_of(session);
            let place = self.names[self.listed..].iter().position(|known| *known == name);
            place.map_or(GroupId::ROOT, |place| self.ids[self.listed + place])
        };
        cgroup.map_or_else(autogroup, |name| self.named(name))
    }

    /// Whether a group is an autogroup.
    pub fn is_autogroup(&self, id: GroupId) -> bool {
        self.ids[self.listed..].contains(&id)
    }

    /// Whether `cpu.idle` of a group is set.
    pub fn is_idle(&self, id: GroupId) -> bool {
        self.cgroups[self.index(id)].idle
    }

    /// Adds them to a queue that has none.
    pub fn add_to(&self, queue: &mut FairQueue, pool: &mut Pool) {
        let ids = add_groups(&self.cgroups, queue, pool);
        debug_assert_eq!(ids, self.ids, "ids count up in the order in which groups are added");
    }

    /// Their ids, in the order of the names.
    pub fn ids(&self) -> &[GroupId] {
        &self.ids
    }

    /// Those that have a quota.
    pub fn quotas(&self) -> impl Iterator<Item = (GroupId, Quota)> {
        self.ids.iter().zip(&self.cgroups).filter_map(|(id, group)| Some((*id, quota_of(group)?)))
    }

    /// When periods of a group's quota begin.
    pub fn quota_phase_ns(&self, id: GroupId) -> u64 {
        self.cgroups[self.index(id)].phase_us * 1000
    }

    /// The group of a name.
    pub fn named(&self, name: &str) -> GroupId {
        self.ids[index_of(&self.cgroups, name)]
    }

    /// Their names, first as the scenario lists them.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Where a group is, as in `/apps/web`.
    pub fn path(&self, id: GroupId) -> String {
        path_of(&self.cgroups, self.index(id))
    }

    /// Levels between a group and the root: 0 for the root.
    pub fn depth(&self, id: GroupId) -> u64 {
        if id == GroupId::ROOT { 0 } else { self.path(id).matches('/').count() as u64 }
    }

    /// Whether any of them asks for clamps.
    pub fn have_clamps(&self) -> bool {
        self.cgroups.iter().any(|group| group.uclamp_min.is_some() || group.uclamp_max.is_some())
    }

    /// The clamps in force of a group, under what the system allows; `None` of the root group and of autogroups, which restrict
    /// nothing.
    pub fn clamps(&self, id: GroupId, system: Clamps) -> Option<Clamps> {
        let is_listed = id != GroupId::ROOT && !self.is_autogroup(id);
        is_listed.then(|| self.clamps_at(self.index(id), system))
    }

    fn clamps_at(&self, index: usize, system: Clamps) -> Clamps {
        let group = &self.cgroups[index];
        let parent =
            group.parent.as_deref().map(|name| self.clamps_at(index_of(&self.cgroups, name), system));
        let value = |clamp: Option<u16>, none: u64| clamp.map_or(none, u64::from);
        let request = Clamps {
            min: value(group.uclamp_min, Clamps::NONE.min),
            max: value(group.uclamp_max, Clamps::NONE.max),
        };
        group_clamps(request, parent.unwrap_or(system))
    }

    /// The name of a group; empty for the root.
    pub fn name(&self, id: GroupId) -> &str {
        if id == GroupId::ROOT { "" } else { &self.names[self.index(id)] }
    }

    /// The place of a group among the names; panics for the root.
    pub fn index(&self, id: GroupId) -> usize {
        self.ids.iter().position(|other| *other == id).expect("the root is not in the list")
    }
}

/// One group for each session of threads in the root, as `kernel.sched_autogroup_enabled` makes them.
fn autogroups(scenario: &Scenario) -> Vec<Cgroup> {
    let threads = scenario.threads.iter().filter(|_| scenario.autogroup);
    let names: BTreeSet<String> = threads.map(|thread| autogroup_of(thread.session.as_deref())).collect();
    names.into_iter().map(Cgroup::new).collect()
}

/// What the kernel calls it, after the session here.
fn autogroup_of(session: Option<&str>) -> String {
    format!("/autogroup-{}", session.unwrap_or(SESSION))
}

/// What a group may run by its files; `None` if nothing limits it.
pub(crate) fn quota_of(group: &Cgroup) -> Option<Quota> {
    let quota_us = group.quota_us?;
    Some(Quota::of_us(quota_us, group.period_us.unwrap_or(PERIOD_US), group.burst_us))
}

/// Adds the groups of a scenario to a queue that has none; the id of each, in the scenario's order.
///
/// Parents come first, whatever the order of the list: the scenario was checked, so there is no cycle.
pub(crate) fn add_groups(cgroups: &[Cgroup], queue: &mut FairQueue, pool: &mut Pool) -> Vec<GroupId> {
    let mut ids = vec![GroupId::ROOT; cgroups.len()];
    for index in parents_first(cgroups) {
        let group = &cgroups[index];
        let parent = group.parent.as_deref().map_or(GroupId::ROOT, |name| ids[index_of(cgroups, name)]);
        let shares = Shares { cpu_weight: group.weight, idle: group.idle };
        ids[index] = queue.add_group(pool, parent, shares);
    }
    ids
}

/// The place of a group in the scenario's list; the scenario was checked, so there is one.
pub(crate) fn index_of(cgroups: &[Cgroup], name: &str) -> usize {
    cgroups.iter().position(|group| group.name == name).expect("names of groups were checked")
}

/// Where a group is, as in `/apps/web`.
pub(crate) fn path_of(cgroups: &[Cgroup], index: usize) -> String {
    let above = |index: &usize| cgroups[*index].parent.as_deref().map(|name| index_of(cgroups, name));
    let names: Vec<&str> =
        std::iter::successors(Some(index), above).map(|index| cgroups[index].name.as_str()).collect();
    names.into_iter().rev().fold(String::new(), |path, name| path + "/" + name)
}

fn parents_first(cgroups: &[Cgroup]) -> Vec<usize> {
    let depth = |index: usize| path_of(cgroups, index).matches('/').count();
    let mut order: Vec<usize> = (0..cgroups.len()).collect();
    order.sort_by_key(|index| depth(*index));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Thread;

    #[test]
    fn parents_are_made_first() {
        let inside =
            |name: &str, parent: &str| Cgroup { parent: Some(parent.to_owned()), ..Cgroup::new(name) };
        let cgroups = vec![inside("c", "b"), inside("b", "a"), Cgroup::new("a"), Cgroup::new("d")];
        let groups = Groups::of(&Scenario { cgroups, ..Scenario::default() });
        assert_eq!(groups.ids, [4, 3, 1, 2].map(GroupId));
        assert_eq!(groups.named("b"), GroupId(3));
        assert_eq!(groups.of_thread(None, None), GroupId::ROOT);
        assert_eq!(groups.index(GroupId(3)), 1);
    }

    #[test]
    fn threads_of_one_session_share_an_autogroup() {
        let thread = |session: Option<&str>| Thread {
            session: session.map(str::to_owned),
            ..Thread::new("t", Vec::new())
        };
        let threads = vec![thread(None), thread(Some("build")), thread(Some("1"))];
        let scenario = Scenario { cgroups: vec![Cgroup::new("a")], threads, ..Scenario::default() };
        assert_eq!(Groups::of(&scenario).of_thread(Some("build"), None), GroupId::ROOT, "only if asked for");
        let groups = Groups::of(&Scenario { autogroup: true, ..scenario });
        let found = [None, Some("build"), Some("1")].map(|session| groups.of_thread(session, None));
        assert_eq!(found, [2, 3, 2].map(GroupId));
        assert_eq!(groups.of_thread(None, Some("a")), GroupId(1));
        assert!(groups.is_autogroup(GroupId(3)) && !groups.is_autogroup(GroupId(1)));
    }

    #[test]
    fn a_group_has_at_most_the_clamps_around_it() {
        let inner = Cgroup { parent: Some("a".to_owned()), uclamp_min: Some(900), ..Cgroup::new("b") };
        let cgroups = vec![inner, Cgroup { uclamp_max: Some(600), ..Cgroup::new("a") }];
        let groups = Groups::of(&Scenario { cgroups, ..Scenario::default() });
        let clamps = |name| groups.clamps(groups.named(name), Clamps { min: 1024, max: 500 });
        assert_eq!(clamps("a"), Some(Clamps { min: 0, max: 500 }));
        assert_eq!(clamps("b"), Some(Clamps { min: 0, max: 500 }), "its parent asks for no minimum");
        assert_eq!(groups.clamps(GroupId::ROOT, Clamps::ALL), None);
        assert!(groups.have_clamps());
        assert_eq!((groups.depth(groups.named("b")), groups.depth(GroupId::ROOT)), (2, 0));
    }

    #[test]
    fn a_period_is_100_ms_unless_it_is_said() {
        let group = Cgroup { quota_us: Some(20_000), burst_us: 5_000, ..Cgroup::new("a") };
        let expected = Quota { quota_ns: 20_000_000, period_ns: 100_000_000, burst_ns: 5_000_000 };
        assert_eq!(quota_of(&group), Some(expected));
        assert_eq!(quota_of(&Cgroup::new("a")), None);
    }
}
