//! A script made ready to run: names resolved, times in ns, loops with their ends.

use sched::Change;

use crate::costs::Costs;
use crate::error::Error;
use crate::limits::NESTING_MAX;
use crate::rng::Draw;
use crate::scenario::{Duration, Scenario, Step};

/// Index of a task in its scenario.
pub(crate) type TaskIndex = usize;

/// One step, at the same index as in the script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    RunForever,
    Run(Draw),
    Sleep(Draw),
    Periodic { period_ns: u64, offset_ns: u64 },
    Until { at_ns: u64 },
    Write(usize),
    Read(usize),
    Post(usize),
    Wait(usize),
    Yield,
    Loop { times: u64, depth: usize },
    End { body: usize, depth: usize },
    Change(TaskIndex, Change),
    Affinity(TaskIndex),
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
            Op::Change(..) | Op::Affinity(_) => costs.syscall_ns,
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

/// The program of a thread; an `exit` is added behind its last step.
///
/// Refuses an endless loop in which, at these costs, no time can pass.
pub(crate) fn compile(scenario: &Scenario, thread: TaskIndex, costs: &Costs) -> Result<Vec<Op>, Error> {
    let mut open: Vec<usize> = Vec::new();
    let mut ops: Vec<Op> = Vec::new();
    for (i, step) in scenario.threads[thread].script.iter().enumerate() {
        let place = || format!("threads[{thread}].script[{i}]");
        let op = op(scenario, step, &mut open, i)
            .map_err(|value| Error::new(place(), value, "give it another policy"))?;
        if let Op::End { body, .. } = op {
            check_loop(&ops, body, costs, thread)?;
        }
        ops.push(op);
    }
    ops.push(Op::Exit);
    Ok(ops)
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

fn op(scenario: &Scenario, step: &Step, open: &mut Vec<usize>, at: usize) -> Result<Op, String> {
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
        Step::Affinity(name, _) => Op::Affinity(task(name)),
        Step::Policy(name, policy, _) => {
            let fair = policy.fair().ok_or(format!("policy {} is not modelled yet", policy.name()))?;
            Op::Change(task(name), Change::Policy(fair))
        }
        Step::Slice(name, 0) => Op::Change(task(name), Change::Slice(None)),
        Step::Slice(name, ns) => Op::Change(task(name), Change::Slice(Some(*ns))),
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
