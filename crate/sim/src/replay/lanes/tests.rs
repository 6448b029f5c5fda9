//! Recordings of a few events, taken apart.

use std::collections::BTreeMap;

use super::Turn::{Attach, Await, Charge, Detach, Event as Own, Leave, Waking as Begins, Woken};
use super::*;
use crate::recording::{
    Context, Flags, Knobs, Numbers, PrevState, Switch, TaskInfo, TaskKind, TaskStart, Wakeup,
};
use crate::scenario::Scenario;

const IDLE: TaskRef = TaskRef::IDLE;
const A: TaskRef = TaskRef(1);
const B: TaskRef = TaskRef(2);
const C: TaskRef = TaskRef(3);
const D: TaskRef = TaskRef(4);

fn task(index: u32) -> TaskInfo {
    let start = TaskStart { weight: Some(1024 << 10), prio: 120, nice: Some(0), ..TaskStart::default() };
    let name = format!("other-{index}");
    TaskInfo { name: "other".into(), kind: TaskKind::Other, identity: name, start: Some(start) }
}

fn recording(cpus: u32, events: Vec<Event>) -> Recording {
    let idle = TaskInfo { name: "idle".into(), kind: TaskKind::Idle, identity: "idle".into(), start: None };
    Recording {
        kernel_tag: "6.1".into(),
        kernel: "6.1".into(),
        preempt: "none".into(),
        hz: 250,
        cpus,
        scenario: Scenario::default(),
        knobs: Knobs::default(),
        queues_at_start: BTreeMap::new(),
        tasks: std::iter::once(idle).chain((1..=4).map(task)).collect(),
        summary: BTreeMap::new(),
        overhead_ns: BTreeMap::new(),
        events,
    }
}

fn lanes(cpus: u32, events: Vec<Event>) -> Lanes {
    let recording = recording(cpus, events);
    Lanes::of(&recording, &Params::new(sched::kernel("6.1").expect("a preset"), 250, cpus))
}

#[track_caller]
fn check(cpus: u32, events: Vec<Event>, expected: &[(usize, Turn)]) {
    assert_eq!(lanes(cpus, events).turns, expected);
}

fn at(t_us: i64, cpu: u32, kind: Kind) -> Event {
    Event { t_ns: t_us * 1000, cpu, kind }
}

/// Numbers after so much CPU time.
fn spent(sum_exec_us: i64) -> Option<Numbers> {
    let sum_exec_ns = sum_exec_us * 1000;
    Some(Numbers { vruntime: sum_exec_ns, deadline: 0, slice_ns: 0, vlag: 0, sum_exec_ns })
}

fn switch(t_us: i64, cpu: u32, [prev, next]: [TaskRef; 2], prev_state: PrevState, sum_exec_us: i64) -> Event {
    let (prev_numbers, next_numbers) = (spent(sum_exec_us), spent(0));
    let (prev_group, next_group) = (None, None);
    let switch = Switch { prev, prev_state, next, prev_numbers, next_numbers, prev_group, next_group };
    at(t_us, cpu, Kind::Switch(switch))
}

/// A task begins to run on a CPU that was idle.
fn runs(cpu: u32, next: TaskRef) -> Event {
    switch(0, cpu, [IDLE, next], PrevState::Runnable, 0)
}

/// A task blocks.
fn blocks(t_us: i64, cpu: u32, who: [TaskRef; 2], sum_exec_us: i64) -> Event {
    switch(t_us, cpu, who, PrevState::Sleeping, sum_exec_us)
}

fn waking(cpu: u32, task: TaskRef, to: u32) -> Event {
    let (context, resched) = (Context::Hard, Flags::default());
    at(1, cpu, Kind::Waking(Waking { task, to, by: IDLE, context, resched, lag: None, queued: None }))
}

fn wakeup(cpu: u32, task: TaskRef, to: u32) -> Event {
    let (context, resched) = (Context::Hard, Flags::default());
    at(2, cpu, Kind::Wakeup(Wakeup { task, to, by: IDLE, context, resched, numbers: None }))
}

fn charged(t_us: i64, cpu: u32, task: TaskRef, ran_us: i64) -> Event {
    at(t_us, cpu, Kind::Runtime { task, ran_ns: ran_us * 1000, vruntime: None })
}

