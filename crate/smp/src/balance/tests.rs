//! Worked examples of a whole look at a domain, and what holds of every look.

use super::attempt::Idle;
use super::fixture::Fixture;
use super::imbalance::{Imbalance, Migration};
use super::source::find_source;
use crate::reason::SmpReason;

/// A look of one CPU at the domain of a level, lowest first, at a machine with so many busy tasks on CPUs.
struct Look {
    fixture: Fixture,
    level: usize,
    dst: usize,
}

impl Look {
    fn new(machine: &str, level: usize, dst: usize, tasks: &[(usize, u32)]) -> Look {
        let mut fixture = Fixture::new(machine, "6.12.y");
        fixture.load(tasks);
        Look { fixture, level, dst }
    }

    fn with(mut self, change: impl Fn(&mut Fixture)) -> Look {
        change(&mut self.fixture);
        self
    }

    fn found(&self, idle: Idle) -> Result<Imbalance, SmpReason> {
        let attempt = self.fixture.attempt(self.level, self.dst, idle);
        find_source(&attempt, &mut ()).source.map(|source| source.imbalance)
    }

    #[track_caller]
    fn pulls(&self, idle: Idle, migration: Migration, amount: i64) {
        assert_eq!(self.found(idle), Ok(Imbalance { migration, amount }));
    }

    #[track_caller]
    fn declines(&self, idle: Idle, reason: SmpReason) {
        assert_eq!(self.found(idle), Err(reason));
    }
}

fn each(cpus: std::ops::Range<usize>, tasks: u32) -> Vec<(usize, u32)> {
    cpus.map(|cpu| (cpu, tasks)).collect()
}

fn hikey(tasks: &[(usize, u32)]) -> Look {
    Look::new("hikey", 1, 0, tasks)
}

#[test]
fn between_caches_tasks_are_spread_where_siblings_are_preferred() {
    hikey(&[(4, 1), (5, 1)]).pulls(Idle::Newly, Migration::Task, 1);
    let close = SmpReason::IdleClose { local_idle: 3, busiest_idle: 2 };
    hikey(&[(1, 1), (4, 1), (5, 1)]).declines(Idle::Idle, close);
    hikey(&[]).declines(Idle::Idle, SmpReason::NoBusyGroup {});
    hikey(&[(4, 1)]).declines(Idle::Idle, SmpReason::IdleClose { local_idle: 4, busiest_idle: 3 });
    Look::new("hikey", 0, 0, &[(1, 1)]).declines(Idle::Idle, SmpReason::SingleTask {});
}

#[test]
fn from_an_overloaded_cache_the_room_is_filled() {
    let tasks = [each(1..4, 1), each(4..8, 2)].concat();
    let util = |util_avg| {
        move |fixture: &mut Fixture| fixture.cpus[1..4].iter_mut().for_each(|cpu| cpu.util_avg = util_avg)
    };
    hikey(&tasks).with(util(1000)).pulls(Idle::Newly, Migration::Util, 1096);
    let full = |fixture: &mut Fixture| fixture.cpus[0].util_avg = 1024;
    hikey(&tasks).with(util(1024)).with(full).pulls(Idle::Idle, Migration::Task, 1);
}

#[test]
fn overloaded_caches_are_brought_to_the_average() {
    let tasks = [vec![(0, 2)], each(1..4, 1), vec![(4, 3)], each(5..8, 2)].concat();
    hikey(&tasks).pulls(Idle::Busy, Migration::Load, 2048);
    let tasks = [each(0..4, 2), vec![(4, 3)], each(5..8, 2)].concat();
    hikey(&tasks).declines(Idle::Busy, SmpReason::WithinPercent { local: 2048, busiest: 2304 });
    let tasks = each(0..8, 2);
    hikey(&tasks).declines(Idle::Busy, SmpReason::LocalLoadHigher { local: 2048, busiest: 2048 });
    let tasks = [each(0..4, 2), each(4..8, 1)].concat();
    hikey(&tasks).declines(Idle::Busy, SmpReason::LocalTypeHigher { local: 6, busiest: 1 });
}

#[test]
fn a_fully_busy_group_takes_load_up_to_the_average() {
    let tasks = [each(0..4, 1), each(4..8, 2)].concat();
    hikey(&tasks).pulls(Idle::Busy, Migration::Load, 2048);
    let heavy = |fixture: &mut Fixture| fixture.cpus[0].load_avg = 9000;
    let higher = SmpReason::LocalLoadHigher { local: 3018, busiest: 2048 };
    hikey(&tasks).with(heavy).declines(Idle::Busy, higher);
}

#[test]
fn within_a_cache_half_the_difference_moves() {
    let queue = |tasks| Look::new("hikey", 0, 0, &[(1, tasks)]);
    queue(2).pulls(Idle::Newly, Migration::Task, 1);
    queue(3).pulls(Idle::Newly, Migration::Task, 1);
    queue(5).pulls(Idle::Newly, Migration::Task, 2);
}

