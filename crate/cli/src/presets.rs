//! `schedlens presets`: what kernels there are, and what can be set in each.

use std::fmt::Write as _;

use sched::{Feature, KERNELS, Kernel, Params};

use crate::failure::Failure;

/// The list of presets, or one in detail. An unknown name is a wrong command line.
pub fn text(name: Option<&str>) -> Result<String, Failure> {
    match name {
        None => Ok(KERNELS.iter().map(line).collect()),
        Some(name) => find("presets", name).map(detail),
    }
}

/// The preset of this name, which stands at `place` of the command line; the failure suggests the nearest.
pub fn find(place: &str, name: &str) -> Result<&'static Kernel, Failure> {
    sim::kernel(name).map_err(|error| Failure::usage(place, error.value, error.remedy))
}

fn line(kernel: &Kernel) -> String {
    format!("{:<8}{:<7}{}\n", kernel.name, kernel.family.name(), kernel.note)
}

fn detail(kernel: &'static Kernel) -> String {
    let params = Params::new(kernel, 250, 1);
    let mut text = format!("{}\npreemption: {}\n\n", line(kernel).trim_end(), kernel.preemption.name());
    for (name, value_ns) in params.tunable_list() {
        let info = kernel.tunable_infos.iter().find(|info| info.name == name);
        let _ = writeln!(text, "{name:<24}{value_ns:>10}  {}", info.map_or("", |info| info.meaning));
    }
    for info in kernel.choice_infos {
        let word = params.tunables.choice(info.name).unwrap_or_default();
        let _ = writeln!(
            text,
            "{:<24}{word:>10}  {} One of {}.",
            info.name,
            info.meaning,
            info.values.join(", ")
        );
    }
    text.push('\n');
    for (name, on) in params.feature_names() {
        let feature = Feature::ALL.iter().find(|feature| feature.name() == name);
        let state = if on { "on" } else { "off" };
        let _ = writeln!(text, "{name:<24}{state:>10}  {}", feature.map_or("", |feature| feature.meaning()));
    }
    text
}
