//! Closed loop beside open loop: each recorded workload simulated from scratch.

mod several;

pub(super) use several::SeveralErrors;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sim::closed_loop::{ClosedLoop, ClosedRow, Figures, closed_loop};
use sim::recording::Recording;

use super::family_of;

/// Every simulated recording of a folder.
#[derive(Clone, Debug, Default)]
pub struct Closed {
    /// By the paths of the recordings.
    loops: BTreeMap<String, Simulated>,
    /// Why the others cannot be simulated.
    refused: BTreeMap<String, String>,
}

#[derive(Clone, Debug)]
struct Simulated {
    kernel: String,
    family: String,
    result: ClosedLoop,
}

impl Closed {
    /// Simulates the workload of a recording; one that the engine refuses is noted.
    pub fn add(&mut self, name: &str, recording: &Recording) {
        match closed_loop(recording) {
            Ok(result) => {
                let (kernel, family) = (recording.kernel_tag.clone(), family_of(recording));
                self.loops.insert(name.to_owned(), Simulated { kernel, family, result });
            }
            Err(error) => drop(self.refused.insert(name.to_owned(), error.to_string())),
        }
    }

    /// The simulation of a recording; `None` if there is none.
    pub fn of(&self, name: &str) -> Option<&ClosedLoop> {
        self.loops.get(name).map(|simulated| &simulated.result)
    }

    /// Why a recording is not simulated; `None` if it is.
    pub fn refusal(&self, name: &str) -> Option<&str> {
        self.refused.get(name).map(String::as_str)
    }

    /// How far the CPU shares of a kernel's tasks are off on one CPU.
    pub fn share_errors(&self, kernel: &str) -> ShareErrors {
        let of_kernel = self.on_one().filter(|(_, simulated)| simulated.kernel == kernel);
        let errors = of_kernel.flat_map(|(_, Simulated { result, .. })| {
            result.rows.iter().map(|row| row.share_error_bp(result.duration_ns))
        });
        ShareErrors::of(errors.collect())
    }

    /// The same on several CPUs, of one family or of all of them.
    pub fn several_errors(&self, kernel: &str, family: Option<&str>) -> SeveralErrors {
        let mut errors = SeveralErrors::default();
        let is_meant = |simulated: &&Simulated| {
            simulated.kernel == kernel && family.is_none_or(|family| simulated.family == family)
        };
        let meant = self.on_several().map(|(_, simulated)| simulated).filter(is_meant);
        meant.for_each(|simulated| errors.add(&simulated.result));
        errors
    }

    /// One line a kernel: how far shares, switch counts and mean waits are off, the same on several CPUs; then how many are not
    /// simulated, and why.
    pub fn summary(&self) -> String {
        let mut by_kernel: BTreeMap<&str, Vec<(&ClosedRow, u64)>> = BTreeMap::new();
        for (_, simulated) in self.on_one() {
            let rows = simulated.result.rows.iter().map(|row| (row, simulated.result.duration_ns));
            by_kernel.entry(&simulated.kernel).or_default().extend(rows);
        }
        let mut text = String::new();
        if !by_kernel.is_empty() {
            text.push_str(
                "simulated from scratch: kernel, tasks, share off by (mean, 90 %, 95 % of tasks), half of the switch \
                 counts and of the mean waits off by at most\n",
            );
        }
        for (kernel, rows) in by_kernel {
            text.push_str(&summary_line(kernel, &rows));
        }
        text + &several::summary(self) + &self.refusals()
    }

    fn on_one(&self) -> impl Iterator<Item = (&String, &Simulated)> {
        self.loops.iter().filter(|(_, simulated)| simulated.result.cpus == 1)
    }

    fn on_several(&self) -> impl Iterator<Item = (&String, &Simulated)> {
        self.loops.iter().filter(|(_, simulated)| simulated.result.cpus > 1)
    }

    /// One line a reason.
    fn refusals(&self) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for reason in self.refused.values() {
            *counts.entry(reason).or_default() += 1;
        }
        let line = |(reason, count)| format!("not simulated from scratch, {count} recordings: {reason}\n");
        counts.into_iter().map(line).collect()
    }

    /// Each task of each recording: recorded and simulated share, switches, mean and greatest wait, and in how far three recordings
    /// of the same workload differ; on several CPUs migrations instead of switches.
    pub fn details(&self) -> String {
        let mut text = if self.on_one().next().is_some() { self.details_on_one() } else { String::new() };
        text.push_str(&several::details(self));
        for (name, reason) in &self.refused {
            let _ = writeln!(text, "not simulated: {name}: {reason}");
        }
        text
    }

    fn details_on_one(&self) -> String {
        let spreads = self.spreads();
        let mut text = format!(
            "{:<44} {:<8} {:>15} {:>15} {:>21} {:>21}  {}\n",
            "recording",
            "task",
            "share %",
            "switches",
            "mean wait µs",
            "max wait µs",
            "repeats: share, switches"
        );
        for (name, simulated) in self.on_one() {
            for row in &simulated.result.rows {
                let spread = spreads.get(&(workload(name, simulated), row.task.as_str()));
                text.push_str(&detail_line(name, &simulated.result, row, spread));
            }
        }
        text
    }

    /// Least and greatest CPU time and switch count over the recordings of one workload
    /// under one kernel, where there are several.
    fn spreads(&self) -> BTreeMap<(String, &str), Spread> {
        let mut spreads: BTreeMap<(String, &str), Spread> = BTreeMap::new();
        for (name, simulated) in &self.loops {
            for row in &simulated.result.rows {
                spreads.entry((workload(name, simulated), &row.task)).or_default().add(&row.recorded);
            }
        }
        spreads.retain(|_, spread| spread.count > 1);
        spreads
    }
}

