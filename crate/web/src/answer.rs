//! What the page is told: plain data in the shapes of `www/src/worker/protocol.ts`.
//!
//! Times are numbers, exact below 2⁵³ ns, which is a hundred days; hashes and virtual times, which use all 64 bits, are
//! text.

use chart::{Figure, Prepared, Theme, Told};
use sched::{KERNELS, Params};
use serde::Serialize;
use sim::measure::TaskStats;
use sim::trace::IDLE;
use sim::{State, TaskInfo};

use crate::comparison::Comparison;

/// A preset's tick rate does not change what it offers.
const ANY_HZ: u32 = 250;

/// A kernel version and everything that can be set in it.
#[derive(Serialize)]
pub struct Preset {
    name: &'static str,
    family: &'static str,
    note: &'static str,
    preemption: &'static str,
    preemption_models: [&'static str; 2],
    knobs: Vec<Knob>,
    features: Vec<Feature>,
}

#[derive(Serialize)]
struct Knob {
    name: &'static str,
    unit: &'static str,
    value: f64,
    min: f64,
    max: f64,
    meaning: &'static str,
}

#[derive(Serialize)]
struct Feature {
    name: &'static str,
    on: bool,
    meaning: &'static str,
}

/// Every preset, with the defaults of a machine of `assumed_cpus`.
pub fn presets(assumed_cpus: u32) -> Vec<Preset> {
    let preset = |kernel: &'static sched::Kernel| {
        let params = Params::new(kernel, ANY_HZ, assumed_cpus);
        Preset {
            name: kernel.name,
            family: kernel.family.name(),
            note: kernel.note,
            preemption: kernel.preemption.name(),
            preemption_models: if kernel.has_lazy { ["full", "lazy"] } else { ["voluntary", "full"] },
            knobs: knobs(&params),
            features: features(&params),
        }
    };
    KERNELS.iter().map(preset).collect()
}

fn knobs(params: &Params) -> Vec<Knob> {
    let knob = |info: &sched::TunableInfo| {
        let value = params.tunables.get(info.name)?;
        let (min, max) = (info.range_ns.0 as f64, info.range_ns.1 as f64);
        Some(Knob { name: info.name, unit: "ns", value: value as f64, min, max, meaning: info.meaning })
    };
    sched::tunables_of(params.family).iter().filter_map(knob).collect()
}

fn features(params: &Params) -> Vec<Feature> {
    let feature = |(feature, on): (sched::Feature, bool)| Feature {
        name: feature.name(),
        on,
        meaning: feature.meaning(),
    };
    params.features.list().map(feature).collect()
}

/// What came of a comparison.
#[derive(Serialize)]
pub struct Summary {
    sides: Vec<SideSummary>,
}

#[derive(Serialize)]
struct SideSummary {
    kernel: &'static str,
    events: usize,
    hash: String,
    end_ns: f64,
    tasks: Vec<TaskRow>,
}

#[derive(Serialize)]
struct TaskRow {
    name: String,
    policy: &'static str,
    nice: i8,
    cpu_ns: f64,
    share_permille: u32,
    switches: f64,
    preempted: f64,
    wakeups: f64,
    wait_mean_ns: f64,
    wait_p50_ns: f64,
    wait_p99_ns: f64,
    wait_max_ns: f64,
}

/// The numbers of every side and task.
pub fn summary(comparison: &Comparison) -> Summary {
    let sides = comparison.sides.iter().zip(&comparison.stats);
    Summary { sides: sides.map(|(side, stats)| side_summary(side, stats)).collect() }
}

fn side_summary(side: &Prepared, stats: &[TaskStats]) -> SideSummary {
    let run = side.run();
    SideSummary {
        kernel: run.params().kernel.name,
        events: run.trace().events.len(),
        hash: format!("{:016x}", run.trace().hash()),
        end_ns: run.end_ns() as f64,
        tasks: run.tasks().iter().zip(stats).map(|(task, stats)| task_row(task, stats)).collect(),
    }
}

fn task_row(task: &TaskInfo, stats: &TaskStats) -> TaskRow {
    let waits = &stats.waits;
    TaskRow {
        name: task.name.clone(),
        policy: task.policy.name(),
        nice: task.nice,
        cpu_ns: stats.cpu_ns as f64,
        share_permille: stats.share_permille,
        switches: stats.switches as f64,
        preempted: stats.preempted as f64,
        wakeups: stats.wakeups as f64,
        wait_mean_ns: waits.mean_ns as f64,
        wait_p50_ns: waits.p50_ns as f64,
        wait_p99_ns: waits.p99_ns as f64,
        wait_max_ns: waits.max_ns as f64,
    }
}

