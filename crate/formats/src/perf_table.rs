//! The layout of `perf sched latency`: one row a task, the longest average delay first.

use std::fmt::Write as _;

use crate::delays::ThreadDelays;

/// The column heads, as perf prints them.
const HEAD: &str = "  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    \
                    | Max delay start           | Max delay end          |";

/// Length of the rules above and below the heads, and of the one above the total.
const RULE_WIDTHS: [usize; 2] = [139, 51];

/// The table of the threads of a recording or a simulation.
///
/// A thread that never ran keeps its row, unlike in perf: it is the one to look at. A time without any
/// delay is shown as 0.
pub fn text(threads: &[ThreadDelays]) -> String {
    let mut sorted: Vec<&ThreadDelays> = threads.iter().collect();
    sorted.sort_by_key(|thread| order(thread));
    let rule = |width: usize| format!(" {}\n", "-".repeat(width));
    let mut text = format!("{}{HEAD}\n{}", rule(RULE_WIDTHS[0]), rule(RULE_WIDTHS[0]));
    for thread in sorted {
        text.push_str(&row(thread));
    }
    text + &rule(RULE_WIDTHS[1]) + &total(threads) + &rule(RULE_WIDTHS[1])
}

/// By average delay, then maximum, then switches, then runtime: each the greatest first.
fn order(thread: &ThreadDelays) -> impl Ord + use<> {
    let counts = &thread.counts;
    let key = (thread.average_ns(), counts.wait_max_ns, counts.switches_in, counts.runtime_ns);
    std::cmp::Reverse(key)
}

fn row(thread: &ThreadDelays) -> String {
    let counts = &thread.counts;
    let (start_ns, end_ns) = thread.longest_ns.unwrap_or((0, 0));
    let mut row = format!("  {:<22}", thread.name);
    let _ = writeln!(
        row,
        "|{:>11} ms |{:>9} | avg:{:>8} ms | max:{:>8} ms | max start: {:>12} s | max end: {:>12} s",
        ms(counts.runtime_ns),
        counts.switches_in,
        ms(thread.average_ns()),
        ms(counts.wait_max_ns),
        seconds(start_ns),
        seconds(end_ns),
    );
    row
}

fn total(threads: &[ThreadDelays]) -> String {
    let runtime_ns = threads.iter().map(|thread| thread.counts.runtime_ns).sum();
    let switches: u64 = threads.iter().map(|thread| thread.counts.switches_in).sum();
    format!("  {:<22}|{:>11} ms |{:>9} |\n", "TOTAL:", ms(runtime_ns), switches)
}

/// Nanoseconds as milliseconds with three places, rounded to the nearest.
fn ms(ns: i64) -> String {
    decimal(ns, 1000, 3)
}

/// Nanoseconds as seconds with six places, rounded to the nearest.
fn seconds(ns: i64) -> String {
    decimal(ns, 1000, 6)
}

/// `ns / unit_ns` as a decimal number with `places` places, halves away from zero.
fn decimal(ns: i64, unit_ns: u64, places: u32) -> String {
    let sign = if ns < 0 { "-" } else { "" };
    let units = (ns.unsigned_abs() + unit_ns / 2) / unit_ns;
    let scale = 10u64.pow(places);
    format!("{sign}{}.{:0width$}", units / scale, units % scale, width = places as usize)
}

#[cfg(test)]
mod tests {
    use super::{ms, seconds};

    #[test]
    fn times_are_rounded_to_the_nearest() {
        assert_eq!(
            [ms(1_499), ms(1_500), ms(-1_500), ms(363_465_375)],
            ["0.001", "0.002", "-0.002", "363.465"]
        );
        assert_eq!([seconds(999), seconds(12_345_678_901)], ["0.000001", "12.345679"]);
    }
}
