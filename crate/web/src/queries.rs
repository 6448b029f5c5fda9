//! The door's questions about what is open.

use chart::{Filter, Group, Recording, Rows, Seek, SpanKind};
use serde::Deserialize;
use sim::Error;
use sim::trace::IDLE;
use wasm_bindgen::prelude::*;

use crate::comparison::Comparison;
use crate::cross::{Refusal, from_js, to_js};
use crate::{Engine, answer, nothing_open};

/// More rows of a log than any window shows are not made at once: each has its sentence.
const LOG_ROWS_MAX: usize = 2_000;

/// More looks of a CPU are not told at once: each has everything that was looked at.
const LOOKS_MAX: usize = 100;

/// The question for a part of the log, as the page writes it.
#[derive(Debug, Deserialize)]
struct LogQuestion {
    side: usize,
    task: String,
    groups: Vec<String>,
    from: usize,
    count: usize,
    find: Option<usize>,
    #[serde(default)]
    cpu: Option<u16>,
}

/// The question for the looks of a CPU, as the page writes it.
#[derive(Debug, Deserialize)]
struct LooksQuestion {
    side: usize,
    cpu: u16,
    from_ns: f64,
    to_ns: f64,
}

/// The question for a stretch, as the page writes it.
#[derive(Debug, Deserialize)]
struct SpanQuestion {
    side: usize,
    kind: String,
    task: String,
    t_ns: f64,
    step: i32,
    #[serde(default)]
    cpu: Option<u16>,
}

#[wasm_bindgen]
impl Engine {
    /// A row of a side's trace in words and numbers; `null` if there is none.
    ///
    /// Step 0 is row `index`, or without an index the last one at or before `t_ns` that counts; steps -1 and 1 are the one
    /// before or after row `index`, or without an index before or after `t_ns`. `of` says which rows count: `decision`, `tick`
    /// or `row`.
    pub fn decision(
        &self,
        side: u32,
        t_ns: f64,
        index: Option<u32>,
        step: i32,
        of: &str,
    ) -> Result<JsValue, Refusal> {
        let rows = Rows::parse(of).ok_or_else(|| unknown_rows(of))?;
        let comparison = self.open.as_ref().ok_or_else(nothing_open)?;
        let side = side as usize;
        let Some(told) = comparison.decision(side, seek(t_ns, index, step), rows) else {
            return Ok(JsValue::NULL);
        };
        to_js(&answer::decision(side, told, comparison.sides[side].run()))
    }

    /// Every entity of every side at an instant, with the queue of one CPU; cheap if the last question was for one shortly before.
    pub fn values(&mut self, t_ns: f64, cpu: u32) -> Result<JsValue, Refusal> {
        let comparison = self.open.as_mut().ok_or_else(nothing_open)?;
        let values = comparison.values(t_ns as u64, cpu as usize);
        let sides = comparison.sides.iter().zip(&values);
        to_js(&sides.map(|(side, values)| answer::values(side.run(), values)).collect::<Vec<_>>())
    }

    /// The stretch of a task that the question leads to; `null` if there is none, or no such task or side.
    pub fn span(&self, question: JsValue) -> Result<JsValue, Refusal> {
        to_js(&span(self, &from_js(question)?)?)
    }

    /// A side's trace as `csv`, or its numbers as the `table` of `perf sched latency`.
    pub fn text(&self, side: u32, format: &str) -> Result<String, Refusal> {
        let comparison = self.open.as_ref().ok_or_else(nothing_open)?;
        let text = match format {
            "csv" => comparison.csv(side as usize),
            "table" => comparison.table(side as usize),
            _ => {
                return Err(
                    Error::new("format", format!("`{format}` is no format"), "write csv or table").into()
                );
            }
        };
        text.ok_or_else(|| Error::new("side", format!("side {side} is not open"), "open it first").into())
    }

    /// A part of the log of decisions: its length, the position of a row, and the rows. Empty without such a task or side.
    pub fn log(&mut self, question: JsValue) -> Result<JsValue, Refusal> {
        let question: LogQuestion = from_js(question)?;
        let comparison = self.open.as_mut().ok_or_else(nothing_open)?;
        to_js(&log(comparison, &question)?)
    }