#[test]
fn an_idle_core_relieves_two_threads() {
    Look::new("laptop", 1, 0, &[(1, 1), (5, 1)]).pulls(Idle::Idle, Migration::Task, 1);
    Look::new("laptop", 1, 0, &[(0, 1), (1, 1), (5, 1)]).declines(Idle::Busy, SmpReason::DstBusy {});
    let before = |fixture: &mut Fixture| fixture.rules = crate::smp_rules("6.1");
    Look::new("laptop", 1, 0, &[(1, 1), (5, 1)]).with(before).pulls(Idle::Idle, Migration::Task, 1);
}

#[test]
fn nodes_may_differ_a_little() {
    let nodes = |local: usize, busiest: usize| {
        Look::new("xeon-2s", 2, 9, &[each(0..local, 1), each(10..10 + busiest, 1)].concat())
    };
    let allowed = SmpReason::DifferenceAllowed { local: 0, busiest: 2 };
    nodes(0, 2).declines(Idle::Idle, allowed);
    nodes(0, 3).pulls(Idle::Idle, Migration::Task, 1);
    nodes(0, 4).pulls(Idle::Idle, Migration::Task, 2);
    nodes(0, 6).pulls(Idle::Idle, Migration::Task, 3);
    nodes(2, 6).pulls(Idle::Idle, Migration::Task, 2);
}

fn misfit(fixture: &mut Fixture) {
    fixture.cpus[1].misfit_load = 700;
}

#[test]
fn a_task_too_big_for_its_cpu_is_pulled_by_a_bigger_one() {
    let little = || Look::new("hikey960", 1, 5, &[(1, 1)]).with(misfit);
    little().pulls(Idle::Idle, Migration::Misfit, 1);
    let energy = |fixture: &mut Fixture| fixture.root.energy_aware = true;
    little().with(energy).pulls(Idle::Idle, Migration::Misfit, 1);
}

#[test]
fn energy_has_the_first_word_while_no_cpu_has_too_much() {
    let tasks = each(0..4, 2);
    let energy = |overutilized| {
        move |fixture: &mut Fixture| {
            fixture.root.energy_aware = true;
            fixture.root.overutilized = overutilized;
        }
    };
    let look = || Look::new("hikey960", 1, 5, &tasks);
    look().with(energy(false)).declines(Idle::Idle, SmpReason::EnergyAware {});
    look().with(energy(true)).pulls(Idle::Idle, Migration::Util, 4096);
}

#[test]
fn a_lone_task_on_a_cpu_that_others_take_is_relieved() {
    let taken = |fixture: &mut Fixture| fixture.cpus[4].capacity = 800;
    hikey(&[(4, 1)]).with(taken).pulls(Idle::Idle, Migration::Load, 1024);
    let before = |fixture: &mut Fixture| fixture.rules = crate::smp_rules("5.10");
    let close = SmpReason::IdleClose { local_idle: 4, busiest_idle: 3 };
    hikey(&[(4, 1)]).with(taken).with(before).declines(Idle::Idle, close);
}

#[test]
fn what_affinity_left_uneven_below_is_evened_out_above() {
    let pinned = |fixture: &mut Fixture| {
        let below = fixture.topology.chains[4][0];
        fixture.pinned[below] = true;
    };
    hikey(&[(0, 1), (4, 2)]).with(pinned).pulls(Idle::Busy, Migration::Task, 1);
}

#[test]
fn a_look_tells_of_the_machine_and_of_the_cache() {
    let fixture = hikey(&[(4, 2)]).fixture;
    let found = |level, dst, idle| find_source(&fixture.attempt(level, dst, idle), &mut ());
    assert!(found(1, 0, Idle::Idle).overloaded && !found(0, 0, Idle::Idle).overloaded);
    assert_eq!((found(1, 0, Idle::Idle).looked, found(0, 0, Idle::Idle).looked), (8, 4));
    assert_eq!(found(0, 4, Idle::Idle).nr_idle_scan, Some(3));
    assert_eq!(found(0, 4, Idle::Newly).nr_idle_scan, None);
    assert_eq!(found(1, 4, Idle::Idle).nr_idle_scan, None);
}

#[test]
fn where_all_capacities_are_searched_alike_their_domain_says_how_far() {
    let scans = |kernel| {
        let fixture = Fixture::new("hikey960", kernel);
        [0, 1].map(|level| find_source(&fixture.attempt(level, 4, Idle::Idle), &mut ()).nr_idle_scan)
    };
    assert_eq!(scans("7.1"), [Some(4), None]);
    assert_eq!(scans("7.2"), [None, Some(8)]);
}

#[test]
fn a_difference_of_idle_cpus_that_is_negative_moves_everything() {
    let tasks = [each(0..3, 1), vec![(4, 9)]].concat();
    let one_cache = |fixture: &mut Fixture| {
        fixture.topology.domains.iter_mut().for_each(|domain| {
            domain.groups.iter_mut().for_each(|group| group.flags.prefer_sibling = false);
            domain.flags.share_llc = true;
        });
        fixture.cpus[4].runnable_avg = 9000;
        fixture.cpus[0].util_avg = 0;
    };
    let look = Look { dst: 3, ..hikey(&tasks) }.with(one_cache);
    look.pulls(Idle::Idle, Migration::Task, i64::from(u32::MAX - 1) >> 1);
}