/// A charge as CFS records it.
fn charged_to(cpu: u32, task: TaskRef, ran_ns: i64, vruntime: i64) -> Event {
    at(3, cpu, Kind::Runtime { task, ran_ns, vruntime: Some(vruntime) })
}

fn moves(cpu: u32, task: TaskRef, [from, to]: [u32; 2]) -> Event {
    at(3, cpu, Kind::Migrate { task, from, to })
}

fn tick(t_us: i64, cpu: u32, task: TaskRef) -> Event {
    at(t_us, cpu, Kind::Tick { task, resched: Flags::default() })
}

#[test]
fn what_is_recorded_where_it_belongs_is_an_event_of_its_cpu() {
    let events = vec![runs(0, A), tick(5, 1, IDLE), charged(6, 0, A, 6)];
    let lanes = lanes(2, events);
    assert_eq!(lanes.turns, [(0, Own), (1, Own), (0, Own)]);
    assert_eq!(lanes.recordings.iter().map(|lane| lane.events.len()).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn what_is_of_no_cpu_that_exists_is_left_out() {
    check(2, vec![tick(5, 7, IDLE), wakeup(0, A, 2), moves(0, B, [9, 0])], &[]);
    check(2, vec![moves(0, A, [0, 9])], &[(0, Detach(A))]);
}

#[test]
fn a_charge_belongs_to_the_cpu_on_which_its_task_runs() {
    let events = vec![runs(1, A), charged(5, 0, A, 5), charged(6, 0, B, 1)];
    check(2, events, &[(1, Own), (1, Charge(1)), (0, Own)]);
}

#[test]
fn a_wakeup_at_home_is_two_events() {
    check(2, vec![waking(0, A, 0), wakeup(0, A, 0)], &[(0, Own), (0, Own)]);
}

#[test]
fn a_wakeup_without_its_begin_is_an_event_or_comes_from_elsewhere() {
    check(2, vec![wakeup(0, A, 0), wakeup(0, B, 1)], &[(0, Own), (1, Woken(1))]);
}

#[test]
fn a_wakeup_elsewhere_begins_with_it_and_knows_its_cpu() {
    let lanes = lanes(2, vec![waking(0, A, 0), moves(0, A, [0, 1]), wakeup(1, A, 1)]);
    assert_eq!(lanes.turns, [(0, Own), (0, Leave(A)), (1, Own), (1, Begins(0)), (1, Woken(2))]);
    let Kind::Waking(begun) = lanes.recordings[0].events[0].kind else { panic!("it begins there") };
    assert_eq!(begun.to, 1, "the CPU chosen, not the one before");
    assert!(matches!(lanes.recordings[1].events[0].kind, Kind::Migrate { task: IDLE, from: 1, to: 1 }));
}

#[test]
fn a_wakeup_elsewhere_begins_with_its_charge() {
    let events = vec![runs(1, B), waking(0, A, 1), charged(2, 0, B, 2), wakeup(0, A, 1)];
    check(2, events, &[(1, Own), (0, Own), (1, Own), (1, Begins(1)), (1, Charge(2)), (1, Woken(3))]);
}

#[test]
fn a_charge_before_a_wakeup_is_not_its_own() {
    let events = vec![runs(1, B), charged(1, 0, B, 1), waking(0, A, 1), wakeup(0, A, 1)];
    check(2, events, &[(1, Own), (1, Charge(1)), (0, Own), (1, Own), (1, Begins(2)), (1, Woken(3))]);
}

#[test]
fn a_pull_ends_with_the_charge_of_the_cpu_that_pulls() {
    let events = vec![runs(0, B), runs(1, C), moves(1, A, [0, 1]), charged(4, 1, C, 4)];
    let pull = [(0, Detach(A)), (1, Own), (1, Await), (1, Charge(3)), (1, Attach(vec![A]))];
    check(2, events, &[vec![(0, Own), (1, Own)], pull.to_vec()].concat());
}

#[test]
fn a_pull_without_a_charge_ends_at_once() {
    let events = vec![runs(0, B), moves(1, A, [0, 1]), runs(1, A)];
    let pull = [(0, Detach(A)), (1, Own), (1, Await), (1, Attach(vec![A]))];
    check(2, events, &[vec![(0, Own)], pull.to_vec(), vec![(1, Own)]].concat());
}

#[test]
fn of_tasks_pulled_together_the_last_is_put_on_first() {
    let events = vec![moves(1, A, [0, 1]), moves(1, B, [0, 1]), runs(1, B)];
    let attach = [(1, Own), (1, Await), (1, Attach(vec![B, A])), (1, Own)];
    check(2, events, &[vec![(0, Detach(A)), (0, Detach(B))], attach.to_vec()].concat());
}

#[test]
fn tasks_that_go_to_two_cpus_are_two_pulls() {
    let events = vec![moves(1, A, [0, 1]), moves(1, B, [0, 2])];
    let one = |task, to| [(0, Detach(task)), (to, Own), (to, Await), (to, Attach(vec![task]))];
    check(3, events, &[one(A, 1), one(B, 2)].concat());
}

#[test]
fn who_wakes_does_not_join_a_pull() {
    let events = vec![moves(1, A, [0, 1]), waking(0, B, 0), moves(1, B, [0, 1])];
    let pull = [(0, Detach(A)), (1, Own), (1, Await), (1, Attach(vec![A]))];
    check(2, events, &[pull.to_vec(), vec![(0, Own), (0, Leave(B))]].concat());
}

/// The charge of a tick is lost where the next one of its CPU is that of another CPU's task.
#[test]
fn a_charge_that_another_hides_is_found_by_the_cpu_time() {
    let hidden = vec![
        runs(0, C),
        runs(1, D),
        tick(4000, 0, C),
        charged(4003, 0, D, 4003),
        charged(5000, 0, C, 998),
        blocks(5001, 0, [C, IDLE], 5000),
    ];
    let lanes = lanes(2, hidden);
    let expected = [(0, Own), (1, Own), (0, Own), (0, Own), (1, Charge(3)), (0, Own), (0, Own)];
    assert_eq!(lanes.turns, expected);
    let found = &lanes.recordings[0].events[2];
    assert_eq!(*found, at(4003, 0, Kind::Runtime { task: C, ran_ns: 4_002_000, vruntime: None }));
}

#[test]
fn a_charge_of_another_task_hides_nothing_where_no_handler_runs() {
    let events = vec![runs(0, C), runs(1, D), charged(3, 0, D, 3), tick(4, 0, C)];
    check(2, events, &[(0, Own), (1, Own), (1, Charge(2)), (0, Own)]);
    let idle = vec![tick(2, 0, IDLE), runs(1, D), charged(3, 0, D, 3)];
    check(2, idle, &[(0, Own), (1, Own), (1, Charge(2))]);
}

/// The charge of a schedule() is hidden by that of the CPU from which it pulls, once.
#[test]
fn a_cpu_that_looks_for_work_has_charged_its_own_task_before() {
    let events = vec![
        runs(0, C),
        runs(1, D),
        runs(2, B),
        charged(10, 0, D, 10),
        moves(0, A, [1, 0]),
        charged(11, 0, B, 11),
        blocks(12, 0, [C, A], 10),
    ];
    let lanes = lanes(3, events);
    let begun = [(0, Own), (1, Own), (2, Own), (0, Own), (1, Charge(3))];
    let pulled = [(1, Detach(A)), (0, Own), (0, Await), (0, Attach(vec![A])), (2, Charge(5)), (0, Own)];
    assert_eq!(lanes.turns, [&begun[..], &pulled[..]].concat());
    let found = &lanes.recordings[0].events[1];
    assert_eq!(*found, at(10, 0, Kind::Runtime { task: C, ran_ns: 10_000, vruntime: None }));
}

#[test]
fn the_first_charge_of_a_cpu_is_whole_with_its_own_part() {
    let events =
        vec![runs(0, C), charged_to(1, C, 100, 1100), charged_to(0, C, 50, 1150), charged_to(0, C, 10, 1160)];
    assert_eq!(lanes(2, events).first_charges, [Some((C, 150, 1150)), None]);
}

#[test]
fn the_first_charge_is_of_one_task() {
    let events = vec![
        runs(0, C),
        charged_to(1, C, 100, 1100),
        switch(4, 0, [C, D], PrevState::Runnable, 0),
        charged_to(0, D, 50, 2000),
    ];
    assert_eq!(lanes(2, events).first_charges, [Some((C, 100, 1100)), None]);
}
