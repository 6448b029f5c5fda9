//! The looks of a CPU for tasks of others.

use chart::LookTold;
use serde::Serialize;

use super::between::{Between, between};

/// The looks for a CPU in a stretch of time, as many as are told at once.
#[derive(Serialize)]
pub struct Looks {
    looks: Vec<Look>,
}

#[derive(Serialize)]
struct Look {
    t_ns: f64,
    domain: String,
    sentence: String,
    moved: usize,
    /// The log of decisions has it too.
    told: bool,
    between: Between,
}

/// Looks in words.
pub fn looks(told: Vec<LookTold>) -> Looks {
    Looks { looks: told.into_iter().map(look).collect() }
}

fn look(told: LookTold) -> Look {
    let LookTold { t_ns, domain, sentence, moved, is_told, between: tests } = told;
    Look { t_ns: t_ns as f64, domain, sentence, moved, told: is_told, between: between(tests) }
}
