//! What a kernel is set to: its defaults, and what the scenario and the side change.

use sched::{Family, Kernel, Params, Preemption, UnknownName};
use smp::SmpFeatures;

use crate::error::{Error, suggestion};
use crate::scenario::{Knob, Knobs, Scenario, Side};

const HZ: [u32; 4] = [100, 250, 300, 1000];

/// The rules and settings of a run: the kernel's, then what the scenario sets, then what the side does.
pub(crate) fn params(s: &Scenario, side: &Side) -> Result<(Params, SmpFeatures), Error> {
    let kernel = kernel(&side.kernel)?;
    let hz = side.hz.or(s.hz).unwrap_or(250);
    if !HZ.contains(&hz) {
        let place = if side.hz.is_some() { "side.hz" } else { "hz" };
        return Err(Error::new(place, format!("{hz} ticks a second"), "write 100, 250, 300 or 1000"));
    }
    let mut params = Params::new(kernel, hz, side.assumed_cpus);
    let (own_knobs, own_place) = match params.family {
        Family::Cfs => (&s.knobs_cfs, "knobs_cfs"),
        Family::Eevdf => (&s.knobs_eevdf, "knobs_eevdf"),
    };
    set_knobs(&mut params, &s.knobs, "knobs")?;
    set_knobs(&mut params, own_knobs, own_place)?;
    set_knobs(&mut params, &side.knobs, "side.knobs")?;
    let mut smp = SmpFeatures::of(kernel.name);
    set_features(&mut params, &mut smp, &s.features, "features")?;
    set_features(&mut params, &mut smp, &side.features, "side.features")?;
    if let Some(model) = side.preemption {
        params.preemption = preemption(kernel, model)?;
    }
    Ok((params, smp))
}

/// The preset of this name; the error lists what there is.
pub fn kernel(name: &str) -> Result<&'static Kernel, Error> {
    let known: Vec<&str> = sched::KERNELS.iter().map(|k| k.name).collect();
    let unknown =
        || Error::new("side.kernel", format!("no kernel is called `{name}`"), suggestion(name, &known));
    sched::kernel(name).ok_or_else(unknown)
}

fn set_knobs(params: &mut Params, knobs: &Knobs, place: &str) -> Result<(), Error> {
    knobs.iter().try_for_each(|(name, value)| set_knob(params, name, value, format!("{place}.{name}")))
}

fn set_knob(params: &mut Params, name: &str, value: &Knob, place: String) -> Result<(), Error> {
    let kernel = params.kernel;
    match (kernel.choice_infos.iter().find(|info| info.name == name), value) {
        (Some(info), Knob::Word(word)) => params.set_choice(name, word).map_err(|error| {
            Error::new(place, format!("{name} cannot be `{word}`"), suggestion(&error.name, info.values))
        }),
        (Some(info), Knob::Number(number)) => {
            let remedy = format!("write one of \"{}\"", info.values.join("\", \""));
            Err(Error::new(place, format!("{number} is no word that {name} can be"), remedy))
        }
        (None, Knob::Number(number)) => {
            check_range(kernel, name, *number, &place)?;
            params.set_tunable(name, *number).map_err(|error| unknown_tunable(place, kernel, &error.name))
        }
        (None, Knob::Word(word)) if kernel.tunable_infos.iter().any(|info| info.name == name) => {
            Err(Error::new(place, format!("`{word}` is no number"), "write a whole number, without quotes"))
        }
        (None, Knob::Word(_)) => Err(unknown_tunable(place, kernel, name)),
    }
}

/// The error for a name that is neither a number nor a choice of this kernel.
fn unknown_tunable(place: String, kernel: &'static Kernel, name: &str) -> Error {
    let numbers = kernel.tunable_infos.iter().map(|info| info.name);
    let known = numbers.chain(kernel.choice_infos.iter().map(|info| info.name)).collect();
    unknown(place, kernel, "tunable", UnknownName { name: name.to_owned(), known })
}

