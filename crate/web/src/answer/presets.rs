//! What each kernel version offers to be set.

use sched::{KERNELS, Params, Preemption};
use serde::Serialize;
use sim::costs::Costs;
use smp::SmpFeatures;

use super::costs::{Cost, costs};

/// A preset's tick rate does not change what it offers.
const ANY_HZ: u32 = 250;

/// A kernel version and everything that can be set in it.
#[derive(Serialize)]
pub struct Preset {
    name: &'static str,
    family: &'static str,
    note: &'static str,
    preemption: &'static str,
    preemption_models: Vec<&'static str>,
    knobs: Vec<Knob>,
    choices: Vec<Choice>,
    features: Vec<Feature>,
    costs: Vec<Cost>,
}

#[derive(Serialize)]
struct Knob {
    name: &'static str,
    unit: &'static str,
    value: f64,
    min: f64,
    max: f64,
    meaning: &'static str,
}

#[derive(Serialize)]
struct Choice {
    name: &'static str,
    value: &'static str,
    values: &'static [&'static str],
    meaning: &'static str,
}

#[derive(Serialize)]
struct Feature {
    name: &'static str,
    on: bool,
    /// It does something only where there are several CPUs.
    between: bool,
    meaning: &'static str,
}

/// Every preset, with the defaults of a machine of `assumed_cpus`.
pub fn presets(assumed_cpus: u32) -> Vec<Preset> {
    let preset = |kernel: &'static sched::Kernel| {
        let params = Params::new(kernel, ANY_HZ, assumed_cpus);
        Preset {
            name: kernel.name,
            family: kernel.family.name(),
            note: kernel.note,
            preemption: kernel.preemption.name(),
            preemption_models: kernel.preemption_models().into_iter().map(Preemption::name).collect(),
            knobs: knobs(&params),
            choices: choices(&params),
            features: features(&params, kernel.name),
            costs: costs(&Costs::recorded(kernel)),
        }
    };
    KERNELS.iter().map(preset).collect()
}

fn knobs(params: &Params) -> Vec<Knob> {
    let knob = |info: &sched::TunableInfo| {
        let value = params.tunables.get(info.name)?;
        let (min, max) = (info.range.0 as f64, info.range.1 as f64);
        Some(Knob {
            name: info.name,
            unit: info.unit(),
            value: value as f64,
            min,
            max,
            meaning: info.meaning,
        })
    };
    params.kernel.tunable_infos.iter().filter_map(knob).collect()
}

fn choices(params: &Params) -> Vec<Choice> {
    let choice = |info: &sched::ChoiceInfo| {
        let sched::ChoiceInfo { name, values, meaning } = *info;
        Some(Choice { name, value: params.tunables.choice(name)?, values, meaning })
    };
    params.kernel.choice_infos.iter().filter_map(choice).collect()
}

fn features(params: &Params, kernel: &str) -> Vec<Feature> {
    let own = params.features.list().map(|(feature, on)| Feature {
        name: feature.name(),
        on,
        between: false,
        meaning: feature.meaning(),
    });
    let between = SmpFeatures::of(kernel).list().map(|(feature, on)| Feature {
        name: feature.name(),
        on,
        between: true,
        meaning: feature.meaning(),
    });
    own.chain(between).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_explains_each_of_its_settings() {
        for preset in presets(1) {
            assert!(!preset.note.is_empty() && !preset.knobs.is_empty(), "{}", preset.name);
            assert!(preset.knobs.iter().all(|knob| !knob.meaning.is_empty()), "{}", preset.name);
            assert!(
                preset.choices.iter().all(|choice| choice.values.contains(&choice.value)),
                "{}",
                preset.name
            );
            assert!(preset.preemption_models.contains(&preset.preemption), "{}", preset.name);
            assert!(preset.features.iter().all(|feature| !feature.meaning.is_empty()), "{}", preset.name);
            assert!(
                preset.knobs.iter().all(|knob| knob.min <= knob.value && knob.value <= knob.max),
                "{}",
                preset.name
            );
        }
    }

    #[test]
    fn defaults_grow_with_the_machine() {
        let latency_ns =
            |cpus| presets(cpus)[0].knobs.iter().find(|knob| knob.name == "latency_ns").map(|k| k.value);
        assert_eq!(latency_ns(1), Some(6e6));
        assert_eq!(latency_ns(8), Some(24e6));
    }
}
