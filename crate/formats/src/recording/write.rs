//! From typed events back to the text of the format.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;
use sim::recording::{
    Context, Event, Flags, GroupNumbers, Kind, Numbers, PrevState, Recording, Switch, TaskInfo, TaskKind,
    TaskRef, Wakeup, Waking,
};

use super::raw::{RawEvent, Text};
use super::to_raw;

/// Writes a whole recording, a line for the header and one for each event; reading it gives the same.
///
/// Fails only where `out` does.
pub fn write(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    write_header(recording, out)?;
    recording.events.iter().try_for_each(|event| write_event(&recording.tasks, event, out))
}

/// Writes the first line alone: everything but the events, which need not be there.
pub fn write_header(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    line(&to_raw::header(recording), out)
}

/// Writes the line of one event of a recording with these tasks.
pub fn write_event(tasks: &[TaskInfo], event: &Event, out: &mut impl Write) -> io::Result<()> {
    line(&raw_event(tasks, event), out)
}

fn line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

fn raw_event<'a>(tasks: &'a [TaskInfo], event: &'a Event) -> RawEvent<'a> {
    let raw = RawEvent { t: event.t_ns, c: event.cpu, ..RawEvent::default() };
    match &event.kind {
        Kind::Switch(switch) => raw_switch(tasks, raw, switch),
        Kind::Waking(waking) => raw_waking(tasks, raw, waking),
        Kind::Wakeup(wakeup) => raw_wakeup(tasks, RawEvent { e: "wakeup".into(), ..raw }, wakeup),
        Kind::WakeupNew(wakeup) => raw_wakeup(tasks, RawEvent { e: "wakeup_new".into(), ..raw }, wakeup),
        Kind::Migrate { task, from, to } => {
            let raw = RawEvent { e: "migrate".into(), from: Some(*from), to: Some(*to), ..raw };
            about(tasks, raw, *task)
        }
        Kind::Runtime { task, ran_ns, vruntime } => {
            about(tasks, RawEvent { e: "runtime".into(), r: Some(*ran_ns), v: *vruntime, ..raw }, *task)
        }
        Kind::Tick { task, resched } => {
            about(tasks, RawEvent { e: "tick".into(), rs: letter(*resched), ..raw }, *task)
        }
        Kind::Hrtick { task, resched } => {
            about(tasks, RawEvent { e: "hrtick".into(), rs: letter(*resched), ..raw }, *task)
        }
        Kind::Hrtimer { function } => {
            RawEvent { e: "hrtimer".into(), function: Some(function.as_str().into()), ..raw }
        }
        Kind::Exit { task } => about(tasks, RawEvent { e: "exit".into(), ..raw }, *task),
    }
}

fn raw_switch<'a>(tasks: &'a [TaskInfo], raw: RawEvent<'a>, switch: &Switch) -> RawEvent<'a> {
    let (p, pk) = name(tasks, switch.prev);
    let (n, nk) = name(tasks, switch.next);
    RawEvent {
        e: "switch".into(),
        p,
        pk,
        n,
        nk,
        s: Some(state(switch.prev_state).into()),
        pv: switch.prev_numbers.map(five),
        nv: switch.next_numbers.map(five),
        pg: switch.prev_group.map(six),
        ng: switch.next_group.map(six),
        ..raw
    }
}

fn raw_waking<'a>(tasks: &'a [TaskInfo], raw: RawEvent<'a>, waking: &Waking) -> RawEvent<'a> {
    let (by, bk) = name(tasks, waking.by);
    let raw = RawEvent {
        e: "waking".into(),
        to: Some(waking.to),
        by,
        bk,
        irq: Some(level(waking.context)),
        rs: letter(waking.resched),
        lag: waking.lag,
        q: waking.queued.map(u8::from),
        ..raw
    };
    about(tasks, raw, waking.task)
}

fn raw_wakeup<'a>(tasks: &'a [TaskInfo], raw: RawEvent<'a>, wakeup: &Wakeup) -> RawEvent<'a> {
    let (by, bk) = name(tasks, wakeup.by);
    let raw = RawEvent {
        to: Some(wakeup.to),
        by,
        bk,
        irq: Some(level(wakeup.context)),
        rs: letter(wakeup.resched),
        xv: wakeup.numbers.map(five),
        ..raw
    };
    about(tasks, raw, wakeup.task)
}

/// The event with its subject.
fn about<'a>(tasks: &'a [TaskInfo], raw: RawEvent<'a>, task: TaskRef) -> RawEvent<'a> {
    let (x, k) = name(tasks, task);
    RawEvent { x, k, ..raw }
}

/// A task's name, and its identity if the name does not say enough.
fn name(tasks: &[TaskInfo], task: TaskRef) -> (Text<'_>, Text<'_>) {
    let task = &tasks[task.0 as usize];
    let outside = matches!(task.kind, TaskKind::Main | TaskKind::Other | TaskKind::OtherRt);
    (Some(task.name.as_str().into()), outside.then(|| task.identity.as_str().into()))
}

pub(super) fn five(numbers: Numbers) -> [i64; 5] {
    [numbers.vruntime, numbers.deadline, numbers.slice_ns, numbers.vlag, numbers.sum_exec_ns]
}

fn six(group: GroupNumbers) -> [i64; 6] {
    let [vruntime, deadline, slice_ns, vlag, sum_exec_ns] = five(group.numbers);
    [vruntime, deadline, slice_ns, vlag, sum_exec_ns, group.weight]
}

fn level(context: Context) -> u8 {
    match context {
        Context::Thread => 0,
        Context::Hard => 1,
        Context::Soft => 2,
    }
}

fn letter(flags: Flags) -> Text<'static> {
    Some(Cow::Borrowed(match (flags.hard, flags.lazy) {
        (false, false) => ".",
        (true, false) => "N",
        (false, true) => "l",
        (true, true) => "B",
    }))
}

fn state(state: PrevState) -> &'static str {
    match state {
        PrevState::Runnable => "R",
        PrevState::Preempted => "R+",
        PrevState::Sleeping => "S",
        PrevState::Uninterruptible => "D",
        PrevState::Dead => "X",
        PrevState::IdleThread => "I",
        PrevState::Other => "?",
    }
}