/// Where things are in a frame.
#[derive(Serialize)]
pub struct Layout {
    plot_left: i32,
    plot_right: i32,
    panels: Vec<Panel>,
    axis: Rows,
    thinned: bool,
    colors: Vec<String>,
}

#[derive(Serialize)]
struct Panel {
    side: usize,
    kind: &'static str,
    top: i32,
    bottom: i32,
    label: String,
}

#[derive(Serialize)]
struct Rows {
    top: i32,
    bottom: i32,
}

/// The layout of a figure of so many tasks.
pub fn layout(figure: &Figure, theme: Theme, tasks: usize) -> Layout {
    let panel = |panel: &chart::Panel| Panel {
        side: panel.side,
        kind: panel.kind.name(),
        top: panel.area.top,
        bottom: panel.area.bottom,
        label: panel.label.clone(),
    };
    let places = &figure.layout;
    Layout {
        plot_left: places.plot_left,
        plot_right: places.plot_right,
        panels: places.panels.iter().map(panel).collect(),
        axis: Rows { top: places.axis.top, bottom: places.axis.bottom },
        thinned: figure.thinned,
        colors: (0..tasks).map(|task| chart::css(theme.task(task))).collect(),
    }
}

/// One decision in words and numbers.
#[derive(Serialize)]
pub struct Decision {
    side: usize,
    index: usize,
    t_ns: f64,
    kind: String,
    task: String,
    other: String,
    sentence: String,
    rule: &'static str,
    source: &'static str,
    operands: Vec<Operand>,
    candidates: Vec<Candidate>,
}

#[derive(Serialize)]
struct Operand {
    name: &'static str,
    value: String,
}

#[derive(Serialize)]
struct Candidate {
    name: String,
    weight: f64,
    vruntime_ns: String,
    lag_ns: String,
    eligible: bool,
    deadline_ns: String,
    slice_ns: f64,
    state: &'static str,
    protected: bool,
}

/// A decision of a side whose tasks have these names.
pub fn decision(side: usize, told: Told, names: &[String]) -> Decision {
    let operand = |(name, value)| Operand { name, value };
    let candidates = told.seen.map(|seen| seen.candidates).unwrap_or_default();
    Decision {
        side,
        index: told.index,
        t_ns: told.t_ns as f64,
        kind: format!("{:?}", told.kind),
        task: told.task,
        other: told.other,
        sentence: told.sentence,
        rule: told.rule,
        source: told.source,
        operands: told.operands.into_iter().map(operand).collect(),
        candidates: candidates.iter().map(|seen| candidate(seen, names)).collect(),
    }
}

fn candidate(seen: &sim::explain::Candidate, names: &[String]) -> Candidate {
    debug_assert_ne!(seen.task, IDLE, "the idle task is in no queue");
    Candidate {
        name: names.get(usize::from(seen.task)).cloned().unwrap_or_default(),
        weight: seen.weight as f64,
        vruntime_ns: seen.vruntime.to_string(),
        lag_ns: seen.lag_ns.to_string(),
        eligible: seen.eligible,
        deadline_ns: seen.deadline.to_string(),
        slice_ns: seen.slice_ns as f64,
        state: state_name(seen.state),
        protected: seen.protected,
    }
}

fn state_name(state: State) -> &'static str {
    match state {
        State::Running => "running",
        State::Runnable => "runnable",
        State::Delayed => "delayed",
        State::Sleeping => "sleeping",
        State::Dead => "dead",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_explains_each_of_its_settings() {
        for preset in presets(1) {
            assert!(!preset.note.is_empty() && !preset.knobs.is_empty(), "{}", preset.name);
            assert!(preset.knobs.iter().all(|knob| !knob.meaning.is_empty()), "{}", preset.name);
            assert!(preset.preemption_models.contains(&preset.preemption), "{}", preset.name);
            assert!(preset.features.iter().all(|feature| !feature.meaning.is_empty()), "{}", preset.name);
            assert!(
                preset.knobs.iter().all(|knob| knob.min <= knob.value && knob.value <= knob.max),
                "{}",
                preset.name
            );
        }
    }

    #[test]
    fn defaults_grow_with_the_machine() {
        let latency_ns =
            |cpus| presets(cpus)[0].knobs.iter().find(|knob| knob.name == "latency_ns").map(|k| k.value);
        assert_eq!(latency_ns(1), Some(6e6));
        assert_eq!(latency_ns(8), Some(24e6));
    }
}