fn check_range(kernel: &Kernel, name: &str, value: u64, place: &str) -> Result<(), Error> {
    let info = kernel.tunable_infos.iter().find(|info| info.name == name);
    match info.map(|info| info.range) {
        Some((min, max)) if !(min..=max).contains(&value) => {
            Err(Error::new(place, format!("{value} is outside {min}..={max}"), "use a value inside"))
        }
        _ => Ok(()),
    }
}

fn set_features(
    params: &mut Params,
    smp: &mut SmpFeatures,
    features: &[String],
    place: &str,
) -> Result<(), Error> {
    for (i, feature) in features.iter().enumerate() {
        if smp.set(feature) {
            continue;
        }
        let place = format!("{place}[{i}]");
        params.set_feature(feature).map_err(|error| unknown(place, params.kernel, "feature", error))?;
    }
    Ok(())
}

/// A feature that is to be switched off is looked for among the names of features that are off.
fn suggestion_of(error: &UnknownName) -> String {
    if !error.name.starts_with("NO_") {
        return suggestion(&error.name, &error.known);
    }
    let off: Vec<String> = error.known.iter().map(|name| format!("NO_{name}")).collect();
    suggestion(&error.name, &off.iter().map(String::as_str).collect::<Vec<_>>())
}

fn unknown(place: String, kernel: &Kernel, what: &str, error: UnknownName) -> Error {
    let value = format!("kernel {} has no {what} `{}`", kernel.name, error.name);
    Error::new(place, value, suggestion_of(&error))
}

fn preemption(kernel: &Kernel, model: Preemption) -> Result<Preemption, Error> {
    let models = kernel.preemption_models();
    if models.contains(&model) {
        return Ok(model);
    }
    let known: Vec<&str> = models.into_iter().map(Preemption::name).collect();
    let value = format!("this kernel has no {} preemption", model.name());
    Err(Error::new("side.preemption", value, format!("write {}", known.join(" or "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sched::CgroupMode;

    /// What a side of this kernel comes to with one knob set.
    fn with(kernel: &str, name: &str, value: impl Into<Knob>) -> Result<Params, String> {
        let side = Side { knobs: [(name.to_owned(), value.into())].into(), ..Side::new(kernel) };
        params(&Scenario::default(), &side).map(|(params, _)| params).map_err(|error| error.to_string())
    }

    #[test]
    fn a_choice_is_set_by_its_word() {
        let mode = |word: &str| with("7.3", "cgroup_mode", word).map(|params| params.tunables.cgroup_mode);
        assert_eq!(CgroupMode::ALL.map(|known| mode(known.name())), CgroupMode::ALL.map(Ok));
        let (default, _) = params(&Scenario::default(), &Side::new("7.3")).expect("nothing is set");
        assert_eq!(default.choice_list(), [("cgroup_mode", "concur")]);
    }

    #[track_caller]
    fn refused(kernel: &str, name: &str, value: impl Into<Knob>, expected: &str) {
        let error = with(kernel, name, value).expect_err("it is refused");
        assert_eq!(error, format!("side.knobs.{name}: {expected}"));
    }

    #[test]
    fn what_a_kernel_does_not_take_is_refused() {
        refused("7.3", "cgroup_mode", "maxx", "cgroup_mode cannot be `maxx`; did you mean `max`?");
        refused(
            "7.3",
            "cgroup_mode",
            "shares",
            "cgroup_mode cannot be `shares`; known here: up, smp, concur, max, tasks",
        );
        refused(
            "7.3",
            "cgroup_mode",
            3,
            "3 is no word that cgroup_mode can be; write one of \"up\", \"smp\", \"concur\", \"max\", \"tasks\"",
        );
        refused("7.3", "base_slice_ns", "max", "`max` is no number; write a whole number, without quotes");
        refused(
            "7.3",
            "cgroup_mod",
            "max",
            "kernel 7.3 has no tunable `cgroup_mod`; did you mean `cgroup_mode`?",
        );
        let known = "known here: base_slice_ns, migration_cost_ns, sched_rt_period_us, sched_rt_runtime_us, \
                     sched_rr_timeslice_ms, fair_server_runtime_ns, fair_server_period_ns";
        refused("7.2", "cgroup_mode", "max", &format!("kernel 7.2 has no tunable `cgroup_mode`; {known}"));
    }
}
