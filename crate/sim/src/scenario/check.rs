//! Whether the parts of a scenario fit together.

use super::{Duration, Scenario, Step, Thread, TimedChange, check_classes, check_groups, clamps};
use crate::error::{Error, suggestion};
use crate::limits::*;

pub(super) fn scenario(s: &Scenario) -> Result<(), Error> {
    duration(s)?;
    if s.threads.is_empty() || s.threads.len() > THREADS_MAX {
        let value = format!("{} threads", s.threads.len());
        return Err(Error::new("threads", value, format!("write 1 to {THREADS_MAX}")));
    }
    let steps: usize = s.threads.iter().map(|t| t.script.len()).sum();
    if steps > STEPS_MAX {
        return Err(Error::new(
            "threads",
            format!("{steps} steps in all"),
            format!("at most {STEPS_MAX} fit"),
        ));
    }
    if s.channels > CHANNELS_MAX {
        return Err(Error::new("channels", s.channels.to_string(), format!("at most {CHANNELS_MAX} fit")));
    }
    if s.phase_us > STEP_US_MAX {
        return Err(Error::new("phase_us", s.phase_us.to_string(), format!("at most {STEP_US_MAX} µs fit")));
    }
    s.machine.check()?;
    names(s)?;
    check_groups::groups(s)?;
    clamps::check(s)?;
    s.changes.iter().enumerate().try_for_each(|(i, change)| timed(s, change, &format!("changes[{i}]")))?;
    s.threads.iter().enumerate().try_for_each(|(i, t)| thread(s, t, &format!("threads[{i}]")))
}

/// A change from elsewhere is a step that changes something.
fn timed(s: &Scenario, change: &TimedChange, place: &str) -> Result<(), Error> {
    if change.at_us > STEP_US_MAX {
        let value = format!("{} µs", change.at_us);
        return Err(Error::new(format!("{place}.at_us"), value, format!("at most {STEP_US_MAX} µs fit")));
    }
    let place = format!("{place}.step");
    if !change.step.is_change() {
        let value = format!("`{}` is nothing that can be done from elsewhere", change.step.word());
        let remedy = "use nice, policy, slice, uclamp, affinity, group, weight or quota";
        return Err(Error::new(place, value, remedy));
    }
    step(s, &change.step, &place)
}

fn duration(s: &Scenario) -> Result<(), Error> {
    if (1..=DURATION_US_MAX).contains(&s.duration_us) {
        return Ok(());
    }
    let remedy = format!("write 1 to {DURATION_US_MAX} (an hour)");
    Err(Error::new("duration_us", s.duration_us.to_string(), remedy))
}

fn names(s: &Scenario) -> Result<(), Error> {
    let mut seen = std::collections::BTreeSet::new();
    for (i, thread) in s.threads.iter().enumerate() {
        let place = format!("threads[{i}].name");
        if thread.name.is_empty() {
            return Err(Error::new(place, "an empty name", "give every thread a name"));
        }
        if !seen.insert(thread.name.as_str()) {
            return Err(Error::new(place, format!("`{}` stands twice", thread.name), "use another name"));
        }
    }
    Ok(())
}

fn thread(s: &Scenario, t: &Thread, place: &str) -> Result<(), Error> {
    if !(-20..=19).contains(&t.nice) {
        let value = format!("{} is outside -20..=19", t.nice);
        return Err(Error::new(format!("{place}.nice"), value, "use a value inside"));
    }
    if t.start_us > STEP_US_MAX {
        let value = format!("{} µs", t.start_us);
        return Err(Error::new(format!("{place}.start_us"), value, format!("at most {STEP_US_MAX} µs fit")));
    }
    if let Some(color) = t.color.filter(|color| *color >= COLORS_MAX) {
        let value = format!("colour {color}");
        return Err(Error::new(format!("{place}.color"), value, format!("write 0 to {}", COLORS_MAX - 1)));
    }
    check_classes::thread(t, place)?;
    if let Some(group) = &t.cgroup {
        check_groups::known(s, group, &format!("{place}.cgroup"))?;
    }
    for (i, step) in t.script.iter().enumerate() {
        self::step(s, step, &format!("{place}.script[{i}]"))?;
    }
    loops(&t.script, place)
}

