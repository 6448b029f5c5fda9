//! What was looked at on the way to a decision between CPUs.

use chart::{BetweenTold, TestTold};
use serde::Serialize;

/// What a decision between CPUs was asked for, and every test in order.
#[derive(Serialize)]
pub struct Between {
    asked: String,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    cpu: usize,
    finding: String,
    holds: bool,
    decides: bool,
    rule: &'static str,
    source: &'static str,
    /// Names and values side by side: there can be hundreds of tests.
    operands: Vec<(&'static str, String)>,
}

/// A decision between CPUs.
pub fn between(told: BetweenTold) -> Between {
    Between { asked: told.asked, tests: told.tests.into_iter().map(test).collect() }
}

fn test(told: TestTold) -> Test {
    let TestTold { cpu, finding, holds, decides, rule, source, operands } = told;
    Test { cpu, finding, holds, decides, rule, source, operands }
}
