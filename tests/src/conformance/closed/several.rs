//! The closed loop of recordings of several CPUs: shares, migrations and waits.
//!
//! Which CPU takes a task hangs on microseconds, and hogs that are alike may change places. So beside the difference of each task stands
//! that of tasks that are alike, the one that got most beside the one that got most.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use sim::closed_loop::{ClosedLoop, ClosedRow, Figures};

use super::{Closed, ShareErrors, Simulated, hundredths, quantile};

/// How far the shares of a recording's tasks are off, hundredths of a percent of one CPU.
struct Off {
    /// Of each task.
    tasks_bp: Vec<u64>,
    /// Of each task beside that of its rank among those that are alike.
    ranks_bp: Vec<u64>,
    /// Of each by its rank, how far it is outside what the simulated starts give.
    outside_bp: Vec<u64>,
}

impl Off {
    fn of(result: &ClosedLoop) -> Off {
        let ranked = |figures: fn(&ClosedRow) -> &Figures| {
            by_rank(result, result.rows.iter().map(|row| figures(row).cpu_ns))
        };
        let recorded = ranked(|row| &row.recorded);
        let ranks = recorded.iter().copied().zip(ranked(|row| &row.simulated));
        let starts: Vec<Vec<u64>> =
            result.starts_ns.iter().map(|start_ns| by_rank(result, start_ns.iter().copied())).collect();
        let outside_ns = |(rank, ns): (usize, &u64)| {
            let all = || starts.iter().map(|start| start[rank]);
            let (least_ns, most_ns) = (all().min().unwrap_or(0), all().max().unwrap_or(u64::MAX));
            least_ns.saturating_sub(*ns) + ns.saturating_sub(most_ns)
        };
        let outside_ns: Vec<u64> = recorded.iter().enumerate().map(outside_ns).collect();
        let duration_ns = result.duration_ns.max(1);
        Off {
            tasks_bp: result.rows.iter().map(|row| row.share_error_bp(duration_ns)).collect(),
            ranks_bp: ranks.map(|(a, b)| a.abs_diff(b) * 10_000 / duration_ns).collect(),
            outside_bp: outside_ns.into_iter().map(|ns| ns * 10_000 / duration_ns).collect(),
        }
    }

    fn worst_bp(&self) -> u64 {
        greatest(&self.tasks_bp)
    }
}

/// Times on the CPU of all tasks, those of tasks that are alike together, the least first.
fn by_rank(result: &ClosedLoop, times_ns: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut places: Vec<(usize, u64)> = result.rows.iter().map(|row| row.like).zip(times_ns).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, ns)| ns).collect()
}

fn greatest(values: &[u64]) -> u64 {
    values.iter().copied().max().unwrap_or(0)
}

/// How far simulations and recordings of several CPUs are apart, added up over tasks.
#[derive(Clone, Debug, Default)]
pub struct SeveralErrors {
    recordings: u64,
    tasks_bp: Vec<u64>,
    ranks_bp: Vec<u64>,
    outside_bp: Vec<u64>,
    /// Recorded, and simulated.
    pub migrations: [u64; 2],
    waits_mean_ns: [u64; 2],
}

impl SeveralErrors {
    pub(super) fn add(&mut self, result: &ClosedLoop) {
        let off = Off::of(result);
        self.recordings += 1;
        self.tasks_bp.extend(off.tasks_bp);
        self.ranks_bp.extend(off.ranks_bp);
        self.outside_bp.extend(off.outside_bp);
        for row in &result.rows {
            for (place, figures) in [&row.recorded, &row.simulated].into_iter().enumerate() {
                self.migrations[place] += figures.migrations;
                self.waits_mean_ns[place] += figures.wait_mean_ns;
            }
        }
    }

    /// Shares of one CPU, task by task.
    pub fn shares(&self) -> ShareErrors {
        ShareErrors::of(self.tasks_bp.clone())
    }

    /// The same of tasks that are alike by their ranks.
    pub fn ranks(&self) -> ShareErrors {
        ShareErrors::of(self.ranks_bp.clone())
    }

    /// How far they are outside what the simulated starts give, by their ranks.
    pub fn outside(&self) -> ShareErrors {
        ShareErrors::of(self.outside_bp.clone())
    }

    /// So many percent of the tasks are outside by no more than this, hundredths of a percent of one CPU.
    pub fn outside_quantile_bp(&mut self, percent: usize) -> u64 {
        quantile(&mut self.outside_bp, percent)
    }

