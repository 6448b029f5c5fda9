//! A script made ready to run: names resolved, times in ns, loops with their ends.

use sched::bandwidth::Quota;
use sched::{Change, GroupId, Shares};
use smp::clamp::Requests;

use crate::costs::Costs;
use crate::error::Error;
use crate::groups::Groups;
use crate::limits::NESTING_MAX;
use crate::masks::Masks;
use crate::rng::Draw;
use crate::scenario::{Duration, Scenario, Step, TimedChange};
use crate::scheduling::Scheduling;

/// Index of a task in its scenario.
pub(crate) type TaskIndex = usize;

/// One step, at the same index as in the script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    RunForever,
    Run(Draw),
    Sleep(Draw),
    Periodic {
        period_ns: u64,
        offset_ns: u64,
    },
    Until {
        at_ns: u64,
    },
    Write(usize),
    Read(usize),
    Post(usize),
    Wait(usize),
    Yield,
    Loop {
        times: u64,
        depth: usize,
    },
    End {
        body: usize,
        depth: usize,
    },
    Change(TaskIndex, Change),
    Policy(TaskIndex, Scheduling),
    /// A task, and which of the scenario's sets of CPUs.
    Affinity(TaskIndex, usize),
    Uclamp(TaskIndex, Requests),
    Group(TaskIndex, GroupId),
    Weight(GroupId, Shares),
    Quota(GroupId, Option<Quota>),
    Exec,
    Spawn(TaskIndex),
    Exit,
}

impl Op {
    /// What it takes in the kernel before its effect.
    pub fn cost_ns(&self, costs: &Costs) -> u64 {
        match self {
            Op::RunForever | Op::Run(_) | Op::Loop { .. } | Op::End { .. } | Op::Exit => 0,
            Op::Sleep(_) | Op::Periodic { .. } | Op::Until { .. } => costs.sleep_ns,
            Op::Write(_) => costs.pipe_write_ns,
            Op::Read(_) => costs.pipe_read_ns,
            Op::Post(_) => costs.futex_post_ns,
            Op::Wait(_) => costs.futex_wait_ns,
            Op::Yield => costs.yield_ns,
            Op::Change(..)
            | Op::Policy(..)
            | Op::Affinity(..)
            | Op::Uclamp(..)
            | Op::Exec
            | Op::Group(..)
            | Op::Weight(..)
            | Op::Quota(..) => costs.syscall_ns,
            Op::Spawn(_) => costs.spawn_ns,
        }
    }

    /// Whether time passes in it for certain, or it may block.
    fn may_pass_time(&self, costs: &Costs) -> bool {
        match self {
            Op::Sleep(draw) => *draw != Draw::Fixed(0) || costs.sleep_ns > 0,
            Op::RunForever | Op::Run(_) | Op::Periodic { .. } | Op::Read(_) | Op::Wait(_) | Op::Exit => true,
            other => other.cost_ns(costs) > 0,
        }
    }
}

/// What the names and lists of a script stand for.
#[derive(Clone, Copy)]
pub(crate) struct Meaning<'a> {
    pub scenario: &'a Scenario,
    pub groups: &'a Groups,
    pub masks: &'a Masks,
}

/// The program of a thread; an `exit` is added behind its last step.
///
/// Refuses an endless loop in which, at these costs, no time can pass.
pub(crate) fn compile(meaning: Meaning, thread: TaskIndex, costs: &Costs) -> Result<Vec<Op>, Error> {
    let mut open: Vec<usize> = Vec::new();
    let mut ops: Vec<Op> = Vec::new();
    for (i, step) in meaning.scenario.threads[thread].script.iter().enumerate() {
        let place = || format!("threads[{thread}].script[{i}]");
        let op = op(meaning, step, &mut open, i).map_err(|value| Error::new(place(), value, "remove it"))?;
        if let Op::End { body, .. } = op {
            check_loop(&ops, body, costs, thread)?;
        }
        ops.push(op);
    }
    ops.push(Op::Exit);
    Ok(ops)
}

/// A change from elsewhere and when it is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TimedOp {
    pub at_ns: u64,
    pub op: Op,
}

/// The scenario's changes from elsewhere by time, of equal ones as they are written. Those of threads that are left out
/// of the run are left out too.
pub(crate) fn timed(meaning: Meaning) -> Result<Vec<TimedOp>, Error> {
    let scenario = meaning.scenario;
    let muted = |name| scenario.threads.iter().any(|thread| thread.muted && thread.name == name);
    let listed = scenario.changes.iter().enumerate();
    let made = listed.filter(|(_, change)| !change.step.target().is_some_and(muted));
    let mut ops = made.map(|(i, change)| timed_op(meaning, i, change)).collect::<Result<Vec<_>, _>>()?;
    ops.sort_by_key(|change| change.at_ns);
    Ok(ops)
}