fn step(s: &Scenario, step: &Step, place: &str) -> Result<(), Error> {
    let wrong = |value: String, remedy: String| Err(Error::new(place, value, remedy));
    if let Some(us) = times(step).into_iter().find(|us| *us > STEP_US_MAX) {
        return wrong(format!("{us} µs"), format!("at most {STEP_US_MAX} µs fit"));
    }
    if let Some(name) = step.target() {
        let known: Vec<&str> = s.threads.iter().map(|t| t.name.as_str()).collect();
        if !known.contains(&name) {
            return wrong(format!("no thread is called `{name}`"), suggestion(name, &known));
        }
    }
    if let Step::Policy(name, policy, rtprio) = step {
        let target = s.threads.iter().find(|thread| thread.name == *name);
        target.map_or(Ok(()), |target| check_classes::policy(*policy, *rtprio, target, place))?;
    }
    if let Some(group) = step.group() {
        check_groups::known(s, group, place)?;
    }
    if let Step::Uclamp { min, max, .. } = step {
        clamps::check_requests(Some(*min), Some(*max), place, place)?;
    }
    match step {
        Step::Write(c) | Step::Read(c) | Step::Post(c) | Step::Wait(c) if *c >= s.channels => {
            let remedy = format!("set `channels` to {} or more", c + 1);
            wrong(format!("channel {c} of {}", s.channels), remedy)
        }
        Step::Nice(_, nice) if !(-20..=19).contains(nice) => {
            wrong(format!("{nice} is outside -20..=19"), "use a value inside".into())
        }
        Step::Periodic { period_us: 0, .. } => wrong("a period of 0".into(), "write 1 or more".into()),
        Step::Run(d) | Step::Sleep(d) if is_empty_range(d) => {
            wrong("a range that begins above its end".into(), "swap its numbers".into())
        }
        Step::Spawn(name) if !s.threads.iter().any(|t| t.name == *name && t.spawned) => {
            wrong(format!("`{name}` is not marked as spawned"), "add \"spawned\": true to that thread".into())
        }
        _ => Ok(()),
    }
}

fn is_empty_range(d: &Duration) -> bool {
    matches!(d, Duration::Uniform(low, high) if low > high)
}

fn times(step: &Step) -> Vec<u64> {
    match step {
        Step::Run(d) | Step::Sleep(d) => match d {
            Duration::Fixed(us) | Duration::Exponential(us) => vec![*us],
            Duration::Uniform(low, high) => vec![*low, *high],
            Duration::Lognormal { median, .. } => vec![*median],
        },
        Step::Periodic { period_us, offset_us } => vec![*period_us, *offset_us],
        Step::Until(us) => vec![*us],
        Step::Slice(_, ns) => vec![ns / 1000],
        _ => vec![],
    }
}

/// Every loop has its end and, if it is endless, something in it that can take time.
fn loops(script: &[Step], place: &str) -> Result<(), Error> {
    let at = |i: usize| format!("{place}.script[{i}]");
    let mut open: Vec<usize> = Vec::new();
    for (i, step) in script.iter().enumerate() {
        match step {
            Step::Loop(_) if open.len() == NESTING_MAX => {
                return Err(Error::new(
                    at(i),
                    format!("{} loops inside each other", NESTING_MAX + 1),
                    format!("nest at most {NESTING_MAX}"),
                ));
            }
            Step::Loop(_) => open.push(i),
            Step::End => {
                let Some(start) = open.pop() else {
                    return Err(Error::new(at(i), "an `end` without a `loop`", "remove it, or add the loop"));
                };
                if script[start] == Step::Loop(0) && !script[start..i].iter().any(may_take_time) {
                    return Err(Error::new(
                        at(start),
                        "an endless loop in which no time passes",
                        "add a run or a sleep to it",
                    ));
                }
            }
            _ => {}
        }
    }
    match open.pop() {
        Some(start) => Err(Error::new(at(start), "a `loop` without its `end`", "add [\"end\"]")),
        None => Ok(()),
    }
}

/// Whether a step takes or can take time. That it really did is watched while running.
fn may_take_time(step: &Step) -> bool {
    match step {
        Step::Run(_) | Step::Periodic { .. } | Step::Read(_) | Step::Wait(_) | Step::Exit => true,
        Step::Sleep(d) => *d != Duration::Fixed(0),
        // With costs, these do; without, the run stops with the place.
        Step::Yield | Step::Write(_) | Step::Post(_) => true,
        _ => false,
    }
}
