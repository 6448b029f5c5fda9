//! Agreement with recordings of real kernels: replays a folder and adds up the scores.

mod closed;
mod difference;
mod families;
mod held;
mod json;
mod proof;
mod publish;
mod readme;
mod text;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use formats::limits::FILE_BYTES_MAX;
use sim::recording::Recording;
use sim::replay::{Miss, Report, not_modelled, params_of, replay};

pub use closed::{Closed, permille_off, quantile};
pub use families::{FAMILIES, FAMILIES_BETWEEN, ONLY_EEVDF};
pub use held::EXAMPLE_PRESETS;
pub use json::to_json;
pub use publish::{Published, published};
pub use text::to_text;

use crate::data;
use proof::Openable;

/// How the name of a recording ends.
const RECORDING_ENDINGS: [&str; 2] = [".jsonl", ".jsonl.gz"];

/// A row of the table: one kernel, one family of scenarios.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// How many recordings it sums.
    pub recordings: u64,
    /// The score, without the single misses.
    pub report: Report,
}

/// A kind of disagreement with one example of it.
#[derive(Clone, Debug)]
pub struct Kind {
    /// How often it occurred.
    pub count: u64,
    /// The recording of the example, by its path below the folder.
    pub file: String,
    /// The example itself.
    pub example: Miss,
}

/// The score of one recording.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The kernel it was made on, and how that was booted.
    pub kernel: String,
    /// Release as the kernel itself names it.
    pub release: String,
    /// The letter of its family; `-` if it does not say.
    pub family: String,
    /// The score, without the single misses.
    pub report: Report,
    /// What the page opens to show it.
    openable: Openable,
}

/// A recording that cannot be replayed.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// The kernel it was made on, and how that was booted.
    pub kernel: String,
    /// The letter of its family; `-` if it does not say.
    pub family: String,
    /// Why.
    pub reason: String,
}

/// Everything a comparison found.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// By kernel tag and family.
    pub rows: BTreeMap<(String, String), Row>,
    /// By kernel tag and what disagreed.
    pub kinds: BTreeMap<(String, String), Kind>,
    /// Each recording by itself, by its path below the folder: what is published does not depend on the order in which they came.
    pub scored: BTreeMap<String, Scored>,
    /// Recordings that cannot be replayed, by their paths.
    pub left_out: BTreeMap<String, LeftOut>,
    /// Files that are no recordings or are damaged, by their paths, each with what is wrong.
    pub unreadable: BTreeMap<String, String>,
    /// The same workloads, simulated from scratch.
    pub closed: Closed,
}

impl Table {
    /// Replays every recording below a folder. An error names the folder that cannot be
    /// read or has none: an empty table would look like agreement.
    pub fn of_folder(folder: &Path) -> Result<Table, String> {
        let use_another = "use a folder with recordings (*.jsonl, *.jsonl.gz)";
        let files = data::files_below(folder, &RECORDING_ENDINGS);
        let files = files.map_err(|error| format!("{error}; {use_another}"))?;
        if files.is_empty() {
            return Err(format!("{}: no recording is below it; {use_another}", folder.display()));
        }
        let mut table = Table::default();
        for (name, path) in files {
            match read(&path).and_then(|recording| table.add(&name, &recording)) {
                Ok(()) => {}
                Err(error) => drop(table.unreadable.insert(name, error)),
            }
        }
        Ok(table)
    }

    /// Replays one recording and simulates its workload; one that is not modelled is
    /// noted with the reason. An error says what is wrong in its header.
    pub fn add(&mut self, name: &str, recording: &Recording) -> Result<(), String> {
        if let Some(reason) = not_modelled(recording) {
            let kernel = recording.kernel_tag.clone();
            self.left_out.insert(name.to_owned(), LeftOut { kernel, family: family_of(recording), reason });
            return Ok(());
        }
        let params = params_of(recording).map_err(|error| error.to_string())?;
        self.count(name, recording, replay(recording, params));
        self.closed.add(name, recording);
        Ok(())
    }

    /// Whether something was compared and nothing of it disagrees. Files that cannot be read are named and no disagreement.
    pub fn agrees(&self) -> bool {
        self.kinds.is_empty() && !self.rows.is_empty()
    }

    /// Adds the score of one recording.
    pub fn count(&mut self, name: &str, recording: &Recording, mut report: Report) {
        let kernel = recording.kernel_tag.clone();
        for miss in std::mem::take(&mut report.misses) {
            let what = format!("{} {}", miss.aspect.name(), miss.rule).trim_end().to_owned();
            let kind = Kind { count: 0, file: name.to_owned(), example: miss };
            self.kinds.entry((kernel.clone(), what)).or_insert(kind).count += 1;
        }
        let row = self.rows.entry((kernel.clone(), family_of(recording))).or_default();
        row.recordings += 1;
        row.report.absorb(&report);
        let scored = Scored {
            kernel,
            release: recording.kernel.clone(),
            family: family_of(recording),
            report,
            openable: Openable::of(recording),
        };
        self.scored.insert(name.to_owned(), scored);
    }

    /// The sum over all families, by kernel tag.
    pub fn kernels(&self) -> BTreeMap<&str, Row> {
        let mut sums: BTreeMap<&str, Row> = BTreeMap::new();
        for ((kernel, _), row) in &self.rows {
            let sum = sums.entry(kernel).or_default();
            sum.recordings += row.recordings;
            sum.report.absorb(&row.report);
        }
        sums
    }
}

fn family_of(recording: &Recording) -> String {
    recording.scenario.family.clone().unwrap_or_else(|| "-".to_owned())
}

/// No more is read of a file than the reader takes, which then says that it is too large.
fn read(path: &Path) -> Result<Recording, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(FILE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    formats::recording::read(&bytes).map_err(|error| error.to_string())
}