fn timed_op(meaning: Meaning, at: usize, change: &TimedChange) -> Result<TimedOp, Error> {
    let op = op(meaning, &change.step, &mut Vec::new(), at)
        .map_err(|value| Error::new(format!("changes[{at}].step"), value, "remove it"))?;
    Ok(TimedOp { at_ns: change.at_us * 1000, op })
}

/// A step that changes something, of a checked scenario; `None` for one that changes nothing, or may not.
pub(crate) fn change(meaning: Meaning, step: &Step) -> Option<Op> {
    step.is_change().then(|| op(meaning, step, &mut Vec::new(), 0).ok()).flatten()
}

fn check_loop(ops: &[Op], body: usize, costs: &Costs, thread: TaskIndex) -> Result<(), Error> {
    let endless = matches!(ops[body - 1], Op::Loop { times: 0, .. });
    if !endless || ops[body..].iter().any(|op| op.may_pass_time(costs)) {
        return Ok(());
    }
    let place = format!("threads[{thread}].script[{}]", body - 1);
    Err(Error::new(
        place,
        "an endless loop in which no time passes",
        "add a run or a sleep to it, or choose costs",
    ))
}

fn op(meaning: Meaning, step: &Step, open: &mut Vec<usize>, at: usize) -> Result<Op, String> {
    let Meaning { scenario, groups, masks } = meaning;
    let task = |name: &str| {
        let found = scenario.threads.iter().position(|t| t.name == name);
        found.expect("checked scenarios name only their own threads")
    };
    Ok(match step {
        Step::Run(Duration::Fixed(0)) => Op::RunForever,
        Step::Run(d) => Op::Run(draw(d)),
        Step::Sleep(d) => Op::Sleep(draw(d)),
        Step::Periodic { period_us, offset_us } => {
            Op::Periodic { period_ns: period_us * 1000, offset_ns: offset_us * 1000 }
        }
        Step::Until(us) => Op::Until { at_ns: us * 1000 },
        Step::Write(c) => Op::Write(*c),
        Step::Read(c) => Op::Read(*c),
        Step::Post(c) => Op::Post(*c),
        Step::Wait(c) => Op::Wait(*c),
        Step::Yield => Op::Yield,
        Step::Loop(times) => {
            open.push(at);
            Op::Loop { times: *times, depth: open.len() - 1 }
        }
        Step::End => {
            let start = open.pop().expect("checked scenarios close what they open");
            Op::End { body: start + 1, depth: open.len() }
        }
        Step::Nice(name, nice) => Op::Change(task(name), Change::Nice(*nice)),
        Step::Affinity(name, cpus) => Op::Affinity(task(name), masks.index(cpus)),
        Step::Policy(name, policy, rtprio) => {
            let target = task(name);
            Op::Policy(target, Scheduling::of(*policy, *rtprio, &scenario.threads[target]))
        }
        Step::Slice(name, 0) => Op::Change(task(name), Change::Slice(None)),
        Step::Slice(name, ns) => Op::Change(task(name), Change::Slice(Some(*ns))),
        Step::Uclamp { thread, min, max } => {
            let requests = Requests { min: Some((*min).into()), max: Some((*max).into()) };
            Op::Uclamp(task(thread), requests)
        }
        Step::Quota { group, quota_us, period_us } => {
            let quota = (*quota_us > 0).then(|| Quota::of_us(*quota_us, *period_us, 0));
            Op::Quota(groups.named(group), quota)
        }
        Step::Group(name, group) => {
            let thread = task(name);
            let cgroup = Some(group.as_str()).filter(|group| !group.is_empty());
            Op::Group(thread, groups.of_thread(scenario.threads[thread].session.as_deref(), cgroup))
        }
        Step::Weight(group, cpu_weight) => {
            let id = groups.named(group);
            if groups.is_idle(id) {
                return Err(format!("cpu.weight of `{group}` cannot be written, its cpu.idle is set"));
            }
            Op::Weight(id, Shares { cpu_weight: *cpu_weight, idle: false })
        }
        Step::Exec => Op::Exec,
        Step::Spawn(name) => Op::Spawn(task(name)),
        Step::Exit => Op::Exit,
    })
}

fn draw(duration: &Duration) -> Draw {
    match *duration {
        Duration::Fixed(us) => Draw::Fixed(us * 1000),
        Duration::Uniform(low, high) => Draw::Uniform(low * 1000, high * 1000),
        Duration::Exponential(mean) => Draw::Exponential(mean * 1000),
        Duration::Lognormal { median, sigma_permille } => Draw::Lognormal(median * 1000, sigma_permille),
    }
}

/// One counter for each level of nesting.
pub(crate) type Counters = [u64; NESTING_MAX];
