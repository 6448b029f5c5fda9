//! `schedlens replay`: whether the model decides as the kernel of a recording did.

use std::fmt::Write as _;
use std::process::ExitCode;

use formats::recording;
use sim::replay::{Miss, Report, not_modelled, params_of, replay};
use sim::{Error, recording::Recording};

use crate::failure::Failure;
use crate::input;

/// So many disagreements are shown; the first is usually the one to look at.
const SHOWN_MAX: usize = 20;

/// The score of one recording and its first disagreements; exit code 1 if there is any.
pub fn text(path: &str) -> Result<(String, ExitCode), Failure> {
    let refused = |error| input::refused(path, error);
    let recording = recording::read(&input::read(path)?).map_err(refused)?;
    if let Some(reason) = not_modelled(&recording) {
        let remedy = "take one of a kernel in `schedlens presets`; on several CPUs of single tasks that change nothing but where they may run";
        return Err(refused(Error::new("header", format!("not modelled: {reason}"), remedy)));
    }
    let report = replay(&recording, params_of(&recording).map_err(refused)?);
    let code = if report.misses.is_empty() { 0 } else { 1 };
    Ok((describe(&recording, &report), ExitCode::from(code)))
}

fn describe(recording: &Recording, report: &Report) -> String {
    let mut text = format!("{} under {}\n", recording.scenario.name, recording.kernel);
    let rows = [
        ("decisions compared", report.decisions),
        ("  agree", report.agree),
        ("  unclear", report.unclear),
        ("numbers compared", report.numbers),
        ("  exact", report.numbers_exact),
    ];
    for (what, count) in rows {
        let _ = writeln!(text, "{what:<20}{count:>8}");
    }
    report.misses.iter().take(SHOWN_MAX).for_each(|miss| text.push_str(&line(miss)));
    if let Some(more @ 1..) = report.misses.len().checked_sub(SHOWN_MAX) {
        let _ = writeln!(text, "and {more} more");
    }
    text
}

fn line(miss: &Miss) -> String {
    let Miss { t_ns, task, kernel, model, rule, .. } = miss;
    let aspect = miss.aspect.name();
    let why = if rule.is_empty() { String::new() } else { format!(" ({rule})") };
    format!("{t_ns} ns, {task}, {aspect}: the kernel {kernel}, the model {model}{why}\n")
}
