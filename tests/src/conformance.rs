//! Agreement with recordings of real kernels: replays a folder and adds up the scores.

mod closed;
mod json;
mod text;

use std::collections::BTreeMap;
use std::path::Path;

use sim::recording::Recording;
use sim::replay::{Miss, Report, not_modelled, params_of, replay};

pub use closed::{Closed, permille_off, quantile};
pub use json::to_json;
pub use text::to_text;

use crate::data;

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

/// Everything a comparison found.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// By kernel tag and family.
    pub rows: BTreeMap<(String, String), Row>,
    /// By kernel tag and what disagreed.
    pub kinds: BTreeMap<(String, String), Kind>,
    /// Recordings that cannot be replayed, each with the reason.
    pub left_out: Vec<(String, String)>,
    /// Files that are no recordings or are damaged, each with what is wrong.
    pub unreadable: Vec<(String, String)>,
    /// The same workloads, simulated from scratch.
    pub closed: Closed,
}

impl Table {
    /// Replays every recording below a folder. An error names the folder that cannot be
    /// read or has none: an empty table would look like agreement.
    pub fn of_folder(folder: &Path) -> Result<Table, String> {
        let files = data::files_below(folder, &RECORDING_ENDINGS)?;
        if files.is_empty() {
            return Err(format!("{}: no recording (*.jsonl, *.jsonl.gz) is below it", folder.display()));
        }
        let mut table = Table::default();
        for (name, path) in files {
            match read(&path).and_then(|recording| table.add(&name, &recording)) {
                Ok(()) => {}
                Err(error) => table.unreadable.push((name, error)),
            }
        }
        Ok(table)
    }

    /// Replays one recording and simulates its workload; one that is not modelled is
    /// noted with the reason. An error says what is wrong in its header.
    pub fn add(&mut self, name: &str, recording: &Recording) -> Result<(), String> {
        if let Some(reason) = not_modelled(recording) {
            self.left_out.push((name.to_owned(), reason));
            return Ok(());
        }
        let params = params_of(recording).map_err(|error| error.to_string())?;
        self.count(name, recording, replay(recording, params));
        self.closed.add(name, recording);
        Ok(())
    }

    /// Whether every file could be read and nothing disagrees.
    pub fn agrees(&self) -> bool {
        self.kinds.is_empty() && self.unreadable.is_empty()
    }

    /// Adds the score of one recording.
    pub fn count(&mut self, name: &str, recording: &Recording, mut report: Report) {
        let kernel = recording.kernel_tag.clone();
        for miss in std::mem::take(&mut report.misses) {
            let what = format!("{} {}", miss.aspect.name(), miss.rule).trim_end().to_owned();
            let kind = Kind { count: 0, file: name.to_owned(), example: miss };
            self.kinds.entry((kernel.clone(), what)).or_insert(kind).count += 1;
        }
        let family = recording.scenario.family.clone().unwrap_or_else(|| "-".to_owned());
        let row = self.rows.entry((kernel, family)).or_default();
        row.recordings += 1;
        row.report.absorb(&report);
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

fn read(path: &Path) -> Result<Recording, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    formats::recording::read(&bytes).map_err(|error| error.to_string())
}