/// By how many hundredths of a percent of the CPU the shares of tasks are off.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShareErrors {
    /// How many tasks were compared.
    pub tasks: usize,
    /// On average.
    pub mean_bp: u64,
    /// Nine of ten are off by no more.
    pub of_90_bp: u64,
    /// Nineteen of twenty are off by no more.
    pub of_95_bp: u64,
}

impl ShareErrors {
    fn of(mut errors: Vec<u64>) -> ShareErrors {
        ShareErrors {
            tasks: errors.len(),
            mean_bp: errors.iter().sum::<u64>() / errors.len().max(1) as u64,
            of_90_bp: quantile(&mut errors, 90),
            of_95_bp: quantile(&mut errors, 95),
        }
    }
}

/// How far recordings of one workload differ.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    count: u64,
    cpu_ns: (u64, u64),
    switches: (u64, u64),
}

impl Spread {
    fn add(&mut self, figures: &Figures) {
        let widen = |range: (u64, u64), value: u64| match self.count {
            0 => (value, value),
            _ => (range.0.min(value), range.1.max(value)),
        };
        (self.cpu_ns, self.switches) =
            (widen(self.cpu_ns, figures.cpu_ns), widen(self.switches, figures.switches));
        self.count += 1;
    }
}

/// Kernel and name of a workload, without the number of its repeat.
fn workload(name: &str, simulated: &Simulated) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    let stem = file.split(".jsonl").next().unwrap_or(file);
    let name = stem.split(".r").next().unwrap_or(stem);
    format!("{}/{name}", simulated.kernel)
}

fn summary_line(kernel: &str, rows: &[(&ClosedRow, u64)]) -> String {
    let shares = rows.iter().map(|(row, duration_ns)| row.share_error_bp(*duration_ns));
    let ShareErrors { tasks, mean_bp, of_90_bp, of_95_bp } = ShareErrors::of(shares.collect());
    let mut switches: Vec<u64> =
        rows.iter().map(|(row, _)| permille_off(row.simulated.switches, row.recorded.switches)).collect();
    let mut waits: Vec<u64> = rows
        .iter()
        .map(|(row, _)| permille_off(row.simulated.wait_mean_ns, row.recorded.wait_mean_ns))
        .collect();
    format!(
        "{kernel:<18} {tasks:>5} tasks   share {} %, {} %, {} %   switches {} %   waits {} %\n",
        hundredths(mean_bp),
        hundredths(of_90_bp),
        hundredths(of_95_bp),
        hundredths(quantile(&mut switches, 50) * 10),
        hundredths(quantile(&mut waits, 50) * 10),
    )
}

fn detail_line(name: &str, result: &ClosedLoop, row: &ClosedRow, spread: Option<&Spread>) -> String {
    let duration_ns = result.duration_ns.max(1);
    let share = |cpu_ns: u64| hundredths(cpu_ns * 10_000 / duration_ns);
    let (r, s) = (&row.recorded, &row.simulated);
    let pair = |recorded: String, simulated: String| format!("{recorded} / {simulated}");
    let repeats = spread.map_or(String::new(), |spread| {
        let (least, most) = (share(spread.cpu_ns.0), share(spread.cpu_ns.1));
        format!("{least} to {most} %, {} to {}", spread.switches.0, spread.switches.1)
    });
    format!(
        "{:<44} {:<8} {:>15} {:>15} {:>21} {:>21}  {repeats}\n",
        name,
        row.task,
        pair(share(r.cpu_ns), share(s.cpu_ns)),
        pair(r.switches.to_string(), s.switches.to_string()),
        pair((r.wait_mean_ns / 1000).to_string(), (s.wait_mean_ns / 1000).to_string()),
        pair((r.wait_max_ns / 1000).to_string(), (s.wait_max_ns / 1000).to_string()),
    )
}

/// By how many thousandths of `want` a value is off; of 0 as of 1.
pub fn permille_off(got: u64, want: u64) -> u64 {
    got.abs_diff(want) * 1000 / want.max(1)
}

/// The value below which `percent` of them are; 0 of none.
pub fn quantile(values: &mut [u64], percent: usize) -> u64 {
    values.sort_unstable();
    values.get(values.len().saturating_sub(1) * percent / 100).copied().unwrap_or(0)
}

/// A count of hundredths as a decimal: 163 is 1.63.
pub fn hundredths(value: u64) -> String {
    format!("{}.{:02}", value / 100, value % 100)
}
