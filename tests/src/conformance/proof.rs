//! The data of the page's view "How do we know?": everything that a comparison found, as one JSON object.

use std::fmt::Write as _;

use serde_json::{Value, json};
use sim::closed_loop::{ClosedLoop, ClosedRow, Figures, scenario_of, side_of};
use sim::recording::Recording;
use sim::replay::{Report, params_of};

use super::closed::ShareErrors;
use super::held::{gaps, preset_of, presets, several_gaps};
use super::{Closed, FAMILIES, FAMILIES_BETWEEN, LeftOut, Row, Scored, Table};

/// What the view says about its own words, by the key that the page asks for.
const ABOUT: &[(&str, &str)] = &[
    (
        "open_loop",
        "The model gets the times of wakeups, blocks, ticks and charges from the recording and is asked only for the decisions and \
         numbers; there is no tolerance, and after each comparison it goes on from what was recorded.",
    ),
    (
        "closed_loop",
        "The same workload simulated from scratch, with the costs of kernel paths that were measured: CPU shares and waits are set \
         beside the recorded ones, and a real kernel does not do the same twice either.",
    ),
    (
        "unclear",
        "A tick or slice timer less than 15 µs before the running task stopped by itself: nothing shows whether it asked for the \
         switch, so it is counted apart, not as right.",
    ),
];

/// What the page opens to show the workload of a recording: the scenario, and the side that simulates it best.
#[derive(Clone, Debug, Default)]
pub(super) struct Openable {
    scenario: Value,
    side: Value,
    /// The preset of that side.
    preset: &'static str,
}

impl Openable {
    /// Empty for a workload that cannot be simulated.
    pub(super) fn of(recording: &Recording) -> Openable {
        let preset = params_of(recording).map_or("", |params| params.kernel.name);
        match side_of(recording) {
            Ok(side) => Openable { scenario: json!(scenario_of(recording)), side: json!(side), preset },
            Err(_) => Openable { preset, ..Openable::default() },
        }
    }
}

/// Values that occur often, written once.
#[derive(Default)]
struct Pool(Vec<Value>);

impl Pool {
    /// The place of a value in the list; `null` has none.
    fn place(&mut self, value: &Value) -> Option<usize> {
        if value.is_null() {
            return None;
        }
        let known = self.0.iter().position(|other| other == value);
        Some(known.unwrap_or_else(|| {
            self.0.push(value.clone());
            self.0.len() - 1
        }))
    }
}

/// Where recordings of several CPUs are, below the page's folder of recordings.
const SEVERAL_FOLDER: &str = "smp/";

/// The object as text: a list under each key, an element a line, so that a change of one recording changes one line. Keys of what is
/// added up over recordings of several CPUs begin with `several_`.
pub(super) fn to_proof(table: &Table, several: &Table) -> String {
    let (mut scenarios, mut sides) = (Pool::default(), Pool::default());
    let mut scored: Vec<Value> = Vec::new();
    for (folder, table) in [("", table), (SEVERAL_FOLDER, several)] {
        for (file, one) in &table.scored {
            let places = (scenarios.place(&one.openable.scenario), sides.place(&one.openable.side));
            let mut row = recording(file, one, &table.closed, places);
            row["file"] = json!(format!("{folder}{file}"));
            scored.push(row);
        }
    }
    let lists = [
        ("about", ABOUT.iter().map(|about| json!(about)).collect()),
        ("families", FAMILIES.iter().chain(FAMILIES_BETWEEN).map(|family| json!(family)).collect()),
        ("kernels", kernels(table)),
        ("cells", cells(table)),
        ("several_kernels", several_kernels(several)),
        ("several_cells", cells(several)),
        ("several_gaps", several_gaps(several)),
        ("left_out", table.left_out.iter().map(left_out).collect()),
        ("gaps", gaps(table)),
        ("presets", presets(table)),
        ("recordings", scored),
        ("scenarios", scenarios.0),
        ("sides", sides.0),
    ];
    let lists: Vec<String> = lists.into_iter().map(|(key, rows)| list(key, &rows)).collect();
    format!("{{\n{}\n}}\n", lists.join(",\n"))
}

