//! Closed loop beside open loop: each recorded workload simulated from scratch.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sim::closed_loop::{ClosedLoop, ClosedRow, Figures, closed_loop};
use sim::recording::Recording;

/// Every simulated recording of a folder.
#[derive(Clone, Debug, Default)]
pub struct Closed {
    loops: Vec<Simulated>,
    refused: Vec<String>,
}

#[derive(Clone, Debug)]
struct Simulated {
    kernel: String,
    name: String,
    result: ClosedLoop,
}

impl Closed {
    /// Simulates the workload of a recording; one that the engine refuses is noted.
    pub fn add(&mut self, name: &str, recording: &Recording) {
        match closed_loop(recording) {
            Ok(result) => {
                let (kernel, name) = (recording.kernel_tag.clone(), name.to_owned());
                self.loops.push(Simulated { kernel, name, result });
            }
            Err(error) => self.refused.push(format!("{name}: {error}")),
        }
    }

    /// One line a kernel: how far shares, switch counts and mean waits are off.
    pub fn summary(&self) -> String {
        let mut by_kernel: BTreeMap<&str, Vec<(&ClosedRow, u64)>> = BTreeMap::new();
        for simulated in &self.loops {
            let rows = simulated.result.rows.iter().map(|row| (row, simulated.result.duration_ns));
            by_kernel.entry(&simulated.kernel).or_default().extend(rows);
        }
        let mut text = String::from(
            "simulated from scratch: kernel, tasks, share off by (mean, 90 %, 95 % of tasks), half of the switch \
             counts and of the mean waits off by at most\n",
        );
        for (kernel, rows) in by_kernel {
            text.push_str(&summary_line(kernel, &rows));
        }
        text
    }

    /// Each task of each recording: recorded and simulated share, switches, mean and
    /// greatest wait, and in how far three recordings of the same workload differ.
    pub fn details(&self) -> String {
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
        for simulated in &self.loops {
            for row in &simulated.result.rows {
                let spread = spreads.get(&(workload(simulated), row.task.as_str()));
                text.push_str(&detail_line(simulated, row, spread));
            }
        }
        for refused in &self.refused {
            let _ = writeln!(text, "not simulated: {refused}");
        }
        text
    }

    /// Least and greatest CPU time and switch count over the recordings of one workload
    /// under one kernel, where there are several.
    fn spreads(&self) -> BTreeMap<(String, &str), Spread> {
        let mut spreads: BTreeMap<(String, &str), Spread> = BTreeMap::new();
        for simulated in &self.loops {
            for row in &simulated.result.rows {
                spreads.entry((workload(simulated), &row.task)).or_default().add(&row.recorded);
            }
        }
        spreads.retain(|_, spread| spread.count > 1);
        spreads
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
fn workload(simulated: &Simulated) -> String {
    let file = simulated.name.rsplit('/').next().unwrap_or(&simulated.name);
    let stem = file.split(".jsonl").next().unwrap_or(file);
    let name = stem.split(".r").next().unwrap_or(stem);
    format!("{}/{name}", simulated.kernel)
}

fn summary_line(kernel: &str, rows: &[(&ClosedRow, u64)]) -> String {
    let mut shares: Vec<u64> =
        rows.iter().map(|(row, duration_ns)| row.share_error_bp(*duration_ns)).collect();
    let mut switches: Vec<u64> =
        rows.iter().map(|(row, _)| permille_off(row.simulated.switches, row.recorded.switches)).collect();
    let mut waits: Vec<u64> = rows
        .iter()
        .map(|(row, _)| permille_off(row.simulated.wait_mean_ns, row.recorded.wait_mean_ns))
        .collect();
    let mean = shares.iter().sum::<u64>() / shares.len().max(1) as u64;
    format!(
        "{kernel:<18} {:>5} tasks   share {} %, {} %, {} %   switches {} %   waits {} %\n",
        rows.len(),
        hundredths(mean),
        hundredths(quantile(&mut shares, 90)),
        hundredths(quantile(&mut shares, 95)),
        hundredths(quantile(&mut switches, 50) * 10),
        hundredths(quantile(&mut waits, 50) * 10),
    )
}

fn detail_line(simulated: &Simulated, row: &ClosedRow, spread: Option<&Spread>) -> String {
    let duration_ns = simulated.result.duration_ns.max(1);
    let share = |cpu_ns: u64| hundredths(cpu_ns * 10_000 / duration_ns);
    let (r, s) = (&row.recorded, &row.simulated);
    let pair = |recorded: String, simulated: String| format!("{recorded} / {simulated}");
    let repeats = spread.map_or(String::new(), |spread| {
        let (least, most) = (share(spread.cpu_ns.0), share(spread.cpu_ns.1));
        format!("{least} to {most} %, {} to {}", spread.switches.0, spread.switches.1)
    });
    format!(
        "{:<44} {:<8} {:>15} {:>15} {:>21} {:>21}  {repeats}\n",
        simulated.name,
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

fn hundredths(value: u64) -> String {
    format!("{}.{:02}", value / 100, value % 100)
}
