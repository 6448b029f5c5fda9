//! One line of a recording after the header.

use sim::Error;
use sim::recording::{
    Context, Event, Flags, GroupNumbers, Kind, Numbers, PrevState, Switch, TaskRef, Wakeup, Waking,
};

use super::names::Names;
use super::raw::RawEvent;
use crate::error::{self, excerpt};

/// What is wrong with a line; its number is added by the caller.
pub(super) enum Problem {
    /// It is not JSON, or a field has the wrong type.
    Json(serde_json::Error),
    /// A field has a value that cannot be.
    Field(Error),
}

impl Problem {
    #[cold]
    pub fn field(field: &str, value: impl Into<String>, remedy: impl Into<String>) -> Problem {
        Problem::Field(Error::new(format!("field \"{field}\""), value, remedy))
    }

    #[cold]
    pub fn on_line(self, line: usize) -> Error {
        match self {
            Problem::Json(error) => error::json_on_line(line, &error),
            Problem::Field(error) => error::within(&format!("line {line}"), error),
        }
    }
}

/// Reads one event, resolving its names.
pub(super) fn read(line: &str, names: &mut Names) -> Result<Event, Problem> {
    let raw: RawEvent<'_> = serde_json::from_str(line).map_err(Problem::Json)?;
    let kind = match &*raw.e {
        "switch" => Kind::Switch(switch(&raw, names)?),
        "waking" => Kind::Waking(waking(&raw, names)?),
        "wakeup" => Kind::Wakeup(wakeup(&raw, names)?),
        "wakeup_new" => Kind::WakeupNew(wakeup(&raw, names)?),
        "migrate" => Kind::Migrate {
            task: subject(&raw, names)?,
            from: need("from", raw.from)?,
            to: need("to", raw.to)?,
        },
        "runtime" => {
            Kind::Runtime { task: subject(&raw, names)?, ran_ns: need("r", raw.r)?, vruntime: raw.v }
        }
        "tick" => Kind::Tick { task: subject(&raw, names)?, resched: flags(&raw)? },
        "hrtick" => Kind::Hrtick { task: subject(&raw, names)?, resched: flags(&raw)? },
        "hrtimer" => Kind::Hrtimer { function: need("fn", raw.function.as_deref())?.to_string() },
        "exit" => Kind::Exit { task: subject(&raw, names)? },
        other => return Err(unknown_event(other)),
    };
    Ok(Event { t_ns: raw.t, cpu: raw.c, kind })
}

#[cold]
fn unknown_event(name: &str) -> Problem {
    let known = "switch, waking, wakeup, wakeup_new, migrate, runtime, tick, hrtick, hrtimer, exit";
    Problem::field("e", format!("\"{}\" is no event", excerpt(name)), format!("use one of {known}"))
}

fn switch(raw: &RawEvent<'_>, names: &mut Names) -> Result<Switch, Problem> {
    Ok(Switch {
        prev: names.resolve("p", need("p", raw.p.as_deref())?, raw.pk.as_deref())?,
        prev_state: prev_state(need("s", raw.s.as_deref())?),
        next: names.resolve("n", need("n", raw.n.as_deref())?, raw.nk.as_deref())?,
        prev_numbers: raw.pv.map(numbers),
        next_numbers: raw.nv.map(numbers),
        prev_group: raw.pg.map(group_numbers),
        next_group: raw.ng.map(group_numbers),
    })
}

fn waking(raw: &RawEvent<'_>, names: &mut Names) -> Result<Waking, Problem> {
    Ok(Waking {
        task: subject(raw, names)?,
        to: need("to", raw.to)?,
        by: waker(raw, names)?,
        context: context(raw)?,
        resched: flags(raw)?,
        lag: raw.lag,
        queued: raw.q.map(|queued| queued != 0),
    })
}

fn wakeup(raw: &RawEvent<'_>, names: &mut Names) -> Result<Wakeup, Problem> {
    Ok(Wakeup {
        task: subject(raw, names)?,
        to: need("to", raw.to)?,
        by: waker(raw, names)?,
        context: context(raw)?,
        resched: flags(raw)?,
        numbers: raw.xv.map(numbers),
    })
}

/// The task that the event is about.
fn subject(raw: &RawEvent<'_>, names: &mut Names) -> Result<TaskRef, Problem> {
    names.resolve("x", need("x", raw.x.as_deref())?, raw.k.as_deref())
}

/// Who was running at a wake-up.
fn waker(raw: &RawEvent<'_>, names: &mut Names) -> Result<TaskRef, Problem> {
    names.resolve("by", need("by", raw.by.as_deref())?, raw.bk.as_deref())
}

/// A field that this event must have.
fn need<T>(field: &str, value: Option<T>) -> Result<T, Problem> {
    value.ok_or_else(|| Problem::field(field, "it is missing", "give the event this field"))
}

fn context(raw: &RawEvent<'_>) -> Result<Context, Problem> {
    match need("irq", raw.irq)? {
        0 => Ok(Context::Thread),
        1 => Ok(Context::Hard),
        2 => Ok(Context::Soft),
        other => Err(Problem::field("irq", format!("{other} is outside 0..=2"), "use 0, 1 or 2")),
    }
}

fn prev_state(letters: &str) -> PrevState {
    match letters {
        "R" => PrevState::Runnable,
        "R+" => PrevState::Preempted,
        "S" => PrevState::Sleeping,
        "D" => PrevState::Uninterruptible,
        "X" => PrevState::Dead,
        "I" => PrevState::IdleThread,
        _ => PrevState::Other,
    }
}

/// The letter of the need-resched column. `p` is the folded copy of a hard request without its original,
/// so it counts as hard, alone and in combination with lazy (`L`).
fn flags(raw: &RawEvent<'_>) -> Result<Flags, Problem> {
    let (hard, lazy) = match need("rs", raw.rs.as_deref())? {
        "." => (false, false),
        "N" | "n" | "p" => (true, false),
        "l" => (false, true),
        "L" | "b" | "B" => (true, true),
        other => {
            let value = format!("\"{}\" is no reschedule flag", excerpt(other));
            return Err(Problem::field("rs", value, "use one of . N n p l L b B"));
        }
    };
    Ok(Flags { hard, lazy })
}

/// The five values in the order of the format.
pub(super) fn numbers([vruntime, deadline, slice_ns, vlag, sum_exec_ns]: [i64; 5]) -> Numbers {
    Numbers { vruntime, deadline, slice_ns, vlag, sum_exec_ns }
}

fn group_numbers([vruntime, deadline, slice_ns, vlag, sum_exec_ns, weight]: [i64; 6]) -> GroupNumbers {
    GroupNumbers { numbers: Numbers { vruntime, deadline, slice_ns, vlag, sum_exec_ns }, weight }
}