fn list(key: &str, rows: &[Value]) -> String {
    let mut text = format!("\"{key}\": [");
    for (i, row) in rows.iter().enumerate() {
        let _ = write!(text, "{}\n{row}", if i == 0 { "" } else { "," });
    }
    text + "\n]"
}

/// Each kernel that has recordings, with the sums over its families.
fn kernels(table: &Table) -> Vec<Value> {
    let rows = table.kernels().into_iter();
    rows.map(|(kernel, sum)| kernel_row(table, (kernel, &sum), table.closed.share_errors(kernel))).collect()
}

/// The same of recordings of several CPUs, with what is compared only there.
fn several_kernels(several: &Table) -> Vec<Value> {
    let rows = several.kernels().into_iter().map(|(kernel, sum)| {
        let errors = several.closed.several_errors(kernel, None);
        let mut row = kernel_row(several, (kernel, &sum), errors.shares());
        row["rank_off_mean_bp"] = json!(errors.ranks().mean_bp);
        row["outside_mean_bp"] = json!(errors.outside().mean_bp);
        row["migrations"] = json!(errors.migrations);
        row
    });
    rows.collect()
}

fn kernel_row(table: &Table, (kernel, sum): (&str, &Row), errors: ShareErrors) -> Value {
    let first = table.scored.values().find(|scored| scored.kernel == kernel);
    let mut row = score(&sum.report);
    row["kernel"] = json!(kernel);
    row["release"] = json!(first.map(|scored| &scored.release));
    row["preset"] = json!(preset_of(table, kernel));
    row["recordings"] = json!(sum.recordings);
    row["tasks"] = json!(errors.tasks);
    row["share_off_mean_bp"] = json!(errors.mean_bp);
    row["share_off_95_bp"] = json!(errors.of_95_bp);
    row
}

fn cells(table: &Table) -> Vec<Value> {
    let cells = table.rows.iter().map(|((kernel, family), row)| {
        let mut cell = score(&row.report);
        cell["kernel"] = json!(kernel);
        cell["family"] = json!(family);
        cell["recordings"] = json!(row.recordings);
        cell
    });
    cells.collect()
}

fn left_out((file, LeftOut { kernel, family, reason }): (&String, &LeftOut)) -> Value {
    json!({ "file": file, "kernel": kernel, "family": family, "reason": reason })
}

fn score(report: &Report) -> Value {
    json!({
        "decisions": report.decisions,
        "wrong": report.wrong(),
        "unclear": report.unclear,
        "numbers": report.numbers,
        "inexact": report.inexact(),
    })
}

/// A recording with its tasks, each recorded and simulated: share in hundredths of a percent, switches, mean and greatest wait in µs,
/// and migrations where it has several CPUs.
fn recording(file: &str, scored: &Scored, closed: &Closed, places: (Option<usize>, Option<usize>)) -> Value {
    let tasks = closed.of(file).map_or(Vec::new(), tasks);
    let mut row = score(&scored.report);
    row["kernel"] = json!(scored.kernel);
    row["family"] = json!(scored.family);
    row["tasks"] = json!(tasks);
    if let Some(reason) = closed.refusal(file) {
        row["refusal"] = json!(reason);
    }
    row["scenario"] = json!(places.0);
    row["side"] = json!(places.1);
    row
}

fn tasks(closed: &ClosedLoop) -> Vec<Value> {
    closed.rows.iter().map(|row| task(row, closed)).collect()
}

fn task(row: &ClosedRow, closed: &ClosedLoop) -> Value {
    json!([row.task, figures(&row.recorded, closed), figures(&row.simulated, closed)])
}

fn figures(figures: &Figures, closed: &ClosedLoop) -> Value {
    let share_bp = figures.cpu_ns * 10_000 / closed.duration_ns.max(1);
    let mut all = vec![share_bp, figures.switches, figures.wait_mean_ns / 1000, figures.wait_max_ns / 1000];
    if closed.cpus > 1 {
        all.push(figures.migrations);
    }
    json!(all)
}

impl Scored {
    /// The preset that models its kernel.
    pub(super) fn preset(&self) -> &'static str {
        self.openable.preset
    }
}