    fn line(&self, kernel: &str) -> String {
        let (tasks, ranks) = (self.shares(), self.ranks());
        let wait_us = self.waits_mean_ns.map(|sum_ns| sum_ns / tasks.tasks.max(1) as u64 / 1000);
        format!(
            "{kernel:<18} {:>3} recordings {:>4} tasks   share {} / {} %   by rank {} / {} %   outside {} / {} %   migrations {} / {}   \
             mean wait {} / {} µs\n",
            self.recordings,
            tasks.tasks,
            hundredths(tasks.mean_bp),
            hundredths(greatest(&self.tasks_bp)),
            hundredths(ranks.mean_bp),
            hundredths(greatest(&self.ranks_bp)),
            hundredths(self.outside().mean_bp),
            hundredths(greatest(&self.outside_bp)),
            self.migrations[0],
            self.migrations[1],
            wait_us[0],
            wait_us[1],
        )
    }
}

/// One line a kernel; empty without a recording of several CPUs.
pub(super) fn summary(closed: &Closed) -> String {
    let kernels: BTreeSet<&str> =
        closed.on_several().map(|(_, simulated)| simulated.kernel.as_str()).collect();
    if kernels.is_empty() {
        return String::new();
    }
    let head = "simulated from scratch on several CPUs: share of one CPU off by (mean / worst task), the same of tasks that are \
                alike by their ranks, how far outside all simulated starts, migrations and mean waits (recorded / simulated)\n";
    let lines = kernels.into_iter().map(|kernel| closed.several_errors(kernel, None).line(kernel));
    head.to_owned() + &lines.collect::<String>()
}

/// Each recording with its tasks, the worst first: shares of one CPU, migrations and mean waits, each recorded and simulated.
pub(super) fn details(closed: &Closed) -> String {
    let mut all: Vec<(Off, &String, &Simulated)> =
        closed.on_several().map(|(name, simulated)| (Off::of(&simulated.result), name, simulated)).collect();
    all.sort_by_key(|(off, ..)| std::cmp::Reverse(off.worst_bp()));
    let mut text = String::new();
    for (off, name, simulated) in all {
        let _ = writeln!(
            text,
            "\n{name}: worst share off by {} points, by rank {}, outside all starts {}\n  {:<8} {:>17} {:>8} {:>13} {:>17} {:>15}",
            hundredths(off.worst_bp()),
            hundredths(greatest(&off.ranks_bp)),
            hundredths(greatest(&off.outside_bp)),
            "task",
            "share %",
            "off",
            "migrations",
            "mean wait µs",
            "switches",
        );
        simulated.result.rows.iter().for_each(|row| text.push_str(&line(&simulated.result, row)));
    }
    text
}

fn line(result: &ClosedLoop, row: &ClosedRow) -> String {
    let share = |cpu_ns: u64| hundredths(cpu_ns * 10_000 / result.duration_ns.max(1));
    let (r, s) = (&row.recorded, &row.simulated);
    let pair = |recorded: String, simulated: String| format!("{recorded} / {simulated}");
    let sign = if s.cpu_ns < r.cpu_ns { '-' } else { '+' };
    format!(
        "  {:<8} {:>17} {:>8} {:>13} {:>17} {:>15}\n",
        row.task,
        pair(share(r.cpu_ns), share(s.cpu_ns)),
        format!("{sign}{}", hundredths(row.share_error_bp(result.duration_ns))),
        pair(r.migrations.to_string(), s.migrations.to_string()),
        pair((r.wait_mean_ns / 1000).to_string(), (s.wait_mean_ns / 1000).to_string()),
        pair(r.switches.to_string(), s.switches.to_string()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(task: &str, like: usize, recorded_ns: u64, simulated_ns: u64) -> ClosedRow {
        let figures = |cpu_ns| Figures { cpu_ns, ..Figures::default() };
        ClosedRow {
            task: task.to_owned(),
            like,
            simulated: figures(simulated_ns),
            recorded: figures(recorded_ns),
        }
    }

    #[test]
    fn tasks_that_are_alike_may_change_places() {
        let rows = vec![row("a", 0, 300, 500), row("b", 0, 500, 310), row("c", 2, 200, 190)];
        let starts_ns = vec![vec![500, 310, 190], vec![290, 520, 205]];
        let off = Off::of(&ClosedLoop { duration_ns: 1000, cpus: 2, rows, starts_ns });
        assert_eq!((off.tasks_bp, off.ranks_bp), (vec![2000, 1900, 100], vec![100, 0, 100]));
        assert_eq!(off.outside_bp, [0, 0, 0], "300 of 290 to 310, 500 of 500 to 520, 200 of 190 to 205");
    }

    #[test]
    fn what_no_start_gives_is_outside() {
        let rows = vec![row("a", 0, 300, 500)];
        let off =
            Off::of(&ClosedLoop { duration_ns: 1000, cpus: 2, rows, starts_ns: vec![vec![500], vec![330]] });
        assert_eq!(off.outside_bp, [300]);
    }
}
