//! How many tests ran, read from the closing lines of each test runner.

use std::ops::AddAssign;

/// Tests or checks that passed and failed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    pub passed: u32,
    pub failed: u32,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.passed += more.passed;
        self.failed += more.failed;
    }
}

/// A test runner, by the lines it closes with.
#[derive(Clone, Copy)]
pub enum Runner {
    /// `test result: ok. 12 passed; 0 failed; …`, once a test program.
    Cargo,
    /// `Tests  1 failed | 11 passed (12)`.
    Vitest,
    /// `# pass 12` and `# fail 0`.
    Node,
}

impl Runner {
    /// What this line of the runner's output adds; nothing for most lines.
    pub fn count(self, line: &str) -> Counts {
        let line = without_colours(line);
        let words: Vec<&str> = line.split([' ', ';']).filter(|word| !word.is_empty()).collect();
        match (self, words.as_slice()) {
            (Runner::Cargo, ["test", "result:", rest @ ..]) => labelled(rest),
            (Runner::Vitest, ["Tests", rest @ ..]) => labelled(rest),
            (Runner::Node, ["#", "pass", number]) => {
                Counts { passed: number.parse().unwrap_or(0), failed: 0 }
            }
            (Runner::Node, ["#", "fail", number]) => {
                Counts { passed: 0, failed: number.parse().unwrap_or(0) }
            }
            _ => Counts::default(),
        }
    }
}

/// The line without what colours it in a terminal: `ESC [ … m`.
fn without_colours(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let plain = parts.next().unwrap_or_default().to_owned();
    parts.fold(plain, |plain, part| plain + part.split_once('m').map_or(part, |(_, rest)| rest))
}

/// The numbers that stand before the words "passed" and "failed".
fn labelled(words: &[&str]) -> Counts {
    let before = |label: &str| {
        let at = words.iter().position(|word| *word == label)?;
        words.get(at.checked_sub(1)?)?.parse().ok()
    };
    Counts { passed: before("passed").unwrap_or(0), failed: before("failed").unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(runner: Runner, line: &str, passed: u32, failed: u32) {
        assert_eq!(runner.count(line), Counts { passed, failed });
    }

    #[test]
    fn cargo_closes_each_program_with_one_line() {
        check(
            Runner::Cargo,
            "test result: FAILED. 11 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
            11,
            2,
        );
        check(Runner::Cargo, "test tests::a_result ... ok", 0, 0);
    }

    #[test]
    fn vitest_leaves_out_what_is_zero() {
        check(Runner::Vitest, "      Tests  12 passed (12)", 12, 0);
        check(Runner::Vitest, "      Tests  1 failed | 11 passed (12)", 11, 1);
        check(
            Runner::Vitest,
            "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[32m12 passed\u{1b}[39m\u{1b}[22m (12)",
            12,
            0,
        );
        check(Runner::Vitest, " Test Files  3 passed (3)", 0, 0);
    }

    #[test]
    fn node_has_a_line_for_each_number() {
        check(Runner::Node, "# pass 7", 7, 0);
        check(Runner::Node, "# fail 1", 0, 1);
        check(Runner::Node, "# tests 8", 0, 0);
    }
}