    /// The first looks for a CPU in a stretch of time, also those that the log leaves out. None without such a side.
    pub fn looks(&self, question: JsValue) -> Result<JsValue, Refusal> {
        let LooksQuestion { side, cpu, from_ns, to_ns } = from_js(question)?;
        let comparison = self.open.as_ref().ok_or_else(nothing_open)?;
        let told = comparison.sides.get(side).map_or(Vec::new(), |side| {
            chart::looks(side.run(), cpu, from_ns as u64, to_ns as u64, LOOKS_MAX)
        });
        to_js(&answer::looks(told))
    }
}

fn span(engine: &Engine, question: &SpanQuestion) -> Result<Option<answer::Span>, Refusal> {
    let SpanQuestion { side, kind, task, t_ns, step, cpu } = question;
    let unknown =
        || Error::new("kind", format!("`{kind}` is no stretch"), "write run, wait, delayed or idle");
    let (kind, t_ns) = (SpanKind::parse(kind).ok_or_else(unknown)?, *t_ns as u64);
    if *side == chart::RECORDED {
        return Ok(engine.recording.as_ref().and_then(|shown| recorded_span(shown, kind, task, t_ns, *step)));
    }
    let comparison = engine.open.as_ref().ok_or_else(nothing_open)?;
    let Some(index) = comparison.task(*side, task) else { return Ok(None) };
    let prepared = &comparison.sides[*side];
    let found = chart::span_on(prepared, *cpu, kind, index, t_ns, *step);
    Ok(found.map(|found| answer::span(*side, prepared.run(), &found)))
}

/// A stretch of a recording, in which several kernel threads can have one name.
fn recorded_span(
    shown: &Recording,
    kind: SpanKind,
    name: &str,
    t_ns: u64,
    step: i32,
) -> Option<answer::Span> {
    let names = shown.names();
    let named = (0..names.len() as u16).filter(|task| names[usize::from(*task)] == name);
    let nobody = name.is_empty().then_some(IDLE);
    let mut found = nobody
        .into_iter()
        .chain(named)
        .filter_map(|task| chart::stretch(shown.history(), kind, task, t_ns, step));
    found.next().map(|found| answer::bare_span(chart::RECORDED, name, &found))
}

fn log(comparison: &mut Comparison, question: &LogQuestion) -> Result<answer::LogPart, Error> {
    let LogQuestion { side, task, groups, from, count, find, cpu } = question;
    let group = |name: &String| Group::parse(name).ok_or_else(|| unknown_group(name));
    let groups = groups.iter().map(group).collect::<Result<_, Error>>()?;
    let Some(of_task) = comparison.task(*side, task) else { return Ok(answer::LogPart::empty()) };
    let filter = Filter { task: (of_task != IDLE).then_some(of_task), groups, cpu: *cpu };
    let Some((run, log)) = comparison.log(*side, filter) else { return Ok(answer::LogPart::empty()) };
    Ok(answer::log(run, log, *from, (*count).min(LOG_ROWS_MAX), *find))
}

fn unknown_group(name: &str) -> Error {
    let known = Group::ALL.map(Group::name);
    Error::new("groups", format!("`{name}` is no group"), sim::suggestion(name, &known))
}

fn unknown_rows(of: &str) -> Error {
    Error::new("of", format!("`{of}` names no rows"), "write decision, tick or row")
}

fn seek(t_ns: f64, index: Option<u32>, step: i32) -> Seek {
    let (t_ns, row) = (t_ns as u64, index.map(|index| index as usize));
    match (step.signum(), row) {
        (0, Some(row)) => Seek::Row(row),
        (0, None) => Seek::At(t_ns),
        (-1, Some(row)) => Seek::BeforeRow(row),
        (-1, None) => Seek::BeforeTime(t_ns),
        (_, Some(row)) => Seek::AfterRow(row),
        (_, None) => Seek::AfterTime(t_ns),
    }
}
