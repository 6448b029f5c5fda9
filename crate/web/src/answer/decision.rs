//! One decision in words and numbers.

use chart::{LevelTold, Told};
use serde::Serialize;
use sim::Run;
use sim::explain::Who;

use super::between::{Between, between};

/// One decision in words and numbers.
#[derive(Serialize)]
pub struct Decision {
    side: usize,
    index: usize,
    t_ns: f64,
    cpu: u16,
    kind: String,
    task: String,
    other: String,
    sentence: String,
    rule: &'static str,
    source: &'static str,
    operands: Vec<Operand>,
    candidates: Vec<Candidate>,
    levels: Vec<Level>,
    between: Option<Between>,
}

#[derive(Serialize)]
struct Level {
    chosen: String,
    because: String,
    decides: bool,
}

#[derive(Serialize)]
struct Operand {
    name: &'static str,
    value: String,
}

#[derive(Serialize)]
struct Candidate {
    name: String,
    group: bool,
    depth: usize,
    weight: f64,
    vruntime_ns: String,
    lag_ns: String,
    eligible: bool,
    deadline_ns: String,
    slice_ns: f64,
    state: &'static str,
    protected: bool,
}

/// A decision of a side.
pub fn decision(side: usize, told: Told, run: &Run) -> Decision {
    let operand = |(name, value)| Operand { name, value };
    let candidates = told.seen.map(|seen| seen.candidates).unwrap_or_default();
    Decision {
        side,
        index: told.index,
        t_ns: told.t_ns as f64,
        cpu: told.cpu,
        kind: format!("{:?}", told.kind),
        task: told.task,
        other: told.other,
        sentence: told.sentence,
        rule: told.rule,
        source: told.source,
        operands: told.operands.into_iter().map(operand).collect(),
        levels: told.levels.into_iter().map(level).collect(),
        between: told.between.map(between),
        candidates: candidates.iter().map(|seen| candidate(seen, run)).collect(),
    }
}

fn level(told: LevelTold) -> Level {
    let LevelTold { chosen, because, decides } = told;
    Level { chosen, because, decides }
}

fn candidate(seen: &sim::explain::Candidate, run: &Run) -> Candidate {
    Candidate {
        name: match seen.who {
            Who::Task(task) => run.task_names().get(usize::from(task)).cloned().unwrap_or_default(),
            Who::Group(group) => run.group_name(group).to_owned(),
        },
        group: matches!(seen.who, Who::Group(_)),
        depth: seen.depth,
        weight: seen.weight as f64,
        vruntime_ns: seen.vruntime.to_string(),
        lag_ns: seen.lag_ns.to_string(),
        eligible: seen.eligible,
        deadline_ns: seen.deadline.to_string(),
        slice_ns: seen.slice_ns as f64,
        state: seen.state.name(),
        protected: seen.protected,
    }
}
